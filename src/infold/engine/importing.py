"""Importing transcripts: every message once, in chunks that are each whole (laws 1 and 6).

A conversation is written in chunks of messages, each in one transaction. An import that was cut off
goes on where it stopped when it is run again, and ends in the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from infold.core.clock import Clock
from infold.core.graph import Conversation
from infold.core.ids import conversation_id
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.engine.incoming import Incoming, final_ids
from infold.errors import Conflict, GraphError
from infold.fold.policy import FoldPolicy
from infold.formats.opening import open_transcript
from infold.formats.reading import Bad, Parsed
from infold.graph.checks import check
from infold.store.protocol import Store, Writer

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
        Conflict: `strict` and messages stand in another conversation already.
    """
    report = ImportReport(file=str(path))
    reading = open_transcript(path, strict=strict)
    unsound: list[Bad] = []
    for parsed in reading:
        try:
            check(parsed.conversation)
            one = (
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
                    report=report,
                )
            )
        except (GraphError, Conflict) as error:
            if strict:
                raise
            title = parsed.conversation.title or parsed.conversation.key
            unsound.append(Bad(file=str(path), line=None, reason=f"{title}: {error.message}"))
        else:
            report.conversations.append(one)
    report.format = reading.format
    report.bad = [*reading.bad, *unsound]
    report.repaired += reading.repaired
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
    report: ImportReport,
) -> Imported:
    conversation = parsed.conversation
    with store.read() as reader:
        secret = reader.secret(scope)
    ids = final_ids(secret, conversation, own=parsed.archive is not None)
    identity = conversation.id or conversation_id(secret, conversation.key)
    _require_free(store, scope, identity, list(ids.values()))
    incoming = Incoming(
        conversation=replace(conversation, id=identity),
        title=_title(conversation) if parsed.archive is None else conversation.title,
        archive=parsed.archive,
        ids=ids,
        minted=ids if parsed.archive is None else final_ids(secret, conversation, own=False),
        counter=counter,
        policy=policy,
    )
    messages = conversation.messages
    done = report.messages
    for first in range(0, max(1, len(messages)), CHUNK):
        chunk = messages[first : first + CHUNK]

        def command(tx: Writer, chunk: Sequence[Message] = chunk, first: int = first) -> None:
            if first == 0:
                for digest, data in parsed.blobs.items():
                    tx.add_blob(scope, digest, data)
            is_last = first + CHUNK >= len(messages)
            incoming.write(tx, scope, chunk, is_last=is_last, now=clock.now())

        store.write(command)
        if progress:
            progress(done + min(first + CHUNK, len(messages)))
    report.repaired += [
        Bad(
            file=report.file,
            line=None,
            reason=f"{_title(conversation)}: message {ids[wire.child]} was there before and keeps "
            f"its parents; {ids[wire.parent]} was not added to them",
        )
        for wire in incoming.unkept
    ]
    return Imported(
        id=identity,
        title=_title(conversation),
        messages=len(messages),
        added=incoming.added,
    )


def _require_free(store: Store, scope: Scope, conversation: str, messages: Sequence[str]) -> None:
    """Refuse messages that stand in another conversation already.

    Raises:
        Conflict: Some do; `records` names them.
    """
    with store.read() as reader:
        places = reader.locate(scope, messages)
    elsewhere = [message for message, (where, _) in places.items() if where != conversation]
    if elsewhere:
        raise Conflict(
            f"{len(elsewhere)} of its messages stand in another conversation, "
            f"{places[elsewhere[0]][0]}.",
            hint="Export it again, or import into a store of its own.",
            records=elsewhere,
        )


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
