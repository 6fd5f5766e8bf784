"""How the words of a language tell what is lasting of its speaker, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["Lasting", "kin", "pattern"]

_DISTANT: Final = frozenset({"friend", "colleague", "boss", "neighbour", "flatmate", "teacher"})
_PART: Final = re.compile(r"<([a-z_]+)>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lasting:
    """The words of a language. Each pattern is of a clause in lower case.

    Attributes:
        speaks: A clause whose subject is the speaker, or somebody or something of his.
        holds: Says what is so of him: a state, what he has, a habit, what he can, a liking.
        held: Says what was so; it counts where the clause names the time.
        plans: Says what is to come; it counts where the clause names the time.
        likes: Among what holds: that is a liking.
        passes: What lasts no longer than the errand, or is no statement: tasks, moods, questions.
    """

    speaks: re.Pattern[str]
    holds: re.Pattern[str]
    held: re.Pattern[str]
    plans: re.Pattern[str]
    likes: re.Pattern[str]
    passes: re.Pattern[str]


def kin(relations: Mapping[str, str]) -> str:
    """The words for whom somebody lives with or belongs to, as alternatives, the longest first.

    Args:
        relations: A language's words and the one word for each; what is so of a friend or of
            somebody at work says nothing lasting of the speaker.
    """
    near = (word for word, one in relations.items() if one not in _DISTANT)
    return "|".join(sorted(near, key=lambda word: (-len(word), word)))


def pattern(text: str, /, **parts: str) -> re.Pattern[str]:
    """A pattern of alternatives, one a line.

    Args:
        text: The alternatives; a line that begins with `...` goes on with the one before it.
        parts: What stands for `<name>`; may hold further ones.
    """
    lines: list[str] = []
    for line in filter(None, map(str.strip, text.strip().splitlines())):
        if line.startswith("..."):
            lines[-1] += line[3:]
        else:
            lines.append(line)
    whole = "|".join(lines)
    while (filled := _PART.sub(lambda match: parts.get(match[1], match[0]), whole)) != whole:
        whole = filled
    return re.compile(whole)
