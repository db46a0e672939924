"""A table with one person and bots: no clock runs, bots keep a pace of the person's, choices are taken back."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from shindig.core.card_fields import Counts
from shindig.core.record_layout import Records
from shindig.gamekit.game_spec import Game
from shindig.match import Match

from ..card_proofs.card_inference import Kinds
from .seating import HandPosition
from .simultaneous_answers import SimultaneousAnswers

if TYPE_CHECKING:
    from .table_state import TableState


class Tempo(NamedTuple):
    """How long a pause and a rest last, as multiples of their usual time."""

    bots: float
    rest: float


TOUCHED = 450.0
"""A rest that lasts until somebody goes on: an hour where eight seconds are usual."""
TEMPOS = {
    "hand": Tempo(1500.0, TOUCHED),
    "slow": Tempo(2.5, TOUCHED),
    "usual": Tempo(1.0, TOUCHED),
    "quick": Tempo(0.25, 1.0),
    "end": Tempo(0.0, 0.0),
}
"""What a person alone with bots may choose: each bot waits to be told (`hand`), or is as quick as that. `end` is for
who plays no more in the match."""
HURRIED = Tempo(1.0, 1.0)
"""Where several persons sit."""
PATIENCE = 180.0
"""So much longer than others is somebody waited for who is alone with bots: an hour where twenty seconds are usual."""
MOST_BACK = 32
"""Choices in a row that can be taken back."""
WORDS = 24
"""Words of a result that are read in a usual rest."""


@dataclass(frozen=True)
class UndoPoint:
    """A table before a choice of the only person there."""

    steps: int
    match: Match
    phase: int
    dealt: list[str]
    hand_at: HandPosition
    gathering: SimultaneousAnswers | None
    cut_runs: bool
    played: int
    """How many steps since the latest cut were played."""
    told: int
    """How many hands had ended."""

    @classmethod
    def from_state(cls, state: TableState) -> UndoPoint:
        assert state.match is not None
        gathering = copy(state.gathering)
        if gathering is not None:
            gathering.open, gathering.answers = [*gathering.open], {**gathering.answers}
        return cls(
            steps=state.steps,
            match=state.match.copy(),
            phase=state.phase,
            dealt=[*state.dealt],
            hand_at=state.hand_at,
            gathering=gathering,
            cut_runs=state.cut_runs,
            played=len(state.transcript.steps),
            told=len(state.chronicle),
        )

    def restore(self, state: TableState) -> None:
        """Have the table as it was."""
        state.match, state.steps, state.phase = self.match, self.steps, self.phase
        state.dealt, state.hand_at, state.gathering = self.dealt, self.hand_at, self.gathering
        state.cut_runs = self.cut_runs
        del state.transcript.steps[self.played :]
        del state.chronicle[self.told :]
        del state.ledger[self.told :]


def tempo_of(state: TableState) -> Tempo:
    """How fast a table goes on by itself."""
    seat = state.single_player
    if seat is None:
        return HURRIED
    chosen = state.seats[seat].tempo
    return TEMPOS[chosen if chosen != "end" or is_out(state, seat) else "usual"]


def is_out(state: TableState, seat: int) -> bool:
    """Whether a seat plays no more in the match."""
    out = state.game.services.is_out
    return out is not None and state.match is not None and bool(out(state.match.record, seat))


def reading_time(state: TableState) -> float:
    """How long what lies on the table is read, as a multiple of the usual time."""
    view = state.view(-1)
    words = len(view.result.split()) + sum(len(plate.said.split()) for plate in view.scene.seats)
    return max(1.0, words / WORDS)


def can_undo(state: TableState, seat: int) -> bool:
    """Whether a seat, alone with bots, may take its last choice back: nobody acted since, and no card came to light.

    A frozen list commits to what was played: from then on it stays.
    """
    if state.single_player != seat or not state.playing or not state.past or state.paused or state.is_final:
        return False
    if state.cutting.frozen is not None:
        return False
    assert state.match is not None
    return not has_seen_card(state.game, state.past[-1].match.array, state.match.array, seat)


def has_seen_card(game: Game, before: Records, after: Records, seat: int) -> bool:
    """Whether a seat sees a card in one record that it did not see in the other.

    A card that it saw leaves a place for others, and several may tell of it then, as of a card in a trick. So one came
    to light where a place has more of its kind and none has less, or where more are seen and fewer are hidden.
    """
    for number, of in enumerate(game.rules.orders):
        kinds = len(game.item_codes(before[0], number))
        (old, hid), (new, hides) = (visible_cards(game, record, seat, of, kinds) for record in (before, after))
        more, less = (new > old).any(0), (new < old).any(0)
        if (more & (~less | ((new.sum(0) > old.sum(0)) & (hides < hid)))).any():
            return True
    return False


def visible_cards(game: Game, record: Records, seat: int, of: str, kinds: int) -> tuple[Counts, Kinds]:
    """int8[places, kinds], the cards of an order that a seat sees, and int64[kinds], those that are hidden from it."""
    view, layout = game.view(record, seat), game.rules.layout
    seen, lies = (layout.count_cards(one, of, kinds)[0] for one in (view, record))
    return seen, (lies - seen).sum(0)
