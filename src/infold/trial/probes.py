"""Probes: questions made from what stands in folded runs, with the answer that counts.

A value probe asks for a value; a status probe asks whether one still holds, or which of two was
ruled out. Values, what sentences say of them, and the wording are plain code of this package: what
chooses a fold's sentences and what checks them have no part in what is asked.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias
from typing import Literal as OneOf

from infold.core.messages import Message
from infold.fold.replacing import NONE_REPLACED, Replacements
from infold.text.kinds import Kind, Literal
from infold.text.language import detect
from infold.trial.items import turns_of
from infold.trial.plain_values import Value, plain
from infold.trial.probe_words import GAP, gap_question, still_question, which_question
from infold.trial.quoting import quoted, undecided
from infold.trial.said import Said, is_apart, names, read, stem
from infold.trial.stances import is_question, says_change, stance

__all__ = ["Probe", "ProbeKind", "choose", "make_probes"]

ProbeKind: TypeAlias = OneOf["value", "status"]
Asks: TypeAlias = OneOf["gap", "still", "which"]

_SHOWN: Final = 160
"""Characters of it that a question quotes."""
_FEWEST: Final = 2
"""Words beside its values that a sentence must have: else nobody knows what is asked."""
_SHARED: Final = 0.5
"""Share of the shorter sentence's words that a change shares with what it changes."""
_STATUS_SHARE: Final = 0.4
"""Of the probes that are chosen, those of a status, where there are as many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """A question with the answer that counts.

    Attributes:
        id: Follows from what it asks and where that stands.
        kind: `value` or `status`.
        asks: What stands in a gap, whether a value still holds, or which of two is gone.
        question: As both sides are asked.
        value: Which value it is about, as written.
        holds: Whether the value holds, by what is said last.
        other: Of a status: the value that holds in its place, or that it replaced; may be empty.
        about: Words beside the value in its sentence: by them it is found again.
        other_about: Those of the sentence that states the other value.
        text: The sentence that an answer stands on.
        message: Id of its message.
        position: Of that message.
        turn: Number of its turn on the way to the leaf.
        part: Index of the part in which it stands.
        start: Where it begins there, in characters.
        end: One after its last character.
        fold: Id of the fold that holds it; empty where none does.
        leaf: Id of the message at which it is asked; empty for the current leaf.
        by_tool: Whether a tool's text says it.
    """

    id: str
    kind: ProbeKind
    asks: Asks
    question: str
    value: str
    holds: bool
    other: str = ""
    about: tuple[str, ...] = ()
    other_about: tuple[str, ...] = ()
    text: str = ""
    message: str = ""
    position: int = -1
    turn: int = 0
    part: int = 0
    start: int = 0
    end: int = 0
    fold: str = ""
    leaf: str = ""
    by_tool: bool = False


def make_probes(
    path: Sequence[Message],
    folds: Mapping[str, str],
    *,
    leaf: str = "",
    replaced: Replacements = NONE_REPLACED,
) -> tuple[Probe, ...]:
    """Make all probes of folded runs on the way to a leaf.

    Args:
        path: The messages on it, by position.
        folds: Message id → id of the fold that holds it.
        leaf: Id of the message at which they are to be asked.
        replaced: What later messages replaced without naming it, by the records that a context
            marks by: nobody is asked for it as if it held.

    Returns:
        By place. Each value once, where it was said last; linear but for changes, which are
        compared with what shares words with them.
    """
    said = [one for message in path for one in read(message)]
    turns = turns_of(path)
    gone = _taken_back(said, folds) + _replaced(said, folds)
    found: dict[str, Probe] = {}
    dead = {
        value.plain
        for index, one in enumerate(said)
        for value in one.values
        if _is_replaced(one, value, replaced) and not _stands_again(value, one, said[index + 1 :])
    }
    for probe in gone:
        dead.add(plain(probe.value))
        found.setdefault(probe.id, probe)
    last: dict[str, tuple[Said, Value]] = {}
    for one in said:
        for value in one.values:
            if value.plain in dead or stance(one.plain, value.plain) != "holds":
                continue
            known = last.get(value.plain)
            # What a tool repeats later is still what a person said.
            if known is None or known[0].by_tool or not one.by_tool:
                last[value.plain] = (one, value)
    fills: dict[str, set[str]] = defaultdict(set)  # stem → what stands in its gap
    for one in said:
        for value in one.values:
            fills[stem(one, value)].add(value.plain)
    for one, value in last.values():
        if one.message.id not in folds or len(one.about) < _FEWEST or is_question(one.plain):
            continue
        # Where a sentence is said of several values alike, nobody knows which one is meant.
        if len(fills[stem(one, value)]) == 1:
            probe = _value_probe(one, value)
            found.setdefault(probe.id, probe)
    placed = [
        replace(
            probe, fold=folds.get(probe.message, ""), leaf=leaf, turn=turns.get(probe.message, 0)
        )
        for probe in found.values()
    ]
    return tuple(sorted(placed, key=lambda one: (one.position, one.part, one.start, one.id)))


def choose(probes: Sequence[Probe], most: int, *, seed: int) -> tuple[Probe, ...]:
    """Choose some of the probes: two in five of a status, folds in turn, people before tools.

    Args:
        probes: All of them.
        most: How many.
        seed: Of the choice.

    Returns:
        By place; all where there are no more.
    """
    status = _in_turn([one for one in probes if one.kind == "status"], seed)
    values = _in_turn([one for one in probes if one.kind == "value"], seed)
    of_status = min(len(status), max(round(_STATUS_SHARE * most), most - len(values)))
    chosen = {one.id for one in (*status[:of_status], *values[: max(0, most - of_status)])}
    return tuple(one for one in probes if one.id in chosen)


def _in_turn(probes: Sequence[Probe], seed: int) -> list[Probe]:
    """Probes in a drawn order that takes the folds in turn, those from tools' texts last."""
    chance = random.Random(seed)  # noqa: S311 - a sample keeps no secret
    by_fold: dict[tuple[bool, str], list[Probe]] = defaultdict(list)
    for probe in probes:
        by_fold[probe.by_tool, probe.fold].append(probe)
    ranked: list[tuple[bool, int, float, Probe]] = []
    for (by_tool, _), inside in sorted(by_fold.items()):
        chance.shuffle(inside)
        ranked += [(by_tool, number, chance.random(), one) for number, one in enumerate(inside)]
    ranked.sort(key=lambda one: one[:3])
    return [probe for *_, probe in ranked]


