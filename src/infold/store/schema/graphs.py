"""What people do to a graph: marks, views, and the changes that can be undone."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, Table, Text

from infold.store.schema.columns import checksum, flag, integer, key, metadata, owner, unique, words

marks = Table(
    "marks",
    metadata,
    *owner(),
    integer("conversation"),
    integer("number"),
    words("id"),
    words("kind"),
    words("label"),
    integer("message"),
    integer("part"),
    integer("starts"),
    integer("ends"),
    words("text"),
    words("made_by"),
    words("state"),
    words("evidence"),
    checksum(),
    key("conversation", "number"),
    unique("id"),
    Index("ix_marks_message", "space_id", "user_id", "conversation", "message"),
)

views = Table(
    "views",
    metadata,
    *owner(),
    integer("conversation"),
    integer("number"),
    words("id"),
    words("name"),
    integer("base"),
    words("state"),
    flag("compared", "Whether the same questions were asked of it and of the original"),
    key("conversation", "number"),
    unique("id"),
)

view_folds = Table(
    "view_folds",
    metadata,
    *owner(),
    integer("conversation"),
    integer("view"),
    integer("fold"),
    flag("is_open", "Its messages are shown in its place"),
    words("flag"),
    key("conversation", "view", "fold"),
)

changes = Table(
    "changes",
    metadata,
    *owner(),
    integer("conversation"),
    integer("number"),
    words("id"),
    words("name"),
    words("at"),
    words("made_by"),
    Column("data", Text, nullable=False, comment="JSON: ids and small values, never content"),
    words("state"),
    Column("spans", Text, nullable=False, comment="JSON: count of messages when done, undone, …"),
    key("conversation", "number"),
    unique("id"),
    # A step reads the last that was done, or the first that was undone.
    Index("ix_changes_state", "space_id", "user_id", "conversation", "state", "number"),
)

node_settings = Table(
    "node_settings",
    metadata,
    *owner(),
    integer("conversation"),
    Column("position", Integer, nullable=False, comment="-1 for the whole conversation"),
    words("name"),
    words("value"),
    key("conversation", "position", "name"),
)

asked = Table(
    "asked",
    metadata,
    *owner(),
    integer("conversation"),
    integer("position"),
    words("model"),
    words("prompt"),
    words("upstream"),
    Column("views", Text, nullable=False, comment="JSON: ids of views"),
    integer("input_tokens"),
    integer("output_tokens"),
    key("conversation", "position"),
)

materials = Table(
    "materials",
    metadata,
    *owner(),
    integer("conversation"),
    integer("number"),
    words("id"),
    words("name"),
    words("media_type"),
    words("digest"),
    integer("tokens"),
    Column("pages", Text, nullable=False, comment="JSON: the text of each page"),
    checksum(),
    key("conversation", "number"),
    unique("id"),
)
