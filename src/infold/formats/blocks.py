"""Content blocks as the providers write them, and the parts of a message that they are."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from urllib.parse import unquote_to_bytes

from infold.core.messages import Attachment, Opaque, Part, Text, ToolCall, ToolResult

_DATA_URI = re.compile(r"data:([^;,]*)((?:;[^;,]*)*),", re.IGNORECASE)
_TEXTS = ("text", "input_text", "output_text")
PLAIN = (*_TEXTS, "image_url", "image", "tool_use", "tool_result", "refusal")
"""Types of blocks that are read whole, so that their own text need not be kept."""

_MOST = 1 << 53
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Unreadable(ValueError):
    """A record that is no message; the text says why. Caught inside this folder."""


class Gathering:
    """What is gathered on the way through one conversation: bytes, and calls without an id.

    Some logs give neither a call nor its result an id; they are paired in order.
    """

    def __init__(self) -> None:
        self.blobs: dict[str, bytes] = {}
        self._open: list[tuple[str, str]] = []
        self._known: set[str] = set()
        self._made = 0

    def keep(self, data: bytes) -> str:
        """Keep bytes; their SHA-256 (hex)."""
        digest = hashlib.sha256(data).hexdigest()
        self.blobs[digest] = data
        return digest

    def called(self, call: object, name: str) -> str:
        """The id of a call, made up where the source has none."""
        if isinstance(call, str) and call:
            self._known.add(call)
            return call
        self._made += 1
        made = f"call-{self._made}"
        self._known.add(made)
        self._open.append((made, name))
        return made

    def is_known(self, call: str) -> bool:
        """Whether a call of this id was met."""
        return call in self._known

    def answered(self, call: object, name: str = "") -> str:
        """The id of the call that a result answers; empty where none is known."""
        if isinstance(call, str) and call:
            return call
        for index, (made, called) in enumerate(self._open):
            if not name or name == called:
                del self._open[index]
                return made
        return ""


def compact(value: object) -> str:
    """JSON text of a decoded value, as short as it goes, in the source's own order of keys.

    Raises:
        Unreadable: It is nested too deeply.
    """
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None


def shown(value: object) -> str:
    """A value in a sentence: a text shortened, of anything else its kind."""
    return repr(value[:40]) if isinstance(value, str) else _kind(value)


def size_of(value: object) -> int:
    """A count of bytes as a source states it; 0 for anything that is none."""
    if isinstance(value, bool) or not isinstance(value, int):
        return 0
    return value if 0 < value < _MOST else 0


def arguments(value: object) -> str:
    """A call's arguments as text: as it stands where it is a text, else as JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else compact(value)


def moment(value: object) -> datetime | None:
    """A time out of a transcript, aware, with the offset that it was written with.

    ISO 8601 (taken as UTC where it names no zone), or seconds or milliseconds since 1970. None for
    anything else.
    """
    if isinstance(value, str):
        try:
            found = datetime.fromisoformat(value.strip())
        except ValueError:
            try:
                value = float(value)
            except ValueError:
                return None
        else:
            return found if found.utcoffset() is not None else found.replace(tzinfo=UTC)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        seconds = value / 1000 if abs(value) > 1e11 else value
        return _EPOCH + timedelta(seconds=seconds)
    except (OverflowError, ValueError):
        return None


def parts_of(content: object, gathering: Gathering, raw: tuple[str, ...] = ()) -> list[Part]:
    """Parts of a message's content: a text, nothing, or a list of blocks.

    Args:
        content: As the source has it.
        gathering: Takes the bytes of images and files.
        raw: The blocks' own text in the source, where it is at hand: what `Opaque` keeps.

    Raises:
        Unreadable: It is something else.
    """
    if content is None or content == "":
        return []
    if isinstance(content, str):
        return [Text(text=content)]
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        raise Unreadable(f"its content is {_kind(content)}")
    parts: list[Part] = []
    for index, block in enumerate(content):
        text = raw[index] if index < len(raw) else ""
        parts.extend(_block(block, gathering, text))
    return parts


def _block(block: object, gathering: Gathering, raw: str) -> Iterator[Part]:
    if isinstance(block, str):
        if block:
            yield Text(text=block)
        return
    if not isinstance(block, dict):
        raise Unreadable(f"its content holds {_kind(block)}")
    kind = block.get("type")
    if kind is None and isinstance(block.get("text"), str):
        kind = "text"
    match kind:
        case _ if kind in _TEXTS and isinstance(block.get("text"), str):
            if block["text"]:
                yield Text(text=block["text"])
        case "refusal" if isinstance(block.get("refusal"), str):
            yield Text(text=block["refusal"])
        case "tool_use":
            name = str(block.get("name") or "")
            yield ToolCall(
                id=gathering.called(block.get("id"), name),
                name=name,
                arguments=arguments(block.get("input")),
            )
        case "tool_result":
            yield from _result(block, gathering)
        case "image_url" | "input_image" | "image":
            yield _image(block, gathering, raw)
        case "document" | "file" | "input_file" | "input_audio":
            yield _file(block, gathering, raw)
        case _:
            yield opaque(block, raw)


