"""What is proved to whom: every card that a viewer saw and no other, against an oracle that deals by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from shindig.core.card_places import CardPlace, Cards, Counts, list_set_cards
from shindig.core.layout_and_views import ONLOOKER, SEATS, Layout, LayoutError, Numbers, Record, private
from shindig.gamekit import game, game_ids
from shindig.match import Match, Move, Order, Step, fair
from shindig.server.card_proofs.card_movement_inference import Kinds, locate_cards
from shindig.server.card_proofs.seen_cards import Knowledge, Viewers, track_match
from shindig.server.table_log.events import Acted, Event, Ordered
from tests.kits.games.random_walks import some_action, some_match
from tests.kits.games.seen_positions import positions_seen, sights_of

MILD = ("fold", "withdraw", "flee", "leave", "retire", "throw away")
LONG: dict[str, object] = {"hands": 2, "hands_to_win": 2, "deals_each": 1}
WALKS = 6


def events_of(steps: Sequence[Step]) -> list[Event]:
    return [
        Ordered(0, 0, step.of, list(step.items), "")
        if isinstance(step, Order)
        else Acted(step.seat, step.action, "", 0)
        for step in steps
    ]


def known(match: Match) -> Knowledge:
    return track_match(match.game, match.seats, match.options, events_of(match.steps))


def proved(match: Match, found: Knowledge, viewer: int) -> dict[int, list[int]]:
    """For each order of a match, the positions proved to a viewer."""
    return {step: found.find_positions(step, [(viewer,)] * len(match.steps)) for step in found.cards}


def played(game_id: str, seed: int, longest: int = 220) -> Match:
    """A random match in which few give up. Sealed declarations, slow to list in plain Python, only now and then."""
    match, rng = some_match(game_id, seed, LONG | {"declare": "auto" if seed else "manual"})
    return walked(match, rng, longest)


def walked(match: Match, rng: np.random.Generator, longest: int) -> Match:
    for _ in range(longest):
        if match.over:
            break
        action = some_action(match, rng)
        if match.game.words.text(match.record, action) in MILD and rng.random() < 0.8:
            action = some_action(match, rng)
        match.play(action)
    return match


@pytest.mark.parametrize("seed", range(WALKS))
@pytest.mark.parametrize("game_id", game_ids())
def test_every_card_seen_is_proved_and_no_other(game_id: str, seed: int) -> None:
    check_against_oracle(played(game_id, seed))


def test_tn_13_a_deck_shuffled_for_each_hand_shows_nothing_of_the_last_hand() -> None:
    """What still lies on the table from the hand before, or has left its mark in a pile, is of the order before."""
    match = Match(game("talon"), 3, {"shuffle": "each-hand", "hands": 3}, fair(0))
    check_against_oracle(walked(match, np.random.default_rng(0), 300))


def check_against_oracle(match: Match) -> None:
    found, sights = known(match), sights_of(match)
    for viewer in range(ONLOOKER, match.seats):
        wanted = {step: positions_seen(match, sights, step, viewer) for step in found.cards}
        assert proved(match, found, viewer) == wanted, (viewer, match.options)


def seen_by(match: Match, viewer: int) -> list[bytes]:
    """The views of a viewer after every step."""
    again, views = Match(match.game, match.seats, match.options), []
    for step in match.steps:
        take(again, step)
        views.append(match.game.view(again.array, viewer).tobytes())
    return views


def take(match: Match, step: Step) -> None:
    if isinstance(step, Order):
        match.order(step.items)
    else:
        match.play(step.action, step.seat)


def another_world(
    match: Match, viewer: int, views: list[bytes], hidden: dict[int, list[int]], seed: int
) -> Match | None:
    """A match that looks the same to a viewer: cards not proved exchanged, others' secret actions chosen anew."""
    rng = np.random.default_rng(seed)
    world = Match(match.game, match.seats, match.options)
    for number, (step, view) in enumerate(zip(match.steps, views, strict=True)):
        if isinstance(step, Order):
            take(world, exchanged(step, hidden[number], rng))
        elif step.seat != viewer and match.game.rules.secret(step.action):
            choose_alike(world, step, viewer, view, rng)
        elif not world.legal.allows(step.action):
            return None
        else:
            take(world, step)
        if match.game.view(world.array, viewer).tobytes() != view:
            return None
    return world


def exchanged(order: Order, spots: list[int], rng: np.random.Generator) -> Order:
    """The order with two of some positions exchanged, if there are two."""
    items = list(order.items)
    if len(spots) > 1:
        one, other = rng.choice(spots, 2, replace=False)
        items[one], items[other] = items[other], items[one]
    return Order(order.of, tuple(items))


