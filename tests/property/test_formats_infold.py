"""Infold's own JSONL: whatever values there are, they come back and give the same bytes again."""

from __future__ import annotations

from datetime import timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infold.core.folds import Claim, Fold, Merge, Price, Span
from infold.core.graph import Conversation, Wire
from infold.core.messages import Attachment, Message, Opaque, Text, ToolCall, ToolResult
from infold.formats import Archive, Parsed, open_transcript, write_infold

TEXT = st.text(st.characters(), max_size=20)  # lone surrogates included
NAME = st.text(st.characters(), min_size=1, max_size=8)
WHOLE = st.integers(0, 2**53)
OFFSET = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
PART = st.one_of(
    st.builds(Text, text=TEXT),
    st.builds(ToolCall, id=TEXT, name=TEXT, arguments=TEXT),
    st.builds(ToolResult, call=TEXT, text=TEXT, error=st.booleans()),
    st.builds(
        Attachment,
        kind=st.sampled_from(["image", "file"]),
        media_type=TEXT,
        digest=TEXT,
        uri=TEXT,
        name=TEXT,
        size=WHOLE,
    ),
    st.builds(Opaque, kind=TEXT, data=TEXT),
)
MESSAGE = st.builds(
    Message,
    role=st.sampled_from(["system", "user", "assistant", "tool"]),
    parts=st.lists(PART, max_size=3).map(tuple),
    author=st.none() | TEXT,
    at=st.none() | st.datetimes(timezones=OFFSET),
    source=TEXT,
    id=NAME,
    position=st.integers(-1, 2**40),
    tokens=st.integers(-1, 2**40),
)
CLAIM = st.builds(
    Claim,
    text=TEXT,
    spans=st.lists(st.builds(Span, message=NAME, part=WHOLE, start=WHOLE, end=WHOLE)).map(tuple),
    level=st.integers(0, 1),
    id=TEXT,
)
FOLD = st.builds(
    Fold,
    root=WHOLE,
    sources=st.lists(NAME, max_size=3).map(tuple),
    claims=st.lists(CLAIM, max_size=2).map(tuple),
    method=st.sampled_from(["extractive", "model"]),
    state=st.sampled_from(["pending", "ready", "refused", "withdrawn"]),
    generation=WHOLE,
    tokens=WHOLE,
    model=TEXT,
    prompt=TEXT,
    price=st.builds(Price, calls=WHOLE, input_tokens=WHOLE, output_tokens=WHOLE),
    id=TEXT,
)
MERGE = st.builds(
    Merge,
    a=WHOLE,
    b=WHOLE,
    score=st.floats(-1, 1).map(lambda score: round(score, 6)),
    reason=TEXT,
    withdrawn_by=TEXT,
    id=TEXT,
)
ARCHIVE = st.builds(
    Archive,
    agent=st.none() | TEXT,
    session=st.none() | TEXT,
    hot_from=WHOLE,
    hot_tokens=WHOLE,
    placed_to=WHOLE,
    generation=WHOLE,
    placements=st.dictionaries(WHOLE, WHOLE, max_size=3),
    merges=st.lists(MERGE, max_size=2).map(tuple),
    folds=st.lists(FOLD, max_size=2).map(tuple),
)


@st.composite
def conversations(draw: st.DrawFn) -> Parsed:
    messages = tuple(draw(st.lists(MESSAGE, max_size=5, unique_by=lambda message: message.id)))
    pairs = [(one.id, two.id) for one in messages for two in messages if one is not two]
    wires = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=4)) if pairs else []
    return Parsed(
        conversation=Conversation(
            key=draw(TEXT),
            messages=messages,
            wires=tuple(
                Wire(parent=parent, child=child, inferred=draw(st.booleans()))
                for parent, child in wires
            ),
            title=draw(TEXT),
            format=draw(TEXT),
            leaf=draw(st.none() | NAME),
            id=draw(TEXT),
        ),
        archive=draw(st.none() | ARCHIVE),
    )


def unequal_fields(parsed: Parsed) -> list[object]:
    """Fields that equality of values leaves out."""
    found: list[object] = [parsed.conversation.id]
    for message in parsed.conversation.messages:
        at = None if message.at is None else message.at.isoformat()
        found += [message.id, message.source, message.position, message.tokens, at]
    if parsed.archive is not None:
        found += [merge.id for merge in parsed.archive.merges]
        for fold in parsed.archive.folds:
            found += [fold.id, *(claim.id for claim in fold.claims)]
    return found


def sorted_wires(parsed: Parsed) -> set[Wire]:
    return set(parsed.conversation.wires)


@given(st.lists(conversations(), max_size=3))
def test_export_import_export_is_byte_identical(
    tmp_path_factory: pytest.TempPathFactory, parsed: list[Parsed]
) -> None:
    path = tmp_path_factory.mktemp("f") / "f"
    lines = list(write_infold(parsed))
    path.write_text("".join(lines), encoding="ascii")
    reading = open_transcript(path, strict=True)
    again = list(reading)
    assert list(write_infold(again)) == lines
    assert [unequal_fields(each) for each in again] == [unequal_fields(each) for each in parsed]
    assert [sorted_wires(each) for each in again] == [sorted_wires(each) for each in parsed]
    assert [each.conversation.messages for each in again] == [
        each.conversation.messages for each in parsed
    ]
    assert [each.archive for each in again] == [each.archive for each in parsed]
    assert reading.records_in == reading.messages_out + sum(reading.skipped.values())
