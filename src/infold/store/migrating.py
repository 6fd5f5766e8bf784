"""Bring a store's schema up to date with Alembic. Imported only where there is something to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError
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
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        # SQLAlchemy rolls back when it meets a connection: only after that may ours begin.
        with engine.connect() as shared:
            shared.exec_driver_sql("BEGIN IMMEDIATE")
            # Another process may have done it while this one waited.
            if shared.exec_driver_sql("PRAGMA user_version").scalar_one() == version:
                return
            config.attributes["connection"] = shared
            command.upgrade(config, "head")
            shared.exec_driver_sql(f"PRAGMA user_version = {version:d}")
            shared.exec_driver_sql(f"PRAGMA application_id = {application:d}")
            shared.commit()
    except DBAPIError as error:
        raise error.orig if isinstance(error.orig, sqlite3.Error) else error from error
