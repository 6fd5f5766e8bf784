"""Checksums of what is shown: SQLite itself does not notice when a byte of a text turns."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_TABLES = ("claims", "conversations", "messages")


def upgrade() -> None:
    """Add a column that rows written from now on fill: no row is touched."""
    for table in _TABLES:
        column = sa.Column(
            "checksum",
            sa.BigInteger(),
            nullable=True,
            comment="CRC-32 of the row; none in rows of old stores",
        )
        op.add_column(table, column)


def downgrade() -> None:
    """Drop it: the rows say the same without."""
    for table in _TABLES:
        op.drop_column(table, "checksum")
