"""All transcripts of a file, a folder or a ZIP archive, found by content, one after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from infold.core.wording import counted
from infold.errors import FormatError
from infold.formats.assets import Assets
from infold.formats.containers import Container, open_container
from infold.formats.inputs import Input, NoTranscript, file_input
from infold.formats.opening import open_input
from infold.formats.reading import Bad, Reading
from infold.formats.source import source_of

_PICTURES: Final = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".wav", ".mp3", ".mp4", ".pdf")


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """A file that is no transcript.

    Attributes:
        file: Its name, with that of the archive or folder.
        reason: What it is instead.
        program: What it looks like ("a Codex session"), where that is a program that is known and
            not read; else empty.
    """

    file: str
    reason: str
    program: str = ""


class Transcripts:
    """The transcripts of a path, as readings; close it, or use it in a `with`.

    Attributes:
        name: The path as given.
        size: Bytes that are going to be read, for a bar of progress: pictures left out.
        passed: Of them, those of files that are done with.
        bad: Files that could not be read, so far.
    """

    def __init__(self, path: Path, *, strict: bool = False) -> None:
        """Open what is there.

        Args:
            path: A transcript, a folder or a ZIP archive.
            strict: Refuse all of it for one fault, before anything of it is given.

        Raises:
            FormatError: It cannot be read, or would do harm.
        """
        self.name = str(path)
        self.bad: list[Bad] = []
        self.passed = 0
        self._strict = strict
        self._container: Container | None = open_container(path)
        self._assets: Assets | None = None
        self._others: list[Other] = []
        self._found = 0
        if self._container is None:
            self._inputs: list[Input] = [file_input(path)]
        else:
            self._inputs = [entry for _, entry in self._container.inputs]
            self._assets = Assets(self._container.inputs)
        self.size = sum(_awaited(entry) for entry in self._inputs)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the archive."""
        if self._container is not None:
            self._container.close()

    @property
    def is_one(self) -> bool:
        """Whether the path is a transcript by itself."""
        return self._container is None

    @property
    def others(self) -> list[Other]:
        """Files that are no transcripts and that no transcript refers to, so far."""
        used = self._assets.used if self._assets else ()
        return [other for other in self._others if other.file not in used]

    @property
    def used(self) -> int:
        """Files beside the transcripts that these refer to, so far."""
        return len(self._assets.used) if self._assets else 0

    def __iter__(self) -> Iterator[Reading]:
        """The readings, one after the other, sorted by the place of their files.

        Read each to its end before the next. A file that cannot be read is listed as `bad`.

        Raises:
            FormatError: Nothing is a transcript; the path is a transcript itself and cannot be
                read; or there is a fault and the reading is strict.
        """
        if self._strict:
            for reading in self._readings():
                for _ in reading:
                    pass
        yield from self._readings()

    def _readings(self) -> Iterator[Reading]:
        self.bad.clear()
        self._others.clear()
        self._found = self.passed = 0
        if self._container is not None:
            for refused in self._container.refused:
                self._refuse(refused)
            self._others += [Other(file=name, reason=why) for name, why in self._container.others]
        for entry in self._inputs:
            reading = self._opened(entry)
            if reading is not None:
                self._found += 1
                yield reading
            self.passed += _awaited(entry)
        if not self._found:
            raise self._nothing()

    def _opened(self, entry: Input) -> Reading | None:
        """The reading of an input; None where it is something else or cannot be read."""
        try:
            return open_input(source_of(entry, self._assets), strict=self._strict)
        except NoTranscript as error:
            if self.is_one:
                raise
            self._others.append(
                Other(file=entry.name, reason=_reason(error), program=error.program)
            )
        except FormatError as error:
            if self.is_one:
                raise
            self._refuse(error)
        return None

    def _refuse(self, error: FormatError) -> None:
        if self._strict:
            raise error
        self.bad.append(Bad(file=error.file, line=error.line, reason=_reason(error)))

    def _nothing(self) -> FormatError:
        if self.bad:
            first = self.bad[0]
            failed = counted(len(self.bad), "file failed", "files failed")
            return FormatError(
                f"nothing in it could be read: {failed}. The first ({first.file}) {first.reason}",
                file=self.name,
                hint="Mend or leave out the named file.",
            )
        count = len(self._others)
        what = (
            "is empty." if not count else f"holds no transcript ({counted(count, 'other file')})."
        )
        return FormatError(
            what,
            file=self.name,
            expected="a folder or ZIP archive with transcripts as JSON or JSONL",
            hint="docs/reference/formats.md lists what can be read.",
        )


def open_transcripts(path: Path, *, strict: bool = False) -> Transcripts:
    """Open a transcript, or all transcripts of a folder or a ZIP archive.

    Memory is bounded by the largest conversation, as for one file; an archive is not unpacked.

    Args:
        path: A file, a folder or a ZIP archive.
        strict: Refuse all of it for one fault, before anything of it is given: all is read twice.

    Raises:
        FormatError: It cannot be read, or is an archive that would do harm.
    """
    return Transcripts(path, strict=strict)


def _awaited(entry: Input) -> int:
    """Bytes of an input that are likely to be read as a transcript. Only a bar hangs on it."""
    return 0 if entry.name.lower().endswith(_PICTURES) else entry.size


def _reason(error: FormatError) -> str:
    """What an error says, without the name of its file."""
    place = error.file + (f":{error.line}" if error.line is not None else "")
    return error.message.removeprefix(f"{place}: ")
