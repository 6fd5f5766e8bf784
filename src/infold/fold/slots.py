"""Whether two statements set the same slot: gates first, a score second.

Precision first: marking a value that still holds as replaced is the worse fault. So two values are
of one slot only if type and unit agree, nothing in entity, qualifier or modifier differs, and the
clauses share what is rare in this conversation. How much must be shared depends on how plainly the
later one speaks of a change.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeVar

from infold.text import slot_cues as cues
from infold.text.scripts import CJK
from infold.text.slot_which import ALONE, Which
from infold.text.slots import Mode, Statement, Value

_K = TypeVar("_K", int, str)

__all__ = [
    "Match",
    "Rarity",
    "compatible",
    "conflict",
    "match",
    "names_of",
    "other_one",
    "same_size",
    "terms_of",
    "which_of",
]

_NUMBERS: Final = frozenset({"number", "money", "port", "version", "time"})
_SIZED: Final = frozenset({"number", "money", "port"})
_ALIKE_SIZE: Final = 25
_TOPIC_LEAST: Final = 12
_TOPIC_SHARE: Final = 0.08
"""A name in more messages than this is a topic of the talk, and tells no slot from another."""
_NOUN_LENGTH: Final = 5
_CORRECTS: Final = 3
"""The cue of a correction in so many words."""
_WIDE: Final = re.compile(f"[{CJK}]")
_RARE: Final = 0.45
_SHARE: Final = {3: 0.34, 2: 0.5, 1: 0.75, 0: 0.9}
"""Share of the shorter statement's weight that must be common, by the strength of the cue."""
_SHARE_OF_PAIR: Final = 0.33
"""The same where two words that stand side by side are common to both."""
_FAR_OFF: Final = 0.12
"""Of one word alone: no more messages than this share may hold it."""


@lru_cache(maxsize=4_096)
def _weight(messages: int, holders: int) -> float:
    return math.log(1.0 + (messages + 1) / (holders + 0.5))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rarity:
    """How rare terms are among the messages before one.

    Attributes:
        messages: Their number.
        holders: Term → how many of them hold it.
    """

    messages: int
    holders: Mapping[str, int]
    _sums: dict[frozenset[str], float] = field(default_factory=dict, repr=False, compare=False)

    def weight(self, term: str) -> float:
        """Inverse frequency of a term; of what several words share, that of a common word."""
        if term.startswith("@"):
            return 0.6 * self.most
        return _weight(self.messages, self.holders.get(term, 0))

    def weigh(self, terms: frozenset[str]) -> float:
        """The weight of several terms; the sum is exact, in whatever order they come."""
        known = self._sums.get(terms)
        if known is None:
            known = self._sums[terms] = math.fsum(map(self.weight, terms))
        return known

    @property
    def most(self) -> float:
        """The weight of a term that one message holds."""
        return _weight(self.messages, 1)

    def is_topic(self, name: str) -> bool:
        """Whether a name is in so many messages that it tells nothing."""
        most = max(_TOPIC_LEAST, _TOPIC_SHARE * self.messages)
        return self.holders.get(name, 0) > most

    def is_rare(self, term: str) -> bool:
        """Whether a term tells one matter of the conversation from the others."""
        return not term.startswith("@") and self.weight(term) >= _RARE * self.most


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """How well two statements agree on their slot.

    Attributes:
        score: 0 to 1; how much of what both could share is shared.
        strength: Weight of what is shared, to choose between candidates.
        reason: In words, for tests and reports.
    """

    score: float
    strength: float
    reason: str


def compatible(new: Value, old: Value) -> int:
    """2 where type and unit agree, 1 where one says less than the other, else 0."""
    if new.type == old.type:
        if new.type == "code":
            return 2 if _shape(new.norm) & _shape(old.norm) else 0
        if new.unit == old.unit:
            return 2
        if new.type in ("number", "money"):
            return 1 if not new.unit or not old.unit else 0
        return 0
    kinds = {new.type, old.type}
    if kinds == {"date", "day"}:
        return 1
    if kinds == {"number", "version"}:
        return 1 if "." in new.norm and "." in old.norm else 0
    if kinds == {"number", "port"}:
        number = new if new.type == "number" else old
        return 1 if not number.unit and 2 <= len(number.norm) <= 5 and number.norm.isdigit() else 0
    if kinds == {"number", "money"}:
        number = new if new.type == "number" else old
        return 1 if not number.unit else 0
    if kinds == {"number", "code"}:
        return 0
    if kinds == {"number", "time"} and new.type == "number":
        return 1 if not new.unit and new.norm.isdigit() and int(new.norm) <= 24 else 0
    return 0


