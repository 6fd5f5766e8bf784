"""One definition of a message: an audit, an import and an export of a file count the same."""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infold import Infold
from infold.config import Settings
from infold.engine.transcripts import load_transcript
from infold.errors import FormatError
from infold.formats.transcripts import open_transcripts
from infold.testing import FrozenClock
from tests.property.examples import share
from tests.writers.formats import WRITERS

SETTINGS = Settings(embedder="none", space_secret="one for all", synchronous="NORMAL")


def counts_agree(path: Path, store: Path) -> int:
    """Check that each conversation of a file has one count; how many messages there are."""
    with open_transcripts(path) as transcripts:
        read = [parsed.conversation for reading in transcripts for parsed in reading]
    with Infold.open(store, settings=SETTINGS, clock=FrozenClock()) as memory:
        report = memory.import_file(path)
        lines = b"".join(memory.export()).splitlines()
    came = [item.messages for item in report.conversations]
    assert came == [len(conversation.messages) for conversation in read]
    kinds = Counter(json.loads(line)["record"] for line in lines)
    assert report.messages == sum(came) == report.added == kinds["message"]
    names = Counter(name for one in read for name in {one.key, one.title})
    for conversation, messages in zip(read, came, strict=True):
        said = [index for index, one in enumerate(conversation.messages) if one.role != "system"]
        if said and names[conversation.key] == 1:
            audited = load_transcript(path, conversation=conversation.key, leaf=str(said[-1]))
            assert audited.total == messages
    return report.messages


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=share(10))
@given(seed=st.integers(0, 2**32))
def test_audit_import_and_export_count_the_same(name: str, seed: int) -> None:
    written = WRITERS[name](random.Random(seed))
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "chat"
        path.write_bytes(written.text.encode("utf-8", "surrogatepass"))
        expected = sum(len(chat.messages) for chat in written.chats)
        assert counts_agree(path, Path(place) / "store.db") == expected


def test_so_they_do_of_every_sample(samples: Path, tmp_path: Path) -> None:
    counted = 0
    for number, path in enumerate(sorted(samples.rglob("*"))):
        if path.is_file():
            try:
                with open_transcripts(path) as transcripts:
                    list(transcripts)
            except FormatError:
                continue
            counted += counts_agree(path, tmp_path / f"{number}.db") > 0
    assert counted >= 20
