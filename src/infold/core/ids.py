"""Ids that can be checked: a keyed, tagged hash of canonical JSON.

An id is `<kind>_` and 32 hex digits: the first 128 bits of HMAC-SHA256 under the space's secret.
The same content in the same place gives the same id in one store and tells nothing outside it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Literal, TypeAlias

from infold.core.messages import (
    Attachment,
    Dropped,
    Message,
    Opaque,
    Part,
    Text,
    ToolCall,
    ToolResult,
)

Kind: TypeAlias = Literal[
    "conversation",
    "message",
    "fold",
    "claim",
    "merge",
    "supersession",
    "fact",
    "same",
    "episode",
    "mark",
    "view",
    "change",
    "material",
    "sweep",
    "owner",
    "erased",
    "erasure",
]
_PREFIX: dict[Kind, str] = {
    "conversation": "c",
    "message": "m",
    "fold": "f",
    "claim": "k",
    "merge": "u",
    "supersession": "s",
    "fact": "a",
    "same": "e",
    "episode": "p",
    "mark": "n",
    "view": "v",
    "change": "g",
    "material": "d",
    "sweep": "w",
    "owner": "o",
    "erased": "x",
    "erasure": "z",
}
_ENCODER = json.JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def canonical(value: object) -> str:
    """Canonical JSON of plain data: sorted keys, no spaces, ASCII (lone surrogates escaped)."""
    return _ENCODER.encode(value)


def mint(secret: bytes, kind: Kind, *content: object) -> str:
    """Mint the id of a record from what identifies it (plain JSON data)."""
    data = f"infold/{kind}/1\n{_ENCODER.encode(content)}".encode()
    digest = hmac.digest(secret, data, hashlib.sha256)
    return f"{_PREFIX[kind]}_{digest[:16].hex()}"


def part_data(part: Part) -> list[object]:
    """A part as plain data: a tag and its fields. The form that is hashed and stored."""
    match part:
        case Text(text=text):
            return ["text", text]
        case ToolCall(id=call, name=name, arguments=arguments):
            return ["call", call, name, arguments]
        case ToolResult(call=call, text=text, error=error):
            return ["result", call, text, error]
        case Attachment():
            return [
                "attachment",
                part.kind,
                part.media_type,
                part.digest,
                part.uri,
                part.name,
                part.size,
            ]
        case Opaque(kind=kind, data=data):
            return ["opaque", kind, data]
        case Dropped(at=at, digest=digest, tokens=tokens):
            return ["dropped", at, digest, tokens]


def part_from_data(data: Sequence[object]) -> Part:
    """The part that `part_data` described.

    Raises:
        ValueError: The data describe no part.
    """
    match data:
        case ["text", str(text)]:
            return Text(text=text)
        case ["call", str(call), str(name), str(arguments)]:
            return ToolCall(id=call, name=name, arguments=arguments)
        case ["result", str(call), str(text), bool(error)]:
            return ToolResult(call=call, text=text, error=error)
        case [
            "attachment",
            ("image" | "file") as kind,
            str(media_type),
            str(digest),
            str(uri),
            str(name),
            int(size),
        ]:
            return Attachment(
                kind=kind, media_type=media_type, digest=digest, uri=uri, name=name, size=size
            )
        case ["opaque", str(kind), str(text)]:
            return Opaque(kind=kind, data=text)
        case ["dropped", str(at), str(digest), int(tokens)] if tokens >= 0:
            datetime.fromisoformat(at)  # a time, or the data are of no part
            return Dropped(at=at, digest=digest, tokens=tokens)
        case _:
            raise ValueError(f"no message part: {data!r:.80}")


def conversation_id(secret: bytes, key: str) -> str:
    """Mint a conversation's id from its key."""
    return mint(secret, "conversation", key)


def message_id(
    secret: bytes,
    conversation_key: str,
    message: Message,
    *,
    parents: Sequence[str] = (),
    ordinal: int = 0,
) -> str:
    """Mint a message's id (DESIGN §5).

    Args:
        secret: The space's secret.
        conversation_key: The key of its conversation.
        message: Its role, author, parts and `source` are hashed; its time is not.
        parents: Ids of its parents in order of position; used only where `source` is empty.
        ordinal: Count of equal siblings before it; used only where `source` is empty.
    """
    place: object = ["source", message.source] if message.source else [*parents, ordinal]
    parts = [part_data(part) for part in message.parts]
    return mint(secret, "message", conversation_key, message.role, message.author, parts, place)


def content_hash(message: Message) -> str:
    """SHA-256 (hex) of a message's content: what `verify` checks where an id is not ours.

    Of a message whose text was dropped that of what it said.
    """
    if (dropped := message.dropped) is not None:
        return dropped.digest
    parts = [part_data(part) for part in message.parts]
    data = _ENCODER.encode([message.role, message.author, parts])
    return hashlib.sha256(data.encode()).hexdigest()
