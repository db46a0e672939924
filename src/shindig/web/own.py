"""The viewer's own side of a table as regions of HTML: seat, hand, what is asked, what may follow."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from ..bots import levels
from ..games import game
from ..games.layout import ONLOOKER
from ..games.registry import deck as deck_by_name
from ..games.scene import Amount, Card, Holding, Pick, Pile, Plate, Press, Prompt, Scene
from ..room.thinking import ENOUGH
from ..room.told import Opening, Origin, SeatInfo, TableInfo
from .part import Part, Parts, Regions
from .seats import mine
from .tells import exchange_of, have, said_apart
from .templating import CACHED, macro, named, weighs, whom

WIDE = 9
"""From so many cards on a hand makes two rows on a phone."""
NO_HAND = Pile("hand")
NOTHING_FOLLOWS = str, '<div id="r-next" class="next"></div>'
NO_HOLDING = str, '<div id="r-have"></div>'


class HandCard(NamedTuple):
    """A card of one's own hand, as a form control: its place, its face, and how it sorts."""

    place: int
    card: Card
    key: str
    spoken: str
    touch: bool
    by_suit: int
    by_rank: int


def own_side(info: TableInfo, scene: Scene, names: tuple[str, ...]) -> Regions:
    """The viewer's own seat, hand and prompt, empty for onlookers; what may follow; what it has."""
    own = info.seats[info.you] if info.you != ONLOOKER else None
    seat = scene.seats[info.you] if own and scene.seats else None
    prompt = scene.prompt if info.token and not (own and own.held) else None
    apart = said_apart(seat, scene)
    return {
        "r-mine": (mine, seat._replace(said="") if seat and apart else seat, own, names),
        "r-hand": (hand, own_hand(seat, own), touchable(prompt), names),
        "r-ask": (ask, prompt, info.token, info.advised, names) if prompt else (waiting, idle(info, scene), names),
        "r-next": (afterwards, after_facts(info, scene), names) if follows(info, scene) else NOTHING_FOLLOWS,
        "r-have": (have, scene.holding or Holding(apart), names) if scene.holding or apart else NO_HOLDING,
    }


def starting_parts(info: TableInfo) -> Parts:
    """What a viewer may begin or take, and whether the room plays single cards."""
    own = info.seats[info.you] if info.you != ONLOOKER else None
    plays = own is not None and info.state == "playing" and plays_tricks(info.game)
    return {
        "r-start": Part(start, start_facts(info), can_sit(info), bool(own and own.held)),
        "r-ease": Part(ease, info.id, plays, info.eased),
    }


def own_hand(seat: Plate | None, own: SeatInfo | None) -> Pile:
    """What the viewer holds; nothing yet where a bot plays the hand to its end."""
    return seat.piles[0] if seat and seat.piles and own and not own.newcomer else NO_HAND


def open_seats(info: TableInfo) -> set[int]:
    """Seats that whoever looks on may take."""
    return set() if info.state == "closed" else {seat.seat for seat in info.seats if seat.kind != "person"}


def can_sit(info: TableInfo) -> bool:
    """Whether the viewer looks on and may take a seat."""
    return info.you == ONLOOKER and bool(open_seats(info))


def own_then(scene: Scene, info: SeatInfo, names: tuple[str, ...]) -> tuple[str, str]:
    """One's own seat and hand as they were, nothing to touch."""
    seat = scene.seats[info.seat]
    return mine(seat, info, names), hand(own_hand(seat, info), None, names)


PARTS = {
    "given": "Your answer is in. It counts with all others when the time is up.",
    "none": "You have nothing to choose here; the room answers for you when the time is up.",
    "single": "You have one card to play; the room plays it for you.",
}

ALONE_PARTS = {
    "given": "Your answer is in.",
    "none": "You have nothing to choose here; the room answers for you.",
    "single": PARTS["single"],
}
"""The same where no clock runs."""


