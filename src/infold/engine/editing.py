"""Editing a conversation's graph: wires, the leaf, versions, archives; each a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from infold.core.changes import Change, Effect
from infold.core.marks import Mark
from infold.core.messages import Message, part_text
from infold.core.missing import no_message
from infold.core.scope import Scope
from infold.core.settings import AWAY, BACK, GONE
from infold.engine.append import Append, append
from infold.engine.fold_openings import opened_by_restoring, opened_by_wire
from infold.engine.marking import mark
from infold.engine.node_editing import brought_in, keep_leaf, replacing
from infold.engine.steps import do, require, setting_record, wire_record
from infold.errors import GraphError, NotFound, UsageError
from infold.store.protocol import ConversationRow, Reader, WireRow, Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["Editor"]


@dataclass(frozen=True, slots=True)
class Editor:
    """Edits one conversation; each call is one transaction and one step."""

    memory: Infold
    scope: Scope
    conversation: str

    def set_wire(
        self, parent: str, child: str, kind: Literal["continue", "reference"], *, cut: bool
    ) -> Change | None:
        """Cut or restore a wire."""
        name = f"{'cut' if cut else 'restore'} wire"

        def command(tx: Writer) -> Change | None:
            row = require(tx, self.scope, self.conversation)
            wire = _wire(tx, self.scope, row, parent, child, kind)
            record = wire_record(parent, child, kind)
            new = _wire_value(replace(wire, cut=cut))
            effects = [Effect(target="wire", record=record, old=_wire_value(wire), new=new)]
            if wire.cut != cut:
                effects += opened_by_wire(tx, self.scope, row, parent, child, kind)
            return self._do(tx, name, effects)

        return self.memory.store.write(command)

    def refer(self, quoted: str, quoting: str, *, chain: bool) -> Change | None:
        """Add a reference wire, or restore one."""

        def command(tx: Writer) -> Change | None:
            row = require(tx, self.scope, self.conversation)
            ends = _positions(tx, self.scope, row, [quoted, quoting])
            if ends[0] >= ends[1]:
                raise GraphError(
                    "A message can quote only what was there before it.",
                    hint="Give the older message first.",
                    records=[quoted, quoting],
                )
            there = _wire_at(tx, self.scope, row, ends[0], ends[1], "reference")
            new = WireRow(parent=ends[0], child=ends[1], kind="reference", chain=chain)
            old = _wire_value(there) if there else ""
            record = wire_record(quoted, quoting, "reference")
            effects = [Effect(target="wire", record=record, old=old, new=_wire_value(new))]
            if old != effects[0].new:
                effects += opened_by_wire(tx, self.scope, row, quoted, quoting, "reference")
            return self._do(tx, "quote a chain" if chain else "quote a turn", effects)

        return self.memory.store.write(command)

    def set_leaf(self, message: str, name: str = "go to a leaf") -> Change | None:
        """Make the newest message below one the current leaf."""

        def command(tx: Writer) -> Change | None:
            row = require(tx, self.scope, self.conversation)
            at = _newest_below(tx, self.scope, row, message)
            effect = Effect(target="leaf", record="", old=row.leaf_id, new=at)
            return self._do(tx, name, [effect])

        return self.memory.store.write(command)

    def edit(self, message: str, text: Message, *, in_place: bool = False) -> Message:
        """Append a version beside a message, with its marks as far as they fit, and go on there.

        With `in_place` the version is shown wherever the message stands, and the leaf stays.
        """
        memory = self.memory

        def command(tx: Writer) -> Message:
            row = require(tx, self.scope, self.conversation)
            position = _positions(tx, self.scope, row, [message])[0]
            old = tx.messages(self.scope, row.id, [position])[0]
            above = tx.parents(self.scope, row.id, position)
            parents = tx.messages(self.scope, row.id, above)
            new = append(
                tx,
                self.scope,
                Append(
                    conversation=row,
                    message=replace(text, role=old.role, author=text.author or old.author),
                    parents=tuple(one.id for one in parents),
                    key="",
                    now=memory.clock.now(),
                ),
                secret=memory.secret,
                counter=memory.counter,
                policy=memory.policy,
            )
            marks = [
                moved
                for _, one in tx.marks_at(self.scope, row.id, [position])
                if (moved := _moved(one, new)) is not None
            ]
            more = [
                Effect(target="leaf", record="", old=row.leaf_id, new=new.id),
                brought_in(new.id),
            ]
            if in_place:
                more += replacing(tx, self.scope, row, old, new.id, fresh=True)
                if row.leaf != position:
                    keep_leaf(tx, self.scope, row)
                    more = more[1:]
            now = memory.clock.now()
            mark(tx, self.scope, row.id, marks, "edit", by="person", now=now, more=more)
            return new

        return memory.store.write(command)

    def archive(self, messages: Sequence[str], *, restore: bool) -> Change | None:
        """Archive messages, or restore them."""
        memory = self.memory

        def command(tx: Writer) -> Change | None:
            row = require(tx, self.scope, self.conversation)
            positions = _positions(tx, self.scope, row, messages)
            now = memory.clock.now()
            there = [
                one
                for _, one in tx.marks_at(self.scope, row.id, positions)
                if one.kind == "archive"
            ]
            if restore:
                away = {
                    position: tx.setting(self.scope, row.id, position, AWAY)
                    for position in positions
                }
                effects = [
                    Effect(target="mark", record=one.id, old="confirmed", new="") for one in there
                ]
                effects += [
                    Effect(target="setting", record=setting_record(one, AWAY), old=GONE, new=BACK)
                    for one, position in zip(messages, positions, strict=True)
                    if away.get(position) == GONE
                ]
                shown = {
                    effect.record.split(" ")[0] for effect in effects if effect.target != "mark"
                }
                shown |= {one.message for one in there}
                again = [at for one, at in zip(messages, positions, strict=True) if one in shown]
                effects += opened_by_restoring(tx, self.scope, row, again)
                return self._do(tx, "restore", effects)
            marked = {one.message for one in there}
            fresh = [Mark(kind="archive", message=one) for one in messages if one not in marked]
            before = tx.last_change(self.scope, row.id)
            mark(tx, self.scope, row.id, fresh, "archive", by="person", now=now)
            made = tx.change_in(self.scope, row.id, "done", newest=True)
            return made if made is not None and made.number > before else None

        return memory.store.write(command)

    def _do(self, tx: Writer, name: str, effects: Sequence[Effect]) -> Change | None:
        now: datetime = self.memory.clock.now()
        return do(tx, self.scope, self.conversation, name, effects, by="person", now=now)


def _positions(
    tx: Reader, scope: Scope, row: ConversationRow, messages: Sequence[str]
) -> list[int]:
    places = tx.locate(scope, list(messages)) if messages else {}
    absent = [one for one in messages if one not in places or places[one][0] != row.id]
    if absent:
        raise no_message(*absent)
    return [places[one][1] for one in messages]


def _wire(
    tx: Reader,
    scope: Scope,
    row: ConversationRow,
    parent: str,
    child: str,
    kind: Literal["continue", "reference"],
) -> WireRow:
    ends = _positions(tx, scope, row, [parent, child])
    there = _wire_at(tx, scope, row, ends[0], ends[1], kind)
    if there is not None:
        return there
    raise NotFound(
        f"No {kind} wire leads from {parent} to {child}.",
        hint="infold wires CONVERSATION lists them.",
        records=[parent, child],
    )


def _wire_at(
    tx: Reader,
    scope: Scope,
    row: ConversationRow,
    parent: int,
    child: int,
    kind: Literal["continue", "reference"],
) -> WireRow | None:
    state = tx.wire_state(scope, row.id, parent, child, kind)
    if state is None:
        return None
    cut, chain = state
    return WireRow(parent=parent, child=child, kind=kind, cut=cut, chain=chain)


def _wire_value(wire: WireRow) -> str:
    words = ["cut" if wire.cut else "joined", *(["chain"] if wire.chain else [])]
    return " ".join(words)


def _newest_below(tx: Reader, scope: Scope, row: ConversationRow, message: str) -> str:
    """The newest message that goes on from one, through wires that are not cut; else itself."""
    start = _positions(tx, scope, row, [message])[0]
    archived = set(tx.graph_state(scope, row.id).archived)
    if start in archived:
        raise UsageError(
            f"Message {message} is archived.", hint="Restore it first.", records=[message]
        )
    below = {start}
    newest = start
    for parent, child in tx.joined_since(scope, row.id, start):
        if parent in below:
            below.add(child)
            newest = newest if child in archived else max(newest, child)
    return tx.messages(scope, row.id, [newest])[0].id


def _moved(one: Mark, new: Message) -> Mark | None:
    """A mark as it stands on a new version; None where its words are not there."""
    if one.kind == "archive":
        return None
    if one.kind != "highlight":
        return replace(one, message=new.id, id="")
    for number, part in enumerate(new.parts):
        start = part_text(part).find(one.text)
        if start >= 0:
            end = start + len(one.text)
            return replace(one, message=new.id, part=number, start=start, end=end, id="")
    return None