def choose_alike(world: Match, move: Move, viewer: int, view: bytes, rng: np.random.Generator) -> None:
    """Some action that is legal and looks like the one taken; else any."""
    actions = [int(action) for action in rng.permutation(list(world.legal.actions))]
    same = [move.action] if world.legal.allows(move.action) else []
    for action in [*actions[:12], *same] if rng.random() < 0.3 else [*same, *actions[:12]]:
        after = world.array.copy()
        world.game.engine.apply(after, 0, action)
        if world.game.view(after, viewer).tobytes() == view:
            break
    world.play(action, move.seat)


@pytest.mark.parametrize("game_id", game_ids())
def test_what_is_proved_depends_on_nothing_that_was_not_seen(game_id: str) -> None:
    """Worlds that look the same to a viewer, with the same cards where cards are proved, have the same proofs.

    So a proof tells where a card lay that was seen, and neither it nor its absence tells anything of another card.
    """
    compared = 0
    for seed in range(20, 23):
        match = played(game_id, seed, 70)
        found = known(match)
        for viewer in (ONLOOKER, 1):
            told, views = proved(match, found, viewer), seen_by(match, viewer)
            hidden = {
                number: sorted(set(range(len(match.steps[number].items))) - set(spots))  # type: ignore[union-attr]
                for number, spots in told.items()
            }
            for chance in range(4):
                world = another_world(match, viewer, views, hidden, chance)
                if world is not None:
                    assert proved(world, known(world), viewer) == told
                    compared += 1
                    break
    assert compared >= 2


def stacked(game_id: str, seats: int, options: Mapping[str, object], tops: dict[str, str]) -> Match:
    """A match in which every order begins with the given items; the others come as the rules list them."""

    def chance(of: str, items: np.ndarray[tuple[int], np.dtype[np.int16]]) -> list[int]:
        codes = list(game(game_id).item_codes(match.record, int(match.record.asks)))
        left = items.tolist()
        top = [codes.index(code) for code in tops.get(of, "").split()]
        for item in top:
            left.remove(item)
        return top + left

    match = Match(game(game_id), seats, options)
    match._chance = chance
    match._give_orders()
    return match


def of_order(match: Match, viewer: int, of: str) -> list[int]:
    """The positions of a match's first order of a name that are proved to a viewer."""
    step = next(number for number, step in enumerate(match.steps) if isinstance(step, Order) and step.of == of)
    return known(match).find_positions(step, [(viewer,)] * len(match.steps))


TWO: dict[str, object] = {"first_dealer": 0, "deals_each": 1}


def play(match: Match, *actions: str) -> Match:
    for action in actions:
        match.play(action)
    return match


def test_cards_at_the_edges_of_the_deck_are_proved() -> None:
    """Seat 1 stands pat with 1b and the Red Dragon; all see both in the showdown, and the Tall Card on the edge too."""
    match = stacked("tall-card", 2, TWO, {"main": "1b 5p RdD 6p 1b 7p RdD 8p RdD 9d", "tall": "RdD"})
    play(match, "claim", "check", "check", "discard", "discard", "check", "check")
    assert [of_order(match, viewer, "main") for viewer in (-1, 0, 1)] == [list(range(10))] * 3
    assert of_order(match, ONLOOKER, "tall")[0] == 0


def test_of_like_cards_one_thrown_away_and_one_shown_the_first_is_proved() -> None:
    """Seat 1 throws one of two 3b away and shows the other: only seat 1 knows that it had both, and nothing tells."""
    match = stacked("tall-card", 2, TWO, {"main": "3b 5p 3b 6p 4d 7p 8d 8p 9d 9p 2d"})
    play(match, "claim", "check", "check", "discard 3b", "discard", "check", "check")
    assert of_order(match, ONLOOKER, "main") == [0, 1, 3, 4, 5, 6, 7, 8, 9, 10]
    single = stacked("tall-card", 2, TWO, {"main": "3b 5p 2b 6p 4d 7p 8d 8p 9d 9p 2d"})
    play(single, "claim", "check", "check", "discard 2b", "discard", "check", "check")
    assert of_order(single, ONLOOKER, "main") == [0, 1, 3, 4, 5, 6, 7, 8, 9, 10]
    assert of_order(match, 1, "main") == list(range(11))


def test_a_card_drawn_for_a_like_one_is_proved_to_who_drew_it() -> None:
    """Seat 1 throws 3b away and draws the other 3b: its hand looks as before, and both were its own."""
    match = stacked("tall-card", 2, TWO, {"main": "3b 5p 1b 6p 4d 7p 8d 8p 9d 9p 3b"})
    play(match, "claim", "check", "check", "discard 3b", "discard", "check", "check")
    assert of_order(match, ONLOOKER, "main") == list(range(1, 11))
    assert of_order(match, 1, "main") == list(range(11))


