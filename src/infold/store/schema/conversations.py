"""What people said: conversations with their owners, messages, wires, and bytes of files."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, LargeBinary, PrimaryKeyConstraint, Table, Text, text

from infold.store.schema.columns import checksum, flag, integer, key, metadata, owner, unique, words

spaces = Table(
    "spaces",
    metadata,
    words("space_id"),
    Column("secret", LargeBinary, nullable=False),
    words("embedder", ""),
    # JSON: how facts are kept, as the store was last opened with; empty for the defaults.
    words("retention", ""),
    # Above the erase epoch of every user whose row was erased: one of that name begins there.
    integer("erase_epoch", 0),
    PrimaryKeyConstraint("space_id"),
)

scopes = Table(
    "scopes",
    metadata,
    *owner(),
    integer("version", 0),
    integer("erase_epoch", 0),
    integer("index_version", 0),
    key(),
)

conversations = Table(
    "conversations",
    metadata,
    *owner(),
    integer("number"),
    words("id"),
    words("key"),
    words("title"),
    words("format"),
    Column("agent_id", Text),
    Column("session_id", Text),
    integer("leaf"),
    integer("messages"),
    integer("turns"),
    integer("branches"),
    Column("first", Text, comment="ISO 8601, offset kept"),
    Column("last", Text, comment="ISO 8601, offset kept"),
    Column("archived", Text, comment="ISO 8601: when it was archived"),
    integer("hot_from"),
    integer("hot_tokens"),
    integer("embedded_to"),
    integer("placed_to"),
    integer("heard_to"),
    integer("generation"),
    checksum(),
    key("number"),
    unique("id"),
    unique("key"),
)

messages = Table(
    "messages",
    metadata,
    *owner(),
    integer("conversation"),
    integer("position"),
    words("id"),
    words("role"),
    Column("author", Text),
    Column("at", Text, comment="ISO 8601, offset kept"),
    words("source"),
    integer("tokens"),
    Column("digest", Text, comment="Content hash, where the id was not minted here"),
    Column("parts", Text, nullable=False, comment="JSON, see infold.core.ids.part_data"),
    checksum(),
    flag("erased", "Its content was erased: the position and the id stay"),
    key("conversation", "position"),
    unique("id"),
)

wires = Table(
    "wires",
    metadata,
    *owner(),
    integer("conversation"),
    integer("child"),
    integer("parent"),
    words("kind"),
    Column("inferred", Boolean, nullable=False),
    flag("cut", "Carries nothing; the record stays"),
    flag("chain", "Of a reference: quotes all that leads to its parent, too"),
    key("conversation", "child", "parent", "kind"),
    Index("ix_wires_parent", "space_id", "user_id", "conversation", "parent"),
    # Few: a context looks for them each time something was written.
    Index("ix_wires_cut", "space_id", "user_id", "conversation", "child", sqlite_where=text("cut")),
    Index(
        "ix_wires_reference",
        "space_id",
        "user_id",
        "conversation",
        "child",
        sqlite_where=text("kind = 'reference'"),
    ),
)

blobs = Table(
    "blobs",
    metadata,
    *owner(),
    words("digest"),
    Column("data", LargeBinary, nullable=False),
    key("digest"),
)
