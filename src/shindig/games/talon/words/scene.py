"""The table as one viewer sees it."""

from __future__ import annotations

from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit.amount_format import format_amount, format_gain
from shindig.gamekit.table_scene import Card, Holding, Occasion, Panel, Pile, Plate, Scene, SeatScene, add_verdict
from shindig.messages import Seat, Text, say, tell

from ..deck import TALON
from ..rules.score import NEEDED
from ..rules.state import (
    ALL,
    BID,
    CHANGES,
    CUT,
    DECK,
    DEPTH,
    DONE,
    DRY,
    ENDING,
    LAY,
    PLAY,
    SHEET_CONTRACT,
    SHEET_ROWS,
    SHEET_SLAM,
    SHUFFLE,
    SUITED,
    Talon,
)
from ..rules.state import TALON as TALON_CARDS
from .hand_explanation import describe_result, describe_slam, find_scored_row, sides, verdict
from .holding import holding, holds_named, is_known_partner
from .names import MOST_HONORS, halves, name_bid, name_excuse, name_honors
from .outcome import describe_match_result
from .prompts import prompt
from .score_sheet import describe_payment, sum_lines, team

BACK = Card("talon")
TRICK = "trick"
"""Name of the piles of a trick. It is no message, since pages find them by it."""
HAND_PILE, TALON_PILE = say("talon-pile-hand"), say("talon-pile-talon")


def scene(view: Talon) -> Scene:
    """Make the public scene."""
    hand = view.scored + (0 if view.phase == DONE else 1)
    return Scene(
        title=name_step(hand, view.phase, view.trick + 1 if view.phase == PLAY else view.mulligans),
        seats=tuple([plate_of(view, seat) for seat in range(view.seats)]),
        centre=laid(view),
        panels=tuple(panels(view)),
        result=result(view),
        match_result=describe_match_result(view),
        verdict=verdict(view, -1),
        sides=sides(view),
        clockwise=False,
        to_act=view.actor if view.actor >= 0 else None,
        progress=(hand, view.hands) if view.hands else (0, 0),
        occasions=occasions(view),
        past_title=say("talon-title-result", number=view.scored) if view.scored else "",
        past_progress=(view.scored, view.hands) if view.hands else (0, 0),
    )


@cached(1024)
def name_step(number: int, phase: int, trick: int) -> Text:
    """Name a hand and its step; `trick` is the number of the trick, or of deals before this one."""
    return say("talon-title", number=number, step=say(f"talon-step-{phase}", number=trick))


def occasions(view: Talon) -> tuple[Occasion, ...]:
    """Return an occasion for a slam that the hand just scored has made."""
    row = find_scored_row(view)
    if row is None or row[SHEET_SLAM] <= 0:
        return ()
    return (Occasion("slam", say("talon-slam-made", seats=team(row))),)


def own(view: Talon, ranges: list[tuple[int, int]]) -> SeatScene:
    """Make a seat's private part of the scene: its hand, its partnership, the talon for the taker, its prompt."""
    hand = own_hand(view)
    mine = held(hand, taken(view), holding(view))
    if looks_at_talon(view):
        mine = mine._replace(centre=laid(view))
    if holds_named(view):
        mine = mine._replace(badges=badges(view, view.viewer))
    if found := verdict(view, view.viewer):
        mine = add_verdict(mine, found)
    return mine._replace(prompt=prompt(view, ranges, [*(hand or ())])) if ranges else mine


@cached(4096)
def held(hand: tuple[int, ...] | None, new: int, holding: Holding | None) -> SeatScene:
    """Return a hand for its own seat, if it is known; `new` are cards just taken, as bits."""
    return SeatScene(piles=() if hand is None else (fan(hand, new),), holding=holding)


@cached(1024)
def face(card: int, *marks: str) -> Card:
    return Card("talon", TALON.codes[card], TALON.names[card], marks) if card >= 0 else BACK


