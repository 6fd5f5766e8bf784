"""Placing units into clusters, strictly by position.

A unit joins the cluster to whose members it is most alike on average: the dot product of its
vector with the plain mean of theirs, not brought to length 1, so that a diffuse cluster attracts
nothing. The threshold is read off the conversation itself. Nothing is ever merged by force.

Vectors are rounded to whole 128ths, and a cluster holds at most `MOST_UNITS` units; so all dot
products are whole numbers below 2**24, which 32-bit floats add without any rounding. Hence scores
are the same bits whatever the order of adding: in one go, in chunks, after a restart, with any
linear algebra library.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infold.core.folds import Merge
from infold.fold.corrections import Correction
from infold.fold.forest import Forest
from infold.fold.policy import FoldPolicy
from infold.graph.units import Unit

__all__ = ["FIRST_CALIBRATION", "MOST_UNITS", "Features", "Placer"]

FIRST_CALIBRATION: Final = 8
"""Units before nothing is alike; the threshold is read then and at each doubling."""

MOST_UNITS: Final = 800
"""Each unit counts as at least this part of a cluster's token limit."""

_SCALE: Final = 128
_SQUARE: Final = float(_SCALE * _SCALE)
_BLOCK: Final = 256
_PAIRS: Final = 4096
_LEAST_SPREAD: Final = 0.05
_SURELY_ALIKE: Final = 0.9
_SEEN_IN: Final = 3
_RARE: Final = 20
_SHARED: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Features:
    """What placing needs to know of a unit.

    Attributes:
        unit: Its positions.
        tokens: Of its messages.
        vector: Of length 1, or zero; shape (dim,), the same for all units of a conversation.
        terms: Hashes of its terms, as in the forward rows.
        is_filler: Whether it says nothing; it is then never joined to anything.
        correction: What it corrects by its own words, if it does. Read for new units only.
        said: Tokens that a model may shorten: those of system messages and of filler are none.
        is_dropped: Whether the text of one of its messages was dropped.
    """

    unit: Unit
    tokens: int
    vector: NDArray[np.float32]
    terms: NDArray[np.uint32]
    is_filler: bool = False
    correction: Correction | None = None
    said: int = 0
    is_dropped: bool = False


