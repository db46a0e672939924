"""Tables at one moment, made from records: the busiest moments of each game, as pages, without a room behind them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from mimetypes import guess_type
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Route

from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import game
from shindig.gamekit.card_faces import draw_back, draw_face
from shindig.gamekit.game_spec import Line
from shindig.games.pokebacc.worth.meld_numbering import shapes
from shindig.games.talon.rules import state as talon
from shindig.match import Match, fair
from shindig.server.accounts.avatars import render_avatar
from shindig.server.hand_summaries import HandSummary
from shindig.server.schemas import (
    ClockInfo,
    Consent,
    LogEntry,
    PublicTable,
    RevealStatus,
    SeatInfo,
    Settings,
    SinglePlayerInfo,
    TableInfo,
    TableUpdate,
)
from shindig.web.html.asset_urls import STATIC, build_style_sheets
from shindig.web.http.event_stream import PageStream as Stream
from shindig.web.pages.style_page import render_style
from shindig.web.pages.table_pages import render_table_page
from tests.kits.games import pokebacc_table, tall_card_table, tall_cards_table, talon_table
from tests.kits.games.pokebacc_table import BANK, FARM, ROYAL
from tests.kits.web.browser_kit import visiting

NAMES = ("Velvet Sparrow", "Clever Badger", "Bernadette", "Gentle Marten", "Swift Heron", "Mo", "Amber Otter", "Lucky")
"""Names as the room gives them, and a short one."""


@dataclass(frozen=True)
class Moment:
    """A match at rest as one seat sees it, and what the table says beside."""

    match: Match
    viewer: int = 0
    facts: dict[str, Any] = field(default_factory=dict)
    seats: dict[int, dict[str, Any]] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    open: bool = False
    """Whether all hands are open to all."""
    hands: tuple[HandSummary, ...] = ()
    """Of a match that is over, how its hands ended."""
    waiting: bool = False
    """Whether the match has not begun: there is nothing to see of it yet."""


def news_of(moment: Moment, seq: int = 1, fresh: bool = True) -> TableUpdate:
    """What the room would tell the viewer of a moment."""
    match = moment.match
    hands = tuple(map(match.view, range(match.seats))) if moment.open else ()
    info = info_of(moment)
    everybodys = PublicTable.from_info(info, None if moment.waiting else match.view(), moment.hands, hands)
    onlooks = moment.viewer == ONLOOKER or info.seats[moment.viewer].newcomer
    view = everybodys.view if onlooks or moment.waiting else moment.match.view(moment.viewer)
    mine = view is not None and not onlooks and view.my_turn
    own = info.own._replace(you=moment.viewer, host=moment.viewer != ONLOOKER, token=f"turn-{seq}" if mine else None)
    updates = (LogEntry(seq, "act", everybodys.names, lines=moment.lines),) if moment.lines else ()
    return TableUpdate(seq, fresh, updates, own, view, everybodys)


def info_of(moment: Moment) -> TableInfo:
    """The table beside the match: people and bots by turns, whose clock runs."""
    match, actor = moment.match, moment.match.to_act
    seats = tuple(seat_of(moment, seat) for seat in range(match.seats))
    facts: dict[str, Any] = {
        "id": "still",
        "game": match.game.id,
        "title": match.game.name,
        "state": "waiting" if moment.waiting else "over" if match.over else "playing",
        "settings": Settings(),
        "options": match.options,
        "seats": seats,
        "you": ONLOOKER,
        "match": 1,
        "token": None,
        "clock": ClockInfo(actor, 45.0, 165.0) if actor >= 0 and not moment.waiting else None,
        "watchers": 2,
        "talk": True,
    }
    return TableInfo(**facts | moment.facts)


def seat_of(moment: Moment, seat: int) -> SeatInfo:
    kind = "bot" if seat % 2 and seat != moment.viewer else "person"
    said = {"seat": seat, "kind": kind, "name": NAMES[seat], "here": True, "host": seat == 0}
    return SeatInfo(**said | moment.seats.get(seat, {}))  # type: ignore[arg-type]


# The busiest moments


def melds_of(name: str) -> list[int]:
    """Four melds as large as melds are: a run of seven, a set of four, a Family, a run of five."""
    known = shapes(pokebacc_table.game(name).variant.index)
    by_kind = [
        next(number for number, one in enumerate(known) if one.kind == kind and len(one.cards) == cards)
        for kind, cards in ((0, 7), (1, 4), (0, 5))
    ]
    return [*by_kind[:2], max(number for number, one in enumerate(known) if one.kind == 3), by_kind[2]]


def laid_out(name: str, seats: int = 6, melds: int = 4, **options: Any) -> pokebacc_table.Table:
    """Everybody with melds before them, one of them spoiled, a hand of eight, money in a fund and two side funds."""
    match = pokebacc_table.Table(name, seats, stakes="on", **options).deal()
    m, shown = match.record, melds_of(name)[:melds]
    points = [shapes(pokebacc_table.game(name).variant.index)[number].score for number in shown]
    for seat in range(seats):
        m.laid[seat, :melds], m.melds[seat], m.score[seat] = shown, melds, sum(points)
        m.won[seat] = seat % 3
    if melds > 1:
        m.spoiler[1, 1], m.disaster[1, 1] = 2, 4 * pokebacc_table.game(name).variant.stride
        m.score[1] -= points[1]
    m.side[0b000111], m.side[0b111000] = 25, 40
    m.chips[seats - 1] = 0
    return match


def with_cards(name: str, seats: int, cards: int, **options: Any) -> pokebacc_table.Table:
    """The viewer holds so many cards, and nobody has laid down any."""
    match = pokebacc_table.Table(name, seats, **options).deal()
    match.record.held[0] = sum(1 << card for card in range(0, 4 * cards, 4))
    return match


def disaster_asked(name: str) -> pokebacc_table.Table:
    """Seat 1 lays down a Family, and everybody is asked for a Disaster."""
    from shindig.games.pokebacc.rules.state import DISASTER, IN

    match = laid_out(name)
    m = match.record
    m.turn, m.actor, m.phase = 1, 0, DISASTER
    m.laid[1, 3] = melds_of(name)[2]
    assert m.status[0] == IN
    return match


def hand_over(name: str) -> pokebacc_table.Table:
    from shindig.core.layout_and_views import CHANCE
    from shindig.games.pokebacc.rules.state import HAND_OVER

    match = laid_out(name)
    m = match.record
    m.phase, m.actor, m.hand_winner = HAND_OVER, CHANCE, 3
    return match


def tall_card(phase: int) -> Match:
    """Seven with different stacks bet all they have, until the viewer is asked in a phase or the round is over."""
    table = tall_card_table.stocked(tall_card_table.Table(7, stack=1000), 1000, 40, 80, 120, 250, 400, 900)
    table.deal().claimed(by=3)
    while not table.needs and (table.record.phase < phase or table.to_act > 0):
        table.do(boldest(table))
    return table


def tall_card_over() -> Match:
    """The showdown of seven ends the match."""
    from shindig.games.tall_card.rules.state import ALL_DEALT

    table = tall_card(6)
    table.record.reason = ALL_DEALT
    return table


def boldest(match: Match) -> str:
    """All that may be bet, unless it is the viewer's to end it; else the mildest."""
    legal = match.legal
    raises = [text for text in legal if text.startswith(("raise", "bet"))] if match.to_act else []
    return (raises or [text for text in legal if text.split()[0] in ("call", "check", "discard")] or list(legal))[-1]


