"""What a stretch says of the speaker, or of somebody near to him, by the rules of its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from infold.core.facts import FactKind
from infold.memory.phrases.chinese import CHINESE
from infold.memory.phrases.english import ENGLISH
from infold.memory.phrases.german import GERMAN
from infold.memory.phrases.indonesian import INDONESIAN
from infold.memory.phrases.japanese import JAPANESE
from infold.memory.phrases.korean import KOREAN
from infold.memory.phrases.rule import Language, Rule
from infold.text.gazetteer import KNOWN

__all__ = ["USER", "Told", "is_plausible", "read_self", "rules_for"]

USER: Final = "user"
"""Subject of what the user says of himself."""

_LATIN: Final = (ENGLISH, GERMAN, INDONESIAN)
_KOREAN_SIGN: Final = re.compile("[\uac00-\ud7a3]")
_KANA: Final = re.compile("[\u3041-\u30ff]")
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_LONGEST: Final = 60
_MOST_WORDS: Final = 6
_ITEM_WORDS: Final = 2
"""Words of a thing that may stand in a list."""
_HOLE: Final = re.compile(
    r"[\[\]<>{}|\\^~*=]|\.{3}|…|_{2,}|(?<!\S)_|\b[A-Z]+_[A-Z]+\b|\b(?:xxx?|XXX?)\b"
)
"""A place that a form leaves to be filled in."""
_PLACES: Final = frozenset({"city", "hometown", "birthplace", "place"})
_NAMED: Final = _PLACES | {"name", "employer"}
_KNOWN: Final = frozenset(name.lower() for name in KNOWN)
_CAPITAL: Final = re.compile(
    r"(?:(?:the|der|die|das|den|dem)\s+)?[^\W\d_a-zß-öø-ÿ]|.*[\d.]", re.DOTALL
)
_NOTHING: Final = re.compile(
    r"(?:it|this|that|there|here|somewhere|anywhere|nowhere|something|someone|somebody|everything"
    r"|nothing|anything|what|which|yours|mine|him|her|them|you|me|us|not|so|very|too|a|an|the"
    r"|hier|dort|da|irgendwo|nirgends|etwas|jemand|alles|nichts|es|das|dies|was|ihn|sie|dich|nicht"
    r"|sehr"
    r"|sini|situ|sana|itu|ini|apa|siapa|sesuatu|seseorang|semua|dia|kamu|tidak|mana"
    r"|这里|那里|这儿|那儿|这个|那个|什么|哪里|谁|它|他|她|你|家里?|自己"
    r"|ここ|そこ|あそこ|どこ|何|誰|それ|これ|あれ|家|自分|今|こと|もの|の"
    r"|여기|거기|저기|어디|무엇|누구|그것|이것|것|집|자신|그|이|저)",
    re.IGNORECASE,
)
_TOPIC: Final = re.compile(
    r"(?!(?<=창|휴|작|국|평)가 |(?<=양)이 |(?<![가-힣])(?:짧|작|밝|좋|많|높|낮|굵|검|붉|얇|맑|얕"
    r"|깊|넓|좁|젊|같)은 )[가-힣](?:은|는"
    r"|이|가|을|를|께서|의) "
)
"""A word with a mark of its case; adjectives that end like one are none."""
_ARTICLE: Final = re.compile(
    r"^(?:an?|the|my|our|your|his|her|this|that|these|those|some)\s", re.IGNORECASE
)
_AND: Final = re.compile(
    r"\s+(?:and|or|und|oder|dan|atau)\s+|\s*[和及与、]\s*|や|(?:와|과|하고|이랑|랑) |と"
)
_MORE: Final = re.compile(
    r"\s+(?:and|or|und|oder|dan|atau)\s+(?!(?:i|we|my|you|he|she|it|they|so|then|that|the|her|his"
    r"|also|not|ich|wir|saya|aku)\b)"
    r"(?P<i>[\w-]+(?: [\w-]+)?)(?=\s*(?:[.,;!?]|$)|\s+(?:and|or|und|dan)\s)",
    re.IGNORECASE,
)
_DETERMINED: Final = re.compile(r"\b(?:the|an?|der|dem|die|das|eine[rmn]|di)\s\Z", re.IGNORECASE)
_FIRST_WIDE: Final = 0x2E80
_NEGATED: Final = re.compile(r"\b(?:nicht|kein\w*|not|never|tidak|bukan)\b", re.IGNORECASE)
_BACK: Final = re.compile(
    r"\b(?:it|its|it's|them|they|their|him|his|her|hers|you|your|this|that|these|those|there|one"
    r"|ones"
    r"|ihn|ihm|ihr\w*|sein\w*|dies\w*|dein\w*|nya|itu|ini|mereka|kamu)\b|nya\b|[它他她你这那]"
    r"|それ|これ|あれ|彼|あなた|그것|이것|당신",
    re.IGNORECASE,
)
_BARE_TO: Final = re.compile(r"(?:to|too|zu|untuk)\b[\W]*(?:\w+\W*)?\Z", re.IGNORECASE)
_WHATS: Final = {
    word: one
    for one, words in {
        "colour": "colour color farbe warna 颜色 顏色 色 색 색깔",
        "food": "food dish meal essen gericht makanan 食物 菜 食べ物 料理 음식",
        "drink": "drink beverage getränk minuman 饮料 飲み物 음료",
        "film": "movie film filme filem 电影 映画 영화",
        "book": "book buch buku 书 本 책",
        "song": "song lied lagu 歌 曲 노래",
        "language": "language sprache bahasa 语言 言語 언어",
        "music": "music musik 音乐 音楽 음악",
        "animal": "animal tier hewan 动物 動物 동물",
        "sport": "sport sports 运动 スポーツ 운동",
        "season": "season jahreszeit musim 季节 季節 계절",
        "city": "city stadt kota 城市 街 도시",
        "editor": "editor 编辑器 エディタ 에디터",
    }.items()
    for word in words.split()
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a rule read.

    Attributes:
        subject: `user`, or somebody near to him, as in `user's daughter`.
        attribute: Of the slot.
        value: As written.
        kind: Of the fact.
        rule: That read it.
        start: Where the value begins in the text that was read.
        end: One after its last sign.
        ends: It holds no more.
        last: One after the last sign that the rule read.
    """

    subject: str
    attribute: str
    value: str
    kind: FactKind
    rule: Rule
    start: int
    end: int
    ends: bool
    last: int


