"""Regions of the viewer's own side of a table: seat, hand, prompt and next steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shindig.bots import levels
from shindig.core.caches import cached
from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import game
from shindig.gamekit.table_scene import Holding, Pile, Plate, Prompt, Scene, SeatScene, Side
from shindig.messages import Message, Seat, SeatNames, Seats, Series, Text, say, tell
from shindig.server.schemas import Origin, PublicTable, RevealStatus, SeatInfo, TableInfo, TableUpdate
from shindig.server.schemas import ViewerInfo as Told
from shindig.server.table_log.decision_time_samples import ENOUGH

from .prompt_html import render_hand, render_prompt
from .region import Region, RegionSource
from .reveal_html import find_player_faces
from .seat_html import render_own_seat
from .sentence_html import CACHED
from .shared_region_set import SharedRegions
from .side_panels import EndingStanding, build_standings, find_long_remark, render_holding
from .templating import get_macro, has_weighing_bots

NO_HAND = Pile("hand")
NO_OWN = SeatScene()
NO_NEXT_REGION = Region(("r-next", str, '<div id="r-next" class="next"></div>'))
NO_HOLDING = "r-have", str, '<div id="r-have"></div>'


def build_prompt_region(
    news: TableUpdate,
    board: SharedRegions,
    scene: Scene,
    info: SeatInfo | None,
    prompt: Prompt | None,
    names: SeatNames,
) -> Region:
    """Build the viewer's prompt, or the text while it waits. `scene` is the public scene if the viewer sees more."""
    told = news.own
    if prompt:
        return Region(("r-ask", render_prompt, prompt, told.token, board.advised, names))
    return (
        board.waits
        if info and is_waiting_as_all(told, info, scene)
        else build_waiting_region(describe_idle(news.info, scene), names)
    )


def is_waiting_as_all(told: Told, info: SeatInfo, scene: Scene) -> bool:
    """Return True if a waiting seat gets the text of all others."""
    out = told.alone is not None and told.alone.out
    return not (info.held or info.newcomer or told.part or out or scene.to_act == told.you)


def build_own_sources(
    plate: Plate | None,
    own: SeatScene,
    info: SeatInfo | None,
    touch: frozenset[int] | None,
    names: SeatNames,
    asked: bool = False,
) -> tuple[RegionSource, RegionSource, RegionSource]:
    """Return the sources of the viewer's seat, its hand with touchable places, and its holding; empty for onlookers.

    If a seat is `asked` something at a showdown, the result of the hand stands in the place of its holding.
    """
    seat, apart = plate and plate.with_own(own), find_long_remark(plate, own.holding)
    if asked and own.verdict and not own.holding:
        return (
            ("r-mine", render_own_seat, seat, info, names),
            ("r-hand", render_hand, find_own_hand(seat, info), touch, names),
            ("r-have", render_holding, Holding(tell(*own.verdict[:2])), names, True),
        )
    quiet, holding = (seat and seat._replace(said=""), Holding(apart)) if apart else (seat, own.holding)
    return (
        ("r-mine", render_own_seat, quiet, info, names),
        ("r-hand", render_hand, find_own_hand(seat, info), touch, names),
        ("r-have", render_holding, holding, names) if holding else NO_HOLDING,
    )


def build_next_region(
    news: TableUpdate,
    board: SharedRegions,
    own: SeatScene,
    names: SeatNames,
    played: SeatNames,
    early: bool = False,
) -> Region:
    """Build the next steps after a hand or a match. `played` names the players of the hand that has ended.

    `early` is True for a seat that is asked something before the next hand: it sees the result without a next step.
    """
    if not (board.follows or early):
        return NO_NEXT_REGION
    facts = build_after_facts(news.public, news.info, board.scene, own.verdict)._replace(resting=not early)
    return Region(("r-next", render_next, facts, names, played))


def find_player(info: TableInfo) -> int:
    """Return the viewer's seat if they played the current or latest hand, else ONLOOKER."""
    return ONLOOKER if info.you == ONLOOKER or info.seats[info.you].played_by else info.you