def tall_cards(phase: int) -> Match:
    """Eight at a table of Tall Cards, all in for pots of their own."""
    table = tall_cards_table.Table(8, stack=200)
    table.array["chips"][0, :8] = (200, 20, 40, 60, 80, 100, 120, 140)
    table.deal()
    while not table.needs and (table.record.phase < phase or table.to_act > 0):
        table.do(boldest(table))
    return table


def talon_phase(players: int, phase: int, contract: str = "guard", dealer: int = 1, **options: Any) -> Match:
    """Five at a table in a phase of the hand; the viewer, seat 0, is the taker and to act."""
    match = talon_table.deal(players, {}, dealer=dealer, **options)
    for _ in range(players):
        match.play("no dry")
    if phase == talon.BID:
        while match.to_act != 0:
            match.play("take" if "take" in match.legal else "pass")
        return match
    while match.record.phase == talon.BID:
        match.play(contract if match.to_act == 0 and contract in match.legal else "pass")
    while match.record.phase < phase:
        match.play("name KS" if "name KS" in match.legal else match.legal[0])
    return match


def guarded_against() -> Match:
    """A hand that is over, whose taker dealt it and bid the highest."""
    match = talon_phase(5, talon.PLAY, "against", dealer=0, hands=1)
    while not match.over:
        match.play(match.legal[0])
    return match


