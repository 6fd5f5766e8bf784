"""Opening a transcript: its format is told by its content, never by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from infold.errors import FormatError
from infold.formats import (
    anthropic_messages,
    chatgpt,
    claude_ai,
    claude_code,
    cline,
    infold_jsonl,
    letta,
    locomo,
    lookalikes,
    openai_chat,
    sharegpt,
    thoughtdag,
)
from infold.formats.inputs import NoTranscript
from infold.formats.reading import Parsed, Reading
from infold.formats.records import Records, open_records
from infold.formats.source import Source, open_source


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format that can be read.

    Attributes:
        name: Its name, as `Conversation.format` has it.
        matches: Whether a record looks like it.
        read: Gives the conversations of a file.
    """

    name: str
    matches: Callable[[object], bool]
    read: Callable[[Records, Reading], Iterator[Parsed]]


FORMATS: tuple[Format, ...] = tuple(
    Format(name=module.NAME, matches=module.matches, read=module.read)
    for module in (
        infold_jsonl,
        chatgpt,
        claude_ai,
        claude_code,
        letta,
        locomo,
        thoughtdag,
        sharegpt,
        cline,
        anthropic_messages,
        openai_chat,
    )
)
"""All formats, the most telling first; the first that claims one of a file's records reads it."""


def open_transcript(path: Path, *, strict: bool = False) -> Reading:
    """Open a transcript of any format that is known.

    Memory is bounded by the largest conversation. A damaged file gives what is whole in it.

    Args:
        path: The file.
        strict: Refuse a file with a fault before anything of it is given: it is read twice.

    Returns:
        Its conversations, one by one, and the account of what was met.

    Raises:
        FormatError: The file cannot be read, is empty, binary, in an unknown encoding or format,
            or, where `strict`, has a fault.
    """
    source = open_source(path)
    if strict:
        for _ in open_input(source, strict=True):
            pass
    return open_input(source, strict=strict)


def open_input(source: Source, *, strict: bool = False) -> Reading:
    """The conversations of a source; where `strict`, those before the first fault are given.

    Raises:
        NoTranscript: It is something else.
        FormatError: It cannot be read.
    """
    records = open_records(source)
    form = _format_of(records)
    source.input.check()
    reading = Reading(source.name, form.name, source.size, strict=strict)
    return reading.start(form.read(records, reading))


def _format_of(records: Records) -> Format:
    for form in FORMATS:
        if any(form.matches(value) for value in records.sample):
            return form
    if records.fault is not None:
        raise FormatError(
            f"{records.fault.reason}.",
            file=records.source.name,
            line=records.fault.line,
            expected="a transcript as JSON or JSONL",
            hint="Check that the export or download has finished.",
        )
    look = lookalikes.name_of(records.sample)
    if look:
        foreign = NoTranscript(
            f"looks like {look}, which is not read.",
            file=records.source.name,
            line=1,
            expected=f"one of: {', '.join(form.name for form in FORMATS)}",
            hint="docs/how-to/bring-chats.md shows what is read of each program, and what is not.",
        )
        foreign.program = look
        raise foreign
    raise NoTranscript(
        "is JSON, but no transcript of a format that is known.",
        file=records.source.name,
        line=1,
        expected=f"one of: {', '.join(form.name for form in FORMATS)}",
        hint="docs/reference/formats.md shows what each looks like.",
    )
