"""Segments: what search needs of consecutive messages, in one blob."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of segments; jobs fill it."""
    op.create_table(
        "segments",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("embedder", sa.Text(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("analysis", sa.Integer(), nullable=False),
        sa.Column("erase_epoch", sa.Integer(), nullable=False),
        sa.Column("index_version", sa.Integer(), nullable=False),
        sa.Column("digest", sa.BigInteger(), nullable=False, comment="CRC-32 of the data"),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "embedder", "first", name=op.f("pk_segments")
        ),
    )


def downgrade() -> None:
    """Drop it: everything in it is derived."""
    op.drop_table("segments")