def last_card(players: int) -> Match:
    """A whole trick but for one card, which the viewer is to play."""
    match = talon_phase(players, talon.PLAY)
    while not (match.record.played == players - 1 and match.to_act == 0):
        match.play(match.legal[-1])
    return match


def trick_over(players: int) -> Match:
    match = last_card(players)
    match.play(match.legal[0])
    return match


def at_random(game_id: str, seats: int, **options: int) -> Iterator[Match]:
    """A match whose seats choose at random, the same each time, after each of its steps."""
    match, chance = Match(game(game_id), seats, options, chance=fair(3)), random.Random(3)
    while not match.over:
        low, high = chance.choice(match.legal.ranges[:3])
        match.play(chance.randint(low, min(high, low + 3)))
        yield match


def several_hands(hands: int) -> Match:
    """Five at a table of Talon when some hands stand on the sheet, and the next one is bid for."""
    return next(match for match in at_random("talon", 5) if match.record.scored == hands and match.to_act == 0)


def match_over(game_id: str, seats: int, **options: int) -> Moment:
    """A whole match and how each of its hands ended."""
    hands: list[HandSummary] = []
    for match in at_random(game_id, seats, **options):
        if match.game.rules.hand.ended(match.record) and int(match.game.rules.hand.number(match.record)) > len(hands):
            hands.append(HandSummary.from_match(match.game, match, match.view()))
    return Moment(match, facts=OVER, hands=tuple(hands))


def gathering(game_id: str, taken: int, viewer: int = 0) -> Moment:
    """A table before its match, with as many seats as it may have, so many of them taken: person, bot, person, ..."""
    match = Match(game(game_id), game(game_id).rules.seats[-1])
    free = dict.fromkeys(range(taken, match.seats), FREE)
    return Moment(match, viewer, seats=free, facts={"match": 0, "settings": Settings(bot="steady")}, waiting=True)


def once_out() -> Match:
    """Three at Tall Card, where the viewer has lost all and the others play on."""
    table = tall_card_table.stocked(tall_card_table.Table(3, stack=1000), 0, 400, 900)
    return table.deal()


def shown_hands(claimer: int) -> Match:
    """Eight at Tall Cards show what they have, the claimer two wild cards: what is said of a hand is at its longest."""
    hands = {claimer: "2p 4b Db Ar 8a", (claimer + 1) % 8: "3o 3h Tb Pa 5r"}
    table = tall_cards_table.Table(8, stack=2000).deal(hands)
    while not table.needs:
        table.do("claim" if "claim" in table.legal and table.to_act == claimer else mildest(table))
    return table


def mildest(match: Match) -> str:
    return next(text for text in match.legal if text.split()[0] in ("call", "check", "discard", "show", "decline"))


def raised() -> Match:
    """The viewer deals, stood pat and has bet, and is raised: all that stands beside a name at once."""
    from shindig.games.tall_cards.rules.state import SECOND_BETS

    table = tall_cards_table.Table(8, stack=200).deal()
    while table.record.phase < SECOND_BETS or table.to_act:
        table.do("claim" if "claim" in table.legal and table.to_act == 1 else mildest(table))
    for deed in ("bet 40", "raise 40"):
        table.do(deed)
    while table.to_act:
        table.do("fold")
    return table


def later() -> Match:
    """Seven at Tall Card, some rounds on: a Tall Card has gone by, the next one is claimed."""
    rounds = (match for match in at_random("tall-card", 7) if match.record.talls_gone > 1)
    return next(match for match in rounds if match.record.claimer > 0 and match.to_act == 0)


def passed_round() -> Match:
    """A trick of the hand, all but one card of which are there."""
    match = last_card(5)
    while match.to_act:
        match.play(match.legal[0])
    return match


def passed_to_bots() -> Match:
    match = talon_phase(5, talon.BID)
    match.play("pass")
    return match


