"""Matches played hand by hand in compiled code, by random seats and by seats that play as a game's minds do.

Chance is keyed as in the arena (core/seeded_chance.py): what comes of a match depends on the seed,
its number and who plays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from shindig.bots import RANDOM
from shindig.core.kernel_compiler import bind_in_turn, compile_kernel, kernel, make_suffix, unbound
from shindig.core.record_layout import CHANCE, OVER, Items, Numbers, Ranges, Record, Records
from shindig.core.seeded_chance import LOW, name_key, philox, seed_key, shuffle_by_key
from shindig.gamekit import Game
from shindig.gamekit.hand_facts import row_type
from shindig.gamekit.policies import GENTLE, STEADY
from shindig.gamekit.policies.belief_parts import Generator
from shindig.gamekit.rules_engine import count_actions, nth_action

NUMBER, HAND, MOVES, BEGAN, FIRST, DEALT = range(6)
"""What stands in `at`, int64[6]: the match's number, its last hand that has ended, the actions played in it, those
played before the hand under way, who acted first in that hand, and whether an order was given since the last one."""
OVER_NOW, ENDED, STOPPED = range(3)
"""What playing on came to: the match is over, a hand has ended, the most actions are played."""
AT_RANDOM, AS_POLICY, AS_BEGINNER = range(3)
"""How a seat plays."""
BY_NAME = {STEADY: AS_POLICY, GENTLE: AS_BEGINNER}
NAME = name_key("random action")
HEADS = 4
"""Numbers that stand before the facts of a hand: its match, its number there, its actions, who acted first."""


legal = apply = chance_items = chance_order = number = ended = payoff = write_facts = random_pick = policy = gentle = (
    choose
) = deal = unbound


@kernel
def no_policy(_m: Record, _ranges: Ranges, _rng: Generator) -> int:
    """For games that have no minds: nobody plays so."""
    return -1


@kernel
def random_action(m: Record, at: Numbers, key: Numbers, ranges: Ranges) -> int:
    """A legal action, each as likely: keyed by seed, match and actions played."""
    places = int(count_actions(ranges, legal(m, ranges)))
    nth = int(at[NUMBER])
    words = philox(int(at[MOVES]) & LOW, NAME, nth & LOW, nth >> 32, int(key[0]), int(key[1]))
    return int(nth_action(ranges, words[0] * places >> 32))


@kernel
def choose_at(m: Record, at: Numbers, kinds: Numbers, key: Numbers, ranges: Ranges, rng: Generator) -> int:
    """What the seat to act does; mere lots are drawn by their key."""
    kind = AT_RANDOM if random_pick(m) else kinds[m.actor]
    if kind == AS_POLICY:
        return int(policy(m, ranges, rng))
    if kind == AS_BEGINNER:
        return int(gentle(m, ranges, rng))
    return int(random_action(m, at, key, ranges))


@kernel
def deal_at(m: Record, at: Numbers, given: Numbers, names: Numbers, key: Numbers, items: Items) -> None:
    """Give the order that is needed."""
    asks = m.asks
    count = chance_items(m, items)
    shuffle_by_key(items, count, int(names[asks]), int(given[asks]), int(at[NUMBER]), int(key[0]), int(key[1]))
    given[asks] += 1
    chance_order(m, items[:count])


@kernel
def hand_at(
    matches: Records,
    at: Numbers,
    given: Numbers,
    kinds: Numbers,
    names: Numbers,
    key: Numbers,
    ranges: Ranges,
    items: Items,
    rng: Generator,
    heads: Numbers,
    payoffs: Numbers,
    rows: Records,
    r: int,
    limit: int,
) -> int:
    """Play record 0 until a hand has ended and write it into row r, or until the match is over or at its limit."""
    m = matches[0]
    at[BEGAN], at[FIRST], at[DEALT] = at[MOVES], -1, 0
    while m.actor != OVER:
        if m.actor == CHANCE:
            deal(m, at, given, names, key, items)
            if at[DEALT] == 0:  # who was asked between two hands did not act first in the next
                at[FIRST], at[DEALT] = -1, 1
        elif at[MOVES] >= limit:
            return STOPPED
        else:
            if at[FIRST] < 0 and not random_pick(m) and not ended(m):
                at[FIRST] = m.actor
            apply(m, choose(m, at, kinds, key, ranges, rng))
            at[MOVES] += 1
        if ended(m) and number(m) != at[HAND]:
            at[HAND] = number(m)
            heads[r, 0], heads[r, 1], heads[r, 2], heads[r, 3] = at[NUMBER], at[HAND], at[MOVES] - at[BEGAN], at[FIRST]
            for seat in range(m.seats):
                payoffs[r, seat] = payoff(m, seat)
            write_facts(m, rows[r])
            return ENDED
    return OVER_NOW


def bind_hand(rules: Game, thinking: bool) -> Callable[..., int]:
    """`hand_at` for a game, where some seats play as its minds do or all at random: the same for the same kernels."""
    hand = rules.rules.hand
    policy: Callable[[Any, Any, Any], int] = no_policy
    gentle = policy
    if thinking and rules.policies is not None:
        policy, gentle = rules.policies.policy, rules.policies.gentle or rules.policies.policy
    parts = (rules.rules.legal, rules.rules.apply, rules.rules.chance_items, rules.rules.chance_order)
    return _bind_hand(*parts, hand.number, hand.ended, hand.payoff, hand.write_facts, hand.random_pick, policy, gentle)


@cache
def _bind_hand(*kernels: Any) -> Callable[..., int]:
    names = (
        "legal",
        "apply",
        "chance_items",
        "chance_order",
        "number",
        "ended",
        "payoff",
        "write_facts",
        "random_pick",
        "policy",
        "gentle",
    )
    made = bind_in_turn(
        make_suffix(*kernels[:2], kernels[-2]),
        dict(zip(names, kernels, strict=True)),
        random_action=random_action,
        choose=choose_at,
        deal=deal_at,
        hand=hand_at,
    )
    return cast(Callable[..., int], made["hand"])


@dataclass
class HandRows:
    """The rows of hands that have ended."""

    heads: npt.NDArray[np.int64]
    """int64[n, 4]: match, number of the hand in it, actions, who acted first (-1 where nobody did)."""
    payoffs: npt.NDArray[np.int64]
    """int64[n, seats]: what each seat was paid."""
    facts: Records
    """The game's own row for each."""

    @classmethod
    def allocate(cls, rules: Game, seats: int, count: int) -> HandRows:
        """Room for so many hands."""
        kind = row_type(rules.rules.hand.facts, rules.rules.layout.seats)
        return cls(np.zeros((count, HEADS), np.int64), np.zeros((count, seats), np.int64), np.zeros(count, kind))

    def __len__(self) -> int:
        return len(self.heads)

    def take_first(self, count: int) -> HandRows:
        """The first so many."""
        return HandRows(self.heads[:count], self.payoffs[:count], self.facts[:count])

    def double_capacity(self) -> HandRows:
        """The same with twice the room."""
        return join_hands([self, HandRows(*(np.zeros_like(one) for one in (self.heads, self.payoffs, self.facts)))])