def same_size(new: Value, old: Value) -> bool:
    """Whether two numbers of which one says less than the other may be of one thing."""
    if new.type not in _SIZED or old.type not in _SIZED:
        return True
    try:
        ratio = float(new.norm) / float(old.norm)
    except (ValueError, ZeroDivisionError):
        return False
    return 1 / _ALIKE_SIZE <= ratio <= _ALIKE_SIZE


def _shape(text: str) -> set[str]:
    return {"digit" for char in text if char.isdigit()} | {
        "sign" for char in text if char in "-_./"
    }


def terms_of(statement: Statement, value: Value) -> frozenset[str]:
    """Terms of a statement that may say of what one of its values is."""
    for one, terms in zip(statement.values, statement.about, strict=True):
        if one is value:
            return terms
    raise ValueError("the value is not of the statement")


def names_of(statement: Statement, value: Value) -> frozenset[str]:
    """Names that say whose value it is."""
    if value.bound:
        return frozenset({value.bound})
    if not statement.names:
        return statement.names
    others = {v.bound for v in statement.values if v.bound}
    own = value.norm if value.type == "name" else ""
    return statement.names - others - {own}


def conflict(new: Statement, value: Value, old: Statement, was: Value) -> str:
    """In what two statements speak of different things; empty where in nothing."""
    if new.qualifiers != old.qualifiers and (new.qualifiers or not _of_quarters(old.qualifiers)):
        return "qualifier"
    mine, theirs = names_of(new, value), names_of(old, was)
    if mine and theirs and not mine & theirs and not (mine | theirs) & {value.norm, was.norm}:
        return "entity"
    if value.type == "name" and mine - theirs and theirs - mine:
        return "entity"
    if other_one(new, value, old, was):
        return "which"
    if _contrast(new, old):
        return "contrast"
    if _modifier(new, value, old, was):
        return "modifier"
    if _other_head(new, old):
        return "head"
    if _other_pair(new, value, old, was):
        return "pair"
    if _other_noun(new, value, old, was):
        return "noun"
    return ""


def other_one(new: Statement, value: Value, old: Statement, was: Value) -> bool:
    """Whether each is of another one of several things, days or cases: `db-1` and `db-2`.

    What is said of one day or case alone is an exception from what is said of none. A correction
    may leave out of which one it speaks, unless the earlier one was such an exception in words.
    """
    mine, theirs = which_of(new, value), which_of(old, was)
    if not mine and not theirs:
        return False
    one, other = _by_first(mine), _by_first(theirs)
    if any(one[kind].isdisjoint(other[kind]) for kind in one.keys() & other.keys()):
        return True
    if ALONE & (one.keys() - other.keys()):
        return True
    left = ALONE & (other.keys() - one.keys())
    return bool(left) and (new.cue < _CORRECTS or "@only" in left)


def which_of(statement: Statement, value: Value) -> Which:
    """Of which of several things, days or cases a value of a statement is."""
    for one, which in zip(statement.values, statement.which, strict=True):
        if one is value:
            return which
    raise ValueError("the value is not of the statement")


def _by_first(pairs: frozenset[tuple[_K, str]]) -> dict[_K, set[str]]:
    found: dict[_K, set[str]] = {}
    for first, second in pairs:
        found.setdefault(first, set()).add(second)
    return found


def _other_noun(new: Statement, value: Value, old: Statement, was: Value) -> bool:
    """Whether each holds a capitalised word of its own that may name whose value it is.

    In German a compound noun, in scripts without spaces a word in Latin letters; what English
    capitalises within a sentence is a name already.
    """
    mine, theirs = terms_of(new, value), terms_of(old, was)
    return _own_nouns(new, mine - theirs) and _own_nouns(old, theirs - mine)


