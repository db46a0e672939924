"""Names of release 1.0 for packages of games: the one table from which old calls and sources are translated."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import gamekit
from . import defaults, game_spec, policies

NAMES = {"House": "Services", "Together": "Simultaneous", "Minds": "PolicySpec", "usual": "defaults"}
"""Renamed names of `shindig.games`, which is `shindig.gamekit` now."""
MODULES = {
    "shindig.games": "shindig.gamekit",
    "shindig.games.minds": "shindig.gamekit.policies",
    "shindig.games.usual": "shindig.gamekit.defaults",
    "shindig.games.game": "shindig.gamekit.game_spec",
    "shindig.games.scene": "shindig.gamekit.table_scene",
    "shindig.games.facts": "shindig.gamekit.hand_fact_columns",
    "shindig.games.luck": "shindig.gamekit.luck_adjustment",
    "shindig.games.worth": "shindig.gamekit.hand_study_interfaces",
    "shindig.games.turns": "shindig.gamekit.turn_and_range_kernels",
    "shindig.games.hands": "shindig.gamekit.array_and_bit_kernels",
    "shindig.games.parsing": "shindig.gamekit.action_parsing",
    "shindig.games.betting": "shindig.gamekit.betting",
    "shindig.games.five_cards": "shindig.gamekit.five_cards",
    "shindig.games.layout": "shindig.core.layout_and_views",
    "shindig.games.kernels": "shindig.core.kernel_compiler",
    "shindig.games.places": "shindig.core.card_places",
    "shindig.history": "shindig.observations",
}
"""Modules that a package may import, by their old names."""
FIELDS: dict[str, dict[str, str]] = {
    "Game": {"house": "services", "minds": "policies", "outlook": "rollouts"},
    "Rules": {
        "wanted": "chance_items",
        "order": "chance_order",
        "held": "conserved",
        "tells": "revealing_fields",
        "others": "earlier_versions",
        "used": "items_used",
    },
    "Hand": {"tell": "write_facts", "lot": "random_pick"},
    "LateShow": {"told": "text"},
    "Words": {"moment": "highlight"},
    "Table": {"choose": "choose_deck"},
    "House": {
        "mild": "timeout_actions",
        "quiet": "silence_clause",
        "brisk": "instant_phases",
        "together": "simultaneous",
        "obvious": "forced_phases",
        "kind": "turn_kind",
        "out": "is_out",
        "broke": "is_broke",
        "place": "lobby_place",
        "retired": "retired_bots",
    },
    "Minds": {
        "others": "opponent_policy",
        "knows": "beliefs",
        "learn": "update_beliefs",
        "deal": "sample_world",
        "choose": "candidate_actions",
        "settled": "is_terminal",
        "value": "terminal_value",
        "leaf": "exact_value",
        "guess": "heuristic_value",
        "plans": "endgame_plans",
        "warm": "warm_up",
    },
    "Plans": {"near": "is_near", "most": "max_worlds", "room": "records_per_world"},
}
"""Renamed fields by class; both in their old names."""
PARTS = {
    "rules": "Rules",
    "hand": "Hand",
    "words": "Words",
    "table": "Table",
    "house": "House",
    "services": "House",
    "minds": "Minds",
    "policies": "Minds",
}
"""Attributes by which a part of a game is reached, with its class."""
GAME_ATTRIBUTES = FIELDS["Game"] | {"mind": "compiled_policies"}


def find_name(name: str) -> Any:
    """Return a name of release 1.0's `shindig.games`. Raises AttributeError for an unknown one."""
    if name not in NAMES and name not in gamekit.__all__:
        raise AttributeError(f"module 'shindig.games' has no attribute {name!r}")
    new = NAMES.get(name, name)
    warnings.warn(
        f"shindig.games.{name} is shindig.gamekit.{new} now; `shindig upgrade-package FOLDER` rewrites a package",
        DeprecationWarning,
        stacklevel=3,
    )
    if name == "usual":
        return defaults
    found = getattr(policies if name == "Minds" else game_spec if name in NAMES else gamekit, new)
    return translate_calls(found, FIELDS[name]) if name in FIELDS else found


