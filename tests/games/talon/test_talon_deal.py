"""Talon: cards, first dealer, cut, deal, mulligans. TN-1 to TN-16."""

from __future__ import annotations

import pytest

from shindig.gamekit import GameError, IllegalAction, game
from shindig.games.talon.deck import TALON
from shindig.games.talon.rules.card_kinds import HALF_POINTS, is_honor, is_small
from shindig.games.talon.rules.state import CUT, DRY, HAND
from shindig.games.talon.rules.state import TALON as TALON_CARDS
from shindig.match import Match, write_story
from tests.kits.games.talon_table import cards, codes, deal, deck, filled, hand, say, stacked, tap

TRUMP_HANDS = {1: "T0 T1 T2 T3 T4 T5", 2: "T6 T7 T8 T9", 3: "T10 T11 T12 T13", 0: "T14 T15 T16"}


def fresh(seats: int, /, **options: object) -> Match:
    return Match(game("talon"), seats, options)


def draw(match: Match, first: str) -> Match:
    """Hand in the cards that the seats cut for the deal."""
    top = cards(first)
    match.order(top + [card for card in range(78) if card not in top])
    return match


def test_tn_1_seventy_eight_cards() -> None:
    assert len(TALON) == 78
    assert len(TALON.codes) == len(set(TALON.codes)) == 78
    assert TALON.codes[:14] == ("1S", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "NS", "QS", "KS")
    assert TALON.codes[56:] == tuple(f"T{n}" for n in range(22))


def test_tn_2_three_honors() -> None:
    assert [code for code in TALON.codes if is_honor(TALON.card(code))] == ["T0", "T1", "T21"]


def test_tn_3_players_hands_talon() -> None:
    for seats, held, talon in ((3, 24, 6), (4, 18, 6), (5, 15, 3)):
        match = deal(seats, {})
        assert [int(n) for n in match.record.held[:seats]] == [held] * seats
        assert sum(int(card) >= 0 for card in match.record.talon) == talon
    for seats in (2, 6):
        with pytest.raises(GameError, match="3 to 5"):
            fresh(seats)


def test_tn_3_widdershins() -> None:
    match = deal(4, {}, dealer=2)
    asked = []
    for _ in range(4):
        asked.append(match.to_act)
        match.play("no dry")
    assert asked == [1, 0, 3, 2]


def test_tn_4_card_points() -> None:
    points = {code: HALF_POINTS[card] for card, code in enumerate(TALON.codes)}
    assert {points[code] for code in ("KS", "KW", "T0", "T1", "T21")} == {9}
    assert (points["QC"], points["NC"], points["JC"], points["10C"], points["T20"], points["T2"]) == (7, 5, 3, 1, 1, 1)
    assert sum(points.values()) == 182


def test_tn_4_small_cards() -> None:
    assert [code for code in TALON.codes[:14] if is_small(TALON.card(code))] == [f"{n}S" for n in range(1, 11)]
    assert [code for code in TALON.codes[56:] if is_small(TALON.card(code))] == [f"T{n}" for n in range(2, 21)]


@pytest.mark.parametrize(
    ("drawn", "dealer"),
    [
        ("KS T0 QC", 1),
        ("T0 T1 KS", 1),
        ("T20 T3 T21", 2),
        ("5C 5W 5S", 2),
        ("5P 5W 3S", 0),
        ("10S JW 9C", 1),
        ("QS NS KW", 2),
    ],
)
def test_tn_10_first_dealer(drawn: str, dealer: int) -> None:
    match = draw(fresh(3), drawn)
    assert match.record.dealer == dealer
    assert codes(match.record.drawn[:3]) == drawn


def test_tn_11_cut_by_the_dealers_right_about_so_deep() -> None:
    match = draw(fresh(4), "T5 T6 1S 2S")
    match.order(range(78))
    assert match.to_act == 0
    assert "tap" in match.legal
    assert "cut 1" in match.legal
    assert "cut 77" in match.legal
    match.play("cut 30")
    assert match.needs == "cut"
    assert match.wanted().tolist() == list(range(24, 37))
    match.order(["33", *(str(n) for n in range(24, 37) if n != 33)])
    assert deck(match)[0] == 33
    assert deck(match)[-1] == 32


