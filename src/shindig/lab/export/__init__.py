"""Export of hands as tables and files."""
