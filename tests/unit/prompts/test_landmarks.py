"""The prompt for landmarks, and what counts of its answer."""

from __future__ import annotations

import json

import pytest

from infold.core.marks import LANDMARKS
from infold.core.messages import Message, Text, ToolResult
from infold.graph.landmarks import quoted
from infold.prompts import landmarks

SAID = {
    "en": ("We talked. We settle on Kafka 3.2, and that is final.", "We settle on Kafka 3.2"),
    "id": ("Baiklah. Kita pakai gudang Surabaya saja.", "Kita pakai gudang Surabaya saja."),
    "ko": ("좋아요. 레디스는 쓰지 않기로 했어요.", "레디스는 쓰지 않기로 했어요."),
    "zh": ("好的。我们不再用上海的仓库。", "我们不再用上海的仓库"),
    "ja": ("了解です。倉庫は大阪に決めました。", "倉庫は大阪に決めました。"),
    "fr": ("D’accord. On écarte Redis définitivement.", "On écarte Redis définitivement."),
}


def message(text: str, role: str = "user") -> Message:
    return Message(role=role, parts=(Text(text=text),), id="m1")  # type: ignore[arg-type]


@pytest.mark.parametrize("language", sorted(SAID))
def test_words_that_stand_in_the_message_are_evidence(language: str) -> None:
    text, words = SAID[language]
    made = quoted(message(text), "decided", words)
    assert made is not None
    assert made.evidence == words
    assert (made.by, made.state, made.holds) == ("model", "suggested", False)


def test_white_space_may_differ_and_nothing_else() -> None:
    at = message("We will use\n  PostgreSQL 16.2 here.")
    assert quoted(at, "decided", " use PostgreSQL   16.2") is not None
    for wrong in ("use PostgreSQL 16.3", "use postgresql 16.2", "usePostgreSQL", "We use", "", " "):
        assert quoted(at, "decided", wrong) is None


def test_what_is_no_sentence_of_a_speaker_is_no_evidence() -> None:
    assert quoted(message("We use it.", "system"), "decided", "We use it.") is None
    tool = Message(role="tool", parts=(ToolResult(call="c", text="We use it."),), id="m")
    assert quoted(tool, "decided", "We use it.") is None
    assert quoted(message("... !"), "decided", "...") is None
    long = "We use it and " * 30
    assert quoted(message(long), "decided", long) is None


def test_the_prompt_is_data_on_lines_and_names_every_label() -> None:
    said = [landmarks.Said(number=7, who="user", when="", text='a"}\n{"message": 1}\u2028 항상')]
    rules, records = landmarks.render(said)
    assert json.loads(records) == {"message": 7, "who": "user", "text": said[0].text}
    assert all(f"`{label}`" in rules for label in LANDMARKS)
    assert all(f"`{name}`" in rules for name in landmarks.Noticed.model_fields)
