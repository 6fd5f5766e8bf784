"""Records of values that later ones superseded: derived from the messages by jobs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make both tables; the next job of each conversation fills them."""
    op.create_table(
        "supersessions",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("old_message", sa.Text(), nullable=False),
        sa.Column("old_part", sa.Integer(), nullable=False),
        sa.Column("old_starts", sa.Integer(), nullable=False),
        sa.Column("old_ends", sa.Integer(), nullable=False),
        sa.Column("new_message", sa.Text(), nullable=False),
        sa.Column("new_part", sa.Integer(), nullable=False),
        sa.Column("new_starts", sa.Integer(), nullable=False),
        sa.Column("new_ends", sa.Integer(), nullable=False),
        sa.Column("old_at", sa.Integer(), nullable=False),
        sa.Column("new_at", sa.Integer(), nullable=False),
        sa.Column("old_value", sa.Text(), nullable=False),
        sa.Column("new_value", sa.Text(), nullable=False),
        sa.Column("old_text", sa.Text(), nullable=False),
        sa.Column("new_text", sa.Text(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("withdrawn_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "number", name=op.f("pk_supersessions")
        ),
        sa.UniqueConstraint(
            "space_id", "user_id", "id", name=op.f("uq_supersessions_space_id_user_id_id")
        ),
    )
    op.create_table(
        "linked",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("linked_to", sa.Integer(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("space_id", "user_id", "conversation", name=op.f("pk_linked")),
    )


def downgrade() -> None:
    """Drop them: what is in them can be derived again, but for what a person withdrew."""
    op.drop_table("linked")
    op.drop_table("supersessions")
