"""`infold import` of archives and folders: its report, its bar, and whose the chats become."""

from __future__ import annotations

import json
import os
import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.acceptance.surface import PROGRAM, infold
from tests.acceptance.transcripts import chatgpt_export, openai_file


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "수출.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for number in range(2):
            part = tmp_path / f"part-{number}"
            chatgpt_export(part, conversations=1, messages=20, seed=number)
            text = part.read_text(encoding="utf-8").replace("export-0", f"export-{number}")
            packed.writestr(f"conversations-{number:03}.json", text)
        packed.writestr("chat.html", "<html></html>")
        packed.writestr("user.json", "{}")
    return path


def test_an_archive_is_one_report_with_the_name_of_each_file(tmp_path: Path, archive: Path) -> None:
    db = tmp_path / "x.db"
    answer = infold("import", archive, "--no-fold", "--json", "--db", db)
    assert (answer.code, answer.err) == (0, "")
    (report,) = json.loads(answer.out)
    assert [file["file"] for file in report["files"]] == [
        f"{archive}/conversations-000.json",
        f"{archive}/conversations-001.json",
    ]
    assert [other["file"] for other in report["others"]] == [
        f"{archive}/chat.html",
        f"{archive}/user.json",
    ]
    assert report["conversations"][1]["file"] == f"{archive}/conversations-001.json"
    assert (report["bad"], report["attachments"]) == ([], 0)
    said = infold("import", archive, "--no-fold", "--db", db).out.decode()
    said = re.sub(r"\s+", " ", said)
    assert "2 of them were there already, whole" in said
    assert "2 files are no transcripts: chat.html, user.json" in said
    assert " conversations-001.json: chatgpt, 1 conversation, 20 messages" in said


def test_a_dangerous_archive_is_an_error_of_its_format(tmp_path: Path, archive: Path) -> None:
    with zipfile.ZipFile(archive, "a") as packed:
        packed.writestr("../outside.json", "[]")
    answer = infold("import", archive, "--json", "--db", tmp_path / "x.db")
    assert answer.code != 0
    error = json.loads(answer.err)["error"]
    assert error["code"] == "format"
    assert "names a place outside of it" in error["message"]


def test_an_agent_and_a_session_are_named(tmp_path: Path, archive: Path) -> None:
    db = tmp_path / "x.db"
    named = ("--agent", "비서", "--session", "s1")
    assert infold("import", archive, "--no-fold", "--db", db, *named).code == 0
    listed = json.loads(infold("list", "--json", "--db", db, *named).out)
    assert len(listed) == 2
    assert json.loads(infold("list", "--json", "--db", db, "--agent", "other").out) == []


