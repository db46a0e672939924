"""What the usual table draws of fields that are called as it knows them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from shindig.cards import Deck
from shindig.games.game import Rules, Words
from shindig.games.layout import SEATS, UNKNOWN, Layout, Numbers, Record, private, public
from shindig.games.scene import Plate
from shindig.games.usual.fields import Fields
from shindig.games.usual.table import Usual

DECK = Deck("trick", ("J", "Q", "K"), ("Jack", "Queen", "King"), (2, 2, 2))


class Trick(Record):
    """A game of tricks."""

    hand: Numbers = private("i1", SEATS, 3, cards="main")
    holds: Numbers = public("i1", SEATS)
    tricks: Numbers = public("i1", SEATS)
    dealer: int = public()


LAYOUT = Layout(Trick, seats=2)


def seen(viewer: int, seat: int) -> Plate:
    """A seat of whom one card of three is played, and who has made two tricks."""
    match = LAYOUT.empty()
    match["seats"], match["hand"][:, 1], match["holds"][:, 1], match["tricks"][:, 1] = 2, (0, UNKNOWN, 2), 2, 2
    hand = SimpleNamespace(number=lambda _: 1, ended=lambda _: False)
    rules = cast(Rules, SimpleNamespace(hand=hand, layout=LAYOUT))
    return Usual(rules, Fields.of(rules, DECK), cast(Words, None)).seat(LAYOUT.plain(LAYOUT.view(match, viewer)), seat)


def test_others_hold_as_many_backs_as_the_rules_count() -> None:
    assert [card.code for card in seen(0, 1).piles[0].cards] == [None, None]
    assert [card.code for card in seen(1, 1).piles[0].cards] == ["J", "K"]


def test_what_a_seat_has_made_is_said_there() -> None:
    assert seen(0, 1).badges == ("tricks 2",)
    assert seen(0, 0).badges == ("dealer", "tricks 0")
