"""Standings of a group over the matches of an evening or a month, across games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import accumulate
from typing import NamedTuple

import orjson

from shindig.messages import Text, unpack_text

from ..hand_summaries import HandSummary

EVENING_GAP = 6 * 3600.0
"""Seconds without the end of a match after which another evening begins."""
CHARTED = 20
"""Number of first places with a course."""


class MatchSeat(NamedTuple):
    """A seat at the end of a match."""

    person: str
    """Id of the person; empty for a bot."""
    name: str
    face: str
    score: int
    gain: float
    """Part of all that was won in the match, in hundredths; negative for a loss."""
    place: int


class GroupMatch(NamedTuple):
    """A finished match of a group."""

    table: str
    match: int
    game: str
    ended: float
    """End in seconds since 1970."""
    seats: tuple[MatchSeat, ...]
    moment: Text
    """Text about its most remarkable hand. Names are those of the seats."""


class Standing(NamedTuple):
    """A person's line of the standings."""

    place: int
    person: str
    name: str
    face: str
    matches: int
    firsts: int
    gain: float
    course: tuple[float, ...]
    """Sum of the gains after each match of the period, for the chart; empty after the first places."""


def share_gains(first: Sequence[int], last: Sequence[int]) -> list[float]:
    """Return each seat's part of all that was won between two scores, in hundredths."""
    gains = [after - before for before, after in zip(first, last, strict=True)]
    won = sum(gain for gain in gains if gain > 0) or sum(-gain for gain in gains)
    return [round(100.0 * gain / won, 1) if won else 0.0 for gain in gains]


def first_scores(hands: Sequence[HandSummary]) -> tuple[int, ...]:
    """Return the scores before the first hand."""
    return tuple(score - brought for score, brought in zip(hands[0].scores, hands[0].brought, strict=True))


def decode_match(table: str, match: int, game: str, ended: float, data: str) -> GroupMatch:
    told = orjson.loads(data)
    seats = tuple(MatchSeat(**one) for one in told["seats"])
    return GroupMatch(table, match, game, ended, seats, unpack_text(told["moment"]))


def split_evenings(matches: Sequence[GroupMatch]) -> list[list[GroupMatch]]:
    """Return the matches by evening, the latest evening first. `matches` are in order of their ends."""
    evenings: list[list[GroupMatch]] = []
    for one in matches:
        if not evenings or one.ended - evenings[-1][-1].ended > EVENING_GAP:
            evenings.append([])
        evenings[-1].append(one)
    return evenings[::-1]


def month_of(ended: float) -> str:
    """Return the month of a time, `2026-11`, in UTC."""
    return f"{datetime.fromtimestamp(ended, UTC):%Y-%m}"


def compute_standings(matches: Sequence[GroupMatch]) -> list[Standing]:
    """Return the standings, the highest gain first. Equal gains share a place. Bots are left out.

    The first places have a course. A course for each of thousands of people would take seconds.
    """
    played: dict[str, dict[int, MatchSeat]] = {}
    for number, match in enumerate(matches):
        for seat in match.seats:
            if seat.person:
                played.setdefault(seat.person, {}).setdefault(number, seat)
    totals = {person: round(sum(seat.gain for seat in seats.values()), 1) for person, seats in played.items()}
    latest = {person: [*seats.values()][-1] for person, seats in played.items()}
    order = sorted(totals, key=lambda person: (-totals[person], latest[person].name))
    places = {gain: place for place, gain in reversed([*enumerate((totals[person] for person in order), 1)])}
    return [
        Standing(
            places[totals[person]],
            person,
            latest[person].name,
            latest[person].face,
            len(played[person]),
            sum(seat.place == 1 for seat in played[person].values()),
            totals[person],
            _build_course(played[person], len(matches)) if number < CHARTED else (),
        )
        for number, person in enumerate(order)
    ]


def _build_course(seats: Mapping[int, MatchSeat], matches: int) -> tuple[float, ...]:
    """Return the sum of a person's gains after each match."""
    gains = (seats[number].gain if number in seats else 0.0 for number in range(matches))
    return tuple([round(gain, 1) for gain in accumulate(gains)])
