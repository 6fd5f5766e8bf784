"""Telephone numbers as written in six languages, each as one identifier.

Ranges ("10-12"), dates and amounts look alike in part: a number counts only in the groups of a
country's own form, and one of seven digits only where a word says that somebody is called there.
"""

import re
from collections.abc import Iterator
from typing import Final

from infold.text.dates import Found
from infold.text.kinds import Kind

_EDGE: Final = r"(?<![0-9A-Za-zÀ-ÿ_.,/+-])(?<!\d:)"
_STOP: Final = r"(?![0-9A-Za-zÀ-ÿ_/-]|[.,:]\d)"
_ABROAD: Final = rf"(?<![0-9A-Za-zÀ-ÿ_+])\+[1-9]\d{{0,2}}(?:[ .-]?\(?\d{{1,12}}\)?){{1,6}}{_STOP}"
_FORMS: Final = (
    r"0\d{1,3}-\d{3,4}-\d{4}",  # 03-1234-5678, 010-1234-5678
    r"08\d{2}[- ]\d{3,4}[- ]\d{3,4}",  # 0812-3456-7890
    r"1[3-9]\d[- ]\d{4}[- ]\d{4}",  # 138 0013 8000
    r"0[1-9]\d{1,3}[ /-]\d{5,8}",  # 030 1234567, 0171/1234567
    r"[2-9]\d{2}-[2-9]\d{2}-\d{4}",  # 555-123-4567
)
_AREA: Final = r"(?<![0-9A-Za-zÀ-ÿ_)])\(\d{3}\) ?\d{3}-\d{4}"
_PHONE: Final = re.compile(rf"{_ABROAD}|{_AREA}{_STOP}|{_EDGE}(?:{'|'.join(_FORMS)}){_STOP}")
_LOCAL: Final = re.compile(
    rf"{_EDGE}[2-9]\d{{2}}-\d{{4}}{_STOP}"
    r"(?!\s(?!(?:and|or|if|when|after|before|between|to|from|at|on|is|was|now|please)\b)[a-z%€$])"
)
_CALLED: Final = re.compile(
    r"\b(?:phones?|tel|telephone|call|calling|dial|ring|fax|mobile|cell|text|reach|extension"
    r"|numbers? (?:is|was|are|at|to call)|number:|(?:my|his|her|our|their|old|new) number)\b",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\bnumber: ?\Z", re.IGNORECASE)
_LOOK_BACK: Final = 48
_LEAST, _MOST = 8, 15
"""Digits of a number with the sign of its country."""


def find_phones(text: str) -> Iterator[Found]:
    """Give the telephone numbers of a text; the value is its digits, and `+` where it stands."""
    for match in _PHONE.finditer(text):
        value = re.sub(r"[^\d+]", "", match.group())
        abroad = value[0] == "+"
        # "+20 000 000" is growth.
        if abroad and not (_LEAST < len(value) <= _MOST + 1 and not value.endswith("000000")):
            continue
        yield match.start(), match.end(), Kind.IDENTIFIER, value
    for match in _LOCAL.finditer(text):
        before = text[max(0, match.start() - _LOOK_BACK) : match.start()]
        if _CALLED.search(before) or _NUMBER.search(before):
            yield match.start(), match.end(), Kind.IDENTIFIER, match.group().replace("-", "")
