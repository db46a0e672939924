"""The table as one viewer sees it."""

from __future__ import annotations

from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit.betting.state import IN, OUT
from shindig.gamekit.table_scene import Card, Occasion, Panel, Pile, Plate, Scene, SeatScene, add_verdict
from shindig.messages import Seat, Seats, Text, say, tell

from ..rules.state import (
    ANSWER,
    AT_ONCE,
    DISASTER,
    HAND_OVER,
    MAX_SEATS,
    NOBODY,
    QUIET,
    RAISE,
    SETUP,
    TURN,
    WITHDRAWN,
    Pokebacc,
)
from ..rules.variants import VARIANTS
from ..worth.hand_melds import cards_in
from ..worth.meld_numbering import FAMILY, ROYAL_FAMILY, TROVE, shapes
from .hand_explanation import describe_result, verdict
from .holding import holding
from .names import find_word, kind_of, name_card, name_kind, name_those
from .outcome import describe_match_result, describe_winner
from .prompts import prompt

STATES = {OUT: "out", WITHDRAWN: "folded"}


def scene(view: Pokebacc) -> Scene:
    """Make the public scene."""
    return Scene(
        title=title(view),
        seats=tuple([plate_of(view, seat) for seat in range(view.seats)]),
        centre=tuple(centre(view)),
        pots=pots(view),
        panels=(standings_of(view), chart(view.variant)),
        result=result(view),
        match_result=describe_winner(view),
        verdict=verdict(view, -1),
        to_act=view.actor if view.actor >= 0 else None,
        occasions=occasions(view),
        progress=(0, int(view.hands_to_win)),
    )


def occasions(view: Pokebacc) -> tuple[Occasion, ...]:
    """Return an occasion for a hand that wins at once, and for each Disaster that strikes."""
    index = int(view.variant)
    found = [
        Occasion("disaster", say("pokebacc-strikes", card=name_those(index, (card,)), who=Seat(seat)))
        for seat in range(view.seats)
        for card, spoiler in zip(view.disaster[seat][: view.melds[seat]], view.spoiler[seat], strict=False)
        if spoiler != NOBODY
    ]
    if view.phase == HAND_OVER and view.ended == AT_ONCE and view.hand_winner != NOBODY:
        found.append(Occasion("royal", say("pokebacc-wins-at-once", who=Seat(view.hand_winner))))
    return tuple(found)


def own(view: Pokebacc, ranges: list[tuple[int, int]]) -> SeatScene:
    """Make a seat's private part of the scene: its hand with the cards just drawn marked, and its prompt."""
    seat = view.viewer
    mine = own_hand(
        view.variant, view.held[seat], view.fresh[seat], holds(view, seat), count_turns_left(view), count_players(view)
    )
    if found := verdict(view, seat):
        mine = add_verdict(mine, found)
    return mine._replace(prompt=prompt(view, ranges)) if ranges else mine


def holds(view: Pokebacc, seat: int) -> bool:
    """Return True if a seat plays a hand."""
    return view.status[seat] == IN and view.phase not in (SETUP, HAND_OVER) and view.hands > 0


@cached(4096)
def own_hand(index: int, held: int, fresh: int, plays: bool, left: int, players: int) -> SeatScene:
    """Show the cards of a mask, with the new ones marked, and while in play their worth."""
    cards = tuple(card(index, kind, *("new",) * (fresh >> kind & 1)) for kind in cards_in(held))
    told = holding(index, held, left, players) if plays else None
    return SeatScene(piles=(Pile(IN_HAND, cards),), holding=told)


IN_HAND = say("pokebacc-pile-hand")


def title(view: Pokebacc) -> Text:
    """Return the number of the hand and the current step."""
    if view.phase == SETUP:
        return say("pokebacc-title-setup")
    return name_step(view.variant, view.hands, find_step(view))


@cached(1024)
def name_step(index: int, number: int, step: Text) -> Text:
    """Name a hand and its step."""
    hand = find_word(index, "hand")
    if not step:
        return say("pokebacc-title", hand=hand, number=number)
    return say("pokebacc-title-step", hand=hand, number=number, step=step)


STEPS = {
    DISASTER: say("pokebacc-step-disaster"),
    RAISE: say("pokebacc-step-raise"),
    HAND_OVER: say("pokebacc-step-over"),
}


UNDECIDED = say("pokebacc-step-undecided")


