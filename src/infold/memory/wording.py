"""The words of a statement that bear its meaning, in order: by them two statements are the same.

"The user really likes hiking" and "I like hiking" are one statement, "likes coffee over tea" and
"likes tea over coffee" are two, and an embedder scores the second pair higher (measured: .83 and
1.00). So the wordings decide and similarity only proposes. Only what is known to say nothing is
left out: the user as subject, articles, "really", polite endings. A word that no list knows counts.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from infold.text.scripts import CJK, HAN, HANGUL, HIRAGANA, KATAKANA

__all__ = ["Wording", "added", "is_guarded", "likeness", "read_wording", "says_all_of"]

_WIDE: Final = f"{HAN}{HIRAGANA}{KATAKANA}"
_UNIT: Final = re.compile(
    rf"[{_WIDE}]|[{HANGUL}]+|[^\W_{CJK}]+(?:[.:/@_+][^\W_{CJK}]+)*(?:\+\+|\#)?|[?？]"
)
_SPELLED: Final = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"\bwon't\b", "will not"),
        (r"\bcan't\b", "can not"),
        (r"n't\b", " not"),
        (r"\b(?:the )?users?'s?\b", "my"),
        (r"'ve\b", " have"),
        (r"'(?:m|re)\b", ""),
        (r"'(?:ll|d)\b", " will"),
        (r"'s\b", " s"),
        (r"\ba (few|little|lot)\b", r"a_\1"),
        ("用户的", "我的"),
        ("(?:ユーザー|僕|俺)の", "私の"),
        ("(?:사용자의|저의|나의|제)(?= )", "내"),
    )
)
_HEADS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?:(?:the )?user|i|(?:der|die) (?:be)?nutzer(?:in)?|ich|saya|aku|pengguna)\s+(?=\w)",
        "(?:用户|我)(?!的|们|們)",
        "(?:ユーザー|私|僕|俺)(?:は|が)、?",
        r"(?:사용자|저|나)는\s*|제가\s+|내가\s+",
    )
)
_NOTHING_WORDS: Final = """
a an the am is are really very truly currently presently now just also right directly
exactly
ein eine einen einem einer der die das den dem bin ist sehr wirklich derzeit aktuell auch gleich
direkt genau
adalah sangat sekali memang tepat persis
정말 매우 아주 현재 지금 바로
"""
_NOTHING: Final = frozenset(_NOTHING_WORDS.split())
_WIDE_NOTHING: Final = re.compile(
    "(?<=[\u4e00-\u9fff])就(?=[放在是有住挂])|ちょうど|すぐ(?=[隣横そ])|正好|非常|真的|特别|很"
    "|とても|本当に"
)
_FORMS: Final = {
    "has": "have",
    "does": "do",
    "gerne": "gern",
    "enjoy": "like",
    "enjoys": "like",
    "gak": "tidak",
    "nggak": "tidak",
    "tak": "tidak",
}
_PLURAL_OF_VERB: Final = re.compile(r"(?:(?<=[cs]h)es|(?<=[sxo])es|(?<=[^s])s)\Z")
_GERMAN_ELN: Final = re.compile(r"(?<=[^\W\d_aeiouäöü])le\Z")
_VERB_END: Final = re.compile(r"(?:et|e|t)\Z")
_KOREAN_CASE: Final = re.compile(r"(?<=[가-힣])[을를]\Z")
_KOREAN_END: Final = re.compile(
    r"(?:합니다|해요|한다|하다|(?<=[가-힣])(?:함|입니다|이에요|예요|이다|습니다|어요|아요|다))\Z"
)
_JAPANESE_END: Final = re.compile(
    rf"(?<=[{_WIDE}])(?:であります|である|です|だ|ます|る)(?:よ|ね)?(?=[\s。.!！]*\Z)"
)

_GUARDS_WORDS: Final = """
not no never none without except only but unless rarely seldom hardly sometimes if maybe perhaps
almost nearly former formerly used past was were child until before after instead than over
nicht kein keine keinen nie ohne außer nur aber selten kaum manchmal wenn vielleicht fast früher
war bis statt als
tidak bukan jangan belum tanpa kecuali hanya tapi jarang kadang kalau mungkin hampir dulu
sebelum daripada
안 못 않 없 아니 만 제외 빼고 가끔 거의 예전 옛날 혹시
"""
GUARDS: Final = frozenset(_GUARDS_WORDS.split())
_WIDE_GUARD: Final = re.compile(
    "[不没沒非无無只仅别除]|以前|以外|曾|如果|可能|几乎|偶尔|ない|なかった|ません|だけ|しか"
    "|たまに|ほとんど|昔|かも"
)
_KOREAN_GUARD: Final = re.compile(r"않|없|아니|못|(?:만|보다|빼고)\Z|제외|예전|옛날|가끔|거의")
_BEFORE_WORDS: Final = """
in on at with for because while during near around by together every each
im am an auf mit bei für weil wegen während zusammen jeden jede jedes
di pada dengan untuk karena selama bersama setiap
"""
_BEFORE: Final = frozenset(_BEFORE_WORDS.split())
_BEHIND: Final = re.compile(r"(?:에서|에|와|과|하고|랑|마다|으로|로|부터|까지)\Z")
_JAPANESE_BEHIND: Final = ("で", "に", "と", "から", "まで")
_CHINESE_BEFORE: Final = ("在", "和", "跟", "与", "因", "每")
_MOST_ADDED: Final = 8
_SHORT: Final = 3
_LAST_LATIN: Final = "\u024f"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What a statement says, word by word.

    Attributes:
        units: The words that bear its meaning, in order: words of scripts that have spaces, signs
            of Chinese and Japanese.
        digits: The runs of digits in it, sorted: statements that differ in them are never one.
    """

    units: tuple[str, ...]
    digits: tuple[str, ...]


