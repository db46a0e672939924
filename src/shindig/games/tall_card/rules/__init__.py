"""The rules: the record, and a module a phase."""
