"""Signs of punctuation beside Han and kana as these languages have them.

Who types on a keyboard of Latin letters writes "我在美团上班,帮我改简历"; rules read "，".
"""

from __future__ import annotations

import re
from typing import Final

from infold.text.scripts import HAN, HIRAGANA, KATAKANA

__all__ = ["widened"]

_WIDE: Final = f"[{HAN}{HIRAGANA}{KATAKANA}ー]"
_SIGN: Final = re.compile(
    rf"(?<={_WIDE})(?:[,;:?!]|\.(?![\w.]))|[,;:?!](?={_WIDE})",
)
_CHINESE: Final = {",": "，", ";": "；", ":": "：", "?": "？", "!": "！", ".": "。"}
_JAPANESE: Final = {**_CHINESE, ",": "、"}
_KANA: Final = re.compile(f"[{HIRAGANA}{KATAKANA}]")


def widened(text: str) -> str:
    """A text with wide signs in the place of narrow ones beside Han or kana; as long as it was."""
    if text.isascii() or not _SIGN.search(text):
        return text
    signs = _JAPANESE if _KANA.search(text) else _CHINESE
    return _SIGN.sub(lambda match: signs[match.group()], text)
