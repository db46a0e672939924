"""Proofs in a game of somebody else's, in which cards are alike and played by kind: four kinds, two of each."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from shindig.cards import Deck
from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import (
    CHANCE,
    OVER,
    SEATS,
    Items,
    Layout,
    Numbers,
    Ranges,
    Record,
    Row,
    hidden,
    private,
    public,
)
from shindig.gamekit.game_spec import Game, GameError, Hand, IllegalAction, Outcome, Rules, Table, Words
from shindig.gamekit.table_scene import Scene
from shindig.server.card_proofs.seen_cards import track_match
from shindig.server.table_log.events import Acted, Event, Ordered

KINDS, CARDS, HELD = 4, 8, 3
THROW = KINDS
"""Actions: a kind lays a card of it open; THROW + a kind throws one away unseen and draws another."""


class Twins(Record):
    stock: Numbers = hidden("i1", CARDS, cards="main")
    gone: int = public()
    hand: Numbers = private("i1", SEATS, HELD, cards="main")
    laid: Numbers = public("i1", SEATS, HELD, cards="main")
    count: int = public()


@kernel
def start(m: Twins) -> None:
    m.hand[:] = -1
    m.laid[:] = -1
    m.actor = CHANCE


@kernel
def chance_items(_m: Twins, items: Items) -> int:
    for card in range(CARDS):
        items[card] = card // 2
    return CARDS


@kernel
def chance_order(m: Twins, items: Items) -> None:
    """Three cards to each, one by one."""
    m.stock[:] = items
    m.gone = 2 * HELD
    for place in range(2 * HELD):
        m.hand[place % 2, place // 2] = items[place]
    m.actor = 0


@kernel
def legal(m: Twins, ranges: Ranges) -> int:
    count = 0
    for action in range(2 * KINDS):
        for place in range(HELD):
            if m.hand[m.actor, place] == action % KINDS and (count == 0 or ranges[count - 1, 0] < action):
                ranges[count, 0] = ranges[count, 1] = action
                count += action < THROW or m.gone < CARDS
    return int(count)


@kernel
def apply(m: Twins, action: int) -> None:
    place = 0
    while m.hand[m.actor, place] != action % KINDS:
        place += 1
    if action < THROW:
        m.hand[m.actor, place] = -1
        m.laid[m.actor, m.count // 2] = action
    else:
        m.hand[m.actor, place] = m.stock[m.gone]
        m.gone += 1
    m.count += 1
    m.actor = OVER if m.count == 2 * HELD else 1 - m.actor


def nothing(*_: Any) -> Any:
    raise GameError("not asked here")


def told(_m: Any) -> Outcome:
    return Outcome((0, 0), (), "")


def refuse(_m: Any, _action: int) -> IllegalAction:
    return IllegalAction("TW-1", "not in the hand")


def empty(_view: Any) -> Scene:
    raise GameError("not drawn here")


DECK = Deck("twins", tuple("abcd"), tuple("abcd"), (2, 2, 2, 2))
HAND = Hand(lambda _m: 1, lambda _m: False, lambda _m, _seat: 0, Row, lambda _m, _row: None)
RULES = Rules(
    version=1,
    seats=range(2, 3),
    layout=Layout(Twins, 2),
    num_actions=2 * KINDS,
    max_ranges=2 * KINDS,
    max_order=CARDS,
    start=start,
    legal=legal,
    apply=apply,
    chance_items=chance_items,
    chance_order=chance_order,
    hand=HAND,
    secret=lambda action: action >= THROW,
)
TWINS = Game(
    id="twins",
    name="Twins",
    blurb="",
    rules=RULES,
    words=Words(nothing, nothing, refuse, told, lambda _: [], lambda _: ""),
    table=Table((DECK,), empty, nothing),
)


def proved(items: str, actions: list[int], viewer: int) -> list[int]:
    """The positions proved of an order, after seats 0 and 1 have acted in turn."""
    events: list[Event] = [Ordered(0, 0, "main", list(items), "")]
    events += [Acted(turn % 2, action, "", 0) for turn, action in enumerate(actions)]
    return track_match(TWINS, 2, {}, events).find_positions(0, [(viewer,)] * len(events))


A, B, C, D = range(KINDS)


@pytest.mark.parametrize(
    ("items", "actions", "everybody", "why"),
    [
        ("acadbcbd", [A], [0], "one of two like cards is laid, the other stays hidden: the first counts"),
        ("acadbcbd", [A, C, A], [0, 1, 2], "both of seat 0's are laid"),
        ("abacdcbd", [A, B, A], [0, 1, 2], "the like cards of another hand are not taken for them"),
        ("abcadbcd", [A], [0], "seat 1's is not seen"),
        ("abcadbcd", [C, A], [2, 3], "seat 0's is not"),
        ("abacdcbd", [THROW + A, B, A], [0, 1], "one thrown away, one laid"),
        ("bcadbcad", [THROW + A, C, A], [1, 6], "one thrown away, the like one drawn and laid"),
        ("bcadbcad", [THROW + B, C, A, D, A], [1, 2, 3, 6], "one drawn beside a like one, and both laid"),
    ],
)
def test_like_cards_played_by_kind(items: str, actions: list[int], everybody: list[int], why: str) -> None:
    assert proved(items, actions, -1) == everybody, why


def test_a_hand_of_like_cards_is_its_seats() -> None:
    assert proved("aabbccdd", [A], 0) == [0, 2, 4]
    assert proved("aabbccdd", [THROW + A], 0) == [0, 2, 4, 6]


def test_the_order_of_the_game_is_the_one_dealt() -> None:
    match = TWINS.new(2)
    TWINS.engine.chance_order(match, 0, np.arange(CARDS, dtype=np.int16) // 2)
    assert match["hand"][0].tolist() == [[0, 1, 2], [0, 1, 2]]
