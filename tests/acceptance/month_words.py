"""What people say in a month: statements in six languages, each with a word of its own.

A canary is such a word. It is made of its number, so that no two are equal and none is part of
another: who finds it in a file knows who had said it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["LANGUAGES", "Language", "canary", "common"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """How one language says what the test needs; `{}` is the canary.

    Attributes:
        signs: What its canaries are made of.
        city: Where somebody lives: a slot of one value.
        left: That somebody lives there no more.
        likes: A taste.
        alike: The same taste in other words.
        plain: A statement without a slot.
        ask: Asks for it.
        fine: An answer of the assistant that says nothing.
    """

    signs: str
    city: str
    left: str
    likes: str
    alike: str
    plain: str
    ask: str
    fine: str


_LATIN: Final = "ba ke li mo nu pa re si to vu da ge fi ho ju za".replace(" ", "")
LANGUAGES: Final = (
    Language(
        signs=_LATIN,
        city="I live in {}.",
        left="I no longer live in {}.",
        likes="I like {}.",
        alike="I really like {}.",
        plain="The courier left the parcel for {} at the desk.",
        ask="What do you know about {}?",
        fine="Thank you, that is good to know.",
    ),
    Language(
        signs=_LATIN,
        city="Ich wohne in {}.",
        left="Ich wohne nicht mehr in {}.",
        likes="Ich mag {}.",
        alike="Ich mag {} wirklich.",
        plain="Der Bote hat das Päckchen für {} abgegeben.",
        ask="Was weißt du über {}?",
        fine="Danke, gut zu wissen.",
    ),
    Language(
        signs=_LATIN,
        city="Saya tinggal di {}.",
        left="Saya tidak lagi tinggal di {}.",
        likes="Saya suka {}.",
        alike="Saya sangat suka {}.",
        plain="Kurir menaruh paket untuk {} di meja depan.",
        ask="Apa yang kamu tahu tentang {}?",
        fine="Terima kasih.",
    ),
    Language(
        signs="彩虹青花石松竹梅兰菊云海星河山鹤雁",
        city="我住在{}。",
        left="我不再住在{}。",
        likes="我喜欢{}。",
        alike="我很喜欢{}。",
        plain="快递员把{}的包裹放在前台。",
        ask="你知道{}的事吗？",
        fine="好的，谢谢。",
    ),
    Language(
        signs="タキムゼラノコヒレミサトネルワヨソ",
        city="{}に住んでいます。",
        left="もう{}に住んでいません。",
        likes="{}が好きです。",
        alike="{}が大好きです。",
        plain="配達員は{}の荷物を受付に置きました。",
        ask="{}について何を知っていますか？",
        fine="ありがとうございます。",
    ),
    Language(
        signs="가나다라마바사아자차카타파하거너더",
        city="저는 {}에 살아요.",
        left="이제 {}에 살지 않아요.",
        likes="저는 {}를 좋아해요.",
        alike="저는 {}를 정말 좋아해요.",
        plain="기사가 {}의 소포를 안내대에 두었어요.",
        ask="{}에 대해 뭘 알아요?",
        fine="네, 고마워요.",
    ),
)
"""English, German, Indonesian, Chinese, Japanese, Korean."""

_COMMON: Final = (
    "Prefers tea to coffee in the morning",
    "Trinkt morgens lieber Tee",
    "Lebih suka teh di pagi hari",
    "早上更喜欢喝茶",
    "朝はお茶のほうが好き",
    "아침에는 차를 더 좋아함",
)


def common(number: int) -> str:
    """A statement that all users of a language say in the same words."""
    return _COMMON[number % len(_COMMON)]


def canary(number: int, language: Language) -> str:
    """The word of a number: six digits of base 16, between two that no word has elsewhere."""
    digits = [number >> shift & 15 for shift in (20, 16, 12, 8, 4, 0)]
    if language.signs is _LATIN:
        word = "".join(_LATIN[2 * one : 2 * one + 2] for one in digits)
        return f"Q{word}x"
    return "".join(language.signs[one] for one in [16, *digits, 16])