def rules_for(text: str) -> tuple[Language, ...]:
    """The languages whose rules may read a text, by its script."""
    if _KOREAN_SIGN.search(text):
        return (KOREAN,)
    if _KANA.search(text):
        return (JAPANESE,)
    if _HAN.search(text):
        return (CHINESE, JAPANESE)
    return _LATIN


def read_self(
    text: str, *, dated: bool, greeted: bool = False, languages: tuple[Language, ...]
) -> Iterator[Told]:
    """Read what a stretch says of the speaker.

    Args:
        text: The stretch on one line; for rules whose values are times with its words of time, for
            others without.
        dated: Which rules to use: those whose values are times, or all others.
        greeted: The message opens with a greeting.
        languages: Whose rules to use.

    Yields:
        What was read, in the order of the rules; of each attribute of a subject once.
    """
    seen: set[tuple[str, str]] = set()
    for language in languages:
        opened = language.openers.match(text)
        begin = opened.end() if opened else 0
        for rule in language.rules:
            if rule.is_dated is not dated or (rule.is_intro and not greeted):
                continue
            match = rule.pattern.match(text, begin)
            if match is None and begin:
                match = rule.pattern.match(text)
            if match is None:
                continue
            found = [one for one in _told(text, match, rule, language) if one is not None]
            for told in found:
                # Of two rules that read a taste the first is the better one.
                key = (told.subject, told.attribute.partition(" in ")[0])
                if key not in seen:
                    yield told
            seen.update((one.subject, one.attribute.partition(" in ")[0]) for one in found)
            if any(one.attribute.startswith(_CHOICE) for one in found):
                seen.add((USER, "taste"))  # which of two is liked better, not whether it is


def _told(text: str, match: re.Match[str], rule: Rule, language: Language) -> Iterator[Told | None]:
    """What a rule read; of an attribute that may have several values, each of those listed."""
    groups = match.groupdict()
    name = "v2" if groups.get("v2") else "v"
    if not groups.get(name):
        return
    start, end = match.span(name)
    if "{v}" not in rule.attribute:
        yield _one(text, match, rule, language, (start, end))
        return
    items = _AND.split(text[start:end])
    if any(len(item.split()) > _ITEM_WORDS for item in items):
        # "Road trips with friends and family" is one thing.
        yield _one(text, match, rule, language, (start, end))
        return
    for item in items:
        at = text.index(item, start)
        start = at + len(item)
        if language is GERMAN and items[0][:1].isupper() and item[:1].islower():
            break  # "gegen Nickel und wüsste gern": things are written with a capital
        yield _one(text, match, rule, language, (at, start))
    last = match.end()
    while (more := _MORE.match(text, last)) is not None and start == last:
        start = last = more.end()
        if language is GERMAN and items[0][:1].isupper() and more["i"][:1].islower():
            break
        yield _one(text, match, rule, language, more.span("i"))