def build_start_sources(info: TableInfo, language: str) -> tuple[RegionSource, RegionSource]:
    """Return the sources of what a viewer may begin or take, and of automatic play."""
    own = info.seats[info.you] if info.you != ONLOOKER else None
    plays = own is not None and info.state == "playing" and plays_tricks(info.game)
    return (
        ("r-start", render_start, build_start_facts(info), can_sit(info), bool(own and own.held), language),
        ("r-ease", render_ease, info.id, plays, info.eased, language),
    )


def find_own_hand(seat: Plate | None, own: SeatInfo | None) -> Pile:
    """Return the viewer's hand; an empty pile while a bot finishes it."""
    return seat.piles[0] if seat and seat.piles and own and not own.newcomer else NO_HAND


def find_open_seats(info: TableInfo) -> set[int]:
    """Return the seats that an onlooker may take."""
    return set() if info.state == "closed" else {seat.seat for seat in info.seats if seat.kind != "person"}


def can_sit(info: TableInfo) -> bool:
    """Return True if the viewer is an onlooker who may take a seat."""
    return info.you == ONLOOKER and bool(find_open_seats(info))


def render_past_own(scene: Scene, info: SeatInfo, names: SeatNames) -> tuple[str, str]:
    """Render the viewer's seat and hand at an earlier step, without controls."""
    seat = scene.seats[info.seat]
    return render_own_seat(seat, info, names), render_hand(find_own_hand(seat, info), None, names)


def describe_idle(info: TableInfo, scene: Scene) -> Text:
    """Return the text for a seat that is asked nothing."""
    if info.you == ONLOOKER or info.state != "playing" or info.seats[info.you].held:
        return ""
    if info.seats[info.you].newcomer:
        waits = scene.to_act not in (None, info.you) and info.together is None and not info.paused
        return tell(say("room-idle-newcomer"), *([describe_turn(info, scene)] if waits else []))
    if info.part == "given" and info.together is not None and not info.together.secret and not info.paused:
        return describe_awaited(info, scene, given=True)
    if info.part and not info.paused:
        return say(f"room-idle-{info.part}-alone" if info.alone and info.part != "single" else f"room-idle-{info.part}")
    if info.alone and info.alone.out and not info.paused and not scene.result:
        return say("room-idle-out")
    return describe_awaited(info, scene)


def describe_awaited(info: TableInfo, scene: Scene, given: bool = False) -> Text:
    """Return the text about the seats that are awaited; `given` is True if the viewer has answered."""
    if info.state != "playing":
        return ""
    if info.paused:
        by = info.pause.seat if info.pause else None
        return say("room-idle-paused") if by is None else say("room-idle-paused-by", who=Seat(by))
    if info.together is not None and not info.together.secret:
        return describe_missing(info, info.together.seats, given)
    if info.together is not None:
        return say("room-idle-secret")
    if scene.to_act not in (None, info.you):
        return describe_turn(info, scene)
    if scene.result:
        return ""
    return say("room-idle-shuffling" if scene.to_act is None else "room-idle-nothing")


def describe_missing(info: TableInfo, awaited: Sequence[int], given: bool) -> Text:
    """Return the text about those who have not answered yet, the absent one with the time of a bot last."""
    missing = [seat for seat in awaited if seat != info.you]
    if not missing:
        return say("room-idle-all-ready")
    gone = [info.stand_in.seat] if info.stand_in and info.stand_in.seat in missing else []
    here = tuple(seat for seat in missing if seat not in gone)
    told = [say("room-idle-ready")] if given else []
    told += [say("waiting", who=Seats(here))] if here else []
    return tell(*told, *(say("waiting-away", who=Seat(one)) for one in gone))


def describe_turn(info: TableInfo, scene: Scene) -> Text:
    """Return the text about the seat to act: it thinks, or a bot soon plays for an absent person."""
    seat = scene.to_act or 0
    who = Seat(seat)
    if info.seats[seat].held:
        return say("thinking-bot", who=who)
    return say("thinking" if info.stand_in is None else "waiting-away", who=who)


