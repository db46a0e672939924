"""A table with one person and bots: no time limits, a tempo of the person's choice, and undo."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from shindig.core.card_places import Counts
from shindig.core.layout_and_views import Records
from shindig.gamekit.game_spec import Game

from .table_state import TableState


class Tempo(NamedTuple):
    """Length of a bot's pause and of the rest between hands, as multiples of the default."""

    bots: float
    rest: float


TOUCHED = 450.0
"""Rest that lasts until the person goes on: an hour if the default is eight seconds."""
TEMPOS = {
    "hand": Tempo(1500.0, TOUCHED),
    "slow": Tempo(2.5, TOUCHED),
    "usual": Tempo(1.0, TOUCHED),
    "quick": Tempo(0.25, 1.0),
    "end": Tempo(0.0, 0.0),
}
"""Tempos that a person alone with bots may choose. With `hand` each bot waits for a touch. `end` is for a person who
plays no more in the match."""
HURRIED = Tempo(1.0, 1.0)
"""Tempo of tables with several people."""
PATIENCE = 180.0
"""Factor for the wait for an absent person who is alone with bots: an hour if the default is twenty seconds."""
LINES = 6
"""Number of lines about a finished hand that are read in the default rest; the result counts as two."""


def tempo_of(state: TableState) -> Tempo:
    """Return the tempo of a table."""
    seat = state.single_player
    if seat is None:
        return HURRIED
    chosen = state.seats[seat].tempo
    return TEMPOS[chosen if chosen != "end" or is_out(state, seat) else "usual"]


def is_out(state: TableState, seat: int) -> bool:
    """Return True if a seat plays no more in the match."""
    out = state.game.services.is_out
    return out is not None and state.match is not None and bool(out(state.match.record, seat))


def reading_time(state: TableState) -> float:
    """Return the reading time for the result on the table, as a multiple of the default rest."""
    view = state.view(-1)
    lines = 2 * bool(view.result) + sum(bool(plate.said) for plate in view.scene.seats)
    return max(1.0, lines / LINES)


def can_undo(state: TableState, seat: int) -> bool:
    """Return True if a seat alone with bots may take back its last choice.

    Nobody may have acted since, and no card may have been revealed. Once values are opened, earlier actions stay: the
    frozen list of the cut commits to them.
    """
    if state.single_player != seat or not state.playing or not state.past or state.paused or state.is_final:
        return False
    if state.cutting.stage != "sealing":
        return False
    assert state.match is not None
    return not has_seen_card(state.game, state.past[-1].match.array, state.match.array, seat)


def has_seen_card(game: Game, before: Records, after: Records, seat: int) -> bool:
    """Return True if a seat sees a card in one record that it did not see in the other.

    A seen card may leave a place for several others that show it, such as a card in a trick. So a card was revealed if
    a place has more of its kind and none has less, or if more are seen and fewer are hidden.
    """
    for number, of in enumerate(game.rules.orders):
        kinds = len(game.item_codes(before[0], number))
        (old, hid), (new, hides) = (visible_cards(game, record, seat, of, kinds) for record in (before, after))
        more, less = (new > old).any(0), (new < old).any(0)
        if (more & (~less | ((new.sum(0) > old.sum(0)) & (hides < hid)))).any():
            return True
    return False


def visible_cards(game: Game, record: Records, seat: int, of: str, kinds: int) -> tuple[Counts, npt.NDArray[np.int64]]:
    """Return the cards of an order that a seat sees, int8[places, kinds], and the hidden ones, int64[kinds]."""
    view, layout = game.view(record, seat), game.rules.layout
    seen, lies = (layout.count_cards(one, of, kinds)[0] for one in (view, record))
    return seen, (lies - seen).sum(0)
