"""Facts of hands by the plain twins: programs written from the rulebook that follow a record step by step."""

from __future__ import annotations

from typing import Any

from shindig.games.talon.deck import TALON
from shindig.match import Match, Move, Order
from tests.kits.twins.pokebacc_game import Player, Referee
from tests.kits.twins.talon import NEEDED, Talon
from tests.kits.twins.talon_piles import is_court, trumps

NOBODY = -1
BIDS = ("pass", "take", "guard", "without", "against")
HANDFULS = ("single handful", "double handful", "triple handful")
SLAMS = ("no slam", "little slam", "grand slam")
ENDINGS = ("running", "at once", "without cards", "exhausted", "all others gone")


class TalonFacts:
    """Facts of Talon's hands."""

    def __init__(self, match: Match) -> None:
        given = {name: value for name, value in match.options.items() if name not in ("tricks", "talk")}
        self.twin = Talon(match.seats, **given | {"overruff": given["overruff"] == "on"})  # type: ignore[arg-type]
        self.match, self.dealer = match, NOBODY
        self.begin()

    def begin(self) -> None:
        """Forget the calls of a hand."""
        self.bid = [NOBODY] * self.match.seats
        self.misery, self.handful = ([0] * self.match.seats for _ in range(2))

    def step(self, step: Move | Order) -> None:
        """Follow a step of the record."""
        if isinstance(step, Order):
            cards = len(step.items) == len(TALON.codes)
            self.twin.answer([*step.items] if cards else [int(item) for item in step.items])
            return
        self.note(step)
        self.twin.answer(step.do)

    def note(self, move: Move) -> None:
        """Note the calls before the hands change."""
        seat, do = move.seat, move.do
        if do in ("no dry", "little dry"):
            self.dealer = self.twin.dealer
            self.begin()
        elif do in BIDS:
            self.bid[seat] = BIDS.index(do)
        elif do == "misery":
            hand = self.twin.hand[seat]
            self.misery[seat] = (not trumps(hand)) + 2 * (not any(map(is_court, hand)))
        elif do in HANDFULS:
            self.handful[seat] = HANDFULS.index(do) + 1

    def facts(self) -> dict[str, Any]:
        """Return the facts of the hand that was scored last."""
        play, scored, seats = self.twin.play, self.twin.scored[-1], range(self.match.seats)
        assert play is not None
        needed = 2 * NEEDED[scored["honors"]]
        won = [play.won.get(seat, 0) for seat in seats]
        return {
            "dealer": self.dealer,
            "partner": NOBODY if play.partner is None else play.partner,
            "named": NOBODY if play.named is None else TALON.codes.index(play.named),
            "made": scored["half"] >= needed,
            "half_points": scored["half"],
            "needed": needed,
            "honors": scored["honors"],
            "tricks": sum(won[seat] for seat in seats if play.side(seat) == "taker"),
            "ending": scored["ending"],
            "handfuls": play.handful,
            "slam_called": SLAMS.index(play.slam),
            "slam": scored["slam"],
            "each": scored["each"],
            "bid": self.bid,
            "misery": self.misery,
            "handful": self.handful,
            "won": won,
        }


class Watched(Referee):
    """A referee of Pokebacc that notes how hands end and what is paid out."""

    how, within = 0, ""

    def deal(self, cards: list[str]) -> None:
        self.how, self.prize = 0, [0] * len(self.players)
        super().deal(cards)

    def laid_down(self) -> None:
        self.within = "at once"
        super().laid_down()
        self.within = ""

    def end_turn(self) -> None:
        self.within = "turn"
        super().end_turn()
        self.within = ""

    def end_hand(self, winner: Player | None) -> None:
        if self.within == "turn":
            self.within = "exhausted" if all(player.hand for player in self.playing) else "without cards"
        self.how = ENDINGS.index(self.within or "all others gone")
        super().end_hand(winner)

    def pay_out(self, winner: Player) -> None:
        before = [player.chips for player in self.players]
        super().pay_out(winner)
        self.prize = [player.chips - chips for player, chips in zip(self.players, before, strict=True)]


class PokebaccFacts:
    """Facts of the hands of the three games of Pokebacc."""

    def __init__(self, match: Match) -> None:
        self.twin = Watched(match.game.id, match.seats, match.options)

    def step(self, step: Move | Order) -> None:
        """Follow a step of the record."""
        if isinstance(step, Order):
            self.twin.order([*step.items])
        else:
            self.twin.do(step.do)

    def facts(self) -> dict[str, Any]:
        """Return the facts of the hand that has just ended."""
        players = self.twin.players
        laid = [one for player in players for one in player.laid]
        spoilt = [[one for one in player.laid if one.spoiler is not None] for player in players]
        return {
            "dealer": self.twin.dealer,
            "ended": self.twin.how,
            "winner": NOBODY if self.twin.hand_winner is None else self.twin.hand_winner,
            "best": max(player.score for player in players),
            "melds": len(laid),
            "turns": sum(player.turns for player in players),
            "quiet": self.twin.quiet,
            "stock": len(self.twin.stock),
            "part": [player.in_match and 2 - player.in_hand for player in players],
            "score": [player.score for player in players],
            "laid": [len(player.laid) for player in players],
            "suffered": [len(one) for one in spoilt],
            "inflicted": [sum(one.spoiler == player.seat for one in laid) for player in players],
            "cards": [len(player.hand) for player in players],
            "prize": self.twin.prize,
        }
