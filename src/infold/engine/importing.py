"""Importing transcripts: every message once, in chunks that are each whole (laws 1 and 6).

A conversation is written in chunks of messages, each in one transaction. An import that was cut off
goes on where it stopped when it is run again, and ends in the same rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from infold.core.clock import Clock
from infold.core.graph import Conversation, Wire
from infold.core.ids import content_hash, conversation_id, message_id
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter, message_tokens
from infold.engine.archives import save_archive
from infold.engine.graduation import after_import
from infold.engine.placing import Parent, grown, save_message
from infold.errors import GraphError
from infold.fold.policy import FoldPolicy
from infold.formats.opening import open_transcript
from infold.formats.reading import Archive, Bad, Parsed
from infold.graph.checks import check
from infold.graph.units import Outline, outline
from infold.store.protocol import ConversationRow, Store, WireRow, Writer

CHUNK = 500
"""Messages a transaction."""
_TITLE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What became of one conversation of a file."""

    id: str
    title: str
    messages: int
    added: int

    @property
    def known(self) -> int:
        """Messages that were in the store already."""
        return self.messages - self.added


@dataclass(slots=True, kw_only=True)
class ImportReport:
    """What an import did. Counts in are counts out plus what is listed as bad or skipped.

    Attributes:
        file: The file's name as given.
        format: The format that was detected.
        conversations: In the order of the file.
        bad: Records that could not be read, with line and reason.
        repaired: Messages that were kept although something of them was damaged, with the reason.
        skipped: Records that are no messages, counted by type.
    """

    file: str
    format: str = ""
    conversations: list[Imported] = field(default_factory=list)
    bad: list[Bad] = field(default_factory=list)
    repaired: list[Bad] = field(default_factory=list)
    skipped: Mapping[str, int] = field(default_factory=dict)

    @property
    def messages(self) -> int:
        """Messages read."""
        return sum(item.messages for item in self.conversations)

    @property
    def added(self) -> int:
        """Messages that were new to the store."""
        return sum(item.added for item in self.conversations)


def import_file(
    store: Store,
    scope: Scope,
    path: Path,
    *,
    strict: bool,
    counter: TokenCounter,
    policy: FoldPolicy,
    clock: Clock,
    dry_run: bool = False,
    progress: Callable[[int], None] | None = None,
) -> ImportReport:
    """Import a transcript file.

    Args:
        store: Where to.
        scope: Whose conversations they become.
        path: A file in one of the formats of docs/reference/formats.md, detected by content.
        strict: Refuse the file at its first bad record.
        counter: Counts tokens.
        policy: Says when blocks graduate.
        clock: Says when jobs are due.
        dry_run: Read and count only; nothing is written.
        progress: Called with the messages written so far, after each chunk.

    Raises:
        FormatError: Nothing in the file can be read, or `strict` and something is bad.
        GraphError: `strict` and a conversation's wires make no graph.
    """
    report = ImportReport(file=str(path))
    reading = open_transcript(path, strict=strict)
    unsound: list[Bad] = []
    for parsed in reading:
        try:
            check(parsed.conversation)
        except GraphError as error:
            if strict:
                raise
            title = parsed.conversation.title or parsed.conversation.key
            unsound.append(Bad(file=str(path), line=None, reason=f"{title}: {error.message}"))
            continue
        report.conversations.append(
            _count_one(store, scope, parsed)
            if dry_run
            else _import_one(
                store,
                scope,
                parsed,
                counter=counter,
                policy=policy,
                clock=clock,
                progress=progress,
                done=report.messages,
            )
        )
    report.format = reading.format
    report.bad = [*reading.bad, *unsound]
    report.repaired = list(reading.repaired)
    report.skipped = dict(reading.skipped)
    return report


def _import_one(
    store: Store,
    scope: Scope,
    parsed: Parsed,
    *,
    counter: TokenCounter,
    policy: FoldPolicy,
    clock: Clock,
    progress: Callable[[int], None] | None,
    done: int,
) -> Imported:
    conversation = parsed.conversation
    with store.read() as reader:
        secret = reader.secret(scope)
    ids = final_ids(secret, conversation, own=parsed.archive is not None)
    parents = _parents(conversation.wires)
    identity = conversation.id or conversation_id(secret, conversation.key)
    run = _Run(
        conversation=replace(conversation, id=identity),
        archive=parsed.archive,
        ids=ids,
        minted=ids if parsed.archive is None else final_ids(secret, conversation, own=False),
        parents=parents,
    )
    added = 0
    messages = conversation.messages
    for first in range(0, max(1, len(messages)), CHUNK):
        chunk = messages[first : first + CHUNK]
        last = first + CHUNK >= len(messages)

        def command(
            tx: Writer, chunk: Sequence[Message] = chunk, first: int = first, last: bool = last
        ) -> int:
            if first == 0:
                for digest, data in parsed.blobs.items():
                    tx.add_blob(scope, digest, data)
            new = run.write(tx, scope, chunk, last=last, counter=counter)
            row = run.row
            if parsed.archive is None:
                row = after_import(tx, scope, row, run.outlines, policy=policy, now=clock.now())
            elif last:
                row = save_archive(tx, scope, row, parsed.archive, counter=counter, now=clock.now())
            tx.save_conversation(scope, row)
            if new:
                tx.touch(scope)
            return new

        added += store.write(command)
        if progress:
            progress(done + min(first + CHUNK, len(messages)))
    return Imported(id=identity, title=_title(conversation), messages=len(messages), added=added)


