"""How good people are at a game among people: Weng and Lin's Plackett-Luce model, by OpenSkill; once a match, for good.

The rows are written in the transaction of the event that settles the match. Shown are points as chess players know
them: 1,500 in the middle, and 200 more win about three matches of four.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, insert, select, update

from ..accounts.accounts import Person
from ..storage.event_store import EventStore
from ..storage.schema import people, ratings
from ..table_log.table_state import TableState

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MIDDLE, SCALE = 1_500, 48
"""Points of somebody who has not played, and of one unit of the model: its beta, 25/6, is 200 points."""
SHOWN = 100
"""Places that a ladder shows."""
LEFT = 1_000
"""The rank of who was the first to leave before the end: behind all others; who left later is one before them."""


class Rating(NamedTuple):
    """What is known of somebody's strength, in the units of the model."""

    mu: float
    sigma: float
    matches: int = 0

    @property
    def points(self) -> int:
        return round(MIDDLE + SCALE * (self.mu - get_model().mu))

    @property
    def margin(self) -> int:
        """Two standard deviations, in points: the truth lies within them 19 times of 20."""
        return round(2 * SCALE * self.sigma)


class LadderPlace(NamedTuple):
    """A place on a ladder."""

    place: int
    person: str
    name: str
    face: str
    rating: Rating


@cache
def get_model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def make_rating() -> Rating:
    """Of somebody who has played no rated match."""
    one = get_model().rating()
    return Rating(one.mu, one.sigma)


def rate_match(before: Sequence[Rating], ranks: Sequence[float]) -> list[Rating]:
    """Ratings after a match; the lowest rank won, equal ones are a draw."""
    teams = [[get_model().create_rating([one.mu, one.sigma])] for one in before]
    after = get_model().rate(teams, ranks=list(ranks))
    return [Rating(team[0].mu, team[0].sigma, one.matches + 1) for one, team in zip(before, after, strict=True)]


def find_ranks(state: TableState, scores: Sequence[int]) -> dict[str, int]:
    """By person, the rank of those whose match is rated: who was dealt its first hand, at a rated table, two at least.

    Who came later has what a bot or somebody else won before them.
    """
    dealt = {person: seat for seat, person in enumerate(state.ledger[0].dealt) if person} if state.ledger else {}
    if not state.settings.rated or not state.is_counted or len(dealt) < 2:
        return {}
    gone = {person: LEFT - nth for nth, person in enumerate(state.consent.gone)}
    behind = {person: sum(score > scores[seat] for score in scores) for person, seat in dealt.items()}
    return {person: gone.get(person, rank) for person, rank in behind.items()}


def store_ratings(game: str, ranks: dict[str, int], at: float, connection: Connection) -> None:
    """Rate a match, each row locked until the end, in one order for all."""
    names = sorted(ranks)
    mine = select(ratings).where(ratings.c.game == game, ratings.c.person.in_(names)).order_by(ratings.c.person)
    rows = {row.person: Rating(row.mu, row.sigma, row.matches) for row in connection.execute(mine.with_for_update())}
    after = rate_match([rows.get(name, make_rating()) for name in names], [ranks[name] for name in names])
    for name, one in zip(names, after, strict=True):
        values = {**one._asdict(), "at": at}
        if name in rows:
            here = (ratings.c.person == name) & (ratings.c.game == game)
            connection.execute(update(ratings).where(here).values(values))
        else:
            connection.execute(insert(ratings).values(person=name, game=game, **values))


class Ladders:
    """The ladders of a store."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def load_ladder(self, game: str) -> list[LadderPlace]:
        """The best at a game: first whoever is surely good, two standard deviations below their mean."""
        columns = (ratings.c.person, people.c.name, people.c.face, ratings.c.mu, ratings.c.sigma, ratings.c.matches)
        query = select(*columns).join(people, people.c.id == ratings.c.person).where(ratings.c.game == game)
        best = query.order_by((ratings.c.mu - 2 * ratings.c.sigma).desc(), ratings.c.person).limit(SHOWN)
        rows = await self._store.read(lambda connection: connection.execute(best).all())
        return [LadderPlace(place, *row[:3], Rating(*row[3:])) for place, row in enumerate(rows, 1)]

    async def load_ratings(self, person: Person) -> dict[str, Rating]:
        """By game."""
        query = select(ratings.c.game, ratings.c.mu, ratings.c.sigma, ratings.c.matches)
        rows = await self._store.read(
            lambda connection: connection.execute(query.where(ratings.c.person == person.id)).all()
        )
        return {game: Rating(*rest) for game, *rest in rows}
