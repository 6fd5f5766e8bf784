import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from infold.core.folds import Claim, Fold, Merge, Price, Span
from infold.core.graph import Conversation, Wire
from infold.core.messages import Attachment, Message, Opaque, Text, ToolCall, ToolResult
from infold.errors import FormatError
from infold.formats import Archive, Parsed, open_transcript, write_infold

DIGEST = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # of b"abc"
MESSAGES = (
    Message(
        role="user",
        author="민수",
        at=datetime(2026, 3, 1, 9, 30, 1, 5, tzinfo=timezone(timedelta(hours=9))),
        parts=(
            Text(text="안녕 你好 こんにちは selamat café \ud800 \u2028"),
            Attachment(kind="image", media_type="image/png", digest=DIGEST, name="a", size=3),
        ),
        source="src-1",
        id="m_a",
        position=0,
        tokens=12,
    ),
    Message(
        role="assistant",
        parts=(
            ToolCall(id="c", name="f", arguments='{"a":1}'),
            Opaque(kind="thinking", data='{"x":  1}'),
        ),
        id="m_b",
        position=1,
        tokens=5,
    ),
    Message(
        role="tool", parts=(ToolResult(call="c", text="no", error=True),), id="m_c", position=2
    ),
    Message(role="system", id="m_d", position=3),
)
CONVERSATION = Conversation(
    key="key-1",
    title='제목 "x"',
    format="chatgpt",
    leaf="m_c",
    id="c_1",
    messages=MESSAGES,
    wires=(
        Wire(parent="m_a", child="m_b"),
        Wire(parent="m_b", child="m_c", inferred=True),
        Wire(parent="m_a", child="m_d", kind="reference"),
    ),
)
FOLD = Fold(
    root=0,
    sources=("m_a", "m_b"),
    claims=(
        Claim(
            text="안녕; f", spans=(Span(message="m_a", part=0, start=0, end=2),), level=0, id="k_1"
        ),
        Claim(text="x", spans=(), id="k_2"),
    ),
    method="model",
    state="withdrawn",
    generation=2,
    tokens=17,
    model="m",
    prompt="p",
    price=Price(calls=1, input_tokens=2, output_tokens=3),
    id="f_1",
)
ARCHIVE = Archive(
    agent="agent-1",
    session=None,
    hot_from=2,
    hot_tokens=30,
    placed_to=2,
    generation=7,
    placements={0: 0, 1: 0},
    merges=(
        Merge(a=1, b=0, score=0.123457, reason="similar", withdrawn_by="alice", id="u_1"),
        Merge(a=1, b=0, score=1.0, reason="person", id="u_2"),
    ),
    folds=(FOLD,),
)
FULL = Parsed(conversation=CONVERSATION, blobs={DIGEST: b"abc"}, archive=ARCHIVE)
PLAIN = Parsed(conversation=Conversation(key="k2", messages=MESSAGES[:1], id="c_2"))


def written(*parsed: Parsed) -> list[str]:
    return list(write_infold(parsed))


def read_back(path: Path, lines: list[str]) -> list[Parsed]:
    path.write_text("".join(lines), encoding="ascii")
    return list(open_transcript(path))


def identity(message: Message) -> tuple[object, ...]:
    at = None if message.at is None else message.at.isoformat()
    return message.id, message.source, message.position, message.tokens, at


def test_every_field_comes_back_and_the_second_export_has_the_same_bytes(tmp_path: Path) -> None:
    lines = written(FULL, PLAIN)
    full, plain = read_back(tmp_path / "f", lines)
    assert full == FULL
    assert plain == PLAIN
    assert full.conversation.id == "c_1"
    assert [identity(message) for message in full.conversation.messages] == [
        identity(message) for message in MESSAGES
    ]
    assert full.archive is not None
    assert [merge.id for merge in full.archive.merges] == ["u_1", "u_2"]
    assert full.archive.folds[0].id == "f_1"
    assert [claim.id for claim in full.archive.folds[0].claims] == ["k_1", "k_2"]
    assert written(full, plain) == lines


