"""One conversation of a file on its way into the store, chunk by chunk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from infold.core.folds import Compaction
from infold.core.graph import Conversation, Wire
from infold.core.ids import content_hash, message_id
from infold.core.marks import Mark
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter, message_tokens
from infold.engine.archives import save_archive
from infold.engine.distillates import save_distillates
from infold.engine.evicting import come_back
from infold.engine.foreign import save_foreign
from infold.engine.graduation import after_import
from infold.engine.hearing import passed_over
from infold.engine.imported_graph import Stands
from infold.engine.marking import mark_with_id
from infold.engine.placing import Parent, grown, save_message
from infold.engine.removing import make_room
from infold.fold.policy import FoldPolicy
from infold.formats.reading import Archive
from infold.graph.units import Outline, outline
from infold.recall.forward import forward_row
from infold.store.protocol import ConversationRow, WireRow, Writer


def final_ids(secret: bytes, conversation: Conversation, *, own: bool) -> dict[str, str]:
    """Local message id → the id in the store.

    Args:
        secret: The space's secret.
        conversation: With local ids; parents before children.
        own: True where the ids are final already (Infold's own export).
    """
    if own:
        return {message.id: message.id for message in conversation.messages}
    parents = _parents(conversation.wires)
    place = {message.id: index for index, message in enumerate(conversation.messages)}
    ids: dict[str, str] = {}
    seen: Counter[tuple[tuple[str, ...], str]] = Counter()
    for message in conversation.messages:
        above = sorted((wire.parent for wire in parents.get(message.id, ())), key=place.__getitem__)
        minted = tuple(ids[parent] for parent in above)
        ordinal = 0
        if not message.source:
            group = (minted, content_hash(message))
            ordinal = seen[group]
            seen[group] += 1
        ids[message.id] = message_id(
            secret, conversation.key, message, parents=minted, ordinal=ordinal
        )
    return ids


def _parents(wires: Sequence[Wire]) -> dict[str, list[Wire]]:
    """Child → its `continue` wires."""
    parents: dict[str, list[Wire]] = {}
    for wire in wires:
        if wire.kind == "continue":
            parents.setdefault(wire.child, []).append(wire)
    return parents


@dataclass(slots=True, kw_only=True)
class Incoming:
    """What the chunks of one conversation share.

    Attributes:
        conversation: With its final id; its messages have local ids.
        title: For a new conversation.
        archive: What Infold's own export adds.
        ids: Local message id → the id in the store.
        minted: The same as it would be minted here; differs from `ids` in another store's export.
        counter: Counts tokens.
        policy: Says when blocks graduate.
        compactions: What the tool that wrote the file had compacted, by local ids.
        marks: What people marked in it, by local ids.
        stands: What else stands on its messages, by local ids.
        positions: Local message id → position, of those written or found so far.
        added: How many messages were new.
        erased: Ids of messages that were erased here: only their places are taken.
        unkept: Wires of the file that the store does not have and will not take: the messages that
            they end in were there before.
    """

    conversation: Conversation
    title: str
    archive: Archive | None
    ids: Mapping[str, str]
    minted: Mapping[str, str]
    counter: TokenCounter
    policy: FoldPolicy
    compactions: Sequence[Compaction] = ()
    marks: Sequence[Mark] = ()
    stands: Stands = field(default_factory=Stands)
    erased: frozenset[str] = frozenset()
    positions: dict[str, int] = field(default_factory=dict)
    added: int = 0
    unkept: list[Wire] = field(default_factory=list)
    _parents: dict[str, list[Wire]] = field(default_factory=dict)
    _stays: int | None = None
    _is_begun: bool = False

    def __post_init__(self) -> None:
        self._parents = _parents(self.conversation.wires)

    def write(
        self, tx: Writer, scope: Scope, chunk: Sequence[Message], *, is_last: bool, now: datetime
    ) -> int:
        """Write the messages of a chunk that are not there yet; return how many that were.

        Args:
            tx: The transaction of this chunk.
            scope: Whose.
            chunk: The next messages.
            is_last: Whether they are the last ones.
            now: When jobs are due.
        """
        before = tx.conversation(scope, self.conversation.id)
        row = before or self._new(tx, scope)
        if not self._is_begun:
            self._is_begun = True
            self._stays = self._newer_leaf(tx, scope, row)
        known = tx.locate(scope, [self.ids[message.id] for message in chunk])
        self.positions |= {
            message.id: known[self.ids[message.id]][1]
            for message in chunk
            if self.ids[message.id] in known
        }
        first = row.messages
        with_child: set[int] = set()
        outlines: list[Outline] = []
        for message in chunk:
            if self.ids[message.id] in known:
                continue
            parents = self._parents_of(message)
            stored = replace(
                message,
                id=self.ids[message.id],
                position=row.messages,
                tokens=message_tokens(self.counter, message.parts),
            )
            is_own = self.minted[message.id] == stored.id
            save_message(
                tx, scope, row, stored, parents, digest=None if is_own else content_hash(message)
            )
            if stored.id in self.erased:
                tx.blank_message(scope, row.id, stored, forward_row(stored, parent=-1))
            leaves = [
                parent.position
                for parent in parents
                if parent.position not in with_child
                and (parent.position >= first or not _has_child(tx, scope, row, parent, first))
            ]
            with_child.update(parent.position for parent in parents)
            if row.archived is not None:
                row = come_back(tx, scope, row, at=now, by="import")
            row = grown(row, stored, ended_leaves=len(leaves))
            self.positions[message.id] = stored.position
            outlines.append(outline(stored, [parent.position for parent in parents]))
        self.added += len(outlines)
        if outlines and (leaf := self._known_leaf(tx, scope)) is not None:
            # Not only at the end: an import that is cut off must not leave another leaf behind.
            row = replace(row, leaf=leaf)
        row = after_import(tx, scope, row, outlines, policy=self.policy, now=now)
        row = passed_over(row, first)
        references = self._references(tx, scope, row) if is_last else []
        tx.add_wires(scope, row.id, references)
        folds = 0
        if is_last:
            row = self._finished(tx, scope, row, now)
            folds = save_foreign(
                tx,
                scope,
                row,
                self.compactions,
                ids=self.ids,
                positions=self.positions,
                counter=self.counter,
            )
            folds += self._mark(tx, scope, row)
            folds += self.stands.save(
                tx, scope, row, ids=self.ids, positions=self.positions, counter=self.counter
            )
            folds += save_distillates(
                tx,
                scope,
                row,
                self.compactions,
                positions=self.positions,
                counter=self.counter,
            )
        if row != before or references or folds:
            tx.save_conversation(scope, row)
            tx.touch(scope)
        return len(outlines)

    def _newer_leaf(self, tx: Writer, scope: Scope, row: ConversationRow) -> int | None:
        """Position of the current leaf where the file does not know it and ends before it.

        Two files may tell one conversation (before and after a compaction): the later one says
        where it stands, whichever is read first.
        """
        if not row.messages or self.conversation.leaf is None:
            return None
        (current,) = tx.messages(scope, row.id, [row.leaf])
        if current.id in self.ids.values() or current.at is None:
            return None
        ends = next(m.at for m in self.conversation.messages if m.id == self.conversation.leaf)
        return row.leaf if ends is not None and ends < current.at else None

    def _known_leaf(self, tx: Writer, scope: Scope) -> int | None:
        """Position of the leaf that is to stay, or of the file's where the store has it already."""
        leaf = self.conversation.leaf
        if self._stays is not None:
            return self._stays
        if leaf is None:
            return None
        if leaf not in self.positions:
            there = tx.locate(scope, [self.ids[leaf]])
            return there[self.ids[leaf]][1] if self.ids[leaf] in there else None
        return self.positions[leaf]

    def _new(self, tx: Writer, scope: Scope) -> ConversationRow:
        row = ConversationRow(
            id=self.conversation.id,
            key=self.conversation.key,
            title=self.title,
            format=self.conversation.format,
            agent=self.archive.agent if self.archive else scope.agent,
            session=self.archive.session if self.archive else scope.session,
        )
        make_room(tx, scope, row.id, tx.secret(scope))
        tx.add_conversation(scope, row)
        return row

    def _parents_of(self, message: Message) -> list[Parent]:
        found = [
            Parent(
                position=self.positions[wire.parent],
                id=self.ids[wire.parent],
                inferred=wire.inferred,
            )
            for wire in self._parents.get(message.id, ())
        ]
        return sorted(found, key=lambda parent: parent.position)

    def _references(self, tx: Writer, scope: Scope, row: ConversationRow) -> list[WireRow]:
        """Reference wires that the store lacks; others that it lacks become `unkept`.

        Wires that carry ancestry are written with the message that they end in: content is written
        once, and a message's id may stand on its parents.
        """
        there = {(wire.parent, wire.child, wire.kind) for wire in tx.wires(scope, row.id)}
        lacking = [
            wire
            for wire in self.conversation.wires
            if (self.positions[wire.parent], self.positions[wire.child], wire.kind) not in there
        ]
        self.unkept = [wire for wire in lacking if wire.kind == "continue"]
        return [
            WireRow(
                parent=self.positions[wire.parent],
                child=self.positions[wire.child],
                kind=wire.kind,
                inferred=wire.inferred,
                cut=wire.cut,
                chain=wire.chain,
            )
            for wire in lacking
            if wire.kind == "reference"
        ]

    def _finished(
        self, tx: Writer, scope: Scope, row: ConversationRow, now: datetime
    ) -> ConversationRow:
        """The row once all messages are there: leaf, title, and what an archive restores."""
        conversation = self.conversation
        # A file that brings nothing new does not move a leaf that was appended to since.
        if conversation.leaf is not None and self.added and self._stays is None:
            row = replace(row, leaf=self.positions[conversation.leaf])
        # Nor does one that lacks messages and brings none change the title: it is an older one.
        if conversation.title and (self.added or row.messages == len(conversation.messages)):
            row = replace(row, title=conversation.title)
        # Only a conversation of exactly these messages is as the archive says.
        if self.archive is not None and row.messages == len(conversation.messages):
            self._cut(tx, scope, row)
            row = save_archive(tx, scope, row, self.archive, counter=self.counter, now=now)
            if self.erased:
                hot = tx.messages(scope, row.id, first=row.hot_from)
                row = replace(row, hot_tokens=sum(message.tokens for message in hot))
        return row

    def _mark(self, tx: Writer, scope: Scope, row: ConversationRow) -> int:
        """Set the marks of the file that nobody has set or taken off here; how many they are."""
        secret = tx.secret(scope) if self.marks else b""
        fresh: dict[str, tuple[int, Mark]] = {}
        for mark in self.marks:
            made = mark_with_id(secret, row.id, replace(mark, message=self.ids[mark.message]))
            if tx.mark(scope, row.id, made.id) is None:
                fresh[made.id] = (self.positions[mark.message], made)
        tx.add_marks(scope, row.id, list(fresh.values()))
        return len(fresh)

    def _cut(self, tx: Writer, scope: Scope, row: ConversationRow) -> None:
        """Cut the wires that are cut in an archive, where no step was done here."""
        if tx.changes(scope, row.id):
            return
        for wire in self.conversation.wires:
            if wire.kind == "continue" and wire.cut:
                ends = self.positions[wire.parent], self.positions[wire.child]
                tx.set_wire(scope, row.id, *ends, "continue", cut=True, chain=False)


def _has_child(tx: Writer, scope: Scope, row: ConversationRow, parent: Parent, first: int) -> bool:
    """Whether a message that was there before this chunk had a child then."""
    return any(child < first for child in tx.children(scope, row.id, parent.position))
