"""Whether later values are linked to the earlier ones that they supersede, and nothing else is.

`python -m bench corrections [--dialogues FILE]`. Generated sessions of both wordings, of which
it is known what corrects what; and dialogues from a file, labelled by hand, where one is given.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bench.options import Options
from bench.peers.infold import part_of
from bench.report import Row, at_least, at_most
from bench.retention.generator import Recipe, generate
from bench.retention.values import Dialogue
from bench.retention.wordings import Set
from infold.core.messages import Message, Text
from infold.core.supersessions import Supersession
from infold.fold.history import History
from infold.trial.statistics import wilson

_WORDINGS: Final[tuple[Set, ...]] = ("development", "test")
_SIZE: Final = 1_000
_SESSIONS: Final = 5
_QUICK: Final = 2
_FILLERS: Final = (0.0, 0.2, 0.4, 0.6, 0.8)


@dataclass(slots=True)
class _Tally:
    """Counts of one collection, by category: replaced values, those marked; current ones so."""

    old: int = 0
    marked: int = 0
    current: int = 0
    wrong: int = 0


def run(options: Options) -> list[Row]:
    """Link generated sessions of both wordings, and the dialogues of a file."""
    rows = [row for wordings in _WORDINGS for row in _generated(wordings, options)]
    if options.dialogues is not None:
        rows += _rows(options.dialogues.name, _of_file(options.dialogues))
    return rows


def _generated(wordings: Set, options: Options) -> list[Row]:
    source = f"generated, {wordings} wordings"
    tally: defaultdict[str, _Tally] = defaultdict(_Tally)
    messages, spent = 0, 0.0
    for number in range(_QUICK if options.quick else _SESSIONS):
        filler = _FILLERS[number % len(_FILLERS)]
        dialogue = generate(
            Recipe(size=_SIZE, seed=options.seed + number, filler=filler, wordings=wordings)
        )
        start = time.process_time()
        records = _linked(dialogue)
        spent += time.process_time() - start
        messages += len(dialogue.turns)
        _count(dialogue, records, tally)
    each = 1e3 * spent / messages
    return [
        *_rows(source, tally),
        Row(case=source, n=messages, metric="CPU", unit="ms a message", value=each, low=each,
            high=each),
    ]  # fmt: skip


def _linked(dialogue: Dialogue) -> list[Supersession]:
    history = History()
    for at, turn in enumerate(dialogue.turns):
        author = None if turn.speaker == turn.role else turn.speaker
        history.add(
            Message(role=turn.role, parts=(part_of(turn),), author=author, id=f"m{at}", position=at)
        )
    return history.records


def _gone(records: Sequence[Supersession]) -> dict[int, list[Supersession]]:
    """Position → the records of its values that did not become current again."""
    later = {one.old: one for one in records}
    out: defaultdict[int, list[Supersession]] = defaultdict(list)
    for one in records:
        head = one
        while head.new in later:
            head = later[head.new]
        if head.now != one.was:
            out[one.old_at].append(one)
    return out


def _count(dialogue: Dialogue, records: Sequence[Supersession], tally: dict[str, _Tally]) -> None:
    gone = _gone(records)
    for question in dialogue.questions:
        counts = tally[question.category]
        for value, at in zip(question.stale, question.stale_at, strict=True):
            counts.old += 1
            counts.marked += any(_same(value, one.written) for one in gone.get(at, ()))
        if question.wants_old or not question.answers:
            continue
        for at in question.evidence:
            text = dialogue.turns[at].text
            if at not in question.stale_at and question.answers[0].lower() in text.lower():
                counts.current += 1
                counts.wrong += any(
                    _same(question.answers[0], one.written) for one in gone.get(at, ())
                )


def _same(value: str, written: str) -> bool:
    one, other = value.lower(), written.lower()
    return one in other or other in one


def _of_file(path: Path) -> dict[str, _Tally]:
    """Counts of labelled dialogues, by language; every other link there is wrong."""
    tally: defaultdict[str, _Tally] = defaultdict(_Tally)
    for dialogue in json.loads(path.read_text(encoding="utf-8")):
        said: list[dict[str, Any]] = dialogue["messages"]
        history = History()
        for at, one in enumerate(said):
            history.add(
                Message(
                    role=one["speaker"], parts=(Text(text=one["text"]),), id=one["id"], position=at
                )
            )
        counts = tally[dialogue["lang"]]
        facts = dialogue["facts"]
        right = [(facts[old], facts[new]) for old, new in dialogue["links"]]
        counts.old += len(right)
        for old, new in right:
            counts.marked += any(
                (one.old.message, one.new.message) == (old["id"], new["id"])
                and _same(old["span"], one.written)
                for one in history.records
            )
        pairs = {(old["id"], new["id"]) for old, new in right}
        counts.current += len(facts)
        counts.wrong += sum(
            (one.old.message, one.new.message) not in pairs for one in history.records
        )
    return tally


def _rows(source: str, tally: dict[str, _Tally]) -> list[Row]:
    total = _Tally(
        old=sum(one.old for one in tally.values()),
        marked=sum(one.marked for one in tally.values()),
        current=sum(one.current for one in tally.values()),
        wrong=sum(one.wrong for one in tally.values()),
    )
    rows = []
    for name, counts in [("all", total), *sorted(tally.items())]:
        is_all = counts is total
        if counts.old:
            share = wilson(counts.marked, counts.old)
            rows.append(
                Row(case=f"{source} | {name}", n=counts.old, metric="replaced values marked",
                    unit="share", value=share.value, low=share.low, high=share.high,
                    target=at_least(0.6) if is_all else None)
            )  # fmt: skip
        if counts.current:
            share = wilson(counts.wrong, counts.current)
            rows.append(
                Row(case=f"{source} | {name}", n=counts.current,
                    metric="current values marked as replaced", unit="share", value=share.value,
                    low=share.low, high=share.high, target=at_most(0.02) if is_all else None)
            )  # fmt: skip
    return rows
