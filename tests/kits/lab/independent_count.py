"""An independent count of matches: plain Python over whole records, step by step, that knows nothing of the laboratory.

`driven` plays a match with the chance of a simulation and gives its record as text; `recount` counts that text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import exp, lgamma, pi, sqrt
from typing import Any

import numpy as np

from shindig.core.seeded_chance import name_key, philox, seed_key
from shindig.gamekit import game
from shindig.lab.run.simulation import SimulationPart
from shindig.match import Match, Move, Order, fair
from shindig.record import Replay, dumps
from tests.kits.games.twin_facts import PokebaccFacts, TalonFacts
from tests.kits.twins import tall_card_ranks, tall_cards_ranks

LOW = 0xFFFF_FFFF
CUTS = ("tap", "cut")
BETWEEN = ("give", "ready", "keep", "ante", "sit", "go", "time")
"""Words with which actions between two hands of Tall Cards begin."""


def driven(part: SimulationPart, nth: int) -> str:
    """The record of match number `nth` of a simulation between random and steady seats."""
    rules = game(part.game_id)
    match = Match(rules, part.players, part.options)
    chance, rng = fair(part.seed, nth), np.random.default_rng((part.seed, nth))
    ranges, moves = rules.engine.scratch()[0], 0
    while not match.over and moves < part.max_moves:
        if match.needs is not None:
            match.order(chance(match.needs, match.wanted()))
            continue
        steady = part.bots[match.to_act] == "steady" and not rules.rules.hand.random_pick(match.record)
        if steady and rules.policies is not None:
            match.play(int(rules.policies.policy(match.array[0], ranges, rng)))
        else:
            match.play(at_random(match, moves, nth, part.seed))
        moves += 1
    return dumps(match)


def at_random(match: Match, moves: int, nth: int, seed: int) -> int:
    """A legal action by the key of the seed, the match and the actions played."""
    actions = [*match.legal.actions]
    word = philox(moves & LOW, name_key("random action"), nth & LOW, nth >> 32, *seed_key(seed))[0]
    return actions[int(word) * len(actions) >> 32]


@dataclass
class Dealt:
    """A hand of a match, as its steps tell it."""

    actions: int
    first: int
    payoffs: list[int]
    facts: dict[str, Any]


@dataclass
class Counted:
    """A match, as its record tells it."""

    seats: int
    moves: int = 0
    hands: list[Dealt] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    over: bool = False
    busts: int = 0


def recount(text: str) -> Counted:
    """Count a record, step by step."""
    replay = Replay(text.splitlines())
    reader = READERS[replay.match.game.id](replay.match)
    found, since, first, ordered, last = Counted(replay.match.seats), 0, -1, False, 0
    hand: list[Move] = []
    for step in replay:
        reader.step(step)
        if isinstance(step, Move):
            found.moves, since = found.moves + 1, since + 1
            hand.append(step)
            word = step.do.split()[0]
            if first < 0 and ordered and word not in CUTS:
                first = step.seat
        else:
            ordered = True
            reader.ordered(step.of)
        number = reader.ended()
        if number not in (0, last):
            last = number
            found.hands.append(Dealt(since, first, reader.payoffs(), reader.facts(hand)))
            since, first, ordered, hand = 0, -1, False, []
    result = json.loads(text.splitlines()[-1]).get("result")
    if result:
        found.over, found.scores, found.winners = True, result["scores"], result["winners"]
        found.busts = reader.busts(result["scores"])
    return found


class Reader:
    """What a game's record says of its hands."""

    def __init__(self, match: Match) -> None:
        self.match, self.before = match, [0] * match.seats

    @property
    def m(self) -> Any:
        return self.match.record

    def step(self, step: Move | Order) -> None:
        """A step was played."""

    def ordered(self, of: str) -> None:
        """An order was given."""

    def ended(self) -> int:
        """The number of the hand whose result lies there; else 0."""
        raise NotImplementedError

    def payoffs(self) -> list[int]:
        """How the scoreboard moved in the hand."""
        now = self.board()
        moved = [int(here - there) for here, there in zip(now, self.before, strict=True)]
        self.before = now
        return moved

    def board(self) -> list[int]:
        """What each seat has."""
        raise NotImplementedError

    def facts(self, hand: Sequence[Move]) -> dict[str, Any]:
        """Facts of the hand that has ended, read from its moves."""
        raise NotImplementedError

    def busts(self, scores: Sequence[int]) -> int:
        """Seats that ended with nothing, in a game in which one can lose all."""
        return sum(score == 0 for score in scores)


