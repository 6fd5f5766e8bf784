"""What is restored inside a folded run opens the fold in its views and flags it."""

from __future__ import annotations

import pytest

from infold import Infold
from infold.engine.chat import Chat
from tests.integration.engine.graph_talk import chain

RESTORED = "a message was restored inside"


def flag(chat: Chat) -> tuple[bool, str]:
    (fold,) = chat.view("s").folds
    return fold.is_open, fold.flag


@pytest.mark.parametrize("inside", [[3], [2], [2, 3], [4, 5], [4, 5, 6, 7], [15]])
def test_what_was_left_out_of_a_fold_and_is_shown_again_opens_it(
    memory: Infold, inside: list[int]
) -> None:
    chat, ids = chain(memory, 12)
    for at in inside:
        chat.archive(ids[at])
    view = chat.apply(chat.plan_condense().pick().add(ids[:16]), name="s")
    assert ids[inside[0]] not in view.folds[0].fold.sources
    assert flag(chat) == (False, "")
    chat.restore(ids[inside[0]])
    assert flag(chat) == (True, RESTORED)
    assert "restore" in chat.undo().name
    assert flag(chat) == (False, "")
    chat.redo()
    assert flag(chat) == (True, RESTORED)
    assert memory.verify() == []


def test_a_source_that_is_restored_in_a_fold_that_was_closed_again_opens_it(
    memory: Infold,
) -> None:
    chat, ids = chain(memory, 12)
    view = chat.apply(chat.plan_condense(), name="s")
    chat.archive(ids[2])
    chat.toggle(view, view.folds[0].fold.id)
    assert flag(chat) == (False, "a message was archived inside")
    chat.restore(ids[2])
    assert flag(chat) == (True, RESTORED)


def test_what_is_restored_elsewhere_opens_nothing(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    chat.archive(ids[20])
    beside = chat.append("user", "Something else.", parent=ids[15]).id
    chat.set_leaf(ids[-1])
    chat.archive(beside)
    chat.apply(chat.plan_condense().pick().add(ids[0:12]), name="s")
    chat.restore(ids[20])
    chat.restore(beside)
    assert flag(chat) == (False, "")
    chat.restore(ids[4])
    assert flag(chat) == (False, "")
