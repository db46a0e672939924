"""Talon: the talon and the tricks. TN-50 to TN-65."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from shindig.core.layout_and_views import Records
from shindig.gamekit import IllegalAction, game
from shindig.games.talon.rules.play import turn_kind
from shindig.games.talon.rules.state import ATTACK, BID, DEFENCE, DONE, LAY, PLAY
from shindig.match import Match, write_story
from tests.kits.games.talon_table import (
    begun,
    bid,
    cards,
    codes,
    deal,
    endgame,
    hand,
    legal,
    pile,
    put_in_hand,
    refuse_all,
    say,
)

GAME = game("talon")


def laying(given: dict[int, str], talon: str, **options: Any) -> Match:
    """Four players, seat 0 the taker with Guard, about to look at the talon."""
    return refuse_all(bid(deal(4, given, talon, **options), 0), LAY)


def test_tn_50_the_taker_alone_looks() -> None:
    match = laying({}, "KS T5 2C 3C 4C 5C")
    assert match.to_act == 0
    assert codes(match.view(0).record.seen[0]) == "KS T5 2C 3C 4C 5C"
    for seat in (-1, 1, 2, 3):
        view = match.view(seat).record
        assert (view.seen == -1).all()
        assert (view.talon == -1).all()


def test_tn_50_any_number_in_the_place_of_the_card_replaced() -> None:
    match = laying({0: "1W 2W KW"}, "KS T5 2C 3C 4C 5C")
    say(match, "lay 1W", "leave", "lay KW", "leave", "leave", "lay 2W")
    assert match.record.phase == PLAY
    assert codes(match.record.talon) == "1W T5 KW 3C 4C 2W"
    assert {"KS", "2C", "5C"} <= hand(match, 0)
    assert not {"1W", "2W", "KW"} & hand(match, 0)
    assert len(hand(match, 0)) == 18


def test_tn_50_a_card_just_taken_is_not_laid_down() -> None:
    for options in ({}, {"lay_away": "french"}):
        match = laying({0: "1W 2W"}, "QS T5 2C 3C 4C 5C", **options)
        say(match, "lay 1W", "lay 2W")
        assert not {"lay QS", "lay T5"} & set(match.legal)
        for card in ("QS", "T5"):
            with pytest.raises(IllegalAction, match=r"just taken .*TN-50"):
                match.play(f"lay {card}")
        assert list(match.view(0).legal) == list(match.legal)


PLAIN = "1S 2S 3S 4S 5S 6S 7S 8S 9S 10S JS 1C KS T5 T0"
TRUMPS = "T0 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 KS KC 1S"


DEALT = (PLAIN, TRUMPS, TRUMPS.replace("1S", "T13"), TRUMPS.replace("KC", "2S"))
TALONS = ("KP T16 2C", "1W 2W 3W", "KW 1W KP", "T14 T15 T16", "1W T14 KP")


@pytest.mark.parametrize(
    ("dealt", "talon", "lay_away"), [(PLAIN, TALONS[0], "any"), *product(DEALT, TALONS, ["french"])]
)
def test_tn_50_every_exchange_can_be_made_and_no_other(dealt: str, talon: str, lay_away: str) -> None:
    match = refuse_all(bid(deal(5, {0: dealt}, talon, lay_away=lay_away), 0), LAY)
    assert laid_out(match.array) == exchanges(dealt.split(), talon.split(), lay_away)


def laid_out(ms: Records) -> set[tuple[str, ...]]:
    """What the talon can be after the exchange, by the rules of the game."""
    if ms["phase"][0] != LAY:
        return {tuple(codes(ms[0].talon[:3]).split())}
    found: set[tuple[str, ...]] = set()
    ranges, _ = GAME.plain.scratch()
    for first, last in ranges[: GAME.plain.legal(ms, 0, ranges)].tolist():
        for action in range(first, last + 1):
            after = ms.copy()
            GAME.plain.apply(after, 0, action)
            found |= laid_out(after)
    return found


def exchanges(dealt: list[str], talon: list[str], lay_away: str) -> set[tuple[str, ...]]:
    """The same by the clause: the exchange is one act."""
    found = set()
    for after in product(*([card, *dealt] for card in talon)):
        laid = [card for card in after if card in dealt]
        kept = {*dealt, *talon} - {*after}
        bare = all(card[0] in "TK" for card in kept)
        french = all(card[0] != "K" and card not in ("T0", "T1", "T21") and (card[0] != "T" or bare) for card in laid)
        if len(set(laid)) == len(laid) and (french or lay_away == "any"):
            found.add(after)
    return found


def test_tn_50_anything_may_be_laid_down() -> None:
    match = laying({0: "KW T0 T1 T21"}, "KS T5 2C 3C 4C 5C")
    say(match, "lay KW", "lay T0", "lay T1", "lay T21", "leave", "leave")
    assert codes(match.record.talon) == "KW T0 T1 T21 4C 5C"


def test_tn_50_only_cards_of_the_hand() -> None:
    match = laying({1: "KW T20 T21"}, "KS T5 2C 3C 4C 5C")
    for card, named in (("KW", "the King of Wands"), ("T20", r"Judgement \(20\)"), ("T21", r"the World \(21\)")):
        with pytest.raises(IllegalAction, match=f"^You don’t hold {named}"):
            match.play(f"lay {card}")


def test_tn_50_french_no_kings_honors_or_trumps() -> None:
    match = laying({0: "KW T0 T1 T21 T9 2W"}, "KS T5 2C 3C 4C 5C", lay_away="french")
    assert "lay 2W" in match.legal
    for card in ("KW", "T0", "T1", "T21", "T9"):
        with pytest.raises(IllegalAction, match="TN-50"):
            match.play(f"lay {card}")
    say(match, "leave", "lay 2W")
    assert codes(match.record.talon[:2]) == "KS 2W"


def told(match: Match, action: str) -> list[str]:
    """What another seat is told of a card laid down."""
    before = match.view(2)
    match.play(action)
    return [str(line.text) for line in write_story(match.game, before, match.steps[-1], match.view(2))]


RICH = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 KS KC 2W 3W"


def test_tn_50_french_trumps_in_need_and_shown() -> None:
    match = laying({0: RICH}, "KP KW T16 4W 5W 6W", lay_away="french")
    # Two plain cards can go for three kings and trumps, so one trump may; it must be shown.
    assert {"lay T2", "lay T15", "lay 2W"} <= set(match.legal)
    assert told(match, "lay T2") == ["{0} put the High Priestess (2) in the talon and must show it, as it’s a trump."]
    assert match.view(2).record.laid_open == 1 << 2
    assert set(match.legal) == {"lay 2W", "lay 3W"}
    with pytest.raises(IllegalAction, match="TN-50"):
        match.play("leave")
    assert told(match, "lay 2W") == []
    say(match, "lay 3W")
    assert set(match.legal) == {"leave"}
    with pytest.raises(IllegalAction, match="TN-50"):
        match.play("lay T3")
    say(match, "leave", "leave", "leave")
    assert all(card[0] in "TK" for card in hand(match, 0))


def test_tn_50_french_no_trump_while_other_cards_would_stay() -> None:
    match = laying({0: RICH}, "KP 4W 5W 6W 7W 8W", lay_away="french")
    assert not any(text.startswith("lay T") for text in match.legal)


def test_tn_50_french_no_trump_once_another_card_was_taken_for_good() -> None:
    match = laying({0: RICH}, "4W KP KW T16 T17 T18", lay_away="french")
    # There is room for both plain cards of the hand, but a trump laid for 4W, or after 4W was taken, leaves 4W there.
    assert not any(text.startswith("lay T") for text in match.legal)
    say(match, "lay 2W", "lay 3W")
    assert not any(text.startswith("lay T") for text in match.legal)
    match = laying({0: RICH}, "4W KP KW T16 T17 T18", lay_away="french")
    say(match, "leave", "lay 2W", "lay T2")
    assert "leave" in match.legal


def test_tn_50_french_trumps_laid_down_lie_open_until_the_first_lead() -> None:
    match = laying({0: RICH}, "KP KW T16 4W 5W 6W", lay_away="french")
    say(match, "lay T2", "lay 2W", "lay 3W", *["leave"] * 3)
    for seat in (-1, 0, 2):
        shown = [pile for pile in match.view(seat).scene.centre if str(pile.name) == "put away"]
        assert [card.code for pile in shown for card in pile.cards] == ["T2"]
    match.play(match.legal[0])
    assert not any(str(pile.name) == "put away" for pile in match.view(2).scene.centre)


def test_tn_51_the_bottom_of_a_pile() -> None:
    for contract, side in (("take", ATTACK), ("guard", ATTACK), ("without", ATTACK), ("against", DEFENCE)):
        match = begun(4, {}, taker=2, contract=contract, talon="KS T5 2C 3C 4C 5C")
        assert pile(match, side) == "KS T5 2C 3C 4C 5C"
        assert pile(match, 1 - side) == ""


def test_tn_51_nobody_looks_without_and_against() -> None:
    for contract in ("without", "against"):
        match = begun(4, {}, taker=2, contract=contract)
        assert (match.record.seen == -1).all()


def test_tn_60_the_dealers_right_leads_and_the_winner_next() -> None:
    match = begun(4, {3: "5S", 2: "6S", 1: "9S", 0: "7S"}, taker=1)
    assert match.to_act == 3
    say(match, "play 5S", "play 6S", "play 9S", "play 7S")
    assert match.to_act == 1
    assert match.record.won[:4].tolist() == [0, 1, 0, 0]


def test_tn_60_until_the_hands_are_empty() -> None:
    match = begun(3, {}, taker=0, hands=1)
    tricks = 0
    while not match.over:
        tricks += match.record.played == 2
        match.play(match.legal[0])
    assert tricks == 24


def follow(table: str, mine: str, **options: Any) -> set[str]:
    """What seat 0 may play to a trick of these cards, led so that seat 0 is next."""
    played = table.split()
    seats = [3, 2, 1][3 - len(played) :]
    match = endgame(4, {0: mine, 1: "", 2: "", 3: ""}, leader=seats[0], **options)
    for seat, card in zip(seats, played, strict=True):
        put_in_hand(match.record, seat, cards(card))
    say(match, *(f"play {card}" for card in played))
    assert match.to_act == 0
    return legal(match)


def test_tn_61_follow_suit_else_trump_else_anything() -> None:
    assert follow("5S 6S 7S", "2S KS T5 3C") == {"2S", "KS"}
    assert follow("5S 6S 7S", "T5 T9 3C") == {"T5", "T9"}
    assert follow("5S 6S 7S", "3C 4W") == {"3C", "4W"}


def test_tn_61_no_duty_to_overtrump() -> None:
    assert follow("5S T9 7S", "T5 T10 3C") == {"T5", "T10"}


def test_tn_61_option_overruff() -> None:
    assert follow("5S T9 7S", "T5 T10 3C", overruff="on") == {"T10"}
    assert follow("5S T9 7S", "T5 T6 3C", overruff="on") == {"T5", "T6"}
    assert follow("5S 6S 7S", "T5 T6 3C", overruff="on") == {"T5", "T6"}


def test_tn_61_refused_with_the_clause() -> None:
    match = endgame(3, {0: "2S 3C", 2: "5S 6C", 1: "7S 8C"}, leader=2)
    say(match, "play 5S", "play 7S")
    with pytest.raises(IllegalAction, match="TN-61"):
        match.play("play 3C")


def test_tn_61_overruff_refused_with_its_reason() -> None:
    match = endgame(3, {0: "T2 T9", 2: "5S 6C", 1: "T5 8C"}, leader=2, overruff="on")
    say(match, "play 5S", "play T5")
    with pytest.raises(IllegalAction, match=r"must beat the trumps.*TN-61"):
        match.play("play T2")


def test_tn_62_a_trump_led_must_be_beaten_if_it_can() -> None:
    assert follow("T9 T12 T3", "T5 T13 T20 2S") == {"T13", "T20"}
    assert follow("T9 T12 T3", "T5 T11 2S") == {"T5", "T11"}
    assert follow("T9 T12 T3", "2S KC") == {"2S", "KC"}
    assert follow("T9 5C", "T5 T10 2S") == {"T10"}


def test_tn_62_refused_with_the_clause() -> None:
    match = endgame(3, {0: "T2 T9", 2: "T5 6C", 1: "7S 8C"}, leader=2)
    say(match, "play T5", "play 7S")
    with pytest.raises(IllegalAction, match="TN-62"):
        match.play("play T2")


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("KS QS 10S", 0),
        ("10S JS NS", 1),
        ("JS NS 10S", 2),
        ("1S KC KW", 0),
        ("KS T1 KC", 2),
        ("KS T5 T4", 2),
        ("T5 T21 T20", 2),
    ],
)
def test_tn_63_who_wins(trick: str, winner: int) -> None:
    first, second, third = trick.split()
    match = endgame(3, {0: f"{first} 1P", 2: f"{second} 1P", 1: f"{third} 1P"})
    for seat, card in ((0, first), (2, second), (1, third)):
        put_in_hand(match.record, seat, cards(card))
    say(match, *(f"play {card}" for card in (first, second, third)))
    assert match.record.past_winner[0] == winner


def test_tn_64_an_excuse_goes_to_any_trick_and_never_has_to() -> None:
    assert follow("5S 6S 7S", "2S T0 3C") == {"2S", "T0"}
    assert follow("5S 6S 7S", "T0 3C") == {"T0", "3C"}
    assert follow("T9 T12 T3", "T0 T13 2S") == {"T0", "T13"}
    assert follow("T9 T12 T3", "T0 2S") == {"T0", "2S"}
    assert follow("5S 6S 7S", "T1 T0 3C", evasive=0) == {"T1", "T0", "3C"}
    assert follow("5S 6S 7S", "T1 3C") == {"T1"}


def test_tn_64_led_it_sets_no_suit_and_does_not_win() -> None:
    match = endgame(3, {0: "T0 2S", 2: "5C 6C", 1: "KS 7C"}, leader=0)
    match.play("play T0")
    assert legal(match) == {"5C", "6C"}
    match.play("play 5C")
    assert legal(match) == {"7C"}
    match.play("play 7C")
    assert match.record.past_winner[0] == 1


def test_tn_64_two_excuses_led() -> None:
    match = endgame(3, {0: "T0 2S", 2: "T1 6C", 1: "3W 7C"}, leader=0, evasive=2)
    say(match, "play T0", "play T1")
    assert legal(match) == {"3W", "7C"}
    match.play("play 3W")
    assert match.record.past_winner[0] == 1


def test_tn_65_the_last_trick_until_the_next_lead() -> None:
    match = endgame(3, {0: "2S 3C 4C", 2: "5S 6C 7C", 1: "7S 8C 9C"}, leader=2)
    say(match, "play 5S", "play 7S", "play 2S")
    seen = match.view(-1).record
    assert codes(seen.past[0, :3]) == "5S 7S 2S"
    assert (seen.past_leader[0], seen.past_winner[0]) == (2, 1)
    match.play("play 8C")
    assert (match.record.past == -1).all()
    assert match.record.past_winner[0] == -1


def test_tn_65_all_tricks_for_learners() -> None:
    match = begun(3, {}, taker=0, tricks="all")
    for _ in range(7):
        match.play(match.legal[0])
    assert (match.view(-1).record.past[:2, :3] >= 0).all()
    assert (match.view(-1).record.past[2:] == -1).all()
    sheet = next(panel for panel in match.view(-1).scene.panels if str(panel.name) == "Tricks")
    assert [row[0] for row in sheet.rows] == ["1", "2"]


def test_a_lead_is_another_kind_of_turn_than_what_follows() -> None:
    """Of each kind it is said how long people think."""
    m = game("talon").new(3)[0]
    m.phase, m.played = PLAY, 0
    lead = turn_kind(m)
    m.played = 1
    assert (turn_kind(m), lead) == (PLAY, PLAY + DONE)
    m.phase, m.played = BID, 0
    assert turn_kind(m) == BID
