"""Whether a line is in a language of which values are read, but not what is said of them."""

from __future__ import annotations

import re
from typing import Final

from infold.text.language import SUPPORTED_WORDS
from infold.text.scripts import CJK

__all__ = ["is_unread"]

_SEEN: Final = 600
_WORD: Final = re.compile(r"[^\W\d_]+")
_OTHER_SCRIPT: Final = re.compile(
    "[\u0370-\u03ff\u0400-\u052f\u0530-\u058f\u0590-\u05ff\u0600-\u06ff\u0900-\u0dff\u0e00-\u0eff"
    "\u10a0-\u10ff\u1200-\u137f]"
)
_LETTER: Final = re.compile(rf"[^\W\d_]|[{CJK}]")
_WORDS: Final = """
été est sont était étaient nous vous dans avec pour les une sur aux cette qui que pas plus mais ou
où leur leurs avons avez ont fait sera être aussi ainsi
fue fueron está están eran una unos con por del para pero también hemos han ser será como muy esta
este nuestro cambió usamos
foi foram são não uma umas com pelo pela mas também temos isso
è sono stato stata stati della dello degli delle nel nella gli anche abbiamo hanno perché
het een wordt werd werden zijn niet naar voor ook hebben heeft geen wij
nie jest są został została zostało się przez oraz tylko mamy już
är inte och det att som har vi blev också nej ikke og til ble
değil ve bir için olarak bu ile edildi
không được là của và cho đã những
nem és hogy egy volt není byl byla bylo jsou
"""
"""Of French, Spanish, Portuguese, Italian, Dutch, Polish, Nordic languages, Turkish, Vietnamese,
Hungarian and Czech; none that stands in the names of many places."""
_FUNCTION_WORDS: Final = frozenset(_WORDS.split()) - SUPPORTED_WORDS


def is_unread(text: str) -> bool:
    """Say whether the first 600 characters are in none of the six languages that are read.

    It takes more of the commonest words of another European language, Turkish or Vietnamese than
    of English, German and Indonesian together, or letters of another script for half of the text.
    What holds neither, such as a bare name, counts as read.
    """
    head = text[:_SEEN]
    letters = len(_LETTER.findall(head))
    if letters and 2 * len(_OTHER_SCRIPT.findall(head)) >= letters:
        return True
    words = [word.lower() for word in _WORD.findall(head)]
    ours = sum(word in SUPPORTED_WORDS for word in words)
    return sum(word in _FUNCTION_WORDS for word in words) > ours
