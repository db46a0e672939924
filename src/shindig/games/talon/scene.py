"""The table as one viewer sees it."""

from __future__ import annotations

from ...cards.decks import TALON
from ..record import OVER, Record
from ..scene import Card, Panel, Pile, Scene, Seat
from .outcome import outcome
from .prompt import prompt
from .record import (
    ALL,
    BID,
    CHANGES,
    CUT,
    DEPTH,
    DONE,
    DRY,
    ENDING,
    HANDFUL,
    LAY,
    MISERY,
    NAME,
    NOBODY,
    PLAY,
    SETUP,
    SHEET_CONTRACT,
    SHEET_ROWS,
    SHOW,
    SHUFFLE,
    SLAM,
    SUITED,
)
from .record import TALON as TALON_CARDS
from .score import FACTORS, NEEDED
from .sheet import HONOR_WORDS, halves, sum_lines, team
from .words import CONTRACTS, HANDFUL_NAMES, SLAM_NAMES

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


def scene(view: Record, ranges: list[tuple[int, int]]) -> Scene:
    """The whole table from a view, with its viewer's legal actions where it is the viewer's turn."""
    hand = int(view.scored) + (0 if view.phase == DONE else 1)
    return Scene(
        title=f"Hand {hand}: {STEPS[int(view.phase)]}",
        seats=tuple(seat_of(view, seat) for seat in range(view.seats)),
        centre=tuple(pile for pile in centre(view) if pile.cards),
        prompt=prompt(view, ranges, own_hand(view)) if ranges else None,
        panels=tuple(panels(view)),
        result=result(view),
        clockwise=False,
        look="talon",
        to_act=int(view.actor) if view.actor >= 0 else None,
    )


def face(card: int, *marks: str) -> Card:
    return Card("talon", TALON.codes[card], TALON.names[card], marks) if card >= 0 else BACK


def trumps_of(bits: int) -> list[int]:
    """Trumps of a set, from high to low."""
    return [SUITED + n for n in range(21, -1, -1) if bits >> n & 1]


def own_hand(view: Record) -> list[int]:
    """The viewer's cards: trumps, then suit by suit, from high to low (TN-14)."""
    if view.viewer < 0 or view.suits[view.viewer] < 0:
        return []
    suits = int(view.suits[view.viewer])
    cards = [14 * suit + rank for suit in range(4) for rank in range(13, -1, -1)]
    return trumps_of(int(view.trumps[view.viewer])) + [card for card in cards if suits >> card & 1]


def seat_of(view: Record, seat: int) -> Seat:
    return Seat(
        seat=seat,
        chips=int(view.score[seat]),
        bet=FACTORS[max(int(view.bid[seat]), 0)] if view.taker in (seat, NOBODY) or view.phase == BID else 0,
        badges=tuple(badges(view, seat)),
        said=said(view, seat),
        piles=tuple(piles_of(view, seat)),
        state="in" if view.inplay[seat] else "out",
    )


def badges(view: Record, seat: int) -> list[str]:
    """What everybody knows of a seat, and what the viewer knows of the viewer's own."""
    words = ["dealer"] if view.dealer == seat else []
    if view.taker == seat and view.phase > BID:
        words.append(f"taker, {CONTRACTS[view.contract]}")
        words += [SLAM_NAMES[view.slam]] if view.slam else []
    elif is_partner(view, seat):
        words.append("partner")
    if view.handful[seat]:
        words.append(HANDFUL_NAMES[view.handful[seat]])
    words += ["misery"] if view.misery[seat] else []
    words += ["evasive Magician"] if view.evasive == seat else []
    return words


def is_partner(view: Record, seat: int) -> bool:
    """Known to all, or to the viewer who holds the card named."""
    if view.named == NOBODY:
        return False
    mine = view.viewer == seat and view.suits[seat] >= 0 and view.suits[seat] >> int(view.named) & 1
    return bool(mine) or view.suspects == 1 << seat


def said(view: Record, seat: int) -> str:
    if view.phase == BID and view.bid[seat] >= 0:
        return "passes" if view.bid[seat] == 0 else f"bids {CONTRACTS[view.bid[seat]]}"
    if view.phase in (CUT, DEPTH, DONE) and view.scored and view.paid[seat]:
        return f"{view.paid[seat]:+}"
    return ""


def piles_of(view: Record, seat: int) -> list[Pile]:
    """The hand, the trumps of a handful, the tricks won."""
    if view.viewer == seat and view.suits[seat] >= 0:
        piles = [Pile("hand", tuple(face(card) for card in own_hand(view)), shape="fan")]
    else:
        held = int(view.held[seat])
        piles = [Pile("hand", (BACK,), held, "stack") if held else Pile("hand")]
    if view.shown[seat]:
        gone = int(view.gone_trumps)
        shown = tuple(face(c, *(("gone",) if gone >> c - SUITED & 1 else ())) for c in trumps_of(int(view.shown[seat])))
        piles.append(Pile("handful", shown, shape="fan", note=HANDFUL_NAMES[view.handful[seat]]))
    if view.won[seat]:
        piles.append(Pile("tricks", (BACK,), int(view.won[seat]), "stack"))
    return piles


