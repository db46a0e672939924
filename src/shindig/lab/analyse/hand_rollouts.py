"""Rollouts of a hand: sampled deals around it are played to the end of the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shindig.core.confidence_intervals import FEWEST, mean_width
from shindig.core.layout_and_views import CHANCE, OVER, Records, copy_records
from shindig.gamekit import Game, GameError, games
from shindig.gamekit.hand_study_interfaces import Rollouts
from shindig.observations import HandStep, take_step

from ..run.compiled_matches import AS_POLICY, AT_RANDOM, CompiledTable, compile_kernels
from ..run.duplicate_deals import MAX_MOVES

WORLDS = 1000
"""Number of sampled deals."""
MOST_STEPS = 1000
"""Largest number of steps from a deal to the first choice."""
Order = npt.NDArray[np.int16]
Steps = list[HandStep]


class Measure(NamedTuple):
    """A mean over sampled deals."""

    mean: float
    error: float
    """Half the width of its 95 % interval."""
    worlds: int
    """Number of deals with a value."""


@dataclass(frozen=True)
class RolloutResult:
    """Result of one first action."""

    name: str
    measures: dict[str, Measure]
    """`gain` is the seat's payoff less the mean of the table; the others are the game's own."""


@dataclass(frozen=True)
class HandOutlook:
    """A hand with all first actions, those with the largest gains first."""

    seat: int
    worlds: int
    """Number of deals that came to the choice."""
    counted: dict[str, float]
    """Chances that the game counts, by name."""
    courses: tuple[RolloutResult, ...]


@dataclass(frozen=True)
class RolloutStart:
    """A match before its deal, and the steps to the first seat with a hand."""

    before: Records
    deck: Order
    """Order of the deal."""
    steps: Steps
    seat: int
    """First seat with a hand."""
    places: tuple[int, ...]
    """Positions of that seat's cards in the order."""


def get_outlook(rules: Game) -> Rollouts:
    """Return the rollouts of a game. Raises GameError if it declares none."""
    if rules.rollouts is None:
        able = [one.id for one in games() if one.rollouts is not None or one.worth is not None]
        raise GameError(f"{rules.name} does not say what its hands are good for; {', '.join(able) or 'no game'} do")
    return rules.rollouts


def run_courses(
    rules: Game, fresh: Records, hand: str, worlds: int = WORLDS, seed: int = 0, plain: bool = False
) -> HandOutlook:
    """Play a hand with every first action in equal sampled deals; all further actions are the bots' policy.

    With `plain`, run as ordinary Python. Raises GameError, CardError.
    """
    asks, rng = get_outlook(rules), np.random.default_rng(seed)
    found = deal_opening(rules, fresh, rng)
    mine = parse_hand(rules, fresh, hand, found)
    if not plain:
        prepare_rollouts(rules)
    unseen = [card for card in found.deck.tolist() if card not in mine]
    made = [*deal_worlds(rules, found, mine, unseen, worlds, rng)]
    if not made:
        raise GameError("no world comes to a choice with these cards")
    actions = list_first_actions(rules, made[0])
    table = CompiledTable(
        rules, fresh, (AS_POLICY if rules.policies else AT_RANDOM,) * int(fresh["seats"][0]), seed, plain
    )
    begun = [run_course(rules, table, made, found.seat, action) for action in actions]
    counted = dict(asks.counted(made[0][0], mine, unseen))
    return HandOutlook(found.seat, len(made), counted, tuple(sorted(begun, key=lambda one: -one.measures["gain"].mean)))


def deal_opening(rules: Game, fresh: Records, rng: np.random.Generator) -> RolloutStart:
    """Deal once at random. Raises GameError if nobody gets a hand."""
    asks, match = get_outlook(rules), fresh.copy()
    before, deck, steps = fresh, np.zeros(0, np.int16), Steps()
    for _ in range(MOST_STEPS):
        m = match[0]
        if m.actor == OVER:
            break
        if m.actor >= 0 and (cards := asks.held(m, int(m.actor))):
            places = tuple(deck.tolist().index(card) for card in cards)
            return RolloutStart(before, deck, steps, int(m.actor), places)
        step = make_any_step(rules, match, rng)
        if m.actor == CHANCE and rules.rules.orders[int(m.asks)] == asks.of:
            before, deck, steps = copy_records(match), np.asarray(step), []
        else:
            steps.append(step)
        take_step(rules, match, 0, step)
    raise GameError(f"nobody at a table of {rules.name} gets a hand from the order {asks.of!r}")


