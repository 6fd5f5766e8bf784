"""What is left of what was erased: receipts, hashes of what must not come back, known copies.

Of `erasures`, `erased` and `copies` the `user_id` is a keyed hash of the user's name: the name goes
with all else where a whole user is erased. Only `erasing` has names, and only until all is gone.
"""

from __future__ import annotations

from sqlalchemy import Column, LargeBinary, Table, Text

from infold.store.schema.columns import checksum, integer, key, metadata, owner, unique, words

# One row an erasure. `sealed` holds what the scan looks for, enciphered; it goes at the end.
erasures = Table(
    "erasures",
    metadata,
    *owner(),
    integer("number"),
    words("id"),
    words("kind"),
    words("record"),
    words("state"),
    words("hidden_at"),
    words("gone_at"),
    words("made_by"),
    Column("counts", Text, nullable=False, comment="JSON: what went, by kind"),
    Column("data", Text, nullable=False, comment="JSON: copies, the scan, notes; no content"),
    Column("sealed", LargeBinary, nullable=False),
    words("name"),
    integer("attempts", 0),
    checksum(),
    key("number"),
    unique("id"),
)

# What is hidden already, and waits for its rows to be removed.
erasing = Table(
    "erasing",
    metadata,
    *owner(),
    words("kind"),
    words("ref"),
    integer("number"),
    words("erasure"),
    key("kind", "ref", "number"),
)

# Keyed hashes of records and texts that are never taken in again.
erased = Table("erased", metadata, *owner(), words("hash"), words("erasure"), key("hash"))

# Exports and backups that left the store, as far as it knows of them.
copies = Table(
    "copies",
    metadata,
    *owner(),
    integer("number"),
    words("kind"),
    words("path"),
    words("made_at"),
    Column("conversations", Text, nullable=False, comment="JSON list of ids; empty for all"),
    key("number"),
)
