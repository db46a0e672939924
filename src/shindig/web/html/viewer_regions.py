"""The viewer's own side of a table as regions of HTML: seat, hand, what is asked, what may follow."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from shindig.bots import levels
from shindig.core.record_layout import ONLOOKER
from shindig.gamekit import game
from shindig.gamekit.table_scene import Holding, Own, Pile, Plate, Prompt, Scene
from shindig.server.schemas import News, Opening, Origin, SeatInfo, TableInfo
from shindig.server.schemas import Own as Told
from shindig.server.tables.human_timing import ENOUGH

from .prompt_html import ask, hand
from .region import Of, Part
from .seat_html import mine
from .side_panels import have, said_apart
from .templating import CACHED, macro, named, weighs

if TYPE_CHECKING:
    from .shared_regions import Board

NO_HAND = Pile("hand")
NO_OWN = Own()
NOTHING_FOLLOWS = Part(("r-next", str, '<div id="r-next" class="next"></div>'))
NO_HOLDING = "r-have", str, '<div id="r-have"></div>'


def asked(news: News, board: Board, scene: Scene, info: SeatInfo | None, prompt: Prompt | None) -> Part:
    """What the viewer is asked, or what it waits for; `scene` is what all see where it sees more."""
    told, names = news.own, news.public.names
    if prompt:
        return Part(("r-ask", ask, prompt, told.token, board.advised, names))
    return board.waits if info and usual(told, info, scene) else waits(idle(news.info, scene), names)


def usual(told: Told, info: SeatInfo, scene: Scene) -> bool:
    """Whether a seat that is asked nothing waits as all do."""
    out = told.alone is not None and told.alone.out
    return not (info.held or info.newcomer or told.part or out or scene.to_act == told.you)


def lying(
    plate: Plate | None, own: Own, info: SeatInfo | None, touch: frozenset[int] | None, names: tuple[str, ...]
) -> tuple[Of, Of, Of]:
    """The viewer's own seat and hand with what may be touched, empty for onlookers, and what it has."""
    seat, apart = plate and plate.beside(own), said_apart(plate, own.holding)
    quiet, holding = (seat and seat._replace(said=""), Holding(apart)) if apart else (seat, own.holding)
    return (
        ("r-mine", mine, quiet, info, names),
        ("r-hand", hand, own_hand(seat, info), touch, names),
        ("r-have", have, holding, names) if holding else NO_HOLDING,
    )


def following(news: News, board: Board) -> Part:
    """What may follow on a hand or a match that is over."""
    if not board.follows:
        return NOTHING_FOLLOWS
    return Part(("r-next", afterwards, after_facts(news.info, board.scene), news.public.names))


def starting(info: TableInfo) -> tuple[Of, Of]:
    """What a viewer may begin or take, and whether the room plays single cards."""
    own = info.seats[info.you] if info.you != ONLOOKER else None
    plays = own is not None and info.state == "playing" and plays_tricks(info.game)
    return (
        ("r-start", start, start_facts(info), can_sit(info), bool(own and own.held)),
        ("r-ease", ease, info.id, plays, info.eased),
    )


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
    if info.part and not info.paused:
        return (ALONE_PARTS if info.alone else PARTS)[info.part]
    if info.alone and info.alone.out and not info.paused and not scene.result:
        return "You are out. The others play on."
    return awaited(info, scene)


def awaited(info: TableInfo, scene: Scene) -> str:
    """What a seat waits for while others are asked something."""
    if info.state != "playing":
        return ""
    if info.paused:
        return "The table is paused."
    if info.together is not None:
        return "All others are asked at once; their answers count when the time is up."
    if scene.to_act not in (None, info.you):
        return f"Waiting for {{{scene.to_act}}}"
    if scene.result:
        return ""
    return "The cards are being shuffled." if scene.to_act is None else "Nothing to decide just now."


@lru_cache(CACHED)
def waits(idle: str, names: tuple[str, ...]) -> Part:
    """The place where a seat is asked something, while it is not."""
    return Part(("r-ask", waiting, idle, names))


def waiting(idle: str, names: tuple[str, ...]) -> str:
    told = f'<p class="idle" data-whole>{named(idle, names)}</p>' if idle else ""
    return f'<div id="r-ask">{told}</div>\n'


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
