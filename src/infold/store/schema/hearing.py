"""What is made of conversations beside folds: episodes, and what a model was given to hear."""

from __future__ import annotations

from sqlalchemy import Column, Table, Text

from infold.store.schema.columns import integer, key, metadata, owner, unique, words

# Derived from messages: made anew where it is lost.
episodes = Table(
    "episodes",
    metadata,
    *owner(),
    integer("conversation"),
    integer("first"),
    integer("last"),
    words("id"),
    Column("at_from", Text, comment="ISO 8601, offset kept"),
    Column("at_to", Text, comment="ISO 8601, offset kept"),
    Column("participants", Text, nullable=False, comment="JSON: names; roles by number"),
    key("conversation", "first"),
    unique("id"),
)

hearings = Table(
    "hearings",
    metadata,
    *owner(),
    integer("conversation"),
    integer("number"),
    integer("first"),
    integer("last"),
    words("state"),
    integer("facts"),
    integer("dropped"),
    words("model"),
    words("prompt"),
    integer("calls"),
    integer("input_tokens"),
    integer("output_tokens"),
    words("fault"),
    key("conversation", "number"),
)
