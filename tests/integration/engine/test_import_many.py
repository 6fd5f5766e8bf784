"""Imports of folders and archives, cut off and run again, and of files that change meanwhile."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from infold import Infold
from infold.core.messages import Attachment
from infold.engine.imported import ImportProgress
from infold.errors import FormatError
from infold.store.protocol import Writer

PNG = b"\x89PNG\r\n\x1a\n" + b"pixels"
WORDS = ("Which port?", "포트는 5433입니다", "端口是5433", "ポートは5433", "porta 5433", "déjà vu")


def chat(name: str, count: int = 6, *, image: str = "") -> dict[str, Any]:
    nodes: dict[str, Any] = {"root": {"id": "root", "parent": None, "message": None}}
    for number in range(count):
        parts: list[Any] = [f"{WORDS[number % len(WORDS)]} {name} {number}"]
        if image and number == 0:
            pointer = {"content_type": "image_asset_pointer", "asset_pointer": image}
            parts.insert(0, pointer)
        key = f"{name}-{number}"
        nodes[key] = {
            "id": key,
            "parent": f"{name}-{number - 1}" if number else "root",
            "message": {
                "id": key,
                "author": {"role": "assistant" if number % 2 else "user"},
                "content": {"content_type": "text", "parts": parts},
                "metadata": {"model_slug": "gpt-5"} if number % 2 else {},
            },
        }
    last = f"{name}-{count - 1}"
    return {"conversation_id": name, "title": name, "current_node": last, "mapping": nodes}


def write(path: Path, chats: Sequence[object]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(chats, ensure_ascii=False), encoding="utf-8")
    return path


def packed(folder: Path, path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            archive.write(file, file.relative_to(folder))
    return path


@pytest.fixture
def export(tmp_path: Path) -> Path:
    folder = tmp_path / "export"
    write(folder / "conversations-000.json", [chat("a", image="file-service://file-1"), chat("b")])
    write(folder / "conversations-001.json", [chat("c", image="sediment://file_gone")])
    write(folder / "user.json", [])
    (folder / "file-1-그림.png").write_bytes(PNG)
    (folder / "chat.html").write_text("<html></html>")
    return folder


@pytest.mark.parametrize("form", ["folder", "zip"])
def test_an_export_in_parts_comes_in_with_its_images(
    memory: Infold, tmp_path: Path, export: Path, form: str
) -> None:
    path = export if form == "folder" else packed(export, tmp_path / "export.zip")
    seen: list[ImportProgress] = []
    report = memory.import_file(path, progress=seen.append)
    assert report.format == "chatgpt"
    assert [(Path(f.file).name, f.conversations, f.messages) for f in report.files] == [
        ("conversations-000.json", 2, 12),
        ("conversations-001.json", 1, 6),
    ]
    assert [item.title for item in report.conversations] == ["a", "b", "c"]
    assert report.conversations[2].file == f"{path}/conversations-001.json"
    assert [Path(other.file).name for other in report.others] == ["chat.html", "user.json"]
    assert (report.attachments, report.added, report.bad) == (1, 18, [])
    first = memory.conversation(report.conversations[0].id).messages()[0]
    (image,) = [part for part in first.parts if isinstance(part, Attachment)]
    assert memory.attachment(image.digest) == PNG
    assert (image.media_type, image.name) == ("image/png", "그림.png")
    last = memory.conversation(report.conversations[2].id).messages()
    (gone,) = [part for part in last[0].parts if isinstance(part, Attachment)]
    assert (gone.uri, gone.digest) == ("sediment://file_gone", "")
    assert last[1].author == "gpt-5"
    assert [state.messages for state in seen] == [6, 12, 18]
    assert all(0 < state.read <= state.total for state in seen)
    assert memory.verify() == []
    again = memory.import_file(path)
    assert (again.added, again.known, again.known_conversations) == (0, 18, 3)
    assert memory.import_file(path, dry_run=True).added == 0


def test_a_second_import_writes_nothing(
    memory: Infold, export: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.import_file(export)

    def refuse(command: object) -> None:
        raise AssertionError("a command was given to the writer")

    monkeypatch.setattr(memory.store, "write", refuse)
    assert memory.import_file(export).known_conversations == 3


class Cut(Exception):
    """The import ends here."""


@pytest.mark.parametrize("after", range(1, 8))
def test_an_import_that_was_cut_off_goes_on_where_it_stopped(
    memory: Infold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    monkeypatch.setattr("infold.engine.importing.CHUNK", 2)
    path = write(tmp_path / "x.json", [chat("a"), chat("b"), chat("c")])
    write_ = memory.store.write
    written = 0

    def cut(command: Any) -> Any:
        nonlocal written
        if written == after:
            raise Cut
        written += 1
        return write_(command)

    monkeypatch.setattr(memory.store, "write", cut)
    with pytest.raises(Cut):
        memory.import_file(path)
    calls = 0

    def count(command: Any) -> Any:
        nonlocal calls
        calls += 1
        return write_(command)

    monkeypatch.setattr(memory.store, "write", count)
    report = memory.import_file(path)
    assert report.known == 2 * after
    assert report.added == 18 - 2 * after
    assert report.known_conversations == after // 3
    assert calls == 9 - after
    assert memory.verify() == []
    monkeypatch.undo()
    whole = tmp_path / "whole.db"
    with Infold.open(whole, settings=memory.settings, clock=memory.clock) as other:
        other.import_file(path)
        assert b"".join(other.export()) == b"".join(memory.export())


@pytest.mark.parametrize("change", ["shrink", "rewrite", "vanish"])
def test_a_file_that_changes_gives_whole_messages_and_a_report(
    memory: Infold, tmp_path: Path, change: str
) -> None:
    chats = [chat(f"{change}{number}", 400) for number in range(40)]
    path = write(tmp_path / "x" / "conversations.json", chats)
    assert path.stat().st_size > 3_000_000
    kept = path.read_bytes()

    def meanwhile(state: ImportProgress) -> None:
        if state.messages != 400:
            return
        if change == "shrink":
            path.write_bytes(kept[:100])
        elif change == "rewrite":
            path.write_bytes(kept.replace(b"port", b"PORT"))
        else:
            path.unlink()

    report = memory.import_file(path.parent, progress=meanwhile)
    if change == "vanish":
        assert (report.added, report.bad) == (16_000, [])
        return
    assert 400 <= report.added < 16_000
    assert report.added % 400 == 0
    assert [bad.file for bad in report.bad] == [str(path)]
    assert "while it was read" in report.bad[0].reason
    path.write_bytes(kept)
    rest = memory.import_file(path)
    assert (rest.known, rest.known + rest.added) == (report.added, 16_000)
    assert memory.verify() == []


def test_a_log_that_grows_gives_the_rest_next_time(memory: Infold, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    lines = [
        json.dumps({"role": "user", "content": f"{WORDS[n % 6]} {n}"}) + "\n" for n in range(700)
    ]
    path.write_text("".join(lines[:600]) + lines[600][:9], encoding="utf-8")

    def meanwhile(state: ImportProgress) -> None:
        if state.messages == 500:
            path.write_text("".join(lines), encoding="utf-8")

    report = memory.import_file(path, progress=meanwhile)
    assert (report.added, len(report.bad)) == (600, 1)
    assert memory.import_file(path).added == 100
    assert memory.verify() == []


def test_a_file_of_a_folder_that_vanishes_keeps_no_other_out(
    memory: Infold, tmp_path: Path
) -> None:
    write(tmp_path / "a.json", [chat("a")])
    gone = write(tmp_path / "b.json", [chat("b")])
    write(tmp_path / "c.json", [chat("c")])
    report = memory.import_file(tmp_path, progress=lambda state: gone.unlink(missing_ok=True))
    assert [item.title for item in report.conversations] == ["a", "c"]
    assert [bad.file for bad in report.bad] == [str(gone)]
    with pytest.raises(FormatError):
        memory.import_file(gone)


def test_an_agent_and_a_session_have_what_they_import_for_themselves(
    memory: Infold, tmp_path: Path
) -> None:
    path = write(tmp_path / "x.json", [chat("a"), chat("b")])
    for scope in ({"agent": "비서"}, {"agent": "비서", "session": "s1"}, {"session": "s2"}, {}):
        assert memory.import_file(path, **scope).added == 12
        assert memory.import_file(path, **scope).added == 0
        assert len(memory.conversations(**scope)) >= 2
    assert len(memory.conversations()) == 8
    assert len(memory.conversations(agent="비서")) == 4
    assert len(memory.conversations(agent="비서", session="s1")) == 2
    assert memory.verify() == []


def test_an_own_export_goes_to_the_agent_that_is_named(memory: Infold, tmp_path: Path) -> None:
    memory.import_file(write(tmp_path / "x.json", [chat("a")]))
    file = tmp_path / "own.jsonl"
    file.write_bytes(b"".join(memory.export()))
    report = memory.import_file(file, agent="b")
    assert "another agent" in report.bad[0].reason
    with Infold.open(tmp_path / "two.db", settings=memory.settings) as other:
        assert other.import_file(file, agent="b", session="s").added == 6
        assert len(other.conversations(agent="b", session="s")) == 1


def test_images_come_in_with_their_messages_and_in_bounded_transactions(
    memory: Infold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infold.engine.importing.CHUNK_BYTES", 100)
    one = chat("a", 6)
    for number in range(6):
        pointer = {
            "content_type": "image_asset_pointer",
            "asset_pointer": f"file-service://file-{number}",
        }
        one["mapping"][f"a-{number}"]["message"]["content"]["parts"].append(pointer)
        (tmp_path / "x").mkdir(exist_ok=True)
        (tmp_path / "x" / f"file-{number}.png").write_bytes(PNG + bytes([number]) * 60)
    write(tmp_path / "x" / "conversations.json", [one])
    sizes: list[int] = []
    write_ = memory.store.write

    def watched(command: Any) -> Any:
        def run(tx: Writer) -> Any:
            before = len(tx.blobs(memory.scope()))
            done = command(tx)
            sizes.append(len(tx.blobs(memory.scope())) - before)
            return done

        return write_(run)

    monkeypatch.setattr(memory.store, "write", watched)
    report = memory.import_file(tmp_path / "x")
    assert (report.attachments, report.added) == (6, 6)
    assert sizes == [2, 2, 2]
    assert memory.verify() == []


def test_an_archive_moved_after_it_was_unpacked_is_the_same(
    memory: Infold, tmp_path: Path, export: Path
) -> None:
    memory.import_file(packed(export, tmp_path / "one.zip"))
    shutil.move(export, tmp_path / "unpacked")
    assert memory.import_file(tmp_path / "unpacked").added == 0
