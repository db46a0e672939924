"""Checks against information leaks: matches that differ only in unseen cards must look equal.

A random match is played. Then one of its orders is changed: cards that a viewer does not see change places. The
recorded actions follow, as long as they are legal. A viewer for whom no moved card has come to light must get equal
bytes after every step. Cards come to light in the fields that are declared to hold cards. So a view that differs must
differ there too, at that step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from shindig.core.layout_and_views import CHANCE, Records
from shindig.gamekit.game_spec import Game
from shindig.match import View, write_story

from ..array_overrun_checks import (
    LONGEST,
    Walk,
    WalkStep,
    copy_records,
    make_order_turn,
    read_chance_items,
    read_legal,
    take_step,
    walk_match,
)
from ..phase_name_reader import phase_text
from .scenes_and_stories import make_story_step, name_viewer

PAIRS = 12
"""Number of changed matches per match."""
SPOKEN, SPOKEN_PAIRS = 10, 1
"""Number of steps, and of pairs, in which stories and scenes are compared too. They are made from views, which always
are."""


def list_revealing_fields(game: Game) -> frozenset[str]:
    """Return the fields that show cards, and those by which the rules themselves tell of hidden cards."""
    return frozenset(
        {field.name for field in game.rules.layout.fields if field.cards} | set(game.rules.revealing_fields)
    )


@dataclass
class Pair:
    """Two matches with equal actions and one order that differs."""

    game: Game
    first: Records
    second: Records
    reveals: frozenset[str]
    blind: set[int]
    """Viewers for whom no moved card has come to light yet."""

    def compare(self) -> Iterator[str]:
        """Compare the views of every blind viewer. A viewer with a difference must see a card, and is blind no more."""
        for seat in sorted(self.blind):
            ours, theirs = self.get_views(seat)
            if ours.tobytes() != theirs.tobytes():
                self.blind.remove(seat)
                yield from self.compare_views(ours, theirs)

    def compare_views(self, ours: View, theirs: View) -> Iterator[str]:
        differ = [name for name in ours.array.dtype.names or () if (ours.array[name] != theirs.array[name]).any()]
        if not self.reveals & set(differ):
            yield (
                f"{name_viewer(ours)} learns of cards that it does not see: by "
                f"{' and '.join(f'`{name}`' for name in differ)}, "
                f"in {phase_text(self.game, int(ours.record.phase))}. Make that private or hidden, or do not let it "
                "depend "
                "on hidden cards; if it holds the cards themselves, declare `cards=`, and if the rules mean to tell, "
                "name "
                "it in rules.revealing_fields"
            )

    def get_views(self, seat: int) -> tuple[View, View]:
        ours, theirs = (View(self.game, self.game.view(match, seat)) for match in (self.first, self.second))
        return ours, theirs

    def take_step(self, step: WalkStep) -> bool:
        """Take a step in both matches. Returns False if the second one does not allow it."""
        if not is_allowed(self.game, self.second, step):
            return False
        take_step(self.game, self.first, step)
        take_step(self.game, self.second, step)
        return True


def is_allowed(game: Game, match: Records, step: WalkStep) -> bool:
    """Return True if a step may be taken now."""
    if int(match["actor"][0]) != step.seat:
        return False
    if step.seat == CHANCE:
        return read_chance_items(game, match[0]).rows == sorted(step.what)
    return any(first <= step.what[0] <= last for first, last in read_legal(game, match[0]).rows)


def make_pairs(one: Walk, many: int, reveals: frozenset[str]) -> Iterator[tuple[Pair, list[WalkStep]]]:
    """Yield pairs of matches, just after an order in which cards changed places, with the steps to come."""
    places = [place for place, step in enumerate(one.steps) if step.seat == CHANCE]
    for _ in range(many if places else 0):
        place = int(one.rng.choice(places))
        both = make_pair(one, place, reveals)
        if both is not None:
            yield both, one.steps[place + 1 :]


def make_pair(one: Walk, place: int, reveals: frozenset[str]) -> Pair | None:
    """Make a twin of the match at an order, with some of that order's unseen cards exchanged; None if none can be."""
    before = replay_to(one, place)
    items = list(one.steps[place].what)
    moved = find_unseen_places(one.game, before, items, int(one.rng.integers(-1, one.seats)), one.rng)
    if not moved:
        return None
    if one.rng.integers(2):
        moved = one.rng.choice(moved, min(2, len(moved)), replace=False).tolist()
    other = np.array(items)
    other[moved] = other[one.rng.permutation(moved)]
    if other.tolist() == items:
        return None
    first, second = copy_records(before), copy_records(before)
    take_step(one.game, first, make_order_turn(items))
    take_step(one.game, second, make_order_turn(other.tolist()))
    return Pair(one.game, first, second, reveals, set(range(-1, one.seats)))


