"""Validation of a game when it is loaded, so that an invalid one is left out early.

It finds faults that would affect others (the lobby, lists of games) and all that is visible without playing.
`shindig.testing.check` also plays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np

from ..cards import Deck
from ..core.kernel_compiler import is_kernel
from ..core.layout_and_views import LayoutError
from ..messages import Text
from .game_spec import Amounts, Game, GameError, Hand, Look, Option, Rules, Services, Simultaneous, Table, Words
from .luck_spec import Luck
from .policies import PolicySpec
from .table_scene import Scene

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST = 40
PARTS: dict[str, type] = {"rules": Rules, "words": Words, "table": Table, "services": Services}
KERNELS = ("legal", "apply", "chance_items", "chance_order")


def check_entry_point(found: object, game_id: str) -> Game:
    """Return the object of an entry point if it is that game. Raises GameError, which says what is expected."""
    if not isinstance(found, Game):
        raise GameError(f"its entry point is a shindig.gamekit.Game, not {found!r:.60}")
    for holds, expected in EXPECTED:
        try:
            good = holds(found)
        except Exception as error:
            raise GameError(f"{expected} ({type(error).__name__}: {error})") from error
        if not good:
            raise GameError(expected)
    if found.id != game_id:
        raise GameError(f"its id is {found.id!r} and its entry point is called {game_id!r}; they must be the same")
    return found


def has_parts(game: Game) -> bool:
    return all(isinstance(getattr(game, name), kind) for name, kind in PARTS.items())


def has_texts(game: Game) -> bool:
    return bool(isinstance(game.name, str) and game.name and isinstance(game.blurb, Text) and game.blurb)


def has_seats(game: Game) -> bool:
    seats = game.rules.seats
    return isinstance(seats, range) and seats.step == 1 and 0 < seats[0] <= seats[-1] <= game.rules.layout.seats


def is_laid_out(game: Game) -> bool:
    """Return True if its record has a valid shape. Raises LayoutError for a field without whole numbers."""
    for field in game.rules.layout.fields:
        if not _is_whole(field.kind):
            raise LayoutError(f"{field.name} is {field.kind!r}: fields hold whole numbers, from 'i1' to 'i8' or 'u8'")
    return game.rules.layout.view(game.rules.layout.empty(), 0).shape == (1,)


def _is_whole(kind: str) -> bool:
    try:
        return np.dtype(kind).kind in "iu"
    except TypeError:
        return False


def has_kernels(game: Game) -> bool:
    return all(is_kernel(getattr(game.rules, name)) for name in KERNELS)


def has_functions(game: Game) -> bool:
    """Return True if all declared functions are callable."""
    parts = (game.rules, game.rules.hand, game.words, game.table, game.services)
    return all(_is_callable(getattr(part, field.name), str(field.type)) for part in parts for field in fields(part))


def _is_callable(value: object, kind: str) -> bool:
    return not kind.startswith("Callable") or callable(value) or (value is None and kind.endswith("None"))


def has_own_function(game: Game) -> bool:
    """Return True if table.own takes a view and ranges. Raises TypeError if not."""
    return bool(signature(game.table.own).bind(None, []).args)


def has_counts(game: Game) -> bool:
    rules = game.rules
    counts = rules.version, rules.num_actions, rules.max_ranges, rules.max_order
    return all(isinstance(count, int) and count > 0 for count in counts)


def has_version_field(game: Game) -> bool:
    """Return True if its records have a version, in a game with several."""
    others = game.rules.earlier_versions
    if not isinstance(others, tuple) or not all(isinstance(one, int) and one > 0 for one in others):
        return False
    return not others or ("version" in game.rules.layout.names and max(others) < game.rules.version)


def has_order_names(game: Game) -> bool:
    orders = game.rules.orders
    return isinstance(orders, tuple) and bool(orders) and all(isinstance(name, str) and name for name in orders)


def has_clause_names(game: Game) -> bool:
    return isinstance(game.services.clauses, tuple)


def has_options(game: Game) -> bool:
    """Return True if its options are Options. Raises GameError for one without a field."""
    if not all(isinstance(one, Option) for one in game.rules.options):
        return False
    if missing := [one.name for one in game.rules.options if one.name not in game.rules.layout.names]:
        raise GameError(f"there is no field {missing[0]!r}")
    return True


def has_amounts(game: Game) -> bool:
    return all(isinstance(one, Amounts) and 0 <= one.first <= one.last for one in game.rules.amounts)


def has_decks(game: Game) -> bool:
    decks = game.table.decks
    return isinstance(decks, tuple) and len(decks) > 0 and all(isinstance(deck, Deck) and deck.codes for deck in decks)


def has_deck_names(game: Game) -> bool:
    return all(is_name(deck.name) for deck in game.table.decks)


def has_valid_codes(game: Game) -> bool:
    """Return True if all codes fit into a card's address and into a hand written with spaces."""
    codes = [code for deck in game.table.decks for code in deck.codes]
    return all(code.isprintable() and code != "back" and not re.search(r"[\s/]|^$", code) for code in codes)


def has_services(game: Game) -> bool:
    services, folder = game.services, game.services.folder
    bots = [*services.bots.items(), *services.retired_bots.items()]
    texts = [*services.clauses, *(text for bot in bots for text in bot), services.silence_clause]
    return isinstance(services.lobby_place, int) and all(isinstance(text, str) for text in texts) and _is_path(folder)


