"""Recording facts and what becomes of them: each call is one transaction.

A new value of a slot is saved and ends the older one in the same transaction. Everything that
changes a fact is an event; what other facts leave it of its time is placed anew for its whole slot,
so the outcome does not depend on the order of calls.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from infold.core.facts import EventKind, Fact, FactEvent, FactKind, Hold, Origin, Slot, Standing
from infold.core.folds import Span
from infold.core.forward import TELLS, ForwardRow
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.engine.fact_identity import fact_id, same_id
from infold.engine.said_again import at_last, in_other_words, is_equal
from infold.errors import Conflict, NotFound
from infold.memory.contradiction import Entry, Question, doubt, intervals, placed
from infold.memory.origins import TRUST
from infold.memory.repetition import Repetition
from infold.memory.retention import Retention, due_at
from infold.memory.slots import Reading
from infold.memory.standing import after, begun, confidence_of, is_said
from infold.memory.stated import read_stated
from infold.memory.trust import Verdict, judge_write
from infold.memory.validity import current
from infold.recall.terms import term_hashes
from infold.store import limits
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Reader, Writer
from infold.text.analysis import analyze
from infold.text.telling import tells

__all__ = [
    "FACT_JOB",
    "FACT_SUBJECT",
    "Keeper",
    "Saying",
    "append_event",
    "change",
    "entry",
    "fact_forward",
    "happen_all",
    "judged",
    "place_slot",
    "record",
    "same_owner",
    "the_fact",
]

FACT_JOB: Final = "facts"
"""Kind of the job that embeds new facts; one a user."""
FACT_SUBJECT: Final = "facts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeper:
    """What recording needs of an open store.

    Attributes:
        secret: Of the space.
        counter: Counts tokens.
        retention: How facts are kept.
        embeds: Whether facts get vectors.
    """

    secret: bytes
    counter: TokenCounter
    retention: Retention
    embeds: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """Something to remember, checked at the door.

    Attributes:
        text: One line.
        kind: Decides how it is kept.
        confidence: 0 to 1.
        importance: 0 to 1; None for that of its kind.
        expires_at: From when it is hidden; None for the time of its kind.
        valid_from: From when it holds; None for what its words say.
        valid_to: Until when.
        said_at: When it was said, where that was not just now.
        sources: Spans of the messages that say it. The same span is heard once.
        origin: Who said it.
        trust: 0 to 1; None for that of its origin.
        slot: Given where the caller knows it; else it is read from the text.
        plain: None is read: the text is not the speaker's own.
        value: Of that slot.
        retracts: Of that slot.
        by: Who records it.
        quarantine: A reason to keep it hidden until it is released; empty for none.
        whole: All of what was said, judged too: an instruction may stand beside the sentence.
    """

    text: str
    kind: FactKind = "statement"
    confidence: float = 1.0
    importance: float | None = None
    expires_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    said_at: datetime | None = None
    sources: tuple[Span, ...] = ()
    origin: Origin = "program"
    trust: float | None = None
    slot: Slot | None = None
    plain: bool = False
    value: str = ""
    retracts: bool = False
    by: str = "program"
    quarantine: str = ""
    whole: str = ""


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
    saying = _admitted(saying, verdict)
    fact, dated = _read(saying, keeper.retention, now)
    limits.require_fact(fact.text)
    if fact.slot is None and not saying.plain:
        # Loaded where it is needed: what chats say of known facts is made of what stands here.
        from infold.engine.replaced_facts import of_known

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
    return _question(mine, _others(tx, scope, row), saying) is not None


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


def judged(saying: Saying) -> Verdict:
    """What may be written of a saying: the stricter of what is said of it and of all around it."""
    own = judge_write(saying.text, saying.origin)
    if not saying.whole or own.action == "block":
        return own
    whole = judge_write(saying.whole, saying.origin)
    if whole.action == "block" or (whole.action == "quarantine" != own.action):
        return replace(whole, text=own.text)
    return own


def _admitted(saying: Saying, verdict: Verdict) -> Saying:
    """A saying as it may be written: secrets taken out, instructions held back."""
    # A value that is not in the text any more was a secret.
    value = saying.value if verdict.text == saying.text or saying.value in verdict.text else ""
    held = verdict.reason if verdict.action == "quarantine" else ""
    return replace(
        saying, text=verdict.text, value=value, quarantine=saying.quarantine or held, whole=""
    )


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
    others = _others(tx, scope, row)
    if any(one.standing.state == "superseded" for one in others):
        # Loaded where it is needed: merging is made of what stands here.
        from infold.engine.merged_facts import open_slot

        if open_slot(tx, scope, others, fact.slot, keeper=keeper, now=now):
            others = _others(tx, scope, row)
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
        place_slot(tx, scope, row, keeper=keeper, now=now, by=saying.by, others=others)
    if keeper.embeds:
        tx.queue_job(scope, FACT_JOB, FACT_SUBJECT, now)
    return fact


def _question(mine: Entry, others: Sequence[FactRow], saying: Saying) -> Question | None:
    if saying.quarantine:
        return Question(fact=mine.fact.id, against="", reason=saying.quarantine)
    return doubt(mine, [entry(one) for one in others])


def entry(row: FactRow) -> Entry:
    """A fact as it takes part in its slot."""
    return Entry(fact=row.fact, standing=row.standing, order=row.number)


def same_owner(row: FactRow, other: FactRow) -> bool:
    """Whether two facts are of one agent and session: only those end one another."""
    return (row.agent, row.session) == (other.agent, other.session)


def _others(tx: Reader, scope: Scope, row: FactRow) -> list[FactRow]:
    """The other facts of a fact's slot; none where it has no slot."""
    if row.fact.slot is None:
        return []
    everywhere = replace(scope, agent=row.agent, session=row.session)
    found = tx.facts_of_slot(everywhere, row.fact.slot)
    return [one for one in found if same_owner(one, row) and one.fact.id != row.fact.id]


