from __future__ import annotations

import pytest

from infold.recall.lines import paragraphs, render_whole
from tests.unit.recall.builders import say


def test_paragraphs_of_prose_stand_on_one_line_each_a_piece_of_its_own() -> None:
    text = "Das war schön.\n\n [teilt ein Foto]\n"
    shown = render_whole(say("user", text, author="Jörg"), {}, calls=True, prose=True)
    assert shown.text == "Jörg: Das war schön. [teilt ein Foto]"
    assert [text[p.start : p.end] for p in shown.pieces] == ["Das war schön.", "[teilt ein Foto]"]


@pytest.mark.parametrize(
    "text",
    [
        "one line",
        "- eins\n- zwei",
        "1. 하나\n2. 둘",
        "def f():\n    return 1",
        "<out>\nok\n</out>",
        "$ ls\nfile",
        "a\nb\nc\nd\ne",
    ],
)
def test_lists_code_and_long_texts_stay_as_they_are(text: str) -> None:
    assert paragraphs(text) == []
    assert render_whole(say("user", text), {}, calls=True, prose=True).text == f"user: {text}"


def test_one_paragraph_with_breaks_around_it_stays_as_it_is() -> None:
    for text in ("0\n", "\n포트는 5433", "\n\n one \n"):
        assert paragraphs(text) == []
    assert len(paragraphs("one\n\ntwo\n")) == 2