class Chips(Reader):
    """Games of chips: a hand begins with its deck and is over as soon as nobody can bet or draw any more."""

    hands = 0
    open = False

    def ordered(self, of: str) -> None:
        if of == "main":
            self.open, self.hands = True, self.hands + 1
            self.before = [int(chips + paid) for chips, paid in zip(*self.seats("chips", "paid"), strict=True)]
            self.dealer = int(self.m.dealer)
            self.able = [chips > 0 for chips in self.before]

    def seats(self, *names: str) -> list[list[int]]:
        return [getattr(self.m, name)[: self.match.seats].tolist() for name in names]

    def ended(self) -> int:
        between = self.match.over or self.match.needs is not None
        if not between and self.match.game.id == "tall-cards":
            between = self.match.legal[0].split()[0] in BETWEEN
        if not (self.open and between):
            return 0
        self.open = False
        return self.hands

    def board(self) -> list[int]:
        tied = self.seats("tied")[0] if self.match.over and hasattr(self.m, "tied") else [0] * self.match.seats
        return [int(chips - more) for chips, more in zip(self.seats("chips")[0], tied, strict=True)]

    def rank(self, cards: Sequence[int], own: bool, claimed: bool) -> int:
        """The Rank of a hand that was shown, by the plain twin of the ranking; -1 where none was."""
        shown, tall = [card for card in cards if card >= 0], int(self.m.tall)
        if not shown:
            return -1
        if not claimed:
            tall = -1
        return int(RANKINGS[self.match.game.id](shown, tall, own)[0])

    def facts(self, hand: Sequence[Move]) -> dict[str, Any]:
        seats = range(self.match.seats)
        done = [(move.seat, *move.do.split()) for move in hand if move.do.split()[0] not in BETWEEN]
        folded = {seat for seat, word, *_ in done if word == "fold"}
        claims = [seat for seat, word, *_ in done if word == "claim"]
        antes = {move.seat: move.do for move in hand if move.do in ("ante", "sit out")}
        discards = {seat: len(rest) for seat, word, *rest in done if word == "discard"}
        if self.match.game.id == "tall-cards":  # a claim takes the place of the draw (TF-14)
            discards |= dict.fromkeys(claims, 0)
        drew = [discards.get(seat, -1) for seat in seats]
        shown = self.m.shown[: self.match.seats].tolist()
        ranks = [self.rank(cards, seat in claims, bool(claims)) for seat, cards in enumerate(shown)]
        left = [seat for seat in seats if self.able[seat] and seat not in folded and antes.get(seat) != "sit out"]
        return {
            "claimer": claims[0] if claims else -1,
            "forced": bool(claims) and claims[0] == int(self.m.dealer),
            "left": len(left),
            "showdown": len(left) > 1,
            "redrawn": sum(len(rest) for _, word, *rest in done if word == "discard"),
            "pot": sum(self.seats("won")[0]),
            "shown": sum(cards[0] >= 0 for cards in self.m.shown[: self.match.seats].tolist()),
            "dealer": self.dealer,
            "part": [2 if seat in folded else int(seat in left) for seat in seats],
            "won": self.seats("won")[0],
            "best_rank": max(ranks),
            "rank": ranks,
            "drew": drew,
        }


