"""Which known facts a clause ends that says that something has ended."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from infold.core.facts import Fact, Slot
from infold.memory import ending_words as words
from infold.memory.endings import Ending
from infold.memory.named_again import left_of
from infold.memory.neighbours import begins
from infold.memory.relations import RELATIONS
from infold.memory.same_value import TASTE, normal
from infold.memory.selves import USER
from infold.memory.taken_back import attributes_named
from infold.text.analysis import analyze
from infold.text.scripts import CJK

__all__ = ["ended_by"]

_WIDE: Final = re.compile(f"[{CJK}]")
_LATIN_RELATION: Final = re.compile(
    rf"(?<!\w)(?:"
    rf"{'|'.join(sorted((w for w in RELATIONS if not _WIDE.search(w)), key=len, reverse=True))})"
    rf"(?=ku\b|s?\b)",
    re.IGNORECASE,
)
_WIDE_RELATION: Final = re.compile(
    "|".join(sorted((w for w in RELATIONS if _WIDE.search(w)), key=len, reverse=True))
)
_READ_WORDS: Final = """
name city hometown birthplace age birthday employer job employment study school diet children pets
email phone address place state nationality training business field car height weight number code
day date time size spot rent fee price reading provider teacher due when
"""
_READ: Final = frozenset(
    {
        *_READ_WORDS.split(),
        "marital status",
        "native language",
        "time zone",
        "blood type",
        "shoe size",
        "birth year",
    }
)
_HEADS: Final = (
    "allergy to",
    "taste in",
    "choice between",
    "favourite",
    "speaks",
    "learning",
    "plays",
    "uses",
    "owns",
    "subscribes",
    "health",
    "medication",
    "teaches",
    "likes",
    "whether",
    "decision:",
    "wish:",
    "told:",
)
_USES: Final = "uses "
_WHETHER: Final = "whether "
_PETS: Final = frozenset({"dog", "cat", "parrot", "horse", "rabbit", "hamster", "bird"})
_LOVED: Final = frozenset({"partner", "wife", "husband", "spouse"})
_AT_WORK: Final = frozenset({"company", "team", "boss"})
_CAR: Final = re.compile(
    r"\b(?:(?:my|our|the) (?:car|auto|vehicle)|(?:mein\w*|das|unser\w*) (?:auto|wagen)|mobil)\b"
    r"|车|車|(?<![가-힣])차(?:를|는|도)?(?![가-힣])",
    re.IGNORECASE,
)
_DOING: Final = re.compile(
    r"(?:[a-z]+ing|makan|minum|main|bermain) (?=\w)|[喝吃打看玩听弹踢]", re.IGNORECASE
)
"""A verb with which a taste may begin: who gives up coffee likes drinking it no more."""
_LEADS: Final = re.compile(
    r"\W*(?:(?:and|but|so|well|oh|ok|okay|hi|hello|hey|by the way|btw|actually|sadly|unfortunately"
    r"|sorry|just so you know|fyi|note that|update|und|aber|also|übrigens|leider|ach|ja|nein|nur"
    r" damit du es weißt|dan|tapi|jadi|oh ya|ngomong-ngomong|sayangnya|maaf|ternyata|it turns out"
    r"|turns out|the|my|our|der|die|das|den|mein\w*|unser\w*)\b[\s,.!:–—-]*)*",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(
    r"\A[一两二三四五\d]+[只条匹头](?=.{2})|을?를? ?(?:한|두|세|네|\d) ?마리\Z"
    r"|を?[一二三四\d][匹羽頭]\Z"
)
"""How many animals: who keeps his parrot no more says "the parrot"."""
_RUNS: Final = re.compile(
    r"[\u30a1-\u30ff]{3,}|[a-z][a-z0-9]{2,}|(?<=\s)[가-힣]{2,}|[가-힣]{2,}(?=\s)"
)
"""Names within a value of scripts without spaces."""
_DROPPED: Final = re.compile(
    r"\W*(?:(?:and|but|so|well|just|finally|also|oh|ok|guess what|update|ja|und|dan|akhirnya"
    r"|bin|habe|hab|jetzt|übrigens|leider"
    r"|baru saja|udah|sudah)\W+)*"
    r"(?:sold|quit|left|cancel+ed|dropped|stopped|gave|ditched|lost|broke up|split up|moved out"
    r"|resigned|got rid|no longer"
    r"|not .{1,30}any ?more|don't|verkauft|gekündigt|aufgehört|nicht mehr|kein|jual|berhenti"
    r"|resign|putus|tidak|nggak|gak)\b",
    re.IGNORECASE,
)
"""A clause whose subject is left out speaks of its speaker."""
_I_WIDE: Final = re.compile(
    r"我(?=[和跟与已刚从在不没把被也就又再昨今上现其最终真戒辞卖])|(?:私|僕|俺)[はも]|저[는도]"
    r"|나는|제가|내가|전 "
)
"""The speaker, beside somebody near to him."""
_LEAST: Final = 4
_SHARED: Final = 0.6


def ended_by(ending: Ending, known: Iterable[Fact], once: Iterable[Fact] = ()) -> list[Fact]:
    """The facts that a clause ends.

    Args:
        ending: The clause.
        known: Facts that hold when it is said.
        once: Facts that held before; of use where it goes back to what was.

    Returns:
        Those whose value it names, or whose subject or kind it ends as a whole; of "points back"
        none: what was said before it is known to the caller.
    """
    if ending.manner == "points back":
        return []
    facts = list(known)
    if ending.manner == "switches back":
        return _given_up(ending.text, facts, [*once, *facts])
    for text in dict.fromkeys((ending.text, ending.around)):
        named = [
            one
            for one in facts
            if (_is_named(one, text) or _is_left(one, text, ending)) and _may_end(one, text, ending)
        ]
        if named:
            return named
    return [one for one in facts if _is_meant(one, ending)]


def _is_left(fact: Fact, text: str, ending: Ending) -> bool:
    """Whether all that a clause names which ends a habit or the like stands in what is known."""
    return ending.manner == "ends" and _class_of(fact) is None and left_of(fact.text, text)


def _given_up(text: str, facts: list[Fact], ever: list[Fact]) -> list[Fact]:
    """What somebody gives up who goes back to what he used before: the newest that followed it.

    "I use Firefox", "I use Brave now", "I'm using Firefox again".
    """
    used = [one for one in facts if _is_used(one)]
    before = [begins(one) for one in ever if _is_used(one) and _holds(text, one.value)]
    later = [
        one
        for one in used
        if before
        and begins(one) > min(before)
        and words.TAKES_OVER.search(one.text)
        and not _holds(text, one.value)
    ]
    return later and [max(later, key=begins)]


def _is_used(fact: Fact) -> bool:
    return fact.slot is not None and fact.slot.attribute.startswith(_USES)


def _may_end(fact: Fact, text: str, ending: Ending) -> bool:
    """Whether a clause that names a fact's value is of what the fact says."""
    if ending.manner == "forgets":
        return True
    if not _is_of(fact, text):
        return False
    kind = _class_of(fact)
    if kind is None:
        return ending.manner == "ends"
    return words.CLASSES[kind].search(text) is not None


