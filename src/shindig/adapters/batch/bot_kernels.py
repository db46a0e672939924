"""Bots in some seats of a batch, as kernels: each sees the view of its seat and its own keyed chance. Templates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...core.kernel_compiler import inlined, kernel, unbound
from ...core.keyed_generator import aim_generator
from ...core.layout_and_views import CHANCE, Numbers, Ranges, Record, Records
from ...gamekit.array_rules_engine import count_actions, nth_action
from .pass_kernels import BY_NUMBER, OUTSIDE, Laws, Scratch, Slot, write_view

MOST_POLICIES = 4
"""Number of different policies in a batch."""
Words = npt.NDArray[np.uint64]


class BotScratch(NamedTuple):
    """Generator of the bots, and scratch memory for their decisions."""

    generator: np.random.Generator
    counter: Words
    """uint64[4]: the counter of the generator's next block."""
    key: Words
    """uint64[2]: the key of the generator."""
    buffer: Words
    """uint64[9]: the generator's state, with the position in its current block."""
    views: Records
    """The view of the bot, array[1]."""
    seen: Numbers
    """int8[1, bytes]: the bytes of that view."""
    ranges: Ranges
    """int32[most, 2]: scratch memory of the policy."""


pay = give = legal = apply = policy_1 = policy_2 = policy_3 = policy_4 = choose = play_bot = unbound


@kernel
def no_policy(_m: Record, _ranges: Ranges, _rng: np.random.Generator) -> int:
    """Stand in for a policy that no seat uses."""
    return 0


@kernel
def random_action(m: Record, ranges: Ranges, rng: np.random.Generator) -> int:
    """Choose uniformly among all legal actions."""
    return int(nth_action(ranges, int(rng.random() * count_actions(ranges, legal(m, ranges)))))


@inlined
@kernel
def find_seat(number: int, seats: int, law: Laws) -> int:
    """Return your seat in a match."""
    return int(number % seats if law.seat == BY_NUMBER else law.seat)


@inlined
@kernel
def find_policy(slot: Slot, law: Laws) -> int:
    """Return the policy of the seat to act, or OUTSIDE."""
    seats = int(slot.match.seats)
    return int(law.policies[(int(slot.match.actor) + seats - find_seat(slot.number, seats, law)) % seats])


@kernel
def choose_action(policy: int, view: Record, ranges: Ranges, rng: np.random.Generator) -> int:
    """Return the action of a policy."""
    if policy == 1:
        return int(policy_1(view, ranges, rng))
    if policy == 2:
        return int(policy_2(view, ranges, rng))
    if policy == 3:
        return int(policy_3(view, ranges, rng))
    return int(policy_4(view, ranges, rng))


@kernel
def play_bot_at(slot: Slot, raw: Numbers, policy: int, law: Laws, bots: BotScratch) -> None:
    """Play the action that a policy chooses from the view of the seat to act."""
    viewer = int(slot.match.actor) + 1
    write_view(raw, law.seen[viewer], law.blank[viewer], law.spans, bots.seen[0])
    aim_generator(bots.counter, bots.key, bots.buffer, int(slot.number), int(slot.moves), law.key)
    apply(slot.match, choose(policy, bots.views[0], bots.ranges, bots.generator))
    slot.moves += 1


@inlined
@kernel
def deal_and_play(slot: Slot, raw: Numbers, law: Laws, rewards: Numbers, room: Scratch, bots: BotScratch) -> None:
    """Give orders and play for bots until a seat of the caller is to act or the match is over."""
    pay(slot, rewards, room)
    waiting = True
    while waiting:
        actor = int(slot.match.actor)
        policy = find_policy(slot, law) if actor >= 0 else OUTSIDE
        waiting = actor == CHANCE or policy != OUTSIDE
        if actor == CHANCE:
            give(slot, law, room)
        elif policy != OUTSIDE:
            play_bot(slot, raw, policy, law, bots)
        if waiting:
            pay(slot, rewards, room)


@inlined
@kernel
def find_caller_of(slot: Slot, law: Laws) -> int:
    """Return the seat to act, or your seat once the match is over."""
    actor = int(slot.match.actor)
    return actor if actor >= 0 else find_seat(slot.number, int(slot.match.seats), law)
