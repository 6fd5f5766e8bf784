"""The union-find forest of clusters: the merge log is the truth, everything else is derived.

Units are named by the position of their first message; the root of a cluster is its smallest
unit. Paths are shortened in memory while searching, and never stored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from infold.core.folds import Merge
from infold.errors import Conflict, GraphError, NotFound
from infold.graph.units import Unit

__all__ = ["Forest", "units_from_placements"]


def units_from_placements(placements: Mapping[int, int]) -> list[Unit]:
    """The units of stored placements (position → position of its unit's first message).

    Returns:
        Units by position, their members ascending.
    """
    members: dict[int, list[int]] = defaultdict(list)
    for position in sorted(placements):
        members[placements[position]].append(position)
    return [Unit(first=first, members=tuple(members[first])) for first in sorted(members)]


class Forest:
    """Units and the merges that join them into clusters.

    `find` takes nearly constant time, `union` too but for the moving of the smaller cluster's
    members (O(log n) moves a unit in all), `expand` and `withdraw` time in the size of one cluster.
    """

    def __init__(self) -> None:
        self._units: dict[int, Unit] = {}
        self._up: dict[int, int] = {}  # unit → a unit nearer to its representative
        self._members: dict[int, list[int]] = {}  # representative → units
        self._root: dict[int, int] = {}  # representative → smallest unit
        self._log: list[Merge] = []
        self._entries: dict[int, list[int]] = {}  # unit → places in the log that name it
        self._place: dict[str, int] = {}  # id of a merge → its place in the log

    @classmethod
    def from_log(cls, units: Iterable[Unit], merges: Iterable[Merge]) -> Forest:
        """Build a forest from its units and its whole merge log, withdrawn merges included.

        Raises:
            GraphError: A unit twice, or a merge of units that are not there.
        """
        forest = cls()
        for unit in units:
            forest.add(unit)
        for merge in merges:
            forest.enter(merge)
        return forest

    def add(self, unit: Unit) -> None:
        """Add a unit as a cluster of its own.

        Raises:
            GraphError: It is there already.
        """
        first = unit.first
        if first in self._units:
            raise GraphError(
                f"The unit at position {first} is there already.",
                hint="Add each unit once, and merge units that were added.",
            )
        self._units[first] = unit
        self._entries[first] = []
        self._alone(first)

    def __len__(self) -> int:
        """Count of units."""
        return len(self._units)

    def __contains__(self, unit: int) -> bool:
        """Whether a unit of that name is there."""
        return unit in self._units

    @property
    def log(self) -> tuple[Merge, ...]:
        """All merges in order of entry, withdrawn ones included."""
        return tuple(self._log)

    @property
    def roots(self) -> list[int]:
        """Roots of all clusters, ascending."""
        return sorted(self._root.values())

    def find(self, unit: int) -> int:
        """The root of a unit's cluster: its smallest unit.

        Raises:
            NotFound: There is no such unit.
        """
        return self._root[self._representative(unit)]

    def cluster(self, unit: int) -> tuple[int, ...]:
        """The units of a unit's cluster, ascending.

        Raises:
            NotFound: There is no such unit.
        """
        return tuple(sorted(self._members[self._representative(unit)]))

    def expand(self, unit: int) -> tuple[int, ...]:
        """Positions of all messages of a unit's cluster, in conversation order.

        Raises:
            NotFound: There is no such unit.
        """
        return self.positions(self._members[self._representative(unit)])

    def positions(self, units: Iterable[int]) -> tuple[int, ...]:
        """Positions of all messages of some units, in conversation order."""
        return tuple(sorted(place for name in units for place in self._units[name].members))

    def union(self, a: int, b: int, *, score: float, reason: str) -> Merge:
        """Join the clusters of two units.

        Args:
            a: A unit.
            b: Another one. Whichever is later becomes the merge's `a`.
            score: Their likeness; rounded to 6 places.
            reason: As in `Merge`.

        Returns:
            The new entry of the log.

        Raises:
            NotFound: There is no such unit.
            GraphError: A unit cannot be merged with itself.
        """
        merge = Merge(a=max(a, b), b=min(a, b), score=round(score, 6), reason=reason)
        for unit in (a, b):
            self._representative(unit)
        self.enter(merge)
        return merge

    def enter(self, merge: Merge) -> None:
        """Enter a merge that was made already into the log; one withdrawn joins nothing.

        Raises:
            GraphError: Its units are not there, or are one and the same.
        """
        absent = [unit for unit in (merge.a, merge.b) if unit not in self._units]
        if absent or merge.a == merge.b:
            what = f"no unit at {absent[0]}" if absent else "a unit with itself"
            raise GraphError(
                f"The merge of {merge.a} and {merge.b} joins {what}.",
                records=[merge.id],
                hint="Add each unit once, and merge units that were added.",
            )
        place = len(self._log)
        self._log.append(merge)
        if merge.id:
            self._place[merge.id] = place
        self._entries[merge.a].append(place)
        self._entries[merge.b].append(place)
        if not merge.withdrawn_by:
            self._join(merge.a, merge.b)

    def withdraw(self, merge: str, *, by: str) -> tuple[int, ...]:
        """Withdraw a merge and derive its component anew from the merges that still hold.

        Args:
            merge: Id of the merge.
            by: Who withdraws it.

        Returns:
            The roots that its component has now: one if other merges hold it together, else two.

        Raises:
            NotFound: There is no merge of that id.
            Conflict: It is withdrawn already.
        """
        place = self._place.get(merge)
        if place is None:
            raise NotFound(
                f"There is no merge {merge!r}.",
                records=[merge],
                hint="Name one that was added before.",
            )
        entry = self._log[place]
        if entry.withdrawn_by:
            raise Conflict(
                f"The merge {merge!r} was withdrawn by {entry.withdrawn_by!r} already.",
                records=[merge],
                hint="Nothing is left to withdraw.",
            )
        component = self.cluster(entry.a)
        self._log[place] = replace(entry, withdrawn_by=by)
        head = self._representative(entry.a)
        del self._members[head], self._root[head]
        for unit in component:
            self._alone(unit)
        # Each merge that holds stands at both of its units: taken once, in order of entry.
        for entered in sorted({place for unit in component for place in self._entries[unit]}):
            if not self._log[entered].withdrawn_by:
                self._join(self._log[entered].a, self._log[entered].b)
        return tuple(sorted({self.find(unit) for unit in component}))

    def _alone(self, unit: int) -> None:
        self._up[unit] = unit
        self._members[unit] = [unit]
        self._root[unit] = unit

    def _representative(self, unit: int) -> int:
        up = self._up
        if unit not in up:
            raise NotFound(
                f"There is no unit at position {unit}.", hint="Name one that was added before."
            )
        while up[unit] != unit:
            up[unit] = up[up[unit]]
            unit = up[unit]
        return unit

    def _join(self, a: int, b: int) -> None:
        one, other = self._representative(a), self._representative(b)
        if one == other:
            return
        if len(self._members[one]) < len(self._members[other]):
            one, other = other, one
        self._up[other] = one
        self._members[one] += self._members.pop(other)
        self._root[one] = min(self._root[one], self._root.pop(other))
