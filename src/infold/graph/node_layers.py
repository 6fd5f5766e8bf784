"""What is read for a node and what is shown of it, layer by layer: values."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from infold.core.ids import canonical
from infold.graph.pieces import Piece, SentRole, total

__all__ = [
    "LAYERS",
    "Layer",
    "LayerName",
    "LeftOut",
    "NodeContext",
    "NodeReading",
    "PictureRef",
    "Quote",
    "Sent",
    "prompt_hash",
]

LayerName: TypeAlias = Literal["materials", "references", "path", "passage", "question"]
LAYERS: Final[tuple[LayerName, ...]] = ("materials", "references", "path", "passage", "question")


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
        return total(self.pieces)


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
