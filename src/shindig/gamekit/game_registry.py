"""Registry of installed games: entry points of the group `shindig.games`, ours and third-party ones.

A package declares each game by its id, `leduc = "shindig_leduc:GAME"`. A game that does not load or takes another
package's name is left out with a sentence, and stops nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from pickle import PicklingError
from threading import RLock
from typing import Any

from shindig.core.caches import cached

from ..cards import Deck
from .error_attribution import describe_blame, format_error_with_place
from .game_spec import Game, GameError
from .game_validation import check_entry_point, list_shortfalls
from .picklable_game_parts import set_registry

GROUP = "shindig.games"
OURS = "shindig"


class Registry:
    """Games by id in the order of the lobby: ours first, then by package.

    A name claimed by two packages is refused. A name of ours stays ours; of two others, neither gets it.
    """

    def __init__(self, points: Iterable[EntryPoint]) -> None:
        self.problems: list[str] = []
        """A sentence for each game left out, and for each missing part."""
        self._games: dict[str, Game] = {}
        self._failed: dict[str, str] = {}
        self._begun: set[str] = set()
        self._whole = self._filling = False
        self._loading = RLock()
        self._packages: dict[str, str] = {}
        self._points = self._resolve_claims(points)

    def list_ids(self) -> list[str]:
        """Ids of all games that load."""
        return list(self.list_games())

    def list_games(self) -> dict[str, Game]:
        """All games that load, by id."""
        if not self._whole:
            with self._loading:
                self._load_all()
        return self._games

    def get(self, game_id: str) -> Game:
        """Return a game by its id. Raises GameError, which says whether it was left out or is not installed."""
        known = self._games.get(game_id)
        if known is None or not (self._whole or self._is_ours(game_id)):
            known = self._find_game(game_id)
        if known is None:
            there = ", ".join(self.list_games())
            raise GameError(self._failed.get(game_id) or f"there is no game {game_id!r}; there are {there}")
        return known

    @cached_property
    def decks(self) -> dict[str, tuple[Deck, Game]]:
        """Every deck by name, with the game that draws its cards."""
        return {deck.name: (deck, game) for game in reversed(self.list_games().values()) for deck in game.table.decks}

    def find_package(self, game_id: str) -> str:
        """Return the name of a game's package, as it is installed and uninstalled."""
        return self._packages[game_id]

    def _find_game(self, game_id: str) -> Game | None:
        """Load a game of ours alone; of third parties load all, since two may claim one name."""
        if not self._is_ours(game_id):
            return self.list_games().get(game_id)
        with self._loading:
            return self._load(game_id)

    def explain_failure(self, game_id: str) -> str:
        """Return why a game is left out; empty if it is not, or is not installed."""
        self.list_games()
        return self._failed.get(game_id, "")

    def list_modules(self) -> dict[str, str]:
        """Return the third-party packages of games, by the names of their modules."""
        values = {game_id: point.value.partition(":")[0] for game_id, point in self._points.items()}
        return {
            value.partition(".")[0].strip(): self.find_package(game_id)
            for game_id, value in values.items()
            if not self._is_ours(game_id)
        }

    def _is_ours(self, game_id: str) -> bool:
        return self._packages.get(game_id) == OURS

    def _place(self, entry: tuple[str, Game]) -> tuple[bool, str, int, str]:
        package = self.find_package(entry[0])
        return package != OURS, package, entry[1].services.lobby_place, entry[0]

    def _resolve_claims(self, points: Iterable[EntryPoint]) -> dict[str, EntryPoint]:
        """Return one entry point per id: ours if we have it, none if several others claim it."""
        claims: dict[str, list[tuple[str, EntryPoint]]] = {}
        for point in points:
            claims.setdefault(point.name, []).append((_package(point), point))
        kept = {}
        for name, claimed in claims.items():
            ours = [claim for claim in claimed if claim[0] == OURS]
            if len(ours) == 1 or len(claimed) == 1:
                self._packages[name], kept[name] = (ours or claimed)[0]
            if len(claimed) > 1:
                self._refuse(name, "game id", [package for package, _ in claimed], () if ours else (name,))
        return kept

    def _load_all(self) -> None:
        """Load everything, once. Other threads wait; a package that asks meanwhile gets what is there."""
        if not self._whole and not self._filling:
            self._filling = True
            for game_id in self._points:
                self._load(game_id)
            self._refuse_shared_decks()
            self._games = dict(sorted(self._games.items(), key=self._place))
            self._whole = True

    def _load(self, game_id: str) -> Game | None:
        if game_id not in self._begun:
            self._begun.add(game_id)
            point, package = self._points[game_id], self.find_package(game_id)
            try:
                game = self._games[game_id] = check_entry_point(_load_entry(point), game_id)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # whatever a package does when it is imported, it stops nothing
                fault = format_error_with_place(error, point.value.partition(":")[0].partition(".")[0])
                why = str(error) if isinstance(error, GameError) else f"it does not load: {fault}"
                self._leave_out(game_id, f"{package}: the game {game_id!r} ({point.value}) is left out: {why}")
            else:
                for short in list_shortfalls(game) if package != OURS else ():
                    self.problems.append(f"{package}: {short}. Mend the package.")
        return self._games.get(game_id)

    def _leave_out(self, game_id: str, why: str) -> None:
        self._games.pop(game_id, None)
        self._failed[game_id] = f"{why}. Mend the package or uninstall it."
        self.problems.append(self._failed[game_id])

    def _refuse_shared_decks(self) -> None:
        """Give each deck's name to one package: to ours, else to none of those that claim it."""
        claims: dict[str, dict[str, Deck]] = {}
        for game_id, game in self._games.items():
            for deck in game.table.decks:
                claims.setdefault(deck.name, {})[game_id] = deck
        for name, by_game in claims.items():
            packages = [self.find_package(game_id) for game_id in by_game]
            others = [game_id for game_id in by_game if not self._is_ours(game_id)]
            if len(set(packages)) > 1:
                self._refuse(name, "deck name", packages, others)
            elif len(set(by_game.values())) > 1:
                self._refuse(name, "name of different decks", packages, others)

    def _refuse(self, name: str, what: str, packages: list[str], left_out: Iterable[str]) -> None:
        """Report a name that is claimed twice, and leave these games out."""
        left_out, rivals = list(left_out), [one for one in dict.fromkeys(packages) if one != OURS]
        if OURS in packages:
            why = f"the {what} {name!r} is shindig's own, and {' and '.join(rivals)} claims it too"
            mend = f"What {' and '.join(rivals)} brought is left out: give it another name or uninstall it."
        elif len(rivals) > 1:
            why = f"the {what} {name!r} is claimed by {' and '.join(rivals)}"
            mend = "Neither is offered: uninstall one of them."
        else:
            why, mend = f"{rivals[0]}: the {what} {name!r} is there twice", "None is offered: mend the package."
        self.problems.append(f"{why}. {mend}")
        for game_id in left_out:
            self._games.pop(game_id, None)
            self._failed[game_id] = self.problems[-1]


