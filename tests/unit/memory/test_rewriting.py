"""Stretches in the form that the rules read, every sign with its place."""

from __future__ import annotations

import pytest

from infold.memory.one_line import line_of
from infold.memory.rewriting import rewritten


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("The user lives in Porto", "i live in Porto"),
        ("The user currently studies law", "i currently study law"),
        ("The user's wife is called Ana", "my wife is called Ana"),
        ("Der Nutzer wohnt in Graz", "ich wohne in Graz"),
        ("Die Nutzerin arbeitet bei Bosch", "ich arbeite bei Bosch"),
        ("Pengguna tinggal di Padang", "saya tinggal di Padang"),
        ("用户住在无锡", "我住在无锡"),
        ("ユーザーは仙台に住んでおります", "私は仙台に住んでいます"),
        ("사용자는 수원에 살아요", "저는 수원에 살아요"),
        ("i cant stand it", "i can't stand it"),
        ("我爱爬山😊", "我爱爬山。"),
        ("I live in Porto", "I live in Porto"),
        ("Nama pengguna adalah admin", "Nama pengguna adalah admin"),
        ("用户名是admin", "用户名是admin"),
    ],
)
def test_a_stretch_is_said_plainly(text: str, plain: str) -> None:
    line = rewritten(line_of(text, 0, len(text)))
    assert line.text == plain
    assert len(line.places) == len(line.text)
    assert list(line.places) == sorted(line.places)
    assert set(line.places) <= set(range(len(text)))


def test_what_is_not_rewritten_stands_where_it_stood() -> None:
    text = "The user lives in Porto"
    line = rewritten(line_of(text, 0, len(text)))
    start = line.text.index("Porto")
    assert line.span(start, start + 5) == (text.index("Porto"), len(text))
