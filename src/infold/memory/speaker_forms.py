"""A note about somebody in the words in which he would say it himself, in six languages.

A program notes "Lives in Oslo", "The user's dog is called Bello" or "Alice moved to Oslo"; the
rules of extraction read what a speaker says of himself. So a note is tried in the forms that its
subject would use: where a rule reads one of them, it says that of the subject.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from infold.memory.relations import RELATIONS
from infold.memory.subjects import USER, named_subject
from infold.text.scripts import CJK

__all__ = ["Form", "forms"]

_WIDE: Final = re.compile(f"[{CJK}]")
_HANGUL: Final = re.compile("[\uac00-\ud7a3]")
_KANA: Final = re.compile("[\u3041-\u30ff]")
_ENGLISH_VERB: Final = (
    r"(?:(?:also|now|still|currently|just|recently|usually|really|never|always|no longer"
    r"|does not|doesn['’]t|did not|didn['’]t)\s+)*"
    r"(?:is|[a-z]{2,}(?:s|ed)|left|quit|had|got|went|became|took|sold|bought|used to|cannot"
    r"|can['’]t|does not|doesn['’]t|isn['’]t|hasn['’]t|no longer|never|like"
    r"|speak|eat|drink|live|work)\b"
)
_GERMAN_VERB: Final = r"(?:[a-zäöüß]{2,}t|mag|kann|hat|ist)\b"
_INDONESIAN_VERB: Final = (
    r"(?:(?:sudah|masih|juga|tidak|bukan|pernah|baru(?: saja)?|sekarang|telah|sangat|lebih)\s+)*"
    r"(?:tinggal|menetap|berdomisili|bekerja|kerja|pindah|suka|menyukai|benci|alergi|punya"
    r"|memiliki|bermain|main|belajar|berumur|berusia|lahir|berasal|makan|minum|vegetarian|vegan"
    r"|berhenti|pakai|memakai|menggunakan|seorang|adalah|lagi|sudah menikah|menikah|bisa"
    r"|berbahasa|kuliah|sekolah|menjadi|jadi)\b"
)
_STATE: Final = (
    r"(?:not|no longer|now|still|currently|allergic|vegetarian|vegan|pescatarian|married|single"
    r"|divorced|engaged|widowed|retired|unemployed|self-employed|based|living|working|employed"
    r"|from|born|called|fluent|learning|studying|an?|gluten[- ]free|lactose[- ]intolerant"
    r"|diabetic|pregnant|originally)\b"
)
_GERMAN_STATE: Final = (
    r"(?:nicht|kein\w*|jetzt|nach|allergisch|gegen|verheiratet|ledig|geschieden|verlobt"
    r"|verwitwet|vegetarier\w*|veganer\w*|vegan|vegetarisch|\w+ allergisch)\b"
)
_PROPERTY: Final = (
    r"(?:(?:full |first |last )?name|birthday|date of birth|age|e-?mail(?: address)?"
    r"|phone(?: number)?|time ?zone|favou?rite \w+|home ?town|blood type|shoe size"
    r"|native language|mother tongue"
    r"|job(?: title)?|profession|occupation|employer|pronouns|<kin>)"
    r"(?:['’]s|:| (?:is|are|was|changed|works?|lives?|likes?|has|got|moved))(?=\s)"
).replace("<kin>", "|".join(sorted({one for one in RELATIONS if one.isascii()}, key=len)[::-1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A note as its subject would say it.

    Attributes:
        text: The words.
        subject: Of whom they speak: `user`, or a name in lower case.
    """

    text: str
    subject: str = USER


_Leads = tuple[tuple[re.Pattern[str], str], ...]


def _leads(*pairs: tuple[str, str]) -> _Leads:
    return tuple((re.compile(rf"\W*{gate}", re.IGNORECASE), lead) for gate, lead in pairs)


_BARE: Final = _leads(
    (_ENGLISH_VERB, "User "),
    (_ENGLISH_VERB, "I "),
    (_STATE, "I am "),
    (_PROPERTY, "My "),
    (_GERMAN_VERB, "Der Nutzer "),
    (_GERMAN_STATE, "Ich bin "),
    (_INDONESIAN_VERB, "Saya "),
)
"""What a note begins with that leaves out whom it speaks of, and the words that say so."""
_USERS: Final = re.compile(rf"\A\W*(?:the )?user (?={_STATE})", re.IGNORECASE)
"""A note of the user that leaves out its verb."""
_NAMED_LEADS: Final = _leads(
    (_ENGLISH_VERB, "User "), (_GERMAN_VERB, "Der Nutzer "), (_INDONESIAN_VERB, "Saya ")
)


_NAME: Final = re.compile(
    r"(?P<who>[A-ZÀ-Þ][\w-]+(?: [A-ZÀ-Þ][\w-]+)?)(?P<owns>(?:['’]s)?) "
    rf"(?=(?i:{_ENGLISH_VERB}|{_GERMAN_VERB}|{_INDONESIAN_VERB})|(?<=s ))"
)
_NO_NAME_WORDS: Final = """
user the this that these those they we you it its i ich saya aku dia er sie wir der die das den
what who which there here today tomorrow my our your his her their
"""
_NO_NAMES: Final = frozenset(_NO_NAME_WORDS.split())


def forms(text: str) -> Iterator[Form]:
    """Give the forms in which a note may be read, the likeliest first.

    Args:
        text: One statement.

    Yields:
        Itself; then with the speaker in the place of whom it names; then with him before it. At
        most six. Linear.
    """
    yield Form(text=text)
    if (of_user := _USERS.match(text)) is not None:
        yield Form(text=f"I am {text[of_user.end() :]}")
    if not _WIDE.search(text):
        first, _, rest = text.partition(" ")
        if first.lower() in RELATIONS:
            yield from (Form(text=one) for one in (f"Mein {text}", f"{first} saya {rest}"))
        for gate, lead in _BARE:
            if gate.match(text):
                yield Form(text=lead + text[:1].lower() + text[1:])
    named = named_subject(text) or _by_name(text)
    if named is not None:
        yield from _named(text, *named)
    elif _WIDE.search(text) and not (_HANGUL.search(text) or _KANA.search(text)):
        yield Form(text=f"我{text}")


def _by_name(text: str) -> tuple[str, int, bool] | None:
    match = _NAME.match(text)
    if match is None or match["who"].casefold() in _NO_NAMES:
        return None
    return match["who"].casefold(), match.end("owns"), bool(match["owns"])


def _named(text: str, subject: str, end: int, owns: bool) -> Iterator[Form]:
    rest = text[end:].lstrip()
    if _HANGUL.search(text):
        yield Form(text=f"저는 {rest.lstrip('은는이가 ')}", subject=subject)
    elif _KANA.search(text):
        yield Form(text=f"私{rest}", subject=subject)
    elif _WIDE.search(text):
        yield Form(text=f"我{rest}", subject=subject)
    elif owns:
        yield Form(text=f"My {rest}", subject=subject)
    else:
        for gate, lead in _NAMED_LEADS:
            if gate.match(rest):
                yield Form(text=lead + rest, subject=subject)
