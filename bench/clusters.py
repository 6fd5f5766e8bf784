"""How a chat falls into clusters: the default policy beside the published reference.

Clusters are read off the store's placements and merge log and joined here, by a walk of its own.
What is filler is what the generator meant as filler, not what Infold takes for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.options import Options
from bench.report import Row, Target, at_least, at_most, row
from bench.sessions import Session
from bench.stores import fill, name, open_store
from infold import Infold
from infold.fold.policy import FoldPolicy
from infold.models.embedder import Embedder

CLASSIC_MOST: Final = 2_000
"""Messages that the reference gets: its cost grows with the square of their number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """Shares of one conversation's clusters.

    Attributes:
        largest: Of its placed messages, those in the largest cluster.
        together: Of its units that are no filler, those in clusters of three units or more.
        alike: Of the same units, those in whose cluster their own thread has the most units.
    """

    largest: float
    together: float
    alike: float


def shares(memory: Infold, conversation: str, made: Session) -> Shares:
    """Read the clusters of a conversation."""
    scope = memory.scope()
    with memory.store.read() as reader:
        placements = reader.placements(scope, conversation)
        merges = reader.merges(scope, conversation)
    beside: dict[int, list[int]] = {unit: [] for unit in placements.values()}
    for merge in merges:
        if not merge.withdrawn_by:
            beside[merge.a].append(merge.b)
            beside[merge.b].append(merge.a)
    cluster: dict[int, int] = {}
    for unit in beside:
        waiting = [unit]
        while waiting:
            reached = waiting.pop()
            if reached not in cluster:
                cluster[reached] = unit
                waiting += beside[reached]
    says_something = {unit for position, unit in placements.items() if position not in made.filler}
    sizes = Counter(cluster[unit] for unit in says_something)
    messages = Counter(cluster[unit] for unit in placements.values())
    threads: dict[int, Counter[int]] = {}
    for unit in says_something:
        threads.setdefault(cluster[unit], Counter())[made.threads[unit]] += 1
    alike = sum(max(inside.values()) for inside in threads.values())
    return Shares(
        largest=max(messages.values()) / len(placements),
        together=sum(n for n in sizes.values() if n >= 3) / len(says_something),
        alike=alike / len(says_something),
    )


def cluster_rows(
    case: str,
    size: int,
    found: Sequence[Shares],
    *,
    largest: Target | None = None,
    together: Target | None = None,
) -> list[Row]:
    """The rows of a policy."""
    return [
        row(case, size, "messages in the largest cluster", "share", [s.largest for s in found],
            largest),
        row(case, size, "units in clusters of three or more", "share",
            [s.together for s in found], together),
        row(case, size, "units in a cluster of their thread", "share",
            [s.alike for s in found]),
    ]  # fmt: skip


def default_rows(size: int, memories: Sequence[tuple[Infold, list[Session]]]) -> list[Row]:
    """Rows of the default policy, for stores that are filled and folded."""
    found = [
        shares(memory, memory.conversation(name(number)).id, made)
        for memory, sessions in memories
        for number, made in enumerate(sessions)
    ]
    return cluster_rows(
        "clusters of a mixed log", size, found, largest=at_most(0.25), together=at_least(0.40)
    )


def classic_rows(size: int, options: Options, place: Path, embedder: Embedder) -> list[Row]:
    """Rows of the published reference, of the same messages."""
    size = min(size, CLASSIC_MOST)
    path = place / f"classic-{size}.db"
    policy = FoldPolicy.classic()
    sessions = fill(path, size, seed=options.seed, embedder=embedder, jobs=True, policy=policy)
    with open_store(path, embedder, policy=policy) as memory:
        found = shares(memory, memory.conversation(name(0)).id, sessions[0])
    return cluster_rows("clusters of a mixed log, classic policy", size, [found])
