"""Views through which a conversation is read, and what is asked in them, when views come and go."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from infold import Infold, Models
from infold.errors import Conflict, StalePlan, UsageError
from infold.models.scripted import ScriptedModel
from tests.integration.engine.graph_talk import chain


def answering() -> Models:
    return Models(answer=ScriptedModel(lambda request: f"{len(request.messages)} 개", model="m-1"))


def test_views_that_share_messages_never_stand_together(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    plan = chat.plan_condense().pick()
    first = chat.apply(plan.add(ids[0:12]), name="첫째")
    second = chat.apply(plan.add(ids[6:20]), name="zweite")
    inner = chat.apply(plan.add(ids[2:6]), name="内")
    chat.archive(first, uncompared=True)
    with pytest.raises(Conflict, match="share messages") as caught:
        chat.archive(second, uncompared=True)
    assert "Restore the original of '첫째'" in caught.value.hint
    chat.archive(inner, uncompared=True)  # inside: it nests
    assert len(chat.apply(chat.plan_condense().pick().add(ids[14:20])).folds) == 3
    chat.restore(first)
    chat.restore(inner)
    chat.archive(second, uncompared=True)
    assert [one.name for one in chat.views() if one.state == "standing"] == ["zweite"]
    assert memory.verify() == []


def test_an_answer_whose_view_was_dropped_says_so_and_is_asked_in_the_original(
    open_memory: Callable[..., Infold],
) -> None:
    memory = open_memory(models=answering())
    chat, ids = chain(memory, 8)
    chat.apply(chat.plan_condense().pick().add(ids[0:8]), name="短い")
    asked = chat.ask(ids[-1], "Und nun?", view="短い")
    assert chat.stale() == []
    chat.drop_view("短い")
    (stale,) = chat.stale()
    assert stale.because == ("the view '短い' was dropped",)
    plan = chat.plan_replay()
    assert [(one.message, one.views, one.dropped) for one in plan.items] == [
        (asked.id, (), ("短い",))
    ]
    done = chat.replay(plan)
    assert (len(done.answers), done.failed) == (1, ())
    assert chat.stale() == []
    chat.undo()
    chat.undo()  # the view is back: its answer stands
    assert chat.stale() == []


def test_an_answer_is_asked_again_in_all_the_views_that_it_was_asked_in(
    open_memory: Callable[..., Infold],
) -> None:
    model = ScriptedModel(lambda request: f"{len(request.messages)} 개", model="m-1")
    memory = open_memory(models=Models(answer=model))
    chat, ids = chain(memory, 12)
    plan = chat.plan_condense().pick()
    views = [chat.apply(plan.add(ids[at : at + 6]), name=f"V{at}") for at in (0, 8)]
    for view in views:
        chat.archive(view, uncompared=True)
    chat.ask(ids[-1], "Dan sekarang?")
    for view in views:
        chat.restore(view)
    assert chat.stale() == []
    chat.edit(ids[20], "다른 말", in_place=True)
    replay = chat.plan_replay()
    (item,) = [one for one in replay.items if one.views]
    assert item.views == tuple(view.id for view in views)
    chat.replay(replay.pick(item.message))
    assert item.message not in {one.message.id for one in chat.stale()}
    text = " ".join(one.text for one in model.calls[-1].messages)
    assert "Point 1 of our list" not in text
    assert "Point 5 of our list" not in text


def test_a_plan_whose_view_was_dropped_says_so_and_is_rebased(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    chat.apply(chat.plan_condense().pick().add(ids[0:6]), name="one")
    plan = chat.plan_condense(view="one").pick().add(ids[8:16])
    drafts = chat.build(plan, "extractive")
    chat.drop_view("one")
    with pytest.raises(StalePlan, match="The view 'one', from which the plan goes on, was dropped"):
        chat.apply(drafts)
    rebased = chat.rebase(drafts)
    assert [one.run.members for one in rebased.ready] == [one.run.members for one in drafts.ready]
    made = chat.apply(rebased, name="two")
    assert [one.fold.sources for one in made.folds] == [one.run.members for one in rebased.ready]


@pytest.mark.parametrize("name", ["a\nb", "a\tb", "가\u2028나", "a\x1b[31m"])
def test_the_name_of_a_view_is_one_line(memory: Infold, name: str) -> None:
    chat, ids = chain(memory, 8)
    plan = chat.plan_condense().pick().add(ids[0:8])
    with pytest.raises(UsageError, match="one line"):
        chat.apply(plan, name=name)
    view = chat.apply(plan, name="view")
    with pytest.raises(UsageError, match="one line"):
        chat.rename_view(view, name)
    chat.archive(ids[3])
    assert chat.views()[0].folds[0].flag == "a message was archived inside"
