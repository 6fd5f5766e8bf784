"""Errors in the middle of work in steps: what was done before stays, and is said."""

from __future__ import annotations

from typing import Final, TypeVar

from infold.errors import StoreError

__all__ = ["partly"]

E = TypeVar("E", bound=StoreError)

_NOTHING: Final = ("Nothing was written. ", "Nothing was changed. ")
"""How the store begins its hints: true of the step that failed, not of those before it."""


def partly(error: E, kept: str, then: str) -> E:
    """The same error, with what was done before it.

    Args:
        error: What ended the work.
        kept: A sentence on what stays.
        then: A sentence on how the work goes on, once what the error's hint asks for is done.
    """
    remedy = error.hint
    for start in _NOTHING:
        remedy = remedy.removeprefix(start)
    hint = " ".join(text for text in (kept, remedy, then) if text)
    return type(error)(error.message, hint=hint, records=error.records)
