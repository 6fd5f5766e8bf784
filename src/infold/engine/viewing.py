"""Views as they stand now: which folds are closed, and which something inside has opened."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from infold.core.folds import Fold
from infold.core.scope import Scope
from infold.core.views import View, ViewFold
from infold.core.wording import counted
from infold.errors import Conflict, NotFound
from infold.graph.shown_path import shown_versions
from infold.store.protocol import Reader

__all__ = [
    "FULL",
    "Asking",
    "Closed",
    "closed_folds",
    "current",
    "find_view",
    "require_closable",
    "standing_on",
    "views_for",
    "written_view",
]

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

    Raises as `written_view`.
    """
    return current(reader, scope, written_view(reader, scope, conversation, name))


def written_view(reader: Reader, scope: Scope, conversation: str, name: str) -> View:
    """The same as it is written: without what opened by itself.

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
    return fits[0]


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
    What was there when a person closed a fold again keeps it open no longer, but for another
    version: the claims would say what is not said any more.
    """
    if not view.folds:
        return view
    joined = reader.joined_since(scope, view.conversation, view.base)
    state = reader.graph_state(scope, view.conversation)
    archived = set(state.archived)
    replaced = shown_versions(state.versions, archived)
    if not joined and not replaced:
        return view
    places = _positions(reader, scope, view.folds)
    branched = _branched(reader, scope, view, places, joined, archived)
    folds = []
    for one in view.folds:
        is_branched = one.fold.id in branched
        if is_branched or not replaced.keys().isdisjoint(places[one.fold.id]):
            why = BRANCHED if is_branched else REPLACED
            flag = (one.flag if one.is_open else "") or why
            folds.append(replace(one, is_open=True, flag=flag))
        else:
            folds.append(one)
    return replace(view, folds=tuple(folds))


def _branched(
    reader: Reader,
    scope: Scope,
    view: View,
    places: Mapping[str, Collection[int]],
    joined: Sequence[tuple[int, int]],
    archived: Collection[int],
) -> set[str]:
    """The folds inside which something was added that goes on from no exit of theirs.

    Linear in the messages of the folds and in what was joined: each wire looks up the folds that
    hold its parent, and what stands below that is read once.
    """
    holding: defaultdict[int, list[str]] = defaultdict(list)
    inside = {fold: frozenset(found) for fold, found in places.items()}
    for fold, found in inside.items():
        for position in found:
            holding[position].append(fold)
    newest: dict[tuple[str, int], int] = {}
    for parent, child in joined:
        if child not in archived:
            for fold in holding.get(parent, ()):
                newest[fold, parent] = max(child, newest.get((fold, parent), -1))
    if not newest:
        return set()
    below = {
        parent: [
            child
            for child in reader.children(scope, view.conversation, parent)
            if child < view.base
        ]
        for parent in sorted({parent for _, parent in newest})
    }
    # Where the conversation went on when the view was made, or ended, it may go on.
    inner = {
        (fold, parent): child
        for (fold, parent), child in newest.items()
        if below[parent] and inside[fold].issuperset(below[parent])
    }
    if not inner:
        return set()
    closed_at = _closed_at(reader, scope, view)
    return {fold for (fold, _), child in inner.items() if child >= closed_at.get(fold, view.base)}


def _closed_at(reader: Reader, scope: Scope, view: View) -> dict[str, int]:
    """Fold → how many messages there were when a person closed it last."""
    found: dict[str, int] = {}
    for change in reader.changes(scope, view.conversation):
        for effect in change.effects if change.state == "done" else ():
            name, _, fold = effect.record.partition(" ")
            if effect.target == "fold" and name == view.id and effect.new.startswith("closed"):
                found[fold] = max(view.base, change.spans[-1])
    return found


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


def require_closable(reader: Reader, scope: Scope, conversation: str, one: ViewFold) -> None:
    """Refuse to close a fold whose claims say what another version took the place of.

    Raises:
        Conflict: Another version is shown in the place of one of its messages.
    """
    state = reader.graph_state(scope, conversation)
    inside = set(_positions(reader, scope, [one])[one.fold.id])
    replaced = sorted(inside.intersection(shown_versions(state.versions, state.archived)))
    if replaced:
        ids = [message.id for message in reader.messages(scope, conversation, replaced)]
        raise Conflict(
            "The fold cannot be closed: another version is shown in the place of "
            f"{counted(len(ids), 'message')} inside, and its claims do not say what that says.",
            hint="Show the old version again, or condense anew: its turn then stays whole.",
            records=ids,
        )


def standing_on(
    closed: Sequence[Closed], on_path: Collection[int], archived: Collection[int]
) -> list[Closed]:
    """The closed folds that stand on a path, as far as they may be told.

    All of their messages are on the path, archived ones aside: so a claim is shown only where its
    sources are in scope. What an archived message said is left out.

    Args:
        closed: Folds.
        on_path: Positions of what is shown on the path.
        archived: Positions of archived messages.
    """
    out = []
    for one in closed:
        where = dict(zip(one.positions, one.fold.sources, strict=True))
        kept = {at: name for at, name in where.items() if at in on_path and at not in archived}
        if not kept or any(at not in kept and at not in archived for at in where):
            continue
        if len(kept) == len(where):
            out.append(one)
        else:
            there = set(kept.values())
            claims = tuple(
                claim
                for claim in one.fold.claims
                if all(span.message in there for span in claim.spans)
            )
            fold = replace(one.fold, sources=tuple(kept.values()), claims=claims)
            out.append(Closed(fold=fold, positions=tuple(kept)))
    return out


def _positions(
    reader: Reader, scope: Scope, folds: Sequence[ViewFold]
) -> dict[str, tuple[int, ...]]:
    places = reader.locate(scope, [source for one in folds for source in one.fold.sources])
    return {
        one.fold.id: tuple(sorted(places[source][1] for source in one.fold.sources))
        for one in folds
    }
