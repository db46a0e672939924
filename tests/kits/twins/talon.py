"""Talon as people play it at a table: lists of cards, one referee, one generator that asks for what it needs.

Cards are their codes (`KS`, `T21`), answers their texts (`play KS`). Written from the rules alone, for clarity.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from .talon_piles import (
    DECK,
    HONORS,
    SUITS,
    Hand,
    draw_key,
    half_points,
    height,
    is_court,
    is_king,
    is_trump,
    organized,
    suit,
    trumps,
)

BIDS = ("take", "guard", "without", "against")
FACTORS = {"take": 1, "guard": 2, "without": 4, "against": 6}
HAND = {3: 24, 4: 18, 5: 15}
PACKET = {3: 4, 4: 3, 5: 3}
TALON = {3: 6, 4: 6, 5: 3}
HANDFULS = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
HANDFUL_NAMES = ("single handful", "double handful", "triple handful")
NEEDED = (56, 51, 41, 36)

Flow = Generator["Ask", Any, Any]


@dataclass
class Ask:
    """Who must answer (`None`: chance) and the texts, cards or numbers to choose from or to put in order."""

    who: int | None
    choices: list[Any]


def share(pool: int, due: dict[int, int], order: Sequence[int]) -> dict[int, int]:
    """TN-93: parts of a pool in proportion to what is due, left-overs one each in the given order."""
    parts = {seat: pool * amount // sum(due.values()) for seat, amount in due.items()}
    left = pool - sum(parts.values())
    for seat in [s for s in order if s in due][:left]:
        parts[seat] += 1
    return parts


class Talon:
    """A whole match. `asked` says what is wanted now (None: over); `answer` gives it."""

    def __init__(
        self,
        seats: int,
        first_packet: str = "left",
        cut: str = "approximate",
        shuffle: str = "never",
        lay_away: str = "any",
        overruff: bool = False,
        hands: int = 0,
        tokens: int = 0,
        on_broke: str = "end",
    ) -> None:
        self.alive = list(range(seats))
        self.seats = seats
        self.first_packet, self.cut_option, self.shuffle, self.lay_away = first_packet, cut, shuffle, lay_away
        self.overruff, self.hands, self.tokens, self.on_broke = overruff, hands, tokens, on_broke
        self.money = dict.fromkeys(range(seats), tokens)
        self.deck: list[str] = []
        self.hand: dict[int, list[str]] = {}
        self.talon: list[str] = []
        self.laid: list[str] = []
        self.trick: list[tuple[int, str]] = []
        self.shown: dict[int, list[str]] = {}
        self.play: Hand | None = None
        self.scored: list[dict[str, Any]] = []
        self._flow = self.match()
        self.asked: Ask | None = next(self._flow)

    def answer(self, given: Any) -> None:
        assert self.asked is not None
        if self.asked.who is None:
            assert sorted(given) == sorted(self.asked.choices)
        else:
            assert given in self.asked.choices, (given, self.asked)
        try:
            self.asked = self._flow.send(given)
        except StopIteration:
            self.asked = None

    # --- seats ---

    def right(self, seat: int) -> int:
        seat = (seat - 1) % self.seats
        while seat not in self.alive:
            seat = (seat - 1) % self.seats
        return seat

    def round_from(self, seat: int) -> list[int]:
        """All seats widdershins, the given one first."""
        order = [seat]
        while self.right(order[-1]) != seat:
            order.append(self.right(order[-1]))
        return order

    def from_right(self) -> list[int]:
        return self.round_from(self.right(self.dealer))

    # --- the match ---

    def match(self) -> Flow:
        drawn = yield Ask(None, list(DECK))
        self.dealer = max(range(self.seats), key=lambda seat: draw_key(drawn[seat]))
        mulligans, redeal = 0, False
        while True:
            if not self.deck or self.shuffle == "each-hand" or mulligans == len(self.alive):
                self.deck = list((yield Ask(None, list(DECK))))
                mulligans = 0
            yield from self.cut(redeal)
            self.deal()
            redeal = not (yield from self.one_hand())
            if redeal:
                mulligans += 1
                self.mulligan()
            else:
                mulligans = 0
                if self.finished():
                    return
            self.dealer = self.right(self.dealer)

    def finished(self) -> bool:
        """TN-93."""
        if self.hands and len(self.scored) == self.hands:
            return True
        broke = [seat for seat in self.alive if self.tokens and self.money[seat] == 0]
        if broke and self.on_broke == "end":
            return True
        self.alive = [seat for seat in self.alive if seat not in broke]
        return len(self.alive) < 3

    def cut(self, redeal: bool) -> Flow:
        """TN-11, TN-14."""
        choices = [f"cut {k}" for k in range(1, 78)] + ([] if redeal else ["tap"])
        answer = yield Ask(self.right(self.dealer), choices)
        depth = 0 if answer == "tap" else int(answer.split()[1])
        depths = [depth]
        if depth and self.cut_option == "approximate":
            depths = list(range(max(1, depth - 6), min(77, depth + 6) + 1))
        depth = (yield Ask(None, depths))[0]
        self.deck = self.deck[depth:] + self.deck[:depth]

    def deal(self) -> None:
        """TN-12."""
        players = len(self.alive)
        order = self.from_right()
        if self.first_packet == "left":
            order = [order[-2], order[-1], *order[:-2]]
        self.hand = {seat: [] for seat in self.alive}
        self.talon = []
        self.laid = []
        self.trick = []
        self.shown = {}
        self.play = None
        while self.deck:
            for seat in order:
                packet, self.deck = self.deck[: PACKET[players]], self.deck[PACKET[players] :]
                self.hand[seat] += packet
            if len(self.talon) < TALON[players]:
                self.talon.append(self.deck.pop(0))

    def mulligan(self) -> None:
        """TN-14; the deck is listed from its top, the talon from its bottom."""
        pile = list(self.talon)
        for seat in self.from_right():
            pile += reversed(organized(self.hand[seat]))
        self.deck = pile[::-1]

    def one_hand(self) -> Flow:
        """True if it was scored, False for a mulligan."""
        for seat in self.from_right():
            if (yield from self.yes(seat, "little dry", "no dry", trumps(self.hand[seat]) == ["T1"])):
                return False
        bid = yield from self.bidding()
        if bid is None:
            return False
        self.play = Hand(*bid)
        for seat in self.from_right():
            yield from self.calls(seat)
        if len(self.alive) == 5:
            yield from self.name_partner()
        yield from self.exchange()
        yield from self.tricks()
        self.score()
        return True

    def yes(self, seat: int, yes: str, no: str, allowed: bool) -> Flow:
        return (yield Ask(seat, [no, yes] if allowed else [no])) == yes

    def bidding(self) -> Flow:
        """TN-20."""
        passed: set[int] = set()
        taker, bid = None, -1
        seat = self.right(self.dealer)
        while True:
            if seat == taker:
                return taker, BIDS[bid]
            if seat not in passed:
                answer = yield Ask(seat, ["pass", *BIDS[bid + 1 :]])
                if answer == "pass":
                    passed.add(seat)
                    if len(passed) == len(self.alive):
                        return None
                else:
                    taker, bid = seat, BIDS.index(answer)
                    if answer == "against":
                        return taker, answer
            seat = self.right(seat)

    def calls(self, seat: int) -> Flow:
        """TN-30 to TN-34."""
        play = self.play
        assert play is not None
        hand = self.hand[seat]
        count = len(trumps(hand))
        misery = count == 0 or not any(map(is_court, hand))
        if (yield from self.yes(seat, "misery", "no misery", misery)):
            self.pay({other: 10 for other in self.alive if other != seat}, {seat: 10 * (len(self.alive) - 1)})
        sizes = HANDFULS[len(self.alive)]
        possible = [name for name, size in zip(HANDFUL_NAMES, sizes, strict=True) if count >= size]
        answer = yield Ask(seat, ["no handful", *possible])
        if answer in HANDFUL_NAMES:
            level = HANDFUL_NAMES.index(answer)
            play.handful += 20 * (level + 1)
            yield from self.show(seat, sizes[level])
        if trumps(hand) == ["T1"]:
            play.evasive = True
        if seat == play.taker:
            play.slam = yield Ask(seat, ["no slam", "little slam", "grand slam"])

    def show(self, seat: int, size: int) -> Flow:
        """TN-32: one card after the other from high to low."""
        left = trumps(self.hand[seat])
        if len(left) > size:
            left = [card for card in left if card != "T0"]
        shown: list[str] = []
        self.shown[seat] = shown
        while len(shown) < size:
            missing = size - len(shown)
            answer = yield Ask(seat, [f"show {card}" for card in left[: len(left) - missing + 1]])
            card = answer.split()[1]
            shown.append(card)
            left = left[left.index(card) + 1 :]

    def name_partner(self) -> Flow:
        """TN-40."""
        play = self.play
        assert play is not None
        kings = ["K" + s for s in SUITS]
        queens = ["Q" + s for s in SUITS] if set(kings) <= set(self.hand[play.taker]) else []
        play.named = (yield Ask(play.taker, [f"name {card}" for card in kings + queens])).split()[1]
        for seat in self.alive:
            if seat != play.taker and play.named in self.hand[seat]:
                play.partner = seat

    def exchange(self) -> Flow:
        """TN-50, TN-51: place after place of the talon, leave its card or lay one of the hand as dealt in its stead."""
        play = self.play
        assert play is not None
        if play.contract in ("take", "guard"):
            dealt = list(self.hand[play.taker])
            taken: list[str] = []
            for place in range(len(self.talon)):
                answer = yield Ask(play.taker, self.lay_choices(dealt, taken, place))
                if answer != "leave":
                    card = answer.split()[1]
                    dealt.remove(card)
                    taken.append(self.talon[place])
                    self.talon[place] = card
                    self.laid.append(card)
                    self.hand[play.taker] = dealt + taken
        play.piles["defenders" if play.contract == "against" else "taker"] += self.talon

    def lay_choices(self, dealt: list[str], taken: list[str], place: int) -> list[str]:
        """What may be done at a place of the talon, where `dealt` is left of the cards dealt."""
        if self.lay_away == "any":
            return ["leave"] + [f"lay {card}" for card in dealt]
        there, later = self.talon[place], self.talon[place + 1 :]
        choices = ["leave"] if self.may_stand(dealt, taken, later, self.laid) else []
        for card in dealt:
            left = [other for other in dealt if other != card]
            may = not is_king(card) and card not in HONORS
            if may and self.may_stand(left, [*taken, there], later, [*self.laid, card]):
                choices.append(f"lay {card}")
        return choices

    def may_stand(self, dealt: list[str], taken: list[str], later: list[str], laid: list[str]) -> bool:
        """Whether the exchange can still end by the rule: a trump is laid only by who keeps but trumps and kings."""

        def plain(cards: list[str]) -> int:
            return len([card for card in cards if not is_trump(card) and not is_king(card)])

        fits = not plain(taken) and plain(dealt) <= len(later) - plain(later)
        return fits or not any(map(is_trump, laid))

    # --- the play ---

    def tricks(self) -> Flow:
        play = self.play
        assert play is not None
        play.won = dict.fromkeys(self.alive, 0)
        leader = play.taker if play.slam != "no slam" else self.right(self.dealer)
        total = HAND[len(self.alive)]
        promised = 0
        fool_out = False
        for number in range(total):
            self.trick = []
            for seat in self.round_from(leader):
                answer = yield Ask(seat, [f"play {card}" for card in self.legal_cards(seat, number == 0)])
                card = answer.split()[1]
                self.hand[seat].remove(card)
                self.trick.append((seat, card))
                fool_out = fool_out or card == "T0"
            trick = self.trick
            last = number == total - 1
            winner, winning = self.winner(trick, last and play.won[leader] == number)
            play.won[winner] += 1
            play.collect(trick, winner, last)
            magician = winning == "T1" and not play.evasive
            if last and "T0" in [card for _, card in trick]:
                play.ending = promised
            if magician and (last or (number == total - 2 and not fool_out)):
                promised = 10 if (yield Ask(winner, ["plus", "minus"])) == "plus" else -10
                if last:
                    play.ending = promised
            leader = winner
        play.put_down_debts()

    def winner(self, trick: list[tuple[int, str]], won_all: bool) -> tuple[int, str]:
        """TN-63, TN-64, TN-73."""
        play = self.play
        assert play is not None
        if won_all and play.is_excuse(trick[0][1]):
            return trick[0]
        real = [(seat, card) for seat, card in trick if not play.is_excuse(card)]
        trump = [(seat, card) for seat, card in real if is_trump(card)]
        following = trump or [(seat, card) for seat, card in real if suit(card) == suit(real[0][1])]
        return max(following, key=lambda played: height(played[1]))

    def legal_cards(self, seat: int, first_trick: bool) -> list[str]:
        play = self.play
        assert play is not None
        hand = self.hand[seat]
        excuses = [card for card in hand if play.is_excuse(card)]
        rest = [card for card in hand if card not in excuses]
        table = [card for _, card in self.trick if not play.is_excuse(card)]
        if not self.trick and first_trick and play.named and seat != play.taker:
            allowed = [card for card in hand if suit(card) != suit(play.named) or card == play.named]
            return allowed or hand
        if not table:
            return hand
        led = suit(table[0])
        following = [card for card in rest if suit(card) == led]
        if led != "T" and following:
            return following + excuses
        own = trumps(rest)
        if not own:
            return hand
        if led == "T" or self.overruff:
            highest = max((height(card) for card in table if is_trump(card)), default=-1)
            higher = [card for card in own if height(card) > highest]
            return (higher or own) + excuses
        return own + excuses

    # --- the count ---

    def score(self) -> None:
        """TN-80, TN-90 to TN-93."""
        play = self.play
        assert play is not None
        mine = play.piles["taker"]
        half = sum(map(half_points, mine))
        honors = len([card for card in mine if card in HONORS])
        needed = NEEDED[honors]
        made = half >= 2 * needed
        base = 25 + math.ceil(abs(half / 2 - needed)) + play.ending
        value = base * FACTORS[play.contract] + play.handful
        each = (value if made else -value) + self.slam()
        defenders = [seat for seat in self.alive if play.side(seat) == "defenders"]
        parts = {play.taker: len(defenders)} if play.partner is None else {play.taker: 2, play.partner: 1}
        attack = {seat: abs(each) * part for seat, part in parts.items()}
        defence = {seat: abs(each) for seat in defenders}
        self.scored.append({"half": half, "honors": honors, "each": each, "ending": play.ending, "slam": self.slam()})
        if each > 0:
            self.pay(defence, attack)
        elif each < 0:
            self.pay(attack, defence)
        gathered = mine + play.piles["defenders"]
        self.deck = gathered[::-1]

    def slam(self) -> int:
        """TN-34."""
        play = self.play
        assert play is not None
        lost = sum(play.won[seat] for seat in self.alive if play.side(seat) == "defenders")
        if play.slam == "grand slam":
            return 400 if lost == 0 else -200
        if play.slam == "little slam":
            return 300 if lost <= 3 else -150
        return 200 if lost == 0 else 150 if lost <= 3 else 0

    def pay(self, owed: dict[int, int], due: dict[int, int]) -> None:
        pool = 0
        for seat, amount in owed.items():
            paid = min(amount, self.money[seat]) if self.tokens else amount
            self.money[seat] -= paid
            pool += paid
        for seat, part in share(pool, due, self.from_right()).items():
            self.money[seat] += part
