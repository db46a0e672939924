"""A table as regions of HTML, each made from its own data only, so that a region is drawn once for all who see it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import escape

from ..bots import levels
from ..games import game
from ..games.game import Line
from ..games.layout import ONLOOKER
from ..games.registry import deck as deck_by_name
from ..games.scene import Amount, Card, Panel, Pick, Pile, Plate, Press, Prompt, Scene
from ..match import View
from ..room.thinking import ENOUGH
from ..room.told import MOMENTS, CutInfo, News, Opening, Public, SeatInfo, TableInfo
from .tells import exchange_of, telling_regions
from .templating import as_json, carded, macro, named, spoken

CACHED = 2048
"""Regions kept by their data."""
WIDE = 9
"""From so many cards on a hand makes two rows on a phone."""

PLAYED = ("act", "order")
"""Kinds of entries of the log that a game tells."""
NO_HAND = Pile("hand")


class HandCard(NamedTuple):
    """A card of one's own hand, as a form control: its place, its face, and how it sorts."""

    place: int
    card: Card
    key: str
    spoken: str
    touch: bool
    by_suit: int
    by_rank: int


def regions(news: News) -> dict[str, str]:
    """Every region of a table's page by its id."""
    info, public, seen = news.info, news.public, news.view is not None
    scene, everybodys = scene_of(info, news.view), scene_of(info, public.view if seen else None)
    found = {
        **public_regions(public, seen, info.you == ONLOOKER),
        **standing_regions(public, info.you != ONLOOKER, info.host),
        **own_regions(info, scene, public.names),
        **telling_regions(info, scene, public),
    }
    if scene.centre is not everybodys.centre:
        found["r-centre"] = middle(info, scene, public.names)
    if scene.panels is not everybodys.panels:
        found["r-panels"] = panels(scene.panels, public.names)
    found.pop(f"seat-{info.you}", None)
    return found


@lru_cache(MOMENTS)
def public_regions(public: Public, seen: bool, onlooking: bool) -> dict[str, str]:
    """What looks the same on all pages where the match is seen, and on all where it is not."""
    info, names = public.info, public.names
    scene = scene_of(info, public.view if seen else None)
    found = {
        "r-head": head(scene.title, scene.clockwise if scene.seats else None, head_facts(info), names),
        "r-clock": clock(info, names),
        "r-cut": cut(info),
        "r-centre": middle(info, scene, names),
        "r-panels": panels(scene.panels, names),
    }
    for seat in info.seats:
        facts = PlateFacts(info.id, onlooking and seat.seat in open_seats(info), info.settings.unit)
        found[f"seat-{seat.seat}"] = plate(scene.seats[seat.seat] if scene.seats else None, seat, facts, names)
    return found


@lru_cache(MOMENTS)
def standing_regions(public: Public, seated: bool, host: bool) -> dict[str, str]:
    """What looks the same to all of one standing: onlookers, the seated, the host."""
    info = public.info
    state = info.state, info.paused, info.advised
    facts = ToolFacts(info.id, info.seats, seated, host, *state, levels(game(info.game)), info.day, info.settings.rated)
    return {"r-tools": tools(facts, public.names)}


def open_seats(info: TableInfo) -> set[int]:
    """Seats that whoever looks on may take."""
    return set() if info.state == "closed" else {seat.seat for seat in info.seats if seat.kind != "person"}


def scene_of(info: TableInfo, view: View | None) -> Scene:
    return view.scene if view is not None else Scene(info.title, ())


# Head


HeadFacts = tuple[str, str, bool, int, bool]


def head_facts(info: TableInfo) -> HeadFacts:
    preparing = any(seat.preparing for seat in info.seats)
    return (info.game, game(info.game).name, info.paused, info.watchers, preparing)


@lru_cache(CACHED)
def head(step: str, clockwise: bool | None, facts: HeadFacts, names: tuple[str, ...]) -> str:
    """The title, and which way play goes; None before a match."""
    return macro("table/head.html")(step, clockwise, *facts, names)


