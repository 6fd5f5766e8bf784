"""When a model writes the fold of a cluster anew, and what it is given for that.

A model's fold stands while its cluster grows; an extract of what came since stands beside it. It is
refreshed when what came since reaches `FoldPolicy.refresh_tokens`, or its own length if that is
more. Each refresh reads the fold before and what came since, so a message is read whole once, and
all refreshes of a cluster together read less than three times its tokens.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from infold.core.folds import FoldState
from infold.fold.forest import Forest
from infold.fold.policy import FoldPolicy

__all__ = ["Refresh", "Summary", "covered", "plan_refresh"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A model's fold, as far as the rule needs to know it.

    Attributes:
        id: Of the fold.
        state: `ready`, or `refused`: the model was asked and its answer was not good enough.
        units: The units that it stands for.
        tokens: Of its claims together.
    """

    id: str
    state: FoldState
    units: frozenset[int]
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refresh:
    """A cluster whose fold a model is to write.

    Attributes:
        root: The cluster's root.
        units: All its units, ascending.
        fresh: Positions of the messages that no summary of a model covers yet, ascending.
        ready: Ids of the folds that are written anew with them: several where clusters joined.
        refused: Ids of those that were refused before.
    """

    root: int
    units: tuple[int, ...]
    fresh: tuple[int, ...]
    ready: tuple[str, ...]
    refused: tuple[str, ...]


def is_due(policy: FoldPolicy, *, fold_tokens: int, fresh_tokens: int) -> bool:
    """Whether so many tokens that are not in a fold make it worth its price to write it anew."""
    return fresh_tokens >= max(policy.refresh_tokens, fold_tokens)


def covered(forest: Forest, summaries: Iterable[Summary]) -> tuple[set[int], list[str]]:
    """What the models' folds stand for, and which of them stand no longer.

    Returns:
        The units that a ready one covers; ids of those whose units are in several clusters now,
        because a merge was withdrawn.
    """
    units: set[int] = set()
    broken: list[str] = []
    for one in summaries:
        if len({forest.find(unit) for unit in one.units}) > 1:
            broken.append(one.id)
        elif one.state == "ready":
            units |= one.units
    return units, broken


def plan_refresh(
    policy: FoldPolicy,
    forest: Forest,
    silent: set[int],
    tokens: Mapping[int, int],
    summaries: Iterable[Summary],
) -> Iterator[Refresh]:
    """Find the clusters whose fold a model is to write, by root.

    Args:
        policy: Its `refresh_tokens`.
        forest: The clusters.
        silent: Units that are filler alone: they make no fold due.
        tokens: Of each unit.
        summaries: The models' folds that stand or were refused.

    Yields:
        Clusters that are due. Linear in the units.
    """
    of_root: dict[int, list[Summary]] = defaultdict(list)
    for one in summaries:
        of_root[forest.find(min(one.units))].append(one)
    for root in forest.roots:
        known = of_root.get(root, [])
        units = forest.cluster(root)
        tried = {unit for one in known for unit in one.units}
        new = sum(tokens[unit] for unit in units if unit not in tried and unit not in silent)
        ready = [one for one in known if one.state == "ready"]
        if not is_due(policy, fold_tokens=sum(one.tokens for one in ready), fresh_tokens=new):
            continue
        done = {unit for one in ready for unit in one.units}
        yield Refresh(
            root=root,
            units=units,
            fresh=forest.positions(unit for unit in units if unit not in done),
            ready=tuple(one.id for one in ready),
            refused=tuple(one.id for one in known if one.state == "refused"),
        )