def translate_calls(kind: Callable[..., Any], fields: Mapping[str, str]) -> Callable[..., Any]:
    """Return a constructor that also takes the fields by their old names."""

    def build(*values: Any, **given: Any) -> Any:
        return kind(*values, **{fields.get(name, name): value for name, value in given.items()})

    return build


@dataclass(frozen=True)
class Edit:
    """A replacement in a source: a range of positions, and the new text."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


def upgrade_package(folder: Path, write: bool = False) -> Iterator[Path]:
    """Yield the files of a package that use old names, and rewrite them with `write`. Raises OSError, SyntaxError."""
    for file in sorted(folder.rglob("*.py")):
        source = file.read_text("utf-8")
        upgraded = upgrade_source(source)
        if upgraded != source:
            if write:
                file.write_text(upgraded, "utf-8")
            yield file


def upgrade_source(source: str) -> str:
    """Rewrite a module of a package from the names of release 1.0. Raises SyntaxError."""
    tree = ast.parse(source)
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    edits = {edit.start: edit for edit in _find_edits(tree)}
    for edit in sorted(edits.values(), key=lambda edit: edit.start, reverse=True):
        (first, start), (last, end) = edit.start, edit.end
        text = lines[first - 1][:start] + edit.text.encode() + lines[last - 1][end:]
        lines[first - 1 : last] = [text]
    return b"".join(lines).decode()


def _find_edits(tree: ast.Module) -> Iterator[Edit]:
    imported = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level and node.module in MODULES:
            imported |= {alias.name for alias in node.names if alias.asname is None}
            yield _rewrite_import(node)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in imported & NAMES.keys():
            yield _replace(node, node.id, NAMES[node.id])
        elif isinstance(node, ast.Call):
            yield from _rename_keywords(node)
        elif isinstance(node, ast.Attribute):
            yield from _rename_attribute(node)


def _rewrite_import(node: ast.ImportFrom) -> Edit:
    names = [
        NAMES.get(alias.name, alias.name) + (f" as {alias.asname}" if alias.asname else "") for alias in node.names
    ]
    text = f"from {MODULES[str(node.module)]} import {', '.join(sorted(names))}"
    if len(text) > 120:
        text = f"from {MODULES[str(node.module)]} import (\n    " + ",\n    ".join(sorted(names)) + ",\n)"
    return Edit((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0), text)


def _rename_keywords(call: ast.Call) -> Iterator[Edit]:
    """Rename the keywords of a constructor of a part, or of `replace(game.part, ...)`."""
    kind = call.func.id if isinstance(call.func, ast.Name) else ""
    if kind == "replace" and call.args:
        part = call.args[0]
        kind = PARTS.get(part.attr, "") if isinstance(part, ast.Attribute) else "Game"
    for keyword in call.keywords:
        new = FIELDS.get(kind, {}).get(str(keyword.arg))
        if new:
            start = (keyword.lineno, keyword.col_offset)
            yield Edit(start, (start[0], start[1] + len(str(keyword.arg))), new)


def _rename_attribute(node: ast.Attribute) -> Iterator[Edit]:
    """Rename an attribute of a part of a game, as `game.rules.wanted`, and a part of a game itself."""
    parent = node.value.attr if isinstance(node.value, ast.Attribute) else ""
    name = node.value.id if isinstance(node.value, ast.Name) else parent
    new = FIELDS.get(PARTS.get(parent, ""), {}).get(node.attr)
    if not new and "game" in name.lower():
        new = GAME_ATTRIBUTES.get(node.attr)
    if new:
        end = (node.end_lineno or 0, node.end_col_offset or 0)
        yield Edit((end[0], end[1] - len(node.attr)), end, new)


def _replace(node: ast.expr, old: str, new: str) -> Edit:
    return Edit((node.lineno, node.col_offset), (node.lineno, node.col_offset + len(old)), new)


Minds = translate_calls(policies.PolicySpec, FIELDS["Minds"])
"""Constructor of a game's policies under its old name."""
