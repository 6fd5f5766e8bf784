"""What a store does for sweeps: which facts are due, hiding them in sets, the record of a run."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from infold.core.facts import Fact, FactEvent, Slot
from infold.core.forward import ForwardRow
from infold.core.scope import Scope
from infold.errors import IntegrityError
from infold.memory.standing import after, begun
from infold.store.fact_protocol import FactRow
from infold.store.protocol import Store
from infold.store.sweep_protocol import DueFact, SweepRow

ALICE, BOB = Scope(user="alice"), Scope(user="bob \ud800")
NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)
CITY = Slot(subject="사용자", attribute="도시")


def add(store: Store, scope: Scope, number: int, **fields: object) -> FactRow:
    fact = replace(
        Fact(id=f"a_{number}", text=f"부산 {number}", recorded_at=NOW, confidence=0.9), **fields
    )
    event = FactEvent(fact=fact.id, kind="added", at=NOW, by="지수")
    row = FactRow(
        fact=fact, standing=after(begun(fact), event), same=f"e_{number}", due=NOW + number * DAY
    )
    forward = ForwardRow(
        position=0, parent=-1, role=1, author="", at=0.0, tokens=1, flags=0, terms=b""
    )
    at = store.write(lambda tx: tx.add_fact(scope, row, event, forward))
    return replace(row, number=at)


def micro(at: datetime) -> int:
    return int(at.timestamp() * 1_000_000)


def test_due_facts_come_in_order_and_say_what_shares_a_slot(store: Store) -> None:
    add(store, ALICE, 3)
    add(store, ALICE, 2, slot=CITY, value="b")
    add(store, ALICE, 1, slot=CITY, value="a", expires_at=NOW)
    add(store, ALICE, 9)
    add(store, BOB, 1, slot=CITY, value="a")
    due = [
        DueFact(micro(NOW + DAY), 3, "live", 1, 1),
        DueFact(micro(NOW + 2 * DAY), 2, "live", 0, 1),
        DueFact(micro(NOW + 3 * DAY), 1, "live", 0, 0),
    ]
    with store.read() as reader:
        assert reader.sweep_due(ALICE, NOW + 3 * DAY, limit=9) == due
        assert reader.sweep_due(ALICE, NOW + 3 * DAY, limit=2) == due[:2]
        rest = reader.sweep_due(ALICE, NOW + 3 * DAY, limit=9, after=(due[1].due, 2))
        assert rest == due[2:]
        assert reader.sweep_due(BOB, NOW + DAY, limit=9) == [
            DueFact(micro(NOW + DAY), 1, "live", 0, 0)
        ]
        assert [one.number for one in reader.cap_facts(ALICE)] == [1, 2, 3, 4]
        low = reader.cap_facts(ALICE)[2]
        assert (low.id, low.expires, low.holds) == ("a_1", micro(NOW), [(micro(NOW), None)])


def test_facts_are_hidden_in_sets_as_one_by_one(store: Store) -> None:
    rows = [add(store, ALICE, number) for number in (1, 2, 3)]
    at = NOW + 9 * DAY
    with store.read() as reader:
        states = {one.number: one for one in reader.fact_states(ALICE)}
    store.write(
        lambda tx: tx.let_go(
            ALICE, [1, 3], "tombstoned", live=2, at=at, by="sweep", reason="조용했다", grace=DAY
        )
    )
    with store.read() as reader:
        assert reader.fact_totals(ALICE).live == 1
        for row in rows:
            there = reader.fact(ALICE, row.fact.id)
            assert there is not None
            if row.number == 2:
                assert there.standing == states[2].standing
                continue
            event = FactEvent(
                fact=row.fact.id, kind="tombstoned", at=at, by="sweep", data="조용했다"
            )
            assert reader.fact_events(ALICE, row.number)[1:] == [event]
            assert there.standing == after(row.standing, event)
            assert there.due == at + DAY
        assert [one.number for one in reader.fact_states(ALICE, changed=0)] == [1, 2, 3]


def test_users_come_page_by_page_with_the_empty_one_first(store: Store) -> None:
    for user in ("b", "", "a", "\ud800", "지수"):
        add(store, Scope(user=user), 1)
    with store.read() as reader:
        everyone = [one.scope.user for one in reader.sweep_users("default", after=None, limit=9)]
        assert everyone[:3] == ["", "a", "b"]
        assert set(everyone) == {"", "a", "b", "\ud800", "지수"}
        paged, last = [], None
        while page := reader.sweep_users("default", after=last, limit=2):
            paged += [one.scope.user for one in page]
            last = paged[-1]
        assert paged == everyone
        assert reader.sweep_users("other", after=None, limit=9) == []
        assert reader.sweep_user(Scope(user="nobody")) is None
    store.write(lambda tx: tx.bind_policy(Scope(user="a"), "90 30"))
    with store.read() as reader:
        user = reader.sweep_user(Scope(user="a"))
        assert user is not None
        assert (user.policy, user.totals.live) == ("90 30", 1)


def test_the_record_of_a_sweep_comes_back(store: Store) -> None:
    row = SweepRow(
        id="w_1", scope=BOB, whole=False, state="running", at=NOW, started=NOW + DAY,
        leased_to=NOW + DAY, token="t",
    )  # fmt: skip
    whole = replace(row, id="w_2", scope=Scope(), whole=True, scheduled=NOW)
    for one in (row, whole):
        store.write(lambda tx, one=one: tx.add_sweep(one))
    row, whole = replace(row, number=1), replace(whole, number=2)
    with store.read() as reader:
        assert reader.sweep("default", "w_1") == row
        assert reader.sweep("other", "w_1") is None
        assert reader.sweeps("default") == [whole, row]
        assert reader.sweeps("default", limit=1) == [whole]
        assert reader.sweeps_running("default") == [row, whole]
        assert reader.sweep_scheduled("default") == NOW
        assert reader.sweep_scheduled("other") is None
    done = replace(
        row, state="done", finished=NOW, reached="bob \ud800", counts={"idle": 3}, chunks=2,
        leased_to=None, token="",
    )  # fmt: skip
    store.write(lambda tx: tx.save_sweep(done))
    with store.read() as reader:
        assert reader.sweep("default", "w_1") == done
        assert reader.sweeps_running("default") == [whole]
    with pytest.raises(IntegrityError):
        store.write(lambda tx: tx.add_sweep(row))


def test_what_a_sweep_let_go_is_kept_as_numbers_until_it_is_undone(store: Store) -> None:
    for chunk, was, numbers in ((2, "live", [5]), (1, "quarantined", [2]), (1, "live", [1, 3])):
        store.write(
            lambda tx, c=chunk, w=was, n=numbers: tx.keep_swept(BOB, "w_1", c, w, n, at=NOW)
        )
    with store.read() as reader:
        kept = [(1, "live", NOW, [1, 3]), (1, "quarantined", NOW, [2]), (2, "live", NOW, [5])]
        assert reader.swept(BOB, "w_1") == kept
        assert reader.swept(ALICE, "w_1") == reader.swept(BOB, "w_2") == []
    store.write(lambda tx: tx.forget_swept(BOB, "w_1", 1, "live"))
    with store.read() as reader:
        assert reader.swept(BOB, "w_1") == kept[1:]
