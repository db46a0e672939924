"""Talon: nothing that a seat may not know reaches it, on any channel; and what tables and stories show."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import numpy as np
import pytest

import shindig
from shindig.bots import make
from shindig.core.layout_and_views import ONLOOKER, Records
from shindig.gamekit import game
from shindig.games.talon.rules.state import ATTACK, DEFENCE, DRY, HANDFUL, LAY, MISERY, NAME, SUITED
from shindig.games.talon.words.actions import TEXTS
from shindig.match import Match, View, fair, write_story
from shindig.policy_bots import steady
from tests.kits.games.talon_table import begun, bid, deal, endgame, hand, refuse_all, say


def channels(view: View) -> tuple[object, ...]:
    """Everything that a seat can get from its view."""
    return view.tobytes(), list(view.legal), view.scene, view.hints


def told(before: list[View], match: Match, after: list[View]) -> list[list[str]]:
    """The story of the last step for the onlooker and every seat."""
    lines = [write_story(match.game, b, match.steps[-1], a) for b, a in zip(before, after, strict=True)]
    return [[str(line.text) for line in told] for told in lines]


def views(match: Match) -> list[View]:
    return [match.view(seat) for seat in range(ONLOOKER, match.seats)]


def same_for(seats: set[int], texts: list[str], one: Match, other: Match) -> None:
    """Play the same actions in two worlds; these viewers get the same at every step."""
    looks = [views(one), views(other)]
    for text in ["", *texts]:
        if text:
            say(one, text)
            say(other, text)
        later = [views(one), views(other)]
        for seat in seats:
            assert channels(later[0][seat + 1]) == channels(later[1][seat + 1]), (seat, text)
            if text:
                lines = told(looks[0], one, later[0]), told(looks[1], other, later[1])
                assert lines[0][seat + 1] == lines[1][seat + 1], (seat, text)
        looks = later


def test_tn_74_who_holds_the_named_card_cannot_be_told() -> None:
    low = {0: "1S 1P T5", 4: "2S 3S 2P T6", 3: "4S 5S 5P T7", 2: "6S 7S 4P T8", 1: "8S 9S 3P T9"}
    worlds = []
    for holder, other in ((3, 2), (2, 3)):
        hands = dict(low)
        hands[holder] += " KW"
        hands[other] += " QW"
        match = refuse_all(bid(deal(5, hands), 0, "without"), NAME)
        worlds.append(say(match, "name KW"))
    one, other_world = worlds
    assert one.record.side[3] == other_world.record.side[2] == ATTACK
    assert one.record.side[2] == other_world.record.side[3] == DEFENCE
    tricks = ["play 2S", "play 4S", "play 6S", "play 8S", "play 1S"]
    tricks += ["play 3P", "play 1P", "play 2P", "play 5P", "play 4P"]
    assert one.to_act == 4
    same = {ONLOOKER, 0, 1, 4}
    # Seat 1 wins the first trick and seat 3, partner or not, the second.
    same_for(same, tricks, one, other_world)
    assert one.record.won[:5].tolist() == other_world.record.won[:5].tolist()
    assert one.record.piled.tolist() != other_world.record.piled.tolist()


def test_tn_40_alone_or_not_cannot_be_told() -> None:
    """The named king is in the taker's own hand, in the talon, or with seat 3: nobody else can tell."""
    worlds = []
    for given, talon in (({0: "KW 1S", 3: "QW"}, ""), ({0: "QW 1S"}, "KW"), ({3: "KW", 0: "QW 1S"}, "")):
        rest = {4: "2S 3S", 2: "6S 7S", 1: "8S 9S"}
        spare = {3: " 4S 5S"}
        hands = {seat: given.get(seat, "") + rest.get(seat, "") + spare.get(seat, "") for seat in range(5)}
        under = f"{talon} 1C 2C".split()[:2] + (["3C"] if talon else ["NW"])
        match = refuse_all(bid(deal(5, hands, " ".join(under)), 0, "without"), NAME)
        worlds.append(say(match, "name KW"))
    for seat in (ONLOOKER, 1, 2, 4):
        seen = {match.view(seat).record.suspects for match in worlds}
        assert seen == {0b111110}


