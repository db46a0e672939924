"""Page of all components in every state, for those who work on the look. It exists only in development."""

from __future__ import annotations

import os
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import HTMLResponse

from shindig.gamekit import game, game_ids
from shindig.gamekit.game_registry import find_deck
from shindig.gamekit.table_scene import Amount, Card, Holding, Pick, Pile, Plate, Press, Prompt, Revealed, Side
from shindig.messages import Seats, name_seats, say
from shindig.server.errors import MissingError
from shindig.server.schemas import SeatInfo

from ..html.prompt_html import render_hand, render_prompt
from ..html.reveal_html import render_reveal
from ..html.seat_html import PlateFacts, render_caption, render_plate
from ..html.shared_regions import render_centre
from ..html.side_panels import EndingStanding, render_holding
from ..html.templating import render_pile, render_template
from ..html.viewer_regions import AfterFacts, render_next

router = APIRouter(include_in_schema=False)
SWITCH = "SHINDIG_STYLE"
"""Environment variable that switches the page on."""
NAMES = name_seats(names=("Velvet Sparrow", "Bernadette", "Badger", "Mo"))
SIZES = (12, 14, 16, 20, 24, 28, 40)
SIGNALS = (
    ("win", "Gold ring: it wins"),
    ("primary", "Gold surface: the one button that goes on"),
    ("turn", "Green ring: whose turn it is"),
    ("counts", "Pale ring: the card counts"),
    ("chosen", "Blue ring: you have chosen it"),
    ("keyboard", "Blue ring with a gap: the keyboard is here"),
    ("coach", "Dashed blue: the coach points at it"),
    ("new", "Violet ring: the card has just come"),
)
COLOURS = ("ground", "sheet", "ink", "soft", "line", "brass", "red", "good", "primary", "quiet")


@router.get("/style")
async def show_style() -> HTMLResponse:
    """Show all components."""
    if not os.environ.get(SWITCH):
        raise MissingError(f"this page exists only in development; set {SWITCH}=1")
    return HTMLResponse(render_style())


def render_style() -> str:
    """Render the page with one game's cards."""
    return render_template(
        "style.html",
        {
            "person": None,
            "games": game_ids(),
            "sizes": SIZES,
            "colours": COLOURS,
            "signals": SIGNALS,
            **build_samples(),
            "names": NAMES,
        },
    )


def build_samples() -> dict[str, Any]:
    """Build a sample of each component."""
    return {
        "plates": [render_sample_plate(*one) for one in list_plates()],
        "melds": render_sample_plate(Plate(1, said="105 points", piles=(Pile("hand", ()), *list_melds())), {}),
        "large": Markup("").join(
            render_pile(one, NAMES, "", render_caption(one.name, one.note, NAMES)) for one in list_melds()
        ),
        "prompts": [render_prompt(one, f"sample-{at}", False, NAMES) for at, one in enumerate(list_prompts())],
        "hand": render_hand(Pile("hand", draw("1b 2p 9d WhD GrD")), frozenset((0, 1, 4)), NAMES),
        "reveal": render_reveal(list_hands(), ("{3} folded.",), (turned(),), (80, 60, 185, 75), ("",) * 4, NAMES),
        "trick": render_centre(list_trick(), (), "", NAMES, ""),
        "middle": render_centre(
            (turned(), Pile("deck", (Card("tall-card"),), 31, "stack")), (("Pot", 120),), "", NAMES, ""
        ),
        "ends": [render_next(one, NAMES, NAMES) for one in list_ends()],
        "have": render_holding(Holding("Three 2s", (("beats", "more than four hands in five"),)), NAMES),
    }


def draw(codes: str, *marks: str) -> tuple[Card, ...]:
    """Return cards of Tall Card, face up."""
    deck = find_deck("tall-card")
    numbers = [deck.card(code) for code in codes.split()]
    return tuple(Card(deck.name, deck.codes[number], deck.names[number], marks) for number in numbers)


def list_melds() -> tuple[Pile, ...]:
    """Return a run and a set of Royal Pokebacc with their points."""
    deck = find_deck("royal-pokebacc")
    shown = ("run", "3A 4A 5A", "30"), ("Family", "SM PM CM QM KM", "75")
    return tuple(
        Pile(name, tuple(Card(deck.name, code, deck.names[deck.card(code)]) for code in codes.split()), note=note)
        for name, codes, note in shown
    )