@pytest.mark.parametrize(("called", "low", "high"), [(1, 1, 7), (5, 1, 11), (73, 67, 77), (77, 71, 77)])
def test_tn_11_depths_end_with_the_deck(called: int, low: int, high: int) -> None:
    match = draw(fresh(4), "T5 T6 1S 2S")
    match.order(range(78))
    match.play(f"cut {called}")
    assert match.wanted().tolist() == list(range(low, high + 1))


def test_tn_11_exact_cut_and_tap() -> None:
    for text, top in (("cut 30", 30), ("tap", 0)):
        match = draw(fresh(4, cut="exact"), "T5 T6 1S 2S")
        match.order(range(78))
        match.play(text)
        assert match.wanted().tolist() == [top]
        match.order([top])
        assert match.record.phase == DRY
        assert deck(match)[0] == top


@pytest.mark.parametrize(("cut", "said"), [("approximate", "cut about 30 cards."), ("exact", "cut 30 cards.")])
def test_tn_11_only_an_inexact_cut_is_told_as_about(cut: str, said: str) -> None:
    match = draw(fresh(4, cut=cut), "T5 T6 1S 2S")
    match.order(range(78))
    before = match.view(1)
    match.play("cut 30")
    assert [str(line.text) for line in write_story(match.game, before, match.steps[-1], match.view(1))] == [
        f"{{0}} {said}"
    ]


def test_tn_11_the_depth_is_hidden() -> None:
    views = []
    for depth in (28, 33):
        match = draw(fresh(4), "T5 T6 1S 2S")
        deep = stacked(4, 1, *filled(4, {}))
        match.order(deep[-depth:] + deep[:-depth])
        match.play("cut 30")
        match.order([depth, *(n for n in range(24, 37) if n != depth)])
        views.append([match.view(seat).tobytes() for seat in range(-1, 4)])
    assert views[0] == views[1]


def test_tn_12_packets_from_the_dealers_left() -> None:
    match = draw(fresh(4), "T5 1S 2S 3S")
    match.order(range(78))
    tap(match)
    # The dealer is seat 0: first seat 1 on the left, then the dealer, then widdershins.
    assert {"1S", "2S", "3S"} <= hand(match, 1)
    assert {"4S", "5S", "6S"} <= hand(match, 0)
    assert {"7S", "8S", "9S"} <= hand(match, 3)
    assert {"10S", "JS", "NS"} <= hand(match, 2)
    assert codes(match.record.talon) == codes(range(12, 78, 13))
    assert {"KS", "1C", "2C"} <= hand(match, 1)


def test_tn_12_first_packet_right() -> None:
    match = draw(fresh(4, first_packet="right"), "T5 1S 2S 3S")
    match.order(range(78))
    tap(match)
    assert {"1S", "2S", "3S"} <= hand(match, 3)
    assert {"10S", "JS", "NS"} <= hand(match, 0)


def test_tn_12_packets_of_four_for_three_and_short_talon_for_five() -> None:
    match = draw(fresh(3), "T5 1S 2S")
    match.order(range(78))
    tap(match)
    assert {"1S", "2S", "3S", "4S"} <= hand(match, 1)
    assert codes(match.record.talon) == codes(range(12, 78, 13))
    match = draw(fresh(5), "T5 1S 2S 3S 4S")
    match.order(range(78))
    tap(match)
    assert codes(match.record.talon[:3]) == codes([15, 31, 47])
    assert hand(match, 1) == {TALON.codes[c] for start in (0, 16, 32, 48, 63) for c in range(start, start + 3)}


def test_tn_13_no_shuffle_and_the_deal_passes_to_the_right() -> None:
    match = deal(4, TRUMP_HANDS, hands=2, dealer=2)
    say(match, *["no dry"] * 4, "take", "pass", "pass", "pass")
    while match.record.scored == 0:
        match.play(match.legal[0])
    assert match.record.phase == CUT
    assert (match.record.dealer, match.to_act) == (1, 0)
    assert "tap" in match.legal
    before = deck(match)
    tap(match)
    assert hand(match, 2) >= {TALON.codes[card] for card in before[:3]}


def test_tn_13_option_shuffles_each_hand() -> None:
    match = deal(4, TRUMP_HANDS, hands=2, shuffle="each-hand")
    say(match, *["no dry"] * 4, "take", "pass", "pass", "pass")
    while match.record.scored == 0:
        match.play(match.legal[0])
    assert match.needs == "main"


