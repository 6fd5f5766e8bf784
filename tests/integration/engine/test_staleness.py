"""Stale answers: which, because of what, and given again in the order of what they stand on."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from infold import Infold, Models
from infold.core.messages import ToolCall, ToolResult
from infold.engine.chat import Chat
from infold.errors import NotFound, RateLimited
from infold.models.chat import ChatRequest
from infold.models.scripted import ScriptedModel, ScriptedReply


def talk(memory: Infold, turns: int = 4) -> tuple[Chat, list[str]]:
    chat = memory.conversation("a")
    ids = [chat.append("system", "Du bist Lotse in Kiel.").id]
    for turn in range(turns):
        ids.append(chat.append("user", f"Welcher Liegeplatz für Schiff {turn}? 몇 번입니까?").id)
        ids.append(chat.append("assistant", f"Schiff {turn} an Platz {40 + turn}。").id)
    return chat, ids


def stale(chat: Chat) -> dict[int, tuple[str, ...]]:
    return {one.slot: one.because for one in chat.stale()}


def test_nothing_is_stale_where_nothing_was_changed(memory: Infold) -> None:
    chat, ids = talk(memory)
    chat.mark(ids[1], "pin")
    chat.mark(ids[2], "highlight", text="Platz")
    chat.mark(ids[3], "landmark", label="decided")
    chat.set_leaf(ids[4])
    chat.pin_model(ids[1], "m-1")
    assert stale(chat) == {}
    with pytest.raises(NotFound):
        memory.conversation("none").stale()


Steps = list[tuple[Callable[[Chat, list[str]], object], dict[int, str]]]
STEPS: Steps = [
    (
        lambda chat, ids: chat.edit(ids[0], "Du bist Lotse in Lübeck.", in_place=True),
        dict.fromkeys((2, 4, 6, 8), "another version of #0 is shown (step 1: edit)"),
    ),
    (
        lambda chat, ids: chat.archive(ids[3]),
        dict.fromkeys((4, 6, 8), "#3 was archived (step 1: archive)"),
    ),
    (
        lambda chat, ids: chat.cut(ids[4], ids[5]),
        dict.fromkeys((6, 8), "the wire from #4 to #5 was cut (step 1: cut wire)"),
    ),
    (
        lambda chat, ids: chat.cut(ids[5], ids[6]),
        dict.fromkeys((8,), "the wire from #5 to #6 was cut (step 1: cut wire)"),
    ),
    (
        lambda chat, ids: chat.reference(ids[1], ids[7]),
        {8: "what #7 quotes of #1 changed (step 1: quote a turn)"},
    ),
    (
        lambda chat, ids: chat.set_role(ids[5], "Antworte kurz."),
        dict.fromkeys((6, 8), "a role prompt was set on #5 (step 1: set a role prompt)"),
    ),
    (
        lambda chat, ids: chat.add_material("Platz 9 ist frei.", name="plan.md", at=ids[7]),
        {8: "plan.md was put in at #7 (step 1: add a material)"},
    ),
    (
        lambda chat, ids: chat.add_material("Platz 9 ist frei.", name="plan.md"),
        dict.fromkeys((2, 4, 6, 8), "plan.md was put in everywhere (step 1: add a material)"),
    ),
]


@pytest.mark.parametrize("number", range(len(STEPS)))
def test_a_step_makes_stale_what_stands_on_it_and_says_so(memory: Infold, number: int) -> None:
    step, expected = STEPS[number]
    chat, ids = talk(memory)
    step(chat, ids)
    # The answer to a question whose wire was cut has nothing above it: it answers nothing.
    assert {slot: because[-1] for slot, because in stale(chat).items()} == expected
    chat.undo()
    assert stale(chat) == {}
    chat.redo()
    assert {slot: because[-1] for slot, because in stale(chat).items()} == expected
    # What is said since stands on things as they are.
    chat.set_leaf(ids[8])
    chat.append("user", "Danke. Und jetzt?")
    late = chat.append("assistant", "Jetzt warten.")
    assert late.position not in stale(chat)
    chat.undo() if number != 0 else None
    assert memory.verify() == []


def test_what_was_said_between_is_stale_when_a_step_is_undone(memory: Infold) -> None:
    chat, ids = talk(memory)
    chat.archive(ids[3])
    chat.append("user", "Und?")
    between = chat.append("assistant", "Nichts.")
    assert set(stale(chat)) == {4, 6, 8}
    chat.undo()
    assert stale(chat) == {between.position: ("#3 was restored (step 1: archive)",)}
    chat.redo()
    assert set(stale(chat)) == {4, 6, 8}


def test_the_version_that_is_active_counts(memory: Infold) -> None:
    chat, ids = talk(memory)
    other = chat.append("assistant", "Schiff 1 an Platz 99.", parent=ids[3])
    chat.set_leaf(ids[8])
    assert stale(chat) == {}
    chat.activate(other)
    told = "another version of #4 is shown (step 2: show a version)"
    assert stale(chat) == {6: (told,), 8: (told,)}
    chat.activate(ids[4])
    assert stale(chat) == {}


def test_an_edit_is_one_cause(memory: Infold) -> None:
    """The new version comes in as restored; nobody restored anything."""
    chat, ids = talk(memory)
    chat.edit(ids[3], "몇 번 선석입니까?", in_place=True)
    told = ("another version of #3 is shown (step 1: edit)",)
    assert {one.slot: one.because for one in chat.stale()} == {4: told, 6: told, 8: told}


def test_answers_asked_here_are_judged_by_their_hash(open_memory) -> None:
    memory = open_memory(models=Models(answer=ScriptedModel(lambda request: "Ja.")))
    chat, ids = talk(memory, 1)
    chat.add_material("Tide 12:40", name="tide.txt", at=ids[1])
    chat.reference(ids[0], ids[1], chain=True)
    for number in range(3):
        question = chat.branch(chat.leaf() or "", f"Frage {number}?", passage=None)
        chat.answer(question)
    assert set(stale(chat)) == {2}
    answers = [one.slot for one in chat.stale()]
    chat.exclude("tide.txt", at=ids[1])
    assert set(stale(chat)) == {2, 4, 6, 8}
    assert stale(chat)[8][-1].startswith("tide.txt was taken out at #1")
    chat.include("tide.txt", at=ids[1])
    assert [one.slot for one in chat.stale()] == answers
    chat.cut(ids[0], ids[1], "reference")
    assert set(stale(chat)) == {2, 4, 6, 8}
    chat.join(ids[0], ids[1], "reference")
    assert [one.slot for one in chat.stale()] == answers
    assert memory.verify() == []


def test_replay_gives_stale_answers_again_in_order(open_memory) -> None:
    model = ScriptedModel(lambda request: f"Neu {len(request.messages)}.", model="lotse-2")
    memory = open_memory(models=Models(answer=model))
    chat, ids = talk(memory)
    side = chat.append("user", "Nebenbei?", parent=ids[2])
    chat.append("assistant", "Nein.", parent=side.id)
    chat.set_leaf(ids[8])
    chat.edit(ids[3], "Welcher Platz für die Anna?", in_place=True)
    leaf = chat.leaf()
    plan = chat.plan_replay(budget=2000)
    assert [(one.slot, one.after) for one in plan.items] == [(4, ()), (6, (4,)), (8, (6,))]
    assert 0 < plan.items[0].input_tokens < plan.items[2].input_tokens <= 2000
    assert plan.input_tokens == sum(one.input_tokens for one in plan.items)
    assert plan.output_tokens > 0
    assert model.calls == []  # the price comes first
    done = chat.replay(plan)
    assert [old for old, _ in done.answers] == [ids[4], ids[6], ids[8]]
    assert (done.failed, done.left, chat.stale()) == ((), (), [])
    assert chat.plan_replay().items == ()
    last = model.calls[-1]
    assert [m.text for m in last.messages][2:] == [
        "Schiff 0 an Platz 40。",
        "Welcher Platz für die Anna?",
        "Neu 4.",
        "Welcher Liegeplatz für Schiff 2? 몇 번입니까?",
        "Neu 6.",
        "Welcher Liegeplatz für Schiff 3? 몇 번입니까?",
    ]
    assert leaf == ids[8]
    assert chat.leaf() == done.answers[-1][1].id  # the answer that stood there gave way
    assert "Neu 6." in chat.context("Platz", budget=2000).text
    assert "Platz 42" not in chat.context("Platz", budget=2000).text
    for _ in range(3):
        chat.undo()
    assert set(stale(chat)) == {4, 6, 8}
    assert chat.leaf() == leaf
    assert memory.verify() == []


def test_what_stands_on_an_answer_that_is_given_again_is_too(open_memory) -> None:
    memory = open_memory(models=Models(answer=ScriptedModel(lambda request: "Neu.")))
    chat, ids = talk(memory, 2)
    chat.archive(ids[1])
    asked = chat.append("user", "Und danach?")
    after = chat.append("assistant", "Danach Feierabend.")
    assert set(stale(chat)) == {2, 4}
    plan = chat.plan_replay()
    assert [(one.slot, one.because[-1]) for one in plan.items[-1:]] == [
        (after.position, "#4 is given again")
    ]
    chat.replay(plan.pick(ids[2]))
    assert set(stale(chat)) == {4, after.position}
    assert asked.position == 5
    with pytest.raises(NotFound):
        plan.pick("m_none")


def test_replay_stops_when_it_is_told_to_and_goes_on_later(open_memory) -> None:
    """Nothing further is asked; what was given stays."""
    cancel = threading.Event()

    def script(request: ChatRequest) -> ScriptedReply:
        if len(model.calls) == 2:
            cancel.set()
        return ScriptedReply(text="Neu.", delay=0.02)

    model = ScriptedModel(script)
    memory = open_memory(models=Models(answer=model))
    chat, ids = talk(memory)
    chat.archive(ids[1])
    steps: list[tuple[int, str]] = []
    done = chat.replay(cancel=cancel, progress=lambda step: steps.append((step.number, step.state)))
    assert [old for old, _ in done.answers] == [ids[2]]
    assert done.is_stopped
    assert done.left == (ids[4], ids[6], ids[8])
    assert steps == [(1, "asking"), (1, "done"), (2, "asking")]
    assert len(model.calls) == 2
    cancel.clear()
    assert len(chat.replay().answers) == 3
    assert chat.stale() == []


def test_one_that_fails_takes_only_what_stands_on_it_along(open_memory) -> None:
    def script(request: ChatRequest) -> str | Exception:
        is_left = any("links" in message.text for message in request.messages)
        return RateLimited("Slow down.") if is_left else "Neu."

    memory = open_memory(models=Models(answer=ScriptedModel(script)))
    chat, ids = talk(memory, 1)
    left = [chat.append("user", "links?", parent=ids[2]).id]
    right = [chat.append("user", "rechts?", parent=ids[2]).id]
    for side in (left, right):
        side.append(chat.append("assistant", "So.", parent=side[0]).id)
        side.append(chat.append("user", "Und weiter?", parent=side[1]).id)
        side.append(chat.append("assistant", "Immer.", parent=side[2]).id)
    chat.archive(ids[0])
    done = chat.replay()
    assert [old for old, _ in done.answers] == [ids[2], right[1], right[3]]
    assert [one for one, _ in done.failed] == [left[1], left[3]]
    assert done.failed[0][1] == "rate_limited: Slow down."
    assert done.failed[1][1] == "an answer that it stands on failed"
    assert {one.message.id for one in chat.stale()} == {left[1], left[3]}


def test_an_answer_that_calls_tools_is_stale_and_not_given_again_here(open_memory) -> None:
    memory = open_memory(models=Models(answer=ScriptedModel(lambda request: "Neu.")))
    chat = memory.conversation("tools")
    asked = chat.append("user", "Wie tief?")
    call = chat.append("assistant", [ToolCall(id="c1", name="lot")])
    chat.append("tool", [ToolResult(call="c1", text="12 m")])
    last = chat.append("assistant", "Zwölf Meter.")
    chat.edit(asked, "Wie tief ist es?", in_place=True)
    assert set(stale(chat)) == {1, 3}
    plan = chat.plan_replay()
    assert [one.message for one in plan.items] == [last.id]
    assert plan.skipped == ((call.id, "it calls tools, and these run elsewhere"),)


@pytest.mark.parametrize("is_cut", [True, False])
def test_an_answer_to_which_nothing_leads_is_not_asked_for(open_memory, is_cut) -> None:
    model = ScriptedModel(lambda request: "Neu.")
    memory = open_memory(models=Models(answer=model))
    chat = memory.conversation("away")
    asked = chat.append("user", "물은 얼마나 깊습니까?")
    said = chat.append("assistant", "12미터입니다.")
    below = chat.append("user", "Und morgen?")
    last = chat.append("assistant", "11 m.")
    if is_cut:
        chat.cut(asked.id, said.id)
    else:
        chat.archive(asked.id)
    plan = chat.plan_replay()
    # An answer of no question stands for itself: it is not stale, and not asked for either.
    away = [] if is_cut else [said.id]
    reason = "nothing leads to it any more: what asked for it is archived"
    assert plan.skipped == tuple((one, reason) for one in away)
    assert [one.message for one in plan.items] == [last.id]
    with pytest.raises(NotFound, match="Nothing leads to the answer"):
        chat.answer(said)
    assert model.calls == []
    assert [old for old, _ in chat.replay(plan).answers] == [last.id]
    assert [one.message.id for one in chat.stale()] == away
    assert chat.leaf() != below.id


def test_a_plan_that_was_overtaken_asks_nothing(open_memory) -> None:
    model = ScriptedModel(lambda request: "Neu.")
    memory = open_memory(models=Models(answer=model))
    chat, ids = talk(memory, 1)
    chat.archive(ids[0])
    plan = chat.plan_replay()
    chat.replay(plan)
    again = chat.replay(plan)
    assert (again.answers, [one for one, _ in again.failed]) == ((), [ids[2]])
    assert len(model.calls) == 1


def test_a_hundred_diamonds_are_no_matter(memory: Infold) -> None:
    """G12."""
    chat, ids = talk(memory, 1)
    last = ids[2]
    for _ in range(25):
        sides = [
            chat.append("assistant", "So.", parent=chat.append("user", side, parent=last).id).id
            for side in ("links", "rechts")
        ]
        last = chat.append("user", "Beides?", parent=sides).id
    chat.append("assistant", "Ja.", parent=last)
    chat.archive(ids[1])
    assert len(chat.stale()) == 52
    assert len(chat.plan_replay().items) == 52
