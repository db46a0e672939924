"""Rules: the record, and one module per phase."""
