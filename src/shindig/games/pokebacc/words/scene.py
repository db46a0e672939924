"""The table as one viewer sees it."""

from __future__ import annotations

from functools import cache, lru_cache

from shindig.core.record_layout import OVER
from shindig.gamekit.betting.state import IN, OUT
from shindig.gamekit.table_scene import Card, Occasion, Panel, Pile, Plate, Scene, SeatScene, add_verdict

from ..rules.state import ANSWER, AT_ONCE, DISASTER, HAND_OVER, NOBODY, QUIET, RAISE, SETUP, WITHDRAWN, Pokebacc
from ..rules.variants import VARIANTS
from ..worth.hand_melds import KIND_NAMES, cards_in, meld
from ..worth.meld_numbering import shapes
from .actions import variant_of
from .hand_explanation import verdict
from .holding import holding
from .outcome import decided
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
        verdict=verdict(view, -1),
        to_act=view.actor if view.actor >= 0 else None,
        occasions=occasions(view),
    )


def occasions(view: Pokebacc) -> tuple[Occasion, ...]:
    """Return an occasion for a hand that wins at once, and for each Disaster that strikes."""
    found = [
        Occasion("disaster", f"{variant_of(view).deck.names[view.disaster[seat][place]]} strikes {{{seat}}}")
        for seat in range(view.seats)
        for place in range(view.melds[seat])
        if view.spoiler[seat][place] != NOBODY
    ]
    if view.phase == HAND_OVER and view.ended == AT_ONCE and view.hand_winner != NOBODY:
        found.append(Occasion("royal", f"{{{view.hand_winner}}} wins at once"))
    return tuple(found)


def own(view: Pokebacc, ranges: list[tuple[int, int]]) -> SeatScene:
    """Make a seat's private part of the scene: its hand with the cards just drawn marked, and its prompt."""
    seat = view.viewer
    mine = own_hand(view.variant, view.held[seat], view.fresh[seat], view.score[seat] if holds(view, seat) else None)
    if found := verdict(view, seat):
        mine = add_verdict(mine, found)
    return mine._replace(prompt=prompt(view, ranges)) if ranges else mine


def holds(view: Pokebacc, seat: int) -> bool:
    """Return True if a seat plays a hand."""
    return view.status[seat] == IN and view.phase not in (SETUP, HAND_OVER) and view.hands > 0


@lru_cache(4096)
def own_hand(index: int, held: int, fresh: int, score: int | None) -> SeatScene:
    """Show the cards of a mask, with the new ones marked, and while in play their worth beside a score."""
    cards = tuple(card(index, kind, *("new",) * (fresh >> kind & 1)) for kind in cards_in(held))
    return SeatScene(piles=(Pile("hand", cards),), holding=None if score is None else holding(index, held, score))


def title(view: Pokebacc) -> str:
    """Return the number of the hand and the current step."""
    variant = variant_of(view)
    words = variant.words
    if view.phase == SETUP:
        return f"{variant.title}: drawing for {words.dealer}"
    steps = {
        DISASTER: "everybody answers",
        ANSWER: f"{view.proposed} is proposed",
        RAISE: "raising the stakes",
        HAND_OVER: "over",
    }
    step = steps.get(view.phase) or countdown(view)
    return f"{words.hand} {view.hands}" + (f": {step}" if step else "")


def countdown(view: Pokebacc) -> str:
    """Describe the remaining time of the hand until exhaustion (PB-42)."""
    players = sum(status == IN for status in view.status)
    if view.exhaustion != QUIET:
        short = sum(view.short_turns >> seat & 1 for seat in range(view.seats) if view.status[seat] == IN)
        return f"{short} of {players} draws were cut short" if short else ""
    quiet = f"{view.quiet} quiet {'turn' if view.quiet == 1 else 'turns'}"
    if view.quiet and not any(view.melds):
        return f"{quiet}, and nothing lies on the table"
    return f"{quiet} of {view.quiet_turns or 2 * players}" if view.quiet else ""


@cache
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
        badges=tuple(badges(view, seat)),
        said=said(view, seat),
        piles=(backs(view.variant, view.cards[seat]), *(laid_pile(view, seat, i) for i in range(view.melds[seat]))),
        state=STATES.get(view.status[seat], "in"),
    )


def badges(view: Pokebacc, seat: int) -> list[str]:
    words = variant_of(view).words
    marks = [words.dealer] if view.dealer == seat else []
    marks.append(f"{view.won[seat]} of {view.hands_to_win} {words.hands}")
    if view.status[seat] == WITHDRAWN:
        marks.append(words.left)
    if view.stakes and view.status[seat] == IN and view.chips[seat] == 0:
        marks.append("all-in")
    return marks


