"""Standings of a group over the matches of an evening or a month, across games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import orjson

from ..hand_summaries import HandSummary

EVENING_GAP = 6 * 3600.0
"""Seconds without the end of a match after which another evening begins."""
"""Sentence that explains the unit."""


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
    moment: str
    """Text about its most remarkable hand."""


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
    """Sum of the gains after each match of the period, for the chart."""


def share_gains(first: Sequence[int], last: Sequence[int]) -> list[float]:
    """Return each seat's part of all that was won between two scores, in hundredths."""
    gains = [after - before for before, after in zip(first, last, strict=True)]
    won = sum(gain for gain in gains if gain > 0) or sum(-gain for gain in gains)
    return [round(100.0 * gain / won, 1) if won else 0.0 for gain in gains]


def first_scores(hands: Sequence[HandSummary]) -> tuple[int, ...]:
    """Return the scores before the first hand."""
    return tuple(score - brought for score, brought in zip(hands[0].scores, hands[0].brought, strict=True))


def encode_match(seats: Iterable[MatchSeat], moment: str) -> str:
    """Encode the part of a match that a row stores as JSON."""
    return orjson.dumps({"seats": [one._asdict() for one in seats], "moment": moment}).decode()


def decode_match(table: str, match: int, game: str, ended: float, data: str) -> GroupMatch:
    told = orjson.loads(data)
    seats = tuple(MatchSeat(**one) for one in told["seats"])
    return GroupMatch(table, match, game, ended, seats, told["moment"])


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
    """Return the standings, the highest gain first. Equal gains share a place. Bots are left out."""
    latest: dict[str, MatchSeat] = {}
    sums: dict[str, list[float]] = {}
    played: dict[str, list[MatchSeat]] = {}
    for number, match in enumerate(matches):
        for seat in match.seats:
            if seat.person:
                latest[seat.person] = seat
                played.setdefault(seat.person, []).append(seat)
                sums.setdefault(seat.person, [0.0] * number)
        for person, course in sums.items():
            gain = next((seat.gain for seat in match.seats if seat.person == person), 0.0)
            course.append(round((course[-1] if course else 0.0) + gain, 1))
    totals = {person: course[-1] for person, course in sums.items()}
    order = sorted(totals, key=lambda person: (-totals[person], latest[person].name))
    return [
        Standing(
            1 + sum(total > totals[person] for total in totals.values()),
            person,
            latest[person].name,
            latest[person].face,
            len(played[person]),
            sum(seat.place == 1 for seat in played[person]),
            totals[person],
            tuple(sums[person]),
        )
        for person in order
    ]
