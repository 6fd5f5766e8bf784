"""Which excerpts a fold quotes, within a budget of tokens.

Greedy by what an excerpt adds for each token that it adds (maximal marginal coverage, as in Lin and
Bilmes 2011): values and statements that nothing shows yet, then words that the cluster keeps coming
back to. Of one sentence a longer excerpt may take the place of shorter ones. What shows a value
that no longer stands is quoted only beside what takes it back.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from infold.fold.excerpts import SENTENCE, WINDOW, Excerpt
from infold.fold.standing import Key
from infold.fold.wanted import MUST_KEEP
from infold.text.kinds import Kind

__all__ = ["Choice"]

_MOST: Final = 1500
_REPEATED: Final = 0.2
_ONCE: Final = 0.05
_IN_FULL: Final = 0.3
"""What a value that a window shows is still worth in a whole clause."""
_TOGETHER: Final = 0.3
_STALE: Final = 0.4
_OWED: Final = 2.4
_DENIED: Final = 1.5
_MUST: Final = {
    kind.value: _DENIED if kind is Kind.NEGATION else _OWED for kind in sorted(MUST_KEEP)
}
"""How much more a statement counts that a fold has to hold. Values are shorter and would come first
in a tight budget; of negations there are many, and at 1.6 folds of 5:1 keep a hundredth less."""


class Choice:
    """What was chosen so far.

    Args:
        candidates: What may be quoted.
        budget: Tokens.
        offset: Added to the tokens of each: the larger it is, the more are long ones preferred.
        level: Power to which the worth of values is raised: at 0 all are worth the same.
        told: Values that headlines show as the sources do.
        again: What such a value is still worth: a headline leaves out what is said of it.
        prove: Whether an excerpt can stand by itself; asked before it is chosen.
    """

    def __init__(
        self,
        candidates: Sequence[Excerpt],
        *,
        budget: int,
        offset: float,
        level: float,
        told: Iterable[Key],
        again: float,
        prove: Callable[[Excerpt], bool],
    ) -> None:
        self.left = budget
        self._prove = prove
        self._failed: set[int] = set()
        self._offset = offset
        self._level = level
        self._told = set(told)
        self._again = again
        self._all = candidates
        self._by_group: dict[int, list[int]] = defaultdict(list)
        for order, one in enumerate(candidates):
            self._by_group[one.group].append(order)
        self._worth = _worth(candidates)
        self._owed: list[Excerpt] = []
        self._seen: set[Key] = set()
        self._full: set[Key] = set()
        self._terms: set[str] = set()
        self._chosen: dict[int, list[Excerpt]] = defaultdict(list)

    @property
    def chosen(self) -> list[Excerpt]:
        """The excerpts, in the order of the sources."""
        return sorted(
            (one for some in self._chosen.values() for one in some),
            key=lambda one: (one.passage.message, one.passage.part, one.start),
        )

    def shows(self, key: Key) -> bool:
        """Whether a value is shown as the sources say it."""
        return key in self._seen or key in self._told

    def owe(self, keys: Iterable[Key]) -> None:
        """Show these values as they stand, as cheaply as can be, in place of others if need be."""
        for key in sorted(keys):
            if key in self._seen:
                continue
            holding = [order for order, one in enumerate(self._all) if key in one.keeps]
            for order in sorted(holding, key=lambda order: (self._all[order].tokens, order)):
                one = self._all[order]
                if (
                    all(self.shows(wrong) for wrong in one.denies)
                    and self._stands(order)
                    and key in one.keeps
                    and self._make_room(one)
                ):
                    self._take(one)
                    self._owed.append(one)
                    break

    def _make_room(self, one: Excerpt) -> bool:
        """Take back what is worth least for its tokens, until an excerpt fits."""
        price = self._cost(one)
        if price is None:
            return False
        others = [other for other in self.chosen if other not in self._owed]
        others = [other for other in others if not one.holds(other) or other.group != one.group]
        others.sort(
            key=lambda other: round(
                other.share * math.fsum(sorted(other.keeps.values())) / other.tokens, 9
            )
        )
        if price > self.left + sum(other.tokens for other in others):
            return False
        for other in others:
            if price <= self.left:
                break
            self._drop(other)
        self._recount()
        return True

    def fill(self) -> None:
        """Choose as long as something fits and adds."""
        proved: set[int] = set()
        heap = [
            (-gain, order) for order in range(len(self._all)) if (gain := self._gain(order)) > 0
        ]
        heap = heapq.nsmallest(_MOST, heap)
        waiting: dict[Key, list[int]] = defaultdict(list)
        while heap:
            stale, order = heapq.heappop(heap)
            one = self._all[order]
            blocked = [key for key in one.denies if not self.shows(key)]
            if blocked:
                waiting[blocked[0]].append(order)
                continue
            fresh = -self._gain(order)
            if fresh >= 0:
                continue
            if fresh > stale and heap and (fresh, order) > heap[0]:
                heapq.heappush(heap, (fresh, order))
                continue
            if order not in proved:
                proved.add(order)
                if self._stands(order):  # it may keep less than it seemed to
                    heapq.heappush(heap, (-self._gain(order), order))
                continue
            self._take(one)
            again = [key for key in one.keeps if key in waiting]
            for other in (*self._by_group[one.group], *(o for k in again for o in waiting.pop(k))):
                gain = self._gain(other)
                if gain > 0:
                    heapq.heappush(heap, (-gain, other))

    def ban(self, one: Excerpt) -> None:
        """Take an excerpt back for good."""
        self._failed.update(order for order in self._by_group[one.group] if self._all[order] is one)
        self._drop(one)
        self._recount()

    def _drop(self, one: Excerpt) -> None:
        self._chosen[one.group].remove(one)
        self.left += one.tokens

    def _recount(self) -> None:
        self._seen = {key for one in self.chosen for key in one.keeps}
        self._full = {key for one in self.chosen if one.grain != WINDOW for key in one.keeps}
        self._terms = {term for one in self.chosen for term in one.terms}

    def _stands(self, order: int) -> bool:
        if order not in self._failed and not self._prove(self._all[order]):
            self._failed.add(order)
        return order not in self._failed

    def _take(self, one: Excerpt) -> None:
        price = self._price(one)
        assert price is not None
        self.left -= price
        beside = [other for other in self._chosen[one.group] if not one.holds(other)]
        self._chosen[one.group] = [*beside, one]
        self._seen.update(one.keeps)
        if one.grain != WINDOW:
            self._full.update(one.keeps)
        self._terms |= one.terms

    def _price(self, one: Excerpt) -> int | None:
        """Tokens that it adds; None where it does not fit, or is a part of what is chosen."""
        price = self._cost(one)
        return price if price is not None and price <= self.left else None

    def _cost(self, one: Excerpt) -> int | None:
        price = one.tokens
        for other in self._chosen[one.group]:
            if one.holds(other) and other is not one:
                price -= other.tokens
            elif one.meets(other):
                return None
        return price

    def _gain(self, order: int) -> float:
        one = self._all[order]
        price = self._price(one)
        if price is None or order in self._failed:
            return 0.0
        new = math.fsum(
            weight**self._level * _MUST.get(key[0], 1.0) * self._news(key, one)
            for key, weight in sorted(one.keeps.items())
        )
        new += math.fsum(sorted(self._worth.get(term, 0.0) for term in one.terms - self._terms))
        # One stretch reads better than several of its parts.
        within = sum(one.holds(other) for other in self._chosen[one.group] if other is not one)
        new += _TOGETHER * max(0, within - 1)
        share = one.share * (_STALE if one.denies else 1.0)
        return round(share * new / (self._offset + max(0, price)), 9)

    def _news(self, key: Key, one: Excerpt) -> float:
        """How much of a value's worth an excerpt adds."""
        if key not in self._seen:
            return self._again if key in self._told else 1.0
        return _IN_FULL if one.grain != WINDOW and key not in self._full else 0.0


def _worth(candidates: Iterable[Excerpt]) -> dict[str, float]:
    """What a word is worth: more where several messages hold it."""
    spoken: dict[str, set[int]] = defaultdict(set)
    for one in candidates:
        if one.grain == SENTENCE:
            for term in one.terms:
                spoken[term].update([one.passage.message, *(more.message for more in one.also)])
    return {
        term: _REPEATED * math.log(len(where)) if len(where) > 1 else _ONCE
        for term, where in spoken.items()
    }
