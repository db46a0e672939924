"""Tall Card as it is written, told and shown: texts, the story, the prompts; and any text that anybody may type."""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shindig.cards import CardError
from shindig.gamekit import GameError
from shindig.gamekit.betting.words import describe_result
from shindig.gamekit.table_scene import Amount, Control, Pick, describe_action
from shindig.games.tall_card.deck import TALL_CARD
from shindig.games.tall_card.rules.state import AUTO, BETS, DECLARED, MANUAL, RAISES
from shindig.games.tall_card.words.hand_explanation import rank_hand
from shindig.games.tall_card.words.holding import beaten
from shindig.match import Match, Move, fair
from shindig.messages import format_text
from tests.kits.games.tall_card_table import GAME, Table, stocked
from tests.kits.games.written_texts import written
from tests.kits.twins.tall_card_ranks import best


def claiming() -> Table:
    return Table(3).deal()


def betting() -> Table:
    return Table(3).deal().claimed()


def facing_a_bet() -> Table:
    table = betting()
    table.do("bet 10")
    return table


def drawing() -> Table:
    table = betting()
    table.do("check", "check", "check")
    return table


def declaring() -> Table:
    table = Table(2, declare="manual", stack=5).deal({0: "8p 8p 4d 3b 1p"}).claimed()
    table.do("discard", "discard")
    return table


PHASES = {make.__name__: make() for make in (claiming, betting, facing_a_bet, drawing, declaring)}
VERBS = ["check", "call", "fold", "bet", "raise", "claim", "decline", "discard", "declare"]
words = st.lists(
    st.sampled_from([*VERBS, "8p", "8b", "1d", "WhD", "9", "24", "0", "-1", "1000001", "?", "{0}"])
    | st.text(max_size=6),
    max_size=8,
).map(" ".join)


@settings(deadline=None)
@given(st.sampled_from(sorted(PHASES)), words | st.text())
def test_whatever_is_typed_is_played_or_refused_in_words(phase: str, typed: str) -> None:
    table = PHASES[phase]
    before = table.array.tobytes()
    if table.can(typed):
        assert typed in table.legal
    else:
        with pytest.raises((GameError, CardError), match=r"\w+"):
            table.play(typed)
    assert table.array.tobytes() == before


@settings(deadline=None)
@given(st.sampled_from(sorted(PHASES)), st.integers(-10, GAME.rules.num_actions + 10) | st.integers())
def test_whatever_number_is_played_is_legal_or_refused(phase: str, action: int) -> None:
    table = PHASES[phase]
    before = table.array.tobytes()
    if not table.can(action):
        with pytest.raises(GameError, match=r"\(TC-\d+\)|actions are numbers from 0 to"):
            table.play(action)
    assert table.array.tobytes() == before


@pytest.mark.parametrize("phase", sorted(PHASES))
def test_every_legal_action_reads_back_from_its_text_also_with_other_spaces(phase: str) -> None:
    table = PHASES[phase]
    for action, text in zip(table.legal.actions, table.legal, strict=True):
        assert table.verify(text) == action
        assert table.verify(f"  {text.replace(' ', '   ')} ") == action


@st.composite
def histories(draw: st.DrawFn) -> tuple[int, dict[str, object], list[int], int]:
    """Seats, options, a choice for each action, and a seed for the shuffles."""
    low = draw(st.integers(1, 6))
    options: dict[str, object] = {
        "stack": draw(st.integers(1, 40)),
        "ante": draw(st.integers(0, 9)),
        "min_bet": low,
        "max_bet": low + draw(st.integers(0, 25)),
        "deals_each": 1,
        "declare": draw(st.sampled_from(["auto", "manual"])),
    }
    return draw(st.integers(2, 7)), options, draw(st.lists(st.integers(0, 999), max_size=60)), draw(st.integers(0, 99))


@settings(deadline=None, max_examples=40)
@given(histories())
def test_tc_18_credits_are_conserved_at_every_step(history: tuple[int, dict[str, object], list[int], int]) -> None:
    seats, options, choices, seed = history
    match = Match(GAME, seats, options, fair(seed))
    stack = int(str(options["stack"]))
    for choice in choices:
        if match.over:
            break
        first, last = match.legal.ranges[choice % len(match.legal.ranges)]
        match.play(first + choice % (last - first + 1))
        record = match.record
        assert GAME.rules.conserved(record) == stack * seats
        assert (record.chips >= 0).all()
        assert (record.paid >= 0).all()
        assert record.pot[: record.pots].sum() <= stack * seats


