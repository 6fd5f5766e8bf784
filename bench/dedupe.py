"""Facts that say the same: which are found, which must stay apart, and what it costs.

Quality: statements in six languages of which it is known which say the same (`bench.dedupe_pairs`),
all live, beside what only looks alike: another number, a denial, another subject, other times,
another user. Cost: a plan beside the plain loop over all pairs with the same rules, and the exact
pairs of near vectors beside the matrix product that they need, in the same run.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bench.dedupe_pairs import LANGUAGES, families
from bench.options import Options
from bench.report import Row, at_least, at_most, row
from bench.stores import Stopwatch
from infold.core.facts import Fact
from infold.engine.merge_plans import find_merges
from infold.memory.merging import LEAST, Member, parted, similarity
from infold.memory.nearness import near_pairs
from infold.memory.standing import begun
from infold.memory.stated import read_stated
from infold.models.embedder import Embedder
from infold.models.registry import load_embedder

NOW: Final = datetime(2026, 3, 1, tzinfo=UTC)
USERS: Final = 12
"""Users of each language."""
LOOP: Final = (500, 2_000)
"""Facts of a user for which the plain loop is run."""
LARGE: Final = (30_000, 100_000)
_DIM: Final = 256
_THINGS: Final = "router laptop guitar bicycle oven camera printer tent kayak piano drone heater"
_STATES: Final = (
    "was repaired in May",
    "is kept in the attic",
    "was lent to a friend",
    "needs batteries",
)

Vectors = NDArray[np.float32]


def members_of(texts: Sequence[str], *, first: int = 1) -> list[Member]:
    """Statements as live facts of one user, a minute apart, in slots as they are read."""
    out = []
    for number, text in enumerate(texts, first):
        reading = read_stated(text)
        fact = Fact(
            id=f"a_{number}",
            text=text,
            slot=reading.slot if reading else None,
            value=reading.value if reading else "",
            recorded_at=NOW + number * timedelta(minutes=1),
        )
        out.append(Member(fact=fact, standing=begun(fact), number=number))
    return out


def merged_pairs(members: Sequence[Member], vectors: Vectors | None) -> set[tuple[int, int]]:
    """Pairs of places that a plan would merge."""
    at = {one.fact.id: place for place, one in enumerate(members)}
    found = find_merges(members, vectors)
    return {
        (at[one], at[other])
        for merge in found.merges
        for one, other in combinations(merge.members, 2)
    }


def by_cosine(vectors: Vectors) -> set[tuple[int, int]]:
    """Pairs that similarity alone would merge."""
    return {
        pair
        for near in near_pairs(vectors, LEAST)
        for pair in zip(near.earlier.tolist(), near.later.tolist(), strict=True)
    }


def quality(options: Options, embedder: Embedder) -> list[Row]:
    """Precision and recall of pairs in each language, ours and by similarity alone."""
    rows = []
    users = 3 if options.quick else USERS
    for language in LANGUAGES:
        right = wrong = wanted = 0
        near_right = near_wrong = 0
        facts = 0
        for number in range(users):
            labelled = families(language, seed=options.seed * 100 + number)
            members = members_of(labelled.texts)
            vectors = embedder.embed(labelled.texts)
            found, near = merged_pairs(members, vectors), by_cosine(vectors)
            facts += len(members)
            wanted += len(labelled.same)
            right += len(found & labelled.same)
            wrong += len(found - labelled.same)
            near_right += len(near & labelled.same)
            near_wrong += len(near - labelled.same)
        shown = f"pairs in {language}"
        for metric, value, target in (
            ("precision", right / max(1, right + wrong), at_least(0.99)),
            ("recall", right / wanted, at_least(0.9)),
        ):
            rows.append(row(shown, facts, metric, "", [value], target))
        rows.append(
            row(f"{shown}, by cosine alone", facts, "precision", "",
                [near_right / max(1, near_right + near_wrong)])
        )  # fmt: skip
        rows.append(row(f"{shown}, by cosine alone", facts, "recall", "", [near_right / wanted]))
    return rows


def apart(options: Options) -> list[Row]:
    """Equal words of other users, times and agents: none may be merged."""
    texts = [text for language in LANGUAGES for text in families(language, seed=options.seed).texts]
    members = members_of(texts)
    rows = []
    for case, others in (
        ("other agents", [_with(one, agent=True) for one in members]),
        ("disjoint periods", [_with(one, agent=False) for one in members]),
    ):
        both = [*members, *others]
        found = find_merges(both, None)
        own = find_merges(members, None)
        sides = {one.fact.id for one in members}
        crossed = sum(
            any(each in sides for each in merge.members)
            and any(each not in sides for each in merge.members)
            for merge in found.merges
        )
        assert len(found.merges) >= len(own.merges)
        rows.append(row(f"the same words, {case}", len(both), "merged", "", [crossed], at_most(0)))
    return rows


def _with(one: Member, *, agent: bool) -> Member:
    until = None if agent else NOW + timedelta(days=400)
    fact = Fact(
        id=f"b_{one.number}",
        text=one.fact.text,
        slot=one.fact.slot,
        value=one.fact.value,
        recorded_at=one.fact.recorded_at,
        valid_from=None if agent else NOW + timedelta(days=300),
        valid_to=until,
    )
    return Member(
        fact=fact,
        standing=begun(fact),
        number=one.number + 1_000_000,
        agent="other" if agent else None,
    )


def many(size: int, seed: int) -> list[str]:
    """Statements of one user of which every tenth says what another one does."""
    drawn = random.Random(seed)
    out: list[str] = []
    while len(out) < size:
        thing, number = drawn.choice(_THINGS.split()), drawn.randrange(10**6)
        said = f"{thing} number {number} {drawn.choice(_STATES)}"
        out.append(f"The {said}")
        if drawn.random() < 0.1:
            out.append(f"{said}.")
    return out[:size]


def plain_loop(members: Sequence[Member], vectors: Vectors) -> int:
    """Compare each fact with each before it, one pair at a time, by the same rules."""
    found = 0
    for later, one in enumerate(members):
        for earlier in range(later):
            cosine = float(vectors[earlier] @ vectors[later])
            other = members[earlier]
            found += not parted(other, one, similarity(other, one, cosine))
    return found


def cost(options: Options) -> list[Row]:
    """CPU of a plan beside the plain loop, and of a plan for a large user."""
    rows = []
    drawn = np.random.default_rng(options.seed)
    loops = LOOP[:1] if options.quick else LOOP
    for size in (*loops, *(LARGE[:1] if options.quick else LARGE)):
        texts = many(size, options.seed)
        members = _unread(texts)
        vectors = _unit(drawn.standard_normal((size, _DIM)))
        ours, loop, pairs = [], [], 0
        for _ in range(options.runs if size in loops else 1):
            with Stopwatch() as watch:
                pairs = len(find_merges(members, vectors, near=size in loops).merges)
            ours.append(watch.cpu)
        if size in loops:
            with Stopwatch() as watch:
                assert plain_loop(members, vectors) >= pairs
            loop.append(watch.cpu)
        case = "plan of one user's merges"
        rows.append(row(case, size, "CPU", "s", ours, at_most(30.0) if size > 2_000 else None))
        rows.append(row(case, size, "merges", "", [pairs]))
        if loop:
            rows.append(row("the plain loop over all pairs", size, "CPU", "s", loop))
            rows.append(
                row("the plain loop beside a plan", size, "ratio", "",
                    [loop[0] / max(1e-9, sorted(ours)[len(ours) // 2])], at_least(8))
            )  # fmt: skip
    return rows


def _unread(texts: Sequence[str]) -> list[Member]:
    """Facts without slots: reading those is not what is measured."""
    out = []
    for number, text in enumerate(texts, 1):
        fact = Fact(id=f"a_{number}", text=text, recorded_at=NOW)
        out.append(Member(fact=fact, standing=begun(fact), number=number))
    return out


def _unit(rows: NDArray[np.float64]) -> Vectors:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / lengths, np.float32)


def nearness(options: Options) -> list[Row]:
    """Exact pairs of near vectors beside the matrix product of all with all, by turns."""
    rows = []
    drawn = np.random.default_rng(options.seed)
    for size in (500, 30_000):
        base = drawn.standard_normal((size, _DIM))
        twins = base[: size // 10] + 0.1 * drawn.standard_normal((size // 10, _DIM))
        vectors = _unit(np.concatenate([base[: size - len(twins)], twins]))
        times = 3 if options.quick and size > 1_000 else options.runs
        shares, found = [], 0
        for _ in range(times + 1):
            with Stopwatch() as product:
                for first in range(0, size, 512):
                    vectors[first : first + 512] @ vectors.T
            with Stopwatch() as watch:
                found = sum(len(near.later) for near in near_pairs(vectors, LEAST))
            shares.append(watch.cpu / product.cpu)
        rows.append(
            row("near-duplicates of one user, exact", size, "CPU beside the matrix product", "×",
                shares[1:], at_most(1.5))
        )  # fmt: skip
        rows.append(row("near-duplicates of one user, exact", size, "pairs", "", [found]))
    return rows


def run(options: Options) -> list[Row]:
    """Rows of quality, then of cost."""
    embedder = load_embedder("wordllama")
    assert embedder is not None
    rows = [*quality(options, embedder), *apart(options)]
    return [*rows, *nearness(options), *cost(options)]
