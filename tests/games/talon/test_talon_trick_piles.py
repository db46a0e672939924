"""Talon: excuses, debts, the last trick, the secret partner, the Magician's ending, gathering. TN-70 to TN-80."""

from __future__ import annotations

import pytest

from shindig.games.talon.rules.state import ALONE, ATTACK, DECK, DEFENCE, ENDING, NOBODY, SHEET_ENDING, SHEET_HALF
from shindig.match import Match
from tests.kits.games.talon_table import begun, cards, codes, deck, endgame, hand, pile, say


def given(match: Match) -> str:
    return codes([card for card in match.record.given if card >= 0])


def owe(match: Match, *debts: tuple[str, int]) -> None:
    """Excuses that lie beside their piles, the oldest first."""
    m = match.record
    m.debts = len(debts)
    for i, (code, seat) in enumerate(debts):
        m.debt_card[i], m.debt_seat[i] = cards(code)[0], seat


def owed(match: Match) -> list[tuple[str, int]]:
    m = match.record
    return [(codes([m.debt_card[i]]), int(m.debt_seat[i])) for i in range(m.debts)]


def tops(match: Match, side: int, count: int) -> str:
    return " ".join(pile(match, side).split()[-count:])


THREE = {0: "T0 2S 3S", 2: "KS 3W 4W", 1: "4S 5W 6W"}
"""Seat 0 takes alone; play goes 2, 1, 0 when seat 2 leads."""


def test_tn_70_the_first_small_card_from_the_top_goes_for_it() -> None:
    match = endgame(3, THREE, leader=2, attack="6C 5C QC T21 KC")
    say(match, "play KS", "play 4S", "play T0")
    assert pile(match, ATTACK) == "6C QC T21 KC T0"
    assert tops(match, DEFENCE, 3) == "4S KS 5C"
    assert given(match) == "5C"
    assert codes([match.view(-1).record.given[0]]) == "5C"


def test_tn_70_what_was_given_lies_on_the_table_whichever_card_it_is() -> None:
    match = endgame(3, THREE, leader=2, attack="6C 5C QC T21 KC")
    say(match, "play KS", "play 4S", "play T0")
    for card in (0, DECK - 1):
        match.record.given[0] = card
        assert [len(pile.cards) for pile in match.view(0).scene.centre if str(pile.name) == "in exchange"] == [1]


def test_tn_70_trumps_that_are_no_honors_are_small() -> None:
    match = endgame(3, THREE, leader=2, attack="T2 T1")
    say(match, "play KS", "play 4S", "play T0")
    assert pile(match, ATTACK) == "T1 T0"
    assert given(match) == "T2"


def test_tn_70_it_stays_where_its_side_wins() -> None:
    match = endgame(3, {0: "2S 3S", 2: "KS 3W", 1: "T0 6W"}, leader=1, attack="5C")
    say(match, "play T0", "play 2S", "play KS")
    assert tops(match, DEFENCE, 3) == "KS 2S T0"
    assert pile(match, ATTACK) == "5C"
    assert given(match) == ""


def test_tn_70_two_excuses_leave_one_after_the_other() -> None:
    match = endgame(3, {0: "KS 2S", 2: "T1 3W", 1: "T0 6W"}, attack="9C", defence="7C 8C", evasive=2)
    say(match, "play KS", "play T1", "play T0")
    assert tops(match, DEFENCE, 2) == "T1 T0"
    assert pile(match, ATTACK) == "9C KS 8C 7C"
    assert given(match) == "8C 7C"


def test_tn_70_one_excuse_stays_and_one_leaves() -> None:
    match = endgame(3, {0: "T0 2S", 2: "KS 3W", 1: "T1 6W"}, leader=2, attack="9C", evasive=1)
    say(match, "play KS", "play T1", "play T0")
    assert tops(match, DEFENCE, 3) == "T1 KS 9C"
    assert pile(match, ATTACK) == "T0"


def test_tn_71_a_debt_and_its_payment() -> None:
    match = endgame(3, {0: "T0 KW 3S", 2: "KS 3W 4W", 1: "4S 5W 6W"}, leader=2, attack="QC KC")
    say(match, "play KS", "play 4S", "play T0")
    assert owed(match) == [("T0", 0)]
    assert pile(match, ATTACK) == "QC KC"
    assert given(match) == ""
    say(match, "play 3W", "play 5W", "play KW")
    # 3W, the first played, pays; the rest goes on the pile and the Fool on top of it.
    assert tops(match, DEFENCE, 1) == "3W"
    assert pile(match, ATTACK) == "QC KC KW 5W T0"
    assert owed(match) == []
    assert given(match) == "3W"


