"""What is shown is what is folded: other answers, archived messages, versions, and what reopens."""

from __future__ import annotations

import json

import pytest

from infold import Infold
from infold.engine.chat import Chat
from infold.engine.graph_chat import GraphChat
from infold.errors import Conflict, GraphError
from infold.models.scripted import ScriptedModel
from infold.recall.result import Context
from tests.integration.engine.graph_talk import ANSWER, chain, turn

NOTE = "Alternative answer: the queue is RabbitMQ 3.77 instead of that, on port 5677."


def two_answers(memory: Infold) -> tuple[Chat, list[str], str]:
    """Twelve turns; the fifth was answered twice, and the talk went on from the first answer."""
    chat, ids = chain(memory, 12)
    other = chat.append("assistant", NOTE, parent=ids[8]).id
    chat.set_leaf(ids[-1])
    return chat, ids, other


def states(made: Context) -> dict[str, int]:
    return {name: made.accounting[name] for name in ("raw", "folded", "omitted", "total")}


def flag(chat: GraphChat, view: str = "s") -> tuple[bool, str]:
    (fold,) = chat.view(view).folds
    return fold.is_open, fold.flag


def condensed(chat: Chat) -> str:
    """A view of the one run of a chat; the id of its fold."""
    view = chat.apply(chat.plan_condense(), name="s")
    (fold,) = view.folds
    return fold.fold.id


# ------------------------------------------------------------------ other answers


def test_a_run_with_an_answer_given_twice_is_folded_as_it_is_shown(memory: Infold) -> None:
    chat, ids, other = two_answers(memory)
    plan = chat.plan_condense()
    (run,) = plan.runs
    assert run.members == tuple(ids[:16])
    (beside,) = (one for one in plan.refused if one.members == (other,))
    assert beside.reason == "another answer to its question is shown"
    assert run.tokens == sum(m.tokens for m in chat.messages() if m.id in run.members)
    condensed(chat)
    made = chat.context("Point 3?", budget=9000, view="s")
    assert states(made)["raw"] == 8
    assert states(made)["folded"] > 0
    assert NOTE not in made.text
    assert chat.preview(None, "Point 3?", budget=9000, view="s").text.count("RabbitMQ") == 0
    compared = chat.compare("s", probes=6)
    assert compared.folds == 1
    assert len(compared.pairs) == 6
    # Below the other answer the run is not all there: it is read as it is.
    below = chat.context("Point 3?", budget=9000, view="s", leaf=other)
    assert (states(below)["raw"], states(below)["folded"]) == (10, 0)
    assert NOTE in below.text
    assert memory.verify() == []


def test_the_answer_from_which_the_talk_went_on_is_the_one_that_is_shown(memory: Infold) -> None:
    chat = memory.conversation("second")
    asked, first = turn(chat, 0)
    second = chat.append("assistant", ANSWER.format(n=100), parent=asked).id
    ids = [asked, second]
    for n in range(1, 10):
        ids += turn(chat, n, parent=ids[-1])
    (run,) = chat.plan_condense().runs
    assert first not in run.members
    assert run.members == tuple(ids[:12])
    # Of answers that nothing goes on from, the leaf says which; else the newest is shown.
    end = chat.append("assistant", "Another end.", parent=ids[-2]).id
    newest = chat.plan_condense().add(ids[-2:]).runs[-1].members
    assert (end in newest, ids[-1] in newest) == (True, False)
    chat.set_leaf(ids[-1])
    older = chat.plan_condense().add(ids[-2:]).runs[-1].members
    assert (end in older, ids[-1] in older) == (False, True)


def test_a_mark_on_an_answer_that_is_not_shown_is_not_carried(memory: Infold) -> None:
    chat, _, other = two_answers(memory)
    chat.mark(other, "highlight", text="RabbitMQ 3.77")
    fold = condensed(chat)
    assert "RabbitMQ" not in chat.context("queue?", budget=9000, view="s").text
    assert flag(chat) == (False, "")
    assert fold


