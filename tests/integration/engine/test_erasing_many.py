"""Erasing a user of whom much is known: hidden at once, removed in pieces, whoever is cut off."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.engine import erase_calls, erase_plans, removing_facts
from infold.errors import Conflict, StoreError
from infold.memory import repeats
from infold.testing import FrozenClock
from tests.integration.engine.erased_talk import CANARIES, SECRETS, left, opened, run

COUNT = 60
OTHERS = ("Lives in Porto", *SECRETS)


@pytest.fixture
def memory(tmp_path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Infold]:
    monkeypatch.setattr(removing_facts, "CHUNK", 7)
    with opened(tmp_path, clock) as memory:
        for user in ("zoe", "other"):
            chat = memory.conversation("c", user=user)
            chat.append("user", "I live in Rotterdam and I like kayaking.", key="said")
            chat.append("assistant", "Good.")
            memory.add(list(OTHERS), user=user, key="many")
            memory.add([f"Owns the boat {at}" for at in range(COUNT)], user=user, agent="sailor")
            old = memory.add("Has gone already", user=user)
            memory.delete(old.id, user=user)
            memory.purge(old.id, user=user)
        run(memory)
        yield memory


def stop_after(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail in the transaction behind so many chunks, as a program that ends there would."""
    seen = []
    whole: Callable[..., Any] = removing_facts._chunk

    def chunk(*arguments: Any) -> Any:
        seen.append(1)
        if len(seen) > count:
            raise StoreError("cut off")
        return whole(*arguments)

    monkeypatch.setattr(removing_facts, "_chunk", chunk)


def nothing_shows(memory: Infold) -> None:
    assert memory.facts(user="zoe", state=None) == []
    assert memory.search("Porto boat kayaking Rotterdam", user="zoe") == []
    assert memory.conversations(user="zoe") == []
    assert list(memory.plan_sweep(user="zoe")) == []
    assert b"boat" not in b"".join(memory.export(user="zoe"))
    assert memory.questions(user="zoe") == []


@pytest.mark.parametrize("chunks", [0, 1, 5, 100])
def test_a_whole_user_is_hidden_at_once_and_gone_in_the_end(
    memory: Infold, monkeypatch: pytest.MonkeyPatch, chunks: int
) -> None:
    others = memory.facts(user="other", state=None)
    plan = memory.plan_erase(user="zoe")
    assert plan.counts["fact"] == memory.plan_erase(user="other").counts["fact"]
    assert len(plan.of("fact")) == plan.counts["fact"]
    with monkeypatch.context() as patch:
        stop_after(chunks, patch)
        receipt = memory.erase(plan)
    assert receipt.counts["fact"] == plan.counts["fact"]
    nothing_shows(memory)
    assert memory.verify() == []
    # Somebody who comes back before all is removed finds nothing of it, and loses nothing.
    memory.add("Sells tulips", user="zoe")
    with pytest.raises(Conflict, match="key 'said' was erased"):
        memory.conversation("c", user="zoe").append(
            "user", "I live in Rotterdam and I like kayaking.", key="said"
        )
    run(memory)
    assert memory.receipt(receipt).is_gone
    assert [one.text for one in memory.facts(user="zoe", state=None)] == ["Sells tulips"]
    for text in ("Owns the boat 3", "Lives in Porto", "I live in Rotterdam"):
        with pytest.raises(Conflict, match="erased"):
            memory.add(text, user="zoe")
    assert memory.facts(user="other", state=None) == others
    assert memory.verify() == []
    assert left(memory) == list(CANARIES)  # the other one's
    memory.erase(user="other")
    memory.erase(user="zoe")
    run(memory)
    assert left(memory) == []
    connection = sqlite3.connect(memory.store.path)
    for table in ("facts", "fact_states", "fact_events", "fact_spans", "fact_terms", "replies"):
        assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
    assert connection.execute("SELECT count(*) FROM fact_totals").fetchone() == (0,)
    connection.close()


