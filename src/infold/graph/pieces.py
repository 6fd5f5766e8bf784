"""What a model is shown, piece by piece; a long path of them as columns."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, overload

__all__ = ["Piece", "Pieces", "SentRole", "total"]

SentRole: TypeAlias = Literal["system", "user", "assistant"]


class Piece(NamedTuple):
    """One thing that a model is shown.

    Attributes:
        record: Id of the message, material or fold that it comes from.
        text: As it is sent.
        tokens: Of the text.
        key: What makes two pieces of one layer the same.
        role: In whose name it is sent.
        position: Of the message; -1 for what is none.
        note: For people: what it is, or why it is there.
    """

    record: str
    text: str
    tokens: int
    key: Hashable
    role: SentRole = "system"
    position: int = -1
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pieces(Sequence[Piece]):
    """The messages of a path as pieces, column by column: each is made when it is looked at.

    A path may have two hundred thousand of them. As values of their own they would have the garbage
    collector walk all that the program holds, several times.

    Attributes:
        records: Ids.
        texts: As they are sent.
        prices: Tokens of each.
        keys: What makes two of them the same; a range from 0 where nothing is said twice.
        roles: In whose name each is sent.
        positions: Of the messages.
    """

    records: Sequence[str]
    texts: Sequence[str]
    prices: Sequence[int]
    keys: Sequence[Hashable]
    roles: Sequence[SentRole]
    positions: Sequence[int]

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Piece]:
        return map(
            Piece, self.records, self.texts, self.prices, self.keys, self.roles, self.positions
        )

    @overload
    def __getitem__(self, at: int) -> Piece: ...

    @overload
    def __getitem__(self, at: slice) -> Pieces: ...

    def __getitem__(self, at: int | slice) -> Piece | Pieces:
        if isinstance(at, slice):
            return self.of(range(*at.indices(len(self))))
        return Piece(
            self.records[at],
            self.texts[at],
            self.prices[at],
            self.keys[at],
            self.roles[at],
            self.positions[at],
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment] # as of every sequence that is compared by its items

    def of(self, kept: Sequence[int]) -> Pieces:
        """Some of them, by index."""
        return Pieces(
            records=[self.records[at] for at in kept],
            texts=[self.texts[at] for at in kept],
            prices=[self.prices[at] for at in kept],
            keys=[self.keys[at] for at in kept],
            roles=[self.roles[at] for at in kept],
            positions=[self.positions[at] for at in kept],
        )


def total(pieces: Sequence[Piece]) -> int:
    """Tokens of pieces together."""
    return sum(pieces.prices) if isinstance(pieces, Pieces) else sum(p.tokens for p in pieces)
