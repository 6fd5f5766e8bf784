"""Landmarks that rules propose: a retraction of a value or decision is a change of direction."""

from __future__ import annotations

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
