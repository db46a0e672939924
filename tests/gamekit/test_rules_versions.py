"""Versions of the rules: a change needs a new one, and what was played by an earlier one goes on by it."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import SEATS
from shindig.gamekit import Game, GameError, game
from shindig.games.tall_cards.rules.deal import start
from shindig.games.tall_cards.rules.state import TallCards
from shindig.match import Match, Move, Order
from shindig.record import RecordError, Replay, dumps, loads
from shindig.server.errors import AsleepError
from shindig.server.fairness.daily_secret import Terms
from shindig.server.fairness.record_verification import play_record
from shindig.server.fairness.recorded_shuffle_check import check_deal
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.table_log.start_position import copy_position, match_from_position
from tests.kits.games.rules_fingerprint import hashes, layout_of, play_of
from tests.kits.games.tall_cards_table import Table, stocked
from tests.kits.server.room_kit import HandClock, open_room, play_out, seal_days
from tests.kits.snapshots.release_files import FOLDER, LOGIN, PASSWORD, asked_of

ROWS = [line.split() for line in (FOLDER / "rules.txt").read_text().splitlines() if not line.startswith("#")]
KNOWN = {(game_id, int(version)): tuple(found) for game_id, version, *found in ROWS}
OLD = FOLDER / "1.0.0"
DAY = 86_400


# A change needs a version


@pytest.mark.parametrize(
    ("game_id", "version"),
    [
        (one, v)
        for one in ("tall-card", "tall-cards", "talon", "royal-pokebacc", "merchants-bank", "farmers-and-fishermen")
        for v in game(one).rules.versions
    ],
)
def test_rules_and_layouts_are_those_of_their_version(game_id: str, version: int) -> None:
    """If this fails, records would replay otherwise, or stored fields mean something else.

    A version that was released keeps its row: raise `Rules.version` and keep the earlier behaviour for `Rules.others`.
    One that was not gets its row anew, by `python -m tests.kits.games.rules_fingerprint`.
    """
    assert hashes(game(game_id).at_version(version), version) == KNOWN[game_id, version]


def test_versions_that_were_released_are_still_played() -> None:
    for game_id, version in KNOWN:
        assert version in game(game_id).rules.versions


@kernel
def start_with_first_dealer(m: TallCards) -> None:
    start(m)
    m.dealer = 0


def test_a_changed_rule_is_noticed() -> None:
    ours = game("tall-cards")
    changed = replace(ours, rules=replace(ours.rules, start=start_with_first_dealer))
    assert play_of(changed, 2)[0] != KNOWN["tall-cards", 2][2]


def test_a_changed_layout_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = game("tall-cards").rules.layout
    fields = [*layout.fields]
    fields[7], fields[8] = fields[8], fields[7]
    monkeypatch.setitem(layout.__dict__, "fields", tuple(fields))
    assert layout_of(game("tall-cards"), 2) != KNOWN["tall-cards", 2][0]
    assert SEATS < 0


# Records


def stored() -> list[tuple[str, list[list[int]]]]:
    """Records that 1.0 wrote, with the scores as each hand began as 1.0 had them."""
    with gzip.open(OLD / "matches.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [(one["record"], one["stacks"]) for one in map(json.loads, lines)]


def stacks_of(replay: Replay) -> list[list[int]]:
    """The scores whenever a hand begins, and at the end."""
    found, before = list[list[int]](), None
    for _ in replay:
        now = int(replay.match.game.rules.hand.number(replay.match.record))
        if now != before:
            found.append(scores(replay.match))
        before = now
    return [*found, scores(replay.match)]


def scores(match: Match) -> list[int]:
    return [*match.game.words.outcome(match.record).scores]


def test_records_of_1_0_replay_to_the_same_stacks_hand_by_hand() -> None:
    """Among them unmatched antes with `muck=ask`, where the owner of the side pot had to show."""
    for text, stacks in stored():
        replay = Replay(text.splitlines())
        assert stacks_of(replay) == stacks
        assert replay.match.game.rules.version == 1
        assert play_record(Replay(text.splitlines()))


def test_a_record_keeps_its_version_when_it_is_written_again() -> None:
    for text, _ in stored()[::7]:
        assert dumps(loads(text)) == text


def test_by_the_current_version_other_hands_come_of_some_of_them() -> None:
    """So that the records above would notice if they were replayed by it."""
    changed = 0
    for text, stacks in stored():
        header, _, rest = text.partition("\n")
        newest = json.loads(header) | {"rules": game(json.loads(header)["game"]).rules.version}
        try:
            changed += stacks_of(Replay([json.dumps(newest), *rest.splitlines()])) != stacks
        except RecordError:
            changed += 1
    assert changed > 5


def test_a_record_of_no_known_version_is_refused_by_name() -> None:
    header = {"shindig": 1, "game": "tall-cards", "rules": 7, "options": {}, "seats": ["Ann", "Ben"]}
    expected = "version 7 of the rules of Tall Cards, and here are versions 1 and 2; it is read with the shindig that"
    with pytest.raises(RecordError, match=expected):
        loads(json.dumps(header))


def test_options_that_came_later_are_none_of_an_earlier_version() -> None:
    header = {"shindig": 1, "game": "tall-cards", "rules": 1, "options": {"min_bet": 5}, "seats": ["Ann", "Ben"]}
    with pytest.raises(RecordError, match="no option 'min_bet'"):
        loads(json.dumps(header))
    assert "min_bet" not in Match(game("tall-cards").at_version(1), 2).options


def test_a_version_that_there_never_was_is_refused() -> None:
    with pytest.raises(GameError, match="version 3 of the rules of Tall Cards, and known here are versions 1 and 2"):
        game("tall-cards").at_version(3)
    assert game("tall-cards").at_version(1).at_version(2) is game("tall-cards")


class OldTable(Table):
    """A rigged table by version 1."""

    def __init__(self, seats: int, dealer: int | None = 0, **options: object) -> None:
        super().__init__(seats, dealer, **options)
        self.game = game("tall-cards").at_version(1)
        self.array["version"] = 1


def test_tf_41_by_version_1_an_unmatched_ante_makes_a_side_pot() -> None:
    table = stocked(OldTable(2, ante=5), 3, 20).deal({1: "Ap Ah Ao Aa 2p"}).do("1: discard", "0: claim")
    assert table.record.won.tolist()[:2] == [0, 8]


@pytest.mark.parametrize(("kind", "over"), [(OldTable, True), (Table, False)])
def test_tf_11_by_version_1_a_match_ends_by_as_many_void_hands_as_have_chips(kind: type[Table], over: bool) -> None:
    """Seat 0 gave all that it had to seat 3, which has not dealt one."""
    table = stocked(kind(4, sit_out=1, gifts="always"), 100, 100, 100, 0)
    table.do("1: sit out", "2: sit out", "0: sit out", "1: ready", "2: ready", "0: give to 3", "0: give 100")
    table.do("2: sit out", "3: sit out", "1: sit out", "2: ready", "3: ready", "1: ready")
    assert not table.over
    table.do("3: sit out", "1: sit out", "2: sit out")
    assert table.over is over
    assert table.told.count("Too few of you joined") == 3


# Positions


def test_a_position_of_1_0_is_read_field_by_field() -> None:
    rules = game("tall-cards").at_version(1)
    match = Match(rules, 3, {"ante": 4})
    data = json.loads(json.dumps(copy_position(match)))
    for name in ("version", "min_bet", "dealt_void"):
        del data["record"][name]
    again = match_from_position(rules, data)
    assert again.array.tobytes() == match.array.tobytes()


@pytest.mark.parametrize("change", [{"omens": 3}, {"voids": None}])
def test_a_position_of_a_layout_that_was_never_released_is_refused_by_name(change: dict[str, Any]) -> None:
    rules = game("tall-cards")
    data: dict[str, Any] = json.loads(json.dumps(copy_position(Match(rules, 3))))
    data["record"] = {name: one for name, one in (data["record"] | change).items() if one is not None}
    (name,) = change
    expected = f"no released layout of Tall Cards, and here are versions 1 and 2; it differs from the newest in {name}"
    with pytest.raises(AsleepError, match=expected):
        match_from_position(rules, data)


# A room of 1.0 with matches under way


@pytest.fixture
def under_way(tmp_path: Path) -> tuple[str, dict[str, Any]]:
    """A database that 1.0 left, and what is in it."""
    file = tmp_path / "room.sqlite3"
    file.write_bytes(gzip.decompress((OLD / "under_way.sqlite3.gz").read_bytes()))
    return f"sqlite:///{file}", json.loads((OLD / "under_way.json").read_text())


def opened(
    url: str, login: str, work: Callable[[GameServer, Person, HandClock], Awaitable[None]], later: float = 0
) -> None:
    """Open the room, so much later, and log in."""

    async def whole() -> None:
        clock = HandClock()
        clock.set_by += later
        room = await open_room(url, clock)
        terms = Terms("tall-cards", game("tall-cards").rules.version, 4, "steady", 4)
        await seal_days(room.services.store, room.daily_deals.today, terms, 3)
        try:
            await work(room, (await room.accounts.login(login, PASSWORD, None))[0], clock)
        finally:
            await room.close()

    asyncio.run(whole())


Left = tuple[str, dict[str, Any]]


def rules_of(room: GameServer, table: str) -> Game:
    return room.table_registry.tables[table].state.game


def test_matches_that_went_on_from_a_step_by_1_0_go_on_to_their_end(under_way: Left) -> None:
    url, kept = under_way

    async def work(room: GameServer, ann: Person, _: HandClock) -> None:
        for game_id, tables in kept["goes_on"].items():
            assert await asked_of(room, tables["begun"], ann) == tables["asked"]
            match = room.table_registry.tables[tables["begun"]].state.match
            assert match is not None
            assert (match.game.id, match.game.rules.version, int(match.record.version)) == (game_id, 1, 1)
            assert len(match.view(0).history) > 0, "what the seat had seen of the hand is remembered"
            assert await play_out(room, tables["begun"], [ann])
        for tables in kept["goes_on"].values():
            steps = await room.build_replay(tables["over"], ann, 1)
            assert len(steps) == tables["steps"]
            again = await room.continued_matches.continue_match(tables["over"], ann, 1, len(steps) // 2)
            assert rules_of(room, again).rules.version == 1, "a position goes on by the rules it was reached by"
            assert loads(await room.build_record(tables["over"], ann, 1)).over

    opened(url, LOGIN, work)


def test_a_table_with_a_layout_that_was_never_released_sleeps_and_says_why(under_way: Left) -> None:
    url, kept = under_way
    table = kept["goes_on"]["tall-cards"]["begun"]
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as database, database:
        database.execute(
            "update events set data = replace(data, '\"voids\":', '\"omens\":') where table_id = ?", (table,)
        )

    async def work(room: GameServer, ann: Person, _: HandClock) -> None:
        with pytest.raises(AsleepError, match="no released layout of Tall Cards, and here are versions 1 and 2"):
            await room.build_snapshot(table, ann)

    opened(url, LOGIN, work)


def test_pb_50_a_match_of_1_0_between_two_hands_asks_what_it_asked(under_way: Left) -> None:
    url, kept = under_way

    async def work(room: GameServer, ann: Person, _: HandClock) -> None:
        assert await asked_of(room, kept["raise"], ann) == kept["raise_asked"]
        assert "retire" not in kept["raise_asked"]
        assert await play_out(room, kept["raise"], [ann])

    opened(url, LOGIN, work)


def test_a_day_that_was_committed_under_version_1_keeps_its_terms(under_way: Left) -> None:
    """Who had begun plays on; the next day, whose deal had been committed to, is played by version 1 too."""
    url, kept = under_way

    async def today(room: GameServer, ben: Person, _: HandClock) -> None:
        assert await room.daily_attempts.open_today(ben) == kept["trying"]
        assert await play_out(room, kept["trying"], [ben], seed=5)
        mine = await room.daily_deals.load_attempt(kept["day"], ben)
        assert mine is not None
        assert mine.score is not None

    async def tomorrow(room: GameServer, ben: Person, _: HandClock) -> None:
        told = await room.daily_deals.load_info(room.daily_deals.today)
        assert told is not None
        assert (told.day > kept["day"], told.terms.rules) == (True, 1)
        table = await room.daily_attempts.open_today(ben)
        assert rules_of(room, table).rules.version == 1
        assert await play_out(room, table, [ben], seed=6)
        verified(await room.build_record(kept["trying"], ben, 1))
        after = await room.daily_deals.load_info(room.daily_deals.find_day_ahead(1))
        assert after is not None
        assert after.terms.rules == 2

    async def tried(room: GameServer, ann: Person, _: HandClock) -> None:
        verified(await room.build_record(kept["tried"], ann, 1))

    opened(url, "ben", today)
    opened(url, "ben", tomorrow, DAY)
    opened(url, LOGIN, tried, DAY)


def verified(text: str) -> None:
    """Check a try's record and its deal."""
    from shindig.server.fairness.daily_secret import SealedDeal

    replay = Replay(text.splitlines())
    for step in replay:
        assert isinstance(step, (Move, Order))
    assert replay.daily is not None
    check_deal(
        replay.match, [one for run in replay.runs for one in run], replay.lots, SealedDeal.from_json(replay.daily)
    )
