"""Stores: the protocol, SQLite behind it, migrations and the writer thread."""