def make_any_step(rules: Game, match: Records, rng: np.random.Generator) -> HandStep:
    """Take a step: a random order, or the first legal action."""
    if match["actor"][0] != CHANCE:
        return rules.legal_ranges(match)[0][0]
    items = rules.engine.scratch()[1]
    return rng.permutation(items[: rules.engine.chance_items(match, 0, items)])


def prepare_rollouts(rules: Game) -> None:
    """Compile the kernels in use."""
    rules.compile()
    compile_kernels(rules, rules.policies is not None)


def check_hand(rules: Game, fresh: Records, hand: str) -> None:
    """Refuse cards that are no hand, before anything is compiled. Raises GameError, CardError."""
    parse_hand(rules, fresh, hand, deal_opening(rules, fresh, np.random.default_rng(0)))


def parse_hand(rules: Game, fresh: Records, hand: str, found: RolloutStart) -> list[int]:
    """Parse the cards of a hand. Raises GameError, CardError."""
    size = len(found.places)
    cards = [int(card) for card in rules.deck(fresh[0]).parse(hand)]
    if twice := [card for card in set(cards) if cards.count(card) > 1]:
        raise GameError(f"there is one {rules.deck(fresh[0]).codes[twice[0]]}, and the hand has it twice")
    if strange := set(cards) - set(found.deck.tolist()):
        raise GameError(f"{rules.deck(fresh[0]).codes[strange.pop()]} is not dealt here")
    if len(cards) != size:
        raise GameError(f"whoever is first to act has {size} cards here, not {len(cards)}")
    return cards


def deal_worlds(
    rules: Game, found: RolloutStart, mine: Sequence[int], unseen: Sequence[int], worlds: int, rng: np.random.Generator
) -> Iterator[Records]:
    """Yield matches in which the seat holds the hand and is to choose. A cancelled deal is left out."""
    deck, others = found.deck.copy(), np.delete(np.arange(len(found.deck)), found.places)
    for _ in range(worlds):
        deck[list(found.places)], deck[others] = rng.permutation(mine), rng.permutation(unseen)
        match = found.before.copy()
        rules.engine.chance_order(match, 0, deck)
        for step in found.steps:
            take_step(rules, match, 0, step)
        if reach_choice(rules, match, found.seat, set(mine), rng):
            yield match


def reach_choice(rules: Game, match: Records, seat: int, mine: set[int], rng: np.random.Generator) -> bool:
    """Play on until the seat stands before its choice; whether it came there with its hand."""
    asks, ranges = get_outlook(rules), rules.engine.scratch()[0]
    for _ in range(MOST_STEPS):
        m = match[0]
        if m.actor < 0 or set(asks.held(m, seat)) != mine:
            return False
        if m.actor == seat and asks.ready(m):
            return True
        action = rules.policies.policy(m, ranges, rng) if rules.policies else rules.legal_ranges(match)[0][0]
        rules.engine.apply(match, 0, int(action))
    return False


def list_first_actions(rules: Game, match: Records) -> list[int]:
    """Return the actions that are compared."""
    legal = [action for first, last in rules.legal_ranges(match) for action in range(first, last + 1)]
    return [action for action in legal if not get_outlook(rules).leaves(action)]


def run_course(rules: Game, table: CompiledTable, made: Sequence[Records], seat: int, action: int) -> RolloutResult:
    """Begin so in every world."""
    table.count = 0
    for nth, world in enumerate(made):
        match = world.copy()
        rules.engine.apply(match, 0, action)
        table.finish_hand(match, nth, MAX_MOVES)
    hands = table.hands
    gain = hands.payoffs[:, seat] - hands.payoffs.mean(axis=1)
    told = {"gain": gain, **get_outlook(rules).told(hands.facts, seat, action)}
    name = rules.words.text(made[0][0], action)
    return RolloutResult(name, {name: average_measure(values) for name, values in told.items()})


def average_measure(values: npt.NDArray[np.float64]) -> Measure:
    """Return the mean of the values that are not NaN."""
    known = values[~np.isnan(values)]
    mean = float(known.mean()) if len(known) else float("nan")
    if len(known) < FEWEST:
        return Measure(mean, float("inf"), len(known))
    return Measure(mean, float(known.std(ddof=1)) * mean_width(len(known)), len(known))
