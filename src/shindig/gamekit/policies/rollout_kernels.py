"""Rollouts: a hand played to its end by policies, from any record. Kernel templates, bound to a game."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel, unbound
from shindig.core.layout_and_views import CHANCE, OVER, Items, Ranges, Record, Records

from ..array_rules_engine import count_actions, nth_action, shuffle
from .policy_spec import MOST_CHOICES, Actions, Generator

LIMIT = 2000
"""Number of steps after which a rollout stops."""


legal = apply = chance_items = chance_order = ended = payoff = policy = opponent_policy = gentle = is_terminal = (
    terminal_value
) = exact_value = heuristic_value = advance = play_on = unbound


@kernel
def has_ended(m: Record) -> bool:
    """Return True if the hand has nothing more to play for."""
    return bool(m.actor == OVER or ended(m))


@kernel
def payoff_of(m: Record, seat: int) -> float:
    return float(payoff(m, seat))


@kernel
def policy_at(matches: Records, i: int, ranges: Ranges, rng: Generator) -> int:
    return int(policy(matches[i], ranges, rng))


@kernel
def gentle_at(matches: Records, i: int, ranges: Ranges, rng: Generator) -> int:
    return int(gentle(matches[i], ranges, rng))


@kernel
def advance_at(matches: Records, i: int, seat: int, ranges: Ranges, items: Items, rng: Generator) -> None:
    """Take one step: a random order, or the action of a seat's policy or of the others' policy."""
    m = matches[i]
    if m.actor == CHANCE:
        count = chance_items(m, items)
        shuffle(items, count, rng)
        chance_order(m, items[:count])
    elif m.actor == seat:
        apply(m, policy(m, ranges, rng))
    else:
        apply(m, opponent_policy(m, ranges, rng))


@kernel
def rollout_at(
    matches: Records, i: int, seat: int, knowns: Records, ranges: Ranges, items: Items, rng: Generator
) -> float:
    """Play the hand of record i to its end by the policies, and return a seat's result."""
    return float(play_on(matches, i, seat, knowns, ranges, items, rng, False))


@kernel
def play_on_at(
    matches: Records, i: int, seat: int, knowns: Records, ranges: Ranges, items: Items, rng: Generator, guesses: bool
) -> float:
    """Play the hand of record i to its end and return a seat's result; with `guesses`, stop at the first estimate."""
    m = matches[i]
    for _ in range(LIMIT):
        if is_terminal(m):
            break
        worth = exact_value(knowns[0], matches, i, seat)
        if guesses and worth != worth:
            worth = heuristic_value(knowns[0], matches, i, seat)
        if worth == worth:
            return float(worth)
        advance(matches, i, seat, ranges, items, rng)
    return float(terminal_value(m, seat))


@kernel
def all_legal(m: Record, ranges: Ranges, rng: Generator, choices: Actions) -> int:
    """Write the policy's action and all other legal ones, as far as there is room."""
    choices[0] = policy(m, ranges, rng)
    count = legal(m, ranges)
    written = 1
    for n in range(count_actions(ranges, count)):
        action = nth_action(ranges, n)
        if action != choices[0] and written < MOST_CHOICES:
            choices[written] = action
            written += 1
    return written
