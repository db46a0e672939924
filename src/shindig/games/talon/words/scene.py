"""The table as one viewer sees it."""

from __future__ import annotations

from functools import cache, lru_cache

from shindig.core.record_layout import OVER
from shindig.gamekit.table_scene import Card, Holding, Occasion, Panel, Pile, Plate, Scene, SeatScene, add_verdict

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
    HANDFUL,
    LAY,
    MISERY,
    NAME,
    PLAY,
    SETUP,
    SHEET_CONTRACT,
    SHEET_ROWS,
    SHEET_SLAM,
    SHOW,
    SHUFFLE,
    SLAM,
    SUITED,
    Talon,
)
from ..rules.state import TALON as TALON_CARDS
from .actions import CONTRACTS, HANDFUL_NAMES, SHORTLY, SLAM_NAMES
from .hand_explanation import verdict
from .holding import holding, holds_named, is_known_partner
from .outcome import outcome
from .prompts import prompt
from .score_sheet import HONOR_WORDS, halves, sum_lines, team

STEPS = {
    SETUP: "cutting for the deal",
    SHUFFLE: "shuffle",
    CUT: "cut",
    DEPTH: "cut",
    DRY: "a little dry?",
    BID: "bidding",
    MISERY: "calls",
    HANDFUL: "calls",
    SHOW: "calls",
    SLAM: "calls",
    NAME: "naming a partner",
    LAY: "the talon",
    PLAY: "play",
    ENDING: "the Magician's ending",
    DONE: "over",
}
BACK = Card("talon")


def scene(view: Talon) -> Scene:
    """Make the public scene."""
    hand = view.scored + (0 if view.phase == DONE else 1)
    return Scene(
        title=f"Hand {hand}: {STEPS[view.phase]}",
        seats=tuple([plate_of(view, seat) for seat in range(view.seats)]),
        centre=laid(view),
        panels=tuple(panels(view)),
        result=result(view),
        verdict=verdict(view, -1),
        clockwise=False,
        to_act=view.actor if view.actor >= 0 else None,
        progress=(hand, view.hands) if view.hands else (0, 0),
        occasions=occasions(view),
        past_title=f"Hand {view.scored}: result" if view.scored else "",
    )


def occasions(view: Talon) -> tuple[Occasion, ...]:
    """Return an occasion for a slam that the hand just scored has made."""
    if not result(view):
        return ()
    row = view.sheet[(view.scored - 1) % SHEET_ROWS]
    return (Occasion("slam", f"A slam for {team(row)}"),) if row[SHEET_SLAM] > 0 else ()


def own(view: Talon, ranges: list[tuple[int, int]]) -> SeatScene:
    """Make a seat's private part of the scene: its hand, its partnership, the talon for the taker, its prompt."""
    hand = own_hand(view)
    mine = held(hand, taken(view), holding(view))
    if looks_at_talon(view):
        mine = mine._replace(centre=laid(view))
    if holds_named(view):
        mine = mine._replace(badges=tuple(badges(view, view.viewer)))
    if found := verdict(view, view.viewer):
        mine = add_verdict(mine, found)
    return mine._replace(prompt=prompt(view, ranges, [*(hand or ())])) if ranges else mine


@lru_cache(4096)
def held(hand: tuple[int, ...] | None, new: int, holding: Holding | None) -> SeatScene:
    """Return a hand for its own seat, if it is known; `new` are cards just taken, as bits."""
    return SeatScene(piles=() if hand is None else (fan(hand, new),), holding=holding)


@lru_cache(1024)
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


@lru_cache(4096)
def cards_of(bits: int) -> tuple[int, ...]:
    """Return the cards of a set in the order of a hand."""
    return tuple(card for card in IN_HAND if bits >> card & 1)


def taken(view: Talon) -> int:
    """Return the cards that the viewer, the taker, has taken from the talon, as bits; none after the exchange."""
    if view.phase != LAY or view.viewer != view.taker:
        return 0
    return int(view.taken_suits[view.viewer] | view.taken_trumps[view.viewer] << SUITED)


