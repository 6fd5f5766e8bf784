"""Every format from a seed, with the oddities of real files: what was written is what is read."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infold.formats import FORMATS, Parsed, Reading, open_transcript, write_infold
from tests.writers.common import Chat, Pen, Written
from tests.writers.formats import WRITERS


def read(path: Path) -> tuple[Reading, list[Parsed]]:
    reading = open_transcript(path)
    return reading, list(reading)


def check_conversation(parsed: Parsed, expected: Chat, name: str) -> None:
    """Check that a conversation is the one that was written, message by message."""
    conversation = parsed.conversation
    assert Counter(conversation.messages) == Counter(expected.messages)
    place = {message: index for index, message in enumerate(expected.messages)}
    assert len(place) == len(expected.messages), "the writer wrote two equal messages"
    at = {message.id: place[message] for message in conversation.messages}
    if expected.messages[0].source:
        assert [m.source for m in sorted(conversation.messages, key=place.__getitem__)] == [
            message.source for message in expected.messages
        ]
    wires = [(at[w.parent], at[w.child], w.kind, w.inferred) for w in conversation.wires]
    assert len(set(wires)) == len(wires)
    assert set(wires) == expected.wires
    leaf = None if conversation.leaf is None else at[conversation.leaf]
    if name != "infold" or not any(inferred for _, _, _, inferred in expected.wires):
        assert leaf == expected.leaf
    assert conversation.title == expected.title
    if expected.key is not None:
        assert conversation.key == expected.key
    if expected.compactions is not None:
        check_compactions(parsed, expected.compactions, at)
    if expected.settings is not None:
        check_settings(parsed, expected, at)
    ids = [message.id for message in conversation.messages]
    if name != "infold":
        assert ids == [str(index) for index in range(len(ids))]
        assert all(int(wire.parent) < int(wire.child) for wire in conversation.wires)


def check_settings(parsed: Parsed, expected: Chat, at: dict[str, int]) -> None:
    """Check what stands on messages and beside them; `at` as for compactions."""
    found: list[tuple[int, str, str | tuple[int, str]]] = []
    for one in parsed.settings:
        first, _, rest = one.value.partition(" ")
        is_placed = one.name in ("role", "passage")
        value = (at[first], rest) if is_placed else one.value
        found.append((at[one.message], one.name, value))
    assert Counter(found) == Counter(expected.settings or [])
    texts = [(one.name, "".join(one.pages)) for one in parsed.materials]
    assert texts == expected.materials
    assert [one.id for one in parsed.materials] == [str(index) for index in range(len(texts))]
    assert all(one.digest in parsed.blobs for one in parsed.materials)


def check_compactions(
    parsed: Parsed, expected: list[tuple[int | None, str, list[int] | None]], at: dict[str, int]
) -> None:
    """Check what the tool compacted; `at` gives the index of each message in what was written."""
    found = []
    for made in parsed.compactions:
        sources = made.sources
        assert list(sources or ()) == sorted(sources or (), key=int)
        found.append(
            (
                None if made.message is None else at[made.message],
                made.text,
                None if sources is None else sorted(at[source] for source in sources),
            )
        )
    assert found == expected


def check_file(path: Path, written: Written, name: str) -> None:
    """Check that a file reads as it was written, and the same a second time."""
    reading, parsed = read(path)
    assert reading.format == name
    assert len(parsed) == len(written.chats)
    for each, expected in zip(parsed, written.chats, strict=True):
        check_conversation(each, expected, name)
    assert reading.bad_count == written.bad, reading.bad
    assert sum(reading.skipped.values()) == written.skipped, reading.skipped
    assert len(reading.repaired) == written.repaired, reading.repaired
    assert reading.records_in == reading.messages_out + written.bad + written.skipped
    assert len({each.conversation.key for each in parsed}) == len(parsed)
    assert read(path)[1] == parsed
    list(write_infold(parsed))


def test_every_format_has_a_writer() -> None:
    assert set(WRITERS) == {form.name for form in FORMATS}


@pytest.mark.parametrize("name", WRITERS)
@given(seed=st.integers(0, 2**32), encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_what_was_written_is_what_is_read(
    tmp_path_factory: pytest.TempPathFactory, name: str, seed: int, encoding: str
) -> None:
    written = WRITERS[name](random.Random(seed))
    path = tmp_path_factory.mktemp("f") / "f"
    path.write_bytes(written.text.encode(encoding))
    check_file(path, written, name)


@pytest.mark.parametrize("name", ["openai", "claude-code"])
@given(seed=st.integers(0, 2**32))
def test_a_grown_file_is_the_same_conversation_and_more(
    tmp_path_factory: pytest.TempPathFactory, name: str, seed: int
) -> None:
    rng = random.Random(seed)
    pen = Pen(rng)
    lines = []
    for index in range(rng.randint(2, 12)):
        said = {"role": "user", "content": pen.phrase()}
        log = {"type": "user", "uuid": f"u{index % 7}", "sessionId": "s", "message": said}
        lines.append(json.dumps(said if name == "openai" else log))
    path = tmp_path_factory.mktemp("f") / "f"
    path.write_text("\n".join(lines[: rng.randint(1, len(lines) - 1)]), encoding="utf-8")
    (short,) = read(path)[1]
    path.write_text("\n".join(lines), encoding="utf-8")
    (long,) = read(path)[1]
    size = len(short.conversation.messages)
    assert long.conversation.key == short.conversation.key
    assert long.conversation.messages[:size] == short.conversation.messages
    assert [message.source for message in long.conversation.messages[:size]] == [
        message.source for message in short.conversation.messages
    ]
    assert set(short.conversation.wires) <= set(long.conversation.wires)
