"""The table as one viewer sees it."""

from __future__ import annotations

from shindig.core.caches import RULE_PARTS, cached
from shindig.core.layout_and_views import CHANCE, UNKNOWN
from shindig.gamekit.betting.state import FOLDED, IN, NOBODY, OUT
from shindig.gamekit.betting.words import (
    describe_biggest_win,
    describe_match_result,
    describe_result,
    list_occasions,
    list_pots,
    rank_shown,
)
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.five_cards.words import list_badges
from shindig.gamekit.table_scene import Card, Occasion, Panel, Pile, Plate, Revealed, Scene, SeatScene, add_verdict
from shindig.messages import Seat, Text, say

from ..rules.state import GIFTS, HAND_OVER, TallCards
from ..worth.hand_classes import HIGH, RANKS
from ..worth.ranks import DECKS, NUMBERS
from .actions import deck_of, tall_deck_of
from .hand_chart import CHART, HEAD
from .hand_explanation import lay_out, verdict
from .holding import BETWEEN_HANDS, HandWords, counting, held, holding, notes_on
from .names import name_hand, name_kind, name_shown, name_suit
from .outcome import outcome
from .prompts import prompt


def scene(view: TallCards) -> Scene:
    """Make the public scene."""
    return Scene(
        title=title(view),
        seats=tuple([plate_of(view, seat) for seat in range(view.seats)]),
        centre=centre(view),
        pots=list_pots(view, settled=between(view)),
        panels=(chart(deck_of(view).name, 0),),
        result=result(view),
        match_result=describe_match_result(view, outcome),
        verdict=verdict(view, -1) if is_settled(view) else (),
        to_act=view.actor if view.actor >= 0 else None,
        reveal=reveal(view),
        occasions=(*list_occasions(view, between(view)), *bluffs(view)),
        progress=(view.hand_number, view.hands) if view.hand_number and view.hands > 0 else (0, 0),
        past_title=name_step(view.hand_number, HAND_OVER) if is_settled(view) and view.hand_number else "",
    )


def title(view: TallCards) -> Text:
    """Name the hand and its step."""
    return name_step(view.hand_number, view.phase) if view.hand_number else say("tall-cards-title")


@cached(256)
def name_step(number: int, phase: int) -> Text:
    """Name a step of a hand."""
    return say("tall-cards-title-step", number=number, step=say(f"tall-cards-step-{phase}"))


def bluffs(view: TallCards) -> tuple[Occasion, ...]:
    """Return an occasion if a seat wins unopposed, and shows that it held next to nothing."""
    shown = [seat for seat in range(view.seats) if view.shown[seat][0] >= 0]
    if len(shown) != 1 or not between(view) or view.won[shown[0]] <= 0:
        return ()
    worth = view.strength[shown[0]]
    if NUMBERS[worth] != HIGH:
        return ()
    made = name_hand(deck_of(view).name, worth, ".whole")
    return (Occasion("bluff", say("tall-cards-bluff", who=Seat(shown[0]), made=made)),)


def reveal(view: TallCards) -> tuple[Revealed, ...]:
    """Return the hands shown, in the order of the showdown."""
    shown = sorted([seat for seat in range(view.seats) if view.shown[seat][0] >= 0], key=lambda seat: view.place[seat])
    places, deck = rank_shown(view.strength, shown) if between(view) else {}, deck_of(view).name
    return tuple(
        Revealed(
            seat,
            shown_hand(view, seat),
            name_shown(deck, view.strength[seat]),
            places.get(seat, 0),
            view.won[seat],
            notes_on(deck, lay_out(view, seat), view.tall if view.claimer == seat else -1, view.strength[seat]),
        )
        for seat in shown
    )


def own(view: TallCards, ranges: list[tuple[int, int]]) -> SeatScene:
    """Make a seat's private part of the scene: its hand, its Rank, its prompt."""
    mine = own_hand(held(view, view.viewer), between(view) and view.place[view.viewer] > 0)
    mine = add_verdict(mine, verdict(view, view.viewer)) if is_settled(view) else mine
    return mine._replace(prompt=prompt(view, ranges)) if ranges else mine


@cached(4096)
def own_hand(held: HandWords, compared: bool) -> SeatScene:
    """Show a hand until it is revealed, and a playing seat's Rank in words and in the chart.

    `compared`: the hand came to the showdown, so the cards of its Rank are marked although nobody else sees them.
    """
    if held.hand[0] < 0:
        return SeatScene()
    wild = held.tall if held.claimed else -1
    hand = cards_of(IN_HAND, held.deck, held.hand, held.tall)
    if compared or held.plays:
        hand = marked_hand(held.deck, held.hand, held.tall, wild, held.worth, "counts" if compared else "ranked")
    if held.claimed:
        hand = hand._replace(notes=notes_on(held.deck, held.hand, wild, held.worth))
    return SeatScene(
        piles=() if held.shown else (hand,),
        holding=holding(held) if held.plays and not held.shown else None,
        panels=(chart(held.deck, int(NUMBERS[held.worth])),),
    )


def between(view: TallCards) -> bool:
    """Return True if no hand is in play."""
    return view.phase in BETWEEN_HANDS


@cached(RULE_PARTS)
def card(deck_name: str, kind: int, tall: int = -1, *marks: str) -> Card:
    """Return a card face up with its name, the Tall suit marked, or face down."""
    if kind < 0:
        return Card(deck_name)
    deck, _ = DECKS[deck_name]
    marks += ("tall",) if kind // RANKS == tall else ()
    return Card(deck.name, deck.codes[kind], deck.names[kind], marks)


