"""Train the ranking's weights and write them into the package.

`python -m bench train [--locomo FILE] [--quick] [--seed N] [--save]`. Learned from are generated
working sessions (development wordings only) and, where a file is given, LoCoMo conversations. The
report says what contexts hold that were made with weights learned on the others: each LoCoMo
conversation is left out in turn, and generated sessions are asked that nothing was learned from.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np

from bench.options import Options
from bench.peers.hybrid import Hybrid
from bench.report import Row, at_least, at_most, row
from bench.retention.generator import Recipe, generate
from bench.retention.locomo import read
from bench.retention.scoring import View, hit
from bench.training.cases import Case, Ranked, make_case
from bench.training.judging import Judged, hits, judge, words
from bench.training.regression import L2, fit, narrow
from infold.models.registry import load_embedder
from infold.recall.features import GROUPS
from infold.recall.model import FORMAT, Model
from infold.trial.statistics import discordant, mcnemar

PRICE: Final = 0.5
"""Of length, by the logarithm of the tokens; chosen on the same conversations from 0.2 to 0.9."""
SIZES: Final = (400, 1_000, 3_000)
FILLER: Final = (0.2, 0.4, 0.6)
LEARNED: Final = 12
"""Generated sessions that are learned from."""
LONG: Final = 20_000
LONG_LEARNED: Final = 2
"""Sessions of that length that are learned from: their crowds are where weak kinds get lost."""
ASKED: Final = 6
"""Generated sessions that are only asked, and one of the long ones beside them."""
GENERATED: Final = 0.5
"""What a generated question counts beside one of LoCoMo, where both are learned from."""
TARGETS: Final = {500: 0.78, 1_000: 0.83, 2_000: 0.88, 4_000: 0.925}
_LEFT_OUT: Final = "one conversation left out"
_UNSEEN: Final = "generated sessions, not learned from"


def run(options: Options) -> list[Row]:
    """Train, report, and write `weights.json`."""
    embedder = load_embedder("wordllama")
    assert embedder is not None
    weight = GENERATED if options.locomo else 1.0
    generated = [
        make_case(generate(one), embedder, weight=weight)
        for one in _recipes(options.seed, LEARNED, LONG_LEARNED)
    ]
    unseen = [make_case(generate(one), embedder) for one in _recipes(options.seed + 1, ASKED, 1)]
    talks = [make_case(one, embedder) for one in read(options.locomo)] if options.locomo else []
    names = generated[0].lists[0].names
    first = fit(_lists(generated), names)
    generated, talks = ([_narrowed(case, first) for case in some] for some in (generated, talks))
    learned = [*talks, *generated]
    rows: list[Row] = []
    if talks:
        left_out = _leave_one_out(talks, generated, names, options.budgets)
        rows += _talk_rows(left_out, talks, options)
    model = Model(weights=fit(_lists(learned), names), price=PRICE)
    found = [one for case in unseen for one in judge(case, model, options.budgets)]
    rows += _unseen_rows(found, options.budgets)
    if not options.quick:
        rows += _ablation(talks, generated, unseen, names)
    _write(model, options, learned, rows)
    return rows


def _recipes(seed: int, count: int, long: int) -> list[Recipe]:
    """Recipes of so many sessions of all sizes, and so many long ones."""
    sizes = [SIZES[at % len(SIZES)] for at in range(count)] + [LONG] * long
    return [
        Recipe(size=size, seed=1_000 * seed + at, filler=FILLER[at // len(SIZES) % len(FILLER)])
        for at, size in enumerate(sizes)
    ]


def _narrowed(case: Case, weights: Mapping[str, float]) -> Case:
    return replace(case, lists=tuple(narrow(one, weights) for one in case.lists))


def _lists(cases: Iterable[Case]) -> list[Ranked]:
    return [one for case in cases for one in case.lists]


def _leave_one_out(
    talks: Sequence[Case],
    generated: Sequence[Case],
    names: Sequence[str],
    budgets: Sequence[int],
) -> list[Judged]:
    out = []
    for talk in talks:
        others = [case for case in talks if case is not talk]
        weights = fit(_lists([*others, *generated]), names)
        out += judge(talk, Model(weights=weights, price=PRICE), budgets)
    return out


# ------------------------------------------------------------------ rows


def _talk_rows(found: Sequence[Judged], talks: Sequence[Case], options: Options) -> list[Row]:
    rows = []
    hybrid = _hybrid(talks, options.budgets)
    for budget in options.budgets:
        mine = [one for one in found if one.budget == budget]
        target = TARGETS.get(budget)
        rows.append(
            row(
                _LEFT_OUT,
                budget,
                "hits",
                "share",
                [hits(mine)],
                at_least(target) if target else None,
            )
        )
        rows.append(row(_LEFT_OUT, budget, "answer words", "share", [words(mine)]))
        theirs = hybrid[budget]
        ours = [one.hit for one in mine]
        rows.append(row("hybrid rank fusion", budget, "hits", "share", [float(np.mean(theirs))]))
        p = mcnemar(*discordant(ours, theirs))
        rows.append(row("better than hybrid by chance", budget, "p", "", [p], at_most(1e-6)))
        behind = 0
        for talk in talks:
            own = [i for i, one in enumerate(mine) if one.dialogue == talk.dialogue.name]
            share = float(np.mean([ours[i] for i in own]))
            case = f"{_LEFT_OUT}: {talk.dialogue.name}"
            rows.append(row(case, budget, "hits", "share", [share]))
            behind += share < float(np.mean([theirs[i] for i in own]))
        rows.append(
            row("conversations behind hybrid", budget, "conversations", "", [behind], at_most(0))
        )
    rows += _by_category(_LEFT_OUT, found)
    return rows


def _hybrid(talks: Sequence[Case], budgets: Sequence[int]) -> dict[int, list[bool]]:
    out: dict[int, list[bool]] = defaultdict(list)
    for talk in talks:
        peer = Hybrid()
        peer.ingest(talk.dialogue.turns)
        peer.flush()
        for one in talk.lists:
            for budget in budgets:
                view = View(peer.context(one.question.text, budget))
                out[budget].append(hit(one.question, talk.dialogue.turns, view, by_turns=True))
    return out


def _unseen_rows(found: Sequence[Judged], budgets: Sequence[int]) -> list[Row]:
    rows = []
    for budget in budgets:
        mine = [one for one in found if one.budget == budget]
        rows.append(row(_UNSEEN, budget, "hits", "share", [hits(mine)]))
    return rows + _by_category(_UNSEEN, found)


def _by_category(case: str, found: Sequence[Judged], budget: int = 1_000) -> list[Row]:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in found:
        if one.budget == budget:
            groups[one.category].append(one)
    return [
        row(f"{case}: {name} ({len(group)})", budget, "hits", "share", [hits(group)])
        for name, group in sorted(groups.items())
    ]


def _ablation(
    talks: Sequence[Case], generated: Sequence[Case], unseen: Sequence[Case], names: Sequence[str]
) -> list[Row]:
    """What each group of features brings: hits with all less hits without it, at 1,000 tokens."""
    rows = []
    full = _judged_without(talks, generated, unseen, names)
    for group, members in _members(talks or generated).items():
        kept = [name for name in names if name not in members]
        less = _judged_without(talks, generated, unseen, kept)
        for case, (more, fewer) in enumerate(zip(full, less, strict=True)):
            if more:
                where = (_LEFT_OUT, _UNSEEN)[case]
                gain = hits(more) - hits(fewer)
                rows.append(row(f"{where}: gain of {group}", 1_000, "hits", "share", [gain]))
    return rows


def _judged_without(
    talks: Sequence[Case], generated: Sequence[Case], unseen: Sequence[Case], names: Sequence[str]
) -> tuple[list[Judged], list[Judged]]:
    model = Model(weights=fit(_lists([*talks, *generated]), names), price=PRICE)
    return (
        _leave_one_out(talks, generated, names, (1_000,)),
        [one for case in unseen for one in judge(case, model, (1_000,))],
    )


def _members(cases: Sequence[Case]) -> dict[str, frozenset[str]]:
    """Group → names of its features."""
    from infold.recall.field import Field
    from infold.recall.scene import Scene
    from infold.recall.thesaurus import load_thesaurus

    case = cases[0]
    field = Field(case.index.snapshot(), np.arange(len(case.messages)))
    scene = Scene(field, case.lists[0].query, load_thesaurus())
    return {name: frozenset(group(scene)) for name, group in GROUPS.items()}


# ------------------------------------------------------------------ the file


def _write(model: Model, options: Options, learned: Sequence[Case], rows: Sequence[Row]) -> None:
    report: dict[str, Any] = {
        "questions": sum(len(case.lists) for case in learned),
        "dialogues": len(learned),
        "locomo": options.locomo is not None,
        "seed": options.seed,
        "penalty": L2,
        "figures": {
            f"{one.case}, {one.metric} at {one.n:,}": round(one.value, 4)
            for one in rows
            if one.metric in ("hits", "answer words") and "gain of" not in one.case
        },
        "gains at 1,000": {one.case: round(one.value, 4) for one in rows if "gain of" in one.case},
    }
    data = {
        "format": FORMAT,
        "weights": {name: round(value, 4) for name, value in model.weights.items()},
        "price": model.price,
        "report": report,
    }
    path = Path(str(files("infold.recall") / "weights.json"))
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
