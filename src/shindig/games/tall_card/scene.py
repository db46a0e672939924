"""The table as one viewer sees it."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

from ...cards.decks import TALL_CARD, TALL_CARD_TALL
from ..bet_words import pots
from ..betting import FOLDED, OUT
from ..five_cards import HAND, cards_at, front, spots
from ..record import OVER, Record
from ..scene import Card, Panel, Pick, Pile, Press, Prompt, Scene, Seat
from .outcome import outcome
from .ranks import RANK_NAMES, best_cards, number_of, strength
from .record import (
    CLAIM,
    DECLARE,
    DECLARED,
    DECLINE,
    DISCARD,
    DRAW,
    FIRST_BETS,
    RANKS,
    ROUND_OVER,
    SECOND_BETS,
    SETUP,
    TAKE,
)
from .words import BETTING

STEPS = {
    SETUP: "Drawing lots",
    CLAIM: "Tall step",
    FIRST_BETS: "First bets",
    DRAW: "Draw",
    SECOND_BETS: "Second bets",
    DECLARE: "Reveal",
    ROUND_OVER: "Round over",
}
STATES = {OUT: "out", FOLDED: "folded"}


def scene(view: Record, ranges: list[tuple[int, int]]) -> Scene:
    """The whole table from a view, with its viewer's legal actions where it is the viewer's turn."""
    return Scene(
        title=f"Round {view.rounds}: {STEPS[int(view.phase)]}" if view.rounds else "Tall Card",
        seats=tuple(seat_of(view, seat) for seat in range(view.seats)),
        centre=tuple(centre(view)),
        pots=pots(view, settled=view.phase == ROUND_OVER),
        prompt=prompt(view, ranges) if ranges else None,
        panels=(rank_chart(view),),
        result=result(view),
        look="tall-card",
        to_act=int(view.actor) if view.actor >= 0 else None,
    )


def card(view: Record, kind: int, marks: tuple[str, ...] = ()) -> Card:
    """A card face up with its name, or face down."""
    if kind < 0:
        return Card("tall-card")
    suit = kind // 9 if kind < 27 else kind - 24
    tall = ("tall",) if suit == view.tall else ()
    return Card("tall-card", TALL_CARD.codes[kind], TALL_CARD.names[kind], marks + tall)


def seat_of(view: Record, seat: int) -> Seat:
    return Seat(
        seat=seat,
        chips=int(view.chips[seat]),
        bet=int(view.step_paid[seat]),
        badges=tuple(badges(view, seat)),
        said=said(view, seat),
        piles=(hand_of(view, seat),),
        state=STATES.get(int(view.status[seat]), "in"),
    )


def badges(view: Record, seat: int) -> list[str]:
    words = ["dealer"] if view.dealer == seat else []
    if view.claimer == seat:
        words.append(f"claims {TALL_CARD_TALL.names[view.tall]}")
    if view.status[seat] == 1 and view.chips[seat] == 0 and view.paid[seat] > 0:
        words.append("all-in")
    return words


def said(view: Record, seat: int) -> str:
    """What a seat's cards came to and what they won, or how many it drew."""
    words = [RANK_NAMES[int(view.rank_number[seat])]] if view.rank_number[seat] > 0 else []
    if view.won[seat] > 0:
        words.append(f"wins {view.won[seat]}")
    if not words and view.drew[seat] >= 0:
        words.append(f"drew {view.drew[seat]}" if view.drew[seat] else "stood pat")
    return ", ".join(words)


def hand_of(view: Record, seat: int) -> Pile:
    """A hand: one's own, or shown, or backs; what makes the declared Rank is marked."""
    if view.shown[seat, 0] >= 0:
        counting = int(view.rank_cards[seat]) or best_mask(tuple(view.shown[seat].tolist()), *tall_for(view, seat))
        marks = [("counts",) if counting >> i & 1 else () for i in range(HAND)]
        return Pile("hand", tuple(card(view, int(view.shown[seat, i]), marks[i]) for i in range(HAND)))
    holds = view.rounds > 0 and view.status[seat] == 1 and view.phase != ROUND_OVER
    own = view.viewer == seat and view.hand[seat, 0] >= 0
    if not holds and not own:
        return Pile("hand")
    return Pile("hand", tuple(card(view, int(kind)) for kind in view.hand[seat]))


@lru_cache(4096)
def best_mask(hand: tuple[int, ...], tall: int, claimed: bool) -> int:
    """The positions of the cards that make a hand's best Rank."""
    return best_cards(np.array(hand, np.int8), tall, claimed)


def tall_for(view: Record, seat: int) -> tuple[int, bool]:
    """The Tall Card and whether a seat has claimed it."""
    return int(view.tall), bool(view.claimer == seat)


