"""What views keep to themselves, and what they show."""

from __future__ import annotations

from random import Random

import pytest

from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit.table_scene import Amount, Pick, Press
from shindig.games.pokebacc.rules.state import Pokebacc
from shindig.games.pokebacc.worth.hand_melds import cards_in, mask
from shindig.match import Match, View, fair, write_story
from tests.kits.games.pokebacc_table import ALL, BANK, FARM, ROYAL, Table, game
from tests.kits.games.written_texts import written
from tests.kits.suite.seeds import seeds

LONGEST = 220
PURE = "KA QA CA PA SA"


def views(match: Match) -> list[View]:
    """The onlooker's, then each seat's."""
    return [match.view(seat) for seat in range(ONLOOKER, match.seats)]


def channels(view: View) -> tuple[object, ...]:
    """Everything that a viewer can get from a view."""
    return view.tobytes(), view.legal.ranges, view.scene, view.hints


def likely(match: Match, rnd: Random) -> int:
    """A legal action: a meld if there is one, mostly; small amounts."""
    ranges = match.legal.ranges
    first, last = ranges[0] if rnd.random() < 0.5 else rnd.choice(ranges)
    return min(last, first + int(rnd.expovariate(0.2))) if last - first > 64 else rnd.randint(first, last)


def swap_the_unseen(m: Pokebacc, viewer: int, rnd: Random) -> None:
    """Deal all cards that a viewer cannot see anew: other hands, the draw pile, the discard pile under its top card."""
    others = [seat for seat in range(m.seats) if seat != viewer]
    top = mask([m.top]) if m.top >= 0 else 0
    deck = m.deck[64 - m.stock :]
    pool = [*(int(card) for card in deck), *cards_in(int(m.pile) & ~top)]
    for seat in others:
        pool += cards_in(int(m.held[seat]))
    rnd.shuffle(pool)
    for place in range(len(deck)):
        deck[place] = pool.pop()
    m.pile = mask([pool.pop() for _ in range(max(int(m.pile_count) - 1, 0))]) | top
    for seat in others:
        m.held[seat] = mask([pool.pop() for _ in range(m.cards[seat])])
        m.fresh[seat] = rnd.randrange(2**60)
        m.sealed[seat] = rnd.randrange(-1, 5)
    assert not pool


@pytest.mark.parametrize("name", ALL)
@seeds(*range(6))
def test_what_a_viewer_cannot_know_changes_nothing_for_them(name: str, seed: int) -> None:
    rnd = Random(f"{name} {seed}")
    match = Match(game(name), rnd.randint(3, 6), {"stakes": rnd.choice(["off", "on"]), "hands_to_win": 2}, fair(seed))
    for _ in range(LONGEST):
        if match.over:
            break
        viewer = rnd.randrange(ONLOOKER, match.seats)
        other = match.array.copy()
        swap_the_unseen(other[0], viewer, rnd)
        ours, theirs = match.view(viewer), View(match.game, match.game.view(other, viewer))
        assert channels(ours) == channels(theirs)
        match.play(likely(match, rnd))


@pytest.mark.parametrize("first", ["spare", "inflict War"])
def test_pb_31_two_worlds_look_the_same_until_the_answers_are_in(first: str) -> None:
    """Seat 1 holds War and inflicts it or not, or seat 2 holds it: nobody else can tell before seat 2 has answered."""
    odd, far = "1F 3F 5F 7F 9F", "1M 3M 5M 7M 9M"
    worlds = []
    for hands, answer in (({1: f"War {odd}", 2: f"2F {far}"}, first), ({1: f"2F {odd}", 2: f"War {far}"}, "spare")):
        table = Table(ROYAL, 4).deal({0: PURE, **hands}).does(f"lay {PURE}")
        looks = [view for view in views(table) if view.seat not in (1, 2)]
        table.does(answer)
        after = [view for view in views(table) if view.seat not in (1, 2)]
        lines = [write_story(table.game, a, table.steps[-1], b) for a, b in zip(looks, after, strict=True)]
        worlds.append(([channels(view) for view in after], lines))
    assert worlds[0] == worlds[1]