def _package(point: EntryPoint) -> str:
    """Return the name of an entry point's package; of its module if the metadata is broken."""
    try:
        name = str(point.dist.metadata["Name"] or "") if point.dist else ""
    except Exception:
        name = ""
    return re.sub(r"[-_.]+", "-", name).lower() or point.value.partition(":")[0]


def _load_entry(point: EntryPoint) -> object:
    """Load an entry point. Raises GameError for an invalid one, and the errors of its import."""
    if EntryPoint.pattern.match(point.value) is None:
        raise GameError(f"its entry point is written as module:name, not {point.value!r}")
    return point.load()


@cached(1)
def get_registry() -> Registry:
    """Return the registry of this process."""
    return Registry(entry_points(group=GROUP))


def game(game_id: str) -> Game:
    """Return a game by its id. Raises GameError."""
    return get_registry().get(game_id)


def games() -> list[Game]:
    """All games, in the order of the lobby."""
    return list(get_registry().list_games().values())


def game_ids() -> list[str]:
    """Ids of all games, in the order of the lobby."""
    return get_registry().list_ids()


def list_problems() -> list[str]:
    """Return a sentence for each installed game that is left out, and for each missing part that a game names."""
    get_registry().list_games()
    return get_registry().problems


def find_deck(name: str) -> Deck:
    """Return a deck by its name. Raises GameError."""
    return find_deck_artist(name)[0]


def find_deck_artist(deck_name: str) -> tuple[Deck, Game]:
    """Return a deck by its name, and the game that draws its cards. Raises GameError."""
    found = get_registry().decks.get(deck_name)
    if found is None:
        raise GameError(f"there is no deck {deck_name!r}")
    return found


def describe_fault(error: BaseException) -> str:
    """Return a sentence about an error that a third-party game made; empty if none did."""
    return describe_blame(error, get_registry().list_modules())


def find_version(game_id: str, version: int) -> Game:
    """Return a game of the registry with a version of its rules. Raises GameError."""
    return game(game_id).at_version(version)


def pickle_game(one: Game) -> tuple[Any, ...]:
    """Pickle a game by its id and the version of its rules. Raises PicklingError for one not in the registry."""
    if one.id not in game_ids() or find_version(one.id, one.rules.version) is not one:
        raise PicklingError(
            f"expected a game of the registry, which another process finds by its id; {one.id!r} is none of "
            f"{', '.join(game_ids())}, or another game of that id. A package declares its games as entry points"
        )
    return find_version, (one.id, one.rules.version)


Game.pickle = pickle_game


set_registry(games)
