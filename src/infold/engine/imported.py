"""What an import did, and how far it has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from infold.formats.reading import Bad
from infold.formats.transcripts import Other


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportProgress:
    """How far an import has come.

    Attributes:
        file: The file that is being read.
        messages: Messages that are in the store so far, those that were there before included.
        read: Bytes read so far, of all files.
        total: Bytes to read in all.
    """

    file: str
    messages: int
    read: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What became of one conversation of a file."""

    id: str
    title: str
    messages: int
    added: int
    file: str = ""

    @property
    def known(self) -> int:
        """Messages that were in the store already."""
        return self.messages - self.added


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedFile:
    """What came of one transcript of a folder or an archive.

    Attributes:
        file: Its name, with that of the folder or archive.
        format: The format that was detected.
        conversations: How many came of it.
        messages: Messages read.
        added: Messages that were new to the store.
        bad: Records that could not be read.
    """

    file: str
    format: str
    conversations: int
    messages: int
    added: int
    bad: int


@dataclass(slots=True, kw_only=True)
class ImportReport:
    """What an import did. Counts in are counts out plus what is listed as bad or skipped.

    Attributes:
        file: The name of the file, folder or archive as given.
        format: The format that was detected; of several files all of theirs, each once.
        conversations: In the order of the files.
        files: The transcripts that were found, sorted by their place; one for a file by itself.
        others: Files that are no transcripts and that none refers to, each with what it is.
        attachments: Files beside the transcripts that were taken in with their messages.
        bad: Records and files that could not be read, with line and reason.
        repaired: Messages that were kept although something of them was damaged, with the reason.
        unkept: Wires between messages that were there before, which keep the wires that they had.
        compactions: What other tools had compacted, found in the files; kept as folds of theirs.
        marks: Marks found in the files; Infold's own format has them in its archive.
        settings: What stands on messages of the files: role prompts, models, passages, and which
            documents are in. Infold's own format has them in its archive.
        materials: Documents found beside the messages; likewise.
        skipped: Records that are no messages, counted by type.
        facts: Facts read; only Infold's own format has any.
        added_facts: Of them, those that were new to the store.
        erased: Messages that were erased here before: they are not taken in again.
    """

    file: str
    format: str = ""
    conversations: list[Imported] = field(default_factory=list)
    files: list[ImportedFile] = field(default_factory=list)
    others: list[Other] = field(default_factory=list)
    attachments: int = 0
    bad: list[Bad] = field(default_factory=list)
    repaired: list[Bad] = field(default_factory=list)
    unkept: list[Bad] = field(default_factory=list)
    compactions: int = 0
    marks: int = 0
    settings: int = 0
    materials: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)
    facts: int = 0
    added_facts: int = 0
    erased: int = 0

    @property
    def messages(self) -> int:
        """Messages read."""
        return sum(item.messages for item in self.conversations)

    @property
    def added(self) -> int:
        """Messages that were new to the store."""
        return sum(item.added for item in self.conversations)

    @property
    def known(self) -> int:
        """Messages that were in the store already."""
        return self.messages - self.added

    @property
    def known_conversations(self) -> int:
        """Conversations of which all was in the store already."""
        return sum(1 for item in self.conversations if item.messages and not item.added)
