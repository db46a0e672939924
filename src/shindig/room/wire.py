"""The room's news as JSON, for the protocol: plain names and numbers, cards as they are written."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ..games.game import Line
from ..games.record import Record
from ..match import View
from .told import Answer, News, RefusedError, RoomError, StaleError, TableCard, TableInfo, Update

MANY = 60
"""Legal actions up to this number are listed one by one; longer ranges by their ends."""


def news_json(news: News) -> dict[str, Any]:
    """News: `table` is the TableInfo, `view` what the viewer knows, `legal` what it may do now."""
    names = [seat.name or f"Seat {seat.seat}" for seat in news.info.seats]
    return {
        "seq": news.seq,
        "fresh": news.fresh,
        "events": [_update(update, names) for update in news.updates],
        "table": table_json(news.info),
        "view": view_json(news.view) if news.view else None,
        "legal": legal_json(news.view) if news.view else [],
    }


def table_json(info: TableInfo) -> dict[str, Any]:
    """The table's fields. They are not copied, as `asdict` would: this is said to every viewer after every move."""
    return {
        **vars(info),
        "settings": vars(info.settings),
        "seats": [vars(seat) for seat in info.seats],
        "clock": vars(info.clock) if info.clock else None,
        "cut": vars(info.cut) if info.cut else None,
    }


def card_json(card: TableCard) -> dict[str, Any]:
    return asdict(card)


def answer_json(answer: Answer) -> dict[str, Any]:
    return asdict(answer)


def error_json(error: Exception) -> dict[str, Any]:
    """A refusal: what was expected, the clause where a rule forbids it, the present state where it was late."""
    told: dict[str, Any] = {"error": str(error)}
    if isinstance(error, RefusedError) and error.clause:
        told["clause"] = error.clause
    if isinstance(error, StaleError):
        told["news"] = news_json(error.news)
    return told


def status(error: Exception) -> int:
    """The HTTP status that says the same as an error of the room, of people or of games."""
    return error.status if isinstance(error, RoomError) else 400


def line_text(line: Line, names: list[str]) -> str:
    """A line of the log with the names of the seats."""
    return line.text.format(*names)


def _update(update: Update, names: list[str]) -> dict[str, Any]:
    lines = [{"text": line_text(line, names), "weight": line.weight} for line in update.lines]
    return {"seq": update.seq, "kind": update.kind, "seat": update.seat, "do": update.do, "lines": lines}


def view_json(view: View) -> dict[str, Any]:
    """Every field of the view by name: numbers, or lists of numbers by seat; -1 where it is unknown."""
    record: Record = view.record
    return {name: record[name].tolist() for name in record.dtype.names or ()}


def legal_json(view: View) -> list[dict[str, Any]]:
    """Legal actions: `{"action": 7, "do": "check"}`, or for long ranges their ends, `{"from", "to", "do", "last"}`."""
    game, told = view.game, []
    for first, last in view.legal.ranges:
        if last - first < MANY:
            told += [{"action": action, "do": game.text(view.record, action)} for action in range(first, last + 1)]
        else:
            ends = {"do": game.text(view.record, first), "last": game.text(view.record, last)}
            told.append({"from": first, "to": last, **ends})
    return told
