"""Segments: what search needs of consecutive messages, as one blob.

Derived from forward rows and vectors, and read in their place: 2,048 rows one by one cost several
times what their columns cost. A segment is written once, when its stretch is complete.

The blob is a head of five little-endian 32-bit numbers (messages, terms, vectors, their dimension,
bytes of names), then one array after another in the order of `_columns`, then the names of authors
as JSON. Whether the bytes are whole is the store's to check.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from infold.core.forward import ForwardColumns

ANALYSIS: Final = 1
"""Raised when forward rows are read off a text in another way, or the blob has another form."""
LENGTH: Final = 2_048
"""Messages of a segment; the length of the index's blocks of vectors, which it becomes."""

_HEAD: Final = struct.Struct("<5I")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Segment:
    """What search needs of some messages.

    Attributes:
        columns: Their forward rows, by position.
        positions: (m,) of those that have a vector, ascending.
        vectors: float32 (m, dim) of length 1.
    """

    columns: ForwardColumns
    positions: NDArray[np.int64]
    vectors: NDArray[np.float32]


def pack(segment: Segment) -> bytes:
    """A segment as a blob. Vectors are kept as float16, as in their rows: nothing more is lost."""
    columns = segment.columns
    names = {name: at for at, name in enumerate(dict.fromkeys(columns.author))}
    listed = json.dumps(list(names)).encode("ascii")
    first = int(columns.position[0]) if len(columns.position) else 0
    vectors = np.ascontiguousarray(segment.vectors, "<f2")
    dim = vectors.shape[1] if len(vectors) else 0
    head = _HEAD.pack(len(columns.position), len(columns.terms), len(vectors), dim, len(listed))
    author = [names[name] for name in columns.author]
    arrays: list[NDArray[Any]] = [
        np.asarray(columns.at, "<f8"),
        np.asarray(columns.parent, "<i8"),
        np.asarray(columns.tokens, "<i8"),
        np.asarray(columns.flags, "<i8"),
        np.asarray(columns.term_counts, "<i8"),
        np.asarray(columns.terms, "<u4"),
        np.asarray(author, "<u4"),
        np.asarray(segment.positions - first, "<u4"),
        vectors,
        np.asarray(columns.role, "<i1"),
    ]
    return b"".join([head, *(array.tobytes() for array in arrays), listed])


def unpack(data: bytes, *, first: int) -> Segment:
    """The segment of a blob.

    Args:
        data: What `pack` gave.
        first: Position of its first message.

    Raises:
        ValueError: It is no such blob.
    """
    if len(data) < _HEAD.size:
        raise ValueError("a segment ends before its head")
    count, terms, held, dim, named = _HEAD.unpack_from(data)
    at = _HEAD.size

    def take(dtype: str, size: int) -> NDArray[Any]:
        nonlocal at
        found = np.frombuffer(data, dtype, size, at)
        at += found.nbytes
        return found

    times, parent, tokens, flags, term_counts = (
        take(dtype, count) for dtype in ("<f8", "<i8", "<i8", "<i8", "<i8")
    )
    hashes, author, offsets = take("<u4", terms), take("<u4", count), take("<u4", held)
    vectors = take("<f2", held * dim).reshape(held, dim).astype(np.float32)
    role = take("<i1", count)
    names = json.loads(data[at : at + named])
    if at + named != len(data) or int(term_counts.sum()) != terms:
        raise ValueError("a segment's arrays do not add up")
    return Segment(
        columns=ForwardColumns(
            position=np.arange(first, first + count),
            parent=parent,
            role=role,
            author=[names[code] for code in author.tolist()],
            at=times,
            tokens=tokens,
            flags=flags,
            terms=hashes,
            term_counts=term_counts,
        ),
        positions=offsets.astype(np.int64) + first,
        vectors=vectors,
    )


def joined(parts: Sequence[ForwardColumns]) -> ForwardColumns:
    """Columns of stretches that follow one another, as one."""
    if len(parts) == 1:
        return parts[0]
    return ForwardColumns(
        position=np.concatenate([part.position for part in parts]),
        parent=np.concatenate([part.parent for part in parts]),
        role=np.concatenate([part.role for part in parts]),
        author=[name for part in parts for name in part.author],
        at=np.concatenate([part.at for part in parts]),
        tokens=np.concatenate([part.tokens for part in parts]),
        flags=np.concatenate([part.flags for part in parts]),
        terms=np.concatenate([part.terms for part in parts]),
        term_counts=np.concatenate([part.term_counts for part in parts]),
    )
