"""Keeps lone surrogates, which UTF-8 cannot carry, out of requests and vectors."""

from __future__ import annotations

__all__ = ["without_surrogates"]


def without_surrogates(text: str) -> str:
    r"""Join surrogates that make a pair; replace a lone one by U+FFFD.

    Args:
        text: Any text. JSON written by a model may hold an escape such as `\ud83d` alone.

    Returns:
        A text that can be encoded; the same object where nothing had to change.
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
