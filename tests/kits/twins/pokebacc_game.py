"""A referee of Pokebacc read off the rulebook: sets and lists of card codes, no thought of speed.

It is told orders and actions as text, and says who is to act or which order it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.kits.twins.pokebacc_melds import DISASTERS, RULES, SUITS, best_layout, deck, meld_of

FIGURE_VALUES = {"royal-pokebacc": "SPCQK", "merchants-bank": "TRVH", "farmers-and-fishermen": "SPQK"}
AT_RISK = ("family", "royal family", "trove")
AT_ONCE = ("royal family", "trove")


@dataclass
class Laid:
    cards: frozenset[str]
    kind: str
    score: int
    spoiler: int | None = None
    disaster: str | None = None

    @property
    def counts(self) -> int:
        return 0 if self.disaster else self.score


@dataclass
class Player:
    seat: int
    in_match: bool = True
    in_hand: bool = True
    hand: set[str] = field(default_factory=set)
    laid: list[Laid] = field(default_factory=list)
    chips: int = 0
    won: int = 0
    draws: int = 0
    turns: int = 0

    @property
    def score(self) -> int:
        return sum(laid.counts for laid in self.laid)


class Referee:
    def __init__(self, game: str, seats: int, options: Mapping[str, int | str]) -> None:
        self.game, self.options = game, options
        self.players = [Player(seat) for seat in range(seats)]
        self.stakes = options["stakes"] == "on"
        self.fund = 0
        self.sides: dict[frozenset[int], int] = {}
        self.dealer, self.dealt = -1, False
        self.stock: list[str] = []
        self.pile: list[str] = []
        self.needs: str | None = "dealer"
        self.to_act: int | None = None
        self.winner: int | None = None
        self.tied = list(range(seats))
        self.hand_winner: int | None = None
        self.asking: list[int] = []
        self.doing = ""
        if self.stakes:
            for player in self.players:
                player.chips = int(options["stacks"])
            if game != "merchants-bank":
                self.buy_in()

    # Players in turn order.

    def after(self, seat: int) -> list[Player]:
        """All other players still in the hand, from a seat's left."""
        count = len(self.players)
        around = [self.players[(seat + step) % count] for step in range(1, count)]
        return [player for player in around if player.in_hand]

    @property
    def playing(self) -> list[Player]:
        return [player for player in self.players if player.in_hand]

    # Orders.

    def order(self, cards: list[str]) -> None:
        needed, self.needs = self.needs, None
        if needed == "dealer":
            self.draw_for_dealer(list(cards))
        elif needed == "main":
            self.deal(list(cards))
        else:
            self.stock, self.pile = list(cards), []
            self.draw()

    def value(self, card: str) -> int:
        if card in DISASTERS:
            return 0
        figures = FIGURE_VALUES[self.game]
        return 11 + figures.index(card[0]) if card[0] in figures else int(card[:-1])

    def draw_for_dealer(self, cards: list[str]) -> None:
        while len(self.tied) > 1 and len(cards) >= len(self.tied):
            drawn = {seat: self.value(cards.pop(0)) for seat in self.tied}
            self.tied = [seat for seat in self.tied if drawn[seat] == max(drawn.values())]
        if len(self.tied) > 1:
            self.needs = "dealer"
        else:
            self.dealer, self.needs = self.tied[0], "main"

    def deal(self, cards: list[str]) -> None:
        for player in self.players:
            player.in_hand = player.in_match
            player.hand, player.laid, player.draws, player.turns = set(), [], 0, 0
        if self.dealt:
            self.dealer = self.after(self.dealer)[0].seat
        self.dealt = True
        if self.stakes and self.game == "merchants-bank":
            self.buy_in()
        for _ in range(6):
            for player in [*self.after(self.dealer), self.players[self.dealer]]:
                player.hand.add(cards.pop(0))
        self.stock, self.pile = cards, []
        self.quiet = 0
        self.cut_turns: set[int] = set()
        self.begin_turn(self.players[self.dealer])

    # A turn.

    def begin_turn(self, player: Player) -> None:
        self.current = player
        self.left, self.melded, self.invited = 2, False, False
        player.draws += 1
        self.draw()

    def draw(self) -> None:
        while True:
            if not self.stock and self.pile:
                self.needs, self.to_act = "again", None
                return
            if not self.left or not self.stock:
                break
            self.current.hand.add(self.stock.pop(0))
            self.left -= 1
        self.cut_short = self.left > 0
        self.doing, self.to_act = "turn", self.current.seat

    def do(self, text: str) -> None:
        verb, _, rest = text.partition(" ")
        if self.doing == "disasters":
            self.answer(None if verb == "spare" else rest)
        elif self.doing in ("invitation", "raise"):
            self.reply(verb == "pay")
        elif self.doing == "words":
            self.word(verb, rest)
        elif verb == "lay":
            self.lay(frozenset(card for card in rest.split() if card in deck(self.game)))
        elif verb == "discard":
            self.current.hand.remove(rest)
            self.pile.append(rest)
            self.end_turn()
        else:
            self.invited = True
            self.propose(self.current, int(rest), "invitation")

    def lay(self, cards: frozenset[str]) -> None:
        found = meld_of(self.game, cards)
        assert found is not None
        assert cards <= self.current.hand
        self.current.hand -= cards
        self.current.laid.append(Laid(cards, *found))
        self.melded = True
        if found[0] in AT_RISK and self.after(self.current.seat):
            self.answers: dict[int, str | None] = {}
            self.asking = [player.seat for player in self.after(self.current.seat)]
            self.doing, self.to_act = "disasters", self.asking[0]
        else:
            self.laid_down()

    def answer(self, disaster: str | None) -> None:
        self.answers[self.asking.pop(0)] = disaster
        if self.asking:
            self.to_act = self.asking[0]
            return
        for seat, card in self.answers.items():
            if card:
                self.players[seat].hand.remove(card)
                self.current.laid[-1].spoiler, self.current.laid[-1].disaster = seat, card
                break
        self.laid_down()

    def laid_down(self) -> None:
        last = self.current.laid[-1]
        if last.kind in AT_ONCE and not last.disaster:
            self.end_hand(self.current)
        else:
            self.back_to_turn()

    def back_to_turn(self) -> None:
        self.doing, self.to_act = "turn", self.current.seat
        if not self.current.hand:
            self.end_turn()

    def end_turn(self) -> None:
        self.current.turns += 1
        self.quiet = 0 if self.melded else self.quiet + 1
        if self.cut_short and not self.melded:
            self.cut_turns.add(self.current.seat)
        else:
            self.cut_turns = set()
        if self.hand_is_over():
            self.end_hand(self.best())
        else:
            self.begin_turn(self.after(self.current.seat)[0])

    # The end of a hand.

    def hand_is_over(self) -> bool:
        playing = self.playing
        if any(not player.hand for player in playing) and all(player.turns for player in playing):
            return True
        drawn_twice = all(player.draws >= 2 for player in playing)
        if self.options["exhaustion"] == "referee":
            nobody = all(best_layout(self.game, frozenset(player.hand))[0] == 0 for player in playing)
            return (drawn_twice and nobody) or all(player.seat in self.cut_turns for player in playing)
        wait = int(self.options["quiet_turns"]) or 2 * len(playing)
        something_lies = any(player.laid for player in playing)
        gone = len(self.stock) + len(self.pile) < 2
        return drawn_twice and self.quiet >= wait and (something_lies or gone)

    def best(self) -> Player | None:
        def rank(player: Player) -> tuple[int, ...]:
            single = max((laid.counts for laid in player.laid), default=0)
            more = (-len(player.hand), single) if self.options["tie_break"] == "cards" else ()
            return player.score, *more

        top = max(rank(player) for player in self.playing)
        best = [player for player in self.playing if rank(player) == top]
        return best[0] if len(best) == 1 and top[0] > 0 else None

    def end_hand(self, winner: Player | None) -> None:
        self.doing, self.to_act = "", None
        self.hand_winner = winner.seat if winner else None
        if winner:
            winner.won += 1
            if winner.won == int(self.options["hands_to_win"]):
                self.end_match(winner)
                return
            if self.game == "merchants-bank":
                self.pay_out(winner)
        elif self.game == "merchants-bank":
            self.fund += sum(self.sides.values())
            self.sides = {}
        self.next_hand()

    def next_hand(self) -> None:
        left = [player for player in self.players if player.in_match]
        if self.stakes and self.game == "merchants-bank" and any(player.chips for player in left):
            for player in left:
                player.in_match = player.chips > 0
            left = [player for player in left if player.in_match]
        if len(left) == 1:
            self.end_match(left[0])
            return
        if self.stakes and self.game == "royal-pokebacc":
            self.spoken: set[int] = set()
            self.next_word()
        else:
            self.needs = "main"

    def end_match(self, winner: Player) -> None:
        self.doing, self.to_act, self.winner = "", None, winner.seat
        if self.stakes:
            self.pay_out(winner)

    # Money.

    def buy_in(self) -> None:
        self.offers = {player.seat: min(player.chips, int(self.options["buy_in"])) for player in self.playing}
        for seat, amount in self.offers.items():
            self.players[seat].chips -= amount
        self.collect()

    def collect(self) -> None:
        """One unit at a time, from the lowest: who has paid it shares in where it goes."""
        everybody = frozenset(player.seat for player in self.playing)
        for unit in range(max(self.offers.values(), default=0)):
            payers = frozenset(seat for seat, amount in self.offers.items() if amount > unit)
            if len(payers) == 1:
                self.players[min(payers)].chips += 1
            elif payers == everybody:
                self.fund += len(payers)
            else:
                self.sides[payers] = self.sides.get(payers, 0) + len(payers)
        self.sort_sides()

    def sort_sides(self) -> None:
        """A side fund is of those who paid it and are still in; none of them, or all there are: it is the fund's."""
        claimants = [p.seat for p in self.players if (p.in_hand if self.game == "merchants-bank" else p.in_match)]
        sides, self.sides = self.sides, {}
        for payers, amount in sides.items():
            able = payers.intersection(claimants)
            if able and len(able) < len(claimants):
                self.sides[able] = self.sides.get(able, 0) + amount
            else:
                self.fund += amount

    def most(self, player: Player) -> int:
        return min(player.chips, sorted(other.chips for other in self.playing)[-2])

    def propose(self, player: Player, amount: int, doing: str) -> None:
        assert 1 <= amount <= self.most(player)
        self.proposer, self.amount = player, amount
        player.chips -= amount
        self.offers = {player.seat: amount}
        self.asking = [other.seat for other in self.after(player.seat) if other.chips > 0]
        self.doing = doing
        self.go_round()

    def go_round(self) -> None:
        if self.asking:
            self.to_act = self.asking[0]
            return
        self.collect()
        alone = len(self.playing) == 1
        if self.doing == "invitation":
            if alone:
                self.end_hand(self.proposer)
            else:
                self.back_to_turn()
        elif alone:
            self.end_match(self.proposer)
        else:
            self.next_word()

    def reply(self, pays: bool) -> None:
        player = self.players[self.asking.pop(0)]
        if pays:
            self.offers[player.seat] = min(player.chips, self.amount)
            player.chips -= self.offers[player.seat]
        else:
            player.in_hand = False
            if self.doing == "raise":
                player.in_match = False
            else:
                player.hand, player.laid = set(), []
        self.go_round()

    def next_word(self) -> None:
        self.doing, self.to_act = "words", None
        for player in [*self.after(self.dealer), self.players[self.dealer]]:
            if player.in_match and player.seat not in self.spoken and self.most(player) > 0:
                self.to_act = player.seat
                return
        self.needs = "main"

    def word(self, verb: str, amount: str) -> None:
        """PB-50: pass, retire from the match, or raise."""
        assert self.to_act is not None
        player = self.players[self.to_act]
        self.spoken.add(player.seat)
        if verb == "raise":
            self.propose(player, int(amount), "raise")
            return
        if verb == "retire":
            player.in_hand = player.in_match = False
            self.sort_sides()
        left = [one for one in self.players if one.in_match]
        if len(left) == 1:
            self.end_match(left[0])
        else:
            self.next_word()

    def pay_out(self, winner: Player) -> None:
        for members, amount in self.sides.items():
            takers = [winner] if winner.seat in members else self.best_of(members)
            for player in takers:
                player.chips += amount // len(takers)
            self.fund += amount % len(takers)
        self.sides = {}
        winner.chips += self.fund
        self.fund = 0

    def best_of(self, members: frozenset[int]) -> list[Player]:
        players = [self.players[seat] for seat in sorted(members)]
        top = max((player.won, player.score) for player in players)
        return [player for player in players if (player.won, player.score) == top]


assert set(RULES) == set(FIGURE_VALUES)
assert len(SUITS) == 4
