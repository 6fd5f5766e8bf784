"""Sweeps on the command line, as a person and as a program use them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from infold import Infold
from infold.config import Settings
from tests.acceptance.surface import infold


def test_a_sweep_is_planned_simulated_done_and_undone(tmp_path: Path) -> None:
    store = {"DB": str(tmp_path / "store.db"), "EMBEDDER": "none"}
    then = datetime(2020, 1, 1, tzinfo=UTC)
    for user, text in (("ana", "버스 파업 오늘까지"), ("ben", "Strike until tonight")):
        with Infold.open(store["DB"], settings=Settings(embedder="none")) as memory:
            memory.add(text, user=user, expires=then + timedelta(days=1), said_at=then)
        assert infold("add", "Owns a kayak", "--user", user, **store).code == 0

    plan = infold("sweep", "--json", **store).data
    assert (plan["user"], plan["simulated"]) == (None, False)
    assert [(one["user"], one["action"], one["policy"]) for one in plan["items"]] == [
        ("ana", "expire", "ttl"),
        ("ben", "expire", "ttl"),
    ]
    assert plan["totals"] == {
        "users": 2, "changes": 2, "actions": {"expire": 2}, "policies": {"ttl": 2},
    }  # fmt: skip
    own = infold("sweep", "--user", "ben", "--kept", "--json", **store).data
    assert [one["action"] for one in own["items"]] == ["expire", "keep"]
    later = infold("sweep", "--simulate", "2999-01-01", "--json", **store).data
    assert later["simulated"]
    assert later["totals"]["actions"] == {"expire": 2, "tombstone": 2}
    shown = infold("sweep", "--simulate", "2999-01-01", "--most", "1", **store).out.decode()
    assert "3 more are not listed" in shown
    assert infold("sweep", "--apply", "--dry-run", "--json", **store).data["totals"]["changes"] == 2
    assert "There was no sweep yet" in infold("sweep", "--list", **store).out.decode()

    done = infold("sweep", "--apply", "--json", **store).data
    assert done["counts"] == {"expired": 2, "users": 2}
    assert (done["state"], done["in_log"], done["dry_run"]) == ("done", False, False)
    assert infold("sweep", "--json", **store).data["items"] == []
    listed = infold("sweep", "--list", "--json", **store).data
    assert [one["id"] for one in listed] == [done["id"]]
    would = infold("undo", done["id"][:8], "--dry-run", "--json", **store).data
    assert (would["dry_run"], would["state"], would["counts"]["restored"]) == (True, "undone", 2)
    told = infold("undo", done["id"][:8], "--dry-run", **store).out.decode()
    assert "would be undone" in told
    assert "2 would be shown again" in told
    assert "Nothing was written." in told
    assert infold("sweep", "--list", "--json", **store).data == listed
    undone = infold("undo", done["id"][:8], "--json", **store).data
    assert (undone["state"], undone["counts"]["restored"]) == ("undone", 2)
    assert "2 shown again" in infold("undo", done["id"], **store).out.decode()
    assert infold("verify", **store).code == 0


def test_a_dry_run_of_an_undo_refuses_as_the_real_one(tmp_path: Path) -> None:
    store = {"DB": str(tmp_path / "store.db"), "EMBEDDER": "none", "USER": "ana"}
    then = datetime(2020, 1, 1, tzinfo=UTC)
    with Infold.open(store["DB"], settings=Settings(embedder="none")) as memory:
        fact = memory.add("Strike until tonight", user="ana", expires=then, said_at=then).id
    done = infold("sweep", "--apply", "--json", **store).data
    assert infold("purge", fact, **store).code == 0
    refused = infold("undo", done["id"], "--dry-run", "--json", **store)
    real = infold("undo", done["id"], "--json", **store)
    assert (refused.code, refused.error) == (real.code, real.error)
    assert "what it hid has been purged" in real.error["message"]


def test_what_cannot_be_swept_is_refused(tmp_path: Path) -> None:
    store = {"DB": str(tmp_path / "store.db"), "EMBEDDER": "none", "USER": "ana"}
    assert infold("add", "Lives in Porto", **store).code == 0
    for wrong in (
        ("--simulate", "2026-13-45"),
        ("--as-of", "2999-01-01"),
        ("--as-of", "2026-03-01T00:00"),
        ("--simulate", "2026-03-01", "--apply"),
    ):
        assert infold("sweep", *wrong, "--json", **store).error["code"] == "usage"
    assert infold("undo", "w_0123", "--json", **store).error["code"] == "not_found"


def test_a_deleted_fact_is_purged_for_good(tmp_path: Path) -> None:
    store = {"DB": str(tmp_path / "store.db"), "EMBEDDER": "none", "USER": "ana"}
    fact = infold("add", "Allergic to Quokkabloom", "--json", **store).data["facts"][0]["id"]
    assert infold("purge", fact, "--json", **store).error["code"] == "usage"
    assert infold("delete", fact, **store).code == 0
    assert infold("purge", fact[:9], "--dry-run", "--json", **store).data["dry_run"]
    assert infold("purge", fact[:9], "--json", **store).data == {
        "dry_run": False,
        "fact": fact,
        "in_log": False,
    }
    assert infold("restore", fact, "--json", **store).error["code"] == "conflict"
    assert b"Quokkabloom" not in Path(store["DB"]).read_bytes()