def turned() -> Pile:
    """Return the Tall Card, claimed."""
    deck = game("tall-card").table.decks[1]
    card = Card(deck.name, deck.codes[4], deck.names[4], ("tall",))
    return Pile("Tall Card", (card,), note="claimed by {2}", shape="stack")


def list_hands() -> tuple[Revealed, ...]:
    """Return a showdown of three."""
    best = (*draw("2b 2d GrD", "counts"), *draw("6d 1d"))
    return (
        Revealed(0, Pile("hand", (*draw("9b 9p", "counts"), *draw("7b 5p 1p"))), "a pair of 9s", 3),
        Revealed(1, Pile("hand", (*draw("WhD RdD", "counts"), *draw("8d 6p 3b"))), "two Dragons", 2),
        Revealed(2, Pile("hand", best), "three 2s", 1, 120, ("", "", say("reveal-wild"), "", say("reveal-blocked"))),
    )


def list_ends() -> tuple[AfterFacts, AfterFacts]:
    """Return what comes after a match, and after a hand with two sides."""
    scores = (1, 2, 165, True), (2, 0, 90, False), (2, 3, 90, False), (4, 1, -35, False)
    usual = AfterFacts(
        table="",
        state="over",
        seated=True,
        resting=False,
        result="{2} wins 30: two 8s and two 6s beat {0}’s two Dragons.",
        match=1,
        agreed=(say("next-wants", who=Seats((2,)), hand="round"),),
        mine=(),
        opening=None,
        origin=None,
        day="",
        weighed=True,
        hand="round",
        reasons=("Three Dragons or better would have won.",),
        headline="{2} wins with 165",
        standings=tuple(EndingStanding(*one) for one in scores),
        you=0,
        faces=("",) * 4,
    )
    sides = Side("Taker’s side", "44", ((2, 84, 114),)), Side("Defenders", "47", ((0, -28, 2), (1, -28, -118)))
    hand = usual._replace(state="playing", resting=True, agreed=(), headline="", standings=(), sides=sides)
    return usual, hand._replace(result="{2} made the Take with 44 points.", reasons=())


def list_trick() -> tuple[Pile, ...]:
    """Return a trick of three, of which the second card is the highest."""
    cards = draw("6p"), draw("9p", "winning"), draw("2p")
    return tuple(Pile("trick", card, seat=seat) for seat, card in enumerate(cards, start=1))


def list_plates() -> list[tuple[Plate, dict[str, Any]]]:
    """Return seats in every state."""
    backs = (Pile("hand", (Card("tall-card"),) * 5),)
    return [
        (Plate(0, 185, 25, ("dealer",), "", backs), {}),
        (Plate(1, 60, 0, ("claims Plum",), "drew 2", backs), {"kind": "bot", "bot": "steady"}),
        (Plate(2, 0, 40, ("all-in",), "", backs), {"held": True}),
        (Plate(3, 75, 0, (), "", (), "folded"), {"here": False}),
    ]


def render_sample_plate(seat: Plate, facts: dict[str, Any]) -> str:
    """Render a seat with facts about its player."""
    given: dict[str, Any] = {"seat": seat.seat, "kind": "person", "name": NAMES[seat.seat], "here": True} | facts
    info = SeatInfo(**given)
    return render_plate(seat, info, PlateFacts("style", False, "chips", "hand"), NAMES)


def list_prompts() -> list[Prompt]:
    """Return a question of each kind."""
    bets = (
        Press(0, "Call 25"),
        Press(1, "Fold", weight=0),
        Amount("Raise to", 10, 41, 65, (("min", 41), ("max", 65)), paid=40),
    )
    pick = Pick("Draw", (((0,), 5, "Draw 1"),))
    return [
        Prompt("25 to call. Call, raise or fold?", bets),
        Prompt("Check or bet?", (Press(0, "Check", "Stay in without betting.", 2),)),
        Prompt("Touch the cards to discard.", (pick,)),
    ]
