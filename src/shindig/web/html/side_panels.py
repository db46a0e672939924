"""What a table's page tells beside the table: what one has, what one may do alone with bots, and how a match ended."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from shindig.core.record_layout import ONLOOKER
from shindig.gamekit.game_spec import Outcome
from shindig.gamekit.table_scene import Holding, Plate
from shindig.server.schemas import Alone, News, Origin, Public
from shindig.server.table_log.hand_summaries import HandTold

from .region import Part
from .templating import CACHED, Decks, macro

LENGTHY = 16
"""Letters that find room beside one's name."""
NO_ENDING = Part(("r-ending", str, '<div id="r-ending"></div>'))
TEMPO_NAMES = {"hand": "one by one", "slow": "slowly", "usual": "as usual", "quick": "quickly"}
"""What the tempos are called that a person may choose at any time."""


def telling(news: News, decks: Decks) -> Sequence[Part]:
    """What one may do alone with bots, and how a match ended; empty where there is nothing to tell."""
    public, info, own = news.public, news.public.info, news.own
    beside = alone(info.id, own.alone if info.state == "playing" else None)
    if info.state != "over" or public.view is None or (own.you == ONLOOKER and not info.settings.watch):
        return beside
    found = Place(info.id, info.game, decks)
    told = told_of(public, info.day)
    return [*beside[:-1], Part(("r-ending", ending, found, info.match, told, public.names, own.you, info.origin))]


@lru_cache(CACHED)
def have(holding: Holding, names: tuple[str, ...]) -> str:
    """What the viewer has."""
    return macro("table/have.html")(holding, names)


def late_show(table: str) -> str:
    """Draw the offer to show a hand that went away unseen; nothing without a table."""
    return macro("table/late_show.html")(table)


def said_apart(seat: Plate | None, holding: Holding | None) -> str:
    """What is said at length of the viewer's seat, which has no room for it; what it holds has its place before it."""
    return seat.said if seat and len(seat.said) > LENGTHY and not holding else ""


@lru_cache(CACHED)
def alone(table: str, facts: Alone | None) -> Sequence[Part]:
    """What somebody may do who plays against bots alone; for others nothing."""
    one = partial(macro, "table/alone.html")
    return (
        Part(("r-go", one("go"), table, facts)),
        Part(("r-undo", one("undo"), table, facts)),
        Part(("r-tempo", one("tempo"), table, facts, TEMPO_NAMES)),
        NO_ENDING,
    )


class Place(NamedTuple):
    """A table, and by which of its game's decks what is told there is read."""

    table: str
    game: str
    decks: Decks


class Standing(NamedTuple):
    """A line of the standings; equal ones share a place."""

    place: int
    seat: int
    score: int
    won: bool


class Told(NamedTuple):
    """How a match ended."""

    standings: tuple[Standing, ...]
    reason: str
    hands: tuple[HandTold, ...]

    @property
    def best(self) -> HandTold | None:
        """The hand that stood out most, the first of equal ones."""
        return max(self.hands, key=lambda hand: hand.worth, default=None)


def told_of(public: Public, day: str = "") -> Told:
    """What is told of a match that is over; a deal of the day may end before the game would."""
    assert public.view is not None
    outcome = public.view.game.words.outcome(public.view.plain)
    reason = f"the deal of the day is over after {len(public.hands)} hands" if day else outcome.reason
    return Told(standings(outcome), reason, public.hands)


def standings(outcome: Outcome) -> tuple[Standing, ...]:
    """All seats, the winners first, then by score."""
    keys = [(seat not in outcome.winners, -score) for seat, score in enumerate(outcome.scores)]
    order = sorted(range(len(keys)), key=lambda seat: (keys[seat], seat))
    return tuple(
        Standing(1 + sum(key < keys[seat] for key in keys), seat, outcome.scores[seat], seat in outcome.winners)
        for seat in order
    )


@lru_cache(CACHED)
def ending(at: Place, match: int, told: Told, names: tuple[str, ...], you: int, origin: Origin | None) -> str:
    """How a match ended: places, the last hand, the best moment, the scores over the hands."""
    lines = chart(told.hands)
    return macro("table/ending.html")(at, match, told, lines, names, you, origin)


# Scores over the hands


WIDE, HIGH, EDGE = 600, 180, 8
"""Size of the chart, and what is left free round it."""
MOST_POINTS = 120
"""Points of a line: where there are more hands, some are left out."""


class ScoreLine(NamedTuple):
    """A seat's scores as the points of a polyline."""

    seat: int
    points: str


class ScoreChart(NamedTuple):
    """The scores of all seats over the hands; `zero` is where nothing lies, if it is in sight."""

    lines: tuple[ScoreLine, ...]
    low: int
    high: int
    zero: int | None


def chart(hands: Sequence[HandTold]) -> ScoreChart | None:
    """The scores before the first hand and after each; None where there is nothing to compare."""
    rows = scores_of(hands)
    if len(rows) < 3:
        return None
    low, high = min(map(min, rows)), max(map(max, rows))

    def height(score: int) -> int:
        return round(HIGH - EDGE - (HIGH - 2 * EDGE) * (score - low) / max(1, high - low))

    step = (WIDE - 2 * EDGE) / (len(rows) - 1)
    lines = tuple(
        ScoreLine(seat, " ".join(f"{EDGE + step * at:.0f},{height(row[seat])}" for at, row in enumerate(rows)))
        for seat in range(len(rows[0]))
    )
    return ScoreChart(lines, low, high, height(0) if low <= 0 <= high else None)


def scores_of(hands: Sequence[HandTold]) -> list[tuple[int, ...]]:
    """Rows of scores, the last one always among them."""
    if not hands:
        return []
    first = tuple(score - brought for score, brought in zip(hands[0].scores, hands[0].brought, strict=True))
    every = -(-len(hands) // MOST_POINTS)
    kept = [*hands[:-1][::every], hands[-1]]
    return [first, *(hand.scores for hand in kept)]
