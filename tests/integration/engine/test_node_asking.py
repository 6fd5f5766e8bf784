"""What would be asked below messages is what is asked; and nothing empty is."""

from __future__ import annotations

import pytest

from infold import Infold, Models
from infold.core.messages import Attachment
from infold.engine.chat import Chat
from infold.errors import UsageError
from infold.models.scripted import ScriptedModel
from tests.integration.engine.test_node_contexts import talk

# ------------------------------------------------------------------ what would be asked


def merged(memory: Infold) -> tuple[Chat, list[str], str]:
    """Two paths that end in their own messages."""
    chat, ids = talk(memory)
    other = chat.append("user", "And the tug? 예인선은 어디에?", parent=ids[2])
    end = chat.append("assistant", "The tug waits at pier 9, 港の北側です。", parent=other.id)
    chat.set_role(ids[3], "Answer in one sentence.")
    return chat, ids, end.id


@pytest.mark.parametrize("budget", [4000, 90])
def test_what_would_be_asked_of_several_is_what_is_asked(open_memory, budget: int) -> None:
    model = ScriptedModel(["Both."])
    memory = open_memory(models=Models(answer=model))
    chat, ids, end = merged(memory)
    seen = chat.preview([end, ids[6]], "Do they meet?", budget=budget)
    assert seen.is_whole == (budget == 4000)
    assert chat.preview([ids[6], end], "Do they meet?", budget=budget).prompt == seen.prompt
    alone = chat.preview(ids[6], "Do they meet?", budget=budget)
    assert alone.prompt != seen.prompt
    chat.ask([end, ids[6]], "Do they meet?", budget=budget)
    assert chat.asked()[0].prompt == seen.prompt
    sent = [(m.role, m.text) for m in model.calls[0].messages]
    assert sent == [(m.role, m.text) for m in seen.messages]


@pytest.mark.parametrize("passage", ["berth 41", (5, 13)])
def test_what_would_be_asked_about_a_passage_is_what_is_asked(
    open_memory, passage: str | tuple[int, int]
) -> None:
    memory = open_memory(models=Models(answer=ScriptedModel(["Deep."])))
    chat, ids = talk(memory)
    seen = chat.preview(ids[4], "How deep is it there?", passage=passage)
    (about,) = seen.layer("passage").pieces
    assert about.tokens > 0
    chat.ask(ids[4], "How deep is it there?", passage=passage)
    assert chat.asked()[0].prompt == seen.prompt
    before = chat.messages()
    with pytest.raises(UsageError, match="question is empty"):
        chat.preview(ids[4], passage=passage)
    with pytest.raises(UsageError, match="question is empty"):
        chat.preview([ids[4], ids[2]], " ")
    with pytest.raises(UsageError, match="one of one message"):
        chat.preview([ids[4], ids[2]], "How deep?", passage=passage)
    assert chat.messages() == before


def test_nothing_empty_is_asked_or_written(open_memory) -> None:
    model = ScriptedModel(["Never asked."])
    memory = open_memory(models=Models(answer=model))
    chat, ids = talk(memory)
    before = chat.messages(), chat.changes(), chat.settings()
    for question in ("", "  ", "\n\t", "　"):
        with pytest.raises(UsageError, match="question is empty"):
            chat.branch(ids[2], question)
        with pytest.raises(UsageError, match="question is empty"):
            chat.ask(ids[2], question)
        with pytest.raises(UsageError, match="version is empty"):
            chat.edit(ids[1], question)
        with pytest.raises(UsageError, match="passage is empty"):
            chat.branch(ids[2], "Why?", passage=question)
        with pytest.raises(UsageError, match="passage is empty"):
            chat.ask(ids[2], "Why?", passage=question)
        with pytest.raises(UsageError, match="needs a stretch"):
            chat.mark(ids[2], "highlight", text=question)
    with pytest.raises(UsageError, match="question is empty"):
        chat.branch(ids[2], [])
    with pytest.raises(UsageError, match="no words from 3 to 3"):
        chat.branch(ids[2], "Why?", passage=(3, 3))
    with pytest.raises(UsageError, match="nothing to ask below"):
        chat.ask([], "Why?")
    assert (chat.messages(), chat.changes(), chat.settings()) == before
    assert model.calls == []
    # A picture alone is a question.
    shot = Attachment(kind="image", media_type="image/png", uri="https://example.org/berth.png")
    assert chat.branch(ids[2], [shot]).parts == (shot,)