def _count_one(store: Store, scope: Scope, parsed: Parsed) -> Imported:
    """What `_import_one` would report, read only."""
    conversation = parsed.conversation
    with store.read() as reader:
        secret = reader.secret(scope)
        ids = final_ids(secret, conversation, own=parsed.archive is not None)
        known = reader.locate(scope, list(ids.values()))
    return Imported(
        id=conversation.id or conversation_id(secret, conversation.key),
        title=_title(conversation),
        messages=len(ids),
        added=len(ids) - len(known),
    )


def _title(conversation: Conversation) -> str:
    """The source's title, else how the first message of a user begins."""
    if conversation.title:
        return conversation.title
    for message in conversation.messages:
        words = message.text[: 4 * _TITLE].split()
        if message.role == "user" and words:
            line = " ".join(words)
            return line if len(line) <= _TITLE else line[: _TITLE - 1].rstrip() + "…"
    return ""


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
class _Run:
    """One conversation on its way in: what the chunks share."""

    conversation: Conversation
    archive: Archive | None
    ids: Mapping[str, str]
    minted: Mapping[str, str]
    parents: Mapping[str, Sequence[Wire]]
    positions: dict[str, int] = field(default_factory=dict)
    with_child: set[int] = field(default_factory=set)
    outlines: list[Outline] = field(default_factory=list)
    added: int = 0
    row: ConversationRow = field(default_factory=lambda: ConversationRow(id="", key=""))

    def write(
        self,
        tx: Writer,
        scope: Scope,
        chunk: Sequence[Message],
        *,
        last: bool,
        counter: TokenCounter,
    ) -> int:
        """Write the messages of a chunk that are not there yet; return how many that were."""
        conversation = self.conversation
        row = tx.conversation(scope, conversation.id)
        if row is None:
            row = ConversationRow(
                id=conversation.id,
                key=conversation.key,
                title=_title(conversation) if self.archive is None else conversation.title,
                format=conversation.format,
                agent=self.archive.agent if self.archive else scope.agent,
                session=self.archive.session if self.archive else scope.session,
            )
            tx.add_conversation(scope, row)
        elif not self.positions and row.messages:
            self.with_child = {wire.parent for wire in tx.wires(scope, row.id)}
        known = tx.locate(scope, [self.ids[message.id] for message in chunk])
        added = 0
        self.outlines = []
        for message in chunk:
            identity = self.ids[message.id]
            if identity in known:
                self.positions[message.id] = known[identity][1]
                continue
            parents = sorted(
                (
                    Parent(
                        position=self.positions[wire.parent],
                        id=self.ids[wire.parent],
                        inferred=wire.inferred,
                    )
                    for wire in self.parents.get(message.id, ())
                ),
                key=lambda parent: parent.position,
            )
            stored = replace(
                message,
                id=identity,
                position=row.messages,
                tokens=message_tokens(counter, message.parts),
            )
            digest = None
            if self.archive is not None and self.minted.get(identity) != identity:
                digest = content_hash(message)
            save_message(tx, scope, row, stored, parents, digest=digest)
            leaves = [p.position for p in parents if p.position not in self.with_child]
            self.with_child.update(parent.position for parent in parents)
            row = grown(row, stored, ended_leaves=len(leaves))
            self.positions[message.id] = stored.position
            self.outlines.append(outline(stored, [parent.position for parent in parents]))
            added += 1
        self.added += added
        if last:
            references = self._references(tx, scope, row)
            if references:
                tx.add_wires(scope, row.id, references)
            # A file that brings nothing new does not move a leaf that was appended to since.
            if conversation.leaf is not None and self.added:
                row = replace(row, leaf=self.positions[conversation.leaf])
            if conversation.title and conversation.title != row.title:
                row = replace(row, title=conversation.title)
        self.row = row
        return added

    def _references(self, tx: Writer, scope: Scope, row: ConversationRow) -> list[WireRow]:
        """Reference wires of the file that the store lacks.

        Wires that carry ancestry are written with the message that they end in, and stay.
        """
        there = {(wire.parent, wire.child, wire.kind) for wire in tx.wires(scope, row.id)}
        rows = [
            WireRow(
                parent=self.positions[wire.parent],
                child=self.positions[wire.child],
                kind=wire.kind,
                inferred=wire.inferred,
            )
            for wire in self.conversation.wires
            if wire.kind == "reference"
        ]
        return [wire for wire in rows if (wire.parent, wire.child, wire.kind) not in there]
