"""JSON that was encoded twice: a JSON text that holds a JSON object, as some exporters write it."""

from __future__ import annotations

from infold.formats.cursor import Item, Malformed, decode
from infold.formats.inputs import NoTranscript


def unpacked(text: str, name: str) -> Item:
    """The object inside a JSON text.

    Args:
        text: The file.
        name: Its name, for errors.

    Raises:
        NoTranscript: It is no JSON text, or holds no object.
    """
    try:
        inner = decode(text)
        held = inner.lstrip("\ufeff") if isinstance(inner, str) else ""
        value = decode(held) if held.lstrip()[:1] == "{" else None
    except Malformed as error:
        reason = error.reason
    else:
        if isinstance(value, dict):
            return Item(line=1, raw=held, value=value)
        reason = "a text that is no object"
    raise NoTranscript(
        f"holds a JSON text, and in it {reason}.",
        file=name,
        line=1,
        expected="a transcript as JSON or JSONL",
        hint="Check that the export or download has finished.",
    )
