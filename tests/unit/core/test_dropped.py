"""A text that was dropped is a state of its own: no part that says anything, and none to write."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from infold.core.forward import Flag
from infold.core.ids import content_hash, part_data, part_from_data
from infold.core.messages import Dropped, Message, Text, part_fault, part_text
from infold.core.tokens import RuleCounter, message_tokens
from infold.engine.dropping import without_text
from infold.graph.turns import opens_turn
from infold.recall.forward import forward_row, searchable
from infold.recall.lines import render_whole
from infold.recall.sendable import as_sent
from infold.recall.terms import term_hashes
from infold.text.analysis import analyze

AT = datetime(2026, 4, 10, 9, tzinfo=UTC)
SAID = Message(
    role="user",
    parts=(Text(text="백업은 서울에서 돌아갑니다."), Text(text="Port 5433, l'été.")),
    author="김",
    at=AT,
    id="m_1",
    position=4,
    tokens=21,
)


def test_it_stands_for_what_was_said_and_says_nothing() -> None:
    gone = without_text(SAID, AT)
    assert gone.dropped == Dropped(at=AT.isoformat(), digest=content_hash(SAID), tokens=21)
    assert SAID.dropped is None
    assert (gone.text, searchable(gone), gone.calls, gone.answers) == ("", "", (), ())
    assert content_hash(gone) == content_hash(SAID)
    assert message_tokens(RuleCounter(), gone.parts) == 21
    assert part_text(gone.parts[0]) == ""
    assert opens_turn(gone) == opens_turn(SAID)
    assert opens_turn(replace(gone, role="assistant")) is False
    assert render_whole(gone, {}, calls=True).text == ""
    assert as_sent(gone) == []


def test_its_data_come_back_and_broken_ones_are_refused() -> None:
    (part,) = without_text(SAID, AT).parts
    assert part_from_data(part_data(part)) == part
    for data in (
        ["dropped", "yesterday", "ab", 3],
        ["dropped", AT.isoformat(), "ab", -1],
        ["dropped", AT.isoformat(), "ab"],
        ["dropped", AT.isoformat(), "ab", "3"],
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - of a time or of a part, each in its own words
            part_from_data(data)


def test_nobody_can_write_one() -> None:
    (part,) = without_text(SAID, AT).parts
    assert "is no message part" in part_fault(part)


def test_it_is_found_by_the_words_of_its_claims() -> None:
    row = forward_row(without_text(SAID, AT), parent=3, instead="Seoul runs the backup")
    assert row.flags == Flag.DROPPED
    assert row.terms == term_hashes(analyze("Seoul runs the backup")).tobytes()
    assert forward_row(without_text(SAID, AT), parent=3).terms == b""
    assert not forward_row(SAID, parent=3, instead="no matter").flags & Flag.DROPPED
