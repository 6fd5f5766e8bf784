"""An export split over any number of files, in a folder or an archive, imports to the same rows."""

from __future__ import annotations

import json
import tempfile
import zipfile
from itertools import pairwise
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from infold import Infold
from infold.config import Settings
from infold.testing import FrozenClock
from tests.property.examples import share

SECRET = Settings(embedder="none", space_secret="one for all", synchronous="NORMAL")
TEXTS = st.sampled_from(
    ["PostgreSQL 16.2", "데이터베이스", "数据库", "データベース", "basis data", "où ça ?", "\ud83d"]
)
PNG = b"\x89PNG\r\n\x1a\n"


@st.composite
def conversations(draw: st.DrawFn) -> list[dict[str, Any]]:
    made = []
    for number in range(draw(st.integers(1, 6))):
        mapping: dict[str, Any] = {"r": {"id": "r", "parent": None, "message": None}}
        for index in range(draw(st.integers(1, 6))):
            parts: list[Any] = [draw(TEXTS)]
            if draw(st.booleans()):
                pointer = f"file-service://file-{draw(st.integers(0, 3))}"
                parts.append({"content_type": "image_asset_pointer", "asset_pointer": pointer})
            name = f"{number}-{index}"
            mapping[name] = {
                "id": name,
                "parent": draw(st.sampled_from(list(mapping))),
                "message": {
                    "id": name,
                    "author": {"role": draw(st.sampled_from(["user", "assistant"]))},
                    "content": {"content_type": "multimodal_text", "parts": parts},
                },
            }
        made.append({"id": f"c{number}", "title": draw(TEXTS), "mapping": mapping})
    return made


def imported(path: Path, store: Path) -> tuple[bytes, int]:
    with Infold.open(store, settings=SECRET, clock=FrozenClock()) as memory:
        report = memory.import_file(path)
        assert report.bad == []
        assert memory.verify() == []
        return b"".join(memory.export()), report.attachments


@settings(max_examples=share(25))
@given(made=conversations(), data=st.data())
def test_any_split_gives_the_same_export(made: list[dict[str, Any]], data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(made)), max_size=4)))
    bounds = [0, *cuts, len(made)]
    pieces = [made[a:b] for a, b in pairwise(bounds)]
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        one, many = root / "one", root / "many"
        for folder in (one, many):
            (folder / "dalle-generations").mkdir(parents=True)
            for number in range(3):
                file = folder / "dalle-generations" / f"file-{number}-x.webp"
                file.write_bytes(PNG + bytes([number]))
        (one / "conversations.json").write_text(json.dumps(made))
        for number, piece in enumerate(pieces):
            (many / f"conversations-{number:03}.json").write_text(json.dumps(piece))
        archive = root / "many.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
            for file in sorted(many.rglob("*"), reverse=True):
                packed.write(file, file.relative_to(many))
        wanted = imported(one, root / "one.db")
        assert imported(many, root / "many.db") == wanted
        assert imported(archive, root / "zip.db") == wanted
