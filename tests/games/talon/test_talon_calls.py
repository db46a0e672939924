"""Talon: bidding, calls, the partner's card. TN-20 to TN-41."""

from __future__ import annotations

import pytest

from shindig.gamekit import IllegalAction
from shindig.games.talon.rules.state import ALONE, BID, CUT, DEFENCE, HANDFUL, LAY, MISERY, NAME, PLAY, SHOW, SLAM
from shindig.match import Match
from tests.kits.games.talon_table import bid, deal, hand, legal, refuse_all, right, say

ALL_TRUMPS = " ".join(f"T{n}" for n in range(22))


def undry(match: Match) -> Match:
    return say(match, *["no dry"] * match.seats)


def trumps(*numbers: int) -> str:
    return " ".join(f"T{n}" for n in numbers)


def calling(match: Match, seat: int, phase: int) -> Match:
    """Bids and calls of the others go by until a seat is asked in a phase."""
    while (match.to_act, match.record.phase) != (seat, phase):
        match.play(match.legal[0])
    return match


def test_tn_20_from_the_dealers_right_each_higher() -> None:
    match = undry(deal(4, {}, dealer=2))
    assert match.to_act == 1
    match.play("guard")
    assert match.to_act == 0
    assert list(match.legal) == ["pass", "without", "against"]
    for low in ("take", "guard"):
        with pytest.raises(IllegalAction, match="TN-20"):
            match.play(low)


def test_tn_20_round_again_until_one_is_left() -> None:
    match = undry(deal(4, {}))
    say(match, "take", "pass", "guard", "pass")
    assert match.to_act == 3
    say(match, "without")
    assert (match.record.phase, match.to_act) == (BID, 1)
    match.play("pass")
    assert (match.record.taker, match.record.contract, match.record.phase) == (3, 3, MISERY)


def test_tn_20_the_last_may_bid_or_pass() -> None:
    match = say(undry(deal(4, {})), "pass", "pass", "pass")
    assert "take" in match.legal
    assert "pass" in match.legal
    match.play("take")
    assert (match.record.taker, match.record.phase) == (0, MISERY)


def test_tn_20_the_highest_bid_ends_it() -> None:
    match = say(undry(deal(4, {})), "pass", "against")
    assert (match.record.taker, match.record.phase) == (2, MISERY)


def test_tn_21_bids_and_the_mulligan() -> None:
    match = undry(deal(4, {}))
    assert list(match.legal) == ["pass", "take", "guard", "without", "against"]
    say(match, "pass", "pass", "pass", "pass")
    assert (match.record.phase, match.record.mulligans) == (CUT, 1)


def test_tn_30_seat_by_seat_in_a_fixed_order() -> None:
    match = bid(deal(4, {}, dealer=1), 3)
    asked = []
    while match.record.phase in (MISERY, HANDFUL, SHOW, SLAM):
        asked.append((match.to_act, int(match.record.phase)))
        match.play(match.legal[0])
    assert asked == [
        *((0, phase) for phase in (MISERY, HANDFUL)),
        *((3, phase) for phase in (MISERY, HANDFUL, SLAM)),
        *((2, phase) for phase in (MISERY, HANDFUL)),
        *((1, phase) for phase in (MISERY, HANDFUL)),
    ]


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("1S 2S 3S 4S 5S 6S 7S 8S 9S 10S JS NS QS KS 1C 2C 3C 4C", 1),
        ("1S 2S 3S 4S 5S 6S 7S 8S 9S 10S T2 T3 T4 T5 1C 2C 3C 4C", 2),
        ("1S 2S 3S 4S 5S 6S 7S 8S 9S 10S 1P 2P 3P 4P 1C 2C 3C 4C", 3),
        ("1S 2S 3S 4S 5S 6S 7S 8S 9S 10S T0 NS 3P 4P 1C 2C 3C 4C", 0),
    ],
)
def test_tn_31_misery_of_three_kinds(cards: str, kind: int) -> None:
    match = calling(bid(deal(4, {3: cards}), 1), 3, MISERY)
    if not kind:
        with pytest.raises(IllegalAction, match="TN-31"):
            match.play("misery")
        return
    assert list(match.legal) == ["no misery", "misery"]
    match.play("misery")
    assert match.record.misery[3] == kind
    assert match.record.score[:4].tolist() == [-10, -10, -10, 30]
    assert match.record.phase == HANDFUL


