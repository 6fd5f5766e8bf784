"""JSON that was encoded twice: a JSON text that holds a JSON object, as some exporters write it."""

from __future__ import annotations

from infold.errors import FormatError
from infold.formats.cursor import Item, Malformed, decode
from infold.formats.inputs import NoTranscript


def unpacked(text: str, name: str) -> Item:
    """The object inside a JSON text.

    Args:
        text: The file.
        name: Its name, for errors.

    Raises:
        FormatError: It begins like one, and is damaged.
        NoTranscript: It is something else.
    """
    try:
        inner = decode(text)
        held = inner.lstrip("\ufeff") if isinstance(inner, str) else ""
        value = decode(held) if held.lstrip()[:1] == "{" else None
    except Malformed as error:
        value, reason = None, error.reason
    else:
        if isinstance(value, dict):
            return Item(line=1, raw=held, value=value)
        reason = "it is a text that holds no object"
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
