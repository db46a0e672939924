"""Worlds of faults at tables of other kinds: rated ones, tries at the deal of the day, and what goes on from a step."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import select

from shindig.gamekit import game
from shindig.server.fairness.daily_secret import Terms
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from shindig.server.schemas import Settings
from shindig.server.storage.event_store import EventStore
from shindig.server.storage.schema import ratings, results
from shindig.server.table_log.events import Settled, decode
from tests.kits.server.fault_worlds import World, gathered
from tests.kits.server.room_kit import play_out, seal_days

SHORT = {"stack": 60, "deals_each": 1}
PASSWORD = "a good password"


async def account(room: GameServer, name: str) -> Person:
    person, _ = await room.accounts.create_guest(name)
    return (await room.accounts.register(person, name.casefold(), PASSWORD))[0]


class RatedWorld(World):
    """People with accounts at a rated table."""

    async def begin(self, room: GameServer) -> tuple[str, list[Person]]:
        people = [await account(room, name) for name in ("Ann", "Bob", "Cyd")]
        return await gathered(room, people, self.game, Settings(misses=3, rated=True)), people


class DayWorld(World):
    """Somebody's try at the deal of the day. The test chooses what is played on it."""

    async def begin(self, room: GameServer) -> tuple[str, list[Person]]:
        ann = await account(room, "Ann")
        terms = Terms(self.game, game(self.game).rules.version, 3, "steady", 4)
        await seal_days(room.services.store, room.daily_deals.today, terms, 2)
        return await room.daily_attempts.open_today(ann), [ann]


class AgainWorld(World):
    """A match that was played to its end, and is gone on with from its midst, all dealt anew that was not seen."""

    async def begin(self, room: GameServer) -> tuple[str, list[Person]]:
        ann, _ = await room.accounts.create_guest("Ann")
        settings = Settings(public=False, reveal="never")
        table = await room.play_now(ann, self.game, 3, SHORT, settings)
        await play_out(room, table, [ann])
        steps = await room.build_replay(table, ann, 1)
        return await room.continued_matches.continue_match(table, ann, 1, len(steps) // 2), [ann]


async def check_books(store: EventStore, lines: list[str]) -> None:
    """Each match that was settled is in the books, and once in the ratings of those whom it counts for."""
    settled = [event.match for event, _ in map(decode, lines) if isinstance(event, Settled)]
    assert len({*settled}) == len(settled)
    found = await store.read(lambda c: c.execute(select(results.c.match, results.c.person, results.c.rated)).all())
    rated = Counter(row.person for row in found if row.rated)
    known = await store.read(lambda c: c.execute(select(ratings.c.person, ratings.c.matches)).all())
    assert {row.person: row.matches for row in known} == rated
    assert {*settled} <= {row.match for row in found}
