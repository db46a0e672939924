"""Compilation of the rules or the policies of a game, for all processes of this machine.

`python -m shindig.server.bot_pool.rules_compilation policies leduc` exits with status 0 on success. It exits early
when its input ends.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

from shindig.core.kernel_compiler import on_disk
from shindig.gamekit import game as game_by_id
from shindig.gamekit.error_attribution import find_numba_message, format_error

GONE = 3
"""Exit status if nobody waits any more."""
POLITE = 5
"""Niceness of the process."""


def compile_rules(game_id: str) -> None:
    """Compile a game's rules, or load them from the cache."""
    game_by_id(game_id).compile()


def has_rules_on_disk(game_id: str) -> bool:
    """Return True if `compile_rules` would only load compiled code."""
    plain = game_by_id(game_id).plain
    return all(map(on_disk, (plain.legal, plain.apply, plain.chance_items, plain.chance_order)))


def compile_part(what: str, game_id: str) -> bool:
    """Compile a game's rules or its policies. Returns False on failure."""
    game = game_by_id(game_id)
    try:
        game.compiled_policies.compile() if what == "policies" else compile_rules(game_id)
    except Exception as error:
        name = f"the policy of {game_id}" if what == "policies" else game_id
        print(
            f"shindig: {name} does not compile, and is played without "
            f"({find_numba_message(error) or format_error(error)})",
            file=sys.stderr,
        )
        return False
    return True


def exit_with_parent() -> None:
    """Exit when the input ends, with the parent process."""
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
