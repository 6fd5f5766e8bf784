"""What happens inside a closed fold opens it in its views, and flags it to be built anew.

A fold never stretches or shrinks silently: where a step marks, cuts, joins or quotes something in
it, the effects of that step open it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from infold.core.changes import Effect
from infold.core.folds import VERBATIM, Fold
from infold.core.marks import Mark
from infold.core.scope import Scope
from infold.engine.steps import fold_value
from infold.store.protocol import ConversationRow, Reader

__all__ = ["opened_by_marks", "opened_by_restoring", "opened_by_wire", "opened_on"]

_ARCHIVED = "a message was archived inside"
_RESTORED = "a message was restored inside"
_WIRED = "a wire was changed inside"
_QUOTED = "a turn inside is quoted, or quotes another"


def _opened(
    tx: Reader, scope: Scope, row: ConversationRow, why: Callable[[Fold], str]
) -> list[Effect]:
    """The effects that open the folds for which there is a reason, in all views.

    A fold that was opened for a reason stays as it is; one that a person closed again opens again.
    """
    effects = []
    for view in tx.views(scope, row.id):
        for one in view.folds:
            flag = "" if one.is_open and one.flag else why(one.fold)
            if flag:
                effects.append(
                    Effect(
                        target="fold",
                        record=f"{view.id} {one.fold.id}",
                        old=fold_value(is_open=one.is_open, flag=one.flag),
                        new=fold_value(is_open=True, flag=flag),
                    )
                )
    return effects


def opened_by_marks(
    tx: Reader, scope: Scope, row: ConversationRow, marks: Sequence[Mark]
) -> list[Effect]:
    """The folds that marks inside them open; a highlight that one carries opens none."""

    def why(fold: Fold) -> str:
        inside = set(fold.sources)
        carried = {claim.spans[0] for claim in fold.claims if claim.level == VERBATIM}
        stands = {(span.message, span.part, span.start, span.end) for span in carried}
        touching = [
            one
            for one in marks
            if one.message in inside and (one.message, one.part, one.start, one.end) not in stands
        ]
        if not touching:
            return ""
        kind = touching[0].kind
        return _ARCHIVED if kind == "archive" else f"a {kind} was set inside"

    return _opened(tx, scope, row, why) if marks else []


def opened_by_wire(
    tx: Reader, scope: Scope, row: ConversationRow, parent: str, child: str, kind: str
) -> list[Effect]:
    """The folds that a wire opens which was cut, restored or added.

    One that quotes opens folds at both of its ends. One that carries ancestry opens those inside
    which it begins or ends: what leads to the first message of a run, and what goes on from its
    last, is no part of it.
    """
    at = tx.locate(scope, [parent, child])
    above = _ids(tx, scope, row, tx.parents(scope, row.id, at[child][1]))
    below = _ids(tx, scope, row, tx.children(scope, row.id, at[parent][1]))

    def why(fold: Fold) -> str:
        inside = set(fold.sources)
        if kind != "continue":
            return "" if inside.isdisjoint((parent, child)) else _QUOTED
        is_inner = (
            (parent in inside and child in inside)
            or (child in inside and not inside.isdisjoint(above))
            or (parent in inside and not inside.isdisjoint(below))
        )
        return _WIRED if is_inner else ""

    return _opened(tx, scope, row, why)


def opened_by_restoring(
    tx: Reader, scope: Scope, row: ConversationRow, positions: Sequence[int]
) -> list[Effect]:
    """The folds inside which archived messages are shown again.

    A fold leaves out what was archived when it was made. Such a message stands inside where the
    fold leads to it, and it leads back into the fold or belongs to the turn that leads to it.
    """
    archived = set(tx.graph_state(scope, row.id).archived)
    places = []
    for message in tx.messages(scope, row.id, sorted(positions)):
        at = message.position
        above = _through(at, archived, lambda one: tx.parents(scope, row.id, one))
        below = _through(at, archived, lambda one: tx.children(scope, row.id, one))
        above_ids, below_ids = (_ids(tx, scope, row, found) for found in (above, below))
        places.append((message, above_ids, below_ids))

    def why(fold: Fold) -> str:
        inside = set(fold.sources)
        for message, above_ids, below_ids in places:
            is_led_to = not inside.isdisjoint(above_ids)
            goes_on = message.role != "user" or not inside.isdisjoint(below_ids)
            if message.id in inside or (is_led_to and goes_on):
                return _RESTORED
        return ""

    return _opened(tx, scope, row, why) if places else []


def _through(
    position: int, archived: Collection[int], step: Callable[[int], Sequence[int]]
) -> frozenset[int]:
    """What is reached from a message by a step, and on through what is archived."""
    queue = [position]
    met: set[int] = set()
    for one in queue:  # grows while it is walked
        fresh = [other for other in step(one) if other not in met]
        met.update(fresh)
        queue += [other for other in fresh if other in archived]
    return frozenset(met)


def opened_on(
    tx: Reader, scope: Scope, row: ConversationRow, message: str, flag: str
) -> list[Effect]:
    """The folds in which a message stands, opened for a reason."""
    return _opened(tx, scope, row, lambda fold: flag if message in fold.sources else "")


def _ids(
    tx: Reader, scope: Scope, row: ConversationRow, positions: Collection[int]
) -> frozenset[str]:
    found = tx.messages(scope, row.id, sorted(positions)) if positions else []
    return frozenset(message.id for message in found)