_HEAD: Final = re.compile(
    r"(?:(?:the|our|my|your|an?|der|die|das|unser\w*|mein\w*)\s+)?(?P<head>[^\W\d_]+)\s+"
    r"(?:to|of|from|for|in|at|on|with|near|nach|von|aus|für|im|zu[mr]?|mit|ke|dari|untuk|di)\s",
    re.IGNORECASE,
)
_WIDE_HEAD: Final = re.compile(
    f"(?:[{CJK}ー]*[のき的])(?P<head>[{CJK}ー]{{2,8}}?)(?:は|が|是|现在|現在|的)"
)


def _other_head(new: Statement, old: Statement) -> bool:
    """Whether each is of a thing of its own that only what follows it has in common.

    "The train to Kyoto" and "the bus to Kyoto".
    """
    one, other = _head(new), _head(old)
    if not one or not other or one == other:
        return False
    return one not in old.text.casefold() and other not in new.text.casefold()


def _head(statement: Statement) -> str:
    """The noun that opens a clause and is told more closely by what follows it, or before it."""
    wide = _WIDE_HEAD.search(statement.text) if not statement.text.isascii() else None
    if wide is not None:
        return wide["head"]
    first = next((word for word in statement.words if not word.term.startswith("@")), None)
    if first is None:
        return ""
    text = statement.text[first.start - statement.start :]
    found = _HEAD.match(text)
    if found is None or any(pattern.search(found["head"]) for _, pattern in cues.SAME):
        return ""
    return found["head"].casefold()


def _own_nouns(statement: Statement, own: frozenset[str]) -> bool:
    wide = not statement.text.isascii() and bool(_WIDE.search(statement.text))
    first = min((word.start for word in statement.words), default=-1)
    return any(
        word.term in own
        and len(word.term) >= _NOUN_LENGTH
        and ((word.term.isascii() and wide) or (word.word[:1].isupper() and word.start != first))
        for word in statement.words
    )


def _other_pair(new: Statement, value: Value, old: Statement, was: Value) -> bool:
    """Whether each names a thing by two words of which the other knows neither."""
    if not (new.pairs or new.aside) or not (old.pairs or old.aside):
        return False
    mine, theirs = terms_of(new, value), terms_of(old, was)
    one = any(theirs.isdisjoint(pair) and mine.issuperset(pair) for pair in new.pairs)
    one = one or any(theirs.isdisjoint(pair) for pair in new.aside)
    other = any(mine.isdisjoint(pair) and theirs.issuperset(pair) for pair in old.pairs)
    return one and (other or any(mine.isdisjoint(pair) for pair in old.aside))


def _of_quarters(qualifiers: frozenset[str]) -> bool:
    """A quarter is named once and goes without saying afterwards."""
    return all(len(one) == 2 and one[0] == "q" for one in qualifiers)


def _contrast(new: Statement, old: Statement) -> bool:
    if not new.contrasts and not old.contrasts:
        return False
    mine, theirs = _by_first(new.contrasts), _by_first(old.contrasts)
    for these in mine.keys() | theirs.keys():
        one, other = mine.get(these, set()), theirs.get(these, set())
        if one != other and ((one and other) or (one | other) & _ALONE):
            return True
    return False


_ALONE: Final = frozenset({"staging", "sandbox", "demo", "测试", "テスト", "테스트"})
"""Where one names it, the other speaks of the real thing."""


def _modifier(new: Statement, value: Value, old: Statement, was: Value) -> bool:
    """Whether a shared word has another neighbour on each side that the other does not know."""
    mine, theirs = terms_of(new, value), terms_of(old, was)
    if mine == theirs:
        return False  # no word is the one's alone
    known = [pair for pair in old.pairs if theirs.issuperset(pair)]
    for first, second in new.pairs:
        if first not in mine or second not in mine:
            continue
        for third, fourth in known:
            if first == third and second != fourth and second not in theirs and fourth not in mine:
                return True
            if second == fourth and first != third and first not in theirs and third not in mine:
                return True
    return _wide_modifier(mine - theirs, theirs - mine, mine & theirs)


