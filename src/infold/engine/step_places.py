"""What a step touched, in words: for people who are asked whether it is to be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from infold.core.changes import Change, Effect, Target
from infold.core.marks import MarkState
from infold.core.scope import Scope
from infold.core.views import VIEW_STATES
from infold.store.protocol import Reader

__all__ = ["touched"]

_MARKS: Final[tuple[MarkState, ...]] = ("suggested", "confirmed", "withdrawn")
_OF_VIEWS: Final[tuple[Target, ...]] = ("view", "name", "compared", "fold")


def touched(reader: Reader, scope: Scope, conversation: str, change: Change) -> tuple[str, ...]:
    """The messages, wires and views of a step, each once, in the order of its effects.

    Args:
        reader: A snapshot.
        scope: Whose.
        conversation: Its id.
        change: The step.

    Returns:
        As `#4`, `the wire from #2 to #5`, `the view short`, `the whole conversation`. What is gone
        since is left out. Linear in the effects; where one is of a view, in the views.
    """
    targets = {effect.target for effect in change.effects}
    marks: dict[str, int] = {}
    if "mark" in targets:
        marks = {one.id: at for at, one in reader.marks(scope, conversation, _MARKS)}
    views: dict[str, str] = {}
    if targets.intersection(_OF_VIEWS):
        views = {one.id: one.name for one in reader.views(scope, conversation, VIEW_STATES)}
    ids = {word for effect in change.effects for word in _messages(effect)}
    at = {one: place[1] for one, place in reader.locate(scope, sorted(ids)).items()}
    told = [_told(effect, marks, views, at) for effect in change.effects]
    # Where the leaf went says least: it is told where nothing else is.
    others = [one for one, effect in zip(told, change.effects, strict=True) if _is_more(effect)]
    return tuple(dict.fromkeys(one for one in others or told if one))


def _is_more(effect: Effect) -> bool:
    return effect.target != "leaf"


def _messages(effect: Effect) -> list[str]:
    """Ids of the messages that an effect names."""
    match effect.target:
        case "wire":
            return effect.record.split(" ")[:2]
        case "setting":
            return [word for word in effect.record.split(" ")[:1] if word != "-"]
        case "leaf":
            return [effect.new]
        case _:
            return []


def _told(
    effect: Effect, marks: Mapping[str, int], views: Mapping[str, str], at: Mapping[str, int]
) -> str:
    first, *rest = effect.record.split(" ")
    match effect.target:
        case "mark":
            return f"#{marks[first]}" if first in marks else ""
        case "wire":
            ends = (first, rest[0])
            return (
                "the wire from #{} to #{}".format(*map(at.get, ends))
                if at.keys() >= set(ends)
                else ""
            )
        case "setting" if first == "-":
            return "the whole conversation"
        case "setting":
            return f"#{at[first]}" if first in at else ""
        case "leaf":
            return f"#{at[effect.new]}" if effect.new in at else ""
        case _:
            return f"the view {views[first]}" if first in views else ""
