"""Dropping texts over the command line: planned, asked for twice, and told wherever it shows."""

from __future__ import annotations

import json
from pathlib import Path

from tests.acceptance.surface import infold
from tests.acceptance.transcripts import talk


def test_texts_are_dropped_only_when_asked_for_and_told_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    store = {"DB": str(path), "EMBEDDER": "none", "USER": "ana"}
    file = tmp_path / "talk.jsonl"
    lines = [
        {"role": role, "content": text, "timestamp": f"2020-03-01T10:{number // 2:02}:00Z"}
        for number, (role, text) in enumerate(talk(120))
    ]
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    assert infold("import", file, **store).code == 0
    assert infold("worker", "--once", **store).code == 0
    (chat,) = infold("list", "--json", **store).data
    before = infold("show", chat["id"], "--json", **store).data["items"]
    refused = infold("sweep", "--apply", "--drop", "--json", **store)
    assert refused.error["code"] == "usage"
    assert "drop_days" in refused.error["hint"]
    store["DROP_DAYS"] = "30"
    assert infold("sweep", "--drop", "--json", **store).error["code"] == "usage"
    plan = infold("sweep", "--json", **store).data
    assert {(one["kind"], one["action"], one["policy"]) for one in plan["items"]} == {
        ("fold", "drop", "drop")
    }
    assert plan["totals"]["actions"] == {"drop": len(plan["items"])}
    said = infold("sweep", **store).out.decode()
    assert "gone for good: there is no undo" in " ".join(said.split())
    receipt = infold("sweep", "--apply", "--json", **store).data
    assert receipt["counts"] == {}
    assert "No text was dropped" in infold("sweep", "--apply", **store).out.decode()
    assert infold("show", chat["id"], "--json", **store).data["items"] == before
    assert infold("sweep", "--apply", "--drop", "--dry-run", "--json", **store).data["items"]
    receipt = infold("sweep", "--apply", "--drop", "--json", **store).data
    assert receipt["state"] == "done"
    assert receipt["in_log"] is False
    after = infold("show", chat["id"], "--json", **store).data["items"]
    gone = [one for one in after if one["parts"][0]["type"] == "dropped"]
    assert receipt["counts"] == {"dropped": len(gone), "users": 1}
    assert len(gone) > 10
    assert [one["id"] for one in after] == [one["id"] for one in before]
    assert infold("worker", "--once", **store).code == 0
    assert infold("verify", **store).code == 0
    assert b"text dropped on" in infold("show", chat["id"], **store).out
    assert infold("show", chat["id"], "--full", **store).code == 0
    folds = {one["id"]: one for one in infold("folds", chat["id"], "--json", **store).data}
    told = {one["record"] for one in plan["items"]}
    assert {one for one, row in folds.items() if row["dropped"]} == told
    assert b"sources dropped on" in infold("folds", chat["id"], **store).out
    fold = plan["items"][0]["record"]
    opened = infold("expand", fold, "--json", **store).data
    assert opened["dropped"]["positions"]
    assert "nothing here leads back" in " ".join(
        infold("expand", fold, **store).out.decode().split()
    )
    rows = infold("sources", fold, "--json", **store).data
    assert all(bool(row["note"]) != bool(row["text"]) for row in rows)
    assert b"Its text was dropped on" in infold("sources", fold, **store).out
    (report,) = infold("folds", chat["id"], "--fold", fold, "--fidelity", "--json", **store).data
    assert report["fidelity"]["note"]
    assert report["fidelity"]["counts"]["recoverable"] >= 0
    whole = infold("folds", chat["id"], "--fidelity", **store).out.decode()
    assert "nothing here leads back" in " ".join(whole.split())
    made = infold("context", chat["id"], "Which port?", "--budget", "600", "--json", **store).data
    assert {one["fold"] for one in made["dropped"]} == told
    shown = infold("context", chat["id"], "Which port?", "--budget", "600", **store).out.decode()
    assert "texts in scope were dropped on" in " ".join(shown.split())
    asked = str(gone[0]["position"])
    why = infold("context", chat["id"], "Which port?", "--why", asked, "--json", **store).data[
        "why"
    ][asked]
    assert "Its text was dropped on" in why
    page = infold("export", chat["id"], "--markdown", **store).out.decode()
    assert "its sources were dropped on" in page
    out = tmp_path / "out.jsonl"
    out.write_bytes(infold("export", **store).out)
    other = store | {"DB": str(tmp_path / "other.db")}
    assert infold("import", out, **other).code == 0
    assert infold("worker", "--once", **other).code == 0
    assert infold("verify", **other).code == 0
    assert infold("export", **other).out == out.read_bytes()
    undone = infold("undo", receipt["id"], "--json", **store).data
    assert undone["counts"]["dropped"] == len(gone)
    assert infold("show", chat["id"], "--json", **store).data["items"] == after
    assert infold("condense", chat["id"], "--json", **store).code == 0
    assert infold("doctor", "--json", **store).code in (0, 1)
    assert infold("search", gone[0]["id"], "--json", **store).code == 0
