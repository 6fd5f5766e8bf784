"""ZIP archives, read without being unpacked to the disk, and refused where they would do harm.

Limits hold for what an archive states before anything of it is read, and no more is read than it
states, so that one that lies is damaged and nothing worse.
"""

from __future__ import annotations

import lzma
import stat
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final, cast

from infold.errors import FormatError
from infold.formats.inputs import CHUNK, PROBE, Input, unreadable

MAGIC: Final = (b"PK\x03\x04", b"PK\x05\x06")
"""How archives begin; the second is an empty one."""

MOST_ENTRIES: Final = 100_000
"""Files of an archive or a folder, together with those of archives inside."""

MOST_BYTES: Final = 32 << 30
"""Unpacked bytes of an archive, together with those of archives inside."""

MOST_RATIO: Final = 250
"""Unpacked bytes for each packed one, of what has more than `SMALL` bytes (JSON: 5 to 30)."""

SMALL: Final = 10 << 20

MOST_NESTED: Final = 2 << 30
"""Bytes of an archive inside an archive: a copy of it is kept on the disk while it is read."""

_DIRECTORY: Final = 16 << 20
_IN_MEMORY: Final = 16 << 20
_END: Final = b"PK\x05\x06"
_WIDE_END: Final = b"PK\x06\x06"
_WIDE: Final = 20 + 56
"""Bytes between the end of a large archive (ZIP64) and that of any."""
_METHODS: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_DAMAGED: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    ValueError,
    NotImplementedError,
    RuntimeError,
)
_WANTED: Final = "an export as the program wrote it"
_AGAIN: Final = "Download the export again."
_UNPACK: Final = "Unpack it yourself, if you trust it, and give the folder."


