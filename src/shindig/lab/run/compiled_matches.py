"""Matches played hand by hand in compiled code, by random seats and by seats with a game's policies.

Chance is keyed as in the arena (core/seeded_chance.py): a match depends on the seed, its number and its players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from shindig.bots import RANDOM
from shindig.core.caches import COMPILED, cached
from shindig.core.kernel_compiler import bind_in_turn, compile_kernel, kernel, make_suffix, unbound
from shindig.core.layout_and_views import CHANCE, OVER, Items, Numbers, Ranges, Record, Records
from shindig.core.seeded_chance import LOW, name_key, philox, seed_key, shuffle_by_key
from shindig.gamekit import Game
from shindig.gamekit.array_rules_engine import count_actions, nth_action
from shindig.gamekit.hand_fact_columns import row_type
from shindig.gamekit.policies import GENTLE, STEADY
from shindig.gamekit.policies.policy_spec import Generator

NUMBER, HAND, MOVES, BEGAN, FIRST, DEALT = range(6)
"""Indices of `at`, int64[6]: number of the match; its last finished hand; actions in it; actions before the current
hand; first to act in that hand; and whether an order was given since the last one."""
OVER_NOW, ENDED, STOPPED = range(3)
"""Outcome of playing on: the match is over, a hand has ended, the limit is reached."""
AT_RANDOM, AS_POLICY, AS_BEGINNER = range(3)
"""Kinds of players."""
BY_NAME = {STEADY: AS_POLICY, GENTLE: AS_BEGINNER}
NAME = name_key("random action")
HEADS = 4
"""Numbers before the facts of a hand: its match, its number there, its actions, the first to act."""


legal = apply = chance_items = chance_order = number = ended = payoff = write_facts = random_pick = policy = gentle = (
    choose
) = deal = unbound


@kernel
def no_policy(_m: Record, _ranges: Ranges, _rng: Generator) -> int:
    """Stand-in for games without policies."""
    return -1


@kernel
def random_action(m: Record, at: Numbers, key: Numbers, ranges: Ranges) -> int:
    """Return a uniformly random legal action, keyed by seed, match and actions played."""
    places = int(count_actions(ranges, legal(m, ranges)))
    nth = int(at[NUMBER])
    words = philox(int(at[MOVES]) & LOW, NAME, nth & LOW, nth >> 32, int(key[0]), int(key[1]))
    return int(nth_action(ranges, words[0] * places >> 32))


@kernel
def choose_at(m: Record, at: Numbers, kinds: Numbers, key: Numbers, ranges: Ranges, rng: Generator) -> int:
    """Choose the action of the seat to act. Random picks are keyed."""
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
    """Bind `hand_at` to a game, for policies or for random seats. Equal kernels share it."""
    hand = rules.rules.hand
    policy: Callable[[Any, Any, Any], int] = no_policy
    gentle = policy
    if thinking and rules.policies is not None:
        policy, gentle = rules.policies.policy, rules.policies.gentle or rules.policies.policy
    parts = (rules.rules.legal, rules.rules.apply, rules.rules.chance_items, rules.rules.chance_order)
    return _bind_hand(*parts, hand.number, hand.ended, hand.payoff, hand.write_facts, hand.random_pick, policy, gentle)


@cached(COMPILED)
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
    """Rows of finished hands."""

    heads: npt.NDArray[np.int64]
    """int64[n, 4]: match, number of the hand, actions, first to act (-1 for nobody)."""
    payoffs: npt.NDArray[np.int64]
    """int64[n, seats]: payoffs."""
    facts: Records
    """The game's own row for each hand."""

    @classmethod
    def allocate(cls, rules: Game, seats: int, count: int) -> HandRows:
        """Allocate rows."""
        kind = row_type(rules.rules.hand.facts, rules.rules.layout.seats)
        return cls(np.zeros((count, HEADS), np.int64), np.zeros((count, seats), np.int64), np.zeros(count, kind))

    def __len__(self) -> int:
        return len(self.heads)

    def take_first(self, count: int) -> HandRows:
        """Return the first rows."""
        return HandRows(self.heads[:count], self.payoffs[:count], self.facts[:count])

    def double_capacity(self) -> HandRows:
        """Return a copy with twice the capacity."""
        return join_hands([self, HandRows(*(np.zeros_like(one) for one in (self.heads, self.payoffs, self.facts)))])


def join_hands(parts: Sequence[HandRows]) -> HandRows:
    """Join hands."""
    heads, payoffs, facts = (
        np.concatenate([getattr(one, name) for one in parts]) for name in ("heads", "payoffs", "facts")
    )
    return HandRows(heads, payoffs, facts)


@dataclass
class CompiledTable:
    """Seats of one kind each, which play match after match. Their hands are collected in `hands`."""

    rules: Game
    fresh: Records
    kinds: tuple[int, ...]
    seed: int
    plain: bool = False
    count: int = 0
    """Number of finished hands."""
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
        """Play match number `nth` of the seed to its end or a limit of actions. Returns its record and the number of
        actions."""
        match = self.fresh.copy()
        self._begin_match(nth)
        while self._play_on(match, limit) == ENDED:
            self.count += 1
        return match, int(self._at[MOVES])

    def finish_hand(self, match: Records, nth: int, limit: int) -> None:
        """Play the current hand of a match in place, with the chance of match number `nth`."""
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
    """Return the kinds of players if all can run in compiled code, else None."""
    known = {RANDOM: AT_RANDOM}
    if rules.policies is not None:
        known |= {name: BY_NAME[where] for name, where in rules.services.bots.items() if where in BY_NAME}
    return tuple(known[name] for name in bots) if all(name in known for name in bots) else None


def compile_kernels(rules: Game, thinking: bool) -> None:
    """Compile the kernels of `CompiledTable`, or load them."""
    seats = rules.rules.seats[0]
    kind = AS_POLICY if thinking and rules.policies is not None else AT_RANDOM
    CompiledTable(rules, rules.new(seats), (kind,) * seats, 0).play_match(0, 1)