def place_slot(
    tx: Writer,
    scope: Scope,
    row: FactRow,
    *,
    keeper: Keeper,
    now: datetime,
    by: str,
    others: Sequence[FactRow] | None = None,
) -> None:
    """Place all facts of a fact's slot anew, and record whom that ends or opens again.

    Args:
        tx: The transaction.
        scope: Whose.
        row: The fact that changed, as it stands now. One without a slot has the time of its words.
        keeper: The store's settings.
        now: When.
        by: Who changed it.
        others: The other facts of its slot, where they have just been read.
    """
    if row.fact.slot is None:
        return
    rows = [*(_others(tx, scope, row) if others is None else others), row]
    entries = [entry(one) for one in rows]
    holds = placed(entries)
    history = intervals(entries)
    for one in rows:
        mine = holds[one.fact.id]
        ended = _ended_by(one, mine, None if mine else current(history, _begins(one.fact)))
        standing = one.standing
        if standing.state not in ("live", "expired"):
            ended = standing.superseded_by
        if (mine, ended) == (standing.holds, standing.superseded_by):
            continue
        changed = replace(one, standing=replace(standing, holds=mine))
        if ended == standing.superseded_by:
            _save(tx, scope, changed, was=standing, retention=keeper.retention)
            continue
        last = mine[-1].ends if mine else None
        event = FactEvent(
            fact=one.fact.id,
            kind="superseded" if ended else "reopened",
            at=now,
            by=by,
            other=ended,
            data=last.isoformat() if last is not None and last != now else "",
        )
        append_event(tx, scope, changed, event, keeper.retention, was=standing)


def _begins(fact: Fact) -> datetime:
    begins = fact.valid_from or fact.recorded_at
    assert begins is not None, "a recorded fact"
    return begins


def _ended_by(row: FactRow, holds: Sequence[Hold], instead: object) -> str:
    if holds:
        return holds[-1].by if holds[-1].ends is not None else ""
    other = getattr(instead, "fact", "")
    return "" if other == row.fact.id else str(other)


def change(
    tx: Writer,
    scope: Scope,
    fact: str,
    kind: EventKind,
    *,
    keeper: Keeper,
    now: datetime,
    by: str,
    other: str = "",
    data: str = "",
) -> FactRow:
    """Let something happen to a fact; the caller calls `touch`.

    What takes a fact out of its slot or brings it back places the slot anew.

    Returns:
        The fact as it stands afterwards.

    Raises:
        NotFound: No such fact in this scope.
        Conflict: It was purged.
    """
    row = the_fact(tx, scope, fact)
    event = FactEvent(fact=fact, kind=kind, at=now, by=by, other=other, data=data)
    changed = append_event(tx, scope, row, event, keeper.retention)
    was, stands = row.standing, changed.standing
    if (stands.state, stands.expires_at) != (was.state, was.expires_at):
        place_slot(tx, scope, changed, keeper=keeper, now=now, by=by)
        return the_fact(tx, scope, fact)
    return changed


def the_fact(tx: Reader, scope: Scope, fact: str) -> FactRow:
    """A fact by its id.

    Raises:
        NotFound: No such fact in this scope.
        Conflict: It was purged: nothing of it is left.
    """
    row = tx.fact(scope, fact)
    if row is not None:
        return row
    if tx.fact_state(scope, fact) is not None:
        raise Conflict(
            f"The fact {fact} was purged.",
            hint="Nothing of it is left to be shown or restored; add it again if it is to be kept.",
            records=[fact],
        )
    raise NotFound(
        f"No fact {fact} in this scope.", hint="`infold facts` lists them.", records=[fact]
    )


def append_event(
    tx: Writer,
    scope: Scope,
    row: FactRow,
    event: FactEvent,
    retention: Retention,
    *,
    was: Standing | None = None,
) -> FactRow:
    """Append an event and save how the fact stands after it; its slot is not placed anew.

    Args:
        tx: The transaction.
        scope: Whose.
        row: The fact as it stands.
        event: What happened.
        retention: Says when a sweep could do anything with it.
        was: How it stood in the store, where `row` differs from that already.

    Returns:
        The fact as it stands afterwards.
    """
    changed = replace(row, standing=after(row.standing, event))
    changed = _save(tx, scope, changed, was=was or row.standing, retention=retention)
    tx.add_fact_event(scope, changed, event)
    return changed


def _save(
    tx: Writer, scope: Scope, row: FactRow, *, was: Standing, retention: Retention
) -> FactRow:
    row = replace(row, due=due_at(row.fact, row.standing, retention))
    tx.save_standing(scope, row, was=was)
    return row


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


def happen_all(
    tx: Writer,
    scope: Scope,
    facts: Iterable[str],
    kind: EventKind,
    *,
    keeper: Keeper,
    now: datetime,
    by: str,
) -> None:
    """Let the same happen to several facts; those that are gone are passed over."""
    for fact in facts:
        row = tx.fact(scope, fact)
        if row is not None:
            event = FactEvent(fact=fact, kind=kind, at=now, by=by)
            append_event(tx, scope, row, event, keeper.retention)
