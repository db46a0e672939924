"""Reader of the names of phases from a game's source."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator

from shindig.core.caches import RULE_PARTS, cached
from shindig.core.kernel_compiler import find_reached_kernels
from shindig.gamekit.game_spec import Game


@cached(RULE_PARTS)
def phase_names(game: Game) -> dict[int, str]:
    """Return phases by number, from every `m.phase == PLAY` and `m.phase = PLAY` of the rules."""
    rules = game.rules
    starts = (rules.start, rules.legal, rules.apply, rules.chance_items, rules.chance_order)
    modules = {function.__module__ for start in starts for function in find_reached_kernels(start)}
    return {number: name for module in sorted(modules) for name, number in _named(module)}


def _named(module: str) -> Iterator[tuple[str, int]]:
    space = vars(sys.modules[module]) if module in sys.modules else {}
    for node in ast.walk(_tree(module)):
        for name in _names(node):
            if isinstance(space.get(name), int):
                yield name, space[name]


def _tree(module: str) -> ast.AST:
    try:
        return ast.parse(inspect.getsource(sys.modules[module]))
    except (KeyError, OSError, TypeError, SyntaxError):
        return ast.Module([], [])


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the constants that a node compares with a phase or assigns to it."""
    for part in _parts(node):
        yield from (one.id for one in ast.walk(part) if isinstance(one, ast.Name) and one.id.isupper())


def _parts(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(left=ast.Attribute(attr="phase"), comparators=values):
            yield from values
        case ast.Assign(targets=targets, value=ast.Tuple(elts=values)):
            for target in targets:
                parts = target.elts if isinstance(target, ast.Tuple) else []
                yield from (value for part, value in zip(parts, values, strict=False) if _is_phase(part))
        case ast.Assign(targets=targets, value=value) if any(map(_is_phase, targets)):
            yield value


def _is_phase(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "phase"


def phase_text(game: Game, phase: int) -> str:
    """Return `phase 2 (PLAY)`, or the number alone if the source has no name."""
    name = phase_names(game).get(phase)
    return f"phase {phase} ({name})" if name else f"phase {phase}"
