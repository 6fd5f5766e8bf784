"""ChatGPT export: conversations whose nodes form a tree; edits and new answers are branches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from infold.core.messages import (
    Attachment,
    Message,
    Opaque,
    Part,
    Role,
    Text,
    ToolCall,
    ToolResult,
)
from infold.formats.assembly import Draft, Keys, assemble
from infold.formats.assets import AssetBlobs, Assets
from infold.formats.blocks import Unreadable, compact, moment, shown, size_of
from infold.formats.reading import Parsed, Reading
from infold.formats.records import Records

NAME = "chatgpt"

_ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "critic": "assistant",
}
_TEXT_FIELDS = ("text", "result", "content", "summary")
_CONTEXTS = ("user_editable_context", "model_editable_context")
_ASSETS = {
    "image_asset_pointer": "image",
    "audio_asset_pointer": "file",
    "video_container_asset_pointer": "file",
}


def matches(value: object) -> bool:
    """Whether a record of a file looks like this format."""
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def read(records: Records, reading: Reading) -> Iterator[Parsed]:
    """The conversations of a file."""
    keys = Keys(NAME)
    for item in records.items(reading):
        if not matches(item.value):
            reading.fault(item.line, "a conversation without a mapping of its messages")
            continue
        parsed = _Tree(item.value, item.line, reading, records.source.assets).parsed(keys)
        if parsed is not None:
            yield parsed


class _Tree:
    """One conversation: its nodes by id, in the order of the file."""

    def __init__(
        self, value: Mapping[str, Any], line: int | None, reading: Reading, assets: Assets | None
    ) -> None:
        self._value = value
        self._line = line
        self._reading = reading
        self._nodes: dict[str, dict[str, Any]] = {}
        self._parents: dict[str, str | None] = {}
        self._above: dict[str, int | None] = {}
        self._blobs = AssetBlobs(assets)
        self._calls: dict[str, tuple[str, str]] = {}  # node id → (call id, tool)

    def parsed(self, keys: Keys) -> Parsed | None:
        """The conversation; None where it holds no message."""
        self._gather()
        messages = self._messages()
        if not messages:
            self._reading.skip("empty conversation")
            return None
        index = {node: place for place, node in enumerate(messages)}
        drafts = []
        for node, message in messages.items():
            parent, inferred = self._kept_parent(node, index)
            drafts.append(Draft(message=message, parent=parent, inferred=inferred, line=self._line))
        value = self._value
        source = next((value[name] for name in ("conversation_id", "id") if value.get(name)), None)
        title = value.get("title")
        conversation, opened = assemble(
            keys.key(source, list(messages.values())),
            drafts,
            title=title if isinstance(title, str) else "",
            format=NAME,
            leaf=self._leaf(index),
        )
        for place in opened:
            self._reading.repair(
                self._line, f"the parents of node {shown(list(messages)[place])} go in a circle"
            )
        for fault in self._blobs.faults:
            self._reading.repair(self._line, fault)
        return Parsed(conversation=conversation, blobs=self._blobs)

    def _gather(self) -> None:
        """Take the nodes and who is whose parent, by `parent`, else by `children`."""
        for name, node in self._value["mapping"].items():
            if not isinstance(node, dict):
                self._reading.fault(self._line, f"node {shown(name)} is no object")
                continue
            self._nodes[name] = node
        told: dict[str, str] = {}
        for name, node in self._nodes.items():
            children = node.get("children")
            for child in children if isinstance(children, list) else ():
                if isinstance(child, str):
                    told.setdefault(child, name)
        for name, node in self._nodes.items():
            parent = node.get("parent")
            if not isinstance(parent, str) or parent not in self._nodes:
                parent = told.get(name, parent)
            self._parents[name] = parent if isinstance(parent, str) else None

    def _messages(self) -> dict[str, Message]:
        """Node id → message, of the nodes that hold one, in the order of the file.

        Read with parents first, since a tool's result is paired with the call above it.
        """
        found: dict[str, Message] = {}
        for name in self._downwards():
            record = self._nodes[name].get("message")
            if record is None:
                self._reading.skip("node without a message")
                continue
            try:
                message = self._message(name, record)
            except Unreadable as error:
                self._reading.fault(self._line, f"node {shown(name)}: {error}")
                continue
            if message is None:
                self._reading.skip("empty message")
                continue
            self._reading.record()
            found[name] = message
        return {name: found[name] for name in self._nodes if name in found}

    def _downwards(self) -> Iterator[str]:
        """All nodes, each after its parent; nodes of a cycle last."""
        children: dict[str | None, list[str]] = {}
        for name, parent in self._parents.items():
            children.setdefault(parent if parent in self._nodes else None, []).append(name)
        waiting = list(reversed(children.get(None, ())))
        seen: set[str] = set()
        while waiting:
            name = waiting.pop()
            seen.add(name)
            yield name
            waiting.extend(reversed(children.get(name, ())))
        yield from (name for name in self._nodes if name not in seen)

    def _message(self, name: str, record: object) -> Message | None:
        if not isinstance(record, dict):
            raise Unreadable("a message that is no object")
        author = record.get("author")
        author = author if isinstance(author, dict) else {}
        said_by = author.get("role")
        role = _ROLES.get(said_by) if isinstance(said_by, str) else None
        if role is None:
            raise Unreadable(f"the role {shown(said_by)} is not known")
        content = record.get("content")
        if isinstance(content, str):
            content = {"content_type": "text", "parts": [content]}
        if content is not None and not isinstance(content, dict):
            raise Unreadable("its content is no object")
        kind = (content or {}).get("content_type")
        parts = list(self._content(content or {}))
        metadata = record.get("metadata")
        metadata = metadata if isinstance(metadata, dict) else {}
        parts += map(self._blobs.resolved, _attachments(metadata, parts))
        if not parts:
            return None
        hidden = metadata.get("is_visually_hidden_from_conversation") is True
        if kind in _CONTEXTS or (hidden and role == "user"):
            role = "system"  # written by the program, hidden from the person
        named = author.get("name")
        speaker = named if isinstance(named, str) and named else None
        if role == "assistant":
            recipient = record.get("recipient")
            if isinstance(recipient, str) and recipient not in ("", "all"):
                parts = self._as_call(name, recipient, parts)
            model = metadata.get("model_slug")
            speaker = speaker or (model if isinstance(model, str) and model else None)
        elif role == "tool":
            parts, found = self._as_result(name, speaker or "", parts)
            speaker = None if found else speaker
        at = record.get("create_time")
        source = record.get("id")
        return Message(
            role=role,
            parts=tuple(parts),
            author=speaker,
            at=moment(at) if at else None,
            source=source if isinstance(source, str) and source else name,
        )

    def _content(self, content: Mapping[str, Any]) -> Iterator[Part]:
        """Parts of a content, whatever its type: texts, images, and the rest as it is."""
        kind = content.get("content_type")
        if isinstance(content.get("parts"), list):
            for part in content["parts"]:
                yield from self._part(part)
            return
        if kind in _CONTEXTS:
            for field in ("user_profile", "user_instructions", "model_set_context"):
                if isinstance(content.get(field), str) and content[field]:
                    yield Text(text=content[field])
            return
        if kind == "thoughts":
            if content.get("thoughts"):
                yield Opaque(kind="thoughts", data=compact(content))
            return
        for field in _TEXT_FIELDS:
            text = content.get(field)
            if isinstance(text, str):
                if text:
                    yield Text(text=text)
                return
        if set(content) - {"content_type", "parts"}:
            yield Opaque(kind=str(kind or "unknown"), data=compact(content))

    def _part(self, part: object) -> Iterator[Part]:
        if isinstance(part, str):
            if part:
                yield Text(text=part)
            return
        if not isinstance(part, dict):
            if part is not None:
                raise Unreadable(f"a part that is no text: {shown(part)}")
            return
        kind = part.get("content_type")
        place = part.get("asset_pointer")
        if isinstance(kind, str) and kind in _ASSETS and isinstance(place, str):
            yield self._blobs.resolved(
                Attachment(
                    kind="image" if _ASSETS[kind] == "image" else "file",
                    uri=place,
                    size=size_of(part.get("size_bytes")),
                )
            )
        elif isinstance(part.get("text"), str):
            if part["text"]:
                yield Text(text=part["text"])
        else:
            yield Opaque(kind=str(kind or "unknown"), data=compact(part))

    def _as_call(self, name: str, tool: str, parts: list[Part]) -> list[Part]:
        written = "\n".join(part.text for part in parts if isinstance(part, Text))
        self._calls[name] = (name, tool)
        call = ToolCall(id=name, name=tool, arguments=written)
        return [call, *(part for part in parts if not isinstance(part, Text))]

    def _as_result(self, name: str, tool: str, parts: list[Part]) -> tuple[list[Part], bool]:
        """The parts as the result of the call above, and whether there is one."""
        call = self._call_above(name)
        if call:
            self._calls[name] = (call, tool)  # a second result may follow the first
        text = "\n".join(part.text for part in parts if isinstance(part, Text))
        result = ToolResult(call=call, text=text)
        return [result, *(part for part in parts if not isinstance(part, Text))], bool(call)

    def _call_above(self, name: str) -> str:
        parent = self._parents[name]
        # Nodes without a message may stand between a call and its result.
        for _ in range(8):
            if parent is None or parent not in self._nodes:
                return ""
            if parent in self._calls:
                return self._calls[parent][0]
            if self._nodes[parent].get("message") is not None:
                return ""
            parent = self._parents[parent]
        return ""

    def _kept_parent(self, name: str, index: Mapping[str, int]) -> tuple[int | None, bool]:
        """The nearest message above a node; the one before it where its parent is missing."""
        parent = self._parents[name]
        if parent is not None and parent not in self._nodes:
            return (index[name] - 1, True) if index.get(name) else (None, False)
        return self._message_at(parent, index), False

    def _message_at(self, name: str | None, index: Mapping[str, int]) -> int | None:
        """Index of the message at a node, else of the nearest above it. Linear over all calls."""
        passed: list[str] = []
        found: int | None = None
        while name is not None and name in self._nodes and name not in self._above:
            if name in index:
                found = index[name]
                break
            self._above[name] = None  # also ends a walk in a circle
            passed.append(name)
            name = self._parents[name]
        else:
            found = self._above.get(name) if name is not None else None
        for node in passed:
            self._above[node] = found
        return found

    def _leaf(self, index: Mapping[str, int]) -> int | None:
        node = self._value.get("current_node")
        if not isinstance(node, str) or node not in self._nodes:
            return None
        return self._message_at(node, index)


def _attachments(metadata: Mapping[str, Any], parts: list[Part]) -> Iterator[Attachment]:
    """Files that were uploaded with a message and are not among its parts."""
    shown = " ".join(part.uri for part in parts if isinstance(part, Attachment))
    listed = metadata.get("attachments")
    for file in listed if isinstance(listed, list) else ():
        if not isinstance(file, dict) or not isinstance(file.get("id"), str):
            continue
        if file["id"] and file["id"] in shown:
            continue
        media = file.get("mime_type", file.get("mimeType"))
        media = media if isinstance(media, str) else ""
        name = file.get("name")
        yield Attachment(
            kind="image" if media.startswith("image/") else "file",
            media_type=media,
            uri=file["id"],
            name=name if isinstance(name, str) else "",
            size=size_of(file.get("size")),
        )
