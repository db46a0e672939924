"""What the usual words and table make of fields that are called as they know them, and of texts that name cards."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from shindig.cards import CardError, Deck
from shindig.core.card_places import Cards
from shindig.core.layout_and_views import (
    CHANCE,
    ONLOOKER,
    SEATS,
    UNKNOWN,
    Layout,
    Numbers,
    Plain,
    Record,
    hidden,
    private,
    public,
)
from shindig.gamekit import defaults, game_ids
from shindig.gamekit.defaults.cards_by_place import CardLayout
from shindig.gamekit.game_spec import Amounts, GameError, Look, ObservedStep, Outcome, Rules, Table
from shindig.gamekit.table_scene import Amount, Card, Pick, Pile, Press, Prompt
from shindig.messages import Seats, name_seats, say
from shindig.web.html.prompt_html import assign_shortcuts, render_prompt
from shindig.web.html.templating import has_weighing_bots
from shindig.web.html.viewer_regions import AfterFacts, get_hand_word, render_next

DECK = Deck("trick", ("J", "Q", "K", "7"), ("Jack", "Queen", "King", "Seven"), (2, 2, 2, 2))
PLAY, ALONE, SEVEN, BID = 0, 3, 4, 10
VERBS = {PLAY: "play J", PLAY + 1: "play Q", PLAY + 2: "play K", ALONE: "alone", SEVEN: "bid 7"}


class Trick(Record):
    """A game of tricks."""

    passed: Numbers = private("i1", SEATS, 2, cards="main")
    hand: Numbers = private("i1", SEATS, 3, cards="main")
    holds: Numbers = public("i1", SEATS)
    tricks: Numbers = public("i1", SEATS)
    deck: Numbers = hidden("i1", 8, cards="main")
    left: int = public()
    trick: Numbers = public("i1", SEATS, cards="main")
    gone: Numbers = public("i1", 4, cards="main")
    dealer: int = public()
    taker: int = public(stands="seat")
    begun: int = public()
    promise: Numbers = public("i1", SEATS, text="promised")
    bank: int = public("i4", text="in the bank")


LAYOUT = Layout(Trick, seats=2)


def rules_of(layout: Layout) -> Rules:
    hand = SimpleNamespace(
        number=lambda m: getattr(m, "begun", 1), ended=lambda _: False, payoff=lambda _m, seat: -2 * seat
    )
    return cast(Rules, SimpleNamespace(hand=hand, layout=layout, amounts=(Amounts("raise", BID, BID + 8),), picks=()))


RULES = rules_of(LAYOUT)
WORDS = defaults.words(RULES, DECK, VERBS, {0: "", BID: "TR-1"}, lambda _: Outcome((), (), ""))
TABLE = defaults.table(RULES, DECK, WORDS)


def match(**fields: Any) -> Any:
    """Seat 0 holds a Jack, a King and a Seven, seat 1 a Jack and a King and has made two tricks; no other card lies."""
    made = LAYOUT.empty()
    for name in ("passed", "hand", "deck", "trick", "gone", "promise", "bank"):
        made[name] = UNKNOWN
    made["begun"] = 1
    made["seats"], made["tricks"][:, 1], made["holds"][:, 1], made["taker"], made["left"] = 2, 2, 2, 1, 5
    made["hand"][:, 0], made["hand"][:, 1] = (0, 2, 3), (0, UNKNOWN, 2)
    for name, value in fields.items():
        made[name] = value
    return made


def seen(viewer: int, **fields: Any) -> Plain:
    return LAYOUT.to_plain(LAYOUT.view(match(**fields), viewer))


def scene(viewer: int, ranges: list[tuple[int, int]], **fields: Any) -> Any:
    view = seen(viewer, **fields)
    whole = TABLE.scene(view)
    return whole if viewer == ONLOOKER else whole.with_own(viewer, TABLE.own(view, ranges))


def codes(pile: Pile) -> list[str | None]:
    return [card.code for card in pile.cards]


def test_others_hold_as_many_backs_as_the_rules_count() -> None:
    assert codes(scene(0, []).seats[1].piles[0]) == [None, None]
    assert codes(scene(1, []).seats[1].piles[0]) == ["J", "K"]


def test_what_a_seat_has_made_and_what_it_is_is_said_there() -> None:
    plates = scene(0, []).seats
    assert [plate.badges for plate in plates] == [("dealer", "tricks 0"), ("taker", "tricks 2")]


def test_a_number_with_a_text_is_said_by_it_once_it_is_known() -> None:
    whole = scene(0, [], promise=(3, UNKNOWN), bank=90)
    assert [plate.badges for plate in whole.seats] == [("dealer", "tricks 0", "promised 3"), ("taker", "tricks 2")]
    assert (whole.pots, scene(0, []).pots) == ((("In the bank", 90),), ())


def test_the_hand_is_the_field_of_that_name_and_other_cards_are_shown_to_their_seat_alone() -> None:
    passed = [[1, UNKNOWN], [1, 1]]
    whole = scene(0, [], passed=passed)
    assert [[pile.name for pile in plate.piles] for plate in whole.seats] == [["hand"], ["hand"]]
    assert codes(whole.seats[0].piles[0]) == ["J", "K", "7"]
    assert [codes(pile) for pile in whole.centre if pile.name == "passed"] == [["Q"]]
    assert all(
        pile.name != "passed" for one in (scene(0, []), scene(ONLOOKER, [], passed=passed)) for pile in one.centre
    )


def test_a_trick_lies_in_the_middle_by_its_seats_and_the_cloth_has_room_for_it() -> None:
    whole = scene(ONLOOKER, [], trick=(2, UNKNOWN))
    assert Pile("trick", (Card("trick", "K", "King"),), seat=0) in whole.centre
    assert all(pile.name != "trick" for plate in whole.seats for pile in plate.piles)
    assert TABLE.look.seating == "tricks"
    look = defaults.table(RULES, DECK, WORDS, look=Look(cloth=("#111", "#000"))).look
    assert (look.cloth, look.seating) == (("#111", "#000"), "tricks")


def test_cards_before_seats_have_room_too() -> None:
    class Laid(Record):
        hand: Numbers = private("i1", SEATS, cards="main")
        laid: Numbers = public("i1", SEATS, 3, cards="main")

    class Shown(Record):
        hand: Numbers = private("i1", SEATS, cards="main")
        shown: Numbers = public("i1", SEATS, cards="main")

    def made(record: type[Record]) -> Table:
        return defaults.table(rules_of(Layout(record, 2)), DECK, WORDS)

    assert (made(Laid).look.seating, made(Shown).look.seating) == ("row", "ring")


class Omened(Record):
    """A game with omens beside its cards."""

    omens: Numbers = public("i1", 3, cards="omens")
    trick: Numbers = public("i1", SEATS, cards=Cards("main", also=("again",)))
    hand: Numbers = private("i1", SEATS, 3, cards=Cards("main", also=("again",)))
    pile: Numbers = hidden("i1", 4, cards="again")


def test_where_orders_have_codes_of_their_own_only_cards_as_those_in_hands_are_taken_for_cards_of_the_deck() -> None:
    rules = rules_of(Layout(Omened, seats=2))
    for codes, named in ((None, {"omens"}), (lambda _m, _order: ("rain", "wind"), set[str]())):
        fields = CardLayout.from_rules(rules, DECK, codes)
        assert {field.name for field in fields.middle} == named
        assert [field.name for field in (*fields.hands, *fields.laid, *fields.stock)] == ["hand", "trick", "pile"]


def test_the_deck_says_how_many_cards_it_has() -> None:
    assert next(pile for pile in scene(0, []).centre if pile.name == "deck").size == 5


def test_cards_of_the_hand_are_touched_where_a_text_names_them() -> None:
    asked = scene(0, [(PLAY, PLAY), (PLAY + 2, PLAY + 2), (ALONE, SEVEN)]).prompt.controls
    play = Pick("Play", (((0,), PLAY, "Play Jack"), ((1,), PLAY + 2, "Play King")))
    assert asked == (play, Press(ALONE, "Alone"), Press(SEVEN, "Bid 7")), "a number is no card"


def test_a_card_that_is_not_in_the_hand_is_a_button_with_its_name() -> None:
    assert scene(0, [(PLAY + 1, PLAY + 1)]).prompt.controls == (Press(PLAY + 1, "Play Queen", weight=2),)


def test_amounts_are_set_also_where_they_follow_other_actions_in_one_range() -> None:
    assert scene(0, [(SEVEN, SEVEN), (BID, BID + 4)]).prompt.controls[-1] == Amount("Raise", BID, 1, 5)
    spans = rules_of(LAYOUT)
    spans.amounts = (Amounts("raise", SEVEN + 1, SEVEN + 9),)  # type: ignore[misc]
    made = defaults.table(spans, DECK, defaults.words(spans, DECK, VERBS, {0: ""}, WORDS.outcome))
    view = seen(0)
    asked = made.own(view, [(ALONE, SEVEN + 3)]).prompt
    assert asked is not None
    assert asked.controls == (Press(ALONE, "Alone", weight=2), Press(SEVEN, "Bid 7"), Amount("Raise", SEVEN + 1, 1, 3))


def test_what_has_two_texts_or_is_no_deck_is_refused_in_a_sentence() -> None:
    with pytest.raises(GameError, match="action 12 has the verb 'pass' and is 'raise 3': an action has one text"):
        defaults.words(RULES, DECK, {**VERBS, BID + 2: "pass"}, {0: ""}, WORDS.outcome)
    with pytest.raises(CardError, match="the deck odd has 2 codes, 1 names, 2 copies"):
        Deck("odd", ("A", "B"), ("Ace",), (1, 1))
    with pytest.raises(CardError, match="two kinds with the code 'A'"):
        Deck("odd", ("A", "A"), ("Ace", "Aunt"), (1, 1))


def test_every_button_keeps_its_words_though_no_letter_is_free_for_a_shortcut() -> None:
    prompt = scene(0, [(PLAY + 1, PLAY + 1)]).prompt
    more = prompt._replace(controls=(*prompt.controls, *(Press(number, "Au") for number in range(20, 24))))
    assert [key for _, key in assign_shortcuts(more.controls, name_seats())][-2:] == ["", ""]
    page = render_prompt(more, "1", False, name_seats(names=("Ann", "Ben")))
    assert page.count("<button") == page.count(">Au<") + 1 == 5
    assert 'data-key=""' not in page, "the script would look for a letter that there is not"


def test_the_weight_of_a_button_may_be_a_truth() -> None:
    page = render_prompt(
        Prompt("Which?", (Press(1, "This", weight=True), Press(2, "That", weight=False))), "1", False, name_seats()
    )
    assert [style in page for style in ('value="1" class="w1"', 'value="2" class="w0"')] == [True, True]


def story(before: Plain, action: int | None, after: Plain, seat: int = 0) -> list[str]:
    return [str(line.text) for line in WORDS.story(ObservedStep(before, seat, action, after))]


def test_a_card_is_told_once_by_its_name() -> None:
    assert story(seen(0), PLAY + 2, seen(0, trick=(2, UNKNOWN))) == ["{0}: play King."]
    assert story(seen(0), ALONE, seen(0, trick=(2, UNKNOWN))) == ["{0}: alone.", "{0} shows: King."]


def test_a_pile_that_grows_tells_what_came_to_light_alone() -> None:
    lying = {"gone": (0, 1, UNKNOWN, UNKNOWN)}
    assert story(seen(0, **lying), ALONE, seen(0, gone=(0, 1, 1, UNKNOWN))) == ["{0}: alone.", "Gone: Queen."]
    trick = seen(0, trick=(2, UNKNOWN), **lying)
    assert story(trick, ALONE, seen(0, gone=(0, 1, 2, UNKNOWN))) == ["{0}: alone."], "the King lay open before"


def test_what_an_order_took_up_is_no_card_that_lies_open_after_it() -> None:
    before, after = seen(0, gone=(0, 1, UNKNOWN, UNKNOWN)), seen(0, trick=(1, UNKNOWN))
    assert story(before, None, after, CHANCE) == ["{0} shows: Queen."], "the pile was shuffled, and a Queen came"
    again = seen(0, gone=(0, UNKNOWN, UNKNOWN, UNKNOWN), begun=2)
    assert story(before, None, again, CHANCE) == ["Hand 2.", "Gone: Jack."], "it was dealt anew"


def test_of_two_cards_alike_the_actor_turned_up_the_one_before_them() -> None:
    before, after = seen(0, trick=(UNKNOWN, 2)), seen(0, trick=(2, UNKNOWN), gone=(2, UNKNOWN, UNKNOWN, UNKNOWN))
    assert story(before, ALONE, after) == ["{0}: alone.", "{0} shows: King."]


def test_answers_in_secret_are_told_when_they_are_turned_up() -> None:
    told = story(seen(0), ALONE, seen(0, promise=(2, 0)))
    assert told == ["{0}: alone.", "{0}: promised 2.", "{1}: promised 0."]
    assert story(seen(0), None, seen(0, promise=(0, 0), begun=2), CHANCE) == ["Hand 2."]


def test_a_number_that_the_action_tells_is_told_once() -> None:
    verbs = {**VERBS, SEVEN: "promised 2"}
    words = defaults.words(RULES, DECK, verbs, {0: ""}, lambda _: Outcome((), (), ""))
    step = ObservedStep(seen(0), 0, SEVEN, seen(0, promise=(2, UNKNOWN)))
    assert [str(line.text) for line in words.story(step)] == ["{0}: promised 2."]


def test_seats_that_nobody_has_lay_no_cards_open() -> None:
    """A match begins with zeros, so their rows hold the first card until the rules write there."""
    before, after = seen(0, seats=1, trick=(UNKNOWN, UNKNOWN)), seen(0, seats=1, trick=(2, 0))
    assert story(before, PLAY + 2, after) == ["{0}: play King."]


def test_what_nobody_wins_somebody_may_have_lost() -> None:
    RULES.hand.ended = lambda _: True  # type: ignore[misc]
    try:
        assert str(WORDS.result(seen(0))).startswith("{1} loses 2.")
    finally:
        RULES.hand.ended = lambda _: False  # type: ignore[misc]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("sing", "'sing' is no action; expected play J, alone, bid 7 or raise 9"),
        ("raise 50", "raise takes a whole number from 1 to 9, not '50'"),
        ("raise", "'raise' is no action; expected play J, alone, bid 7 or raise 9"),
    ],
)
def test_what_is_no_action_is_answered_by_what_is(written: str, told: str) -> None:
    with pytest.raises(GameError) as refused:
        WORDS.parse(seen(0), written)
    assert str(refused.value) == told


def test_a_refusal_cites_no_clause_where_none_is_written() -> None:
    assert str(WORDS.refuse(seen(0), ALONE)) == "You cannot alone now"
    assert str(WORDS.refuse(seen(0), BID + 3)) == "You cannot raise 4 now (TR-1)"


@pytest.mark.parametrize("weighed", [True, False])
def test_how_one_played_is_offered_where_something_weighs_choices(weighed: bool) -> None:
    facts = AfterFacts("oak", "over", True, False, "", 1, (), (), None, None, "", weighed, "hand")
    assert ("/t/oak/review?match=1" in render_next(facts, *[name_seats(names=("Ann", "Ben"))] * 2)) is weighed


@pytest.mark.parametrize(
    ("game_id", "hand"),
    [("talon", "hand"), ("tall-card", "round"), ("merchants-bank", "Sale"), ("farmers-and-fishermen", "Battle")],
)
def test_a_hand_is_called_what_its_game_calls_it(game_id: str, hand: str) -> None:
    word = get_hand_word(game_id)
    agreed = (say("next-ready", who=Seats((1,)), hand=word),)
    facts = AfterFacts("oak", "playing", True, True, "", 1, agreed, (), None, None, "", False, word)
    shown = render_next(facts, *[name_seats(names=("Ann", "Ben"))] * 2)
    assert f">Next {hand}</button>" in shown
    assert re.sub("<[^>]+>", "", shown).count(f"Ben is ready for the next {hand}.") == 1


def test_a_game_that_is_not_here_weighs_nothing() -> None:
    assert [has_weighing_bots(game_id) for game_id in (*game_ids(), "no-such-game")] == [
        *(True for _ in game_ids()),
        False,
    ]
