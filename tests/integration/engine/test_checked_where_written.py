"""What is checked is checked where it is written: nothing that comes between slips through."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from infold import Infold
from infold.errors import Conflict, NotFound, UsageError
from infold.models.chat import ChatRequest
from infold.models.scripted import ScriptedModel
from tests.integration.engine.graph_talk import chain


def between(memory: Infold, patch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let something happen right before the next write: as another process would."""
    store = type(memory.store)
    write = store.write
    left = [act]

    def later(self: Any, *given: Any, **named: Any) -> Any:
        while left:
            left.pop()()
        return write(self, *given, **named)

    patch.setattr(store, "write", later)


def test_a_view_that_is_dropped_meanwhile_is_not_archived(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat, _ = chain(memory, 9)
    view = chat.apply(chat.plan_condense(), name="짧은")
    between(memory, monkeypatch, lambda: chat.drop_view(view))
    with pytest.raises(NotFound):
        chat.archive(view, uncompared=True)
    assert chat.views() == []
    assert chat.undo().name == "drop a view"


def test_a_name_that_went_to_another_view_archives_what_was_compared(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat, _ = chain(memory, 9)
    old = chat.apply(chat.plan_condense(), name="kurz")
    chat.compare("full", old, probes=2)
    new = chat.apply(chat.plan_condense(), name="neu")

    def swap() -> None:
        chat.rename_view(old, "alt")
        chat.rename_view(new, "kurz")

    between(memory, monkeypatch, swap)
    with pytest.raises(Conflict, match="compared"):
        chat.archive("kurz")
    assert [one.state for one in chat.views()] == ["live", "live"]


def test_no_words_of_a_message_that_is_erased_meanwhile_are_marked(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat, ids = chain(memory, 3)
    words = "Kafka 3.1"
    between(memory, monkeypatch, lambda: memory.erase(ids[2]))
    with pytest.raises(UsageError, match="0 times"):
        chat.mark(ids[2], "highlight", text=words)
    assert chat.marks() == []
    assert words.encode() not in b"".join(memory.export())
    assert memory.verify() == []


def test_a_branch_from_a_passage_that_is_erased_meanwhile_is_refused(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat, ids = chain(memory, 3)
    between(memory, monkeypatch, lambda: memory.erase(ids[2]))
    with pytest.raises(NotFound):
        chat.branch(ids[2], "Which one?", passage=(0, 5))
    assert len(chat.messages()) == len(ids)
    assert memory.verify() == []


def test_a_model_proposes_nothing_of_what_was_erased_while_it_read(memory: Infold) -> None:
    chat, ids = chain(memory, 4)
    quote = "We decided to use Kafka 3.1 for the queue"
    other = "The database is PostgreSQL 16.0"

    def slow(request: ChatRequest) -> str:
        records = [json.loads(line) for line in request.messages[1].text.splitlines()]
        found = [
            {"message": one["message"], "label": "decided", "quote": words}
            for one in records
            for words in (quote, other)
            if words in one.get("text", "")
        ]
        memory.erase(ids[2])
        return json.dumps({"landmarks": found})

    made = chat.suggest_marks(model=ScriptedModel(slow))
    assert [one.message for one in made] == [ids[0]]
    assert quote.encode() not in b"".join(memory.export())
    assert memory.verify() == []
