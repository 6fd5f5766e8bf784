"""What a sentence says of the literals in it: current, replaced, retracted, ruled out, negated.

The literals of a sentence are masked by one sign each, so that the rules are patterns over what
stands between them ("from ￼ to ￼"), not over values. Rules run from the most to the least
specific; the first that speaks of a literal decides. Without a rule a literal is current.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from infold.text.cues import Cues
from infold.text.kinds import Kind, Status
from infold.text.status_denied import DENIED
from infold.text.status_rules import (
    BACK,
    BOUNDS,
    CHANGE,
    CHANGES,
    CONDITIONS,
    ELSEWHERE,
    MASK,
    NEGATIONS,
    NOT_NEGATION,
    PAIRS,
    REASON,
    REASON_END,
    SEGMENT,
    STOP_AFTER,
    TRIED,
    WITHDRAWN,
)
from infold.text.verdicts import (
    RETRACTED_AFTER,
    RETRACTED_BEFORE,
    RULED_OUT_AFTER,
    RULED_OUT_BEFORE,
    active,
)

_QUESTION: Final = re.compile(
    r"[?？]\W*\Z|[吗嗎呢][。.]?\Z|(?:です|ます|でしょう|ません)か[。.]?\Z|(?:까요|나요|가요"
    r"|습니까)[.]?\Z"
)
_VERDICTS: Final = (
    (RETRACTED_AFTER, RETRACTED_BEFORE, Status.RETRACTED),
    (RULED_OUT_AFTER, RULED_OUT_BEFORE, Status.RULED_OUT),
)
_OBJECT: Final = re.compile(
    r"\s*(?:it|that|this|them|these|those|the|an?|our|my|any|all|es|das|ihn|sie|itu|ini)\b|[它这那]"
)
# Of "what I said about Oracle 19" the claim is taken back.
_ABOUT: Final = re.compile(
    r"\b(?:said|say|wrote|told|claim\w*|remark\w*|comment\w*|statement|gesagt|sagte|schrieb|aussage"
    r"|bilang|katakan|ucapan|omongan|wrong|mistaken)\b.{0,24}\b(?:about|über|zu|zum|zur|soal"
    r"|tentang)\b"
)
_ONE: Final = re.compile(r"\b(?:is|was|ist|war|wurde|fliegt|scheidet|fällt)\b")
# A code span or quotation reads like the bare value.
_MARKS: Final = re.compile(f"[`\"'“„»«「『‘]*{MASK}[`\"'”“«»」』’]*")
# "The claim (2 %) is withdrawn": what stands in brackets shares the fate of what it explains.
_APPOSED: Final = re.compile(rf"[(（\[]((?:[^\W\d_]+ ){{0,2}}{MASK})[)）\]]")
_NEXT_TO: Final = 2
_FIGURES: Final = frozenset(
    {Kind.DATE, Kind.TIME, Kind.NUMBER, Kind.MONEY, Kind.PORT, Kind.VERSION}
)
_MACHINES: Final = frozenset({Kind.COMMAND, Kind.ADDRESS, Kind.URL})
_SHORT: Final = 60
"""Characters of a part of a sentence that only points back."""
_AHEAD: Final = 10
_DATES: Final = frozenset({Kind.DATE, Kind.TIME})

Marked = tuple[int, int, Kind]
"""Start and end of a literal in its sentence, and its kind."""


def statuses(sentence: str, literals: Sequence[Marked]) -> list[Status]:
    """Read the status of each literal from the sentence around it.

    Args:
        sentence: One sentence, as `sentences` gives it.
        literals: The hard literals in it, ordered and apart, with offsets into the sentence.

    Returns:
        One status for each literal. Linear in the sentence.
    """
    if not literals:
        return []
    masked = _mask(sentence, literals)
    kinds = [kind for _, _, kind in literals]
    places = [i for i, char in enumerate(masked) if char == MASK]
    bracketed = _bracketed(sentence, literals)
    found: list[Status | None] = [None] * len(literals)

    def put(start: int, end: int, status: Status) -> None:
        for index, place in enumerate(places):
            if place >= end:
                break
            if place >= start and found[index] is None:
                found[index] = status

    plain = masked.replace(MASK, "").isascii()
    for _, match in BOUNDS.matches(masked, plain=plain):
        put(*match.span("x"), Status.CURRENT)
    _replaced(masked, put, kinds, plain=plain)
    if _QUESTION.search(masked[-16:]):
        return [status or Status.CURRENT for status in found]
    for _, match in TRIED.matches(masked, plain=plain):
        put(*match.span("out"), Status.RULED_OUT)
    before: list[int] = []
    back: list[tuple[str, list[int]]] = []
    for start, end in _segments(masked):
        segment = masked[start:end]
        here = [i for i, place in enumerate(places) if start <= place < end]
        if _reasons(segment):
            continue
        if not here:
            back.append((segment, before))
            continue
        before = here
        for after, verb_last, status in _VERDICTS:
            for first, last, passive in _scope(
                segment, masked[end : end + _AHEAD], after, verb_last
            ):
                begin, stop = start + first, start + last
                inside = [i for i, place in enumerate(places) if begin <= place < stop]
                if status is Status.RULED_OUT and passive:
                    # "git push was rejected": a program said so.
                    inside = [i for i in inside if kinds[i] not in _MACHINES]
                hard = _meant(kinds, inside)
                if _ABOUT.search(segment):
                    # Of "what I said about Oracle 19" the figure is taken back, not the name.
                    hard = [i for i in hard if kinds[i] is not Kind.NAME]
                for index in hard:
                    kept = _is_product(kinds, places, index)
                    found[index] = found[index] or (Status.CURRENT if kept else status)
    for _, match in CONDITIONS.matches(masked, plain=plain):
        put(*match.span("x"), Status.CURRENT)
    for _, match in NEGATIONS.matches(masked, plain=plain):
        if not NOT_NEGATION.search(masked, max(0, match.start() - 12), match.end()):
            spoken = "no" if "no" in match.re.groupindex else "day"
            _deny(
                kinds,
                places,
                found,
                match.span(spoken),
                dates=spoken == "day",
                spared=bracketed if match.start() == match.start(spoken) else frozenset(),
            )
    for _, match in DENIED.matches(masked, plain=plain):
        _deny(kinds, places, found, match.span("no"), dates=False, spared=bracketed)
    for segment, pointed in back:
        _point_back(segment, kinds, pointed, found)
    for rule, match in ELSEWHERE.matches(masked, plain=plain):
        del rule
        if _shared_kind(masked, kinds, match.span("was"), match.span("now")):
            put(*match.span("was"), Status.REPLACED)
    for index, state in enumerate(found):
        later = range(index + 1, len(found))
        if state is Status.RETRACTED and any(
            kinds[i] is kinds[index] and found[i] is None for i in later
        ):
            found[index] = Status.REPLACED
    return [status or Status.CURRENT for status in found]


def _meant(kinds: list[Kind], inside: list[int]) -> list[int]:
    """Of several literals those that are judged: a date says when, unless it is all there is."""
    return [i for i in inside if kinds[i] not in _DATES] or inside


def _point_back(
    segment: str, kinds: list[Kind], before: list[int], found: list[Status | None]
) -> None:
    """Judge what stands before a verdict that only points at it: "…, scratch that"."""
    if not before or len(segment) > _SHORT:
        return
    points = BACK.search(segment)
    if (points or WITHDRAWN.search(segment)) and _takes_back(segment):
        meant = _meant(kinds, before)
        meant = [i for i in meant if kinds[i] is not Kind.NAME] or meant
        status = Status.RETRACTED
    elif (points or not segment.isascii()) and _rules_out(segment):
        meant = [i for i in before if kinds[i] in (Kind.NAME, Kind.VERSION, Kind.IDENTIFIER)]
        status = Status.RULED_OUT
    else:
        return
    for index in meant:
        found[index] = found[index] or status


def _takes_back(segment: str) -> bool:
    return active(RETRACTED_AFTER, segment) is not None or RETRACTED_BEFORE.found(segment)


def _rules_out(segment: str) -> bool:
    return active(RULED_OUT_AFTER, segment) is not None or RULED_OUT_BEFORE.found(segment)


def _bracketed(sentence: str, literals: Sequence[Marked]) -> frozenset[int]:
    """Literals that stand alone in brackets: they explain what is before them."""
    return frozenset(
        index
        for index, (start, end, _) in enumerate(literals)
        if sentence[start - 1 : start] in ("(", "（", "[")
        and sentence[end : end + 1] in (")", "）", "]")
        if start
    )


def _deny(
    kinds: list[Kind],
    places: list[int],
    found: list[Status | None],
    span: tuple[int, int],
    *,
    dates: bool,
    spared: frozenset[int],
) -> None:
    """Mark what is denied: of "Redis 6.2" the version alone, the product stands."""
    for index, place in enumerate(places):
        if index in spared or (dates and kinds[index] not in _DATES):
            continue
        if span[0] <= place < span[1] and found[index] is None:
            product = _is_product(kinds, places, index)
            found[index] = Status.CURRENT if product else Status.NEGATED


def _is_product(kinds: list[Kind], places: list[int], index: int) -> bool:
    """Say whether a name stands right before its version."""
    after = index + 1
    return (
        kinds[index] is Kind.NAME
        and after < len(places)
        and kinds[after] is Kind.VERSION
        and places[after] - places[index] <= _NEXT_TO
    )


def _mask(sentence: str, literals: Sequence[Marked]) -> str:
    parts, at = [], 0
    for start, end, _ in literals:
        parts += [sentence[at:start].replace(MASK, " "), MASK]
        at = end
    parts.append(sentence[at:].replace(MASK, " "))
    masked = _MARKS.sub(MASK, "".join(parts))
    masked = _APPOSED.sub(r" \1 ", masked)
    return re.sub(r"\s+", " ", masked.replace("’", "'").lower())


def _replaced(
    masked: str, put: Callable[[int, int, Status], None], kinds: list[Kind], *, plain: bool
) -> None:
    for rules in (CHANGES, PAIRS) if CHANGE.search(masked) else (PAIRS,):
        for rule, match in rules.matches(masked, plain=plain):
            groups = rule.pattern.groupindex
            if "was" in groups:
                before, after = match.span("was"), match.span("now")
                if _shared_kind(masked, kinds, before, after):
                    _keep_products(masked, kinds, before, put)
                    put(*before, Status.REPLACED)
                    put(*after, Status.CURRENT)
                continue
            if "new" in groups:
                put(*match.span("new"), Status.CURRENT)
                if _is_subject(masked, kinds, match.span("old"), match.span("new")):
                    continue
            _keep_products(masked, kinds, match.span("old"), put)
            put(*match.span("old"), Status.REPLACED)


def _keep_products(
    masked: str, kinds: list[Kind], old: tuple[int, int], put: Callable[[int, int, Status], None]
) -> None:
    """Of "was on Redis 6.2, now on 7.2" the version alone is replaced: no other name is told."""
    places = [i for i, char in enumerate(masked) if char == MASK]
    for index, place in enumerate(places):
        if old[0] <= place < old[1] and _is_product(kinds, places, index):
            others = [i for i, kind in enumerate(kinds) if kind is Kind.NAME and i != index]
            versions = [i for i, kind in enumerate(kinds) if kind is Kind.VERSION]
            if not others and len(versions) > 1:
                put(place, place + 1, Status.CURRENT)


def _shared_kind(
    masked: str, kinds: list[Kind], before: tuple[int, int], after: tuple[int, int]
) -> bool:
    """Say whether the last literal of one span and one of another are of one kind."""
    first = masked.count(MASK, 0, before[1])
    second = masked.count(MASK, 0, after[0])
    return kinds[first - 1] in kinds[second : second + masked.count(MASK, *after)]


def _is_subject(masked: str, kinds: list[Kind], old: tuple[int, int], new: tuple[int, int]) -> bool:
    """Say whether names stand before a figure that changed ("Li moves to 9 March"): whose it is."""
    first, second = masked.count(MASK, 0, old[0]), masked.count(MASK, 0, new[0])
    olds = kinds[first : first + masked.count(MASK, *old)]
    news = kinds[second : second + masked.count(MASK, *new)]
    return set(olds) == {Kind.NAME} and _FIGURES.issuperset(news)


def _segments(masked: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in SEGMENT.finditer(masked):
        if match.start() > start:
            yield start, match.start()
        start = match.end()
    yield start, len(masked)


def _scope(segment: str, ahead: str, after: Cues, before: Cues) -> Iterator[tuple[int, int, bool]]:
    """Give the part of a segment that a cue speaks of, and whether it precedes the cue."""
    cue = before.search(segment + ahead)
    if cue is not None and cue.start() < len(segment):
        if segment.find(MASK) > cue.start():
            yield cue.end(), len(segment), True
            return
        comma = segment.rfind(", ", 0, cue.start())
        # "X, Y is out" speaks of Y alone.
        one = comma > 0 and _ONE.search(segment, comma) and MASK in segment[comma : cue.start()]
        yield comma + 1 if one else 0, cue.start(), True
        return
    cue = active(after, segment)
    if cue is None:
        return
    if MASK in segment[cue.end() :]:
        # "We scrapped plans for Madeira" goes on to what is scrapped.
        stop = STOP_AFTER.search(segment, segment.index(MASK, cue.end()))
        yield cue.end(), stop.start() if stop else len(segment), False
    elif not _OBJECT.match(segment, cue.end()):
        yield 0, cue.start(), False


def _reasons(segment: str) -> bool:
    """Say whether a segment gives a reason, whose values stand whatever is rejected."""
    return bool(REASON.match(segment) or REASON_END.search(segment))