def idle(info: TableInfo, scene: Scene) -> str:
    """What a seat is told that is asked nothing."""
    if info.you == ONLOOKER or info.state != "playing" or info.seats[info.you].held:
        return ""
    if info.seats[info.you].newcomer:
        return (
            f"A bot plays this {(hand := hand_in(info.game))} in your place, and you see what onlookers see. "
            f"You play from the next {hand} on."
        )
    if info.paused:
        return "The table is paused."
    if info.part:
        return (ALONE_PARTS if info.alone else PARTS)[info.part]
    if info.alone and info.alone.out and not scene.result:
        return "You are out. The others play on."
    if info.together is not None:
        return "All others are asked at once; their answers count when the time is up."
    if scene.to_act not in (None, info.you):
        return f"Waiting for {{{scene.to_act}}}"
    if scene.result:
        return ""
    return "The cards are being shuffled." if scene.to_act is None else "Nothing to decide just now."


def waiting(idle: str, names: tuple[str, ...]) -> str:
    """The place where a seat is asked something, while it is not."""
    told = f'<p class="idle" data-whole>{named(idle, names)}</p>' if idle else ""
    return f'<div id="r-ask">{told}</div>\n'


@lru_cache(CACHED)
def ask(prompt: Prompt, token: str, advised: bool, names: tuple[str, ...]) -> str:
    """What the seat is asked, and whether it may ask for advice."""
    return macro("table/ask.html")(prompt, controls(prompt), token, advised, names, exchange_of(prompt))


def hand_in(game_id: str) -> str:
    """What a game calls a hand."""
    return game(game_id).words.hand


def plays_tricks(game_id: str) -> bool:
    """Whether cards are played one by one, so that a single one may be all that there is to choose."""
    return game(game_id).table.look.seating == "tricks"


@lru_cache(CACHED)
def ease(table: str, plays: bool, on: bool) -> str:
    """Whether the room plays single cards."""
    return macro("table/ease.html")(table, plays, on, ENOUGH)


class StartFacts(NamedTuple):
    """What the host may choose before a match."""

    table: str
    seats: tuple[SeatInfo, ...]
    seated: bool
    host: bool
    state: str
    levels: tuple[str, ...]
    bot: str
    watch: bool
    """Whether people without a seat see the match."""


def start_facts(info: TableInfo) -> StartFacts:
    one, seated = game(info.game), info.you != ONLOOKER
    return StartFacts(
        info.id, info.seats, seated, info.host, info.state, levels(one), info.settings.bot, info.settings.watch
    )


def start(facts: StartFacts, can_sit: bool, held: bool) -> str:
    """What a seat or an onlooker may do beside the game: begin, choose how bots play, sit down, come back."""
    return macro("table/start.html")(facts, can_sit, held)


def touchable(prompt: Prompt | None) -> frozenset[int] | None:
    """Places of the hand that may be touched; None where nothing is picked."""
    picks = [control for control in prompt.controls if isinstance(control, Pick)] if prompt else []
    if not picks:
        return None
    lay = prompt.exchange.lay if prompt and prompt.exchange else ()
    laid = {place for place, action in enumerate(lay) if action >= 0}
    return frozenset(laid.union(*[places for pick in picks for places, _, _ in pick.choices]))


def hand(pile: Pile, touch: frozenset[int] | None, names: tuple[str, ...]) -> str:
    """One's own hand, drawn again only where its cards or what may be touched have changed."""
    cards, may, picking = pile.cards, touch or (), touch is not None
    codes, whose = [card.code for card in cards], whom(names, *[mark for card in cards for mark in card.marks])
    items = [
        hand_item(place, card, codes[: place + 1].count(card.code), place in may, picking, whose)
        for place, card in enumerate(cards)
    ]
    rows = f" rows c{-(-len(items) // 2)}" if len(items) > WIDE else ""
    listed = f'<ol class="hand n{len(items)}{rows}">{"".join(items)}</ol>'
    box = f'<fieldset class="hand-box"><legend class="sr">Your hand</legend>\n{listed}</fieldset>' if items else ""
    return f'<div id="r-hand">{box}</div>'


