"""Talon's cards as codes, and the piles of a hand: lists from the bottom to the top. Written from the rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

SUITS = "SCPW"
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
DECK = [rank + suit for suit in SUITS for rank in RANKS] + [f"T{n}" for n in range(22)]
HONORS = ("T0", "T1", "T21")


def is_trump(card: str) -> bool:
    return card[0] == "T"


def suit(card: str) -> str:
    return "T" if is_trump(card) else card[-1]


def height(card: str) -> int:
    return int(card[1:]) if is_trump(card) else RANKS.index(card[:-1])


def is_court(card: str) -> bool:
    return not is_trump(card) and card[0] in "KQNJ"


def is_king(card: str) -> bool:
    return card[0] == "K"


def is_small(card: str) -> bool:
    """TN-70: neither court nor honor."""
    return not is_court(card) and card not in HONORS


def half_points(card: str) -> int:
    """TN-4."""
    if card in HONORS:
        return 9
    return {"K": 9, "Q": 7, "N": 5, "J": 3}.get(card[0], 1)


def trumps(cards: Sequence[str]) -> list[str]:
    """From high to low, the Fool last."""
    return sorted(filter(is_trump, cards), key=height, reverse=True)


def organized(cards: Sequence[str]) -> list[str]:
    """TN-14, from the top."""
    rest = [card for s in SUITS for card in sorted((c for c in cards if suit(c) == s), key=height, reverse=True)]
    return trumps(cards) + rest


def draw_key(card: str) -> tuple[bool, int, int]:
    """TN-10."""
    return is_trump(card), height(card), -"SCPWT".index(suit(card))


@dataclass
class Debt:
    excuse: str
    seat: int


@dataclass
class Hand:
    """One hand from the calls on; piles are listed from the bottom to the top."""

    taker: int
    contract: str
    evasive: bool = False
    handful: int = 0
    slam: str = "no slam"
    named: str | None = None
    partner: int | None = None
    piles: dict[str, list[str]] = field(default_factory=lambda: {"taker": [], "defenders": []})
    beside: list[Debt] = field(default_factory=list)
    won: dict[int, int] = field(default_factory=dict)
    given: list[str] = field(default_factory=list)
    ending: int = 0

    def side(self, seat: int) -> str:
        return "taker" if seat in (self.taker, self.partner) else "defenders"

    def is_excuse(self, card: str) -> bool:
        return card == "T0" or (card == "T1" and self.evasive)

    def other(self, side: str) -> str:
        return "defenders" if side == "taker" else "taker"

    def debts(self, side: str) -> list[Debt]:
        return [debt for debt in self.beside if self.side(debt.seat) == side]

    def arrive(self, side: str, card: str) -> None:
        """TN-71: a small card comes to a pile; while the pile it reaches owes a card, it pays and goes on."""
        paid = []
        while self.debts(side):
            debt = self.debts(side)[0]
            self.beside.remove(debt)
            paid.append((side, debt))
            self.given.append(card)
            side = self.other(side)
        self.piles[side].append(card)
        for owner, debt in paid:
            self.piles[owner].append(debt.excuse)

    def exchange(self, seat: int, excuse: str) -> None:
        """TN-70: the excuse goes home, the topmost small card of its pile goes to the winners; or a debt, TN-71."""
        pile = self.piles[self.side(seat)]
        smalls = [card for card in pile if is_small(card)]
        if not smalls:
            self.beside.append(Debt(excuse, seat))
            return
        pile.remove(smalls[-1])
        pile.append(excuse)
        self.given.append(smalls[-1])
        self.arrive(self.other(self.side(seat)), smalls[-1])

    def collect(self, trick: list[tuple[int, str]], winner: int, last: bool) -> None:
        """TN-70 to TN-73, TN-80."""
        self.given = []
        winners = self.side(winner)
        leaving: list[tuple[int, str]] = []
        staying: list[tuple[int, str]] = []
        for seat, card in trick:
            home = self.side(seat)
            if last and not (seat == winner and self.is_excuse(card)):
                home = self.other(home)
            leaves = self.is_excuse(card) and home != winners
            (leaving if leaves else staying).append((seat, card))
        payers = [card for _, card in staying if is_small(card)][: len(self.debts(winners))]
        self.piles[winners] += [card for _, card in reversed(staying) if card not in payers]
        for card in payers:
            self.arrive(winners, card)
        for seat, card in leaving:
            if last:
                self.piles[self.other(winners)].append(card)
            else:
                self.exchange(seat, card)

    def put_down_debts(self) -> None:
        for debt in self.beside:
            self.piles[self.side(debt.seat)].append(debt.excuse)
        self.beside = []