def test_tn_31_declared_or_not() -> None:
    match = calling(bid(deal(4, {3: "1S 2S 3S 4S 5S 6S 7S 8S 9S 10S JS NS QS KS 1C 2C 3C 4C"}), 1), 3, MISERY)
    match.play("no misery")
    assert not match.record.score.any()
    assert not match.record.misery.any()


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [(3, (13, 15, 18)), (4, (10, 13, 15)), (5, (8, 10, 13))],
)
def test_tn_32_sizes(seats: int, sizes: tuple[int, int, int]) -> None:
    for count in (sizes[0] - 1, *sizes, sizes[2] + 1 if seats != 4 else sizes[2]):
        held = trumps(*range(21, 21 - count, -1))
        others = [card for card in ALL_TRUMPS.split() if card not in held.split()]
        match = deal(seats, {0: held, 1: " ".join(others)})
        match = calling(bid(match, 1), 0, HANDFUL)
        levels = sum(count >= size for size in sizes)
        assert len(match.legal) == 1 + levels
        if not levels:
            with pytest.raises(IllegalAction, match="TN-32"):
                match.play("single handful")


def handful(held: str, call: str = "single handful") -> Match:
    others = [card for card in ALL_TRUMPS.split() if card not in held.split()]
    match = deal(4, {3: held, 1: " ".join(others)})
    return say(calling(bid(match, 1), 3, HANDFUL), call)


def test_tn_32_the_caller_chooses_which_from_high_to_low() -> None:
    match = handful(trumps(21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 5))
    assert set(match.legal) == {"show T21", "show T20", "show T19"}
    match.play("show T19")
    assert set(match.legal) == {"show T18"}
    with pytest.raises(IllegalAction, match="TN-32"):
        match.play("show T20")
    with pytest.raises(IllegalAction, match="TN-32"):
        match.play("show T17")
    refuse_all(match, MISERY)
    assert match.record.shown[3] == sum(1 << n for n in (19, 18, 17, 16, 15, 14, 13, 12, 11, 5))
    assert match.record.shown[3] == match.view(0).record.shown[3]


def test_tn_32_the_fool_only_when_needed() -> None:
    match = handful(trumps(21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 0))
    for n in (21, 20, 19, 18, 17, 16, 15, 14, 13):
        assert "show T0" not in match.legal
        match.play(f"show T{n}")
    with pytest.raises(IllegalAction, match="TN-32"):
        match.play("show T0")
    match.play("show T12")
    assert match.record.handful[3] == 1
    match = handful(trumps(21, 20, 19, 18, 17, 16, 15, 14, 13, 0))
    for n in (21, 20, 19, 18, 17, 16, 15, 14, 13):
        match.play(f"show T{n}")
    assert list(match.legal) == ["show T0"]


def test_tn_32_a_smaller_handful_may_be_called() -> None:
    match = handful(trumps(*range(7, 22)), "single handful")
    assert match.record.showing == 10
    assert match.record.handful[3] == 1
    refuse_all(match, MISERY)
    assert bin(int(match.record.shown[3])).count("1") == 10


def evasive_match() -> Match:
    others = {0: trumps(0, 2, 3, 4, 5, 6), 1: trumps(7, 8, 9, 10, 11, 12), 2: trumps(*range(13, 22))}
    return bid(deal(4, {3: "T1"} | others), 0)


def test_tn_33_evasive_magician_is_announced() -> None:
    match = evasive_match()
    assert match.record.evasive == -1
    say(match, "no misery", "no handful")
    assert match.record.evasive == 3
    assert match.view(1).record.evasive == 3


def test_tn_33_not_with_the_fool() -> None:
    others = {0: trumps(2, 3, 4, 5, 6), 1: trumps(7, 8, 9, 10, 11, 12), 2: trumps(*range(13, 22))}
    match = bid(deal(4, {3: "T0 T1"} | others), 0)
    refuse_all(match, LAY)
    assert match.record.evasive == -1


