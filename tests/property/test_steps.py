"""Laws of steps: undoing all of them is the identity, and redoing all of them gives them back."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from infold.core.changes import Change
from infold.engine.chat import Chat
from infold.errors import InfoldError
from tests.integration.engine.graph_talk import chain, turn
from tests.property.examples import share
from tests.property.test_nodes import answered

LABELS = ("decided", "ruled_out", "pivoted")


def reading(chat: Chat, ids: list[str]) -> dict[str, Any]:
    """All that steps change, as anybody can read it."""
    return {
        "marks": chat.marks(),
        "settings": chat.settings(),
        "wires": [one for one in chat.wires() if one.child in ids],
        "leaf": chat.leaf(),
        "views": chat.views(),
        "stale": [one for one in chat.stale() if one.message.id in ids],
        "texts": [chat.context("what?", budget=900, leaf=one).text for one in ids[::5]],
        "markdown": chat.markdown(leaf=ids[-1]),
    }


def condensed(chat: Chat, ids: list[str], chance: random.Random) -> None:
    first = chance.randrange(0, 8, 2)
    plan = chat.plan_condense(view=chance.choice(["full", None])).pick()
    chat.apply(plan.add(ids[first : first + chance.randrange(2, 8, 2)]))


def kinds(chat: Chat, ids: list[str], chance: random.Random) -> list[Callable[[], object]]:
    """Every kind of edit, each once."""
    one, marks, views = chance.choice(ids), chat.marks(), chat.views()
    mark = chance.choice(marks) if marks else "n_none"
    view = chance.choice(views) if views else "none"
    wire = chance.choice(chat.wires())
    first, second = sorted(chance.sample(range(len(ids)), 2))
    return [
        lambda: chat.mark(one, "landmark", label=chance.choice(LABELS)),
        lambda: chat.mark(one, "highlight", span=(0, 4)),
        lambda: chat.mark(one, "pin", by=chance.choice(["person", "model"])),
        lambda: chat.mark(one, "archive"),
        lambda: chat.propose_marks(),
        lambda: chat.confirm(mark),
        lambda: chat.unmark(mark),
        lambda: chat.cut(wire.parent, wire.child, wire.kind),
        lambda: chat.join(wire.parent, wire.child, wire.kind),
        lambda: chat.reference(ids[first], ids[second], chain=chance.random() < 0.5),
        lambda: chat.set_leaf(one),
        lambda: chat.edit(one, f"다르게 {chance.random()}", in_place=chance.random() < 0.5),
        lambda: chat.archive(one),
        lambda: chat.restore(one),
        lambda: chat.restore(chance.choice(chat.messages()).id),
        lambda: chat.branch(one, "Was noch?", passage=(0, 3)),
        lambda: chat.branch(chance.choice(chat.messages()), "그리고?"),
        lambda: chat.answer(one),
        lambda: chat.activate(chance.choice(chat.versions(one))),
        lambda: chat.pin_model(one, chance.choice(["m-1", ""])),
        lambda: chat.set_role(one, chance.choice(["Sei knapp.", ""])),
        lambda: chat.add_material("Notiz", name="b.md", at=chance.choice([one, None])),
        lambda: chat.exclude("b.md", at=one),
        lambda: condensed(chat, ids, chance),
        lambda: chat.rename_view(view, f"短い {chance.random()}"),
        lambda: [chat.toggle(each, each.folds[0].fold.id) for each in views[-1:]],
        lambda: chat.archive(view, uncompared=True),
        lambda: chat.restore(view),
        lambda: chat.drop_view(view),
    ]


def done(chat: Chat) -> list[Change]:
    return [one for one in chat.changes() if one.state == "done"]


@given(st.integers(0, 100_000), st.lists(st.integers(0, 28), min_size=3, max_size=8))
@settings(max_examples=share(10))
def test_undo_of_all_is_the_identity_and_redo_of_all_restores(seed: int, wanted: list[int]) -> None:
    chance = random.Random(seed)
    with answered() as memory:
        chat, ids = chain(memory, 7)
        ids += turn(chat, 7, parent=ids[5])
        states = [reading(chat, ids)]
        for kind in wanted:
            with suppress(InfoldError):
                kinds(chat, ids, chance)[kind]()
            while len(states) <= len(done(chat)):
                states.append(reading(chat, ids))
            if chance.random() < 0.2 and len(states) > 1:
                chat.undo()
                states.pop()
                assert reading(chat, ids) == states[-1]
        for state in reversed(states[:-1]):
            chat.undo()
            assert reading(chat, ids) == state
        for state in states[1:]:
            chat.redo()
            assert reading(chat, ids) == state
        assert memory.verify() == []
