"""Rows as values, and values as rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import ForwardColumns
from infold.core.ids import part_data, part_from_data
from infold.core.messages import Message, Part, Role
from infold.errors import IntegrityError
from infold.store.protocol import ConversationRow

Row: TypeAlias = tuple[Any, ...]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
# Texts are kept as they are: Korean takes half of what it takes in escapes.
_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def text(value: str | bytes) -> str:
    """A text as it was given: one with lone surrogates is stored as bytes (see `Snapshot.run`)."""
    return value if isinstance(value, str) else value.decode("utf-8", "surrogatepass")


def time_text(at: datetime | None) -> str | None:
    """A time as ISO 8601 with its offset: what comes back is what was given."""
    return None if at is None else at.isoformat()


def time_value(stored: str | None) -> datetime | None:
    """The time that `time_text` wrote."""
    return None if stored is None else datetime.fromisoformat(stored)


def microseconds(at: datetime) -> int:
    """A time in microseconds since 1970, UTC: for what is compared in SQL."""
    return (at - _EPOCH) // _MICROSECOND


def from_microseconds(value: int) -> datetime:
    """The time that `microseconds` wrote, in UTC."""
    return _EPOCH + value * _MICROSECOND


def list_text(values: Sequence[object]) -> str:
    """A list as JSON in ASCII, as `json_each` takes it."""
    return json.dumps(values, separators=(",", ":"))


def parts_text(parts: Sequence[Part]) -> str:
    """A message's parts as JSON."""
    return _encode([part_data(part) for part in parts])


def message(row: Row) -> Message:
    """The message of a row of `messages_between` or `messages_at`.

    Raises:
        IntegrityError: The row holds no message.
    """
    position, id_, role, author, at, source, tokens, parts = row
    try:
        data = json.loads(text(parts))
        if not isinstance(data, list):
            raise ValueError("its parts are no list")
        return Message(
            role=cast(Role, role),
            parts=tuple([part_from_data(part) for part in data]),
            author=None if author is None else text(author),
            at=None if at is None else datetime.fromisoformat(at),
            source=text(source),
            id=id_,
            position=position,
            tokens=tokens,
        )
    except (ValueError, TypeError) as error:
        raise IntegrityError(
            f"Message {id_!s:.40} at position {position} cannot be read ({error}).",
            hint="Run 'infold verify' to see what else is damaged.",
            records=[str(id_)],
        ) from error


def conversation(row: Row) -> tuple[int, ConversationRow]:
    """Number and value of a conversation."""
    return row[0], ConversationRow(
        id=row[1],
        key=text(row[2]),
        title=text(row[3]),
        format=text(row[4]),
        agent=None if row[5] is None else text(row[5]),
        session=None if row[6] is None else text(row[6]),
        leaf=row[7],
        messages=row[8],
        turns=row[9],
        branches=row[10],
        first=time_value(row[11]),
        last=time_value(row[12]),
        hot_from=row[13],
        hot_tokens=row[14],
        embedded_to=row[15],
        placed_to=row[16],
        generation=row[17],
        leaf_id=row[18] or "",
    )


def forward_columns(columns: Sequence[Sequence[Any]]) -> ForwardColumns:
    """Forward rows from the eight columns of `forward`: one pass in C for each."""
    position, parent, role, author, at, tokens, flags, terms = columns
    count = len(position)
    return ForwardColumns(
        position=np.fromiter(position, np.int64, count),
        parent=np.fromiter(parent, np.int64, count),
        role=np.fromiter(role, np.int8, count),
        author=[name if type(name) is str else text(name) for name in author],
        at=np.array(at, np.float64),  # SQLite keeps NaN as NULL; None becomes NaN again here
        tokens=np.fromiter(tokens, np.int64, count),
        flags=np.fromiter(flags, np.int64, count),
        terms=np.frombuffer(b"".join(terms), "<u4").astype(np.uint32, copy=False),
        term_counts=np.fromiter(map(len, terms), np.int64, count) // 4,
    )


def vector_columns(
    positions: Sequence[int], blobs: Sequence[bytes]
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Positions (n,) and vectors (n, dim) from the two columns of `vectors`.

    Raises:
        IntegrityError: The vectors are not of one length.
    """
    if not positions:
        return np.empty(0, np.int64), np.empty((0, 0), np.float32)
    lengths = set(map(len, blobs))
    if len(lengths) != 1 or lengths.pop() % 2:
        raise IntegrityError(
            "Vectors of one embedder differ in length.",
            hint="Run 'infold verify' to see what else is damaged.",
        )
    flat = np.frombuffer(b"".join(blobs), "<f2").reshape(len(positions), -1)
    return np.fromiter(positions, np.int64, len(positions)), flat.astype(np.float32)


def vector_blobs(vectors: NDArray[np.float32]) -> list[bytes]:
    """Each vector (n, dim) as little-endian float16."""
    return [row.tobytes() for row in np.ascontiguousarray(vectors, "<f2")]
