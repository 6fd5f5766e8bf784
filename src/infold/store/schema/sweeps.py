"""What sweeps did: a row a run, and the numbers of the facts that each changed, for its undo."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Table, Text

from infold.store.schema.columns import flag, integer, key, metadata, owner, words

# Of a sweep of all users of a space, `user_id` is empty and `whole` is true.
sweeps = Table(
    "sweeps",
    metadata,
    *owner(),
    words("id"),
    flag("whole", "Of all users of the space"),
    integer("number"),
    words("state"),
    Column("at", BigInteger, nullable=False, comment="Its clock: microseconds since 1970, UTC"),
    Column("scheduled", BigInteger, comment="When the schedule asked for it; microseconds"),
    Column("started", BigInteger, nullable=False, comment="Microseconds since 1970, UTC"),
    Column("finished", BigInteger, comment="Microseconds since 1970, UTC"),
    Column("reached", Text, comment="JSON: the user that it has come to; none before the first"),
    words("counts", "{}"),
    integer("chunks"),
    Column("leased_to", BigInteger, comment="Microseconds since 1970, UTC"),
    words("token", ""),
    key("id"),
)

sweep_facts = Table(
    "sweep_facts",
    metadata,
    *owner(),
    words("sweep"),
    integer("chunk"),
    words("was"),
    Column("at", BigInteger, nullable=False, comment="When they were hidden; microseconds"),
    words("facts"),
    key("sweep", "chunk", "was"),
)
