"""A claim as it is read."""

from __future__ import annotations

import pytest

from infold.core.folds import VERBATIM, Claim


@pytest.mark.parametrize(
    ("text", "level", "line"),
    [
        ("The budget is  1,800 € a month", 1, "The budget is  1,800 € a month"),
        ("Der Server\n steht in\r\nFrankfurt.", 1, "Der Server steht in Frankfurt."),
        ("회의는 오후 2시입니다.", VERBATIM, "“회의는 오후 2시입니다.”"),
        ("pip install x\n\n  x init", VERBATIM, "“pip install x\n\n  x init”"),
        ("", 1, ""),
    ],
)
def test_a_claim_is_read_on_one_line_and_a_highlight_as_it_stands(
    text: str, level: int, line: str
) -> None:
    assert Claim(text=text, spans=(), level=level).line == line