def opaque(block: Mapping[str, Any], raw: str = "") -> Opaque:
    """A block kept as it is."""
    return Opaque(kind=str(block.get("type") or "unknown"), data=raw or compact(block))


def _result(block: Mapping[str, Any], gathering: Gathering) -> Iterator[Part]:
    texts = []
    others: list[Part] = []
    for part in parts_of(block.get("content"), gathering):
        if isinstance(part, Text):
            texts.append(part.text)
        else:
            others.append(part)
    yield ToolResult(
        call=gathering.answered(block.get("tool_use_id")),
        text="\n".join(texts),
        error=block.get("is_error") is True,
    )
    yield from others


def _image(block: Mapping[str, Any], gathering: Gathering, raw: str) -> Part:
    source = block.get("source")
    if isinstance(source, dict):
        return _sourced(block, source, "image", gathering, raw)
    place = block.get("image_url", block.get("url"))
    if isinstance(place, dict):
        place = place.get("url")
    if isinstance(place, str) and place:
        return attachment("image", place, gathering)
    named = block.get("file_id")
    return Attachment(kind="image", uri=named) if isinstance(named, str) else opaque(block, raw)


def _file(block: Mapping[str, Any], gathering: Gathering, raw: str) -> Part:
    source = block.get("source")
    if isinstance(source, dict):
        return _sourced(block, source, "file", gathering, raw)
    inner = block.get("file", block.get("input_audio", block))
    if not isinstance(inner, dict):
        return opaque(block, raw)
    name = str(inner.get("filename") or "")
    data = inner.get("file_data", inner.get("data"))
    if isinstance(data, str) and data:
        if data[:5].lower() == "data:":
            return attachment("file", data, gathering, name=name)
        form = inner.get("format")
        media = f"audio/{form}" if isinstance(form, str) else ""
        found = _bytes(data)
        if found is not None:
            return _kept("file", media, found, gathering, name)
    named = inner.get("file_id", inner.get("file_url"))
    if isinstance(named, str) and named:
        return Attachment(kind="file", uri=named, name=name)
    return opaque(block, raw)


def _sourced(
    block: Mapping[str, Any],
    source: Mapping[str, Any],
    kind: Literal["image", "file"],
    gathering: Gathering,
    raw: str,
) -> Part:
    """An image or document in the form {type: base64 | url | file | text, …}."""
    name = str(block.get("title") or "")
    media = str(source.get("media_type") or "")
    match source:
        case {"type": "base64", "data": str(data)}:
            found = _bytes(data)
            if found is not None:
                return _kept(kind, media, found, gathering, name)
        case {"type": "text", "data": str(data)}:
            return _kept(
                kind, media or "text/plain", data.encode("utf-8", "surrogatepass"), gathering, name
            )
        case {"type": "url", "url": str(place)}:
            return attachment(kind, place, gathering, name=name)
        case {"type": "file", "file_id": str(place)}:
            return Attachment(kind=kind, uri=place, media_type=media, name=name)
    return opaque(block, raw)


def attachment(
    kind: Literal["image", "file"], uri: str, gathering: Gathering, *, name: str = ""
) -> Attachment:
    """An image or file by its address. Bytes that a `data:` address holds are kept by digest."""
    match = _DATA_URI.match(uri)
    if match is None:
        return Attachment(kind=kind, uri=uri, name=name)
    written = uri[match.end() :]
    encoded = ";base64" in match.group(2).lower()
    found = _bytes(written) if encoded else unquote_to_bytes(written)
    if found is None:
        return Attachment(kind=kind, media_type=match.group(1), uri=uri, name=name)
    return _kept(kind, match.group(1), found, gathering, name)


def _kept(
    kind: Literal["image", "file"], media: str, data: bytes, gathering: Gathering, name: str
) -> Attachment:
    return Attachment(
        kind=kind, media_type=media, digest=gathering.keep(data), name=name, size=len(data)
    )


def decoded(content: str) -> bytes | None:
    """Bytes of a `data:` address, or of a base64 text; None where it is neither."""
    match = _DATA_URI.match(content)
    if match is None:
        return _bytes(content)
    written = content[match.end() :]
    return _bytes(written) if ";base64" in match.group(2).lower() else unquote_to_bytes(written)


def _bytes(text: str) -> bytes | None:
    """Bytes of a base64 text, white space and missing padding allowed; None where it is none."""
    text = "".join(text.split())
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def _kind(value: object) -> str:
    match value:
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case list():
            return "a list"
        case None:
            return "nothing"
        case _:
            return f"a {type(value).__name__}"
