"""Which facts a context may end with: what is known of its user from elsewhere, and answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.engine.records import Hit
from infold.recall.budget import Budget
from infold.recall.known import MOST, Known, KnownLine, answering, make_known
from infold.recall.query import Query
from infold.store.protocol import Reader

__all__ = ["FindFacts", "known_elsewhere"]

FindFacts: TypeAlias = Callable[[Reader, Scope, Query, int], Sequence[Hit]]
"""Finds facts that hold now, best first: snapshot, scope, question, at most so many."""
_ASKED: Final = 3 * MOST


def known_elsewhere(
    reader: Reader,
    scope: Scope,
    conversation: str,
    query: Query,
    budget: Budget,
    *,
    find: FindFacts,
    counter: TokenCounter,
) -> Known | None:
    """The facts that answer a question and stand in no message of this conversation.

    What this conversation says stands in its context by itself, with its marks, as far as it is in
    scope: a fact read in it says the same twice, or tells of a branch that is out of scope.

    Args:
        reader: A snapshot.
        scope: Whose.
        conversation: Id of the conversation that is asked.
        query: The question.
        budget: Of the context.
        find: Finds facts.
        counter: Counts tokens.

    Returns:
        Lines that fit their share; None where there is none. One query where the user has no facts.
    """
    if not reader.fact_totals(scope).live:
        return None
    hits = [hit for hit in find(reader, scope, query, _ASKED) if hit.fact is not None]
    stated = {
        span.message for hit in hits if hit.fact is not None for span in hit.fact.fact.sources
    }
    places = reader.locate(scope, sorted(stated)) if stated else {}
    here = {message for message, (chat, _) in places.items() if chat == conversation}
    lines = []
    answers = answering(query.text, [hit.text for hit in hits])
    for hit, fits in zip(hits, answers, strict=True):
        assert hit.fact is not None  # chosen above
        if not fits or here.intersection(span.message for span in hit.fact.fact.sources):
            continue
        lines.append(
            KnownLine(
                id=hit.id,
                text=hit.text,
                kind=hit.fact.fact.kind,
                confidence=hit.fact.confidence,
                said=hit.fact.standing.confirmed_at,
            )
        )
    return make_known(lines, budget, counter)
