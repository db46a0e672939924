"""Plain twin of a whole match of Tall Cards: the rulebook's course of play as one generator, in lists and words.

It yields what is needed next, an `Order` of cards or an `Ask` of a seat, and is sent the answer.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import combinations

from shindig.cards import Deck
from tests.kits.twins.asks import Answers, Ask, Need, Order
from tests.kits.twins.pots import settle
from tests.kits.twins.tall_cards_ranks import Worth, best


class Twin:
    """A match: `play` is the whole course of it."""

    def __init__(self, seats: int, options: Mapping[str, int | str], deck: Deck, suits: Sequence[str]) -> None:
        self.n, self.options, self.deck, self.suits = seats, options, deck, suits
        self.chips = [int(options["stack"])] * seats
        self.carried, self.rest = 0, [0] * seats
        self.dealer, self.hands = -1, 0
        self.voids: set[int] = set()

    def number(self, name: str) -> int:
        return int(self.options[name])

    def round_from_left(self) -> list[int]:
        """Seats from the dealer's left to the dealer."""
        return [(self.dealer + step) % self.n for step in range(1, self.n + 1)]

    def play(self) -> Answers:
        """TF-5, TF-20, TF-21: hands until the end."""
        self.dealer = self.number("first_dealer")
        if self.dealer < 0:
            self.dealer = int((yield Order("seats"))[0])
        while True:
            yield from self.hand()
            if (yield from self.is_over()):
                break
            self.dealer = next(seat for seat in self.round_from_left() if self.chips[seat] > 0)
        self.chips = [chips + rest for chips, rest in zip(self.chips, self.rest, strict=True)]

    def is_over(self) -> Generator[Need, list[str], bool]:
        """TF-11, TF-21, TF-22."""
        rich = [seat for seat in range(self.n) if self.chips[seat] > 0]
        if self.voids and self.voids.issuperset(rich):
            return True
        agreed = self.number("hands")
        if agreed < 0:
            agreed = 0 if self.number("minutes") else 4 * self.n
        if 0 < agreed <= self.hands:
            return True
        if self.number("minutes") and (yield Ask(self.dealer, {"go on", "time is up"})) == ["time", "is", "up"]:
            return True
        if self.options["gifts"] == "always" or (self.options["gifts"] == "needed" and len(rich) < self.n):
            yield from self.gifts()
        return sum(chips > 0 for chips in self.chips) < 2

    def gifts(self) -> Answers:
        """TF-22."""
        for giver in self.round_from_left():
            receivers = [seat for seat in range(self.n) if seat != giver]
            while self.chips[giver] > 0:
                said = yield Ask(giver, {"ready"} | {f"give to {seat}" for seat in receivers})
                if said == ["ready"]:
                    break
                receiver = int(said[2])
                receivers = [seat for seat in receivers if seat > receiver]
                said = yield Ask(giver, {"keep"}, {"give": (1, self.chips[giver])})
                if said != ["keep"]:
                    self.chips[giver] -= int(said[1])
                    self.chips[receiver] += int(said[1])

    def hand(self) -> Answers:
        """TF-10 to TF-19."""
        self.paid = [0] * self.n
        self.players: set[int] = set()
        for seat in self.round_from_left():
            if self.chips[seat] > 0:
                joins = not self.number("sit_out") or (yield Ask(seat, {"ante", "sit out"})) == ["ante"]
                if joins:
                    self.players.add(seat)
                    self.pay(seat, self.number("ante"))
        if len(self.players) < 2:
            self.chips = [chips + paid for chips, paid in zip(self.chips, self.paid, strict=True)]
            self.voids.add(self.dealer)
            return
        self.give_back([0] * self.n)
        self.voids.clear()
        self.hands += 1
        yield from self.deal()
        self.claimer = -1
        yield from self.bets()
        if len(self.players) > 1:
            yield from self.draws()
            yield from self.bets()
        yield from self.end()

    def pay(self, seat: int, amount: int) -> None:
        amount = min(amount, self.chips[seat])
        self.chips[seat] -= amount
        self.paid[seat] += amount

    def deal(self) -> Answers:
        """TF-11: the Tall Card, and five cards each, one at a time."""
        self.tall = self.suits.index((yield Order("tall"))[0])
        self.stock: Iterator[int] = iter([self.deck.card(code) for code in (yield Order("main"))])
        self.cards: dict[int, list[int]] = {seat: [] for seat in self.players}
        for _ in range(5):
            for seat in self.round_from_left():
                if seat in self.players:
                    self.cards[seat].append(next(self.stock))

    def bets(self) -> Answers:
        """TF-12, TF-13, TF-4: `waiting` have still to answer the bet, `closed` may not raise any more."""
        before = list(self.paid)
        self.opener = -1
        bet = 0
        waiting = [seat for seat in self.round_from_left() if seat in self.players]
        closed: set[int] = set()
        while waiting:
            seat = waiting.pop(0)
            owed = bet - (self.paid[seat] - before[seat])
            others = [s for s in self.players if s != seat and self.chips[s] > 0]
            if not self.chips[seat] or len(self.players) < 2 or (not others and owed <= 0):
                continue
            said = yield self.betting(seat, bet, owed, seat in closed)
            if said == ["fold"]:
                self.players.discard(seat)
            elif said == ["call"]:
                self.pay(seat, owed)
            elif said != ["check"]:
                amount = int(said[1])
                self.pay(seat, owed + amount)
                bet, self.opener = self.paid[seat] - before[seat], seat
                place = self.round_from_left().index(seat)
                after = self.round_from_left()[place + 1 :] + self.round_from_left()[:place]
                if amount >= self.least():
                    closed = set()
                else:
                    closed |= {s for s in self.players if s not in waiting and s != seat}
                waiting = [s for s in after if s in self.players]
            closed.add(seat)
        self.give_back(before)

    def betting(self, seat: int, bet: int, owed: int, closed: bool) -> Ask:
        """What a seat may say to a bet."""
        words = {"fold", "call" if owed > 0 else "check"}
        rest = self.chips[seat] - owed
        if rest <= 0 or closed:
            return Ask(seat, words)
        limit = self.number("limit") or rest
        return Ask(seat, words, {"raise" if bet else "bet": (min(self.least(), rest), min(limit, rest))})

    def least(self) -> int:
        """TF-4: the smallest bet and raise."""
        return self.number("min_bet") or self.number("ante")

    def give_back(self, before: list[int]) -> None:
        """TF-41: what nobody called, or of an ante nobody matched."""
        paid = [now - then for now, then in zip(self.paid, before, strict=True)]
        top = max(range(self.n), key=lambda seat: paid[seat])
        uncalled = paid[top] - sorted(paid)[-2]
        self.paid[top] -= uncalled
        self.chips[top] += uncalled

    def draws(self) -> Answers:
        """TF-14, TF-15."""
        for seat in self.round_from_left():
            if seat not in self.players:
                continue
            said = yield Ask(seat, self.draw_words(seat))
            if said == ["claim"]:
                self.claimer = seat
                continue
            for code in said[1:]:
                self.cards[seat].remove(self.deck.card(code))
                self.cards[seat].append(next(self.stock))

    def draw_words(self, seat: int) -> set[str]:
        claim = {"claim"} if self.claimer < 0 else set()
        if claim and seat == self.dealer:
            return claim
        hand = sorted(self.cards[seat])
        lots = {lot for count in range(5) for lot in combinations(hand, count)}
        kept_aces = {lot for lot in lots if len(lot) == 4 and any(self.without(hand, lot)[0] % 12 == 11 for _ in lot)}
        lots = {lot for lot in lots if len(lot) < 4} | kept_aces
        return claim | {" ".join(["discard", *(self.deck.codes[card] for card in lot)]) for lot in lots}

    def without(self, hand: list[int], lot: tuple[int, ...]) -> list[int]:
        left = list(hand)
        for card in lot:
            left.remove(card)
        return left

    def worth(self, seat: int) -> Worth:
        return best(self.cards[seat], self.tall, seat == self.claimer, bool(self.number("ace_low")))

    def end(self) -> Answers:
        """TF-18, TF-19, TF-42."""
        if len(self.players) == 1:
            (last,) = self.players
            self.chips[last] += sum(self.paid) + self.carried
            self.carried, self.rest = 0, [0] * self.n
            if self.options["muck"] == "ask":
                yield Ask(last, {"show", "throw away"})
            return
        if self.options["muck"] == "ask":
            yield from self.showdown()
        worths = {seat: self.worth(seat) for seat in self.players}
        order = sorted(worths.values())
        strength = [order.index(worths[seat]) if seat in worths else 0 for seat in range(self.n)]
        won, self.carried, rests = settle(self.paid, self.players, strength, self.carried)
        self.chips = [chips + prize for chips, prize in zip(self.chips, won, strict=True)]
        self.rest = [0] * self.n
        for rest, tied in rests:
            for seat in [seat for seat in self.round_from_left() if seat in tied][:rest]:
                self.rest[seat] += 1

    def showdown(self) -> Answers:
        """TF-18: from the smallest pot down, from whoever shows first; beaten hands are asked about."""
        levels = sorted({self.paid[seat] for seat in self.players}, reverse=True)
        first = self.opener if self.opener >= 0 else self.round_from_left()[0]
        clockwise = [(first + step) % self.n for step in range(self.n)]
        done: set[int] = set()
        shown: set[int] = set()
        for level in levels:
            for seat in [s for s in clockwise if s in self.players and self.paid[s] >= level and s not in done]:
                done.add(seat)
                mine = [low for low in levels if low <= self.paid[seat]]
                rivals = [[s for s in shown if self.paid[s] >= low] for low in mine]
                beaten = all(any(self.worth(s) > self.worth(seat) for s in there) for there in rivals)
                if not beaten or (yield Ask(seat, {"show", "throw away"})) == ["show"]:
                    shown.add(seat)
