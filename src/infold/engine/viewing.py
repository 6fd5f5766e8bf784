"""Views as they stand now: which folds are closed, and which something inside has opened."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from infold.core.folds import Fold
from infold.core.scope import Scope
from infold.core.views import View, ViewFold
from infold.errors import NotFound
from infold.store.protocol import Reader

__all__ = ["FULL", "Asking", "Closed", "closed_folds", "current", "find_view", "views_for"]

FULL = "full"
"""The name of the view without folds."""

Asking: TypeAlias = str | Sequence[str] | None
"""Which views are asked in: one, by its id or name; several; `full` for none, the original; or None
for those that stand."""

BRANCHED = "a branch or a new version was opened inside"
REPLACED = "another version is shown in the place of one inside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """A fold that is shown as its claims.

    Attributes:
        fold: The fold.
        positions: Of its messages, ascending.
    """

    fold: Fold
    positions: tuple[int, ...]


def find_view(reader: Reader, scope: Scope, conversation: str, name: str) -> View:
    """A view by its id, its name, or how its id starts; as it stands now.

    Raises:
        NotFound: There is none, or several fit.
    """
    views = reader.views(scope, conversation)
    fits = [one for one in views if one.id == name] or [one for one in views if one.name == name]
    fits = fits or [one for one in views if name.startswith("v_") and one.id.startswith(name)]
    if len(fits) != 1:
        raise NotFound(
            f"{name!r:.60} fits {'several' if fits else 'no'} views of this conversation.",
            hint="`infold views CONVERSATION` lists them.",
        )
    return current(reader, scope, fits[0])


def views_for(reader: Reader, scope: Scope, conversation: str, view: Asking) -> list[View]:
    """The views in which something is asked.

    Raises:
        NotFound: One of them is none, or several fit.
    """
    if view is None:
        return reader.views(scope, conversation, ("standing",))
    if view == FULL:
        return []
    names = [view] if isinstance(view, str) else view
    return [find_view(reader, scope, conversation, name) for name in names]


def current(reader: Reader, scope: Scope, view: View) -> View:
    """A view with the folds opened inside which messages were added or gave way to other versions.

    What a step changes inside a fold, the step opens; this finds what was appended or imported.
    """
    if not view.folds:
        return view
    joined = reader.joined_since(scope, view.conversation, view.base)
    state = reader.graph_state(scope, view.conversation)
    replaced = {old for old, _ in state.versions}
    if not joined and not replaced:
        return view
    archived = set(state.archived)
    places = _positions(reader, scope, view.folds)
    folds = []
    for one in view.folds:
        inside = set(places[one.fold.id])
        branched = any(
            parent in inside
            and child not in archived
            and not _is_exit(reader, scope, view, parent, inside)
            for parent, child in joined
        )
        if branched or not inside.isdisjoint(replaced):
            flag = one.flag or (BRANCHED if branched else REPLACED)
            folds.append(replace(one, is_open=True, flag=flag))
        else:
            folds.append(one)
    return replace(view, folds=tuple(folds))


def _is_exit(
    reader: Reader, scope: Scope, view: View, parent: int, inside: Collection[int]
) -> bool:
    """Whether the conversation went on from a message when the view was made, or ended there."""
    below = [
        child for child in reader.children(scope, view.conversation, parent) if child < view.base
    ]
    return not below or any(child not in inside for child in below)


def closed_folds(reader: Reader, scope: Scope, views: Sequence[View]) -> list[Closed]:
    """The folds of views that are closed, the outermost of nested ones, by position."""
    found: dict[str, ViewFold] = {}
    for view in views:
        for one in current(reader, scope, view).folds:
            found.setdefault(one.fold.id, one)
    merged = View(
        id="", name="", conversation="", number=0, base=0, folds=tuple(found.values())
    ).closed
    places = _positions(reader, scope, merged)
    return [Closed(fold=one.fold, positions=places[one.fold.id]) for one in merged]


def _positions(
    reader: Reader, scope: Scope, folds: Sequence[ViewFold]
) -> dict[str, tuple[int, ...]]:
    places = reader.locate(scope, [source for one in folds for source in one.fold.sources])
    return {
        one.fold.id: tuple(sorted(places[source][1] for source in one.fold.sources))
        for one in folds
    }
