"""The game server: tables, seats, clocks, a fair cut, and a durable log of every event."""
