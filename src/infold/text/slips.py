"""Sentences that put right a value of the sentence before ("It is $20k. Sorry, $25k").

Within one sentence the rules of status see it (`infold.text.status_rules`).
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["puts_right"]

_SLIP: Final = re.compile(
    r"[\W_]*(?:(?:oh|er|um|ah|eh|ach|äh|no|nein|wait|aduh),? )*"
    r"(?:sorry|no|no,? wait|wait|oops|my mistake|i mean(?:t)?|correction|scratch that"
    r"|entschuldigung|nein|korrektur|ich mein(?:t)?e|pardon|maaf|ralat|bukan|salah"
    r"|maksud ?(?:ku|saya|aku)|(?:我)?(?:说|搞)错了|不对|不是|抱歉|对不起|不好意思"
    r"|更正|我是说|应该是"
    r"|いや|違った|違う|違います|すみません|失礼(?:しました)?|訂正(?:します)?|間違えました"
    r"|아니(?:다|요)?|죄송(?:해요|합니다)|미안(?:해요)?|정정(?:합니다|하면)?)"
    r"[,，、:：.。—– -]{1,3}(?:(?:it's|it is|that's|that is|the|es sind|es ist|是|应该是"
    r"|yang benar) ?)?"
    r"[\"'„“「`]?\Z",
    re.IGNORECASE,
)
_ENDS: Final = re.compile(
    r"[\"'”“」`]?(?: ?(?:a|per|am|pro|each|please|bitte|ya|dong)\b[^.,;!?]{0,12})?"
    r"(?:です|だ|でした|입니다|이에요|예요|요)?\s*(?:[.,;!…。，、！]|\Z|and\b|und\b|dan\b)",
    re.IGNORECASE,
)


def puts_right(sentence: str, start: int, end: int) -> bool:
    """Whether a sentence does nothing but give another value for one said right before.

    Args:
        sentence: The sentence.
        start: Where its first value begins.
        end: One after that value's last character.
    """
    return bool(_SLIP.match(sentence[:start]) and _ENDS.match(sentence, end))
