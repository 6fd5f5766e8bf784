"""What a context shows beside its messages: the materials and quotes of its path, as nodes do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from infold.core.scope import Scope
from infold.core.tokens import TokenCounter
from infold.engine.caches import View
from infold.engine.node_beside import Beside
from infold.engine.node_texts import material_piece, shortener
from infold.graph.node_context import node_context
from infold.graph.node_layers import LayerName, NodeContext, NodeReading
from infold.graph.pieces import Piece
from infold.recall.around import Around, ShownState, Told
from infold.recall.budget import Budget
from infold.recall.lines import call_names
from infold.store.protocol import Reader

__all__ = ["around_path", "without_room"]

_NO_ROOM: Final = "there was no room for it"
_BYTES_SHARE: Final = 0.6
"""Of `max_bytes`: as in tokens, 40 % and 20 %."""


def around_path(
    reader: Reader,
    scope: Scope,
    conversation: str,
    seen: View,
    question: str,
    budget: Budget,
    counter: TokenCounter,
) -> Around | None:
    """The materials that are in and the turns that are quoted on a path, as far as they fit.

    Laid out as the context of a node is, with the same shares: 40 % and 20 % where the path does
    not fit beside them.

    Args:
        reader: The snapshot.
        scope: Whose.
        conversation: Its id.
        seen: What is seen of it.
        question: What is asked: of a document that does not fit, its blocks are chosen by that.
        budget: Of the context.
        counter: Counts tokens.

    Returns:
        None where there are neither. No query then, and nothing that grows with the conversation;
        else linear in it.
    """
    state = seen.state
    if not state.materials and not state.quotes:
        return None
    parts = (seen.field.path, seen.hidden, seen.outdated, seen.dropped)
    on_path = {position for part in parts for position in part.tolist()}
    if not any(at < 0 or at in on_path for at, _, _ in state.materials) and not any(
        quoting in on_path for _, quoting, _ in state.quotes
    ):
        return None
    beside = Beside.of(reader, scope, conversation, seen, counter)
    materials = beside.materials(on_path)
    wires = beside.quoted(on_path)
    if not materials and not wires:
        return None
    loaded = beside.load(
        place for one in wires for place in (one.quoted, one.quoting, *one.positions)
    )
    names = call_names(loaded)
    there = [loaded[at].id for one in wires for at in one.positions if at in on_path]
    path = Piece("", "", int(seen.field.tokens.sum()), "")
    reading = NodeReading(
        node="",
        materials=tuple(material_piece(one, counter) for one in materials),
        quotes=tuple(beside.quote(one, loaded, names) for one in wires),
        path=(path, *(Piece(one, "", 0, one) for one in dict.fromkeys(there))),
    )
    shorten = shortener(materials, question, counter)
    spare: dict[str, int] = {}

    def shortened(piece: Piece, room: int) -> Piece | None:
        part = shorten(piece, room)
        spare[piece.record] = room - (part.tokens if part is not None else 0)
        return part

    made = node_context(reading, budget.tokens, shorten=shortened)
    # The rest has the same room whatever is asked: else another question moved the hot window.
    room = made.path_room - sum(spare.values())
    return _around(made, {one.id: one.name for one in materials}, budget, room)


def without_room(around: Around, budget: Budget) -> Around:
    """The same with nothing of it shown: what must be there comes before."""

    def told(some: Sequence[Told]) -> list[Told]:
        return [
            replace(one, state="omitted", tokens=0, reason=one.reason or _NO_ROOM) for one in some
        ]

    return Around(
        before=(),
        behind=(),
        materials=told(around.materials),
        quotes=told(around.quotes),
        room=budget.tokens,
    )


def _around(made: NodeContext, names: dict[str, str], budget: Budget, room: int) -> Around:
    left = {(one.layer, one.record): one for one in made.left_out}
    bytes_left = None if budget.max_bytes is None else int(_BYTES_SHARE * budget.max_bytes)
    texts: dict[ShownState, list[str]] = {"whole": [], "shortened": [], "omitted": []}
    told: dict[LayerName, list[Told]] = {"materials": [], "references": []}
    for layer in ("materials", "references"):
        for piece in made.layer(layer).pieces:
            cut = left.pop((layer, piece.record), None) if layer == "materials" else None
            state: ShownState = "shortened" if cut else "whole"
            size = len(piece.text.encode("utf-8", "surrogatepass")) + 1
            tokens, reason = piece.tokens, cut.reason if cut else ""
            if bytes_left is not None and size > bytes_left:
                state, tokens, reason = "omitted", 0, _NO_ROOM
                room += piece.tokens
            else:
                bytes_left = None if bytes_left is None else bytes_left - size
                texts[state].append(piece.text)
            name = names.get(piece.record, f"#{piece.position}")
            told[layer].append(
                Told(id=piece.record, name=name, state=state, tokens=tokens, reason=reason)
            )
    for one in made.left_out:
        if (one.layer, one.record) in left and one.layer in told:
            what = one.what.removesuffix(", quoted")
            told[one.layer].append(
                Told(id=one.record, name=what, state="omitted", tokens=0, reason=one.reason)
            )
    return Around(
        before=texts["whole"],
        behind=texts["shortened"],
        materials=told["materials"],
        quotes=told["references"],
        room=room,
    )