def join_hands(parts: Sequence[HandRows]) -> HandRows:
    """Hands one after the other."""
    heads, payoffs, facts = (
        np.concatenate([getattr(one, name) for one in parts]) for name in ("heads", "payoffs", "facts")
    )
    return HandRows(heads, payoffs, facts)


@dataclass
class CompiledTable:
    """Seats of one kind each, who play match after match; what the hands were is gathered in `hands`."""

    rules: Game
    fresh: Records
    kinds: tuple[int, ...]
    seed: int
    plain: bool = False
    count: int = 0
    """Hands that have ended."""
    _at: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(6, np.int64))

    def __post_init__(self) -> None:
        play = bind_hand(self.rules, any(self.kinds))
        self._play = play if self.plain else compile_kernel(play)
        self._room = HandRows.allocate(self.rules, len(self.kinds), 64)
        orders = self.rules.rules.orders
        self._given = np.zeros(len(orders), np.int64)
        self._names = np.array([name_key(name) for name in orders], np.int64)
        self._key = np.array(seed_key(self.seed), np.int64)
        self._ranges, self._items = self.rules.engine.scratch()
        self._rng = np.random.default_rng(0)

    @property
    def hands(self) -> HandRows:
        return self._room.take_first(self.count)

    def play_match(self, nth: int, limit: int) -> tuple[Records, int]:
        """Match number `nth` of the seed, to its end or to a limit of actions: its record, and how many there were."""
        match = self.fresh.copy()
        self._begin_match(nth)
        while self._play_on(match, limit) == ENDED:
            self.count += 1
        return match, int(self._at[MOVES])

    def finish_hand(self, match: Records, nth: int, limit: int) -> None:
        """Play the hand that is under way in a match, in place, with the chance of match number `nth`."""
        self._begin_match(nth)
        self.count += self._play_on(match, limit) == ENDED

    def _begin_match(self, nth: int) -> None:
        self._at[:], self._given[:] = (nth, 0, 0, 0, -1, 0), 0
        if any(self.kinds):
            self._rng = np.random.default_rng((self.seed, nth))

    def _play_on(self, match: Records, limit: int) -> int:
        if self.count == len(self._room):
            self._room = self._room.double_capacity()
        room, kinds = self._room, np.array(self.kinds, np.int64)
        work = self._names, self._key, self._ranges, self._items, self._rng
        rows = room.heads, room.payoffs, room.facts
        return int(self._play(match, self._at, self._given, kinds, *work, *rows, self.count, limit))


def find_kinds(rules: Game, bots: Sequence[str]) -> tuple[int, ...] | None:
    """How the seats play, where all can be played in compiled code; else None."""
    known = {RANDOM: AT_RANDOM}
    if rules.policies is not None:
        known |= {name: BY_NAME[where] for name, where in rules.services.bots.items() if where in BY_NAME}
    return tuple(known[name] for name in bots) if all(name in known for name in bots) else None


def compile_kernels(rules: Game, thinking: bool) -> None:
    """Compile what `Table` calls, or load it."""
    seats = rules.rules.seats[0]
    kind = AS_POLICY if thinking and rules.policies is not None else AT_RANDOM
    CompiledTable(rules, rules.new(seats), (kind,) * seats, 0).play_match(0, 1)
