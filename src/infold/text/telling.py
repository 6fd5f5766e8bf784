"""What kind of thing a message holds, by its cue words in six languages; read once, on the way in.

A list of words costs one set operation for a message; only what has none (names, digits) costs a
pattern.
"""

import re
from enum import IntFlag
from typing import Final

from infold.text.scripts import CJK

LONGEST: Final = 4_000
"""Characters of a message that are looked at."""


class Tell(IntFlag):
    """What stands in a message; several may hold, or none."""

    TIME = 1
    """A day, date, season or `last week`."""
    NAME = 2
    """A name or title within a sentence."""
    SELF = 4
    """The speaker speaks of himself."""
    THANKS = 8
    """It opens with thanks, praise or assent."""
    BACK = 16
    """It refers to something said before: `it`, `they`, `that`."""
    BACK_OFTEN = 32
    """Two such words or more."""
    NUMBER = 64
    """A digit."""
    ASKS = 128
    """A question mark anywhere."""


_TIME_WORDS: Final = """
yesterday today tonight tomorrow last next ago week weekend weeks month months year years day days
since recently just morning evening monday tuesday wednesday thursday friday saturday sunday january
february march april may june july august september october november december summer winter fall
spring
gestern heute morgen übermorgen vorgestern letzte letzten letzter nächste nächsten woche wochen
wochenende monat monate jahr jahre tag tage seit kürzlich neulich vor montag dienstag mittwoch
donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember sommer herbst
frühling frühjahr
kemarin besok lusa tadi minggu pekan bulan tahun hari lalu depan sejak baru senin selasa rabu kamis
jumat sabtu januari februari maret juni juli agustus oktober desember pagi malam
"""
_SELF_WORDS: Final = """
i i'm i've i'd i'll my me we we're we've our us
ich mein meine meinen meiner mir mich wir unser unsere uns
saya aku kami kita
"""
_BACK_WORDS: Final = """
it it's that that's this they they're them those these there he he's she she's him her one ones
es er sie ihn ihm ihr das dies diese dieser dieses dort darin damit davon dafür
itu ini dia mereka tersebut situ sana
"""
_THANKS_WORDS: Final = """
thanks|thank you|wow|yeah|yep|cool|awesome|great|congrats|congratulations|aww|sounds
danke|super|toll|klasse|glückwunsch
terima kasih|makasih|mantap|selamat|wah
谢谢|太好了|恭喜|不错|哇
ありがとう|すごい|おめでとう|いいね|なるほど
감사|고마워|축하|와|좋네
"""
_WIDE_TIME_WORDS: Final = """
昨|今[天日年週周晚朝]|明[天日年]|[上下这本]个?[周週月星]|去年|前[天年]|后天|[年月日][前后後]|星期|[週周]末
[0-9０-９一二三四五六七八九十]+[月日号]
先週|先月|来週|来月|曜日
어제|오늘|내일|모레|그저께|지난|다음 ?[주달]|이번 ?[주달]|작년|내년|올해|요일|주말|[0-9]+[월일년]
"""
_WIDE_SELF_WORDS: Final = """
我|俺
私|僕|自分
저[는의를도]|제가|나[는의를도]|내가|우리
"""
_WIDE_BACK_WORDS: Final = """
[它他她]|[那这][个些里]
それ|その|これ|この|あれ|彼|彼女
그[건것게녀]|그는|이[건것게]|거기|여기
"""


def _any_of(lines: str) -> str:
    return "|".join(lines.strip().splitlines())


_TIME: Final = frozenset(_TIME_WORDS.split())
_SELF: Final = frozenset(_SELF_WORDS.split())
_BACK: Final = frozenset(_BACK_WORDS.split())
_THANKS: Final = re.compile(rf"\W*(?:{_any_of(_THANKS_WORDS)})")
_WIDE_TIME: Final = re.compile(_any_of(_WIDE_TIME_WORDS))
_WIDE_SELF: Final = re.compile(_any_of(_WIDE_SELF_WORDS))
_WIDE_BACK: Final = re.compile(_any_of(_WIDE_BACK_WORDS))
_NAME: Final = re.compile(r"(?<=[a-zà-ü,;] )[A-ZÀ-Ü][a-zà-ü]")
_QUOTED: Final = re.compile(r"[“「『]|\"[^\"]+\"")
_WORD: Final = re.compile(r"\w[\w']*")
_DIGIT: Final = re.compile(r"\d")
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_WIDE: Final = re.compile(f"[{CJK}]")


def tells(text: str) -> Tell:
    """Say what kind of thing a message holds.

    Args:
        text: The message's text; its first 4,000 characters are looked at.

    Returns:
        What was found. Linear: some 15 µs for fifty words.
    """
    text = text[:LONGEST]
    low = text.lower().replace("’", "'")
    listed = _WORD.findall(low)
    words = set(listed)
    found = Tell(0)
    if not words.isdisjoint(_TIME):
        found |= Tell.TIME
    if not words.isdisjoint(_SELF):
        found |= Tell.SELF
    if _DIGIT.search(low):
        found |= Tell.NUMBER
        if _YEAR.search(low):
            found |= Tell.TIME
    if "?" in text or "？" in text or "؟" in text:
        found |= Tell.ASKS
    if _NAME.search(text) or _QUOTED.search(text):
        found |= Tell.NAME
    if _THANKS.match(low):
        found |= Tell.THANKS
    back = 0
    if not words.isdisjoint(_BACK):
        back = sum(word in _BACK for word in listed)
    if not text.isascii() and _WIDE.search(text):
        back += len(_WIDE_BACK.findall(text))
        if _WIDE_TIME.search(text):
            found |= Tell.TIME
        if _WIDE_SELF.search(text):
            found |= Tell.SELF
    if back:
        found |= Tell.BACK if back == 1 else Tell.BACK | Tell.BACK_OFTEN
    return found
