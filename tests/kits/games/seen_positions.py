"""Who saw which position of which order, worked out game by game from the rules: the oracle of what must be proved.

Nothing here reads what fields say they hold. Cards are dealt by hand from the orders, card by card; where like cards
could be either, all readings are kept, and that one counts in which the cards seen were dealt first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

from shindig.gamekit import Game
from shindig.games.pokebacc.worth.meld_numbering import shapes
from shindig.games.tall_card.rules import state as tall_card
from shindig.games.tall_cards.rules import state as tall_cards
from shindig.games.talon.rules import state as talon
from shindig.match import Match, Order, Step

Spot = tuple[int, int]
"""Which step of the match an order was, and a position of it."""
Moment = tuple[int, Step, Any]
"""The number of a step, the step, the record after it."""
EVERYBODY = -1
Sights = dict[Spot, set[int]]


def moments(match: Match) -> Iterator[Moment]:
    """The match again, step by step."""
    again = Match(match.game, match.seats, match.options)
    for number, step in enumerate(match.steps):
        if isinstance(step, Order):
            again.order(step.items)
        else:
            match.game.engine.apply(again.array, 0, step.action)
        yield number, step, again.array.copy()[0]


def sights_of(match: Match) -> Sights:
    """Every position that somebody saw, and who: seats, EVERYBODY."""
    return ORACLES[match.game.id](match)


def positions_seen(match: Match, sights: Sights, step: int, viewer: int) -> list[int]:
    """What a viewer saw of an order, and what is left where all the rest is alike."""
    order = match.steps[step]
    assert isinstance(order, Order)
    seen = {at for at in range(len(order.items)) if sights.get((step, at), set()) & {EVERYBODY, viewer}}
    left = {order.items[at] for at in range(len(order.items)) if at not in seen}
    return sorted(seen) if len(left) > 1 else list(range(len(order.items)))


class FiveCards:
    """Tall Card and Tall Cards: hands of five dealt one at a time, discards, redraws, the showdown."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.sights: Sights = {}
        self.readings: dict[int, list[list[Spot]]] = {}
        """By seat: the hands that it may hold, in positions of the order."""
        self.public: dict[int, list[set[Spot]]] = {}
        """For each of these, what of it was seen by all."""
        self.kinds: dict[Spot, int] = {}
        self.main, self.tall, self.next = -1, -1, 0

    def see(self, spot: Spot, viewer: int) -> None:
        self.sights.setdefault(spot, set()).add(viewer)

    def order(self, number: int, step: Order, m: Any) -> None:
        if step.of == "seats":
            self.see((number, 0), EVERYBODY)
        elif step.of == "tall":
            self.tall = number
        else:
            self.close()
            codes = list(self.game.item_codes(m, 1))
            self.kinds = {(number, at): codes.index(card) for at, card in enumerate(step.items)}
            self.main, self.next = number, 0
            self.deal(m)
            turned = int(m["talls_gone"]) - 1 if self.game.id == "tall-card" else 0
            self.see((self.tall, turned), EVERYBODY)

    def take(self, seat: int) -> Spot:
        spot = self.main, self.next
        self.next += 1
        self.see(spot, seat)
        return spot

    def deal(self, m: Any) -> None:
        seats = [(int(m["dealer"]) + by) % int(m["seats"]) for by in range(1, int(m["seats"]) + 1)]
        seats = [seat for seat in seats if int(m["status"][seat]) == 1]
        hands: dict[int, list[Spot]] = {seat: [] for seat in seats}
        for _, seat in product(range(5), seats):
            hands[seat].append(self.take(seat))
        self.readings = {seat: [hand] for seat, hand in hands.items()}
        self.public = {seat: [set()] for seat in seats}

    def discard(self, seat: int, mask: int, ace: int) -> None:
        """All ways to throw away cards of the kinds at the mask's places of the sorted hand."""
        hand = sorted(self.kinds[spot] for spot in self.readings[seat][0])
        thrown = sorted(kind for place, kind in enumerate(hand) if mask >> place & 1)
        drawn = [self.take(seat) for _ in thrown]
        readings, public = [], []
        for old, shown in zip(self.readings[seat], self.public[seat], strict=True):
            for away in combinations(old, len(thrown)):
                if sorted(self.kinds[spot] for spot in away) == thrown:
                    kept = [spot for spot in old if spot not in away]
                    readings.append(kept + drawn)
                    public.append(shown | {spot for spot in kept if self.kinds[spot] == ace})
        self.readings[seat], self.public[seat] = readings, public

    def show(self, m: Any) -> None:
        for seat, readings in self.readings.items():
            if int(m["shown"][seat][0]) >= 0:
                self.public[seat] = [seen | set(hand) for seen, hand in zip(self.public[seat], readings, strict=True)]

    def close(self) -> None:
        """The hand is over: everybody saw what was shown; of like cards that could be it, the one first dealt."""
        for readings in self.public.values():
            for spot in min(sorted(shown) for shown in readings):
                self.see(spot, EVERYBODY)
        self.public = {}


def five_cards(match: Match) -> Sights:
    table = FiveCards(match.game)
    first = tall_card.DISCARD if match.game.id == "tall-card" else tall_cards.DISCARD
    for number, step, m in moments(match):
        if isinstance(step, Order):
            table.order(number, step, m)
        elif first <= step.action < first + 32:
            ace = int(m["ace"][step.seat]) if match.game.id == "tall-cards" else -1
            table.discard(step.seat, step.action - first, ace)
        table.show(m)
    table.close()
    return table.sights


