"""What is found with an embedder: evidence in contexts, and right statements by vectors alone."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from bench.options import Options
from bench.report import Row
from bench.retention.generator import Recipe, generate
from bench.retention.locomo import read
from bench.retention.values import Dialogue
from bench.training.cases import make_case
from bench.training.judging import Judged, judge
from infold.models.embedder import Embedder
from infold.recall.model import load_model
from infold.trial.statistics import wilson

LANGUAGES: Final = ("en", "de", "ko", "zh", "ja", "id")
BUDGET: Final = 1_000
SESSIONS: Final = 4
_ABROAD: Final = ("other words", "across languages", "other language")
"""Categories of generated questions that words alone find hard."""
_FILE: Final = Path(__file__).with_name("sentences.toml")


def found_rows(name: str, embedder: Embedder | None, options: Options) -> list[Row]:
    """Hits of contexts, and of vectors alone."""
    rows: list[Row] = []
    for size in options.sizes:
        recipes = [
            Recipe(size=size, seed=options.seed + at, filler=0.2 * at, wordings=options.wordings)
            for at in range(SESSIONS)
        ]
        rows += _contexts(name, embedder, [generate(one) for one in recipes], size)
    if options.locomo is not None:
        rows += _contexts(name, embedder, read(options.locomo), 0)
    if embedder is not None:
        rows += _alone(name, embedder)
    return rows


def _contexts(
    name: str, embedder: Embedder | None, dialogues: Sequence[Dialogue], size: int
) -> list[Row]:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for dialogue in dialogues:
        for one in judge(make_case(dialogue, embedder), load_model(), (BUDGET,)):
            groups["all"].append(one)
            if one.category in _ABROAD:
                groups[one.category].append(one)
    source = f"sessions of {size:,}" if size else "locomo"
    return [
        _share(f"{name}: {source}, {kind}", [one.hit for one in judged], f"hits at {BUDGET:,}")
        for kind, judged in groups.items()
    ]


def _alone(name: str, embedder: Embedder) -> list[Row]:
    """How often the right one of the statements of a language is nearest to a question."""
    facts = tomllib.loads(_FILE.read_text(encoding="utf-8"))["facts"]
    said = {one: embedder.embed([fact[one][0] for fact in facts]) for one in LANGUAGES}
    asked = {one: embedder.embed([fact[one][1] for fact in facts]) for one in LANGUAGES}
    right = np.arange(len(facts))
    rows, abroad = [], []
    for said_in in LANGUAGES:
        for asked_in in LANGUAGES:
            nearest = np.round(asked[asked_in] @ said[said_in].T, 6).argmax(axis=1)
            hits = (nearest == right).tolist()
            if said_in == asked_in:
                rows.append(_share(f"{name}: vectors alone, {said_in}", hits, "first of twelve"))
            else:
                abroad += hits
    return [*rows, _share(f"{name}: vectors alone, across languages", abroad, "first of twelve")]


def _share(case: str, hits: Sequence[bool], metric: str) -> Row:
    found = wilson(sum(hits), len(hits))
    return Row(
        case=case, n=len(hits), metric=metric, unit="share",
        value=found.value, low=found.low, high=found.high,
    )  # fmt: skip