def _class_of(fact: Fact) -> str | None:
    """The class of words by which such a fact ends; None where any does."""
    slot = fact.slot
    if slot is None:
        return None
    attribute = slot.attribute
    if slot.subject.startswith("user's "):
        kin = slot.subject.removeprefix("user's ")
        if attribute == "name":
            return "pet" if kin in _PETS else "partner" if kin in _LOVED else "others"
    if attribute in ("city", "place"):
        return "city"
    for name in ("employer", "job", "name", "diet", "children", "marital status"):
        if attribute == name:
            return name
    for head in ("allergy", "speaks", "favourite"):
        if attribute.startswith(head):
            return head
    return None


def _is_of(fact: Fact, text: str) -> bool:
    """Whether a clause may be of a fact's subject."""
    subject = USER if fact.slot is None else fact.slot.subject
    if subject == "scope":
        return True
    kin = _kin(text)
    if subject.startswith("user's "):
        # "My sister left Rex" says nothing of the dog; the value itself tells whose it is.
        return subject.removeprefix("user's ") in kin or not kin or _leads(fact, text)
    if _WIDE.search(text):
        return not words.OTHERS.search(text) and (not kin or _is_own_wide(text))
    if kin and _kin_leads(text):
        return False
    if words.OWN.search(text) or _DROPPED.match(text):
        return True
    # "The courier left" is said of a man, not of where one works.
    return not _at_work(fact) and _leads(fact, text)


def _at_work(fact: Fact) -> bool:
    slot = fact.slot
    return slot is not None and slot.subject == USER and slot.attribute in ("employer", "job")


def _is_own_wide(text: str) -> bool:
    return _I_WIDE.search(text) is not None


def _kin(text: str) -> set[str]:
    """The relations of the speaker that a clause names."""
    found = [one[0].lower() for one in _LATIN_RELATION.finditer(text)]
    if _WIDE.search(text):
        found += _WIDE_RELATION.findall(text)
    return {RELATIONS[word] for word in found if word in RELATIONS}


def _kin_leads(text: str) -> bool:
    match = _LEADS.match(text)
    return _LATIN_RELATION.match(text, match.end() if match else 0) is not None


def _leads(fact: Fact, text: str) -> bool:
    """Whether a clause begins with a fact's value."""
    match = _LEADS.match(text)
    value = normal(fact.value)
    return bool(value) and normal(text[match.end() if match else 0 :]).startswith(value)


