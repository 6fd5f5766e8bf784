"""Images and files beside a ChatGPT export, found by their ids."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from infold.core.messages import Attachment
from infold.errors import FormatError
from infold.formats import Parsed, open_transcripts
from infold.formats.assets import AssetBlobs, Assets
from infold.formats.inputs import file_input

PNG = b"\x89PNG\r\n\x1a\n" + b"pixels"


def beside(folder: Path, files: dict[str, bytes]) -> Assets:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return Assets([(name, file_input(folder / name)) for name in files])


@pytest.mark.parametrize(
    ("address", "file", "name"),
    [
        ("file-service://file-AbC", "file-AbC-Foto 한글.png", "Foto 한글.png"),
        ("file-service://file-AbC", "dalle-generations/file-AbC-1f2e.webp", "1f2e.webp"),
        ("sediment://file_00000001", "user-x/file_00000001-sanitized.png", "sanitized.png"),
        ("sediment://file_00000001", "file_00000001.dat", "file_00000001.dat"),
        ("sediment://0a1b#file_00000001#p_3.jpg", "file_00000001.jpg", "file_00000001.jpg"),
        ("file-AbC", "file-AbC-letter.pdf", "letter.pdf"),
    ],
)
def test_an_address_leads_to_its_file(tmp_path: Path, address: str, file: str, name: str) -> None:
    others = {"file-AbCd-other.png": b"no", "file_000000011.png": b"no", "a-file-AbC": b"no"}
    blobs = AssetBlobs(beside(tmp_path, {**others, file: PNG}))
    got = blobs.resolved(Attachment(kind="image", uri=address, size=3))
    digest = hashlib.sha256(PNG).hexdigest()
    assert got == Attachment(
        kind="image", uri=address, digest=digest, media_type="image/png", name=name, size=len(PNG)
    )
    assert dict(blobs) == {digest: PNG}


@pytest.mark.parametrize(
    "address",
    ["", "file-service://", "file-service://file-", "https://file-AbC", "file-service://AbC", "x"],
)
def test_an_address_without_a_file_stays_as_it_is(tmp_path: Path, address: str) -> None:
    there = beside(tmp_path, {"file-AbC-1.png": PNG, "AbC.png": PNG, "x": PNG})
    blobs = AssetBlobs(there)
    attachment = Attachment(kind="image", uri=address, size=3)
    assert blobs.resolved(attachment) == attachment
    assert AssetBlobs(None).resolved(attachment) == attachment
    assert len(blobs) == 0
    assert there.used == set()


def test_a_file_that_is_too_large_or_gone_stays_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = beside(tmp_path, {"file-A.png": PNG, "file-B.png": PNG + PNG})
    (tmp_path / "file-A.png").unlink()
    monkeypatch.setattr("infold.formats.assets.MOST_ASSET", len(PNG))
    blobs = AssetBlobs(there)
    for asset in ("file-A", "file-B"):
        attachment = Attachment(kind="image", uri=f"file-service://{asset}")
        assert blobs.resolved(attachment) == attachment
    assert len(blobs.faults) == 2
    assert "file-A.png" in blobs.faults[0]
    assert "file-B.png" in blobs.faults[1]


def test_a_file_that_changes_between_two_looks_is_an_error(tmp_path: Path) -> None:
    blobs = AssetBlobs(beside(tmp_path, {"file-A.png": PNG}))
    got = blobs.resolved(Attachment(kind="image", uri="sediment://file-A"))
    with (tmp_path / "file-A.png").open("r+b") as file:
        file.seek(9)
        file.write(b"P")
    with pytest.raises(FormatError, match="written anew"):
        blobs[got.digest]


def test_an_export_takes_in_its_images_and_says_what_else_there_is(tmp_path: Path) -> None:
    image = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-1"}
    gone = {"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_gone"}
    upload = {"id": "file-2", "name": "plan.pdf", "mime_type": "application/pdf", "size": 9}
    node = {
        "id": "a",
        "parent": None,
        "message": {
            "id": "a",
            "author": {"role": "user"},
            "content": {"content_type": "multimodal_text", "parts": [image, gone, "무엇?"]},
            "metadata": {"attachments": [upload]},
        },
    }
    export = [{"conversation_id": "c", "mapping": {"a": node}}]
    beside(
        tmp_path,
        {
            "conversations-000.json": json.dumps(export).encode(),
            "file-1-캡처.png": PNG,
            "file-2-plan.pdf": b"%PDF-1.7",
            "file-3-unused.png": PNG,
            "chat.html": b"<html>",
        },
    )
    with open_transcripts(tmp_path) as transcripts:
        parsed: list[Parsed] = [each for reading in transcripts for each in reading]
        assert [Path(other.file).name for other in transcripts.others] == [
            "chat.html",
            "file-3-unused.png",
        ]
        assert transcripts.used == 2
        parts = parsed[0].conversation.messages[0].parts
        digests = [part.digest for part in parts if isinstance(part, Attachment)]
        assert digests == [
            hashlib.sha256(PNG).hexdigest(),
            "",
            hashlib.sha256(b"%PDF-1.7").hexdigest(),
        ]
        assert {digest: parsed[0].blobs[digest] for digest in digests if digest} == {
            digests[0]: PNG,
            digests[2]: b"%PDF-1.7",
        }
