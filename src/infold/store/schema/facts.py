"""What is remembered about users: facts, what became of them, and what finds them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, LargeBinary, Table, Text, text

from infold.store.schema.columns import checksum, integer, key, metadata, owner, unique, words

# What is known of a user. Content is written once; `number` is the order of entry.
facts = Table(
    "facts",
    metadata,
    *owner(),
    integer("number"),
    words("id"),
    Column("agent_id", Text),
    Column("session_id", Text),
    Column("same", Text, nullable=False, comment="Keyed hash of what equal facts have in common"),
    integer("ordinal"),
    words("text"),
    words("kind"),
    words("subject"),
    words("attribute"),
    words("value"),
    Column("retracts", Boolean, nullable=False),
    Column("confidence", Double, nullable=False),
    Column("importance", Double, nullable=False),
    Column("valid_from", Text, comment="ISO 8601"),
    Column("valid_to", Text, comment="ISO 8601"),
    Column("recorded_at", Text, nullable=False, comment="ISO 8601"),
    Column("expires_at", Text, comment="ISO 8601"),
    words("origin"),
    Column("trust", Double, nullable=False),
    Column("digest", Text, comment="Content hash, where the id was not minted here"),
    Column(
        "begins",
        BigInteger,
        nullable=False,
        comment="valid_from, else recorded_at; microseconds since 1970, UTC",
    ),
    Column(
        "apart",
        Boolean,
        nullable=False,
        comment="Its slot is placed as a whole: not by what stands beside a new fact",
    ),
    checksum(),
    key("number"),
    Index("ix_facts_same", "space_id", "user_id", "same", "ordinal"),
    Index(
        "ix_facts_slot",
        "space_id",
        "user_id",
        "subject",
        "attribute",
        "number",
        sqlite_where=text("attribute <> ''"),
    ),
    # From a moment to the values of a slot around it.
    Index(
        "ix_facts_slot_time",
        "space_id",
        "user_id",
        "subject",
        "attribute",
        "agent_id",
        "session_id",
        "begins",
        "number",
        sqlite_where=text("attribute <> ''"),
    ),
    Index(
        "ix_facts_slot_apart",
        "space_id",
        "user_id",
        "subject",
        "attribute",
        sqlite_where=text("attribute <> '' AND apart = 1"),
    ),
)

fact_events = Table(
    "fact_events",
    metadata,
    *owner(),
    integer("fact"),
    integer("number"),
    words("kind"),
    words("at"),
    words("by_whom"),
    words("other"),
    words("data"),
    checksum(),
    key("fact", "number"),
    # From a fact to those that were kept aside because of it: the reason quotes it.
    Index(
        "ix_fact_events_against",
        "space_id",
        "user_id",
        "other",
        sqlite_where=text("kind = 'quarantined'"),
    ),
    # From a fact that stands for others to those others.
    Index(
        "ix_fact_events_merged",
        "space_id",
        "user_id",
        "other",
        sqlite_where=text("kind = 'merged'"),
    ),
)

fact_spans = Table(
    "fact_spans",
    metadata,
    *owner(),
    integer("fact"),
    integer("event"),
    integer("number"),
    words("message"),
    integer("part"),
    integer("starts"),
    integer("ends"),
    key("fact", "event", "number"),
    # From a message to the facts that say what it says: for erasure.
    Index("ix_fact_spans_message", "space_id", "user_id", "message"),
)

# Derived from facts and events; one row a fact, which stays when its content is purged.

fact_states = Table(
    "fact_states",
    metadata,
    *owner(),
    integer("number"),
    words("id"),
    Column("agent_id", Text),
    Column("session_id", Text),
    words("state"),
    Column("pinned", Boolean, nullable=False),
    Column("confirmed_at", BigInteger, nullable=False, comment="Microseconds since 1970, UTC"),
    Column("confidence", Double, nullable=False),
    Column("importance", Double, nullable=False),
    Column("expires_at", BigInteger, comment="Microseconds since 1970, UTC"),
    Column("last_used", BigInteger, comment="Microseconds since 1970, UTC"),
    integer("uses"),
    integer("repeats"),
    words("origin"),
    Column("trust", Double, nullable=False),
    words("superseded_by"),
    Column("tombstoned_at", BigInteger, comment="Microseconds since 1970, UTC"),
    Column("holds", Text, nullable=False, comment="JSON: [from, to, by] in microseconds"),
    integer("events"),
    Column("due_at", BigInteger, comment="When a sweep could do anything with it; microseconds"),
    integer("changed"),
    checksum(),
    key("number"),
    unique("id"),
    Index(
        "ix_fact_states_due",
        "space_id",
        "user_id",
        "due_at",
        sqlite_where=text("due_at IS NOT NULL"),
    ),
    # A process that keeps the facts of a user reads what has changed since.
    Index("ix_fact_states_changed", "space_id", "user_id", "changed"),
    Index(
        "ix_fact_states_waiting",
        "space_id",
        "user_id",
        sqlite_where=text("state = 'quarantined'"),
    ),
)

fact_totals = Table(
    "fact_totals",
    metadata,
    *owner(),
    integer("facts"),
    integer("live"),
    integer("embedded_to"),
    Column(
        "policy",
        Text,
        nullable=False,
        server_default="",
        comment="Idle and grace times by which due_at was told",
    ),
    key(),
)

fact_terms = Table(
    "fact_terms",
    metadata,
    *owner(),
    integer("number"),
    Column("at", Double),
    integer("tokens"),
    integer("flags"),
    Column("terms", LargeBinary, nullable=False),
    key("number"),
)

fact_vectors = Table(
    "fact_vectors",
    metadata,
    *owner(),
    words("embedder"),
    integer("number"),
    Column("vector", LargeBinary, nullable=False, comment="Little-endian float16"),
    key("embedder", "number"),
)
