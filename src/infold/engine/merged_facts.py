"""Merging facts, taking merges apart, and what deleting and restoring mean for them.

A merge is a fact of its own; its members point at it by their `merged` events and stay as they
were. It is taken apart by appending `unmerged`: nothing is rewritten. What was said, confirmed or
pinned of it meanwhile goes to the member whose words it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from infold.core.facts import EventKind, Fact, FactEvent, Slot
from infold.core.folds import Span
from infold.core.scope import Scope
from infold.engine import slot_placing
from infold.engine.fact_events import Keeper, append_event, the_fact
from infold.engine.fact_identity import fact_id, same_id
from infold.engine.merge_plans import member
from infold.engine.remembering import FACT_JOB, FACT_SUBJECT, fact_forward
from infold.engine.slot_placing import entry, place_slot, same_owner
from infold.errors import Conflict
from infold.memory.contradiction import Entry
from infold.memory.merging import Merge, keeps_history, may_merge, merged_fact
from infold.memory.retention import due_at
from infold.memory.standing import after, begun
from infold.store import limits
from infold.store.fact_protocol import FactRow, FactState
from infold.store.protocol import Reader, Writer

__all__ = [
    "change",
    "comes_apart",
    "drawn_along",
    "heir",
    "is_in",
    "join",
    "members_of",
    "open_slot",
    "take_apart",
]

TAKEN_APART: Final = "Its merge was taken apart."
_KEPT: Final = ("repeated", "confirmed")


def members_of(tx: Reader, scope: Scope, fact: str) -> list[FactRow]:
    """The facts that were merged into one, in order of entry; those that were purged are gone."""
    everywhere = Scope(space=scope.space, user=scope.user)
    return tx.facts_at(everywhere, tx.merge_members(everywhere, fact))


def join(
    tx: Writer, scope: Scope, merge: Merge, *, keeper: Keeper, now: datetime, by: str
) -> tuple[str, str]:
    """Merge facts, where they still are as the plan saw them; the caller calls `touch`.

    Returns:
        The id of the fact that stands for them now and nothing; or nothing and why not, in words.
    """
    everywhere = Scope(space=scope.space, user=scope.user)
    rows = [tx.fact(everywhere, one) for one in merge.members]
    there = [row for row in rows if row is not None]
    if len(there) != len(merge.members):
        return "", "One of them is gone."
    if any(row.standing.events != seen for row, seen in zip(there, merge.seen, strict=True)):
        return "", "One of them has changed since."
    members = [member(row) for row in there]
    if not all(may_merge(one, now) for one in members):
        return "", "One of them holds no more."
    if len(merge.text) > limits.FACT_CHARACTERS:
        return "", f"Their text would be longer than {limits.FACT_CHARACTERS:,} characters."
    spans = [
        span
        for row in there
        for event in tx.fact_events(everywhere, row.number)
        for span in event.sources
    ]
    fact, taken = merged_fact(
        members,
        merge.text,
        sources=spans,
        now=now,
        retention=keeper.retention,
        is_fold=merge.is_fold,
    )
    row = _row(tx, everywhere, fact, there, keeper)
    if _moves_values(tx, everywhere, row, there):
        return "", "The values of their slot would hold at other times."
    _save(tx, everywhere, row, there, taken, spans, keeper=keeper, now=now, by=by)
    return row.fact.id, ""


def _moves_values(tx: Reader, scope: Scope, row: FactRow, members: Sequence[FactRow]) -> bool:
    """Whether a slot would have other values, or at other times, once facts are merged."""
    fact = row.fact
    gone = [one.fact.id for one in members]
    for slot in dict.fromkeys(one.fact.slot for one in members):
        if slot is None:
            continue
        rows = [one for one in tx.facts_of_slot(scope, slot) if same_owner(one, row)]
        if slot != fact.slot:
            if any(one.fact.id not in gone and one.standing.state == "live" for one in rows):
                return True
            continue
        mine = Entry(fact=fact, standing=row.standing, order=tx.fact_totals(scope).facts + 1)
        if not keeps_history([entry(one) for one in rows], gone, mine):
            return True
    return False


def _row(
    tx: Reader, scope: Scope, fact: Fact, members: Sequence[FactRow], keeper: Keeper
) -> FactRow:
    """The merge as a row, with an id of its own."""
    first = members[0]
    owner = {"agent": first.agent, "session": first.session}
    dated = all(
        one.same == same_id(keeper.secret, one.fact, **owner, dated=True) for one in members
    )
    same = same_id(keeper.secret, fact, **owner, dated=dated)
    ordinal = len(tx.same_facts(scope, same))
    while tx.is_fact_id(scope, found := fact_id(keeper.secret, fact, **owner, ordinal=ordinal)):
        ordinal += 1
    fact = replace(fact, id=found)
    return FactRow(
        fact=fact,
        standing=begun(fact),
        same=same,
        ordinal=ordinal,
        agent=first.agent,
        session=first.session,
    )


def _save(
    tx: Writer,
    scope: Scope,
    row: FactRow,
    members: Sequence[FactRow],
    taken: str,
    spans: Sequence[Span],
    *,
    keeper: Keeper,
    now: datetime,
    by: str,
) -> None:
    fact = row.fact
    added = FactEvent(
        fact=fact.id, kind="added", at=now, by=by, sources=tuple(dict.fromkeys(spans))
    )
    row = replace(row, standing=after(row.standing, added))
    row = replace(row, due=due_at(fact, row.standing, keeper.retention))
    row = replace(row, number=tx.add_fact(scope, row, added, fact_forward(fact, keeper.counter)))
    own: list[tuple[EventKind, str]] = [("merged", taken)]
    if any(one.standing.pinned for one in members):
        own.append(("pinned", ""))
    for kind, data in own:
        event = FactEvent(fact=fact.id, kind=kind, at=now, by=by, data=data)
        row = append_event(tx, scope, row, event, keeper.retention)
    for one in members:
        event = FactEvent(fact=one.fact.id, kind="merged", at=now, by=by, other=fact.id)
        append_event(tx, scope, one, event, keeper.retention)
    if fact.slot is not None:
        place_slot(tx, scope, row, keeper=keeper, now=now, by=by)
    if keeper.embeds:
        tx.queue_job(scope, FACT_JOB, FACT_SUBJECT, now)


def take_apart(
    tx: Writer,
    scope: Scope,
    fact: str,
    *,
    keeper: Keeper,
    now: datetime,
    by: str,
    reason: str = "",
) -> list[FactRow]:
    """Take a merge apart: its members are as they were; the caller calls `touch`.

    What was said again, confirmed or pinned of the merge goes to the member whose words it has.

    Args:
        tx: The transaction.
        scope: Whose.
        fact: Id of the merge.
        keeper: The store's settings.
        now: When.
        by: Who does it.
        reason: Why, where nobody asked for it; what somebody took apart is not merged again.

    Returns:
        The members. A merge that was taken apart already stays so.

    Raises:
        NotFound: No such fact.
        Conflict: It stands for no others, was deleted, or was merged into another itself.
    """
    everywhere = Scope(space=scope.space, user=scope.user)
    row = the_fact(tx, scope, fact)
    members = members_of(tx, everywhere, fact)
    if not members:
        raise Conflict(
            f"The fact {fact} is no merge: it stands for itself alone.",
            hint="`infold merge --plan` shows what would be merged.",
            records=[fact],
        )
    standing = row.standing
    if standing.state == "superseded":
        raise Conflict(
            f"The fact {fact} was merged into {standing.superseded_by}.",
            hint="Take that one apart first.",
            records=[standing.superseded_by],
        )
    inside = [one for one in members if is_in(one, fact)]
    if standing.state == "tombstoned":
        if inside:
            raise Conflict(f"The fact {fact} is deleted.", hint="Restore it first.", records=[fact])
        return members
    for one in inside:
        event = FactEvent(fact=one.fact.id, kind="unmerged", at=now, by=by, other=fact, data=reason)
        append_event(tx, everywhere, one, event, keeper.retention)
    _hand_over(tx, everywhere, row, inside, keeper=keeper, now=now, by=by)
    gone = FactEvent(fact=fact, kind="tombstoned", at=now, by=by, data=TAKEN_APART)
    row = append_event(tx, everywhere, row, gone, keeper.retention)
    if row.fact.slot is not None:
        place_slot(tx, everywhere, row, keeper=keeper, now=now, by=by)
    return members_of(tx, everywhere, fact)


def is_in(one: FactRow, merge: str) -> bool:
    """Whether a fact is part of a merge now, also one that is deleted together with it."""
    return one.standing.superseded_by == merge and one.standing.state in (
        "superseded",
        "tombstoned",
    )


def comes_apart(merge: FactState) -> bool:
    """Whether a merge comes apart when it is removed: not one that is gone or inside another."""
    return merge.standing.state not in ("tombstoned", "superseded", "purged")


def heir(row: FactRow, members: Sequence[FactRow]) -> str:
    """Id of the member that has a merge's words, to which goes what was said of it; else the last.

    Args:
        row: The merge.
        members: What it stands for now; one at least.
    """
    return next((one for one in members if one.fact.text == row.fact.text), members[-1]).fact.id


def _hand_over(
    tx: Writer,
    scope: Scope,
    row: FactRow,
    members: Sequence[FactRow],
    *,
    keeper: Keeper,
    now: datetime,
    by: str,
) -> None:
    """Give a member what happened to the merge since it was made."""
    if not members:
        return
    to = heir(row, members)
    happened = [event for event in tx.fact_events(scope, row.number) if event.kind in _KEPT]
    kept = [replace(event, fact=to) for event in happened]
    if row.standing.pinned and not any(one.standing.pinned for one in members):
        kept.append(FactEvent(fact=to, kind="pinned", at=now, by=by))
    for event in kept:
        append_event(tx, scope, the_fact(tx, scope, to), event, keeper.retention)


def open_slot(
    tx: Writer,
    scope: Scope,
    others: Sequence[FactRow],
    slot: Slot | None,
    *,
    keeper: Keeper,
    now: datetime,
) -> bool:
    """Take merges apart that hold values of a slot without being of it: a new value came in.

    Args:
        tx: The transaction.
        scope: Whose.
        others: The facts of the slot.
        slot: The slot.
        keeper: The store's settings.
        now: When.

    Returns:
        Whether any was.
    """
    everywhere = Scope(space=scope.space, user=scope.user)
    opened = False
    for one in others:
        row: FactRow | None = one
        outer = ""
        while row is not None and row.standing.state == "superseded":
            outer = row.standing.superseded_by
            row = tx.fact(everywhere, outer)
        if outer and row is not None and row.standing.state == "live" and row.fact.slot != slot:
            reason = "A new value of one of its slots came in."
            take_apart(tx, everywhere, outer, keeper=keeper, now=now, by="rule", reason=reason)
            opened = True
    return opened


def drawn_along(
    tx: Writer, scope: Scope, facts: Sequence[FactState], *, keeper: Keeper, now: datetime, by: str
) -> list[FactState]:
    """Facts that are to be removed for good, with the merges that say the same.

    A merge that is removed takes those along that it stands for. One that drew on a removed fact
    holds its words, whether it was taken apart or not: it is removed too, and what else it stood
    for is as it was.

    Returns:
        The facts and what goes with them, each once, by number; those that were purged are gone.
    """
    everywhere = Scope(space=scope.space, user=scope.user)
    named = {one.number: one for one in facts}
    waiting = list(facts)
    while waiting:
        merge = waiting.pop()
        for row in members_of(tx, everywhere, merge.id):
            if row.number not in named and is_in(row, merge.id):
                state = tx.fact_state(everywhere, row.fact.id)
                assert state is not None, "its content is there"
                named[row.number] = state
                waiting.append(state)
    found = dict(named)
    numbers = sorted(named)
    while numbers:
        above = [tx.fact_state(everywhere, one) for one in tx.merges_of(everywhere, numbers)]
        fresh = [one for one in above if one is not None and one.number not in found]
        found |= {one.number: one for one in fresh}
        numbers = [one.number for one in fresh]
    # The outermost first: it was recorded last.
    for number in sorted(found.keys() - named.keys(), reverse=True):
        now_stands = tx.fact_state(everywhere, found[number].id)
        if now_stands is not None and comes_apart(now_stands):
            reason = "One of its facts was removed."
            take_apart(
                tx, everywhere, found[number].id, keeper=keeper, now=now, by=by, reason=reason
            )
    again = [tx.fact_state(everywhere, one.id) for one in found.values()]
    there = [one for one in again if one is not None and one.standing.state != "purged"]
    return sorted(there, key=lambda one: one.number)


def change(
    tx: Writer,
    scope: Scope,
    fact: str,
    kind: EventKind,
    *,
    keeper: Keeper,
    now: datetime,
    by: str,
    data: str = "",
) -> FactRow:
    """Let something happen to a fact, and to what it is merged with.

    A merge takes its members along when it is deleted, and brings them back with it. A member
    that is deleted by itself is taken out first: its merge comes apart. Raises as
    `infold.engine.slot_placing.change`.
    """
    everywhere = Scope(space=scope.space, user=scope.user)
    row = the_fact(tx, scope, fact)
    while kind == "tombstoned" and row.standing.state == "superseded":
        # The outermost merge first: each is inside the next.
        outer = row.standing.superseded_by
        while (above := the_fact(tx, everywhere, outer)).standing.state == "superseded":
            outer = above.standing.superseded_by
        reason = "One of its facts was deleted."
        take_apart(tx, everywhere, outer, keeper=keeper, now=now, by=by, reason=reason)
        row = the_fact(tx, scope, fact)
    changed = slot_placing.change(tx, scope, fact, kind, keeper=keeper, now=now, by=by, data=data)
    waiting = [changed.fact.id] if kind in ("tombstoned", "restored") else []
    while waiting:
        merge = waiting.pop()
        for one in members_of(tx, everywhere, merge):
            if _goes_along(one, merge, kind):
                _go_along(tx, everywhere, one, merge, kind, keeper=keeper, now=now, by=by)
                waiting.append(one.fact.id)
    return the_fact(tx, scope, fact) if kind in ("tombstoned", "restored") else changed


def _goes_along(one: FactRow, merge: str, kind: EventKind) -> bool:
    standing = one.standing
    if kind == "tombstoned":
        return standing.state == "superseded" and standing.superseded_by == merge
    if standing.state == "tombstoned" and not standing.superseded_by:
        raise Conflict(
            f"The fact {one.fact.id} was deleted; {merge} holds its words.",
            hint="Restore that one first.",
            records=[one.fact.id],
        )
    return standing.state == "live" or is_in(one, merge)


def _go_along(
    tx: Writer,
    scope: Scope,
    one: FactRow,
    merge: str,
    kind: EventKind,
    *,
    keeper: Keeper,
    now: datetime,
    by: str,
) -> None:
    kinds: list[EventKind] = ["tombstoned"]
    if kind == "restored":
        kinds = ["restored", "merged"] if one.standing.state == "tombstoned" else ["merged"]
    for each in kinds:
        other = merge if each == "merged" else ""
        data = f"Deleted with {merge}, into which it was merged." if each == "tombstoned" else ""
        event = FactEvent(fact=one.fact.id, kind=each, at=now, by=by, other=other, data=data)
        one = append_event(tx, scope, one, event, keeper.retention)
    if one.fact.slot is not None:
        place_slot(tx, scope, one, keeper=keeper, now=now, by=by)
