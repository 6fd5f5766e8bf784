"""What a step and a view read: their own, however many steps, folds and messages there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import pytest

from infold import Chat, Infold
from infold.engine.viewing import BRANCHED, current
from infold.store.graphing import GraphReads
from tests.integration.engine.graph_talk import chain, turn
from tests.integration.engine.test_slot_reads import counted_rows


def reads(act: Callable[[], object]) -> tuple[int, int]:
    """How many statements gave rows or none, and how many rows."""
    with counted_rows() as given:
        act()
    return len(given), sum(given)


def stepped(chat: Chat, ids: list[str], steps: int) -> None:
    """Steps of several kinds, each on a message of its own."""
    for number in range(steps):
        chat.pin_model(ids[number % len(ids)], f"m-{number}")


ACTS: dict[str, Callable[[Chat, list[str]], object]] = {
    "set": lambda chat, ids: chat.pin_model(ids[0], "other"),
    "mark": lambda chat, ids: chat.mark(ids[1], "landmark", label="decided"),
    "archive": lambda chat, ids: chat.archive(ids[2]),
    "restore": lambda chat, ids: chat.restore(ids[2]),
    "cut": lambda chat, ids: chat.cut(ids[2], ids[3]),
    "quote": lambda chat, ids: chat.reference(ids[0], ids[3]),
    "undo": lambda chat, ids: chat.undo(),
    "undo more": lambda chat, ids: [chat.undo(), chat.undo()],
    "redo": lambda chat, ids: chat.redo(),
    "end what was undone": lambda chat, ids: chat.set_leaf(ids[-1]),
}


def read_by_each(
    memory: Infold, name: str, *, turns: int, steps: int
) -> dict[str, tuple[int, int]]:
    chat, ids = chain(memory, turns, name)
    stepped(chat, ids[8:16], steps)
    return {kind: reads(lambda act=act: act(chat, ids)) for kind, act in ACTS.items()}


def test_a_step_reads_no_more_after_many_steps(memory: Infold) -> None:
    few = read_by_each(memory, "few", turns=8, steps=3)
    assert read_by_each(memory, "many", turns=8, steps=90) == few


def test_a_step_reads_no_more_in_a_long_conversation(memory: Infold) -> None:
    few = read_by_each(memory, "short", turns=8, steps=3)
    many = read_by_each(memory, "long", turns=40, steps=3)
    whole = {"end what was undone"}  # the newest message below one is looked for among the rest
    assert {kind: found for kind, found in many.items() if kind not in whole} == {
        kind: found for kind, found in few.items() if kind not in whole
    }


def test_pins_read_as_much_each_as_the_first(memory: Infold) -> None:
    chat, ids = chain(memory, 30)
    each = [reads(lambda one=one: chat.mark(one, "pin")) for one in ids]
    assert each[1:] == [each[1]] * (len(ids) - 1)


def folded(memory: Infold, name: str, runs: int, later: int) -> tuple[Chat, list[str]]:
    """So many folds in a view, and so many turns after it."""
    chat, ids = chain(memory, 4 * runs + 4, name)
    for number in range(1, runs + 1):
        chat.mark(ids[8 * number - 2], "landmark", label="decided")
    chat.apply(chat.plan_condense(), name="short")
    for n in range(later):
        turn(chat, 60 + n)
    return chat, ids


@pytest.mark.parametrize("runs", [2, 6])
def test_a_view_reads_no_more_statements_for_later_messages(memory: Infold, runs: int) -> None:
    few, _ = folded(memory, "few", runs, 1)
    many, _ = folded(memory, "many", runs, 25)
    statements = []
    for chat in (few, many):
        (view,) = chat.views()
        assert len(view.folds) == runs
        with memory.store.read() as reader, counted_rows() as given:
            assert current(reader, chat.scope, view).closed == view.closed
        statements.append(len(given))
    assert statements[0] == statements[1]


def test_a_view_reads_its_steps_only_where_something_was_added_inside(memory: Infold) -> None:
    chat, ids = folded(memory, "one", 3, 4)
    (view,) = chat.views()
    for number in range(40):
        chat.pin_model(ids[-1], f"m-{number}")
    with memory.store.read() as reader, counted_rows() as given:
        current(reader, chat.scope, view)
    assert max(given) < 40
    # Inside the first fold, below a message that was no exit.
    chat.append("user", "그런데?", parent=ids[1])
    (again,) = chat.views()
    flags = [one.flag for one in again.folds if ids[1] in one.fold.sources]
    assert flags == [BRANCHED]
    assert [one.is_open for one in again.folds].count(True) == 1


@pytest.mark.parametrize("is_exit", [False, True])
def test_many_branches_below_one_message_are_looked_up_once(memory: Infold, is_exit: bool) -> None:
    chat, ids = folded(memory, "one", 3, 0)
    (view,) = chat.views()
    below = view.folds[0].fold.sources[-1] if is_exit else ids[1]
    counts = []
    for _ in range(2):
        for n in range(5):
            chat.append("user", f"Noch {n}?", parent=below)
        with memory.store.read() as reader, counted_rows() as given:
            now = current(reader, chat.scope, view)
        assert [one.is_open for one in now.folds].count(True) == (not is_exit)
        counts.append(len(given))
    assert counts[0] == counts[1]


class Walked(list[tuple[int, int]]):
    """Wires that count how often one is looked at."""

    looks = 0

    def __iter__(self) -> Iterator[tuple[int, int]]:
        for one in super().__iter__():
            self.looks += 1
            yield one


@pytest.mark.parametrize("runs", [2, 6])
def test_each_later_message_is_looked_at_once_for_all_folds(memory: Infold, runs: int) -> None:
    chat, _ = folded(memory, "one", runs, 8)
    (view,) = chat.views()
    seen: list[Walked] = []
    plain = GraphReads.joined_since

    def joined(self: GraphReads, *given: Any) -> Walked:
        seen.append(Walked(plain(self, *given)))
        return seen[-1]

    with patch.object(GraphReads, "joined_since", joined), memory.store.read() as reader:
        current(reader, chat.scope, view)
    assert [len(one) for one in seen] == [16]
    assert [one.looks for one in seen] == [16]
