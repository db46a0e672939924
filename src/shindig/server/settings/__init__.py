"""Settings of a room: their names and values, and the places where they are read."""
