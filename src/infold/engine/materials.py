"""A view as something of its own: a conversation, or a text with a footnote to each source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from textwrap import indent
from typing import TYPE_CHECKING

from infold.core.folds import FOLD_AUTHOR, Claim, Span
from infold.core.ids import conversation_id
from infold.core.messages import Attachment, Message, Text, part_text
from infold.core.scope import Scope
from infold.core.wording import counted
from infold.engine.append import Append, append
from infold.engine.copied_marks import copy_marks
from infold.engine.copied_wires import LeftBehind, copy_leaf, copy_wires
from infold.engine.dropped_closed import closed_dropped
from infold.engine.steps import require
from infold.engine.viewing import Closed, closed_folds, find_view, standing_on, views_for
from infold.errors import NotFound
from infold.graph.lineage import topological
from infold.recall.lines import day_line, reference, speaker
from infold.store.protocol import ConversationRow, Reader, Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["markdown", "materialise"]


def materialise(
    memory: Infold, scope: Scope, conversation: str, view: str, key: str, title: str
) -> tuple[str, tuple[LeftBehind, ...]]:
    """Make a conversation of what a view shows; return its id, and what stayed behind.

    Messages that are not folded are copied with their times, and so are the versions of each; each
    closed fold becomes one message of the author `fold` where its run stood. Marks, settings,
    materials and reference wires stand on the copies. Archived messages are left out, and what went
    on from them goes on from their parents.
    """

    def command(tx: Writer) -> tuple[str, tuple[LeftBehind, ...]]:
        at = find_view(tx, scope, conversation, view)
        archived = set(tx.graph_state(scope, conversation).archived)
        count = require(tx, scope, conversation).messages
        closed = standing_on(closed_folds(tx, scope, [at]), range(count), archived)
        new = ConversationRow(
            id=conversation_id(memory.secret, key),
            key=key,
            title=title,
            agent=scope.agent,
            session=scope.session,
        )
        if tx.conversation(scope, new.id) is not None:
            raise NotFound(f"There is a conversation {key!r} already.", hint="Give another name.")
        shown, stands = _shown(tx, scope, conversation, closed)
        for message, parents in shown:
            made = append(
                tx,
                scope,
                Append(
                    conversation=new,
                    message=replace(message, source=""),
                    parents=tuple(copies[parent] for parent in parents),
                    key="",
                    now=memory.clock.now(),
                ),
                secret=memory.secret,
                counter=memory.counter,
                policy=memory.policy,
            )
            copies[message.id] = made.id
        ends = (tx, scope, conversation, new.id, stands, copies)
        left = [
            LeftBehind(kind="message", messages=(one.id,), what="", reason="it is archived")
            for one in tx.messages(scope, conversation, sorted(archived))
            if not stands[one.position]
        ]
        left += copy_wires(*ends)
        left += copy_marks(*ends)
        copy_leaf(*ends)
        return new.id, tuple(left)

    copies: dict[str, str] = {}
    return memory.store.write(command)


def _shown(
    reader: Reader, scope: Scope, conversation: str, closed: Sequence[Closed]
) -> tuple[list[tuple[Message, list[str]]], list[str]]:
    """What a view shows, each with the ids of what leads to it; parents first.

    Returns:
        And for each position the id of what stands there: a message, a fold, or nothing.
    """
    messages = reader.messages(scope, conversation)
    state = reader.graph_state(scope, conversation)
    archived = set(state.archived)
    above: list[list[int]] = [[] for _ in messages]
    for wire in reader.wires(scope, conversation):
        if wire.kind == "continue" and not wire.cut:
            above[wire.child].append(wire.parent)
    fold_at = {position: one for one in closed for position in one.positions}
    gone = {message.position for message in messages if message.dropped is not None}
    if gone:
        # Their messages stand apart: the fold takes the place of the first of them.
        for left in closed_dropped(reader, scope, conversation, range(len(messages))):
            fold_at.setdefault(left.positions[0], left)
    # Of a message and its version one stands in the fold: the other belongs to it too.
    for pair in state.versions:
        inside = next((fold_at[at] for at in pair if at in fold_at), None)
        if inside is not None and not archived.intersection(pair):
            fold_at |= dict.fromkeys(pair, inside)
    # What stands for each message: a message itself, a fold, or what leads to an archived one.
    stands: list[list[str]] = []
    out: dict[str, tuple[Message, list[str]]] = {}
    for message, parents in zip(messages, above, strict=True):
        leads = list(dict.fromkeys(name for parent in parents for name in stands[parent]))
        one = fold_at.get(message.position)
        if one is not None:
            name = one.fold.id
            if name not in out:
                out[name] = (_fold_message(one), [])
            known = out[name][1]
            known += [lead for lead in leads if lead != name and lead not in known]
            stands.append([name])
        elif message.position in archived or message.position in gone:
            stands.append(leads)
        else:
            out[message.id] = (message, leads)
            stands.append([message.id])
    place = [
        fold_at[at].fold.id if at in fold_at else "" if at in archived else message.id
        for at, message in enumerate(messages)
    ]
    # A fold takes the place of its first message, and may go on from what came after that.
    number = {name: index for index, name in enumerate(out)}
    rows = list(out.values())
    order = topological(
        len(rows),
        [(number[lead], index) for index, (_, leads) in enumerate(rows) for lead in leads],
    )
    return [rows[index] for index in order], place


def _fold_message(one: Closed) -> Message:
    lines = [claim.line for claim in one.fold.claims if claim.level]
    return Message(
        role="system",
        author=FOLD_AUTHOR,
        parts=(Text(text="\n".join(lines)),),
        id=one.fold.id,
    )


def markdown(
    memory: Infold, scope: Scope, conversation: str, view: str | None, leaf: str | None
) -> str:
    """The path to a leaf as Markdown, folds with a footnote to each source."""
    with memory.store.read() as reader:
        row = reader.conversation(scope, conversation)
        if row is None:
            raise NotFound("This conversation is empty.", hint="Append to it first.")
        seen = memory.caches.view(reader, scope, conversation, leaf=leaf)
        path = seen.way.tolist()
        messages = {m.position: m for m in reader.messages(scope, conversation, path)}
        views = views_for(reader, scope, conversation, view)
        inside = set(path)
        archived = set(seen.state.archived)
        closed = standing_on(closed_folds(reader, scope, views), inside, archived)
        if len(seen.dropped):
            closed = [*closed_dropped(reader, scope, conversation, inside), *closed]
    return _Page(messages, closed, row.title or row.key).text(path)


class _Page:
    def __init__(self, messages: dict[int, Message], closed: Sequence[Closed], title: str) -> None:
        self._messages = messages
        self._fold_at = {position: one for one in closed for position in one.positions}
        self._by_id = {message.id: message for message in messages.values()}
        self._lines = [f"# {title}", ""]
        self._notes: list[str] = []

    def text(self, path: Sequence[int]) -> str:
        """The whole page."""
        told: set[str] = set()
        for position in path:
            one = self._fold_at.get(position)
            if one is None:
                if self._messages[position].dropped is None:
                    self._message(self._messages[position])
            elif one.fold.id not in told:
                told.add(one.fold.id)
                self._fold(one)
        return "\n".join([*self._lines, *self._notes]).rstrip() + "\n"

    def _message(self, message: Message) -> None:
        when = f", {day_line(message.at)}" if message.at else ""
        self._lines += [f"**{speaker(message)}**{when}", ""]
        for part in message.parts:
            if isinstance(part, Attachment):
                self._lines += [reference(part), ""]
            elif part_text(part):
                self._lines += [part_text(part), ""]

    def _fold(self, one: Closed) -> None:
        messages = counted(len(one.positions), "message")
        days = [d.at[:10] for p in one.positions if (d := self._messages[p].dropped) is not None]
        note = f"; its sources were dropped on {max(days)}" if days else ""
        self._lines += [f"*{messages}, folded{note}:*", ""]
        for claim in one.fold.claims:
            if claim.level:
                self._claim(claim)
        self._lines.append("")

    def _claim(self, claim: Claim) -> None:
        marks = ""
        for span in claim.spans:
            message = self._by_id[span.message]
            quoted = f"“{_quoted(message, span)}”" if message.dropped is None else "(text dropped)"
            number = len(self._notes) + 1
            when = f", {day_line(message.at)}" if message.at else ""
            self._notes.append(
                f"[^{number}]: #{message.position} {speaker(message)}{when}: {quoted}"
            )
            marks += f"[^{number}]"
        # What a highlight holds stands as it is, all of its lines in the same item.
        said = indent(claim.line, "  ").lstrip()
        self._lines.append(f"- {said}{marks}")


def _quoted(message: Message, span: Span) -> str:
    return " ".join(part_text(message.parts[span.part])[span.start : span.end].split())
