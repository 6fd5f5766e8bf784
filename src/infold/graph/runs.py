"""Runs: straight stretches of turns that may be folded, and why the others may not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from infold.core.wording import counted
from infold.errors import GraphError
from infold.graph.turn_graph import TurnGraph

__all__ = ["SHORTEST", "Breaker", "LinearRun", "Refused", "linear_runs", "require_convex"]

SHORTEST = 3
"""Turns of the shortest run."""

Breaker: TypeAlias = Literal[
    "archived",
    "folded",
    "frontier",
    "landmark",
    "pin",
    "role prompt",
    "attachment",
    "dropped",
    "reference",
    "version",
    "unanswered",
    "fork",
    "merge",
    "short",
    "outside",
]

REASONS: dict[Breaker, str] = {
    "archived": "it is archived and contributes nothing",
    "folded": "it is folded already",
    "frontier": "it stands within {depth} of a live end",
    "landmark": "it is a landmark and stays whole",
    "pin": "it is pinned",
    "role prompt": "it holds a role prompt, which a fold cannot carry",
    "attachment": "it holds an image or file, which a fold cannot carry",
    "dropped": "a text of it was dropped, and the fold that stands for that stays as it is",
    "reference": "another turn quotes it, or it quotes one",
    "version": "another version of something in it is shown in its place",
    "unanswered": "its question has no answer yet",
    "fork": "several turns go on from it",
    "merge": "several paths lead into it",
    "short": "fewer than {shortest} stand in a row here",
    "outside": "it is in no part of the graph that was chosen",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearRun:
    """A straight stretch, one way in and one way out.

    Attributes:
        nodes: Its turns in order.
    """

    nodes: tuple[int, ...]


class Refused(NamedTuple):
    """A stretch that is not proposed. A tuple: in a bushy graph there is one for most turns.

    Attributes:
        nodes: Turns in a row, refused for one reason.
        breaker: The reason.
    """

    nodes: tuple[int, ...]
    breaker: Breaker

    def reason(self, *, depth: int, shortest: int) -> str:
        """The reason in words.

        Args:
            depth: Turns above every live end that stay, by the policy.
            shortest: Turns of the shortest run, by the policy.
        """
        if self.breaker == "frontier" and not depth:
            return "it is a live end"
        return REASONS[self.breaker].format(
            depth=counted(depth, "turn"), shortest=counted(shortest, "turn")
        )


def breaker(graph: TurnGraph, node: int, *, protected: Collection[int]) -> Breaker | None:
    """Why a turn stands in no run; None where it may.

    Args:
        graph: The turns.
        node: One of them.
        protected: The frontier.
    """
    if node in graph.archived:
        return "archived"
    if node in graph.folded:
        return "folded"
    if node in graph.marked:
        kinds = {mark.kind for mark in graph.marked[node]}
        if "landmark" in kinds:
            return "landmark"
        if "pin" in kinds:
            return "pin"
    if node in graph.with_role:
        return "role prompt"
    if node in graph.with_attachment:
        return "attachment"
    if node in graph.with_dropped:
        return "dropped"
    if node in graph.quoted_or_quoting:
        return "reference"
    if node in graph.versioned:
        return "version"
    one = graph.nodes[node]
    if one.opening is not None and not one.is_answered:
        return "unanswered"
    if node in protected:
        return "frontier"
    if _is_several(graph, node, graph.children[node], below=True):
        return "fork"
    if _is_several(graph, node, graph.parents[node], below=False):
        return "merge"
    return None


def _is_several(graph: TurnGraph, node: int, beside: Sequence[int], *, below: bool) -> bool:
    """Whether several turns that are shown stand below or above one."""
    if len(beside) < 2 and graph.passed.isdisjoint(beside):
        return False
    return len(graph.live_beside(node, below=below)) > 1


def linear_runs(
    graph: TurnGraph,
    *,
    protected: Collection[int],
    shortest: int = SHORTEST,
    inside: Collection[int] | None = None,
) -> tuple[list[LinearRun], list[Refused]]:
    """All maximal straight stretches, and every other turn with the reason why it is in none.

    Args:
        graph: The turns.
        protected: The frontier.
        shortest: Turns of the shortest run.
        inside: The part of the graph that was chosen; all of it by default.

    Returns:
        Runs and refused stretches, by their first turn; each turn is in exactly one. Linear.
    """
    broken: dict[int, Breaker] = {}
    for node in range(len(graph)):
        found = breaker(graph, node, protected=protected)
        if inside is not None and node not in inside:
            found = "outside"
        if found is not None:
            broken[node] = found
    runs: list[LinearRun] = []
    taken: set[int] = set()
    for node in range(len(graph)):
        if node in broken or node in taken:
            continue
        above = _before(graph, node)
        if above and above[0] not in broken:
            continue  # it goes on a stretch that begins above
        stretch = [node]
        while True:
            below = _after(graph, stretch[-1])
            if not below or below[0] in broken:
                break
            stretch.append(below[0])
        taken.update(stretch)
        if len(stretch) >= shortest:
            runs.append(LinearRun(nodes=tuple(stretch)))
        else:
            broken |= dict.fromkeys(stretch, "short")
    return runs, _refused(graph, broken)


def _refused(graph: TurnGraph, broken: dict[int, Breaker]) -> list[Refused]:
    """Turns in a row that are refused for one reason, as one."""
    after: dict[int, int] = {}  # the next turn of the row
    starts: list[int] = []
    for node in sorted(broken):
        above = graph.parents[node]
        one = above[0] if len(above) == 1 else -1
        if one in broken and one not in after and broken[one] == broken[node]:
            after[one] = node
        else:
            starts.append(node)
    out: list[Refused] = []
    for start in starts:
        row = [start]
        while row[-1] in after:
            row.append(after[row[-1]])
        out.append(Refused(tuple(row), broken[start]))
    return out


def require_convex(graph: TurnGraph, chosen: Iterable[int]) -> tuple[int, ...]:
    """Check a selection of a person: no path may lead out of it and back in (law 4).

    Returns:
        The selection, ascending. Linear.

    Raises:
        GraphError: It is empty, a text in it was dropped, or a path leads out and back; `records`
            names that path.
    """
    inside = set(chosen)
    if not inside:
        raise GraphError("The selection is empty.", hint="Choose at least one turn.")
    if gone := sorted(inside & graph.with_dropped):
        raise GraphError(
            "The text of a message in the selection was dropped: it cannot be folded anew.",
            hint="Leave that turn out: the fold that stands for it is shown as it is.",
            records=[graph.messages[graph.nodes[node].first].id for node in gone],
        )
    came: dict[int, int] = {}
    queue = []
    for node in sorted(inside):
        for child in graph.children[node]:
            if child not in inside and child not in came:
                came[child] = node
                queue.append(child)
    for node in queue:  # grows while it is walked
        for child in graph.children[node]:
            if child in inside:
                raise _leads_back(graph, came, node, child, inside)
            if child not in came:
                came[child] = node
                queue.append(child)
    return tuple(sorted(inside))


def _leads_back(
    graph: TurnGraph, came: dict[int, int], last: int, back: int, inside: set[int]
) -> GraphError:
    way = [back, last]
    while way[-1] not in inside:
        way.append(came[way[-1]])
    ids = [graph.messages[graph.nodes[node].first].id for node in reversed(way)]
    return GraphError(
        f"A path leads out of the selection and back into it: {' -> '.join(ids)}.",
        hint="Add the turns between, or leave out one end.",
        records=ids,
    )


def _live(graph: TurnGraph, nodes: tuple[int, ...]) -> list[int]:
    return [node for node in nodes if node not in graph.passed]


def _before(graph: TurnGraph, node: int) -> Sequence[int]:
    """What leads to a turn, but for archived ones and versions that stand elsewhere."""
    found = graph.parents[node]
    return _live(graph, found) if graph.passed else found


def _after(graph: TurnGraph, node: int) -> Sequence[int]:
    """What a turn leads to, but for archived ones and versions that stand elsewhere."""
    found = graph.children[node]
    return _live(graph, found) if graph.passed else found