def plate_of(view: TallCards, seat: int) -> Plate:
    return Plate(
        seat=seat,
        chips=view.chips[seat],
        bet=view.step_paid[seat],
        badges=(*list_badges(view, seat, tall_deck_of(view)), *sits_out(view, seat)),
        said=said(view, seat),
        piles=tuple(piles(view, seat)),
        state=state(view, seat),
    )


def state(view: TallCards, seat: int) -> str:
    if view.status[seat] == FOLDED:
        return "folded"
    out = view.chips[seat] == 0 if between(view) else view.status[seat] != IN
    return "out" if out else "in"


def sits_out(view: TallCards, seat: int) -> tuple[Text, ...]:
    """Return the badge of a seat that has not joined the hand."""
    return SITS_OUT if view.status[seat] == OUT and view.chips[seat] > 0 and not between(view) else ()


SITS_OUT = (say("tall-cards-sitting-out"),)


def said(view: TallCards, seat: int) -> Text:
    """Describe a seat's Rank and winnings; while the hand is played, the number of cards it drew."""
    shown, won = view.shown[seat][0] >= 0, view.won[seat]
    if shown:
        kind = name_kind(view.strength[seat])
        return say("said-rank-wins", rank=kind, amount=won) if won > 0 else kind
    if won > 0:
        return say("said-wins", amount=won)
    if view.place[seat] > 0:
        return say("tall-cards-not-shown")
    drew = view.drew[seat] >= 0 and view.claimer != seat and not between(view)
    return say("said-drew", count=view.drew[seat]) if drew else ""


def piles(view: TallCards, seat: int) -> list[Pile]:
    """Return a hand as everybody sees it, shown or as backs, and the Ace shown for a fourth discard."""
    deck = deck_of(view).name
    if view.shown[seat][0] >= 0:
        return [shown_hand(view, seat)]
    holds = view.status[seat] == IN and not between(view) and view.place[seat] == 0
    hand = cards_of(IN_HAND, deck, (UNKNOWN,) * HAND if holds else (), view.tall)
    if view.ace[seat] < 0 or not holds:
        return [hand]
    return [hand, cards_of(ACE_SHOWN, deck, (view.ace[seat],), view.tall)]


IN_HAND, ACE_SHOWN = say("five-cards-pile-hand"), say("tall-cards-pile-ace")


def shown_hand(view: TallCards, seat: int) -> Pile:
    """Return a hand that was shown, with the cards of its Rank marked."""
    wild = view.tall if view.claimer == seat else -1
    return marked_hand(deck_of(view).name, lay_out(view, seat), view.tall, wild, view.strength[seat])


@cached(4096)
def marked_hand(deck_name: str, kinds: tuple[int, ...], tall: int, wild: int, worth: int, mark: str = "counts") -> Pile:
    counts = counting(kinds, wild, worth)
    marks = [(mark,) if place in counts else () for place in range(HAND)]
    return Pile(IN_HAND, tuple(card(deck_name, kind, tall, *marks[place]) for place, kind in enumerate(kinds)))


@cached(4096)
def cards_of(name: Text, deck_name: str, kinds: tuple[int, ...], tall: int, *marks: str) -> Pile:
    """Return a pile of cards with equal marks."""
    return Pile(name, tuple(card(deck_name, kind, tall, *marks) for kind in kinds))


def centre(view: TallCards) -> tuple[Pile, ...]:
    """Return the Tall Card with its claimer, and the deck."""
    if view.tall < 0:
        return ()
    name = deck_of(view).name
    return turned(name, view.tall, view.claimer), stock(name, view.dealt)


@cached(RULE_PARTS)
def turned(deck_name: str, tall: int, claimer: int) -> Pile:
    """Return the Tall Card with its claimer."""
    _, deck = DECKS[deck_name]
    note = say("tall-cards-unclaimed") if claimer == NOBODY else say("tall-cards-claimed", who=Seat(claimer))
    name = say("tall-cards-in-play", tall=name_suit(deck_name, tall))
    return Pile(
        say("tall-cards-pile-tall"), (Card(deck.name, deck.codes[tall], name, ("tall",)),), note=note, shape="stack"
    )


@cached(RULE_PARTS)
def stock(deck_name: str, dealt: int) -> Pile:
    """Return the rest of a deck as a pile."""
    deck, _ = DECKS[deck_name]
    return Pile(say("tall-cards-pile-deck"), (card(deck_name, -1),), len(deck) - dealt, "stack")


@cached(RULE_PARTS)
def chart(deck_name: str, held: int) -> Panel:
    """Make the chart of all Ranks with an example; the one of number `held`, if any, is marked."""
    deck, _ = DECKS[deck_name]
    rows = tuple((name, deck.text(example), meaning) for name, example, meaning in CHART)
    return Panel(say("tall-cards-chart"), HEAD, rows, (len(CHART) - held,) if held else ())


def moment(view: TallCards) -> tuple[int, Text]:
    """Return the largest gain of a hand and the Rank behind it."""

    def made(seat: int) -> Text:
        return name_hand(deck_of(view).name, view.strength[seat], ".whole") if view.shown[seat][0] >= 0 else ""

    return describe_biggest_win(view, made)


def result(view: TallCards) -> Text:
    """Write the result of the hand or the match until everybody is ready for the next hand."""
    return describe_result(view, is_settled(view), outcome)


def is_settled(view: TallCards) -> bool:
    """Return True while the result of a hand is shown."""
    return between(view) and not (view.phase == GIFTS and view.actor == CHANCE)
