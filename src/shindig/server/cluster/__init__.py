"""Several servers on one database: leases and ownership of tables."""
