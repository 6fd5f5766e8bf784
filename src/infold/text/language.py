"""The language of a message, by its script first and its function words second."""

import re
from typing import Final, Literal, TypeAlias

from infold.text.scripts import CJK, HAN, HANGUL, HIRAGANA, KATAKANA

Language: TypeAlias = Literal["en", "zh", "ja", "ko", "id", "de", "other"]

_SEEN: Final = 600
"""Characters that are looked at: enough to tell, and a bound on the cost of long messages."""

_WIDE: Final = re.compile(f"(?P<ko>[{HANGUL}]+)|(?P<ja>[{HIRAGANA}{KATAKANA}]+)|(?P<zh>[{HAN}]+)")
_WORD: Final = re.compile(rf"[{CJK}]+|(?<![0-9A-Za-z_])[^\W\d_{CJK}]+(?![0-9_])")
_ENGLISH_WORDS: Final = """
the is are was were and of to that this it you we they have has had not with for from be been
would should could can will my your our their there here what which who when where how why if but
so i an as at by on or do does did use let's don't it's no yes me us
"""
_GERMAN_WORDS: Final = """
der die das und unter liegt läuft wurde wurden wird beträgt bleibt ist nicht ein eine einen einem
einer ich wir sie es ihr mit auf für von dem den zu zum zur auch wird werden wurde haben hat kann
bitte noch schon sind aus bei nach über wie aber oder wenn weil dass sondern statt kein keine
jetzt nur mehr soll sollen muss ja nein mir mich dir dich uns unser habe bin im am um als bis
durch ohne
"""
_INDONESIAN_WORDS: Final = """
yang dan di ke dari untuk ini itu dengan pada adalah akan saya aku kamu anda kami kita mereka
tidak bukan jangan juga sudah belum bisa ada apa siapa kapan bagaimana oleh atau tapi tetapi
karena kalau jika agar saja lagi pakai sekarang harus ya bukannya tolong terima kasih nya lebih
dulu ganti sebelumnya besok kemarin hari jam port-nya gunakan server-nya
"""

_ENGLISH: Final = frozenset(_ENGLISH_WORDS.split())
_GERMAN: Final = frozenset(_GERMAN_WORDS.split())
_INDONESIAN: Final = frozenset(_INDONESIAN_WORDS.split())
SUPPORTED_WORDS: Final = _ENGLISH | _GERMAN | _INDONESIAN
"""Function words of the languages in Latin script that are read."""


def detect(text: str) -> Language:
    """Guess the language of a text from its first 600 characters.

    Returns:
        `ko`, `ja` or `zh` where a fifth of the letters or more are written so (kana make Han
        Japanese); else the one of `en`, `de`, `id` with the most function words; `en` for other
        plain Latin text; else `other`. 5 to 40 µs a call.
    """
    head = text[:_SEEN]
    words = _WORD.findall(head)
    if not words:
        return "other"
    if not head.isascii():
        wide = _wide(head, words)
        if wide is not None:
            return wide
    scores: dict[Language, int] = {"en": 0, "de": 0, "id": 0}
    for word in words:
        low = word.lower()
        scores["en"] += low in _ENGLISH
        scores["de"] += low in _GERMAN
        scores["id"] += low in _INDONESIAN
    if not head.isascii():
        scores["de"] += len(re.findall("[äöüßÄÖÜ]", head))
    best: Language = max(scores, key=lambda name: scores[name])
    if scores[best]:
        return best
    return "en" if all(word.isascii() for word in words) else "other"


def _wide(head: str, words: list[str]) -> Language | None:
    counts = {"ko": 0, "ja": 0, "zh": 0}
    for match in _WIDE.finditer(head):
        counts[str(match.lastgroup)] += match.end() - match.start()
    total = sum(map(len, words))
    if sum(counts.values()) * 5 < total:
        return None
    if counts["ko"] >= max(counts["ja"], 1) and counts["ko"] * 2 >= counts["zh"]:
        return "ko"
    return "ja" if counts["ja"] * 12 >= counts["zh"] and counts["ja"] else "zh"
