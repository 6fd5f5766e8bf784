"""What a sentence that asks states before its question: "I'm a nurse, how do I …?"."""

from __future__ import annotations

import re
from typing import Final

from infold.memory.stretches import Stretch
from infold.memory.unsaid import asks_behind

__all__ = ["before_question"]

_LONG_TAG: Final = 3
"""Signs of a question that is more than a tag."""
_GLUED: Final = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
"""Signs of scripts without spaces between words."""
_ASKS_LAST: Final = re.compile(
    r"\w+ (?:apa|apaan|gimana|bagaimana|berapa|kapan|siapa|mana|kenapa|nggak|gak|enggak)\Z",
    re.IGNORECASE,
)
"""Indonesian questions that end with the word that asks."""


def before_question(masked: str, parts: list[Stretch]) -> list[Stretch]:
    """Give the stretches of a sentence that asks which are stated before the question.

    Args:
        masked: The sentence, its words of time blanked.
        parts: All its stretches, in order.
    """
    for number in range(1, len(parts)):
        part = parts[number]
        # In scripts without question words in front it is told by the stretch itself.
        end = len(masked) if masked[part.start : part.end].isascii() else part.end
        if asks_behind(masked[part.start : end]):
            return parts[:number]
    last = parts[-1] if parts else None
    is_wide = last is not None and _GLUED.search(masked[last.start :]) is not None
    tag = masked[last.start :].strip().rstrip("?？!！)） ") if last is not None else ""
    is_asked = is_wide or _ASKS_LAST.search(tag) is not None
    return parts[:-1] if is_asked and len(tag) >= _LONG_TAG else []
