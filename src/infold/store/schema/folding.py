"""What folding leaves: placements, merges, folds with their claims, values that were replaced."""

from __future__ import annotations

from sqlalchemy import Column, Double, Index, LargeBinary, Table, Text, text

from infold.store.schema.columns import checksum, integer, key, metadata, owner, unique, words

placements = Table(
    "placements",
    metadata,
    *owner(),
    integer("conversation"),
    integer("position"),
    integer("unit"),
    key("conversation", "position"),
)

merges = Table(
    "merges",
    metadata,
    *owner(),
    integer("conversation"),
    integer("number"),
    words("id"),
    integer("a"),
    integer("b"),
    Column("score", Double, nullable=False),
    words("reason"),
    words("withdrawn_by"),
    key("conversation", "number"),
    unique("id"),
)

folds = Table(
    "folds",
    metadata,
    *owner(),
    integer("conversation"),
    integer("number"),
    words("id"),
    integer("root"),
    Column("sources", Text, nullable=False, comment="JSON list of message ids"),
    words("method"),
    words("state"),
    integer("generation"),
    integer("tokens"),
    words("model"),
    words("prompt"),
    integer("calls"),
    integer("input_tokens"),
    integer("output_tokens"),
    integer("view", 0),  # 0: of the chat's forest; -1: a draft; else the view that made it
    words("made_from", ""),  # of drafts and of the folds of views: a hash of all that made it
    words("fault", ""),  # why it was refused
    key("conversation", "number"),
    unique("id"),
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
    *owner(),
    integer("conversation"),
    integer("fold"),
    integer("number"),
    words("id"),
    integer("level"),
    words("text"),
    integer("tokens"),
    Column("positions", LargeBinary, nullable=False, comment="Little-endian int32, of sources"),
    checksum(),
    key("conversation", "fold", "number"),
    unique("id"),
)

spans = Table(
    "spans",
    metadata,
    *owner(),
    integer("conversation"),
    integer("fold"),
    integer("claim"),
    integer("number"),
    words("message"),
    integer("part"),
    integer("starts"),
    integer("ends"),
    key("conversation", "fold", "claim", "number"),
    # From a message to the claims that say what it says: for `why` and for erasure.
    Index("ix_spans_message", "space_id", "user_id", "message"),
)

# Derived from the messages, but for what a person withdrew.

supersessions = Table(
    "supersessions",
    metadata,
    *owner(),
    integer("conversation"),
    integer("number"),
    words("id"),
    words("old_message"),
    integer("old_part"),
    integer("old_starts"),
    integer("old_ends"),
    words("new_message"),
    integer("new_part"),
    integer("new_starts"),
    integer("new_ends"),
    integer("old_at"),
    integer("new_at"),
    words("old_value"),
    words("new_value"),
    words("old_text"),
    words("new_text"),
    Column("score", Double, nullable=False),
    words("reason"),
    words("withdrawn_by"),
    key("conversation", "number"),
    unique("id"),
)

linked = Table(
    "linked",
    metadata,
    *owner(),
    integer("conversation"),
    integer("linked_to"),
    integer("rules"),
    integer("changes"),
    key("conversation"),
)