def has_simultaneous_questions(game: Game) -> bool:
    """Return True if its simultaneous questions have phases and a time limit."""
    return all(isinstance(one, Simultaneous) and _has_phases(one) for one in game.services.simultaneous)


def _has_phases(group: Simultaneous) -> bool:
    return isinstance(group.phases, Sequence) and isinstance(group.seconds, int | float)


def has_mild_actions(game: Game) -> bool:
    return all(isinstance(action, int) for action in game.services.timeout_actions)


def _is_path(folder: object) -> bool:
    return folder is None or isinstance(folder, Path)


def has_minds(game: Game) -> bool:
    """Return True if its policies, if any, are kernels."""
    minds = game.policies
    if minds is None:
        return True
    parts = (getattr(minds, field.name) for field in fields(PolicySpec) if str(field.type).startswith("Callable"))
    return isinstance(minds, PolicySpec) and all(part is None or is_kernel(part) for part in parts)


def has_luck(game: Game) -> bool:
    """Return True if its luck functions, if any, are kernels."""
    luck = game.luck
    return luck is None or (isinstance(luck, Luck) and all(map(is_kernel, (luck.left, luck.mix, luck.value))))


def has_colours(game: Game) -> bool:
    return isinstance(game.table.look, Look) and all(re.fullmatch(r"#[0-9a-f]{6}", c) for c in _cloth(game))


def _cloth(game: Game) -> tuple[str, str]:
    inner, outer = game.table.look.cloth
    return inner, outer


def can_begin(game: Game) -> bool:
    """Return True if a match with the fewest seats begins and can be shown."""
    match = game.new(game.rules.seats[0])
    view = game.rules.layout.to_plain(game.view(match))
    return isinstance(game.table.scene(view), Scene) and isinstance(game.deck(match[0]), Deck)


def is_name(text: object) -> bool:
    return isinstance(text, str) and len(text) <= LONGEST and NAME.fullmatch(text) is not None


EXPECTED: tuple[tuple[Callable[[Game], object], str], ...] = (
    (lambda game: is_name(game.id), "a game's id is made of small letters, digits and hyphens, at most 40 of them"),
    (has_parts, "a game has rules, words, a table and services: Rules(...), Words(...), Table(...), Services(...)"),
    (has_texts, "a game has a name and a blurb"),
    (lambda game: isinstance(game.rules.hand, Hand), "rules.hand is a Hand(...)"),
    (is_laid_out, "its record cannot be laid out"),
    (has_seats, "rules.seats is a range of players, as range(2, 5), with no more than its layout has seats for"),
    (has_functions, "what a game does is given as functions"),
    (has_own_function, "table.own takes a view and ranges, and gives an Own of shindig.gamekit.table_scene"),
    (has_kernels, f"{', '.join(KERNELS)} of its rules are marked with @kernel"),
    (has_counts, "version, num_actions, max_ranges and max_order of its rules are whole numbers from 1"),
    (
        has_version_field,
        "rules.earlier_versions is a tuple of lower versions, as (1,), and its record then has a field `version`",
    ),
    (has_order_names, 'rules.orders is a tuple of names, as ("main",)'),
    (has_options, "each of rules.options is an Option(...) whose name is a field of its record"),
    (has_amounts, "each of rules.amounts is an Amounts(...)"),
    (has_decks, "table.decks is a tuple of Decks with cards"),
    (has_deck_names, "a deck's name is made of small letters, digits and hyphens, at most 40 of them"),
    (has_valid_codes, "a card's code has neither spaces nor slashes, and is not 'back'"),
    (has_clause_names, 'services.clauses is a tuple of texts, as ("LP",)'),
    (
        has_services,
        "services.folder is a Path, services.lobby_place a number; its clauses, its bots with their places, and "
        "silence_clause are texts",
    ),
    (
        has_simultaneous_questions,
        "services.simultaneous is a tuple, as (Simultaneous((FIRST,), asked, 8),), so are its phases, and its seconds "
        "a number",
    ),
    (has_mild_actions, "services.timeout_actions is a tuple of actions, as (CHECK,)"),
    (has_minds, "policies is a PolicySpec(...) of functions marked with @kernel"),
    (has_luck, "luck is a Luck(left, mix, value) of functions marked with @kernel"),
    (has_colours, "look.cloth is two colours like '#2f4a44'"),
    (can_begin, "a match cannot begin, or its table cannot be shown"),
)
"""Conditions of every game, each with its error text. Later ones rely on earlier ones."""


def list_shortfalls(game: Game) -> Iterator[str]:
    """Yield a sentence for each resource that a game names and lacks; it is offered without it."""
    look, deck, folder = game.table.look, game.table.decks[0], game.services.folder
    missing = [code for code in look.sample if code not in deck.codes]
    if missing:
        yield f"look.sample of {game.name} names {' '.join(missing)}, no card of {deck.name}; other cards are shown"
    if look.faces and not _module(look.faces):
        yield f"look.faces of {game.name} names the module {look.faces}, which is not there; its cards are plain"
    if look.sheet and not (folder and (folder / look.sheet).is_file()):
        yield f"look.sheet of {game.name} names {look.sheet}, which is not in its folder {folder}; its table is plain"
    if not (folder and (folder / "rules.md").is_file()):
        yield f"there is no rules.md in services.folder of {game.name}, {folder}; its rules page says so"


def _module(name: str) -> Any:
    try:
        return find_spec(name)
    except (ImportError, ValueError):
        return None
