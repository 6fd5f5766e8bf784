"""Migrations of the schema, run by `infold.store.migrating`."""
