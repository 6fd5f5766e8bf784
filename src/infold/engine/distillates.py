"""Distillates that came with a canvas, in a view of their own: folds beside the untouched original.

The text is another tool's and stands as it is, sentence by sentence, each with the sentences of the
sources that come nearest to it. It is not mended: what it lost or inverted is there to be found.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from infold.core.folds import DRAFT_VIEW, Claim, Compaction, Fold, Span
from infold.core.ids import canonical, mint
from infold.core.messages import Message, Text
from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.core.views import VIEW_STATES, View, ViewFold
from infold.engine.condensing import read_graph
from infold.engine.identity import fold_with_ids
from infold.errors import GraphError
from infold.fold.anchoring import anchor, sentence_span
from infold.fold.planning import place_claims
from infold.graph.runs import require_convex
from infold.graph.turn_graph import TurnGraph
from infold.graph.views import require_nested
from infold.store.protocol import ConversationRow, Writer
from infold.text.analysis import analyze
from infold.text.sentences import sentences

__all__ = ["save_distillates"]

_NAMED: Final = 3
"""Messages of which a sentence is taken to speak."""


def save_distillates(
    tx: Writer,
    scope: Scope,
    row: ConversationRow,
    compactions: Sequence[Compaction],
    *,
    positions: Mapping[str, int],
    counter: TokenCounter,
) -> int:
    """Make views of the distillates of a file, where they stand in none yet.

    Those from which the canvas goes on come first. Two that stand for the same nodes, or share
    some, stand in views of their own. No step: a view changes nothing, and can be dropped.

    Args:
        tx: The transaction in which the last messages of the file are written.
        scope: Whose they are.
        row: The conversation.
        compactions: By local message ids; those without the name of a view are passed over.
        positions: Local message id → position in the store, of every message of the file.
        counter: Counts tokens.

    Returns:
        How many folds were added. Some that no view can show are left out: a path leads out of what
        they stand for and back in, or it stands on several paths.
    """
    wanted = [one for one in compactions if one.view and one.sources and not one.unreadable]
    if not wanted:
        return 0
    secret = tx.secret(scope)
    there = {one.fold.id for view in tx.views(scope, row.id, VIEW_STATES) for one in view.folds}
    is_used = {
        one.message: bool(tx.children(scope, row.id, positions[one.message]))
        for one in wanted
        if one.message is not None
    }
    wanted.sort(key=lambda one: not is_used.get(one.message or "", False))
    graph: TurnGraph | None = None
    buckets: dict[str, list[list[Fold]]] = {}
    for one in wanted:
        at = sorted(positions[source] for source in one.sources or ())
        messages = tx.messages(scope, row.id, at)
        fold = fold_with_ids(secret, row.id, _fold(one, messages, counter))
        if fold.id in there:
            continue
        graph = graph or read_graph(tx, scope, row.id, [])
        if _can_stand(graph, at):
            _place(buckets.setdefault(one.view, []), fold)
    for name, views in buckets.items():
        for folds in views:
            _add_view(tx, scope, row, name, folds, secret)
    return sum(len(folds) for views in buckets.values() for folds in views)


def _fold(one: Compaction, messages: Sequence[Message], counter: TokenCounter) -> Fold:
    """The distillate as a fold of a view, without its ids."""
    places = {message.id: message.position for message in messages}
    lines = [" ".join(piece.text.split()) for piece in sentences(one.text)]
    claims = [Claim(text=line, spans=_spans(line, messages)) for line in lines if line]
    return Fold(
        root=messages[0].position,
        sources=tuple(places),
        claims=place_claims(claims, places, counter),
        method="foreign",
        state="ready",
        generation=0,
        tokens=sum(max(0, message.tokens) for message in messages),
        model=one.tool,
        view=DRAFT_VIEW,
        made_from=hashlib.sha256(
            canonical([one.tool, one.text, list(places)]).encode("utf-8", "surrogatepass")
        ).hexdigest()[:32],
    )


def _spans(line: str, messages: Sequence[Message]) -> tuple[Span, ...]:
    """The sentences of the sources that come nearest to one of the distillate."""
    terms = frozenset(analyze(line))
    shared = {one.id: len(terms.intersection(analyze(one.text))) for one in messages}
    near = sorted(
        (one for one in messages if shared[one.id]), key=lambda one: (-shared[one.id], one.position)
    )[:_NAMED]
    found = anchor(line, near, messages)
    if found is None:
        # A value that no source names, or nothing in common: the nearest message is what there is.
        found = anchor(" ".join(sorted(terms)), near) if near else None
    if found is None:
        told = [(one, part) for one in (*near, *messages) for part in _texts(one)]
        found = (sentence_span(*told[0], 0),) if told else ()
    place = {message.id: message.position for message in messages}
    return tuple(sorted(found, key=lambda span: (place[span.message], span.part, span.start)))


def _texts(message: Message) -> list[int]:
    """The parts of a message that say something."""
    return [
        index
        for index, part in enumerate(message.parts)
        if isinstance(part, Text) and part.text.strip()
    ]


def _can_stand(graph: TurnGraph, positions: Sequence[int]) -> bool:
    """Whether a view can show a fold of some messages: on one path, and no way out and back in."""
    nodes = {graph.owner[position] for position in positions}
    try:
        require_convex(graph, nodes)
    except GraphError:
        return False
    seen = {graph.owner[positions[-1]]}
    queue = list(seen)
    for node in queue:  # grows while it is walked
        fresh = [parent for parent in graph.parents[node] if parent not in seen]
        seen.update(fresh)
        queue += dict.fromkeys(fresh)
    return nodes <= seen


def _place(views: list[list[Fold]], fold: Fold) -> None:
    """Put a fold into the first view in which it nests or is apart."""
    for folds in views:
        try:
            require_nested({one.id: one.sources for one in (*folds, fold)})
        except GraphError:
            continue
        if all(one.sources != fold.sources for one in folds):
            folds.append(fold)
            return
    views.append([fold])


def _add_view(
    tx: Writer,
    scope: Scope,
    row: ConversationRow,
    name: str,
    folds: Iterable[Fold],
    secret: bytes,
) -> None:
    stored = sorted(folds, key=lambda one: one.id)
    tx.add_folds(scope, row.id, stored)
    taken = {view.name for view in tx.views(scope, row.id, VIEW_STATES)}
    free, count = name, 1
    while free in taken:
        count += 1
        free = f"{name} {count}"
    number = tx.next_view(scope, row.id)
    tx.add_view(
        scope,
        View(
            id=mint(secret, "view", row.id, number),
            name=free,
            conversation=row.id,
            number=number,
            base=row.messages,
            folds=tuple(ViewFold(fold=replace(one, view=number)) for one in stored),
        ),
    )
