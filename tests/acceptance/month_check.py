"""What must be so at the end of each day of the month: looked at from a third process."""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

from infold import Infold
from infold.jobs.worker import run_all
from infold.memory.standing import KnownFact
from tests.acceptance.month_model import Person, is_forbidden
from tests.acceptance.month_program import DAY, told
from tests.acceptance.month_words import common

if TYPE_CHECKING:
    from tests.acceptance.month import Month

MINUTE = timedelta(minutes=1)


def look(month: Month, memory: Infold) -> None:
    """Check all of it."""
    _finish_work(month, memory)
    for person in month.people:
        _settle(month, memory, person)
    _check_sweep(month, memory)
    _check_erased(month, memory)
    for person in month.people:
        facts = memory.facts(user=person.name, state=None)
        _check_shown(month, memory, person, facts)
        _check_kept(month, memory, person, facts)
        _check_counts(month, memory, person, facts)
    assert memory.verify() == []


def _finish_work(month: Month, memory: Infold) -> None:
    """Nothing is left to do; where something was in an erasure's way it is done a minute later."""
    for _ in range(3):
        run_all(memory)
        month.clock.set(month.now + 2 * MINUTE)
        if not memory.jobs():
            break
    assert memory.jobs() == []


def _settle(month: Month, memory: Infold, person: Person) -> None:
    """What was said in chats is recorded now: learn the ids of its facts."""
    for said in person.said:
        said.settled = True
    for one in memory.facts(user=person.name, state=None):
        person.facts.add(one.id)
        for word in month.words.of(one.text):
            said = month.by_word[word]
            if not said.fact and said.text.strip(".。") == one.text.strip(".。"):
                said.fact = one.id


def _seen(month: Month, memory: Infold) -> dict[str, object]:
    return {
        one.id: (person.name, one.state, one.confidence, one.standing.holds, one.standing.pinned)
        for person in month.people
        for one in memory.facts(user=person.name, state=None)
        if one.state in ("live", "superseded", "quarantined")
    }


def _check_sweep(month: Month, memory: Infold) -> None:
    """A sweep can be taken back, lets nothing else go then, and once is enough."""
    before = _seen(month, memory)
    done = memory.apply(memory.plan_sweep(all_users=True))
    after = _seen(month, memory)
    assert memory.apply(memory.plan_sweep(all_users=True)).changes == 0
    assert _seen(month, memory) == after
    if done.changes > done.counts.get("purged", 0):
        memory.undo(done)
        assert _seen(month, memory) == before
        memory.apply(memory.plan_sweep(all_users=True))
        # What was taken back stays, and may still leave a value of its slot less time than the
        # sweep had left it; nothing that the sweep let stand goes now.
        assert after.keys() <= _seen(month, memory).keys()
    month.done["let go by sweeps"] += done.changes


def _check_erased(month: Month, memory: Infold) -> None:
    receipts = {one.id: one for one in memory.erasures()}
    assert sorted(receipts) == sorted(month.receipts)
    for one in receipts.values():
        assert one.is_gone, one
        assert memory.verify_receipt(one).holds, one
    memory.store.shorten_log()
    files = [file.read_bytes() for file in month.store.parent.iterdir()]
    gone = {word for word, said in month.by_word.items() if said.erased}
    assert month.words.left(files, gone) == set()
    stays = {
        said.word
        for person in month.people
        for said in person.said
        if said.message and not said.erased
    }
    assert month.words.left(files, stays) == stays
    for person in month.people:
        is_named = any(person.name.encode() in data for data in files)
        assert is_named or not person.said
        assert not (is_named and person.is_fresh), person.name


def _check_shown(month: Month, memory: Infold, person: Person, facts: list[KnownFact]) -> None:
    """Neither lists nor searches show what is expired, ended, hidden, erased or another's."""
    for one in facts:
        if one.state == "live":
            month.check_fact(person, one.text, retracts=one.fact.retracts)
    bad = [one for one in person.said if is_forbidden(person, one, month.now)]
    asked = month.chance.sample(bad, min(2, len(bad)))
    for said in (*asked, *month.chance.sample(person.said, min(1, len(person.said)))):
        hits = memory.search(
            person.language.ask.format(said.word), user=person.name, min_confidence=0.0, k=8
        )
        month.check_hits(person, [told(hit) for hit in hits])


def _check_kept(month: Month, memory: Infold, person: Person, facts: list[KnownFact]) -> None:
    """What is pinned stays, and nothing goes but what had its time or was beyond the cap."""
    live = [one for one in facts if one.state == "live"]
    pinned = [one for one in live if one.standing.pinned]
    # What an undo brought back neither counts nor goes under the cap for a grace period.
    counted = [
        one
        for one in live
        if not any(
            event.kind == "restored" for event in memory.fact_events(one.id, user=person.name)
        )
    ]
    assert len(counted) <= max(person.cap, len(pinned)), (person.name, len(counted))
    if person.common:
        assert any(common(person.number) in one.text for one in pinned), person.name
    states = {one.id: one for one in facts}
    for said in person.said:
        if is_forbidden(person, said, month.now) or said.kind != "plain" or not said.fact:
            continue
        shown = [one for one in live if said.word in one.text]
        if said.pinned or (
            len(person.facts) <= person.cap and said.at > month.now - month.size.idle * DAY
        ):
            assert shown, (said, states.get(said.fact))


def _check_counts(month: Month, memory: Infold, person: Person, facts: list[KnownFact]) -> None:
    """Every fact that there ever was is live, ended, hidden or purged, and each for a reason."""
    with contextlib.closing(sqlite3.connect(month.store)) as look:

        def rows(query: str) -> list[tuple[str, int]]:
            return look.execute(query, (person.name,)).fetchall()

        states = dict(rows("SELECT id, state FROM fact_states WHERE user_id = ?"))
        totals = rows("SELECT facts, live FROM fact_totals WHERE user_id = ?")
        texts = rows("SELECT count(*), 0 FROM facts WHERE user_id = ?")[0][0]
        highest = rows("SELECT max(number), 0 FROM fact_states WHERE user_id = ?")[0][0]
        purged = rows(
            "SELECT s.id, e.by_whom FROM fact_events AS e JOIN fact_states AS s "
            "ON s.user_id = e.user_id AND s.number = e.fact "
            "WHERE e.kind = 'purged' AND e.user_id = ?"
        )
    counts = Counter(states.values())
    assert person.facts <= set(states), person.facts - set(states)
    assert {one.id for one in facts} == {id_ for id_, state in states.items() if state != "purged"}
    assert texts == len(facts)
    if states:
        assert totals == [(len(states), counts["live"])]
        assert highest == len(states)
    for one in facts:
        if one.standing.state in ("tombstoned", "expired"):
            person.hidden.setdefault(one.id, month.now)
        else:
            person.hidden.pop(one.id, None)
    assert len(purged) == counts["purged"]
    for fact, by in dict(purged).items():
        if by == "erasure":
            assert person.had_erasure, fact
            continue
        since = person.hidden.get(fact)
        assert since is not None, f"{fact} of {person.name} was purged before it was hidden"
        assert month.now - since > (month.size.grace - 2) * DAY, fact
