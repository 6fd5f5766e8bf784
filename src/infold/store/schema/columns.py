"""The columns and keys that tables share, and the collection that holds all tables."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def words(name: str, default: str | None = None) -> Column[str]:
    """A column of text that is never null."""
    return Column(name, Text, nullable=False, server_default=default)


def integer(name: str, default: int | None = None) -> Column[int]:
    """A column of whole numbers that is never null."""
    standard = None if default is None else text(str(default))
    return Column(name, Integer, nullable=False, server_default=standard)


def owner() -> tuple[Column[str], Column[str]]:
    """The two columns that lead every key: the space and its user."""
    return words("space_id"), words("user_id")


def checksum() -> Column[int]:
    """The column that tells a row which changed on disk."""
    return Column("checksum", BigInteger, comment="CRC-32 of the row; none in rows of old stores")


def flag(name: str, comment: str) -> Column[bool]:
    """A column that is true or false, and false where nobody says."""
    return Column(name, Boolean, nullable=False, server_default=text("0"), comment=comment)


def key(*columns: str) -> PrimaryKeyConstraint:
    """A primary key, led by space and user."""
    return PrimaryKeyConstraint("space_id", "user_id", *columns)


def unique(*columns: str) -> UniqueConstraint:
    """Columns that differ in every row of a user."""
    return UniqueConstraint("space_id", "user_id", *columns)
