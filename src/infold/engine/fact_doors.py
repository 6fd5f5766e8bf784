"""What `add` takes: one line that says something, and spans of messages."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from infold.core.folds import Span
from infold.errors import UsageError
from infold.store import limits

__all__ = ["spans_of", "statement"]

_PADDING: Final = 4
"""A text of so many times the limit is refused before anything of it is read."""
_BLANK: Final = frozenset(("Cc", "Cf", "Mn", "Zl", "Zp", "Zs"))
"""Categories of characters that show nothing by themselves."""
_SPANS: Final = "Give a list of Span(message=…, part=0, start=…, end=…)."


def statement(text: object) -> str:
    """A statement on one line.

    Raises:
        UsageError: It is no text, says nothing that can be seen, is too long, or holds characters
            that no text has.
    """
    if not isinstance(text, str):
        raise UsageError(f"{text!r:.40} says nothing to remember.", hint="Give a statement.")
    if len(text) > limits.FACT_CHARACTERS * _PADDING:
        limits.require_fact(text)
    line = " ".join(text.split())
    if all(unicodedata.category(sign) in _BLANK for sign in line):
        raise UsageError(f"{text!r:.40} says nothing to remember.", hint="Give a statement.")
    wrong = next((sign for sign in line if unicodedata.category(sign) in ("Cc", "Cs")), "")
    if wrong:
        raise UsageError(
            f"{text!r:.40} holds {wrong!r}, which is no character of a text.",
            hint="Leave it out: it may come from bytes that were read in the wrong encoding.",
        )
    limits.require_fact(line)
    return line


def spans_of(sources: object) -> tuple[Span, ...]:
    """Spans of messages, checked.

    Raises:
        UsageError: Something is no span, or one that cannot be.
    """
    if isinstance(sources, str) or not isinstance(sources, Iterable):
        raise UsageError(f"sources is {sources!r:.40}.", hint=_SPANS)
    spans = tuple(sources)
    for one in spans:
        if not isinstance(one, Span):
            raise UsageError(f"sources holds {one!r:.40}, which is no span.", hint=_SPANS)
        if one.part < 0 or not 0 <= one.start < one.end or not one.message:
            raise UsageError(
                f"The span from {one.start} to {one.end} in part {one.part} of the message "
                f"{one.message!r:.40} cannot be.",
                hint="Parts and characters count from 0, and a span ends after it begins.",
            )
    return spans
