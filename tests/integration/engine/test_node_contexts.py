"""The context of a node: what is previewed is what is sent, each piece once, in one order."""

from __future__ import annotations

from pathlib import Path

import pytest

from infold import Infold, Models
from infold.engine.chat import Chat
from infold.errors import (
    ConfigError,
    Conflict,
    InvalidOutput,
    IrreducibleContext,
    NotFound,
    UsageError,
)
from infold.models.chat import ChatRequest
from infold.models.scripted import ScriptedModel
from infold.testing import FrozenClock


def talk(memory: Infold, name: str = "a") -> tuple[Chat, list[str]]:
    chat = memory.conversation(name)
    ids = [chat.append("system", "Answer as a harbour pilot of Gdańsk.").id]
    for turn in range(3):
        ids.append(chat.append("user", f"Which berth for ship {turn}? 배 {turn}호입니다.").id)
        ids.append(chat.append("assistant", f"Ship {turn} goes to berth {40 + turn}, 水深12米.").id)
    return chat, ids


def words(chat: Chat, node: str | None = None, question: str = "") -> str:
    return chat.preview(node, question, budget=4000).text


def test_a_preview_shows_layers_with_their_tokens(memory: Infold) -> None:
    chat, ids = talk(memory)
    made = chat.preview(ids[3], budget=2000)
    assert [layer.name for layer in made.layers] == [
        "materials",
        "references",
        "path",
        "passage",
        "question",
    ]
    assert [piece.record for piece in made.layer("path").pieces] == ids[:3]
    assert made.layer("question").pieces[0].text == "Which berth for ship 1? 배 1호입니다."
    assert made.tokens == sum(layer.tokens for layer in made.layers) <= 2000
    assert (made.is_whole, made.left_out) == (True, ())
    assert [one.role for one in made.messages] == ["system", "user", "assistant", "user"]
    # An answer stands for the question that it answers; a question asked below it does not.
    assert chat.preview(ids[4], budget=2000).messages == made.messages
    below = chat.preview(ids[4], "And the tide?", budget=2000)
    assert [piece.record for piece in below.layer("path").pieces] == ids[:5]
    assert below.messages[-1].text == "And the tide?"


def test_what_is_previewed_is_what_is_sent_and_its_hash_is_kept(open_memory) -> None:
    model = ScriptedModel(["Berth 77."], model="pilot-1")
    memory = open_memory(models=Models(answer=model))
    chat, ids = talk(memory)
    question = chat.branch(ids[2], "And the other one?")
    seen = chat.preview(question)
    made = chat.answer(question)
    assert (made.text, chat.leaf()) == ("Berth 77.", made.id)
    sent = model.calls[0]
    assert [(m.role, m.text) for m in sent.messages] == [(m.role, m.text) for m in seen.messages]
    (asked,) = chat.asked()
    assert (asked.message, asked.model, asked.prompt) == (made.id, "pilot-1", seen.prompt)
    assert asked.output_tokens > 0
    assert memory.verify() == []


def test_a_model_that_fails_leaves_the_question_as_it_is(open_memory) -> None:
    memory = open_memory(models=Models(answer=ScriptedModel(["", "Now."])))
    chat, ids = talk(memory)
    question = chat.branch(ids[6], "When?")
    before = chat.messages()
    with pytest.raises(InvalidOutput):
        chat.answer()
    assert (chat.messages(), chat.asked()) == (before, [])
    assert chat.answer(question).text == "Now."


def test_without_a_model_the_error_says_what_to_set(memory: Infold) -> None:
    chat, ids = talk(memory)
    with pytest.raises(ConfigError, match="No model answers"):
        chat.answer(ids[1])
    with pytest.raises(ConfigError, match="No model answers"):
        chat.ask(ids[2], "Why?")
    assert (len(chat.messages()), chat.changes()) == (7, [])


def test_ask_is_a_question_and_its_answer_two_steps(open_memory) -> None:
    memory = open_memory(models=Models(answer=ScriptedModel(["Darum."])))
    chat, ids = talk(memory)
    made = chat.ask(ids[2], "Warum?", passage="berth 40")
    question, answered = chat.messages()[-2:]
    assert (question.text, answered) == ("Warum?", made)
    assert [one.name for one in chat.changes()] == ["ask about a passage", "answer #7"]
    with pytest.raises(UsageError):
        chat.ask([], "Warum?")


