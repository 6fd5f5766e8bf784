"""Laws of nodes over random graphs: order is nothing, undo exact, replay leaves nothing stale."""

from __future__ import annotations

import random
from contextlib import AbstractContextManager
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from infold import Infold, Models
from infold.core.tokens import RuleCounter
from infold.engine.chat import Chat
from infold.engine.node_texts import path_pieces
from infold.errors import InfoldError
from infold.graph.lineage import ancestors, reading_order
from infold.graph.staleness import Records, upstream_hashes
from infold.models.scripted import ScriptedModel
from tests.property.examples import opened, share
from tests.property.test_graph_views import graphs

SAYINGS = ("물은 {n}미터", "水深{n}米", "埠頭{n}号", "Dermaga {n}", "Größe {n}", "berth {n}")


def answered() -> AbstractContextManager[Infold]:
    """A store in which a model says how many messages it heard."""
    model = ScriptedModel(lambda request: f"Heard {len(request.messages)}.", model="m-1")
    return opened(Models(answer=model))


def talk(memory: Infold, chance: random.Random, *, shuffle: bool = False) -> tuple[Chat, list[str]]:
    """A chat of eight turns, some of which branch or join; its wires in another order or not."""
    shape = random.Random(chance.random())
    chat = memory.conversation("a")
    ids: list[str] = []
    answers: list[str] = []
    for number in range(8):
        above = answers[-1:]
        if number > 2 and shape.random() < 0.4:
            above = shape.sample(answers, shape.choice((1, 2)))
        if shuffle:
            above = above[::-1]
        said = SAYINGS[number % len(SAYINGS)].format(n=number)
        asked = chat.append("user", f"{said}?", parent=above)
        answered = chat.append("assistant", f"{said}.", parent=asked.id)
        ids += [asked.id, answered.id]
        answers.append(answered.id)
    return chat, ids


def previews(chat: Chat, ids: list[str]) -> list[Any]:
    return [chat.preview(one, budget=3000) for one in ids]


@given(graphs(), st.integers(0, 1000))
def test_the_order_in_which_wires_are_listed_changes_nothing(given_graph: Any, seed: int) -> None:
    """G13."""
    messages, parents = given_graph
    chance = random.Random(seed)
    shuffled = [tuple(chance.sample(above, len(above))) for above in parents]
    end = chance.randrange(len(messages))
    order = reading_order(parents, [end])
    assert order == reading_order(shuffled, [end])
    assert sorted(order) == ancestors(parents, end)
    assert all(order.index(p) < order.index(one) for one in order for p in parents[one])
    own = {message.position: message.id for message in messages}
    one = upstream_hashes(Records(own=own, parents=parents), range(len(messages)))
    assert one == upstream_hashes(Records(own=own, parents=shuffled), range(len(messages)))
    shown = [messages[at] for at in order]
    counter = RuleCounter()
    pieces = path_pieces(order, shown, parents.__getitem__, {}, counter)
    assert pieces == path_pieces(order, shown, shuffled.__getitem__, {}, counter)


@given(st.integers(0, 10_000))
@settings(max_examples=share(10))
def test_contexts_are_the_same_in_whatever_order_wires_were_made(seed: int) -> None:
    with answered() as one, answered() as other:
        chat, ids = talk(one, random.Random(seed))
        again, same = talk(other, random.Random(seed), shuffle=True)
        assert ids == same
        assert previews(chat, ids) == previews(again, ids)
        for chats in (chat, again):
            chats.reference(ids[0], ids[-2], chain=True)
        first, second = ids[1:5:2], ids[5:9:2]
        for chats, pairs in ((chat, [*first, *second]), (again, [*second, *first])):
            for quoted in pairs:
                chats.reference(quoted, ids[-2])
        assert previews(chat, ids) == previews(again, ids)


