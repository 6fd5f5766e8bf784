"""mem0's stores as the installed mem0 writes them: what is read, brought in, and found wrong."""

from __future__ import annotations

import importlib
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.adapters.mem0_checking import check_mem0
from infold.adapters.mem0_importing import import_mem0
from infold.adapters.mem0_reading import Mem0Store
from infold.config import Settings
from infold.errors import NotFound, StoreError
from tests.acceptance.surface import infold
from tests.contract.adapters.mem0_store import config, served

SAID = [
    ("ana", "Lives in Porto", {}),
    ("ana", "I live in Porto", {}),
    ("ana", "Lives in Oslo", {}),
    ("ana", "Likes tea", {"agent_id": "planner"}),
    ("ana", "Hosts a guest from Rome", {"expiration_date": "2031-01-31"}),
    ("ben", "커피를 좋아합니다", {}),
    ("ben", "住在上海", {}),
    ("ben", "My key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH", {}),
    ("carla", "Mag Käse", {"run_id": "trip"}),
]
SECRET = "gone for good"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A store that mem0 wrote; its configuration."""
    folder = tmp_path_factory.mktemp("mem0")
    with pytest.MonkeyPatch.context() as patch, served() as address:
        patch.setenv("MEM0_TELEMETRY", "False")
        patch.setenv("MEM0_DIR", str(folder / "home"))
        mem0 = importlib.import_module("mem0")
        settings = config(folder, address)
        memory = mem0.Memory.from_config(settings)
        for user, text, options in SAID:
            memory.add([{"role": "user", "content": text}], user_id=user, infer=False, **options)
        made = memory.add([{"role": "user", "content": SECRET}], user_id="ben", infer=False)
        memory.delete(made["results"][0]["id"])
        memory.close()
        memory.vector_store.client.close()
    return settings


def test_all_that_mem0_keeps_is_read(written: dict[str, Any]) -> None:
    with Mem0Store(written) as store:
        found = store.memories()
        changes = list(store.changes())
    assert sorted(one.text for one in found) == sorted(text for _, text, _ in SAID)
    tea = next(one for one in found if one.text == "Likes tea")
    assert (tea.user, tea.agent, tea.run, tea.role) == ("ana", "planner", None, "user")
    assert tea.created is not None
    assert abs(datetime.now(UTC) - tea.created) < timedelta(hours=1)
    rome = next(one for one in found if "Rome" in one.text)
    assert rome.expires == datetime(2031, 2, 1, tzinfo=UTC)
    assert [one.event for one in changes].count("ADD") == len(SAID) + 1


def test_memories_become_facts_once(written: dict[str, Any], tmp_path: Path) -> None:
    with (
        Infold.open(tmp_path / "in.db", settings=Settings(embedder="none")) as memory,
        Mem0Store(written) as store,
    ):
        would = import_mem0(memory, store, dry_run=True)
        assert would.memories == len(SAID)
        assert memory.facts(user="ana", state=None) == []
        one = import_mem0(memory, store, user="ben")
        assert (one.users, one.memories) == (1, 3)
        steps: list[tuple[int, int]] = []
        report = import_mem0(memory, store, progress=lambda *step: steps.append(step))
        assert steps[-1] == (len(SAID), len(SAID))
        assert report.users == 3
        assert report.passed == 3 - len(one.refused)
        again = import_mem0(memory, store)
        assert (again.added, again.repeated) == (0, 0)
        assert again.passed == len(SAID) - len(again.refused)
        live = {row.text: row for row in memory.facts(user="ana")}
        assert "Lives in Porto" not in live
        assert "Lives in Oslo" in live
        assert live["Lives in Oslo"].fact.origin == "import"
        assert memory.facts(user="ana", agent="planner")[0].text == "Likes tea"
        assert [row.text for row in memory.facts(user="carla", session="trip")] == ["Mag Käse"]
        kept = " ".join(row.text for row in memory.facts(user="ben", state=None))
        assert "커피를 좋아합니다" in kept
        assert "sk-proj" not in kept


def test_what_is_wrong_is_said(written: dict[str, Any]) -> None:
    with Mem0Store(written) as store:
        found = check_mem0(store, now=datetime(2031, 3, 1, tzinfo=UTC))
        texts = {one.id: one.text for one in store.memories()}
    of = {topic: [one for one in found if one.topic == topic] for topic in {f.topic for f in found}}
    assert [{texts[each] for each in one.memories} for one in of["duplicate"]] == [
        {"Lives in Porto", "I live in Porto"}
    ]
    assert "'Lives in Oslo' was said last" in of["contradiction"][0].what
    assert "Rome" in of["expired"][0].what
    behind = " ".join(one.what for one in of["left behind"])
    assert SECRET in behind
    assert {one.user for one in of["left behind"]} == {"", "ana", "ben", "carla"}


def test_the_command_line_reads_the_configuration(written: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "mem0.json"
    file.write_text(json.dumps(written), encoding="utf-8")
    db = {"DB": str(tmp_path / "cli.db"), "EMBEDDER": "none"}
    told = infold("doctor", "--mem0", file, "--json", **db)
    assert told.code == 1
    assert {one["topic"] for one in told.data} >= {"duplicate", "contradiction", "left behind"}
    assert infold("import", "--mem0", file, "--dry-run", "--json", **db).data["dry_run"]
    done = infold("import", "--mem0", file, "--user", "carla", "--json", **db).data
    assert (done["memories"], done["added"]) == (1, 1)
    rows = infold("facts", "--user", "carla", "--json", **db).data
    assert [row["text"] for row in rows] == ["Mag Käse"]
    assert (
        "1 memory of 1 user"
        in infold("import", "--mem0", file, "--user", "carla", **db).out.decode()
    )
    assert "duplicate: 1" in infold("doctor", "--mem0", file, **db).out.decode()


def test_a_store_that_is_not_there_is_not_made(written: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        Mem0Store(config(tmp_path / "nowhere"))
    assert not (tmp_path / "nowhere").exists()


# What the client of the store leaves open when it is refused.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_store_that_is_open_elsewhere_says_so(written: dict[str, Any]) -> None:
    with Mem0Store(written), pytest.raises(StoreError):
        Mem0Store(written)


def test_logged_conversations_are_run_through_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    importlib.import_module("mem0")
    monkeypatch.setenv("MEM0_TELEMETRY", "False")
    monkeypatch.setenv("MEM0_DIR", str(tmp_path / "home"))
    said = ["I live in Porto", "I moved, I live in Oslo now", "My name is Zoe Quill"]
    log = tmp_path / "log.json"
    log.write_text(
        json.dumps([{"role": "user", "content": text} for text in said]), encoding="utf-8"
    )
    kept = {"memory": [{"text": "Lives in Porto"}, {"text": "Owns a spaceship"}]}
    with served(json.dumps(kept)) as address:
        file = tmp_path / "mem0.json"
        file.write_text(json.dumps(config(tmp_path, address)), encoding="utf-8")
        done = infold("replay", log, "--config", file, "--json")
    assert done.code == 0, done.err
    found = [(one["kind"], one["text"]) for one in done.data["differences"]]
    assert ("stale", "Lives in Porto") in found
    assert ("junk", "Owns a spaceship") in found
    assert any(kind == "missing" and "Oslo" in text for kind, text in found)
    assert done.data["faults"] == []
    assert (done.data["turns"], done.data["memories"]) == (3, 2)
    wrong = infold("replay", log, "--config", file, "--peer", "zep", "--json")
    assert wrong.error["code"] == "usage"
