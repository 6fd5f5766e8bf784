"""A transcript as text: its encoding found, its text read piece by piece or line by line."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from infold.errors import FormatError
from infold.formats.assets import Assets
from infold.formats.inputs import CHUNK, Input, NoTranscript, file_input

__all__ = ["BROKEN", "CHUNK", "Note", "Reached", "Source", "open_source", "source_of"]

BROKEN = "bytes that are no text were replaced"

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_PACKED = (
    (b"PK\x03\x04", "a ZIP archive", "Give it to `import`, or to `open_transcripts`."),
    (b"\x1f\x8b", "a gzip archive", "Unpack it and give the transcript that is inside."),
    (b"SQLite format 3\x00", "an SQLite database", "To use it as a store, give it as --db."),
)
_WANTED = "a transcript as JSON or JSONL, in UTF-8 or UTF-16"
_WHOLE = re.compile(r"[^\x00-\x7f\ufffd]")

Note = Callable[[int, str], None]
Reached = Callable[[int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A transcript that can be read as text, from its beginning, as often as wanted.

    Attributes:
        input: Its bytes.
        encoding: How its text is written.
        skip: Length of its byte-order mark.
        assets: The files beside it, where it lies in a folder or an archive.
    """

    input: Input
    encoding: str
    skip: int
    assets: Assets | None = None

    @property
    def name(self) -> str:
        """The file's name as people know it."""
        return self.input.name

    @property
    def size(self) -> int:
        """In bytes."""
        return self.input.size

    def chunks(self, note: Note | None = None, reached: Reached | None = None) -> Iterator[str]:
        """Its text in pieces of about `CHUNK` bytes. Broken bytes become U+FFFD.

        Args:
            note: Called with line and reason for each line that holds broken bytes.
            reached: Called with the bytes read so far.

        Raises:
            FormatError: The file can no longer be read, or changed meanwhile.
        """
        decode = codecs.getincrementaldecoder(self.encoding)("replace").decode
        mark = "\ufffd".encode(self.encoding)
        line, tail, done = 1, b"", 0
        for data in self._bytes():
            text = decode(data, not data)
            if (
                note is not None
                and "\ufffd" in text
                and text.count("\ufffd") > (tail + data).count(mark)
            ):
                for place in _lines_of("\ufffd", text):
                    note(line + place, BROKEN)
            line += text.count("\n")
            tail = data[1 - len(mark) :]
            done += len(data)
            if reached is not None:
                reached(self.skip + done)
            if text:
                yield text

    def _bytes(self) -> Iterator[bytes]:
        """Its bytes without the mark, then an empty piece."""
        skip = self.skip
        for data in self.input.pieces():
            yield data[skip:] if skip else data
            skip = 0
        yield b""

    def lines(
        self, note: Note | None = None, reached: Reached | None = None
    ) -> Iterator[tuple[int, str]]:
        """Its lines with their 1-based numbers, blank ones left out. Linear in their length."""
        number, parts = 1, list[str]()
        for chunk in self.chunks(note, reached):
            pieces = chunk.split("\n")
            if len(pieces) == 1:
                parts.append(chunk)
                continue
            parts.append(pieces[0])
            pieces[0] = "".join(parts)
            parts = [pieces.pop()]
            for piece in pieces:
                if piece and not piece.isspace():
                    yield number, piece
                number += 1
        last = "".join(parts)
        if last and not last.isspace():
            yield number, last


def open_source(path: Path) -> Source:
    """Find out how a file is written.

    Raises:
        FormatError: There is no such file, or as of `source_of`.
    """
    if path.is_dir():
        raise FormatError(
            "is a folder.",
            file=str(path),
            expected=_WANTED,
            hint="Give it to `import`, or to `open_transcripts`.",
        )
    return source_of(file_input(path))


def source_of(entry: Input, assets: Assets | None = None) -> Source:
    """Find out how an input is written.

    Args:
        entry: Its bytes.
        assets: The files beside it.

    Raises:
        FormatError: It cannot be read.
        NoTranscript: It is empty, packed, binary or in an encoding that is not known.
    """
    name = entry.name
    head = entry.head()
    for magic, what, hint in _PACKED:
        if head.startswith(magic):
            raise NoTranscript(f"is {what}.", file=name, expected=_WANTED, hint=hint)
    encoding, skip = _encoding(head)
    sample = head[skip:]
    if not sample.strip(b" \t\r\n\x00"):
        raise NoTranscript(
            "is empty.",
            file=name,
            line=1,
            expected=_WANTED,
            hint="Check that the export or download has finished.",
        )
    text = codecs.getincrementaldecoder(encoding)("replace").decode(sample)
    controls = sum(text.count(chr(sign)) for sign in range(32) if chr(sign) not in "\t\n\r\f")
    if controls * 50 > len(text):
        raise NoTranscript(
            "is a binary file.",
            file=name,
            line=1,
            expected=_WANTED,
            hint="Give the program's export, not its own data file.",
        )
    broken = text.count("\ufffd")
    if broken >= 4 and broken * 100 > len(text) and broken > len(_WHOLE.findall(text)):
        raise NoTranscript(
            "is in an encoding that is not known.",
            file=name,
            line=1 + text.count("\n", 0, text.index("\ufffd")),
            expected=_WANTED,
            hint="Convert it first, for example: iconv -f EUC-KR -t UTF-8 FILE.",
        )
    return Source(input=entry, encoding=encoding, skip=skip, assets=assets)


def _encoding(head: bytes) -> tuple[str, int]:
    """The encoding and the length of the byte-order mark."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding, len(mark)
    # Without a mark: transcripts begin with an ASCII sign, so the zeros around it tell (RFC 4627).
    match [byte != 0 for byte in head[:4]]:
        case [False, False, False, True]:
            return "utf-32-be", 0
        case [True, False, False, False]:
            return "utf-32-le", 0
        case [False, True, *_]:
            return "utf-16-be", 0
        case [True, False, *_]:
            return "utf-16-le", 0
        case _:
            return "utf-8", 0


def _lines_of(sign: str, text: str) -> Iterator[int]:
    """0-based lines of a text in which a sign stands."""
    line, start = 0, 0
    while (place := text.find(sign, start)) >= 0:
        line += text.count("\n", start, place)
        yield line
        end = text.find("\n", place)
        if end < 0:
            return
        line += 1
        start = end + 1