def test_the_ace_shown_for_a_fourth_discard_is_proved_though_its_hand_is_folded() -> None:
    options: Mapping[str, object] = {"first_dealer": 0, "hands": 1}
    codes = game("tall-cards").deck(game("tall-cards").new(2, options)[0]).codes
    ace, rest = next(code for code in codes if code[0] == "A"), [code for code in codes if code[0] != "A"][:9]
    match = stacked("tall-cards", 2, options, {"main": " ".join([ace, *rest])})
    thrown = " ".join(rest[at] for at in (1, 3, 5, 7))
    play(match, "check", "check", f"discard {thrown}", "claim", "bet 1", "fold")
    assert of_order(match, ONLOOKER, "main") == [0]


def test_who_sits_down_later_has_proofs_of_what_they_saw_from_then_on() -> None:
    """The seat throws 3b away; who takes it over after that has proofs of what it still holds, and of what is shown."""
    match = stacked("tall-card", 2, TWO, {"main": "3b 5p 1b 6p 4d 7p 8d 8p 9d 9p 2d"})
    play(match, "claim", "check", "check", "discard 3b", "discard", "bet 1", "fold")
    main = next(n for n, step in enumerate(match.steps) if isinstance(step, Order) and step.of == "main")
    thrown = next(n for n, step in enumerate(match.steps) if isinstance(step, Move) and step.do == "discard 3b")
    later: Viewers = [(1,) if step >= thrown else () for step in range(len(match.steps))]
    before: Viewers = [(1,) if step < thrown else () for step in range(len(match.steps))]
    assert known(match).find_positions(main, later) == [2, 4, 6, 8, 10]
    assert known(match).find_positions(main, before) == [0, 2, 4, 6, 8]


@pytest.mark.parametrize("game_id", game_ids())
def test_cards_are_counted_where_fields_say_they_lie(game_id: str) -> None:
    """In records and in views alike, what `cards_of` counts is what the numbers of the fields stand for."""
    match, _ = some_match(game_id, 3)
    rng = np.random.default_rng(3)
    layout = match.game.rules.layout
    for _ in range(12):
        if match.over:
            break
        match.play(some_action(match, rng))
        arrays = np.concatenate([match.array, *(match.view(seat).array for seat in range(-1, match.seats))])
        for number, of in enumerate(match.game.rules.orders):
            places, kinds = layout.places(of), len(match.game.item_codes(match.record, number))
            told = layout.count_cards(arrays, of, kinds)
            for one, record in enumerate(arrays):
                for place, counted in zip(places.all, told[one], strict=True):
                    assert counted.tolist() == counted_by_hand(record, place, kinds), (str(place), record.viewer)


def counted_by_hand(record: Any, place: CardPlace, kinds: int) -> list[int]:
    numbers = np.atleast_1d(record[place.field.name])[place.row]
    cards = place.field.cards
    assert cards is not None
    held = [card for number in np.ravel(numbers).tolist() for card in cards.list_cards(record, number)]
    return [held.count(kind) for kind in range(kinds)]


def test_the_highest_card_of_a_set_of_64_is_held_too() -> None:
    """Its bit makes the number negative, as UNKNOWN is."""
    pokebacc = game("royal-pokebacc")
    match = pokebacc.new(3)
    match["held"][0, 1] = np.int64(-(1 << 63)) | 1
    places = [str(place) for place in pokebacc.rules.layout.places("main").all]
    counts = pokebacc.rules.layout.count_cards(match, "main", 64)[0, places.index("held[1]")]
    assert np.flatnonzero(counts).tolist() == [0, 63]
    assert list_set_cards(-(1 << 63) | 1) == [0, 63]


@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_a_set_of_cards_is_counted_in_numbers_of_every_kind(kind: str) -> None:
    class Bag(Record):
        bag: Numbers = private(kind, SEATS, cards=Cards("main", bits=True, first=2))

    layout = Layout(Bag, 2)
    match = layout.empty()
    match["bag"][0] = 0b101, 0b1000000
    assert layout.count_cards(match, "main", 9)[0].tolist() == [
        [0, 0, 1, 0, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 1],
    ]
    assert layout.count_cards(layout.view(match, 0), "main", 9)[0, 1].tolist() == [0] * 9


def test_cards_that_would_look_like_card_0_to_others_are_refused() -> None:
    class Wrong(Record):
        hole: Numbers = private("u1", SEATS, cards="main")

    with pytest.raises(LayoutError, match="hole holds cards: give it a signed kind"):
        _ = Layout(Wrong, 2).dtype


def test_what_is_the_same_in_every_world_lies_still() -> None:
    """Two cards of two kinds that may lie in each other's place, and a third place in which one of each lies."""
    sorts, real = np.array([0, 1]), np.array([[1, 0], [0, 1], [1, 1]], np.int8)

    def worlds_of(changed: Kinds) -> Counts:
        worlds = np.tile(real, (len(changed), 1, 1))
        worlds[:, :2] = np.eye(2, dtype=np.int8)[changed]
        return worlds

    assert locate_cards(sorts, real, worlds_of, 1, 4).still.tolist() == [False, False, True]