@lru_cache(maxsize=8_192)
def read_wording(text: str) -> Wording:
    """Read the wording of a statement. Linear; some 10 µs for ten words.

    Args:
        text: One statement in English, German, Indonesian, Chinese, Japanese or Korean; of other
            languages every word counts.
    """
    line = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").strip()
    for pattern, instead in _SPELLED:
        line = pattern.sub(instead, line)
    for head in _HEADS:
        if match := head.match(line):
            line = line[match.end() :]
            break
    line = _JAPANESE_END.sub("", _WIDE_NOTHING.sub("", line))
    units = [unit for unit in _UNIT.findall(line) if unit not in _NOTHING]
    return Wording(
        units=tuple(_form(unit, at, len(units)) for at, unit in enumerate(units)),
        digits=tuple(sorted(re.findall(r"\d+", line.replace(",", "")))),
    )


def _form(unit: str, at: int, count: int) -> str:
    if "가" <= unit[0] <= "힣":
        bare = _KOREAN_CASE.sub("", unit)
        return _KOREAN_END.sub("", bare) or "하" if at == count - 1 else bare
    known = _FORMS.get(unit, unit)
    if at or not (known.isalpha() and known[0] <= _LAST_LATIN):
        return known
    # The verb of a note: "likes" and "like", "trinkt" and "trinke", "sammelt" and "sammle" are one.
    if known is unit and len(unit) > _SHORT:
        known = _GERMAN_ELN.sub("el", _PLURAL_OF_VERB.sub("", unit))
    return _VERB_END.sub("", known) if len(known) > _SHORT else known


def likeness(one: Wording, other: Wording) -> float:
    """How much of their words two statements share, 0 to 1: twice the shared over all (Dice)."""
    if not one.units or not other.units:
        return 0.0
    rest = list(other.units)
    shared = 0
    for unit in one.units:
        if unit in rest:
            rest.remove(unit)
            shared += 1
    return round(2.0 * shared / (len(one.units) + len(other.units)), 9)


def added(longer: Wording, shorter: Wording) -> tuple[str, ...] | None:
    """What one statement says before or after the words of another; None where it does not."""
    long, short = longer.units, shorter.units
    if not short or len(long) < len(short):
        return None
    if long[: len(short)] == short:
        return long[len(short) :]
    if long[-len(short) :] == short:
        return long[: -len(short)]
    return None


def says_all_of(longer: Wording, shorter: Wording) -> bool:
    """Whether a statement says what another one does, and at most where, when or with whom.

    "Likes hiking in the Alps" says all of "likes hiking"; "has a dog allergy" does not say all of
    "has a dog", and "likes fish but not raw" not of "likes fish".
    """
    more = added(longer, shorter)
    if more is None:
        return False
    if not more:
        return True
    if len(more) > _MOST_ADDED or is_guarded(more):
        return False
    is_behind = longer.units[: len(shorter.units)] == shorter.units
    first, last = more[0], more[-1]
    if is_behind:
        return first in _BEFORE
    if "가" <= last[0] <= "힣":
        return bool(_BEHIND.search(last)) and all(len(word) > 1 for word in more)
    run = "".join(more)
    return run.endswith(_JAPANESE_BEHIND) or run.startswith(_CHINESE_BEFORE)


def is_guarded(units: tuple[str, ...]) -> bool:
    """Whether words deny, restrict, or put into the past what they stand beside."""
    if any(unit in GUARDS or _KOREAN_GUARD.search(unit) for unit in units):
        return True
    return bool(_WIDE_GUARD.search("".join(units)))