def clock(info: TableInfo, names: Sequence[str]) -> str:
    """Whose time runs; how much is left of it, the page's script is told with the news."""
    if info.together is not None and info.together.until < math.inf:
        return '<div id="r-clock" class="clock all"><b class="sr">All are asked at once.</b></div>'
    if info.clock is None or info.clock.until == math.inf:
        return '<div id="r-clock" class="clock" hidden></div>'
    seat = info.clock.seat
    return (
        f'<div id="r-clock" class="clock" data-seat="{seat}"><b class="sr">{escape(names[seat])} is to act.</b></div>'
    )


def left_of(news: News) -> tuple[float, float] | None:
    """Seconds left for the decision, and with the time bank, for the page to count down; None where no time runs."""
    if news.together is not None:
        left = news.together.left, news.together.left
    else:
        left = (news.clock.left, news.clock.until) if news.clock else (math.inf, math.inf)
    return left if left[1] < math.inf else None


def turn_of(info: TableInfo) -> int | None:
    """The seat whose time runs, for the page to mark; the viewer's, where all are asked and it may answer."""
    if info.together is not None:
        return info.you if info.token else None
    return info.clock.seat if info.clock else None


# Seats


class PlateFacts(NamedTuple):
    """What a plate shows beside the scene."""

    table: str
    can_sit: bool
    unit: str


@lru_cache(CACHED)
def plate(seat: Plate | None, info: SeatInfo, facts: PlateFacts, names: tuple[str, ...]) -> str:
    return macro("table/plate.html")(seat, info, facts, names, seat_label(seat, info, facts, names))


def seat_label(seat: Plate | None, info: SeatInfo, facts: PlateFacts, names: Sequence[str]) -> str:
    """A seat as a sentence for a screen reader."""
    words = [info.name or f"Seat {info.seat + 1}, empty"]
    words += [f"{info.bot} bot"] if info.kind == "bot" else []
    words += ["getting ready"] if info.preparing else []
    if seat is not None:
        words += [f"{seat.chips} {facts.unit or 'chips'}"] if seat.chips is not None else []
        words += [f"bet {seat.bet}"] if seat.bet else []
        words += [seat.state] if seat.state != "in" else []
        words += [*seat.badges, seat.said]
    return spoken(", ".join(word for word in words if word), names)


# Centre


def middle(info: TableInfo, scene: Scene, names: tuple[str, ...]) -> str:
    """What lies in the middle of the table."""
    result = "" if follows(info, scene) else scene.result
    return centre(scene.centre, scene.pots, result, names, waiting_for(info, scene))


def waiting_for(info: TableInfo, scene: Scene) -> str:
    """What the cloth says while nothing lies on it."""
    if info.state == "waiting":
        return "The match has not begun."
    if info.state == "closed":
        return "This table is closed."
    if not scene.seats and not info.settings.watch:
        return "This table is not open to onlookers."
    return ""


@lru_cache(CACHED)
def centre(
    piles: tuple[Pile, ...], pots: tuple[tuple[str, int], ...], result: str, names: tuple[str, ...], waiting: str
) -> str:
    shown = [pile for pile in piles if pile.cards or pile.size or pile.shape == "stack"]
    owned = [pile for pile in shown if pile.seat is not None]
    free = [pile for pile in shown if pile.seat is None]
    return macro("table/centre.html")(free, owned, pots, result, names, waiting)


# The viewer's own side


