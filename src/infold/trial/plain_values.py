"""Values in a text by plain patterns of their own: what a comparison asks for.

Nothing here is shared with the code that chooses what a fold keeps, or with the code that checks
it: a value that both of them overlook must still be asked for.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

__all__ = ["Value", "has_value", "plain", "value_pattern", "values_in"]

_MONTHS: Final = (
    r"(?:jan(?:uary|uar|uari)?|feb(?:ruary|ruar|ruari)?|mar(?:ch|et)?|märz|apr(?:il)?|may|mai|mei"
    r"|june?i?|july?i?|aug(?:ust|ustus)?|agustus|sep(?:t|tember)?|o[ck]t(?:ober)?|nov(?:ember)?"
    r"|de[cz](?:ember)?|desember)"
)
_NUMBER: Final = r"\d{1,3}(?:[,.'’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
_RANGE: Final = rf"(?:{_NUMBER})(?:[-–](?:{_NUMBER}))?"
_SIGNS: Final = r"[^\s<>\"'`，。、；）」』（「『]"
_FREE: Final = r"(?<![0-9A-Za-z_])(?<!\d[.,:])"
_ENDS: Final = r"(?![0-9A-Za-z_])(?![.,:]\d)"
_ZONE: Final = r"(?:Z\b|[+\-−]\d{2}(?::?\d{2})?(?![\d:]))"
_FRACTION: Final = r"(?:[.,]\d{1,9})?"
_PART_OF_DAY: Final = r"(?:午前|午後|上午|下午|早上|晚上|中午|凌晨|오전|오후|새벽|저녁|아침|밤)"
"""What stands before an hour: with it an hour alone is a time, and no count of something."""
_CALENDAR: Final = rf"""
    (?P<stamp>\d{{4}}-\d{{2}}-\d{{2}}T\d{{2}}:\d{{2}}(?::\d{{2}}{_FRACTION})?{_ZONE}?
      |\d{{8}}T\d{{4}}(?:\d{{2}})?{_ZONE}?)
    | (?P<date>\d{{4}}-\d{{2}}-\d{{2}}|\d{{4}}-(?:W\d{{2}}|(?:0[1-9]|1[0-2]))(?![\w-])
      |\d{{4}}[/.]\d{{1,2}}[/.]\d{{1,2}}(?![\w/])|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{4}}(?![\w/])
      |\d{{4}}\s?年\s?\d{{1,2}}\s?月(?:\s?\d{{1,2}}\s?日)?|\d{{1,2}}\s?月\s?\d{{1,2}}\s?日
      |(?:\d{{4}}년\s?)?\d{{1,2}}월\s?\d{{1,2}}일
      |\d{{1,2}}\.?\s(?i:{_MONTHS})\b(?:\s\d{{4}}\b)?
      |(?i:{_MONTHS})\s\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s\d{{4}}\b)?)
    | (?P<zone>(?:UTC|GMT)[+\-−]\d{{1,2}}(?::?\d{{2}})?(?!\d))
"""
_TIMES: Final = rf"""
    (?P<clock>{_PART_OF_DAY}\s?\d{{1,2}}\s?[時时点點시](?!\s?[間间간])(?:\s?\d{{1,2}}\s?[分분])?
      |(?<!\d)\d{{1,2}}\s?[時时点點시]\s?\d{{1,2}}\s?[分분](?![間间钟鐘간]))
    | {_FREE}(?:(?P<time>\d{{1,2}}:\d{{2}}(?::\d{{2}}{_FRACTION})?{_ENDS})
      (?:(?:\s\d{{4}})?\s?{_ZONE})?)