def test_the_order_of_wires_blobs_and_placements_does_not_matter() -> None:
    turned = Parsed(
        conversation=Conversation(
            key="key-1",
            title=CONVERSATION.title,
            format="chatgpt",
            leaf="m_c",
            id="c_1",
            messages=MESSAGES,
            wires=CONVERSATION.wires[::-1],
        ),
        blobs={DIGEST: b"abc"},
        archive=ARCHIVE,
    )
    assert written(turned) == written(FULL)


def test_a_file_begins_with_its_version_and_is_ascii(tmp_path: Path) -> None:
    lines = written(FULL)
    assert json.loads(lines[0]) == {"record": "header", "format": "infold", "version": 1}
    assert json.loads(lines[-1]) == {"record": "close", "conversations": 1}
    assert all(line.isascii() and line.endswith("\n") for line in lines)


def test_a_newer_version_is_refused(tmp_path: Path) -> None:
    lines = written(PLAIN)
    lines[0] = lines[0].replace('"version":1', '"version":3')
    with pytest.raises(FormatError, match="version a number") as caught:
        read_back(tmp_path / "f", lines)
    assert "Update Infold" in caught.value.hint


def test_an_empty_export_is_no_error(tmp_path: Path) -> None:
    assert read_back(tmp_path / "f", written()) == []


def test_a_cut_file_keeps_its_complete_conversations(tmp_path: Path) -> None:
    lines = written(PLAIN, FULL)
    path = tmp_path / "f"
    for keep in range(len(written(PLAIN)) - 1, len(lines) - 1):
        path.write_text("".join(lines[:keep]), encoding="ascii")
        reading = open_transcript(path)
        complete = 1 if keep < len(lines) - 1 else 2
        assert [each.conversation.key for each in reading][:1] == ["k2"]
        assert reading.conversations == complete
        assert reading.bad_count == 1
        counted = reading.messages_out + reading.bad_count + sum(reading.skipped.values())
        assert reading.records_in == counted


def test_a_damaged_record_costs_itself_and_what_hangs_from_it(tmp_path: Path) -> None:
    lines = written(FULL)
    damaged = [line.replace('"role":"assistant"', '"role":"ghost"') for line in lines]
    path = tmp_path / "f"
    path.write_text("".join(damaged), encoding="ascii")
    reading = open_transcript(path)
    (parsed,) = reading
    assert [message.id for message in parsed.conversation.messages] == ["m_a", "m_c", "m_d"]
    assert {(wire.parent, wire.child, wire.inferred) for wire in parsed.conversation.wires} == {
        ("m_a", "m_c", True),
        ("m_a", "m_d", False),
    }
    assert parsed.archive is None
    assert [(bad.line, bad.reason) for bad in reading.bad] == [
        (4, "a record whose role 'ghost' is not known")
    ]
    with pytest.raises(FormatError, match="ghost"):
        open_transcript(path, strict=True)


def test_a_missing_record_is_noticed(tmp_path: Path) -> None:
    lines = written(FULL)
    path = tmp_path / "f"
    path.write_text("".join(lines[:3] + lines[4:]), encoding="ascii")
    reading = open_transcript(path)
    assert len(next(reading).conversation.messages) == 3
    assert "missing" in reading.bad[0].reason


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"data":"YWJj"', '"data":"YWJk"'),
        ('"record":"wire"', '"record":"wonder"'),
        ('"a":1,"b":0', '"a":"1","b":0'),
        ("+09:00", ""),
        ('"position":1', '"position":true'),
        ('"position":1', '"position":99999999999999999999'),
        ('"price":[1,2,3]', '"price":[1,2]'),
        ('["opaque","thinking"', '["opake","thinking"'),
    ],
)
def test_wrong_fields_are_faults(tmp_path: Path, old: str, new: str) -> None:
    text = "".join(written(FULL))
    assert old in text
    path = tmp_path / "f"
    path.write_text(text.replace(old, new, 1), encoding="ascii")
    reading = open_transcript(path)
    assert len(list(reading)) == 1
    assert reading.bad_count == 1