@pytest.mark.parametrize("as_json", [False, True])
def test_a_bar_is_shown_on_a_terminal_and_never_with_json(
    tmp_path: Path, archive: Path, as_json: bool
) -> None:
    ours, theirs = os.openpty()
    options = ["--json"] if as_json else []
    running = subprocess.Popen(
        [*PROGRAM, "import", archive, "--no-fold", "--db", tmp_path / "x.db", *options],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:
        pass  # the other side has closed
    finally:
        os.close(ours)
    assert running.stdout is not None
    out = running.stdout.read()
    running.stdout.close()
    assert running.wait(timeout=60) == 0
    if as_json:
        assert shown == b""
        assert len(json.loads(out)) == 1
    else:
        text = shown.decode()
        assert "Importing" in text
        assert "messages" in text
        assert re.search(r"kB|bytes|MB", text)
        assert "Importing" not in out.decode()


@pytest.mark.parametrize("place", ["x.db", "빈.db"])
def test_a_dry_run_needs_no_store_and_makes_none(tmp_path: Path, archive: Path, place: str) -> None:
    db = tmp_path / place
    if place == "빈.db":
        db.touch()
    before = sorted(tmp_path.iterdir())
    answer = infold("import", archive, "--dry-run", "--json", "--db", db)
    assert (answer.code, answer.err) == (0, "")
    (plan,) = answer.data
    assert (plan["messages"], plan["added"], plan["dry_run"]) == (40, 40, True)
    # Ids are drawn with a store: these would never be seen again.
    assert {one["id"] for one in plan["conversations"]} == {""}
    assert "40 messages, 40 would be new" in squeezed(
        infold("import", archive, "--dry-run", "--db", db).out
    )
    told = infold("add", "Lives in 부산", "--dry-run", "--json", "--db", db)
    assert [row["text"] for row in told.data["facts"]] == ["Lives in 부산"]
    assert sorted(tmp_path.iterdir()) == before
    assert not db.exists() or db.stat().st_size == 0


def test_a_dry_run_gives_the_ids_that_an_import_will_give(tmp_path: Path, archive: Path) -> None:
    secret = {"SPACE_SECRET": "the same secret as later"}
    db = tmp_path / "x.db"
    (plan,) = infold("import", archive, "--dry-run", "--json", "--db", db, **secret).data
    (done,) = infold("import", archive, "--no-fold", "--json", "--db", db, **secret).data
    ids = [one["id"] for one in done["conversations"]]
    assert [one["id"] for one in plan["conversations"]] == ids
    (again,) = infold("import", archive, "--dry-run", "--json", "--db", db, **secret).data
    assert (again["added"], [one["id"] for one in again["conversations"]]) == (0, ids)


def test_a_dry_run_refuses_what_an_import_would(tmp_path: Path, archive: Path) -> None:
    nowhere = tmp_path / "none" / "x.db"
    answer = infold("import", archive, "--dry-run", "--json", "--db", nowhere)
    assert (answer.code, answer.error["code"]) == (6, "store")
    assert "its folder does not exist" in answer.error["message"]
    assert not nowhere.parent.exists()


def squeezed(out: bytes) -> str:
    return re.sub(r"\s+", " ", out.decode())


def test_files_of_programs_that_are_not_read_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "내보내기"
    folder.mkdir()
    openai_file(folder / "chat.json", [{"role": "user", "content": "Which port?"}])
    record = {"timestamp": "2026-01-01T00:00:00Z", "type": "session_meta", "payload": {"id": "x"}}
    for number in range(2):
        (folder / f"rollout-{number}.jsonl").write_text(json.dumps(record) + "\n")
    (folder / "notes.json").write_text("{}")
    db = tmp_path / "x.db"
    said = squeezed(infold("import", folder, "--no-fold", "--db", db).out)
    assert "2 files look like a Codex session, which is not read: rollout-0.jsonl" in said
    assert "1 file is no transcript: notes.json" in said
    (report,) = infold("import", folder, "--no-fold", "--json", "--db", db).data
    assert [one["program"] for one in report["others"]] == [
        "",
        "a Codex session",
        "a Codex session",
    ]


def test_what_tools_had_compacted_is_counted(tmp_path: Path) -> None:
    records = [
        {
            "type": "user",
            "uuid": "a",
            "parentUuid": None,
            "message": {"role": "user", "content": "Hi"},
        },
        {
            "type": "system",
            "subtype": "compact_boundary",
            "uuid": "b",
            "parentUuid": None,
            "logicalParentUuid": "a",
            "content": "Conversation compacted",
            "compactMetadata": {},
        },
        {
            "type": "user",
            "uuid": "c",
            "parentUuid": "b",
            "isCompactSummary": True,
            "message": {"role": "user", "content": "They said hi."},
        },
    ]
    file = tmp_path / "session.jsonl"
    file.write_text("".join(json.dumps(one | {"sessionId": "s"}) + "\n" for one in records))
    db = tmp_path / "x.db"
    (report,) = infold("import", file, "--no-fold", "--json", "--db", db).data
    assert (report["compactions"], report["marks"], report["unkept"]) == (1, 0, [])
    said = squeezed(infold("import", file, "--no-fold", "--db", db).out)
    assert "1 summary of other tools, kept as folds of theirs" in said
