import base64
import hashlib
from datetime import UTC, datetime, timedelta, timezone

import pytest

from infold.core.messages import Attachment, Opaque, Text, ToolCall, ToolResult
from infold.formats.blocks import Gathering, Unreadable, moment, parts_of

PIXEL = b"\x89PNG pixel"
DIGEST = hashlib.sha256(PIXEL).hexdigest()
ENCODED = base64.b64encode(PIXEL).decode()
KEPT = Attachment(kind="image", media_type="image/png", digest=DIGEST, size=len(PIXEL))


@pytest.mark.parametrize(
    "block",
    [
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{ENCODED}"}},
        {"type": "input_image", "image_url": f"data:image/png;base64,{ENCODED}"},
        {
            "type": "image",
            "source": {"type": "base64", "media_type": "image/png", "data": ENCODED},
        },
    ],
)
def test_bytes_of_images_are_kept_by_their_digest(block: dict[str, object]) -> None:
    gathering = Gathering()
    assert parts_of([block], gathering) == [KEPT]
    assert gathering.blobs == {DIGEST: PIXEL}


def test_images_elsewhere_stay_addresses() -> None:
    gathering = Gathering()
    url = "https://example.org/a.png"
    blocks = [
        {"type": "image_url", "image_url": {"url": url}},
        {"type": "image", "source": {"type": "url", "url": url}},
    ]
    assert parts_of(blocks, gathering) == [Attachment(kind="image", uri=url)] * 2
    assert gathering.blobs == {}


def test_a_data_address_may_be_no_base64_or_broken() -> None:
    gathering = Gathering()
    broken = "data:image/png;base64,@@@"
    text, bad = parts_of(
        [
            {"type": "image_url", "image_url": "data:text/plain,a%20b"},
            {"type": "image_url", "image_url": broken},
        ],
        gathering,
    )
    assert isinstance(text, Attachment)
    assert gathering.blobs == {text.digest: b"a b"}
    assert bad == Attachment(kind="image", media_type="image/png", uri=broken)


def test_42_images_of_800_kb_are_references_to_one_blob_each() -> None:  # case C6
    gathering = Gathering()
    blocks = [
        {
            "type": "image_url",
            "image_url": {
                "url": "data:image/png;base64,"
                + base64.b64encode(bytes([number]) * 800_000).decode()
            },
        }
        for number in range(42)
    ]
    parts = parts_of(blocks, gathering)
    assert all(isinstance(part, Attachment) and part.size == 800_000 for part in parts)
    assert sum(len(data) for data in gathering.blobs.values()) == 42 * 800_000
    assert all(hashlib.sha256(data).hexdigest() == key for key, data in gathering.blobs.items())


def test_files_are_kept_named_or_known_by_id() -> None:
    gathering = Gathering()
    data = f"data:application/pdf;base64,{ENCODED}"
    parts = parts_of(
        [
            {"type": "file", "file": {"filename": "a.pdf", "file_data": data}},
            {"type": "file", "file": {"file_id": "file-1"}},
            {"type": "input_audio", "input_audio": {"data": ENCODED, "format": "wav"}},
        ],
        gathering,
    )
    assert parts == [
        Attachment(
            kind="file",
            media_type="application/pdf",
            digest=DIGEST,
            name="a.pdf",
            size=len(PIXEL),
        ),
        Attachment(kind="file", uri="file-1"),
        Attachment(kind="file", media_type="audio/wav", digest=DIGEST, size=len(PIXEL)),
    ]


def test_unknown_blocks_are_kept_as_they_stand() -> None:
    raw = '{"type":  "thinking", "signature":"a\\u00e9"}'
    assert parts_of([{"type": "thinking", "signature": "aé"}], Gathering(), (raw,)) == [
        Opaque(kind="thinking", data=raw)
    ]
    assert parts_of([{"type": "odd", "b": 1, "a": "é"}], Gathering()) == [
        Opaque(kind="odd", data='{"type":"odd","b":1,"a":"é"}')
    ]


def test_results_hold_all_their_texts_and_images() -> None:
    content = [{"type": "text", "text": "하나"}, {"type": "text", "text": "둘"}]
    image = {"type": "image", "source": {"type": "url", "url": "u"}}
    block = {
        "type": "tool_result",
        "tool_use_id": "c",
        "is_error": True,
        "content": [*content, image],
    }
    assert parts_of([block], Gathering()) == [
        ToolResult(call="c", text="하나\n둘", error=True),
        Attachment(kind="image", uri="u"),
    ]


def test_calls_without_ids_are_paired_in_order() -> None:
    gathering = Gathering()
    calls = parts_of(
        [
            {"type": "tool_use", "name": "bash", "input": {"command": "ls é"}},
            {"type": "tool_use", "name": "read", "input": {}},
        ],
        gathering,
    )
    assert calls == [
        ToolCall(id="call-1", name="bash", arguments='{"command":"ls é"}'),
        ToolCall(id="call-2", name="read", arguments="{}"),
    ]
    assert gathering.answered(None, "read") == "call-2"
    assert gathering.answered("") == "call-1"
    assert gathering.answered(None) == ""
    assert gathering.answered("own") == "own"


@pytest.mark.parametrize("content", [5, True, [3], [None]])
def test_contents_of_another_kind_are_refused(content: object) -> None:
    with pytest.raises(Unreadable, match="content"):
        parts_of(content, Gathering())


@pytest.mark.parametrize("content", [None, "", [], [""], [{"type": "text", "text": ""}]])
def test_nothing_said_is_no_part(content: object) -> None:
    assert parts_of(content, Gathering()) == []
    assert parts_of(["a", {"text": "b"}], Gathering()) == [Text(text="a"), Text(text="b")]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("2026-03-01T00:00+08:00", datetime(2026, 3, 1, tzinfo=timezone(timedelta(hours=8)))),
        ("2025-12-16T02:00:01.000Z", datetime(2025, 12, 16, 2, 0, 1, tzinfo=UTC)),
        ("2025-12-16T02:00:01", datetime(2025, 12, 16, 2, 0, 1, tzinfo=UTC)),
        (1757015046, datetime(2025, 9, 4, 19, 44, 6, tzinfo=UTC)),
        (1757015046.5, datetime(2025, 9, 4, 19, 44, 6, 500000, tzinfo=UTC)),
        (1757015046000, datetime(2025, 9, 4, 19, 44, 6, tzinfo=UTC)),
        ("1757015046", datetime(2025, 9, 4, 19, 44, 6, tzinfo=UTC)),
    ],
)
def test_times_are_read(value: object, found: datetime) -> None:
    assert moment(value) == found
    assert moment(value).utcoffset() == found.utcoffset()  # type: ignore[union-attr] # just compared


@pytest.mark.parametrize(
    "value",
    [None, "", "yesterday", "2020-13-45", True, [], float("nan"), float("inf"), 1e30, "1e400"],
)
def test_what_is_no_time_is_none(value: object) -> None:
    assert moment(value) is None


@pytest.mark.parametrize("kind", [[], {}, 5, None, True])
def test_a_type_of_another_kind_is_an_unknown_block(kind: object) -> None:
    (part,) = parts_of([{"type": kind, "x": 1}], Gathering())
    assert isinstance(part, Opaque)
