"""Ratings of people against people: the Plackett-Luce model of Weng and Lin, by OpenSkill, updated once per match.

The rows are written in the transaction of the event `Settled`. Pages show points as in chess: 1,500 in the middle, and
200 more win about three matches of four.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, insert, select, update

from shindig.core.caches import cached

from ..person import Person
from ..storage.event_store import EventStore
from ..storage.schema import people, ratings
from ..table_log.table_state import TableState

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MIDDLE, SCALE = 1_500, 48
"""Points of a new player, and of one unit of the model: its beta, 25/6, is 200 points."""
SHOWN = 100
"""Number of places that a ladder shows."""
LEFT = 1_000
"""Rank of the first person to leave early, behind all others. The next to leave is one better."""


class Rating(NamedTuple):
    """Estimated strength of a person, in the units of the model."""

    mu: float
    sigma: float
    matches: int = 0

    @property
    def points(self) -> int:
        return round(MIDDLE + SCALE * (self.mu - get_model().mu))

    @property
    def margin(self) -> int:
        """Two standard deviations in points. The true value is within them 19 times of 20."""
        return round(2 * SCALE * self.sigma)


class LadderPlace(NamedTuple):
    """A place on a ladder."""

    place: int
    person: str
    name: str
    face: str
    rating: Rating


@cached(1)
def get_model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def make_rating() -> Rating:
    """Return the rating of a person without rated matches."""
    one = get_model().rating()
    return Rating(one.mu, one.sigma)


def rate_match(before: Sequence[Rating], ranks: Sequence[float]) -> list[Rating]:
    """Return the ratings after a match. The lowest rank won; equal ranks are a draw."""
    teams = [[get_model().create_rating([one.mu, one.sigma])] for one in before]
    after = get_model().rate(teams, ranks=list(ranks))
    return [Rating(team[0].mu, team[0].sigma, one.matches + 1) for one, team in zip(before, after, strict=True)]


def find_ranks(state: TableState, scores: Sequence[int]) -> dict[str, int]:
    """Return the rank of each rated person: dealt the first hand at a rated table, with two at least.

    A later person owns what a bot or another person won before them.
    """
    dealt = {person: seat for seat, person in enumerate(state.ledger[0].dealt) if person} if state.ledger else {}
    if not state.settings.rated or not state.is_counted or len(dealt) < 2:
        return {}
    gone = {person: LEFT - nth for nth, person in enumerate(state.consent.gone)}
    behind = {person: sum(score > scores[seat] for score in scores) for person, seat in dealt.items()}
    return {person: gone.get(person, rank) for person, rank in behind.items()}


def store_ratings(game: str, ranks: dict[str, int], at: float, connection: Connection) -> None:
    """Store the ratings after a match. All rows are locked in one order until the end."""
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
    """Ladders of a store."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def load_ladder(self, game: str) -> list[LadderPlace]:
        """Return the best people at a game, by two standard deviations below their mean."""
        columns = (ratings.c.person, people.c.name, people.c.face, ratings.c.mu, ratings.c.sigma, ratings.c.matches)
        query = select(*columns).join(people, people.c.id == ratings.c.person).where(ratings.c.game == game)
        best = query.order_by((ratings.c.mu - 2 * ratings.c.sigma).desc(), ratings.c.person).limit(SHOWN)
        rows = await self._store.read(lambda connection: connection.execute(best).all())
        return [LadderPlace(place, *row[:3], Rating(*row[3:])) for place, row in enumerate(rows, 1)]

    async def load_ratings(self, person: Person) -> dict[str, Rating]:
        """Return a person's ratings by game."""
        query = select(ratings.c.game, ratings.c.mu, ratings.c.sigma, ratings.c.matches)
        rows = await self._store.read(
            lambda connection: connection.execute(query.where(ratings.c.person == person.id)).all()
        )
        return {game: Rating(*rest) for game, *rest in rows}
