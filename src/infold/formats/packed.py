"""JSON that was encoded twice: a JSON text that holds a JSON object, as some exporters write it."""

from __future__ import annotations

from dataclasses import replace

from infold.errors import FormatError
from infold.formats.inputs import NoTranscript
from infold.formats.items import Item, read_item


def unpacked(text: str, name: str) -> Item:
    """The object inside a JSON text.

    Args:
        text: The file.
        name: Its name, for errors.

    Raises:
        FormatError: It begins like one, and is damaged.
        NoTranscript: It is something else.
    """
    outer = read_item(text)
    held = outer.value.lstrip("\ufeff") if isinstance(outer.value, str) else ""
    inner = read_item(held) if held.lstrip()[:1] == "{" else outer
    if isinstance(inner.value, dict):
        # Its line breaks are written as signs: all of it stands on one line of the file.
        return replace(inner, repeats=tuple(replace(one, line=1) for one in inner.repeats))
    reason = inner.reason or "it is a text that holds no object"
    begins = text.lstrip().startswith('"{')
    if begins and not text.rstrip().endswith('"'):
        reason = "the file is cut off inside its text"
    raise (FormatError if begins else NoTranscript)(
        f"is JSON that was encoded twice, and cannot be read: {reason}."
        if begins
        else f"holds no JSON that is known: {reason}.",
        file=name,
        line=1,
        expected="a transcript as JSON or JSONL",
        hint="Check that the export or download has finished.",
    )
