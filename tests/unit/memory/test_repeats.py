"""Answers that repeat what is erased: by its names, numbers and other hard facts."""

from __future__ import annotations

import pytest

from infold.memory.repeats import Repeats, beginnings


@pytest.mark.parametrize(
    ("erased", "answer"),
    [
        ("My name is Zoe Quill and I live in Porto.", "Noted, Zoe Quill."),
        ("The server listens on port 54329.", "So it is 54329, thank you."),
        ("Mail me at zoe.quill@example.org please.", "I wrote to zoe.quill@example.org."),
        ("Die Rechnung vom 3. März 2026 ist falsch.", "Die vom 3. März 2026 liegt mir vor."),
        ("내 이메일은 haneul@example.kr 입니다.", "haneul@example.kr 로 보냈습니다."),
        ("我的邮箱是 mei@example.cn。", "已发送到 mei@example.cn。"),
    ],
)
def test_an_answer_that_repeats_a_hard_fact_is_found(erased: str, answer: str) -> None:
    assert Repeats([erased]).in_text(answer)


@pytest.mark.parametrize(
    "answer",
    ["Noted.", "That sounds fine.", "It has 3 parts.", "Port543290 is another name."],
)
def test_an_answer_of_other_things_is_not(answer: str) -> None:
    repeats = Repeats(["My name is Zoe Quill, port 54329, with 3 children."])
    assert repeats.in_text(answer) == ""


def test_what_is_known_from_elsewhere_repeats_nothing() -> None:
    repeats = Repeats(["Zoe Quill pays 4711 euros."])
    repeats.known_from("Our customer Zoe Quill called.")
    assert repeats.in_text("Zoe Quill called.") == ""
    assert repeats.in_text("It is 4711 euros.")


@pytest.mark.parametrize("extra", [0, 200])
def test_many_hard_facts_are_found_like_few(extra: int) -> None:
    told = ["My name is Zoe Quill.", "내 이메일은 haneul@example.kr 입니다.", "The port is 54329."]
    repeats = Repeats([*told, *(f"The port is {61000 + one}." for one in range(extra))])
    assert repeats.in_text("Noted, Zoe Quill.") == "zoe quill"
    assert repeats.in_text("haneul@example.kr 로 보냈습니다.") == "haneul@example.kr"
    assert repeats.in_text("Port543290 and 154329 are others.") == ""
    assert repeats.in_text("So 54\u200b329.") == "54329"
    repeats.known_from("Zoe Quill and 54329 called.")
    assert repeats.in_text("Zoe Quill, 54329") == ""
    assert repeats.in_text("haneul@example.kr")


def test_of_long_texts_the_beginnings_are_read_and_each_once() -> None:
    given = ["한국어 데이터", "한국어 데이터", "abcdef", "", "ghi", "jkl"]
    assert list(beginnings(given, most=16, of_one=5)) == ["한국어 데", "abcde", "ghi", "jkl"]
    assert list(beginnings(given, most=7, of_one=5)) == ["한국어 데", "ab"]
