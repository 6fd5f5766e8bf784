"""What was evicted of conversations: a row for each time, and when it was taken back."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Table, Text

from infold.store.schema.columns import integer, key, metadata, owner, words

evictions = Table(
    "evictions",
    metadata,
    *owner(),
    integer("conversation"),
    integer("number"),
    words("kind"),
    words("fold", ""),  # id of the fold of a cluster; empty: of the conversation
    Column("at", BigInteger, nullable=False, comment="Microseconds since 1970, UTC"),
    words("made_by"),
    words("reason"),
    words("sweep", ""),
    Column("data", Text, nullable=False, comment="JSON: numbers, and of an export its file"),
    Column("ended", BigInteger, comment="When it was taken back; microseconds"),
    words("ended_by", ""),
    key("conversation", "number"),
    Index("ix_evictions_sweep", "space_id", "user_id", "sweep"),
)