def _is_named(fact: Fact, text: str) -> bool:
    slot = fact.slot
    value = fact.value
    if slot is not None and slot.attribute.startswith(TASTE):
        value = slot.attribute.removeprefix(TASTE)
    if not value or not value.strip() or (slot is not None and slot.attribute.startswith(_WHETHER)):
        return _shares(fact.text, text)
    return _holds(text, value)


@lru_cache(maxsize=1_024)
def _stems(text: str) -> frozenset[str]:
    return frozenset(analyze(text))


def _holds(text: str, value: str) -> bool:
    """Whether a text names a value."""
    own, low = normal(value), normal(text)
    doing = _DOING.match(own)
    if doing is not None and len(own) > doing.end():
        own = own[doing.end() :]
    if _WIDE.search(own):
        own = _COUNTED.sub("", own) or own
        return own in low or any(one in low for one in _RUNS.findall(own) if one != own)
    if re.search(rf"(?<!\w){re.escape(own)}(?!\w)", low):
        return True
    stems = _stems(own)
    if stems and len(own) >= _LEAST and stems <= _stems(low):
        return True
    if (
        len(own) >= _LEAST
        and " " not in own
        and re.search(rf"{re.escape(own)}(?:allerg|s\b|n\b|e\b)", low)
    ):
        return True
    return any(
        len(one) >= _LEAST
        and one[0].isupper()
        and re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text)
        for one in value.split()
    )


def _shares(said: str, text: str) -> bool:
    """Whether a clause is of what a fact without a value says: by a name in it, or most words."""
    names = {
        one.lower()
        for one in re.findall(r"(?<=[^\W])\s([A-ZÀ-Þ][\w.+#-]+)", said)
        + re.findall(
            r"(?<![A-Za-z])[A-Za-z][A-Za-z0-9.+#-]+(?![A-Za-z])", said if _WIDE.search(said) else ""
        )
    }
    low = text.lower()
    if any(re.search(rf"(?<![a-z]){re.escape(one)}(?![a-z])", low) for one in names):
        return True
    own = _stems(said)
    return bool(own) and len(own & _stems(text)) / len(own) >= _SHARED


def _own_name(slot: Slot) -> str:
    """What a fact is of where the speaker has a word of his own for it: a camera, a policy."""
    if slot.subject not in (USER, "scope") and not slot.subject.startswith("user's "):
        return slot.subject
    if slot.attribute in _READ or " of " in slot.attribute or slot.attribute.startswith(_HEADS):
        return ""
    own = slot.subject in (USER, "scope") and len(slot.attribute) > 1
    return slot.attribute if own else ""


def _pieces(thing: str) -> list[str]:
    """A thing, and its last part alone: "the extension" of "the extension of the meeting room"."""
    if _WIDE.search(thing):
        return [thing, *(one for one in re.split("[の的의 ]", thing)[-1:] if len(one) > 1)]
    return [thing, *(one for one in thing.split() if len(one) >= _LEAST)]


def _is_meant(fact: Fact, ending: Ending) -> bool:
    """Whether a clause ends a fact whose value it does not name."""
    slot = fact.slot
    if slot is None:
        return False
    text = ending.text
    kin = _kin(text)
    mine = slot.subject.removeprefix("user's ") if slot.subject != USER else ""
    thing = _own_name(slot)
    if ending.manner == "forgets" and thing and any(_holds(text, one) for one in _pieces(thing)):
        return True
    if ending.manner == "forgets":
        topics = attributes_named(text)
        head = slot.attribute.partition(" ")[0]
        if mine:
            return mine in kin
        return not kin and (slot.attribute in topics or head in topics)
    if ending.manner != "ends":
        return False
    if mine:
        if mine in _LOVED and words.PARTS.search(text):
            return slot.attribute != "birthday"
        name = "pet" if mine in _PETS else "partner" if mine in _LOVED else ""
        return bool(name) and mine in kin and words.CLASSES[name].search(text) is not None
    kin -= _AT_WORK
    if thing and slot.subject == USER and not kin and _holds(text, thing):
        return words.LOSES.search(text) is not None
    if slot.attribute == "car" and slot.subject == USER:
        return _CAR.search(text) is not None
    if slot.attribute == "pets":
        return bool(kin & _PETS) and words.CLASSES["pet"].search(text) is not None
    if slot.subject != USER or kin:
        return (
            slot.subject == USER
            and slot.attribute == "marital status"
            and words.PARTS.search(text) is not None
            and not re.search(
                r"divorc|geschieden|cerai|离|離|이혼|single|jomblo|ledig", fact.value, re.IGNORECASE
            )
        )
    if slot.attribute in ("employer", "job"):
        return words.RESIGNS.search(text) is not None
    if slot.attribute == "marital status":
        return words.PARTS.search(text) is not None and not re.search(
            r"divorc|geschieden|cerai|离|離|이혼|single|jomblo|ledig", fact.value, re.IGNORECASE
        )
    if slot.attribute == "diet":
        return words.MEATS.search(text) is not None
    return False