def test_the_option_declare_has_two_values_by_name() -> None:
    assert Table(2).record.declare == AUTO
    assert Table(2, declare="manual").record.declare == MANUAL
    assert Table(2, declare="manual").options["declare"] == "manual"


def test_an_action_is_one_number_and_no_number_means_two_things() -> None:
    assert BETS.action(10) == BETS.first + 9
    assert RAISES.first == BETS.last + 1
    assert BETS.first == DECLARED + 32 * 25
    assert GAME.rules.num_actions == RAISES.last + 1


def test_the_story_of_a_round() -> None:
    table = stocked(Table(3), 20, 100, 100).deal({0: "9b 9p 5d 3b 1p"}, tall="d", draws="8d")
    table.do("decline", "claim", "check", "bet 5", "raise 10", "fold", "call", "discard 1d", "discard")
    assert table.told.splitlines() == [
        "We shuffled the six Tall Cards.",
        "Round 1. {0} deals. The Tall Card is Diamonds.",
        "{1} passed on Diamonds.",
        "{2} claimed Diamonds.",
        "{1} checked.",
        "{2} bet 5.",
        "{0} raised to 15 and is all-in.",
        "{1} folded.",
        "{2} called 10.",
        "{2} swapped one card.",
        "{0} kept all five.",
        "{2} showed 8 high.",
        "{0} showed a pair of 9s.",
        "{0} wins 45 with a pair of 9s against {2}’s 8 high.",
        "Two Dragons or better would have won.",
    ]


WON = "Two Dragons or better would have won."
BEAT_YOU = "Only two Dragons or better would have beaten you."


@pytest.mark.parametrize(
    ("folded", "would"),
    [
        ("1b 3b 4d 6p 8p", "Good fold!"),
        ("9b 9p 9d 1d 2p", "would have won."),
        ("9b 9p 5d 3b 1p", "would have split the pot."),
    ],
)
def test_who_folded_is_told_whether_the_hand_would_have_won(folded: str, would: str) -> None:
    """Nobody else is told; onlookers and the winner read what would have been enough."""
    table = stocked(Table(3), 100, 100, 100).deal({0: "9b 9p 5d 3b 1p", 1: folded, 2: "4b 7b 5p 2d 8d"}, tall="d")
    table.do("decline", "claim", "check", "bet 5", "call", "fold", "discard", "discard", "check", "check")
    told = explained(table, 1)
    assert told[0].startswith("Ann wins 25")
    assert any(one.startswith(("Your ", "Good fold")) and one.endswith(would) for one in told[1:])
    lost = would == "Good fold!"
    assert any("or better would have won" in one for one in told) == lost, "else the own hand was enough"
    for seat in (0, 2, -1):
        others = " ".join(explained(table, seat))
        assert "fold" not in others
        won = (
            "Only two Dragons or better would have beaten you."
            if seat == 0
            else "Two Dragons or better would have won."
        )
        assert won in others


@pytest.mark.parametrize(("other", "told"), [("9d 7p 6d 1d GrD", True), ("9b 6p 5d 1b GrD", False)])
def test_hands_that_tie_with_other_cards_are_told_that_these_do_not_count(other: str, told: bool) -> None:
    """TC-40: only the cards of a Rank are compared."""
    table = stocked(Table(2), 100, 100).deal({0: "9b 6p 5d 1b RdD", 1: other}, tall="p")
    table.do("claim", "bet 5", "call", "discard", "discard", "check", "check")
    result, *reasons = explained(table, 0)
    assert result == "You and Ben both have Dragon high and split the pot: 10 each."
    assert ("The other cards don’t count." in reasons) is told


