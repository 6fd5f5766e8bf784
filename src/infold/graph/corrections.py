"""Sentences that put one value in the place of another: "it is on 5433, not on 5432".

A value that a sentence denies beside another is taken back only where it stood before: somebody
said it earlier, or a word of the sentence says that something changes. "The limit is 30 seconds,
not 60" alone tells a limit and changes nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

from infold.text.kinds import NUMERIC, STATEMENTS, Literal, Status
from infold.text.literals import literals

__all__ = ["Earlier", "denies", "puts_right"]

_CORRECTS: Final = re.compile(
    r"\b(?:correct(?:ion|ed|ing)|actually|it turns out|turned out|scratch that"
    r"|on second thoughts?|my mistake|i was wrong|from now on|now"
    r"|korrektur|berichtigung|korrigiere|eigentlich|tatsächlich|in wirklichkeit|jetzt|nun"
    r"|ab (?:jetzt|sofort|heute)|richtig (?:ist|sind|wäre)"
    r"|w(?:as|ere) (?:an? )?(?:\w+ ){0,2}(?:errors?|mistakes?|typos?|artifacts?)"
    r"|war(?:en)? ein \w*(?:fehler|irrtum)|salah|keliru"
    r"|koreksi|ralat|sebenarnya|ternyata|seharusnya|sekarang|mulai sekarang)\b"
    r"|更正|订正|纠正|其实|實際上|实际上|现在|從現在|从现在|应该是|误差|弄错|搞错"
    r"|訂正|実は|実際は|正しくは|今後は|これからは|今は|誤りでした|間違い"
    r"|정정|사실|실제로는|이제|앞으로는|지금은|오류였|착오",
    re.IGNORECASE,
)
"""Words by which a speaker says that something is put right or changes."""
_DENIES: Final = re.compile(
    r"\b(?:not|no longer|never|isn't|aren't|wasn't|instead of|rather than|in place of"
    r"|nicht|kein\w*|statt|anstatt|anstelle|bukan(?:nya)?|tidak|alih-alih|ketimbang|daripada)\b"
    r"|n't\b|不|非|没|沒|ではな|じゃな|でな|代わり|かわり|なく|ません|아니|않|대신|말고",
    re.IGNORECASE,
)
"""What every such sentence has in it: looked for first, since literals cost ten times as much."""
_GONE: Final = frozenset({Status.RETRACTED, Status.REPLACED, Status.NEGATED})
_TOKEN: Final = re.compile(r"\d+(?:[.:,]\d+)*|[^\W\d_]+")
_LOOKED_AT: Final = 3
"""The last sentences with a value that are read to see how they say it."""


class Earlier:
    """What a conversation said so far, found by its words."""

    __slots__ = ("_at", "_lines")

    def __init__(self) -> None:
        """Begin with nothing said."""
        self._lines: list[str] = []
        self._at: defaultdict[str, list[int]] = defaultdict(list)

    def add(self, line: str) -> None:
        """Remember a sentence that states something; linear in its length."""
        if not line:
            return
        self._lines.append(line)
        for token in set(_TOKEN.findall(line.casefold())):
            self._at[token].append(len(self._lines) - 1)

    def says(self, value: Literal) -> bool:
        """Whether a sentence stated the value as one that holds; at most three are read."""
        tokens = _TOKEN.findall(value.text.casefold())
        rare = min((self._at.get(one, []) for one in tokens), key=len, default=[])
        return any(
            one.status is Status.CURRENT and _alike(one, value) and one.value == value.value
            for at in rare[-_LOOKED_AT:]
            for one in literals(self._lines[at])
        )


def denies(line: str) -> bool:
    """Whether a sentence has a word that denies or replaces, so that it is worth a reading."""
    return _DENIES.search(line) is not None


def puts_right(line: str, earlier: Earlier) -> bool:
    """Whether a sentence takes a value back that stood before.

    Args:
        line: What the sentence settles, without what it quotes.
        earlier: What was said before it.

    Returns:
        True where it denies or replaces a value and gives another of its kind, and the first one
        was said earlier or a word says that something changes; or where such a word stands with a
        value that was said earlier and is denied alone.
    """
    if not denies(line):
        return False
    values = [one for one in literals(line) if one.kind not in STATEMENTS]
    held = [one for one in values if one.status is Status.CURRENT]
    corrects = _CORRECTS.search(line) is not None
    for old in values:
        if old.status not in _GONE:
            continue
        has_new = any(_alike(old, new) and new.value != old.value for new in held)
        if corrects and has_new:
            return True
        if (corrects or has_new) and earlier.says(old):
            return True
    return False


def _alike(one: Literal, other: Literal) -> bool:
    return one.kind == other.kind or (one.kind in NUMERIC and other.kind in NUMERIC)
