"""Where a transcript's bytes come from: a file, or an entry of an archive; read piece by piece.

A file may change while it is read. What is read is the file as it was found: bytes that are added
later wait for the next import, and a file that is cut, written anew or replaced is an error before
one of its changed bytes is given, so that no message is half of one and half of another.
"""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from infold.errors import FormatError

CHUNK = 1 << 20
"""Bytes that are read at a time."""

PROBE = 1 << 16
"""Bytes at the beginning from which it is told what a file is."""

_AGAIN = "Import it again once the program that writes it has finished."


class NoTranscript(FormatError):
    """A sound file that is something else: in an archive or a folder it is passed over.

    Attributes:
        program: The known program whose file it looks like; empty for any other.
    """

    program: str = ""


class Input(Protocol):
    """Bytes with a name, that can be read from their beginning as often as wanted."""

    @property
    def name(self) -> str:
        """As people know it: `export.zip/conversations-001.json`."""
        ...

    @property
    def size(self) -> int:
        """In bytes."""
        ...

    def head(self, most: int = PROBE) -> bytes:
        """At most its first `most` bytes.

        Raises:
            FormatError: They cannot be read.
        """
        ...

    def check(self) -> None:
        """See that what can be damaged without notice is whole; an archive reads it once for that.

        Raises:
            FormatError: It is damaged.
        """
        ...

    def pieces(self) -> Iterator[bytes]:
        """All of it in pieces of `CHUNK` bytes, the last one shorter.

        Raises:
            FormatError: It cannot be read, is damaged, or changed while it was read.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FileInput:
    """A file on the disk, as it was when it was found.

    Attributes:
        path: Where it lies.
        name: As the caller gave it.
        size: In bytes, when it was found.
        identity: Its device and number, by which one that took its place is known.
        changed: When it was last written, in nanoseconds.
    """

    path: Path
    name: str
    size: int
    identity: tuple[int, int]
    changed: int

    def head(self, most: int = PROBE) -> bytes:
        """At most its first `most` bytes."""
        try:
            with self._opened() as file:
                return file.read(min(most, self.size))
        except OSError as error:
            raise unreadable(self.name, error) from error

    def check(self) -> None:
        """Nothing to do: a disk finds its own faults."""

    def pieces(self) -> Iterator[bytes]:
        """All of it, as it was found; linear, and once more where it is written meanwhile."""
        changed, left = self.changed, self.size
        given: list[tuple[int, int]] = []  # length and checksum of each piece
        try:
            with self._opened() as file:
                while left > 0:
                    data = file.read(min(CHUNK, left))
                    now = os.fstat(file.fileno())
                    if not data or now.st_size < self.size:
                        raise _altered(self.name, "became shorter while it was read.")
                    given.append((len(data), zlib.crc32(data)))
                    if now.st_mtime_ns != changed:
                        # Lines that a log gained are no matter; other bytes in place of these are.
                        if not _still(file, given):
                            raise _altered(self.name, "was written anew while it was read.")
                        changed = now.st_mtime_ns
                    left -= len(data)
                    yield data
        except OSError as error:
            raise unreadable(self.name, error) from error

    def _opened(self) -> BinaryIO:
        file = self.path.open("rb")
        now = os.fstat(file.fileno())
        if (now.st_dev, now.st_ino) == self.identity:
            return file
        file.close()
        raise _altered(self.name, "was replaced by another file while it was read.")


def file_input(path: Path, name: str = "") -> FileInput:
    """A file as it is now.

    Args:
        path: Where it lies. A link is followed.
        name: As people know it; the path where left out.

    Raises:
        FormatError: There is no such file, or it is no ordinary one.
    """
    name = name or str(path)
    try:
        found = path.stat()
    except (OSError, ValueError) as error:  # ValueError: a path that holds a zero
        raise unreadable(name, error) from error
    if not stat.S_ISREG(found.st_mode):
        raise NoTranscript(
            "is no ordinary file.",
            file=name,
            expected="a transcript as JSON or JSONL, in UTF-8 or UTF-16",
            hint="Write its content to a file first: a transcript may be read twice.",
        )
    return input_of(path, found, name)


def input_of(path: Path, found: os.stat_result, name: str) -> FileInput:
    """A file by what the disk says of it."""
    return FileInput(
        path=path,
        name=name,
        size=found.st_size,
        identity=(found.st_dev, found.st_ino),
        changed=found.st_mtime_ns,
    )


def unreadable(name: str, error: Exception) -> FormatError:
    """The error that a file which cannot be read becomes."""
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return FormatError(
        f"cannot be read: {why}.",
        file=name,
        hint="Check that the file is still there and that you may read it.",
    )


def _altered(name: str, what: str) -> FormatError:
    return FormatError(what, file=name, hint=_AGAIN)


def _still(file: BinaryIO, given: list[tuple[int, int]]) -> bool:
    """Whether a file still holds what was read of it; it is left at the end of that."""
    file.seek(0)
    return all(zlib.crc32(file.read(length)) == checksum for length, checksum in given)