def test_tn_71_an_excuse_that_waits_lies_on_nobodys_card_of_the_trick() -> None:
    match = endgame(3, {0: "T0 KW 3S", 2: "KS 3W 4W", 1: "4S 5W 6W"}, leader=2, attack="QC KC")
    say(match, "play KS", "play 4S", "play T0", "play 3W", "play 5W")
    piles = match.view(0).scene.centre
    assert ("not paid yet", "{0} owes a card for it") in {(str(pile.name), str(pile.note)) for pile in piles}
    seats = [pile.seat for pile in piles if pile.seat is not None]
    assert sorted(seats) == sorted({*seats})


def test_tn_71_of_two_debts_the_oldest_first() -> None:
    match = endgame(3, {0: "KS 2W 3S", 2: "T0 5W 4W", 1: "T1 6W 7W"}, defence="QC KC", rest=ATTACK, evasive=1)
    say(match, "play KS", "play T0", "play T1")
    assert owed(match) == [("T0", 2), ("T1", 1)]
    say(match, "play 2W", "play 5W", "play 6W")
    assert pile(match, DEFENCE) == "QC KC 6W T0 T1"
    assert tops(match, ATTACK, 3) == "KS 2W 5W"
    assert given(match) == "2W 5W"


def test_tn_71_one_card_pays_only_the_oldest() -> None:
    match = endgame(3, {0: "KS NW 3S", 2: "T0 QW 4W", 1: "T1 2W 7W"}, defence="QC KC", rest=ATTACK, evasive=1)
    say(match, "play KS", "play T0", "play T1", "play NW", "play QW", "play 2W")
    assert owed(match) == [("T1", 1)]
    assert pile(match, DEFENCE) == "QC KC QW NW T0"


def test_tn_71_a_payment_arriving_at_a_pile_that_owes_goes_on() -> None:
    match = endgame(3, {0: "KW 2S", 2: "3W 3S", 1: "NW 4S"}, leader=2, attack="QC", defence="QP", rest=None, evasive=1)
    owe(match, ("T1", 1), ("T0", 0))
    say(match, "play 3W", "play NW", "play KW")
    # 3W pays for the Fool, goes on at once to pay for the Magician, and comes to rest before either is put down.
    assert pile(match, ATTACK) == "QC KW NW 3W T0"
    assert pile(match, DEFENCE) == "QP T1"
    assert given(match) == "3W 3W"


def test_tn_71_an_exchanged_card_arriving_at_a_pile_that_owes_goes_on() -> None:
    match = endgame(3, {0: "T0 2S", 2: "KS 3S", 1: "NS 4S"}, leader=2, attack="5C", defence="QP", rest=None, evasive=1)
    owe(match, ("T1", 1))
    say(match, "play KS", "play NS", "play T0")
    assert pile(match, ATTACK) == "T0 5C"
    assert pile(match, DEFENCE) == "QP NS KS T1"
    assert owed(match) == []


def test_tn_71_never_paid_it_counts_for_its_side() -> None:
    match = endgame(3, {0: "NW", 2: "QW", 1: "KW"}, attack="QC", rest=DEFENCE)
    owe(match, ("T0", 0))
    say(match, "play NW", "play QW", "play KW")
    assert match.over
    assert pile(match, ATTACK) == "QC T0"
    assert match.record.sheet[0][SHEET_HALF] == 7 + 9
    assert (match.record.debt_seat == NOBODY).all()
    assert (match.record.debt_card == NOBODY).all()


def test_tn_71_of_two_never_paid_the_later_on_top() -> None:
    match = endgame(3, {0: "KW", 2: "QW", 1: "NW"}, defence="QC", rest=ATTACK, evasive=1)
    owe(match, ("T0", 2), ("T1", 1))
    say(match, "play KW", "play QW", "play NW")
    assert pile(match, DEFENCE) == "QC T0 T1"


@pytest.mark.parametrize(
    ("hands", "leader", "attack", "defence"),
    [
        # A loser's excuse goes to the winners and stays in its place in the trick.
        ({0: "T0", 2: "KS", 1: "4S"}, 2, "5C", "T0 4S KS"),
        ({0: "KS", 2: "T0", 1: "4S"}, 1, "5C T0 KS 4S", ""),
        # A winner's friend's excuse goes on top of the other pile, without exchange.
        ({0: "2S", 2: "KS", 1: "T0"}, 2, "5C T0", "2S KS"),
    ],
)
def test_tn_72_an_excuse_changes_sides_in_the_last_trick(
    hands: dict[int, str], leader: int, attack: str, defence: str
) -> None:
    match = endgame(3, hands, leader=leader, attack="5C")
    while not match.over:
        match.play(match.legal[0])
    assert pile(match, ATTACK) == attack
    assert pile(match, DEFENCE).endswith(defence)


