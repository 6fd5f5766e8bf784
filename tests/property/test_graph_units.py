"""Turns, units and windows: the same however a conversation is cut up or its wires are listed."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from infold.core.messages import Message, Text, ToolCall, ToolResult
from infold.fold.policy import FoldPolicy
from infold.fold.window import Window, asks_to_graduate, fill, graduate
from infold.graph.lineage import ancestors, leaves, roots, topological
from infold.graph.turns import atoms, turns
from infold.graph.units import outline, units

POLICY = FoldPolicy(hot_high=60, hot_low=30)


@st.composite
def graphs(draw, most=40):
    n = draw(st.integers(1, most))
    parents = [()]
    for child in range(1, n):
        if draw(st.integers(0, 4)):
            parents.append((child - 1,))
        else:
            above = draw(st.sets(st.integers(0, child - 1), max_size=3))
            parents.append(tuple(sorted(above)))
    return parents


@st.composite
def conversations(draw):
    parents = draw(graphs())
    messages = []
    made = ["c0"]
    for position in range(len(parents)):
        kind = draw(st.sampled_from(["user", "assistant", "calls", "result", "mixed"]))
        tokens = draw(st.integers(0, 40))
        some = tuple(draw(st.lists(st.sampled_from(made), min_size=1, max_size=2, unique=True)))
        match kind:
            case "calls":
                name = draw(st.sampled_from([f"c{position}", *made]))
                made.append(name)
                message = Message(role="assistant", parts=(ToolCall(id=name, name="run"),))
            case "result":
                message = Message(
                    role=draw(st.sampled_from(["tool", "user"])),
                    parts=tuple(ToolResult(call=call, text="x") for call in some),
                )
            case "mixed":
                message = Message(
                    role="user", parts=(ToolResult(call=some[0], text="x"), Text(text="결과"))
                )
            case role:
                message = Message(role=role, parts=(Text(text="x"),))
        messages.append(replace(message, position=position, tokens=tokens))
    return messages, parents


def one_by_one(messages):
    window, moves, held = Window(), [], []
    for message in messages:
        asks = asks_to_graduate(window, message, POLICY)
        held.append(message)
        window = Window(start=window.start, tokens=window.tokens + message.tokens)
        if asks and (moved := graduate(held, POLICY)) is not None:
            window = moved
            moves.append(moved)
            held = [message for message in held if message.position >= moved.start]
    return moves, window


@given(conversations())
def test_every_message_is_in_one_atom_one_turn_and_one_unit(conversation):
    messages, parents = conversation
    n = len(messages)
    for found in (
        [atom.members for atom in atoms(messages, parents)],
        [turn.members for turn in turns(messages, parents)],
        [unit.members for unit in units(messages, parents)],
    ):
        assert sorted(position for members in found for position in members) == list(range(n))
        assert [members[0] for members in found] == sorted(members[0] for members in found)


@given(conversations())
def test_the_order_in_which_wires_are_listed_changes_nothing(conversation):
    messages, parents = conversation
    turned = [tuple(reversed(above)) for above in parents]
    assert atoms(messages, turned) == atoms(messages, parents)
    assert turns(messages, turned) == turns(messages, parents)
    assert units(messages, turned) == units(messages, parents)


@given(graphs(), st.randoms())
def test_walks_agree_with_plain_ones(parents, random):
    n = len(parents)
    edges = [(parent, child) for child, above in enumerate(parents) for parent in above]
    random.shuffle(edges)
    assert topological(n, edges) == list(range(n))
    assert leaves(parents) == [i for i in range(n) if all(i != parent for parent, _ in edges)]
    assert roots(parents) == [i for i in range(n) if not parents[i]]
    reach = [{i} for i in range(n)]
    for child in range(n):
        for parent in parents[child]:
            reach[child] |= reach[parent]
    for leaf in range(n):
        assert ancestors(parents, leaf) == sorted(reach[leaf])


@given(graphs(), st.permutations(range(8)))
def test_any_order_of_positions_has_its_parents_first(parents, shuffled):
    parents = parents[:8]
    name = shuffled[: len(parents)]
    rank = {old: new for new, old in enumerate(sorted(name))}
    edges = [
        (rank[name[parent]], rank[name[child]])
        for child, above in enumerate(parents)
        for parent in above
    ]
    order = topological(len(parents), edges)
    assert sorted(order) == list(range(len(parents)))
    assert all(order.index(parent) < order.index(child) for parent, child in edges)


@given(conversations(), st.integers(0, 40))
def test_windows_are_the_same_one_by_one_and_in_bulk(conversation, cut):
    messages = [outline(m, above) for m, above in zip(*conversation, strict=True)]
    moves, window = one_by_one(messages)
    assert fill(Window(), messages, [], POLICY) == (moves, window)
    first, between = fill(Window(), messages[:cut], [], POLICY)
    rest, end = fill(between, messages[cut:], messages[between.start : cut], POLICY)
    assert (first + rest, end) == (moves, window)


@given(conversations())
def test_units_read_block_by_block_are_those_read_at_once(conversation):
    messages, parents = conversation
    lines = [outline(m, above) for m, above in zip(messages, parents, strict=True)]
    read, at = [], 0
    for seen in range(len(messages)):
        # As a job does that runs after this message: all that is there may be looked at.
        _, window = fill(Window(), lines[: seen + 1], [], POLICY)
        read += units(messages[at : seen + 1], parents[at : seen + 1], first=at, end=window.start)
        at = window.start
    assert read == units(messages, parents, end=at)


@given(conversations())
def test_a_window_never_parts_a_call_from_its_result(conversation):
    messages, parents = conversation
    lines = [outline(m, above) for m, above in zip(messages, parents, strict=True)]
    held, window = [], Window()
    for line in lines:
        asks = asks_to_graduate(window, line, POLICY)
        held.append(line)
        window = Window(start=window.start, tokens=window.tokens + line.tokens)
        moved = graduate(held, POLICY) if asks else None
        if moved is not None:
            caller = {}
            for message in held:
                for call in message.answers:
                    if caller.get(call, message.position) < moved.start:
                        assert message.position < moved.start
                caller.update(dict.fromkeys(message.calls, message.position))
            held = [message for message in held if message.position >= moved.start]
            assert held[-1] is line
            assert moved.tokens == sum(message.tokens for message in held)
            window = moved