def test_no_tells_who_could_have_called_misery_or_a_handful() -> None:
    rich = {3: "T10 T11 T12 T13 T14 T15 T16 T17 T18 T19", 2: "KS KC KP T0 T1 T2 T3 T4 T5 T6 T7 T8 T9"}
    poor = {2: "T10 T11 T12 T13 T14 T15 T16 T17 T18 T19", 3: "KS KC KP T0 T1 T2 T3 T4 T5 T6 T7 T8 T9"}
    worlds = []
    for hands in (rich, poor):
        others = {0: "1S 2S 3S 4S 5S 6S 7S 8S 9S 1C 2C 3C 4C 5C 6C 7C 8C 9C", 1: "T20 T21 10S 10C"}
        worlds.append(deal(4, hands | others, "1W 2W 3W 4W 5W 6W"))
    texts = ["no dry"] * 4 + ["pass", "pass", "take", "pass"]
    texts += ["no misery", "no handful"] * 2 + ["no misery", "no handful", "no slam"] + ["no misery", "no handful"]
    same_for({ONLOOKER, 0, 1}, texts, *worlds)


def test_no_tells_who_could_have_called_a_little_dry() -> None:
    dry = {3: "T1", 2: "T0 T2 T3 T4 T5 T6 T7 T8", 1: "T9 T10 T11 T12 T13 T14", 0: "T15 T16 T17 T18 T19 T20 T21"}
    not_dry = dry | {3: "T2", 2: "T0 T1 T3 T4 T5 T6 T7 T8"}
    texts = ["no dry"] * 4 + ["pass", "pass", "pass"]
    same_for({ONLOOKER, 0, 1}, texts, deal(4, dry), deal(4, not_dry))


def test_tn_50_what_the_taker_lays_down_cannot_be_told() -> None:
    first, second = (bid(deal(4, {0: "1W 2W KW"}, "KS T5 2C 3C 4C 5C"), 0) for _ in range(2))
    for match in (first, second):
        refuse_all(match, LAY)
    others = {ONLOOKER, 1, 2, 3}
    for one, two in zip(["lay 1W", *["leave"] * 5], [*["leave"] * 5, "lay KW"], strict=True):
        looks = views(first), views(second)
        say(first, one)
        say(second, two)
        after = views(first), views(second)
        for seat in others:
            assert channels(after[0][seat + 1]) == channels(after[1][seat + 1])
            lines = told(looks[0], first, after[0])[seat + 1], told(looks[1], second, after[1])[seat + 1]
            assert lines[0] == lines[1]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_views_show_nothing_of_other_hands(seats: int) -> None:
    """Two records that differ only in what a seat cannot know give it the same bytes, legal actions and scene."""
    rnd = Random(seats)
    match = Match(game("talon"), seats, {"hands": 1}, fair(7))
    while not match.over:
        viewer = rnd.randrange(-1, seats)
        ours = match.view(viewer)
        hidden = match.array.copy()
        scramble(hidden, viewer, rnd)
        theirs = View(match.game, match.game.view(hidden, viewer))
        assert channels(ours) == channels(theirs)
        if match.to_act == viewer:
            assert list(ours.legal) == list(match.legal)
        match.play(rnd.choice(list(match.legal.actions)))


def scramble(array: Records, viewer: int, rnd: Random) -> None:
    """Change all that a viewer may not know: decks, piles, sides, talon, the others' hands."""
    m = array[0]
    for seat in range(5):
        if seat != viewer:
            m.suits[seat] = rnd.randrange(1 << SUITED)
            m.trumps[seat] = rnd.randrange(1 << 22)
            m.taken_suits[seat] = rnd.randrange(1 << SUITED)
            m.taken_trumps[seat] = rnd.randrange(1 << 22)
            m.seen[seat] = [rnd.randrange(78) for _ in range(6)]
    for name in ("deck", "talon", "pile", "side", "piled", "top"):
        flat = m[name].reshape(-1) if name != "top" else None
        if flat is None:
            m.top = rnd.randrange(78)
        else:
            flat[:] = [rnd.randrange(78) for _ in flat]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_steady_plays_legally_and_ends_matches(seats: int) -> None:
    match = Match(game("talon"), seats, {"hands": 2}, fair(3))
    bots = [make("talon", "steady", seat) for seat in range(seats)]
    for _ in range(2000):
        if match.over:
            break
        match.play(bots[match.to_act].act(match.view(match.to_act)))
    assert match.over


def test_steady_uses_nothing_of_earlier_hands() -> None:
    """What a view holds of earlier hands is the score sheet, and the steady bot does not look at it."""
    match = Match(game("talon"), 4, {"hands": 3}, fair(8))
    rnd = Random(4)
    while not match.over:
        view = match.view(match.to_act)
        other = match.array.copy()
        for name in ("sheet", "score", "drawn"):
            other[name] = rnd.randrange(78)
        told = View(match.game, match.game.view(other, view.seat))
        action = steady(view, np.random.default_rng(1))
        assert action == steady(told, np.random.default_rng(1))
        match.play(action)


