"""Plain twin of a whole match of Tall Card: the rulebook's course of play as one generator, in lists and words.

It yields what is needed next, an `Order` of cards or an `Ask` of a seat, and is sent the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from tests.kits.twins.asks import Answers, Ask, Order, word
from tests.kits.twins.pots import settle
from tests.kits.twins.tall_card_ranks import KINDS, NO_RANK, Worth, all_declared, best

CODES = [f"{value}{suit}" for suit in "bpd" for value in range(1, 10)] + ["WhD", "GrD", "RdD"]
TALLS = ["b", "p", "d", "WhD", "GrD", "RdD"]
KIND = dict(zip(CODES, KINDS, strict=True))


def in_order(hand: list[str]) -> list[str]:
    return sorted(hand, key=CODES.index)


def choices(hand: list[str], most: int) -> set[tuple[str, ...]]:
    """Every different choice of up to `most` cards, as they lie in the hand."""
    return {cards for count in range(most + 1) for cards in combinations(in_order(hand), count)}


class Twin:
    """A match: `play` is the whole course of it."""

    def __init__(self, seats: int, options: Mapping[str, int | str]) -> None:
        self.n, self.options = seats, options
        self.chips = [self.number("stack")] * seats
        self.deals = [0] * seats
        self.carried, self.removed = 0, 0
        self.dealer, self.claimer = self.number("first_dealer"), -1
        self.tall_deck: list[str] = []

    def number(self, name: str) -> int:
        return int(self.options[name])

    def clockwise(self) -> list[int]:
        """Seats from the Dealer's left to the Dealer."""
        return [(self.dealer + step) % self.n for step in range(1, self.n + 1)]

    def play(self) -> Answers:
        """TC-5, TC-6, TC-19, TC-20: rounds until the end."""
        if self.dealer < 0:
            self.dealer = int((yield Order("seats"))[0])
        while True:
            if not self.tall_deck:
                self.tall_deck = list((yield Order("tall")))
            deck = list((yield Order("main")))
            if any(self.deals):
                self.dealer = next(seat for seat in self.clockwise() if self.chips[seat])
            yield from self.round(deck)
            rich = [seat for seat in range(self.n) if self.chips[seat]]
            if len(rich) == 1 or all(self.deals[seat] >= self.number("deals_each") for seat in rich):
                self.removed, self.carried = self.carried, 0
                return

    def round(self, deck: list[str]) -> Answers:
        """TC-10 to TC-18."""
        self.deck = deck
        self.deals[self.dealer] += 1
        self.still = [seat for seat in self.clockwise() if self.chips[seat]]
        self.paid = [0] * self.n
        self.give_back({seat: self.pay(seat, self.number("ante")) for seat in self.still})
        self.hands: dict[int, list[str]] = {seat: [] for seat in self.still}
        for _ in range(5):
            for seat in self.still:
                self.hands[seat].append(self.deck.pop(0))
        self.tall = self.tall_deck.pop(0)
        yield from self.claim()
        yield from self.bets()
        if len(self.still) > 1:
            yield from self.draws()
            yield from self.bets()
        if len(self.still) > 1:
            yield from self.reveal()
        else:
            self.chips[self.still[0]] += sum(self.paid) + self.carried
            self.carried = 0

    def pay(self, seat: int, amount: int) -> int:
        """Pay an amount, or all there is; what was paid."""
        amount = min(amount, self.chips[seat])
        self.chips[seat] -= amount
        self.paid[seat] += amount
        return amount

    def claim(self) -> Answers:
        """TC-12."""
        self.claimer = -1
        for seat in self.still:
            answer = yield Ask(seat, {"claim"} if seat == self.dealer else {"claim", "decline"})
            if word(answer) == "claim":
                self.claimer = seat
                return

    def bets(self) -> Answers:
        """TC-13, TC-14, TC-16, TC-33: `line` is who is to be asked, `closed` who may only call or fold."""
        bet, step = 0, dict.fromkeys(self.still, 0)
        closed: set[int] = set()
        line = [seat for seat in self.still if self.chips[seat]]
        while line and len(self.still) > 1:
            able = [seat for seat in self.still if self.chips[seat]]
            if len(able) < 2 and all(step[seat] == bet for seat in able):
                break
            seat = line.pop(0)
            answer = yield self.betting(seat, bet, bet - step[seat], seat in closed)
            if answer == ["fold"]:
                self.still.remove(seat)
            elif answer == ["call"]:
                step[seat] += self.pay(seat, bet - step[seat])
            elif answer != ["check"]:
                step[seat] += self.pay(seat, bet - step[seat] + int(answer[1]))
                bet = step[seat]
                if int(answer[1]) >= self.number("min_bet"):
                    closed = set()
                line = [other for other in self.after(seat) if self.chips[other]]
            closed.add(seat)
        self.give_back(step)

    def after(self, seat: int) -> list[int]:
        """Who else is still in, clockwise from a seat."""
        place = self.still.index(seat)
        return self.still[place + 1 :] + self.still[:place]

    def betting(self, seat: int, bet: int, owed: int, closed: bool) -> Ask:
        """What a seat may do in a betting step."""
        rest = self.chips[seat] - owed
        least, most = min(self.number("min_bet"), rest), min(self.number("max_bet"), rest)
        amounts = {} if closed or rest <= 0 else {"raise" if bet else "bet": (least, most)}
        return Ask(seat, {"call", "fold"} if owed else {"check"}, amounts)

    def give_back(self, step: dict[int, int]) -> None:
        """TC-34: what stands above the second highest contribution goes back."""
        second, highest = sorted(step.values())[-2:]
        for seat, amount in step.items():
            if amount == highest:
                self.chips[seat] += highest - second
                self.paid[seat] -= highest - second

    def draws(self) -> Answers:
        """TC-15."""
        for seat in self.still:
            hand = self.hands[seat]
            most = 1 if seat == self.claimer else 5
            words = {" ".join(("discard", *cards)) for cards in choices(hand, most)}
            _, *gone = yield Ask(seat, words)
            for card in gone:
                hand.remove(card)
                hand.append(self.deck.pop(0))

    def reveal(self) -> Answers:
        """TC-17, TC-18."""
        worth = [NO_RANK] * self.n
        for seat in self.still:
            if self.options["declare"] == "auto":
                worth[seat] = best([CODES.index(card) for card in self.hands[seat]], *self.tall_for(seat))
            else:
                possible = self.declarations(seat)
                answer = yield Ask(seat, set(possible))
                worth[seat] = possible[word(answer)]
        if any(self.paid):
            won, self.carried, _ = settle(self.paid, set(self.still), strengths(worth), self.carried)
        else:
            won = self.share_what_was_carried(worth)
        self.chips = [chips + more for chips, more in zip(self.chips, won, strict=True)]

    def share_what_was_carried(self, worth: list[Worth]) -> list[int]:
        """TC-18 where there is no ante and nobody has bet."""
        top = max(worth[seat] for seat in self.still)
        winners = [seat for seat in self.still if worth[seat] == top]
        share, self.carried = divmod(self.carried, len(winners))
        return [share if seat in winners else 0 for seat in range(self.n)]

    def tall_for(self, seat: int) -> tuple[int, bool]:
        return TALLS.index(self.tall), seat == self.claimer

    def declarations(self, seat: int) -> dict[str, Worth]:
        """Everything that a hand may be declared as, and what it is worth then."""
        found = {}
        for cards in choices(self.hands[seat], 5):
            kinds = tuple(sorted(KIND[card] for card in cards))
            for number, worth in all_declared(kinds, *self.tall_for(seat)).items():
                found[f"declare {number} {' '.join(cards)}"] = worth
        return found


def strengths(worth: list[Worth]) -> list[int]:
    """Places in the order of what hands are worth."""
    places = sorted(set(worth))
    return [places.index(one) for one in worth]