TRUMPS = range(DECK - 1, SUITED - 1, -1)
IN_HAND = (*TRUMPS, *(14 * suit + rank for suit in range(4) for rank in range(13, -1, -1)))
"""Cards in the order of a hand: trumps, then suit by suit, from high to low (TN-14)."""


def trumps_of(bits: int) -> list[int]:
    """Return the trumps of a set, from high to low."""
    return [card for card in TRUMPS if bits >> card - SUITED & 1]


def own_hand(view: Talon) -> tuple[int, ...] | None:
    """Return the viewer's cards in order, or None if they are unknown."""
    seat = view.viewer
    return None if view.suits[seat] < 0 else cards_of(view.suits[seat] | view.trumps[seat] << SUITED)


@cached(4096)
def cards_of(bits: int) -> tuple[int, ...]:
    """Return the cards of a set in the order of a hand."""
    return tuple(card for card in IN_HAND if bits >> card & 1)


def taken(view: Talon) -> int:
    """Return the cards that the viewer, the taker, has taken from the talon, as bits; none after the exchange."""
    if view.phase != LAY or view.viewer != view.taker:
        return 0
    return int(view.taken_suits[view.viewer] | view.taken_trumps[view.viewer] << SUITED)


@cached(4096)
def fan(cards: tuple[int, ...], new: int) -> Pile:
    """Return a hand face up; `new` are cards just taken, as bits."""
    return Pile(HAND_PILE, tuple(face(card, *(("new",) if new >> card & 1 else ())) for card in cards), shape="fan")


@cached(256)
def backs(name: Text, count: int) -> Pile:
    """Return a pile face down."""
    return Pile(name, (BACK,), count, "stack") if count else Pile(name)


def plate_of(view: Talon, seat: int) -> Plate:
    return Plate(
        seat=seat,
        chips=view.score[seat],
        badges=badges(view, seat),
        said=said(view, seat),
        piles=tuple(piles_of(view, seat)),
        state="in" if view.inplay[seat] else "out",
    )


def badges(view: Talon, seat: int) -> tuple[Text, ...]:
    """Return the public badges of a seat, and the viewer's own private ones."""
    takes = view.taker == seat and view.phase > BID
    return make_badges(
        view.dealer == seat,
        view.contract if takes else 0,
        view.phase > ENDING,
        view.slam if takes and view.phase <= ENDING else 0,
        not takes and is_known_partner(view, seat),
        view.handful[seat],
        view.misery[seat] > 0,
        view.evasive == seat,
    )


@cached(1024)
def make_badges(
    deals: bool, bid: int, over: bool, slam: int, partner: bool, handful: int, misery: bool, evasive: bool
) -> tuple[Text, ...]:
    """Return the badges for these facts; `bid` and `slam` are the taker's, 0 for others."""
    words: list[Text] = [say("badge-dealer")] if deals else []
    words += [say("talon-badge-taker", level=bid, over=int(over))] if bid else []
    words += [say(f"talon-slam-badge-{slam}")] if slam else []
    words += [say("talon-badge-partner")] if partner else []
    words += [say(f"talon-handful-badge-{handful}")] if handful else []
    words += [say("talon-badge-misery")] if misery else []
    return (*words, say("talon-badge-evasive")) if evasive else tuple(words)


def said(view: Talon, seat: int) -> Text:
    if view.phase == BID and view.bid[seat] >= 0:
        bid = view.bid[seat]
        return (
            say("talon-said-bids", bid=name_bid(bid), brief=say(f"talon-bid-short-{bid}"))
            if bid
            else say("talon-said-passes")
        )
    if view.phase in (CUT, DEPTH, DONE) and view.scored and view.paid[seat]:
        return format_gain(view.paid[seat])
    return ""


