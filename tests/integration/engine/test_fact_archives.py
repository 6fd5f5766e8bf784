"""Facts leave a store and come into one, byte for byte; `verify` derives them again."""

from __future__ import annotations

import json
import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.config import Settings
from infold.engine.saying import Saying
from infold.errors import FormatError
from infold.testing import FrozenClock

DAY = timedelta(days=1)


def fill(memory: Infold, clock: FrozenClock) -> None:
    memory.conversation("c").append("user", "Ich wohne in München")
    porto = memory.add("Lives in Porto", expires="400 days", agent="planner")
    memory.add("Lives in Porto", agent="planner")
    clock.advance(DAY)
    memory.add("Lives in Oslo", agent="planner", by="person")
    memory.pin(porto.id)
    memory.weigh(porto.id, 0.75)
    memory.confirm(porto.id, confidence=0.5)
    memory.add(["커피를 좋아해요", "住在上海"], origin="user")
    # `add` refuses it; what was said in a conversation may hold it.
    memory.record([Saying(text="a lone \ud800 surrogate", origin="user")], scope=memory.scope())
    memory.add("Lived in Oslo from 2015 to 2019")
    memory.add("Lives in Rome", origin="tool", said_at=clock.now() - 3 * DAY)
    memory.delete(memory.add("Likes tea").id)
    memory.add("A note", kind="temporary", valid_from="2026-01-01", session="s")
    clock.advance(DAY)
    memory.add("我搬到北京了", origin="user")


def opened(path: Path, clock: FrozenClock, secret: str = "one") -> Infold:
    return Infold.open(path, settings=Settings(embedder="none", space_secret=secret), clock=clock)


@pytest.mark.parametrize("secret", ["one", "another"])
def test_an_export_is_imported_and_exported_again_byte_for_byte(
    tmp_path: Path, clock: FrozenClock, secret: str
) -> None:
    file = tmp_path / "out.jsonl"
    with opened(tmp_path / "a.db", clock) as memory:
        fill(memory, clock)
        file.write_bytes(b"".join(memory.export()))
        facts = memory.facts(state=None)
        assert memory.verify() == []
    clock.advance(DAY)
    with opened(tmp_path / "b.db", clock, secret) as other:
        assert other.import_file(file, dry_run=True).facts == len(facts)
        assert other.facts(state=None) == []
        report = other.import_file(file)
        assert (report.facts, report.added_facts) == (len(facts), len(facts))
        assert b"".join(other.export()) == file.read_bytes()
        again = other.import_file(file)
        assert (again.facts, again.added_facts, again.added) == (len(facts), 0, 0)
        assert b"".join(other.export()) == file.read_bytes()
        at = facts[0].at
        assert [one.standing for one in other.facts(state=None, as_of=at)] == [
            one.standing for one in facts
        ]
        assert other.verify() == []


def test_a_grown_history_brings_what_is_new(tmp_path: Path, clock: FrozenClock) -> None:
    file = tmp_path / "out.jsonl"
    with (
        opened(tmp_path / "a.db", clock) as memory,
        opened(tmp_path / "b.db", clock) as other,
    ):
        porto = memory.add("Lives in Porto")
        file.write_bytes(b"".join(memory.export()))
        other.import_file(file)
        clock.advance(DAY)
        memory.pin(porto.id)
        memory.add("Lives in Oslo")
        file.write_bytes(b"".join(memory.export()))
        assert other.import_file(file).added_facts == 1
        assert b"".join(other.export()) == file.read_bytes()
        assert [one.text for one in other.facts()] == ["Lives in Oslo"]


def test_what_is_equal_is_known_in_the_other_store_too(tmp_path: Path, clock: FrozenClock) -> None:
    file = tmp_path / "out.jsonl"
    with opened(tmp_path / "a.db", clock) as memory:
        memory.add("Lives in Porto")
        file.write_bytes(b"".join(memory.export()))
    with opened(tmp_path / "b.db", clock, "another") as other:
        other.import_file(file)
        other.add("lives in porto.")
        assert [one.standing.repeats for one in other.facts(state=None)] == [1]
        assert other.verify() == []


def test_chosen_conversations_go_without_facts_in_the_older_version(
    tmp_path: Path, clock: FrozenClock
) -> None:
    with opened(tmp_path / "a.db", clock) as memory:
        chat = memory.conversation("c")
        chat.append("user", "hello")
        before = b"".join(memory.export())
        memory.add("Lives in Porto")
        assert b"".join(memory.export([chat.id])) == before
        assert json.loads(before.splitlines()[0])["version"] == 1
        assert json.loads(next(iter(memory.export())))["version"] == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "rumour"),
        ("origin", 3),
        ("slot", ["user"]),
        ("confidence", 2),
        ("confidence", True),
        ("recorded_at", "2020-13-45"),
        ("recorded_at", None),
        ("valid_to", "2020-01-01T00:00"),
        ("events", []),
        ("events", [{"kind": "pinned"}]),
        ("events", [{"kind": ["added"]}]),
        ("text", None),
        ("ordinal", "1"),
    ],
)
def test_a_damaged_fact_is_listed_and_the_others_come_in(
    tmp_path: Path, clock: FrozenClock, field: str, value: object
) -> None:
    file = tmp_path / "out.jsonl"
    with opened(tmp_path / "a.db", clock) as memory:
        memory.conversation("c").append("user", "hello")
        memory.add(["Lives in Porto", "커피를 좋아해요"])
        lines = [json.loads(line) for line in b"".join(memory.export()).splitlines()]
    next(line for line in lines if line.get("text") == "Lives in Porto")[field] = value
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with opened(tmp_path / "b.db", clock) as other:
        with pytest.raises(FormatError):
            other.import_file(file, strict=True)
        report = other.import_file(file)
        assert [bad.line for bad in report.bad] == [5]
        assert [one.text for one in other.facts()] == ["커피를 좋아해요"]


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE facts SET text = 'Lives in Rome', checksum = NULL", "gives the id"),
        ("UPDATE facts SET text = 'Lives in Rome'", "not what was written"),
        ("UPDATE fact_states SET pinned = 1, checksum = NULL", "does not follow from its events"),
        ("UPDATE fact_states SET uses = 9", "not what was written"),
        ("UPDATE fact_events SET kind = 'pinned' WHERE number = 2", "not what was written"),
        ("DELETE FROM fact_events WHERE number = 2", "does not follow from its events"),
        ("UPDATE fact_terms SET tokens = tokens + 1", "search row"),
        ("DELETE FROM fact_terms", "search rows do not agree"),
        ("UPDATE fact_totals SET live = 7", "7 live facts"),
        ("UPDATE facts SET same = 'e_0', checksum = NULL", "in common"),
        ("DELETE FROM fact_states", "belong to nothing"),
    ],
)
def test_verify_names_what_was_damaged(
    tmp_path: Path, clock: FrozenClock, statement: str, what: str
) -> None:
    path = tmp_path / "a.db"
    with opened(path, clock) as memory:
        memory.use(memory.add("Lives in Porto").id)
        assert memory.verify() == []
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(statement)
    connection.close()
    with opened(path, clock) as memory:
        faults: list[Any] = memory.verify()
        assert [fault for fault in faults if what in fault.what], faults
