"""The tables, as SQLAlchemy Core sees them: for migrations and administration only.

Nothing on the way in or out imports this module (DESIGN §8): statements there are plain SQL, by
name, in `infold/store/sql`. `space_id, user_id` lead every key, so that the same schema can be
partitioned by them. A conversation is known to its own rows by its `number`, its order of creation
among the user's: a few bytes in each key where an id has 28.

Every table keeps SQLite's rowid: with `secure_delete` the text that is removed is overwritten
there, while tables without rowids keep bytes of removed rows. There are no foreign keys: rows are
written only through a conversation that the same transaction has looked up, and `verify` checks
what stands on disk.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _text(name: str, default: str | None = None) -> Column[str]:
    return Column(name, Text, nullable=False, server_default=default)


def _integer(name: str, default: int | None = None) -> Column[int]:
    standard = None if default is None else text(str(default))
    return Column(name, Integer, nullable=False, server_default=standard)


def _owner() -> tuple[Column[str], Column[str]]:
    return _text("space_id"), _text("user_id")


def _checksum() -> Column[int]:
    return Column("checksum", BigInteger, comment="CRC-32 of the row; none in rows of old stores")


def _flag(name: str, comment: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False, server_default=text("0"), comment=comment)


def _key(*columns: str) -> PrimaryKeyConstraint:
    return PrimaryKeyConstraint("space_id", "user_id", *columns)


def _unique(*columns: str) -> UniqueConstraint:
    return UniqueConstraint("space_id", "user_id", *columns)


spaces = Table(
    "spaces",
    metadata,
    _text("space_id"),
    Column("secret", LargeBinary, nullable=False),
    _text("embedder", ""),
    PrimaryKeyConstraint("space_id"),
)

scopes = Table(
    "scopes",
    metadata,
    *_owner(),
    _integer("version", 0),
    _integer("erase_epoch", 0),
    _integer("index_version", 0),
    _key(),
)

conversations = Table(
    "conversations",
    metadata,
    *_owner(),
    _integer("number"),
    _text("id"),
    _text("key"),
    _text("title"),
    _text("format"),
    Column("agent_id", Text),
    Column("session_id", Text),
    _integer("leaf"),
    _integer("messages"),
    _integer("turns"),
    _integer("branches"),
    Column("first", Text, comment="ISO 8601, offset kept"),
    Column("last", Text, comment="ISO 8601, offset kept"),
    _integer("hot_from"),
    _integer("hot_tokens"),
    _integer("embedded_to"),
    _integer("placed_to"),
    _integer("generation"),
    _checksum(),
    _key("number"),
    _unique("id"),
    _unique("key"),
)

messages = Table(
    "messages",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("position"),
    _text("id"),
    _text("role"),
    Column("author", Text),
    Column("at", Text, comment="ISO 8601, offset kept"),
    _text("source"),
    _integer("tokens"),
    Column("digest", Text, comment="Content hash, where the id was not minted here"),
    Column("parts", Text, nullable=False, comment="JSON, see infold.core.ids.part_data"),
    _checksum(),
    _key("conversation", "position"),
    _unique("id"),
)

wires = Table(
    "wires",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("child"),
    _integer("parent"),
    _text("kind"),
    Column("inferred", Boolean, nullable=False),
    _flag("cut", "Carries nothing; the record stays"),
    _flag("chain", "Of a reference: quotes all that leads to its parent, too"),
    _key("conversation", "child", "parent", "kind"),
    Index("ix_wires_parent", "space_id", "user_id", "conversation", "parent"),
    # Few: a context looks for them each time something was written.
    Index("ix_wires_cut", "space_id", "user_id", "conversation", "child", sqlite_where=text("cut")),
)

forward = Table(
    "forward",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("position"),
    _integer("parent"),
    _integer("role"),
    _text("author"),
    Column("at", Double),
    _integer("tokens"),
    _integer("flags"),
    Column("terms", LargeBinary, nullable=False),
    _key("conversation", "position"),
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
    *_owner(),
    _integer("conversation"),
    _text("embedder"),
    _integer("position"),
    Column("vector", LargeBinary, nullable=False, comment="Little-endian float16"),
    _key("conversation", "embedder", "position"),
)

# Derived from `forward` and `vectors`: may be emptied at any time.
segments = Table(
    "segments",
    metadata,
    *_owner(),
    _integer("conversation"),
    _text("embedder"),
    _integer("first"),
    _integer("count"),
    _integer("analysis"),
    _integer("erase_epoch"),
    _integer("index_version"),
    Column("digest", BigInteger, nullable=False, comment="CRC-32 of the data"),
    Column("data", LargeBinary, nullable=False),
    _key("conversation", "embedder", "first"),
)

placements = Table(
    "placements",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("position"),
    _integer("unit"),
    _key("conversation", "position"),
)

merges = Table(
    "merges",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("number"),
    _text("id"),
    _integer("a"),
    _integer("b"),
    Column("score", Double, nullable=False),
    _text("reason"),
    _text("withdrawn_by"),
    _key("conversation", "number"),
    _unique("id"),
)

folds = Table(
    "folds",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("number"),
    _text("id"),
    _integer("root"),
    Column("sources", Text, nullable=False, comment="JSON list of message ids"),
    _text("method"),
    _text("state"),
    _integer("generation"),
    _integer("tokens"),
    _text("model"),
    _text("prompt"),
    _integer("calls"),
    _integer("input_tokens"),
    _integer("output_tokens"),
    _integer("view", 0),  # 0: of the chat's forest; -1: a draft; else the view that made it
    _text("made_from", ""),  # of drafts and of the folds of views: a hash of all that made it
    _key("conversation", "number"),
    _unique("id"),
    Index("ix_folds_state", "space_id", "user_id", "conversation", "state", "root", "number"),
    Index(
        "ix_folds_made_from",
        "space_id",
        "user_id",
        "conversation",
        "made_from",
        sqlite_where=text("made_from <> ''"),
    ),
)

claims = Table(
    "claims",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("fold"),
    _integer("number"),
    _text("id"),
    _integer("level"),
    _text("text"),
    _integer("tokens"),
    Column("positions", LargeBinary, nullable=False, comment="Little-endian int32, of sources"),
    _checksum(),
    _key("conversation", "fold", "number"),
    _unique("id"),
)

spans = Table(
    "spans",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("fold"),
    _integer("claim"),
    _integer("number"),
    _text("message"),
    _integer("part"),
    _integer("starts"),
    _integer("ends"),
    _key("conversation", "fold", "claim", "number"),
    # From a message to the claims that say what it says: for `why` and for erasure.
    Index("ix_spans_message", "space_id", "user_id", "message"),
)

# Derived from the messages, but for what a person withdrew.
supersessions = Table(
    "supersessions",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("number"),
    _text("id"),
    _text("old_message"),
    _integer("old_part"),
    _integer("old_starts"),
    _integer("old_ends"),
    _text("new_message"),
    _integer("new_part"),
    _integer("new_starts"),
    _integer("new_ends"),
    _integer("old_at"),
    _integer("new_at"),
    _text("old_value"),
    _text("new_value"),
    _text("old_text"),
    _text("new_text"),
    Column("score", Double, nullable=False),
    _text("reason"),
    _text("withdrawn_by"),
    _key("conversation", "number"),
    _unique("id"),
)

linked = Table(
    "linked",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("linked_to"),
    _integer("rules"),
    _integer("changes"),
    _key("conversation"),
)

# What is known of a user. Content is written once; `number` is the order of entry.
facts = Table(
    "facts",
    metadata,
    *_owner(),
    _integer("number"),
    _text("id"),
    Column("agent_id", Text),
    Column("session_id", Text),
    Column("same", Text, nullable=False, comment="Keyed hash of what equal facts have in common"),
    _integer("ordinal"),
    _text("text"),
    _text("kind"),
    _text("subject"),
    _text("attribute"),
    _text("value"),
    Column("retracts", Boolean, nullable=False),
    Column("confidence", Double, nullable=False),
    Column("importance", Double, nullable=False),
    Column("valid_from", Text, comment="ISO 8601"),
    Column("valid_to", Text, comment="ISO 8601"),
    Column("recorded_at", Text, nullable=False, comment="ISO 8601"),
    Column("expires_at", Text, comment="ISO 8601"),
    _text("origin"),
    Column("trust", Double, nullable=False),
    Column("digest", Text, comment="Content hash, where the id was not minted here"),
    _checksum(),
    _key("number"),
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
)

fact_events = Table(
    "fact_events",
    metadata,
    *_owner(),
    _integer("fact"),
    _integer("number"),
    _text("kind"),
    _text("at"),
    _text("by_whom"),
    _text("other"),
    _text("data"),
    _checksum(),
    _key("fact", "number"),
)

fact_spans = Table(
    "fact_spans",
    metadata,
    *_owner(),
    _integer("fact"),
    _integer("event"),
    _integer("number"),
    _text("message"),
    _integer("part"),
    _integer("starts"),
    _integer("ends"),
    _key("fact", "event", "number"),
    # From a message to the facts that say what it says: for erasure.
    Index("ix_fact_spans_message", "space_id", "user_id", "message"),
)

# Derived from facts and events; one row a fact, which stays when its content is purged.
fact_states = Table(
    "fact_states",
    metadata,
    *_owner(),
    _integer("number"),
    _text("id"),
    Column("agent_id", Text),
    Column("session_id", Text),
    _text("state"),
    Column("pinned", Boolean, nullable=False),
    Column("confirmed_at", BigInteger, nullable=False, comment="Microseconds since 1970, UTC"),
    Column("confidence", Double, nullable=False),
    Column("importance", Double, nullable=False),
    Column("expires_at", BigInteger, comment="Microseconds since 1970, UTC"),
    Column("last_used", BigInteger, comment="Microseconds since 1970, UTC"),
    _integer("uses"),
    _integer("repeats"),
    _text("superseded_by"),
    Column("tombstoned_at", BigInteger, comment="Microseconds since 1970, UTC"),
    Column("holds", Text, nullable=False, comment="JSON: [from, to, by] in microseconds"),
    _integer("events"),
    Column("due_at", BigInteger, comment="When a sweep could do anything with it; microseconds"),
    _integer("changed"),
    _checksum(),
    _key("number"),
    _unique("id"),
    Index(
        "ix_fact_states_due",
        "space_id",
        "user_id",
        "due_at",
        sqlite_where=text("due_at IS NOT NULL"),
    ),
    # A process that keeps the facts of a user reads what has changed since.
    Index("ix_fact_states_changed", "space_id", "user_id", "changed"),
)

fact_totals = Table(
    "fact_totals",
    metadata,
    *_owner(),
    _integer("facts"),
    _integer("live"),
    _integer("embedded_to"),
    _key(),
)

fact_terms = Table(
    "fact_terms",
    metadata,
    *_owner(),
    _integer("number"),
    Column("at", Double),
    _integer("tokens"),
    _integer("flags"),
    Column("terms", LargeBinary, nullable=False),
    _key("number"),
)

fact_vectors = Table(
    "fact_vectors",
    metadata,
    *_owner(),
    _text("embedder"),
    _integer("number"),
    Column("vector", LargeBinary, nullable=False, comment="Little-endian float16"),
    _key("embedder", "number"),
)

marks = Table(
    "marks",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("number"),
    _text("id"),
    _text("kind"),
    _text("label"),
    _integer("message"),
    _integer("part"),
    _integer("starts"),
    _integer("ends"),
    _text("text"),
    _text("made_by"),
    _text("state"),
    _text("evidence"),
    _checksum(),
    _key("conversation", "number"),
    _unique("id"),
    Index("ix_marks_message", "space_id", "user_id", "conversation", "message"),
)

views = Table(
    "views",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("number"),
    _text("id"),
    _text("name"),
    _integer("base"),
    _text("state"),
    _flag("compared", "Whether the same questions were asked of it and of the original"),
    _key("conversation", "number"),
    _unique("id"),
)

view_folds = Table(
    "view_folds",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("view"),
    _integer("fold"),
    _flag("is_open", "Its messages are shown in its place"),
    _text("flag"),
    _key("conversation", "view", "fold"),
)

changes = Table(
    "changes",
    metadata,
    *_owner(),
    _integer("conversation"),
    _integer("number"),
    _text("id"),
    _text("name"),
    _text("at"),
    _text("made_by"),
    Column("data", Text, nullable=False, comment="JSON: ids and small values, never content"),
    _text("state"),
    _key("conversation", "number"),
    _unique("id"),
)

blobs = Table(
    "blobs",
    metadata,
    *_owner(),
    _text("digest"),
    Column("data", LargeBinary, nullable=False),
    _key("digest"),
)

replies = Table(
    "replies",
    metadata,
    *_owner(),
    _text("key"),
    _text("request"),
    _text("reply"),
    _key("key"),
)

jobs = Table(
    "jobs",
    metadata,
    *_owner(),
    _integer("id"),
    _text("kind"),
    _text("subject"),
    _text("state"),
    _integer("attempts"),
    Column("due", BigInteger, nullable=False, comment="Microseconds since 1970, UTC"),
    Column("leased_to", BigInteger, comment="Microseconds since 1970, UTC"),
    _text("token"),
    _text("error"),
    _key("id"),
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
