"""A fixed match as text: its record file, then after each step the public table and what each seat alone knows.

`python -m tests.kits.snapshots.playthroughs [match ...]` writes the files again. The match itself is kept, in
`tests/snapshots/playthroughs/*.jsonl`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from shindig.core.layout_and_views import ONLOOKER, OVER, See
from shindig.gamekit import game, game_ids
from shindig.match import Match, Order, Step, View, fair
from shindig.record import dumps, loads
from tests.kits.games.random_walks import some_action
from tests.kits.games.short_options import options

FOLDER = Path(__file__).parents[2] / "snapshots" / "playthroughs"
SEED = 7
LONGEST = 400
"""Actions of a match that is made for a playthrough."""
MORE: dict[str, tuple[str, int, dict[str, object]]] = {
    "talon-4": ("talon", 4, {"hands": 1}),
    "talon-5": ("talon", 5, {"hands": 1}),
    "talon-guard": ("talon", 4, {"hands": 1, "tokens": 300}),
    "tall-cards-3": ("tall-cards", 3, {"hands": 4, "stack": 20, "ante": 3, "muck": "ask", "gifts": "needed"}),
    "tall-cards-5": (
        "tall-cards",
        5,
        {"hands": 3, "stack": 12, "sit_out": 1, "deck": "expanded-96", "limit": 6, "gifts": "always"},
    ),
}
"""Matches beside the one of each game with as few seats as can be and short options: game, seats, options.

Chance bids too high to look at the talon: in the record of `talon-guard` somebody bids Guard and exchanges."""
NAMES = (*game_ids(), *MORE)


def record_of(name: str) -> Path:
    return FOLDER / f"{name}.jsonl"


def text_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def make(name: str) -> Match:
    """A match for a new record file, its actions by chance."""
    game_id, seats, chosen = MORE.get(name) or (name, game(name).rules.seats[0], options(game(name)))
    match, rng = Match(game(game_id), seats, chosen, fair(SEED)), np.random.default_rng(SEED)
    for _ in range(LONGEST):
        if not match.over:
            match.play(some_action(match, rng))
    return match


def playthrough(name: str) -> Iterator[str]:
    """The lines of the text: each step of the record, what it changed in every view, and what may follow."""
    before: list[View] = []
    for match, step in replayed(loads(record_of(name).read_text("utf-8"))):
        after = [match.view(seat) for seat in range(ONLOOKER, match.seats)]
        yield f"# {written(step)}"
        yield from changes(before, after)
        yield from stories(match, before, step, after) if step else ()
        yield turn(match)
        before = after


def replayed(whole: Match) -> Iterator[tuple[Match, Step | None]]:
    """A match from its beginning, and after each of its steps."""
    match = Match(whole.game, whole.seats, whole.options)
    yield match, None
    for step in whole.steps:
        if isinstance(step, Order):
            match.order(step.items)
        else:
            match.play(step.action)
        yield match, step


def written(step: Step | None) -> str:
    """A step in a line."""
    if step is None:
        return "start"
    return f"{step.of}: {' '.join(step.items)}" if isinstance(step, Order) else f"seat {step.seat}: {step.do}"


def changes(before: list[View], after: list[View]) -> Iterator[str]:
    """Fields that changed: the public ones as the onlooker sees them, then each seat's own."""
    for place, view in enumerate(after):
        sees = See.OWNER if place else See.ALL
        for field in view.game.rules.layout.fields:
            if field.see is sees and field.name != "viewer":
                now = own(view.record, field.name, sees)
                if not before or own(before[place].record, field.name, sees) != now:
                    yield f"  {name_of(view)}: {field.name} = {now}"


def stories(match: Match, before: list[View], step: Step, after: list[View]) -> Iterator[str]:
    """What a step adds to the onlooker's log, and to the log of each seat that reads something else."""
    told = [match.story(earlier, step, later) for earlier, later in zip(before, after, strict=True)]
    texts = [" ".join(str(line.text) for line in lines) for lines in told]
    for view, text in zip(after, texts, strict=True):
        if view is after[0] or text != texts[0]:
            yield f"  {name_of(view)} reads: {text}"


def name_of(view: View) -> str:
    return "all" if view.seat == ONLOOKER else f"seat {view.seat}"


def own(view: Any, name: str, sees: See) -> str:
    """A field's value in a view: whole, or the viewer's row."""
    value = np.asarray(view[name])
    return str((value if sees is See.ALL else value[view.viewer]).tolist())


def turn(match: Match) -> str:
    """Who is to act, with what; or what is needed; or the result."""
    if match.to_act == OVER:
        return f"over: {match.result}"
    if match.needs:
        return f"needs {match.needs}: {len(match.wanted())} items"
    return f"seat {match.to_act} may: {match.legal!r}"


def write(name: str) -> None:
    """Write a match's text, and its record: the same match with its result as it comes out now, or a new match."""
    match = loads(without_result(record_of(name))) if record_of(name).exists() else make(name)
    record_of(name).write_text(dumps(match), encoding="utf-8")
    text_of(name).write_text("\n".join(playthrough(name)) + "\n", encoding="utf-8")


def without_result(record: Path) -> str:
    lines = record.read_text("utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith('{"result"'))


if __name__ == "__main__":
    for wanted in sys.argv[1:] or NAMES:
        write(wanted)