def talon_cards(match: Match) -> Sights:
    """Talon: each card is there once. A hand is its seat's, a talon taken the taker's, what is played everybody's."""
    sights: Sights = {}
    spots: dict[int, Spot] = {}
    for number, step, m in moments(match):
        if isinstance(step, Order) and step.of == "draw":
            sights |= {(number, seat): {EVERYBODY} for seat in range(match.seats)}
        elif isinstance(step, Order) and step.of == "main":
            codes = list(match.game.item_codes(m, 1))
            spots = {codes.index(card): (number, at) for at, card in enumerate(step.items)}
            top = [codes.index(card) for card in step.items]
        elif isinstance(step, Order) and not sights.keys() & set(spots.values()):
            assert packets(m, top, int(m["top"])) == hands_of(m)
        for seat, cards in hands_of(m).items():
            for card in cards:
                sights.setdefault(spots[card], set()).add(seat)
        for card in played(step, m):
            sights.setdefault(spots[card], set()).add(EVERYBODY)
    return sights


def packets(m: Any, deck: list[int], top: int) -> dict[int, set[int]]:
    """The first deal from a shuffled deck that was cut (TN-12)."""
    seats = [(int(m["dealer"]) - by) % int(m["seats"]) for by in range(1, int(m["seats"]) + 1)]
    seats = [seat for seat in seats if m["inplay"][seat]]
    if m["first_packet"] == talon.LEFT:
        seats = [seats[-2], *seats[-1:], *seats[:-2]]
    sort, place = len(seats) - 3, top
    hands: dict[int, set[int]] = {seat: set() for seat in seats}
    for laid in range(talon.HAND[sort] // talon.PACKET[sort]):
        for seat in seats:
            hands[seat] |= {deck[at % talon.DECK] for at in range(place, place + talon.PACKET[sort])}
            place += talon.PACKET[sort]
        place += laid < talon.TALON[sort]
    return hands


def hands_of(m: Any) -> dict[int, set[int]]:
    """What each seat holds, a taker the talon that it looks at too."""
    hands = {}
    for seat in range(int(m["seats"])):
        suits, trumps = int(m["suits"][seat]), int(m["trumps"][seat])
        held = {card for card in range(56) if suits >> card & 1} | {56 + n for n in range(22) if trumps >> n & 1}
        if m["phase"] == talon.LAY and seat == m["taker"]:
            held |= {int(card) for card in m["talon"] if card >= 0}
        if held:
            hands[seat] = held
    return hands


def played(step: Step, m: Any) -> set[int]:
    """What an action laid open: a card played, a trump shown or laid down openly."""
    open_trumps = {56 + n for n in range(22) if int(m["laid_open"]) >> n & 1}
    if isinstance(step, Order):
        return set()
    if talon.PLAYS <= step.action < talon.PLAYS + talon.DECK:
        return open_trumps | {step.action - talon.PLAYS}
    if talon.SHOWS <= step.action < talon.SHOWS + 22:
        return open_trumps | {56 + step.action - talon.SHOWS}
    return open_trumps


class PokebaccTable:
    """Pokebacc: cards drawn one by one from a pile, the discard pile shuffled again; each card is there once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.sights: Sights = {}
        self.spots: dict[int, Spot] = {}
        self.deck: list[int] = []
        self.pile: set[int] = set()
        self.owed: list[int] = []
        """The seats that are still to draw a card each, in order."""
        self.turns = 0

    def order(self, number: int, step: Order, m: Any) -> None:
        codes = list(self.game.item_codes(m, 1))
        items = [codes.index(card) for card in step.items]
        if step.of == "dealer":
            self.sights |= {(number, items.index(int(card))): {EVERYBODY} for card in m["lot"] if card >= 0}
            return
        self.deck = items
        self.spots |= {card: (number, at) for at, card in enumerate(items)}
        self.pile = set()
        if step.of == "main":
            seats = [(int(m["dealer"]) + by) % int(m["seats"]) for by in range(1, int(m["seats"]) + 1)]
            self.owed = [seat for seat in seats if m["status"][seat] == 1] * 6
            self.turns = 0

    def draw(self, m: Any) -> None:
        """Give what is owed, and two cards to whoever begins a turn; until the pile must be shuffled again."""
        while True:
            while self.owed and self.deck:
                self.see(self.deck.pop(0), self.owed.pop(0))
            begun = int(m["draws"].sum())
            if (not self.deck and self.pile) or begun == self.turns:
                return
            self.owed = [int(m["turn"])] * 2
            self.turns = begun

    def see(self, card: int, viewer: int) -> None:
        self.sights.setdefault(self.spots[card], set()).add(viewer)

    def lie(self, m: Any) -> None:
        """What lies before the players and on top of the discard pile is everybody's."""
        laid = [shapes(int(m["variant"]))[number].cards for number in m["laid"].ravel().tolist() if number >= 0]
        for card in [*(card for cards in laid for card in cards), *m["disaster"].ravel().tolist()]:
            if card >= 0:
                self.see(card, EVERYBODY)


def pokebacc_cards(match: Match) -> Sights:
    table = PokebaccTable(match.game)
    for number, step, m in moments(match):
        words = "" if isinstance(step, Order) else step.do
        if isinstance(step, Order):
            table.order(number, step, m)
        elif words.startswith("discard "):
            card = list(match.game.item_codes(m, 1)).index(words.removeprefix("discard "))
            table.see(card, EVERYBODY)
            table.pile.add(card)
        if table.spots:
            table.lie(m)
            table.draw(m)
    return table.sights


ORACLES: dict[str, Callable[[Match], Sights]] = {
    "tall-card": five_cards,
    "tall-cards": five_cards,
    "talon": talon_cards,
    **dict.fromkeys(("royal-pokebacc", "merchants-bank", "farmers-and-fishermen"), pokebacc_cards),
}