def test_tn_73_an_excuse_led_by_the_winner_of_all_wins() -> None:
    match = endgame(3, {0: "T0", 2: "KS", 1: "T21"}, won=(23, 0, 0), rest=ATTACK)
    say(match, "play T0", "play KS", "play T21")
    assert match.record.past_winner[0] == 0
    assert match.record.won[:3].tolist() == [24, 0, 0]
    assert tops(match, ATTACK, 3) == "T21 KS T0"


def test_tn_73_another_excuse_still_changes_sides() -> None:
    match = endgame(3, {0: "T0", 2: "T1", 1: "KS"}, won=(23, 0, 0), rest=ATTACK, evasive=2)
    say(match, "play T0", "play T1", "play KS")
    assert tops(match, ATTACK, 3) == "KS T1 T0"
    match = endgame(3, {1: "T0", 0: "2S", 2: "T1"}, leader=1, won=(0, 23, 0), attack="5C", evasive=2)
    say(match, "play T0", "play 2S", "play T1")
    assert match.record.past_winner[0] == 1
    assert tops(match, DEFENCE, 2) == "2S T0"
    assert pile(match, ATTACK) == "5C T1"


def test_tn_73_not_when_a_trick_was_lost_or_the_partner_helped() -> None:
    for won in ((22, 1, 0), (22, 0, 1)):
        match = endgame(3, {0: "T0", 2: "KS", 1: "4S"}, won=won, rest=ATTACK)
        say(match, "play T0", "play KS", "play 4S")
        assert match.record.past_winner[0] == 2


FIVE = {0: "KS QC", 1: "KC", 2: "KP", 3: "KW"}


def renamed(match: Match, code: str) -> Match:
    """As if another card had been named."""
    m = match.record
    m.named = cards(code)[0]
    for seat in range(5):
        m.side[seat] = ATTACK if seat == 0 or code in hand(match, seat) else DEFENCE
    m.suspects = 0b111110
    return match


def test_tn_74_nobody_sees_piles_or_sides() -> None:
    match = begun(5, FIVE, taker=0)
    for _ in range(12):
        match.play(match.legal[0])
    for seat in range(-1, 5):
        view = match.view(seat).record
        for name in ("pile", "piled", "side", "deck", "top"):
            assert (view[name] == -1).all()
        assert view.won.sum() == 2


def test_tn_74_playing_the_named_card_gives_it_away() -> None:
    match = renamed(endgame(5, {0: "2W 2C", 4: "3W 3C", 3: "KW 4C", 2: "5W 5C", 1: "6W 6C"}), "KW")
    say(match, "play 2W", "play 3W")
    assert match.record.suspects == 0b111110
    match.play("play KW")
    assert match.record.suspects == 1 << 3
    match = renamed(endgame(5, {0: "KW 2C", 4: "3W 3C", 3: "2W 4C", 2: "5W 5C", 1: "6W 6C"}), "KW")
    match.play("play KW")
    assert match.record.suspects == ALONE


def test_tn_74_an_exchange_gives_it_away() -> None:
    hands = {0: "KS 2C", 4: "3S 3C", 3: "KW 4S", 2: "5S 5C", 1: "T0 6C"}
    # Seat 1 plays the Fool to a trick that the taker wins. A card is given: seat 1 is no partner.
    match = renamed(endgame(5, hands), "KW")
    say(match, "play KS", "play 3S", "play 4S", "play 5S", "play T0")
    assert given(match)
    assert match.record.suspects == 0b111100
    # Had seat 1 been the partner, the Fool would have stayed.
    hands = {0: "KS 2C", 4: "3S 3C", 3: "6C 4S", 2: "5S 5C", 1: "T0 KW"}
    match = renamed(endgame(5, hands), "KW")
    say(match, "play KS", "play 3S", "play 4S", "play 5S", "play T0")
    assert not given(match)
    assert match.record.suspects == 1 << 1


def test_tn_74_two_defenders_seen_together_are_struck_out() -> None:
    hands = {0: "2S 2C", 4: "KS 3C", 3: "KW 4S", 2: "5S 5C", 1: "T0 6C"}
    match = renamed(endgame(5, hands), "KW")
    say(match, "play 2S", "play KS", "play 4S", "play 5S", "play T0")
    # Seats 1 and 4 are of one side, and only one seat can be the taker's partner.
    assert match.record.suspects == 0b101100