def test_a_new_hand_shows_nothing_of_the_last() -> None:
    match = Match(game("talon"), 5, {"hands": 2, "tricks": "all"}, fair(9))
    rnd = Random(5)
    while match.record.scored == 0 or match.record.phase != DRY:
        match.play(rnd.choice(list(match.legal.actions)))
    for view in views(match):
        m = view.record
        assert all(not m[name].any() for name in ("gone_suits", "gone_trumps", "won", "shown", "debts"))
        assert all((m[name] == -1).all() for name in ("past", "table", "given", "seen"))


def test_no_tells_what_everybody_is_asked_is_asked_at_once() -> None:
    """TN-16, TN-30: all answers count together, in the order of the rules."""
    assert [group.phases for group in game("talon").services.simultaneous] == [(DRY,), (MISERY, HANDFUL)]


def test_every_clause_has_its_place_on_the_rules_page() -> None:
    page = (Path(shindig.__file__).parent / "games" / "talon" / "rules.md").read_text("utf-8")
    sources = (Path(shindig.__file__).parent / "games" / "talon").rglob("*.py")
    cited = {clause for path in sources for clause in re.findall(r"TN-\d+", path.read_text("utf-8"))}
    assert len(cited) == 40
    assert all(f"- {clause} " in page for clause in cited)


def test_every_text_round_trips_and_every_refusal_has_a_clause() -> None:
    match = Match(game("talon"), 5, {"hands": 1}, fair(5))
    rnd = Random(1)
    for action, text in enumerate(TEXTS):
        assert match.game.words.parse(match.record, text) == action
        assert match.game.words.parse(match.record, text.upper()) == action
    while not match.over:
        legal = set(match.legal.actions)
        view = match.view(match.to_act).record
        for action in range(match.game.rules.num_actions):
            if action not in legal:
                assert match.game.words.refuse(view, action).clause.startswith("TN-")
        match.play(rnd.choice(sorted(legal)))


def test_scene_seats_widdershins_with_hands_and_tricks() -> None:
    match = begun(5, {0: "KS T5"}, taker=0, tricks="all")
    scene = match.view(0).scene
    assert not scene.clockwise
    assert [len(seat.piles[0].cards) for seat in scene.seats] == [15, 1, 1, 1, 1]
    assert [seat.piles[0].size for seat in scene.seats[1:]] == [15] * 4
    assert scene.seats[0].piles[0].cards[0].code == "T5"
    assert "Taker: Guard without ×4" in map(str, scene.seats[0].badges)
    match.record.slam = 1
    assert [*map(str, match.view(0).scene.seats[0].badges)][-2:] == ["Taker: Guard without ×4", "little slam"]
    for _ in range(5):
        match.play(match.legal[0])
    scene = match.view(2).scene
    names = [str(pile.name) for pile in scene.centre]
    assert names.count("trick") == 5
    assert [pile.cards[0].marks for pile in scene.centre if str(pile.note) == "wins"] == [("winning",)]
    assert "partner’s card" in names
    assert any(str(panel.name) == "Tricks" for panel in scene.panels)


def test_scene_of_every_prompt_offers_exactly_the_legal_actions() -> None:
    for seats in (3, 4, 5):
        match = Match(game("talon"), seats, {"hands": 2}, fair(11))
        rnd = Random(seats)
        while not match.over:
            prompt = match.view(match.to_act).scene.prompt
            assert prompt is not None
            offered: set[int] = set()
            for control in prompt.controls:
                kind = type(control).__name__
                if kind == "Press":
                    offered.add(control.action)  # type: ignore[union-attr]
                elif kind == "Pick":
                    offered |= {action for _, action, _ in control.choices}  # type: ignore[union-attr]
                else:
                    offered |= set(range(control.first, control.first + control.high - control.low + 1))  # type: ignore[union-attr]
            assert offered == set(match.legal.actions)
            match.play(rnd.choice(sorted(offered)))


def test_tn_50_cards_just_taken_are_marked_and_advised_about_for_the_taker_alone() -> None:
    match = refuse_all(bid(deal(4, {0: "1W 2W KW"}, "KS T5 2C 3C 4C 5C"), 0), LAY)
    say(match, "lay 1W", "lay 2W")
    view = match.view(0)
    assert {card.code for card in view.scene.seats[0].piles[0].cards if "new" in card.marks} == {"KS", "T5"}
    assert view.scene.prompt is not None
    assert any("stays in your hand" in str(control.help) for control in view.scene.prompt.controls)
    say(match, "lay KW", *["leave"] * 3)
    assert not any(card.marks for card in match.view(0).scene.seats[0].piles[0].cards)
    # The only Cup is one just taken: advice does not name a suit that cannot be emptied.
    match = refuse_all(bid(deal(4, {0: "1W 2P 3P 4P"}, "5C T5 2C 3C 4C 6C"), 0), LAY)
    cups = any(code.endswith("C") for code in hand(match, 0))
    say(match, "lay 1W")
    assert not cups
    assert not any("Cups" in str(line) for line in match.view(0).hints)
    assert any(str(line).startswith("You could get rid of Pentacles") for line in match.view(0).hints)


