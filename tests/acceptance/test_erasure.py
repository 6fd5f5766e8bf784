"""Erasure as programs meet it: the command, kills in the middle, readers, several processes."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from infold import Infold
from infold.config import Settings
from infold.testing import FrozenClock
from tests.acceptance.surface import infold, process

CANARIES = ("wombatlantern", "노란우산거북이", "青花瓷蜗牛", "朝顔提灯行列", "Nebelkrähenschuh")
STORE = {"EMBEDDER": "none", "SPACE_SECRET": "a secret for tests"}


def fill(path: Path, *, turns: int = 40) -> None:
    """Two users who say the same, and one canary each that is theirs alone."""
    settings = Settings(embedder="none", space_secret="a secret for tests", synchronous="NORMAL")
    with Infold.open(path, settings=settings) as memory:
        for user in ("zoe", "sibling"):
            chat = memory.conversation("support-42", user=user)
            for at in range(turns):
                word = CANARIES[at % len(CANARIES)] if user == "zoe" else "plain"
                chat.append("user", f"Point {at}: the word is {word}, and I live in Porto.")
                chat.append("assistant", f"I noted {word} as point {at}.")
            chat.extract()
            memory.add("Lives in Porto", user=user)
        while memory.run_job() is not None:
            pass


def left(path: Path) -> list[str]:
    """Canaries that stand in a file of the store."""
    data = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    forms = ("utf-8", "utf-16-le", "utf-16-be")
    return [
        word
        for word in CANARIES
        if any(word.encode(form) in data for form in forms)
        or json.dumps(word)[1:-1].encode() in data
    ]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "infold.db"
    fill(path)
    assert left(path) == list(CANARIES)
    return path


def test_the_command_plans_erases_and_verifies(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "zoe.jsonl"
    infold("export", "--db", store, "--user", "zoe", "--out", out, **STORE)
    plan = infold("erase", "--db", store, "--user", "zoe", "--plan", "--json", **STORE)
    assert plan.code == 0
    assert plan.data["counts"]["message"] == 80
    assert any(str(out) in copy for copy in plan.data["copies"])
    assert left(store) == list(CANARIES)
    receipt = tmp_path / "receipt.json"
    done = infold(
        *("erase", "--db", store, "--user", "zoe", "--yes", "--receipt", receipt), **STORE
    )
    assert done.code == 0
    assert b"Gone" in done.out
    assert str(out) in done.out.decode()
    assert left(store) == []
    listed = infold("erase", "--db", store, "--list", "--json", **STORE)
    assert [one["stage"] for one in listed.data] == ["gone"]
    check = infold("erase", "--db", store, "--user", "zoe", "--verify", receipt, **STORE)
    assert check.code == 0
    data = json.loads(receipt.read_text(encoding="utf-8"))
    assert "zoe" not in json.dumps({**data, "copies": []})
    receipt.write_text(json.dumps({**data, "counts": {}}), encoding="utf-8")
    forged = infold("erase", "--db", store, "--verify", receipt, "--json", **STORE)
    assert forged.code == 1
    assert not forged.data["is_genuine"]
    assert infold("verify", "--db", store, **STORE).code == 0
    again = infold("import", "--db", store, "--user", "zoe", out, "--json", **STORE)
    assert again.data[0]["erased"] == 80
    assert left(store) == []


@pytest.mark.parametrize("arguments", [("--user", "zoe"), ("--plan",), ("--yes",)])
def test_nobody_erases_by_leaving_a_word_out(store: Path, arguments: tuple[str, ...]) -> None:
    answer = infold("erase", "--db", store, *arguments, "--json", **STORE)
    assert answer.code == 2
    assert answer.error["hint"]
    assert left(store) == list(CANARIES)


def test_a_message_by_its_id_and_a_conversation_by_its_name(store: Path) -> None:
    settings = Settings(embedder="none", space_secret="a secret for tests")
    with Infold.open(store, settings=settings) as memory:
        message = memory.conversation("support-42", user="sibling").messages()[0].id
    one = infold("erase", "--db", store, "--user", "sibling", message, "--yes", "--json", **STORE)
    assert one.data["receipt"]["stage"] == "gone"
    whole = infold(
        "erase", "--db", store, "--user", "zoe", "support-42", "--yes", "--json", **STORE
    )
    assert whole.data["receipt"]["kind"] == "conversation"
    assert left(store) == []
    assert infold("verify", "--db", store, **STORE).code == 0


KILLED = """
import os, signal, sys
from infold import Infold
from infold.config import Settings
settings = Settings(embedder="none", space_secret="a secret for tests")
memory = Infold.open(sys.argv[1], settings=settings)
memory.erase(user="zoe")
seen = []
def die(what, done):
    seen.append(what)
    if what == sys.argv[2] and seen.count(what) >= int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
