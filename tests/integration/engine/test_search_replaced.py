"""Search marks replaced values, and what took their place stands before them."""

from __future__ import annotations

from pathlib import Path

import pytest

from infold import Infold
from infold.engine.records import Hit


def found(at: Path, lines: list[str], question: str, k: int = 3) -> list[Hit]:
    with Infold.open(at / "i.db", embedder="none") as memory:
        chat = memory.conversation("c", user="u")
        for line in lines:
            chat.append("user", line)
        return memory.search(question, user="u", kinds=["message"], k=k)


FILL = [f"The garden path has a new stone near bed {at}." for at in ("one", "two", "three")]


@pytest.mark.parametrize(
    ("old", "new", "question", "was", "by"),
    [
        (
            "The service s3 is on port 7003.",
            "Correction: the service s3 is on port 7009.",
            "service s3 port",
            "7003",
            "7009",
        ),
        (
            "数据库端口是5432。",
            "更正：数据库端口是5433。",
            "数据库端口",
            "5432",
            "5433",
        ),
        (
            "데이터베이스 포트는 5432입니다.",
            "정정: 데이터베이스 포트는 5433입니다.",
            "데이터베이스 포트",
            "5432",
            "5433",
        ),
    ],
)
def test_a_replaced_value_is_marked_and_stands_below_the_current_one(
    tmp_path: Path, old: str, new: str, question: str, was: str, by: str
) -> None:
    first, second, *rest = found(tmp_path, [old, *FILL, new], question)
    assert (first.text, first.replaced) == (new, ())
    (mark,) = second.replaced
    assert (second.text, mark.written, mark.shown, mark.at) == (old, was, by, 4)
    assert all(not hit.replaced for hit in rest)


def test_a_correction_that_shares_no_word_with_the_question_is_lifted_too(tmp_path: Path) -> None:
    lines = ["Database is on port 5432", *FILL, "Actually, use 5433, not the old one"]
    hits = found(tmp_path, lines, "Where does the database listen, on which port?", k=2)
    assert [hit.text for hit in hits] == [lines[-1], lines[0]]
    assert hits[0].score == hits[1].score


def test_without_a_correction_nothing_is_marked(tmp_path: Path) -> None:
    hits = found(tmp_path, ["The service s3 is on port 7003.", *FILL], "service s3 port")
    assert hits[0].text == "The service s3 is on port 7003."
    assert not any(hit.replaced for hit in hits)
