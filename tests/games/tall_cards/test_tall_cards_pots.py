"""Pots: TF-40 to TF-42 on hands written out, against the plain twin, by properties, and beside PokerKit."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import Automation, BettingStructure, Deck, KuhnPokerHand, Opening, State, Street

from shindig.gamekit.betting.pots import count_pots, settle_pots
from shindig.gamekit.betting.state import FOLDED, IN, OUT
from shindig.games.tall_cards.rules.showdown import note_tied
from tests.kits.games.tall_cards_table import GAME, Table, stocked
from tests.kits.suite.seeds import seeds
from tests.kits.twins.pots import layers
from tests.kits.twins.pots import settle as settle_chip_by_chip

STRONG = {0: "Ap Ah Ao Aa 2p", 1: "Dp Dh Do Da 3p", 2: "Pp Ph Po Pa 4p", 3: "Up Uh Uo Ua 5p"}


@dataclass
class Situation:
    """A hand at its showdown."""

    paid: list[int]
    staying: set[int]
    strength: list[int]
    carried: int = 0
    dealer: int = 0

    def settled(self) -> Any:
        """The record after the game's own kernels have settled it."""
        array = GAME.rules.layout.empty()
        m = array[0]
        m.seats, m.dealer, m.carried = len(self.paid), self.dealer, self.carried
        for seat, amount in enumerate(self.paid):
            m.paid[seat] = amount
            m.status[seat] = IN if seat in self.staying else FOLDED if amount else OUT
            m.strength[seat] = self.strength[seat]
        count_pots(m)
        settle_pots(m, m.strength)
        for p in range(m.pots):
            note_tied(m, p)
        return m


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Two to eight seats; those who stay have paid something, as the ante sees to."""
    seats = draw(st.integers(2, 8))
    paid = draw(st.lists(st.integers(0, 30), min_size=seats, max_size=seats).filter(any))
    payers = [seat for seat in range(seats) if paid[seat]]
    staying = draw(st.sets(st.sampled_from(payers), min_size=1))
    strength = draw(st.lists(st.integers(0, 4), min_size=seats, max_size=seats))
    return Situation(paid, staying, strength, draw(st.integers(0, 7)), draw(st.integers(0, seats - 1)))


@given(situations())
def test_tf_40_and_tf_41_agree_with_the_twin_chip_by_chip(situation: Situation) -> None:
    m = situation.settled()
    pots = layers(situation.paid, situation.staying, situation.carried)
    assert [int(m.pot[p]) for p in range(m.pots)] == [pot.amount for pot in pots]
    assert [members(m, p) for p in range(m.pots)] == [pot.members for pot in pots]
    won, carried, _ = settle_chip_by_chip(situation.paid, situation.staying, situation.strength, situation.carried)
    assert m.won[: m.seats].tolist() == won
    assert m.carried == carried


def members(m: Any, p: int) -> set[int]:
    return {seat for seat in range(m.seats) if m.pot_members[p] >> seat & 1}


@given(situations())
def test_tf_42_what_is_left_over_goes_unit_by_unit_to_the_tied_from_the_dealers_left(situation: Situation) -> None:
    m = situation.settled()
    _, _, rests = settle_chip_by_chip(situation.paid, situation.staying, situation.strength, situation.carried)
    expected = [0] * m.seats
    for rest, tied in rests:
        in_order = sorted(tied, key=lambda seat: (seat - situation.dealer - 1) % m.seats)
        for seat in in_order[:rest]:
            expected[seat] += 1
    assert m.tied[: m.seats].tolist() == expected
    assert m.tied.sum() == m.carried


@given(situations())
def test_chips_are_conserved(situation: Situation) -> None:
    m = situation.settled()
    assert m.won.sum() + m.carried == sum(situation.paid) + situation.carried
    assert m.paid.sum() == 0
    assert m.chips.tolist() == m.won.tolist()


@given(situations())
def test_nobody_wins_from_a_pot_they_did_not_pay_into(situation: Situation) -> None:
    m = situation.settled()
    floor = 0
    for p in range(m.pots):
        level = min(situation.paid[seat] for seat in members(m, p))
        assert level > floor
        assert all(situation.paid[seat] >= level for seat in members(m, p))
        floor = level
    for seat in range(m.seats):
        mine = sum(int(m.pot[p]) for p in range(m.pots) if seat in members(m, p))
        assert m.won[seat] <= mine
        assert seat in situation.staying or m.won[seat] == 0


@given(situations(), st.permutations(range(8)))
def test_settlement_does_not_depend_on_the_order_in_which_seats_are_named(
    situation: Situation, names: list[int]
) -> None:
    order = [seat for seat in names if seat < len(situation.paid)]
    renamed = Situation(
        [situation.paid[old] for old in order],
        {order.index(old) for old in situation.staying},
        [situation.strength[old] for old in order],
        situation.carried,
    )
    m, other = situation.settled(), renamed.settled()
    assert [int(m.won[old]) for old in order] == other.won[: m.seats].tolist()
    assert m.carried == other.carried


@given(situations())
def test_an_unbeaten_hand_never_loses_what_it_could_have_won(situation: Situation) -> None:
    m = situation.settled()
    best = max(situation.strength[seat] for seat in situation.staying)
    tied = [seat for seat in situation.staying if situation.strength[seat] == best]
    for seat in tied:
        due = sum(min(amount, situation.paid[seat]) for amount in situation.paid)
        assert int(m.won[seat]) * len(tied) >= due - int(m.pots) * (len(tied) - 1)


def test_tf_40_sixty_all_in_against_two_bets_of_a_hundred() -> None:
    table = stocked(Table(3), 60, 160, 160).deal(STRONG)
    table.do("1: bet 99", "2: call", "0: call")
    assert table.pots == [180, 80]
    table.do("1: discard", "2: discard", "0: claim", "1: check", "2: check")
    assert table.record.won.tolist()[:3] == [180, 80, 0]
    assert "\nSide pot: {1} wins 80.\nMain pot: {0} wins 180.\n{0} wins 180.\n{1} wins 80.\n" in table.told


def test_tf_40_several_all_ins_make_several_side_pots() -> None:
    table = stocked(Table(4), 100, 40, 20, 10).deal({3: STRONG[0], 2: STRONG[1], 1: STRONG[2], 0: STRONG[3]})
    table.do("1: bet 39", "2: call", "3: call", "0: raise 60")
    assert table.pots == [40, 30, 40]
    table.do("1: discard", "2: discard", "3: discard", "0: claim")
    assert table.record.won.tolist()[:4] == [0, 40, 30, 40]
    assert table.chips == [60, 40, 30, 40]


def test_tf_41_an_uncalled_part_of_a_bet_goes_back() -> None:
    table = stocked(Table(2), 30, 100).deal().do("1: bet 99", "0: call")
    assert table.chips == [0, 70]
    assert table.pots == [60]


def test_tf_41_a_part_of_an_ante_that_nobody_matched_goes_back_and_makes_no_side_pot() -> None:
    """Nor does its owner show for it: the hand is beaten, so it goes away unseen."""
    table = stocked(Table(3, dealer=2, ante=5), 3, 20, 2).deal({0: STRONG[0]})
    assert (table.chips, table.pots) == ([0, 17, 0], [6, 2])
    table.do("0: discard", "1: discard", "2: claim")
    assert sorted(table.shown()) == [0]
    assert table.record.won.tolist()[:3] == [8, 0, 0]
    assert "Side pot 2" not in table.told
    assert str(table.view().result).startswith("{0} wins 8.")


def test_tf_41_an_unmatched_ante_is_no_winnings_of_its_owner() -> None:
    table = stocked(Table(2, ante=5), 3, 20).deal({1: STRONG[0]}).do("1: discard", "0: claim")
    assert (table.chips, table.record.won.tolist()[:2]) == ([0, 23], [0, 6])
    assert str(table.view().result) == "{1} wins 6. {1} wins the match with 23."


def test_tf_41_where_antes_are_asked_for_the_unmatched_part_goes_back_once_all_have_answered() -> None:
    table = stocked(Table(3, ante=5, sit_out=1), 3, 20, 50).do("1: ante", "2: sit out", "0: ante").deal()
    assert (table.chips, table.pots) == ([0, 17, 50], [6])


def test_tf_41_a_void_hand_leaves_nothing_that_the_next_would_give_back() -> None:
    table = stocked(Table(3, ante=5, sit_out=1), 3, 20, 50)
    table.do("1: ante", "2: sit out", "0: sit out").do("2: ante", "0: sit out", "1: ante").deal()
    assert (table.chips, table.pots) == ([3, 15, 45], [10])


def test_tf_41_what_only_folded_players_matched_belongs_to_the_pot_below() -> None:
    table = stocked(Table(4), 20, 100, 100, 100).deal(STRONG)
    table.do("1: bet 50", "2: call", "3: call", "0: call")
    assert table.pots == [80, 96 - 3]
    table.do("1: discard", "2: discard", "3: discard", "0: claim")
    table.do("1: bet 10", "2: raise 10", "3: fold", "1: fold")
    assert table.record.won.tolist()[:3] == [80, 0, 93 + 20]
    m = Situation([20, 30, 51, 51], {0, 1}, [2, 1, 4, 4]).settled()
    assert [int(m.pot[p]) for p in range(m.pots)] == [80, 30 + 42]


def test_tf_42_the_rest_of_a_split_pot_stays_for_the_next_main_pot() -> None:
    tie = {0: "2p 4h 6o 8a Ur", 1: "3p 5h 7o Ta Pr", 2: "3h 5o 7a Tr Pp"}
    table = Table(3).deal(tie, draws="").do("1: bet 4", "2: call", "0: fold")
    table.do("1: discard", "2: discard", "1: check", "2: check")
    assert table.record.won.tolist()[:3] == [0, 5, 5]
    assert table.record.carried == 1
    table.deal().do("2: fold", "0: fold")
    assert table.record.won[1] == 3 + 1
    assert table.record.carried == 0


def test_tf_42_at_the_end_of_the_game_it_goes_to_the_tied_from_the_dealers_left() -> None:
    tie = {0: "2p 4h 6o 8a Ur", 1: "3p 5h 7o Ta Pr", 2: "3h 5o 7a Tr Pp"}
    table = Table(3, hands=1).deal(tie).do("1: bet 4", "2: call", "0: fold")
    table.do("1: discard", "2: discard", "1: check", "2: check")
    assert table.over
    assert table.chips == [99, 101, 100]
    assert "{1} gets the 1 left over." in table.told


UNIT = 840
"""Divides by any number of winners up to eight: PokerKit hands odd chips out, this game carries them over."""
KINDS = "JQK"
STREET = Street(False, (False,), 0, False, Opening.POSITION, UNIT, None)
BY_HAND = {Automation.HOLE_DEALING, Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING}
AUTOMATIONS = tuple(step for step in Automation if step not in BY_HAND)


def one_card(rng: random.Random) -> tuple[State, list[int]]:
    """A no-limit game of one card for each of two to eight players: the state after the deal, and the strengths."""
    seats = rng.randint(2, 8)
    stacks = [UNIT * rng.randint(1, 12) for _ in range(seats)]
    state = State(
        AUTOMATIONS,
        Deck.STANDARD,
        (KuhnPokerHand,),
        (STREET,),
        BettingStructure.NO_LIMIT,
        True,
        UNIT,
        (0, UNIT),
        0,
        tuple(stacks),
        seats,
    )
    cards = rng.sample([kind + suit for kind in KINDS for suit in "cdhs"], seats)
    for card in cards:
        state.deal_hole(card)
    return state, [KINDS.index(card[0]) for card in cards]


def play_on(state: State, rng: random.Random) -> tuple[set[int], list[int]]:
    """Random play to the end: the seats that did not fold, and what each had paid when the pots were pushed."""
    staying = set(range(state.player_count))
    while state.actor_index is not None:
        if rng.random() < 0.2 and state.can_fold():
            staying.discard(state.actor_index)
            state.fold()
        elif rng.random() < 0.5 and state.can_complete_bet_or_raise_to():
            low = state.min_completion_betting_or_raising_to_amount or 0
            high = state.max_completion_betting_or_raising_to_amount or 0
            amount = rng.choice([low, high, UNIT * rng.randint(low // UNIT, high // UNIT)])
            state.complete_bet_or_raise_to(max(low, amount))
        else:
            state.check_or_call()
    paid = [start - left for start, left in zip(state.starting_stacks, state.stacks, strict=True)]
    while state.status:
        push_or_pull(state)
    return staying, paid


def push_or_pull(state: State) -> None:
    if state.can_push_chips():
        state.push_chips()
    else:
        state.pull_chips()


@seeds(*range(4))
def test_side_pots_agree_with_pokerkit_on_random_all_in_situations(seed: int) -> None:
    rng = random.Random(seed)
    side_pots = 0
    for _ in range(500):
        state, strength = one_card(rng)
        staying, paid = play_on(state, rng)
        m = Situation(paid, staying, strength).settled()
        side_pots += m.pots > 1
        assert (m.won[: m.seats] - np.array(paid)).tolist() == list(state.payoffs)
    assert side_pots > 100
