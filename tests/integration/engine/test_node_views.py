"""Condensing beside versions, passages and role prompts: none of them is folded away unseen."""

from __future__ import annotations

from infold import Infold
from infold.engine.chat import Chat
from infold.graph.condense import CondensePolicy
from tests.integration.engine.graph_talk import chain

POLICY = CondensePolicy(shortest=1, depth=0)


def refused(chat: Chat) -> dict[str, str]:
    plan = chat.plan_condense(POLICY)
    return {member: one.breaker for one in plan.refused for member in one.members}


def test_what_a_person_set_on_a_turn_keeps_it_out_of_runs(memory: Infold) -> None:
    chat, ids = chain(memory, 10)
    before = refused(chat)
    new = chat.edit(ids[4], "Point 2: Kafka 9.9 after all. Is that clear?", in_place=True)
    question = chat.branch(ids[9], "Really?", passage="noted for point 4")
    chat.set_leaf(ids[-1])
    role = chat.set_role(ids[12], "Sei knapp.")
    now = {one: why for one, why in refused(chat).items() if before.get(one) != why}
    assert role is not None
    assert now == {
        ids[4]: "version",
        ids[5]: "version",
        new.id: "version",
        ids[8]: "reference",
        ids[9]: "reference",
        question.id: "reference",
        ids[12]: "role prompt",
        ids[13]: "role prompt",
        role.id: "role prompt",
    }
    # A version that stands elsewhere is no live end: nothing near it is kept back for it.
    plan = chat.plan_condense()
    assert new.id not in {m for run in plan.runs for m in run.members}
    assert ids[2] not in {
        m for one in plan.refused if one.breaker == "frontier" for m in one.members
    }


def test_a_version_inside_a_folded_run_opens_it_and_flags_it(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    view = chat.apply(chat.plan_condense(), name="kurz")
    first = view.folds[0].fold.sources[0]
    chat.edit(first, "Point 0: nothing of the kind. Is that clear?", in_place=True)
    (fold,) = chat.view("kurz").folds
    assert (fold.is_open, fold.flag) == (
        True,
        "another version is shown in the place of one inside",
    )
    asked = chat.context("point 0?", budget=6000, view="kurz")
    assert "nothing of the kind" in asked.text
    assert asked.claims == []
    shown = chat.preview(None, "point 0?", budget=6000, view="kurz")
    assert "nothing of the kind" in shown.text
    assert "Folded:" not in shown.text
    chat.undo()
    (fold,) = chat.view("kurz").folds
    assert (fold.is_open, fold.flag) == (False, "")
    assert ids[0] == first


def test_a_plan_that_was_overtaken_by_a_version_is_stale(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    drafts = chat.build(chat.plan_condense(), "extractive")
    chat.set_role(ids[2], "Sei knapp.")
    assert [one.run.id for one in chat.rebase(drafts).drafts if one.state == "ready"] == []
    chat.undo()
    assert chat.rebase(drafts).drafts[0].state == "ready"
