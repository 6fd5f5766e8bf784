"""Erasure: what must not come back, and what the receipt says (law 8)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.errors import Conflict, NotFound, StalePlan, UsageError
from infold.testing import FrozenClock
from tests.integration.engine.erased_talk import (
    POLICY,
    SECRETS,
    left,
    opened,
    run,
    talk,
)


@pytest.fixture
def memory(tmp_path: Path, clock: FrozenClock) -> Iterator[Infold]:
    with opened(tmp_path, clock) as memory:
        yield memory


# ------------------------------------------------------------ what must not come back


def test_an_export_does_not_bring_it_back(memory: Infold, tmp_path: Path) -> None:
    talk(memory, "zoe")
    out = tmp_path / "zoe.jsonl"
    out.write_bytes(b"".join(memory.export(user="zoe", to=str(out))))
    receipt = memory.erase(user="zoe")
    run(memory)
    assert any(str(out) in copy for copy in memory.receipt(receipt).copies)
    report = memory.import_file(out, user="zoe")
    assert (report.added, report.erased, report.added_facts) == (0, 24, 0)
    run(memory)
    assert memory.conversations(user="zoe") == []
    assert memory.facts(user="zoe", state=None) == []
    assert left(memory) == []
    # Another user, or another store, is free to take it in.
    assert memory.import_file(out, user="other").added == 24


def test_an_export_of_before_brings_back_no_message_that_was_emptied(
    memory: Infold, tmp_path: Path
) -> None:
    chat = talk(memory, "zoe")
    chat.mark(chat.messages()[0].id, "highlight", span=(0, 10))
    out = tmp_path / "zoe.jsonl"
    out.write_bytes(b"".join(memory.export(user="zoe")))
    memory.erase(chat.messages()[0], user="zoe")
    run(memory)
    memory.import_file(out, user="zoe")
    run(memory)
    assert chat.messages()[0].parts == ()
    assert left(memory, ("wombatlantern",)) == ["wombatlantern"]  # the program's own fact has it
    memory.erase(user="zoe")
    run(memory)
    assert left(memory) == []


def test_a_grown_file_brings_what_is_new_and_empty_places(memory: Infold, tmp_path: Path) -> None:
    file = tmp_path / "chat.jsonl"
    lines = [{"role": "user", "content": SECRETS[0]}, {"role": "assistant", "content": "Noted."}]
    file.write_text(json.dumps({"messages": lines}) + "\n")
    memory.import_file(file, user="zoe")
    memory.erase(user="zoe")
    run(memory)
    grown = [*lines, {"role": "user", "content": "The wall is to be green."}]
    file.write_text(json.dumps({"messages": grown}) + "\n")
    report = memory.import_file(file, user="zoe")
    assert report.erased == 2
    run(memory)
    (info,) = memory.conversations(user="zoe")
    texts = [message.text for message in memory.find(info.id, user="zoe").messages()]
    assert texts == ["", "", "The wall is to be green."]
    assert left(memory, ("wombatlantern",)) == []
    assert memory.verify() == []


def test_the_same_source_is_neither_added_nor_extracted_again(memory: Infold) -> None:
    talk(memory, "zoe")
    memory.erase(user="zoe")
    run(memory)
    with pytest.raises((Conflict, UsageError), match="erased"):
        memory.add(SECRETS[0], user="zoe")
    chat = memory.conversation("new", user="zoe")
    chat.append("user", SECRETS[0])
    assert chat.extract() == []
    (receipt,) = memory.erasures(user="zoe")
    assert memory.let_back(receipt) > 0
    assert memory.add(SECRETS[0], user="zoe").text == SECRETS[0]


def test_a_repeated_call_after_its_message_was_erased_is_refused(memory: Infold) -> None:
    chat = memory.conversation("c", user="zoe")
    said = chat.append("user", "wombatlantern", key="k1")
    chat.append("user", "more", key="k2")
    memory.erase(said, user="zoe")
    with pytest.raises(Conflict, match="erased"):
        chat.append("user", "wombatlantern", key="k1")
    assert chat.append("user", "more", key="k2").text == "more"


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("is_gone", [True, False])
def test_a_repeated_call_after_all_of_it_was_erased_is_refused(
    memory: Infold, *, whole: bool, is_gone: bool
) -> None:
    chat = memory.conversation("c", user="zoe")
    chat.append("user", "wombatlantern", key="k1")
    chat.append("user", "노란우산거북이", source="theirs-2")
    other = memory.conversation("c", user="other")
    other.append("user", "wombatlantern", key="k1")
    memory.erase(user="zoe") if whole else memory.erase(chat)
    if is_gone:
        run(memory)
    with pytest.raises(Conflict, match="key 'k1' was erased"):
        chat.append("user", "wombatlantern", key="k1")
    with pytest.raises(Conflict, match="id 'theirs-2' was erased"):
        chat.append("user", "노란우산거북이", source="theirs-2")
    assert not chat.exists()
    # What is said anew is new; so is what another user says.
    chat.append("user", "wombatlantern")
    assert [one.text for one in chat.messages()] == ["wombatlantern"]
    with pytest.raises(Conflict, match="key 'k1' was erased"):
        chat.append("user", "wombatlantern", key="k1")
    assert other.append("user", "wombatlantern", key="k1").id == other.messages()[0].id
    run(memory)
    assert memory.verify() == []
    (receipt,) = memory.erasures()
    memory.let_back(receipt)
    assert chat.append("user", "wombatlantern", key="k1").position == 1


def test_a_statement_that_was_added_with_a_key_is_refused_when_it_is_repeated(
    memory: Infold,
) -> None:
    for at in range(3):
        memory.add([f"Owns the boat {at}", f"Rows {at} times"], user="zoe", key=f"k{at}")
        memory.add(f"Owns the boat {at}", user="zoe", agent="a", key=f"agent {at}")
    memory.erase(user="zoe", agent="a", messages=False)
    with pytest.raises(Conflict, match="erased"):
        memory.add("Owns the boat 1", user="zoe", agent="a", key="agent 1")
    assert len(memory.add(["Owns the boat 1", "Rows 1 times"], user="zoe", key="k1")) == 2
    run(memory)
    assert memory.verify() == []


@pytest.mark.parametrize(
    "text",
    [
        *("Has confidence", "Our conversation", "The assistant", "A statement", "Of importance"),
        *("erase_epoch", "Die fact_vectors sind da", "superseded_by 그것", "sqlite_schema です"),
    ],
)
def test_a_word_that_the_store_itself_has_keeps_no_erasure_from_its_end(
    memory: Infold, text: str
) -> None:
    memory.add(text, user="zoe")
    memory.conversation("c", user="zoe").append("user", f"{text} wombatlantern.", key="k")
    receipt = memory.erase(user="zoe")
    run(memory)
    assert memory.receipt(receipt).is_gone, memory.receipt(receipt)
    assert left(memory, ("wombatlantern",)) == []


def test_a_key_names_its_conversation_and_keeps_no_erasure_from_its_end(memory: Infold) -> None:
    chat = memory.conversation("c", user="zoe")
    chat.append("user", "wombatlantern", key="key-노란우산거북이")
    receipt = memory.erase(chat)
    run(memory)
    assert memory.receipt(receipt).is_gone
    assert left(memory) == []


def test_failed_jobs_do_not_keep_its_words(memory: Infold) -> None:
    chat = talk(memory, "zoe")
    connection = sqlite3.connect(memory.store.path)
    connection.execute(
        "INSERT INTO jobs (space_id, user_id, id, kind, subject, state, attempts, due, token, "
        "error) VALUES ('default', 'zoe', 99, 'fold', ?, 'failed', 5, 0, '', ?)",
        (chat.id, "ModelError: cannot fold 'wombatlantern'"),
    )
    connection.commit()
    connection.close()
    assert memory.jobs()
    memory.erase(user="zoe")
    run(memory)
    assert memory.jobs() == []
    assert left(memory) == []


# ------------------------------------------------------------ plans and receipts


def test_a_plan_changes_nothing_and_is_refused_where_more_has_come(memory: Infold) -> None:
    chat = talk(memory, "zoe")
    plan = memory.plan_erase(user="zoe")
    assert memory.plan_erase(user="zoe") == plan
    chat.append("user", "One thing more.")
    with pytest.raises(StalePlan):
        memory.erase(plan)
    assert len(chat.messages()) == 25


def test_what_is_not_there_is_not_found(memory: Infold) -> None:
    talk(memory, "zoe")
    (info,) = memory.conversations(user="zoe")
    for what in ("c_nothing", "m_0", info.id):
        with pytest.raises(NotFound):
            memory.plan_erase(what, user="another")
    with pytest.raises(NotFound):
        memory.receipt("z_0")


def test_a_forged_or_foreign_receipt_does_not_hold(
    memory: Infold, tmp_path: Path, clock: FrozenClock
) -> None:
    talk(memory, "zoe")
    receipt = memory.erase(user="zoe")
    run(memory)
    receipt = memory.receipt(receipt)
    file = tmp_path / "receipt.json"
    file.write_text(json.dumps(receipt.data()), encoding="utf-8")
    assert memory.verify_receipt(file).holds
    forged = replace(receipt, counts={"message": 1})
    check = memory.verify_receipt(forged)
    assert not check.is_genuine
    assert not check.holds
    assert not memory.verify_receipt(receipt, user="another").holds
    (tmp_path / "other").mkdir()
    settings = Settings(embedder="none", space_secret="another secret")
    with Infold.open(tmp_path / "other" / "x.db", settings=settings, clock=clock) as other:
        assert not other.verify_receipt(receipt).holds


def test_a_backup_is_named(memory: Infold, tmp_path: Path) -> None:
    talk(memory, "zoe")
    memory.note_backup(tmp_path / "backup.db")
    receipt = memory.erase(user="zoe")
    assert any("backup.db" in copy for copy in receipt.copies)
    assert len(memory.copies(user="another")) == 1  # it holds all users


# ------------------------------------------------------------ readers and other processes


def test_a_reader_in_the_way_keeps_it_hidden_and_the_receipt_says_so(
    memory: Infold, clock: FrozenClock
) -> None:
    talk(memory, "zoe")
    reader = sqlite3.connect(memory.store.path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM messages").fetchone()
    receipt = memory.erase(user="zoe")
    run(memory)
    waiting = memory.receipt(receipt)
    assert waiting.stage == "hidden"
    assert "reading of the store" in waiting.note
    assert memory.search("wombatlantern", user="zoe") == []
    (finding,) = [one for one in memory.doctor() if one.topic == "erasures"]
    assert (finding.state, finding.data) == ("problem", {"hidden": 1})
    reader.execute("COMMIT")
    reader.close()
    run(memory)  # not before the minute is over
    assert memory.receipt(receipt).stage == "hidden"
    clock.advance(timedelta(minutes=1))
    run(memory)
    assert memory.receipt(receipt).stage == "gone"
    assert memory.receipt(receipt).note == ""
    assert "erasures" not in {one.topic for one in memory.doctor()}
    assert left(memory) == []


def test_another_process_sees_nothing_of_it(
    memory: Infold, tmp_path: Path, clock: FrozenClock
) -> None:
    chat = talk(memory, "zoe")
    with opened(tmp_path, clock) as other:
        theirs = other.find(chat.id, user="zoe")
        assert "Zoe" in theirs.context("What is my name?", budget=2000).text
        assert other.search("wombatlantern", user="zoe")
        memory.erase(chat.messages()[0], user="zoe")
        memory.erase(next(iter(memory.facts(user="zoe"))), user="zoe")
        made = theirs.context("What is my name?", budget=2000, facts=False)
        assert "Zoe" not in made.text
        assert not any(
            "wombatlantern" in hit.text and hit.kind != "fact"
            for hit in other.search("wombatlantern", user="zoe")
        )
        memory.erase(user="zoe")
        assert other.search("wombatlantern", user="zoe") == []
        assert other.facts(user="zoe", state=None) == []
        run(memory)
        # One of the same name begins anew; what the other process kept is not served.
        for at in range(40):
            memory.conversation("support-42", user="zoe").append("user", f"new words {at}")
        assert other.search("wombatlantern Porto", user="zoe") == []
        assert len(other.conversations(user="zoe")) == 1


def test_two_erasures_are_done_in_one_go(memory: Infold) -> None:
    talk(memory, "zoe")
    talk(memory, "abe")
    memory.erase(user="zoe")
    memory.erase(user="abe")
    run(memory)
    assert [receipt.stage for receipt in memory.erasures()] == ["gone", "gone"]
    assert left(memory) == []


def test_with_vectors(tmp_path: Path, clock: FrozenClock) -> None:
    settings = Settings(space_secret="a secret for tests", synchronous="NORMAL")
    with Infold.open(
        tmp_path / "infold.db", settings=settings, policy=POLICY, clock=clock
    ) as memory:
        chat = talk(memory, "zoe")
        memory.erase(chat.messages()[0], user="zoe")
        assert memory.verify() == []
        run(memory)
        assert memory.verify() == []
        memory.erase(user="zoe")
        run(memory)
        assert left(memory) == []
        assert memory.erasures()[-1].stage == "gone"
        assert memory.verify() == []
