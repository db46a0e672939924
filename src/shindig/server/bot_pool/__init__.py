"""Pool of processes for bots' decisions."""