def test_an_archived_message_is_not_folded_and_what_it_said_is_not_told(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    chat.archive(ids[3])
    (run,) = chat.plan_condense().runs
    assert ids[3] not in run.members
    assert len(run.members) == 15
    assert [(one.members, one.breaker) for one in chat.plan_condense().refused][:1] == [
        ((ids[3],), "archived")
    ]
    for one in ids[4:6]:
        chat.archive(one)
    plan = chat.plan_condense()
    with pytest.raises(GraphError, match="Nothing of the selection is shown"):
        plan.add(ids[4:6])


def test_a_fold_that_is_closed_around_an_archived_message_stands_without_it(
    memory: Infold,
) -> None:
    chat, ids = chain(memory, 12)
    fold = condensed(chat)
    before = states(chat.context("Point 3?", budget=9000, view="s"))
    chat.archive(ids[2])
    assert flag(chat) == (True, "a message was archived inside")
    chat.toggle("s", fold)
    assert flag(chat) == (False, "a message was archived inside")
    made = chat.context("Kafka?", budget=9000, view="s")
    assert states(made)["raw"] == before["raw"]
    assert states(made)["folded"] > 0
    assert "Kafka 3.1" not in made.text
    assert "Kafka 3.1" not in chat.preview(None, "Kafka?", budget=9000, view="s").text
    assert "Kafka 3.1" not in chat.markdown(view="s")
    assert "Folded:" in made.text
    assert "folded:" in chat.markdown(view="s")
    assert made.accounting["total"] == 24
    assert sum(made.accounting[one] for one in ("raw", "extracted", "folded", "omitted")) == 24


# ------------------------------------------------------------------ what opens again


def test_a_mark_opens_a_fold_that_a_person_closed_again(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    fold = condensed(chat)
    chat.mark(ids[4], "highlight", text="Point 2")
    assert flag(chat) == (True, "a highlight was set inside")
    chat.toggle("s", fold)
    assert flag(chat) == (False, "a highlight was set inside")
    chat.mark(ids[7], "landmark", label="ruled_out")
    assert flag(chat) == (True, "a landmark was set inside")
    chat.toggle("s", fold)
    chat.cut(ids[5], ids[6])
    assert flag(chat) == (True, "a wire was changed inside")
    chat.undo()
    assert flag(chat) == (False, "a landmark was set inside")
    chat.undo()
    assert flag(chat) == (True, "a landmark was set inside")
    assert memory.verify() == []


def test_undoing_writes_no_fold_open_that_opened_by_itself(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    fold = condensed(chat)
    before = flag(chat)
    chat.edit(ids[4], "Point 2, told otherwise")
    opened = flag(chat)
    assert opened[0]
    chat.toggle("s", fold, is_open=False)
    assert not flag(chat)[0]
    chat.undo()
    assert flag(chat) == opened
    chat.undo()
    assert flag(chat) == before
    chat.redo()
    assert flag(chat) == opened
    chat.redo()
    assert not flag(chat)[0]
    assert memory.verify() == []


def test_a_wire_into_the_middle_of_a_fold_opens_it(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    side = [one for n in range(20, 23) for one in turn(chat, n, parent=[] if n == 20 else None)]
    middle = chat.branch([ids[-1], side[-1]], "Both?")
    ids += [middle.id, chat.append("assistant", ANSWER.format(n=30), parent=middle.id).id]
    for n in range(31, 38):
        ids += turn(chat, n, parent=ids[-1])
    chat.cut(side[-1], middle.id)
    plan = chat.plan_condense()
    (run,) = (one for one in plan.runs if middle.id in one.members)
    assert run.members[0] == ids[0]
    chat.apply(plan.pick(run.id), name="s")
    chat.join(side[-1], middle.id)
    assert flag(chat) == (True, "a wire was changed inside")
    chat.undo()
    assert flag(chat) == (False, "")


def test_a_quote_opens_the_folds_at_both_of_its_ends(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    condensed(chat)
    chat.reference(ids[4], ids[23])
    assert flag(chat) == (True, "a turn inside is quoted, or quotes another")
    chat.undo()
    chat.set_role(ids[4], "Sei knapp.")
    assert flag(chat) == (True, "a role prompt was set inside")


def test_a_wire_at_either_end_of_a_fold_opens_nothing(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    condensed(chat)
    chat.cut(ids[15], ids[16])
    assert flag(chat) == (False, "")


def test_a_fold_that_a_branch_opened_can_be_closed_and_opens_for_the_next(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    fold = condensed(chat)
    first = chat.append("user", "A branch inside", parent=ids[5])
    chat.set_leaf(ids[-1])
    why = "a branch or a new version was opened inside"
    assert flag(chat) == (True, why)
    chat.toggle("s", fold)
    assert flag(chat) == (False, why)
    assert states(chat.context("?", budget=9000, view="s"))["raw"] == 8
    assert chat.context("?", budget=9000, view="s", leaf=first.id).accounting["folded"] == 0
    steps = len(chat.changes())
    chat.toggle("s", fold, is_open=False)
    assert len(chat.changes()) == steps
    chat.append("user", "Another", parent=ids[7])
    chat.set_leaf(ids[-1])
    assert flag(chat) == (True, why)
    chat.toggle("s", fold)
    assert flag(chat) == (False, why)
    chat.undo()
    assert flag(chat) == (True, why)
    chat.redo()
    assert flag(chat) == (False, why)
    chat.toggle("s", fold)
    assert flag(chat) == (True, why)
    assert memory.verify() == []


def test_a_fold_with_another_version_inside_is_not_closed(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    fold = condensed(chat)
    chat.edit(ids[4], "Point 2: Kafka 9.9 after all. Is that clear?", in_place=True)
    with pytest.raises(Conflict, match="another version is shown in the place of 1 message"):
        chat.toggle("s", fold)
    assert flag(chat)[0]
    chat.activate(ids[4])
    chat.toggle("s", fold)
    assert not flag(chat)[0]


# ------------------------------------------------------------------ briefs and drafts


def test_a_brief_states_the_version_that_is_shown(memory: Infold) -> None:
    chat = memory.conversation("brief")
    asked = chat.append("user", "We decided that the gateway listens on port 5100.").id
    answered = chat.append("assistant", "Good.", parent=asked).id
    gone = chat.append("assistant", "We decided on port 6100 instead.", parent=asked).id
    ids = [asked, answered]
    for n in range(1, 9):
        ids += turn(chat, n, parent=ids[-1])
    chat.edit(asked, "We decided that the gateway listens on port 7777.", in_place=True)
    model = ScriptedModel(lambda _: json.dumps({"claims": []}))
    plan = chat.plan_condense()
    assert asked not in {member for run in plan.runs for member in run.members}
    chat.build(plan, model)
    sent = "\n".join(one.text for call in model.calls for one in call.messages)
    assert "7777" in sent
    assert "5100" not in sent
    assert "6100" not in sent
    assert gone


def test_what_is_carried_is_not_said_twice(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    words = "PostgreSQL 16.0 and it listens on port 5400 of the new machine"
    whole = f"The database is {words}."
    chat.mark(ids[0], "highlight", text=f"Point 0 of our list. {whole}")
    (draft,) = chat.build(chat.plan_condense()).drafts
    assert draft.fold is not None
    said = [claim.text for claim in draft.fold.claims if claim.level]
    assert sum("port 5400" in text for text in said) == 1


def test_a_draft_that_was_kept_has_its_fidelity_again(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    for _ in range(2):
        (first,) = chat.build(chat.plan_condense()).drafts
        (again,) = chat.build(chat.plan_condense()).drafts
        assert again.is_cached
        assert again.fidelity is not None
        assert again.fidelity == first.fidelity
        chat.mark(ids[2], "highlight", text="Kafka 3.1")
