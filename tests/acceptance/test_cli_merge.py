"""Merging on the command line, as a person and as a program use it."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.surface import infold


def test_facts_are_merged_and_brought_back(tmp_path: Path) -> None:
    store = {"DB": str(tmp_path / "store.db"), "EMBEDDER": "none", "USER": "ana"}
    texts = ["Likes hiking", "I like hiking", "등산을 좋아합니다", "등산을 좋아해요", "Likes tea"]
    for text in texts:
        assert infold("add", text, **store).code == 0
    plan = infold("merge", "--json", **store).data
    assert not plan["applied"]
    assert plan["receipt"] is None
    assert [one["text"] for one in plan["merges"]] == ["I like hiking", "등산을 좋아해요"]
    assert infold("merge", "--apply", "--dry-run", "--json", **store).data["receipt"] is None
    shown = infold("merge", **store).out.decode()
    assert "4 of 5 facts would become 2" in shown
    assert "I like hiking" in shown

    done = infold("merge", "--apply", "--json", **store).data
    assert done["applied"]
    (first, _) = done["receipt"]["merged"]
    left = infold("facts", "--json", **store).data
    assert sorted(one["text"] for one in left) == ["I like hiking", "Likes tea", "등산을 좋아해요"]
    members = infold("fact", "members", first["fact"], "--json", **store).data
    assert [one["id"] for one in members] == first["members"]
    assert {one["state"] for one in members} == {"superseded"}
    assert "Likes hiking" in infold("fact", "members", first["fact"], **store).out.decode()
    assert "stands for itself" in infold("fact", "members", members[0]["id"], **store).out.decode()

    would = infold("fact", "unmerge", first["fact"], "--dry-run", "--json", **store).data
    assert would["dry_run"]
    assert len(would["facts"]) == 3
    assert infold("fact", "unmerge", first["fact"], **store).code == 0
    now = infold("facts", "--json", **store).data
    assert len(now) == 4
    assert "no two say the same" in infold("merge", **store).out.decode()
    wrong = infold("fact", "unmerge", members[0]["id"], "--json", **store)
    assert wrong.error["code"] == "conflict"
    assert infold("verify", **{**store, "USER": ""}).code == 0


def test_the_oldest_facts_are_folded(tmp_path: Path) -> None:
    store = {"DB": str(tmp_path / "store.db"), "EMBEDDER": "none"}
    assert infold("add", "Owns a red kayak", "Owns a blue tent", "我收集邮票", **store).code == 0
    assert infold("merge", "--old", "--json", **store).data["merges"] == []
    done = infold("merge", "--old", "--limit", 1, "--apply", "--json", **store).data
    assert done["merges"][0]["is_fold"]
    assert "red kayak; Owns a blue tent" in infold("facts", "--json", **store).data[0]["text"]
    assert infold("merge", "--old", "--limit", 0, "--json", **store).error["code"] == "usage"
