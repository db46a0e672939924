"""HTML of the table: regions, prompts, seats and the diff that a page receives."""