@cached(CACHED)
def build_waiting_region(idle: Text, names: SeatNames) -> Region:
    """Build the prompt region of a waiting seat."""
    return Region(("r-ask", render_waiting, idle, names))


def render_waiting(idle: Text, names: SeatNames) -> str:
    return get_macro("table/small.html", "waiting", names.language)(idle, is_timed(idle), names)


TIMED = ("thinking", "waiting", "waiting-away", "room-idle-paused", "room-idle-paused-by")
"""Messages that the page ends with a time."""


def is_timed(idle: Text) -> bool:
    """Return True if a time belongs at the end of a text about waiting."""
    last = idle
    while isinstance(last, Message) and isinstance(found := dict(last.args).get("sentences"), Series):
        last = found.texts[-1]
    return isinstance(last, Message) and last.id in TIMED


def get_hand_word(game_id: str) -> Text:
    """Return the game's word for a hand."""
    return game(game_id).words.hand


def plays_tricks(game_id: str) -> bool:
    """Return True if cards are played one by one, so that automatic play of single cards makes sense."""
    return game(game_id).table.look.seating == "tricks"


@cached(CACHED)
def render_ease(table: str, plays: bool, on: bool, language: str) -> str:
    """Render the switch for automatic play of single cards."""
    return get_macro("table/ease.html", language=language)(table, plays, on, ENOUGH)


class StartFacts(NamedTuple):
    """Options of the host before a match."""

    table: str
    seats: tuple[SeatInfo, ...]
    seated: bool
    host: bool
    state: str
    levels: tuple[str, ...]
    bot: str
    watch: bool
    """True if people without a seat see the match."""


def build_start_facts(info: TableInfo) -> StartFacts:
    one, seated = game(info.game), info.you != ONLOOKER
    return StartFacts(
        info.id, info.seats, seated, info.host, info.state, levels(one), info.settings.bot, info.settings.watch
    )


def render_start(facts: StartFacts, can_sit: bool, held: bool, language: str) -> str:
    """Render the actions beside the game: begin, choose the bots' tempo, sit down, come back."""
    return get_macro("table/start.html", language=language)(facts, can_sit, held)


# Proposals


class Proposal(NamedTuple):
    """A proposal that waits for somebody."""

    to: str
    kind: str
    target: str
    question: Text
    agreed: tuple[int, ...]
    awaited: tuple[int, ...]


class AccordFacts(NamedTuple):
    """Proposals at a table, for a viewer."""

    table: str
    you: int
    proposals: tuple[Proposal, ...]


def build_accord_source(info: TableInfo) -> RegionSource:
    """Return the source of the proposals that wait for somebody."""
    found = tuple(
        Proposal(to, kind, target or "0", describe_proposal(kind, target), info.agreed[to], info.awaited[to])
        for to, (kind, _, target) in ((to, to.partition(":")) for to in info.agreed)
        if kind not in ("next", "rematch", "reveal")
    )
    return "r-accord", render_accord, AccordFacts(info.id, info.you, found)


def describe_proposal(kind: str, target: str) -> Text:
    """Return the question that a proposal asks the others."""
    if kind == "remove":
        return say("room-asks-remove", who=Seat(int(target)))
    return say(f"room-asks-{kind.replace('_', '-')}")


def render_accord(facts: AccordFacts, names: SeatNames) -> str:
    return get_macro("table/accord.html", language=names.language)(facts, names)


# After a hand or a match


MOST_REASONS = 4
"""Number of reasons beside the next steps. Low windows show the first."""
AGREED = {"next": "next-ready", "rematch": "next-wants"}
"""Messages about who agrees to a proposal."""


