"""What a reader gives: conversations one after another, and an account of all that was met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from infold.core.changes import Change
from infold.core.facts import Fact, FactEvent
from infold.core.folds import Compaction, Fold, Merge
from infold.core.graph import Conversation
from infold.core.marks import Mark
from infold.core.materials import Material
from infold.core.settings import Asked, Setting
from infold.core.supersessions import Supersession
from infold.core.views import View
from infold.errors import FormatError

MOST_FAULTS = 10_000
"""So many faults are kept with their reason; beyond, they are only counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bad:
    """A record that could not be read.

    Attributes:
        file: The file's name as the caller gave it.
        line: 1-based line on which the record starts; None where it is not known.
        reason: What is wrong with it.
    """

    file: str
    line: int | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """One time that texts for which a fold stands were dropped.

    Attributes:
        fold: Its id.
        at: When.
        by: Who did it.
        reason: Why, in words.
        positions: Of the messages without their texts, ascending.
        tokens: Of these texts.
        kept: Kind → hard facts of these texts that the fold holds.
        lost: Kind → those that it does not hold.
        file: The file that was written of them before; empty for none.
        sha256: Of that file.
    """

    fold: str
    at: datetime
    by: str
    reason: str
    positions: tuple[int, ...]
    tokens: int
    kept: Mapping[str, int]
    lost: Mapping[str, int]
    file: str = ""
    sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """What a store knows of a conversation beyond the conversation itself.

    Attributes:
        agent: The agent that it belongs to.
        session: The session that it belongs to.
        hot_from: Position at which the hot window starts.
        hot_tokens: Tokens from there on.
        placed_to: Position up to which graduated units stand in the forest.
        generation: Count of the changes to its forest and folds.
        placements: Position of a placed message → position of its unit's first message.
        merges: The merge log, withdrawn ones included.
        folds: Folds in every state, with claims and spans.
        withdrawn: Superseded values that a person said still hold; all others are derived again.
        marks: Marks in every state.
        views: Views in every state, with their folds.
        changes: The steps, in order.
        drops: What was dropped of the sources of folds; the messages say so themselves.
    """

    agent: str | None = None
    session: str | None = None
    hot_from: int = 0
    hot_tokens: int = 0
    placed_to: int = 0
    generation: int = 0
    placements: Mapping[int, int] = field(default_factory=dict)
    merges: tuple[Merge, ...] = ()
    folds: tuple[Fold, ...] = ()
    withdrawn: tuple[Supersession, ...] = ()
    marks: tuple[Mark, ...] = ()
    views: tuple[View, ...] = ()
    changes: tuple[Change, ...] = ()
    settings: tuple[Setting, ...] = ()
    materials: tuple[Material, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    asked: tuple[Asked, ...] = ()
    drops: tuple[Drop, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedFact:
    """A fact out of Infold's own format.

    Attributes:
        fact: With its id and `recorded_at`.
        events: All that happened to it, its entry first.
        agent: The agent that it belongs to.
        session: The session that it belongs to.
        ordinal: Count of equal facts before it.
        dated: Whether its own words or its writer say from when it holds.
    """

    fact: Fact
    events: tuple[FactEvent, ...]
    agent: str | None = None
    session: str | None = None
    ordinal: int = 0
    dated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """Versions of one turn, of which the source shows one.

    Attributes:
        shown: Local ids of the question and the answer that are shown, as far as there are any.
        others: (local id, that of what is shown in its place) of every other version.
    """

    shown: tuple[str, ...]
    others: tuple[tuple[str, str], ...]

    @property
    def messages(self) -> tuple[str, ...]:
        """Local ids of all of them."""
        return (*self.shown, *(old for old, _ in self.others))


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """One conversation out of a file.

    Attributes:
        conversation: Its messages with local ids "0", "1", …, wires and leaf by these; Infold's own
            format keeps the ids that it was written with.
        blobs: SHA-256 (hex) → bytes, for each attachment whose bytes stand in the file.
        archive: What Infold's own format adds; None in every other.
        compactions: What the tool that wrote the file had compacted, in the order of the file, by
            local ids. Infold's own format has folds for them.
        marks: What people marked in it, by local ids. Infold's own format has them in its archive.
        settings: What stands on its messages, by local ids; a material is named by its local id.
            Infold's own format has them in its archive, as the two that follow.
        materials: Documents beside it, with local ids; their bytes are among `blobs`.
        versions: Of which of its turns there are several versions.
    """

    conversation: Conversation
    blobs: Mapping[str, bytes] = field(default_factory=dict)
    archive: Archive | None = None
    compactions: tuple[Compaction, ...] = ()
    marks: tuple[Mark, ...] = ()
    settings: tuple[Setting, ...] = ()
    materials: tuple[Material, ...] = ()
    versions: tuple[Versions, ...] = ()


class Reading(Iterator[Parsed]):
    """An iterator of conversations that keeps count; the counts are final when it ends.

    Each record of the file is counted once: `records_in == messages_out + bad_count +
    sum(skipped.values())`, so `messages_in == messages_out + bad_count`.

    Attributes:
        file: The file's name as the caller gave it.
        format: Name of the format.
        size: Bytes of the file; 0 where it is not known.
        bytes_read: Of them, those read so far; a little ahead of the conversations given.
        bad: Records that could not be read, at most `MOST_FAULTS` of them.
        bad_count: How many there were.
        repaired: Places where a message was kept after a repair (broken bytes, a cycle of parents).
        skipped: What is no message (headers, snapshots, settings): type → count.
        records_in: Records met.
        messages_out: Messages given.
        conversations: Conversations given.
        facts: Facts met so far; only Infold's own format has any.
    """

    def __init__(self, file: str, format: str, size: int = 0, *, strict: bool = False) -> None:  # noqa: A002 # the word of the design
        self.file = file
        self.format = format
        self.size = size
        self.strict = strict
        self.bytes_read = 0
        self.bad: list[Bad] = []
        self.bad_count = 0
        self.repaired: list[Bad] = []
        self.skipped: dict[str, int] = {}
        self.records_in = 0
        self.messages_out = 0
        self.conversations = 0
        self.facts: list[ArchivedFact] = []
        self._run: Iterator[Parsed] = iter(())

    @property
    def messages_in(self) -> int:
        """Records that are, or should have been, messages."""
        return self.records_in - sum(self.skipped.values())

    def start(self, run: Iterator[Parsed]) -> Reading:
        """Take the conversations from `run`."""
        self._run = run
        return self

    def __next__(self) -> Parsed:
        """The next conversation.

        Raises:
            FormatError: In strict mode, at the first fault; else only where nothing of the file
                could be read.
        """
        for parsed in self._run:
            self.conversations += 1
            self.messages_out += len(parsed.conversation.messages)
            return parsed
        if not self.conversations and self.bad_count:
            first = self.bad[0]
            raise FormatError(
                f"nothing in it could be read: {first.reason}.",
                file=self.file,
                line=first.line,
                expected=f"records of the format {self.format}",
                hint="Open the file at that place; it may be cut off or damaged.",
            )
        raise StopIteration

    def reached(self, count: int) -> None:
        """Note how many bytes of the file have been read."""
        self.bytes_read = count

    def record(self) -> None:
        """Count a record that holds a message."""
        self.records_in += 1

    def fault(self, line: int | None, reason: str) -> None:
        """Count a record as bad.

        Raises:
            FormatError: The reading is strict.
        """
        self._refuse(line, reason)
        self.records_in += 1
        self.bad_count += 1
        if len(self.bad) < MOST_FAULTS:
            self.bad.append(Bad(file=self.file, line=line, reason=reason))

    def repair(self, line: int | None, reason: str) -> None:
        """Note that a message was kept after a repair.

        Raises:
            FormatError: The reading is strict.
        """
        self._refuse(line, reason)
        if len(self.repaired) < MOST_FAULTS:
            self.repaired.append(Bad(file=self.file, line=line, reason=reason))

    def skip(self, kind: str, count: int = 1, *, counted: bool = False) -> None:
        """Count records that are no messages.

        Args:
            kind: Their type.
            count: How many.
            counted: True where `record` has counted them already.
        """
        self.skipped[kind] = self.skipped.get(kind, 0) + count
        if not counted:
            self.records_in += count

    def _refuse(self, line: int | None, reason: str) -> None:
        if self.strict:
            raise FormatError(
                f"{reason}.",
                file=self.file,
                line=line,
                expected=f"a faultless file of the format {self.format}",
                hint="Without strict reading the good records are imported and the bad ones named.",
            )
