"""Whether a context holds the evidence of a question: no model, no judge."""

from __future__ import annotations

import re
from typing import Final

_WIDE: Final = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD: Final = re.compile(rf"[{_WIDE}]|(?:(?![{_WIDE}])[^\W_])+")
_ENOUGH: Final = 0.9


def is_hit(context: str, statement: str) -> bool:
    """Whether one line of a context holds nine in ten of a statement's word trigrams."""
    wanted = _trigrams(statement)
    return any(
        len(wanted & _trigrams(line)) >= _ENOUGH * len(wanted) for line in context.splitlines()
    )


def _trigrams(text: str) -> set[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return {tuple(words[at : at + 3]) for at in range(max(1, len(words) - 2))}
