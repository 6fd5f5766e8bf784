"""Claude Code sessions: parents missing or dangling, repeats, side chains, boundaries."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from infold.core.messages import Message, Opaque, Text, ToolCall, ToolResult
from tests.writers.common import Chat, Pen, Written, said

AT = datetime(2025, 12, 16, 2, 0, tzinfo=UTC)
TIMES = [("2025-12-16T02:00:00Z", AT), (None, None), ("no time", None)]
BAD = ['{"type": "user"', "42", '{"x": 1}', '"text"', "nul"]


@dataclass(kw_only=True)
class _Session:
    """What the writer knows of a session.

    Attributes:
        chat: What must come out.
        ways: Id of each record → the message that it is or continues, and whether order told.
        kept: Ids of records that are messages.
        crossed: Ids of records that are no messages and lead through a boundary.
        ends: Messages that lead through a boundary, or are summaries.
        starts: For each boundary its summary, the text of that, and what leads up to it.
        latest: Chain → its last message.
        main: Messages of the main chain.
    """

    chat: Chat
    ways: dict[str, tuple[int | None, bool]] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)
    crossed: set[str] = field(default_factory=set)
    ends: set[int] = field(default_factory=set)
    starts: list[tuple[int, str, int | None]] = field(default_factory=list)
    latest: dict[str, int] = field(default_factory=dict)
    main: list[int] = field(default_factory=list)

    def above(self, parent: object, chain: str) -> tuple[int | None, bool]:
        """What a record of this parent continues, and whether order had to tell."""
        if isinstance(parent, str) and parent in self.ways:
            place, inferred = self.ways[parent]
            return (place, False) if parent in self.kept else (place, inferred)
        before = self.latest.get(chain, self.latest.get("any"))
        return before, before is not None

    def passes(self, uuid: str, parent: object) -> None:
        """Keep in mind whether a record that is no message leads through a boundary."""
        if parent in self.crossed:
            self.crossed.add(uuid)

    def compacted(self) -> list[tuple[int | None, str, list[int] | None]]:
        """What each summary replaced: the way up, to the first message behind a boundary."""
        parent_of = {child: parent for parent, child, _, _ in self.chat.wires}
        found: list[tuple[int | None, str, list[int] | None]] = []
        for summary, text, at in self.starts:
            sources = []
            while at is not None:
                sources.append(at)
                at = None if at in self.ends else parent_of.get(at)
            found.append((summary, text, sorted(sources)))
        return found


def write(rng: random.Random) -> Written:
    """Write a file."""
    pen, written = Pen(rng), Written()
    lines: list[str] = []
    sessions = {f"s{n}": _Session(chat=Chat(key=f"s{n}")) for n in range(rng.randint(1, 3))}
    order: list[str] = []
    for index in range(rng.randint(1, 25)):
        if pen.chance(0.08) and order:
            lines.append(rng.choice(BAD))
            written.bad += 1
            continue
        name = rng.choice(list(sessions))
        _record(pen, sessions[name], name, f"u{index}", lines, written)
        order = [*(each for each in order if each != name), name]
    text = pen.phrase()
    last = {"type": "user", "uuid": "z", "sessionId": "s0", "message": {"content": text}}
    lines.append(pen.dumps(last))
    _take(sessions["s0"], "z", said("user", text, source="z"), None, "main")
    order = [*(each for each in order if each != "s0"), "s0"]
    written.text = "\n".join(lines)
    # Sessions stand in the order of their last record, whether it is a message or not.
    chats = [sessions[name].chat for name in order]
    written.chats = [chat for chat in chats if chat.messages]
    for session in sessions.values():
        parents = {parent for parent, _, _, _ in session.chat.wires}
        ends = [place for place in session.main if place not in parents]
        session.chat.leaf = ends[-1] if ends else None
        session.chat.compactions = session.compacted()
    return written


def _take(session: _Session, uuid: str, message: Message, parent: object, chain: str) -> None:
    place, inferred = session.above(parent, chain)
    at = session.chat.add(message, *([] if place is None else [place]), inferred=inferred)
    session.ways[uuid] = (at, False)
    session.kept.add(uuid)
    if parent in session.crossed:
        session.ends.add(at)
    session.latest[chain] = session.latest["any"] = at
    if chain == "main":
        session.main.append(at)


def _record(
    pen: Pen, session: _Session, name: str, uuid: str, lines: list[str], written: Written
) -> None:
    stamp, at = pen.rng.choice(TIMES)
    side = pen.chance(0.2)
    base: dict[str, Any] = {"uuid": uuid, "sessionId": name, "isSidechain": side}
    base |= {"parentUuid": pen.rng.choice([None, "gone", uuid, *list(session.ways)[-3:]])}
    base |= {"timestamp": stamp}
    if pen.chance(0.2):
        del base["parentUuid"]
    parent, chain = base.get("parentUuid"), "side" if side else "main"
    if parent == uuid:
        parent = None
    expected = Message(role="user", at=at, source=uuid)
    text = pen.phrase()
    match pen.rng.randrange(9):
        case 0:
            kind = pen.rng.choice(["progress", "attachment", "system", "file-history-snapshot"])
            lines.append(pen.dumps(base | {"type": kind, "subtype": "x"}))
            session.ways[uuid] = session.above(parent, chain)
            session.passes(uuid, parent)
            written.skipped += 1
            return
        case 1:
            lines.append(pen.dumps(base | {"type": "user", "message": {"role": "user"}}))
            session.ways[uuid] = session.above(parent, chain)
            session.passes(uuid, parent)
            written.bad += 1
            return
        case 2:
            block = {"type": "tool_result", "tool_use_id": "t", "content": text}
            message: dict[str, Any] = {"role": "user", "content": [block]}
            result = ToolResult(call="t", text=text)
            expected = replace(expected, role="tool", parts=(result,))
        case 3:
            thought = {"type": "thinking", "thinking": text, "signature": "s"}
            blocks = [
                thought,
                {"type": "text", "text": text},
                {"type": "tool_use", "id": "t", "name": "f", "input": {"a": 1}},
            ]
            message = {"role": "assistant", "content": blocks}
            parts = (
                Opaque(kind="thinking", data=pen.dumps(thought)),
                Text(text=text),
                ToolCall(id="t", name="f", arguments='{"a":1}'),
            )
            expected = replace(expected, role="assistant", parts=parts)
        case 4 if session.ways:
            # A boundary has no parent; its logical one leads on. A summary follows it.
            logical = list(session.ways)[-1]
            boundary = base | {"parentUuid": None, "logicalParentUuid": logical}
            mark = {"type": "system", "subtype": "compact_boundary", "uuid": f"{uuid}-b"}
            lines.append(pen.dumps(boundary | mark))
            session.ways[f"{uuid}-b"] = session.above(logical, chain)
            last = None if logical in session.crossed else session.ways[f"{uuid}-b"][0]
            session.starts.append((len(session.chat.messages), text, last))
            session.crossed.add(f"{uuid}-b")
            written.skipped += 1
            base |= {"parentUuid": f"{uuid}-b", "isCompactSummary": True}
            parent = f"{uuid}-b"
            message = {"role": "user", "content": text}
            expected = replace(expected, role="system", parts=(Text(text=text),))
        case _:
            message = {"role": "user", "content": text}
            expected = replace(expected, parts=(Text(text=text),))
    _take(session, uuid, expected, parent, chain)
    kind = message["role"]
    lines.append(pen.dumps(base | {"type": kind, "message": message}))
    if pen.chance(0.15):
        lines.append(lines[-1])
        written.skipped += 1
