"""What is known of a user over months: facts, their events, and what search needs of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; there are no facts in a store of before."""
    op.create_table(
        "facts",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("agent_id", sa.Text(), nullable=True),
        sa.Column("session_id", sa.Text(), nullable=True),
        sa.Column(
            "same",
            sa.Text(),
            nullable=False,
            comment="Keyed hash of what equal facts have in common",
        ),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("attribute", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("retracts", sa.Boolean(), nullable=False),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("importance", sa.Double(), nullable=False),
        sa.Column("valid_from", sa.Text(), nullable=True, comment="ISO 8601"),
        sa.Column("valid_to", sa.Text(), nullable=True, comment="ISO 8601"),
        sa.Column("recorded_at", sa.Text(), nullable=False, comment="ISO 8601"),
        sa.Column("expires_at", sa.Text(), nullable=True, comment="ISO 8601"),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("trust", sa.Double(), nullable=False),
        sa.Column(
            "digest",
            sa.Text(),
            nullable=True,
            comment="Content hash, where the id was not minted here",
        ),
        sa.Column(
            "begins",
            sa.BigInteger(),
            nullable=False,
            comment="valid_from, else recorded_at; microseconds since 1970, UTC",
        ),
        sa.Column(
            "apart",
            sa.Boolean(),
            nullable=False,
            comment="Its slot is placed as a whole: not by what stands beside a new fact",
        ),
        sa.Column(
            "checksum",
            sa.BigInteger(),
            nullable=True,
            comment="CRC-32 of the row; none in rows of old stores",
        ),
        sa.PrimaryKeyConstraint("space_id", "user_id", "number", name=op.f("pk_facts")),
    )
    op.create_index(
        "ix_facts_same", "facts", ["space_id", "user_id", "same", "ordinal"], unique=False
    )
    op.create_index(
        "ix_facts_slot",
        "facts",
        ["space_id", "user_id", "subject", "attribute", "number"],
        unique=False,
        sqlite_where=sa.text("attribute <> ''"),
    )
    op.create_index(
        "ix_facts_slot_apart",
        "facts",
        ["space_id", "user_id", "subject", "attribute"],
        unique=False,
        sqlite_where=sa.text("attribute <> '' AND apart = 1"),
    )
    op.create_index(
        "ix_facts_slot_time",
        "facts",
        [
            "space_id",
            "user_id",
            "subject",
            "attribute",
            "agent_id",
            "session_id",
            "begins",
            "number",
        ],
        unique=False,
        sqlite_where=sa.text("attribute <> ''"),
    )
    op.create_table(
        "fact_events",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("fact", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("by_whom", sa.Text(), nullable=False),
        sa.Column("other", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column(
            "checksum",
            sa.BigInteger(),
            nullable=True,
            comment="CRC-32 of the row; none in rows of old stores",
        ),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "fact", "number", name=op.f("pk_fact_events")
        ),
    )
    op.create_index(
        "ix_fact_events_against",
        "fact_events",
        ["space_id", "user_id", "other"],
        unique=False,
        sqlite_where=sa.text("kind = 'quarantined'"),
    )
    op.create_index(
        "ix_fact_events_merged",
        "fact_events",
        ["space_id", "user_id", "other"],
        unique=False,
        sqlite_where=sa.text("kind = 'merged'"),
    )
    op.create_table(
        "fact_spans",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("fact", sa.Integer(), nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("starts", sa.Integer(), nullable=False),
        sa.Column("ends", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "fact", "event", "number", name=op.f("pk_fact_spans")
        ),
    )
    op.create_index(
        "ix_fact_spans_message", "fact_spans", ["space_id", "user_id", "message"], unique=False
    )
    op.create_table(
        "fact_states",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("agent_id", sa.Text(), nullable=True),
        sa.Column("session_id", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("pinned", sa.Boolean(), nullable=False),
        sa.Column(
            "confirmed_at", sa.BigInteger(), nullable=False, comment="Microseconds since 1970, UTC"
        ),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("importance", sa.Double(), nullable=False),
        sa.Column(
            "expires_at", sa.BigInteger(), nullable=True, comment="Microseconds since 1970, UTC"
        ),
        sa.Column(
            "last_used", sa.BigInteger(), nullable=True, comment="Microseconds since 1970, UTC"
        ),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("repeats", sa.Integer(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("trust", sa.Double(), nullable=False),
        sa.Column("superseded_by", sa.Text(), nullable=False),
        sa.Column(
            "tombstoned_at", sa.BigInteger(), nullable=True, comment="Microseconds since 1970, UTC"
        ),
        sa.Column(
            "holds", sa.Text(), nullable=False, comment="JSON: [from, to, by] in microseconds"
        ),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.Column(
            "due_at",
            sa.BigInteger(),
            nullable=True,
            comment="When a sweep could do anything with it; microseconds",
        ),
        sa.Column("changed", sa.Integer(), nullable=False),
        sa.Column(
            "checksum",
            sa.BigInteger(),
            nullable=True,
            comment="CRC-32 of the row; none in rows of old stores",
        ),
        sa.PrimaryKeyConstraint("space_id", "user_id", "number", name=op.f("pk_fact_states")),
        sa.UniqueConstraint(
            "space_id", "user_id", "id", name=op.f("uq_fact_states_space_id_user_id_id")
        ),
    )
    op.create_index(
        "ix_fact_states_changed", "fact_states", ["space_id", "user_id", "changed"], unique=False
    )
    op.create_index(
        "ix_fact_states_waiting",
        "fact_states",
        ["space_id", "user_id"],
        unique=False,
        sqlite_where=sa.text("state = 'quarantined'"),
    )
    op.create_index(
        "ix_fact_states_due",
        "fact_states",
        ["space_id", "user_id", "due_at"],
        unique=False,
        sqlite_where=sa.text("due_at IS NOT NULL"),
    )
    op.create_table(
        "fact_totals",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("facts", sa.Integer(), nullable=False),
        sa.Column("live", sa.Integer(), nullable=False),
        sa.Column("embedded_to", sa.Integer(), nullable=False),
        sa.Column(
            "policy",
            sa.Text(),
            server_default="",
            nullable=False,
            comment="Idle and grace times by which due_at was told",
        ),
        sa.PrimaryKeyConstraint("space_id", "user_id", name=op.f("pk_fact_totals")),
    )
    op.create_table(
        "fact_terms",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=True),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.Column("flags", sa.Integer(), nullable=False),
        sa.Column("terms", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("space_id", "user_id", "number", name=op.f("pk_fact_terms")),
    )
    op.create_table(
        "fact_vectors",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("embedder", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False, comment="Little-endian float16"),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "embedder", "number", name=op.f("pk_fact_vectors")
        ),
    )

    op.create_table(
        "sweeps",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column(
            "whole",
            sa.Boolean(),
            server_default=sa.text("0"),
            nullable=False,
            comment="Of all users of the space",
        ),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column(
            "at",
            sa.BigInteger(),
            nullable=False,
            comment="Its clock: microseconds since 1970, UTC",
        ),
        sa.Column(
            "scheduled",
            sa.BigInteger(),
            nullable=True,
            comment="When the schedule asked for it; microseconds",
        ),
        sa.Column(
            "started", sa.BigInteger(), nullable=False, comment="Microseconds since 1970, UTC"
        ),
        sa.Column(
            "finished", sa.BigInteger(), nullable=True, comment="Microseconds since 1970, UTC"
        ),
        sa.Column(
            "reached",
            sa.Text(),
            nullable=True,
            comment="JSON: the user that it has come to; none before the first",
        ),
        sa.Column("counts", sa.Text(), server_default="{}", nullable=False),
        sa.Column("chunks", sa.Integer(), nullable=False),
        sa.Column(
            "leased_to", sa.BigInteger(), nullable=True, comment="Microseconds since 1970, UTC"
        ),
        sa.Column("token", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("space_id", "user_id", "id", name=op.f("pk_sweeps")),
    )
    op.create_table(
        "sweep_facts",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("sweep", sa.Text(), nullable=False),
        sa.Column("chunk", sa.Integer(), nullable=False),
        sa.Column("was", sa.Text(), nullable=False),
        sa.Column(
            "at", sa.BigInteger(), nullable=False, comment="When they were hidden; microseconds"
        ),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "sweep", "chunk", "was", name=op.f("pk_sweep_facts")
        ),
    )
    op.create_table(
        "evictions",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("fold", sa.Text(), server_default="", nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False, comment="Microseconds since 1970, UTC"),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("sweep", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "data", sa.Text(), nullable=False, comment="JSON: numbers, and of an export its file"
        ),
        sa.Column(
            "ended",
            sa.BigInteger(),
            nullable=True,
            comment="When it was taken back; microseconds",
        ),
        sa.Column("ended_by", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "number", name=op.f("pk_evictions")
        ),
    )
    op.create_index(
        "ix_evictions_sweep", "evictions", ["space_id", "user_id", "sweep"], unique=False
    )


def downgrade() -> None:
    """Drop them with all that is in them."""
    for table in (
        "evictions",
        "sweep_facts",
        "sweeps",
        "fact_vectors",
        "fact_terms",
        "fact_totals",
        "fact_states",
        "fact_spans",
        "fact_events",
        "facts",
    ):
        op.drop_table(table)