@pytest.mark.parametrize("chunks", [0, 4, 100])
def test_what_is_known_of_one_agent_goes_and_leaves_its_ids(
    memory: Infold, monkeypatch: pytest.MonkeyPatch, chunks: int
) -> None:
    ids = [one.id for one in memory.facts(user="zoe", agent="sailor")]
    stays = [one for one in memory.facts(user="zoe", state=None) if one.id not in ids]
    with monkeypatch.context() as patch:
        stop_after(chunks, patch)
        receipt = memory.erase(user="zoe", agent="sailor", messages=False)
    assert receipt.counts["fact"] == receipt.counts["event"] == COUNT
    assert memory.facts(user="zoe", state=None) == stays
    assert memory.search("boat", user="zoe", kinds=("fact",)) == []
    assert memory.verify() == []
    run(memory)
    assert memory.facts(user="zoe", state=None) == stays
    assert memory.verify() == []
    with pytest.raises(Conflict, match="purged"):
        memory.fact(ids[0], user="zoe")
    with pytest.raises(Conflict, match="erased"):
        memory.add("Owns the boat 3", user="zoe", agent="sailor")
    assert len(memory.add(list(OTHERS), user="zoe", key="many")) == len(OTHERS)


def test_a_user_erased_while_a_part_of_it_waits(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        stop_after(2, patch)
        memory.erase(user="zoe", agent="sailor", messages=False)
        memory.erase(user="zoe")
    nothing_shows(memory)
    run(memory)
    assert all(receipt.is_gone for receipt in memory.erasures())
    connection = sqlite3.connect(memory.store.path)
    query = "SELECT count(*) FROM fact_states WHERE user_id = 'zoe'"
    assert connection.execute(query).fetchone() == (0,)
    connection.close()
    assert memory.verify() == []


def test_no_transaction_grows_with_what_is_known(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hiding takes as many statements for sixty facts as for one, and so does each chunk."""
    monkeypatch.setattr(erase_calls, "remove_known", lambda *_: 0)
    counts = []
    for user, more in (("zoe", 0), ("few", 1)):
        memory.add([f"Owns the cart {at}" for at in range(more)] or "Is tall", user=user)
        statements: list[str] = []
        connection = memory.store._writer._connection  # type: ignore[attr-defined]  # to count
        connection.set_trace_callback(statements.append)
        memory.erase(user=user)
        connection.set_trace_callback(None)
        counts.append(len(statements))
    # A conversation and its title more; facts cost none.
    assert counts[0] - counts[1] <= 6


def test_a_second_erasure_counts_only_what_is_new(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = len(memory.facts(user="zoe", state=None))
    with monkeypatch.context() as patch:
        stop_after(1, patch)
        first = memory.erase(user="zoe")
        assert first.counts["fact"] == there
        assert first.note == ""
        assert memory.plan_erase(user="zoe").counts == {}
        memory.add("Sells tulips", user="zoe")
        assert memory.plan_erase(user="zoe").counts == {"fact": 1, "event": 1}
        second = memory.erase(user="zoe")
    assert (second.counts["fact"], second.counts["event"]) == (1, 1)
    assert "still being removed" in second.note
    assert memory.receipt(first).counts == first.counts
    run(memory)
    assert [one.is_gone for one in memory.erasures(user="zoe")] == [True, True]
    assert memory.receipt(second).note == ""
    assert memory.receipt(second).counts == second.counts


def test_of_what_is_long_the_beginning_is_looked_for_elsewhere(
    memory: Infold, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    whole = repeats.hard_words

    def hard_words(text: str) -> Any:
        read.append(len(text))
        return whole(text)

    monkeypatch.setattr(repeats, "hard_words", hard_words)
    monkeypatch.setattr(erase_plans, "_MOST_OF_ONE", 300)
    monkeypatch.setattr(erase_plans, "_MOST_CHARACTERS", 500)
    chat = memory.conversation("long", user="zoe")
    chat.append("assistant", "Noted, Yara Novak.")
    said = chat.append("user", "My name is Yara Novak. " + "I like kayaking very much. " * 300)
    plan = memory.plan_erase(said, user="zoe")
    assert sum(read) <= 500
    assert [item.reason for item in plan.of("message")].count("it repeats what goes") == 1
    assert any("by its beginning only" in note for note in plan.notes)
    assert not any("by its beginning" in note for note in memory.plan_erase(user="other").notes)