@given(st.integers(0, 10_000), st.lists(st.integers(0, 12), min_size=1, max_size=6))
@settings(max_examples=share(25))
def test_undo_after_any_steps_is_the_identity(seed: int, wanted: list[int]) -> None:
    chance = random.Random(seed)
    with answered() as memory:
        chat, ids = talk(memory, chance)
        states = [reading(chat, ids)]
        for kind in wanted:
            step(chat, ids, kind, chance)
            while len(states) <= sum(one.state == "done" for one in chat.changes()):
                states.append(reading(chat, ids))
        for state in reversed(states[:-1]):
            chat.undo()
            assert reading(chat, ids) == state
        assert {one.slot for one in chat.stale()}.isdisjoint(range(len(ids)))
        for state in states[1:]:
            chat.redo()
            assert reading(chat, ids) == state
        assert memory.verify() == []


@given(st.integers(0, 10_000), st.lists(st.integers(0, 10), min_size=1, max_size=4))
@settings(max_examples=share(15))
def test_replay_leaves_nothing_stale(seed: int, wanted: list[int]) -> None:
    chance = random.Random(seed)
    with answered() as memory:
        chat, ids = talk(memory, chance)
        for kind in wanted:
            step(chat, ids, kind, chance)
        plan = chat.plan_replay(budget=3000)
        stale = {one.message.id for one in chat.stale()}
        skipped = {message for message, _ in plan.skipped}
        assert stale <= {one.message for one in plan.items} | skipped
        place = {one.slot: number for number, one in enumerate(plan.items)}
        assert all(place[before] < place[one.slot] for one in plan.items for before in one.after)
        done = chat.replay(plan)
        assert (len(done.answers), done.failed) == (len(plan.items), ())
        assert {one.message.id for one in chat.stale()} <= skipped
        for _ in plan.items:
            chat.undo()
        assert {one.message.id for one in chat.stale()} == stale
        assert memory.verify() == []


@given(st.integers(0, 10_000), st.lists(st.sampled_from((0, 1, 3, 4, 10, 11)), max_size=6))
@settings(max_examples=share(25))
def test_a_context_reads_a_path_in_the_order_of_its_preview(seed: int, wanted: list[int]) -> None:
    chance = random.Random(seed)
    with answered() as memory:
        chat, ids = talk(memory, chance)
        for kind in wanted:
            step(chat, ids, kind, chance)
        away = {mark.message for mark in chat.marks() if mark.kind == "archive"}
        for leaf in (one for one in ids[1::4] if one not in away):
            path = chat.preview(leaf, "what?", budget=6000).layer("path").pieces
            made = chat.context("what?", budget=6000, leaf=leaf)
            assert [one["id"] for one in made.sources] == [piece.record for piece in path]
            assert (
                sum(b - a + 1 for spans in made.states.values() for a, b in spans)
                == (made.accounting["total"])
            )


def reading(chat: Chat, ids: list[str]) -> dict[str, Any]:
    return {
        "leaf": chat.leaf(),
        "settings": chat.settings(),
        "marks": [(m.id, m.state) for m in chat.marks() if m.message in ids],
        "previews": previews(chat, ids[::3]),
        "stale": [(one.slot, len(one.because)) for one in chat.stale() if one.slot < len(ids)],
        "text": chat.context("what?", budget=600, leaf=ids[-1]).text,
    }


def step(chat: Chat, ids: list[str], kind: int, chance: random.Random) -> None:
    one = chance.choice(ids)
    try:
        match kind:
            case 0:
                chat.edit(one, f"Anders {chance.random()}", in_place=True)
            case 1:
                chat.set_role(one, f"Rolle {chance.random()}")
            case 2:
                chat.pin_model(one, "m-1")
            case 3:
                wire = chance.choice([w for w in chat.wires() if w.kind == "continue"])
                chat.cut(wire.parent, wire.child)
            case 4:
                chat.archive(one)
            case 5:
                chat.add_material(f"Notiz {chance.random()}", name="a.md", at=one)
            case 6:
                chat.add_material("Notiz", name="b.md")
            case 7:
                chat.exclude("b.md", at=one)
            case 8:
                first, second = sorted(chance.sample(range(len(ids)), 2))
                chat.reference(ids[first], ids[second], chain=chance.random() < 0.5)
            case 9:
                chat.branch(one, "Was?", passage=(0, 3))
            case 10:
                chat.activate(chance.choice(chat.versions(one)))
            case 11:
                chat.answer(one)
            case _:
                chat.set_leaf(one)
    except InfoldError:
        return
