"""The context of a node: layers of pieces, each piece once, within a budget.

From first to last: materials, references (what other turns are quoted), the path from the roots,
the passages that questions were asked about, the question. What is made here depends on what the
pieces say and in which order they are read, never on when their wires were made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple, TypeAlias

from infold.core.ids import canonical
from infold.core.wording import counted
from infold.errors import IrreducibleContext
from infold.graph.pieces import Piece, Pieces, SentRole

__all__ = [
    "LAYERS",
    "Layer",
    "LeftOut",
    "NodeContext",
    "NodeReading",
    "PictureRef",
    "Quote",
    "Sent",
    "fenced",
    "lineage_keys",
    "node_context",
    "prompt_hash",
    "with_path",
    "with_pictures",
]

LayerName: TypeAlias = Literal["materials", "references", "path", "passage", "question"]
LAYERS: Final[tuple[LayerName, ...]] = ("materials", "references", "path", "passage", "question")
Shorten: TypeAlias = Callable[["Piece", int], "Piece | None"]

_MATERIALS_SHARE: Final = 0.4
"""Of a budget that does not hold everything: what materials may take where the path is long."""
_QUOTES_SHARE: Final = 0.2
_SAID: Final = "the same was said above"
_ON_PATH: Final = "it stands on the path already"
_TWICE: Final = "the same is there already"
_NO_ROOM: Final = "there was no room for it"


class PictureRef(NamedTuple):
    """An image that a model which can see is shown beside a piece's text.

    Attributes:
        digest: SHA-256 (hex) of its bytes.
        media_type: Such as `image/png`.
    """

    digest: str
    media_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """What a `reference` wire quotes: a turn, or all that leads to it.

    Attributes:
        quoted: Id of the message at the older end of the wire.
        quoting: Id of the message at its other end.
        chain: Whether the chain is quoted.
        pieces: The turn, or the chain that ends in it, in reading order.
        turn_tokens: Price of the turn alone.
        chain_tokens: Price of the chain.
    """

    quoted: str
    quoting: str
    chain: bool
    pieces: tuple[Piece, ...]
    turn_tokens: int
    chain_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeReading:
    """Everything that leads to a node.

    Attributes:
        node: Id of the message.
        materials: In the order in which they were added.
        quotes: By the message that quotes, then by the one that is quoted.
        path: From the roots, in reading order.
        passages: Of questions on the path, and of this one.
        question: What is asked; None where the path ends in something else.
        model: Name of the model that is pinned here or above; empty for none.
        pictures: Record → the images of its piece, for a model that can see; their price is among
            the piece's tokens.
    """

    node: str
    materials: tuple[Piece, ...] = ()
    quotes: tuple[Quote, ...] = ()
    path: Sequence[Piece] = ()
    passages: tuple[Piece, ...] = ()
    question: Piece | None = None
    model: str = ""
    pictures: Mapping[str, tuple[PictureRef, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One layer as it is shown."""

    name: LayerName
    pieces: Sequence[Piece]

    @property
    def tokens(self) -> int:
        """Of its pieces."""
        return _sum(self.pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """What is not shown, with the reason in words.

    Attributes:
        layer: Where it would have stood.
        record: Id of the record; empty for a stretch of the path.
        what: For people: its name, or the messages.
        tokens: What it would have taken.
        reason: Why.
    """

    layer: LayerName
    record: str
    what: str
    tokens: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A message as it is sent to a model.

    Attributes:
        role: In whose name.
        text: What it says; images are named in it.
        pictures: The images, where the model can see.
    """

    role: SentRole
    text: str
    pictures: tuple[PictureRef, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeContext:
    """What a model is shown for a node.

    Attributes:
        node: Id of the message.
        layers: All five, in order.
        left_out: What is not shown.
        quotes: The quotes that were considered, with both of their prices.
        budget: Tokens that it may take.
        path_room: Tokens that are left for the path.
        is_whole: Whether the path stands in it message by message.
        model: Name of the model that is pinned here or above; empty for none.
        pictures: As in the reading, of what is shown.
    """

    node: str
    layers: tuple[Layer, ...]
    left_out: tuple[LeftOut, ...]
    quotes: tuple[Quote, ...]
    budget: int
    path_room: int
    is_whole: bool
    model: str = ""
    pictures: Mapping[str, tuple[PictureRef, ...]] = field(default_factory=dict)

    @property
    def tokens(self) -> int:
        """Of all layers."""
        return sum(layer.tokens for layer in self.layers)

    @property
    def messages(self) -> tuple[Sent, ...]:
        """What is sent, in order."""
        return tuple(
            Sent(
                role=piece.role,
                text=piece.text,
                pictures=self.pictures.get(piece.record, ()) if piece.role == "user" else (),
            )
            for layer in self.layers
            for piece in layer.pieces
            if piece.text
        )

    @property
    def text(self) -> str:
        """All of it as one text, for people."""
        return "\n\n".join(f"[{one.role}]\n{one.text}" for one in self.messages)

    @property
    def prompt(self) -> str:
        """Hash of what is sent: what an answer keeps as evidence."""
        return prompt_hash(self.messages)

    def layer(self, name: LayerName) -> Layer:
        """A layer by its name."""
        return next(layer for layer in self.layers if layer.name == name)


def prompt_hash(messages: Iterable[Sent]) -> str:
    """SHA-256 (hex) of messages as they are sent."""
    data = canonical(
        [[one.role, one.text, *(picture.digest for picture in one.pictures)] for one in messages]
    )
    return hashlib.sha256(data.encode()).hexdigest()


def lineage_keys(
    slots: Sequence[int],
    contents: Sequence[Hashable],
    above: Callable[[int], Sequence[int]],
) -> Sequence[int]:
    """What makes two messages of one path the same: equal content after equal content.

    So a turn that stands in two branches with the same beginning is one, and thirty "Got it." of
    one conversation are thirty.

    Args:
        slots: Positions, in reading order.
        contents: Of the message at each.
        above: Position → its parents; those that are no slots count as absent.

    Returns:
        A number for each, the same for the same; its own index where nothing before is the same;
        a range where that is so of all. Linear.
    """
    if len(set(contents)) == len(contents):
        return range(len(slots))
    first: dict[Hashable, int] = {}
    several: set[int] = set()
    for number, content in enumerate(contents):
        before = first.setdefault(content, number)
        if before != number:
            several |= {before, number}
    known: dict[Hashable, int] = {}
    keys: dict[int, int] = {}
    for number, slot in enumerate(slots):
        keys[slot] = number
        if number in several:
            lineage = sorted({keys[one] for one in above(slot) if one in keys})
            keys[slot] = known.setdefault((first[contents[number]], *lineage), number)
    return list(keys.values())


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
    room = budget - _sum(passages) - _sum(asked)
    if room < 0:
        raise IrreducibleContext(
            f"The question and its passages take {counted(budget - room, 'token')}, "
            f"and {budget} are there.",
            hint="Raise the budget, or ask about a shorter passage.",
            records=[reading.node],
        )
    path_tokens = _sum(path)
    others = room - path_tokens
    if _sum(materials) + _sum(quoted) > others:
        most = max(int(_MATERIALS_SHARE * room), others - _sum(quoted))
        materials = _fitting("materials", materials, most, left_out, shorten)
        most = max(int(_QUOTES_SHARE * room), others - _sum(materials))
        quoted = _newest(quoted, most, left_out)
    path_room = room - _sum(materials) - _sum(quoted)
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


def _sum(pieces: Sequence[Piece]) -> int:
    return sum(pieces.prices) if isinstance(pieces, Pieces) else sum(p.tokens for p in pieces)
