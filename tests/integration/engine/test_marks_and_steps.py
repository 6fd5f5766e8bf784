"""Marks and edits: checked, kept, and each a step that is undone and done again exactly."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from infold import Infold
from infold.core.marks import Mark
from infold.engine.chat import Chat
from infold.errors import Conflict, GraphError, NotFound, UsageError


def talk(memory: Infold, turns: int, name: str = "a") -> tuple[Chat, list[str]]:
    chat = memory.conversation(name)
    ids = []
    for turn in range(turns):
        ids.append(chat.append("user", f"What about item {turn}? It costs {100 + turn} euros.").id)
        ids.append(chat.append("assistant", f"Item {turn} was ordered from Zoë in Łódź.").id)
    return chat, ids


def reading(chat: Chat) -> dict[str, Any]:
    """Everything that steps change."""
    archived = {mark.message for mark in chat.marks() if mark.kind == "archive"}
    return {
        "marks": [mark for mark in chat.marks() if mark.kind != "archive"],
        "archived": archived,
        "wires": chat.wires(),
        "leaf": chat.leaf(),
        "views": chat.views(),
        "text": chat.context("item 1?", budget=3000).text,
    }


def test_a_mark_comes_back_as_it_was_set_and_once(memory: Infold) -> None:
    chat, ids = talk(memory, 3)
    one = chat.mark(ids[1], "highlight", text="Zoë in Łódź")
    assert (one.start, one.end, one.text) == (24, 35, "Zoë in Łódź")
    assert chat.mark(ids[1], "highlight", span=(24, 35)) == one
    two = chat.mark(ids[2], "landmark", label="ruled_out", evidence="why")
    assert chat.marks() == [one, two]
    assert len({mark.id for mark in chat.marks()}) == 2
    chat.unmark(one)
    assert chat.marks() == [two]
    with pytest.raises(NotFound):
        chat.unmark("n_none")


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "highlight"},
        {"kind": "highlight", "text": "not there"},
        {"kind": "highlight", "text": "o"},
        {"kind": "highlight", "span": (0, 400)},
        {"kind": "highlight", "span": (0, 4), "text": "what"},
        {"kind": "highlight", "span": (4, 5)},
        {"kind": "highlight", "span": (0, 4), "part": 3},
        {"kind": "landmark"},
        {"kind": "landmark", "label": "wrong"},
        {"kind": "pin", "label": "decided"},
        {"kind": "pin", "text": "What"},
        {"kind": "star"},
    ],
)
def test_a_mark_that_does_not_stand_is_refused(memory: Infold, wrong: dict[str, Any]) -> None:
    chat, ids = talk(memory, 1)
    with pytest.raises(UsageError):
        chat.mark(ids[0], **wrong)
    assert (chat.marks(), chat.changes()) == ([], [])


SAID = {
    "en": ("We decided to use Kafka.", "Redis is ruled out.", "We changed our mind about it."),
    "de": ("Wir haben uns für Kafka entschieden.", "Redis kommt nicht in Frage.", "Kurswechsel!"),
    "id": ("Kami memutuskan memakai Kafka.", "Redis tidak jadi dipakai.", "Kita ganti haluan."),
    "ko": ("Kafka를 쓰기로 결정했습니다.", "Redis는 제외합니다.", "방향을 바꿔서 갑니다."),
    "zh": ("我们决定使用Kafka。", "Redis被排除了。", "我们改变方向。"),
    "ja": ("Kafkaを使うことに決めました。", "Redisは却下します。", "方針を変更します。"),
}


@pytest.mark.parametrize("language", sorted(SAID))
def test_rules_propose_landmarks_with_their_evidence(memory: Infold, language: str) -> None:
    chat = memory.conversation("a")
    for text in SAID[language]:
        chat.append("user", f"{text}\n\nOK?")
        chat.append("assistant", "...")
    found = chat.propose_marks()
    assert [(mark.label, mark.evidence) for mark in found] == list(
        zip(("decided", "ruled_out", "pivoted"), SAID[language], strict=True)
    )
    assert {(mark.by, mark.state) for mark in found} == {("rule", "suggested")}
    assert chat.plan_condense().graph.marked == {}  # a suggestion breaks no run
    chat.unmark(found[0])
    chat.confirm(found[1])
    assert chat.propose_marks() == []  # neither what was declined nor what is there
    assert [mark.state for mark in chat.marks()] == ["confirmed", "suggested"]
    assert len(chat.plan_condense().graph.marked) == 1


def test_what_a_model_marks_is_a_suggestion(memory: Infold) -> None:
    chat, ids = talk(memory, 1)
    made = chat.mark(ids[0], "landmark", label="decided", by="model", evidence="it says so")
    assert (made.state, made.holds) == ("suggested", False)
    assert chat.marks(suggested=False) == []


def test_undo_and_redo_give_both_states_exactly(memory: Infold) -> None:
    """G9."""
    chat, ids = talk(memory, 4)
    branch = chat.append("user", "And otherwise?", parent=ids[3]).id
    chat.set_leaf(ids[4])
    states = [reading(chat)]
    steps = [
        lambda: chat.mark(ids[3], "landmark", label="decided"),
        lambda: chat.mark(ids[0], "highlight", text="100 euros"),
        lambda: chat.cut(ids[1], ids[2]),
        lambda: chat.reference(ids[0], ids[6], chain=True),
        lambda: chat.archive(ids[5]),
        lambda: chat.set_leaf(branch),
        lambda: chat.join(ids[1], ids[2]),
    ]
    for step in steps:
        step()
        states.append(reading(chat))
    assert all(one != other for one, other in pairwise(states))
    for _ in range(2):
        for state in reversed(states[:-1]):
            chat.undo()
            assert reading(chat) == state
        for state in states[1:]:
            chat.redo()
            assert reading(chat) == state
        with pytest.raises(NotFound):
            chat.redo()
    chat.undo()
    chat.mark(ids[1], "pin")
    with pytest.raises(NotFound):  # a new step ends what was undone
        chat.redo()
    assert [one.state for one in chat.changes()][-2:] == ["gone", "done"]
    assert memory.verify() == []


def test_steps_hold_ids_and_no_content(memory: Infold) -> None:
    chat, ids = talk(memory, 2)
    chat.mark(ids[0], "highlight", text="100 euros")
    chat.edit(ids[3], "Nothing of the kind.")
    data = repr(chat.changes())
    assert "euros" not in data
    assert "Nothing" not in data


def test_a_cut_wire_carries_nothing_and_keeps_its_record(memory: Infold) -> None:
    chat, ids = talk(memory, 3)
    whole = chat.context("item?", budget=3000)
    chat.cut(ids[1], ids[2])
    cut = chat.context("item?", budget=3000)
    assert (whole.accounting["total"], cut.accounting["total"]) == (6, 4)
    assert [wire.cut for wire in chat.wires()] == [False, True, False, False, False]
    assert chat.plan_condense().graph.parents[1] == ()
    chat.join(ids[1], ids[2])
    assert chat.context("item?", budget=3000).text == whole.text
    with pytest.raises(NotFound):
        chat.cut(ids[0], ids[5])


def test_an_archived_message_contributes_nothing_and_lets_ancestry_pass(memory: Infold) -> None:
    chat, ids = talk(memory, 3)
    chat.archive(ids[2])
    made = chat.context("item 1?", budget=3000)
    assert "item 1?" not in made.text
    assert "item 0?" in made.text
    assert made.accounting["total"] == 6
    assert made.omissions == {"archived": 1}
    assert made.why(ids[2]) == "Message 2 is omitted: it is archived."
    chat.restore(ids[2])
    assert "item 1?" in chat.context("item 1?", budget=3000).text


def test_a_pin_stands_in_every_context(memory: Infold) -> None:
    chat, ids = talk(memory, 60)
    other = "What is the weather?"
    assert "item 7?" not in chat.context(other, budget=300).text
    chat.mark(ids[14], "pin")
    made = chat.context(other, budget=300)
    assert "item 7?" in made.text
    assert made.accounting["tokens"] <= 300
    assert made.state(14) == "raw"


def test_several_paths_are_joined_in_one_message(memory: Infold) -> None:
    chat, ids = talk(memory, 1)
    left = chat.append("user", "On the left, 11 boxes", parent=ids[1]).id
    right = chat.append("user", "On the right, 22 boxes", parent=ids[1]).id
    both = chat.append("assistant", "Together", parent=[right, left])
    assert chat.append("assistant", "Together", parent=[left, right]).id != both.id
    made = chat.context("boxes?", budget=1000)
    assert made.accounting["total"] == 5
    assert "11 boxes" in made.text
    assert "22 boxes" in made.text
    root = chat.append("user", "Something else", parent=[])
    assert chat.context("boxes?", budget=1000).accounting["total"] == 1
    assert chat.info().branches == 3
    assert root.position == 6
    assert memory.verify() == []


def test_an_edit_is_a_version_beside_the_old_one_with_its_marks(memory: Infold) -> None:
    chat, ids = talk(memory, 2)
    held = chat.mark(ids[3], "highlight", text="Zoë in Łódź")
    chat.mark(ids[3], "highlight", text="ordered")
    chat.mark(ids[3], "landmark", label="decided")
    before = reading(chat)
    new = chat.edit(ids[3], "Item 1 came by post from Zoë in Łódź.")
    assert chat.leaf() == new.id
    assert chat.messages()[3].text == "Item 1 was ordered from Zoë in Łódź."
    moved = [mark for mark in chat.marks() if mark.message == new.id]
    assert [(mark.kind, mark.text) for mark in moved] == [
        ("landmark", ""),
        ("highlight", "Zoë in Łódź"),
    ]
    assert new.text[moved[1].start : moved[1].end] == held.text
    assert sum(mark.message == ids[3] for mark in chat.marks()) == 3
    assert "ordered from" not in chat.context("item 1?", budget=1000).text.split("item 1?")[1]
    chat.undo()
    after = reading(chat)
    assert after["archived"] == set()  # nobody archived it; its record stays
    assert memory.conversation("a").messages()[-1].id == new.id
    assert [wire for wire in after["wires"] if wire.child != new.id] == before["wires"]
    kept = ("marks", "leaf", "views", "text")
    assert [after[name] for name in kept] == [before[name] for name in kept]
    chat.redo()
    assert chat.leaf() == new.id
    chat.append("user", "And then?")
    with pytest.raises(Conflict) as caught:
        chat.undo()
    assert len(caught.value.records) == 1
    assert memory.verify() == []


def test_a_version_is_chosen_and_chosen_back(memory: Infold) -> None:
    chat, ids = talk(memory, 2)
    other = chat.append("assistant", "Another answer", parent=ids[2]).id
    chat.set_leaf(ids[3])
    assert chat.leaf() == ids[3]
    chat.set_leaf(other)
    assert chat.leaf() == other
    chat.set_leaf(ids[0])  # the newest below
    assert chat.leaf() == other
    chat.archive(other)
    with pytest.raises(UsageError):
        chat.set_leaf(other)


def test_a_message_quotes_only_what_is_older(memory: Infold) -> None:
    chat, ids = talk(memory, 3)
    with pytest.raises(GraphError):
        chat.reference(ids[4], ids[0])
    chat.reference(ids[0], ids[4])
    assert [(w.kind, w.chain) for w in chat.wires() if w.child == ids[4]] == [
        ("reference", False),
        ("continue", False),
    ]
    chat.reference(ids[0], ids[4], chain=True)
    assert next(w.chain for w in chat.wires() if w.kind == "reference")
    chat.cut(ids[0], ids[4], "reference")
    assert chat.plan_condense().graph.references == ()


def test_marks_of_another_scope_are_not_seen(memory: Infold) -> None:
    chat, ids = talk(memory, 1)
    chat.mark(ids[0], "pin")
    other = memory.conversation("a", user="ana")
    other.append("user", "Hello")
    assert (other.marks(), other.changes()) == ([], [])
    with pytest.raises(NotFound):
        other.mark(ids[0], "pin")
    assert isinstance(chat.marks()[0], Mark)


def test_a_restore_is_undone_and_steps_before_it_too(memory: Infold) -> None:
    """G9: messages that were there before a step never hold up its undoing."""
    chat, ids = talk(memory, 4)
    states = [reading(chat)]
    for step in (
        lambda: chat.mark(ids[0], "pin"),
        lambda: chat.archive(ids[4]),
        lambda: chat.restore(ids[4]),
        lambda: chat.unmark(chat.mark(ids[5], "archive")),
    ):
        step()
        states.append(reading(chat))
    chat.undo()  # of the last, which were two steps
    for state in reversed(states[:-1]):
        chat.undo()
        assert reading(chat) == state
    for state in states[1:-1]:
        chat.redo()
        assert reading(chat) == state


@pytest.mark.parametrize("what", ["branch", "edit", "in place", "role"])
def test_an_undone_step_leaves_no_mark_that_nobody_set(memory: Infold, what: str) -> None:
    chat, ids = talk(memory, 3)
    before = (chat.marks(), chat.settings(), chat.leaf(), chat.context("item?", budget=3000).text)
    match what:
        case "branch":
            made = chat.branch(ids[3], "그리고 다른 것은?")
        case "edit":
            made = chat.edit(ids[3], "Ganti.")
        case "in place":
            made = chat.edit(ids[3], "Ganti.", in_place=True)
        case _:
            prompt = chat.set_role(ids[3], "Tu es un pirate.")
            assert prompt is not None
            made = prompt
    after = (chat.marks(), chat.settings(), chat.leaf())
    chat.undo()
    now = (chat.marks(), chat.settings(), chat.leaf(), chat.context("item?", budget=3000).text)
    assert now == before
    assert made.position in chat.plan_condense().graph.away
    chat.redo()
    assert (chat.marks(), chat.settings(), chat.leaf()) == after
    assert chat.plan_condense().graph.away == frozenset()
    assert memory.verify() == []


def test_what_an_undone_step_had_added_can_be_restored(memory: Infold) -> None:
    chat, ids = talk(memory, 3)
    made = chat.branch(ids[1], "And otherwise?")
    chat.undo()
    chat.mark(ids[0], "pin")  # ends what was undone
    chat.restore(made.id)
    chat.set_leaf(made)
    assert "otherwise" in chat.context("item?", budget=3000).text
    chat.undo()
    chat.append("assistant", "Yes.", parent=made.id)
    chat.undo()  # of the restore: what goes on from it stays
    assert "otherwise" not in chat.context("item?", budget=3000).text
    assert memory.verify() == []
