"""Values that the speaker puts right in the same breath: "I live in Porto, no wait, Lisbon"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from infold.memory.candidates import Candidate

__all__ = ["put_right"]

_STRONG: Final = (
    r"no,? wait|wait,? no|scratch that|misread (?:it|that)|(?:i )?misspoke|my mistake|wrong"
    r"|(?:ach )?quatsch|stopp|falsch|vertippt|verlesen|eh salah|maaf,? salah|salah|ralat|keliru"
    r"|(?:哦|啊|呃)?(?:不对|说错了|打错了|记错了)"
    r"|(?:すみません|ごめん(?:なさい)?)?[、,]?(?:間違えました|間違えた|間違い(?:です|でした))|じゃなくて"
    r"|(?:아,? ?)?아니다|잘못 (?:말|썼|적)\w*"
)
"""Says that what stands before was wrong."""
_WEAK: Final = (
    r"sorry|i mean|i meant|nein|ich meine|bukan|eh|maksud(?:ku| saya)|哦不|不不|いや|아니"
)
"""Says so where another value follows."""
_OPENS: Final = (
    r"[\s,;.。．，、!！…–—-]*(?:(?:oh|ah|ach|äh|uh|um|oops|ups|aduh|あ|啊|哦|아)[\s,，、]*)?"
)
_DENIES: Final = re.compile(
    rf"{_OPENS}(?:(?P<strong>{_STRONG})|(?:{_WEAK}))(?![a-zà-ÿ])[\s,，、:：.。…–—-]*", re.IGNORECASE
)
_VALUE: Final = re.compile(
    r"(?:(?:in|at|on|to|the|it's|it is|in der|im|am|bei|di|ke|itu|应该是|其实是|是)\s*)?"
    r"(?P<value>[^\s,;.!?，。、！？\n][^,;!?，。、！？\n]{0,40}?)(?=\s*(?:[.,;!?，。、！？\n]|\Z))",
    re.IGNORECASE,
)
_NEAR: Final = 60
"""Characters between a value and the one that puts it right."""


def put_right(
    text: str, found: Sequence[Candidate], read: Callable[[str], Iterable[Candidate]]
) -> list[Candidate]:
    """Leave out what the speaker takes back at once, for what is said in its place.

    Args:
        text: Of the part that was read.
        found: Candidates, by place.
        read: Reads a sentence for itself.

    Returns:
        The candidates without those that were denied. A value that stands alone behind the denial
        takes the place of the one before; its span holds both. Linear.
    """
    return [one for at in range(len(found)) for one in _right(text, found, at, read)]


def _right(
    text: str,
    found: Sequence[Candidate],
    at: int,
    read: Callable[[str], Iterable[Candidate]],
) -> Iterator[Candidate]:
    one = found[at]
    denied = None if one.retracts or not one.value else _DENIES.match(text, one.source.end)
    if denied is None:
        yield one
        return
    for later in range(at + 1, len(found)):
        other = found[later]
        if other.source.start - one.source.end > _NEAR:
            break
        if other.slot == one.slot:
            return
    named = _VALUE.match(text, denied.end())
    if named is not None and text.count(one.value, one.source.start, one.source.end) == 1:
        said = text[one.source.start : one.source.end].replace(one.value, named["value"])
        for other in (*read(said), *read(named["value"])):
            if other.slot == one.slot and other.value in named["value"]:
                span = replace(one.source, end=named.end("value"))
                yield replace(one, value=other.value, text=other.text, source=span)
                return
    if not denied["strong"]:
        yield one