@pytest.mark.parametrize(
    ("winner", "tall", "enough"),
    [
        ("9b 9p 5b 3b 1p", "d", WON),
        ("8d 8p 5b 3b 1p", "d", "A pair without a Diamond would have beaten Ann’s."),
        ("RdD 8p 5b 3b 1p", "RdD", "Two identical cards without a wild Dragon would have beaten Ben’s."),
    ],
)
def test_what_would_have_won_counts_other_hands_of_the_same_rank(winner: str, tall: str, enough: str) -> None:
    """TC-40 to TC-43: a higher couple beats a couple, and any natural one beats one with the Tall suit of others."""
    seat = 1 if tall == "RdD" else 0
    table = stocked(Table(2), 100, 100).deal({seat: winner, 1 - seat: "4b 7b 6p 2d 1p"}, tall=tall)
    table.do("claim", "check", "check", "discard", "discard", "check", "check")
    for reader in (0, 1, -1):
        ours = enough.replace(("Ann’s.", "Ben’s.")[seat], "yours.") if reader == seat else enough
        if reader == seat:
            ours = ours.replace(
                "Two Dragons or better would have won.", "Only two Dragons or better would have beaten you."
            )
        assert explained(table, reader)[-1] == ours


def test_a_hand_is_called_the_same_while_it_is_held_and_when_it_is_shown() -> None:
    table = Table(2).deal({0: "WhD RdD 8d 6p 3b", 1: "5p 5p 9b 3d 1b"}, tall="d").claimed(0)
    held = [written(table.view(seat).scene.holding) for seat in range(2)]
    assert [one.name for one in held] == ["Two Dragons", "Two 5s of Plums"]
    table.finish()
    scene = written(table.view(0).scene)
    assert [seat.said for seat in scene.seats] == ["two Dragons", "won 10: two 5s of Plums"]
    assert {one.seat: one.name for one in scene.reveal} == {0: "two Dragons", 1: "two 5s of Plums"}
    assert "Ben’s two 5s of Plums beat your two Dragons." in explained(table, 0)


@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [
        ("8b 8p 5b 3b 1b", "9b 9p 5d 3d 1b", ["Ben’s pair of 9s beats your pair of 8s."]),
        (
            "4b 4p 4d 8b 8p",
            "3b 3p 3d 9b 9p",
            [
                "Ben’s three 3s and two 9s beat your three 4s and two 8s.",
                "Both have a full house, so the higher cards win.",
            ],
        ),
    ],
)
def test_between_equal_ranks_the_higher_cards_are_named_where_the_words_do_not_show_them(
    mine: str, theirs: str, said: list[str]
) -> None:
    table = Table(2).deal({0: mine, 1: theirs}, tall="RdD").claimed(0).finish()
    assert explained(table, 0)[: len(said)] == said
    assert [one for one in explained(table, 0) if "higher cards" in one] == said[1:]


def test_a_claim_is_said_to_beat_what_it_beats() -> None:
    """TC-41: a pair with a card of the claimed suit beats any pair without one."""
    table = Table(2).deal({1: "8p 8d 4d 3b 1b", 0: "9b 9d 5b 3b 1d"}, tall="p")
    held = table.view(1).scene.holding
    assert held is not None
    assert str(held.facts[1][1]) == "it beats any pair without a Plum"
    table.do("claim").finish()
    assert table.won == [0, 10]


def test_where_all_folded_nobody_knows_what_would_have_won() -> None:
    table = Table(2).deal().claimed(0).do("check", "bet 5", "fold")
    folded = next(seat for seat in range(2) if table.view(seat).record.won[seat] == 0)
    assert [len(explained(table, seat)) for seat in (folded, 1 - folded)] == [1, 1]


def explained(table: Table, seat: int) -> list[str]:
    """The sentences that explain the hand to the reader on a seat."""
    return [format_text(one, ("Ann", "Ben", "Cleo"), you=seat) for one in table.view(seat).scene.verdict]


def test_sealed_declarations_are_told_without_what_they_say() -> None:
    table = declaring()
    views = [table.view(seat) for seat in (0, 1)]
    table.play("declare 1 8b")
    step = table.steps[-1]
    assert isinstance(step, Move)
    for view in views:
        assert [str(line.text) for line in table.story(view, step, table.view(view.seat))] == [
            "{1} has declared a hand."
        ]


def controls(table: Table) -> list[Control]:
    prompt = table.view(table.to_act).scene.prompt
    assert prompt is not None
    return list(written(prompt.controls))


