"""Nobody learns what they may not know: matches that differ only in that look the same, on every channel.

A match is played at random. Then one of its orders is changed: cards that a viewer does not see change places. The
same actions follow, as long as they are legal. A viewer for whom no moved card has come to light must be given the
same bytes after every step. What may bring a card to light is the table REVEALS: a view that differs must differ there
too, at the same step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from walks import LONGEST, some_match, walk

from shindig.games import PACKAGES
from shindig.match import Match, Move, Order, Step, View, seen_action, story
from shindig.room.told import News, Public, SeatInfo, Settings, TableInfo, Update
from shindig.room.wire import news_json
from shindig.web.render import regions

POKEBACC = {"held", "fresh", "laid", "top", "lot", "disaster"}
REVEALS = {
    "tall-card": {"hand", "shown", "tall"},
    "tall-cards": {"hand", "shown", "tall", "ace"},
    "talon": {"suits", "trumps", "seen", "shown", "table", "drawn"},
    "royal-pokebacc": POKEBACC,
    "merchants-bank": POKEBACC,
    "farmers-and-fishermen": POKEBACC,
}
"""The fields in which cards come to light, for everybody or for their owner."""

OPEN_ORDERS = {"seats"}
"""Orders that hold no cards: everybody is told at once what they say."""
TELLTALE = {"exhaustion": "quiet"}
"""Options whose other choice tells everybody about hidden hands, as the rules of it say (PB-42)."""
PAIRS = 12
"""Changed matches for each game and seed."""
PATTERN = 0x55
"""A byte that no blank field holds."""

every_game = pytest.mark.parametrize("game_id", PACKAGES)


@dataclass
class Pair:
    """Two matches that had the same actions, and one order that differs."""

    first: Match
    second: Match
    blind: set[int]
    """The viewers for whom no moved card has come to light yet."""

    def compare(self) -> None:
        """Look through every blind viewer's eyes; who sees a difference must see a card, and is blind no more."""
        for viewer in sorted(self.blind):
            ours, theirs = self.views(viewer)
            if ours.tobytes() == theirs.tobytes():
                continue
            differ = {name for name in ours.array.dtype.names or () if (ours.array[name] != theirs.array[name]).any()}
            assert differ & REVEALS[self.first.game.id], f"viewer {viewer} learns of unseen cards by {sorted(differ)}"
            self.blind.remove(viewer)

    def views(self, viewer: int) -> tuple[View, View]:
        return self.first.view(viewer), self.second.view(viewer)

    def take(self, step: Step) -> bool:
        """Do the same in both; False where the rules do not allow it in both."""
        if isinstance(step, Order):
            needs = self.first.needs, self.second.needs, self.first.wanted().tolist()
            if needs != (step.of, step.of, self.second.wanted().tolist()):
                return False
            self.first.order(step.items)
            self.second.order(step.items)
            return True
        if not all(match.can(step.action, step.seat) for match in (self.first, self.second)):
            return False
        self.first.play(step.action)
        self.second.play(step.action)
        return True


def pairs(game_id: str, seed: int, many: int = PAIRS) -> Iterator[tuple[Pair, list[Step]]]:
    """Pairs of matches, just after an order in which cards changed places, and the steps to come."""
    *_, (match, rng) = walk(game_id, seed, LONGEST, TELLTALE)
    places = [place for place, step in enumerate(match.steps) if isinstance(step, Order) and step.of not in OPEN_ORDERS]
    for _ in range(many):
        place = int(rng.choice(places))
        yield pair(match, place, rng), match.steps[place + 1 :]


def pair(match: Match, place: int, rng: np.random.Generator) -> Pair:
    """The match up to the order at a place, and its twin in which some of that order's unseen cards lie elsewhere."""
    first, second = [replay(match, match.steps[:place]) for _ in range(2)]
    order = match.steps[place]
    assert isinstance(order, Order)
    viewer = int(rng.integers(-1, match.seats))
    moved = unseen(first, list(order.items), viewer, rng)
    if rng.integers(2):
        moved = rng.choice(moved, min(2, len(moved)), replace=False).tolist()
    items = np.array(order.items)
    items[moved] = items[rng.permutation(moved)]
    first.order(order.items)
    second.order(items.tolist())
    return Pair(first, second, set(range(-1, match.seats)))


def unseen(match: Match, items: list[str], viewer: int, rng: np.random.Generator) -> list[int]:
    """Places of an order whose cards a viewer does not see at once: any of them may change places with the others."""
    plain = seen(match, items, viewer)
    for anchor in rng.permutation(len(items)).tolist():
        found = [place for place in range(len(items)) if seen(match, swapped(items, anchor, place), viewer) == plain]
        if len(found) > 1:
            return found
    return [0]


def swapped(items: list[str], one: int, other: int) -> list[str]:
    items = items.copy()
    items[one], items[other] = items[other], items[one]
    return items


