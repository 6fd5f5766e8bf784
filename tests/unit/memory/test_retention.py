"""How long facts are kept: the table, what cannot be, and when a sweep could do anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from infold.core.facts import FACT_KINDS, Fact, Hold
from infold.errors import ConfigError
from infold.memory.chat_keeping import ChatKeeping
from infold.memory.decay import Decay
from infold.memory.retention import (
    Keeping,
    Retention,
    cap_score,
    due_at,
    explain,
    idle_at,
    purge_at,
)
from infold.memory.standing import begun

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)
FACT = Fact(id="a_1", text="부산에 살아요", recorded_at=NOW)


def test_the_defaults_are_those_of_the_table() -> None:
    kept = Retention()
    for kind in FACT_KINDS:
        keeping = kept.of(kind)
        assert keeping.ttl == (7 * DAY if kind == "temporary" else None)
        assert (keeping.decay.half_life, keeping.decay.floor) == (30 * DAY, 0.05)
        assert (keeping.idle, keeping.importance) == (90 * DAY, 0.5)
    assert (kept.cap, kept.grace) == (500, 30 * DAY)


def test_kinds_that_are_left_out_keep_their_defaults() -> None:
    kept = Retention(kinds={"event": Keeping(ttl=DAY)})
    assert kept.of("event").ttl == DAY
    assert kept.of("temporary").ttl == 7 * DAY


@pytest.mark.parametrize(
    "made",
    [
        lambda: Keeping(ttl=timedelta(0)),
        lambda: Keeping(idle=-DAY),
        lambda: Keeping(importance=1.5),
        lambda: Keeping(importance=float("nan")),
        lambda: Keeping(decay=Decay(half_life=timedelta(0))),
        lambda: Keeping(decay=Decay(floor=-0.1)),
        lambda: Retention(cap=0),
        lambda: Retention(grace=timedelta(0)),
        lambda: Retention(kinds={"rumour": Keeping()}),
    ],
)
def test_what_cannot_be_is_refused(made: object) -> None:
    with pytest.raises(ConfigError):
        made()  # type: ignore[operator]


def test_a_fact_is_due_when_something_could_be_done_with_it() -> None:
    kept, stands = Retention(), begun(FACT)
    assert due_at(FACT, stands, kept) == NOW + 90 * DAY
    assert due_at(FACT, replace(stands, last_used=NOW + DAY), kept) == NOW + 91 * DAY
    assert due_at(FACT, replace(stands, expires_at=NOW + DAY), kept) == NOW + DAY
    # What a newer value has ended is history: it goes when nobody asks for it, as others do.
    ending = replace(stands, holds=(Hold(begins=NOW, ends=NOW + 2 * DAY),))
    assert due_at(FACT, ending, kept) == NOW + 90 * DAY
    pinned = replace(stands, pinned=True)
    assert idle_at(FACT, pinned, kept) is None
    assert due_at(FACT, replace(pinned, expires_at=NOW + DAY), kept) is None
    gone = replace(stands, state="tombstoned", tombstoned_at=NOW)
    assert purge_at(gone, kept) == due_at(FACT, gone, kept) == NOW + 30 * DAY
    noted = replace(gone, state="expired")
    assert purge_at(noted, kept) == due_at(FACT, noted, kept) == NOW + 30 * DAY
    assert due_at(FACT, replace(stands, state="purged"), kept) is None
    assert due_at(FACT, replace(stands, state="superseded"), kept) is None


def test_a_cap_may_be_one_users_own() -> None:
    kept = Retention(cap=3, caps={"지수": 9, "free": None})
    assert [kept.cap_of(user) for user in ("ana", "지수", "free")] == [3, 9, None]
    with pytest.raises(ConfigError):
        Retention(caps={"ana": 0})


def test_the_score_under_a_cap_is_confidence_weighed_by_importance() -> None:
    assert cap_score(0.8, 0.5) == 0.8
    assert cap_score(0.5, 1.0) == 0.75
    assert cap_score(1.0, 0.0) == 0.5


def test_the_mark_differs_where_facts_are_due_at_other_times() -> None:
    marks = [
        Retention(),
        Retention(grace=DAY),
        Retention(kinds={"event": Keeping(idle=DAY)}),
        Retention(kinds={"event": Keeping(idle=None)}),
    ]
    assert len({one.mark for one in marks}) == len(marks)
    assert Retention(cap=3, kinds={"event": Keeping(importance=0.9)}).mark == Retention().mark


def test_every_policy_is_explained_with_its_numbers() -> None:
    said = " ".join(explain("temporary", Retention()))
    for number in ("7 days", "30 days", "0.05", "90 days", "0.5", "500"):
        assert number in said
    never = Retention(
        kinds={"event": Keeping(idle=None, decay=Decay(half_life=None))}, cap=None, grace=DAY
    )
    assert "1 day," in " ".join(explain("event", never))
    assert len(explain("event", never)) == len(explain("temporary", Retention()))


@pytest.mark.parametrize(
    "make",
    [
        lambda: Decay(half_life=0),
        lambda: Decay(half_life=-3.0),
        lambda: Decay(floor="x"),
        lambda: Keeping(ttl=-5),
        lambda: Keeping(ttl=timedelta.max),
        lambda: Keeping(idle="7 days"),
        lambda: Keeping(idle=timedelta.max),
        lambda: Keeping(importance="x"),
        lambda: Keeping(importance=float("nan")),
        lambda: Keeping(importance=True),
        lambda: Keeping(decay=None),
        lambda: Retention(grace=None),
        lambda: Retention(grace=timedelta.max),
        lambda: Retention(cap="5"),
        lambda: Retention(cap=2.5),
        lambda: Retention(cap=True),
        lambda: Retention(caps={"a": 0}),
        lambda: Retention(caps={1: 5}),
        lambda: Retention(caps=[("a", 5)]),
        lambda: Retention(kinds={"event": None}),
        lambda: Retention(kinds={"event": timedelta(1)}),
        lambda: Retention(kinds=None),
        lambda: Retention(chats=timedelta(1)),
        lambda: ChatKeeping(archive=7),
        lambda: ChatKeeping(demote=timedelta.max),
    ],
)
def test_policies_of_the_wrong_kind_are_refused_at_the_door(make: Callable[[], object]) -> None:
    with pytest.raises(ConfigError) as told:
        make()
    assert told.value.hint