def test_tn_34_only_the_taker_calls_a_slam_and_leads() -> None:
    for call, slam in (("no slam", 0), ("little slam", 1), ("grand slam", 2)):
        match = calling(bid(deal(4, {}, dealer=0), 2, "without"), 2, SLAM)
        match.play(call)
        assert match.record.slam == slam
        refuse_all(match, PLAY)
        assert match.to_act == (2 if slam else 3)


KINGS = {0: "KS", 1: "KC", 2: "KP", 3: "KW"}


def naming(given: dict[int, str], taker: int, talon: str = "") -> Match:
    return refuse_all(bid(deal(5, given, talon), taker, "without"), NAME)


def test_tn_40_a_king_is_named_and_its_holder_is_the_partner() -> None:
    match = naming(KINGS, 0)
    assert match.to_act == 0
    assert list(match.legal) == ["name KS", "name KC", "name KP", "name KW"]
    match.play("name KP")
    assert match.record.side[:5].tolist() == [0, 1, 0, 1, 1]
    assert match.record.suspects == 0b111110


def test_tn_40_a_queen_with_all_four_kings() -> None:
    match = naming({0: "KS KC KP KW QS"}, 0)
    assert len(match.legal) == 8
    match.play("name QC")
    match = naming({0: "KS KC KP", 1: "KW"}, 0)
    with pytest.raises(IllegalAction, match="TN-40"):
        match.play("name QC")


def test_tn_40_alone_with_ones_own_card_or_one_in_the_talon() -> None:
    own = naming(KINGS, 0)
    own.play("name KS")
    under = naming({0: "KS", 1: "KC", 2: "KP"}, 0, "KW")
    under.play("name KW")
    for match in (own, under):
        assert match.record.side[:5].tolist() == [0, DEFENCE, DEFENCE, DEFENCE, DEFENCE]
    # The others are not told: what they see does not say whose card it is.
    held = naming({0: "KS", 1: "KC", 2: "KP", 3: "KW"}, 0)
    held.play("name KW")
    assert held.view(4).record.suspects == under.view(4).record.suspects


def test_tn_40_only_among_five() -> None:
    match = refuse_all(bid(deal(4, KINGS), 0, "without"), PLAY)
    assert match.record.named == -1
    assert match.record.suspects == ALONE


def test_tn_41_a_defender_may_not_lead_the_suit_named() -> None:
    match = naming(KINGS | {4: "2W 3W"}, 0)
    match.play("name KW")
    leader = match.to_act
    assert leader == right(5, 0)
    held = hand(match, 4)
    assert legal(match) == {card for card in held if not card.endswith("W")}
    with pytest.raises(IllegalAction, match="TN-41"):
        match.play("play " + next(card for card in held if card.endswith("W")))


def test_tn_41_unless_they_hold_nothing_else() -> None:
    wands = "1W 2W 3W 4W 5W 6W 7W 8W 9W 10W JW NW QW"
    match = naming({4: wands + " T5 T6", 3: "KW"}, 0)
    match.play("name KW")
    assert legal(match) == {"T5", "T6"}
    match.record.trumps[4] = 0
    assert legal(match) == set(wands.split())


def test_tn_41_the_partner_leads_it_only_with_the_card() -> None:
    match = naming({4: "KW QW 2W T5", 3: "KS"}, 0)
    match.play("name KW")
    assert "KW" in legal(match)
    assert not {"QW", "2W"} & legal(match)
    match.record.trumps[4] = 0
    match.record.suits[4] = int(match.record.suits[4]) >> 42 << 42
    assert legal(match) == {"KW"}


def test_tn_41_the_taker_may_and_an_excuse_lets_it_follow() -> None:
    match = refuse_all(bid(deal(5, {4: "2W", 3: "KW T0"}, dealer=0), 4, "without"), NAME)
    match.play("name KW")
    assert "2W" in legal(match)
    match = refuse_all(bid(deal(5, {4: "T0", 3: "2W", 2: "KW"}, dealer=0), 0, "without"), NAME)
    say(match, "name KW", "play T0")
    assert "2W" in legal(match)


def test_tn_41_later_tricks_are_free() -> None:
    match = naming(KINGS, 0)
    match.play("name KW")
    while match.record.trick == 0 or match.to_act == 0 or match.record.played:
        match.play(match.legal[-1])
    wands = {card for card in hand(match, match.to_act) if card.endswith("W")}
    assert wands <= legal(match)
