"""Values that are named to be put away: rejected, ended, turned into their opposite."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from infold.core.folds import Span
from infold.core.supersessions import Supersession
from infold.fold.said import (
    Before,
    Old,
    Said,
    head_of,
    holds,
    old_of,
    record,
    record_words,
    span_of,
    taken_back,
)
from infold.fold.slots import compatible, conflict, terms_of
from infold.text import slot_cues as cues
from infold.text.analysis import analyze
from infold.text.kinds import Status
from infold.text.slot_words import read_words
from infold.text.slots import Mode, Statement, Value

__all__ = ["TAKES", "ended", "rejected", "replaced_words"]

_X: Final = r"(?P<old>[^\W\d_][\w.+#/-]*(?: [^\W\d_][\w.+#/-]*)?)"
_Y: Final = r"(?P<new>[^\W_][\w.+#/-]*(?: [A-Z0-9a-z][\w.+#/-]*)?)"
_THE: Final = r"(?:the |our |my |a |an |der |die |das |den |dem )?"
_ONE: Final = r"[^\W\d_][\w.+#/-]*"
_PUTS_AWAY: Final = (
    "forget|drop|ditch|scrap|no longer (?:use|using|on|with)|stopped using|gave up|get rid of"
    "|moved? away from"
)
_SWITCHES: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:switch|mov|migrat|chang|went|convert)\w* (?:over )?from {_THE}{_X} to {_THE}{_Y}",
        rf"\b(?:replac|swap)\w* {_THE}{_X} (?:with|by|for) {_THE}{_Y}",
        rf"\b{_Y} (?:instead of|rather than|in place of) {_THE}{_X}",
        rf"\b(?:{_PUTS_AWAY}) {_THE}(?P<old>{_ONE})(?: [a-z]+)?(?=[,;.]| and | we | i |$)",
        rf"\b(?:von|vom) {_THE}{_X} (?:auf|zu|nach) {_THE}{_Y}",
        rf"\bstatt {_THE}{_X} (?:nehmen|nutzen|verwenden|nimm|jetzt) (?:wir |ich )?{_THE}{_Y}",
        rf"\bdari {_X} (?:ke|menjadi|jadi) {_Y}",
        rf"\b{_X} (?:diganti|digantikan) (?:dengan |jadi |oleh |menjadi )?{_Y}",
        r"(?:从|由)(?P<old>[\w一-鿿]{2,8}?)(?:换成|换到|改成|改用|改为|迁到|切换到)了?(?P<new>[\w一-鿿]{2,8})",
        r"(?:不再?用|别用)(?P<old>[\w一-鿿]{2,8}?)(?:了|[，,]).{0,4}(?:改用|换成|用)(?P<new>[\w一-鿿]{2,8})",
        r"(?P<old>[\w぀-ヿ一-鿿]{2,12}?)(?:から|ではなく|の代わりに)(?P<new>[\w゠-ヿ一-鿿]{2,12})(?:に|を|へ)",
        (
            r"(?P<old>\w{2,10}?)(?:에서|이|가)? ?(?:대신|말고) "
            r"(?P<new>\w{2,10}?)(?:을|를|로|으로)?(?: |$)"
        ),
        r"(?P<old>\w{2,10}?)에서 (?P<new>\w{2,10}?)(?:로|으로) (?:바꿨|변경|옮겼|전환|교체)",
    )
)
TAKES: Final = re.compile(
    rf"\b(?:take|use|go with|choose|pick|try|nehmen|nutzen|pakai|ambil|gunakan) {_THE}{_Y}"
    r"|(?:改用|换成|用)(?P<wide>[\w一-鿿]{2,8})",
    re.IGNORECASE,
)
_ENDS: Final = ".,;:!?。，"
_RAW_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_MOST_WORDS: Final = 6
_SEEN: Final = 3
_SEEN_SHARE: Final = 0.02
_ALIKE: Final = 0.6


def rejected(said: Said, part: int, statement: Statement, before: Before) -> Iterator[Supersession]:
    """Earlier values that a statement names in order to put another in their place, or none."""
    news = [v for v in statement.values if v.status is Status.CURRENT and not v.is_owner]
    for value in statement.values:
        if value.status is Status.CURRENT:
            continue
        new = [one for one in news if compatible(one, value)]
        put_away = value.status is not Status.NEGATED
        if not new and not put_away:
            continue
        for other in before.candidates(statement, value):
            for at, old in other.statements:
                if old.mode is not Mode.ASSERTS or old.qualifiers != statement.qualifiers:
                    continue
                for was in old.values:
                    if was.norm != value.norm or not compatible(value, was):
                        continue
                    if was.status is not Status.CURRENT or conflict(statement, value, old, was):
                        continue
                    if not new and cues.REMOVES.search(old.text):
                        continue
                    shared = terms_of(statement, value) & terms_of(old, was)
                    if not shared and not (new and _is_told(statement, value, old, was)):
                        continue
                    held = old_of(other, at, was)
                    if not holds(held.span, held.norm, before):
                        continue
                    if new:
                        yield record(said, part, new[0], held, 0.9, "rejected")
                    else:
                        yield taken_back(said, part, statement, held)


def _is_told(statement: Statement, value: Value, old: Statement, was: Value) -> bool:
    """Whether the value itself tells which one is put away, where no word does."""
    if len(was.norm) <= 2 and was.norm.isdigit():
        return False
    if statement.cue >= 2:
        return True
    return value.status is Status.REPLACED and not cues.ALREADY.search(old.text)


def replaced_words(
    said: Said, part: int, statement: Statement, after: Statement | None, before: Before
) -> Iterator[Supersession]:
    """Plain words that a statement names to put others in their place ("from cookies to JWT")."""
    if statement.cue < 2 or any(value.type != "name" for value in statement.values):
        return
    for pattern in _SWITCHES:
        found = pattern.search(statement.text)
        if found is None:
            continue
        terms = list(dict.fromkeys(analyze(found["old"])))
        start, end, shown = statement.start, statement.end, statement.text
        if "new" in pattern.groupindex:
            shown = found["new"].rstrip(_ENDS)
            start = statement.start + found.start("new")
            end = start + len(shown)
        elif after is not None and (taken := TAKES.search(after.text)):
            group = "new" if taken["new"] else "wide"
            shown = taken[group].rstrip(_ENDS)
            start = after.start + taken.start(group)
            end = start + len(shown)
        elif after is None:
            return
        else:
            start, end, shown = after.start, after.end, after.text
        place = Span(message=said.message, part=part, start=start, end=end)
        speaks = statement.first_person or (after is not None and after.first_person)
        yield from _of_words(said, statement, terms, place, shown, before, first_person=speaks)
        return


def _of_words(
    said: Said,
    statement: Statement,
    terms: list[str],
    place: Span,
    shown: str,
    before: Before,
    *,
    first_person: bool,
) -> Iterator[Supersession]:
    wanted = [term for term in terms if term not in cues.WEIGHTLESS]
    if not wanted:
        return
    rarity = before.rarity(statement)
    most = max(_SEEN, _SEEN_SHARE * rarity.messages)
    if any(rarity.holders.get(term, 0) > most for term in wanted):
        return
    rest = statement.terms - set(wanted)
    best: tuple[int, int, Said, int, Statement] | None = None
    for other in before.candidates(statement, None):
        if other.role != "user":
            continue
        for at, old in other.statements:
            if old.mode is not Mode.ASSERTS or old.ends or not set(wanted) <= old.terms:
                continue
            shared = len(rest & old.terms)
            own = old.first_person and first_person and other.speaker == said.speaker
            if not (shared or own or len(wanted) > 1):
                continue
            if best is None or (shared, other.position) > best[:2]:
                best = (shared, other.position, other, at, old)
    if best is None:
        return
    _, _, other, at, old = best
    held = _words_of(other, at, old, set(wanted), " ".join(wanted))
    if holds(held.span, held.norm, before):
        now = " ".join(analyze(shown)) or shown.lower()
        yield record_words(said, place, held, now, shown, "rejected")


def ended(said: Said, part: int, statement: Statement, before: Before) -> Iterator[Supersession]:
    """Earlier states that hold no more, or turned into their opposite."""
    if statement.ends:
        yield from _no_more(said, part, statement, before)
    elif cues.AGAIN.search(statement.text):
        yield from _again(said, part, statement, before)
    elif statement.cue >= 1:
        yield from _opposite(said, part, statement, before)


def _no_more(said: Said, part: int, statement: Statement, before: Before) -> Iterator[Supersession]:
    rest = _state_of(statement)
    if not rest or len(rest) > _MOST_WORDS:
        return
    rarity = before.rarity(statement)
    most = max(_SEEN, _SEEN_SHARE * rarity.messages)
    if all(rarity.holders.get(term, 0) > most for term in rest):
        return
    for other in before.candidates(statement, None):
        for at, old in other.statements:
            if old.mode is not Mode.ASSERTS or old.ends or not rest <= old.terms:
                continue
            if _NEGATED.search(old.text):
                continue
            own = old.first_person and statement.first_person and other.speaker == said.speaker
            if not own and (len(rest) < 2 or old.first_person or other.role != "user"):
                continue
            was = " ".join(sorted(rest))
            held = _words_of(other, at, old, rest, was)
            if holds(held.span, was, before):
                place = span_of(said, part, statement)
                yield record_words(said, place, held, f"not {was}", statement.text, "ended")
            return


def _again(said: Said, part: int, statement: Statement, before: Before) -> Iterator[Supersession]:
    """A state that had ended and holds again: what said that it ended is so no more."""
    rest = _state_of(statement)
    if not rest or len(rest) > _MOST_WORDS or _NEGATED.search(statement.text):
        return
    was = " ".join(sorted(rest))
    for other in before.candidates(statement, None):
        if other.speaker != said.speaker:
            continue
        for at, old in other.statements:
            if old.mode is not Mode.ASSERTS or old.ends or not rest <= old.terms:
                continue
            head = head_of(_words_of(other, at, old, rest, was).span, before)
            if head is None or head.reason != "ended" or head.now != f"not {was}":
                continue
            gone = Old(span=head.new, at=head.new_at, norm=head.now, text=head.shown)
            now = _words_of(said, part, statement, rest, was)
            yield record_words(said, now.span, gone, was, now.text, "ended")
            return


def _state_of(statement: Statement) -> set[str]:
    """The terms that name a state, without what says that it ended or that it holds again."""
    bare = cues.STATE_FORCE.sub(lambda match: " " * len(match.group()), statement.text)
    words, _ = read_words(bare, statement.start)
    known = statement.terms
    return {word.term for word in words if word.term in known and word.term not in cues.SELF}


_NEGATED: Final = re.compile(
    r"\b(?:not|never|no|nicht|kein\w*|tidak|bukan)\b|n['’]t\b|不|没|ない|ません|않|안 ",
    re.IGNORECASE,
)


def _opposite(
    said: Said, part: int, statement: Statement, before: Before
) -> Iterator[Supersession]:
    mine = {m.group(): m.span() for m in _RAW_WORD.finditer(statement.text.lower())}
    for states in cues.OPPOSITES:
        named = states & mine.keys()
        if len(named) != 1:
            continue
        new = min(named)
        gone = {term for word in states for term in analyze(word)}
        for other in before.candidates(statement, None):
            for at, old in other.statements:
                theirs = {m.group(): m.span() for m in _RAW_WORD.finditer(old.text.lower())}
                there = states & theirs.keys()
                if len(there) != 1 or new in there or old.mode is not Mode.ASSERTS:
                    continue
                a, b = statement.terms - gone, old.terms - gone
                shared = a & b
                if len(shared) < 2 or len(shared) < _ALIKE * max(len(a), len(b)):
                    continue
                if statement.names != old.names or statement.qualifiers != old.qualifiers:
                    continue
                was = min(there)
                begin, end = theirs[was]
                span = Span(
                    message=other.message, part=at, start=old.start + begin, end=old.start + end
                )
                held = Old(span=span, at=other.position, norm=was, text=old.text[begin:end])
                if not holds(span, was, before):
                    continue
                first, last = mine[new]
                place = Span(
                    message=said.message, part=part,
                    start=statement.start + first, end=statement.start + last,
                )  # fmt: skip
                yield record_words(said, place, held, new, new, "opposite")
                return


def _words_of(other: Said, part: int, old: Statement, wanted: set[str], norm: str) -> Old:
    """From the first to the last of some words of a statement."""
    held = [word for word in old.words if word.term in wanted]
    start = min(word.start for word in held)
    end = max(word.start + len(word.word) for word in held)
    return Old(
        span=Span(message=other.message, part=part, start=start, end=end),
        at=other.position,
        norm=norm,
        text=old.text[start - old.start : end - old.start],
    )