def test_pb_31_one_is_asked_in_the_same_words_whatever_one_holds() -> None:
    prompts = []
    for hand in ("War", "1F"):
        prompt = Table(ROYAL).deal({0: PURE, 1: hand}).does(f"lay {PURE}").view(1).scene.prompt
        assert prompt is not None
        prompts.append(prompt)
    assert prompts[0].question == prompts[1].question
    assert str(prompts[0].question) == (
        "{0} laid down a Royal Family. Play a Disaster on it? Everyone decides in secret."
    )
    assert [len(prompt.controls) for prompt in prompts] == [2, 1]


def test_a_seat_sees_its_cards_and_how_many_the_others_hold() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A", 1: "KA"})
    scene = table.view(0).scene
    assert [card.code for card in scene.seats[0].piles[0].cards] == table.hand(0).split()
    assert [len(seat.piles[0].cards) for seat in scene.seats] == [8, 6, 6]
    assert all(card.code is None for seat in scene.seats[1:] for card in seat.piles[0].cards)
    assert sum("new" in card.marks for card in scene.seats[0].piles[0].cards) == 2
    onlooker = table.view().scene
    assert all(card.code is None for seat in onlooker.seats for card in seat.piles[0].cards)


def test_melds_lie_before_their_seat_with_scores_and_what_spoiled_them() -> None:
    table = Table(ROYAL).deal({0: f"3A 4A 5A {PURE.split()[0]} QW CW", 1: "War"}, draws="PA SA")
    table.does("lay 3A 4A 5A", "lay KA QW CW PA SA")
    piles = table.view().scene.seats[0].piles[1:]
    assert [(str(pile.name), str(pile.note)) for pile in piles] == [("run", "30"), ("Family", "?")]
    table.does("inflict War", "spare")
    seat = table.view().scene.seats[0] if table.record.hands == 1 else None
    assert seat is not None
    assert (str(seat.piles[2].note), seat.piles[2].cards[-1].code) == ("spoiled", "War")
    assert str(seat.said) == "30 points"


@pytest.mark.parametrize(
    ("name", "piles", "title"),
    [
        (ROYAL, ("Treasury", "Reserve"), "Hand 1"),
        (BANK, ("Bank", "Vault"), "Sale 1"),
        (FARM, ("Market", "Warehouse"), "Battle 1"),
    ],
)
def test_each_game_speaks_its_own_words(name: str, piles: tuple[str, str], title: str) -> None:
    table = Table(name, stakes="on").deal({0: "3A 4A 5A"})
    scene = table.view(0).scene
    assert tuple(str(pile.name) for pile in scene.centre) == piles
    assert (str(scene.title), str(scene.seats[0].badges[0])) == (title, "dealer")
    funds = {ROYAL: ("Pot", 30), BANK: ("Escrow Fund", 30), FARM: ("Treasury", 30)}
    assert written(scene.pots) == (funds[name],)
    table.does("discard 3A")
    assert "{0} discarded the 3 of Air." in table.told


def test_the_countdown_to_the_end_is_in_the_title() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A"}).does("lay 3A 4A 5A").idle(3)
    assert str(table.view().scene.title) == "Hand 1: 4 turns if nobody lays"
    table.idle(1)
    assert str(table.view().scene.title) == "Hand 1: ends if nobody lays"
    table.idle(2)
    assert str(table.view().scene.title) == "Hand 1: ends if nobody lays"
    still = Table(ROYAL).deal().idle(8)
    assert str(still.view().scene.title) == "Hand 1"
    assert "of 6 came up short" in str(Table(FARM, 6, exhaustion="referee").deal().idle(16).view().scene.title)


def test_a_hand_that_runs_out_counts_its_turns() -> None:
    table = Table(ROYAL).deal({0: "3A 4A 5A", 1: "6W 7W 8W"}).does("lay 3A 4A 5A").idle(2)
    assert facts_of(table, 1) == "5 turns left unless somebody lays cards down"
    table.idle(2)
    assert facts_of(table, 1) == "Last turn unless somebody lays cards down"
    laid = Table(ROYAL).deal({0: "3A 4A 5A", 2: "6W 7W 8W"}).does("lay 3A 4A 5A").idle(2)
    assert "turns" in str(laid.view().scene.title)
    assert str(laid.does("lay 6W 7W 8W").view().scene.title) == "Hand 1"


