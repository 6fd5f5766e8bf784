"""Changes: named steps of a conversation's graph that can be undone and done again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Target: TypeAlias = Literal["mark", "wire", "leaf", "view", "name", "fold", "compared", "setting"]
TARGETS: tuple[Target, ...] = (
    "mark",
    "wire",
    "leaf",
    "view",
    "name",
    "fold",
    "compared",
    "setting",
)
ChangeState: TypeAlias = Literal["done", "undone", "gone"]
CHANGE_STATES: tuple[ChangeState, ...] = ("done", "undone", "gone")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One row that a step changes.

    Attributes:
        target: `mark`: the state of a mark; `wire`: `cut`, `joined` or empty for not there;
            `leaf`: id of the current leaf; `view`: the state of a view; `name`: of a view;
            `fold`: whether a fold is open in a view, and its flag; `compared`: of a view;
            `setting`: of a message (see `infold.core.settings`).
        record: Id of the record; of a wire `parent child kind chain`, of a fold `view fold`, of a
            leaf empty, of a setting `message name`, with `-` for the whole conversation.
        old: Its value before, as text.
        new: Its value afterwards.
    """

    target: Target
    record: str
    old: str
    new: str

    @property
    def reverse(self) -> Effect:
        """What takes it back."""
        return Effect(target=self.target, record=self.record, old=self.new, new=self.old)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A step: all of it is done, or none.

    Attributes:
        id: Minted by the store.
        number: Of the step in its conversation, from 1.
        name: In words, as "mark as decided".
        at: When it was done, ISO 8601.
        by: Who did it.
        effects: In order. Ids and small values, never content.
        state: `done`, `undone`, or `gone`: undone, and other steps came since.
        spans: How many messages there were when it was done, undone, done again, and so on.
    """

    id: str
    number: int
    name: str
    at: str
    by: str
    effects: tuple[Effect, ...]
    state: ChangeState = "done"
    spans: tuple[int, ...] = ()

    def stood(self, position: int) -> bool:
        """Whether it was done when the message at a position came. It stands now as `state` says.

        Args:
            position: Of a message: it came when there were so many.
        """
        return sum(count <= position for count in self.spans) % 2 == 1
