"""Recording facts: each call is one transaction.

A new value of a slot is saved and ends the older one in the same transaction. Everything that
changes a fact is an event; what other facts leave it of its time is placed anew for its whole slot,
so the outcome does not depend on the order of calls.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from infold.core.facts import Fact, FactEvent, Origin
from infold.core.folds import Span
from infold.core.forward import TELLS, ForwardRow
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.engine.fact_events import Keeper, append_event
from infold.engine.fact_identity import fact_id, same_id
from infold.engine.replaced_facts import of_known
from infold.engine.said_again import at_last, in_other_words, is_equal
from infold.engine.saying import Saying, admitted, judged
from infold.engine.slot_placing import entry, others_of_slot, place_slot
from infold.engine.slot_windows import around
from infold.memory.contradiction import Entry, Question, doubt
from infold.memory.origins import TRUST
from infold.memory.repetition import Repetition
from infold.memory.retention import Retention, due_at
from infold.memory.slots import Reading
from infold.memory.standing import after, begun, confidence_of, is_said
from infold.memory.stated import read_stated
from infold.recall.terms import term_hashes
from infold.store import limits
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Reader, Writer
from infold.text.analysis import analyze
from infold.text.telling import tells

__all__ = ["FACT_JOB", "FACT_SUBJECT", "fact_forward", "record"]

FACT_JOB: Final = "facts"
"""Kind of the job that embeds new facts; one a user."""
FACT_SUBJECT: Final = "facts"


def record(
    tx: Writer, scope: Scope, saying: Saying, *, keeper: Keeper, now: datetime
) -> Fact | None:
    """Record what was said: a new fact, or one more time that a known one was said.

    Here alone it is judged what may be written (`infold.memory.trust`), whoever says it.

    Args:
        tx: The transaction; the caller calls `touch`.
        scope: Whose; agent and session become those of the fact.
        saying: What was said.
        keeper: The store's settings.
        now: When it is recorded.

    Returns:
        The fact, as it stands in the store; None where no rule lets it in. An equal one that holds
        is counted once more, and is confirmed by whoever is trusted no less; one that has ended
        meanwhile is recorded anew, and so is one that is kept aside, where nothing speaks against
        it from this source. From the same source span it is heard only once.
    """
    verdict = judged(saying)
    if verdict.action == "block":
        return None
    saying = admitted(saying, verdict)
    fact, dated = _read(saying, keeper.retention, now)
    limits.require_fact(fact.text)
    if fact.slot is None and not saying.plain:
        fact = of_known(tx, scope, fact, min(saying.said_at or now, now))
    fact = at_last(tx, scope, fact, saying)
    owner = {"agent": scope.agent, "session": scope.session}
    same = same_id(keeper.secret, fact, **owner, dated=dated)
    alike = tx.same_facts(scope, same)
    equals = [one for one in alike if is_equal(one.fact, fact)] or in_other_words(
        tx, scope, fact, saying, dated=dated
    )
    heard = _heard(tx, scope, equals, saying.sources)
    if heard is not None:
        return heard
    at = saying.said_at or now
    standing_for = [_outermost(tx, scope, one) for one in reversed(equals)]
    known = next((one for one in standing_for if one is not None and _is_open(one, at)), None)
    if known is not None and (known.standing.state == "live" or _in_doubt(tx, scope, fact, saying)):
        _say_again(tx, scope, known, fact, saying, keeper=keeper, now=now)
        return known.fact
    made = _record_new(tx, scope, fact, same, len(alike), saying, keeper=keeper, now=now)
    if known is not None:
        _settle(tx, scope, equals, fact.origin, keeper=keeper, now=now)
    return made


def _say_again(
    tx: Writer,
    scope: Scope,
    known: FactRow,
    fact: Fact,
    saying: Saying,
    *,
    keeper: Keeper,
    now: datetime,
) -> None:
    """Count a known fact as said once more; `fact` is what is said."""
    sure = confidence_of(known.fact, known.standing, now, keeper.retention)
    told = Repetition(
        origin=fact.origin,
        trust=fact.trust,
        confidence=fact.confidence if fact.confidence >= sure else None,
        expires_at=fact.expires_at,
    )
    event = FactEvent(
        fact=known.fact.id,
        kind="repeated",
        at=now,
        by=saying.by,
        data=told.data,
        sources=saying.sources,
    )
    row = append_event(tx, scope, known, event, keeper.retention)
    if row.standing.expires_at != known.standing.expires_at and fact.kind == "temporary":
        place_slot(tx, scope, row, keeper=keeper, now=now, by=saying.by)


def _in_doubt(tx: Reader, scope: Scope, fact: Fact, saying: Saying) -> bool:
    """Whether a fact would be kept aside if it were recorded."""
    row = FactRow(
        fact=fact, standing=begun(fact), same="", agent=scope.agent, session=scope.session
    )
    mine = Entry(fact=fact, standing=row.standing, order=tx.fact_totals(scope).facts + 1)
    window = around(tx, scope, row)
    others = others_of_slot(tx, scope, row) if window is None else window.rows
    return _question(mine, others, saying) is not None


def _settle(
    tx: Writer,
    scope: Scope,
    equals: Sequence[FactRow],
    origin: Origin,
    *,
    keeper: Keeper,
    now: datetime,
) -> None:
    """Let go what was kept aside and has been said since by one about whom there is no doubt."""
    for row in equals:
        if row.standing.state == "quarantined":
            event = FactEvent(
                fact=row.fact.id,
                kind="tombstoned",
                at=now,
                by="rule",
                data=f"The {origin} has said it since.",
            )
            append_event(tx, scope, row, event, keeper.retention)


def _read(saying: Saying, retention: Retention, now: datetime) -> tuple[Fact, bool]:
    """The fact that is meant, without its id, and whether its time is said."""
    slot, value, retracts = saying.slot, saying.value, saying.retracts
    since, until = saying.valid_from, saying.valid_to
    if slot is None and not saying.plain and (reading := _reading(saying, now)) is not None:
        slot, value, retracts = reading.slot, reading.value, reading.retracts
        if since is None and until is None:
            since, until = reading.since, reading.until
    dated = since is not None or until is not None
    keeping = retention.of(saying.kind)
    expires = saying.expires_at
    if expires is None and keeping.ttl is not None:
        expires = now + keeping.ttl
    fact = Fact(
        text=saying.text,
        kind=saying.kind,
        slot=slot,
        value=value,
        retracts=retracts,
        confidence=saying.confidence,
        importance=keeping.importance if saying.importance is None else saying.importance,
        valid_from=since if dated else saying.said_at,
        valid_to=until,
        recorded_at=now,
        expires_at=expires,
        sources=saying.sources,
        origin=saying.origin,
        trust=TRUST[saying.origin] if saying.trust is None else saying.trust,
    )
    return fact, dated


def _reading(saying: Saying, now: datetime) -> Reading | None:
    at = min(saying.said_at or now, now)
    return read_stated(saying.text, at)


def _heard(
    tx: Writer, scope: Scope, equals: Sequence[FactRow], sources: Sequence[Span]
) -> Fact | None:
    """The equal fact that stands on these very spans already."""
    if not sources:
        return None
    for one in equals:
        known = {span for event in tx.fact_events(scope, one.number) for span in event.sources}
        if known.issuperset(sources):
            return one.fact
    return None


def _outermost(tx: Reader, scope: Scope, row: FactRow) -> FactRow | None:
    """The fact that stands for another since they were merged; itself where it was not."""
    found: FactRow | None = row
    while found is not None and found.standing.state == "superseded":
        found = tx.fact(scope, found.standing.superseded_by)
    return found


def _is_open(row: FactRow, at: datetime) -> bool:
    """Whether a fact still says something of a moment, or of one to come."""
    return is_said(row.standing, at)


def _record_new(
    tx: Writer,
    scope: Scope,
    fact: Fact,
    same: str,
    ordinal: int,
    saying: Saying,
    *,
    keeper: Keeper,
    now: datetime,
) -> Fact:
    owner = {"agent": scope.agent, "session": scope.session}
    everywhere = replace(scope, agent=None, session=None)
    # A purged fact keeps its id.
    while tx.is_fact_id(
        everywhere, identity := fact_id(keeper.secret, fact, **owner, ordinal=ordinal)
    ):
        ordinal += 1
    fact = replace(fact, id=identity)
    added = FactEvent(fact=identity, kind="added", at=now, by=saying.by, sources=saying.sources)
    row = FactRow(
        fact=fact,
        standing=after(begun(fact), added),
        same=same,
        ordinal=ordinal,
        agent=scope.agent,
        session=scope.session,
    )
    number = tx.fact_totals(scope).facts + 1
    window = around(tx, scope, row)
    others = others_of_slot(tx, scope, row) if window is None else window.rows
    if any(one.standing.state == "superseded" for one in others):
        # Loaded where it is needed: merging is made of what stands here.
        from infold.engine.merged_facts import open_slot

        if open_slot(tx, scope, others, fact.slot, keeper=keeper, now=now):
            others = others_of_slot(tx, scope, row)
    fixed = frozenset() if window is None else window.fixed
    mine = Entry(fact=fact, standing=row.standing, order=number)
    question = _question(mine, others, saying)
    row = replace(row, due=due_at(fact, row.standing, keeper.retention))
    row = replace(row, number=tx.add_fact(scope, row, added, fact_forward(fact, keeper.counter)))
    if row.number == 1:
        tx.bind_policy(scope, keeper.retention.mark)
    if question is not None:
        event = FactEvent(
            fact=identity,
            kind="quarantined",
            at=now,
            by=saying.by if saying.quarantine else "rule",
            other=question.against,
            data=question.reason,
        )
        append_event(tx, scope, row, event, keeper.retention)
    elif fact.slot is not None:
        place_slot(tx, scope, row, keeper=keeper, now=now, by=saying.by, others=others, fixed=fixed)
    if keeper.embeds:
        tx.queue_job(scope, FACT_JOB, FACT_SUBJECT, now)
    return fact


def _question(mine: Entry, others: Sequence[FactRow], saying: Saying) -> Question | None:
    if saying.quarantine:
        return Question(fact=mine.fact.id, against="", reason=saying.quarantine)
    return doubt(mine, [entry(one) for one in others])


def fact_forward(fact: Fact, counter: TokenCounter) -> ForwardRow:
    """What search needs to know of a fact: its terms, its time, what kind of thing it tells."""
    begins = fact.valid_from or fact.recorded_at
    return ForwardRow(
        position=0,
        parent=-1,
        role=1,
        author="",
        at=math.nan if begins is None else begins.timestamp(),
        tokens=counter.count(fact.text),
        flags=int(tells(fact.text)) << TELLS,
        terms=term_hashes(analyze(fact.text)).tobytes(),
    )
