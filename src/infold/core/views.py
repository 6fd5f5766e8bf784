"""Views: a conversation's graph seen through a set of folds that nest or are disjoint."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, overload

from infold.core.folds import Fold

ViewState: TypeAlias = Literal["live", "standing", "dropped"]
VIEW_STATES: tuple[ViewState, ...] = ("live", "standing", "dropped")


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewFold:
    """A fold as it stands in a view.

    Attributes:
        fold: The fold; its sources are its members.
        is_open: Whether its messages are shown in its place.
        flag: Why it was opened, or is to be built anew; empty where nothing happened inside.
    """

    fold: Fold
    is_open: bool = False
    flag: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The graph of a conversation as it is seen through folds. It stores no copies of messages.

    Attributes:
        id: Minted by the store.
        name: For people.
        conversation: Id of the conversation.
        number: Of the view in its conversation, from 1.
        base: How many messages there were when it was made: those that came later stand beside it.
        folds: By their first source.
        state: `live`; `standing` where the original was archived, so that the conversation is read
            through it; or `dropped`.
        is_compared: Whether the same questions were asked of it and of the original.
    """

    id: str
    name: str
    conversation: str
    number: int
    base: int
    folds: tuple[ViewFold, ...] = ()
    state: ViewState = "live"
    is_compared: bool = field(default=False)

    @property
    def closed(self) -> tuple[ViewFold, ...]:
        """The folds that are shown as their claims; of nested ones the outermost alone."""
        shut = [one for one in self.folds if not one.is_open]
        shut.sort(key=lambda one: -len(one.fold.sources))
        out: list[ViewFold] = []
        covered: set[str] = set()
        for one in shut:
            if not covered.intersection(one.fold.sources):
                out.append(one)
                covered.update(one.fold.sources)
        return tuple(sorted(out, key=lambda one: (one.fold.root, one.fold.id)))


@overload
def view_name(view: str | View) -> str: ...
@overload
def view_name(view: None) -> None: ...
@overload
def view_name(view: str | View | None) -> str | None: ...
def view_name(view: str | View | None) -> str | None:
    """What names a view: its id, or the id or name that was given; None for none."""
    return view.id if isinstance(view, View) else view
