"""Which earlier values a message supersedes: one message at a time, from what stands before it.

What a message supersedes depends on it and on its ancestors alone, so it is the same whether
messages come one by one or at once, and branches never touch each other. Candidates are looked up
by rare words; a message costs what its own values cost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from infold.core.folds import Span
from infold.core.supersessions import Supersession
from infold.fold import denials, retractions
from infold.fold.said import Before, Old, Said, head_of, holds, old_of, record
from infold.fold.slots import (
    Match,
    compatible,
    conflict,
    match,
    names_of,
    other_one,
    same_size,
    terms_of,
)
from infold.text import slot_cues as cues
from infold.text.kinds import Status
from infold.text.slots import Mode, Statement, Value

__all__ = ["supersede"]

_REACH: Final = 8
"""Messages that a correction in few words looks back."""
_NEAR: Final = 3
_SHORT: Final = 90
_OWN_WORDS: Final = 2
_WIDE_WORDS: Final = 3
_PORT_DIGITS: Final = (4, 5)
_TIE: Final = 0.1
_HOME: Final = "@home"
_LATIN: Final = re.compile("[a-z]", re.IGNORECASE)


def supersede(said: Said, before: Before) -> list[Supersession]:
    """Find the earlier values that a message supersedes.

    Args:
        said: What the message states. Only people's messages supersede anything.
        before: Its ancestors.

    Returns:
        Records without ids, by the place of the new value, then of the old; each old span once.
    """
    if said.role != "user":
        return []
    found: dict[Span, Supersession] = {}
    for at, (part, statement) in enumerate(said.statements):
        if statement.mode is not Mode.ASSERTS:
            continue
        after = said.statements[at + 1] if at + 1 < len(said.statements) else None
        follows = after[1] if after is not None and after[0] == part else None
        for one in _of_statement(said, part, statement, follows, before):
            found.setdefault(one.old, one)
    return sorted(found.values(), key=lambda one: (one.new, one.old_at, one.old))


def _of_statement(
    said: Said, part: int, statement: Statement, after: Statement | None, before: Before
) -> Iterator[Supersession]:
    rejected = list(denials.rejected(said, part, statement, before))
    rejected += denials.replaced_words(said, part, statement, after, before)
    rejected = rejected or list(retractions.dropped(said, part, statement, after, before))
    yield from rejected
    if rejected:
        return
    taken = False
    for value in statement.values:
        if value.status is not Status.CURRENT or value.is_owner or value.is_called:
            continue
        for one in _stated(said, part, statement, value, before):
            taken = True
            yield one
    if not taken:
        yield from _elliptic(said, part, statement, before)
    if not taken and not statement.values:
        yield from denials.ended(said, part, statement, before)
        yield from retractions.retracted(said, part, statement, before)


# ------------------------------------------------------------------ said in full again


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    old: Old
    statement: Statement
    value: Value
    match: Match


def _stated(
    said: Said, part: int, statement: Statement, value: Value, before: Before
) -> Iterator[Supersession]:
    if statement.cue < 1 and not statement.led:
        return
    live: dict[Span, _Found] = {}
    rarity = before.rarity(statement)
    for other in before.candidates(statement, value):
        for index, old in other.statements:
            if statement.is_own and old.is_own and said.speaker != other.speaker:
                continue
            for was in old.values:
                if was.status is not Status.CURRENT or _is_others(statement, value, old):
                    continue
                agrees = match(statement, value, old, was, rarity)
                if agrees is None:
                    continue
                for live_one in _live(old_of(other, index, was), before):
                    live[live_one.span] = _Found(
                        old=live_one, statement=old, value=was, match=agrees
                    )
    same = [one for one in live.values() if one.old.norm == value.norm]
    others = [one for one in live.values() if one.old.norm != value.norm]
    if not others:
        return
    best = max(others, key=lambda one: (one.match.strength, one.match.score, one.old.at))
    near = best.match.strength * (1 - _TIE)
    if any(one.old.at > best.old.at and one.match.strength >= near for one in same):
        return  # said again what holds already
    rivals = [one for one in others if one.old.norm != best.old.norm and one.match.strength >= near]
    if rivals:
        latest = max([best, *rivals], key=lambda one: one.old.at)
        if not all(_same_words(latest, one) for one in [best, *rivals]):
            return
        best = latest
    for one in others:
        if one.old.norm == best.old.norm or (rivals and _same_words(best, one)):
            yield record(said, part, value, one.old, one.match.score, "stated")


def _is_others(statement: Statement, name: Value, old: Statement) -> bool:
    """Whether a name comes with a value that differs too: then it says whose that one is."""
    return name.type == "name" and any(
        compatible(value, was) == 2 and value.norm != was.norm
        for value in statement.values
        for was in old.values
        if value.type != "name"
    )


def _live(old: Old, before: Before) -> Iterator[Old]:
    """What of a slot holds now: the value itself, or the one in its place since."""
    head = head_of(old.span, before)
    if head is None or head.now == old.norm:
        yield old
    if head is not None and head.now:
        yield Old(span=head.new, at=head.new_at, norm=head.now, text=head.shown)


def _same_words(one: _Found, other: _Found) -> bool:
    """Whether two earlier statements say the same but for the value."""
    mine, theirs = terms_of(one.statement, one.value), terms_of(other.statement, other.value)
    return len(mine & theirs) >= 0.8 * max(len(mine), len(theirs))


# ------------------------------------------------------------------ said in few words


def _elliptic(
    said: Said, part: int, statement: Statement, before: Before
) -> Iterator[Supersession]:
    values = [v for v in statement.values if v.status is Status.CURRENT and _may_set(v)]
    if len(values) != 1 or statement.adds or statement.aside:
        return
    if sum(len(one.text) for _, one in said.statements) > _SHORT:
        return
    value = values[0]
    if value.type == "name" and (statement.cue < 2 or _speaks(value, said, before)):
        return
    own = [word for word in statement.words if not value.start <= word.start < value.end]
    unit = {value.unit[1:]} if value.unit.startswith("#") else set()
    # No other value looks like an address: what it is called tells nothing of whose it is.
    called = cues.TYPE_WORDS[value.type] if value.type in ("address", "url") else frozenset()
    own = [
        word
        for word in own
        if word.term not in unit | cues.IMPERATIVES | called and not word.term.startswith("@")
    ]
    wide = sum("\u3040" <= word.term[0] < "\ua000" for word in own)
    if len(own) - wide > _OWN_WORDS or wide > _WIDE_WORDS or statement.qualifiers:
        return
    asked = _asked_about(value, before)
    if asked is None and statement.cue < 1:
        return
    # What stands before the value says of what it is; what stands behind it may give a reason.
    topic = {word.term for word in own if word.start < value.start or statement.cue < 2}
    if value.type == "name" and _moves_home(statement, value):
        topic = {_HOME}
    elif value.type == "name" and asked is None and not topic and not _in_place(statement):
        return  # any name may follow "I moved to …": nothing says whose place it takes
    target = asked or _focus(said, statement, value, topic, before)
    if target is None and not own and cues.OLD_ONE.search(statement.text):
        target = _only_one(value, before)
    if target is None:
        return
    other, index, old, was = target
    for holder, at, _, same in _holders(other, index, old, was, before):
        if same.norm != value.norm:
            held = old_of(holder, at, same)
            if holds(held.span, held.norm, before):
                score = 0.9 if asked else 0.8 if statement.cue >= 2 else 0.72
                yield record(said, part, value, held, score, "elliptic")


def _may_set(value: Value) -> bool:
    return not (value.is_owner or value.is_guess or value.is_called)


def _moves_home(statement: Statement, value: Value) -> bool:
    """Whether the speaker says where he moved: that takes the place of where he lives."""
    if _HOME not in statement.terms or names_of(statement, value):
        return False
    # In Chinese, Japanese and Korean he goes without saying.
    silent = not _LATIN.search(statement.text) and not cues.OF_ANOTHER.search(statement.text)
    return statement.first_person or silent


def _in_place(statement: Statement) -> bool:
    """Whether a name is given for another that was named, and not by what somebody does himself."""
    return bool(cues.IN_PLACE.search(statement.text)) and not statement.first_person


def _speaks(name: Value, said: Said, before: Before) -> bool:
    """Whether a name is that of somebody in the talk."""
    here = {said.speaker, *(other.speaker for other in before.latest(_REACH))}
    words = {word for speaker in here for word in speaker.lower().split()}
    return not words.isdisjoint(name.norm.split())


_Place: TypeAlias = tuple[Said, int, Statement, Value]


def _asked_about(value: Value, before: Before) -> _Place | None:
    """The value that the message right before asks to confirm."""
    for other in before.latest(1):
        if other.role != "assistant":
            return None
        asked = [
            (other, index, statement, was)
            for index, statement in other.statements
            if statement.mode is Mode.ASKS and cues.CONFIRMS.search(statement.text)
            for was in statement.values
            if compatible(value, was)
        ]
        return asked[0] if len(asked) == 1 else None
    return None


def _focus(
    said: Said, statement: Statement, value: Value, topic: set[str], before: Before
) -> _Place | None:
    """The one compatible value that people set a little before."""
    found: list[tuple[int, _Place]] = []
    for back, other in enumerate(before.latest(_REACH), start=1):
        if other.role != "user":
            continue
        for index, old in other.statements:
            if old.mode not in (Mode.ASSERTS, Mode.ASKS):
                continue
            if statement.is_own and old.is_own and said.speaker != other.speaker:
                continue
            if _HOME in topic and not (old.first_person and cues.LIVES.search(old.text)):
                continue
            if old.past and not (cues.PLANS.search(old.text) or cues.ORDERS.search(old.text)):
                continue
            for was in old.values:
                if not _may_set(was) or was.status is not Status.CURRENT:
                    continue
                fits = compatible(value, was)
                if fits == 1 and value.type == "number" and not _bare(value, was):
                    continue
                if value.type == "name" and (
                    back > _NEAR or len(terms_of(old, was)) < 2 or _speaks(was, said, before)
                ):
                    continue
                if not fits and not _bare(value, was):
                    continue
                if was.norm != value.norm and not other_one(statement, value, old, was):
                    found.append((back, (other, index, old, was)))
    found = [one for one in found if topic <= terms_of(one[1][2], one[1][3])]
    if not found:
        return None
    nearest = min(back for back, _ in found)
    near = [place for back, place in found if back == nearest]
    every = {place[3].norm for _, place in found}
    if len({place[3].norm for place in near}) == 1 and (len(every) == 1 or nearest <= _NEAR):
        return near[0]
    if value.unit:
        exact = [place for _, place in found if compatible(value, place[3]) == 2]
        if len({place[3].norm for place in exact}) == 1:
            return exact[0]
    return None


def _only_one(value: Value, before: Before) -> _Place | None:
    """The one value of its type that holds in the whole talk, however far back."""
    is_port = value.type == "number" and len(value.norm) in _PORT_DIGITS and value.norm.isdigit()
    kind = "port" if is_port else value.type
    found: list[_Place] = []
    for other in before.holding(cues.TYPE_WORDS.get(kind, frozenset())):
        for index, old in other.statements:
            if old.mode is not Mode.ASSERTS:
                continue
            for was in old.values:
                held = old_of(other, index, was)
                fits = was.type == kind and was.norm != value.norm and _may_set(was)
                if fits and was.status is Status.CURRENT and holds(held.span, was.norm, before):
                    found.append((other, index, old, was))
    return found[0] if len({place[3].norm for place in found}) == 1 else None


def _bare(value: Value, was: Value) -> bool:
    """A bare number may stand for one with any unit, if it is of about the same size."""
    if value.type != "number" or value.unit or was.type not in ("number", "money", "port"):
        return False
    return same_size(value, was)


def _holders(
    other: Said, index: int, old: Statement, was: Value, before: Before
) -> Iterator[_Place]:
    """The statement itself, unless it asks, and others that say the same."""
    if old.mode is Mode.ASSERTS:
        yield other, index, old, was
    mine = terms_of(old, was)
    for more in before.candidates(old, was):
        for at, earlier in more.statements:
            if earlier is old or earlier.mode is not Mode.ASSERTS:
                continue
            for same in earlier.values:
                if same.norm == was.norm and compatible(was, same):
                    theirs = terms_of(earlier, same)
                    least = 1 if old.mode is Mode.ASKS else 2
                    telling = not mine and old.mode is Mode.ASKS and len(was.norm) > 2
                    enough = telling or len(mine & theirs) >= least
                    if enough and not conflict(old, was, earlier, same):
                        yield more, at, earlier, same
