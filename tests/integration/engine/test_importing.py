"""Importing and exporting: once only, grown files, every leaf, and the same bytes again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from infold import Infold
from infold.cli.demo_session import demo_messages
from infold.config import Settings
from infold.engine.imported import ImportProgress
from infold.errors import FormatError, NotFound
from infold.jobs.worker import run_all
from infold.testing import FrozenClock


def export(nodes: dict[str, tuple[str | None, str, str]], current: str) -> list[dict[str, object]]:
    """A ChatGPT export of one conversation: id → (parent, role, text)."""
    mapping = {
        key: {
            "id": key,
            "parent": parent,
            "children": [other for other, (above, *_) in nodes.items() if above == key],
            "message": {
                "id": key,
                "author": {"role": role},
                "content": {"content_type": "text", "parts": [text]},
                "create_time": None,
            },
        }
        for key, (parent, role, text) in nodes.items()
    }
    return [{"id": "conv-1", "title": "Ports", "current_node": current, "mapping": mapping}]


NODES: dict[str, tuple[str | None, str, str]] = {
    "a": (None, "user", "Which port, 5432 or 5433?"),
    "b": ("a", "assistant", "5432."),
    "c": ("a", "assistant", "5433, 포트는 5433입니다."),
    "d": ("c", "user", "Danke, 5433 also."),
}


def write(path: Path, data: object) -> Path:
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_branches_stay_and_the_current_leaf_is_the_source_s_own(
    memory: Infold, tmp_path: Path
) -> None:
    report = memory.import_file(write(tmp_path / "x.json", export(NODES, "b")))
    assert (report.format, report.messages, report.added) == ("chatgpt", 4, 4)
    chat = memory.conversation(report.conversations[0].id)
    assert (chat.info().title, chat.info().branches, chat.info().turns) == ("Ports", 2, 2)
    leaf = {message.source: message.id for message in chat.messages()}["b"]
    assert chat.leaf() == leaf
    made = chat.context("Which port?", budget=300)
    assert "5432." in made.text
    assert "입니다" not in made.text
    assert memory.verify() == []


def test_twice_adds_nothing_and_a_grown_file_adds_what_is_new(
    memory: Infold, tmp_path: Path
) -> None:
    file = write(tmp_path / "x.json", export(NODES, "d"))
    first = memory.import_file(file)
    again = memory.import_file(file)
    assert (again.messages, again.added) == (4, 0)
    assert again.conversations[0].id == first.conversations[0].id
    nodes = {**NODES, "e": ("d", "assistant", "Gern."), "f": ("a", "assistant", "Use a socket.")}
    grown = memory.import_file(write(tmp_path / "renamed.json", export(nodes, "e")))
    assert (grown.messages, grown.added) == (6, 2)
    chat = memory.conversation(first.conversations[0].id)
    assert chat.info().branches == 3
    assert [message.source for message in chat.messages()][:4] == ["a", "b", "c", "d"]
    assert memory.verify() == []


def test_a_file_that_brings_nothing_new_leaves_the_leaf_alone(
    memory: Infold, tmp_path: Path
) -> None:
    file = write(tmp_path / "x.json", export(NODES, "d"))
    chat = memory.conversation(memory.import_file(file).conversations[0].id)
    mine = chat.append("user", "One more thing.")
    memory.import_file(file)
    assert chat.leaf() == mine.id


def test_an_export_of_another_store_imports_and_exports_to_the_same_bytes(
    tmp_path: Path, clock: FrozenClock
) -> None:
    lines = []
    file = tmp_path / "export.jsonl"
    for name, secret in (("one.db", "first secret"), ("two.db", "second secret")):
        settings = Settings(embedder="none", space_secret=secret, synchronous="NORMAL")
        with Infold.open(tmp_path / name, settings=settings, clock=clock) as memory:
            if not lines:
                chat = memory.conversation("demo", title="Émile's 대화")
                plan = memory.attach(b"\x00\xff bytes", media_type="image/png", name="plan.png")
                chat.append("user", plan)
                for message in demo_messages():
                    chat.append(message.role, message.parts, author=message.author, at=message.at)
                run_all(memory)
                chat.withdraw(chat.merges()[0].id, by="mira")
                run_all(memory)
                memory.import_file(write(tmp_path / "x.json", export(NODES, "b")))
            else:
                report = memory.import_file(file)
                assert (report.messages, report.added) == (345, 345)
                assert memory.import_file(file).added == 0
                assert memory.attachment(plan.digest) == b"\x00\xff bytes"
            assert memory.verify() == []
            lines.append(b"".join(memory.export()))
            file.write_bytes(lines[0])
    assert lines[0] == lines[1]
    assert lines[0].count(b'"record":"fold"') > 20


def test_strict_refuses_what_else_is_listed(memory: Infold, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text('{"role": "user", "content": "good"}\n{"role": "user"\n{"no": 1}\n')
    with pytest.raises(FormatError):
        memory.import_file(file, strict=True)
    assert memory.conversations() == []
    report = memory.import_file(file)
    assert report.added == 1
    assert [bad.line for bad in report.bad] == [2, 3]


def test_a_dry_run_says_what_would_come_and_writes_nothing(memory: Infold, tmp_path: Path) -> None:
    file = write(tmp_path / "x.json", export(NODES, "d"))
    planned = memory.import_file(file, dry_run=True)
    assert (planned.messages, planned.added) == (4, 4)
    assert memory.conversations() == []
    memory.import_file(file)
    assert memory.import_file(file, dry_run=True).added == 0


def test_an_export_names_what_is_not_there(memory: Infold) -> None:
    with pytest.raises(NotFound, match="c_none"):
        list(memory.export(["c_none"]))


def talk(count: int) -> list[tuple[str, str]]:
    return [
        (
            "user" if number % 2 == 0 else "assistant",
            f"Step {number}: host-{number % 9} has port {number}.",
        )
        for number in range(count)
    ]


def exported(memory: Infold, path: Path) -> Path:
    path.write_bytes(b"".join(memory.export()))
    return path


def test_an_older_export_of_a_chat_that_went_on_changes_nothing(
    memory: Infold, tmp_path: Path
) -> None:
    chat = memory.conversation("c")
    for role, text in talk(6):
        chat.append(role, text)
    old = exported(memory, tmp_path / "old.jsonl")
    for role, text in talk(150)[6:]:
        chat.append(role, text)
    before = exported(memory, tmp_path / "before.jsonl").read_bytes()
    assert memory.import_file(old).added == 0
    assert exported(memory, tmp_path / "after.jsonl").read_bytes() == before
    assert memory.verify() == []


def test_a_grown_export_graduates_where_an_older_one_was_folded(
    tmp_path: Path, clock: FrozenClock
) -> None:
    settings = Settings(embedder="none", space_secret="one", synchronous="NORMAL")
    with Infold.open(tmp_path / "a.db", settings=settings, clock=clock) as memory:
        chat = memory.conversation("c")
        for role, text in talk(160):
            chat.append(role, text)
        old = exported(memory, tmp_path / "old.jsonl")
        for role, text in talk(500)[160:]:
            chat.append(role, text)
        new = exported(memory, tmp_path / "new.jsonl")
    with Infold.open(tmp_path / "b.db", settings=settings, clock=clock) as memory:
        chat = memory.conversation(memory.import_file(old).conversations[0].id)
        run_all(memory)
        assert memory.import_file(new).added == 340
        run_all(memory)
        with memory.store.read() as reader:
            row = reader.conversation(chat.scope, chat.id)
        assert row is not None
        assert row.hot_tokens <= 1500
        assert row.placed_to == row.hot_from > 300
        assert memory.verify() == []


def test_folds_that_an_export_brings_are_seen_at_once(tmp_path: Path, clock: FrozenClock) -> None:
    settings = Settings(embedder="none", space_secret="one", synchronous="NORMAL")
    with Infold.open(tmp_path / "a.db", settings=settings, clock=clock) as memory:
        chat = memory.conversation("c")
        for role, text in talk(160):
            chat.append(role, text)
        bare = exported(memory, tmp_path / "bare.jsonl")
        run_all(memory)
        folded = exported(memory, tmp_path / "folded.jsonl")
    with Infold.open(tmp_path / "b.db", settings=settings, clock=clock) as memory:
        chat = memory.conversation(memory.import_file(bare).conversations[0].id)
        assert chat.context("Which port?", budget=600).accounting["folded"] == 0
        memory.import_file(folded)
        assert chat.context("Which port?", budget=600).accounting["folded"] > 0


def test_an_append_between_two_chunks_keeps_the_count_of_branches(
    memory: Infold, tmp_path: Path
) -> None:
    file = tmp_path / "x.jsonl"
    lines = [json.dumps({"role": role, "content": text}) for role, text in talk(1200)]
    file.write_text("\n".join(lines))

    def meanwhile(state: ImportProgress) -> None:
        if state.messages == 500:
            chat = memory.conversation(memory.conversations()[0].id)
            chat.append("user", "Hello in between")

    report = memory.import_file(file, progress=meanwhile)
    assert report.added == 1200
    assert memory.conversations()[0].branches == 2
    assert memory.verify() == []


def test_messages_of_another_conversation_are_refused_and_listed(
    memory: Infold, tmp_path: Path
) -> None:
    chat = memory.conversation("c")
    for role, text in talk(4):
        chat.append(role, text)
    file = exported(memory, tmp_path / "x.jsonl")
    file.write_text(file.read_text().replace(chat.id, "c_" + "0" * 32))
    report = memory.import_file(file)
    assert report.conversations == []
    assert "stand in another conversation" in report.bad[0].reason
    assert len(memory.conversations()) == 1
    assert memory.verify() == []


def test_a_parent_that_a_grown_file_adds_to_a_known_message_is_told(
    memory: Infold, tmp_path: Path
) -> None:
    chat = memory.conversation("c")
    first = chat.append("user", "one")
    chat.append("assistant", "two")
    third = chat.append("user", "three")
    file = exported(memory, tmp_path / "x.jsonl")
    added = json.loads(next(line for line in file.read_text().splitlines() if '"wire"' in line))
    added |= {"parent": first.id, "child": third.id}
    lines = file.read_text().splitlines()
    at = max(number for number, line in enumerate(lines) if '"record":"wire"' in line) + 1
    end = json.loads(lines[-2])
    end["records"] += 1
    lines[at:at] = [json.dumps(added, sort_keys=True, separators=(",", ":"))]
    lines[-2] = json.dumps(end, sort_keys=True, separators=(",", ":"))
    file.write_text("\n".join(lines) + "\n")
    report = memory.import_file(file)
    assert report.added == 0
    assert third.id in " ".join(bad.reason for bad in [*report.unkept, *report.bad])
    assert memory.verify() == []
