"""Contexts end with what is known of the user from elsewhere: what holds now, and answers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from infold import Infold
from infold.core.ids import canonical
from infold.engine.chat import Chat
from infold.errors import IrreducibleContext
from infold.jobs.worker import run_all
from infold.testing import FrozenClock


@pytest.fixture
def chat(memory: Infold) -> Chat:
    """A chat of Alice's that says nothing of where she lives."""
    chat = memory.conversation("work", user="alice")
    for number in range(30):
        chat.append("user", f"Step {number} of the seat migration moved {number * 7} rows.")
        chat.append("assistant", f"Step {number} is done.")
    return chat


def shown(chat: Chat, question: str = "Where does she live?", budget: int = 600) -> list[str]:
    made = chat.context(question, budget=budget)
    assert made.accounting["tokens"] <= budget
    counts = [made.accounting[name] for name in ("raw", "extracted", "folded", "omitted")]
    assert sum(counts) == made.accounting["total"] == 60
    for fact in made.facts:
        assert f"- {fact['text']}" in made.text
        assert any(fact["text"] in str(one["content"]) for one in made.messages)
    assert ("Facts about the user:" in made.text) == bool(made.facts)
    return [fact["text"] for fact in made.facts]


def test_what_another_conversation_says_is_known_here(memory: Infold, chat: Chat) -> None:
    assert shown(chat) == []
    other = memory.conversation("home", user="alice")
    other.append("user", "I live in Porto.")
    other.append("assistant", "Noted.")
    run_all(memory)
    assert shown(chat) == ["I live in Porto"]
    assert shown(chat, "How many rows did step 12 move?") == []
    assert chat.context("Where does she live?", budget=600, facts=False).facts == []
    # Its own messages say it there.
    assert other.context("Where does she live?", budget=600).facts == []
    bob = memory.conversation("bob's", user="bob")
    bob.append("user", "Where does she live?")
    assert bob.context("Where does she live?", budget=600).facts == []


def test_only_what_holds_now_is_shown(memory: Infold, chat: Chat, clock: FrozenClock) -> None:
    porto = memory.add("Lives in Porto", user="alice")
    assert shown(chat) == ["Lives in Porto"]
    memory.add("Lives in Oslo", user="alice")
    assert shown(chat) == ["Lives in Oslo"]
    memory.add("Living with a cold these days", user="alice", expires="7 days")
    memory.add("Lives in Berlin", user="alice", origin="tool")  # doubted: a question
    assert "Lives in Berlin" not in shown(chat)
    oslo = memory.facts(user="alice")[0]
    memory.delete(oslo.id, user="alice")
    assert "Lives in Oslo" not in shown(chat)
    assert "Lives in Porto" in shown(chat)
    memory.delete(porto.id, user="alice")
    clock.advance(timedelta(days=8))
    assert shown(chat) == []


def test_the_prefix_is_the_same_and_what_must_be_there_goes_first(
    memory: Infold, chat: Chat
) -> None:
    without = chat.context("Where does she live?", budget=600)
    memory.add("Lives in Porto", user="alice")
    made = chat.context("Where does she live?", budget=600)
    assert made.facts
    assert made.text.startswith(made.prefix)
    assert canonical(made.to_json()["messages"][0]) == canonical(without.messages[0])
    assert made.budget == 600
    # Where only one line fits, it is the conversation's.
    tight = memory.conversation("tight", user="alice")
    tight.append("user", "Where does she live? " * 3)
    for budget in range(8, 60, 4):
        try:
            small = tight.context("Where does she live?", budget=budget)
        except IrreducibleContext:
            continue
        assert small.accounting["raw"] + small.accounting["extracted"] == 1
        assert small.accounting["tokens"] <= budget


def test_bytes_are_bounded_too(memory: Infold, chat: Chat) -> None:
    memory.add("부산에 살아요", user="alice")
    for bound in (300, 600, 1200):
        made = chat.context("어디에 살아요?", budget=600, max_bytes=bound)
        assert len(made.text.encode()) <= bound