def test_a_disaster_in_the_hand_says_what_it_does() -> None:
    assert facts_of(Table(ROYAL).deal({0: "Flood"}), 0) == "Flood: can wreck someone’s Family"
    both = Table(BANK).deal({0: "Flood War"})
    assert facts_of(both, 0) == "War and Flood: can wreck someone’s Treasure"


def facts_of(table: Table, seat: int) -> str:
    holding = table.view(seat).scene.holding
    assert holding is not None
    return ", ".join(f"{name} {text}" for name, text in holding.facts)


def test_the_prompt_offers_melds_discards_and_amounts() -> None:
    table = Table(BANK, stakes="on").deal({0: "3A 4A 5A"})
    prompt = table.view(0).scene.prompt
    assert prompt is not None
    lay, drop, amount = prompt.controls
    assert isinstance(lay, Pick)
    assert isinstance(drop, Pick)
    assert isinstance(amount, Amount)
    assert [(len(places), str(label)) for places, _, label in lay.choices] == [(3, "Lay run: 30")]
    assert [str(label) for places, _, label in drop.choices if places == (1,)] == ["Discard 3 of Air"]
    assert len(drop.choices) == 8
    assert (amount.low, amount.high) == (1, 90)
    table.does("invite 7")
    prompt = table.view(1).scene.prompt
    assert prompt is not None
    assert str(prompt.question) == "{0} invited competition with 7. Pay or withdraw?"
    assert [str(control.label) for control in prompt.controls if isinstance(control, Press)] == ["Pay 7", "Withdraw"]


def test_results_stay_on_the_table() -> None:
    table = Table(BANK).deal({0: "HA HW HF HM"}).does("lay HA HW HF HM", "spare", "spare")
    assert str(table.view().scene.result) == "{0} wins at once with a Treasure Trove."
    assert str(table.view().scene.seats[0].said) == "won with 75"
    table = Table(FARM, hands_to_win=1).deal({0: "KA QA PA SA"}).does("lay KA QA PA SA", "spare", "spare")
    assert str(table.view().scene.result) == (
        "{0} wins at once with a Royal Family. {0} wins the match and conquers the whole country."
    )


def test_the_hint_is_the_best_layout() -> None:
    table = Table(BANK).deal({0: "3A 4A 5A 5F 5M 5W"})
    assert [*map(str, table.view(0).hints)] == [
        "You could lay down 60 points.",
        "You have a set for 30: 5 of Water, 5 of Fire and 5 of Metal.",
        "You have a run for 30: 3 of Air, 4 of Air and 5 of Air.",
    ]
    assert table.view(1).hints == []
    (none,) = Table(BANK).deal({0: "1A 3A 5A 7A 9A 2F"}, draws="4F 6F").view(0).hints
    assert str(none) == "You’ve got nothing to lay down yet."


def test_a_review_names_the_meld_that_a_discard_breaks_or_a_choice_lays() -> None:
    table = Table(ROYAL).deal({0: "4W 5W 6W 7W 9F"}, draws="PF PM")
    view = table.view(0)
    breaks, keeps, lays = [
        view.game.words.parse(view.plain, one) for one in ("discard 4W", "discard PF", "lay 5W 6W 7W")
    ]
    assert [*map(str, view.list_reasons(breaks, keeps))] == ["The 4 of Water was part of a run worth 60."]
    assert view.list_reasons(keeps, breaks) == []
    assert [*map(str, view.list_reasons(breaks, lays))] == [
        "You had a run for 30: 5 of Water, 6 of Water and 7 of Water."
    ]


def test_all_who_come_second_are_named() -> None:
    table = Table(ROYAL).deal({0: "7A 7W 7F", 1: "3F 4F 5F 6F", 2: "9A 9W 9M"})
    table.does("lay 7A 7W 7F").idle().does("lay 3F 4F 5F 6F").idle().does("lay 9A 9W 9M").idle(7)
    assert str(table.view().scene.result) == "{1} wins with 60 points. {0} and {2} have 30 each."


def test_a_hand_without_a_winner_leaves_a_word_in_the_title() -> None:
    table = Table(ROYAL, tie_break="drawn").deal({0: "7A 7W 7F", 1: "9A 9W 9M"})
    table.does("lay 7A 7W 7F").idle().does("lay 9A 9W 9M").idle(7)
    table.deal()
    assert str(table.view().scene.title) == "Hand 2: nobody’s won yet"
