"""What search reads: forward rows, vectors and the segments that are built from them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, Index, LargeBinary, Table, text

from infold.store.schema.columns import integer, key, metadata, owner, words

forward = Table(
    "forward",
    metadata,
    *owner(),
    integer("conversation"),
    integer("position"),
    integer("parent"),
    integer("role"),
    words("author"),
    Column("at", Double),
    integer("tokens"),
    integer("flags"),
    Column("terms", LargeBinary, nullable=False),
    key("conversation", "position"),
    # Roots and messages of several parents: few, so that finding the roots costs appends nothing.
    Index(
        "ix_forward_joints",
        "space_id",
        "user_id",
        "conversation",
        "parent",
        "position",
        sqlite_where=text("parent < 0"),
    ),
)

vectors = Table(
    "vectors",
    metadata,
    *owner(),
    integer("conversation"),
    words("embedder"),
    integer("position"),
    Column("vector", LargeBinary, nullable=False, comment="Little-endian float16"),
    key("conversation", "embedder", "position"),
)

# Derived from `forward` and `vectors`: may be emptied at any time.

segments = Table(
    "segments",
    metadata,
    *owner(),
    integer("conversation"),
    words("embedder"),
    integer("first"),
    integer("count"),
    integer("analysis"),
    integer("erase_epoch"),
    integer("index_version"),
    Column("digest", BigInteger, nullable=False, comment="CRC-32 of the data"),
    Column("data", LargeBinary, nullable=False),
    key("conversation", "embedder", "first"),
)
