"""The calls of the page on the room are made, one after another as it shows them, each where it makes sense."""

from __future__ import annotations

import ast
import re
from collections.abc import Awaitable, Callable
from importlib import import_module
from inspect import iscoroutine
from pathlib import Path
from typing import Any

import pytest

from shindig.bots.choice_review import ReviewedChoice
from shindig.gamekit import game
from shindig.server.fairness.daily_secret import Terms
from shindig.server.fairness.fair_shuffle import VALUE_BYTES, make_seal
from shindig.server.game_server import GameServer
from shindig.server.matches.weighed_decisions import WeighedDecision
from shindig.server.person import Person
from shindig.server.schemas import Settings, TableUpdate
from shindig.web.html.page_diff import may_show_late
from tests.games.tall_cards.test_tall_cards_late_show import played_hand
from tests.kits.server.room_kit import HandClock, asked, guests, play_out, run, seal_days, settle, two_at_table

PAGE = Path(__file__).parents[2] / "docs" / "room.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GAME, SHORT = "tall-card", {"deals_each": 1, "first_dealer": 2}
"""Seat 0 is asked first of three whether it claims."""
BAD = ReviewedChoice("Pass", "Claim", 2.0, 0.1, 8.0, 512)
RESULTS = ("daily_deals", "player_results", "ratings", "exercises", "continue_match", "reviews")
NAMES = {
    name: value
    for module in ("schemas", "groups.groups", *(f"matches.{name}" for name in RESULTS))
    for name, value in vars(import_module(f"shindig.server.{module}")).items()
}
"""What the page's calls give, for its annotations."""
Scene = Callable[[GameServer], Awaitable[dict[str, Any]]]


def statements() -> list[ast.stmt]:
    """All that the page shows but for how a room begins and ends."""
    first, *blocks = BLOCK.findall(PAGE.read_text("utf-8"))
    assert "GameServer.start" in first
    return [one for block in blocks for one in ast.parse(block).body]


def called(statement: ast.stmt) -> str:
    """Return the method that a statement calls, as `accounts.create_guest`."""
    call = next(one for one in ast.walk(statement) if isinstance(one, ast.Call))
    return ast.unparse(call.func).removeprefix("server.")


async def opened(room: GameServer) -> dict[str, Any]:
    """Ann's table, at which Ben is about to sit down."""
    ann, ben = await guests(room, "Ann", "Ben")
    return {"table": await room.open_table(ann, GAME, 3, SHORT), "person": ben}


async def hosted(room: GameServer) -> dict[str, Any]:
    """Ann's table, Ben at seat 1."""
    ann, ben = await guests(room, "Ann", "Ben")
    table = await room.open_table(ann, GAME, 3, SHORT)
    return {"table": table, "person": ann, "seat": await room.sit(table, ben)}


async def together(room: GameServer) -> dict[str, Any]:
    """Ann and Bob in a match; Bob is not connected."""
    table, ann, _ = await two_at_table(room)
    return {"table": table, "person": ann, "seat": 1}


async def held(room: GameServer) -> dict[str, Any]:
    """A bot plays for Bob."""
    table, ann, bob = await two_at_table(room)
    await room.hold_seat(table, ann, 1)
    return {"table": table, "person": bob}


async def alone(room: GameServer) -> dict[str, Any]:
    """Ann in a match against bots."""
    (ann,) = await guests(room, "Ann")
    table = await room.play_now(ann, GAME, 3, SHORT, Settings(public=False))
    await settle(room, table)
    return {"table": table, "person": ann, "info": (await asked(room, table, [ann]))[1].info}


async def chosen(room: GameServer) -> dict[str, Any]:
    """Ann has made a choice, and the bot after her waits for her."""
    found = await alone(room)
    table, person = found["table"], found["person"]
    await room.set_tempo(table, person, "hand")
    await room.move(table, person, "decline", found["info"].token)
    return found | {"info": (await room.build_snapshot(table, person)).info}


async def choose(room: GameServer, table: str, person: Person, **_: Any) -> None:
    news: TableUpdate = await room.build_snapshot(table, person)
    assert news.view is not None
    for action in news.view.legal.actions:
        await room.move(table, person, action, news.info.token or "")
        break
    await settle(room, table)


async def betting(room: GameServer) -> dict[str, Any]:
    """A match in which raising by 10 is legal."""
    found = await alone(room)
    await room.move(found["table"], found["person"], "claim", found["info"].token)
    await settle(room, found["table"])
    while "raise 10" not in (news := await room.build_snapshot(found["table"], found["person"])).view.legal:  # type: ignore[union-attr]
        assert news.info.state == "playing"
        await choose(room, **found)
    return found | {"info": news.info}


async def beaten(room: GameServer) -> dict[str, Any]:
    """A hand of Tall Cards has ended at a table of Ann and Bob, and one of them has a hand that nobody saw."""
    table, *people = await played_hand(room)
    views = [(await room.build_snapshot(table, one)).view for one in people]
    return {"table": table, "person": next(one for one, view in zip(people, views, strict=True) if may_show_late(view))}


