"""From what a caller says about a model to the tokens that a context may take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from infold.errors import UsageError

DEFAULT_BUDGET: Final = 4_000
"""Tokens of a context where neither a budget nor a window is given."""
MOST_OUTPUT: Final = 4_096
"""Largest part of a window that is kept for the answer where the caller names none."""
OUTPUT_SHARE: Final = 4
"""The part of a window kept for the answer otherwise: one in so many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What a context may take.

    Attributes:
        tokens: Of the context's text, and of its messages together.
        output: Tokens kept for the answer; 0 where no window was given.
        whole_system: System messages must be whole, since a model is to be called with them.
        max_bytes: Bound of the bytes of the text; None for none.
    """

    tokens: int
    output: int = 0
    whole_system: bool = False
    max_bytes: int | None = None


def budget_for(
    *,
    budget: int | None = None,
    window: int | None = None,
    output: int | None = None,
    reserve: int = 0,
    max_bytes: int | None = None,
) -> Budget:
    """Derive the budget of a context.

    Args:
        budget: Tokens of the context. With `window` too, the smaller of both counts.
        window: The model's context window in tokens.
        output: Tokens of the window kept for the answer. None or 0: a quarter of the window, at
            most `MOST_OUTPUT`.
        reserve: Tokens taken off for the caller's own system prompt and tools.
        max_bytes: Bound of the bytes that are sent. Images and files go as references, so this
            bounds the text.

    Returns:
        A budget of at least one token; `DEFAULT_BUDGET` less `reserve` where nothing is given.

    Raises:
        UsageError: A number is not whole, zero or negative, or together they leave nothing.
    """
    _check_whole(budget=budget, window=window, output=output, reserve=reserve, max_bytes=max_bytes)
    _check(budget=budget, window=window, max_bytes=max_bytes)
    if reserve < 0 or (output or 0) < 0:
        raise UsageError(
            "`reserve` and `output` cannot be negative.",
            hint="Give zero or more tokens, or leave them out.",
        )
    if output and window is None:
        raise UsageError(
            "`output` is a part of a window, and no window is given.",
            hint="Give `window=` too, or `budget=` alone.",
        )
    kept = 0
    tokens = DEFAULT_BUDGET if budget is None else budget
    if window is not None:
        kept = output or min(MOST_OUTPUT, max(1, window // OUTPUT_SHARE))
        left = window - kept
        tokens = left if budget is None else min(budget, left)
    given = f"budget {tokens:,}" if window is None else f"window {window:,}, output {kept:,}"
    tokens -= reserve
    if tokens <= 0:
        raise UsageError(
            f"Nothing is left for the context: {given}, reserve {reserve:,}.",
            hint="Raise the window or budget, or lower `output` and `reserve`.",
        )
    return Budget(tokens=tokens, output=kept, whole_system=window is not None, max_bytes=max_bytes)


def _check_whole(**numbers: object) -> None:
    for name, number in numbers.items():
        if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
            raise UsageError(
                f"`{name}` is {number!r:.40}: it must be a whole number.",
                hint="Give a whole number of tokens.",
            )


def _check(**numbers: int | None) -> None:
    for name, number in numbers.items():
        if number is not None and number <= 0:
            raise UsageError(
                f"`{name}` is {number}: it must be at least 1.",
                hint="Leave it out for the default.",
            )
