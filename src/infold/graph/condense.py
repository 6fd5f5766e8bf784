"""The plan of condensing a conversation graph: structure proposes, a person picks (law 4)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from infold.core.marks import Mark
from infold.core.messages import Text, ToolCall, ToolResult, part_text
from infold.errors import ConfigError, GraphError, NotFound
from infold.graph.expecting import Expecting
from infold.graph.frontier import DEPTH, frontier
from infold.graph.runs import REASONS, SHORTEST, Refused, linear_runs, require_convex
from infold.graph.turn_graph import TurnGraph
from infold.text.kinds import Kind
from infold.text.literals import literals

__all__ = ["CondensePlan", "CondensePolicy", "PlannedRun", "RefusedRun", "plan_condense", "stands"]

_LEAST_TOKENS: Final = 40
_A_VALUE: Final = 20
"""Tokens that a value takes in a fold with the words that say whose it is, and its share of what
must be kept whatever it holds; measured on generated sessions."""
_OTHER_ANSWER: Final = "another answer to its question is shown"
_DENSE: Final = 1.5
"""Times the ratio that a fold takes at most, where a run is full of values."""
_VALUE: Final = re.compile(r"\d[\d.,:/-]*\d")
"""A cheap sign of a value; a bare digit tells too little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CondensePolicy:
    """What is proposed, and how short a run becomes.

    Attributes:
        shortest: Turns of the shortest run.
        depth: Turns above every live end that stay as they are.
        ratio: Share of a run's tokens that its fold is to take; up to half as much again where
            what is said in it is so full of values that they would not fit.
        roots: Ids of messages: only turns that stand below one of them are scanned; all by default.

    Raises:
        ConfigError: A bound that cannot be kept; all of them are named.
    """

    shortest: int = SHORTEST
    depth: int = DEPTH
    ratio: float = 0.3
    roots: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        faults = []
        if self.shortest < 1:
            faults.append(f"shortest {self.shortest} is below 1")
        if self.depth < 0:
            faults.append(f"depth {self.depth} is below 0")
        if not 0 < self.ratio < 1:
            faults.append(f"ratio {self.ratio} is no share below 1")
        if faults:
            raise ConfigError(
                "The condense policy cannot be used: " + "; ".join(faults) + ".",
                hint="Give other values, or leave them out for the defaults.",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRun:
    """A stretch that would be folded.

    Attributes:
        id: Id of its first message: what names it in a plan.
        nodes: Its turns, by number in the plan's graph; of a person's selection in any shape.
        members: Ids of its messages, by position.
        turns: How many turns.
        tokens: Of its messages now.
        room: Tokens that the sentences of its fold may take.
        expected: Tokens that its fold is expected to take, what is carried included: less than the
            room where less is said, more where more must be kept.
        carried: Highlights in it: their words stand in the fold as they are. Of a person's
            selection also landmarks and pins, whose turns stand in it whole.
        is_picked: Whether it is to be folded.
        by_person: Whether a person chose it, not the scan.
    """

    id: str
    nodes: tuple[int, ...]
    members: tuple[str, ...]
    turns: int
    tokens: int
    room: int
    expected: int
    carried: tuple[Mark, ...] = ()
    is_picked: bool = True
    by_person: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedRun:
    """A stretch that is not proposed, with the reason in words."""

    members: tuple[str, ...]
    turns: int
    tokens: int
    breaker: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CondensePlan:
    """What condensing would do: data, to be looked at, changed, and applied.

    Attributes:
        policy: What it was made by.
        graph: The turns that it saw.
        runs: All picked by default; by their first turn.
        stays: Everything else, by its turns.
        view: Id of the view that it goes on from; empty for the whole graph.
    """

    policy: CondensePolicy
    graph: TurnGraph
    runs: tuple[PlannedRun, ...]
    stays: tuple[Refused, ...]
    view: str = ""

    @property
    def refused(self) -> tuple[RefusedRun, ...]:
        """Everything that is not proposed, with the reason in words; made when it is asked for.

        Of turns that are, what is not shown of them: of no further turns, then.
        """
        found = [_not_planned(self.graph, one, self.policy) for one in self.stays]
        proposed = (node for run in self.runs if not run.by_person for node in run.nodes)
        found += [one for node in proposed for one in _not_shown(self.graph, node)]
        return tuple(sorted(found, key=lambda one: self.graph.at(one.members[0])))

    @property
    def picked(self) -> tuple[PlannedRun, ...]:
        """The runs that are to be folded."""
        return tuple(run for run in self.runs if run.is_picked)

    @property
    def saving(self) -> int:
        """Tokens that the picked runs are expected to save."""
        return sum(run.tokens - run.expected for run in self.picked)

    def literals(self, run: PlannedRun) -> dict[Kind, int]:
        """How many hard facts of each kind are at stake in a run: 1.4 ms for each 50 words."""
        counts: Counter[Kind] = Counter()
        for member in run.members:
            for part in self.graph.messages[self.graph.at(member)].parts:
                if isinstance(part, Text | ToolCall | ToolResult):
                    counts.update(one.kind for one in literals(part_text(part)))
        return {kind: counts[kind] for kind in Kind if counts[kind]}

    def pick(self, *runs: str) -> CondensePlan:
        """The plan with these runs picked, by their ids, and no other.

        Raises:
            NotFound: It has no run of that id.
        """
        unknown = [run for run in runs if run not in {one.id for one in self.runs}]
        if unknown:
            raise NotFound(
                f"The plan has no run {unknown[0]}.",
                hint="Its runs are named by their first message.",
                records=unknown,
            )
        return replace(
            self, runs=tuple(replace(one, is_picked=one.id in runs) for one in self.runs)
        )

    def add(self, members: Iterable[str]) -> CondensePlan:
        """The plan with a selection of a person beside its runs; picked.

        Args:
            members: Ids of messages; their turns are taken whole.

        Raises:
            NotFound: No such message.
            GraphError: A path leads out of the selection and back in, a turn of it stands in a
                picked run already, or nothing of it is shown.
        """
        owner = self.graph.owner
        asked = list(members)
        nodes = require_convex(self.graph, {owner[self.graph.at(one)] for one in asked})
        taken = {node for run in self.picked for node in run.nodes}
        if taken.intersection(nodes):
            raise GraphError(
                "Turns of the selection stand in a picked run already.",
                hint="Leave that run out first: folds are apart or inside one another.",
                records=[self.graph.messages[self.graph.nodes[n].first].id for n in nodes],
            )
        if not any(self.graph.shown(node) for node in nodes):
            raise GraphError(
                "Nothing of the selection is shown: it is archived, or another version is.",
                hint="Restore it first, or choose other turns.",
                records=asked,
            )
        run = replace(
            _planned(self.graph, nodes, self.policy, Expecting(self.graph)), by_person=True
        )
        runs = sorted((*self.runs, run), key=lambda one: (one.nodes[0], one.by_person))
        return replace(self, runs=tuple(runs))


def plan_condense(graph: TurnGraph, policy: CondensePolicy | None = None) -> CondensePlan:
    """Scan a conversation graph for stretches that may be folded.

    No model has a say: what is proposed follows from the wires, the marks that hold, and the
    policy. Linear in messages, wires and texts.

    Args:
        graph: From `read_turn_graph`.
        policy: `CondensePolicy()` by default.

    Raises:
        NotFound: A root of the policy is no message.
    """
    policy = policy or CondensePolicy()
    runs, refused = linear_runs(
        graph,
        protected=frontier(graph, policy.depth),
        shortest=policy.shortest,
        inside=_below(graph, policy.roots) if policy.roots else None,
    )
    expecting = Expecting(graph)
    return CondensePlan(
        policy=policy,
        graph=graph,
        runs=tuple(_planned(graph, run.nodes, policy, expecting) for run in runs),
        stays=tuple(refused),
    )


def _planned(
    graph: TurnGraph, nodes: Sequence[int], policy: CondensePolicy, expecting: Expecting
) -> PlannedRun:
    positions = graph.shown_of(nodes)
    tokens = graph.shown_tokens(nodes)
    carried = tuple(
        mark
        for node in nodes
        if node in graph.marked
        for position in graph.shown(node)
        for mark in graph.marks.get(position, ())
    )
    verbatim = sum(len(mark.text) for mark in carried) // 4
    whole = {
        graph.owner[graph.at(mark.message)] for mark in carried if mark.kind in ("landmark", "pin")
    }
    verbatim += graph.shown_tokens(whole)
    room = max(_LEAST_TOKENS, _room(graph, positions, tokens, policy))
    return PlannedRun(
        id=graph.messages[positions[0]].id,
        nodes=tuple(nodes),
        members=tuple(graph.messages[position].id for position in sorted(positions)),
        turns=len(nodes),
        tokens=tokens,
        room=room,
        expected=min(tokens, expecting.tokens(positions, room) + verbatim),
        carried=carried,
    )


def _room(graph: TurnGraph, positions: Sequence[int], tokens: int, policy: CondensePolicy) -> int:
    """The policy's share of a run, or more where people and assistant name many values in it."""
    least = int(policy.ratio * tokens)
    most = min(tokens, int(_DENSE * least))
    enough = most // _A_VALUE
    values = 0
    for position in positions:
        if values > enough:
            break
        message = graph.messages[position]
        if message.role in ("user", "assistant"):
            values += sum(
                len(_VALUE.findall(part.text)) for part in message.parts if isinstance(part, Text)
            )
    return min(most, max(least, _A_VALUE * values))


def _not_planned(graph: TurnGraph, refused: Refused, policy: CondensePolicy) -> RefusedRun:
    return RefusedRun(
        members=tuple(
            graph.messages[position].id
            for node in refused.nodes
            for position in graph.nodes[node].members
        ),
        turns=len(refused.nodes),
        tokens=sum(graph.nodes[node].tokens for node in refused.nodes),
        breaker=refused.breaker,
        reason=refused.reason(depth=policy.depth, shortest=policy.shortest),
    )


def _not_shown(graph: TurnGraph, node: int) -> list[RefusedRun]:
    """The messages of a turn that a fold of it leaves out."""
    shown = graph.shown(node)
    return [
        RefusedRun(
            members=(graph.messages[position].id,),
            turns=0,
            tokens=max(0, graph.messages[position].tokens),
            breaker="version" if position in graph.unshown else "archived",
            reason=_OTHER_ANSWER if position in graph.unshown else REASONS["archived"],
        )
        for position in graph.nodes[node].members
        if position not in shown
    ]


def _below(graph: TurnGraph, roots: Iterable[str]) -> frozenset[int]:
    """The turns that stand below some messages, their own included."""
    seen = {graph.owner[graph.at(one)] for one in roots}
    stack = sorted(seen)
    while stack:
        for child in graph.children[stack.pop()]:
            if child not in seen:
                seen.add(child)
                stack.append(child)
    return frozenset(seen)


def stands(plan: CondensePlan, run: PlannedRun, now: TurnGraph) -> bool:
    """Whether a run is in a later reading of the graph what the plan saw. Linear in the run.

    It is where its turns hold the same messages, are wired to one another and to what leads to them
    as they were, carry the same marks, and nothing else goes on from inside. What was erased from
    them, or dropped, is not there any more. What was added below its last turn, or elsewhere, does
    not count.
    """
    for position in map(plan.graph.at, run.members):
        if position >= len(now.messages):
            return False
        seen, there = plan.graph.messages[position], now.messages[position]
        if (seen.id, seen.parts) != (there.id, there.parts):
            return False
    return _reading(plan.graph, run) == _reading(now, run)


def _reading(graph: TurnGraph, run: PlannedRun) -> object:
    nodes = sorted({graph.owner[graph.at(member)] for member in run.members})
    members = tuple(p for node in nodes for p in graph.nodes[node].members)
    return (
        members,
        [graph.shown(node) for node in nodes],
        [tuple(graph.nodes[p].first for p in graph.parents[node]) for node in nodes],
        [tuple(graph.nodes[c].first for c in graph.children[node]) for node in nodes[:-1]],
        [
            (mark.kind, mark.label, mark.message, mark.part, mark.start, mark.end)
            for node in nodes
            for mark in graph.marks_of(node)
        ],
        [node in graph.folded or node in graph.archived for node in nodes],
        [node in graph.versioned or node in graph.prompted for node in nodes],
        [node in graph.quoted_or_quoting for node in nodes],
    )