def own_regions(info: TableInfo, scene: Scene, names: tuple[str, ...]) -> dict[str, str]:
    """The viewer's own seat, hand and prompt, empty for onlookers; what may follow."""
    own = info.seats[info.you] if info.you != ONLOOKER else None
    seat = scene.seats[info.you] if own and scene.seats else None
    prompt = scene.prompt if info.token and not (own and own.held) else None
    return {
        "r-mine": mine(seat, own, info.id, names),
        "r-hand": hand(own_hand(seat, own), touchable(prompt), names),
        "r-ask": ask(prompt, info.token if prompt else None, idle(info, scene), names),
        "r-next": following(info, scene, names),
        "r-start": start(start_facts(info), can_sit(info), bool(own and own.held)),
        "r-ease": ease(info.id, own is not None and info.state == "playing" and plays_tricks(info.game), info.eased),
    }


def own_hand(seat: Plate | None, own: SeatInfo | None) -> Pile:
    """What the viewer holds; nothing yet where a bot plays the hand to its end."""
    return seat.piles[0] if seat and seat.piles and own and not own.newcomer else NO_HAND


def can_sit(info: TableInfo) -> bool:
    """Whether the viewer looks on and may take a seat."""
    return info.you == ONLOOKER and bool(open_seats(info))


def own_side(scene: Scene, info: SeatInfo, names: tuple[str, ...]) -> tuple[str, str]:
    """One's own seat and hand as they were, nothing to touch."""
    seat = scene.seats[info.seat]
    return mine(seat, info, "", names), hand(seat.piles[0], None, names)


@lru_cache(CACHED)
def mine(seat: Plate | None, info: SeatInfo | None, table: str, names: tuple[str, ...]) -> str:
    return macro("table/mine.html")(seat, info, table, names)


PARTS = {
    "given": "Your answer is in. It counts with all others when the time is up.",
    "none": "You have nothing to choose here; the room answers for you when the time is up.",
    "single": "You have one card to play; the room plays it for you.",
}


def idle(info: TableInfo, scene: Scene) -> str:
    """What a seat is told that is asked nothing."""
    if info.you == ONLOOKER or info.state != "playing" or info.seats[info.you].held:
        return ""
    if info.seats[info.you].newcomer:
        return "A bot plays this hand in your place, and you see what onlookers see. You play from the next hand on."
    if info.paused:
        return "The table is paused."
    if info.part:
        return PARTS[info.part]
    if info.together is not None:
        return "All others are asked at once; their answers count when the time is up."
    if scene.to_act not in (None, info.you):
        return f"Waiting for {{{scene.to_act}}}"
    if scene.result:
        return ""
    return "The cards are being shuffled." if scene.to_act is None else "Nothing to decide just now."


@lru_cache(CACHED)
def ask(prompt: Prompt | None, token: str | None, idle: str, names: tuple[str, ...]) -> str:
    return macro("table/ask.html")(prompt, controls(prompt), token, idle, names, exchange_of(prompt))


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


def start_facts(info: TableInfo) -> StartFacts:
    one, seated = game(info.game), info.you != ONLOOKER
    return StartFacts(info.id, info.seats, seated, info.host, info.state, levels(one), info.settings.bot)


@lru_cache(CACHED)
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
    return frozenset(laid.union(place for pick in picks for places, _, _ in pick.choices for place in places))


