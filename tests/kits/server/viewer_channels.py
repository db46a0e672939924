"""All that a viewer is given after a step, on every channel, and games that tell nothing under any option."""

from __future__ import annotations

from dataclasses import replace

from shindig.gamekit import Game, game
from shindig.match import View, write_story
from shindig.server.broadcast.json_encoding import encode_update
from shindig.server.schemas import LogEntry, PublicTable, SeatInfo, Settings, TableInfo, TableUpdate
from shindig.testing.array_overrun_checks import Walk, WalkStep
from shindig.testing.checks.scenes_and_stories import make_story_step
from shindig.web.html.page_diff import render_regions
from tests.kits.games.short_options import options

TELLTALE = {"exhaustion": "quiet"}
"""Options whose other choice tells everybody about hidden hands, as the rules of it say (PB-42)."""
ANNOUNCED = ("evasive",)
"""What the rules announce under any option: a Magician who is alone (TN-33)."""


def silent(game_id: str) -> tuple[Game, dict[str, object]]:
    """A game that may tell nothing else on purpose, and short options under which it does not."""
    rules = game(game_id)
    tells = tuple(name for name in rules.rules.revealing_fields if name in ANNOUNCED)
    return replace(rules, rules=replace(rules.rules, revealing_fields=tells)), {**options(rules), **TELLTALE}


def said(one: Walk, before: View, step: WalkStep, after: View) -> list[object]:
    """All that a viewer is given after a step."""
    game, mine = one.game, after.my_turn
    return [
        told(one, before, step, after),
        after.legal.ranges,
        [str(game.words.refuse(after.record, action)) for action in refused(after)] if mine else [],
        [understood(after, words) for words in ("discard 1", "play 1", "lay 1", "sing")] if mine else [],
    ]


def refused(view: View) -> list[int]:
    """Some actions that are not legal."""
    actions = range(0, min(view.game.rules.num_actions, 1000), 97)
    return [action for action in actions if not view.legal.allows(action)]


def understood(view: View, words: str) -> str:
    try:
        return str(view.game.words.parse(view.record, words))
    except ValueError as error:
        return str(error)


def told(one: Walk, before: View, step: WalkStep, after: View) -> tuple[bytes, dict[str, str]]:
    """What the room's stream and its page give a viewer after a step."""
    seats = tuple(SeatInfo(seat, "person", f"Player {seat}") for seat in range(one.seats))
    lines = tuple(write_story(one.game, before, make_story_step(one, step), after))
    update = LogEntry(len(one.steps), "act", tuple(one.name for one in seats), lines=lines)
    public = PublicTable.from_info(table(after.public, seats), after.public)
    news = TableUpdate(len(one.steps), False, (update,), table(after, seats).own, after, public)
    return encode_update(news), render_regions(news)


def table(view: View, seats: tuple[SeatInfo, ...]) -> TableInfo:
    """A table beside its game's view, the same in both worlds."""
    turn = "turn" if view.my_turn else None
    return TableInfo(
        id="table",
        game=view.game.id,
        title="",
        state="playing",
        settings=Settings(),
        options={},
        seats=seats,
        you=view.seat,
        match=1,
        token=turn,
        talk=True,
    )