def piles_of(view: Talon, seat: int) -> list[Pile]:
    """Return the hand, the trumps of a handful, and the tricks won."""
    piles = [backs(HAND_PILE, view.held[seat])]
    if view.shown[seat]:
        gone = view.gone_trumps
        shown = tuple(face(c, *(("gone",) if gone >> c - SUITED & 1 else ())) for c in trumps_of(view.shown[seat]))
        called = say(f"talon-handful-badge-{view.handful[seat]}")
        piles.append(Pile(say("talon-pile-handful"), shown, shape="fan", note=called))
    if view.won[seat]:
        piles.append(backs(say("talon-pile-tricks", count=view.won[seat]), view.won[seat]))
    return piles


def laid(view: Talon) -> tuple[Pile, ...]:
    """Return the piles in the middle that have cards, and the talon's place during a hand."""
    return tuple(pile for pile in centre(view) if pile.cards or (pile.name == TALON_PILE and view.phase >= DRY))


def centre(view: Talon) -> list[Pile]:
    """Return the trick or the last one, the talon, unpaid excuses, and the named card."""
    seats = round_from(view, view.leader) if view.leader >= 0 else []
    piles = [
        Pile(TRICK, (face(card, *(("winning",) if card == view.best else ())),), seat=seat)
        for card, seat in zip(view.table, seats, strict=False)
        if card >= 0
    ]
    piles.append(talon(view))
    if view.trick == view.played == 0:
        put_away = tuple(face(card) for card in trumps_of(view.laid_open))
        piles.append(Pile(say("talon-pile-laid"), put_away, note=say("talon-pile-laid.note")))
    if view.phase in (SHUFFLE, CUT, DEPTH):
        piles.append(backs(say("talon-pile-deck"), DECK))
    elif view.named >= 0:
        note = say("talon-pile-named.note", who=Seat(view.taker))
        piles.append(Pile(say("talon-pile-named"), (face(view.named),), note=note))
    for debt in range(view.debts):
        card, note = face(view.debt_card[debt], "owed"), say("talon-pile-excuse.note", who=Seat(view.debt_seat[debt]))
        piles.append(Pile(say("talon-pile-excuse"), (card,), note=note))
    piles += last_trick(view)
    given = tuple(face(card) for card in view.given if card >= 0)
    piles.append(Pile(say("talon-pile-given"), given, note=say("talon-pile-given.note", excuse=name_excuse(view))))
    if view.phase <= SHUFFLE and view.drawn[0] >= 0:
        piles += [Pile(say("talon-pile-draw"), (face(view.drawn[seat]),), seat=seat) for seat in range(view.seats)]
    return piles


def round_from(view: Talon, seat: int) -> list[int]:
    """Return the seats in play widdershins from one of them."""
    seats = [seat]
    while len(seats) < view.players:
        seats.append(view.right[seats[-1]])
    return seats


def last_trick(view: Talon) -> list[Pile]:
    """Return the trick just won, in its order and with its winner, until the next lead (TN-65)."""
    row = view.trick - 1 if view.tricks == ALL else 0
    if view.trick == 0 or view.played or view.past_winner[row] < 0:
        return []
    winner = view.past_winner[row]
    seats = zip(round_from(view, view.past_leader[row]), view.past[row], strict=False)
    return [past_card(card, seat, seat == winner) for seat, card in seats]


def past_card(card: int, seat: int, wins: bool) -> Pile:
    """Return a card of the trick just won."""
    note = say("talon-wins") if wins else ""
    return Pile(TRICK, (face(card, "winning") if wins else face(card),), note=note, seat=seat)


def looks_at_talon(view: Talon) -> bool:
    """Return True if the viewer, the taker, sees the talon."""
    return view.viewer >= 0 and view.seen[view.viewer][0] >= 0 and DRY <= view.phase <= LAY


def talon(view: Talon) -> Pile:
    """Return the talon, face up only for the taker who sees it."""
    if not DRY <= view.phase <= LAY:
        return Pile(TALON_PILE, shape="stack")
    count = TALON_CARDS[view.players - 3]
    if looks_at_talon(view):
        cards = view.seen[view.viewer][:count]
        return Pile(TALON_PILE, tuple(face(c, *(("asked",) if i == view.laying else ())) for i, c in enumerate(cards)))
    return backs(TALON_PILE, count)


