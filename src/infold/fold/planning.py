"""What a job does to a conversation's forest and folds, as data.

Two steps, because which messages must be read is known only when the units are placed:
`plan_placement`, then the messages of its dirty clusters, then `plan_folds`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from infold.core.folds import Claim, Fold, FoldKey, Merge
from infold.core.forward import ROLE_CODE, Flag, ForwardColumns
from infold.core.messages import Message
from infold.core.tokens import TokenCounter
from infold.fold.classic import ClassicPlacer
from infold.fold.corrections import read_correction
from infold.fold.extract import extract
from infold.fold.frozen import frozen_units, set_aside
from infold.fold.placement import Features, Placer
from infold.fold.policy import FoldPolicy
from infold.fold.refresh import Refresh, Summary, covered, plan_refresh
from infold.fold.replacing import NONE_REPLACED, Replacements
from infold.fold.vectors import term_vectors, unit_vectors
from infold.graph.units import Unit, units

__all__ = [
    "Cluster",
    "FoldPlan",
    "MessageVectors",
    "PlacementPlan",
    "Placing",
    "place_claims",
    "plan_folds",
    "plan_placement",
    "read_features",
    "read_units",
    "restore_placing",
]

_HEAVIEST = 400
_TOOL_SHARE = 0.3


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MessageVectors:
    """Vectors of messages, as the store gives them.

    Attributes:
        positions: (n,) of the messages that have one, ascending.
        vectors: (n, dim) of length 1.
    """

    positions: NDArray[np.int64]
    vectors: NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """A cluster whose fold must be made.

    Attributes:
        root: Its smallest unit.
        generation: Number of its units.
        members: Positions of its messages, ascending, but for those in a model's fold.
    """

    root: int
    generation: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementPlan:
    """Where the new units go, and which folds that makes stale.

    Attributes:
        placements: Position of each newly placed message → position of its unit's first message.
        merges: New entries of the merge log, without ids.
        dirty: Clusters without a fold of their present units, by root.
        withdraw: Ids of folds that no cluster answers to any more.
        placed_to: Position up to which units are placed once this is applied.
    """

    placements: dict[int, int]
    merges: tuple[Merge, ...]
    dirty: tuple[Cluster, ...]
    withdraw: tuple[str, ...]
    placed_to: int

    @property
    def positions(self) -> list[int]:
        """Positions of the messages that `plan_folds` reads, ascending."""
        return sorted({position for cluster in self.dirty for position in cluster.members})


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldPlan:
    """What is applied in one transaction, against the generation that was read.

    Attributes:
        placements: As in `PlacementPlan`.
        merges: As in `PlacementPlan`.
        add: Folds to add, without ids.
        withdraw: Ids of folds to withdraw.
        placed_to: As in `PlacementPlan`.
    """

    placements: dict[int, int]
    merges: tuple[Merge, ...]
    add: tuple[Fold, ...]
    withdraw: tuple[str, ...]
    placed_to: int


def read_units(
    policy: FoldPolicy,
    messages: Sequence[Message],
    parents: Sequence[tuple[int, ...]],
    *,
    first: int,
    end: int,
) -> list[Unit]:
    """The units of a policy: turns and steps, or for the classic one each message.

    Args:
        policy: The policy.
        messages: From position `first` on: all graduated ones that are not placed yet, and the
            hot ones behind them.
        parents: For each message the positions of its parents.
        first: Where placing goes on (`placed_to`).
        end: Where the hot window starts (`hot_from`).
    """
    if policy.placement == "classic":
        return [Unit(first=position, members=(position,)) for position in range(first, end)]
    return units(messages, parents, first=first, end=end)


def read_features(
    found: Sequence[Unit],
    columns: ForwardColumns,
    vectors: MessageVectors | None,
    messages: Mapping[int, Message] | None = None,
) -> list[Features]:
    """What placing needs to know of units. Linear.

    A unit's vector is the mean of its messages' vectors, weighted by the root of their tokens (at
    most 400), tool results at three tenths; filler weighs nothing.

    Args:
        found: Units by position.
        columns: Forward rows that hold all their messages.
        vectors: Of messages; None where the store has no embedder: hashed terms take their place.
        messages: By position, for new units: their words say whether they correct something.
            Units placed before need none.
    """
    count = len(found)
    row_of = {int(position): row for row, position in enumerate(columns.position)}
    rows = np.array([row_of[p] for unit in found for p in unit.members], np.int64)
    owner = np.repeat(np.arange(count), [len(unit.members) for unit in found])
    ends = np.concatenate([[0], np.cumsum(columns.term_counts)])
    is_filler = (columns.flags[rows] & Flag.FILLER) > 0
    tokens = np.bincount(owner, weights=columns.tokens[rows], minlength=count).astype(np.int64)
    is_said = ~is_filler & (columns.role[rows] != ROLE_CODE["system"])
    said = np.bincount(owner, weights=columns.tokens[rows] * is_said, minlength=count)
    speaking = np.bincount(owner, weights=~is_filler, minlength=count)
    is_dropped = (columns.flags[rows] & Flag.DROPPED) > 0
    dropped = np.bincount(owner, weights=is_dropped, minlength=count)
    bounds = np.searchsorted(owner, np.arange(count + 1))
    terms = [
        np.concatenate([columns.terms[ends[row] : ends[row + 1]] for row in rows[begin:end]])
        for begin, end in pairwise(bounds)
    ]
    if vectors is None:
        of_term = np.repeat(np.arange(count), [len(some) for some in terms])
        every = np.concatenate(terms) if terms else np.zeros(0, np.uint32)
        table = term_vectors(every, of_term, count)
    else:
        weights = np.sqrt(np.minimum(columns.tokens[rows], _HEAVIEST).astype(np.float64))
        weights[columns.role[rows] == ROLE_CODE["tool"]] *= _TOOL_SHARE
        weights[is_filler] = 0
        at = np.searchsorted(vectors.positions, columns.position[rows])
        at = np.minimum(at, max(0, len(vectors.positions) - 1))
        has = (
            vectors.positions[at] == columns.position[rows]
            if len(vectors.positions)
            else np.zeros(len(rows), bool)
        )
        table = unit_vectors(vectors.vectors, at[has], weights[has], owner[has], count)
    return [
        Features(
            unit=unit,
            tokens=int(tokens[index]),
            vector=table[index],
            terms=terms[index],
            is_filler=not speaking[index],
            correction=read_correction(messages[p] for p in unit.members) if messages else None,
            said=int(said[index]),
            is_dropped=bool(dropped[index]),
        )
        for index, unit in enumerate(found)
    ]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Placing:
    """Where the placing of a conversation stands: it moves on with each `plan_placement`.

    It follows from the units and the merge log alone (`restore_placing`), so it may be kept between
    two jobs, or thrown away.

    Attributes:
        placer: The strategy with its state.
        silent: Units that are filler alone, by their first position.
        said: Tokens of each unit that a model may shorten.
        summaries: The models' folds that stand or were refused, by id.
        frozen: Units of clusters of whose texts some were dropped: nothing joins them, and their
            folds stay as they are, since they could not be made again.
    """

    placer: Placer | ClassicPlacer
    silent: set[int]
    said: dict[int, int]
    summaries: dict[str, Summary]
    frozen: frozenset[int] = frozenset()

    def due(self, policy: FoldPolicy) -> Iterator[Refresh]:
        """Clusters whose fold a model is to write, by root; see `infold.fold.refresh`."""
        summaries = self.summaries.values()
        return plan_refresh(policy, self.placer.forest, self.silent, self.said, summaries)


def restore_placing(
    policy: FoldPolicy,
    dim: int,
    placed: Sequence[Features],
    merges: Sequence[Merge],
    summaries: Iterable[Summary] = (),
) -> Placing:
    """Take up placing where the last job left it. Linear in what is placed.

    Args:
        policy: The policy.
        dim: Length of the units' vectors.
        placed: All units placed so far, by position.
        merges: The whole merge log, withdrawn ones included.
        summaries: The models' folds that stand or were refused.
    """
    frozen = frozen_units(placed, merges)
    placed = set_aside(placed, frozen)
    placer: Placer | ClassicPlacer
    if policy.placement == "classic":
        placer = ClassicPlacer.restore(policy, placed, merges)
    else:
        placer = Placer.restore(policy, dim, placed, merges)
    return Placing(
        placer=placer,
        silent={one.unit.first for one in placed if one.is_filler},
        said={one.unit.first: one.said for one in placed},
        summaries={one.id: one for one in summaries},
        frozen=frozen,
    )


def plan_placement(
    placing: Placing,
    *,
    new: Sequence[Features],
    folds: Iterable[FoldKey],
    placed_to: int,
) -> PlacementPlan:
    """Place new units and find the clusters whose folds are missing or stale.

    Args:
        placing: Where placing stands; it moves on.
        new: The units to place, by position.
        folds: Those that stand: ready, pending or refused.
        placed_to: Position up to which units are placed now.

    Returns:
        The plan. Withdrawn merges and merges by persons make clusters dirty by themselves: an
        extract is told by its root and its number of units, and stands for those that no fold of a
        model covers. A cluster of filler alone is never dirty. Costs what placing the new units
        costs, and a look at each cluster.
    """
    made = placing.placer.place(new)
    placing.silent.update(one.unit.first for one in new if one.is_filler)
    placing.said.update((one.unit.first, one.said) for one in new)
    done, broken = covered(placing.placer.forest, placing.summaries.values())
    for fold in broken:
        del placing.summaries[fold]
    dirty, withdraw = _compare(placing, done, folds)
    withdraw += broken
    placements = {position: one.unit.first for one in new for position in one.unit.members}
    return PlacementPlan(
        placements=placements,
        merges=tuple(made),
        dirty=tuple(dirty),
        withdraw=tuple(withdraw),
        placed_to=max([placed_to, *(position + 1 for position in placements)]),
    )


def _compare(
    placing: Placing, done: set[int], folds: Iterable[FoldKey]
) -> tuple[list[Cluster], list[str]]:
    forest = placing.placer.forest
    quiet = placing.silent | done if done else placing.silent
    standing: dict[tuple[int, int], list[str]] = defaultdict(list)
    for fold in folds:
        if fold.method == "extractive":
            standing[fold.root, fold.generation].append(fold.id)
    dirty: list[Cluster] = []
    for root in forest.roots:
        names = forest.cluster(root)
        if not placing.frozen.isdisjoint(names):
            standing = defaultdict(list, {k: v for k, v in standing.items() if k[0] not in names})
            continue
        if quiet.issuperset(names):
            continue
        if standing.pop((root, len(names)), None) is None:
            members = forest.positions(name for name in names if name not in done)
            dirty.append(Cluster(root=root, generation=len(names), members=members))
    return dirty, [fold for stale in standing.values() for fold in stale]


def place_claims(
    claims: Iterable[Claim], positions: Mapping[str, int], counter: TokenCounter
) -> tuple[Claim, ...]:
    """Claims with their tokens and the positions of their sources, as they are stored.

    Args:
        claims: Of one fold.
        positions: Message id → position, of all its sources.
        counter: Counts tokens.
    """
    return tuple(
        replace(
            claim,
            tokens=counter.count(claim.text),
            positions=tuple(sorted(positions[source] for source in claim.sources)),
        )
        for claim in claims
    )


def _none(_: Sequence[Message]) -> Replacements:
    return NONE_REPLACED


def plan_folds(
    policy: FoldPolicy,
    placement: PlacementPlan,
    messages: Mapping[int, Message],
    counter: TokenCounter,
    replaced: Callable[[Sequence[Message]], Replacements] = _none,
) -> FoldPlan:
    """Make the folds of the dirty clusters, extractively.

    Args:
        policy: How long they may be.
        placement: What `plan_placement` gave.
        messages: By position, those of `placement.positions`, with their ids.
        counter: Counts the tokens of claims.
        replaced: What some messages say and others of them replaced without naming it.

    Returns:
        The plan. Linear in the messages read.
    """
    add = []
    for cluster in placement.dirty:
        sources = [messages[position] for position in cluster.members]
        add.append(
            Fold(
                root=cluster.root,
                sources=tuple(message.id for message in sources),
                claims=place_claims(
                    extract(sources, policy=policy, counter=counter, replaced=replaced(sources)),
                    {message.id: message.position for message in sources},
                    counter,
                ),
                method="extractive",
                state="ready",
                generation=cluster.generation,
                tokens=sum(max(0, message.tokens) for message in sources),
            )
        )
    return FoldPlan(
        placements=placement.placements,
        merges=placement.merges,
        add=tuple(add),
        withdraw=placement.withdraw,
        placed_to=placement.placed_to,
    )