LONG = {"name": "Benedikta Ostrowski-Ma"}
FREE = {"kind": "empty", "name": "", "here": False}
NEW = {"newcomer": True, "kind": "person"}
OVER = {
    "state": "over",
    "agreed": {"rematch": (1, 2)},
    "opening": RevealStatus(1, False, tuple(Consent(NAMES[seat], seat == 1, seat) for seat in range(5)), False),
}
LINES = (
    Line("{1} drew Princess of Fire, Prince of Fire from the Treasury.", 0),
    Line("{0} drew Consort of Water, King of Metal from the Reserve.", 0),
)
"""What happened last, at its longest."""
MOMENTS: dict[str, Callable[[], Moment]] = {
    **{f"{name}, four melds": lambda name=name: Moment(laid_out(name), 0, lines=LINES) for name in (ROYAL, BANK, FARM)},  # type: ignore[misc]
    **{f"{name}, a Disaster asked": lambda name=name: Moment(disaster_asked(name)) for name in (ROYAL, BANK, FARM)},  # type: ignore[misc]
    **{
        f"{name}, a hand over": lambda name=name: Moment(hand_over(name), facts={"rest": 5.0})  # type: ignore[misc]
        for name in (ROYAL, BANK, FARM)
    },
    **{
        f"royal-pokebacc for {seats}, {cards} cards": lambda seats=seats, cards=cards: Moment(  # type: ignore[misc]
            with_cards(ROYAL, seats, cards)
        )
        for seats, cards in ((3, 11), (4, 13), (5, 9))
    },
    "talon, bidding": lambda: Moment(talon_phase(5, talon.BID)),
    "talon, exchange": lambda: Moment(talon_phase(5, talon.LAY)),
    "talon, the sheet": lambda: Moment(several_hands(3)),
    "talon, match over": lambda: match_over("talon", 5, hands=2),
    "royal-pokebacc, match over": lambda: match_over(ROYAL, 6, hands_to_win=1),
    "talon, match over, looked on": lambda: replace(match_over("talon", 5, hands=2), viewer=ONLOOKER),
    "tall cards, match over": lambda: match_over("tall-cards", 8, stack=40, hands=3),
    "talon for three, exchange": lambda: Moment(talon_phase(3, talon.LAY)),
    "talon, guarded against": lambda: Moment(guarded_against(), 2),
    "talon, last card": lambda: Moment(last_card(5)),
    "talon, trick over": lambda: Moment(trick_over(5)),
    "talon for three, last card": lambda: Moment(last_card(3)),
    "tall card, bets": lambda: Moment(tall_card(2)),
    "tall card, draw": lambda: Moment(tall_card(3)),
    "tall card, over": lambda: Moment(tall_card(6), facts={"rest": 5.0}),
    "tall card, lost": lambda: Moment(tall_card(6), 3, facts={"rest": 5.0}),
    "tall card, looked on": lambda: Moment(tall_card(2), ONLOOKER),
    "talon, looked on": lambda: Moment(last_card(5), ONLOOKER),
    "royal-pokebacc, looked on": lambda: Moment(laid_out(ROYAL), ONLOOKER),
    "royal-pokebacc, a newcomer": lambda: Moment(laid_out(ROYAL), 2, seats={2: NEW}),
    "royal-pokebacc, a bot plays": lambda: Moment(laid_out(ROYAL), 0, seats={0: {"held": True}, 3: NEW}),
    "tall card, match over": lambda: Moment(tall_card_over(), facts=OVER),
    "royal-pokebacc, all hands open": lambda: Moment(laid_out(ROYAL), 2, facts=OVER, open=True),
    "tall card, invited": lambda: gathering("tall-card", 1, ONLOOKER),
    "tall cards, invited": lambda: gathering("tall-cards", 3, ONLOOKER),
    "tall cards, gathering": lambda: gathering("tall-cards", 5),
    "talon, invited": lambda: gathering("talon", 2, ONLOOKER),
    "talon, all are here": lambda: gathering("talon", 5),
    "royal-pokebacc, invited": lambda: gathering(ROYAL, 3, ONLOOKER),
    "tall card, out": lambda: Moment(once_out(), facts={"alone": SinglePlayerInfo("usual", None, True, False)}),
    "tall card, out and by hand": lambda: Moment(
        once_out(), facts={"alone": SinglePlayerInfo("hand", None, True, True)}
    ),
    "talon, next by hand": lambda: Moment(
        passed_to_bots(), facts={"alone": SinglePlayerInfo("hand", "1", False, True)}
    ),
    **{
        f"tall cards, hands of {claimer} shown": lambda claimer=claimer: Moment(
            shown_hands(claimer), facts={"rest": 5.0}
        )  # type: ignore[misc]
        for claimer in (1, 3)
    },
    "tall cards, raised": lambda: Moment(raised()),
    "tall card, later": lambda: Moment(later()),
    "talon, a slam": lambda: Moment(talon_phase(5, talon.SLAM)),
    "talon, long names": lambda: Moment(trick_over(5), seats={1: LONG, 3: LONG}),
    "tall cards, a long name of one's own": lambda: Moment(shown_hands(1), seats={0: LONG}, facts={"rest": 5.0}),
    "talon, long names, a card played": lambda: Moment(passed_round(), seats={0: LONG}),
    "tall cards, bets": lambda: Moment(tall_cards(4)),
    "tall cards, over": lambda: Moment(tall_cards(8), facts={"rest": 5.0}),
}