def test_the_passage_stays_in_the_context_for_good(open_memory) -> None:
    """G11."""
    model = ScriptedModel(lambda request: "Yes." if "水深12米" in _all(request) else "No.")
    memory = open_memory(models=Models(answer=model))
    chat, ids = talk(memory)
    question = chat.branch(ids[2], "Is that enough?", passage="水深12米")
    first = chat.answer(question)
    again = chat.answer(question)
    below = chat.branch(again, "Sure?")
    assert chat.answer(below).text == "Yes."
    assert [one.text for one in (first, again)] == ["Yes.", "Yes."]
    for call in model.calls:
        passages = [m for m in call.messages if "was asked about this passage" in m.text]
        assert len(passages) == 1
        assert "```\n水深12米\n```" in passages[0].text
    # However small the budget, and however long the way since.
    for turn in range(40):
        asked = chat.branch(chat.leaf() or "", f"Point {turn}: how long is the quay there?")
        chat.append("assistant", f"It is {100 + turn} metres long.", parent=asked.id)
    small = chat.preview(None, "And now?", budget=260)
    assert not small.is_whole
    assert "```\n水深12米\n```" in small.text
    assert "水深12米" in chat.context("And now?", budget=300).text
    assert memory.verify() == []


def _all(request: ChatRequest) -> str:
    return "\n".join(message.text for message in request.messages)


@pytest.mark.parametrize("passage", ["nowhere", "e", (5, 5), (0, 4000)])
def test_a_passage_that_does_not_stand_there_is_refused(memory: Infold, passage) -> None:
    chat, ids = talk(memory)
    before = len(chat.messages())
    with pytest.raises(UsageError):
        chat.branch(ids[2], "What?", passage=passage)
    with pytest.raises(UsageError):
        chat.branch([ids[2], ids[4]], "What?", passage="12")
    assert (len(chat.messages()), chat.changes()) == (before, [])


def test_several_paths_meet_in_one_question_each_in_one_piece(memory: Infold) -> None:
    chat, ids = talk(memory)
    left = [chat.append("user", "Left: 11 boxes", parent=ids[2]).id]
    right = [chat.append("user", "Right: 22 boxes", parent=ids[2]).id]
    left.append(chat.append("assistant", "Noted left", parent=left[0]).id)
    right.append(chat.append("assistant", "Noted right", parent=right[0]).id)
    one = chat.branch([right[1], left[1]], "Both?")
    made = chat.preview(one)
    assert [piece.record for piece in made.layer("path").pieces] == [*ids[:3], *left, *right]
    assert chat.changes()[-1].name == "join paths"
    two = chat.branch([left[1], right[1]], "Both?")
    assert chat.preview(two).messages == made.messages
    assert memory.verify() == []


def test_the_same_turn_of_two_branches_is_said_once(memory: Infold) -> None:
    chat, ids = talk(memory)
    again = chat.append("system", "Answer as a harbour pilot of Gdańsk.", parent=[])
    asked = chat.append("user", "Which berth for ship 0? 배 0호입니다.", parent=again.id)
    other = chat.append("assistant", "Ship 0 goes to berth 99.", parent=asked.id)
    made = chat.preview(chat.branch([ids[2], other.id], "Which?"))
    assert [p.record for p in made.layer("path").pieces] == [*ids[:3], other.id]
    assert {one.record for one in made.left_out} == {again.id, asked.id}
    assert {one.reason for one in made.left_out} == {"the same was said above"}
    # What is said twice in one conversation stays.
    for _ in range(3):
        chat.append("user", "Got it.")
    assert chat.preview(None, "Next?").text.count("Got it.") == 3


def test_quotes_stand_once_with_both_prices(memory: Infold) -> None:
    chat, ids = talk(memory)
    far = chat.append("user", "A new matter: pilots' rota", parent=[])
    chat.reference(ids[4], far.id)
    made = chat.preview(far)
    (quote,) = made.quotes
    assert [piece.record for piece in quote.pieces] == ids[3:5]
    assert 0 < quote.turn_tokens < quote.chain_tokens
    assert made.layer("references").tokens == quote.turn_tokens
    chat.reference(ids[4], far.id, chain=True)
    chained = chat.preview(far)
    assert [p.record for p in chained.layer("references").pieces] == ids[:5]
    assert chained.layer("references").tokens == quote.chain_tokens
    assert "berth 41" in words(chat, far.id, "And?")  # also below
    # On the path already: left out, and said so.
    chat.reference(ids[1], ids[5])
    same = chat.preview(ids[5])
    assert same.layer("references").pieces == ()
    assert {one.reason for one in same.left_out} == {"it stands on the path already"}
    chat.cut(ids[4], far.id, "reference")
    assert chat.preview(far).quotes == ()


def test_a_quoted_question_brings_its_answer(memory: Infold) -> None:
    chat, ids = talk(memory)
    far = chat.append("user", "Another matter", parent=[])
    chat.reference(ids[3], far.id)
    (quote,) = chat.preview(far).quotes
    assert [piece.record for piece in quote.pieces] == ids[3:5]


