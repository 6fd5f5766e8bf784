"""What a sweep evicts of conversations: which are due, doing it in chunks, and taking it back.

A conversation is decided on as a whole, as it stands in the chunk's own transaction: doing a chunk
twice changes nothing. Nothing here removes content.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from infold.core.scope import Scope
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.evicting import archive_verdict, demote_verdict, export_verdict
from infold.memory.sweeping import SweepItem, Verdict
from infold.store.eviction_protocol import EvictionKind, EvictionRow, FoldAge
from infold.store.protocol import ConversationRow, Reader, Writer
from infold.store.sweep_protocol import SweepRow

__all__ = ["COUNTS", "PAGE", "Due", "Place", "come_back", "evict", "in_conversation", "take_back"]

PAGE: Final = 200
"""Conversations that one transaction looks at, at most."""
_BY: Final = "sweep"
_UNDO: Final = "undo"
COUNTS: Final[Mapping[EvictionKind, str]] = {
    "archive": "archived",
    "demote": "demoted",
    "export": "exported",
    "drop": "dropped",
}
"""Under which name a sweep's record counts what was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """What a sweep would do with a conversation or one of its clusters.

    Attributes:
        item: As a plan tells it.
        row: As it is recorded; None where it is kept.
    """

    item: SweepItem
    row: EvictionRow | None


def in_conversation(
    reader: Reader,
    scope: Scope,
    row: ConversationRow,
    at: datetime,
    keeping: ChatKeeping,
    *,
    kept: bool = False,
) -> Iterator[Due]:
    """What is due in one conversation: itself, else its clusters.

    Args:
        reader: A snapshot.
        scope: Whose.
        row: The conversation.
        at: The sweep's clock.
        keeping: How conversations are kept.
        kept: Give also what is kept.
    """
    if not kept and not _may_be_due(row, at, keeping):
        return
    rows = reader.evictions(scope, row.id, ended=True)
    back = {one.fold: one.ended for one in rows if one.ended is not None}
    pinned = reader.graph_state(scope, row.id).pinned
    found = archive_verdict(
        last=row.last,
        back=back.get(""),
        archived=row.archived,
        is_pinned=bool(pinned),
        at=at,
        keeping=keeping,
    )
    files = [one.data for one in rows if one.kind == "export" and one.ended is None]
    out = export_verdict(
        last=row.last,
        messages=row.messages,
        exported=files[-1]["messages"] if files else None,
        at=at,
        keeping=keeping,
    )
    if out.action != "keep":
        yield _due(scope, row, out, at)
    if kept or found.action != "keep":
        yield _due(scope, row, found, at)
    if found.action == "archive" or row.archived is not None or keeping.demote is None:
        return
    if not row.generation:
        return
    pins = {message.id for message in reader.messages(scope, row.id, list(pinned))}
    standing = {one.fold for one in rows if one.kind == "demote" and one.ended is None}
    for age in reader.fold_ages(scope, row.id):
        if age.id in standing:
            found = Verdict(action="keep", reason="Shown as one line already.")
        else:
            found = demote_verdict(
                newest=age.newest,
                back=back.get(age.id),
                sources=age.sources,
                claims=age.claims,
                is_pinned=bool(pins) and _holds(reader, scope, age, pins),
                at=at,
                keeping=keeping,
            )
        if kept or found.action != "keep":
            yield _due(scope, row, found, at, age)


def _may_be_due(row: ConversationRow, at: datetime, keeping: ChatKeeping) -> bool:
    """Whether anything can be due, by the row alone: most are passed over by it."""
    if keeping.export is not None and row.last is not None and row.last + keeping.export <= at:
        return True
    if row.archived is not None:
        return False
    first = row.first or row.last
    return (
        keeping.archive is not None and row.last is not None and row.last + keeping.archive <= at
    ) or (keeping.demote is not None and first is not None and first + keeping.demote <= at)


def _holds(reader: Reader, scope: Scope, age: FoldAge, pins: set[str]) -> bool:
    there = reader.fold(scope, age.id)
    return there is not None and not pins.isdisjoint(there[1].sources)


def _due(
    scope: Scope, row: ConversationRow, found: Verdict, at: datetime, age: FoldAge | None = None
) -> Due:
    item = SweepItem(
        user=scope.user,
        kind="conversation" if age is None else "fold",
        record=row.id if age is None else age.id,
        text=(row.title or row.key) if age is None else age.line,
        action=found.action,
        policy=found.policy,
        reason=found.reason,
    )
    if found.action not in ("archive", "demote", "export"):
        return Due(item=item, row=None)
    kind: EvictionKind = found.action
    return Due(
        item=item,
        row=EvictionRow(
            conversation=row.id,
            kind=kind,
            fold="" if age is None else age.id,
            at=at,
            by=_BY,
            reason=found.reason,
        ),
    )


# ------------------------------------------------------------------ doing it


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """How far a sweep has come among the conversations: what only the running process knows.

    Attributes:
        row: The sweep.
        user: Whose were looked at last; None before the first.
        behind: Go on behind this conversation of that user's; empty for the first.
        is_open: Whether there may be more of that user's.
        seen: Users looked at.
        is_over: Whether all are done.
    """

    row: SweepRow
    user: str | None = None
    behind: str = ""
    is_open: bool = False
    seen: int = 0
    is_over: bool = False


def evict(tx: Writer, place: Place, keeping: ChatKeeping, *, room: int) -> Place:
    """Do what is due in the next conversations, but for exports, in the caller's transaction.

    Args:
        tx: The transaction.
        place: How far the sweep has come.
        keeping: How conversations are kept.
        room: Records that may be changed.

    Returns:
        How far it has come now, with the counts in its row.
    """
    row, counts = place.row, Counter(place.row.counts)
    name, behind, is_open, seen, looked = place.user, place.behind, place.is_open, place.seen, 0
    while room > 0 and looked < PAGE:
        if not is_open:
            following = _next_user(tx, row, name)
            if following is None:
                row = replace(row, counts=dict(counts))
                return Place(row=row, user=name, seen=seen, is_over=True)
            name, behind, is_open = following, "", True
        scope = Scope(space=row.scope.space, user=name or "")
        chats = tx.conversations(scope, after=behind, limit=PAGE - looked)
        is_open = len(chats) == PAGE - looked
        done: list[EvictionRow] = []
        for chat in chats:
            due = [
                one.row
                for one in in_conversation(tx, scope, chat, row.at, keeping)
                if one.row is not None and one.row.kind != "export"  # files were written before
            ]
            done += due[: room - len(done)]
            if len(done) == room:
                # It is looked at again: what was done to it is due no more.
                is_open = True
                break
            behind = chat.id
            looked += 1
        seen += not is_open
        room -= len(done)
        _save(tx, scope, row, done, counts)
    row = replace(row, counts=dict(counts))
    return Place(row=row, user=name, behind=behind, is_open=is_open, seen=seen)


def _next_user(tx: Writer, row: SweepRow, last: str | None) -> str | None:
    if not row.whole:
        return row.scope.user if last is None else None
    return next(iter(tx.users_after(row.scope.space, last, limit=1)), None)


def _save(
    tx: Writer,
    scope: Scope,
    row: SweepRow,
    done: Sequence[EvictionRow],
    counts: Counter[str],
) -> None:
    if not done:
        return
    counts["users"] += not tx.has_evicted(scope, row.id)
    tx.add_evictions(scope, [replace(one, sweep=row.id) for one in done])
    for one in done:
        counts[COUNTS[one.kind]] += 1
        if one.kind == "archive":
            chat = tx.conversation(scope, one.conversation)
            assert chat is not None, "this transaction has just read it"
            tx.save_conversation(scope, replace(chat, archived=one.at))
    tx.touch(scope)


# ------------------------------------------------------------------ taking it back


def take_back(
    tx: Writer, scope: Scope, rows: Sequence[EvictionRow], *, at: datetime, by: str = _UNDO
) -> int:
    """Take evictions back that stand: what they hid is shown as before. How many were."""
    count = 0
    for one in rows:
        if not tx.end_eviction(scope, one, at=at, by=by):
            continue
        count += 1
        if one.kind == "archive":
            chat = tx.conversation(scope, one.conversation)
            assert chat is not None, "an eviction goes with its conversation"
            tx.save_conversation(scope, replace(chat, archived=None))
    if count:
        tx.touch(scope)
    return count


def come_back(
    tx: Writer, scope: Scope, row: ConversationRow, *, at: datetime, by: str
) -> ConversationRow:
    """An archived conversation in which something is said again is listed and searched again."""
    for one in tx.evictions(scope, row.id):
        if one.kind == "archive":
            tx.end_eviction(scope, one, at=at, by=by)
    return replace(row, archived=None)