def test_tc_12_the_prompt_of_the_tall_step() -> None:
    table = claiming()
    assert [control.label for control in controls(table)] == ["Claim", "Don’t claim"]
    table.do("decline", "decline")
    prompt = written(table.view(0).scene.prompt)
    assert prompt.question == "Nobody claimed the White Dragon. You deal, so you have to."
    assert [control.label for control in prompt.controls] == ["Claim"]


def test_tc_13_the_control_offers_only_legal_amounts() -> None:
    check, amount = controls(betting())
    assert (check.label, amount.label) == ("Check", "Bet")
    assert isinstance(amount, Amount)
    assert (amount.low, amount.high) == (1, 25)
    assert amount.presets == (("min", 1), ("half pot", 7), ("pot", 15), ("max", 25))
    call, fold, amount = controls(facing_a_bet())
    assert (call.label, fold.label, amount.label) == ("Call 10", "Fold", "Raise to")
    assert isinstance(amount, Amount)
    assert (amount.low, amount.high, amount.paid) == (11, 35, 0)


def test_tc_13_a_raise_counts_in_totals_as_the_story_does() -> None:
    table = facing_a_bet()
    table.do("raise 5", "fold")
    amount = controls(table)[-1]
    assert isinstance(amount, Amount)
    assert (amount.low, amount.high, amount.paid) == (16, 40, 10)
    assert amount.presets[0][1] == 16
    action = amount.first + 20 - amount.low
    assert table.game.words.text(table.view().plain, action) == "raise 5"
    assert str(describe_action(table.view(table.to_act).scene, action)) == "Raise to 20"


def test_tc_33_the_control_says_what_is_all_in() -> None:
    table = stocked(Table(2), 12, 30).deal().claimed()
    table.do("bet 10")
    call, _ = controls(table)
    assert call.label == "Go all-in with 7"
    assert call.help == "You can win 17 of the 20 in the pot."


def test_tc_15_the_prompt_takes_touched_cards() -> None:
    (pick,) = controls(drawing())
    assert isinstance(pick, Pick)
    assert [(spots, label) for spots, _, label in pick.choices][:3] == [
        ((), "Keep them all"),
        ((0,), "Swap 1"),
        ((1,), "Swap 1"),
    ]


def test_tc_15_any_of_two_equal_cards_may_be_touched() -> None:
    table = Table(2).deal({1: "8p 8p 4d 3b 1p"}).claimed(0)
    table.do("check", "check")
    assert table.hand(1) == "3b 1p 8p 8p 4d"
    (pick,) = controls(table)
    assert isinstance(pick, Pick)
    actions = {spots: action for spots, action, _ in pick.choices}
    assert len(actions) == 32
    assert actions[(2,)] == actions[(3,)] == table.verify("discard 8p")
    assert actions[(0, 3)] == table.verify("discard 3b 8p")
    assert actions[(2, 3)] == table.verify("discard 8p 8p")


def test_tc_17_also_when_a_rank_is_declared() -> None:
    table = declaring()
    table.do("declare 1 8b")
    (pick,) = controls(table)
    assert isinstance(pick, Pick)
    eights = {(spots, action) for spots, action, _ in pick.choices if len(spots) == 1 and spots[0] in (2, 3)}
    assert eights == {((2,), table.verify("declare 1 8p")), ((3,), table.verify("declare 1 8p"))}


def test_tc_17_the_prompt_to_declare_names_ranks() -> None:
    table = declaring()
    table.do("declare 1 8b")
    (pick,) = controls(table)
    assert isinstance(pick, Pick)
    assert (pick.choices[0][0], pick.choices[0][2]) == ((2, 3), "Two identical cards: a Shiny Dancing Couple")


def test_the_scene_names_seats_cards_and_pots() -> None:
    table = facing_a_bet()
    scene = written(table.view(2).scene)
    assert scene.title == "Round 1: First bets"
    assert scene.pots == (("Pot", 25),)
    assert [seat.bet for seat in scene.seats] == [0, 10, 0]
    assert [seat.badges for seat in scene.seats] == [("dealer",), ("claimed the White Dragon",), ()]
    assert [card.name for card in scene.seats[2].piles[0].cards][:2] == ["4 of Bamboo", "7 of Bamboo"]
    assert [card.code for card in scene.seats[1].piles[0].cards] == [None] * 5
    assert scene.centre[1].size == 66 - 15
    marked = scene.panels[0].marked
    assert [scene.panels[0].rows[row][:2] for row in marked] == [("1", "A high card: High & Mighty")]


