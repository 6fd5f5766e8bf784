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

from infold.store.schema import (
    conversations,
    erasure,
    evicting,
    facts,
    folding,
    graphs,
    hearing,
    searching,
    sweeps,
    work,
)
from infold.store.schema.columns import metadata

__all__ = [
    "conversations",
    "erasure",
    "evicting",
    "facts",
    "folding",
    "graphs",
    "hearing",
    "metadata",
    "searching",
    "sweeps",
    "work",
]
