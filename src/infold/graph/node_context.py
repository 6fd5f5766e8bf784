"""The context of a node: layers of pieces, each piece once, within a budget.

From first to last: materials, references (what other turns are quoted), the path from the roots,
the passages that questions were asked about, the question. What is made here depends on what the
pieces say and in which order they are read, never on when their wires were made.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from infold.core.wording import counted
from infold.errors import IrreducibleContext
from infold.graph.node_layers import (
    LAYERS,
    Layer,
    LayerName,
    LeftOut,
    NodeContext,
    NodeReading,
    PictureRef,
)
from infold.graph.pieces import Piece, Pieces, total

__all__ = ["Shorten", "fenced", "node_context", "with_path", "with_pictures"]

Shorten: TypeAlias = Callable[["Piece", int], "Piece | None"]

_MATERIALS_SHARE: Final = 0.4
"""Of a budget that does not hold everything: what materials may take where the path is long."""
_QUOTES_SHARE: Final = 0.2
_SAID: Final = "the same was said above"
_ON_PATH: Final = "it stands on the path already"
_TWICE: Final = "the same is there already"
_NO_ROOM: Final = "there was no room for it"


def fenced(text: str) -> str:
    """A text between fences that nothing in it can close: it is data, whatever it says."""
    longest = run = 0
    for sign in text:
        run = run + 1 if sign == "`" else 0
        longest = max(longest, run)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"


def node_context(
    reading: NodeReading, budget: int, *, shorten: Shorten | None = None
) -> NodeContext:
    """Lay out what leads to a node, each piece once, as far as the budget goes. Linear.

    Args:
        reading: What leads to it.
        budget: Tokens.
        shorten: Makes a material fit a number of tokens; None where nothing of it does.

    Returns:
        The context. Where `is_whole` is false the path is not there yet: choose what is to be shown
        of it within `path_room`, and add it by `with_path`.

    Raises:
        IrreducibleContext: The question and its passages alone do not fit.
    """
    left_out: list[LeftOut] = []
    path = _once("path", reading.path, _SAID, left_out)
    materials = _once("materials", reading.materials, _TWICE, left_out)
    on_path = {piece.record for piece in path} if reading.quotes else set()
    quoted = _quoted(reading, on_path, left_out)
    passages = _once("passage", reading.passages, _TWICE, left_out)
    asked = (reading.question,) if reading.question is not None else ()
    room = budget - total(passages) - total(asked)
    if room < 0:
        raise IrreducibleContext(
            f"The question and its passages take {counted(budget - room, 'token')}, "
            f"and {budget} are there.",
            hint="Raise the budget, or ask about a shorter passage.",
            records=[reading.node],
        )
    path_tokens = total(path)
    others = room - path_tokens
    if total(materials) + total(quoted) > others:
        most = max(int(_MATERIALS_SHARE * room), others - total(quoted))
        materials = _fitting("materials", materials, most, left_out, shorten)
        most = max(int(_QUOTES_SHARE * room), others - total(materials))
        quoted = _newest(quoted, most, left_out)
    path_room = room - total(materials) - total(quoted)
    is_whole = path_tokens <= path_room
    found: dict[LayerName, Sequence[Piece]] = {
        "materials": materials,
        "references": quoted,
        "path": path if is_whole else (),
        "passage": passages,
        "question": asked,
    }
    return NodeContext(
        node=reading.node,
        layers=tuple(Layer(name=name, pieces=found[name]) for name in LAYERS),
        left_out=tuple(left_out),
        quotes=reading.quotes,
        budget=budget,
        path_room=path_room,
        is_whole=is_whole,
        model=reading.model,
        pictures=reading.pictures,
    )


def with_pictures(
    reading: NodeReading, pictures: Mapping[str, tuple[PictureRef, ...]], price: int
) -> NodeReading:
    """What leads to a node as a model is told it that can see.

    Args:
        reading: As one is told it that cannot.
        pictures: Record → its images. Those of messages that no user wrote stay names.
        price: Tokens of an image.
    """
    if not pictures:
        return reading

    def seen(piece: Piece) -> Piece:
        count = len(pictures.get(piece.record, ())) if piece.role == "user" else 0
        return piece._replace(tokens=piece.tokens + count * price) if count else piece

    return replace(
        reading,
        materials=tuple(
            seen(piece._replace(role="user") if piece.record in pictures else piece)
            for piece in reading.materials
        ),
        path=tuple(map(seen, reading.path)),
        question=seen(reading.question) if reading.question is not None else None,
        pictures=pictures,
    )


def with_path(
    context: NodeContext, pieces: Sequence[Piece], left_out: Sequence[LeftOut]
) -> NodeContext:
    """A context with what was chosen of its path, and what was left out of it."""
    return replace(
        context,
        layers=tuple(
            Layer(name="path", pieces=tuple(pieces)) if layer.name == "path" else layer
            for layer in context.layers
        ),
        left_out=(*(one for one in context.left_out if one.layer != "path"), *left_out),
    )


def _once(
    layer: LayerName, pieces: Sequence[Piece], reason: str, left_out: list[LeftOut]
) -> Sequence[Piece]:
    """The pieces without those that are there already."""
    keys = pieces.keys if isinstance(pieces, Pieces) else [piece.key for piece in pieces]
    if isinstance(keys, range):
        return pieces  # a path on which nothing is said twice: see `lineage_keys`
    seen: set[Hashable] = set()
    kept = []
    for number, key in enumerate(keys):
        if key in seen:
            left_out.append(_left(layer, pieces[number], reason))
        else:
            seen.add(key)
            kept.append(number)
    if len(kept) == len(keys):
        return pieces
    if isinstance(pieces, Pieces):
        return pieces.of(kept)
    return tuple(pieces[number] for number in kept)


def _quoted(reading: NodeReading, on_path: set[str], left_out: list[LeftOut]) -> tuple[Piece, ...]:
    """What is quoted and stands neither on the path nor in a quote before."""
    kept: list[Piece] = []
    seen: set[Hashable] = set()
    for quote in reading.quotes:
        for piece in quote.pieces:
            if piece.record in on_path:
                left_out.append(_left("references", piece, _ON_PATH))
            elif piece.key in seen:
                left_out.append(_left("references", piece, _TWICE))
            else:
                seen.add(piece.key)
                kept.append(piece)
    return tuple(kept)


def _fitting(
    layer: LayerName,
    pieces: Sequence[Piece],
    room: int,
    left_out: list[LeftOut],
    shorten: Shorten | None,
) -> tuple[Piece, ...]:
    """Pieces in order as far as there is room, those that do not fit shortened."""
    kept = []
    for number, piece in enumerate(pieces):
        if piece.tokens <= room:
            kept.append(piece)
            room -= piece.tokens
            continue
        share = room // (len(pieces) - number)
        part = shorten(piece, share) if shorten is not None else None
        if part is not None and part.tokens <= share:
            kept.append(part)
            room -= share  # whatever the question takes of it, the next has the same room
            less = piece.tokens - part.tokens
            left_out.append(replace(_left(layer, piece, _NO_ROOM), tokens=max(0, less)))
        else:
            left_out.append(_left(layer, piece, _NO_ROOM))
    return tuple(kept)


def _newest(pieces: Sequence[Piece], room: int, left_out: list[LeftOut]) -> tuple[Piece, ...]:
    """The newest pieces for which there is room, in their order."""
    kept = []
    for piece in reversed(pieces):
        if piece.tokens <= room:
            kept.append(piece)
            room -= piece.tokens
        else:
            left_out.append(_left("references", piece, _NO_ROOM))
    return tuple(reversed(kept))


def _left(layer: LayerName, piece: Piece, reason: str) -> LeftOut:
    what = piece.note or (f"#{piece.position}" if piece.position >= 0 else piece.record)
    return LeftOut(layer=layer, record=piece.record, what=what, tokens=piece.tokens, reason=reason)
