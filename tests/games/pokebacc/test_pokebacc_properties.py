"""What holds at every step: cards and money are neither made nor lost, and funds go where they should."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from shindig.gamekit.betting.state import IN, NOBODY
from shindig.games.pokebacc.rules.funds import collect, most, pay_out
from shindig.games.pokebacc.rules.state import Pokebacc
from shindig.games.pokebacc.words.outcome import money
from shindig.games.pokebacc.worth.hand_melds import cards_in, mask
from shindig.games.pokebacc.worth.meld_numbering import shapes
from shindig.match import Match, fair
from tests.kits.games.pokebacc_table import ALL, game

some_game = st.sampled_from(ALL)
amounts = st.lists(st.integers(0, 60), min_size=6, max_size=6)


def all_cards(m: Pokebacc) -> list[int]:
    """Every card that lies somewhere, those of the withdrawn excepted."""
    found = [int(card) for card in m.deck[64 - m.stock :]] + list(cards_in(int(m.pile)))
    for seat in range(m.seats):
        found += cards_in(int(m.held[seat]))
        for i in range(m.melds[seat]):
            found += shapes(int(m.variant))[m.laid[seat, i]].cards
            found += [int(m.disaster[seat, i])] if m.disaster[seat, i] >= 0 else []
    return found


def players(m: Pokebacc) -> set[int]:
    """The seats in the hand."""
    return {seat for seat in range(m.seats) if m.status[seat] == IN}


def check(match: Match, dealt: set[int]) -> None:
    """Cards lie with those who play, or have played the last hand; who leaves after it leaves them on the table."""
    m = match.record
    cards = all_cards(m)
    assert len(set(cards)) == len(cards)
    assert len(cards) + m.gone == len(match.game.deck(m))
    assert m.pile_count == len(list(cards_in(int(m.pile))))
    assert m.top < 0 or mask([m.top]) & int(m.pile)
    for seat in range(m.seats):
        assert m.cards[seat] == len(list(cards_in(int(m.held[seat]))))
        assert m.cards[seat] == 0 or seat in dealt
    if m.stakes:
        assert money(m) == m.seats * m.stacks
        assert (m.chips >= 0).all()
        assert m.fund >= 0


@settings(max_examples=40, deadline=None)
@given(
    name=some_game,
    seats=st.integers(3, 6),
    stakes=st.sampled_from(["off", "on"]),
    stacks=st.sampled_from([1, 12, 100]),
    seed=st.integers(0, 2**32),
    moves=st.lists(st.integers(0, 10**6), max_size=120),
)
@example(name="royal-pokebacc", seats=4, stakes="on", stacks=12, seed=11566, moves=[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])
def test_cards_and_money_are_where_they_should_be_at_every_step(
    name: str, seats: int, stakes: str, stacks: int, seed: int, moves: list[int]
) -> None:
    rules = {"stakes": stakes, "stacks": stacks, "hands_to_win": 2}
    match = Match(game(name), seats, rules, fair(seed))
    dealt: set[int] = set()
    for move in moves:
        if match.over:
            break
        first, last = match.legal.ranges[move % len(match.legal.ranges)]
        match.play(first + move // 7 % min(last - first + 1, 40))
        dealt = dealt if match.record.turn == NOBODY else players(match.record)
        if match.record.hands:
            check(match, dealt)


def table(chips: list[int], status: list[int]) -> Pokebacc:
    """A record of Farmers and Fishermen for six with this money and these in the hand."""
    record: Pokebacc = game(ALL[2]).new(6, {"stakes": "on"})[0]
    record.fund = 0
    record.chips[:] = chips
    record.status[:] = status
    return record


@given(chips=amounts, offers=amounts)
def test_pb_54_what_is_put_in_goes_to_funds_of_those_who_paid_it(chips: list[int], offers: list[int]) -> None:
    m = table(chips, [IN] * 6)
    m.offer[:] = offers
    before = sum(chips) + sum(offers)
    collect(m)
    assert money(m) == before
    assert not m.offer.any()
    assert m.fund == 6 * min(offers)
    second = sorted(offers)[-2]
    for seat in range(6):
        assert m.chips[seat] - chips[seat] == max(0, offers[seat] - second), "only the excess goes back"
        mine = sum(int(m.side[members]) // members.bit_count() for members in range(64) if members >> seat & 1)
        assert mine == min(offers[seat], second) - min(offers)


@given(chips=amounts, status=st.lists(st.sampled_from([0, 1, 1, 2]), min_size=6, max_size=6))
def test_pb_54_the_limit_can_be_paid_by_two(chips: list[int], status: list[int]) -> None:
    m = table(chips, status)
    for seat in range(6):
        if status[seat] == IN:
            limit = most(m, seat)
            able = [other for other in range(6) if status[other] == IN and chips[other] >= limit]
            assert limit == 0 or (seat in able and len(able) >= 2)


@given(
    chips=amounts,
    sides=st.dictionaries(st.integers(1, 63), st.integers(1, 100), max_size=4),
    fund=st.integers(0, 100),
    won=st.lists(st.integers(0, 19), min_size=6, max_size=6),
    winner=st.integers(0, 5),
)
def test_pb_54_everything_is_paid_out_and_side_funds_only_to_their_members(
    chips: list[int], sides: dict[int, int], fund: int, won: list[int], winner: int
) -> None:
    m = table(chips, [IN] * 6)
    m.fund, m.won[:] = fund, won
    for members, amount in sides.items():
        m.side[members] = amount
    pay_out(m, winner)
    assert (int(m.fund), int(m.side.sum())) == (0, 0)
    assert int(m.chips.sum()) == sum(chips) + fund + sum(sides.values())
    for seat in range(6):
        got = int(m.chips[seat]) - chips[seat]
        assert got == m.prize[seat]
        theirs = [amount for members, amount in sides.items() if members >> seat & 1 and not members >> winner & 1]
        assert seat == winner or got <= sum(theirs)