def replay_to(one: Walk, place: int) -> Records:
    """Replay a walk up to the step at a place."""
    again = copy_records(one.first)
    for step in one.steps[:place]:
        take_step(one.game, again, step)
    return again


def find_unseen_places(game: Game, before: Records, items: list[int], seat: int, rng: np.random.Generator) -> list[int]:
    """Return places of an order whose cards a viewer does not see immediately, so that they may be exchanged."""
    plain = get_seen_cards(game, before, items, seat)
    for anchor in rng.permutation(len(items)).tolist():
        found = [
            place
            for place in range(len(items))
            if get_seen_cards(game, before, swap_items(items, anchor, place), seat) == plain
        ]
        if len(found) > 1:
            return found
    return []


def swap_items(items: list[int], one: int, other: int) -> list[int]:
    items = items.copy()
    items[one], items[other] = items[other], items[one]
    return items


def get_seen_cards(game: Game, before: Records, items: list[int], seat: int) -> bytes:
    """Return the cards that a viewer sees after an order; the whole view if no field holds such items."""
    copy = copy_records(before)
    take_step(game, copy, make_order_turn(items))
    view = game.view(copy, seat)
    order = game.rules.orders[int(before["asks"][0])]
    fields = game.rules.layout.fields
    if not any(field.cards and field.cards.of == order for field in fields):
        return view.tobytes()
    return b"".join(view[field.name].tobytes() for field in fields if field.cards)


def unseen_cards_change_nothing(game: Game, seed: int, fixed: Mapping[str, object]) -> Iterator[str]:
    """Compare the views, stories and scenes of blind viewers along pairs of matches."""
    *_, one = walk_match(game, seed, fixed, LONGEST)
    for n, (both, steps) in enumerate(make_pairs(one, PAIRS, list_revealing_fields(game))):
        yield from both.compare()
        yield from follow_pair(one, both, steps, SPOKEN if n < SPOKEN_PAIRS else 0)


def follow_pair(one: Walk, both: Pair, steps: list[WalkStep], spoken: int) -> Iterator[str]:
    """Take steps in both matches while any viewer is blind. For the first `spoken` ones, compare texts too."""
    for n, step in enumerate(steps):
        watching = {seat: both.get_views(seat)[0] for seat in both.blind} if n < spoken else {}
        if not both.blind or not both.take_step(step):
            return
        yield from both.compare()
        for seat in both.blind & watching.keys():
            yield from texts_are_alike(one, both, watching[seat], step, seat)


def texts_are_alike(one: Walk, both: Pair, before: View, step: WalkStep, seat: int) -> Iterator[str]:
    """Check that equal views give equal texts, regardless of a process's caches."""
    ours, theirs = both.get_views(seat)
    happened = make_story_step(one, step)
    if write_story(one.game, before, happened, ours) != write_story(one.game, before, happened, theirs):
        yield f"words.story tells {name_viewer(ours)} more than its views: it depends on them alone"
    if ours.scene != theirs.scene or ours.hints != theirs.hints or ours.result != theirs.result:
        yield f"the scene, hints or result of {name_viewer(ours)} tell more than its view: they depend on it alone"
