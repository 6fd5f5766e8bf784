"""A fact is placed by its neighbours as it is placed by its whole slot."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infold import Infold
from infold.config import Settings
from infold.core.facts import Slot
from infold.core.folds import Span
from infold.engine.remembering import record
from infold.engine.saying import Saying
from infold.engine.verifying_facts import fact_faults
from infold.store.protocol import Writer
from infold.testing import FrozenClock
from tests.property.examples import share

DAY = timedelta(days=1)
START = datetime(2026, 3, 1, 9, tzinfo=UTC)
CITY = Slot(subject="user", attribute="city")
VALUES = ("Oslo", "Hull", "서울")
words = st.tuples(st.sampled_from(VALUES), st.integers(0, 3))
days = st.none() | st.integers(-40, 3)
hours = st.sampled_from([0, 1, 5, 30, 400, -7])
plain = st.one_of(
    st.tuples(st.sampled_from(["says", "ends", "chat", "ends chat"]), words, days),
)
steps = st.one_of(
    plain,
    st.tuples(st.sampled_from(["until", "stays", "hearsay"]), words, days),
    st.tuples(st.just("delete"), words, st.integers(0, 20)),
)
users = itertools.count()


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Infold, Infold]]:
    folder: Path = tmp_path_factory.mktemp("windows")
    settings_ = Settings(embedder="none")
    clocks = FrozenClock(START), FrozenClock(START)
    with (
        Infold.open(folder / "a.db", settings=settings_, clock=clocks[0]) as near,
        Infold.open(folder / "b.db", settings=settings_, clock=clocks[1]) as whole,
    ):
        yield near, whole


def run(memory: Infold, user: str, said: list[tuple[Any, ...]]) -> list[Any]:
    """Say one thing after the other, and give all that can be asked of their slot."""
    clock = memory.clock
    assert isinstance(clock, FrozenClock)
    clock.advance(START - clock.now())
    scope = memory.scope(user)
    for number, ((name, (value, form), when), wait) in enumerate(said):
        clock.advance(timedelta(hours=wait))
        now = clock.now()
        if name == "delete":
            live = memory.facts(user=user, state=None)
            live = [one for one in live if one.standing.state == "live"]
            if live:
                memory.delete(live[when % len(live)].id, user=user)
            continue
        since = None if when is None else now + when * DAY + timedelta(minutes=number)
        chat = "chat" in name
        saying = Saying(
            text=f"It is {value} by form {form}{' no more' * name.startswith('ends')}.",
            slot=CITY,
            value=value,
            retracts=name.startswith("ends"),
            kind="temporary" if name == "stays" else "statement",
            valid_from=None if chat or name == "stays" else since,
            valid_to=None if name != "until" else (since or now) + 9 * DAY,
            said_at=now if since is None or since > now else since,
            sources=(Span(message=f"m{number}", part=0, start=0, end=3),) if chat else (),
            origin="tool" if name == "hearsay" else "user",
        )

        def write(tx: Writer, saying: Saying = saying, now: datetime = now) -> None:
            record(tx, scope, saying, keeper=memory.keeper, now=now)
            tx.touch(scope)

        memory.store.write(write)
    with memory.store.read() as reader:
        assert list(fact_faults(memory, reader, scope)) == []
        stored = reader.facts(scope)
        events = [
            [(e.kind, e.at, e.data) for e in reader.fact_events(scope, r.number)] for r in stored
        ]
    names = {row.fact.id: row.number for row in stored}
    out: list[Any] = [
        (
            r.fact.text,
            replace(r.standing, holds=(), superseded_by=""),
            names.get(r.standing.superseded_by),
            [(h.begins, h.ends, names.get(h.by)) for h in r.standing.holds],
            r.fact.valid_from,
        )
        for r in stored
    ]
    out += [events]
    for known_at in (None, START + DAY, START + 20 * DAY):
        held = memory.history(CITY, user=user, known_at=known_at)
        out.append([(one.value, one.begins, one.ends) for one in held])
        for as_of in (START - 9 * DAY, START + DAY):
            rows = memory.facts(user=user, as_of=as_of, known_at=known_at)
            out.append([one.text for one in rows])
    return out


@pytest.mark.parametrize("only", ["plain", "all"])
@settings(max_examples=share(40))
@given(st.data())
def test_neighbours_tell_what_the_whole_slot_tells(
    stores: tuple[Infold, Infold], only: str, data: st.DataObject
) -> None:
    said = data.draw(st.lists(st.tuples(plain if only == "plain" else steps, hours), max_size=14))
    user = f"user {next(users)}"
    near = run(stores[0], user, said)
    with (
        patch("infold.engine.remembering.around", return_value=None),
        patch("infold.engine.said_again.spoken_at", return_value=None),
    ):
        whole = run(stores[1], user, said)
    assert near == whole