@lru_cache(CACHED)
def hand(pile: Pile, touch: frozenset[int] | None, names: tuple[str, ...]) -> str:
    """One's own hand, drawn again only where its cards or what may be touched have changed."""
    picking, nth, items = touch is not None, Counter[str | None](), []
    for place, card in enumerate(pile.cards):
        nth[card.code] += 1
        items.append(hand_item(place, card, nth[card.code], place in (touch or ()), picking, names))
    rows = -(-len(items) // 2) if len(items) > WIDE else 0
    return macro("table/hand.html")(items, rows)


@lru_cache(CACHED)
def hand_item(place: int, card: Card, nth: int, touch: bool, picking: bool, names: tuple[str, ...]) -> str:
    """One card of a hand; equal cards are told apart by `nth`."""
    name = ", ".join((card.name, *card.marks))
    key = f"h-{card.code or 'back'}-{nth}"
    shown = HandCard(place, card, key, name, touch, *sort_keys(card.deck, card.code))
    return macro("table/hand.html", "item")(shown, picking, names)


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


def controls(prompt: Prompt | None) -> list[Control]:
    """The controls, picks first and amounts last, with letters as shortcuts: the first of each label that is free."""
    found: list[Control] = []
    taken = set(RESERVED)
    for number, control in enumerate(prompt.controls if prompt else ()):
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
    day: str


def follows(info: TableInfo, scene: Scene) -> bool:
    """Whether a hand or a match is over, and its result stands with what may follow, not on the cloth."""
    return info.state == "over" or (info.rest is not None and bool(scene.result))


def following(info: TableInfo, scene: Scene, names: tuple[str, ...]) -> str:
    """What may follow on a hand or a match that is over."""
    if not follows(info, scene):
        return NOTHING_FOLLOWS
    agreed = tuple(sorted((to, tuple(seats)) for to, seats in info.agreed.items() if seats))
    facts = AfterFacts(
        table=info.id,
        state=info.state,
        seated=info.you != ONLOOKER,
        resting=info.state != "over",
        result=scene.result,
        match=info.match,
        agreed=agreed,
        mine=tuple(to for to, seats in agreed if info.you in seats),
        opening=opening_for(info),
        day=info.day,
    )
    return afterwards(facts, names)


def opening_for(info: TableInfo) -> Opening | None:
    """The opening of hands, with what the viewer said to it."""
    yours = [consent.agreed for consent in info.opening.consents if consent.seat == info.you] if info.opening else []
    return info.opening._replace(yours=yours[0]) if info.opening and yours else info.opening


NOTHING_FOLLOWS = '<div id="r-next" class="next"></div>'


@lru_cache(CACHED)
def afterwards(facts: AfterFacts, names: tuple[str, ...]) -> str:
    return macro("table/next.html")(facts, names)


# Beside the cloth


@lru_cache(CACHED)
def panels(shown: tuple[Panel, ...], names: tuple[str, ...]) -> str:
    return macro("table/panels.html")(shown, names)


class ToolFacts(NamedTuple):
    """Who sits at the table, and what the viewer may do."""

    table: str
    seats: tuple[SeatInfo, ...]
    seated: bool
    host: bool
    state: str
    paused: bool
    advised: bool
    levels: tuple[str, ...]
    day: str
    rated: bool


@lru_cache(CACHED)
def tools(facts: ToolFacts, names: tuple[str, ...]) -> str:
    return macro("table/tools.html")(facts, names)


STAGES = {"sealing": "taking seals", "opening": "being opened", "cutting": "being cut"}


def cut(info: TableInfo) -> str:
    """The cut that comes, and for the page's script to keep what it sees of it and of the last one."""
    return cut_region(info.cut, as_json({"cut": info.cut, "last_cut": info.last_cut}), info.day)


@lru_cache(CACHED)
def cut_region(coming: CutInfo | None, told: str, day: str) -> str:
    return macro("table/cut.html")(coming, STAGES[coming.stage] if coming else "", told, day)


# The log


def log_items(news: News) -> list[tuple[int, str]]:
    """The log's entries as (sequence number, HTML)."""
    names, game_id = news.public.names, news.info.game
    return [
        (one.seq, log_item(one.seq, one.kind, one.lines, names, game_id if one.kind in PLAYED else ""))
        for one in news.updates
        if one.lines
    ]


@lru_cache(CACHED)
def log_item(seq: int, kind: str, lines: tuple[Line, ...], names: tuple[str, ...], game_id: str) -> str:
    """One entry; in what a game tells, cards have their names."""
    texts = [(line.weight, carded(line.text, game_id) if game_id else line.text) for line in lines]
    told = "".join(f'<p class="l{weight}">{named(text, names)}</p>' for weight, text in texts)
    return f'<li class="{kind}" data-seq="{seq}">{told}</li>'


def patch(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """The regions that differ."""
    return {key: html for key, html in after.items() if before.get(key) != html}