def test_tn_74_a_card_that_pays_for_both_excuses_does_not_tell_whose_pile_it_came_to() -> None:
    """Each side owes a card. The one small card of the trick pays for both, whichever side wins it."""
    views = []
    for second, third in (("KS KW", "NS QW"), ("KS QW", "NS KW")):
        hands = {0: "QS 2C", 4: "JS 3C", 3: third, 2: second, 1: "3S 4C"}
        match = renamed(endgame(5, hands, attack="QC", defence="QP", rest=None, evasive=1), "KW")
        owe(match, ("T0", 0), ("T1", 1))
        say(match, "play QS", "play JS", f"play {third[:2]}", "play KS", "play 3S")
        assert match.record.side[2] == (ATTACK if "KW" in second else DEFENCE)
        assert (given(match), owed(match)) == ("3S 3S", [])
        assert match.record.suspects == 0b111100
        views.append([match.view(seat).tobytes() for seat in (-1, 0, 1, 4)])
    assert views[0] == views[1]


def test_tn_75_the_magician_wins_the_last_trick() -> None:
    for answer, value in (("plus", 10), ("minus", -10)):
        for taker in (0, 1):
            match = endgame(3, {0: "T1", 2: "KS", 1: "4S"}, taker=taker, attack="KC")
            say(match, "play T1", "play KS", "play 4S")
            assert (match.record.phase, match.to_act) == (ENDING, 0)
            assert list(match.legal) == ["minus", "plus"]
            match.play(answer)
            assert match.over
            assert match.record.ending == value
            assert match.record.sheet[0][SHEET_ENDING] == value


def test_tn_75_not_as_an_excuse_and_not_when_it_loses() -> None:
    match = endgame(3, {0: "T1", 2: "KS", 1: "T5"})
    say(match, "play T1", "play KS", "play T5")
    assert match.over
    match = endgame(3, {0: "T1", 2: "KS", 1: "5S"}, evasive=0)
    say(match, "play T1", "play KS", "play 5S")
    assert match.over
    assert match.record.ending == 0


BEFORE_LAST = {0: "T1 KC", 2: "KS 2C", 1: "4S T0"}


def test_tn_75_the_last_but_one_before_the_fool() -> None:
    match = endgame(3, BEFORE_LAST)
    say(match, "play T1", "play KS", "play 4S")
    assert (match.record.phase, match.to_act) == (ENDING, 0)
    match.play("plus")
    assert match.record.ending == 0
    say(match, "play KC", "play 2C", "play T0")
    assert match.over
    assert match.record.ending == 10


def test_tn_75_without_effect_if_the_fool_does_not_come() -> None:
    match = endgame(3, BEFORE_LAST | {1: "4S 5C"})
    match.record.gone_trumps &= ~1  # the Fool lies in the talon
    say(match, "play T1", "play KS", "play 4S")
    assert match.record.phase == ENDING
    say(match, "minus", "play KC", "play 2C", "play 5C")
    assert match.record.ending == 0


def test_tn_75_not_asked_once_the_fool_is_out() -> None:
    match = endgame(3, BEFORE_LAST | {1: "4S 5C"})
    assert match.record.gone_trumps & 1
    say(match, "play T1", "play KS", "play 4S")
    assert match.record.phase != ENDING
    match = endgame(3, {0: "T1 KC", 2: "KS 2C", 1: "T0 5C"})
    say(match, "play T1", "play KS", "play T0")
    assert match.record.phase != ENDING


def test_tn_75_not_before_the_last_but_one() -> None:
    match = endgame(3, {0: "T1 KC 3C", 2: "KS 2C 4C", 1: "4S T0 5C"})
    say(match, "play T1", "play KS", "play 4S")
    assert match.record.phase != ENDING


def test_tn_80_first_card_on_top_and_the_defenders_pile_on_the_takers() -> None:
    match = endgame(3, {0: "2S KC", 2: "KS 2C", 1: "4S 3C"}, attack="5C 6C")
    say(match, "play 2S", "play KS", "play 4S", "play 2C", "play 3C", "play KC")
    attack, defence = pile(match, ATTACK).split(), pile(match, DEFENCE).split()
    assert attack == ["5C", "6C", "KC", "3C", "2C"]
    assert defence[-3:] == ["4S", "KS", "2S"]
    assert codes(deck(match)).split() == (attack + defence)[::-1]
    assert sorted(deck(match)) == list(range(78))


def test_tn_80_all_cards_are_gathered_in_every_hand() -> None:
    match = begun(5, {}, taker=1, hands=1)
    while not match.over:
        match.play(match.legal[-1])
    assert sorted(deck(match)) == list(range(78))
