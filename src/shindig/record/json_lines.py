"""Records: one JSON object a line, a header, then every order and every action, then perhaps the result and cuts.

    {"shindig": 1, "game": "leduc", "rules": 1, "options": {"stack": 60}, "seats": ["Ann", "Ben"]}
    {"order": ["1", "0"], "of": "seats"}
    {"seat": 0, "do": "claim"}
    {"result": {"scores": [120, 80], "winners": [0], "reason": "everyone has dealt"}}

The format is described in `docs/records.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from ..core.error_pickling import Portable
from ..gamekit import Game, GameError, game
from ..gamekit.game_registry import get_registry
from ..match import Match, Move, Order, Step

FORMAT = 1
MAX_LINE = 20_000
"""Characters of the longest line that is read."""
MAX_NAME = 100
NO_RECORD = (
    "this match went on from a step of another one, and its first cards came from no shuffle of its own: "
    "it counts for nothing, and nothing of it can be verified"
)
HEADER = ("shindig", "game", "rules", "options", "seats")
LINES = (("order", "of"), ("seat", "do"), ("result",), ("cut",), ("daily",))
"""The keys of each kind of line after the header."""


class RecordError(Portable, ValueError):
    """A record that cannot be read or breaks a rule; `line` is counted from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


def encode_header(match: Match, names: Sequence[str] | None = None) -> dict[str, Any]:
    """Build the first line: game, version of its rules, options, names of the seats."""
    seats = list(names) if names else [f"Seat {seat}" for seat in range(match.seats)]
    return {
        "shindig": FORMAT,
        "game": match.game.id,
        "rules": match.game.rules.version,
        "options": match.options,
        "seats": seats,
    }


def encode_step(step: Step) -> dict[str, Any]:
    """Return an order or a move as the object of its line."""
    if isinstance(step, Order):
        return {"order": list(step.items), "of": step.of}
    return {"seat": step.seat, "do": step.do}


def encode_lines(match: Match, names: Sequence[str] | None = None, origin: object = None) -> Iterator[str]:
    """Yield the lines of a record, with the result last if the match is over.

    `origin` says where a match began that went on from a step of another one: such a record is for reading alone.
    """
    first = encode_header(match, names) | ({} if origin is None else {"origin": origin})
    objects = [first, *map(encode_step, match.steps)]
    if match.result:
        objects.append({"result": match.result.recorded})
    return (json.dumps(line, ensure_ascii=False, separators=(", ", ": ")) for line in objects)


def dumps(match: Match, names: Sequence[str] | None = None, origin: object = None) -> str:
    """Write a match as the text of a record file."""
    return "\n".join(encode_lines(match, names, origin)) + "\n"


def loads(text: str) -> Match:
    """Read a record and replay it by the rules. Raises RecordError at the first line that breaks one."""
    replay = Replay(text.splitlines())
    for _ in replay:
        pass
    return replay.match