class Placer:
    """Places one unit after another. Its state follows from the units and the merge log alone.

    For n units and k clusters the work is n * k * dim multiplications in blocks, and a few passes
    over k numbers for each unit.
    """

    def __init__(self, policy: FoldPolicy, dim: int) -> None:
        self._policy = policy
        self._dim = dim
        self.forest = Forest()
        self._floor = -(-policy.cluster_tokens // MOST_UNITS)
        self._spent = 0  # tokens of all units so far
        self._rooms = 0  # clusters in use; the arrays below have room for more
        self._sums = np.zeros((0, dim), np.float32)
        self._counts: NDArray[np.float64] = np.zeros(0)  # members, times the square of the scale
        self._tokens = np.zeros(0, np.int64)
        self._last = np.zeros(0, np.int64)  # tokens spent when the cluster last grew
        self._roots: list[int] = []
        self._row: dict[int, int] = {}  # unit → its cluster's row
        self._vectors: list[NDArray[np.float32]] = []  # of units that have one, by position
        self._threshold = np.inf
        self._bonus = 0.0
        self._index: dict[int, list[int]] | None = None  # term → units; made when first asked for
        # Of units that may be corrected: their first positions, and what `_index` is made of.
        self._terms: list[tuple[int, NDArray[np.uint32]]] = []

    @classmethod
    def restore(
        cls, policy: FoldPolicy, dim: int, placed: Sequence[Features], merges: Iterable[Merge]
    ) -> Placer:
        """Take up placing where it stopped. Linear in what is there.

        Args:
            policy: The same as before.
            dim: Length of the vectors.
            placed: All units placed so far, by position.
            merges: The whole merge log.
        """
        placer = cls(policy, dim)
        placer.forest = Forest.from_log((known.unit for known in placed), merges)
        kept = [known for known in placed if not known.is_filler]
        heads = [placer.forest.find(known.unit.first) for known in kept]
        placer._roots = sorted(set(heads))
        row_of = {root: row for row, root in enumerate(placer._roots)}
        rows = np.array([row_of[head] for head in heads], np.int64)
        count = len(placer._roots)
        placer._rooms = count
        placer._sums = np.zeros((count, dim), np.float32)
        placer._counts = np.bincount(rows, minlength=count).astype(np.float64) * _SQUARE
        placer._tokens = np.zeros(count, np.int64)
        placer._last = np.zeros(count, np.int64)
        if kept:
            whole = _whole_numbers([known.vector for known in kept], dim)
            np.add.at(placer._sums, rows, whole)
            placer._vectors = list(whole[whole.any(axis=1)])
            sizes = np.array([max(known.tokens, placer._floor) for known in kept], np.int64)
            np.add.at(placer._tokens, rows, sizes)
            spent = np.cumsum([known.tokens for known in placed])
            kept_at = [index for index, known in enumerate(placed) if not known.is_filler]
            np.maximum.at(placer._last, rows, spent[kept_at])
        placer._spent = sum(known.tokens for known in placed)
        placer._row = {known.unit.first: int(row) for known, row in zip(kept, rows, strict=True)}
        placer._terms = [(known.unit.first, known.terms) for known in kept]
        size = FIRST_CALIBRATION
        while size * 2 <= len(placer._vectors):
            size *= 2
        if size <= len(placer._vectors):
            placer._calibrate(size)
        return placer

    @property
    def threshold(self) -> float:
        """The likeness that it takes to join; infinite before the first calibration."""
        return float(self._threshold)

    def place(self, units: Sequence[Features]) -> list[Merge]:
        """Place the next units.

        Args:
            units: By position, after all that are placed.

        Returns:
            The merges that they made, at most one for each, in order; also entered in `forest`.
        """
        merges: list[Merge] = []
        for begin in range(0, len(units), _BLOCK):
            merges += self._place_block(units[begin : begin + _BLOCK])
        return merges

    def _place_block(self, units: Sequence[Features]) -> list[Merge]:
        whole = _whole_numbers([unit.vector for unit in units], self._dim)
        known = self._rooms
        self._make_room(known + len(units))
        alike = np.zeros((len(units), len(self._roots) + len(units)), np.float32)
        alike[:, :known] = whole @ self._sums[:known].T
        among = whole @ whole.T
        rows = np.zeros(len(units), np.int64)  # clusters of this block's units
        who: list[int] = []  # their indexes
        merges: list[Merge] = []
        for index, unit in enumerate(units):
            first = unit.unit.first
            self.forest.add(unit.unit)
            self._spent += unit.tokens
            if unit.is_filler:
                continue
            has_vector = bool(among[index, index])
            size = max(unit.tokens, self._floor)
            # The sums as they stood before the block, and what joined since.
            dots = alike[index, : self._rooms]
            np.add.at(dots, rows[who], among[index, who])
            row, score = self._best(dots, size, unit.tokens)
            reason = "similar"
            target = self._corrected(unit)
            if target is not None:
                row, reason = self._row[target], "correction"
                score = float(dots[row] / self._counts[row])
            elif not has_vector or score < self._threshold or dots[row] <= 0:
                row = -1
            if row < 0:
                row = self._rooms
                self._rooms += 1
                self._roots.append(first)
            else:
                other = self._roots[row] if target is None else target
                merges.append(self.forest.union(first, other, score=score, reason=reason))
            self._sums[row] += whole[index]
            self._counts[row] += _SQUARE
            self._tokens[row] += size
            self._last[row] = self._spent
            self._row[first] = row
            rows[index] = row
            who.append(index)
            self._learn(unit, whole[index] if has_vector else None)
        return merges

    def _best(self, dots: NDArray[np.float32], size: int, tokens: int) -> tuple[int, float]:
        """The most alike cluster that has room, the earliest among equals; -1 for none."""
        count = self._rooms
        if not count:
            return -1, -np.inf
        policy = self._policy
        away = self._spent - tokens - self._last[:count]
        scores = dots / self._counts[:count]
        scores += self._bonus * policy.near_tokens / (away + policy.near_tokens)
        scores[self._tokens[:count] + size > policy.cluster_tokens] = -np.inf
        row = int(scores.argmax())
        return row, round(float(scores[row]), 6)

    def _make_room(self, count: int) -> None:
        if count <= len(self._counts):
            return
        more = max(count, 2 * len(self._counts)) - len(self._counts)
        self._sums = np.concatenate([self._sums, np.zeros((more, self._dim), np.float32)])
        self._counts = np.concatenate([self._counts, np.zeros(more)])
        self._tokens = np.concatenate([self._tokens, np.zeros(more, np.int64)])
        self._last = np.concatenate([self._last, np.zeros(more, np.int64)])

    def _learn(self, unit: Features, vector: NDArray[np.float32] | None) -> None:
        first = unit.unit.first
        self._terms.append((first, unit.terms))
        if self._index is not None:
            _enter(self._index, first, unit.terms)
        if vector is None:
            return
        self._vectors.append(vector)
        count = len(self._vectors)
        if count >= FIRST_CALIBRATION and count & (count - 1) == 0:
            self._calibrate(count)

    def _calibrate(self, count: int) -> None:
        """Read the threshold off pairs that stand far apart among the first `count` units.

        Most of such pairs are of different matters, so their median is the embedder's level for
        unlike texts of this conversation, and the lower half of their spread is its noise: what
        is alike widens the upper half alone.
        """
        vectors = np.array(self._vectors[:count])
        step = max(1, count * 4 // _PAIRS)
        pairs = [
            np.einsum("ij,ij->i", vectors[: count - away : step], vectors[away::step])
            for away in sorted({count // 2, count // 3, count * 2 // 5, count // 4})
        ]
        likeness = np.sort(np.concatenate(pairs).astype(np.float64)) / _SQUARE
        middle = likeness[len(likeness) // 2]
        low = likeness[len(likeness) * 16 // 100]
        spread = max(float(middle - low), _LEAST_SPREAD)
        level = float(middle) + self._policy.strictness * spread
        self._threshold = round(min(level, _SURELY_ALIKE), 6)
        self._bonus = round(self._policy.near_bonus * spread, 6)

    def _corrected(self, unit: Features) -> int | None:
        """The unit that this one corrects, if its words say so beyond doubt."""
        if unit.correction is None:
            return None
        if self._index is None:
            self._index = defaultdict(list)
            for first, terms in self._terms:
                _enter(self._index, first, terms)
        index = self._index
        # It names the value that it replaces: a value that few units hold.
        named = [index[term] for term in unit.correction.values if term in index]
        votes = Counter(place for places in named if len(places) <= _SEEN_IN for place in places)
        if not votes:
            is_new = any(term not in index for term in unit.correction.values)
            rare = max(_SHARED, len(self._terms) // _RARE)
            shared = [index[term] for term in unit.correction.about if term in index]
            votes = Counter(place for places in shared if len(places) <= rare for place in places)
            votes = Counter({place: n for place, n in votes.items() if n >= _SHARED and is_new})
        return max(votes, key=lambda place: (votes[place], place)) if votes else None


def _enter(index: dict[int, list[int]], first: int, terms: NDArray[np.uint32]) -> None:
    for term in set(terms.tolist()):
        index[term].append(first)


def _whole_numbers(vectors: Sequence[NDArray[np.float32]], dim: int) -> NDArray[np.float32]:
    stacked = np.array(vectors, np.float32).reshape(len(vectors), dim)
    return np.rint(stacked * _SCALE)
