from __future__ import annotations

import pytest

from infold.recall.extracts import best_window, extract
from infold.recall.query import make_query
from tests.unit.recall.builders import COUNTER

SIDE = "Lunch was served at noon. The weather stayed fine all day long. "


def stretch(text: str, question: str, room: int, least: int = 4) -> str | None:
    weights = {int(term): 1.0 for term in make_query(question).terms}
    found = extract(text, question, weights, room, COUNTER, least=least)
    return None if found is None else text[found[0] : found[1]]


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("The port is 5433 since Monday.", "Which port?"),
        ("포트는 5433번으로 바꿨습니다.", "포트가 몇 번?"),
        ("端口改为5433了。", "端口是多少？"),
        ("ポートは5433に変更した。", "ポートは？"),
        ("Porta sekarang 5433 saja.", "Porta berapa?"),
    ],
)
def test_the_sentence_that_matches_is_quoted_with_what_fits_around(
    sentence: str, question: str
) -> None:
    text = SIDE * 5 + sentence + " " + SIDE * 5
    exact = stretch(text, question, COUNTER.count(sentence))
    assert exact == sentence
    wide = stretch(text, question, COUNTER.count(sentence) + 20)
    assert wide is not None
    assert sentence in wide
    assert len(wide) > len(sentence)
    assert COUNTER.count(wide) <= COUNTER.count(sentence) + 20


def test_what_follows_comes_before_what_went_before() -> None:
    text = "One is red. The port is 5433. Two is blue."
    assert stretch(text, "port", 12) == "The port is 5433. Two is blue."


def test_a_sentence_over_the_room_is_cut_at_a_word() -> None:
    text = "The port list holds " + " ".join(f"port{i}" for i in range(200)) + "."
    cut = stretch(text, "port list", 30)
    assert cut is not None
    assert text.startswith(cut + " ")
    assert 20 <= COUNTER.count(cut) <= 30


def test_too_little_room_or_nothing_to_read_gives_nothing() -> None:
    assert stretch("The port is 5433.", "port", 3) is None
    assert stretch(" \n ", "port", 50) is None


def test_of_a_very_long_text_the_part_with_most_words_is_read() -> None:
    text = "port. " + "Nothing here. " * 20_000 + "The backup port is 5433. " + "Nothing. " * 9_000
    start, end = best_window(text, "Which backup port?")
    assert "backup port is 5433" in text[start:end]
    assert end - start <= 24_000
    assert best_window("x" * 50_000, "???") == (0, 24_000)


def test_one_line_of_a_very_long_log_is_found_by_its_rare_words() -> None:
    lines = [f"2026-03-01 line {number} level=INFO all is well" for number in range(40_000)]
    lines[17_171] = "2026-03-01 line 17171 level=ERROR 디스크가 가득 찼습니다"
    text = "\n".join(lines)
    for question in ("line 17171 level=ERROR", "Which line has an ERROR?", "디스크가 찼나요?"):
        start, end = best_window(text, question)
        assert end - start <= 24_000
        assert lines[17_171] in text[start:end], question
