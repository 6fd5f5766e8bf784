"""Rows as values, and values as rows."""

from __future__ import annotations

import json
import zlib
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


# `json.dumps` with separators of its own makes an encoder at every call.
_LIST: Final = json.JSONEncoder(separators=(",", ":")).encode


def list_text(values: Sequence[object]) -> str:
    """A list as JSON in ASCII, as `json_each` takes it."""
    return _LIST(values)


def parts_text(parts: Sequence[Part]) -> str:
    """A message's parts as JSON."""
    return _encode([part_data(part) for part in parts])


def checksum(values: Sequence[object]) -> int:
    """CRC-32 of a row's values: SQLite itself does not notice when a byte of a text turns.

    A microsecond for a short row, another for each kilobyte.
    """
    return zlib.crc32("\x1f".join(map(str, values)).encode("utf-8", "surrogatepass"))


def check(what: str, values: Sequence[object], kept: object) -> None:
    """Compare a row with the checksum that was kept with it; rows of an older store have none.

    Raises:
        IntegrityError: The row is not what was written.
    """
    if kept is not None and kept != checksum(values):
        raise IntegrityError(
            f"{what} is not what was written: the file was damaged.",
            hint="Nothing of it is shown. Run 'infold verify' to see what else is damaged, and put "
            "a backup in its place.",
            records=[str(values[0])],
        )


def message_values(
    id_: str,
    position: int,
    role: str,
    author: object,
    at: object,
    source: object,
    tokens: int,
    parts: object,
) -> tuple[object, ...]:
    """What a message's checksum is of; texts that came as bytes are turned back."""
    return id_, position, role, _plain(author), at, _plain(source), tokens, _plain(parts)


def claim_values(row: Sequence[object]) -> tuple[object, ...]:
    """What a claim's checksum is of: id, level, text, tokens and the bytes of its positions."""
    id_, level, said, tokens, positions = row
    return id_, level, _plain(said), tokens, positions


def conversation_values(row: ConversationRow) -> tuple[object, ...]:
    """What a conversation's checksum is of: all that is written with each change of it."""
    return (
        row.id,
        row.key,
        row.title,
        row.format,
        row.leaf,
        row.messages,
        row.turns,
        row.branches,
        time_text(row.first),
        time_text(row.last),
        time_text(row.archived),
        row.hot_from,
        row.hot_tokens,
        row.embedded_to,
        row.placed_to,
        row.heard_to,
        row.generation,
    )


def _plain(value: object) -> object:
    return text(value) if isinstance(value, bytes) else value


def message(row: Row) -> Message:
    """The message of a row of `messages_between` or `messages_at`.

    Raises:
        IntegrityError: The row holds no message, or not the one that was written.
    """
    position, id_, role, author, at, source, tokens, parts, kept = row
    try:
        values = message_values(id_, position, role, author, at, source, tokens, parts)
        check(f"Message {id_!s:.40} at position {position}", values, kept)
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
    """Number and value of a conversation.

    Raises:
        IntegrityError: The row is not what was written.
    """
    try:
        found = ConversationRow(
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
            archived=time_value(row[13]),
            hot_from=row[14],
            hot_tokens=row[15],
            embedded_to=row[16],
            placed_to=row[17],
            heard_to=row[18],
            generation=row[19],
            leaf_id=row[20] or "",
        )
        check(f"Conversation {row[1]!s:.40}", conversation_values(found), row[21])
    except (ValueError, TypeError, AttributeError) as error:
        raise IntegrityError(
            f"Conversation {row[1]!s:.40} cannot be read ({error}).",
            hint="Run 'infold verify' to see what else is damaged.",
            records=[str(row[1])],
        ) from error
    return row[0], found


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

    A list of blobs is emptied on the way: twenty thousand vectors need not be there three times.

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
    if isinstance(blobs, list):
        blobs.clear()
    return np.fromiter(positions, np.int64, len(positions)), flat.astype(np.float32)


def vector_blobs(vectors: NDArray[np.float32]) -> list[bytes]:
    """Each vector (n, dim) as little-endian float16."""
    return [row.tobytes() for row in np.ascontiguousarray(vectors, "<f2")]
