"""Damaged files: a conversation or a typed error with a place, never anything else."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infold.core.messages import Message, Text
from infold.errors import FormatError
from infold.formats import Parsed, open_transcript, write_infold
from infold.formats.assembly import assemble, chain
from infold.graph.checks import check
from tests.writers.formats import WRITERS
from tests.writers.mutants import with_odd_bytes, with_odd_values

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)
LOG = {"type": "user", "uuid": "a", "parentUuid": None, "sessionId": "s"}
NODE = {"id": "a", "parent": None, "children": [], "message": None}
CHAT = {"role": "user", "content": "안녕"}
SAID = {
    "author": {"role": "tool", "name": "x"},
    "content": {"content_type": "text", "parts": ["a"]},
    "metadata": {},
}
BLOCK = {"type": "image", "source": {"type": "base64", "data": "cG5n"}, "text": "t"}
TURN = {"uuid": "u", "parent_message_uuid": "v", "sender": "human", "text": "a", "files": [{}]}
GIVEN = {"role": "tool", "content": [], "tool_returns": [{"tool_call_id": "c", "status": "error"}]}
SPOKEN = {"speaker": "민수", "dia_id": "D1:1", "text": "a", "img_url": ["u"], "blip_caption": "b"}
SAYS = {"question": "q", "responses": ["a", "b"], "responseIndex": 1, "questions": ["q", "r"]}
THOUGHT = {"id": "a", "position": {}, "data": SAYS | {"attachments": [{"type": "image/png"}]}}
EDGE = {"source": "a", "target": "b", "data": {"isCrossLink": True, "contextDepth": "full"}}
CALL = {"id": "c", "function": {"name": "f", "arguments": "{}"}}
OWN = "".join(
    write_infold(
        [
            Parsed(
                conversation=assemble("k", chain([Message(role="user", parts=(Text(text="é"),))]))[
                    0
                ]
            )
        ]
    )
)


def lines(*records: object) -> str:
    return "\n".join(json.dumps(record) for record in records)


FILES = [
    lines(CHAT, {"role": "assistant", "content": None, "tool_calls": [CALL]}),
    json.dumps({"messages": [CHAT, CHAT | {"content": [BLOCK]}], "response": {"choices": []}}),
    lines({"messages_display": "user: a\nassistant: None\ntool: b"}),
    json.dumps([{"id": "c", "mapping": {"a": NODE, "b": NODE | {"message": SAID, "parent": "a"}}}]),
    lines(LOG | {"message": CHAT}, LOG | {"message": CHAT | {"content": [BLOCK]}, "uuid": "b"}),
    json.dumps([{"id": "x", "conversations": [{"from": "human", "value": "a"}]}]),
    json.dumps([{"uuid": "x", "name": "n", "chat_messages": [TURN, TURN | {"content": [BLOCK]}]}]),
    json.dumps({"agents": [{"id": "a", "messages": [CHAT, GIVEN]}], "blocks": [{}]}),
    json.dumps(json.dumps({"agents": [{"messages": [CHAT]}]})),
    json.dumps([{"sample_id": "c", "conversation": {"session_1": [SPOKEN]}, "qa": [{}]}]),
    json.dumps({"conversations": [{"name": "c", "messages": [SPOKEN], "questions": [{}]}]}),
    json.dumps({"nodes": [THOUGHT, THOUGHT | {"id": "b"}], "edges": [EDGE, EDGE]}),
    OWN,
]


def read_through(path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = path_factory.mktemp("f") / "f"
    path.write_bytes(data)
    refused = None
    try:
        reading = open_transcript(path)
        found = list(reading)
    except FormatError as error:
        refused = error
    if refused is not None:
        assert refused.file == str(path)
        assert refused.hint
        return
    assert all(parsed.conversation.messages for parsed in found)
    for parsed in found:
        if reading.format != "infold":  # there the engine checks what a person may have edited
            check(parsed.conversation)
    list(write_infold(found))
    counted = reading.messages_out + reading.bad_count + sum(reading.skipped.values())
    assert reading.records_in == counted
    assert all(bad.reason for bad in reading.bad)


@given(file=st.sampled_from(FILES), data=st.data())
def test_flipped_and_cut_bytes(
    tmp_path_factory: pytest.TempPathFactory, file: str, data: st.DataObject
) -> None:
    raw = bytearray(file.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    start = data.draw(st.integers(0, 3))
    read_through(tmp_path_factory, bytes(raw[start : data.draw(st.integers(start + 1, len(raw)))]))


def _replaced(value: object, number: int, other: object) -> tuple[object, int]:
    """The value with its `number`-th inner value replaced, and how many were passed."""
    if number == 0:
        return other, -1
    number -= 1
    if isinstance(value, dict):
        made = dict(value)
        for key in value:
            if number >= 0:
                made[key], number = _replaced(value[key], number, other)
        return made, number
    if isinstance(value, list):
        items = list(value)
        for index in range(len(items)):
            if number >= 0:
                items[index], number = _replaced(value[index], number, other)
        return items, number
    return value, number


@given(file=st.sampled_from(FILES), number=st.integers(0, 40), other=JSON)
def test_any_value_in_any_place(
    tmp_path_factory: pytest.TempPathFactory, file: str, number: int, other: object
) -> None:
    values = [json.loads(line) for line in file.splitlines()]
    whole: object = values if len(values) > 1 else values[0]
    changed, _ = _replaced(whole, number, other)
    many = len(values) > 1 and isinstance(changed, list)
    text = lines(*changed) if many and isinstance(changed, list) else json.dumps(changed)
    read_through(tmp_path_factory, text.encode())


@pytest.mark.parametrize("name", WRITERS)
@given(seed=st.integers(0, 2**32), kind=st.sampled_from(["bytes", "values"]))
def test_written_files_with_things_wrong(
    tmp_path_factory: pytest.TempPathFactory, name: str, seed: int, kind: str
) -> None:
    rng = random.Random(seed)
    text = WRITERS[name](rng).text
    if kind == "bytes":
        data = with_odd_bytes(rng, text.encode("utf-8"))
    else:
        try:
            data = with_odd_values(rng, text).encode("utf-8", "surrogatepass")
        except ValueError:  # a record of it is no JSON, as the writer wished
            data = with_odd_bytes(rng, text.encode("utf-8"))
    read_through(tmp_path_factory, data)


@given(raw=st.binary(max_size=60))
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    read_through(tmp_path_factory, raw)
    read_through(tmp_path_factory, b"[" + raw)
    read_through(tmp_path_factory, b'{"role":"user","content":"' + raw + b'"}')