def _one(
    text: str,
    match: re.Match[str],
    rule: Rule,
    language: Language,
    place: tuple[int, int],
) -> Told | None:
    groups = match.groupdict()
    start, end = _trimmed(text, *place, language)
    value = text[start:end]
    what = " ".join((groups.get("what") or groups.get("what2") or "").lower().split())
    when = " ".join(f"{groups.get('when') or ''} {groups.get('when2') or ''}".lower().split())
    pair = " and ".join(sorted((_key(value), _key(groups.get("than") or ""))))
    attribute = rule.attribute.format(
        v=_key(value), what=_WHATS.get(what, what), when=when, pair=pair
    )
    attribute = attribute.rstrip()
    if not _is_plausible(value, attribute, text, start):
        return None
    who = (groups.get("who") or "").lower()
    if (
        language.relations.get(who) in _DISTANT
        and attribute == "name"
        and not _NAMES.search(match[0])
    ):
        return None  # "my friend Ole works at VW" says who works there, not who the friend is
    if groups.get("verb") is not None:
        start, end = match.span("verb")
        start += len(text[start:end]) - len(text[start:end].lstrip())
        end -= len(text[start:end]) - len(text[start:end].rstrip())
        start = clitic.end() if (clitic := _CLITIC.match(text, start, end)) else start
    return Told(
        subject=f"user's {language.relations.get(who, who)}" if who else USER,
        attribute=attribute,
        value=text[start:end],
        kind=rule.kind,
        rule=rule,
        start=start,
        end=end,
        ends=rule.ends or bool(groups.get("ends") or groups.get("ends2")),
        last=match.end(),
    )


_CHOICE: Final = "choice between "
_DISTANT: Final = frozenset({"friend", "colleague", "boss", "neighbour", "flatmate", "teacher"})
_NAMES: Final = re.compile(
    r"\b(?:Dr|Mr|Mrs|Ms|Miss|Prof|Herr|Frau|called|named?|heißt|namens|namen|nama\w*|bernama"
    r"|dipanggil)\b|名|叫|という|といい"
    r"|と言い|이름|라고|라는",
    re.IGNORECASE,
)
_CLITIC: Final = re.compile(r"['’](?:m|d|ve) ")


def _trimmed(text: str, start: int, end: int, language: Language) -> tuple[int, int]:
    """A value without white space, articles and particles at its ends."""
    while True:
        value = text[start:end]
        bare = value.strip(" \t.,;:!?\"'’“”。、，！？")
        start += value.find(bare) if bare else 0
        end = start + len(bare)
        match = language.trim.search(bare)
        if match is None or match.end() - match.start() >= len(bare):
            return start, end
        if match.start() == 0:
            start += match.end()
        else:
            end = start + match.start()


def _key(value: str) -> str:
    """A value as it stands in the name of a slot."""
    return " ".join(_ARTICLE.sub("", value, count=1).lower().split())


def is_plausible(value: str, attribute: str) -> bool:
    """Whether a text may be the value of an attribute, where nothing stands around it."""
    return _is_plausible(value, attribute, value, 0)


def _is_plausible(value: str, attribute: str, text: str, start: int) -> bool:
    if not value or len(value) > _LONGEST or len(value.split()) > _MOST_WORDS:
        return False
    if attribute.startswith("taste in") and (_BACK.search(value) or _BARE_TO.match(value)):
        return False
    if _NEGATED.search(value) or (attribute in _PLACES and any(map(str.isdecimal, value))):
        return False
    if _HOLE.search(value) or _NOTHING.fullmatch(value) or _TOPIC.search(value):
        return False
    if attribute not in _NAMED or ord(value[0]) >= _FIRST_WIDE or _CAPITAL.match(value):
        return True
    if attribute == "employer":
        return _lowered(text) or bool(_DETERMINED.search(text[:start]))
    # Who writes without capitals writes names so too; then a list has to know a place.
    return _lowered(text) and (
        value.lower() in _KNOWN or (attribute == "name" and len(value.split()) <= 2)
    )


def _lowered(text: str) -> bool:
    """Whether it is written without capitals, but for the English "I"."""
    bare = re.sub(r"\bI\b", "", text)
    return bare == bare.lower()
