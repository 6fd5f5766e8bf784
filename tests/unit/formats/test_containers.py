"""Folders and ZIP archives: what is found in them, and every reason to refuse one."""

from __future__ import annotations

import io
import json
import os
import random
import struct
import zipfile
from pathlib import Path

import pytest

from infold.errors import FormatError
from infold.formats import open_transcripts, zips
from infold.formats.zips import MOST_RATIO, SMALL

GOOD = json.dumps([{"role": "user", "content": "하나 二 みっつ empat cinq"}]).encode()


def packed(path: Path, *entries: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return path


def inside(*entries: tuple[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return file.getvalue()


def found(path: Path) -> tuple[list[str], list[str], dict[str, str]]:
    """Names of transcripts, of other files, and what was refused with the reason."""
    with open_transcripts(path) as transcripts:
        names = []
        for reading in transcripts:
            assert list(reading)
            names.append(reading.file)
        others = [other.file for other in transcripts.others]
        return names, others, {bad.file: bad.reason for bad in transcripts.bad}


def refused(path: Path) -> FormatError:
    with pytest.raises(FormatError) as caught:
        found(path)
    assert caught.value.hint
    assert str(path) in caught.value.message
    return caught.value


def broken(path: Path, name: str) -> Path:
    """Flip a bit in the packed bytes of an entry."""
    with zipfile.ZipFile(path) as archive:
        info = archive.getinfo(name)
    data = bytearray(path.read_bytes())
    start = info.header_offset + 30 + len(name.encode())
    data[start + info.compress_size // 2] ^= 0x10
    path.write_bytes(data)
    return path


def test_an_archive_and_the_folder_it_was_packed_from_read_alike(tmp_path: Path) -> None:
    files = {
        "b/conversations-001.json": GOOD,
        "a.json": GOOD,
        "가/대화.json": GOOD,
        "user.json": b'{"id": "user-1", "email": "a@b.example"}',
        "chat.html": b"<html><body>hello</body></html>",
        "image.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        "empty.txt": b"",
    }
    folder = tmp_path / "export"
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    archive = packed(tmp_path / "export.zip", *reversed(files.items()))
    wanted = ["a.json", "b/conversations-001.json", "가/대화.json"]
    others = ["chat.html", "empty.txt", "image.png", "user.json"]
    for path in (folder, archive):
        names, rest, bad = found(path)
        assert names == [f"{path}/{name}" for name in wanted]
        assert rest == [f"{path}/{name}" for name in others]
        assert bad == {}


def test_what_holds_no_transcript_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "is empty" in refused(tmp_path / "empty").message
    assert "is empty" in refused(packed(tmp_path / "e.zip")).message
    assert (
        "holds no transcript (1 other file)"
        in refused(packed(tmp_path / "o.zip", ("user.json", b"{}"))).message
    )


def test_an_archive_in_an_archive_is_read_and_one_in_that_is_not(tmp_path: Path) -> None:
    deepest = inside(("c.json", GOOD))
    inner = inside(("b.json", GOOD), ("deep.zip", deepest))
    path = packed(tmp_path / "x.zip", ("inner.zip", inner), ("a.json", GOOD))
    names, others, bad = found(path)
    assert names == [f"{path}/a.json", f"{path}/inner.zip/b.json"]
    assert others == []
    assert list(bad) == [f"{path}/inner.zip/deep.zip"]
    assert "archive in an archive in an archive" in bad[f"{path}/inner.zip/deep.zip"]
    folder = tmp_path / "folder"
    folder.mkdir()
    packed(folder / "x.zip", ("inner.zip", inner))
    assert found(folder)[0] == [f"{folder}/x.zip/inner.zip/b.json"]


@pytest.mark.parametrize(
    "name", ["../out.json", "a/../../out.json", "/etc/out.json", "C:/out.json", "..\\out.json"]
)
def test_names_of_places_outside_are_refused(tmp_path: Path, name: str) -> None:
    path = packed(tmp_path / "x.zip", ("a.json", GOOD), (name, GOOD))
    assert "names a place outside" in refused(path).message


def test_an_archive_that_bursts_is_refused(tmp_path: Path) -> None:
    path = packed(tmp_path / "x.zip", ("a.json", GOOD), ("b.json", b"[" + b" " * (SMALL + 1)))
    assert f"more than {MOST_RATIO} times its size" in refused(path).message
    folder = tmp_path / "folder"
    folder.mkdir()
    path.rename(folder / "x.zip")
    (folder / "good.json").write_bytes(GOOD)
    names, _, bad = found(folder)
    assert names == [f"{folder}/good.json"]
    assert list(bad) == [f"{folder}/x.zip"]


def test_an_archive_whose_entries_share_their_bytes_is_refused(tmp_path: Path) -> None:
    # One packed stretch, named by many entries: none bursts by itself, all together do.
    body = random.Random(1).randbytes(200_000).hex().encode()
    path = packed(tmp_path / "x.zip", ("a.json", body))
    data = path.read_bytes()
    end = data.rfind(b"PK\x05\x06")
    start = data.rfind(b"PK\x01\x02")
    record, count = data[start:end], 1000
    path.write_bytes(
        data[:start]
        + record * count
        + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, len(record) * count, start, 0)
    )
    assert f"more than {MOST_RATIO} times its size" in refused(path).message


def test_too_many_entries_and_bytes_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = packed(tmp_path / "x.zip", *((f"{number}.json", GOOD) for number in range(9)))
    budget = zips.Budget
    monkeypatch.setattr("infold.formats.containers.Budget", lambda: budget(entries=8))
    assert "files" in refused(path).message
    folder = tmp_path / "folder"
    folder.mkdir()
    for number in range(9):
        (folder / f"{number}.json").write_bytes(GOOD)
    assert "files" in refused(folder).message
    nested = packed(tmp_path / "y.zip", ("x.zip", path.read_bytes()))
    assert "files" in refused(nested).message
    monkeypatch.setattr("infold.formats.containers.Budget", lambda: budget(bytes=8 * len(GOOD)))
    assert "unpacks to more than" in refused(path).message


def test_a_directory_too_large_for_memory_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = packed(tmp_path / "x.zip", ("a.json", GOOD))
    data = bytearray(path.read_bytes())
    data[-10:-6] = (17 << 20).to_bytes(4, "little")
    path.write_bytes(data)
    assert "files" in refused(path).message


def test_an_archive_too_large_to_copy_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zips, "MOST_NESTED", 10)
    path = packed(tmp_path / "x.zip", ("in.zip", inside(("a.json", GOOD))), ("b.json", GOOD))
    names, _, bad = found(path)
    assert names == [f"{path}/b.json"]
    assert "in an archive" in bad[f"{path}/in.zip"]


def test_encrypted_linked_and_oddly_packed_entries_are_refused_and_others_read(
    tmp_path: Path,
) -> None:
    link = zipfile.ZipInfo("link.json")
    link.external_attr = 0o120777 << 16
    path = packed(tmp_path / "x.zip", ("a.json", GOOD), ("secret.json", GOOD), (link, b"a.json"))
    with zipfile.ZipFile(path, "a", zipfile.ZIP_LZMA) as archive:
        archive.writestr("odd.json", GOOD)
    data = bytearray(path.read_bytes())
    place = data.rfind(b"secret.json")
    data[place - 46 + 8] |= 1  # the flag in the directory
    path.write_bytes(data)
    names, others, bad = found(path)
    assert names == [f"{path}/a.json"]
    assert others == []
    assert {name.rsplit("/", 1)[1]: reason.split(".")[0] for name, reason in bad.items()} == {
        "secret.json": "is encrypted",
        "link.json": "is a link, which is not followed",
        "odd.json": "is packed by a method that is not read",
    }


def test_a_damaged_entry_is_listed_and_nothing_of_it_is_read(tmp_path: Path) -> None:
    body = json.dumps(
        [{"messages": [{"role": "user", "content": f"Zeile {n}"}]} for n in range(200)]
    ).encode()
    path = packed(tmp_path / "x.zip", ("a.json", GOOD), ("b.json", body), ("c.json", GOOD))
    broken(path, "b.json")
    names, others, bad = found(path)
    assert names == [f"{path}/a.json", f"{path}/c.json"]
    assert others == []
    assert list(bad) == [f"{path}/b.json"]
    assert "is damaged" in bad[f"{path}/b.json"]
    with pytest.raises(FormatError, match="damaged"), open_transcripts(path, strict=True) as all_:
        next(iter(all_))


def test_an_entry_shorter_than_it_says_is_damaged(tmp_path: Path) -> None:
    path = packed(tmp_path / "x.zip", ("a.json", GOOD), ("b.json", GOOD))
    data = bytearray(path.read_bytes())
    at = data.rfind(b"PK\x01\x02") + 24
    data[at : at + 4] = (len(GOOD) + 10).to_bytes(4, "little")
    path.write_bytes(data)
    names, _, bad = found(path)
    assert names == [f"{path}/a.json"]
    assert "damaged" in bad[f"{path}/b.json"]


@pytest.mark.parametrize("cut", [10, 60, -30])
def test_a_cut_archive_is_damaged(tmp_path: Path, cut: int) -> None:
    path = packed(tmp_path / "x.zip", ("a.json", GOOD * 20), ("b.json", GOOD))
    path.write_bytes(path.read_bytes()[:cut])
    assert "damaged" in refused(path).message


def test_links_that_lead_out_or_in_circles_are_refused(tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_bytes(GOOD)
    folder = tmp_path / "folder"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.json").write_bytes(GOOD)
    (folder / "out.json").symlink_to(outside)
    (folder / "parent").symlink_to(tmp_path, target_is_directory=True)
    (folder / "sub" / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "self").symlink_to(folder / "self")
    (folder / "nowhere.json").symlink_to(folder / "none.json")
    (folder / "again.json").symlink_to(folder / "a.json")
    os.mkfifo(folder / "pipe")
    names, others, bad = found(folder)
    assert names == [f"{folder}/a.json"]
    assert sorted(others) == [f"{folder}/again.json", f"{folder}/pipe"]
    assert "leads out" in bad[f"{folder}/out.json"]
    assert "leads out" in bad[f"{folder}/parent"]
    assert "circle" in bad[f"{folder}/sub/loop"]
    assert "cannot be read" in bad[f"{folder}/self"]
    assert "cannot be read" in bad[f"{folder}/nowhere.json"]
    assert len(bad) == 5


def test_a_folder_that_is_given_by_a_link_is_read(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.json").write_bytes(GOOD)
    (tmp_path / "link").symlink_to(tmp_path / "real", target_is_directory=True)
    assert found(tmp_path / "link")[0] == [f"{tmp_path}/link/a.json"]


def test_a_very_deep_folder_is_walked(tmp_path: Path) -> None:
    place = tmp_path / "folder"
    for _ in range(300):
        place = place / "d"
    place.mkdir(parents=True)
    (place / "a.json").write_bytes(GOOD)
    assert len(found(tmp_path / "folder")[0]) == 1


def test_strict_refuses_a_folder_with_a_fault_in_its_last_file(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(GOOD)
    (tmp_path / "b.json").write_bytes(b'[{"role": "user", "content": "x"}, {"role": "ghost"}]')
    with pytest.raises(FormatError, match="ghost") as caught:
        next(iter(open_transcripts(tmp_path, strict=True)))
    assert caught.value.file == f"{tmp_path}/b.json"


def test_a_file_by_itself_is_one_transcript(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(GOOD)
    with open_transcripts(path) as transcripts:
        assert transcripts.size == len(GOOD)
        (reading,) = list(transcripts)
        assert transcripts.is_one
        list(reading)
        assert reading.bytes_read == len(GOOD)
    path.write_bytes(b"{}")
    assert "no transcript" in refused(path).message


def test_an_archive_that_is_written_anew_while_it_is_read_gives_nothing_mixed(
    tmp_path: Path,
) -> None:
    chance = random.Random(2)
    old, new = (
        [json.dumps([{"role": "user", "content": f"{word} {chance.random()}"}]).encode()] * 3
        for word in ("옛", "新")
    )
    path = packed(tmp_path / "x.zip", *((f"{n}.json", data) for n, data in enumerate(old)))
    with open_transcripts(path) as transcripts:
        said = []
        for reading in transcripts:
            said += [m.text for parsed in reading for m in parsed.conversation.messages]
            packed(tmp_path / "x.zip", *((f"{n}.json", data) for n, data in enumerate(new)))
        assert said[0].startswith("옛")
        assert all(json.dumps([{"role": "user", "content": text}]).encode() in (old[0], new[0])
                   for text in said)  # fmt: skip