def find_step(view: Pokebacc) -> Text:
    """Name the current step; in turns, the remaining time of the hand."""
    if view.phase == ANSWER:
        return say("pokebacc-step-answer", amount=view.proposed)
    return STEPS.get(view.phase) or countdown(view) or (UNDECIDED if view.hands > 1 and not any(view.won) else "")


def countdown(view: Pokebacc) -> Text:
    """Describe the remaining time of the hand until exhaustion (PB-42)."""
    players = count_players(view)
    if view.exhaustion != QUIET:
        short = sum(view.short_turns >> seat & 1 for seat in range(view.seats) if view.status[seat] == IN)
        return say("pokebacc-short-draws", short=short, most=players) if short else ""
    left = count_turns_left(view)
    return say("pokebacc-quiet", left=1 if left <= players else left) if left else ""


def count_turns_left(view: Pokebacc) -> int:
    """Return the number of further turns without a meld before the hand ends; 0 if none are counted (PB-42).

    None are in a turn that has brought a meld.
    """
    if view.exhaustion != QUIET or view.phase != TURN or not view.quiet or view.melded or not any(view.melds):
        return 0
    return max(1, int((view.quiet_turns or 2 * count_players(view)) - view.quiet))


def count_players(view: Pokebacc) -> int:
    """Return the number of seats that play the hand."""
    return sum(status == IN for status in view.status)


@cached(RULE_PARTS)
def card(index: int, kind: int, *marks: str) -> Card:
    """Return a card of a game face up with its name, or face down."""
    variant = VARIANTS[index]
    if kind < 0:
        return Card(variant.name)
    return Card(variant.name, variant.deck.codes[kind], variant.deck.names[kind], marks)


def plate_of(view: Pokebacc, seat: int) -> Plate:
    return Plate(
        seat=seat,
        chips=view.chips[seat] if view.stakes else None,
        bet=view.offer[seat],
        badges=badges(view, seat),
        said=said(view, seat),
        piles=(backs(view.variant, view.cards[seat]), *(laid_pile(view, seat, i) for i in range(view.melds[seat]))),
        state=STATES.get(view.status[seat], "in"),
    )


def badges(view: Pokebacc, seat: int) -> tuple[Text, ...]:
    """Return the badges of a seat: the deal, hands won, and whether it has left or has no money."""
    left, all_in = view.status[seat] == WITHDRAWN, view.stakes and view.status[seat] == IN and view.chips[seat] == 0
    return make_badges(view.variant, view.dealer == seat, view.won[seat], left, bool(all_in))


@cached(1024)
def make_badges(index: int, deals: bool, won: int, left: bool, all_in: bool) -> tuple[Text, ...]:
    """Return the badges for these facts."""
    game = VARIANTS[index].name
    marks: list[Text] = [say("badge-dealer")] if deals else []
    marks += [say("pokebacc-badge-won", won=won)] if won else []
    marks += [say("pokebacc-badge-left", game=game)] if left else []
    return (*marks, say("badge-all-in")) if all_in else tuple(marks)


def said(view: Pokebacc, seat: int) -> Text:
    """Describe a seat's score or victory."""
    index = view.variant
    if view.match_winner == seat or (view.phase == HAND_OVER and view.hand_winner == seat):
        return describe_victory(view.score[seat])
    if view.phase == SETUP and view.lot[seat] >= 0:
        return say("pokebacc-said-lot", card=name_card(index, view.lot[seat]))
    return describe_points(index, view.score[seat]) if view.melds[seat] else ""


@cached(RULE_PARTS)
def describe_victory(points: int) -> Text:
    """Describe the winner's points."""
    return say("pokebacc-said-won", points=points)


@cached(RULE_PARTS)
def describe_points(index: int, points: int) -> Text:
    """Write a number of points."""
    return say("pokebacc-points", points=points, unit=find_word(index, "unit"))


@cached(RULE_PARTS)
def backs(index: int, count: int) -> Pile:
    return Pile(IN_HAND, (card(index, -1),) * count, shape="fan")


def laid_pile(view: Pokebacc, seat: int, place: int) -> Pile:
    """Return a meld on the table with its score, and the Disaster on it."""
    number, spoiler = view.laid[seat][place], view.spoiler[seat][place]
    if spoiler != NOBODY:
        disaster = card(view.variant, view.disaster[seat][place], "disaster")
        return meld_pile(view.variant, number, say("pokebacc-destroyed"), disaster)
    waits = view.phase == DISASTER and view.turn == seat and place == view.melds[seat] - 1
    return meld_pile(view.variant, number, WAITS if waits else str(shapes(view.variant)[number].score))


