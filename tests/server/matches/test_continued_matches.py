"""Going on from a step of a match that is over, and choices made again: that tells no cards, and counts for nothing."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from shindig.bots import make
from shindig.bots.choice_review import ReviewedChoice
from shindig.bots.external_bot_json import BotError
from shindig.bots.world_sampling import complete_between_hands, sample_latest_world, sample_record
from shindig.bots.world_sampling import seed_generator as chance_of_world
from shindig.core.layout_and_views import CHANCE, Items
from shindig.gamekit import game, game_ids
from shindig.match import Match, View, fair
from shindig.record import RecordError, loads
from shindig.server.broadcast.log_lines_of_events import GOES_ON
from shindig.server.broadcast.match_view_of_person import SeatHistory
from shindig.server.errors import BusyError, ForbiddenError, MissingError, RefusedError
from shindig.server.game_server import GameServer
from shindig.server.matches import continue_match
from shindig.server.matches.archive import ArchivedMatch
from shindig.server.matches.continue_match import ContinuedMatches, find_first_choice
from shindig.server.person import Person
from shindig.server.schemas import Origin, Settings
from shindig.server.table_log.events import Opened, Started, decode
from shindig.server.table_log.table_state import TableState
from shindig.testing.array_overrun_checks import Walk, WalkStep, walk_match
from shindig.testing.checks import view_leaks
from tests.kits.games.swap_game import GAME as SWAP
from tests.kits.server.room_kit import HandClock, InlineBots, guests, open_room, play_out, run, settle
from tests.kits.server.viewer_channels import silent
from tests.kits.web.in_process_app import application, client

SHORT = {"deals_each": 1}
OPEN = Settings(public=False, reveal="always")
CLOSED = Settings(public=False, reveal="never")


async def finished(room: GameServer, settings: Settings) -> tuple[str, Person]:
    """Ann has played a match of Tall Card against two bots."""
    (ann,) = await guests(room, "Ann")
    table = await room.play_now(ann, "tall-card", 3, SHORT, settings)
    await play_out(room, table, [ann])
    return table, ann


async def own_steps(room: GameServer, table: str, person: Person) -> list[int]:
    """The steps at which a person chose."""
    found = await room.build_replay(table, person, 1)
    return [step.number for step in found if step.seat == 0 and len(found[step.number - 1].views[0].legal) > 1]


def state_of(room: GameServer, table: str) -> TableState:
    return room.table_registry.tables[table].state


def test_play_goes_on_where_the_seat_saw_it(tmp_path: Path) -> None:
    """The view is that of the step, byte for byte; bots sit elsewhere, and it can be played to its end."""

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann = await finished(room, CLOSED)
        steps = await room.build_replay(table, ann, 1)
        for step in (await own_steps(room, table, ann))[:3]:
            new = await room.continued_matches.continue_match(table, ann, 1, step - 1)
            state = state_of(room, new)
            assert state.view(0).tobytes() == steps[step - 1].views[0].tobytes()
            assert [seat.person for seat in state.seats] == [ann.id, "", ""]
            assert all(seat.bot for seat in state.seats[1:])
            assert state.match is not None
            assert len(state.match.view(0).history) > 0, "what the seat had seen of the hand is remembered"
            seen = [state.match.view(seat).history for seat in range(3)]
            assert [len(one) for one in seen] == [len(seen[0])] * 3, "and so do bots, as it was in the deal"
            assert await play_out(room, new, [ann]) > 0
            assert (await room.build_replay(new, ann, 1))[0].number == 0

    run(tmp_path, work)


def test_the_table_tells_what_the_seat_was_told_of_the_hand_until_then(tmp_path: Path) -> None:
    """As the replay tells it to that seat, of this hand alone; nobody else is told, and a restart tells it again."""

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann = await finished(room, CLOSED)
        steps, last = await room.build_replay(table, ann, 1), (await own_steps(room, table, ann))[-1]
        new = await room.continued_matches.continue_match(table, ann, 1, last - 1)
        told = [line for step in steps[:last] for line in step.lines]
        hand = max(at for at, line in enumerate(told) if str(line.text).startswith("Round ") and line.weight == 2)
        assert hand > 0
        updates = (await room.build_snapshot(new, ann)).updates
        lines = next(one.lines for one in updates if one.kind == "start")
        assert lines == (*told[hand:], GOES_ON)
        entry = next(one for one in room.table_registry.tables[new].history.entries if isinstance(one.event, Started))
        assert [entry.build_log_entry(other).lines for other in (-1, 1, 2)] == [(GOES_ON,)] * 3

    run(tmp_path, work)


def test_a_choice_made_again_is_the_last_one_up_to_a_step(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann = await finished(room, CLOSED)
        first, second, *rest = await own_steps(room, table, ann)
        last = rest[-1]
        for step, expected in ((first, first), (second - 1, first), (second, second), (last, last), (9_999, last)):
            new = await room.continued_matches.continue_match(table, ann, 1, step, again=True)
            origin = state_of(room, new).origin
            assert origin is not None
            assert (origin.table, origin.match, origin.step, origin.again) == (table, 1, expected, True)
            assert state_of(room, new).actor == 0
        with pytest.raises(RefusedError, match=r"^You hadn’t chosen anything by then\. Choose a later move\.$"):
            await room.continued_matches.continue_match(table, ann, 1, first - 1, again=True)
        with pytest.raises(RefusedError, match="over there"):
            await room.continued_matches.continue_match(table, ann, 1, 9_999)

    run(tmp_path, work)


def test_an_open_match_is_copied_with_its_steps_and_a_closed_one_never(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        for settings in (OPEN, CLOSED):
            table, ann = await finished(room, settings)
            step = (await own_steps(room, table, ann))[1]
            played, looks, everybody = await room.load_match(table, ann, 1)
            assert (everybody, looks.sat) == (settings is OPEN, True)
            new = state_of(room, await room.continued_matches.continue_match(table, ann, 1, step - 1))
            true = played.build_match_at(step)
            assert new.match is not None
            assert (new.match.array.tobytes() == true.array.tobytes()) == everybody
            assert not everybody or len(new.match.view(1).history) == len(true.view(1).history)
            assert new.origin is not None
            assert new.origin.dealt != everybody

    run(tmp_path, work)


def test_who_did_not_play_and_what_is_not_over_goes_on_nowhere(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        ann, bob = await guests(room, "Ann", "Bob")
        table = await room.play_now(ann, "tall-card", 3, SHORT, OPEN)
        await settle(room, table)
        with pytest.raises(MissingError):
            await room.continued_matches.continue_match(table, ann, 1, 2)
        await play_out(room, table, [ann])
        with pytest.raises(ForbiddenError):
            await room.continued_matches.continue_match(table, bob, 1, 2)
        assert await room.continued_matches.find_seat(table, bob, 1, 2) is None
        assert await room.continued_matches.find_seat(table, ann, 1, 2) == 0

    run(tmp_path, work)


def test_it_counts_for_nothing_and_says_so_everywhere(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann = await finished(room, CLOSED)
        step = (await own_steps(room, table, ann))[0]
        new = await room.continued_matches.continue_match(table, ann, 1, step - 1)
        opened, at = decode((await room.services.store.load_log(new))[0])
        assert isinstance(opened, Opened)
        assert at >= 0
        assert opened.origin is not None
        assert not state_of(room, new).is_counted
        assert state_of(room, table).is_counted
        news = await room.build_snapshot(new, ann)
        assert news.info.origin is not None
        assert news.info.origin.step == step
        assert [card.origin is not None for card in await room.load_history(ann)] == [True, False]
        assert new not in {card.id for card in room.list_public_tables()}
        (bob,) = await guests(room, "Bob")
        with pytest.raises(RefusedError, match="for one person"):
            await room.sit(new, bob)
        await play_out(room, new, [ann])
        with pytest.raises(RefusedError, match="only once"):
            await room.agree(new, ann, "rematch")

    run(tmp_path, work)


def test_it_has_no_proofs_and_its_record_is_refused(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann = await finished(room, CLOSED)
        new = await room.continued_matches.continue_match(table, ann, 1, (await own_steps(room, table, ann))[0] - 1)
        await play_out(room, new, [ann])
        told = await room.build_proofs(new, ann, 1)
        assert (told["cuts"], told["open"]) == ([], False)
        assert "counts for nothing" in told["why"]
        await room.agree(new, ann, "reveal")
        text = await room.build_record(new, ann, 1)
        assert json.loads(text.splitlines()[0])["origin"]["table"] == table
        with pytest.raises(RecordError, match="nothing of it can be verified"):
            loads(text)

    run(tmp_path, work)


def test_a_table_that_began_in_the_midst_comes_back_as_it_was(tmp_path: Path) -> None:
    """From its log alone: the record, what its seat remembers, and the steps since."""

    async def whole() -> None:
        url, clock = f"sqlite:///{tmp_path}/room.db", HandClock()
        room = await open_room(url, clock)
        table, ann = await finished(room, CLOSED)
        steps = await own_steps(room, table, ann)
        new = await room.continued_matches.continue_match(table, ann, 1, steps[0] - 1)
        await settle(room, new)
        before = state_of(room, new)
        assert before.match is not None
        was = before.match.array.tobytes(), before.match.view(0).history
        await room.close()
        room = await open_room(url, clock)
        after = state_of(room, new)
        assert after.match is not None
        assert after.match.array.tobytes() == was[0]
        again = after.match.view(0).history
        assert again.views.tobytes() == was[1].views.tobytes()
        assert again.actions.tolist() == was[1].actions.tolist()
        assert (after.origin, after.token) == (before.origin, before.token)
        await play_out(room, new, [ann])
        assert (await room.build_reveal_status(new, ann, 1)).match == 1
        await room.close()

    asyncio.run(whole())


def test_few_such_tables_of_a_person_are_open_at_once(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann = await finished(room, OPEN)
        step = (await own_steps(room, table, ann))[0]
        new = [await room.continued_matches.continue_match(table, ann, 1, step - 1) for _ in range(5)]
        assert room.find_uncounted_tables(ann) == new[2:]

    run(tmp_path, work)


def test_a_choice_is_compared_when_it_was_made_again(tmp_path: Path) -> None:
    game("tall-card").compiled_policies.compile()

    async def work() -> None:
        async with application(tmp_path) as (app, room):
            ann, token = await room.accounts.create_guest("Ann")
            table = await room.play_now(ann, "tall-card", 2, SHORT, CLOSED)
            await play_out(room, table, [ann])
            step = (await own_steps(room, table, ann))[0]
            async with client(app, token) as http:
                form = {"match": "1", "step": str(step), "how": "again"}
                new = (await http.post(f"/t/{table}/again", data=form)).headers["location"]
                assert (await http.get(f"{new}/compare")).status_code == 409, "before it was made"
                found = new.removeprefix("/t/")
                view = (await room.build_snapshot(found, ann)).view
                assert view is not None
                await room.move(found, ann, next(iter(view.legal)), state_of(room, found).token)
                page = (await http.get(f"{new}/compare")).text
                assert "Back then" in page
                assert "This time" in page

    asyncio.run(work())


def test_what_was_taken_back_is_not_compared() -> None:
    lines = [
        '{"k":"start","at":0}',
        '{"k":"act","at":1,"seat":0,"action":7,"by":"person","bank":1}',
        '{"k":"undo","at":2,"seat":0,"steps":0}',
    ]
    assert find_first_choice(lines) is None
    assert find_first_choice([*lines, lines[1].replace("7", "9")]) == 9
    assert find_first_choice(lines[:2]) == 7


@pytest.mark.parametrize("game_id", game_ids())
def test_equal_views_and_histories_get_equal_worlds(game_id: str) -> None:
    """Whatever lies hidden, what is dealt to play on is the same, and the viewer sees in it what they saw."""
    rules, fixed = silent(game_id)
    rules.compiled_policies.compile()
    *_, one = walk_match(rules, 7, fixed)
    place = max(place for place, step in enumerate(one.steps[:-1]) if step.seat == CHANCE)
    compared = dealt = 0
    for seat in range(2):
        ours, theirs = differing(one, place, seat)
        for step in one.steps[place + 1 : place + 8]:
            views = ours.view(seat), theirs.view(seat)
            if not same(*views) or not view_leaks.is_allowed(rules, theirs.array, step):
                break
            found = [sample_record(view, "salt") for view in views]
            assert [one is None for one in found] in ([True, True], [False, False])
            if found[0] is not None and found[1] is not None:
                assert found[0].tobytes() == found[1].tobytes()
                assert rules.view(found[0], seat).tobytes() == views[0].tobytes()
                dealt += ours.array.tobytes() != found[0].tobytes()
            compared += 1
            for match in (ours, theirs):
                match.take(given_step(step))
    assert compared >= 2
    assert dealt


def differing(one: Walk, place: int, seat: int) -> tuple[Match, Match]:
    """The match after an order, and one in which cards of it lie elsewhere that a seat does not see."""
    before, items = view_leaks.replay_to(one, place), np.array(one.steps[place].what, np.int16)
    other, moved = items.copy(), view_leaks.find_unseen_places(one.game, before, items.tolist(), seat, one.rng)
    other[moved] = np.roll(other[moved], 1)
    matches = Match.from_record(one.game, before), Match.from_record(one.game, before)
    for match, order in zip(matches, (items, other), strict=True):
        match.take(order)
    return matches


def given_step(step: WalkStep) -> int | Items:
    return int(step.what[0]) if step.seat != CHANCE else np.array(step.what, np.int16)


def same(ours: View, theirs: View) -> bool:
    """Whether two seats see the same, and have seen the same."""
    return ours.tobytes() == theirs.tobytes() and ours.history.tobytes() == theirs.history.tobytes()


def test_a_game_that_deals_no_worlds_goes_on_between_hands_only() -> None:
    match, chance = Match(SWAP, 2, {}), fair(3)
    while not match.over and int(match.record.dealt) < 2:
        view = match.view(0)
        if match.to_act == CHANCE:
            assert (complete_between_hands(view, chance_of_world(view, "")) is not None) == (
                sample_record(view, "") is not None
            )
            match.order(chance(match.needs or "", match.wanted()))
        else:
            assert sample_record(view, "") is None
            match.play(next(iter(match.legal.actions)))


def test_events_without_a_position_are_read_as_before() -> None:
    event, _ = decode('{"k":"start","at":1.5}')
    assert event == Started()


@pytest.mark.parametrize("game_id", game_ids())
def test_who_is_ready_deals_at_once(game_id: str) -> None:
    """Nothing is left to be compiled when somebody plays on: that would take longer than an answer may."""
    mind = game(game_id).compiled_policies
    mind.compile()
    match, chance, dealt = Match(game(game_id), 3, {}), fair(3), 0
    known = [*mind.explore.signatures]
    for _ in range(40):
        if match.to_act == CHANCE:
            match.order(chance(match.needs or "", match.wanted()))
        elif not match.over:
            dealt += sample_record(match.view(match.to_act), "") is not None
            match.play(next(iter(match.legal.actions)))
    assert dealt
    assert mind.explore.signatures == known


# What cannot be, and what bots cannot do.


class Fails:
    """Bots that do what a test says."""

    def __init__(self, found: object = None, ready: bool = True) -> None:
        self.found, self.ready, self.compiled = found, ready, list[str]()

    async def sample_world(self, view: View, salt: str) -> object:
        assert view.seat == 1
        assert len(salt) == 12
        return self._found()

    async def review(self, view: View, action: int) -> object:
        assert view.legal.allows(action)
        return self._found()

    def _found(self) -> object:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found

    def is_ready(self, game_id: str) -> bool:
        assert game_id == "tall-card"
        return self.ready

    async def request_compilation(self, game_id: str) -> None:
        self.compiled.append(game_id)


def a_choice(**more: Any) -> Match:
    """A match of Tall Card in which seat 1 has a choice."""
    match, chance = Match(replace(game("tall-card"), **more), 3, {"first_dealer": 0}), fair(5)
    while match.to_act == CHANCE:
        match.order(chance(match.needs or "", match.wanted()))
    return match


@pytest.mark.parametrize(
    ("bots", "minds", "kind", "said"),
    [
        (
            Fails(BotError("failed: no cards")),
            True,
            BusyError,
            "The bots gave no answer, so you got no cards. Try again.",
        ),
        (
            Fails(),
            True,
            RefusedError,
            "We can’t deal cards that fit what you had seen. Try the move before.",
        ),
        (
            Fails(),
            False,
            RefusedError,
            "You can’t start here: we can’t deal the hidden cards again. "
            "Start between hands, or when you all show your hands.",
        ),
    ],
)
def test_what_cannot_be_dealt_is_told_with_its_reason(
    bots: Fails, minds: bool, kind: type[Exception], said: str
) -> None:
    match = a_choice() if minds else a_choice(policies=None)
    room: Any = SimpleNamespace(services=SimpleNamespace(bots=bots))
    with pytest.raises(kind) as refused:
        asyncio.run(ContinuedMatches(room)._sample_position(match.view(1)))
    assert type(refused.value) is kind
    assert str(refused.value) == said


def test_a_choice_is_weighed_by_bots_that_are_ready_and_else_they_get_ready() -> None:
    match = a_choice()
    view, action = match.view(match.to_act), next(match.legal.actions)
    found = ReviewedChoice("Pass", "Claim", 2.0, 0.1, 8.0, 512)

    def asked(bots: Any, of: View = view) -> ReviewedChoice:
        return asyncio.run(continue_match.weigh_choice(bots, of, action))

    assert asked(Fails(found)) == found
    unready = Fails(found, ready=False)
    with pytest.raises(BusyError, match=r"^The Hard bot is still loading"):
        asked(unready)
    assert unready.compiled == ["tall-card"]
    with pytest.raises(BusyError, match=r"^The Hard bot gave no answer\. Try again\.$"):
        asked(Fails(BotError("hung")))
    plain = a_choice(policies=None)
    with pytest.raises(RefusedError, match=r"^Tall Card has no bots that can rate your choices\.$"):
        asked(Fails(found), plain.view(plain.to_act))


def test_one_goes_on_where_one_had_a_hand_and_the_match_was_not_over(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann = await finished(room, CLOSED)
        played, sight, _everybody = await room.load_match(table, ann, 1)
        last, late = len(played.events) - 1, sight._replace(after=((), *sight.after[1:]))
        for step in (-1, last, last + 1):
            with pytest.raises(RefusedError, match=r"^The match is over there\. Choose an earlier move\.$"):
                continue_match.find_step_after(played, sight, step)
        with pytest.raises(ForbiddenError, match=r"^You had no hand there\. Choose a later move\.$"):
            continue_match.find_step_after(played, late, 0)
        assert [continue_match.find_step_after(played, late, step).step for step in (1, last - 1)] == [2, last]

    run(tmp_path, work)


BEGUN = '{"k":"start","at":0}'
OWN = '{"k":"act","at":1,"seat":0,"action":7,"by":"person","bank":1}'
BOTS = OWN.replace("person", "bot")
DEALT = '{"k":"order","at":1,"cut":0,"index":0,"of":"main","items":[],"root":""}'


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([BEGUN], None),
        ([BEGUN, DEALT, BOTS], None),
        ([BEGUN, DEALT, BOTS, OWN], 7),
        ([OWN.replace("7", "0"), OWN], 0),
        ([DEALT, OWN, BOTS, '{"k":"undo","at":2,"seat":0,"steps":1}'], None),
        ([DEALT, OWN, OWN.replace("7", "8"), '{"k":"undo","at":2,"seat":0,"steps":2}', OWN.replace("7", "9")], 7),
    ],
)
def test_the_first_choice_of_a_log_is_a_persons_that_stands(lines: list[str], found: int | None) -> None:
    assert find_first_choice(lines) == found


class WithoutSeats:
    """A room in whose archive nobody had a seat."""

    def __init__(self, room: GameServer) -> None:
        self._room = room

    def __getattr__(self, name: str) -> Any:
        return getattr(self._room, name)

    async def load_match(
        self, table: str, person: Person | None, match: int
    ) -> tuple[ArchivedMatch, SeatHistory, bool]:
        played, sight, everybody = await self._room.load_match(table, person, match)
        return played, sight._replace(before=((),) * len(sight.before)), everybody


def test_what_was_not_chosen_again_is_not_compared(tmp_path: Path) -> None:
    weighed = ReviewedChoice("Pass", "Claim", 2.0, 0.1, 8.0, 512)

    async def work(room: GameServer, _: HandClock) -> None:
        table, ann = await finished(room, OPEN)
        (bob,) = await guests(room, "Bob")
        step = (await own_steps(room, table, ann))[0]
        on = await room.continued_matches.continue_match(table, ann, 1, step - 1)
        new = await room.continued_matches.continue_match(table, ann, 1, step, again=True)
        await settle(room, new)
        for where, who in ((table, ann), (on, ann), (new, bob)):
            with pytest.raises(MissingError, match=r"^You haven’t tried a choice again at this table\.$"):
                await room.continued_matches.compare_choice(where, who)
        with pytest.raises(RefusedError, match=r"^Choose first\. Then you see both choices side by side\.$"):
            await room.continued_matches.compare_choice(new, ann)
        action = next(iter(state_of(room, new).view(0).legal))
        await room.move(new, ann, action, state_of(room, new).token)
        found = await room.continued_matches.compare_choice(new, ann)
        assert found == (Origin(table, 1, step, True), ("Ann", "Juniper", "Fennel"), weighed, weighed)
        with pytest.raises(MissingError, match=r"^You haven’t tried a choice again at this table\.$"):
            await ContinuedMatches(WithoutSeats(room)).compare_choice(new, ann)

    run(tmp_path, work, bots=InlineBots(weigh=lambda *_: weighed))


def test_whose_hand_one_had_after_a_step_is_told_while_there_are_steps(tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        table, ann = await finished(room, OPEN)
        steps = len((await room.load_match(table, ann, 1))[0].events)
        assert [await room.continued_matches.find_seat(table, ann, 1, step) for step in (0, steps - 1, steps)] == [
            0,
            0,
            None,
        ]
        assert await room.continued_matches.find_seat(table, None, 1, 0) is None

    run(tmp_path, work)


def test_between_hands_what_nobody_sees_lies_as_it_did_in_a_world_of_the_hand_before() -> None:
    match, rng = Match(game("talon"), 3, {"hands": 2}, fair(3)), np.random.default_rng(5)
    match.game.compiled_policies.compile()
    bots = [make("talon", "steady", seat) for seat in range(3)]
    while not match.game.rules.hand.ended(match.record):
        match.play(bots[match.to_act].act(match.view(match.to_act)))
    assert sample_latest_world(match.view(0), rng) is not None