if sys.argv[2] == "hidden":
    os.kill(os.getpid(), signal.SIGKILL)
memory.finish_erasures(progress=die)
"""


@pytest.mark.parametrize(
    ("at", "times"),
    [("hidden", 1), ("Removing", 1), ("Removing", 3), ("Rebuilding", 1), ("Looking through", 1)],
)
def test_a_kill_between_hidden_and_gone(store: Path, at: str, times: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, store, at, str(times)], check=False, capture_output=True
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    settings = Settings(embedder="none", space_secret="a secret for tests")
    with Infold.open(store, settings=settings) as memory:
        (receipt,) = memory.erasures()
        assert receipt.stage == "hidden"
        assert memory.conversations(user="zoe") == []
        assert memory.search("wombatlantern Porto", user="zoe") == []
        assert memory.verify() == []
    assert infold("worker", "--once", "--db", store, **STORE).code == 0
    with Infold.open(store, settings=settings) as memory:
        assert memory.receipt(receipt).stage == "gone"
        assert len(memory.conversation("support-42", user="sibling").messages()) == 80
        assert memory.verify() == []
    assert left(store) == []


KILLED_IN_CHUNKS = """
import os, signal, sys
from infold import Infold
from infold.config import Settings
from infold.engine import removing_facts
settings = Settings(embedder="none", space_secret="a secret for tests")
memory = Infold.open(sys.argv[1], settings=settings)
memory.add([f"The parcel {at} is for wombatlantern" for at in range(60)], user="zoe")
removing_facts.CHUNK = 7
whole, seen = removing_facts._chunk, []
def chunk(*arguments):
    seen.append(1)
    done = whole(*arguments)
    if len(seen) == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
    return done
removing_facts._chunk = chunk
memory.erase(user="zoe")
"""


@pytest.mark.parametrize("chunk", [1, 5])
def test_a_kill_in_the_transaction_of_a_chunk_of_facts(store: Path, chunk: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED_IN_CHUNKS, store, str(chunk)],
        check=False,
        capture_output=True,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert left(store) == list(CANARIES)
    settings = Settings(embedder="none", space_secret="a secret for tests")
    with Infold.open(store, settings=settings) as memory:
        (receipt,) = memory.erasures()
        assert receipt.stage == "hidden"
        assert memory.facts(user="zoe", state=None) == []
        assert memory.verify() == []
        while memory.run_job() is not None:
            pass
        assert memory.receipt(receipt).stage == "gone"
        assert len(memory.conversation("support-42", user="sibling").messages()) == 80
        assert memory.verify() == []
    assert left(store) == []


def test_a_reader_in_another_process_keeps_it_hidden(store: Path) -> None:
    program = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute('BEGIN'); c.execute('SELECT count(*) FROM messages').fetchone();"
        "print('reading', flush=True); sys.stdin.readline()"
    )
    reader = subprocess.Popen(
        [sys.executable, "-c", program, store], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert reader.stdout is not None
    reader.stdout.readline()
    held = infold("erase", "--db", store, "--user", "zoe", "--yes", "--json", **STORE)
    assert held.code == 0
    assert held.data["receipt"]["stage"] == "hidden"
    assert "close that program" in held.data["receipt"]["note"]
    reader.communicate(b"\n")
    clock = FrozenClock()
    settings = Settings(embedder="none", space_secret="a secret for tests")
    with Infold.open(store, settings=settings, clock=clock) as memory:
        assert memory.finish_erasures() == 1
        assert memory.erasures()[0].stage == "gone"
    assert left(store) == []


def test_a_worker_erases_while_others_write(store: Path) -> None:
    settings = Settings(embedder="none", space_secret="a secret for tests", synchronous="NORMAL")
    with Infold.open(store, settings=settings) as memory:
        chat = memory.conversation("support-42", user="sibling")
        assert memory.search("wombatlantern", user="zoe")
        memory.erase(user="zoe")
        worker = process("worker", "--once", "--db", store, **STORE)
        for at in range(60):
            chat.append("user", f"Another line {at} while the file is rebuilt.")
            assert memory.search("wombatlantern", user="zoe") == []
        worker.communicate(timeout=120)
        assert worker.returncode == 0
        memory.finish_erasures()
        assert memory.erasures()[0].stage == "gone"
        assert len(chat.messages()) == 140
        assert memory.verify() == []
    assert left(store) == []


def test_nothing_of_it_is_in_the_tables(store: Path) -> None:
    infold("erase", "--db", store, "--user", "zoe", "--yes", **STORE)
    connection = sqlite3.connect(store)
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master")]
    for table in tables:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        if "user_id" in columns:
            query = f"SELECT count(*) FROM {table} WHERE user_id = 'zoe'"
            assert connection.execute(query).fetchone() == (0,), table
    connection.close()