async def finished(room: GameServer) -> dict[str, Any]:
    """Ann has played a match."""
    found = await alone(room)
    await play_out(room, found["table"], [found["person"]])
    steps = await room.build_replay(found["table"], found["person"], 1)
    own = (one.number for one in steps if one.seat == 0 and len(steps[one.number - 1].views[0].legal) > 1)
    return found | {"match": 1, "step": next(own)}


async def open_to_all(room: GameServer) -> dict[str, Any]:
    """The same, and all is open."""
    found = await finished(room)
    await room.agree(found["table"], found["person"], "reveal", match=1)
    return found


async def again(room: GameServer) -> dict[str, Any]:
    """Ann has made her choice once more, at a table of her own."""
    found = await finished(room)
    new = await room.continued_matches.continue_match(found["table"], found["person"], 1, found["step"], again=True)
    await choose(room, new, found["person"])
    return found | {"new": new}


async def exercise(room: GameServer) -> dict[str, Any]:
    """A mistake of Ann's has come back: whether to claim, where she is the first to be asked."""
    found = await finished(room)
    person = found["person"]
    await room.exercises.store_exercises(found["table"], 1, person.id, GAME, [WeighedDecision(found["step"], 0, BAD)])
    return found | {"posed": await room.continued_matches.find_next_exercise(person, GAME)}


async def cutting(room: GameServer, stage: str) -> dict[str, Any]:
    """A cut that waits for Ann's page."""
    (ann,) = await guests(room, "Ann")
    table = await room.play_now(ann, GAME, 3, SHORT, device=True)
    streaming = room.stream_updates(table, ann, device=True)
    await anext(streaming)
    value, cut = bytes(VALUE_BYTES), (await room.build_snapshot(table, ann)).info.cut
    assert cut is not None
    if stage == "opening":
        await room.seal_cut_value(table, ann, cut.number, make_seal(value).hex())
        await settle(room, table)
    return {
        "table": table,
        "person": ann,
        "cut": cut,
        "sealed_hex": make_seal(value).hex(),
        "value_hex": value.hex(),
        "streaming": streaming,
    }


async def account(room: GameServer) -> dict[str, Any]:
    """Somebody with an account."""
    (guest,) = await guests(room, "Cyd")
    return {"person": (await room.accounts.register(guest, "cyd", "a good password"))[0]}


SCENES: dict[str, Scene] = {
    "sit": opened,
    "add_bot": hosted,
    "leave": together,
    "come_back": held,
    "pause": alone,
    "hold_seat": together,
    "remove_player": hosted,
    "mute_player": hosted,
    "rename_player": hosted,
    "agree": finished,
    "set_eased": alone,
    "set_tempo": alone,
    "nudge": chosen,
    "take_back": chosen,
    "say": together,
    "show_hand": beaten,
    "groups.found": opened,
    "move": betting,
    "build_snapshot": alone,
    "stream_updates": alone,
    "seal_cut_value": lambda room: cutting(room, "sealing"),
    "open_cut_value": lambda room: cutting(room, "opening"),
    "build_record": open_to_all,
    "build_reveal_status": finished,
    "continued_matches.continue_match": finished,
    "continued_matches.compare_choice": again,
    "exercises.count_exercises": exercise,
    "continued_matches.find_next_exercise": exercise,
    "continued_matches.weigh_answer": exercise,
    "exercises.store_answer": exercise,
    "results.load_page": account,
}
"""What there is before a call; what there was before the one above it, where nothing stands here."""


async def make(statement: ast.stmt, names: dict[str, Any]) -> None:
    """Run one statement; a loop without an end goes round once."""
    for one in ast.walk(statement):
        if isinstance(one, ast.AsyncFor):
            one.body.append(ast.Break())
    module = ast.fix_missing_locations(ast.Module([statement], []))
    code = compile(module, str(PAGE), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    running = eval(code, names)
    if iscoroutine(running):
        await running


def test_every_call_of_the_page_is_as_it_says(tmp_path: Path) -> None:
    terms = Terms(GAME, game(GAME).rules.version, 3, "steady", 2)
    told = statements()
    assert {called(one) for one in told} >= {*SCENES}

    async def work(room: GameServer, _: HandClock) -> None:
        await seal_days(room.services.store, room.daily_deals.today, terms)
        names = NAMES | {"server": room}
        for statement in told:
            if scene := SCENES.get(called(statement)):
                names |= await scene(room)
            try:
                await make(statement, names)
            except Exception as error:
                raise AssertionError(f"{ast.unparse(statement)}: {error!r}") from error

    run(tmp_path, work)


def test_a_room_begins_and_ends_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def work(_room: GameServer, _: HandClock) -> None:
        names: dict[str, Any] = {"GameServer": GameServer}
        for statement in ast.parse(BLOCK.findall(PAGE.read_text("utf-8"))[0]).body:
            await make(statement, names)

    run(tmp_path, work)
    assert (tmp_path / "room.db").is_file()
