"""When two texts, or two values of one slot, are the same."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from infold.core.facts import Slot

__all__ = ["AVERSE", "DUE", "TASTE", "normal", "same_text", "same_value"]

TASTE: Final = "taste in "
"""How the attribute of a liking begins: it says what is liked, the value says how."""

DUE: Final = "due day of "
"""How the attribute begins of the day of each month on which something is due."""
AVERSE: Final = "no"
"""What `same_value` gives of a dislike."""

_NO_DIGIT: Final = re.compile(r"\D")
_EDGE: Final = " \t\"'`“”„«»「」『』《》()[]（）*_.,;:!?。，、！？；：…"
_AVERSE: Final = re.compile(
    r"\b(?:not|no|never|cannot|hates?|hated|dislikes?|detests?|loathes?|avoids?|can['’]t|stand"
    r"|nicht|kein\w*|nie|hass\w*|verabscheu\w*|tidak|tak|nggak|enggak|gak|ga|kurang|benci|membenci"
    r"|anti|jangan)\b|n['’]t\b|[不没讨厌恨]|嫌|苦手|ない|ません|では|じゃ|싫|안 |못|않|별로",
    re.IGNORECASE,
)


def normal(text: str) -> str:
    """A text as it is compared: composed, case folded, without marks at its ends."""
    folded = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    return " ".join(folded.casefold().strip(_EDGE).split())


def same_text(text: str) -> str:
    """What two texts have in common that say the same in the same words."""
    return normal(text)


def same_value(slot: Slot | None, value: str) -> str:
    """What two values of one slot have in common that are the same.

    Args:
        slot: Of which they are; None where nobody knows.
        value: As written: `Porto` is `porto`. Of a liking it is only told whether it is one: who
            likes tea and who loves it says the same, who hates it the opposite.
    """
    if value and slot is not None and slot.attribute.startswith(TASTE):
        return AVERSE if _AVERSE.search(value) else "yes"
    if slot is not None and slot.attribute.startswith(DUE):
        return _NO_DIGIT.sub("", value) or normal(value)
    return normal(value)