def centre(view: Record) -> list[Pile]:
    """The trick, the last trick, the talon, excuses that wait, the card named."""
    seats = round_from(view, int(view.leader)) if view.leader >= 0 else []
    piles = [
        Pile("trick", (face(int(card), *(("winning",) if card == view.best else ())),), seat=seat)
        for card, seat in zip(view.table, seats, strict=False)
        if card >= 0
    ]
    piles.append(talon(view))
    if view.phase in (SHUFFLE, CUT, DEPTH):
        piles.append(Pile("deck", (BACK,), 78, "stack"))
    if view.named >= 0:
        piles.append(Pile("named", (face(int(view.named)),), note=f"its holder is the partner of {{{view.taker}}}"))
    for debt in range(view.debts):
        card, seat = face(int(view.debt_card[debt]), "owed"), int(view.debt_seat[debt])
        piles.append(Pile("excuse", (card,), note="a card is owed for it", seat=seat))
    piles.append(last_trick(view))
    piles.append(Pile("given", tuple(face(int(card)) for card in view.given if card >= 0), note="given for an excuse"))
    if view.phase <= SHUFFLE and view.drawn[0] >= 0:
        piles += [Pile("draw", (face(int(view.drawn[seat])),), seat=seat) for seat in range(view.seats)]
    return piles


def round_from(view: Record, seat: int) -> list[int]:
    """The seats in play widdershins from one of them."""
    seats = [seat]
    while len(seats) < view.players:
        seats.append(int(view.right[seats[-1]]))
    return seats


def last_trick(view: Record) -> Pile:
    """The trick just won, until the next lead (TN-65)."""
    row = int(view.trick) - 1 if view.tricks == ALL else 0
    if view.trick == 0 or view.played or view.past_winner[row] < 0:
        return Pile("last trick")
    seats = zip(round_from(view, int(view.past_leader[row])), view.past[row], strict=False)
    cards = tuple(face(int(card), f"{{{seat}}}") for seat, card in seats)
    return Pile("last trick", cards, shape="fan", note=f"won by {{{view.past_winner[row]}}}")


def talon(view: Record) -> Pile:
    """Face down, but for the taker who looks at it."""
    if not DRY <= view.phase <= LAY:
        return Pile("talon")
    count = TALON_CARDS[view.players - 3]
    if view.viewer >= 0 and view.seen[view.viewer, 0] >= 0:
        cards = [int(card) for card in view.seen[view.viewer, :count]]
        return Pile("talon", tuple(face(c, *(("asked",) if i == view.laying else ())) for i, c in enumerate(cards)))
    return Pile("talon", (BACK,), count, "stack")


def panels(view: Record) -> list[Panel]:
    """The last hand's sum, the score sheet, what each side needs, and for learners all tricks."""
    found = []
    if view.scored:
        rows = tuple(sum_lines(view.sheet[(view.scored - 1) % SHEET_ROWS]))
        found.append(Panel(f"Sum of hand {view.scored}", ("", "points"), rows, (len(rows) - 1,)))
    found.append(score_sheet(view))
    found.append(needed())
    if view.tricks == ALL and view.trick:
        found.append(all_tricks(view))
    return found


def score_sheet(view: Record) -> Panel:
    """What every kept hand changed, and the score."""
    seats = range(view.seats)
    first = max(0, int(view.scored) - SHEET_ROWS)
    rows = []
    for number in range(first, int(view.scored)):
        row = view.sheet[number % SHEET_ROWS]
        changes = tuple(f"{row[CHANGES + seat]:+}" for seat in seats)
        rows.append((str(number + 1), f"{team(row)}: {CONTRACTS[row[SHEET_CONTRACT]]}", *changes))
    rows.append(("", "Tokens" if view.tokens else "Score", *(str(view.score[seat]) for seat in seats)))
    return Panel("Score sheet", ("Hand", "Taker", *(f"{{{seat}}}" for seat in seats)), tuple(rows), (len(rows) - 1,))


def needed() -> Panel:
    """TN-90: the points that win, by honors, for either side."""
    rows = []
    for honors in range(3, -1, -1):
        defence = 182 - NEEDED[3 - honors] + 1
        rows.append((HONOR_WORDS[honors], halves(NEEDED[honors]), halves(defence)))
    return Panel("Points to win", ("with", "taker", "defenders"), tuple(rows))


def all_tricks(view: Record) -> Panel:
    """Every trick of the hand so far."""
    rows = []
    for number in range(view.trick):
        played = dict(zip(round_from(view, int(view.past_leader[number])), view.past[number], strict=False))
        cells = [TALON.codes[played[seat]] if seat in played else "" for seat in range(view.seats)]
        rows.append((str(number + 1), *cells, f"{{{view.past_winner[number]}}}"))
    return Panel("Tricks", ("", *(f"{{{seat}}}" for seat in range(view.seats)), "won by"), tuple(rows))


def result(view: Record) -> str:
    """How the hand or the match came out, until the next deal."""
    if view.phase not in (CUT, DEPTH, DONE, SHUFFLE) or not view.scored or view.redeal:
        return ""
    lines = sum_lines(view.sheet[(view.scored - 1) % SHEET_ROWS])
    told = f"{team(view.sheet[(view.scored - 1) % SHEET_ROWS])}: {lines[0][1]} points of {lines[1][1]} needed. "
    told += f"{lines[-1][0]}: {lines[-1][1]}."
    if view.actor == OVER:
        winners = " and ".join(f"{{{seat}}}" for seat in outcome(view).winners)
        told += f" {winners} won the match."
    return told