def centre(view: Record) -> list[Pile]:
    """The Tall Card with who claimed it, the Tall Cards gone by, the deck."""
    if view.tall < 0:
        return []
    name = f"Tall Card {TALL_CARD_TALL.names[view.tall]}"
    tall = Card("tall-card-tall", TALL_CARD_TALL.codes[view.tall], name, ("tall",))
    past = tuple(
        Card("tall-card-tall", TALL_CARD_TALL.codes[kind], TALL_CARD_TALL.names[kind])
        for kind in view.tall_past[: max(view.talls_gone - 1, 0)]
        if kind >= 0
    )
    note = f"claimed by {{{view.claimer}}}" if view.claimer >= 0 else "not claimed yet"
    deck = Pile("deck", (card(view, -1),), 66 - int(view.dealt), "stack")
    return [Pile("Tall Card", (tall,), note=note, shape="stack"), deck, Pile("gone by", past, shape="fan")]


def prompt(view: Record, ranges: list[tuple[int, int]]) -> Prompt:
    """What the viewer is asked now."""
    if view.phase == CLAIM:
        return claim_prompt(view, ranges)
    if view.phase == DRAW:
        return draw_prompt(view, ranges)
    if view.phase == DECLARE:
        return declare_prompt(view, ranges)
    return BETTING.prompt(view, ranges)


def claim_prompt(view: Record, ranges: list[tuple[int, int]]) -> Prompt:
    claim = Press(TAKE, "Claim", "You may then redraw only one card.", 2)
    decline = Press(DECLINE, "Decline", "The next player is asked.")
    free = ranges[-1][1] == DECLINE
    name = TALL_CARD_TALL.names[view.tall]
    question = f"Claim the Tall Card, {name}?" if free else f"All declined: the Dealer must claim {name}."
    return Prompt(question, (claim, decline) if free else (claim,))


def draw_prompt(view: Record, ranges: list[tuple[int, int]]) -> Prompt:
    """Any of two equal cards may be touched."""
    legal = {action for first, last in ranges for action in range(first, last + 1)}
    actions = [DISCARD + front(view.hand[view.actor], mask) for mask in range(1 << HAND)]
    choices = tuple((spots(mask), action, label(mask)) for mask, action in enumerate(actions) if action in legal)
    one = view.claimer == view.actor
    question = "You claimed: touch at most one card to discard." if one else "Touch the cards to discard."
    return Prompt(question, (Pick("Discard", choices),))


def label(mask: int) -> str:
    count = len(spots(mask))
    return f"Draw {count}" if count else "Keep all"


def declare_prompt(view: Record, ranges: list[tuple[int, int]]) -> Prompt:
    """Every Rank by its cards, the best first; any of two equal cards may be touched."""
    hand = view.hand[view.actor]
    legal = [action - DECLARED for first, last in ranges for action in range(first, last + 1)]
    best_first = sorted((divmod(declaration, RANKS) for declaration in legal), key=lambda pair: -pair[1])
    touched = [(mask, front(hand, mask)) for mask in range(1 << HAND)]
    choices = tuple(
        (spots(mask), DECLARED + named * RANKS + number, RANK_NAMES[number])
        for named, number in best_first
        for mask, same in touched
        if same == named
    )
    named, number = best_first[0]
    example = f"For one, {RANK_NAMES[number]}: {TALL_CARD.text(cards_at(hand, named))}"
    return Prompt("Touch the cards that make your Rank, then declare it.", (Pick("Declare", choices, example),))


@cache
def chart_rows() -> tuple[tuple[str, ...], ...]:
    return tuple((str(number), RANK_NAMES[number]) for number in range(RANKS - 1, 0, -1))


@lru_cache(4096)
def best_number(hand: tuple[int, ...], tall: int, claimed: bool) -> int:
    """The number of a hand's best Rank."""
    return number_of(strength(np.array(hand, np.int8), tall, claimed))


def rank_chart(view: Record) -> Panel:
    """All Ranks, the one that the viewer holds now marked."""
    held: tuple[int, ...] = ()
    if view.viewer >= 0 and view.hand[view.viewer, 0] >= 0 and view.tall >= 0:
        number = best_number(tuple(view.hand[view.viewer].tolist()), *tall_for(view, int(view.viewer)))
        held = (RANKS - 1 - number,) if number else ()
    return Panel("Ranks", ("", "Rank"), chart_rows(), held)


def result(view: Record) -> str:
    """How the round or the match came out, while it lies on the table."""
    if view.phase != ROUND_OVER:
        return ""
    won = ", ".join(f"{{{seat}}} wins {view.won[seat]}" for seat in range(view.seats) if view.won[seat] > 0)
    if view.actor == OVER:
        winners = " and ".join(f"{{{seat}}}" for seat in outcome(view).winners)
        return f"{won}. {winners} won the game."
    return f"{won}."
