"""Verifying marks, views and steps: everything that can be derived again, or looked up, is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from infold.core.changes import Change, Effect
from infold.core.folds import VERBATIM, Fold
from infold.core.ids import mint
from infold.core.marks import Mark, MarkState
from infold.core.messages import Message, part_text
from infold.core.scope import Scope
from infold.core.views import VIEW_STATES, View
from infold.core.wording import counted
from infold.engine.identity import fold_ids, fold_with_ids
from infold.engine.marking import mark_with_id
from infold.engine.verifying_nodes import node_faults
from infold.errors import GraphError
from infold.fold.soundness import check as check_claims
from infold.graph.views import require_nested
from infold.store.protocol import Reader

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["graph_faults"]

Kind: TypeAlias = Literal["mark", "view", "change", "claim", "fold", "setting", "material", "asked"]
_MARKS: Final[tuple[MarkState, ...]] = ("suggested", "confirmed", "withdrawn")


def graph_faults(
    memory: Infold,
    reader: Reader,
    scope: Scope,
    conversation: str,
    messages: Sequence[Message],
    *,
    is_own: bool,
) -> Iterator[tuple[Kind, str, str]]:
    """What does not agree: (kind, record, in words).

    Args:
        memory: The open store.
        reader: The snapshot.
        scope: Whose.
        conversation: Its id.
        messages: All of them, by position.
        is_own: Whether ids were minted in this store.
    """
    secret = reader.secret(scope)
    marks = reader.marks(scope, conversation, _MARKS)
    by_id = {message.id: message for message in messages}
    for position, mark in marks:
        for what in _mark_faults(mark, position, messages):
            yield "mark", mark.id, what
        if is_own and mark_with_id(secret, conversation, mark).id != mark.id:
            yield "mark", mark.id, "its id does not follow from what it marks"
    views = reader.views(scope, conversation, VIEW_STATES)
    for view in views:
        for what in _view_faults(view, len(messages)):
            yield "view", view.id, what
        if is_own and mint(secret, "view", conversation, view.number) != view.id:
            yield "view", view.id, "its id does not follow from its number"
    for fold in reader.folds(scope, conversation, of_views=True):
        if fold.view:
            for kind, what in _fold_faults(memory, fold, by_id):
                yield kind, fold.id, what
            if is_own and fold_ids(fold_with_ids(secret, conversation, fold)) != fold_ids(fold):
                yield "fold", fold.id, "its id does not follow from its claims"
    yield from _change_faults(reader.changes(scope, conversation), marks, views, by_id)
    yield from node_faults(memory, reader, scope, conversation, messages, is_own=is_own)


def _mark_faults(mark: Mark, position: int, messages: Sequence[Message]) -> Iterator[str]:
    if not 0 <= position < len(messages):
        yield f"it marks #{position}: no message"
        return
    if mark.kind == "highlight":
        parts = messages[position].parts
        whole = part_text(parts[mark.part]) if 0 <= mark.part < len(parts) else ""
        if not mark.text or whole[mark.start : mark.end] != mark.text:
            yield "its words do not stand where it says"


def _view_faults(view: View, count: int) -> Iterator[str]:
    if not 0 < view.base <= count:
        yield f"it was made of {counted(view.base, 'message')}, and the conversation has {count:,}"
    try:
        require_nested({one.fold.id: one.fold.sources for one in view.folds})
    except GraphError as error:
        yield error.message


def _fold_faults(
    memory: Infold, fold: Fold, by_id: dict[str, Message]
) -> Iterator[tuple[Kind, str]]:
    places = [by_id[source].position for source in fold.sources if source in by_id]
    if len(places) < len(fold.sources) or places != sorted(set(places)) or not places:
        yield "fold", "its sources are not messages of the conversation, in their order"
        return
    if fold.root != places[0]:
        yield "fold", "its root is not its first source"
    sources = [by_id[source] for source in fold.sources]
    for claim in fold.claims:
        at = sorted(by_id[one].position for one in claim.sources if one in by_id)
        if (at, memory.counter.count(claim.text)) != (list(claim.positions), claim.tokens):
            yield "claim", "its tokens or places do not follow from its text"
    for what in check_claims(fold.claims, sources):
        if fold.method == "foreign" and what.kind == "invented":
            continue  # another tool's words stand as they are, with what no source says
        yield "claim", f"claim {what.claim}: {what.kind} {what.detail}"
    for claim in fold.claims:
        if claim.level == VERBATIM:
            (span,) = claim.spans
            whole = part_text(by_id[span.message].parts[span.part])
            if whole[span.start : span.end] != claim.text:
                yield "claim", "its words do not stand where it says"


def _change_faults(
    changes: Sequence[Change],
    marks: Sequence[tuple[int, Mark]],
    views: Sequence[View],
    by_id: dict[str, Message],
) -> Iterator[tuple[Kind, str, str]]:
    if [one.number for one in changes] != list(range(1, len(changes) + 1)):
        yield "change", changes[0].id, "the steps are not numbered one after another"
    marked = {mark.id for _, mark in marks}
    viewed = {view.id for view in views}
    folded = {f"{view.id} {one.fold.id}" for view in views for one in view.folds}

    def is_there(effect: Effect) -> bool:
        match effect.target:
            case "mark":
                return effect.record in marked
            case "wire":
                return set(effect.record.split(" ")[:2]) <= by_id.keys()
            case "leaf":
                return {effect.old, effect.new} - {""} <= by_id.keys()
            case "fold":
                return effect.record in folded
            case "setting":
                return effect.record.split(" ")[0] in {"-", *by_id}
            case _:
                return effect.record in viewed

    for change in changes:
        if not all(map(is_there, change.effects)):
            yield "change", change.id, "it speaks of what is not there"
