"""Compile the rules or the minds of a game, for all processes of this machine.

`python -m shindig.server.bot_pool.rules_compilation mind leduc` ends with status 0 where that could be done, and
before with its input.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

from shindig.core.kernel_compiler import on_disk
from shindig.gamekit import game as game_by_id
from shindig.gamekit.package_errors import find_numba_message, format_error

from ..fairness import shake_kernels

GONE = 3
"""The status where nobody waits any more."""
POLITE = 5
"""How far it stands behind those for whom somebody waits."""


def compile_rules(game_id: str) -> None:
    """Compile a game's rules and what all games' deals are hashed with, or load what another process has compiled."""
    game_by_id(game_id).compile()
    shake_kernels.prepare()


def has_rules_on_disk(game_id: str) -> bool:
    """Return whether `compile_rules` would only load what an earlier process has compiled."""
    plain = game_by_id(game_id).plain
    return (
        all(map(on_disk, (plain.legal, plain.apply, plain.chance_items, plain.chance_order)))
        and shake_kernels.is_on_disk()
    )


def compile_part(what: str, game_id: str) -> bool:
    """Compile a game's rules or its minds: whether it could be done."""
    game = game_by_id(game_id)
    try:
        game.compiled_policies.compile() if what == "mind" else compile_rules(game_id)
    except Exception as error:
        name = f"the mind of {game_id}" if what == "mind" else game_id
        print(
            f"shindig: {name} does not compile, and is played without "
            f"({find_numba_message(error) or format_error(error)})",
            file=sys.stderr,
        )
        return False
    return True


def exit_with_parent() -> None:
    """End when the input does: with the process that wanted this."""
    sys.stdin.read()
    os._exit(GONE)


def main() -> None:
    threading.Thread(target=exit_with_parent, daemon=True).start()
    with suppress(OSError, AttributeError):
        os.nice(POLITE)
    what, game_id = sys.argv[1:]
    sys.exit(0 if compile_part(what, game_id) else 1)


if __name__ == "__main__":
    main()