def panels(view: Talon) -> list[Panel]:
    """Return the score sheet, each side's needs, the last hand's sum, and for learners all tricks, in fixed places."""
    found = [score_sheet(tuple(view.sheet), view.scored, tuple(view.score[: view.seats]), view.tokens > 0), needed()]
    if view.scored:
        found.append(last_sum(view.scored, view.sheet[(view.scored - 1) % SHEET_ROWS]))
    if view.tricks == ALL and view.trick:
        found.append(all_tricks(view))
    return found


@cached(256)
def last_sum(number: int, row: tuple[int, ...]) -> Panel:
    rows = tuple(sum_lines(row))
    return Panel(say("talon-sum", number=number), ("", say("talon-sum.points")), rows, (len(rows) - 1,))


@cached(256)
def score_sheet(sheet: tuple[tuple[int, ...], ...], scored: int, score: tuple[int, ...], tokens: bool) -> Panel:
    """Make the score sheet: the changes of every kept hand, and the score."""
    seats = range(len(score))
    rows: list[tuple[Text, ...]] = []
    for number in range(max(0, scored - SHEET_ROWS), scored):
        row = sheet[number % SHEET_ROWS]
        changes = tuple(format_gain(row[CHANGES + seat]) for seat in seats)
        bid = say("talon-sheet-hand", seats=team(row), bid=name_bid(row[SHEET_CONTRACT]))
        rows.append((str(number + 1), bid, *changes))
    rows.append(("", say("talon-sheet.tokens" if tokens else "talon-sheet.score"), *map(format_amount, score)))
    head = (say("talon-sheet.hand"), say("talon-sheet.taker"), *map(name_column, seats))
    return Panel(say("talon-sheet"), head, tuple(rows), (len(rows) - 1,))


@cached(RULE_PARTS)
def name_column(seat: int) -> Text:
    """Return the head of a seat's column."""
    return say("talon-sheet-seat", who=Seat(seat))


@cached(1)
def needed() -> Panel:
    """Make the table of points that win, by honors, for either side (TN-90)."""
    rows = []
    for honors in range(MOST_HONORS, -1, -1):
        defence = 182 - NEEDED[MOST_HONORS - honors] + 1
        rows.append((name_honors(honors), halves(NEEDED[honors]), halves(defence)))
    head = tuple(say(f"talon-needed.{part}") for part in ("with", "taker", "defenders"))
    return Panel(say("talon-needed"), head, tuple(rows))


def all_tricks(view: Talon) -> Panel:
    """Make the table of all tricks of the hand so far."""
    rows = []
    for number in range(view.trick):
        order = tuple(round_from(view, view.past_leader[number]))
        rows.append(trick_row(number, order, view.past[number], view.past_winner[number], view.seats))
    head = ("", *map(name_column, range(view.seats)), say("talon-tricks.winner"))
    return Panel(say("talon-tricks"), head, tuple(rows))


@cached(4096)
def trick_row(number: int, order: tuple[int, ...], cards: tuple[int, ...], winner: int, seats: int) -> tuple[Text, ...]:
    """Return a trick's cards by seat; `order` are the seats in order of play."""
    played = dict(zip(order, cards, strict=False))
    cells = [TALON.codes[played[seat]] if seat in played else "" for seat in range(seats)]
    return (str(number + 1), *cells, name_column(winner))


def result(view: Talon) -> Text:
    """Write the result of the hand or the match until the next deal."""
    row = find_scored_row(view)
    if row is None:
        return ""
    paid = describe_slam(row) if row[SHEET_SLAM] else describe_payment(row)
    return tell(*[one for one in (describe_result(row), paid, describe_match_result(view)) if one])