def test_too_long_a_path_is_recalled_inside_its_own_ancestry(memory: Infold) -> None:
    chat, ids = talk(memory)
    for turn in range(60):
        chat.append("user", f"Point {turn}: the crane {turn} lifts {200 + turn} tonnes. OK?")
        chat.append("assistant", f"The crane {turn} is noted.")
    leaf = chat.leaf()
    other = chat.append("user", "Elsewhere crane 7 lifts 999 tonnes.", parent=ids[0])
    made = chat.preview(leaf, "How much does crane 7 lift?", budget=300)
    assert not made.is_whole
    assert made.tokens <= 300
    assert "207 tonnes" in made.text
    assert "999" not in made.text
    assert made.messages[-1].text == "How much does crane 7 lift?"
    gone = [one for one in made.left_out if one.layer == "path"]
    assert gone
    assert all(one.tokens > 0 and one.what.startswith("#") for one in gone)
    assert chat.preview(leaf, "How much does crane 7 lift?", budget=300) == made
    # The question itself is not among what is recalled.
    long = chat.append("user", "Which cranes lift more than 240 tonnes?", parent=leaf)
    assert chat.preview(long, budget=300).text.count("lift more than 240") == 1
    with pytest.raises(IrreducibleContext):
        chat.preview(other, "word " * 400, budget=50)


def test_a_version_stands_wherever_the_message_stood(memory: Infold) -> None:
    chat, ids = talk(memory)
    new = chat.edit(ids[0], "Answer as a pilot of Gdynia.", in_place=True)
    assert chat.leaf() == ids[6]
    made = chat.preview(ids[5])
    assert [p.record for p in made.layer("path").pieces] == [new.id, *ids[1:5]]
    context = chat.context("berth?", budget=2000)
    assert "Gdynia" in context.text
    assert "Gdańsk" not in context.text
    assert context.why(0) == "Message 0 is omitted: another version of it is shown in its place."
    assert context.accounting["total"] == 8
    newer = chat.edit(new, "Answer as a pilot of Sopot.", in_place=True)
    assert "Sopot" in words(chat, ids[5])
    assert [one.id for one in chat.versions(ids[0])] == [ids[0], new.id, newer.id]
    chat.activate(new)
    assert "Gdynia" in words(chat, ids[5])
    chat.activate(ids[0])
    assert "Gdańsk" in words(chat, ids[5])
    for city in ("Gdynia", "Sopot", "Gdynia", "Gdańsk"):
        chat.undo()
        assert city in words(chat, ids[5])
    assert memory.verify() == []


def test_answers_of_one_question_are_versions_and_one_is_active(memory: Infold) -> None:
    chat, ids = talk(memory)
    other = chat.append("assistant", "Berth 50 rather.", parent=ids[3])
    chat.set_leaf(ids[6])
    assert [one.id for one in chat.versions(other)] == [ids[4], other.id]
    assert "berth 41" in words(chat, ids[5])
    chat.activate(other)
    assert "Berth 50" in words(chat, ids[5])
    assert "berth 41" not in words(chat, ids[5])
    assert "berth 41" not in chat.context("berth", budget=2000).text
    chat.undo()
    assert "berth 41" in words(chat, ids[5])
    with pytest.raises(UsageError):
        chat.activate(ids[3])


def test_role_prompts_count_from_where_they_stand(memory: Infold) -> None:
    chat, ids = talk(memory)
    leaf = chat.leaf()
    prompt = chat.set_role(ids[3], "Réponds en français.")
    assert prompt is not None
    assert chat.leaf() == leaf
    assert [p.record for p in chat.preview(ids[5]).layer("path").pieces] == [
        *ids[:3],
        prompt.id,
        *ids[3:5],
    ]
    assert "français" not in words(chat, ids[1])
    assert "français" in chat.context("berth", budget=2000).text
    second = chat.set_role(ids[3], "日本語で答えてください。")
    text = words(chat, ids[5])
    assert "日本語" in text
    assert "français" not in text
    assert chat.set_role(ids[3], "") is None
    assert "日本語" not in words(chat, ids[5])
    for expected in ("日本語", "français", "Gdańsk"):
        chat.undo()
        assert expected in words(chat, ids[5])
    assert second is not None
    assert memory.verify() == []


def test_a_pinned_model_is_inherited_and_the_nearest_counts(open_memory) -> None:
    made: dict[str, ScriptedModel] = {}

    def named(name: str) -> ScriptedModel:
        return made.setdefault(name, ScriptedModel(lambda request: f"by {name}", model=name))

    memory = open_memory(models=Models(answer=ScriptedModel(lambda request: "role"), named=named))
    chat, ids = talk(memory)
    chat.pin_model(None, "everywhere")
    chat.pin_model(ids[3], "near")
    assert chat.preview(ids[5]).model == "near"
    assert chat.preview(ids[1]).model == "everywhere"
    assert chat.answer(ids[5]).text == "by near"
    assert chat.answer(ids[1]).text == "by everywhere"
    chat.pin_model(ids[3], "")
    assert chat.preview(ids[5]).model == "everywhere"
    chat.pin_model(None, "")
    assert chat.answer(chat.branch(ids[2], "Who?")).text == "role"
    with pytest.raises(NotFound):
        chat.pin_model("m_none", "x")


