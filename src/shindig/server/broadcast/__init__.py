"""Broadcast: updates, snapshots and views for the subscribers of a table."""