@lru_cache(4096)
def fan(cards: tuple[int, ...], new: int) -> Pile:
    """Return a hand face up; `new` are cards just taken, as bits."""
    return Pile("hand", tuple(face(card, *(("new",) if new >> card & 1 else ())) for card in cards), shape="fan")


@lru_cache(256)
def backs(name: str, count: int) -> Pile:
    """Return a pile face down."""
    return Pile(name, (BACK,), count, "stack") if count else Pile(name)


def plate_of(view: Talon, seat: int) -> Plate:
    return Plate(
        seat=seat,
        chips=view.score[seat],
        badges=tuple(badges(view, seat)),
        said=said(view, seat),
        piles=tuple(piles_of(view, seat)),
        state="in" if view.inplay[seat] else "out",
    )


def badges(view: Talon, seat: int) -> list[str]:
    """Return the public badges of a seat, and the viewer's own private ones."""
    words = ["dealer"] if view.dealer == seat else []
    if view.taker == seat and view.phase > BID:
        words.append(f"taker, {SHORTLY[view.contract]}")
        words += [SLAM_NAMES[view.slam]] if view.slam else []
    elif is_known_partner(view, seat):
        words.append("partner")
    if view.handful[seat]:
        words.append(HANDFUL_NAMES[view.handful[seat]])
    words += ["misery"] if view.misery[seat] else []
    words += ["evasive Magician"] if view.evasive == seat else []
    return words


def said(view: Talon, seat: int) -> str:
    if view.phase == BID and view.bid[seat] >= 0:
        return "passes" if view.bid[seat] == 0 else f"bids {CONTRACTS[view.bid[seat]]}"
    if view.phase in (CUT, DEPTH, DONE) and view.scored and view.paid[seat]:
        return f"{view.paid[seat]:+}"
    return ""


def piles_of(view: Talon, seat: int) -> list[Pile]:
    """Return the hand, the trumps of a handful, and the tricks won."""
    piles = [backs("hand", view.held[seat])]
    if view.shown[seat]:
        gone = view.gone_trumps
        shown = tuple(face(c, *(("gone",) if gone >> c - SUITED & 1 else ())) for c in trumps_of(view.shown[seat]))
        piles.append(Pile("handful", shown, shape="fan", note=HANDFUL_NAMES[view.handful[seat]]))
    if view.won[seat]:
        piles.append(backs("tricks", view.won[seat]))
    return piles


def laid(view: Talon) -> tuple[Pile, ...]:
    """Return the piles in the middle that have cards, and the talon's place during a hand."""
    return tuple(pile for pile in centre(view) if pile.cards or (pile.name == "talon" and view.phase >= DRY))


def centre(view: Talon) -> list[Pile]:
    """Return the trick or the last one, the talon, unpaid excuses, and the named card."""
    seats = round_from(view, view.leader) if view.leader >= 0 else []
    piles = [
        Pile("trick", (face(card, *(("winning",) if card == view.best else ())),), seat=seat)
        for card, seat in zip(view.table, seats, strict=False)
        if card >= 0
    ]
    piles.append(talon(view))
    if view.trick == view.played == 0:
        piles.append(Pile("laid down", tuple(face(card) for card in trumps_of(view.laid_open)), note="in the talon"))
    if view.phase in (SHUFFLE, CUT, DEPTH):
        piles.append(backs("deck", DECK))
    elif view.named >= 0:
        piles.append(Pile("named", (face(view.named),), note=f"its holder is the partner of {{{view.taker}}}"))
    for debt in range(view.debts):
        card, seat = face(view.debt_card[debt], "owed"), view.debt_seat[debt]
        piles.append(Pile("excuse", (card,), note=f"{{{seat}}} owes a card for it"))
    piles += last_trick(view)
    piles.append(Pile("given", tuple(face(card) for card in view.given if card >= 0), note="given for an excuse"))
    if view.phase <= SHUFFLE and view.drawn[0] >= 0:
        piles += [Pile("draw", (face(view.drawn[seat]),), seat=seat) for seat in range(view.seats)]
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
    return Pile("trick", (face(card, "winning") if wins else face(card),), note="wins" if wins else "", seat=seat)


