"""Editing what stands on messages: branches, versions, role prompts, models; each a step."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from infold.core.changes import Change, Effect
from infold.core.messages import Message, Text
from infold.core.missing import no_message
from infold.core.scope import Scope
from infold.core.settings import AWAY, GONE, MODEL, ONLY, PASSAGE, ROLE, SHOWN_AS
from infold.engine.append import Append, append
from infold.engine.fold_openings import opened_on
from infold.engine.marking import checked
from infold.engine.steps import do, require, setting_record
from infold.errors import UsageError
from infold.store.protocol import ConversationRow, Reader, Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = [
    "NodeEditor",
    "added",
    "brought_in",
    "keep_leaf",
    "passage_of",
    "replacing",
    "value_effect",
    "versions_of",
]


_NAME: Final = re.compile(r"[^\W_][\w.:/@+~-]*")
"""How endpoints name models."""
_LONGEST_NAME: Final = 200


@dataclass(frozen=True, slots=True)
class NodeEditor:
    """Edits one conversation; each call is one transaction and one step."""

    memory: Infold
    scope: Scope
    conversation: str

    def branch(
        self,
        question: Message,
        parents: Sequence[str],
        passage: tuple[Message, int, int, int] | None,
        name: str,
    ) -> Message:
        """Append a question below some messages, about a passage of one of them.

        Args:
            question: Without an id.
            parents: Ids.
            passage: Message, part, first character, one after the last.
            name: Of the step.
        """

        def command(tx: Writer) -> Message:
            row = require(tx, self.scope, self.conversation)
            made, effects = added(self.memory, tx, self.scope, row, question, parents)
            if passage is not None:
                about, part, start, end = passage
                if _message(tx, self.scope, row, about.id).parts != about.parts:
                    raise no_message(about.id)  # its text was dropped meanwhile
                value = f"{about.id} {part} {start} {end}"
                record = setting_record(made.id, PASSAGE)
                effects.append(Effect(target="setting", record=record, old="", new=value))
            self._do(tx, name, effects)
            return made

        return self.memory.store.write(command)

    def activate(self, version: str) -> Change | None:
        """Show a version wherever one of its siblings stands."""

        def command(tx: Writer) -> Change | None:
            row = require(tx, self.scope, self.conversation)
            made = _message(tx, self.scope, row, version)
            if len(versions_of(tx, self.scope, row, made)) < 2:
                raise UsageError(
                    f"Message {version} has no other versions.",
                    hint="Answers of one question are versions, and what `edit` wrote in place.",
                    records=[version],
                )
            effects = replacing(tx, self.scope, row, made, made.id)
            return self._do(tx, "show a version", effects)

        return self.memory.store.write(command)

    def set_value(self, message: str, name: str, value: str, step: str) -> Change | None:
        """Set a small value on a message, or on the conversation where `message` is empty."""

        def command(tx: Writer) -> Change | None:
            row = require(tx, self.scope, self.conversation)
            if message:
                _message(tx, self.scope, row, message)
            effect = value_effect(tx, self.scope, row, message, name, value)
            return self._do(tx, step, [effect])

        return self.memory.store.write(command)

    def pin_model(self, message: str, model: str) -> Change | None:
        """Pin a model to a message, or take the pin off.

        Raises:
            UsageError: No model can have such a name.
        """
        if model and (len(model) > _LONGEST_NAME or not _NAME.fullmatch(model)):
            raise UsageError(
                f"{model!r:.60} is no name of a model.",
                hint="Names are of letters, digits and the signs of addresses, without spaces: "
                "gpt-4o, qwen3:8b, org/name.",
            )
        step = f"pin the model {model}" if model else "take the model's pin off"
        return self.set_value(message, MODEL, model, step)

    def set_role(self, message: str, text: str, *, alone: bool) -> Message | None:
        """Put a role prompt on a message, or take it off."""

        def command(tx: Writer) -> Message | None:
            row = require(tx, self.scope, self.conversation)
            _message(tx, self.scope, row, message)
            effects: list[Effect] = []
            made: Message | None = None
            if text.strip():
                prompt = Message(
                    role="system", parts=(Text(text=text),), at=self.memory.clock.now()
                )
                made, effects = added(self.memory, tx, self.scope, row, prompt, ())
                keep_leaf(tx, self.scope, row)
                effects = [one for one in effects if one.target != "leaf"]
            value = "" if made is None else f"{made.id} {ONLY}" if alone else made.id
            placed = value_effect(tx, self.scope, row, message, ROLE, value)
            if placed.old:
                # What stood there before is put away: it counts nowhere any more.
                before = placed.old.split(" ")[0]
                effects.append(value_effect(tx, self.scope, row, before, AWAY, GONE))
            if made:
                effects += opened_on(tx, self.scope, row, message, "a role prompt was set inside")
            step = "set a role prompt" if made else "take a role prompt off"
            self._do(tx, step, [*effects, placed])
            return made

        return self.memory.store.write(command)

    def _do(self, tx: Writer, name: str, effects: Sequence[Effect]) -> Change | None:
        now = self.memory.clock.now()
        return do(tx, self.scope, self.conversation, name, effects, by="person", now=now)


def added(
    memory: Infold,
    tx: Writer,
    scope: Scope,
    row: ConversationRow,
    message: Message,
    parents: Sequence[str],
) -> tuple[Message, list[Effect]]:
    """Append a message as part of a step.

    Returns:
        The message, and the effects that stand for it: the leaf, and that it was brought in.
    """
    made = append(
        tx,
        scope,
        Append(
            conversation=row,
            message=message,
            parents=tuple(parents),
            key="",
            now=memory.clock.now(),
        ),
        secret=memory.secret,
        counter=memory.counter,
        policy=memory.policy,
    )
    return made, [
        Effect(target="leaf", record="", old=row.leaf_id, new=made.id),
        brought_in(made.id),
    ]


def brought_in(message: str) -> Effect:
    """That a step brought a message in: to undo it is to put it away; it stays on record."""
    return Effect(target="setting", record=setting_record(message, AWAY), old=GONE, new="")


def keep_leaf(tx: Writer, scope: Scope, before: ConversationRow) -> None:
    """Put the leaf back where it was before a message was appended beside the conversation."""
    now = require(tx, scope, before.id)
    tx.save_conversation(scope, replace(now, leaf=before.leaf))


def versions_of(tx: Reader, scope: Scope, row: ConversationRow, message: Message) -> list[Message]:
    """A message and its versions, by position.

    Answers of the same question are versions of one another, and what was written in the place of a
    message is one of it.
    """
    group = {message.position}
    links = [
        (position, tx.locate(scope, [one.value]).get(one.value, ("", -1))[1])
        for position, one in tx.settings(scope, row.id)
        if one.name == SHOWN_AS
    ]
    grown = True
    while grown:
        found = {end for link in links if group.intersection(link) for end in link} - {-1}
        if message.role == "assistant":
            found |= _siblings(tx, scope, row, group)
        grown = not found <= group
        group |= found
    kept = tx.messages(scope, row.id, sorted(group))
    return [one for one in kept if one.role == message.role]


def _siblings(tx: Reader, scope: Scope, row: ConversationRow, group: set[int]) -> set[int]:
    found: set[int] = set()
    for position in group:
        above = tx.parents(scope, row.id, position)
        if not above:
            continue
        for other in tx.children(scope, row.id, above[0]):
            if other in group or other in found:
                continue
            if tx.parents(scope, row.id, other) == above:
                found.add(other)
    if not found:
        return found
    kept = tx.messages(scope, row.id, sorted(found))
    return {one.position for one in kept if one.role == "assistant"}


def replacing(
    tx: Reader,
    scope: Scope,
    row: ConversationRow,
    old: Message,
    new: str,
    *,
    fresh: bool = False,
) -> list[Effect]:
    """What shows a version wherever a message or one of its versions stands.

    Args:
        tx: The transaction.
        scope: Whose.
        row: The conversation.
        old: One of the versions.
        new: Id of the version that is to be shown.
        fresh: Whether it was written just now, and is in the place of no other yet.
    """
    group = [one for one in versions_of(tx, scope, row, old) if not (fresh and one.id == new)]
    return [
        value_effect(tx, scope, row, one.id, SHOWN_AS, "" if one.id == new else new)
        for one in group
    ]


def value_effect(
    tx: Reader, scope: Scope, row: ConversationRow, message: str, name: str, value: str
) -> Effect:
    """The effect that sets a value on a message, or on the conversation; empty takes it off."""
    place = tx.locate(scope, [message]).get(message) if message else (row.id, -1)
    old = tx.setting(scope, row.id, place[1], name) if place else ""
    record = setting_record(message, name)
    return Effect(target="setting", record=record, old=old, new=value)


def _message(tx: Reader, scope: Scope, row: ConversationRow, message: str) -> Message:
    place = tx.locate(scope, [message]).get(message)
    if place is None or place[0] != row.id:
        raise no_message(message)
    return tx.messages(scope, row.id, [place[1]])[0]


def passage_of(
    message: Message, part: int, span: tuple[int, int] | None, text: str
) -> tuple[Message, int, int, int]:
    """A passage that is asked about, checked.

    Raises:
        UsageError: It does not stand there.
    """
    one = checked(message, "highlight", "", part, span, text)
    return message, one.part, one.start, one.end