def test_folded_hands_lie_no_more_on_the_table() -> None:
    table = facing_a_bet()
    table.do("fold")
    scene = table.view(0).scene
    assert scene.seats[2].state == "folded"
    assert scene.seats[2].piles[0].cards == ()
    assert len(table.view(2).scene.seats[2].piles[0].cards) == 5


def test_the_scene_says_what_hands_came_to_and_won() -> None:
    table = facing_a_bet()
    table.do("fold", "call", "discard 8b", "discard")
    assert [seat.said for seat in written(table.view().scene.seats)] == ["kept all", "swapped 1", ""]
    table.do("check", "check")
    said = [seat.said for seat in written(table.view().scene.seats)]
    assert said == ["9 high", "won 35: a pair of 1s", ""]
    assert str(table.view().scene.result) == "{1} wins 35."


def test_who_won_one_chip_is_named_too() -> None:
    view = SimpleNamespace(seats=3, won=(0, 1, 2), actor=0)
    told = describe_result(view, True, None)  # type: ignore[arg-type]
    assert str(told) == "{1} wins 1. {2} wins 2."


def test_tc_13_without_a_bet_one_may_check_or_bet_but_not_fold() -> None:
    with pytest.raises(GameError, match=r"^Nobody has bet yet: check or bet\. \(TC-13\)"):
        PHASES["betting"].play("fold")


def test_where_no_tall_card_has_gone_by_there_is_a_place_for_one() -> None:
    assert [pile.shape for pile in PHASES["betting"].view().scene.centre] == ["stack", "stack", "stack"]


@pytest.mark.parametrize("tall", range(6))
def test_the_share_of_hands_beaten_is_that_of_hands_dealt_from_the_deck(tall: int) -> None:
    """Nobody else has claimed: hands with the Tall suit are the lowest of their Rank, and Tall Dragons are nothing."""
    rng = random.Random(tall)
    deck = [kind for kind, copies in enumerate(TALL_CARD.copies) for _ in range(copies)]
    dealt = sorted(best(rng.sample(deck, 5), tall, False) for _ in range(2000))
    for _ in range(6):
        hand = tuple(sorted(rng.sample(deck, 5)))
        mine = best(hand, tall, False)
        counted = (bisect_left(dealt, mine) + bisect_right(dealt, mine)) / 2 / len(dealt)
        assert beaten(tall)[rank_hand(hand, tall, False).strength] == pytest.approx(counted, abs=0.05)


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("4b 8b 3p 6d WhD", ["", "", "", "", "as 8"]),
        ("8b 8d 3p 1b WhD", ["", "", "", "", "as 8"]),
        ("1b 2b 3b 5b WhD", ["", "", "", "", "wild"]),
        ("1b 4d 7p 8b GrD", ["", "", "", "", ""]),
    ],
)
def test_tc_43_a_wild_dragon_in_the_hand_says_what_it_stands_for(hand: str, said: list[str]) -> None:
    table = Table(3).deal({0: hand}, tall="WhD")
    while table.record.claimer < 0:
        table.do("claim" if table.to_act == 0 else "decline")
    notes = table.view(0).own.piles[0].notes or ("",) * 5
    assert [format_text(one) if one else "" for one in notes] == said


def test_tc_44_a_dragon_that_counts_for_nothing_says_so_in_the_hand() -> None:
    table = Table(2).deal({0: "1b 2b 3b 5b RdD"}, tall="RdD").claimed(1)
    assert written(table.view(0).own.piles[0].notes) == ("", "", "", "", "doesn’t count")


def test_a_straight_lies_in_order_of_its_values_with_a_wild_dragon_in_its_place() -> None:
    table = Table(2).deal({0: "6b 3d WhD 4p 7b", 1: "9b 8p 5p 2d 1b"}, tall="WhD").claimed(0).finish()
    shown = next(one for one in table.view(1).scene.reveal if one.seat == 0)
    assert [card.code for card in shown.hand.cards] == ["3d", "4p", "WhD", "6b", "7b"]
    assert written(shown.notes) == ("", "", "wild", "", "")
