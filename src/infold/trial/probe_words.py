"""How probes are worded, in six languages, and how an answer says yes, no or neither."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from infold.text.language import Language

__all__ = ["GAP", "gap_question", "said_first", "still_question", "which_question"]

GAP: Final = "____"

_GAP: Final[Mapping[Language, str]] = MappingProxyType(
    {
        "en": "What stands in the gap, as the conversation says it: “{}”?",
        "de": "Was steht nach dem Gespräch in der Lücke: „{}“?",
        "zh": "根据对话，空格处应填什么：“{}”？",
        "ja": "会話によると、空欄には何が入りますか：「{}」",
        "ko": "대화에 따르면 빈칸에 무엇이 들어갑니까: “{}”?",
        "id": "Menurut percakapan, apa isi bagian yang kosong: “{}”?",
    }
)
_STILL: Final[Mapping[Language, str]] = MappingProxyType(
    {
        "en": "“{said}” Is it still {value}?",
        "de": "„{said}“ Ist es noch {value}?",
        "zh": "“{said}”现在还是{value}吗？",
        "ja": "「{said}」今も{value}ですか？",
        "ko": "“{said}” 아직도 {value}입니까?",
        "id": "“{said}” Apakah masih {value}?",
    }
)
_WHICH: Final[Mapping[Language, str]] = MappingProxyType(
    {
        "en": "Which one was ruled out, taken back or replaced: {one} or {other}?",
        "de": "Was wurde ausgeschlossen, zurückgenommen oder ersetzt: {one} oder {other}?",
        "zh": "哪一个被排除、撤回或替换了：{one}还是{other}？",
        "ja": "除外、撤回、または置き換えられたのはどちらですか：{one}か{other}か？",
        "ko": "어느 것이 제외되거나 철회되거나 바뀌었습니까: {one}, {other}?",
        "id": "Mana yang ditolak, ditarik, atau diganti: {one} atau {other}?",
    }
)
_OPENING: Final = r"\A\W*"
_NO: Final = re.compile(
    _OPENING + r"(?:no\b(?!\s(?:information|mention|idea))|nope\b|not\s(?:any\s?more|any\slonger)"
    r"|nein\b|nicht\smehr\b|tidak\b(?!\s(?:ada|tahu|disebut))|bukan\b|不是|不再|不，|不,|不。|否|いいえ|いえ"
    r"|아니|不对)"
)
_YES: Final = re.compile(
    _OPENING + r"(?:yes\b|yep\b|still\b|ja\b|ya\b|masih\b|noch\b|是的|是，|还是"
    r"|对，|对。|はい|ええ|네\b|예\b|맞)"
)
_UNKNOWN: Final = re.compile(
    r"\b(?:no information|not mentioned|(?:don't|do not|doesn't|does not) (?:know|say)|unknown"
    r"|cannot tell|can't tell|weiß ich nicht|nicht (?:bekannt|erwähnt)|tidak (?:tahu|disebut))\b"
    r"|没有提到|不知道|未提及|わかりません|分かりません|記載がありません|모르|언급되지"
)


def gap_question(language: Language, sentence: str) -> str:
    """Ask for what stands in a gap of a sentence."""
    return _GAP.get(language, _GAP["en"]).format(sentence)


def still_question(language: Language, said: str, value: str) -> str:
    """Ask whether a value of a sentence still holds."""
    return _STILL.get(language, _STILL["en"]).format(said=said, value=value)


def which_question(language: Language, one: str, other: str) -> str:
    """Ask which of two values is gone."""
    return _WHICH.get(language, _WHICH["en"]).format(one=one, other=other)


def said_first(answer: str) -> bool | None:
    """Whether an answer, in plain form, begins with a yes or a no; None for neither."""
    if _UNKNOWN.search(answer):
        return None
    if _NO.match(answer):
        return False
    return True if _YES.match(answer) else None
