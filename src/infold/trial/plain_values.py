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
_SIGNS: Final = r"[^\s<>\"'`，。、；）」』（「『]"
_FREE: Final = r"(?<![0-9A-Za-z_])(?<!\d[.,:])"
_ENDS: Final = r"(?![0-9A-Za-z_])(?![.,:]\d)"
_VALUE: Final = re.compile(
    rf"""
    `(?P<code>[^`\n]{{2,80}})`
    | (?P<link>https?://{_SIGNS}*[^\s<>"'`，。、；）」』（「『.,;:!?)\]*])
    | (?P<mail>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)
    | (?P<path>(?<![\w/.])(?:~|\.{{1,2}})?(?:/[\w.@-]*\w){{2,}}
      |(?<![\w/.])(?:[\w.-]+/)+[\w-]+\.\w{{1,6}})
    | {_FREE}(?:
        (?P<date>\d{{4}}-\d{{2}}-\d{{2}}
          |\d{{4}}\s?年\s?\d{{1,2}}\s?月(?:\s?\d{{1,2}}\s?日)?|\d{{1,2}}\s?月\s?\d{{1,2}}\s?日
          |(?:\d{{4}}년\s?)?\d{{1,2}}월\s?\d{{1,2}}일
          |\d{{1,2}}\.?\s(?i:{_MONTHS})\b(?:\s\d{{4}}\b)?
          |(?i:{_MONTHS})\s\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s\d{{4}}\b)?)
        | (?P<time>\d{{1,2}}:\d{{2}}(?::\d{{2}})?{_ENDS})
        | (?P<version>v?\d+(?:\.\d+){{2,}}(?:-[\w.]*\w)?{_ENDS}|v\d+(?:\.\d+)*{_ENDS})
        | (?P<identifier>[A-Za-z]+(?:[_-][A-Za-z0-9]+)*[_-]?\d[\w-]*(?<![-_])
          |[A-Za-z]+(?:_[A-Za-z0-9]+)+)
      )
    | (?P<money>[€$£¥₩]\s?(?:{_NUMBER})|{_FREE}(?:USD|EUR|GBP|IDR|Rp\.?)\s?(?:{_NUMBER})
        |{_FREE}(?:{_NUMBER})\s?(?:€|£|\$|EUR\b|USD\b|GBP\b|euros?\b|dollars?\b|元|円|원))
    | {_FREE}(?P<number>(?:{_NUMBER})\s?[%％]|(?:{_NUMBER}){_ENDS})
    """,
    re.VERBOSE,
)
_WIDE: Final = {0xFF01 + n: 0x21 + n for n in range(94)}
"""Full-width signs, each as one plain sign: places in the text stay as they are."""
_THOUSANDS: Final = re.compile(r"(?<=\d)[,'’](?=\d{3}(?!\d))")
_BETWEEN_SIGNS: Final = re.compile(
    r"(?<=\d)\s+(?=[%€£$年月日년월일元円원])|(?<=[€$£¥₩年月년월])\s+(?=\d)"
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
    """Find the values of a text, in order. A bare digit is none: it tells too little. Linear."""
    found = []
    for match in _VALUE.finditer(text.translate(_WIDE)):
        sort = match.lastgroup or ""
        start, end = match.span(sort)
        written = text[start:end]
        if sort == "number" and len(re.sub(r"\D", "", written)) < 2 and "%" not in plain(written):
            continue
        found.append(Value(sort=sort, text=written, plain=plain(written), start=start, end=end))
    return found


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
