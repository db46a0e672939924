"""The JSON protocol."""
