"""Current or final result of a match, and its conserved amounts."""

from __future__ import annotations

from shindig.core.caches import RULE_PARTS, cached
from shindig.core.layout_and_views import OVER
from shindig.gamekit.betting.state import IN, OUT
from shindig.gamekit.game_spec import Outcome
from shindig.messages import Argument, Seat, Text, say

from ..rules.state import HANDS_WON, LAST_LEFT, NOBODY, Pokebacc
from ..rules.variants import VARIANTS
from ..worth.meld_numbering import length_of, shapes
from .names import find_word, kind_of, name_a_kind, name_meld_cards


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
    return Outcome(tuple(scores), (winner,), ended[int(m.reason)], why(m))


def why(m: Pokebacc) -> Text:
    """Return why a match has ended."""
    if m.reason == LAST_LEFT:
        return say("pokebacc-ended-2")
    hand, hands = (find_word(int(m.variant), word) for word in ("hand", "hands"))
    return say("pokebacc-ended-1", count=int(m.hands_to_win), hand=hand, hands=hands)


def describe_match_result(view: Pokebacc) -> Text:
    """Name the winner of a match that is over; empty before."""
    if view.actor != OVER:
        return ""
    return name_match_winner(view.variant, view.match_winner, 0 if view.reason == LAST_LEFT else view.hands_to_win)


def describe_winner(view: Pokebacc) -> Text:
    """Name the winner of a match that is over in one plain sentence; empty before."""
    if view.actor != OVER:
        return ""
    return say("pokebacc-match-winner", who=Seat(view.match_winner))


@cached(RULE_PARTS)
def name_match_winner(index: int, seat: int, count: int) -> Text:
    """Name the winner of the match, who has won `count` hands; 0 for the last player left."""
    hands = find_word(index, "hands")
    return say("pokebacc-wins-match", game=VARIANTS[index].name, who=Seat(seat), count=count, hands=hands)


def played_on(m: Pokebacc, seat: int) -> bool:
    """Return True if a seat was in to the end of the hand, even if it has left the match since (PB-53)."""
    just_out = m.status[seat] == OUT and (m.cards[seat] > 0 or m.melds[seat] > 0)
    return bool(m.status[seat] == IN or just_out)


def best_kind(m: Pokebacc) -> int:
    """Return the kind of the meld that won immediately: the last that the winner laid."""
    return int(shapes(m.variant)[m.laid[m.hand_winner][m.melds[m.hand_winner] - 1]].kind)


def moment(m: Pokebacc) -> tuple[int, Text]:
    """Return the winner's points, and the melds behind them."""
    index, winner = int(m.variant), int(m.hand_winner)
    if winner == NOBODY:
        return 0, say("pokebacc-drawn", hand=find_word(index, "hand"))
    melds = [int(m.laid[winner][i]) for i in range(m.melds[winner]) if m.spoiler[winner][i] == NOBODY]
    best = max(melds, key=lambda number: shapes(index)[number].score, default=None)
    points = int(m.score[winner])
    told: dict[str, Argument] = {"who": Seat(winner), "points": points, "unit": find_word(index, "unit")}
    if best is None:
        return points, say("pokebacc-moment", **told)
    kind = name_a_kind(index, kind_of(index, best))
    return points, say("pokebacc-moment-meld", **told, kind=kind, cards=name_meld_cards(index, best))


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
