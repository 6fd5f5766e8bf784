"""What is said of texts that are dropped, and when they may be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from infold.memory.chat_keeping import ChatKeeping, explain_chats
from infold.memory.dropping import drop_reason, drop_verdict, dropped_note, dropped_text

DAY = timedelta(days=1)
LAST = datetime(2026, 3, 1, 9, tzinfo=UTC)
KEEPING = ChatKeeping(drop=30 * DAY)
EXPORTED = ChatKeeping(drop=30 * DAY, export=10 * DAY, folder="옛대화")


@pytest.mark.parametrize(
    ("changed", "action", "reason"),
    [
        ({}, "drop", ""),
        ({"keeping": ChatKeeping()}, "keep", "Nothing drops its texts."),
        ({"last": None}, "keep", "No message of it has a time."),
        ({"at": LAST + 30 * DAY}, "drop", ""),
        (
            {"at": LAST + 30 * DAY - timedelta(seconds=1)},
            "keep",
            "Next to be looked at on 2026-03-31.",
        ),
        ({"generation": 0}, "keep", "Its texts stay: nothing of it is folded."),
        (
            {"keeping": EXPORTED},
            "keep",
            "Its texts stay: no earlier sweep has written it to a file.",
        ),
        (
            {
                "keeping": EXPORTED,
                "exported": {"messages": 7},
                "exported_at": LAST + 40 * DAY,
            },
            "keep",
            "Its texts stay: no earlier sweep has written it to a file.",
        ),
        (
            {
                "keeping": EXPORTED,
                "exported": {"messages": 6},
                "exported_at": LAST + 12 * DAY,
            },
            "keep",
            "Its texts stay: the file of it does not hold all its messages.",
        ),
        (
            {
                "keeping": EXPORTED,
                "exported": {"messages": 7},
                "exported_at": LAST + 12 * DAY,
            },
            "drop",
            "",
        ),
    ],
)
def test_when_texts_may_be_dropped(changed: dict[str, object], action: str, reason: str) -> None:
    given: dict[str, object] = {
        "last": LAST,
        "generation": 3,
        "exported": None,
        "exported_at": None,
        "messages": 7,
        "at": LAST + 40 * DAY,
        "keeping": KEEPING,
    }
    found = drop_verdict(**(given | changed))  # type: ignore[arg-type] # a table of arguments
    assert (found.action, found.reason) == (action, reason)


@pytest.mark.parametrize(
    ("kept", "lost", "file", "said"),
    [
        (0, 0, "", "9 of its 10 messages, 217 tokens: they hold no hard facts."),
        (17, 0, "", "217 tokens: the fold keeps all of their 17 hard facts."),
        (1, 0, "", "217 tokens: the fold keeps all of their 1 hard fact."),
        (15, 2, "", "the fold keeps 15 of their 17 hard facts, and 2 would be lost."),
        (15, 2, "옛대화/a.jsonl", "There is no undo. 옛대화/a.jsonl holds them as they were."),
    ],
)
def test_a_reason_has_the_numbers(kept: int, lost: int, file: str, said: str) -> None:
    reason = drop_reason(
        last=LAST,
        at=LAST + 40.55 * DAY,
        dropped=9,
        sources=10,
        tokens=217,
        kept=kept,
        lost=lost,
        file=file,
        keeping=KEEPING,
    )
    assert said in reason
    assert reason.startswith("The last was said on 2026-03-01: 40.5 days, and texts")
    assert "dropped after 30 days." in reason
    assert ("set export_days" in reason) == (not file)


def test_notes_say_the_day_and_no_way_back() -> None:
    assert dropped_text("2026-04-10T09:00:00+00:00") == "Its text was dropped on 2026-04-10."
    assert dropped_note(LAST) == (
        "Its sources were dropped on 2026-03-01: nothing here leads back to their words."
    )
    assert dropped_note(LAST, ("a.jsonl", "b.jsonl")).endswith("Written before: a.jsonl, b.jsonl.")


def test_the_policy_is_explained_in_words() -> None:
    assert explain_chats(ChatKeeping())[-1] == "Drop: none."
    assert explain_chats(KEEPING)[-1] == (
        "Drop: of a conversation in which nothing was said for 30 days the texts are removed for "
        "which a fold stands; no copy of them is asked for. There is no undo, so only a sweep that "
        "is told to drop does it."
    )
    assert "once a file of it was written" in explain_chats(EXPORTED)[-1]
