"""Storage: the database, its schema, the event store, backups and migrations."""