class Replay:
    """A record played line by line: the header at once, a step with each turn of the iteration.

    `match` is as it stands after the last step, `names` are the seats'. For a check of the shuffles, `runs` are the
    orders handed in (name, items as the rules list them, items as they came), those together that came in a row with no
    action between them, and `cuts` what the record tells of their making; `daily` is what it tells of a deal that was
    the same for all, and `lots` are the choices that were mere lots, each among all that were legal.
    Raises RecordError at the first line that is no record line or breaks a rule.
    """

    def __init__(self, source: Iterable[str]) -> None:
        self._source, self._number = iter(source), 0
        number, line = next(self._read_lines(), (1, ""))
        with at_line(number):
            self.match, self.names = begin_match(parse_line(line))
        self.runs: list[list[tuple[str, list[str], list[str]]]] = []
        self.cuts: list[dict[str, Any]] = []
        self.daily: dict[str, Any] | None = None
        self.lots: list[tuple[int, list[int]]] = []
        self._closed = False

    def __getstate__(self) -> dict[str, Any]:
        """Return the replay with its unread lines, which are read here if they come from a file."""
        self._source = iter([*self._source])
        return vars(self)

    def _read_lines(self) -> Iterator[tuple[int, str]]:
        """Yield the unread lines that are not blank, with their numbers."""
        for line in self._source:
            self._number += 1
            if line.strip():
                yield self._number, line

    def __iter__(self) -> Iterator[Step]:
        for number, line in self._read_lines():
            with at_line(number):
                step = self._take_line(parse_line(line))
            if step is not None:
                yield step

    def _take_line(self, entry: dict[str, Any]) -> Step | None:
        """Do what a line says."""
        keys = next((keys for keys in LINES if set(entry) == set(keys)), ())
        if self._closed and keys not in (("cut",), ("daily",)):
            raise GameError('after the result there is nothing but {"cut": ...} or {"daily": ...}')
        match keys:
            case ("order", _):
                return self._give_order(read_field(entry, "of", str), read_field(entry, "order", list))
            case ("seat", _):
                self._play_action(read_field(entry, "do", str), read_field(entry, "seat", int))
                return self.match.steps[-1]
            case ("result",):
                check_result(self.match, entry["result"])
                self._closed = True
            case ("cut",):
                self.cuts.append(read_field(entry, "cut", dict))
            case ("daily",):
                if self.daily is not None:
                    raise GameError("the deal is told once")
                self.daily = read_field(entry, "daily", dict)
            case _:
                raise GameError('expected {"order": [...], "of": ...}, {"seat": ..., "do": ...} or {"result": ...}')
        return None

    def _play_action(self, do: str, seat: int) -> None:
        """Play an action."""
        legal = [*self.match.legal.actions] if self._is_lot else []
        self.match.play(do, seat)
        if legal:
            step = self.match.steps[-1]
            assert isinstance(step, Move)
            self.lots.append((step.action, legal))

    @property
    def _is_lot(self) -> bool:
        return self.match.to_act >= 0 and bool(self.match.game.rules.hand.random_pick(self.match.record))

    def _give_order(self, of: str, items: list[Any]) -> Step:
        """Hand in an order."""
        match = self.match
        if of != match.needs:
            needed = f"the order of {match.needs!r}" if match.needs else "the result" if match.over else "an action"
            raise GameError(f"needed now is {needed}, not the order of {of!r}")
        codes = match.game.item_codes(match.record, int(match.record.asks))
        wanted, given = [codes[item] for item in match.wanted()], [str(item) for item in items]
        match.order(given)
        if len(match.steps) < 2 or isinstance(match.steps[-2], Move):
            self.runs.append([])
        self.runs[-1].append((of, wanted, given))
        return match.steps[-1]


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Name the line at which something is refused: a ValueError in it becomes a RecordError. Raises RecordError."""
    try:
        yield
    except ValueError as error:
        raise RecordError(number, str(error)) from None


def parse_line(line: str) -> dict[str, Any]:
    """Parse the object of a line. Raises GameError."""
    if len(line.strip()) > MAX_LINE:
        raise GameError(f"a line has at most {MAX_LINE} characters")
    try:
        entry = json.loads(line, object_pairs_hook=refuse_repeats, parse_constant=refuse_constant)
    except GameError:
        raise
    except (ValueError, RecursionError):
        entry = None
    if not isinstance(entry, dict):
        raise GameError("every line is one JSON object, the first one a header")
    return entry


def refuse_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object's keys and values. Raises GameError for a repeated key."""
    entry = dict(pairs)
    if len(entry) < len(pairs):
        raise GameError("a key comes only once in an object")
    return entry


def refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity. Raises GameError."""
    raise GameError(f"{name} is no number of JSON")


def begin_match(entry: dict[str, Any]) -> tuple[Match, tuple[str, ...]]:
    """Begin the match of a header, and return it with the seats' names. Raises GameError."""
    if "origin" in entry:
        raise GameError(NO_RECORD)
    if entry.get("shindig") != FORMAT or set(entry) != set(HEADER):
        raise GameError(
            f'a record begins with a header like {{"shindig": {FORMAT}, "game": ..., "rules": ..., "options": {{...}}, '
            '"seats": [...]}'
        )
    rules = find_game_version(game(read_field(entry, "game", str)), read_field(entry, "rules", int))
    names = read_field(entry, "seats", list)
    for name in names:
        if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= MAX_NAME:
            raise GameError(f"a seat has a name of 1 to {MAX_NAME} printable characters, not {name!r}")
    return Match(rules, len(names), read_field(entry, "options", dict)), tuple(names)


def find_game_version(rules: Game, version: int) -> Game:
    """Return the game in the version of a header. Raises GameError for an unsupported one."""
    if version not in rules.rules.versions:
        told = f"the record is of version {version} of the rules of {rules.name}, and here {rules.known_versions}"
        raise GameError(f"{told}; it is read with the {get_registry().find_package(rules.id)} that it was played by")
    return rules.at_version(version)


def read_field(entry: dict[str, Any], name: str, kind: type) -> Any:
    """Return a field of a line, of its type. Raises GameError."""
    value = entry.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        kinds = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}
        raise GameError(f"{name!r} is {kinds[kind]}, not {value!r}")
    return value


def check_result(match: Match, given: object) -> None:
    """Compare a result with the replay's. Raises GameError."""
    if match.result is None:
        raise GameError("there is no result yet: the match is not over")
    found = json.loads(json.dumps(match.result.recorded))
    if given != found:
        raise GameError(f"the replay's result is {json.dumps(found)}, not {json.dumps(given)}")
