"""Compile the rules or the minds of a game, for all processes of this machine.

`python -m shindig.room.compiling mind leduc` ends with status 0 where that could be done.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from ..games import game as game_by_id
from ..games.faults import told

POLITE = 5
"""How far it stands behind those for whom somebody waits."""


def compiled(what: str, game_id: str) -> bool:
    """Compile a game's rules or its minds: whether it could be done."""
    game = game_by_id(game_id)
    try:
        (game.mind if what == "mind" else game).compile()
    except Exception as error:
        name = f"the mind of {game_id}" if what == "mind" else game_id
        print(f"shindig: {name} does not compile, and is played without ({told(error)})", file=sys.stderr)
        return False
    return True


def main() -> None:
    with suppress(OSError, AttributeError):
        os.nice(POLITE)
    what, game_id = sys.argv[1:]
    sys.exit(0 if compiled(what, game_id) else 1)


if __name__ == "__main__":
    main()
