"""Which messages are still to be heard for facts: a mark moves, and one job is queued.

The mark stands in the conversation's own row, which each append writes anyway.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from infold.core.hearings import Hearing
from infold.core.scope import Scope
from infold.graph.units import Outline
from infold.store.protocol import ConversationRow, Writer

__all__ = ["EXTRACT_JOB", "passed_over", "queue_hearing", "queue_if_complete"]

EXTRACT_JOB: Final = "extract"
"""Kind of the job that looks for facts; one a conversation."""


def queue_if_complete(
    tx: Writer, scope: Scope, row: ConversationRow, message: Outline, *, now: datetime
) -> None:
    """Queue the job where a message completes a turn.

    A turn is complete with an answer that calls no tool, or when the next one opens and the one
    before was left without an answer.

    Args:
        tx: The transaction in which the message was written.
        scope: Whose.
        row: The conversation with the message counted.
        message: Its outline.
        now: When the job is due.
    """
    answers = message.role == "assistant" and not message.calls
    unanswered = message.opens and row.messages - row.heard_to > 1
    if answers or unanswered:
        tx.queue_job(scope, EXTRACT_JOB, row.id, now)


def passed_over(row: ConversationRow, before: int) -> ConversationRow:
    """The row once what came last is not to be heard: an old chat that is imported.

    Args:
        row: With all messages counted.
        before: How many there were before.
    """
    # Where something before it is still to be heard, the job hears this as well.
    return replace(row, heard_to=row.messages) if row.heard_to >= before else row


def queue_hearing(tx: Writer, scope: Scope, conversation: str, first: int, last: int) -> None:
    """Record that a model is to hear a stretch; one that goes on where one waits makes it longer.

    Args:
        tx: The transaction.
        scope: Whose.
        conversation: Its id.
        first: Position of the first message.
        last: Of the last one.
    """
    for one in tx.hearings(scope, conversation):
        if one.state == "pending" and one.first <= first <= one.last + 1:
            tx.save_hearing(scope, conversation, replace(one, last=max(one.last, last)))
            return
    tx.save_hearing(scope, conversation, Hearing(first=first, last=last))
