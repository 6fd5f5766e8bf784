"""Verifying what stands on single messages: settings, materials, how answers were asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from infold.core.messages import Message, part_text
from infold.core.scope import Scope
from infold.core.settings import (
    AWAY,
    BACK,
    GONE,
    MATERIAL,
    ONLY,
    PASSAGE,
    ROLE,
    SHOWN_AS,
    Setting,
)
from infold.engine.material_adding import material_with_id
from infold.store.protocol import Reader

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["node_faults"]

Kind: TypeAlias = Literal["setting", "material", "asked"]


def node_faults(
    memory: Infold,
    reader: Reader,
    scope: Scope,
    conversation: str,
    messages: Sequence[Message],
    *,
    is_own: bool,
) -> Iterator[tuple[Kind, str, str]]:
    """What does not agree: (kind, record, in words).

    Args:
        memory: The open store.
        reader: The snapshot.
        scope: Whose.
        conversation: Its id.
        messages: All of them, by position.
        is_own: Whether ids were minted in this store.
    """
    by_id = {message.id: message for message in messages}
    materials = {one.id: one for one in reader.materials(scope, conversation)}
    there = set(reader.blobs(scope)) if materials else set()
    for one in materials.values():
        if one.digest not in there:
            yield "material", one.id, f"the bytes of {one.name} are missing"
        if sum(memory.counter.count(page) for page in one.pages) != one.tokens and one.pages:
            yield "material", one.id, "its tokens do not follow from its text"
        if is_own and material_with_id(reader.secret(scope), conversation, one).id != one.id:
            yield "material", one.id, "its id does not follow from its bytes"
    for position, setting in reader.settings(scope, conversation):
        if position >= len(messages) or (position >= 0 and not setting.message):
            yield "setting", setting.name, f"it stands on #{position}: no message"
        elif not _is_sound(setting, by_id, materials):
            yield "setting", setting.name, f"its value on #{position} names what is not there"
    for position, asked in reader.asked(scope, conversation):
        if messages[position].role != "assistant":
            yield "asked", asked.message, "it is no answer"


def _is_sound(
    setting: Setting, by_id: Mapping[str, Message], materials: Mapping[str, object]
) -> bool:
    if setting.name.startswith(MATERIAL):
        return setting.name.removeprefix(MATERIAL) in materials and setting.value in ("in", "out")
    if setting.name == AWAY:
        return setting.value in (GONE, BACK)
    if setting.name in (ROLE, SHOWN_AS):
        message, _, rest = setting.value.partition(" ")
        return message in by_id and rest in (("", ONLY) if setting.name == ROLE else ("",))
    if setting.name != PASSAGE:
        return True
    match setting.value.split(" "):
        case [message, part, start, end] if message in by_id and (part + start + end).isdecimal():
            parts = by_id[message].parts
            text = part_text(parts[int(part)]) if int(part) < len(parts) else ""
            return int(start) < int(end) <= len(text)
        case _:
            return False
