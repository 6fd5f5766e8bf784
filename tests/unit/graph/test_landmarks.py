"""Landmarks that rules propose: a retraction of a value or decision is a change of direction."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from infold.core.messages import Message, Role, Text
from infold.graph.landmarks import propose_landmarks


def proposed(*texts: str, role: Role = "user") -> list[tuple[int, str, str]]:
    messages = [
        Message(id=f"m{number}", position=number, role=role, parts=(Text(text=text),))
        for number, text in enumerate(texts)
    ]
    return [(int(one.message[1:]), one.label, one.evidence) for one in propose_landmarks(messages)]


RETRACTED = {
    "en": "Correction: the 7 bar of the first run was a reading error, the valve opens at 9 bar.",
    "de": "Korrektur: die 7 bar waren ein Messfehler, richtig sind 9 bar.",
    "id": "Koreksi: angka 7 bar itu salah, yang benar 9 bar.",
    "ko": "정정합니다. 7 bar라는 결론은 철회합니다.",
    "zh": "更正：之前的7巴是测量误差，正确值是9巴。",
    "ja": "7バールという結論は撤回します。",
}
CONCLUSION = {
    "en": "Updated: conclusion v1 (7 bar) is retracted.",
    "de": "Die Schlussfolgerung von 7 bar wird zurückgezogen.",
    "id": "Keputusan itu ditarik kembali.",
    "ko": "그 결정은 철회합니다.",
    "zh": "这个结论撤回。",
    "ja": "その結論は撤回します。",
}


@pytest.mark.parametrize("language", sorted(RETRACTED))
@pytest.mark.parametrize("said", [RETRACTED, CONCLUSION], ids=["value", "conclusion"])
def test_a_retraction_is_a_change_of_direction_with_its_sentence(
    said: dict[str, str], language: str
) -> None:
    found = proposed("Noted.", f"{said[language]}\n\nOK.")
    assert [(at, label) for at, label, _ in found] == [(1, "pivoted")]
    sentence = found[0][2]
    assert sentence in said[language]
    assert len(sentence) > len(said[language]) / 3


def test_what_a_canvas_says_in_several_turns_is_found_where_it_is_said() -> None:
    found = proposed(
        "First run: the valve opened at 7 bar. Record the working conclusion.",
        "Recorded: working conclusion v1 states that the valve opens at 7 bar.",
        "Side note: could the cold have moved the gauge?",
        "Possibly, but the log shows the room was heated.",
        "Correction from the second run: the 7 bar were a measurement artifact of a worn gauge. "
        "The new sweep shows 9 bar. Update the working conclusion.",
        "Updated: conclusion v1 (7 bar) is retracted as a measurement artifact. Working conclusion "
        "v2: the valve opens at 9 bar.",
    )
    assert [(at, label) for at, label, _ in found] == [(4, "pivoted"), (5, "pivoted")]
    assert found[1][2] == "Updated: conclusion v1 (7 bar) is retracted as a measurement artifact."


@pytest.mark.parametrize(
    "text",
    [
        "You are wrong about that.",
        "That is not right, I think.",
        "Ignore the noise from upstairs.",
        "Was the 7 bar a reading error?",
        "Sorry, I was wrong about her mood.",
        "Vergiss deinen Schirm nicht.",
        "对不起，我说错了。",
        "すみません、間違えました。",
        "미안해요, 제가 착각했어요.",
        "Maaf, saya salah sangka.",
    ],
)
def test_what_takes_no_value_back_is_no_change_of_direction(text: str) -> None:
    assert [label for _, label, _ in proposed(text)] == []


SAID = {
    "en": "The billing database listens on port 5432.",
    "de": "Die Datenbank läuft auf Port 5432.",
    "id": "Basis data berjalan di port 5432.",
    "ko": "데이터베이스는 5432 포트를 사용합니다.",
    "zh": "数据库使用 5432 端口。",
    "ja": "データベースは 5432 番ポートを使います。",
}
DENIED = {
    "en": "Correction: the billing database is on 5433, not on 5432.",
    "de": "Korrektur: Die Datenbank läuft auf 5433, nicht auf 5432.",
    "id": "Koreksi: basis data ada di 5433, bukan di 5432.",
    "ko": "정정: 데이터베이스는 5432가 아니라 5433입니다.",
    "zh": "更正：数据库在 5433，不是 5432。",
    "ja": "訂正：データベースは 5432 ではなく 5433 です。",
}
ACTUALLY = {
    "en": "Actually it's 5433, not 5432.",
    "de": "Eigentlich ist es 5433, nicht 5432.",
    "id": "Sebenarnya 5433, bukan 5432.",
    "ko": "사실은 5432가 아니라 5433입니다.",
    "zh": "其实是 5433，不是 5432。",
    "ja": "実は 5432 ではなく 5433 です。",
}
INSTEAD = {
    "en": "We go with 5433 instead of 5432.",
    "de": "Wir nehmen 5433 statt 5432.",
    "id": "Kita pakai 5433 alih-alih 5432.",
    "ko": "5432 대신 5433을 쓰기로 합니다.",
    "zh": "我们用 5433 而不是 5432。",
    "ja": "5432 の代わりに 5433 を使います。",
}
PLAIN = {
    "en": "It is on 5433, not on 5432.",
    "de": "Sie läuft auf 5433, nicht auf 5432.",
    "id": "Basis data ada di 5433, bukan di 5432.",
    "ko": "데이터베이스는 5432가 아니라 5433입니다.",
    "zh": "数据库在 5433，不是 5432。",
    "ja": "データベースは 5432 ではなく 5433 です。",
}


@pytest.mark.parametrize("language", sorted(SAID))
@pytest.mark.parametrize(
    "said", [DENIED, ACTUALLY, INSTEAD, PLAIN], ids=["denied", "actually", "instead", "plain"]
)
def test_an_earlier_value_that_is_denied_beside_another_is_a_change_of_direction(
    said: dict[str, str], language: str
) -> None:
    assert proposed(SAID[language], said[language]) == [(1, "pivoted", said[language])]
    # Within one message too.
    assert [(at, label) for at, label, _ in proposed(f"{SAID[language]} {said[language]}")] == [
        (0, "pivoted")
    ]


@pytest.mark.parametrize("language", sorted(SAID))
@pytest.mark.parametrize("said", [DENIED, ACTUALLY], ids=["denied", "actually"])
def test_a_correcting_word_says_of_itself_that_a_value_changes(
    said: dict[str, str], language: str
) -> None:
    assert proposed(said[language]) == [(0, "pivoted", said[language])]


@pytest.mark.parametrize("language", sorted(SAID))
def test_a_value_that_nobody_gave_before_is_not_taken_back_by_denying_it(language: str) -> None:
    assert proposed(PLAIN[language]) == []
    assert "pivoted" not in [label for _, label, _ in proposed(INSTEAD[language])]


@pytest.mark.parametrize(
    "texts",
    [
        ["The database is on 5432.", "The cache is not on 5432."],
        ["Die Datenbank läuft auf 5432.", "Der Cache läuft nicht auf 5432."],
        ["The cache is not on 5432.", "Actually, the cache is not on 5434."],
        ["Is it on 5432?", "It is on 5433, not on 5432."],
        ["It is on 5432.", "Is it on 5433, not on 5432?"],
        ["It is on 5432.", "If it is on 5433, not on 5432, restart it."],
        ["It is on 5432.", 'The page reads "It is on 5433, not on 5432".'],
        ["It is on 5432.", "Wenn es 5433 ist, nicht 5432, starte neu."],
        ["数据库在 5432。", "如果是 5433，不是 5432，就重启。"],
        ["It is on 5432.", "Anna said that it is on 5433, not on 5432."],
        ["The limit is 30 seconds.", "The limit is 30 seconds, not 60 seconds."],
        ["We have 5432 users.", "Actually the 7 days are over, so this is not for Anna."],
    ],
)
def test_a_plain_denial_a_question_or_a_supposition_is_no_change_of_direction(
    texts: list[str],
) -> None:
    assert [label for _, label, _ in proposed(*texts)] == []


def test_names_and_a_value_that_is_denied_alone_with_a_correcting_word() -> None:
    assert [at for at, _, _ in proposed("We use MySQL.", "It is PostgreSQL, not MySQL.")] == [1]
    assert [at for at, _, _ in proposed("It is on 5432.", "Actually, it is not on 5432.")] == [1]


def test_the_corrections_of_the_tutorial_are_proposed() -> None:
    page = (Path(__file__).parents[3] / "docs/tutorials/compare-views.md").read_text("utf-8")
    said = re.findall(r'^    "(.+)",$', page, re.MULTILINE)
    found = {evidence for _, label, evidence in proposed(*said) if label == "pivoted"}
    assert "Correction: the billing database listens on port 5433, not on 5432." in found
    assert "The 2% result was a calibration error: 5% doping is valid, not 2%." in found
