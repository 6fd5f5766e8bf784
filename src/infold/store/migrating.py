"""Bring a store's schema up to date with Alembic. Imported only where there is something to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool


def migrate(connection: sqlite3.Connection, version: int, application: int) -> None:
    """Run the migrations that are missing and mark the file, all in one transaction.

    Args:
        connection: In autocommit mode (`isolation_level=None`).
        version: What `PRAGMA user_version` says afterwards: the number of revisions.
        application: What `PRAGMA application_id` says afterwards.

    Raises:
        sqlite3.Error: The file cannot be written; it is as it was.
    """
    connection.execute("BEGIN IMMEDIATE")
    # Another process may have done it while this one waited.
    if connection.execute("PRAGMA user_version").fetchone() == (version,):
        connection.execute("ROLLBACK")
        return
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.connect() as shared:
            # SQLAlchemy learns of the transaction by a statement, and Alembic joins it.
            shared.exec_driver_sql("SELECT 1").close()
            config.attributes["connection"] = shared
            command.upgrade(config, "head")
            shared.exec_driver_sql(f"PRAGMA user_version = {version:d}")
            shared.exec_driver_sql(f"PRAGMA application_id = {application:d}")
            shared.commit()
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