class Melds(Reader):
    """Games of melds: what a hand paid is whose count of hands won went up."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.then: list[int] = [0] * match.seats
        self.twin = PokebaccFacts(match)

    def step(self, step: Move | Order) -> None:
        self.twin.step(step)

    def ended(self) -> int:
        return int(self.m.hands) if self.m.ended else 0

    def board(self) -> list[int]:
        return [int(won) for won in self.m.won[: self.match.seats]]

    def facts(self, hand: Sequence[Move]) -> dict[str, Any]:
        laid = [move.do.split()[1] for move in hand if move.do.startswith("lay ")]
        winner = [seat for seat, (now, then) in enumerate(zip(self.board(), self.then, strict=True)) if now > then]
        self.then = self.board()
        return {
            "melds": len(laid),
            "runs": laid.count("run"),
            "families": laid.count("family"),
            "troves": laid.count("trove"),
            "sets": laid.count("set") + laid.count("catastrophe"),
            "disasters": sum(move.do.startswith("inflict ") for move in hand),
            "winner": winner[0] if winner else -1,
        } | self.twin.facts()

    def busts(self, scores: Sequence[int]) -> int:  # noqa: ARG002
        return sum(chips == 0 for chips in self.m.chips[: self.match.seats].tolist()) if self.m.stakes else 0


RANKINGS: dict[str, Callable[[Sequence[int], int, bool], Any]] = {
    "tall-card": tall_card_ranks.best,
    "tall-cards": tall_cards_ranks.best,
}
BIDS = ("pass", "take", "guard", "without", "against")


class Tricks(Reader):
    """Talon: a hand is over when its sum is written on the score sheet."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.before = self.board()
        self.twin = TalonFacts(match)

    def step(self, step: Move | Order) -> None:
        self.twin.step(step)

    def ended(self) -> int:
        return int(self.m.scored)

    def board(self) -> list[int]:
        return [int(score) for score in self.m.score[: self.match.seats]]

    def facts(self, hand: Sequence[Move]) -> dict[str, Any]:
        last = max([place for place, move in enumerate(hand) if move.do == "little dry"], default=-1)
        bids = [(BIDS.index(move.do), move.seat) for move in hand[last + 1 :] if move.do in BIDS]
        contract, taker = max((bid for bid in bids if bid[0]), default=(0, -1))
        slams = [move.do for move in hand if move.do in ("little slam", "grand slam")]
        return {
            "contract": contract,
            "taker": taker,
            "slam_called": 0 if not slams else 1 + (slams[0] == "grand slam"),
            "players": len({move.seat for move in hand if move.do.startswith("play ")}),
        } | self.twin.facts()

    def busts(self, scores: Sequence[int]) -> int:
        return sum(score == 0 for score in scores) if self.m.tokens else 0


READERS: dict[str, Callable[[Match], Reader]] = {
    "tall-card": Chips,
    "tall-cards": Chips,
    "talon": Tricks,
    "royal-pokebacc": Melds,
    "merchants-bank": Melds,
    "farmers-and-fishermen": Melds,
}


def mean_and_error(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The mean of x for each n over units (x, n), and half the width of its 95 % interval by Student's t."""
    count = sum(n for _, n in pairs)
    if not count:
        return float("nan"), float("inf")
    mean, units = sum(x for x, _ in pairs) / count, len(pairs)
    alike = int(count**2 / sum(n * n for _, n in pairs) + 1e-9)
    if alike < 3:
        return mean, float("inf")
    spread = sqrt(sum((x - mean * n) ** 2 for x, n in pairs) / (units - 1)) / (count / units)
    return mean, student(alike - 1) * spread / sqrt(units)


@cache
def student(freedom: int) -> float:
    """The quantile of Student's t for 95 %, by adding up its density."""
    t = np.linspace(0, 40, 400_001)
    logs = lgamma((freedom + 1) / 2) - lgamma(freedom / 2)
    density = exp(logs) / sqrt(freedom * pi) * (1 + t**2 / freedom) ** (-(freedom + 1) / 2)
    below = np.concatenate([[0], np.cumsum((density[1:] + density[:-1]) / 2) * (t[1] - t[0])])
    return float(np.interp(0.475, below, t))
