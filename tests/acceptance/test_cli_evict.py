"""Eviction over the command line: settings, plan, apply, list, restore, undo."""

from __future__ import annotations

import json
from pathlib import Path

from tests.acceptance.surface import infold
from tests.acceptance.transcripts import talk


def test_an_old_conversation_is_archived_listed_on_request_and_restored(tmp_path: Path) -> None:
    store = {"DB": str(tmp_path / "store.db"), "EMBEDDER": "none", "USER": "ana"}
    file = tmp_path / "old.jsonl"
    lines = [
        {
            "role": "user",
            "content": "서울 서버의 포트는 5433입니다",
            "timestamp": "2020-03-01T10:00:00Z",
        },
        {"role": "assistant", "content": "Baik, dicatat.", "timestamp": "2020-03-01T10:00:05Z"},
    ]
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    assert infold("import", file, **store).code == 0
    (chat,) = infold("list", "--json", **store).data
    assert chat["archived"] is None
    assert infold("sweep", "--json", **store).data["items"] == []
    store["ARCHIVE_DAYS"] = "365"
    plan = infold("sweep", "--json", **store).data
    (item,) = plan["items"]
    assert (item["kind"], item["record"], item["action"]) == ("conversation", chat["id"], "archive")
    assert item["reason"].startswith("The last was said on 2020-03-01: ")
    assert plan["totals"]["actions"] == {"archive": 1}
    assert b"archiving" in infold("sweep", **store).out
    assert infold("sweep", "--simulate", "2020-06-01", "--json", **store).data["items"] == []
    receipt = infold("sweep", "--apply", "--json", **store).data
    assert receipt["counts"] == {"archived": 1, "users": 1}
    assert infold("list", "--json", **store).data == []
    assert b"infold list --archived" in infold("list", **store).out
    assert infold("list", "--archived", "--json", **store).data[0]["archived"]
    assert infold("search", "포트", "--json", **store).data == []
    found = infold("search", "포트", "--archived", "--json", **store).data
    assert chat["id"] in {hit["id"] for hit in found}
    assert "5433" in infold("show", chat["id"], **store).out.decode()
    assert infold("restore", chat["id"], "--dry-run", "--json", **store).data["dry_run"]
    assert infold("list", "--json", **store).data == []
    (back,) = infold("restore", chat["id"], "--json", **store).data["evictions"]
    assert (back["kind"], back["sweep"]) == ("archive", receipt["id"])
    assert [one["id"] for one in infold("list", "--json", **store).data] == [chat["id"]]
    assert infold("restore", chat["id"], "--json", **store).error["code"] == "not_found"
    assert infold("sweep", "--json", **store).data["items"] == []
    assert infold("undo", receipt["id"], "--json", **store).data["state"] == "undone"
    assert infold("verify", **store).code == 0


def test_days_below_zero_are_refused(tmp_path: Path) -> None:
    store = {"DB": str(tmp_path / "store.db"), "EMBEDDER": "none", "ARCHIVE_DAYS": "-1"}
    error = infold("list", "--json", **store).error
    assert error["code"] == "config"
    assert "archive_days is -1.0" in error["message"]


def test_a_stale_cluster_is_one_line_opens_and_is_restored(tmp_path: Path) -> None:
    store = {"DB": str(tmp_path / "store.db"), "EMBEDDER": "none", "USER": "ana"}
    file = tmp_path / "talk.jsonl"
    lines = [
        {"role": role, "content": text, "timestamp": f"2020-03-01T10:{number // 2:02}:00Z"}
        for number, (role, text) in enumerate(talk(120))
    ]
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    assert infold("import", file, **store).code == 0
    assert infold("worker", "--once", **store).code == 0
    (chat,) = infold("list", "--json", **store).data
    assert not any(one["demoted"] for one in infold("folds", chat["id"], "--json", **store).data)
    store["DEMOTE_DAYS"] = "30"
    items = infold("sweep", "--json", **store).data["items"]
    assert items
    assert {(one["kind"], one["action"], one["policy"]) for one in items} == {
        ("fold", "demote", "demote")
    }
    receipt = infold("sweep", "--apply", "--json", **store).data
    assert receipt["counts"] == {"demoted": len(items), "users": 1}
    folds = infold("folds", chat["id"], "--json", **store).data
    assert {one["id"] for one in folds if one["demoted"]} == {one["record"] for one in items}
    assert b"one line" in infold("folds", chat["id"], **store).out
    fold = items[0]["record"]
    opened = infold("expand", fold, "--json", **store).data
    assert opened["demoted"]
    assert [one["id"] for one in opened["messages"]] == opened["sources"]
    said = infold("expand", fold, **store).out.decode()
    assert items[0]["reason"] in said
    (back,) = infold("restore", fold[:12], "--json", **store).data["evictions"]
    assert (back["kind"], back["fold"]) == ("demote", fold)
    assert infold("undo", receipt["id"], "--json", **store).data["counts"]["restored"] == (
        len(items) - 1
    )
    assert not any(one["demoted"] for one in infold("folds", chat["id"], "--json", **store).data)
    assert infold("verify", **store).code == 0
