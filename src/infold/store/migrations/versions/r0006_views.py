"""Marks, views, the steps that can be undone, and wires that carry nothing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_PLACE = ("space_id", "user_id", "conversation")


def _owner() -> list[sa.Column[object]]:
    columns: list[sa.Column[object]] = [
        sa.Column(name, sa.Text(), nullable=False) for name in _PLACE[:2]
    ]
    return [*columns, sa.Column("conversation", sa.Integer(), nullable=False)]


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _integers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.text("0"))


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*_PLACE, *columns, name=op.f(f"pk_{table}"))


def _unique(table: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(
        "space_id", "user_id", "id", name=op.f(f"uq_{table}_space_id_user_id_id")
    )


def upgrade() -> None:
    """Make the tables and add the columns; no row is touched."""
    for name in ("cut", "chain"):
        op.add_column("wires", _flag(name))
    op.create_index("ix_wires_cut", "wires", [*_PLACE, "child"], sqlite_where=sa.text("cut"))
    op.create_index(
        "ix_wires_reference",
        "wires",
        [*_PLACE, "child"],
        sqlite_where=sa.text("kind = 'reference'"),
    )
    op.add_column(
        "folds", sa.Column("view", sa.Integer(), nullable=False, server_default=sa.text("0"))
    )
    op.add_column("folds", sa.Column("made_from", sa.Text(), nullable=False, server_default=""))
    op.add_column("folds", sa.Column("fault", sa.Text(), nullable=False, server_default=""))
    op.create_index(
        "ix_folds_made_from",
        "folds",
        [*_PLACE, "made_from"],
        sqlite_where=sa.text("made_from <> ''"),
    )
    op.create_table(
        "marks",
        *_owner(),
        *_integers("number"),
        *_texts("id", "kind", "label"),
        *_integers("message", "part", "starts", "ends"),
        *_texts("text", "made_by", "state", "evidence"),
        sa.Column("checksum", sa.BigInteger(), nullable=True),
        _key("marks", "number"),
        _unique("marks"),
    )
    op.create_index("ix_marks_message", "marks", [*_PLACE, "message"])
    op.create_table(
        "views",
        *_owner(),
        *_integers("number"),
        *_texts("id", "name"),
        *_integers("base"),
        *_texts("state"),
        _flag("compared"),
        _key("views", "number"),
        _unique("views"),
    )
    op.create_table(
        "view_folds",
        *_owner(),
        *_integers("view", "fold"),
        _flag("is_open"),
        *_texts("flag"),
        _key("view_folds", "view", "fold"),
    )
    op.create_table(
        "changes",
        *_owner(),
        *_integers("number"),
        *_texts("id", "name", "at", "made_by", "data", "state", "spans"),
        _key("changes", "number"),
        _unique("changes"),
    )
    op.create_index("ix_changes_state", "changes", [*_PLACE, "state", "number"])
    op.create_table(
        "node_settings",
        *_owner(),
        *_integers("position"),
        *_texts("name", "value"),
        _key("node_settings", "position", "name"),
    )
    op.create_table(
        "asked",
        *_owner(),
        *_integers("position"),
        *_texts("model", "prompt", "upstream", "views"),
        *_integers("input_tokens", "output_tokens"),
        _key("asked", "position"),
    )
    op.create_table(
        "materials",
        *_owner(),
        *_integers("number"),
        *_texts("id", "name", "media_type", "digest"),
        *_integers("tokens"),
        *_texts("pages"),
        sa.Column("checksum", sa.BigInteger(), nullable=True),
        _key("materials", "number"),
        _unique("materials"),
    )


def downgrade() -> None:
    """Drop them: marks and views are lost, every message stays."""
    for table in ("materials", "asked", "node_settings", "changes", "view_folds", "views", "marks"):
        op.drop_table(table)
    op.drop_index("ix_folds_made_from", "folds")
    op.drop_column("folds", "fault")
    op.drop_column("folds", "made_from")
    op.drop_column("folds", "view")
    op.drop_index("ix_wires_reference", "wires")
    op.drop_index("ix_wires_cut", "wires")
    for name in ("chain", "cut"):
        op.drop_column("wires", name)
