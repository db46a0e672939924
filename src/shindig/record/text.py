"""Records: one JSON object a line, a header, then every order and every action, then perhaps the result.

    {"shindig": 1, "game": "tall-card", "rules": 1, "options": {"ante": 5}, "seats": ["Ann", "Ben"]}
    {"order": ["1", "0"], "of": "seats"}
    {"seat": 0, "do": "claim"}
    {"result": {"scores": [120, 80], "winners": [0], "reason": "everyone has dealt"}}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from ..games import GameError, game
from ..match import Match, Order, Step

FORMAT = 1
MAX_LINE = 10_000
"""Characters of the longest line that is read."""


class RecordError(ValueError):
    """A record that cannot be read or breaks a rule; `line` is counted from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


def header(match: Match, names: Sequence[str] | None = None) -> dict[str, Any]:
    """The first line: the game, the version of its rules, its options, who sat where."""
    seats = list(names) if names else [f"Seat {seat}" for seat in range(match.seats)]
    return {
        "shindig": FORMAT,
        "game": match.game.id,
        "rules": match.game.version,
        "options": match.options,
        "seats": seats,
    }


def step_line(step: Step) -> dict[str, Any]:
    """An order or a move as the object that its line holds."""
    if isinstance(step, Order):
        return {"order": list(step.items), "of": step.of}
    return {"seat": step.seat, "do": step.do}


def lines(match: Match, names: Sequence[str] | None = None) -> Iterator[str]:
    """The lines of a record, the result last where the match is over."""
    objects = [header(match, names), *map(step_line, match.steps)]
    if match.result:
        objects.append({"result": asdict(match.result)})
    return (json.dumps(line, ensure_ascii=False, separators=(", ", ": ")) for line in objects)


def dumps(match: Match, names: Sequence[str] | None = None) -> str:
    """A match as the text of a record file."""
    return "\n".join(lines(match, names)) + "\n"


def loads(text: str) -> Match:
    """The match that a record tells, replayed by the rules. Raises RecordError at the first line that breaks one."""
    match = None
    for match, _ in read(text.splitlines()):
        pass
    if match is None:
        raise RecordError(1, "a record begins with a header, and this one is empty")
    return match


def read(source: Iterable[str]) -> Iterator[tuple[Match, Step | None]]:
    """Replay a record line by line: the match, after the header and after each step, and the step.

    Raises RecordError at the first line that is no record line or breaks a rule.
    """
    match: Match | None = None
    for number, line in enumerate(source, 1):
        if not line.strip():
            continue
        try:
            entry = parse_line(line)
            if match is None:
                match = begin(entry)
                yield match, None
            elif "result" in entry:
                check_result(match, entry["result"])
            else:
                yield match, take(match, entry)
        except (GameError, ValueError) as error:
            raise RecordError(number, str(error)) from None


def parse_line(line: str) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise GameError(f"a line has at most {MAX_LINE} characters, not {len(line)}")
    try:
        entry = json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        raise GameError("every line is one JSON object") from None
    if not isinstance(entry, dict):
        raise GameError("every line is one JSON object")
    return entry


def begin(entry: dict[str, Any]) -> Match:
    """The fresh match of a header. Raises GameError."""
    if entry.get("shindig") != FORMAT:
        raise GameError(f'a record begins with a header like {{"shindig": {FORMAT}, "game": ..., "seats": [...]}}')
    rules = game(field(entry, "game", str))
    if entry.get("rules") != rules.version:
        raise GameError(f"these are the rules of {rules.name} in version {rules.version}, not {entry.get('rules')!r}")
    options = entry.get("options", {})
    if not isinstance(options, dict):
        raise GameError("options are an object of names and values")
    return Match(rules, len(field(entry, "seats", list)), options)


def field(entry: dict[str, Any], name: str, kind: type) -> Any:
    """A field of a line, of its type. Raises GameError."""
    value = entry.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise GameError(f"expected {name!r} with a {kind.__name__}, not {value!r}")
    return value


def take(match: Match, entry: dict[str, Any]) -> Step:
    """Do what a line says. Raises GameError."""
    if "order" in entry:
        if entry.get("of") != match.needs:
            raise GameError(f"needed now: {match.needs or 'no order, but an action'}; not an order of {entry.get('of')!r}")
        match.order([str(item) for item in field(entry, "order", list)])
    elif "do" in entry:
        match.play(field(entry, "do", str), field(entry, "seat", int))
    else:
        raise GameError('expected {"order": [...], "of": ...} or {"seat": ..., "do": ...}')
    return match.steps[-1]


def check_result(match: Match, given: object) -> None:
    """Compare a result with the replay's. Raises GameError."""
    found = json.loads(json.dumps(asdict(match.result))) if match.result else None
    if given != found:
        raise GameError(f"the replay's result is {json.dumps(found)}, not {json.dumps(given)}")


__all__ = ["FORMAT", "RecordError", "begin", "dumps", "header", "lines", "loads", "read", "step_line"]