def test_tn_13_option_shuffles_redeals_too() -> None:
    passed = ["no dry"] * 4 + ["pass"] * 4
    match = say(deal(4, TRUMP_HANDS, shuffle="each-hand"), *passed)
    for _ in range(2 * 4):
        assert match.needs == "main"
        match.order(range(78))
        # It is a redeal still, which has to be cut (TN-14).
        assert "tap" not in match.legal
        match.play("cut 30")
        match.order(match.wanted())
        say(match, *passed)


def test_tn_14_mulligan_puts_organized_hands_on_the_talon() -> None:
    match = deal(3, {0: "KS QS 1S KW", 1: "T0 T1 T5 KC", 2: "T21 T20 3P"}, dealer=0)
    hands = [hand(match, seat) for seat in range(3)]
    talon = [int(card) for card in match.record.talon]
    say(match, *["no dry"] * 3, *["pass"] * 3)

    def organized(seat: int) -> list[str]:
        trumps = sorted((c for c in hands[seat] if c[0] == "T"), key=lambda c: -int(c[1:]))
        return trumps + [c for s in "SCPW" for c in reversed(TALON.codes[:56]) if c[-1] == s and c in hands[seat]]

    # The dealer's right is seat 2; the dealer's own hand ends on top.
    expected = organized(0) + organized(1) + organized(2) + [TALON.codes[card] for card in reversed(talon)]
    assert codes(deck(match)).split() == expected
    assert organized(1)[:3] == ["T5", "T1", "T0"]
    assert match.record.dealer == 2


def test_tn_14_no_tap_after_a_mulligan() -> None:
    match = say(deal(4, {}), *["no dry"] * 4, *["pass"] * 4)
    assert "tap" not in match.legal
    with pytest.raises(IllegalAction, match="TN-14"):
        match.play("tap")


def test_tn_14_shuffled_after_as_many_mulligans_as_players() -> None:
    match = deal(3, {}, cut="exact")
    for count in range(1, 4):
        say(match, *["no dry"] * 3, *["pass"] * 3)
        assert match.record.mulligans == count
        if count < 3:
            match.play("cut 20")
            match.order([20])
    assert match.needs == "main"
    match.order(range(78))
    assert match.record.mulligans == 0
    assert "tap" not in match.legal


def test_tn_15_nobody_can_call_a_misdeal() -> None:
    match = deal(4, {})
    with pytest.raises(GameError, match="isn’t a move"):
        match.play("misdeal")
    assert not any(
        "misdeal" in match.game.words.text(match.record, action) for action in range(match.game.rules.num_actions)
    )


def test_tn_16_a_little_dry() -> None:
    match = deal(
        4, {1: "T1", 0: "T0 T2 T3 T4 T5 T6 T7", 2: "T8 T9 T10 T11 T12 T13", 3: "T14 T15 T16 T17 T18 T19 T20 T21"}
    )
    assert match.to_act == 3
    say(match, "no dry", "no dry")
    assert list(match.legal) == ["no dry", "little dry"]
    match.play("little dry")
    assert (match.record.phase, match.record.dealer, match.record.mulligans) == (CUT, 3, 1)


@pytest.mark.parametrize("trumps", ["T0 T1", "T0", "T2", "T1 T2"])
def test_tn_16_not_with_another_trump(trumps: str) -> None:
    rest = [f"T{n}" for n in range(22) if f"T{n}" not in trumps.split()]
    match = deal(4, {3: trumps, 0: " ".join(rest[:7]), 1: " ".join(rest[7:14]), 2: " ".join(rest[14:])})
    assert match.to_act == 3
    assert list(match.legal) == ["no dry"]
    with pytest.raises(IllegalAction, match="TN-16"):
        match.play("little dry")


def test_tn_16_everyone_is_asked() -> None:
    match = deal(5, {0: "T1"})
    seen = []
    while match.record.phase == DRY:
        seen.append(match.to_act)
        match.play("no dry")
    assert seen == [4, 3, 2, 1, 0]


def test_tables_fit_the_deck() -> None:
    for players in (3, 4, 5):
        assert players * HAND[players - 3] + TALON_CARDS[players - 3] == 78
