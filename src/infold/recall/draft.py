"""The first half of a context: what to show, before any text has been read."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import Flag
from infold.errors import UsageError
from infold.recall import signals
from infold.recall.budget import Budget
from infold.recall.field import Field
from infold.recall.foldmap import NO_FOLDS, ClaimKey, FoldTable, choose_claims
from infold.recall.layout import LAYOUTS, SHARES, Hot, Layout, hot_window, leading
from infold.recall.model import Model
from infold.recall.query import Query
from infold.recall.rank import order
from infold.recall.replaced import NOTHING_REPLACED, Replaced

_LABEL = 3
"""Tokens of a message's label, as estimated: its role and a colon, or a short name."""
_CALL = 14
"""Tokens of what goes with a call or result: ids, names, signs."""
_DATE = 4
_HEADING = 2
_MARGIN = 24
"""Candidates that are loaded beyond those that would fill the budget."""
_MOST = 600
_LEAST_LINE = 8


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Draft:
    """What a context would show. Places are indexes into the path.

    Attributes:
        field: The path and its index.
        query: The question.
        budget: What the context may take.
        layout: Its layout.
        system: Places of the system messages of the head, and of pinned ones.
        claims: What names the claims of the fold map, in its order: `finish` has to be given them.
        hot: The hot window.
        candidates: Places for the evidence, best first.
        weights: Hash of a term of the question → its weight, for extracts.
        orphans: Places of tool results that are known to have no call in scope.
        may_fit: The whole path may fit the budget: all of it is loaded, to be tried in its order.
        needs: Positions of the messages that `finish` has to be given, ascending.
        replaced: What no longer holds.
    """

    field: Field
    query: Query
    budget: Budget
    layout: Layout
    system: tuple[int, ...]
    claims: tuple[ClaimKey, ...]
    hot: Hot
    candidates: tuple[int, ...]
    weights: dict[int, float]
    orphans: frozenset[int]
    may_fit: bool
    needs: list[int]
    replaced: Replaced


