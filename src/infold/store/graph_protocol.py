"""What the engine asks of a store about marks, views and steps; see `infold.store.protocol`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from infold.core.changes import Change, ChangeState
from infold.core.folds import Fold
from infold.core.marks import Mark, MarkState
from infold.core.scope import Scope
from infold.core.views import View, ViewFold, ViewState


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphState:
    """What changes the reading of a conversation's graph beside its wires; all of it is rare.

    Attributes:
        archived: Positions of messages that are archived, or whose step was undone; ascending.
        cuts: (parent, child) of wires that carry nothing, by child.
        standing: Numbers of the views through which the conversation is read.
        pinned: Positions of pinned messages, ascending.
        demoted: Numbers of folds whose clusters are shown as one line, ascending.
        versions: (message, version shown in its place), by message.
        passages: (question, message that holds the passage it is about), by question.
        roles: (message, role prompt that stands there), by message.
        alone: Of these messages those whose role prompt takes the place of the ones above.
        quotes: (quoted, quoting, whether the chain is) of `reference` wires, by quoting, quoted.
        materials: (position, material, `in` or `out`), -1 for everywhere; by position.
    """

    archived: tuple[int, ...] = ()
    cuts: tuple[tuple[int, int], ...] = ()
    standing: tuple[int, ...] = ()
    pinned: tuple[int, ...] = ()
    demoted: tuple[int, ...] = ()
    versions: tuple[tuple[int, int], ...] = ()
    passages: tuple[tuple[int, int], ...] = ()
    roles: tuple[tuple[int, int], ...] = ()
    alone: tuple[int, ...] = ()
    quotes: tuple[tuple[int, int, bool], ...] = ()
    materials: tuple[tuple[int, str, str], ...] = ()


class GraphReader(Protocol):
    """Reads of marks, views and steps."""

    def graph_state(self, scope: Scope, conversation: str) -> GraphState:
        """What is archived, cut, set and quoted, and which views stand."""
        ...

    def marks(
        self, scope: Scope, conversation: str, states: Sequence[MarkState] = ("confirmed",)
    ) -> list[tuple[int, Mark]]:
        """(position, mark) by position, part and start."""
        ...

    def marks_at(
        self, scope: Scope, conversation: str, positions: Sequence[int]
    ) -> list[tuple[int, Mark]]:
        """(position, mark) of the marks that hold at some positions; linear in these alone."""
        ...

    def mark(self, scope: Scope, conversation: str, mark: str) -> tuple[int, Mark] | None:
        """(position, mark) by the mark's id."""
        ...

    def views(
        self,
        scope: Scope,
        conversation: str,
        states: Sequence[ViewState] = ("live", "standing"),
    ) -> list[View]:
        """Views with their folds, by number."""
        ...

    def folds_made_from(self, scope: Scope, conversation: str, made_from: str) -> list[Fold]:
        """Drafts and folds of views that were made from the same; the newest first."""
        ...

    def joined_since(self, scope: Scope, conversation: str, first: int) -> list[tuple[int, int]]:
        """(parent, child) of the wires that carry ancestry and end at `first` or later."""
        ...

    def wire_state(
        self, scope: Scope, conversation: str, parent: int, child: int, kind: str
    ) -> tuple[bool, bool] | None:
        """Whether a wire is cut, and whether it quotes a chain; None where there is none."""
        ...

    def changes(self, scope: Scope, conversation: str) -> list[Change]:
        """The steps, in order."""
        ...

    def change_in(
        self, scope: Scope, conversation: str, state: ChangeState, *, newest: bool
    ) -> Change | None:
        """The newest step of a state, or the oldest; one row is read."""
        ...

    def last_change(self, scope: Scope, conversation: str) -> int:
        """The number of the last step; 0 before the first."""
        ...


class GraphWriter(Protocol):
    """Changes of marks, views and steps."""

    def add_marks(self, scope: Scope, conversation: str, marks: Sequence[tuple[int, Mark]]) -> None:
        """Add (position, mark); ids are set."""
        ...

    def set_mark_state(self, scope: Scope, conversation: str, mark: str, state: MarkState) -> None:
        """Change the state of a mark."""
        ...

    def set_wire(
        self,
        scope: Scope,
        conversation: str,
        parent: int,
        child: int,
        kind: Literal["continue", "reference"],
        *,
        cut: bool,
        chain: bool,
    ) -> bool:
        """Change a wire; False where there is none."""
        ...

    def drop_wire(
        self, scope: Scope, conversation: str, parent: int, child: int, kind: str
    ) -> None:
        """Remove a wire that a step made and that is undone: what it says is in the step."""
        ...

    def next_view(self, scope: Scope, conversation: str) -> int:
        """The number of the next view."""
        ...

    def add_view(self, scope: Scope, view: View) -> None:
        """Add a view with its folds, which are there; drafts among these become its own."""
        ...

    def save_view(self, scope: Scope, view: View) -> None:
        """Change the name, the state and whether it was compared."""
        ...

    def save_view_fold(self, scope: Scope, view: View, fold: ViewFold) -> None:
        """Change whether a fold is open in a view, and its flag."""
        ...

    def add_change(self, scope: Scope, conversation: str, change: Change) -> None:
        """Add a step; its id and number are set."""
        ...

    def end_undone(self, scope: Scope, conversation: str) -> None:
        """Let what was undone be done again no more."""
        ...

    def set_change_state(
        self,
        scope: Scope,
        conversation: str,
        number: int,
        state: ChangeState,
        spans: Sequence[int],
    ) -> None:
        """Change the state of a step, and when it was done and undone."""
        ...
