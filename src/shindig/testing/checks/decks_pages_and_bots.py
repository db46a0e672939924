"""Checks of the parts beside a game's rules: decks, faces, style sheet, rules page, bots, server settings."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from importlib import import_module
from pkgutil import resolve_name
from types import ModuleType

import numpy as np

from shindig.bots import random_policy
from shindig.cards import Deck
from shindig.cards.faces.card_frame import draw_card
from shindig.gamekit.game_registry import get_registry
from shindig.gamekit.game_spec import Game, GameError
from shindig.match import View

from ..array_overrun_checks import walk_match
from ..phase_name_reader import phase_names
from .action_words import list_clauses
from .lessons import lesson_is_whole

CLAUSE = re.compile(r"\b([A-Z]{2,4})-\d+\b")
MOST_PHASE = 127
BOT_TURNS = 6
"""Number of turns that each bot plays in a match."""


def decks_have_names(game: Game) -> Iterator[str]:
    """Check that each deck has a name that no other deck has, in this game or another."""
    decks = game.table.decks
    if not decks:
        yield "table.decks is empty: a game has a deck, be it one of its pieces"
    names = [deck.name for deck in decks]
    for name in {name for name in names if names.count(name) > 1}:
        yield f"two decks of table.decks are called {name!r}: the name is the address of their faces"
    for deck in decks:
        other, owner = get_registry().decks.get(deck.name, (deck, game))
        if other != deck and owner.id != game.id:
            yield f"the deck {deck.name!r} has the name of a deck of {owner.name}: give it another"


def faces_are_drawn(game: Game) -> Iterator[str]:
    """Check that the artist draws every card and the back as SVG."""
    look = game.table.look
    if not look.faces:
        return
    try:
        artist = import_module(look.faces)
    except ImportError as error:
        yield f"look.faces names {look.faces!r}, which is not there: {error}"
        return
    missing = [name for name in ("body", "back", "STYLE") if not hasattr(artist, name)]
    if missing:
        yield f"{look.faces} has no {' and no '.join(missing)}: it has body(deck, code), back(deck) and STYLE"
        return
    for deck in game.table.decks:
        yield from _check_drawings(artist, deck)


def _check_drawings(artist: ModuleType, deck: Deck) -> Iterator[str]:
    for code in (*deck.codes, None):
        what = f"the back of {deck.name}" if code is None else f"{code} of {deck.name}"
        try:
            ET.fromstring(
                draw_card(
                    "card", artist.back(deck.name) if code is None else artist.body(deck.name, code), artist.STYLE
                )
            )
        except Exception as error:
            yield f"{artist.__name__} does not draw {what}: {type(error).__name__}: {error}"
            return


def sample_is_of_the_deck(game: Game) -> Iterator[str]:
    """Check that the lobby's cards are cards of the first deck."""
    look, deck = game.table.look, game.table.decks[0]
    for code in look.sample:
        if code not in deck.codes:
            yield f"look.sample has {code!r}, which is no card of {deck.name}; one is written like {deck.codes[0]}"


def sheet_lies_there(game: Game) -> Iterator[str]:
    """Check that the style sheet is a file in the game's folder, with rules for this game."""
    sheet, folder = game.table.look.sheet, game.services.folder
    if not sheet:
        return
    if folder is None or not (folder / sheet).is_file():
        yield f"look.sheet is {sheet!r}, and there is no such file in services.folder, {folder}"
    elif "[data-look=" not in (folder / sheet).read_text("utf-8"):
        yield f'{sheet} has no rule for [data-look="{game.id}"]: rules for everything would change other tables'


def page_tells_the_clauses(game: Game) -> Iterator[str]:
    """Check that the rules page exists, its clauses have the game's letters, and all cited clauses are on it."""
    folder, letters = game.services.folder, game.services.clauses
    if folder is None:
        return
    if not (folder / "rules.md").is_file():
        yield f"there is no rules.md in services.folder, {folder}: write the rules there, clause by clause"
    elif letters and not list_clauses(game):
        yield (
            f"rules.md has no clause {letters[0]}-1: services.clauses says that its clauses begin with "
            f"{' or '.join(letters)}"
        )
    elif not letters and (written := CLAUSE.search((folder / "rules.md").read_text("utf-8"))):
        yield f'services.clauses is empty: name the letters of the clauses of rules.md, as ("{written[1]}",)'
    elif letters:
        cited = {f"option `{option.name}`": option.clause for option in game.rules.options}
        cited |= {"services.silence_clause": game.services.silence_clause} if game.services.silence_clause else {}
        for who, clause in cited.items():
            if clause not in list_clauses(game):
                yield f"{who} cites {clause!r}, which is no clause of rules.md"


def customs_fit(game: Game) -> Iterator[str]:
    """Check that the named actions are actions and the named phases phases, and the options of a short match."""
    services, last = game.services, game.rules.num_actions - 1
    for name, actions in (("timeout_actions", services.timeout_actions), ("quick_actions", services.quick_actions)):
        for action in actions:
            if not 0 <= action <= last:
                yield f"services.{name} has {action}, which is no action: they go from 0 to {last}"
    for action in services.quick_actions:
        if game.rules.secret(action):
            yield f"services.quick_actions has {action}, which is a secret action: its pause would reveal it"
    try:
        game.settings(services.short_match)
    except GameError as error:
        yield f"services.short_match does not fit: {error}"
    asked = [phase for group in game.services.simultaneous for phase in group.phases]
    for name, phases in {
        "instant_phases": game.services.instant_phases,
        "forced_phases": game.services.forced_phases,
        "simultaneous": asked,
    }.items():
        for phase in phases:
            if not 0 <= phase <= MOST_PHASE:
                yield f"services.{name} has {phase}, which is no phase: they are {_phases(game)}"


def _phases(game: Game) -> str:
    return ", ".join(f"{name} {number}" for number, name in sorted(phase_names(game).items())) or "numbers from 0"


def bots_are_there(game: Game) -> Iterator[str]:
    """Check that each bot can be imported."""
    for name, where in game.services.bots.items():
        try:
            policy = resolve_name(where)
        except (ImportError, AttributeError, ValueError) as error:
            yield f"services.bots says that {name!r} is {where!r}, which is not there: {error}"
            continue
        if not callable(policy):
            yield f"services.bots says that {name!r} is {where!r}, which is no function (view, rng) -> action"


def bots_answer_legally(game: Game, seed: int, fixed: dict[str, object]) -> Iterator[str]:
    """Check that each bot, also the random one, gives legal actions at some turns and leaves its view unchanged."""
    policies = {"random": random_policy} | {name: resolve_name(where) for name, where in game.services.bots.items()}
    for name, policy in policies.items():
        rng, turns = np.random.default_rng(seed), 0
        for one in walk_match(game, seed, fixed):
            if one.actor < 0 or rng.random() < 0.7:
                continue
            view = View(game, game.view(one.array, one.actor))
            before, action = view.tobytes(), policy(view, rng)
            if (
                isinstance(action, bool)
                or not isinstance(action, (int, np.integer))
                or not view.legal.allows(int(action))
            ):
                yield f"the bot {name!r} answers {action!r} in phase {one.phase}; legal are {view.legal!r:.90}"
                break
            if view.tobytes() != before:
                yield f"the bot {name!r} changes its view: it only reads it"
                break
            turns += 1
            if turns == BOT_TURNS:
                break


HOUSE = (
    decks_have_names,
    faces_are_drawn,
    sample_is_of_the_deck,
    sheet_lies_there,
    page_tells_the_clauses,
    customs_fit,
    bots_are_there,
    lesson_is_whole,
)
