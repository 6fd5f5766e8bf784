"""A stretch in the form that the rules read: the user as speaker, plain endings, whole apostrophes.

"The user lives in Porto", "ユーザーは…" and "Pengguna …" say what "I live in Porto" says; a humble
ending says what a plain one does; "im" and "cant" are typed in haste. Every sign of the new form
knows where it stands in the message, so that what is read is found there word for word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from infold.memory.one_line import Line

__all__ = ["rewritten", "turned"]

_Change = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]

_ENGLISH_VERBS: Final = {
    "is": "am",
    "isn't": "am not",
    "has": "have",
    "hasn't": "haven't",
    "does": "do",
    "doesn't": "don't",
    "was": "was",
    "wasn't": "wasn't",
    "goes": "go",
}
_PAST: Final = (
    r"[a-z]+ed|left|quit|had|got|went|became|took|sold|bought|broke|began|grew|can|cannot|can't"
    r"|won't|will|used(?= to)"
)
_GERMAN_VERBS: Final = {
    "ist": "bin",
    "hat": "habe",
    "mag": "mag",
    "spricht": "spreche",
    "isst": "esse",
    "zieht": "ziehe",
    "kann": "kann",
    "nimmt": "nehme",
    "fährt": "fahre",
    "liest": "lese",
    "trägt": "trage",
    "wurde": "wurde",
}
_USER: Final = r"(?:(?:the|this|our) )?user"
_NUTZER: Final = r"(?:der|die) (?:be)?nutzer(?:in)?"
_OF_NUTZER: Final = r"de[sr] (?:be)?nutzer(?:s|in)?"


def _english(match: re.Match[str]) -> str:
    verb = match["verb"].lower().replace("’", "'")
    if verb in _ENGLISH_VERBS:
        verb = _ENGLISH_VERBS[verb]
    elif re.fullmatch(_PAST, match["verb"], re.IGNORECASE):
        pass
    elif verb.endswith("ies"):
        verb = verb[:-3] + "y"
    elif verb.endswith(("shes", "ches", "sses", "xes")):
        verb = verb[:-2]
    elif verb.endswith("s"):
        verb = verb[:-1]
    return f"i {match['adv'] or ''}{verb}"


def _german(match: re.Match[str]) -> str:
    verb = match["verb"].lower()
    known = _GERMAN_VERBS.get(verb)
    # "wohnt" and "wohne"; "arbeitet" has its e already.
    own = verb[:-1] if verb.endswith(("tet", "det")) else verb.removesuffix("t") + "e"
    return f"ich {known or own}"


_LATIN: Final[tuple[_Change, ...]] = (
    (re.compile(rf"\b{_USER}['’]s\b", re.IGNORECASE), "my"),
    (
        re.compile(
            rf"\b{_USER} (?P<adv>(?:(?:currently|now|also|still|really|usually|mostly|just|recently"
            r"|never|always|no longer) )*)"
            rf"(?P<verb>(?:is|has|does|was)n['’]t|[a-z]+s|{_PAST})\b",
            re.IGNORECASE,
        ),
        _english,
    ),
    (re.compile(rf"\b{_NUTZER} (?P<verb>[a-zäöüß]+t|mag|kann)\b", re.IGNORECASE), _german),
    (re.compile(rf"\bder name {_OF_NUTZER}\b", re.IGNORECASE), "mein name"),
    (
        re.compile(rf"\A(\W*)(?:der|die|das) (\w+(?: \w+)?) {_OF_NUTZER} ", re.IGNORECASE),
        r"\1meine \2 ",
    ),
    (
        re.compile(
            r"\A(\W*(?!nama |kata )\w{3,}(?: \w+)?) pengguna "
            r"(?=(?:ber|nama|adalah|sekarang|tinggal|be?kerja|itu|suka|alergi)\w*)",
            re.IGNORECASE,
        ),
        r"\1 saya ",
    ),
    (re.compile(r"\A(\W*)(?:si )?pengguna (?=\w)", re.IGNORECASE), r"\1saya "),
    (re.compile(r"\bim(?= (?!memory\b|the\b|[A-Z])[a-z])"), "i'm"),
    (
        re.compile(
            r"\bim(?= \d{1,2}(?:\s*[,;!?)]|\.?\s*\Z| (?:now|years?|yrs?|and|but|so|btw)\b))"
        ),
        "i'm",
    ),
    (re.compile(r"\bive(?= )"), "i've"),
    (re.compile(r"\b(ca|do|wo|does|is)nt\b", re.IGNORECASE), r"\1n't"),
    (
        re.compile(
            r"\b(?!(?:buku|kuku|suku|laku|saku|baku|kaku|paku|beku|siku|pelaku|perilaku|berlaku"
            r"|bangku|cangku|duku|liku"
            r"|tungku|pangku|mangku)\b)([a-z]{3,})ku\b",
            re.IGNORECASE,
        ),
        r"\1 saya",
    ),
    (re.compile(r"\b(?:ga|gk|ngga|engga|tdk)(?= )"), "gak"),
    (re.compile(r"\b(?:udah|udh|sdh|dah)(?= (?:gak|tidak|nggak|pindah|punya|be?kerja))"), "sudah"),
    (re.compile(r"\b(?:skrg|skrang|skg)\b"), "sekarang"),
    (re.compile(r"\byg\b"), "yang"),
    (re.compile(r"\btp\b"), "tapi"),
    (re.compile(r"\b(?:krn|karna)\b"), "karena"),
    (re.compile(r"’"), "'"),
    (re.compile(r"\b(St|Dr|Mr|Mrs|Ms|Prof)\.(?= [A-ZÀ-Þ])"), "\\1\u2024"),
    (re.compile(r"(?<=[Hh]ei)ss(?=(?:e|t)\b)"), "ß"),
    (re.compile(r"\bi (?=(?:bin|hab|wohn|leb|komm|arbeit|mag|heiß|trink|ess)\w?\b)"), "ich "),
    (
        re.compile(
            r"(?:(?<=\bich )|(?<=\Aund )|\A)(wohn|leb|komm|hab|arbeit|studier|trink|mach|heiß"
            r"|lern|spiel|fahr)(?= )"
        ),
        r"\1e",
    ),
)
_CHINESE: Final[tuple[_Change, ...]] = (
    (re.compile(r"\A(\W*)(?:该|这位)?(?:用户|本人)(?!名|们|体验|界面)"), r"\1我"),
)
_JAPANESE: Final[tuple[_Change, ...]] = (
    (re.compile(r"\A(\W*)ユーザー(?=[はの])"), r"\1私"),
    (re.compile(r"(?<=[てで])おりま(?=[すし])"), "いま"),
    (re.compile(r"(?<=[てで])おり(?=[、,])"), "いる"),
    (re.compile(r"でございます"), "です"),
)
_KOREAN: Final[tuple[_Change, ...]] = (
    (re.compile(r"\A(\W*)사용자(?:님)?(?:은|는|가)(?=\s)"), r"\1저는"),
    (re.compile(r"\A(\W*)사용자(?:님)?의(?=\s)"), r"\1제"),
    (re.compile(r"\A(\W*)(저|나)(?= (?!는|도))"), r"\1\2는"),
    (re.compile(r"(?<=있)사오(?=니)"), "으"),
)
_INVERTED: Final = re.compile(
    r"\W*(?P<first>[^,;:.!?]{0,48}?)\s*\b(?P<verb>wohne|lebe|arbeite|komme|bin|habe|hab|mag|liebe"
    r"|hasse|trinke|esse"
    r"|nutze|benutze|verwende|spreche|studiere|spiele|lerne|fahre|heiße|ziehe|bevorzuge|rauche"
    r"|höre|lese|nehme"
    r"|wohnen|leben|haben|sind|ziehen) (?P<self>ich|wir)\b(?P<rest>.*)\Z",
    re.IGNORECASE,
)
_NO_FIRST: Final = re.compile(
    r"\b(?:wer|was|wo|wie|wann|warum|welche\w*|dass|ob|wenn|weil|falls|als|nie|niemals|kaum"
    r"|vielleicht"
    r"|angeblich|hätte|würde|nicht|kein\w*|nur)\b",
    re.IGNORECASE,
)
_DECORATION: Final = (
    r"[\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F\u200D]+|[~～〜]+|(?<=[いきだすね])笑(?![いうえっわ顔])"
    r"|(?<![가-힣])[ㅋㅎㅠㅜ]+"
    r"|\b(?:lol|haha+)\b"
)
"""Signs that close a phrase as a full stop does."""
_STOPPED: Final[tuple[_Change, ...]] = ((re.compile(_DECORATION, re.IGNORECASE), "."),)
_STOPPED_WIDE: Final[tuple[_Change, ...]] = ((re.compile(_DECORATION, re.IGNORECASE), "。"),)
_HANGUL: Final = re.compile("[\uac00-\ud7a3]")
_KANA: Final = re.compile("[\u3041-\u30ff]")
_HAN: Final = re.compile("[\u4e00-\u9fff]")


def rewritten(line: Line) -> Line:
    """The stretch as its speaker would say it plainly; itself where that is what it is.

    Args:
        line: A stretch on one line.

    Returns:
        A line whose new signs stand where those stood that they replace.
    """
    if _HANGUL.search(line.text):
        changes = (*_STOPPED, *_KOREAN)
    elif _KANA.search(line.text):
        changes = (*_STOPPED_WIDE, *_JAPANESE)
    elif _HAN.search(line.text):
        changes = (*_STOPPED_WIDE, *_CHINESE)
    else:
        changes = (*_STOPPED, *_LATIN)
    for pattern, instead in changes:
        line = _changed(line, pattern, instead)
    return line


def turned(line: Line) -> Iterator[Line]:
    """A German stretch in which something stands before the verb, in plain order.

    "In Kiel wohne ich" gives "ich wohne In Kiel"; then, without what stood first, "ich wohne".
    """
    match = _INVERTED.match(line.text)
    if match is None or (match["first"] and _NO_FIRST.search(match["first"])):
        return
    spans = [match.span("self"), match.span("verb"), match.span("first"), match.span("rest")]
    for order in (spans, [spans[0], spans[1], spans[3]]):
        signs: list[str] = []
        places: list[int] = []
        for start, end in order:
            part = line.text[start:end]
            bare = part.strip()
            if not bare:
                continue
            begin = start + part.index(bare)
            if signs:
                signs.append(" ")
                places.append(places[-1])
            signs += bare
            places += line.places[begin : begin + len(bare)]
        yield Line(text="".join(signs), places=tuple(places))


def _changed(
    line: Line, pattern: re.Pattern[str], instead: str | Callable[[re.Match[str]], str]
) -> Line:
    found = list(pattern.finditer(line.text))
    if not found:
        return line
    signs = "".join(_signs(line.text, found, instead))
    return Line(text=signs, places=tuple(_places(line, found, instead)))


def _signs(
    text: str, found: list[re.Match[str]], instead: str | Callable[[re.Match[str]], str]
) -> Iterator[str]:
    done = 0
    for match in found:
        yield text[done : match.start()]
        yield instead(match) if callable(instead) else match.expand(instead)
        done = match.end()
    yield text[done:]


def _places(
    line: Line, found: list[re.Match[str]], instead: str | Callable[[re.Match[str]], str]
) -> Iterator[int]:
    """Signs of a replacement stand where they stood before, new ones beside them."""
    done = 0
    for match in found:
        yield from line.places[done : match.start()]
        new = instead(match) if callable(instead) else match.expand(instead)
        yield from _aligned(match[0], new, line.places[match.start() : match.end()])
        done = match.end()
    yield from line.places[done:]


def _aligned(old: str, new: str, places: Sequence[int]) -> Iterator[int]:
    """For each sign of `new` where it stands: with its own in `old`, else with the one before."""
    matched = SequenceMatcher(None, old.lower(), new.lower(), autojunk=False)
    own = {
        block.b + at: places[block.a + at]
        for block in matched.get_matching_blocks()
        for at in range(block.size)
    }
    place = min(own.values(), default=places[0])
    for at in range(len(new)):
        place = own.get(at, place)
        yield place
