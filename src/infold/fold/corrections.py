"""Whether a unit says in so many words that it corrects an earlier one.

Precision first: what is read here only decides into which cluster a unit goes. A sentence must
open with a cue, or hold one beside a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from infold.core.messages import Message
from infold.recall.terms import term_hashes
from infold.text.analysis import analyze
from infold.text.sentences import sentences

__all__ = ["Correction", "read_correction"]

_READ = 2000
_OPENER = re.compile(
    r"\W*(?:(?:oh|ah|no|sorry|wait|hmm|ok|okay)\b[\s,.!-]*)*"
    r"(?:actually|correction|scratch that|change of plans?|on second thought|i was wrong|i misspoke"
    r"|koreksi|ralat|sebenarnya|korrektur|doch lieber|en fait|correcci[oó]n|en realidad"
    r"|정정|사실은?(?=[\s,])|아니[,\s]|更正|其实|訂正|やっぱり)",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"\b(?:instead|no longer|not any ?more|from now on|changed (?:to|from)|moved (?:to|from)"
    r"|switched (?:to|from)|rather than|replaced|rescheduled|postponed|renamed"
    r"|bukan|diganti|diubah|pindah|statt|nicht mehr|au lieu de|plut[oô]t que|en (?:vez|lugar) de)\b"
    r"|\bnot (?:the old|\S*\d)|대신|아니라|바꿔|바꾸|변경|改成|改为|改用|换成|而是|変更|ではなく",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What a correcting sentence names.

    Attributes:
        values: Hashes of its terms that hold a digit: old and new values alike.
        about: Hashes of its other terms.
    """

    values: tuple[int, ...]
    about: tuple[int, ...]


def read_correction(messages: Iterable[Message]) -> Correction | None:
    """Read the first sentence by which a user corrects something.

    Args:
        messages: Of one unit. What users say is read, the first 2,000 characters of each message.

    Returns:
        What it names, or None where nothing is corrected, or nothing named.
    """
    for message in messages:
        if message.role != "user" or message.answers:
            continue
        for sentence in sentences(message.text[:_READ]):
            text = sentence.text
            if text.endswith(("?", "？")) or not (_OPENER.match(text) or _INSIDE.search(text)):
                continue
            terms = list(dict.fromkeys(analyze(text)))
            values = [term for term in terms if any(map(str.isdigit, term))]
            about = [term for term in terms if term not in values]
            if terms:
                return Correction(
                    values=tuple(term_hashes(values).tolist()),
                    about=tuple(term_hashes(about).tolist()),
                )
    return None