# Pages of moments in a browser


QUIET_STREAM = """
window.EventSource = class extends EventTarget {
  constructor() { super(); window.told = this; }
  close() {}
};
"""
"""A page's stream from which nothing comes but what a test tells."""


def asset_at(path: str) -> tuple[bytes, str]:
    """A static file, a game's style sheet or a card, as the room serves them."""
    _, kind, _, name = path.split("/", 3)
    if kind == "t":
        return b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', "image/svg+xml"
    if kind == "static":
        return (STATIC / name).read_bytes(), guess_type(name)[0] or ""
    if kind == "looks":
        return build_style_sheets()[name.removesuffix(".css")], "text/css"
    if kind == "portraits":
        return render_avatar(name.removesuffix(".svg")).encode(), "image/svg+xml"
    deck, code = name.removesuffix(".svg").split("/")
    return (draw_back(deck) if code == "back" else draw_face(deck, code)).encode(), "image/svg+xml"


class Shelf:
    """Answers a browser for a room: one moment's page at a time, with all that it loads."""

    def __init__(self) -> None:
        self.moment: Moment | None = None
        self.stream = Stream()

    def answer(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path == "/style":
            route.fulfill(body=render_style(), content_type="text/html; charset=utf-8")
        elif path == "/t/still":
            assert self.moment is not None
            news = news_of(self.moment)
            self.stream.encode_update(news)
            route.fulfill(body=render_table_page(news, None, "http://still/"), content_type="text/html; charset=utf-8")
        elif path.endswith("/stream"):
            route.fulfill(status=204)
        else:
            body, kind = asset_at(path)
            route.fulfill(body=body, content_type=kind)

    def patch(self, moment: Moment, seq: int) -> str:
        """What the stream would bring to a page that showed the last moment."""
        event = self.stream.encode_update(news_of(moment, seq, fresh=False)).decode()
        return event.split("data: ", 1)[1].strip()


@contextmanager
def shelf(browser: Browser, size: dict[str, int], **options: Any) -> Iterator[tuple[Page, Shelf]]:
    """A page without a room, to be filled by `show` and `tell`. What its console complains of is a fault."""
    with visiting(browser, "http://still", size, **options) as page:
        one = Shelf()
        page.context.route("**/*", one.answer)
        page.add_init_script(QUIET_STREAM)
        yield page, one


def show(page: Page, shelf: Shelf, moment: Moment) -> None:
    """The page of a moment, with all its pictures and fonts there."""
    shelf.moment, shelf.stream = moment, Stream()
    page.goto("http://still/t/still")
    page.wait_for_function(
        "() => window.told && document.fonts.status === 'loaded'"
        " && [...document.images].every(image => image.complete || image.loading === 'lazy')"
    )


def tell(page: Page, shelf: Shelf, moment: Moment, seq: int) -> None:
    """The same page a moment later, by its stream."""
    page.evaluate(
        "([data, seq]) => window.told.dispatchEvent(new MessageEvent('patch', {data, lastEventId: String(seq)}))",
        [shelf.patch(moment, seq), seq],
    )
