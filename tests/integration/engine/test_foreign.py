"""Compactions of other tools in the store: folds beside our own, untouched and traceable."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.config import Settings
from infold.core.folds import Fold, Span
from infold.engine.foreign import foreign_faults
from infold.jobs.worker import run_all
from infold.testing import FrozenClock

SUMMARY = "요약: 인증 포트는 5433, zurückgezogen: 5432. 要約:次は配備。\n- keep /srv/auth.toml"


ADD_SPAN = """
INSERT INTO spans
SELECT space_id, user_id, conversation, fold, number, 0, (SELECT id FROM messages LIMIT 1), 0, 0, 5
FROM claims
"""


def said(uuid: str, parent: str | None, text: str, kind: str = "user") -> dict[str, Any]:
    return {
        "type": kind,
        "uuid": uuid,
        "parentUuid": parent,
        "sessionId": "s1",
        "timestamp": "2025-12-16T02:00:00.000Z",
        "message": {"content": text},
    }


def boundary(uuid: str, logical: str | None) -> dict[str, Any]:
    return {
        "type": "system",
        "subtype": "compact_boundary",
        "uuid": uuid,
        "parentUuid": None,
        "logicalParentUuid": logical,
        "sessionId": "s1",
    }


def summary(uuid: str, parent: str | None, text: str) -> dict[str, Any]:
    return said(uuid, parent, text) | {"isCompactSummary": True}


FIRST = [
    said("a", None, "Which port does auth use, 5432 or 5433?"),
    said("b", "a", "It is 5433 — 포트는 5433입니다.", "assistant"),
    said("c", "b", "Then deploy with /srv/auth.toml"),
    boundary("cb", "c"),
    summary("s", "cb", SUMMARY),
    said("d", "s", "And the port of the queue?"),
]
SECOND = [
    said("e", "d", "6379.", "assistant"),
    boundary("cb2", "e"),
    summary("s2", "cb2", "Queue: 6379. 큐 포트."),
]


def write(path: Path, *records: object) -> Path:
    path.write_text("\n".join(json.dumps(each) for each in records), encoding="utf-8")
    return path


def foreign(memory: Infold) -> list[Fold]:
    (info,) = memory.conversations()
    folds = memory.conversation(info.id).folds()
    return [fold for fold in folds if fold.method == "foreign"]


def rows(path: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as database:
        tables = ("conversations", "messages", "folds", "claims", "spans", "scopes")
        return [row for name in tables for row in database.execute(f"SELECT * FROM {name}")]


def test_a_compaction_becomes_a_fold_with_its_sources(memory: Infold, tmp_path: Path) -> None:
    memory.import_file(write(tmp_path / "f", *FIRST))
    (fold,) = foreign(memory)
    (claim,) = fold.claims
    assert (fold.method, fold.model, fold.state, fold.generation) == (
        "foreign",
        "claude-code",
        "ready",
        0,
    )
    assert (claim.text, claim.spans, claim.level) == (SUMMARY, (), 1)
    assert claim.tokens == memory.counter.count(SUMMARY)
    chat = memory.conversation(memory.conversations()[0].id)
    messages = chat.messages()
    assert chat.expand(fold) == messages[:3]
    assert fold.tokens == sum(message.tokens for message in messages[:3])
    assert [source.text for source in memory.sources(claim.id)] == [
        message.text for message in messages[:3]
    ]
    assert memory.sources(fold.id) == memory.sources(claim.id)
    # The summary is a message too, and the way to the last message leads through it.
    assert messages[3].text == SUMMARY
    assert SUMMARY.splitlines()[0] in chat.context("", budget=500).text
    assert memory.verify() == []


def test_it_is_found_by_its_words_and_by_its_start(memory: Infold, tmp_path: Path) -> None:
    memory.import_file(write(tmp_path / "f", *FIRST))
    (fold,) = foreign(memory)
    for question in ("auth port 5432", "zurückgezogen", "配備", "요약"):
        hits = memory.search(question, kinds=("fold",))
        assert [hit.id for hit in hits] == [fold.id], question
        assert hits[0].text == SUMMARY
    assert memory.search("Zwiebelkuchen", kinds=("fold",)) == []
    assert (
        memory.expand(fold.id) == memory.conversation(memory.conversations()[0].id).messages()[:3]
    )


def test_again_adds_nothing_and_a_grown_file_adds_the_new_ones(
    memory: Infold, tmp_path: Path
) -> None:
    path = tmp_path / "infold.db"
    memory.import_file(write(tmp_path / "f", *FIRST))
    before = rows(path)
    report = memory.import_file(write(tmp_path / "g", *FIRST))
    assert (report.added, rows(path)) == (0, before)
    memory.import_file(write(tmp_path / "f", *FIRST, *SECOND))
    first, second = foreign(memory)
    messages = memory.conversation(memory.conversations()[0].id).messages()
    name = {message.id: message.source for message in messages}
    assert [name[source] for source in first.sources] == ["a", "b", "c"]
    assert [name[source] for source in second.sources] == ["s", "d", "e"]
    memory.import_file(write(tmp_path / "f", *FIRST))
    assert len(foreign(memory)) == 2
    assert memory.verify() == []


def test_a_summary_that_came_later_takes_the_place_of_none(memory: Infold, tmp_path: Path) -> None:
    memory.import_file(write(tmp_path / "f", *FIRST[:4]))
    (empty,) = foreign(memory)
    assert (empty.claims, len(empty.sources)) == ((), 3)
    assert memory.verify() == []
    memory.import_file(write(tmp_path / "f", *FIRST))
    (fold,) = foreign(memory)
    assert (fold.claims[0].text, fold.sources) == (SUMMARY, empty.sources)
    memory.import_file(write(tmp_path / "f", *FIRST[:4]))
    assert foreign(memory) == [fold]
    assert memory.verify() == []


def long_session() -> list[dict[str, Any]]:
    """Forty exchanges with a compaction in their middle."""
    records: list[dict[str, Any]] = []
    above: str | None = None
    for turn in range(40):
        if turn == 20:
            records += [boundary("cb", above), summary("s", "cb", SUMMARY)]
            above = "s"
        for kind, text in (
            ("user", f"What did we decide about service {turn}? " + "detail " * 40),
            ("assistant", f"Service {turn} listens on port {9000 + turn}, 포트 {9000 + turn}."),
        ):
            records.append(said(f"{kind[0]}{turn}", above, text, kind))
            above = f"{kind[0]}{turn}"
    return records


def test_the_worker_and_contexts_leave_it_alone(memory: Infold, tmp_path: Path) -> None:
    memory.import_file(write(tmp_path / "f", *long_session()))
    (before,) = foreign(memory)
    run_all(memory)
    chat = memory.conversation(memory.conversations()[0].id)
    assert foreign(memory) == [before]
    own = [fold for fold in chat.folds() if fold.method != "foreign"]
    assert own
    made = chat.context("Which port has service 3?", budget=900)
    assert made.claims
    assert before.id not in {claim["fold"] for claim in made.claims}
    own_roots = {fold.root for fold in own}
    assert before.root in own_roots  # the cluster of its first source is folded all the same
    merges = chat.merges()
    assert merges
    chat.withdraw(merges[0].id)
    run_all(memory)
    assert foreign(memory) == [before]
    assert memory.verify() == []


def test_export_import_export_gives_the_same_bytes(
    memory: Infold, tmp_path: Path, clock: FrozenClock
) -> None:
    memory.import_file(write(tmp_path / "f", *FIRST, *SECOND, boundary("cb3", None)))
    first = b"".join(memory.export())
    (tmp_path / "x").write_bytes(first)
    settings = Settings(embedder="none", space_secret="another secret")
    with Infold.open(tmp_path / "other.db", settings=settings, clock=clock) as other:
        for _ in range(2):
            other.import_file(tmp_path / "x", strict=True)
            assert b"".join(other.export()) == first
        assert foreign(other) == foreign(memory)
        assert len(foreign(other)) == 3
        assert other.verify() == []
    # Into the store that it came from: everything is there.
    memory.import_file(tmp_path / "x", strict=True)
    assert b"".join(memory.export()) == first
    assert memory.verify() == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE claims SET text = replace(text, '5433', '5434')",
        "UPDATE claims SET tokens = tokens + 1",
        "UPDATE claims SET level = 0",
        "UPDATE folds SET root = 1",
        "UPDATE folds SET tokens = tokens + 1",
        "UPDATE folds SET model = 'cline'",
        "UPDATE folds SET sources = replace(sources, 'm_', 'n_')",
        "UPDATE folds SET sources = '[]'",
        "UPDATE folds SET method = 'extractive'",
        "DELETE FROM claims",
        ADD_SPAN,
    ],
)
def test_verify_finds_what_was_changed(memory: Infold, tmp_path: Path, statement: str) -> None:
    memory.import_file(write(tmp_path / "f", *FIRST))
    assert memory.verify() == []
    with sqlite3.connect(tmp_path / "infold.db") as database:
        assert database.execute(statement).rowcount
    assert {fault.kind for fault in memory.verify()} & {"forest", "fold", "claim"}


def test_a_foreign_fold_that_disagrees_with_its_messages_is_named(
    memory: Infold, tmp_path: Path
) -> None:
    memory.import_file(write(tmp_path / "f", *FIRST))
    (fold,) = foreign(memory)
    (claim,) = fold.claims
    messages = memory.conversation(memory.conversations()[0].id).messages()
    span = Span(message=messages[0].id, part=0, start=0, end=5)

    def faults(**changes: Any) -> list[str]:
        changed = replace(fold, **changes)
        return [record for record, _ in foreign_faults(changed, messages, memory.counter)]

    assert faults() == []
    for changes in (
        {"root": 1},
        {"tokens": fold.tokens + 1},
        {"sources": ("m_none", *fold.sources)},
        {"sources": fold.sources[::-1]},
        {"generation": 1},
        {"model": ""},
        {"claims": (claim, claim)},
        {"sources": (), "root": len(messages), "tokens": 0},
    ):
        assert faults(**changes) == [fold.id], changes
    for other in (
        replace(claim, tokens=claim.tokens + 1),
        replace(claim, level=0),
        replace(claim, spans=(span,)),
        replace(claim, positions=(0,)),
        replace(claim, text=" ", tokens=memory.counter.count(" ")),
    ):
        assert faults(claims=(other,)) == [claim.id], other


def test_a_lone_surrogate_in_a_summary_comes_back(memory: Infold, tmp_path: Path) -> None:
    memory.import_file(write(tmp_path / "f", *FIRST[:4], summary("s", "cb", "half \ud83d of it")))
    (fold,) = foreign(memory)
    assert fold.claims[0].text == "half \ud83d of it"
    assert memory.verify() == []


def session(*messages: dict[str, Any]) -> dict[str, Any]:
    return {"sessionId": "1784_abc", "updated_at": "", "agent": "lead", "messages": list(messages)}


def line(id_: str, role: str, text: str, **more: Any) -> dict[str, Any]:
    return {"id": id_, "role": role, "content": [{"type": "text", "text": text}]} | more


def test_cline_before_and_after_its_compaction_is_one_conversation(
    memory: Infold, tmp_path: Path
) -> None:
    kept = [line("m3", "user", "hello"), line("m4", "assistant", "안녕하세요")]
    before = [line("m1", "user", "Use port 5433"), line("m2", "assistant", "分かりました"), *kept]
    text = "Context summary:\n\nポートは 5433。"
    after = [line("s", "user", text, metadata={"kind": "compaction_summary"}), *kept]
    memory.import_file(write(tmp_path / "f", session(*before)))
    report = memory.import_file(write(tmp_path / "g", session(*after)))
    assert report.added == 1
    assert (len(report.unkept), report.repaired) == (
        1,
        [],
    )  # the kept messages stay where they were
    (info,) = memory.conversations()
    chat = memory.conversation(info.id)
    assert (info.messages, info.branches) == (5, 2)
    assert chat.leaf() == chat.messages()[3].id
    (fold,) = chat.folds()
    assert (fold.model, fold.sources, fold.root, fold.tokens) == ("cline", (), 4, 0)
    assert fold.claims[0].text == text
    assert chat.expand(fold) == []
    assert memory.sources(fold.claims[0].id) == []
    assert [hit.id for hit in memory.search("ポート", kinds=("fold",))] == [fold.id]
    memory.import_file(write(tmp_path / "g", session(*after)))
    assert chat.folds() == [fold]
    assert memory.verify() == []
