"""Laws of condensing over random graphs: what is marked stays, undo is exact, order is nothing."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from infold.core.folds import VERBATIM
from infold.core.marks import Mark
from infold.core.messages import Attachment, Message, Text, ToolCall, ToolResult
from infold.engine.chat import Chat
from infold.errors import GraphError, InfoldError
from infold.graph.condense import CondensePolicy, plan_condense
from infold.graph.frontier import frontier
from infold.graph.turn_graph import TurnGraph, read_turn_graph
from infold.graph.views import difference, show
from tests.property.examples import opened, share

ROLES = ("user", "assistant", "assistant", "user", "system")


@st.composite
def graphs(draw: Any, tools: bool = False) -> tuple[list[Message], list[tuple[int, ...]]]:
    count = draw(st.integers(1, 24))
    seed = draw(st.integers(0, 10_000))
    chance = random.Random(seed)
    messages, parents = [], []
    for position in range(count):
        role = chance.choice(ROLES) if chance.random() < 0.3 else ROLES[position % 2]
        parts: list[Any] = [Text(text=f"text {position}")]
        if chance.random() < 0.05:
            parts.append(Attachment(kind="image", media_type="image/png", digest="d"))
        if tools and role == "assistant" and chance.random() < 0.3:
            parts.append(ToolCall(id=f"c{position}", name="run", arguments="{}"))
        if tools and position and chance.random() < 0.3:
            role, parts = "tool", [ToolResult(call=f"c{position - 1}", text="done")]
        messages.append(
            Message(role=role, parts=tuple(parts), id=f"m{position}", position=position, tokens=9)
        )
        above = {position - 1} if chance.random() < 0.85 else set()
        while position and chance.random() < 0.12:
            above.add(chance.randrange(position))
        parents.append(tuple(sorted(p for p in above if p >= 0)))
    return messages, parents


def described(graph: TurnGraph) -> object:
    return graph.nodes, graph.parents, list(graph.owner)


@given(graphs())
def test_the_quick_reading_gives_what_turns_give(given_graph: Any) -> None:
    messages, parents = given_graph
    # A call that nobody answers makes the general reading do the work, and changes no turn.
    last = messages[-1]
    slow = [
        *messages[:-1],
        replace(last, parts=(*last.parts, ToolCall(id="none", name="x", arguments=""))),
    ]
    quick = read_turn_graph(messages, parents)
    assert described(quick) == described(read_turn_graph(slow, parents))


@given(graphs(tools=True), st.integers(0, 1000))
def test_every_message_is_in_one_turn_and_wires_lead_down(given_graph: Any, seed: int) -> None:
    messages, parents = given_graph
    chance = random.Random(seed)
    shuffled = [tuple(chance.sample(above, len(above))) for above in parents]
    graph = read_turn_graph(messages, shuffled)
    assert described(graph) == described(read_turn_graph(messages, parents))
    assert sorted(p for node in graph.nodes for p in node.members) == list(range(len(messages)))
    assert all(parent < n for n, above in enumerate(graph.parents) for parent in above)


@given(graphs(), st.integers(0, 1000))
def test_no_landmark_pin_role_or_attachment_is_proposed(given_graph: Any, seed: int) -> None:
    messages, parents = given_graph
    chance = random.Random(seed)
    kinds = [("landmark", "decided"), ("pin", ""), ("archive", "")]
    marks = []
    for message in messages:
        if chance.random() < 0.2:
            kind, label = chance.choice(kinds)
            marks.append((message.position, Mark(kind=kind, message=message.id, label=label)))
    graph = read_turn_graph(messages, parents, marks=marks)
    plan = plan_condense(graph, CondensePolicy(shortest=1, depth=0))
    inside = {graph.at(member) for run in plan.runs for member in run.members}
    for position in inside:
        assert messages[position].role != "system"
        assert not any(isinstance(part, Attachment) for part in messages[position].parts)
        assert all(mark.kind == "archive" for p, mark in marks if p == position)
    refused = [m for one in plan.refused for m in one.members]
    assert sorted([*refused, *(m for run in plan.runs for m in run.members)]) == sorted(
        message.id for message in messages
    )


def steps_above(graph: TurnGraph, node: int) -> int:
    """How many shown turns the shortest way from a live leaf up to a turn leads over."""
    if node in graph.live_leaves:
        return 0
    below = [
        steps_above(graph, child) + (child not in graph.passed) for child in graph.children[node]
    ]
    return min(below, default=len(graph) + 1)


@given(graphs(), st.integers(0, 5), st.integers(0, 1000))
def test_the_frontier_is_all_that_is_near_to_a_live_leaf(
    given_graph: Any, depth: int, seed: int
) -> None:
    """G2: through all parents, answered or not; what is archived lets pass and is no step."""
    messages, parents = given_graph
    chance = random.Random(seed)
    gone = [one.position for one in messages if chance.random() < 0.15]
    graph = read_turn_graph(messages, parents, archived=gone)
    near = {
        node
        for node in range(len(graph))
        if node not in graph.passed and steps_above(graph, node) <= depth
    }
    assert frontier(graph, depth) == near
    plan = plan_condense(graph, CondensePolicy(shortest=1, depth=depth))
    assert not near & {node for run in plan.runs for node in run.nodes}


@given(graphs())
def test_what_is_not_folded_is_shared_by_every_view(given_graph: Any) -> None:
    messages, parents = given_graph
    graph = read_turn_graph(messages, parents)
    plan = plan_condense(graph, CondensePolicy(shortest=2, depth=1))
    folds = [(run.id, [graph.at(member) for member in run.members], 1) for run in plan.runs]
    full, view = show(graph, []), show(graph, folds)
    found = difference(full, view)
    assert sum(len(one.nodes) for one in view.shown) == len(graph)
    assert found.same == len(graph) - sum(run.turns for run in plan.runs)
    assert {one.fold for one in found.only_right} == {run.id for run in plan.runs}
    assert all(parent < n for n, above in enumerate(view.parents) for parent in above)


@given(graphs(), st.integers(0, 10_000))
def test_a_difference_of_fold_sets_is_that_of_what_is_shown(given_graph: Any, seed: int) -> None:
    graph = read_turn_graph(*given_graph)
    chance = random.Random(seed)
    sides = []
    for _ in range(2):
        nodes = list(range(len(graph)))
        folds = []
        while nodes and chance.random() < 0.7:
            first = chance.randrange(len(nodes))
            some = [nodes.pop(first) for _ in range(chance.randint(1, 4)) if first < len(nodes)]
            members = [p for node in some for p in graph.nodes[node].members]
            folds.append((f"f{some[0]}-{len(some)}", members, 3 * len(some)))
        sides.append(show(graph, folds))
    left, right = sides
    found = difference(left, right)
    assert found.only_left == tuple(one for one in left.shown if one not in right.shown)
    assert found.only_right == tuple(one for one in right.shown if one not in left.shown)
    assert found.same == len(left.shown) - len(found.only_left)
    assert found.saving == left.tokens - right.tokens


def reading(chat: Chat) -> dict[str, Any]:
    return {
        "marks": [(m.id, m.state) for m in chat.marks()],
        "wires": chat.wires(),
        "leaf": chat.leaf(),
        "views": chat.views(),
        "text": chat.context("what?", budget=600).text,
    }


LONG = (
    "Thank you, that is noted; I shall come back to it when we plan the next steps together, as "
    "you asked me to do last week, and tell everybody who has to know of it in good time."
)


@given(st.integers(0, 10_000), st.lists(st.integers(0, 8), min_size=1, max_size=7))
@settings(max_examples=share(25))
def test_undo_after_any_steps_is_the_identity(seed: int, wanted: list[int]) -> None:
    chance = random.Random(seed)
    with opened() as memory:
        chat = memory.conversation("a")
        for number in range(9):
            parent = None
            if number > 5 and chance.random() < 0.3:
                parent = chance.choice(chat.messages()).id
            chat.append("user", f"Point {number}: 데이터 {number * 7} 箱. {LONG}", parent=parent)
            chat.append("assistant", f"Noted {number}. {LONG}")
        states = [reading(chat)]
        for kind in wanted:
            step(chat, kind, chance)
            while len(states) <= sum(one.state == "done" for one in chat.changes()):
                states.append(reading(chat))
        for state in reversed(states[:-1]):
            chat.undo()
            assert reading(chat) == state
        for state in states[1:]:
            chat.redo()
            assert reading(chat) == state
        assert memory.verify() == []


def step(chat: Chat, kind: int, chance: random.Random) -> None:
    messages = chat.messages()
    one = chance.choice(messages)
    views = chat.views()
    try:
        match kind:
            case 0:
                chat.mark(one, "landmark", label="pivoted")
            case 1:
                chat.mark(one, "highlight", span=(0, 5))
            case 2:
                chat.mark(one, "pin")
            case 3:
                wire = chance.choice(chat.wires())
                chat.cut(wire.parent, wire.child)
            case 4:
                chat.set_leaf(one)
            case 5:
                chat.archive(one)
            case 6:
                held = chat.apply(chat.plan_condense(view="full"))
                spans = {
                    (span.message, span.start, span.end)
                    for fold in held.folds
                    for claim in fold.fold.claims
                    if claim.level == VERBATIM
                    for span in claim.spans
                }
                marked = {
                    (mark.message, mark.start, mark.end)
                    for mark in chat.marks()
                    if mark.kind == "highlight"
                }
                folded = {source for fold in held.folds for source in fold.fold.sources}
                assert spans == {mark for mark in marked if mark[0] in folded}
            case 7 if views:
                chat.archive(chance.choice(views), uncompared=True)
            case _ if views:
                chat.toggle(views[0], views[0].folds[0].fold.id)
    except (GraphError, InfoldError):
        return
