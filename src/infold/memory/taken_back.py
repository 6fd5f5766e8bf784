"""Orders to forget: "forget what I said about my job", in six languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["TakenBack", "attributes_named", "forgets_from", "read_taken_back"]

_ABOUT: Final = (
    re.compile(
        r"\W*(?:(?:please|so|and|ok|okay|oh|actually|no|sorry|wait)\b[\s,]*)*(?:can you "
        r"|could you )?"
        r"(?:forget|disregard|ignore|scratch|erase|delete|remove)(?: about)?(?: everything| all"
        r"| anything| what(?:ever)?| the things?| the part)*"
        r"(?: that)?(?: (?:i|we)(?:'ve| have)? (?:said|told you|mentioned|wrote|shared"
        r"|say))?(?: earlier| before)?(?: about| regarding| on)?"
        r" (?P<my>my|our|the) (?P<v>[a-z][a-z -]{1,40}?)(?: please| again| now)?\s*[.!]?\s*\Z",
        re.IGNORECASE,
    ),
    re.compile(
        r"\W*(?:(?:bitte|also|ok|ach|nein)\b[\s,]*)*(?:vergiss|vergessen sie|streich|lösch\w*"
        r"|ignorier\w*)(?: bitte)?,?(?: alles,?)? was ich"
        r"(?: dir| ihnen)?(?: vorhin| vorher)? (?:über|zu|zum|zur|von"
        r"|bezüglich) (?P<my>meine?[mnr]?|unsere?[mnr]?|den|der|die|dem|das)? ?(?P<v>[\w-]{2,40})"
        r"(?: gesagt| erzählt| geschrieben)?(?: habe| hab)?\s*[.!]?\s*\Z",
        re.IGNORECASE,
    ),
    re.compile(
        r"\W*(?:(?:tolong|mohon|ok|oh|eh)\b[\s,]*)*(?:lupakan|abaikan"
        r"|hapus)(?: saja)?(?: semua)?(?: apa)?(?: yang)?(?: (?:saya|aku)(?: tadi| sudah)?"
        r" (?:katakan|bilang|ceritakan|sebut))?(?: tadi)? (?:tentang|soal"
        r"|mengenai) (?P<v>[a-z][a-z ]{1,30}?)(?P<my> saya| aku|ku)?\s*[.!]?\s*\Z",
        re.IGNORECASE,
    ),
    re.compile(
        r"\W*(?:请|麻烦)?(?:忘[了掉记]|忽略|删除|删掉)(?:掉|吧)?(?:我)?(?:之前|刚才"
        r"|以前)?(?:说过?的?|提到的?|讲的?)?(?:有?关于?)?"
        r"(?P<my>我的?)?(?P<v>[\u4e00-\u9fff]{1,8}?)(?:的)?(?:事情?|话|内容|信息"
        r"|情况)?(?:吧)?\s*[。.!！]?\s*\Z"
    ),
    re.compile(
        r"\W*(?P<my>(?:私|僕|俺)の)?(?P<v>[^\s、。はがを]{1,12}?)(?:について|に関して|のこと)(?:は"
        r"|を)?(?:(?:さっき|前に|先ほど)?(?:言った|話した|お?話した|伝えた)(?:こと|話)?(?:は|を)?)?"
        r"(?:忘れて|消して|削除して|無視して)(?:ください|くれ|ね)?\s*[。.!！]?\s*\Z"
    ),
    re.compile(
        r"\W*(?P<my>(?:제|내|우리) )?(?P<v>[가-힣 ]{1,12}?)(?:에 ?대(?:해서?|한)|에 관(?:해"
        r"|한))\s?(?:(?:아까|전에)\s)?(?:(?:제가|내가)\s)?(?:말한|얘기한|이야기한|했던|한)?\s?"
        r"(?:것|거|건|말|얘기|이야기|내용)?(?:은|는|을|를)?\s?(?:모두 |다 |전부 )?(?:잊어|지워"
        r"|무시해)\s?(?:주세요|줘|버려)?\s*[.!]?\s*\Z"
    ),
)
_NAMES: Final = {
    word.replace("_", " "): one
    for one, words in {
        "job": "job work profession beruf job arbeit pekerjaan 工作 职业 仕事 職業 직업 일",
        "city": (
            "city home residence wohnort wohnung stadt kota tempat_tinggal 住址 城市 住处 住所"
            " 住んでいる場所 사는_곳 집"
        ),
        "address": "address adresse alamat 地址 주소",
        "name": "name nama 名字 名前 이름",
        "age": "age alter umur usia 年龄 年齢 나이",
        "birthday": "birthday geburtstag ulang_tahun 生日 誕生日 생일",
        "employer": "employer company arbeitgeber firma perusahaan 公司 会社 회사",
        "diet": "diet ernährung 饮食 食事 식단",
        "email": "email e-mail mail 邮箱 メール 이메일",
        "phone": "phone number telefonnummer nomor_telepon 电话 電話番号 전화번호",
        "allergy": "allergy allergies allergie allergien alergi 过敏 アレルギー 알레르기",
    }.items()
    for word in words.split()
} | {"phone number": "phone"}


_THAT: Final = re.compile(
    r"\W*(?:(?:please|so|ok|okay|oh|no|sorry|tolong|mohon)\b[\s,]*)*"
    r"(?:(?:forget|disregard)(?: the fact)?(?: that)? (?=(?:i|my|we|our)\b)"
    r"|lupakan bahwa (?=(?:saya|aku|nama|kami)\b))|\W*(?:请|麻烦你?)?(?:忘了|忘掉|忘记)(?=我)",
    re.IGNORECASE,
)


_TOPICS: Final = {
    one: re.compile(
        "|".join(
            rf"\b{re.escape(word)}(?:s|ku|nya)?\b"
            if word.isascii() or "ä" in word
            else re.escape(word)
            for word, name in _NAMES.items()
            if name == one
        ),
        re.IGNORECASE,
    )
    for one in dict.fromkeys(_NAMES.values())
}
_WITH: Final = {
    "job": ("employer", "employment"),
    "employer": ("job",),
    "city": ("address", "place"),
    "address": ("city",),
    "allergy": ("allergy",),
}
"""What is told together: of a job also where it is."""


def attributes_named(text: str) -> frozenset[str]:
    """The attributes whose common words stand in a text, with those that belong to them.

    Args:
        text: A clause, such as "forget what I told you about my work".
    """
    named = [one for one, words in _TOPICS.items() if words.search(text)]
    return frozenset(name for one in named for name in (one, *_WITH.get(one, ())))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """An order to forget.

    Attributes:
        attribute: What of; its own words, lower-cased, where no rule reads such a thing.
        is_own: It is of the speaker.
    """

    attribute: str
    is_own: bool


def forgets_from(sentence: str) -> int:
    """Where the statement begins that a sentence orders to forget; 0 where it orders nothing.

    "Forget that I live in Porto" has an order of eleven characters and then a statement.
    """
    match = _THAT.match(sentence)
    return 0 if match is None else match.end()


def read_taken_back(sentence: str) -> TakenBack | None:
    """Read an order to forget what was said about something.

    Args:
        sentence: A whole sentence on one line.

    Returns:
        None where it is none.
    """
    for pattern in _ABOUT:
        match = pattern.match(sentence)
        if match is None:
            continue
        word = " ".join(match["v"].lower().split())
        name = _NAMES.get(word)
        is_own = name is not None or (match["my"] or "").strip().lower() not in (
            "",
            "the",
            "das",
            "die",
            "der",
        )
        if len(word) > 1 or name is not None:
            return TakenBack(attribute=name or word, is_own=is_own)
    return None