def looks_at_talon(view: Talon) -> bool:
    """Return True if the viewer, the taker, sees the talon."""
    return view.viewer >= 0 and view.seen[view.viewer][0] >= 0 and DRY <= view.phase <= LAY


def talon(view: Talon) -> Pile:
    """Return the talon, face up only for the taker who sees it."""
    if not DRY <= view.phase <= LAY:
        return Pile("talon", shape="stack")
    count = TALON_CARDS[view.players - 3]
    if looks_at_talon(view):
        cards = view.seen[view.viewer][:count]
        return Pile("talon", tuple(face(c, *(("asked",) if i == view.laying else ())) for i, c in enumerate(cards)))
    return backs("talon", count)


def panels(view: Talon) -> list[Panel]:
    """Return the score sheet, each side's needs, the last hand's sum, and for learners all tricks, in fixed places."""
    found = [score_sheet(tuple(view.sheet), view.scored, tuple(view.score[: view.seats]), view.tokens > 0), needed()]
    if view.scored:
        found.append(last_sum(view.scored, view.sheet[(view.scored - 1) % SHEET_ROWS]))
    if view.tricks == ALL and view.trick:
        found.append(all_tricks(view))
    return found


@lru_cache(256)
def last_sum(number: int, row: tuple[int, ...]) -> Panel:
    rows = tuple(sum_lines(row))
    return Panel(f"Sum of hand {number}", ("", "points"), rows, (len(rows) - 1,))


@lru_cache(256)
def score_sheet(sheet: tuple[tuple[int, ...], ...], scored: int, score: tuple[int, ...], tokens: bool) -> Panel:
    """Make the score sheet: the changes of every kept hand, and the score."""
    seats = range(len(score))
    rows = []
    for number in range(max(0, scored - SHEET_ROWS), scored):
        row = sheet[number % SHEET_ROWS]
        changes = tuple(f"{row[CHANGES + seat]:+}" for seat in seats)
        rows.append((str(number + 1), f"{team(row)}: {CONTRACTS[row[SHEET_CONTRACT]]}", *changes))
    rows.append(("", "Tokens" if tokens else "Score", *map(str, score)))
    return Panel("Score sheet", ("Hand", "Taker", *(f"{{{seat}}}" for seat in seats)), tuple(rows), (len(rows) - 1,))


@cache
def needed() -> Panel:
    """Make the table of points that win, by honors, for either side (TN-90)."""
    rows = []
    for honors in range(3, -1, -1):
        defence = 182 - NEEDED[3 - honors] + 1
        rows.append((HONOR_WORDS[honors], halves(NEEDED[honors]), halves(defence)))
    return Panel("Points to win", ("with", "taker", "defenders"), tuple(rows))


def all_tricks(view: Talon) -> Panel:
    """Make the table of all tricks of the hand so far."""
    rows = []
    for number in range(view.trick):
        order = tuple(round_from(view, view.past_leader[number]))
        rows.append(trick_row(number, order, view.past[number], view.past_winner[number], view.seats))
    return Panel("Tricks", ("", *(f"{{{seat}}}" for seat in range(view.seats)), "won by"), tuple(rows))


@lru_cache(4096)
def trick_row(number: int, order: tuple[int, ...], cards: tuple[int, ...], winner: int, seats: int) -> tuple[str, ...]:
    """Return a trick's cards by seat; `order` are the seats in order of play."""
    played = dict(zip(order, cards, strict=False))
    cells = [TALON.codes[played[seat]] if seat in played else "" for seat in range(seats)]
    return (str(number + 1), *cells, f"{{{winner}}}")


def result(view: Talon) -> str:
    """Write the result of the hand or the match until the next deal."""
    if view.phase not in (CUT, DEPTH, DONE, SHUFFLE) or not view.scored or view.redeal:
        return ""
    row = view.sheet[(view.scored - 1) % SHEET_ROWS]
    lines = sum_lines(row)
    told = f"{team(row)}: {lines[0][1]} points of {lines[1][1]} needed. "
    told += f"{lines[-1][0]}: {lines[-1][1]}."
    if view.actor == OVER:
        told += f" {outcome(view).who} won the match."
    return told
