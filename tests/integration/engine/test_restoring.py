"""What comes back stays, stands there once, and a key means one call alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.core.folds import Span
from infold.errors import Conflict, UsageError
from infold.testing import FrozenClock
from tests.integration.engine.sweeps import DAY, opened, sound, states, sweep


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(datetime(2026, 3, 1, 9, tzinfo=UTC))


@pytest.fixture
def memory(tmp_path: Path, clock: FrozenClock) -> Iterator[Infold]:
    with opened(tmp_path / "s.db", clock, cap=3) as memory:
        yield memory


def test_the_idle_time_of_what_comes_back_counts_from_then(
    memory: Infold, clock: FrozenClock
) -> None:
    one, other = (memory.add(text).id for text in ("Owns a kayak", "부산에 살아요"))
    clock.advance(91 * DAY)
    done = sweep(memory)
    memory.restore(one)
    memory.undo(done)
    assert sweep(memory).counts == {}
    clock.advance(89 * DAY)
    assert sweep(memory).counts == {}
    clock.advance(DAY)
    assert sweep(memory).counts == {"idle": 2, "users": 1}
    assert memory.fact(other).confidence == memory.fact(one).confidence < 0.3
    assert sound(memory)


def test_no_cap_takes_an_undo_or_a_restore_back_for_a_grace_period(
    memory: Infold, clock: FrozenClock
) -> None:
    facts = [memory.add(f"Fact {n}", confidence=(n + 1) / 10).id for n in range(6)]
    clock.advance(timedelta(hours=1))
    done = sweep(memory)
    assert done.counts == {"capped": 3, "users": 1}
    memory.restore(facts[0])
    memory.undo(done)
    assert list(memory.plan_sweep()) == []
    assert sweep(memory).counts == {}
    clock.advance(30 * DAY)
    assert {item.record for item in memory.plan_sweep()} == set(facts[:3])
    assert sweep(memory).counts == {"capped": 3, "users": 1}


def test_a_restored_fact_that_had_expired_lives_once_more(
    memory: Infold, clock: FrozenClock
) -> None:
    fact = memory.add("Am Montag in Köln", kind="temporary").id
    clock.advance(8 * DAY)
    assert memory.restore(fact).state == "live"
    clock.advance(8 * DAY)
    done = sweep(memory)
    assert done.counts == {"expired": 1, "users": 1}
    assert memory.restore(fact).standing.expires_at == clock.now() + 7 * DAY
    assert sweep(memory).counts == {}
    clock.advance(7 * DAY)
    assert memory.fact(fact).state == "expired"
    assert sound(memory)


def test_an_undo_leaves_expired_what_had_expired(memory: Infold, clock: FrozenClock) -> None:
    fact = memory.add("Only today", kind="temporary").id
    clock.advance(8 * DAY)
    memory.undo(sweep(memory))
    assert memory.fact(fact).state == "expired"


def test_restoring_makes_no_second_of_what_was_said_again(
    memory: Infold, clock: FrozenClock
) -> None:
    first = memory.add("Has a boat").id
    memory.delete(first)
    second = memory.add("Has a boat").id
    with pytest.raises(Conflict, match="remembered again") as told:
        memory.restore(first)
    assert list(told.value.records) == [second]
    with pytest.raises(Conflict, match="remembered again"):
        memory.preview_change(first, "restored")
    memory.delete(second)
    assert memory.restore(first).state == "live"
    assert len(memory.facts()) == 1


def test_an_undo_makes_no_second_of_what_was_said_again(memory: Infold, clock: FrozenClock) -> None:
    memory.add("Has a boat")
    clock.advance(91 * DAY)
    done = sweep(memory)
    memory.add("Has a boat")
    assert memory.undo(done).counts["left"] == 1
    assert len(memory.facts()) == 1


def test_what_a_key_recorded_and_was_purged_is_said(memory: Infold, clock: FrozenClock) -> None:
    one = memory.add("Has a boat", key="k").id
    two = memory.add(["Has a cat", "Has a dog"], key="l")
    assert memory.add("Has a boat", key="k").id == one
    for fact in (one, two[0].id):
        memory.delete(fact)
        memory.purge(fact)
    for again in (lambda: memory.add("Has a boat", key="k"),):
        with pytest.raises(Conflict, match=r"was purged\."):
            again()
    with pytest.raises(Conflict, match=r"was purged\."):
        memory.add(["Has a cat", "Has a dog"], key="l")


@pytest.mark.parametrize(
    "other",
    [
        {"expires": "9 days"},
        {"confidence": 0.1},
        {"importance": 0.9},
        {"trust": 0.1},
        {"valid_from": "2026-01-01"},
        {"valid_to": "2027-01-01"},
        {"said_at": "2026-01-01"},
        {"by": "somebody"},
        {"kind": "event"},
        {"origin": "user"},
        {"agent": "helper"},
        {"session": "s"},
    ],
)
def test_a_key_means_one_call_with_all_its_arguments(
    memory: Infold, clock: FrozenClock, other: dict[str, Any]
) -> None:
    same: dict[str, Any] = {"key": "k", "expires": "2 days"}
    fact = memory.add("Has a boat", **same)
    clock.advance(timedelta(hours=5))
    assert memory.add("Has a boat", **same).id == fact.id
    assert memory.add("Has a boat", key="k", expires=timedelta(days=2)).id == fact.id
    with pytest.raises(Conflict, match="key 'k'"):
        memory.add("Has a boat", **(same | other))
    assert len(memory.facts(state=None)) == 1


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("\u200b", {}),
        ("\u200b \ufe0f", {}),
        ("Has a \x00 boat", {}),
        ("Has a \ud83d boat", {}),
        ("x" * 10_000_000, {}),
        ("Has a boat", {"key": ""}),
        ("Has a boat", {"key": " "}),
        ("Has a boat", {"key": 7}),
        ("Has a boat", {"sources": "abc"}),
        ("Has a boat", {"sources": [("m", 0, 1)]}),
        ("Has a boat", {"sources": [Span(message="m_1", part=0, start=5, end=5)]}),
        ("Has a boat", {"sources": [Span(message="m_1", part=-1, start=0, end=5)]}),
        ("Has a boat", {"expires": "2026-02-01"}),
        ("Has a boat", {"expires": "P99999999999D"}),
        ("Has a boat", {"expires": "9999-12-31T23:59:59-12:00"}),
        ("Has a boat", {"expires": timedelta.max}),
        ("Has a boat", {"valid_from": "0001-01-01T00:00+12:00"}),
    ],
)
def test_what_cannot_be_remembered_is_refused_at_the_door(
    memory: Infold, text: str, options: dict[str, Any]
) -> None:
    with pytest.raises(UsageError) as told:
        memory.add(text, **options)
    assert told.value.hint
    assert states(memory) == {}


def test_sweeps_take_plans_receipts_and_times_alone(memory: Infold) -> None:
    edge = "9999-12-31T23:59:59-12:00"
    for call in (
        lambda: memory.apply(None),  # type: ignore[arg-type] # what is tested
        lambda: memory.undo(None),  # type: ignore[arg-type] # what is tested
        lambda: memory.simulate(edge),
        lambda: memory.plan_sweep(as_of="0001-01-01T00:00+12:00"),
        lambda: memory.facts(as_of=edge),
    ):
        with pytest.raises(UsageError):
            call()
    with pytest.raises(UsageError, match="'0 days'"):
        memory.add("Has a boat", expires="0 days")
    memory.add("Has a boat")
    assert memory.simulate("0001-01-01").totals().changes == 0
    assert memory.simulate("9999-12-31").totals().changes == 1


def test_importance_lengthens_the_half_life(memory: Infold, clock: FrozenClock) -> None:
    played = {0.0: "Plays the flute", 0.5: "Plays the piano", 1.0: "Plays the cello"}
    facts = {share: memory.add(text, importance=share).id for share, text in played.items()}
    clock.advance(45 * DAY)
    sure = {share: memory.fact(fact).confidence for share, fact in facts.items()}
    assert sure == {0.0: 0.125, 0.5: round(2**-1.5, 9), 1.0: 0.5}
    found = memory.search("plays", kinds=("fact",), min_confidence=0.3)
    assert {hit.id for hit in found} == {facts[0.5], facts[1.0]}
    memory.add("One more")
    (item,) = memory.plan_sweep()
    assert item.record == facts[0.0]


def test_what_waits_for_an_answer_is_listed_as_a_question(
    memory: Infold, clock: FrozenClock
) -> None:
    memory.add("Lives in Porto", origin="user")
    doubted = memory.add("Lives in Oslo", origin="tool")
    kept = {item.record: item.reason for item in memory.plan_sweep().items(kept=True)}
    assert "question" in kept[doubted.id]


def test_a_pin_yields_to_the_users_own_words_alone(memory: Infold, clock: FrozenClock) -> None:
    porto = memory.add("Lives in Porto", origin="user").id
    memory.pin(porto)
    clock.advance(DAY)
    heard = memory.add("Lives in Rome", origin="import", trust=1.0).id
    assert memory.fact(heard).state == "quarantined"
    memory.add("Lives in Oslo", origin="user")
    assert memory.fact(porto).state == "superseded"
    clock.advance(400 * DAY)
    sweep(memory)
    assert memory.fact(porto).standing.state == "live"
