"""What a table's page tells beside the table: what one has, what one may do alone with bots, and how a match ended."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from shindig.core.record_layout import ONLOOKER
from shindig.gamekit.game_spec import Outcome
from shindig.gamekit.table_scene import Holding, Plate
from shindig.server.schemas import Origin, PublicTable, SinglePlayerInfo, TableUpdate
from shindig.server.table_log.hand_summaries import HandSummary

from .region import Region
from .templating import CACHED, Decks, get_macro

LONG_REMARK = 16
"""Letters that find room beside one's name."""
NO_ENDING = Region(("r-ending", str, '<div id="r-ending"></div>'))
TEMPO_NAMES = {"hand": "one by one", "slow": "slowly", "usual": "as usual", "quick": "quickly"}
"""What the tempos are called that a person may choose at any time."""


def build_side_regions(news: TableUpdate, decks: Decks) -> Sequence[Region]:
    """What one may do alone with bots, and how a match ended; empty where there is nothing to tell."""
    public, info, own = news.public, news.public.info, news.own
    beside = build_single_player_regions(info.id, own.alone if info.state == "playing" else None)
    if info.state != "over" or public.view is None or (own.you == ONLOOKER and not info.settings.watch):
        return beside
    found = TableLink(info.id, info.game, decks)
    told = build_match_ending(public, info.day)
    return [
        *beside[:-1],
        Region(("r-ending", render_ending, found, info.match, told, public.names, own.you, info.origin)),
    ]


@lru_cache(CACHED)
def render_holding(holding: Holding, names: tuple[str, ...]) -> str:
    """What the viewer has."""
    return get_macro("table/have.html")(holding, names)


def render_late_show(table: str) -> str:
    """Draw the offer to show a hand that went away unseen; nothing without a table."""
    return get_macro("table/late_show.html")(table)


def find_long_remark(seat: Plate | None, holding: Holding | None) -> str:
    """What is said at length of the viewer's seat, which has no room for it; what it holds has its place before it."""
    return seat.said if seat and len(seat.said) > LONG_REMARK and not holding else ""


@lru_cache(CACHED)
def build_single_player_regions(table: str, facts: SinglePlayerInfo | None) -> Sequence[Region]:
    """What somebody may do who plays against bots alone; for others nothing."""
    one = partial(get_macro, "table/alone.html")
    return (
        Region(("r-go", one("go"), table, facts)),
        Region(("r-undo", one("undo"), table, facts)),
        Region(("r-tempo", one("tempo"), table, facts, TEMPO_NAMES)),
        NO_ENDING,
    )


class TableLink(NamedTuple):
    """A table, and by which of its game's decks what is told there is read."""

    table: str
    game: str
    decks: Decks


class EndingStanding(NamedTuple):
    """A line of the standings; equal ones share a place."""

    place: int
    seat: int
    score: int
    won: bool


class MatchEnding(NamedTuple):
    """How a match ended."""

    standings: tuple[EndingStanding, ...]
    reason: str
    hands: tuple[HandSummary, ...]

    @property
    def best(self) -> HandSummary | None:
        """The hand that stood out most, the first of equal ones."""
        return max(self.hands, key=lambda hand: hand.worth, default=None)


def build_match_ending(public: PublicTable, day: str = "") -> MatchEnding:
    """What is told of a match that is over; a deal of the day may end before the game would."""
    assert public.view is not None
    outcome = public.view.game.words.outcome(public.view.plain)
    reason = f"the deal of the day is over after {len(public.hands)} hands" if day else outcome.reason
    return MatchEnding(build_standings(outcome), reason, public.hands)


def build_standings(outcome: Outcome) -> tuple[EndingStanding, ...]:
    """All seats, the winners first, then by score."""
    keys = [(seat not in outcome.winners, -score) for seat, score in enumerate(outcome.scores)]
    order = sorted(range(len(keys)), key=lambda seat: (keys[seat], seat))
    return tuple(
        EndingStanding(1 + sum(key < keys[seat] for key in keys), seat, outcome.scores[seat], seat in outcome.winners)
        for seat in order
    )


@lru_cache(CACHED)
def render_ending(
    at: TableLink, match: int, told: MatchEnding, names: tuple[str, ...], you: int, origin: Origin | None
) -> str:
    """How a match ended: places, the last hand, the best moment, the scores over the hands."""
    lines = build_score_chart(told.hands)
    return get_macro("table/ending.html")(at, match, told, lines, names, you, origin)


# Scores over the hands


CHART_WIDTH, CHART_HEIGHT, CHART_MARGIN = 600, 180, 8
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


def build_score_chart(hands: Sequence[HandSummary]) -> ScoreChart | None:
    """The scores before the first hand and after each; None where there is nothing to compare."""
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
    """Rows of scores, the last one always among them."""
    if not hands:
        return []
    first = tuple(score - brought for score, brought in zip(hands[0].scores, hands[0].brought, strict=True))
    every = -(-len(hands) // MOST_POINTS)
    kept = [*hands[:-1][::every], hands[-1]]
    return [first, *(hand.scores for hand in kept)]
