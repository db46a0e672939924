"""Numbers that the threads of a pass share: roles, and places in their `control`."""

ALONE, LEAD, HELP = range(3)
"""Roles: the only thread, the one that was called, and those that help it."""
NEXT, DONE, WRONG, KIND, ASLEEP, QUIT, READ_END, WRITE_END, SPARE = range(0, 72, 8)
"""Places in `control`, int64[CONTROL_SIZE], one a cache line.

NEXT is the generation and the first match of its next piece. DONE counts the matches of this generation that are done,
WRONG is the first illegal action, and ASLEEP counts the helpers that wait for a byte from the pipe with these ends.
"""
CONTROL_SIZE = 80
FIRST_BITS = 40
"""Bits of NEXT for the first match; those above are the generation."""
