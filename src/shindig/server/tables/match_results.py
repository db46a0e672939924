"""Results of a finished match: a row per person, written in the transaction of the event `Settled`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import orjson
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from shindig.gamekit.game_spec import Outcome
from shindig.messages import pack_text

from ..groups.group_store import store_result
from ..groups.standings import MatchSeat, first_scores, share_gains
from ..matches import ratings
from ..storage.database import StoreError
from ..storage.merged_guests import find_account
from ..storage.schema import people, results, tries
from ..table_log.events import Opened
from ..table_log.hand_results import MIXED, Booked, common_name
from ..table_log.table_state import TableState

KEPT = 5_000
"""Largest number of stored matches per person, the latest ones."""
Row = dict[str, Any]
Writes = tuple[Callable[[Connection], None], ...]


class TriedError(StoreError):
    """The person has already had an attempt at the deal of the day."""


def opening_rows(table: str, event: Opened) -> Writes:
    """Return the rows to write when a table is opened."""
    if event.daily is None:
        return ()
    row = {"day": event.daily["day"], "person": event.host, "table_id": table, "began": event.date}
    return (partial(begin_attempt, row),)


def result_rows(state: TableState, date: float) -> Writes:
    """Return the rows to write for a finished match, at a date in seconds since 1970."""
    assert state.match is not None
    ranks = ratings.find_ranks(state, state.game.words.outcome(state.match.record).scores)
    rows = [{**row, "rated": row["person"] in ranks} for row in rows_of(state, date)]
    tried = [partial(finish_attempt, row) for row in rows if row["day"]]
    return (
        *_group_rows(state, date),
        partial(store_results, rows),
        *tried,
        *((partial(ratings.store_ratings, state.game_id, ranks, date),) if ranks else ()),
    )


def _group_rows(state: TableState, date: float) -> Writes:
    """Return the row of a group's match, which counts in its standings."""
    if not state.settings.group or not state.chronicle:
        return ()
    hands, last = state.chronicle, state.chronicle[-1].scores
    gains, best = share_gains(first_scores(hands), last), max(hands, key=lambda hand: hand.worth)
    seats = [
        MatchSeat(who.person, who.name, who.face, last[seat], gains[seat], place_of(last, seat))._asdict()
        for seat, who in enumerate(state.seats)
    ]
    key = {"group_id": state.settings.group, "table_id": state.id, "match": state.number}
    told = {"game": state.game_id, "ended": date, "seats": seats, "moment": pack_text(best.moment)}
    return (partial(store_result, {**key, **told}),)


def rows_of(state: TableState, date: float) -> list[Row]:
    """Build a row for each person who sat in the match at any time."""
    assert state.match is not None
    outcome = state.game.words.outcome(state.match.record)
    told = {
        "table_id": state.id,
        "match": state.number,
        "game": state.game_id,
        "ended": date,
        "counts": state.is_counted,
        "day": state.drawing.daily.day if state.drawing else "",
        "seats": orjson.dumps(_seats(state, outcome)).decode(),
        "lost": "{}",
    }
    return [{**told, **_own(state, outcome, person, seat)} for person, seat in state.consent.seats.items()]


def _seats(state: TableState, outcome: Outcome) -> list[Row]:
    """Build the rows of the people who sat there at the end."""
    return [
        {"name": who.name, "face": who.face, "bot": state.bot_at(seat), "score": outcome.scores[seat]}
        for seat, who in enumerate(state.seats)
    ]


def _own(state: TableState, outcome: Outcome, person: str, seat: int) -> Row:
    """Build a person's row. It counts the hands that were theirs."""
    hands = [hand for hand in state.ledger if hand.dealt[seat] == person]
    brought = [hand.brought[seat] for hand in hands]
    return {
        "person": person,
        "seat": seat,
        "place": place_of(outcome.scores, seat) if state.seats[seat].person == person else 0,
        "score": outcome.scores[seat],
        "hands": len(hands),
        "gained": sum(brought),
        "squares": sum(one * one for one in brought),
        "best": max(brought, default=0),
        "against": common_name(hand.against(seat) for hand in hands) if hands else MIXED,
        "facts": orjson.dumps(_dealt(hands, seat)).decode(),
    }


def place_of(scores: tuple[int, ...], seat: int) -> int:
    """Return the place of a seat: 1 for the highest score. Equal scores share a place."""
    return 1 + sum(score > scores[seat] for score in scores)


def _dealt(hands: list[Booked], seat: int) -> dict[str, list[int]]:
    """Return the hands of a dealer, and their payoffs."""
    brought = [hand.brought[seat] for hand in hands if hand.dealer == seat]
    return {"dealer": [len(brought), sum(brought)]} if brought else {}


def begin_attempt(row: Row, connection: Connection) -> None:
    """Store the only attempt of a person at the deal of the day. That of a guest is never ranked. Raises TriedError."""
    login = connection.scalar(select(people.c.login).where(people.c.id == row["person"]))
    whose = {"person": find_account(connection, row["person"]), "ranked": login is not None}
    try:
        connection.execute(insert(tries).values(row | whose))
    except IntegrityError:
        raise TriedError("you have tried this deal already") from None


def finish_attempt(row: Row, connection: Connection) -> None:
    """Finish an attempt. Its score is the payoff of all its hands.

    It is found by its table, since a guest's attempt may have moved to an account.
    """
    mine = (tries.c.day == row["day"]) & (tries.c.table_id == row["table_id"]) & tries.c.score.is_(None)
    connection.execute(update(tries).where(mine).values(score=row["gained"], ended=row["ended"]))


def store_results(rows: list[Row], connection: Connection) -> None:
    """Store result rows, once each, and delete the oldest of many."""
    for row in rows:
        row = {**row, "person": find_account(connection, row["person"])}
        mine = results.c.person == row["person"]
        same = (results.c.table_id == row["table_id"]) & (results.c.match == row["match"]) & mine
        if connection.execute(select(results.c.seat).where(same)).first() is None:
            connection.execute(insert(results).values(row))
        newest = select(results.c.ended).where(mine).order_by(results.c.ended.desc())
        oldest = connection.execute(newest.offset(KEPT).limit(1)).scalar()
        if oldest is not None:
            connection.execute(delete(results).where(mine, results.c.ended <= oldest))