def _wide_modifier(mine: frozenset[str], theirs: frozenset[str], shared: frozenset[str]) -> bool:
    """The same for scripts without spaces: 付服 against 付项, where 支付 is shared."""
    wide = [term for term in mine if len(term) == 2 and term[0] > "\u3040"]
    for term in wide:
        for other in theirs:
            if len(other) != 2 or other[0] <= "\u3040":
                continue
            if term[0] == other[0] and any(one[1] == term[0] for one in shared if len(one) == 2):
                return True
            if term[1] == other[1] and any(one[0] == term[1] for one in shared if len(one) == 2):
                return True
    return False


def match(new: Statement, value: Value, old: Statement, was: Value, rarity: Rarity) -> Match | None:
    """Say how surely a value of a later statement is of the slot of an earlier one.

    Args:
        new: The later statement; it asserts.
        value: Its value.
        old: The earlier statement; it asserts.
        was: Its value.
        rarity: Of the terms of both, among the messages before the later one.

    Returns:
        None where they are of different things, or it cannot be told.
    """
    fits = compatible(value, was)
    if not fits or old.mode is not Mode.ASSERTS or (fits == 1 and new.cue < 2):
        return None
    if fits == 1 and not same_size(value, was):
        return None
    if value.is_owner or was.is_owner or old.ends:
        return None
    mine, theirs = terms_of(new, value), terms_of(old, was)
    shared = mine & theirs
    # What is shared is looked at first: most candidates end there, and conflicts cost more.
    if not shared or conflict(new, value, old, was):
        return None
    if _is_event(new, value) or _is_event(old, was):
        return None
    both, of_theirs = rarity.weigh(shared), rarity.weigh(theirs)
    share = both / min(rarity.weigh(mine), of_theirs)
    whole = both / of_theirs
    names = frozenset(
        name
        for name in names_of(new, value) & names_of(old, was)
        if not rarity.is_topic(name) or name in (value.bound, was.bound)
    )
    pairs = new.pairs & old.pairs
    rare = [term for term in shared - cues.IMPERATIVES if rarity.is_rare(term)]
    alike = sum(term.startswith("@") for term in shared)
    anchored = bool(names or pairs or len(rare) >= 2 or (rare and alike))
    if not anchored:
        # One word alone: it must be all that the later one says, or nearly so.
        lone = len(rare) == 1 and share >= 0.9 and new.cue >= 2
        few = (
            rarity.holders.get(rare[0], 0) <= max(3, _FAR_OFF * rarity.messages) if rare else False
        )
        if not (lone and few):
            return None
    if not (new.cue or new.led):
        return None
    least = _SHARE[new.cue]
    if new.cue < 2:
        enough = len(shared) > 2 or (bool(pairs) and mine == theirs)
        if fits < 2 or whole < least or not enough or new.past or old.past or new.adds:
            return None
    elif share < (_SHARE_OF_PAIR if pairs and fits == 2 else least) or (new.adds and new.cue < 3):
        return None
    if value.type == "name":
        if new.cue < 2 and not (new.led and mine == theirs and len(shared) > 2):
            return None
        if new.cue < 3 and shared & cues.MANY:
            return None
        if len(shared) < (1 if new.cue == 3 and share >= 0.8 else 2):
            return None
        if whole < 0.5:
            return None
    if (value.is_guess or was.is_guess) and (whole < 0.8 or len(shared) < 2):
        return None
    score = 0.5 * min(1.0, share) + 0.2 * min(1.0, whole) + 0.1 * new.cue
    words = ", ".join(sorted(names)) or " ".join(sorted(shared))
    return Match(score=round(min(1.0, score), 3), strength=round(both, 6), reason=words)


def _is_event(statement: Statement, value: Value) -> bool:
    """The day on which something was done is the value of no slot."""
    return (
        value.type in ("date", "day", "time")
        and statement.past
        and not cues.PLANS.search(statement.text)
    )
