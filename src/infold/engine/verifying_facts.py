"""Verifying facts: ids, standing, search rows and vectors, derived again from what is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from infold.core.scope import Scope
from infold.core.wording import counted
from infold.engine.fact_identity import fact_digest, fact_id, same_id
from infold.engine.fact_reading import placed_rows
from infold.engine.remembering import fact_forward
from infold.errors import InfoldError
from infold.memory.standing import standing_of
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Reader

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["fact_faults"]

_BATCH: Final = 256
_VECTOR_SLACK: Final = 0.002
"""Most by which a component of a vector may be off: float16 keeps three digits."""


def fact_faults(memory: Infold, reader: Reader, scope: Scope) -> Iterator[tuple[str, str]]:
    """What does not agree among a user's facts: id of the record, and what, in words."""
    try:
        rows = reader.facts(scope)
        yield from _ids(reader.secret(scope), rows)
        yield from _standings(reader, scope, rows)
        yield from _search_rows(memory, reader, scope, rows)
        yield from _vectors(memory, reader, scope, rows)
        yield from _totals(reader, scope)
    except (InfoldError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        what = error.message if isinstance(error, InfoldError) else repr(error)
        records = error.records if isinstance(error, InfoldError) else ()
        yield (
            records[0] if records else "",
            f"facts of this user cannot be read as what they should be: {what}",
        )


def _ids(secret: bytes, rows: Sequence[FactRow]) -> Iterator[tuple[str, str]]:
    for row in rows:
        agent, session, fact = row.agent, row.session, row.fact
        if row.digest is not None:
            if row.digest != fact_digest(fact):
                yield fact.id, "its content is not what was imported"
        else:
            derived = fact_id(secret, fact, agent=agent, session=session, ordinal=row.ordinal)
            if derived != fact.id:
                yield fact.id, f"its content gives the id {derived}"
        equal = [
            same_id(secret, fact, agent=agent, session=session, dated=dated)
            for dated in (False, True)
        ]
        if row.same not in equal:
            yield fact.id, "what it has in common with equal facts does not follow from its text"


def _standings(reader: Reader, scope: Scope, rows: Sequence[FactRow]) -> Iterator[tuple[str, str]]:
    derived = []
    for row in rows:
        events = reader.fact_events(scope, row.number)
        derived.append(replace(row, standing=standing_of(row.fact, events)))
    for row, again in zip(rows, placed_rows(derived), strict=True):
        if row.standing != again.standing:
            yield row.fact.id, "how it stands does not follow from its events and its slot"


def _search_rows(
    memory: Infold, reader: Reader, scope: Scope, rows: Sequence[FactRow]
) -> Iterator[tuple[str, str]]:
    columns = reader.fact_columns(scope)
    if columns.position.tolist() != [row.number for row in rows]:
        yield "", "facts and their search rows do not agree"
        return
    starts = np.concatenate([[0], np.cumsum(columns.term_counts)])
    for at, row in enumerate(rows):
        made = fact_forward(row.fact, memory.counter)
        terms = columns.terms[starts[at] : starts[at + 1]].tobytes()
        when = float(columns.at[at])
        told = (int(columns.tokens[at]), int(columns.flags[at]), terms)
        if told != (made.tokens, made.flags, made.terms) or when != made.at:
            yield row.fact.id, "its search row does not follow from its text"


def _vectors(
    memory: Infold, reader: Reader, scope: Scope, rows: Sequence[FactRow]
) -> Iterator[tuple[str, str]]:
    embedder = memory.embedder
    if embedder is None:
        return
    numbers, vectors = reader.fact_vectors(scope, embedder.id)
    by_number = {row.number: row.fact for row in rows}
    if any(number not in by_number for number in numbers.tolist()):
        yield "", "there is a vector of no fact"
        return
    for first in range(0, len(numbers), _BATCH):
        facts = [by_number[number] for number in numbers[first : first + _BATCH].tolist()]
        again = embedder.embed([fact.text for fact in facts])
        kept = vectors[first : first + _BATCH]
        near = kept.shape == again.shape and np.abs(kept - again).max(axis=1) < _VECTOR_SLACK
        for fact, agrees in zip(facts, np.broadcast_to(near, len(facts)).tolist(), strict=True):
            if not agrees:
                yield fact.id, "its vector is not that of its text"


def _totals(reader: Reader, scope: Scope) -> Iterator[tuple[str, str]]:
    totals = reader.fact_totals(scope)
    states = reader.fact_states(scope)
    live = sum(state.standing.state == "live" for state in states)
    newest = max((state.number for state in states), default=0)
    if totals.live != live:
        yield "", f"{totals.live} live facts are recorded, not {live}"
    if totals.facts < newest:
        yield "", f"{counted(totals.facts, 'fact is', 'facts are')} recorded, not {newest}"
