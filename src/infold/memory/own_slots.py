"""The slot of what takes its words as a whole: its own, by which it can end."""

from __future__ import annotations

from typing import Final

from infold.core.facts import Slot
from infold.memory.selves import USER
from infold.text.analysis import analyze

__all__ = ["TOLD", "is_by_words", "own_slot"]

TOLD: Final = "told"
"""What was told in passing and has no slot by any rule."""
_LONGEST_KEY: Final = 120


def is_by_words(slot: Slot) -> bool:
    """Whether a slot is made of the words of a statement, so that the same words have it."""
    return slot.attribute.startswith((f"{TOLD}: ", "whether "))


def own_slot(what: str, text: str) -> Slot:
    """A slot that nothing but the same words has.

    Args:
        what: What kind of thing it is, as `decision`.
        text: Its words.
    """
    return Slot(
        subject=USER, attribute=f"{what}: {' '.join(sorted(set(analyze(text))))[:_LONGEST_KEY]}"
    )