def test_hints_name_the_suit_to_follow_and_the_excuse() -> None:
    match = begun(4, {3: "KS", 2: "2S T0", 0: "QS"}, taker=0)
    say(match, "play KS")
    assert str(match.view(2).hints[0]) == "Swords were led, and you have some, so you have to play one or the Fool."


@pytest.mark.parametrize(
    ("made", "better", "reason"),
    [
        ("3S", "2S", "With the 2 of Swords you keep the 3 of Swords, which beats more."),
        ("2S", "3S", "The 3 of Swords is harder to beat than the 2 of Swords."),
    ],
)
def test_a_review_compares_two_cards_of_a_suit(made: str, better: str, reason: str) -> None:
    match = begun(4, {3: "KS", 2: "JS 2S 3S", 0: "QS"}, taker=0)
    say(match, "play KS")
    assert compared(match, made, better) == [reason]


def test_a_review_gives_points_to_the_own_side_and_keeps_them_from_the_other() -> None:
    hands = {3: "KS", 2: "JS 2S 3S", 0: "QS"}
    ours, theirs = begun(4, hands, taker=0), begun(4, hands, taker=3)
    for match in (ours, theirs):
        say(match, "play KS")
    adds = "Your side was winning the trick, and the Knave of Swords is worth 1½ points."
    gives = "{3} was winning the trick, and the Knave of Swords gave away 1½ points."
    assert compared(ours, "2S", "JS") == [adds]
    assert compared(theirs, "JS", "2S") == [gives]
    assert compared(ours, "JS", "2S") == compared(theirs, "2S", "JS") == []


def test_a_review_does_not_guess_on_which_side_a_secret_partner_is() -> None:
    match = begun(5, {4: "KC", 3: "JC 2C", 2: "KS"}, taker=0)
    say(match, "play KC")
    assert compared(match, "2C", "JC") == compared(match, "JC", "2C") == []


def test_a_review_names_the_card_that_goes_into_the_lead() -> None:
    match = endgame(3, {0: "T5 T9 3W", 2: "KS 3C 4W", 1: "T7 5W 6W"}, leader=2, taker=0, overruff="off")
    say(match, "play KS", "play T7")
    reason = "The Hermit (9) beats what’s on the table, and the Hierophant (5) doesn’t."
    assert compared(match, "T5", "T9") == [reason]
    assert compared(match, "T9", "T5") == []


def test_a_review_says_how_far_a_suit_is_from_running_out() -> None:
    match = endgame(3, {0: "2W 4C 3C T9", 2: "KS 5C 4W 6C", 1: "T7 5W 6W 7W"}, taker=0)
    reason = "You had only one card in Wands. With it gone, you could have trumped Wands."
    assert compared(match, "3C", "2W") == [reason]
    assert compared(match, "2W", "3C") == []


def compared(match: Match, made: str, better: str) -> list[str]:
    """Why a card of the seat to act is better than another."""
    view = match.view(match.to_act)
    first, second = [view.game.words.parse(view.plain, f"play {code}") for code in (made, better)]
    return [str(line) for line in view.list_reasons(first, second)]


def test_hints_say_what_the_hand_and_the_trick_are_worth() -> None:
    match = deal(4, {3: "T0 T1 T21 T5 T6 KS KC 2W", 0: "T7 T8"}, "1W 3W 4W 5W 6W 7W")
    say(match, *["no dry"] * 4)
    lines = match.view(3).hints
    assert "14 trumps and two kings" in str(lines[0])
    assert str(lines[1]) == "With three honors, you need 36 of the 91 points."
    view = match.view(3)
    passes, takes = [view.game.words.parse(view.plain, one) for one in ("pass", "take")]
    looked_back = view.list_reasons(passes, takes)
    assert str(looked_back[0]).startswith("You had 14 trumps and two kings.")
    assert str(looked_back[1]) == "With three honors, you needed 36 of the 91 points."
    assert view.list_reasons(takes, passes) == []
    assert not match.view(0).hints
    match = begun(4, {3: "KS", 2: "T21", 0: "QS"}, taker=0)
    say(match, "play KS")
    told = match.view(2).hints
    assert [*map(str, told[:2])] == [
        "Swords were led, and you have none, so you have to play a trump.",
        "This trick is worth 4½ so far.",
    ]