# ------------------------------------------------------------------ what no longer holds


def _taken_back(said: Sequence[Said], folds: Mapping[str, str]) -> list[Probe]:
    """Values and names of which a sentence in a folded run says itself that they are gone."""
    found = []
    for index, one in enumerate(said):
        if one.message.id not in folds or is_question(one.plain):
            continue
        named = [value for value in (*one.values, *names(one)) if is_apart(value, one)]
        gone = [value for value in named if stance(one.plain, value.plain) == "gone"]
        for value in gone:
            if _stands_again(value, one, said[index + 1 :]):
                continue
            held = [
                other
                for other in named
                if other.sort == value.sort and stance(one.plain, other.plain) == "holds"
            ]
            other = min(held, key=lambda each: abs(each.start - value.start), default=None)
            first = next((each for each in said[:index] if _states(each, value)), None)
            found.append(_status_probe(one, value, first, other, one if other else None))
    return found


def _replaced(said: Sequence[Said], folds: Mapping[str, str]) -> list[Probe]:
    """Values for which a later sentence gives another one without naming the old."""
    holds: dict[str, list[int]] = defaultdict(list)  # word → sentences that state a value
    found: list[Probe] = []
    done: set[int] = set()
    for index, one in enumerate(said):
        if not one.values or one.by_tool or is_question(one.plain):
            continue
        if len(one.values) == 1 and says_change(one.plain):
            new = one.values[0]
            shared = Counter(at for word in one.about for at in holds[word])
            fits = [
                at
                for at, count in shared.items()
                if count >= max(_FEWEST, _SHARED * min(len(said[at].about), len(one.about)))
                and said[at].values[0].sort == new.sort
                and said[at].values[0].plain != new.plain
                and at not in done
            ]
            if fits and stance(one.plain, new.plain) == "holds":
                at = max(fits, key=lambda each: (shared[each], each))
                old, before = said[at].values[0], said[at]
                done.add(at)
                if {one.message.id, before.message.id} & set(folds) and not _stands_again(
                    old, before, said[index + 1 :]
                ):
                    source = one if one.message.id in folds else before
                    found.append(_status_probe(source, old, before, new, one))
        if len(one.values) == 1:
            for word in one.about:
                holds[word].append(index)
    return found


