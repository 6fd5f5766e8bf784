"""Importing transcripts: every message once, in chunks that are each whole (laws 1 and 6).

A conversation is written in chunks of messages, each in one transaction. An import that was cut off
goes on where it stopped when it is run again, and ends in the same rows: what is there is told by
its ids, which are derived from the content, and is not written again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from infold.core.clock import Clock
from infold.core.graph import Conversation
from infold.core.ids import conversation_id
from infold.core.messages import Attachment, Message
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.core.wording import counted
from infold.engine.fact_archives import place_restored, restore_facts
from infold.engine.fact_events import Keeper
from infold.engine.imported import Imported, ImportedFile, ImportProgress, ImportReport
from infold.engine.imported_graph import Stands
from infold.engine.incoming import Incoming, final_ids
from infold.engine.incoming_erased import erased_messages, unerased_facts, without_erased
from infold.engine.listing import key_of
from infold.engine.partly import partly
from infold.engine.storable import storable
from infold.errors import Conflict, FormatError, GraphError, StoreError, UsageError
from infold.fold.policy import FoldPolicy
from infold.formats.reading import ArchivedFact, Bad, Parsed, Reading
from infold.formats.transcripts import Transcripts, open_transcripts
from infold.graph.checks import check
from infold.store.protocol import ConversationRow, Reader, Store, Writer

__all__ = ["ImportProgress", "ImportReport", "Imported", "ImportedFile", "import_file"]

CHUNK = 500
"""Messages a transaction."""
CHUNK_BYTES = 16 << 20
"""Bytes of images and files after which a transaction takes no further message."""
_TITLE = 60


def import_file(
    store: Store,
    scope: Scope,
    path: Path,
    *,
    strict: bool,
    counter: TokenCounter,
    policy: FoldPolicy,
    clock: Clock,
    keeper: Keeper,
    dry_run: bool = False,
    progress: Callable[[ImportProgress], None] | None = None,
) -> ImportReport:
    """Import a transcript, or all transcripts of a folder or a ZIP archive.

    Memory is bounded by the largest conversation and `CHUNK_BYTES` of what is attached to it.

    Args:
        store: Where to.
        scope: Whose conversations they become. An agent or session named in it has them for
            itself: another one that imports the same file gets conversations of its own.
        path: In one of the formats of docs/reference/formats.md, detected by content.
        strict: Refuse all of it at its first bad record.
        counter: Counts tokens.
        policy: Says when blocks graduate.
        clock: Says when jobs are due.
        keeper: Says how facts are kept.
        dry_run: Read and count only; nothing is written.
        progress: Called after each chunk and each conversation that was there already.

    Raises:
        FormatError: Nothing in it can be read, it is an archive that would do harm, or `strict`
            and something is bad.
        GraphError: `strict` and a conversation's wires make no graph.
        Conflict: `strict` and messages stand in another conversation already.
        StoreError: The store failed on the way: its hint says what came in before. That stays, and
            a second run goes on from there.
    """
    with store.read() as reader:
        secret = reader.secret(scope)
    with open_transcripts(path, strict=strict) as transcripts:
        run = _Run(
            store=store,
            scope=scope,
            secret=secret,
            strict=strict,
            counter=counter,
            policy=policy,
            clock=clock,
            keeper=keeper,
            dry_run=dry_run,
            progress=progress,
            transcripts=transcripts,
            report=ImportReport(file=str(path)),
        )
        try:
            for reading in transcripts:
                run.take(reading)
        except StoreError as error:
            raise run.ended(error) from error
        return run.finished()


@dataclass(slots=True, kw_only=True)
class _Run:
    """One import on its way.

    Attributes:
        skipped: Records that are no messages, by type.
        refused: Messages of the file at hand that no store takes.
        messages: Messages that are in the store so far.
        written: Of them, those that were written by this run.
    """

    store: Store
    scope: Scope
    secret: bytes
    strict: bool
    counter: TokenCounter
    policy: FoldPolicy
    clock: Clock
    keeper: Keeper
    dry_run: bool
    progress: Callable[[ImportProgress], None] | None
    transcripts: Transcripts
    report: ImportReport
    skipped: Counter[str] = field(default_factory=Counter)
    refused: list[Bad] = field(default_factory=list)
    messages: int = 0
    written: int = 0

    def take(self, reading: Reading) -> None:
        """Import the conversations of a file."""
        report = self.report
        first = len(report.conversations)
        unsound: list[Bad] = []
        try:
            for parsed in reading:
                try:
                    report.conversations.append(self._one(parsed, reading))
                except (GraphError, Conflict, UsageError) as error:
                    if self.strict:
                        raise
                    title = parsed.conversation.title or parsed.conversation.key
                    reason = f"{title}: {error.message}"
                    unsound.append(Bad(file=reading.file, line=None, reason=reason))
        except FormatError as error:
            # What was read before a file changed or broke is in; one of many keeps no other out.
            nothing = self.transcripts.is_one and len(report.conversations) == first
            if self.strict or nothing:
                raise
            unsound.append(Bad(file=error.file, line=error.line, reason=error.message))
        unsound += self.refused
        self.refused = []
        self._facts(reading.facts)
        came = report.conversations[first:]
        report.files.append(
            ImportedFile(
                file=reading.file,
                format=reading.format,
                conversations=len(came),
                messages=sum(item.messages for item in came),
                added=sum(item.added for item in came),
                bad=reading.bad_count + len(unsound),
            )
        )
        report.bad += [*reading.bad, *unsound]
        report.repaired += reading.repaired
        self.skipped.update(reading.skipped)

    def ended(self, error: StoreError) -> StoreError:
        """The error that ended it, with what had come in before."""
        came = [
            counted(number, one)
            for number, one in ((self.written, "message"), (self.report.added_facts, "fact"))
            if number
        ]
        if not came:
            return error
        return partly(
            error,
            f"{' and '.join(came)} came in before and will stay.",
            "Import it again then: it goes on where it stopped.",
        )

    def finished(self) -> ImportReport:
        """The report, once all files are read.

        Raises:
            FormatError: Nothing came of any of several files.
        """
        report = self.report
        report.format = ", ".join(dict.fromkeys(file.format for file in report.files))
        report.bad += self.transcripts.bad
        report.others = self.transcripts.others
        report.attachments = self.transcripts.used
        report.skipped = dict(self.skipped)
        if report.bad and not report.conversations and not self.transcripts.is_one:
            first = report.bad[0]
            raise FormatError(
                f"nothing in it could be read. The first fault: {first.reason}",
                file=first.file,
                line=first.line,
                hint="Mend or leave out the named file.",
            )
        return report

    def _facts(self, facts: Sequence[ArchivedFact]) -> None:
        """Bring in the facts of a file, some hundred a transaction."""
        self.report.facts += len(facts)
        for first in range(0, 0 if self.dry_run else len(facts), CHUNK):
            chunk = facts[first : first + CHUNK]

            def restore(tx: Writer, chunk: Sequence[ArchivedFact] = chunk) -> int:
                now = self.clock.now()
                chunk = unerased_facts(tx, self.scope, self.secret, chunk)
                added = restore_facts(tx, self.scope, chunk, keeper=self.keeper, now=now)
                tx.touch(self.scope)
                return added

            self.report.added_facts += self.store.write(restore)

        def place(tx: Writer) -> None:
            now = self.clock.now()
            place_restored(tx, self.scope, facts, keeper=self.keeper, now=now)
            tx.touch(self.scope)

        if facts and not self.dry_run:
            self.store.write(place)

    def _one(self, parsed: Parsed, reading: Reading) -> Imported:
        """Import one conversation."""
        check(parsed.conversation)
        parsed, faults = storable(self._scoped(parsed))
        if faults and (self.strict or not parsed.conversation.messages):
            raise UsageError(faults[0], hint="Without strict reading the others come in.")
        conversation = parsed.conversation
        own = parsed.archive is not None
        ids = final_ids(self.secret, conversation, own=own)
        identity = conversation.id or conversation_id(self.secret, conversation.key)
        conversation = replace(conversation, id=identity)
        parsed = replace(parsed, conversation=conversation)
        with self.store.read() as reader:
            there = self._there(reader, conversation, ids)
            erased = erased_messages(reader, self.scope, self.secret, identity, list(ids.values()))
            if erased:
                parsed = without_erased(parsed, ids, erased)
                conversation = parsed.conversation
            whole = not own and self._is_whole(reader, parsed, there)
        lost = sum(identity in erased for identity in ids.values())
        self.report.erased += lost
        # Of what was erased whole nothing is left to be shown: not even empty places.
        whole = whole or (lost == len(ids) and not there and bool(ids))
        added = 0 if whole else len(ids) - len(there)
        title = _title(conversation)
        if not self.dry_run and not whole:
            incoming = Incoming(
                conversation=conversation,
                title=conversation.title if own else title,
                archive=parsed.archive,
                ids=ids,
                minted=final_ids(self.secret, conversation, own=False) if own else ids,
                counter=self.counter,
                policy=self.policy,
                compactions=parsed.compactions,
                marks=parsed.marks,
                stands=Stands.of(parsed),
                erased=erased,
            )
            self._write(parsed, incoming, there, reading)
            added = incoming.added
            self.report.unkept += [
                Bad(
                    file=reading.file,
                    line=None,
                    reason=f"{title}: message {ids[wire.child]} was there before and keeps "
                    f"its parents; {ids[wire.parent]} was not added to them",
                )
                for wire in incoming.unkept
            ]
        self.refused += [
            Bad(file=reading.file, line=None, reason=f"{title}: {fault}") for fault in faults
        ]
        self.report.compactions += len(parsed.compactions)
        self.report.marks += len(parsed.marks)
        self.report.settings += len(parsed.settings)
        self.report.materials += len(parsed.materials)
        self.messages += len(conversation.messages)
        if whole or self.dry_run:
            self._tell(reading, self.messages)
        return Imported(
            id=identity,
            title=title,
            messages=len(conversation.messages),
            added=added,
            file=reading.file,
        )

    def _scoped(self, parsed: Parsed) -> Parsed:
        """The conversation as that of the agent and session of the scope, where these are named."""
        scope = self.scope
        if parsed.archive is None:
            key = key_of(parsed.conversation.key, scope)
            return replace(parsed, conversation=replace(parsed.conversation, key=key))
        archive = parsed.archive
        return replace(
            parsed,
            archive=replace(
                archive,
                agent=archive.agent if scope.agent is None else scope.agent,
                session=archive.session if scope.session is None else scope.session,
            ),
        )

    def _there(
        self, reader: Reader, conversation: Conversation, ids: Mapping[str, str]
    ) -> dict[str, int]:
        """Local ids of messages that are there already → their positions.

        Raises:
            Conflict: Some stand in another conversation, or it is that of another agent.
        """
        everywhere = replace(self.scope, agent=None, session=None)
        places = reader.locate(everywhere, list(ids.values()))
        elsewhere = [name for name, (where, _) in places.items() if where != conversation.id]
        if elsewhere:
            stand = counted(len(elsewhere), "of its messages stands", "of its messages stand")
            raise Conflict(
                f"{stand} in another conversation, {places[elsewhere[0]][0]}.",
                hint="Export it again, or import into a store of its own.",
                records=elsewhere,
            )
        row = reader.conversation(everywhere, conversation.id)
        if row is not None and not _is_in(self.scope, row):
            raise Conflict(
                "it is in the store already, with another agent or session.",
                hint="Leave out the agent and the session.",
                records=[row.id],
            )
        return {local: places[name][1] for local, name in ids.items() if name in places}

    def _is_whole(self, reader: Reader, parsed: Parsed, there: Mapping[str, int]) -> bool:
        """Whether the store has all of a conversation, so that nothing of it need be written."""
        conversation = parsed.conversation
        row = reader.conversation(self.scope, conversation.id)
        if (
            row is None
            or parsed.compactions
            or parsed.marks
            or Stands.of(parsed)
            or len(there) != len(conversation.messages)
        ):
            return False
        is_all = len(conversation.messages) == row.messages
        if is_all and conversation.title not in ("", row.title):
            return False
        stored = {
            (wire.parent, wire.child, wire.kind)
            for wire in reader.wires(self.scope, conversation.id)
        }
        return all(
            (there[wire.parent], there[wire.child], wire.kind) in stored
            for wire in conversation.wires
        )

    def _write(
        self, parsed: Parsed, incoming: Incoming, there: Mapping[str, int], reading: Reading
    ) -> None:
        """Write what is not there, chunk by chunk, each in one transaction."""
        done = self.messages
        chunks = list(_chunks(parsed.conversation.messages, parsed.blobs))
        for number, chunk in enumerate(chunks):
            is_last = number == len(chunks) - 1
            done += len(chunk)
            if chunk and not is_last and all(message.id in there for message in chunk):
                incoming.positions |= {message.id: there[message.id] for message in chunk}
                continue
            # Before the transaction: their file may be gone.
            blobs = {
                digest: parsed.blobs[digest]
                for digest in _digests(message for message in chunk if message.id not in there)
                if digest in parsed.blobs
            }
            if is_last:
                blobs |= {one.digest: parsed.blobs[one.digest] for one in parsed.materials}

            def command(
                tx: Writer,
                chunk: Sequence[Message] = chunk,
                blobs: Mapping[str, bytes] = blobs,
                is_last: bool = is_last,
            ) -> None:
                for digest, data in blobs.items():
                    tx.add_blob(self.scope, digest, data)
                incoming.write(tx, self.scope, chunk, is_last=is_last, now=self.clock.now())

            before = incoming.added
            self.store.write(command)
            self.written += incoming.added - before
            self._tell(reading, done)

    def _tell(self, reading: Reading, messages: int) -> None:
        if self.progress:
            self.progress(
                ImportProgress(
                    file=reading.file,
                    messages=messages,
                    read=self.transcripts.passed + reading.bytes_read,
                    total=self.transcripts.size,
                )
            )


def _is_in(scope: Scope, row: ConversationRow) -> bool:
    return scope.agent in (None, row.agent) and scope.session in (None, row.session)


def _chunks(
    messages: Sequence[Message], blobs: Mapping[str, bytes]
) -> Iterator[tuple[Message, ...]]:
    """Stretches of messages of at most `CHUNK`, or of about `CHUNK_BYTES` attached; at least one.

    A message is never split.
    """
    first, size = 0, 0
    for index, message in enumerate(messages):
        if index - first == CHUNK or size >= CHUNK_BYTES:
            yield tuple(messages[first:index])
            first, size = index, 0
        size += sum(
            part.size
            for part in message.parts
            if isinstance(part, Attachment) and part.digest in blobs
        )
    yield tuple(messages[first:])


def _digests(messages: Iterator[Message]) -> list[str]:
    """Digests of what is attached to messages, each once, in their order."""
    return list(
        dict.fromkeys(
            part.digest
            for message in messages
            for part in message.parts
            if isinstance(part, Attachment) and part.digest
        )
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
