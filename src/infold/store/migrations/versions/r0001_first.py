"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "blobs",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("space_id", "user_id", "digest", name=op.f("pk_blobs")),
    )
    op.create_table(
        "claims",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("fold", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.Column("positions", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "fold", "number", name=op.f("pk_claims")
        ),
        sa.UniqueConstraint(
            "space_id", "user_id", "id", name=op.f("uq_claims_space_id_user_id_id")
        ),
    )
    op.create_table(
        "conversations",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("agent_id", sa.Text(), nullable=True),
        sa.Column("session_id", sa.Text(), nullable=True),
        sa.Column("leaf", sa.Integer(), nullable=False),
        sa.Column("messages", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("branches", sa.Integer(), nullable=False),
        sa.Column("first", sa.Text(), nullable=True, comment="ISO 8601, offset kept"),
        sa.Column("last", sa.Text(), nullable=True, comment="ISO 8601, offset kept"),
        sa.Column("archived", sa.Text(), nullable=True, comment="ISO 8601: when it was archived"),
        sa.Column("hot_from", sa.Integer(), nullable=False),
        sa.Column("hot_tokens", sa.Integer(), nullable=False),
        sa.Column("embedded_to", sa.Integer(), nullable=False),
        sa.Column("placed_to", sa.Integer(), nullable=False),
        sa.Column("heard_to", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("space_id", "user_id", "number", name=op.f("pk_conversations")),
        sa.UniqueConstraint(
            "space_id", "user_id", "id", name=op.f("uq_conversations_space_id_user_id_id")
        ),
        sa.UniqueConstraint(
            "space_id", "user_id", "key", name=op.f("uq_conversations_space_id_user_id_key")
        ),
    )
    op.create_table(
        "episodes",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("at_from", sa.Text(), nullable=True, comment="ISO 8601, offset kept"),
        sa.Column("at_to", sa.Text(), nullable=True, comment="ISO 8601, offset kept"),
        sa.Column(
            "participants",
            sa.Text(),
            nullable=False,
            comment="JSON: names; roles by number",
        ),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "first", name=op.f("pk_episodes")
        ),
        sa.UniqueConstraint(
            "space_id", "user_id", "id", name=op.f("uq_episodes_space_id_user_id_id")
        ),
    )
    op.create_table(
        "folds",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("root", sa.Integer(), nullable=False),
        sa.Column("sources", sa.Text(), nullable=False, comment="JSON list of message ids"),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("prompt", sa.Text(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "number", name=op.f("pk_folds")
        ),
        sa.UniqueConstraint("space_id", "user_id", "id", name=op.f("uq_folds_space_id_user_id_id")),
    )
    op.create_index(
        "ix_folds_state",
        "folds",
        ["space_id", "user_id", "conversation", "state", "root", "number"],
        unique=False,
    )
    op.create_table(
        "forward",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("parent", sa.Integer(), nullable=False),
        sa.Column("role", sa.Integer(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=True),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.Column("flags", sa.Integer(), nullable=False),
        sa.Column("terms", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "position", name=op.f("pk_forward")
        ),
    )
    op.create_index(
        "ix_forward_joints",
        "forward",
        ["space_id", "user_id", "conversation", "parent", "position"],
        unique=False,
        sqlite_where=sa.text("parent < 0"),
    )
    op.create_table(
        "hearings",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("facts", sa.Integer(), nullable=False),
        sa.Column("dropped", sa.Integer(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("prompt", sa.Text(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("fault", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "number", name=op.f("pk_hearings")
        ),
    )
    op.create_table(
        "jobs",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False, comment="Microseconds since 1970, UTC"),
        sa.Column(
            "leased_to", sa.BigInteger(), nullable=True, comment="Microseconds since 1970, UTC"
        ),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("space_id", "user_id", "id", name=op.f("pk_jobs")),
    )
    op.create_index("ix_jobs_due", "jobs", ["space_id", "state", "due"], unique=False)
    op.create_index(
        "ix_jobs_subject", "jobs", ["space_id", "user_id", "kind", "subject"], unique=False
    )
    op.create_index(
        "uq_jobs_waiting",
        "jobs",
        ["space_id", "user_id", "kind", "subject"],
        unique=True,
        sqlite_where=sa.text("state = 'waiting'"),
    )
    op.create_table(
        "merges",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("a", sa.Integer(), nullable=False),
        sa.Column("b", sa.Integer(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("withdrawn_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "number", name=op.f("pk_merges")
        ),
        sa.UniqueConstraint(
            "space_id", "user_id", "id", name=op.f("uq_merges_space_id_user_id_id")
        ),
    )
    op.create_table(
        "messages",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=True),
        sa.Column("at", sa.Text(), nullable=True, comment="ISO 8601, offset kept"),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.Column(
            "digest",
            sa.Text(),
            nullable=True,
            comment="Content hash, where the id was not minted here",
        ),
        sa.Column(
            "parts", sa.Text(), nullable=False, comment="JSON, see infold.core.ids.part_data"
        ),
        sa.Column(
            "erased",
            sa.Boolean(),
            server_default=sa.text("0"),
            nullable=False,
            comment="Its content was erased: the position and the id stay",
        ),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "position", name=op.f("pk_messages")
        ),
        sa.UniqueConstraint(
            "space_id", "user_id", "id", name=op.f("uq_messages_space_id_user_id_id")
        ),
    )
    op.create_table(
        "placements",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("unit", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "position", name=op.f("pk_placements")
        ),
    )
    op.create_table(
        "replies",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("space_id", "user_id", "key", name=op.f("pk_replies")),
    )
    op.create_table(
        "scopes",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("erase_epoch", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("index_version", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("space_id", "user_id", name=op.f("pk_scopes")),
    )
    op.create_table(
        "spaces",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("embedder", sa.Text(), server_default="", nullable=False),
        sa.Column("retention", sa.Text(), server_default="", nullable=False),
        sa.Column("erase_epoch", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("space_id", name=op.f("pk_spaces")),
    )
    op.create_table(
        "spans",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("fold", sa.Integer(), nullable=False),
        sa.Column("claim", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("starts", sa.Integer(), nullable=False),
        sa.Column("ends", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "fold", "claim", "number", name=op.f("pk_spans")
        ),
    )
    op.create_index("ix_spans_message", "spans", ["space_id", "user_id", "message"], unique=False)
    op.create_table(
        "vectors",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("embedder", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False, comment="Little-endian float16"),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "embedder", "position", name=op.f("pk_vectors")
        ),
    )
    op.create_table(
        "wires",
        sa.Column("space_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation", sa.Integer(), nullable=False),
        sa.Column("child", sa.Integer(), nullable=False),
        sa.Column("parent", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("inferred", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint(
            "space_id", "user_id", "conversation", "child", "parent", "kind", name=op.f("pk_wires")
        ),
    )
    op.create_index(
        "ix_wires_parent", "wires", ["space_id", "user_id", "conversation", "parent"], unique=False
    )
    # ### end Alembic commands ###
    _make_what_erasure_leaves()


def _make_what_erasure_leaves() -> None:
    """Make the tables of `infold.store.schema.erasure`."""

    def table(name: str, key: tuple[str, ...], *columns: sa.schema.SchemaItem) -> None:
        owner = [sa.Column(one, sa.Text(), nullable=False) for one in ("space_id", "user_id")]
        made = sa.PrimaryKeyConstraint("space_id", "user_id", *key, name=op.f(f"pk_{name}"))
        op.create_table(name, *owner, *columns, made)

    def texts(*names: str) -> list[sa.Column[str]]:
        return [sa.Column(name, sa.Text(), nullable=False) for name in names]

    def number() -> sa.Column[int]:
        return sa.Column("number", sa.Integer(), nullable=False)

    table(
        "erasures",
        ("number",),
        number(),
        *texts("id", "kind", "record", "state", "hidden_at", "gone_at", "made_by"),
        sa.Column("counts", sa.Text(), nullable=False, comment="JSON: what went, by kind"),
        sa.Column(
            "data", sa.Text(), nullable=False, comment="JSON: copies, the scan, notes; no content"
        ),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        *texts("name"),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column(
            "checksum",
            sa.BigInteger(),
            nullable=True,
            comment="CRC-32 of the row; none in rows of old stores",
        ),
        sa.UniqueConstraint(
            "space_id", "user_id", "id", name=op.f("uq_erasures_space_id_user_id_id")
        ),
    )
    table("erasing", ("kind", "ref", "number"), *texts("kind", "ref"), number(), *texts("erasure"))
    table("erased", ("hash",), *texts("hash", "erasure"))
    table(
        "copies",
        ("number",),
        number(),
        *texts("kind", "path", "made_at"),
        sa.Column(
            "conversations", sa.Text(), nullable=False, comment="JSON list of ids; empty for all"
        ),
    )


def downgrade() -> None:
    """Drop all tables."""
    for name in ("copies", "erased", "erasing", "erasures"):
        op.drop_table(name)
    op.drop_table("wires")
    op.drop_table("vectors")
    op.drop_table("spans")
    op.drop_table("spaces")
    op.drop_table("scopes")
    op.drop_table("replies")
    op.drop_table("placements")
    op.drop_table("messages")
    op.drop_table("merges")
    op.drop_table("jobs")
    op.drop_table("hearings")
    op.drop_table("forward")
    op.drop_table("folds")
    op.drop_table("episodes")
    op.drop_table("conversations")
    op.drop_table("claims")
    op.drop_table("blobs")
