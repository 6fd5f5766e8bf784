"""No table is forgotten: each one with rows of users is known to erasure, column by column."""

from __future__ import annotations

from sqlalchemy import LargeBinary, Text

from infold.store.erasing import CONTENT, OF_A_CONVERSATION, OF_A_USER
from infold.store.schema import metadata

# Rows of these stand for erasures themselves, or belong to no user.
OWN = {"spaces", "erasures", "erasing", "erased", "copies"}
APART = {
    "conversations": "one row each, which hides the rest by going",
    "blobs": "each waits by its digest",
    "scopes": "the user's name goes last",
    "jobs": "by their subject",
}
NO_WORDS = {
    "space_id", "user_id", "id", "at", "first", "last", "state", "kind", "role", "format",
    "digest", "same", "message", "old_message", "new_message", "reason", "withdrawn_by", "made_by",
    "by_whom", "other", "method", "model", "prompt", "made_from", "sources", "holds",
    "superseded_by", "embedder", "reply", "token", "origin", "valid_from", "valid_to", "upstream",
    "media_type", "at_from", "at_to", "spans", "counts", "sweep", "was", "policy",
    "recorded_at", "expires_at", "agent_id", "session_id", "positions", "facts", "views",
    "archived", "fold", "ended_by",
}  # fmt: skip


def test_every_table_of_users_is_known() -> None:
    there = set(metadata.tables) - OWN
    assert there == set(CONTENT)
    assert there == {*OF_A_CONVERSATION, *OF_A_USER, *APART}
    assert not set(OF_A_CONVERSATION) & set(OF_A_USER)


def test_tables_of_conversations_are_those_with_its_number() -> None:
    with_number = {
        name for name, table in metadata.tables.items() if "conversation" in table.columns
    }
    assert with_number == set(OF_A_CONVERSATION)


def test_every_column_that_can_hold_words_is_known() -> None:
    for name, columns in CONTENT.items():
        texts = {
            column.name
            for column in metadata.tables[name].columns
            if isinstance(column.type, Text | LargeBinary)
        }
        assert texts - NO_WORDS <= set(columns), name
        assert set(columns) <= texts, name