def test_a_model_that_nothing_names_is_an_error_in_words(open_memory) -> None:
    memory = open_memory(models=Models(answer=ScriptedModel(["x"])))
    chat, ids = talk(memory)
    chat.pin_model(ids[1], "gone-1")
    with pytest.raises(ConfigError, match="gone-1"):
        chat.answer(ids[1])


def test_asking_in_a_view_uses_its_folds(open_memory) -> None:
    model = ScriptedModel(lambda request: "Noted.")
    memory = open_memory(models=Models(answer=model))
    from tests.integration.engine.graph_talk import chain

    chat, ids = chain(memory, 10)
    view = chat.apply(chat.plan_condense(), name="short")
    full = chat.preview(None, "Which port?", budget=4000, view="full")
    short = chat.preview(None, "Which port?", budget=4000, view=view)
    assert full.is_whole
    assert short.is_whole
    assert short.tokens < full.tokens
    folded = [piece for piece in short.layer("path").pieces if piece.record.startswith("f_")]
    assert [piece.text.partition("\n")[0] for piece in folded] == ["Folded:"]
    question = chat.branch(ids[-1], "Which port?")
    chat.answer(question, view=view)
    assert chat.asked()[0].views == (view.id,)
    assert "Folded:" in _all(model.calls[0])
    assert chat.stale() == []
    chat.toggle(view, folded[0].record)
    assert [one.because for one in chat.stale()] == [("the folds of the view short changed",)]
    chat.undo()
    assert chat.stale() == []


def test_tool_steps_are_shown_as_text(memory: Infold) -> None:
    from infold.core.messages import ToolCall, ToolResult

    chat = memory.conversation("tools")
    chat.append("user", "How deep?")
    chat.append("assistant", [ToolCall(id="c1", name="sonar", arguments='{"at": 4}')])
    chat.append("tool", [ToolResult(call="c1", text="12 m")])
    last = chat.append("assistant", "Twelve metres.")
    made = chat.preview(last)
    assert [(m.role, m.text) for m in made.messages] == [
        ("user", "How deep?"),
        ("assistant", '[calls sonar: {"at": 4}]'),
        ("user", "[result of sonar]\n12 m"),
    ]
    assert made.layer("question").pieces == ()


def test_branch_and_answer_are_steps_that_undo_and_redo(open_memory) -> None:
    memory = open_memory(models=Models(answer=ScriptedModel(["One.", "Two."])))
    chat, ids = talk(memory)
    states = [_state(chat)]
    question = chat.branch(ids[2], "Why?", passage="berth 40")
    states.append(_state(chat))
    chat.answer(question)
    states.append(_state(chat))
    chat.answer(question)
    states.append(_state(chat))
    names = [one.name for one in chat.changes()]
    assert names == ["ask about a passage", "answer #7", "answer #7 again"]
    for _ in range(2):
        for state in reversed(states[:-1]):
            chat.undo()
            assert _state(chat) == state
        for state in states[1:]:
            chat.redo()
            assert _state(chat) == state
    chat.append("user", "Further")
    with pytest.raises(Conflict):
        chat.undo()
    assert "berth 40" not in repr(chat.changes())
    assert memory.verify() == []


def _state(chat: Chat) -> tuple[object, ...]:
    leaf = chat.leaf()
    # A passage of a question that was put away stays out of every context.
    return (leaf, chat.preview(leaf, "Well?").messages, chat.context("Well?", budget=2000).text)


def test_an_export_carries_settings_and_how_answers_were_asked(open_memory, tmp_path: Path) -> None:
    memory = open_memory(models=Models(answer=ScriptedModel(["Yes.", "No."])))
    chat, ids = talk(memory)
    question = chat.branch(ids[2], "Is it?", passage="berth 40")
    chat.answer(question)
    chat.answer(question)
    chat.set_role(ids[1], "Knapp.")
    chat.pin_model(None, "m-1")
    chat.add_material(b"# Tide\n\n12:40 high", name="tide.md")
    file = tmp_path / "all.jsonl"
    file.write_bytes(b"".join(memory.export()))
    with Infold.open(tmp_path / "other.db", clock=FrozenClock()) as other:
        other.import_file(file)
        there = other.conversation(chat.id)
        assert there.settings() == chat.settings()
        assert there.asked() == chat.asked()
        assert there.materials() == chat.materials()
        assert there.changes() == chat.changes()
        assert there.preview(question).messages == chat.preview(question).messages
        assert b"".join(other.export()) == file.read_bytes()
        assert other.verify() == []
        assert other.import_file(file).added == 0
