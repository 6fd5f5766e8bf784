"""What somebody lists of himself: lines of `key: value` under words such as "about me".

"Name: Priya" alone may be of anybody. So such lines are read only where the message says before
them that they are of its speaker, or is nothing but them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from infold.core.facts import FactKind
from infold.memory.selves import is_plausible

__all__ = ["ProfileLine", "read_profile_lines"]

_OWN: Final = re.compile(
    r"\b(?:about me|(?:facts|info(?:rmation)?|details) (?:about|on) (?:me|myself)"
    r"|my (?:details|profile|info(?:rmation)?|data|bio)|(?:zu|über) mi(?:r|ch)\b"
    r"|mein(?:e)? (?:daten|profil|angaben|steckbrief)"
    r"|data diri(?: saya| aku|ku)?|tentang (?:saya|aku)|profil (?:saya|aku)|biodata (?:saya|aku))\b"
    r"|个人(?:资料|信息|简介)|我的(?:资料|信息|情况|档案)|关于我|自我介绍"
    r"|自己紹介|(?:私|僕)の(?:プロフィール|情報)|(?:私|僕)について"
    r"|(?:제|내|저의) ?(?:정보|프로필|소개)|자기 ?소개|저에 대해",
    re.IGNORECASE,
)
_LINE: Final = re.compile(
    r"^[ \t]*(?:[-*•・·–][ \t]*|\d{1,2}[.)][ \t]*)?(?P<k>[^\W\d_][^\n:：=]{0,30}?)[ \t]*"
    r"[:：=][ \t]*"
    r"(?P<v>[^\s][^\n]{0,60}?)[ \t]*$",
    re.MULTILINE,
)
_KEYS: Final = {
    word.replace("_", " "): name
    for name, words in {
        "name": (
            "name full_name vorname nachname nama nama_lengkap 姓名 名字 名前 氏名 お名前 이름 성함"
        ),
        "city": (
            "city location residence home_city lives_in based_in wohnort stadt kota domisili"
            " tempat_tinggal 城市 居住地 所在地 现居地 住址 住まい お住まい 居住 사는_곳"
            " 거주지 도시"
        ),
        "job": (
            "job occupation profession job_title role beruf tätigkeit pekerjaan profesi 职业 工作"
            " 職業 仕事 お仕事 직업 하는_일"
        ),
        "employer": "employer company arbeitgeber firma perusahaan 公司 单位 会社 勤務先 회사 직장",
        "age": "age alter umur usia 年龄 年齢 나이",
        "hometown": "hometown home_town heimatort kota_asal 老家 籍贯 出身 出身地 고향",
        "diet": "diet ernährung diet 饮食 食事 식단",
        "email": "email e-mail mail 邮箱 电子邮件 メール メールアドレス 이메일",
        "phone": "phone telefon telepon 电话 手机 電話 電話番号 전화번호",
    }.items()
    for word in words.split()
}
_LEAST: Final = 3
"""Lines of which a message that says no more is a form that its speaker filled in of himself."""
_FAVOURITE: Final = re.compile(
    r"(?:favou?rite|lieblings-?) ?(?P<a>[\w ]{2,20})\Z|(?P<b>[\w ]{2,20}) favorit\Z"
    r"|最喜欢的(?P<c>\w{1,8})\Z|好きな(?P<d>\w{1,8})\Z|좋아하는 (?P<e>\S{1,8})\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileLine:
    """What one line says of the speaker.

    Attributes:
        attribute: Of the slot.
        value: As written.
        kind: Of the fact.
        start: Where the line begins in the text.
        end: One after its last sign.
    """

    attribute: str
    value: str
    kind: FactKind
    start: int
    end: int


def read_profile_lines(text: str) -> Iterator[ProfileLine]:
    """Read the lines that a message gives of its speaker; none where it does not say so.

    Args:
        text: A part of a message.
    """
    own = _OWN.search(text)
    if own is None and not _is_form(text):
        return
    for match in _LINE.finditer(text, 0 if own is None else own.end()):
        found = _attribute(" ".join(match["k"].lower().split()))
        value = match["v"].rstrip(" .;,。、")
        if found is None or not is_plausible(value, found[0]):
            continue
        start, end = match.start("k"), match.start("v") + len(value)
        yield ProfileLine(attribute=found[0], value=value, kind=found[1], start=start, end=end)


def _is_form(text: str) -> bool:
    """Whether a message is nothing but lines of what somebody is, his name first."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = [_LINE.fullmatch(line) for line in lines]
    keys = [match and _attribute(" ".join(match["k"].lower().split())) for match in found]
    named = keys[0] if keys else None
    return len(lines) >= _LEAST and all(keys) and named is not None and named[0] == "name"


def _attribute(key: str) -> tuple[str, FactKind] | None:
    if (name := _KEYS.get(key)) is not None:
        return name, "profile"
    match = _FAVOURITE.fullmatch(key)
    if match is None:
        return None
    what = next(group for group in match.groups() if group).strip()
    return f"favourite {what}", "preference"