def said(view: Pokebacc, seat: int) -> str:
    """Describe a seat's score or victory."""
    words = variant_of(view).words
    if view.match_winner == seat:
        return words.win_match
    if view.phase == HAND_OVER and view.hand_winner == seat:
        return words.win_hand
    if view.phase == SETUP and view.lot[seat] >= 0:
        return f"drew {variant_of(view).deck.names[view.lot[seat]]}"
    return f"{view.score[seat]} {words.points}" if view.melds[seat] else ""


@cache
def backs(index: int, count: int) -> Pile:
    return Pile("hand", (card(index, -1),) * count, shape="fan")


def laid_pile(view: Pokebacc, seat: int, place: int) -> Pile:
    """Return a meld on the table with its score, and the Disaster on it."""
    number, spoiler = view.laid[seat][place], view.spoiler[seat][place]
    if spoiler != NOBODY:
        disaster = card(view.variant, view.disaster[seat][place], "disaster")
        return meld_pile(view.variant, number, f"0, spoiled by {{{spoiler}}}", disaster)
    waits = view.phase == DISASTER and view.turn == seat and place == view.melds[seat] - 1
    return meld_pile(view.variant, number, "waits" if waits else str(meld(variant_of(view), number).score))


@lru_cache(4096)
def meld_pile(index: int, number: int, note: str, *more: Card) -> Pile:
    """Return the cards of a meld, and any card on it."""
    cards = (card(index, kind) for kind in shapes(index)[number].cards)
    return Pile(meld(VARIANTS[index], number).kind, (*cards, *more), note=note)


def centre(view: Pokebacc) -> list[Pile]:
    """Return the draw pile and the discard pile with its top card."""
    index, words = view.variant, variant_of(view).words
    draw = (card(index, -1),) if view.stock or view.phase == SETUP else ()
    piles = [Pile(words.draw_pile, draw, view.stock, "stack")]
    if view.phase == SETUP:
        return piles
    top = (card(index, view.top),) if view.top >= 0 else ()
    return [*piles, Pile(words.discard_pile, top, view.pile_count, "stack")]


def pots(view: Pokebacc) -> tuple[tuple[str, int], ...]:
    """Return the fund, and each side fund with its members."""
    if not view.stakes:
        return ()
    fund = variant_of(view).words.fund
    sides = (
        (f"Side fund of {' '.join(f'{{{seat}}}' for seat in range(view.seats) if members >> seat & 1)}", amount)
        for members, amount in enumerate(view.side)
        if amount
    )
    return ((fund[0].upper() + fund[1:], view.fund), *sides)


def standings_of(view: Pokebacc) -> Panel:
    """Make the panel of points in this hand and hands won."""
    seats = view.seats
    score, cards, won = (tuple(row[:seats]) for row in (view.score, view.cards, view.won))
    return standings(view.variant, score, cards, won)


@lru_cache(1024)
def standings(index: int, score: tuple[int, ...], cards: tuple[int, ...], won: tuple[int, ...]) -> Panel:
    words = VARIANTS[index].words
    columns = enumerate(zip(score, cards, won, strict=True))
    rows = tuple((f"{{{seat}}}", *map(str, numbers)) for seat, numbers in columns)
    leaders = tuple(seat for seat, points in enumerate(score) if points == max(score) > 0)
    points = words.points[0].upper() + words.points[1:]
    return Panel("Standings", ("Player", points, "Cards", f"{words.hands} won"), rows, leaders, open=True)


@cache
def chart(index: int) -> Panel:
    """Make the panel of the values of melds."""
    variant, names = VARIANTS[index], KIND_NAMES[index]
    family = str(variant.family_score)
    rows = [
        ("run of three, each further card", "10, + 10"),
        ("the same in one suit", "30, + 30"),
        ("set of three, of four", "30, 50"),
        ("catastrophe: all four Disasters", "60"),
        (f"{names[3]}: one of each figure, affined suits", family),
        (f"{names[4]}: the same in one suit", f"{family}, wins at once"),
    ]
    if variant.troves:
        rows.append((f"{names[5]}: one figure in all suits", "75, wins at once"))
    return Panel("Melds", ("Meld", variant.words.points), tuple(rows))


def result(view: Pokebacc) -> str:
    """Write the result of the hand or the match while the table shows it."""
    if view.phase not in (HAND_OVER, RAISE):
        return ""
    words = VARIANTS[view.variant].words
    if view.actor == OVER:
        return f"{{{view.match_winner}}} {words.win_match}. {decided(view)}".rstrip()
    if view.hand_winner == NOBODY:
        return f"The {words.hand} is drawn. {decided(view)}".rstrip()
    return f"{{{view.hand_winner}}} {words.win_hand}. {decided(view)}".rstrip()