"""
"""The zone behind a time is passed over: nobody asks for "+00"."""
_NAMED: Final = r"""
    (?P<identifier>[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}
      |(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}
      |(?:sha\d{1,3}|md5):[0-9A-Fa-f]{6,}
      |\+\d{1,3}(?:[ -]?\d{2,12}){2,}
      |\d+(?:-\d+){2,}(?!\w)
      |\d{1,3}(?:\.\d{1,3}){3}/\d{1,2}
      |(?!v\d+(?:\.\d+)*(?![0-9A-Za-z_]))
        [A-Za-z]+(?:[_-][A-Za-z0-9]+)*[_-]?\d[\w-]*(?<![-_])(?:\.[a-z][a-z0-9]{0,7}(?![\w(]))*
      |[A-Za-z]+(?:_[A-Za-z0-9]+)+(?:\.[a-z][a-z0-9]{0,7}(?![\w(]))*)
"""
"""Identifiers, addresses and numbers that are dialled, each as one: a piece of one says nothing."""
_VALUE: Final = re.compile(
    rf"""
    `(?P<code>[^`\n]{{2,80}})`
    | (?P<link>https?://{_SIGNS}*[^\s<>"'`，。、；）」』（「『.,;:!?)\]*])
    | (?P<mail>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
    | (?P<path>(?<![\w/.])(?:~|\.{{1,2}})?(?:/[\w.@-]*\w){{2,}}
      |(?<![\w/.])(?:[\w.-]+/)+[\w-]+\.\w{{1,6}})
    | {_FREE}(?:{_CALENDAR})
    | {_FREE}(?:{_NAMED})
    | {_TIMES}
    | {_FREE}(?P<version>
        v?\d+(?:\.\d+){{2,}}(?:(?:-|\.?(?:dev|post|rc))[\w.]*\w)?(?:\+[\w.]*\w)?{_ENDS}
        |v\d+(?:\.\d+)*{_ENDS})
    | (?P<money>[€$£¥₩]\s?(?:{_NUMBER})|{_FREE}(?:USD|EUR|GBP|IDR|Rp\.?)\s?(?:{_NUMBER})
        |{_FREE}(?:{_NUMBER})\s?(?:€|£|\$|EUR\b|USD\b|GBP\b|euros?\b|dollars?\b|元|円|원))
    | {_FREE}(?P<number>(?:{_RANGE})\s?[%％]|(?:{_RANGE}){_ENDS})
    """,
    re.VERBOSE,
)
_WIDE: Final = {0xFF01 + n: 0x21 + n for n in range(94)}
"""Full-width signs, each as one plain sign: places in the text stay as they are."""
_THOUSANDS: Final = re.compile(r"(?<=\d)[,'’](?=\d{3}(?!\d))")
_BETWEEN_SIGNS: Final = re.compile(
    r"(?<=\d)\s+(?=[%€£$年月日년월일元円원時时点點시分분])"
    r"|(?<=[€$£¥₩年月년월時时点點시])\s+(?=\d)|(?<=[午오上下][前後전후午])\s+(?=\d)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value in a text.

    Attributes:
        sort: What it looks like: `number`, `date`, `version` and the like; values of one sort can
            take each other's place.
        text: As written.
        plain: Its form for comparison, see `plain`.
        start: Where it begins, in characters.
        end: One after its last character.
    """

    sort: str
    text: str
    plain: str
    start: int
    end: int


def values_in(text: str) -> list[Value]:
    """Find the values of a text, in order. Linear.

    What tells too little is none: a bare digit, zeros alone, and any piece of a time, a zone, a
    version or an identifier, each of which is one value or is passed over.
    """
    found = []
    for match in _VALUE.finditer(text.translate(_WIDE)):
        sort = match.lastgroup or ""
        start, end = match.span(sort)
        written = text[start:end]
        if sort == "number" and _tells_little(plain(written)):
            continue
        sort = "time" if sort == "clock" else sort
        found.append(Value(sort=sort, text=written, plain=plain(written), start=start, end=end))
    return found


def _tells_little(number: str) -> bool:
    """Whether a number is a bare digit or nothing but zeros: nobody would ask for it."""
    digits = re.sub(r"\D", "", number)
    return "%" not in number and (len(digits) < 2 or not digits.strip("0"))


def plain(text: str) -> str:
    """A text for comparison: one form of each sign, lower case, numbers without separators."""
    line = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return _BETWEEN_SIGNS.sub("", _THOUSANDS.sub("", line))


@lru_cache(maxsize=4_096)
def value_pattern(value: str) -> re.Pattern[str]:
    """What finds a value, given in its plain form, in a plain text: never inside another one."""
    before = r"(?<![0-9a-z_])(?<!\d[.,:])" if re.match(r"\w", value) else ""
    after = r"(?![0-9a-z_])(?![.,:]\d)" if re.search(r"\w\Z", value) else ""
    return re.compile(before + re.escape(value) + after)


def has_value(text: str, value: str) -> bool:
    """Whether a plain text holds a value, given in its plain form."""
    return value in text and value_pattern(value).search(text) is not None
