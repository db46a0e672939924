"""Broadcasts of a table to its subscribers: updates, snapshots and views."""
