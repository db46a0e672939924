"""Connections between servers and processes: forwarding, peers and socket handover."""