@dataclass(slots=True, kw_only=True)
class Budget:
    """What one import may still take in.

    Attributes:
        entries: Files.
        bytes: Unpacked bytes of archives.
    """

    entries: int = MOST_ENTRIES
    bytes: int = MOST_BYTES

    @property
    def is_spent(self) -> bool:
        """Whether more was found than is allowed."""
        return self.entries < 0 or self.bytes < 0

    def take(self, name: str, *, entries: int = 0, size: int = 0) -> None:
        """Count what was found.

        Raises:
            FormatError: It is more than is allowed.
        """
        self.entries -= entries
        self.bytes -= size
        if self.entries < 0:
            raise _refusal(name, f"holds more than {MOST_ENTRIES:,} files.", "Give its parts.")
        if self.bytes < 0:
            raise _refusal(name, f"unpacks to more than {MOST_BYTES >> 30} GB.", _UNPACK)


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipInput:
    """A file of an archive.

    Attributes:
        archive: Opened, as long as this is read.
        info: What its directory says of the file.
        name: With the archive's own: `export.zip/conversations-001.json`.
    """

    archive: zipfile.ZipFile
    info: zipfile.ZipInfo
    name: str

    @property
    def size(self) -> int:
        """In bytes, unpacked."""
        return self.info.file_size

    def head(self, most: int = PROBE) -> bytes:
        """At most its first `most` bytes."""
        try:
            with self.archive.open(self.info) as file:
                return file.read(most)
        except (*_DAMAGED, OSError) as error:
            raise _damaged(self.name, error) from error

    def check(self) -> None:
        """Unpack it once and compare its checksum, so that damaged bytes are not imported."""
        for _ in self.pieces():
            pass

    def pieces(self) -> Iterator[bytes]:
        """All of it, unpacked piece by piece."""
        left = self.size
        try:
            with self.archive.open(self.info) as file:
                while data := file.read(CHUNK):
                    left -= len(data)
                    yield data
        except (*_DAMAGED, OSError) as error:
            raise _damaged(self.name, error) from error
        if left:
            raise FormatError(
                "is damaged: it is shorter than the archive says.", file=self.name, hint=_AGAIN
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """An opened archive.

    Attributes:
        file: Its own bytes.
        archive: The same, opened.
        inputs: Its files by their place inside, in the order of the directory.
        refused: Entries that are not read, each a reason of its own.
    """

    file: BinaryIO
    archive: zipfile.ZipFile
    inputs: tuple[tuple[str, ZipInput], ...]
    refused: tuple[FormatError, ...]

    def close(self) -> None:
        """Let go of it."""
        self.archive.close()
        self.file.close()


def open_zip(file: BinaryIO, name: str, budget: Budget) -> Archive:
    """Open an archive and look at its directory.

    Args:
        file: Its bytes; closed with the archive, or where it is refused.
        name: The archive's own name.
        budget: What may still be taken in; what is found is taken off.

    Raises:
        FormatError: It is damaged, holds too much, is made to burst, or names places outside.
    """
    try:
        size = _require_small_directory(file, name)
        archive = zipfile.ZipFile(file)
        inputs, refused = _listed(archive, name, size, budget)
    except (*_DAMAGED, OSError) as error:
        file.close()
        raise _damaged(name, error, "is a ZIP archive that is damaged") from error
    except BaseException:
        file.close()
        raise
    return Archive(file=file, archive=archive, inputs=tuple(inputs), refused=tuple(refused))


def _listed(
    archive: zipfile.ZipFile, name: str, size: int, budget: Budget
) -> tuple[list[tuple[str, ZipInput]], list[FormatError]]:
    """The entries of an archive, and those that are not read."""
    inputs: list[tuple[str, ZipInput]] = []
    refused: list[FormatError] = []
    total = 0
    budget.take(name, entries=len(archive.filelist))
    for info in archive.filelist:
        place = _place(info.filename)
        if place is None:
            raise _refusal(
                name, f"names a place outside of it: {info.filename[:80]!r}.", "Do not unpack it."
            )
        total += info.file_size
        if _bursts(info.file_size, info.compress_size) or _bursts(total, size):
            raise _refusal(
                name,
                f"unpacks to more than {MOST_RATIO} times its size ({place[:80]!r}).",
                _UNPACK,
            )
        if info.is_dir():
            continue
        full = f"{name}/{place}"
        if (why := _why_not(info)) is not None:
            refused.append(FormatError(why[0], file=full, hint=why[1]))
        else:
            inputs.append((place, ZipInput(archive=archive, info=info, name=full)))
    budget.take(name, size=total)
    return inputs, refused


def open_nested(entry: Input, budget: Budget) -> Archive:
    """Open an archive that lies inside another one, from a bounded copy.

    Raises:
        FormatError: As of `open_zip`; or it is too large to copy.
    """
    if entry.size > MOST_NESTED:
        raise _refusal(
            entry.name, f"is an archive of more than {MOST_NESTED >> 30} GB in an archive.", _UNPACK
        )
    copy = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 # the archive's own
    try:
        for data in entry.pieces():
            copy.write(data)
        copy.seek(0)
        return open_zip(cast("BinaryIO", copy), entry.name, budget)
    except OSError as error:
        copy.close()
        raise unreadable(entry.name, error) from error
    except BaseException:
        copy.close()
        raise


def _place(written: str) -> str | None:
    """The place of an entry inside its archive; None where it leads out of it."""
    place = written.replace("\\", "/")
    if place.startswith("/") or place[1:2] == ":" or ".." in place.split("/"):
        return None
    return place


def _bursts(unpacked: int, packed: int) -> bool:
    return unpacked > SMALL and unpacked > MOST_RATIO * packed


def _why_not(info: zipfile.ZipInfo) -> tuple[str, str] | None:
    """Why an entry is not read, and what to do about it; None where it is."""
    if info.flag_bits & 0x1:
        return "is encrypted.", "Unpack the archive with its password and give the folder."
    if stat.S_ISLNK(info.external_attr >> 16):
        return "is a link, which is not followed.", "Pack the file that it stands for."
    if info.compress_type not in _METHODS:
        return "is packed by a method that is not read.", "Unpack it and give the folder."
    return None


def _require_small_directory(file: BinaryIO, name: str) -> int:
    """The archive's size, once its directory is known to fit into memory."""
    size = file.seek(0, 2)
    start = max(0, size - (1 << 16) - 22)
    file.seek(start)
    tail = file.read()
    length = 0
    # A comment may hold what looks like an end: the larger directory of both counts.
    for at in {tail.rfind(_END), len(tail) - 22}:
        if at < 0 or not tail.startswith(_END, at):
            continue
        length = max(length, int.from_bytes(tail[at + 12 : at + 16], "little"))
        if start + at >= _WIDE:  # where the end of a large archive (ZIP64) is told
            file.seek(start + at - _WIDE)
            end = file.read(56)
            if end.startswith(_WIDE_END):
                length = max(length, int.from_bytes(end[40:48], "little"))
    file.seek(0)
    if length > _DIRECTORY:
        raise _refusal(name, f"holds more than {MOST_ENTRIES:,} files.", "Give its parts.")
    return size


def _refusal(name: str, what: str, hint: str) -> FormatError:
    return FormatError(what, file=name, expected=_WANTED, hint=hint)


def _damaged(name: str, error: Exception, what: str = "is damaged") -> FormatError:
    why = str(error).rstrip(".") or type(error).__name__
    return FormatError(f"{what}: {why[:200]}.", file=name, hint=_AGAIN)
