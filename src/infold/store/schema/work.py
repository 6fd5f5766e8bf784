"""What keeps work from being lost or done twice: replies by key, and jobs."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Table, text

from infold.store.schema.columns import integer, key, metadata, owner, words

replies = Table(
    "replies",
    metadata,
    *owner(),
    words("key"),
    words("request"),
    words("reply"),
    key("key"),
)

jobs = Table(
    "jobs",
    metadata,
    *owner(),
    integer("id"),
    words("kind"),
    words("subject"),
    words("state"),
    integer("attempts"),
    Column("due", BigInteger, nullable=False, comment="Microseconds since 1970, UTC"),
    Column("leased_to", BigInteger, comment="Microseconds since 1970, UTC"),
    words("token"),
    words("error"),
    key("id"),
    Index("ix_jobs_subject", "space_id", "user_id", "kind", "subject"),
    # One job of a kind and subject waits at a time.
    Index(
        "uq_jobs_waiting",
        "space_id",
        "user_id",
        "kind",
        "subject",
        unique=True,
        sqlite_where=text("state = 'waiting'"),
    ),
    # A worker serves all users of a space, so this one is led by the space alone.
    Index("ix_jobs_due", "space_id", "state", "due"),
)
