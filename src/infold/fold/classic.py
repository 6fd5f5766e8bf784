"""The published union-find compaction as a placement strategy: the baseline of the benchmarks.

Each message is a unit. It joins the cluster with the nearest centroid by the cosine of TF-IDF
vectors if that reaches 0.15, else it starts one; where there are more than ten, the closest pair
is merged by force. It collapses: a forced merge makes a long centroid that holds a word of
everything, and is therefore near to everything. That is kept as it was published.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from infold.core.folds import Merge
from infold.fold.forest import Forest
from infold.fold.placement import Features
from infold.fold.policy import FoldPolicy

__all__ = ["ClassicPlacer"]


class _Cluster:
    """The sum of its members' vectors, and its length."""

    def __init__(self, root: int, vector: dict[int, float]) -> None:
        self.root = root
        self.total: dict[int, float] = {}
        self._square = 0.0
        self.take(vector)

    @property
    def length(self) -> float:
        return math.sqrt(self._square) or 1.0

    def take(self, vector: dict[int, float]) -> None:
        total = self.total
        for term, value in vector.items():
            before = total.get(term, 0.0)
            total[term] = before + value
            self._square += value * (2.0 * before + value)


class ClassicPlacer:
    """Places messages as the published reference does.

    The cost of a message is its terms times the clusters, and the vocabulary times the pairs of
    clusters where one is merged by force.
    """

    def __init__(self, policy: FoldPolicy) -> None:
        self._policy = policy
        self.forest = Forest()
        self._seen = 0
        self._in: Counter[int] = Counter()  # messages that hold a term
        self._clusters: list[_Cluster] = []

    @classmethod
    def restore(
        cls, policy: FoldPolicy, placed: Sequence[Features], merges: Iterable[Merge]
    ) -> ClassicPlacer:
        """Take up placing where it stopped, by placing all once more: its vectors depend on time.

        A merge that was withdrawn holds the units apart in the forest, not in what comes next.
        """
        placer = cls(policy)
        placer.place(placed)
        placer.forest = Forest.from_log((known.unit for known in placed), merges)
        return placer

    def place(self, units: Sequence[Features]) -> list[Merge]:
        """Place the next units, one message each; filler is placed like all else.

        Returns:
            The merges that they made, in order; also entered in `forest`.
        """
        merges: list[Merge] = []
        for unit in units:
            first = unit.unit.first
            self.forest.add(unit.unit)
            vector = self._vector(unit)
            near = [
                (_cosine(vector, cluster), -cluster.root, cluster) for cluster in self._clusters
            ]
            score, _, nearest = max(near, key=lambda one: one[:2], default=(0.0, 0, None))
            if nearest is not None and score >= self._policy.classic_threshold:
                merges.append(self.forest.union(first, nearest.root, score=score, reason="similar"))
                nearest.take(vector)
                continue
            self._clusters.append(_Cluster(first, vector))
            while len(self._clusters) > self._policy.classic_clusters:
                merges.append(self._force())
        return merges

    def _vector(self, unit: Features) -> dict[int, float]:
        counts = Counter(unit.terms.tolist())
        self._seen += 1
        self._in.update(counts.keys())
        raw = {
            term: count * (math.log((1 + self._seen) / (1 + self._in[term])) + 1)
            for term, count in counts.items()
        }
        norm = math.sqrt(math.fsum(value * value for value in raw.values())) or 1.0
        return {term: value / norm for term, value in raw.items()}

    def _force(self) -> Merge:
        norms = [cluster.length for cluster in self._clusters]
        best = (-1.0, 0, 0)
        for later in range(1, len(self._clusters)):
            for earlier in range(later):
                one, other = self._clusters[earlier].total, self._clusters[later].total
                score = round(_dot(one, other) / (norms[earlier] * norms[later]), 9)
                if score > best[0]:
                    best = (score, earlier, later)
        score, earlier, later = best
        kept, gone = self._clusters[earlier], self._clusters.pop(later)
        kept.take(gone.total)
        return self.forest.union(gone.root, kept.root, score=score, reason="forced")


def _dot(one: dict[int, float], other: dict[int, float]) -> float:
    small, large = (one, other) if len(one) <= len(other) else (other, one)
    return math.fsum(value * large[term] for term, value in small.items() if term in large)


def _cosine(vector: dict[int, float], cluster: _Cluster) -> float:
    """Of a vector of length 1 (or without terms) with a cluster's centroid."""
    return round(_dot(vector, cluster.total) / cluster.length, 9)