class AfterFacts(NamedTuple):
    """Things that the table can agree to."""

    table: str
    state: str
    seated: bool
    resting: bool
    result: Text
    match: int
    agreed: tuple[Text, ...]
    """Sentences that say who agrees to what."""
    mine: tuple[str, ...]
    """Proposals that the viewer agrees to."""
    opening: RevealStatus | None
    origin: Origin | None
    day: str
    weighed: bool
    """True if the game has bots that review choices."""
    hand: Text
    """The game's word for a hand."""
    group: bool = False
    """True at a group's table."""
    game: str = ""
    reasons: tuple[Text, ...] = ()
    """Sentences why the hand ended so, for the viewer."""
    sides: tuple[Side, ...] = ()
    """The sides of the finished hand, where seats play as sides."""
    headline: Text = ""
    """The winner of the match, once it is over."""
    standings: tuple[EndingStanding, ...] = ()
    """Places at the end of the match; none for an onlooker, and where the viewer may not see the match."""
    you: int = ONLOOKER
    faces: tuple[str, ...] = ()
    """Portraits of the seats beside the standings."""
    unit: Text = ""
    """The unit of the scores."""


def has_hand_or_match_ended(info: TableInfo, scene: Scene) -> bool:
    """Return True if a hand or a match is over, and its result is shown with the next steps instead of on the cloth."""
    return info.state == "over" or (info.rest is not None and bool(scene.result))


def choose_headline(scene: Scene, standings: tuple[EndingStanding, ...]) -> Text:
    """Return the sentence about the winners of a match; empty if the viewer may not see who won."""
    winners = tuple(one.seat for one in standings if one.won)
    return scene.match_result or (say("ending-wins", seats=Seats(winners)) if winners else "")


def find_standings(public: PublicTable, scene: Scene) -> tuple[EndingStanding, ...]:
    """Return the places at the end of a match; none before, and for those who may not see it."""
    if public.info.state != "over" or public.view is None or not scene.seats:
        return ()
    return build_standings(public.view.game.words.outcome(public.view.plain))


def build_after_facts(public: PublicTable, info: TableInfo, scene: Scene, own_verdict: tuple[Text, ...]) -> AfterFacts:
    """Build the next steps after a hand or a match. A seat's own verdict replaces the public one."""
    verdict = own_verdict or scene.verdict
    over, seated = info.state == "over", info.you != ONLOOKER
    standings = find_standings(public, scene)
    agreed = {to: tuple(info.agreed[to]) for to in AGREED if info.agreed.get(to)}
    hand = get_hand_word(info.game)
    headline = choose_headline(scene, standings) if over else ""
    result = verdict[0] if verdict else scene.result
    return AfterFacts(
        table=info.id,
        state=info.state,
        seated=seated,
        resting=not over,
        result=say("ending-last", hand=hand, result=result) if headline and result else result,
        reasons=tuple(one for one in verdict[1:] if not (over and tells_of_leaving(one)))[:MOST_REASONS],
        match=info.match,
        agreed=tuple(say(AGREED[to], who=Seats(seats), hand=hand) for to, seats in agreed.items()),
        mine=tuple(to for to, seats in agreed.items() if info.you in seats),
        opening=find_reveal_status(info),
        origin=info.origin,
        day=info.day,
        weighed=has_weighing_bots(info.game),
        hand=hand,
        group=bool(info.settings.group),
        game=info.game,
        sides=() if over else scene.sides,
        headline=headline,
        standings=standings if seated else (),
        you=find_player(info),
        faces=find_player_faces(info.seats) if standings or scene.sides else (),
        unit=info.settings.unit or game(info.game).words.unit,
    )


def tells_of_leaving(reason: Text) -> bool:
    """Return True if a reason says that its reader is out, which means nothing once the match is over."""
    return isinstance(reason, Message) and reason.id == "verdict-you-out"


def find_reveal_status(info: TableInfo) -> RevealStatus | None:
    """Return the reveal status with the viewer's own consent, or None."""
    yours = [consent.agreed for consent in info.opening.consents if consent.seat == info.you] if info.opening else []
    return info.opening._replace(yours=yours[0]) if info.opening and yours else info.opening


@cached(CACHED)
def render_next(facts: AfterFacts, names: SeatNames, played: SeatNames) -> str:
    return get_macro("table/next.html", language=names.language)(facts, names, played)