def _is_replaced(one: Said, value: Value, replaced: Replacements) -> bool:
    literal = Literal(
        kind=Kind.NUMBER,
        text=value.text,
        value=value.plain,
        start=one.start + value.start,
        end=one.start + value.end,
    )
    return replaced.of(one.message.id, one.part, literal) is not None


def _states(one: Said, value: Value) -> bool:
    return len(one.about) >= _FEWEST and stance(one.plain, value.plain) == "holds"


def _stands_again(value: Value, before: Said, later: Sequence[Said]) -> bool:
    """Whether a later sentence about the same states the value once more."""
    about = set(before.about)
    return any(
        value.plain in one.plain
        and stance(one.plain, value.plain) == "holds"
        and len(about.intersection(one.about)) >= min(_FEWEST, len(about))
        for one in later
    )


# ------------------------------------------------------------------ wording


def _value_probe(one: Said, value: Value) -> Probe:
    return Probe(
        id=_id("value", one, value.plain),
        kind="value",
        asks="gap",
        question=gap_question(detect(one.text), _excerpt(one, value)),
        value=value.text,
        holds=True,
        about=one.about,
        text=one.text,
        message=one.message.id,
        position=one.message.position,
        part=one.part,
        start=one.start,
        end=one.end,
        by_tool=one.by_tool,
    )


def _excerpt(one: Said, value: Value) -> str:
    """The sentence with a gap wherever the value stands, cut around the first."""
    spans = [(each.start, each.end) for each in one.values if each.plain == value.plain]
    first = max(0, spans[0][0] - _SHOWN // 2)
    last = min(len(one.text), spans[0][1] + _SHOWN // 2)
    out = ["…"] if first else []
    at = first
    for start, end in spans:
        if end > last:
            last = min(last, start)
            break
        out += [one.text[at:start], GAP]
        at = end
    out += [one.text[at:last], "…" if last < len(one.text) else ""]
    return " ".join("".join(out).split())


def _status_probe(
    one: Said,
    value: Value,
    first: Said | None,
    other: Value | None,
    other_said: Said | None,
) -> Probe:
    language = detect(one.text)
    asks: Asks = "still"
    if first is not None:
        there = next(each for each in _named(first, value) if each.plain == value.plain)
        question = still_question(language, quoted(first.text, there, _SHOWN), value.text)
    elif other is not None:
        asks = "which"
        question = which_question(language, *sorted((value.text, other.text)))
    else:
        question = still_question(language, undecided(one.text, value, _SHOWN), value.text)
    return Probe(
        id=_id("status", one, value.plain),
        kind="status",
        asks=asks,
        question=question,
        value=value.text,
        holds=False,
        other=other.text if other else "",
        about=first.about if first is not None else one.about,
        other_about=other_said.about if other_said is not None else (),
        text=one.text,
        message=one.message.id,
        position=one.message.position,
        part=one.part,
        start=one.start,
        end=one.end,
        by_tool=one.by_tool,
    )


def _named(one: Said, value: Value) -> tuple[Value, ...]:
    """What a sentence names, and last the value itself where it first stands there otherwise."""
    at = max(0, one.text.find(value.text))
    end = min(len(one.text), at + len(value.text))
    return (*one.values, *names(one), replace(value, start=at, end=end))


def _id(kind: ProbeKind, one: Said, value: str) -> str:
    whole = "\n".join((kind, one.message.id, str(one.part), str(one.start), value))
    return f"p_{hashlib.sha256(whole.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
