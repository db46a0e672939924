"""Current or final result of a match, and its conserved amounts."""

from __future__ import annotations

from shindig.gamekit.betting.state import IN, OUT
from shindig.gamekit.game_spec import Outcome

from ..rules.state import ALONE, AT_ONCE, FEWEST_CARDS, HANDS_WON, LAST_LEFT, NOBODY, Pokebacc
from ..rules.variants import VARIANTS
from ..worth.hand_melds import KIND_NAMES, meld
from ..worth.meld_numbering import length_of, shapes

TIED = ("", "", "Two", "Three", "Four", "Five")


def outcome(m: Pokebacc) -> Outcome:
    """Return hands won by seat; a last player left is credited with the hands needed to win."""
    scores = [int(won) for won in m.won[: m.seats]]
    if m.match_winner == NOBODY:
        return Outcome(tuple(scores), (), "the match is not over")
    winner = int(m.match_winner)
    scores[winner] = int(m.hands_to_win)
    words = VARIANTS[m.variant].words
    hands = words.hand if m.hands_to_win == 1 else words.hands
    ended = {HANDS_WON: f"{m.hands_to_win} {hands} won", LAST_LEFT: "one player left"}
    return Outcome(tuple(scores), (winner,), ended[int(m.reason)])


def decided(m: Pokebacc) -> str:
    """Describe the deciding factor of the finished hand, with its tie-break (PB-40 to PB-43)."""
    words = VARIANTS[m.variant].words
    if m.ended == ALONE:
        return "All others have left."
    if m.ended == AT_ONCE:
        return f"{KIND_NAMES[m.variant][best_kind(m)].capitalize()}: that decides it at once."
    seats = sorted((seat for seat in range(m.seats) if played_on(m, seat)), key=lambda seat: -m.score[seat])
    if not seats:
        return ""
    tied = [seat for seat in seats if m.score[seat] == m.score[seats[0]]]
    return f"{best_scores(m, seats, tied)} {words.points}{tie_of(m, tied)}."


def best_scores(m: Pokebacc, seats: list[int], tied: list[int]) -> str:
    """Describe the best score against the second, or how many have it; `seats` are sorted, the best first."""
    best = int(m.score[seats[0]])
    if len(tied) > 1:
        return f"{'All' if len(tied) == len(seats) else TIED[len(tied)]} have {best}"
    return f"{best} to {m.score[seats[1]]}" if len(seats) > 1 else str(best)


def played_on(m: Pokebacc, seat: int) -> bool:
    """Return True if a seat was in to the end of the hand, even if it has left the match since (PB-53)."""
    just_out = m.status[seat] == OUT and (m.cards[seat] > 0 or m.melds[seat] > 0)
    return bool(m.status[seat] == IN or just_out)


def best_kind(m: Pokebacc) -> int:
    """Return the kind of the meld that won immediately: the last that the winner laid."""
    return int(shapes(m.variant)[m.laid[m.hand_winner][m.melds[m.hand_winner] - 1]].kind)


def tie_of(m: Pokebacc, tied: list[int]) -> str:
    """Describe the tie-break, or why there was none (PB-43)."""
    if not m.score[tied[0]]:
        return ": nobody has any"
    if len(tied) == 1:
        return ""
    if m.tie_break != FEWEST_CARDS:
        return ": a tie is drawn"
    cards = sorted(m.cards[seat] for seat in tied)
    if cards[0] < cards[1]:
        return f": of the tied, {{{m.hand_winner}}} holds the fewest cards, {cards[0]} against {cards[1]}"
    if m.hand_winner == NOBODY:
        return f": the tied hold {cards[0]} cards each, and their best melds count alike"
    return f": the tied hold {cards[0]} cards each, and {{{m.hand_winner}}} has the best single meld"


def moment(m: Pokebacc) -> tuple[int, str]:
    """Return the winner's points, and the melds behind them."""
    variant, winner = VARIANTS[m.variant], int(m.hand_winner)
    if winner == NOBODY:
        return 0, f"The {variant.words.hand} is drawn."
    melds = [meld(variant, m.laid[winner][i]) for i in range(m.melds[winner]) if m.spoiler[winner][i] == NOBODY]
    best = max(melds, key=lambda one: one.score, default=None)
    told = f", with a {best.kind} of {' '.join(best.cards)}" if best else ""
    return int(m.score[winner]), f"{{{winner}}} wins with {m.score[winner]} {variant.words.points}{told}."


def money(m: Pokebacc) -> int:
    """Return all money of the match."""
    return int(m.chips.sum() + m.fund + m.side.sum() + m.offer.sum())


def cards(m: Pokebacc) -> int:
    """Count all cards of the match."""
    laid = sum(
        int(length_of(m.laid[seat, i], m.variant)) + (m.spoiler[seat, i] != NOBODY)
        for seat in range(m.seats)
        for i in range(m.melds[seat])
    )
    return int(m.stock + m.pile_count + m.gone + m.cards.sum() + laid)


def held(m: Pokebacc) -> int:
    """Return money and cards as one number, which is constant while a match runs."""
    return money(m) * 1000 + cards(m)
