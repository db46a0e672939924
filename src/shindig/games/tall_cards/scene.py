"""The table as one viewer sees it."""

from __future__ import annotations

from functools import cache, lru_cache

from ..bet_words import pots
from ..betting import FOLDED, IN, NOBODY
from ..record import CHANCE, OVER, Plain
from ..scene import Card, Panel, Pile, Scene, Seat
from .chart import CHART
from .classes import RANKS
from .outcome import outcome
from .prompts import prompt
from .ranks import DECKS, NUMBERS, name_of, strength
from .record import ANTES, CLOCK, DRAW, FIRST_BETS, GIFTS, HAND_OVER, SECOND_BETS, SETUP, SHOWDOWN
from .words import deck_of, tall_deck_of

STEPS = {
    SETUP: "Drawing lots",
    CLOCK: "Between hands",
    GIFTS: "Between hands",
    ANTES: "Antes",
    FIRST_BETS: "First bets",
    DRAW: "Draw or claim",
    SECOND_BETS: "Second bets",
    SHOWDOWN: "Showdown",
    HAND_OVER: "Hand over",
}


def scene(view: Plain) -> Scene:
    """The whole table as everybody sees it."""
    return Scene(
        title=f"Hand {view.hand_number}: {STEPS[view.phase]}" if view.hand_number else "Tall Cards",
        seats=tuple(seat_of(view, seat) for seat in range(view.seats)),
        centre=centre(view),
        pots=pots(view, settled=between(view)),
        panels=(chart(deck_of(view).name, 0),),
        result=result(view),
        look="tall-cards",
        to_act=view.actor if view.actor >= 0 else None,
    )


def own(view: Plain, scene: Scene, ranges: list[tuple[int, int]]) -> Scene:
    """What a seat sees beside: its hand, the Rank it holds, what it is asked."""
    return scene.of(
        seat_of(view, view.viewer), prompt=prompt(view, ranges) if ranges else None, panels=(hand_chart(view),)
    )


def between(view: Plain) -> bool:
    """Whether no hand is being played."""
    return view.phase in (SETUP, CLOCK, GIFTS, ANTES, HAND_OVER)


@cache
def card(deck_name: str, kind: int, tall: int = -1, *marks: str) -> Card:
    """A card face up with its name, the Tall suit marked, or face down."""
    if kind < 0:
        return Card(deck_name)
    deck, _ = DECKS[deck_name]
    marks += ("tall",) if kind // RANKS == tall else ()
    return Card(deck.name, deck.codes[kind], deck.names[kind], marks)


def seat_of(view: Plain, seat: int) -> Seat:
    return Seat(
        seat=seat,
        chips=view.chips[seat],
        bet=view.step_paid[seat],
        badges=badges(view, seat),
        said=said(view, seat),
        piles=tuple(piles(view, seat)),
        state=state(view, seat),
    )


def state(view: Plain, seat: int) -> str:
    if view.status[seat] == FOLDED:
        return "folded"
    out = view.chips[seat] == 0 if between(view) else view.status[seat] != IN
    return "out" if out else "in"


def badges(view: Plain, seat: int) -> tuple[str, ...]:
    """Short words about a seat."""
    words = ["dealer"] if view.dealer == seat else []
    if view.claimer == seat:
        words.append(f"claims {tall_deck_of(view).names[view.tall]}")
    status, chips = view.status[seat], view.chips[seat]
    if status == IN and chips == 0 and not between(view):
        words.append("all-in")
    if status not in (IN, FOLDED) and chips > 0 and not between(view):
        words.append("sits out")
    return tuple(words)


def said(view: Plain, seat: int) -> str:
    """What a seat's cards came to, or how many it drew."""
    if view.won[seat] > 0:
        return f"wins {view.won[seat]}"
    if view.shown[seat][0] >= 0:
        return name_of(view.strength[seat])
    if view.place[seat] > 0:
        return "threw the hand away"
    if view.drew[seat] >= 0 and view.claimer != seat:
        return f"drew {view.drew[seat]}" if view.drew[seat] else "stood pat"
    return ""


def piles(view: Plain, seat: int) -> list[Pile]:
    """A hand: one's own, or shown, or backs; and the Ace shown for a fourth discard."""
    deck = deck_of(view).name
    if view.shown[seat][0] >= 0:
        return [cards_of("hand", deck, view.shown[seat], view.tall, "counts")]
    holds = view.status[seat] == IN and not between(view) and view.place[seat] == 0
    own = view.viewer == seat and view.hand[seat][0] >= 0
    hand = cards_of("hand", deck, view.hand[seat] if holds or own else (), view.tall)
    if view.ace[seat] < 0 or not holds:
        return [hand]
    return [hand, cards_of("shown Ace", deck, (view.ace[seat],), view.tall)]


@lru_cache(4096)
def cards_of(name: str, deck_name: str, kinds: tuple[int, ...], tall: int, *marks: str) -> Pile:
    """A pile of cards, all with the same marks."""
    return Pile(name, tuple(card(deck_name, kind, tall, *marks) for kind in kinds))


def centre(view: Plain) -> tuple[Pile, ...]:
    """The Tall Card with who claimed it, and the deck."""
    if view.tall < 0:
        return ()
    deck, tall = deck_of(view), tall_deck_of(view)
    code, name = tall.codes[view.tall], tall.names[view.tall]
    note = "unclaimed" if view.claimer == NOBODY else f"claimed by {{{view.claimer}}}"
    turned = Pile("Tall Card", (Card(tall.name, code, f"Tall Card {name}", ("tall",)),), note=note, shape="stack")
    return turned, Pile("deck", (card(deck.name, -1),), len(deck) - view.dealt, "stack")


def hand_chart(view: Plain) -> Panel:
    """All Ranks with an example, the one that the viewer holds now marked."""
    deck, viewer = deck_of(view).name, view.viewer
    if view.hand[viewer][0] < 0:
        return chart(deck, 0)
    return chart(deck, best_number(view.hand[viewer], view.tall, view.claimer == viewer, bool(view.ace_low)))


@cache
def chart(deck_name: str, held: int) -> Panel:
    """All Ranks with an example, the one of number `held` marked, if any."""
    deck, _ = DECKS[deck_name]
    rows = tuple((name, deck.text(example)) for name, example in CHART)
    return Panel("Hands", ("Hand", "Such as"), rows, (len(CHART) - held,) if held else ())


@lru_cache(4096)
def best_number(hand: tuple[int, ...], tall: int, claimed: bool, ace_low: bool) -> int:
    """The number of a hand's Rank."""
    return int(NUMBERS[strength(hand, tall, claimed, ace_low)])


def result(view: Plain) -> str:
    """How the hand or the match came out, while it lies on the table: until everybody is ready for the next."""
    if view.phase == GIFTS and view.actor == CHANCE:
        return ""
    won = ", ".join(f"{{{seat}}} wins {view.won[seat]}" for seat in range(view.seats) if view.won[seat] > 0)
    if view.actor == OVER:
        winners = " and ".join(f"{{{seat}}}" for seat in outcome(view).winners)
        return f"{won}. {winners} won the game." if won else f"{winners} won the game."
    return f"{won}." if won and between(view) else ""
