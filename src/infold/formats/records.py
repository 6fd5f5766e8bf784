"""How a file is laid out, and its records one by one: lines, items of an array, or one object."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from infold.formats.cursor import Cursor
from infold.formats.inputs import NoTranscript
from infold.formats.items import DEEP, MOST, Item, Repeat, read_item
from infold.formats.packed import unpacked
from infold.formats.reading import Reading
from infold.formats.source import Source

_LINES = 200
_ITEMS = 20
_SAMPLE = 1 << 20
_WANTED = "a transcript as JSON or JSONL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """The records of a file.

    Attributes:
        source: The file.
        layout: A record a `line`, a record an item of one `array`, or one `object`.
        sample: The first records that are JSON, by which the format is told.
        whole: The object itself, decoded; None in other layouts.
        fault: The first of the sample that is no JSON, where there is one.
    """

    source: Source
    layout: Literal["lines", "array", "object"]
    sample: tuple[Any, ...]
    whole: Item | None = None
    fault: Item | None = None

    def items(self, reading: Reading) -> Iterator[Item]:
        """All records, bad ones counted by `reading` and left out; repeated keys are noted.

        Memory is bounded by the largest record.
        """
        for item in self._all(reading):
            if item.repeats:
                for repeat in item.repeats:
                    reading.repair(repeat.line, repeat.reason)
            if item.reason:
                reading.fault(item.line, item.reason)
            # Of an object that is cut or damaged, what is whole is its value beside the fault.
            if not item.reason or (item is self.whole and item.value is not None):
                yield item

    def _all(self, reading: Reading) -> Iterator[Item]:
        if self.layout == "object":
            assert self.whole is not None
            reading.reached(self.source.size)
            yield self.whole
            return
        if self.layout == "lines":
            for number, line in self.source.lines(reading.repair, reading.reached):
                yield read_item(line, number)
            return
        cursor = Cursor(self.source.chunks(reading.repair, reading.reached))
        yield from cursor.items()
        if cursor.peek():
            after = f"text after the end: {cursor.rest()[:40]!r}"
            yield Item(line=cursor.line, raw="", reason=after)


def open_records(source: Source) -> Records:
    """Find out how a file is laid out.

    Raises:
        NoTranscript: It holds no JSON object and no list.
    """
    chunks = source.chunks()
    text = next(chunks, "")
    further = next(chunks, "")
    lines = [line for line in text.split("\n") if line and not line.isspace()]
    several = len(lines) > 1 or (bool(lines) and text.endswith("\n") and bool(further.strip()))
    if further and lines:
        lines.pop()  # cut by the piece, not by the file
    values = [read_item(line).value for line in lines[:_LINES]]
    # JSON's white space alone: before what follows any other, no reader would find it.
    sign = text.lstrip(" \t\r\n")[:1]
    if _is_by_line(source, sign, lines, values, several=several):
        if not values:  # the first line is longer than the piece
            first_two = zip(range(2), source.lines(), strict=False)
            values = [read_item(line).value for _, (_, line) in first_two]
        sample = tuple(value for value in values if isinstance(value, dict | list))
        return Records(source=source, layout="lines", sample=sample)
    if sign == "[":
        first = list(_first_items(source))
        bad = next((item for item in first if item.reason), None)
        sample = tuple(item.value for item in first if not item.reason)
        return Records(source=source, layout="array", sample=sample, fault=bad)
    if sign in ("{", '"'):
        whole = _object(source) if sign == "{" else unpacked("".join(source.chunks()), source.name)
        fault = whole if whole.reason else None
        sample = (whole.value,)
        return Records(source=source, layout="object", sample=sample, whole=whole, fault=fault)
    raise NoTranscript(
        "holds no JSON object and no list.",
        file=source.name,
        line=1,
        expected=_WANTED,
        hint="docs/reference/formats.md lists what can be read.",
    )


def _is_by_line(
    source: Source, sign: str, lines: list[str], values: list[object], *, several: bool
) -> bool:
    """Whether each line is a record by itself, as opposed to one text over many lines."""
    found = [isinstance(value, dict | list) for value in values]
    if sign not in ("[", "{"):
        return any(found)
    if found and found[0]:
        # A list on one line, with something after it that is no JSON, is one list.
        return several and (isinstance(values[0], dict) or any(found[1:]))
    if sign == "{":
        # The first line is cut or broken. Lines of a printed object are indented.
        if any(ok and line[0] == "{" for ok, line in zip(found[1:], lines[1:_LINES], strict=False)):
            return True
        return not lines and _goes_on(source)
    return False


def _goes_on(source: Source) -> bool:
    """Whether a file whose first line is very long has a second one."""
    return sum(1 for _, _ in zip(range(2), source.lines(), strict=False)) > 1


def _first_items(source: Source) -> Iterator[Item]:
    size = 0
    for count, item in enumerate(Cursor(source.chunks()).items()):
        size += len(item.raw)
        yield item
        if count >= _ITEMS or size > _SAMPLE:
            return


def _object(source: Source) -> Item:
    text = "".join(source.chunks())
    line = 1 + text.count("\n", 0, len(text) - len(text.lstrip()))
    item = read_item(text, line)
    if not item.reason or item.reason == DEEP:
        return item
    # Cut or damaged: its complete members are kept, and of a list that is cut its complete items.
    found: dict[str, Any] = {}
    repeats: list[Repeat] = []
    fault, reason = line, "no JSON"
    for key, member in Cursor(iter((text,))).members():
        repeats += member.repeats
        if key and member.value is not None:
            if key in found:
                repeats.append(Repeat(line=member.line, key=key))
            found[key] = member.value
        if member.reason:
            fault, reason = member.line, member.reason
    return Item(
        line=fault, raw=text, value=found or None, reason=reason, repeats=tuple(repeats[:MOST])
    )