def prepare(
    field: Field,
    *,
    query: Query,
    budget: Budget,
    folds: FoldTable = NO_FOLDS,
    layout: Layout = "default",
    orphans: Collection[int] = (),
    model: Model | None = None,
    replaced: Replaced = NOTHING_REPLACED,
    pinned: Collection[int] = (),
    behind: int = 0,
) -> Draft:
    """Decide what a context could show.

    Args:
        field: The messages in scope: the ancestors of one leaf. It is not changed.
        query: The question.
        budget: From `budget_for`.
        folds: The conversation's folds; only claims whose sources are all in scope are shown.
        layout: `default`, or `cached` for a longer stable prefix.
        orphans: Positions of tool results known to have no call in scope. Those among the loaded
            messages are found anyway.
        model: Weighs the features of messages; the one of the package by default.
        replaced: What no longer holds on the path. A value that was replaced is shown with a mark,
            and behind the one in its place.
        pinned: Positions of messages that stand in every context, as far as half of the budget
            goes; those outside of the path are passed over.
        behind: The hot window begins at this place or later: between it and what stands before,
            texts were dropped, and recent is only what came after these.

    Returns:
        The draft; load the messages at `needs` and give both to `finish`. Their number is bounded
        by the budget.

    Raises:
        UsageError: No such layout.
    """
    if layout not in LAYOUTS:
        raise UsageError(f"No such layout: {layout!r}.", hint=f"Use one of {', '.join(LAYOUTS)}.")
    n = len(field)
    sizes = _sizes(field)
    head = leading(field.take(field.snapshot.role))
    room = budget.tokens
    shares = SHARES[layout]
    if int(sizes.sum()) + _DATE <= room:
        everything = Hot(start=head, stop=n, newest=n)
        return _draft(
            field, query, budget, layout, orphans, tuple(range(head)), (), everything, (), replaced
        )
    head_room = int(room * shares.head)
    system: list[int] = []
    used = 0
    for place in range(head):
        if budget.whole_system or used + int(sizes[place]) <= head_room:
            system.append(place)
            used += int(sizes[place])
    held = _pinned(field, pinned, head, sizes, (room - used) // 2)
    room -= sum(int(sizes[place]) for place in held)
    if budget.whole_system:  # they are not part of any share
        room = max(0, room - used)
        head_room = int(room * shares.head)
        used = 0
    inside = np.zeros(len(field.snapshot), np.bool_)
    inside[field.path] = True
    claims, map_tokens = choose_claims(folds, inside, head_room - used - _HEADING)
    used += map_tokens
    boundary = ~field.has(Flag.RESULTS)
    first = max(head, min(behind, n))
    if first < n:
        boundary[first] = True
    hot = hot_window(
        sizes,
        boundary,
        first=first,
        high=max(0, int(room * shares.hot) - (used if shares.with_head else 0)),
        block=int(room * shares.block),
        newest=int(room * shares.newest),
    )
    held = [place for place in held if not hot.start <= place < hot.stop]
    results = field.has(Flag.RESULTS)
    # A tool's result stands without its call only as evidence.
    system += [place for place in held if not results[place]]
    candidates = _candidates(field, query, model, sizes, hot, room, frozenset(system))
    candidates = tuple(dict.fromkeys([*(p for p in held if results[p]), *candidates]))
    if replaced:
        candidates = _current_first(field, candidates, hot, replaced)
    return _draft(
        field, query, budget, layout, orphans, tuple(system), claims, hot, candidates, replaced
    )


def _pinned(
    field: Field, pinned: Collection[int], head: int, sizes: NDArray[np.int64], room: int
) -> list[int]:
    """Places of pinned messages for which there is room, by place."""
    inside = [position for position in pinned if position < len(field.snapshot)]
    out: list[int] = []
    for place in sorted(field.places(np.array(inside, np.int64)).tolist()) if inside else ():
        if place >= head and int(sizes[place]) <= room:
            room -= int(sizes[place])
            out.append(place)
    return out


def _sizes(field: Field) -> NDArray[np.int64]:
    """Tokens of each message as it would be shown in the hot window, label and date included."""
    authors = np.array([max(1, -(-len(name) // 4)) for name in field.snapshot.authors], np.int64)
    sizes = field.tokens + _LABEL
    authors[0] = 0
    sizes = sizes + authors[field.take(field.snapshot.author)]
    tools = int(Flag.CALLS) | int(Flag.RESULTS)
    sizes += np.where((field.flags & tools) != 0, _CALL, 0)
    days = field.days
    if len(days):
        sizes[1:] += np.where(days[1:] != days[:-1], _DATE, 0)
        sizes[0] += _DATE
    result: NDArray[np.int64] = sizes
    return result


def _candidates(
    field: Field,
    query: Query,
    model: Model | None,
    sizes: NDArray[np.int64],
    hot: Hot,
    room: int,
    shown: frozenset[int],
) -> tuple[int, ...]:
    """Newest messages first, then by rank, then backwards in time while the budget has room."""
    n = len(field)
    taken = set(shown) | set(range(hot.start, hot.stop))
    out: list[int] = []
    left = room + room // 2
    margin = _MARGIN

    def take(place: int) -> bool:
        nonlocal left, margin
        if place not in taken:
            taken.add(place)
            out.append(place)
            if left > 0:
                left -= min(int(sizes[place]), max(160, room // 4))
            else:
                margin -= 1
        return margin > 0

    for place in range(n - 1, hot.newest - 1, -1):
        take(place)
    limit = min(_MOST, room // _LEAST_LINE + _MARGIN)
    for place in order(field, query, limit=limit, model=model).tolist():
        if not take(place):
            return tuple(out)
    lowest = max(0, hot.start - limit)
    filler = field.has(Flag.FILLER)
    for place in range(n - 1, lowest - 1, -1):
        if left <= 0 or len(out) >= 2 * limit:
            break
        if not filler[place]:
            take(place)
    if n and not out and not taken:
        take(n - 1)
    return tuple(out)


def _current_first(
    field: Field, candidates: tuple[int, ...], hot: Hot, replaced: Replaced
) -> tuple[int, ...]:
    """Move what holds now before what it replaced; where it is not among the best, add it."""
    out: list[int] = []
    taken: set[int] = set()
    positions = field.path[list(candidates)].tolist()
    for place, position in zip(candidates, positions, strict=True):
        for mark in replaced.marks(position):
            now = int(field.places(np.array([mark.at], np.int64))[0])
            if now >= 0 and now not in taken and not hot.start <= now < hot.stop:
                taken.add(now)
                out.append(now)
        if place not in taken:
            taken.add(place)
            out.append(place)
    return tuple(out)


def _draft(
    field: Field,
    query: Query,
    budget: Budget,
    layout: Layout,
    orphans: Collection[int],
    system: tuple[int, ...],
    claims: tuple[ClaimKey, ...],
    hot: Hot,
    candidates: tuple[int, ...],
    replaced: Replaced,
) -> Draft:
    """Complete a draft with what must be loaded for it."""
    n = len(field)
    may_fit = int(field.tokens.sum()) <= budget.tokens
    places = (
        set(range(n))
        if may_fit
        else set(system) | set(range(hot.start, hot.stop)) | set(candidates)
    )
    filler, asks = field.has(Flag.FILLER), field.has(Flag.QUESTION)
    places |= {p + 1 for p in candidates if p + 1 < n and asks[p] and filler[p + 1]}
    results = field.has(Flag.RESULTS)
    asked = [place for place in places if results[place]]
    if asked:  # the calls that they answer, for their names
        calls = np.flatnonzero(field.has(Flag.CALLS))
        at = np.searchsorted(calls, asked) - 1
        places |= set(calls[at[at >= 0]].tolist()) if len(calls) else set()
    known = [p for p in orphans if 0 <= p < len(field.snapshot)]
    lost = field.places(np.array(known, np.int64)) if known else np.zeros(0, np.int64)
    terms = set(query.terms.tolist())
    return Draft(
        field=field,
        query=query,
        budget=budget,
        layout=layout,
        system=system,
        claims=claims,
        hot=hot,
        candidates=candidates,
        weights={t: signals.rarity(field, len(field.where(t)[0])) for t in terms},
        orphans=frozenset(lost[lost >= 0].tolist()),
        may_fit=may_fit,
        needs=np.sort(field.path[sorted(places)]).tolist(),
        replaced=replaced,
    )