WAITS = say("pokebacc-waits")


@cached(4096)
def meld_pile(index: int, number: int, note: Text, *more: Card) -> Pile:
    """Return the cards of a meld, and any card on it."""
    cards = (card(index, kind) for kind in shapes(index)[number].cards)
    return Pile(name_kind(index, kind_of(index, number)), (*cards, *more), note=note)


def centre(view: Pokebacc) -> list[Pile]:
    """Return the draw pile and the discard pile with its top card."""
    index = view.variant
    draw = (card(index, -1),) if view.stock or view.phase == SETUP else ()
    piles = [Pile(find_word(index, "draw-pile"), draw, view.stock, "stack", say("pokebacc-note-draw"))]
    if view.phase == SETUP:
        return piles
    top = (card(index, view.top),) if view.top >= 0 else ()
    return [
        *piles,
        Pile(find_word(index, "discard-pile"), top, view.pile_count, "stack", say("pokebacc-note-discards")),
    ]


def pots(view: Pokebacc) -> tuple[tuple[Text, int], ...]:
    """Return the fund, and each side fund with its members."""
    if not view.stakes:
        return ()
    sides = ((name_side_fund(members), amount) for members, amount in enumerate(view.side) if amount)
    return ((say("pokebacc-fund", fund=find_word(view.variant, "fund")), view.fund), *sides)


@cached(RULE_PARTS)
def name_side_fund(members: int) -> Text:
    """Name a side fund by the seats that paid into it, as bits."""
    seats = tuple(seat for seat in range(MAX_SEATS) if members >> seat & 1)
    return say("pokebacc-side-fund", seats=Seats(seats))


def standings_of(view: Pokebacc) -> Panel:
    """Make the panel of points in this hand and hands won, with the most points first."""
    seats = view.seats
    score, cards, won = (tuple(row[:seats]) for row in (view.score, view.cards, view.won))
    return standings(view.variant, score, cards, won)


@cached(1024)
def standings(index: int, score: tuple[int, ...], cards: tuple[int, ...], won: tuple[int, ...]) -> Panel:
    game = VARIANTS[index].name
    order = sorted(range(len(score)), key=lambda seat: (-score[seat], seat))
    rows = tuple([name_row(seat, (score[seat], cards[seat], won[seat])) for seat in order])
    leaders = tuple(row for row, seat in enumerate(order) if score[seat] == max(score) > min(score))
    head = (
        say("pokebacc-standings.player"),
        say("pokebacc-standings-unit", game=game),
        say("pokebacc-standings.cards"),
        say("pokebacc-standings-won", hands=find_word(index, "hands")),
    )
    return Panel(say("pokebacc-standings"), head, rows, leaders, open=True)


def name_row(seat: int, numbers: tuple[int, ...]) -> tuple[Text, ...]:
    """Return a seat's row of the standings."""
    return (say("pokebacc-seat", who=Seat(seat)), *map(str, numbers))


@cached(RULE_PARTS)
def chart(index: int) -> Panel:
    """Make the panel of the values of melds."""
    variant = VARIANTS[index]
    rows = [
        (say(f"pokebacc-chart-{row}"), say(f"pokebacc-chart-{row}.value"))
        for row in ("run", "suited-run", "set", "catastrophe")
    ]
    named = {FAMILY: "family", ROYAL_FAMILY: "royal-family"} | ({TROVE: "trove"} if variant.troves else {})
    for kind, row in named.items():
        value = say(f"pokebacc-chart-{row}.value", points=variant.family_score)
        rows.append((say(f"pokebacc-chart-{row}", kind=name_kind(index, kind)), value))
    head = (say("pokebacc-chart.meld"), say("pokebacc-standings-unit", game=variant.name))
    return Panel(say("pokebacc-chart"), head, tuple(rows))


def result(view: Pokebacc) -> Text:
    """Write the result of the hand or the match while the table shows it."""
    if view.phase not in (HAND_OVER, RAISE) or not view.hands:
        return ""
    match = describe_match_result(view)
    return tell(*describe_result(view, -1), *([match] if match else []))