@lru_cache(4 * CACHED)
def hand_item(place: int, card: Card, nth: int, touch: bool, picking: bool, names: tuple[str, ...]) -> Markup:
    """One card of a hand; equal cards are told apart by `nth`."""
    name = ", ".join((card.name, *card.marks))
    key = f"h-{card.code or 'back'}-{nth}"
    shown = HandCard(place, card, key, name, touch, *sort_keys(card.deck, card.code))
    return macro("table/card.html")(shown, picking, names)


@lru_cache(None)
def sort_keys(deck_name: str, code: str | None) -> tuple[int, int]:
    """Where a card comes in a hand sorted by suit, and in one sorted by rank."""
    if code is None:
        return (0, 0)
    deck = deck_by_name(deck_name)
    ranks = list(dict.fromkeys(other[:-1] for other in deck.codes))
    number = deck.card(code)
    return number, ranks.index(code[:-1]) * len(deck.codes) + number


class Control(NamedTuple):
    """A control with its kind, its number in the prompt, its shortcut, and a pick's choices for the script."""

    kind: str
    number: int
    key: str
    of: Press | Amount | Pick
    choices: tuple[tuple[tuple[int, ...], int, str], ...] = ()
    single: bool = False
    rare: bool = False


KINDS = {Press: "press", Amount: "amount", Pick: "pick"}
ORDER = ("pick", "press", "amount")
RESERVED = "hslm?"
"""Keys of the page itself."""


def controls(prompt: Prompt) -> list[Control]:
    """The controls, picks first and amounts last, with letters as shortcuts: the first of each label that is free."""
    found: list[Control] = []
    taken = set(RESERVED)
    for number, control in enumerate(prompt.controls):
        letters = (letter for letter in control.label.casefold() if letter.isascii() and letter.isalpha())
        key = next((letter for letter in letters if letter not in taken), "")
        taken.add(key)
        choices = control.choices if isinstance(control, Pick) else ()
        single = bool(choices) and all(len(places) == 1 for places, _, _ in choices)
        rare = not isinstance(control, Pick) and control.rare
        found.append(Control(KINDS[type(control)], number, key, control, choices, single, rare))
    return sorted(found, key=lambda one: ORDER.index(one.kind))


# After a hand or a match


class AfterFacts(NamedTuple):
    """What the table can agree to."""

    table: str
    state: str
    seated: bool
    resting: bool
    result: str
    match: int
    agreed: tuple[tuple[str, tuple[int, ...]], ...]
    mine: tuple[str, ...]
    opening: Opening | None
    origin: Origin | None
    day: str
    weighed: bool
    """Whether the game has bots by which choices are weighed."""
    hand: str
    """What the game calls a hand."""


def follows(info: TableInfo, scene: Scene) -> bool:
    """Whether a hand or a match is over, and its result stands with what may follow, not on the cloth."""
    return info.state == "over" or (info.rest is not None and bool(scene.result))


def after_facts(info: TableInfo, scene: Scene) -> AfterFacts:
    """What may follow on a hand or a match that is over."""
    agreed = tuple(sorted((to, tuple(seats)) for to, seats in info.agreed.items() if seats))
    return AfterFacts(
        table=info.id,
        state=info.state,
        seated=info.you != ONLOOKER,
        resting=info.state != "over",
        result=scene.result,
        match=info.match,
        agreed=agreed,
        mine=tuple(to for to, seats in agreed if info.you in seats),
        opening=opening_for(info),
        origin=info.origin,
        day=info.day,
        weighed=weighs(info.game),
        hand=hand_in(info.game),
    )


def opening_for(info: TableInfo) -> Opening | None:
    """The opening of hands, with what the viewer said to it."""
    yours = [consent.agreed for consent in info.opening.consents if consent.seat == info.you] if info.opening else []
    return info.opening._replace(yours=yours[0]) if info.opening and yours else info.opening


@lru_cache(CACHED)
def afterwards(facts: AfterFacts, names: tuple[str, ...]) -> str:
    return macro("table/next.html")(facts, names)
