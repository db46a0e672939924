"""Side panels of a table: the viewer's holding, options alone with bots, and the ending of a match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from shindig.core.caches import cached
from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit.game_spec import Outcome
from shindig.gamekit.table_scene import Holding, Plate
from shindig.messages import SeatNames, Seats, Text, say
from shindig.server.hand_summaries import HandSummary
from shindig.server.schemas import Origin, PublicTable, SinglePlayerInfo, TableUpdate

from .card_texts import Decks
from .region import Region
from .sentence_html import CACHED
from .templating import get_macro

LONG_REMARK = 16
"""Length of a remark that fits beside a name."""
NO_ENDING = Region(("r-ending", str, '<div id="r-ending"></div>'))
TEMPOS = ("hand", "slow", "usual", "quick")
"""Tempos that a person may choose at any time."""


def build_side_regions(news: TableUpdate, decks: Decks, names: SeatNames) -> Sequence[Region]:
    """Build the regions of options alone with bots and of the ending; none if neither applies."""
    public, info, own = news.public, news.public.info, news.own
    beside = build_single_player_regions(info.id, own.alone if info.state == "playing" else None, names.language)
    if info.state != "over" or public.view is None or (own.you == ONLOOKER and not info.settings.watch):
        return beside
    found = TableLink(info.id, info.game, decks)
    told = build_match_ending(public, info.day)
    return [
        *beside[:-1],
        Region(
            (
                "r-ending",
                render_ending,
                found,
                info.match,
                told,
                names,
                ONLOOKER if names.you is None else names.you,
                info.origin,
            )
        ),
    ]


@cached(CACHED)
def render_holding(holding: Holding, names: SeatNames, result: bool = False) -> str:
    """Render the viewer's holding, or the result of the last hand in its place."""
    return get_macro("table/have.html", language=names.language)(holding, names, result)


def render_late_show(table: str, language: str) -> str:
    """Render the offer to show an unseen hand; empty without one."""
    return get_macro("table/late_show.html", language=language)(table)


def find_long_remark(seat: Plate | None, holding: Holding | None) -> Text:
    """Return the long remark about the viewer's seat, which does not fit on the plate."""
    return seat.said if seat and len(str(seat.said)) > LONG_REMARK and not holding else ""


@cached(CACHED)
def build_single_player_regions(table: str, facts: SinglePlayerInfo | None, language: str) -> Sequence[Region]:
    """Build the options of a person alone with bots; none for others."""
    one = partial(get_macro, "table/alone.html", language=language)
    return (
        Region(("r-go", one("go"), table, facts)),
        Region(("r-undo", one("undo"), table, facts)),
        Region(("r-tempo", one("tempo"), table, facts, TEMPOS)),
        NO_ENDING,
    )


class TableLink(NamedTuple):
    """A table, and the decks by which its texts are read."""

    table: str
    game: str
    decks: Decks


class EndingStanding(NamedTuple):
    """A line of the final standings. Equal scores share a place."""

    place: int
    seat: int
    score: int
    won: bool


class MatchEnding(NamedTuple):
    """Ending of a match."""

    standings: tuple[EndingStanding, ...]
    reason: Text
    hands: tuple[HandSummary, ...]

    @property
    def best(self) -> HandSummary | None:
        """Summary of the most remarkable hand, the first of equal ones."""
        return max(self.hands, key=lambda hand: hand.worth, default=None)


def build_match_ending(public: PublicTable, day: str = "") -> MatchEnding:
    """Build the ending of a finished match. A deal of the day may end before the game would."""
    assert public.view is not None
    outcome = public.view.game.words.outcome(public.view.plain)
    many = len(public.hands)
    reason: Text = say("ending-day", count=many) if day else outcome.text
    return MatchEnding(build_standings(outcome), reason, public.hands)


def build_standings(outcome: Outcome) -> tuple[EndingStanding, ...]:
    """Return all seats with their places, the winners first."""
    keys = [(seat not in outcome.winners, -score) for seat, score in enumerate(outcome.scores)]
    order = sorted(range(len(keys)), key=lambda seat: (keys[seat], seat))
    return tuple(
        EndingStanding(1 + sum(key < keys[seat] for key in keys), seat, outcome.scores[seat], seat in outcome.winners)
        for seat in order
    )


@cached(CACHED)
def render_ending(
    at: TableLink, match: int, told: MatchEnding, names: SeatNames, you: int, origin: Origin | None
) -> str:
    """Render the ending: places, last hand, best moment, scores over the hands."""
    lines = build_score_chart(told.hands)
    winners = say("ending-wins", seats=Seats(tuple(one.seat for one in told.standings if one.won)))
    write = get_macro("table/ending.html", language=names.language)
    return write(at, match, told, winners, lines, names, you, origin)


# Scores over the hands


CHART_WIDTH, CHART_HEIGHT, CHART_MARGIN = 600, 180, 8
"""Size of the chart, and its margin."""
MOST_POINTS = 120
"""Largest number of points per line. Of more hands some are left out."""


class ScoreLine(NamedTuple):
    """Scores of a seat as points of a polyline."""

    seat: int
    points: str


class ScoreChart(NamedTuple):
    """Scores of all seats over the hands. `zero` is the height of score 0, if it is in range."""

    lines: tuple[ScoreLine, ...]
    low: int
    high: int
    zero: int | None


def build_score_chart(hands: Sequence[HandSummary]) -> ScoreChart | None:
    """Build the chart of the scores before the first hand and after each; None without anything to compare."""
    rows = build_score_rows(hands)
    if len(rows) < 3:
        return None
    low, high = min(map(min, rows)), max(map(max, rows))

    def height(score: int) -> int:
        return round(
            CHART_HEIGHT - CHART_MARGIN - (CHART_HEIGHT - 2 * CHART_MARGIN) * (score - low) / max(1, high - low)
        )

    step = (CHART_WIDTH - 2 * CHART_MARGIN) / (len(rows) - 1)
    lines = tuple(
        ScoreLine(seat, " ".join(f"{CHART_MARGIN + step * at:.0f},{height(row[seat])}" for at, row in enumerate(rows)))
        for seat in range(len(rows[0]))
    )
    return ScoreChart(lines, low, high, height(0) if low <= 0 <= high else None)


def build_score_rows(hands: Sequence[HandSummary]) -> list[tuple[int, ...]]:
    """Return rows of scores, always with the last one."""
    if not hands:
        return []
    first = tuple(score - brought for score, brought in zip(hands[0].scores, hands[0].brought, strict=True))
    every = -(-len(hands) // MOST_POINTS)
    kept = [*hands[:-1][::every], hands[-1]]
    return [first, *(hand.scores for hand in kept)]