def seen(match: Match, items: list[str], viewer: int) -> bytes:
    """A viewer's view after an order, which is handed to a copy of the record."""
    codes = match.game.item_codes(match.record, int(match.record.asks))
    copy = np.frombuffer(bytearray(match.array.tobytes()), match.array.dtype)
    match.game.engine.order(copy, 0, np.array([codes.index(item) for item in items], np.int16))
    return match.game.view(copy, viewer).tobytes()


def replay(match: Match, steps: list[Step]) -> Match:
    """A fresh match with the same options, brought to the same place."""
    again = Match(match.game, match.seats, match.options)
    for step in steps:
        if isinstance(step, Order):
            again.order(step.items)
        else:
            again.play(step.action)
    return again


@every_game
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_unseen_cards_change_no_byte_of_any_view(game_id: str, seed: int) -> None:
    for both, steps in pairs(game_id, seed):
        both.compare()
        for step in steps:
            if not both.blind or not both.take(step):
                break
            both.compare()


@every_game
def test_unseen_cards_change_no_word_on_any_channel(game_id: str) -> None:
    """Legal actions, scene, story, hints, refusals, the stream and the page are the same where the views are."""
    for both, steps in pairs(game_id, 5, 4):
        both.compare()
        for step in steps[:25]:
            watching = {viewer: both.views(viewer) for viewer in both.blind}
            if not watching or not both.take(step):
                break
            both.compare()
            for viewer in both.blind:
                ours, theirs = both.views(viewer)
                before = watching[viewer]
                assert said(both.first, before[0], ours) == said(both.second, before[1], theirs)


def said(match: Match, before: View, after: View) -> list[object]:
    """All that a viewer is given after the last step of a match."""
    mine = after.my_turn
    return [
        repr(after.scene),
        told(match, before, after),
        story(match.game, before, match.steps[-1], after),
        after.hints,
        match.legal.ranges if mine else [],
        [refusal(match, action) for action in range(0, min(match.game.num_actions, 1000), 97)] if mine else [],
        [refusal(match, words) for words in ("discard 1", "play 1", "lay 1", "sing")] if mine else [],
    ]


def told(match: Match, before: View, after: View) -> tuple[bytes, dict[str, str]]:
    """What the room's stream and its page give a viewer after the last step of a match."""
    seats = tuple(SeatInfo(seat, "person", f"Player {seat}") for seat in range(match.seats))
    lines = tuple(story(match.game, before, match.steps[-1], after))
    update = Update(len(match.steps), "act", lines=lines, view=after)
    public = Public(table(after.public, seats), after.public)
    news = News(len(match.steps), False, (update,), table(after, seats), after, public)
    return news_json(news), regions(news)


def table(view: View, seats: tuple[SeatInfo, ...]) -> TableInfo:
    """A table beside its game's view, the same in both worlds."""
    turn = "turn" if view.my_turn else None
    return TableInfo(
        id="table",
        game=view.game.id,
        title="",
        state="playing",
        paused=False,
        host=False,
        settings=Settings(),
        options={},
        seats=seats,
        you=view.seat,
        match=1,
        token=turn,
        clock=None,
        rest=None,
        cut=None,
        last_cut=None,
        agreed={},
        watchers=0,
        talk=True,
    )


def refusal(match: Match, action: int | str) -> str:
    try:
        match.verify(action)
    except ValueError as error:
        return str(error)
    return ""


@every_game
def test_views_hold_nothing_of_hidden_fields(game_id: str) -> None:
    """Whatever lies in the fields that a viewer may not see, the view is the same."""
    match, rng = some_match(game_id, 6)
    layout = match.game.layout
    pattern = np.full(match.array.nbytes, PATTERN, np.uint8).view(match.array.dtype)
    for viewer in range(-1, match.seats):
        unseen = layout.view(pattern, viewer).view(np.uint8) != PATTERN
        noisy = np.frombuffer(bytearray(match.array.tobytes()), np.uint8)
        noisy[unseen] = rng.integers(256, size=int(unseen.sum()), dtype=np.uint8)
        assert layout.view(noisy.view(match.array.dtype), viewer).tobytes() == match.view(viewer).tobytes()


@every_game
def test_a_secret_action_is_unknown_to_the_stories_of_others(game_id: str) -> None:
    """TC-15, TF-14, TN-50, PB-31: what was discarded, laid away or sealed is its owner's alone."""
    *_, (match, _) = walk(game_id, 7)
    for move in (step for step in match.steps if isinstance(step, Move)):
        hidden = match.game.secret(move.action)
        assert seen_action(match.game, move.seat, move) == move.action
        for viewer in {-1, (move.seat + 1) % match.seats}:
            assert seen_action(match.game, viewer, move) == (None if hidden else move.action)
