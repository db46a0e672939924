"""Definition of a hand for code that counts hands without knowing the game."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import SEATS, Numbers, Row
from shindig.gamekit.game_spec import Hand
from shindig.gamekit.hand_fact_columns import fact

from ..worth.meld_numbering import FIRST_FAMILY, FIRST_SET, FIRST_TROVE
from .state import NOBODY, OUT, RUNNING, Pokebacc

ENDINGS = ("running", "at once", "without cards", "exhausted", "all others gone")
"""Names of the values of `ended` in the record (PB-40 to PB-42, PB-51)."""
PARTS = ("out of the match", "played to the end", "withdrew")
"""Names of the values of `status` in the record."""


class PokebaccFacts(Row):
    """Facts of a hand."""

    dealer: int = fact("The seat that dealt.", stands="seat")
    ended: int = fact("How it ended.", names=ENDINGS)
    winner: int = fact("The seat that won; none where it was drawn.", stands="seat")
    best: int = fact("The highest score.")
    melds: int = fact("Melds laid by all.")
    runs: int = fact("Runs among them.")
    sets: int = fact("Sets among them, the Catastrophe too.")
    families: int = fact("Families among them.")
    troves: int = fact("Troves among them.")
    disasters: int = fact("Disasters inflicted.")
    turns: int = fact("Turns finished by all.")
    quiet: int = fact("Turns since the last meld.")
    stock: int = fact("Cards left in the draw pile.")
    part: Numbers = fact("What each did.", "i1", SEATS, names=PARTS)
    score: Numbers = fact("The score of each.", "i2", SEATS)
    laid: Numbers = fact("Melds that each laid.", "i1", SEATS)
    suffered: Numbers = fact("Disasters that each suffered.", "i1", SEATS)
    inflicted: Numbers = fact("Disasters that each inflicted.", "i1", SEATS)
    cards: Numbers = fact("Cards that each had left.", "i1", SEATS)
    prize: Numbers = fact("Money that each was paid out last.", "i8", SEATS)


@kernel
def number(m: Pokebacc) -> int:
    """Return the number of hands dealt."""
    return int(m.hands)


@kernel
def ended(m: Pokebacc) -> bool:
    """Return True while a hand's result is on the table."""
    return bool(m.hands > 0 and m.ended != RUNNING)


@kernel
def payoff(m: Pokebacc, seat: int) -> int:
    """Return 1 for the hand's winner, else 0: matches are won by hands."""
    return int(m.hand_winner == seat)


@kernel
def tell(m: Pokebacc, row: PokebaccFacts) -> None:
    """Write the facts of the hand that has just ended."""
    row.dealer, row.ended, row.winner = m.dealer, m.ended, m.hand_winner
    row.quiet, row.stock = m.quiet, m.stock
    row.best = row.melds = row.runs = row.sets = row.families = row.troves = row.disasters = row.turns = 0
    for seat in range(m.seats):
        row.suffered[seat] = row.inflicted[seat] = 0
    for seat in range(m.seats):
        row.best = max(row.best, m.score[seat])
        row.turns += m.turns[seat]
        row.part[seat], row.score[seat], row.laid[seat] = m.status[seat], m.score[seat], m.melds[seat]
        row.cards[seat], row.prize[seat] = m.cards[seat], m.prize[seat]
        for i in range(m.melds[seat]):
            tell_meld(m, row, int(m.laid[seat, i]))
            tell_disaster(row, seat, int(m.spoiler[seat, i]))


@kernel
def tell_meld(m: Pokebacc, row: PokebaccFacts, meld: int) -> None:
    """Count a meld by its number."""
    v = m.variant
    row.melds += 1
    row.runs += meld < FIRST_SET[v]
    row.sets += FIRST_SET[v] <= meld < FIRST_FAMILY[v]
    row.families += FIRST_FAMILY[v] <= meld < FIRST_TROVE[v]
    row.troves += meld >= FIRST_TROVE[v]


@kernel
def tell_disaster(row: PokebaccFacts, seat: int, by: int) -> None:
    """Count a Disaster on a meld of a seat, if there is one."""
    if by != NOBODY:
        row.disasters += 1
        row.suffered[seat] += 1
        row.inflicted[by] += 1


def is_out(m: Pokebacc, seat: int) -> bool:
    """Return True if a seat is out of the match (PB-53)."""
    return bool(m.status[seat] == OUT)


def is_broke(m: Pokebacc, seat: int) -> bool:
    """Return True if a seat of a finished match for stakes has no money left."""
    return bool(m.stakes and m.chips[seat] == 0)


HAND = Hand(number, ended, payoff, PokebaccFacts, tell)
