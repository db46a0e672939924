"""Players, dealer, deal and draw: PB-1 to PB-4, PB-10."""

from __future__ import annotations

import pytest

from shindig.gamekit import GameError
from shindig.games.pokebacc.rules.state import HAND_OVER, SETUP
from shindig.match import Match
from tests.kits.games.pokebacc_table import ALL, BANK, FARM, ROYAL, Table, game

each_game = pytest.mark.parametrize("name", ALL)


@each_game
@pytest.mark.parametrize("seats", [2, 7])
def test_pb_1_three_to_six_play(name: str, seats: int) -> None:
    assert list(game(name).rules.seats) == [3, 4, 5, 6]
    with pytest.raises(GameError, match="3 to 6 players"):
        Match(game(name), seats)


def test_pb_1_play_is_clockwise() -> None:
    table = Table(ROYAL, 4, dealer=2).deal()
    seen = []
    for _ in range(5):
        seen.append(table.to_act)
        table.idle()
    assert seen == [2, 3, 0, 1, 2]


@pytest.mark.parametrize(
    ("name", "ranks"),
    [(ROYAL, "1 2 10 S P C Q K"), (BANK, "1 2 10 T R V H"), (FARM, "1 2 8 S P Q K")],
)
def test_pb_3_what_cards_are_worth_for_the_dealer(name: str, ranks: str) -> None:
    variant = game(name).variant
    values = [variant.dealer_value(variant.deck.card(f"{rank}M")) for rank in ranks.split()]
    numbers = [int(rank) for rank in ranks.split()[:3]]
    assert values == [*numbers, *range(11, 11 + variant.figures)]
    assert variant.dealer_value(variant.deck.card("Storm")) == 0


def lots(name: str, seats: int, cards: str) -> Match:
    match = Match(game(name), seats)
    deck = game(name).variant.deck
    first = cards.split()
    match.order([*first, *(code for code in deck.codes if code not in first)])
    return match


def test_pb_3_the_highest_card_deals_seat_0_drawing_first() -> None:
    assert lots(ROYAL, 4, "3A KW QF 10M").record.dealer == 1
    assert lots(BANK, 3, "VA TA HM").record.dealer == 2
    assert lots(FARM, 3, "1A War Flood").record.dealer == 0


def test_pb_3_who_is_tied_draws_again_from_the_rest() -> None:
    match = lots(ROYAL, 4, "KA 2A KW KF  5A 9M 9A  1M 2M")
    assert match.record.dealer == 3
    assert [match.game.deck(match.record).codes[card] for card in match.record.lot[:4]] == ["5A", "2A", "1M", "2M"]


def test_pb_3_two_can_tie_again_and_again() -> None:
    assert lots(ROYAL, 3, "KA 1A KW  QA QW  10A 10W  2M 1M").record.dealer == 0


def test_pb_3_a_deck_that_runs_out_in_ties_is_shuffled_again() -> None:
    deck = game(FARM).variant.deck
    pairs = [f"{rank}{suit}" for rank in ("K", "Q", "P", "S", *range(8, 0, -1)) for suit in "AWFM"]
    first = [pairs[0], "War", pairs[1], *pairs[2:], "Flood", "Famine", "Storm"]
    match = Match(game(FARM), 3)
    match.order(first)
    assert len(first) == len(deck)
    assert (match.needs, match.record.phase, match.record.dealer) == ("dealer", SETUP, -1)
    match.order(["2A", "3A", *(code for code in deck.codes if code not in ("2A", "3A"))])
    assert match.record.dealer == 2


def test_pb_3_the_deal_moves_to_the_left() -> None:
    table = Table(ROYAL, 3, dealer=1).deal({1: "KA QA CA PA SA"})
    table.does("lay KA QA CA PA SA", "spare", "spare")
    assert table.record.phase == HAND_OVER
    table.deal()
    assert (int(table.record.dealer), table.to_act) == (2, 2)


@each_game
@pytest.mark.parametrize("seats", [3, 6])
def test_pb_4_six_cards_each_one_at_a_time_from_the_dealers_left(name: str, seats: int) -> None:
    match = lots(name, seats, " ".join([*(f"{1 + seat}W" for seat in range(seats - 1)), "8F"]))
    codes = list(game(name).variant.deck.codes)
    match.order(codes)
    dealer = seats - 1
    assert match.to_act == dealer
    for seat in range(seats):
        cards = [codes[seat + seats * i] for i in range(6)] + (
            codes[6 * seats : 6 * seats + 2] if seat == dealer else []
        )
        assert match.record.held[seat] == sum(1 << codes.index(card) for card in cards)
    assert match.record.stock == len(codes) - 6 * seats - 2


def test_pb_10_a_turn_begins_with_two_cards() -> None:
    table = Table(ROYAL).deal({0: "1A 3A"}, draws="KM QM 2M 4M")
    assert {"KM", "QM"} <= set(table.hand(0).split())
    assert int(table.record.cards[0]) == 8
    table.does("discard 1A")
    assert {"2M", "4M"} <= set(table.hand(1).split())
    assert [int(n) for n in table.record.cards[:3]] == [7, 8, 6]


def run_down(table: Table, left: int) -> Table:
    """Discard until the draw pile holds so many cards."""
    while table.record.stock > left:
        table.idle()
    return table


def test_pb_10_the_discard_pile_becomes_the_draw_pile_as_its_last_card_is_drawn() -> None:
    table = run_down(Table(FARM, 3).deal(), 2)
    seat, pile = table.to_act, int(table.record.pile_count)
    held = table.hand(seat).split()
    table.does(f"discard {held[0]}")
    assert (table.needs, int(table.record.stock), int(table.record.to_draw)) == ("again", 0, 0)
    assert len(table.wanted()) == pile + 1
    table.hand_in([])
    assert (int(table.record.stock), int(table.record.pile_count), int(table.record.top)) == (pile + 1, 0, -1)
    assert table.to_act == (seat + 1) % 3


def test_pb_10_also_in_the_middle_of_a_draw() -> None:
    table = run_down(Table(FARM, 4).deal(), 2).idle()
    assert table.record.stock == 13, "an odd number of discards has become the draw pile"
    run_down(table, 1)
    seat, before = (table.to_act + 1) % 4, set(table.hand((table.to_act + 1) % 4).split())
    last = table.hand(table.to_act).split()[0]
    table.does(f"discard {last}")
    assert (table.needs, int(table.record.stock), int(table.record.to_draw)) == ("again", 0, 1)
    one = set(table.hand(seat).split()) - before
    table.hand_in([last])
    assert set(table.hand(seat).split()) == before | one | {last}
    assert (table.to_act, int(table.record.short)) == (seat, 0)


def test_pb_10_with_both_piles_empty_one_draws_what_there_is() -> None:
    table = Table(FARM, 6, quiet_turns=100).deal()
    while not table.record.short:
        table.idle()
    assert (int(table.record.stock), int(table.record.pile_count)) == (0, 0)
    cards = int(table.record.cards[table.to_act])
    first = table.to_act
    table.does(f"discard {table.hand(first).split()[0]}")
    assert table.needs == "again", "the pile was empty when the last card was drawn: now it is needed"
    assert len(table.wanted()) == 1
    table.hand_in([])
    assert (table.to_act, int(table.record.short)) == ((first + 1) % 6, 1)
    assert table.record.cards[first] == cards - 1
