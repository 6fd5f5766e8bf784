"""What stands on the messages of a view, set again on the copies that a conversation is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from infold.core.ids import mint
from infold.core.marks import Mark
from infold.core.messages import Message, part_text
from infold.core.scope import Scope
from infold.core.settings import AWAY, MATERIAL, PASSAGE, PLACED
from infold.engine.copied_wires import LeftBehind
from infold.engine.marking import mark_with_id
from infold.store.protocol import Writer

__all__ = ["copy_marks"]

_APART: Final = "what it names stands in a fold, or is archived"


def copy_marks(
    tx: Writer, scope: Scope, old: str, new: str, stands: Sequence[str], copies: Mapping[str, str]
) -> list[LeftBehind]:
    """Set marks, settings and materials of a conversation on what stands for them in a copy.

    What is marked inside a fold stays with the original, but for highlights, whose words the fold
    holds. What counts for a message and all below it is set on its fold.

    Args:
        tx: The transaction in which the copies were written.
        scope: Whose.
        old: Id of the conversation.
        new: Id of the copy.
        stands: For each position the id of the message or fold that stands there; empty for none.
        copies: That id → the id of the message of the copy.

    Returns:
        The marks and settings that have no place in the copy.
    """
    left: list[LeftBehind] = []
    places = tx.locate(scope, list(copies.values()))
    made = {one.id: one for one in tx.messages(scope, new)}
    secret = tx.secret(scope)
    marks: dict[str, tuple[int, Mark]] = {}
    for position, one in tx.marks(scope, old, ("confirmed", "suggested")):
        copy = copies.get(stands[position])
        moved = copy and _moved(one, made[copy], is_whole=stands[position] == one.message)
        if copy and moved:
            known = mark_with_id(secret, new, moved)
            marks[known.id] = (places[copy][1], known)
        elif one.kind != "archive":
            what = one.label or one.kind
            left.append(_left("mark", one.message, what, _gone(stands[position])))
    tx.add_marks(scope, new, list(marks.values()))
    materials = {}
    for each in tx.materials(scope, old):
        id_ = mint(secret, "material", new, each.name, each.digest)
        materials[each.id] = replace(each, id=id_)
    tx.add_materials(scope, new, list(materials.values()))
    for position, setting in tx.settings(scope, old):
        copy = copies.get(stands[position]) if position >= 0 else ""
        is_whole = position < 0 or stands[position] == setting.message
        name, value = setting.name, setting.value
        if name == AWAY:
            continue
        if copy is None or not (is_whole or name not in PLACED):
            left.append(_left("setting", setting.message, name, _gone(stands[position])))
            continue
        if name.startswith(MATERIAL):
            name = MATERIAL + materials[name.removeprefix(MATERIAL)].id
        elif name in PLACED:
            message, *rest = value.split(" ")
            if message not in copies or (name == PASSAGE and not rest):
                left.append(_left("setting", setting.message, name, _APART))
                continue
            value = " ".join([copies[message], *rest])
        tx.set_setting(scope, new, places[copy][1] if copy else -1, name, value)
    return left


def _left(kind: Literal["mark", "setting"], message: str, what: str, reason: str) -> LeftBehind:
    return LeftBehind(kind=kind, messages=(message,) if message else (), what=what, reason=reason)


def _gone(stands: str) -> str:
    return "its message stands in a fold" if stands else "its message is archived"


def _moved(one: Mark, copy: Message, *, is_whole: bool) -> Mark | None:
    """A mark as it stands on a copy, or on the fold that holds its message; None where not."""
    if one.kind == "archive":
        return None
    if is_whole:
        return replace(one, message=copy.id, id="")
    if one.kind != "highlight" or not one.text:
        return None
    start = part_text(copy.parts[0]).find(one.text)
    if start < 0:
        return None
    return replace(one, message=copy.id, part=0, start=start, end=start + len(one.text), id="")
