"""Narrow signs of punctuation beside Han and kana."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infold.text.wide_signs import widened


@pytest.mark.parametrize(
    ("text", "wide"),
    [
        ("我在美团上班,帮我改简历", "我在美团上班，帮我改简历"),
        ("房租3200,房东要涨?", "房租3200，房东要涨？"),
        ("家賃は7万円,更新料は?", "家賃は7万円、更新料は？"),
        ("我住在重庆.", "我住在重庆。"),
        ("看a.b和1,000元", "看a.b和1,000元"),
        ("저는 전주에 살아요, 어때요?", "저는 전주에 살아요, 어때요?"),
        ("Ich wohne in Jena, wo denn?", "Ich wohne in Jena, wo denn?"),
    ],
)
def test_signs_beside_han_and_kana_become_wide(text: str, wide: str) -> None:
    assert widened(text) == wide


@given(st.text(alphabet="我の가a1,.;:?! \n", max_size=40))
def test_a_text_stays_as_long_as_it_was(text: str) -> None:
    assert len(widened(text)) == len(text)
    assert widened(widened(text)) == widened(text)
