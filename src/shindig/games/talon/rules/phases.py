"""The rules as two tables over the phases: legal actions and their effects."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges

from .bidding import apply_bid, apply_dry, legal_bids, legal_dry
from .calls import (
    apply_handful,
    apply_misery,
    apply_show,
    apply_slam,
    legal_handfuls,
    legal_misery,
    legal_shows,
    legal_slams,
)
from .deal import apply_cut, legal_cuts
from .ending import apply_ending, legal_endings
from .exchange import apply_lay, legal_lays
from .partner_card import apply_name, legal_names
from .play import apply_play, legal_plays
from .state import BID, CUT, DRY, HANDFUL, LAY, MISERY, NAME, PLAY, SHOW, SLAM, Talon


@kernel
def legal(m: Talon, ranges: Ranges) -> int:
    """Write the legal actions of the actor as ascending ranges; also from the actor's own view."""
    if m.phase == PLAY:
        return int(legal_plays(m, ranges))
    if m.phase == LAY:
        return int(legal_lays(m, ranges))
    if m.phase == CUT:
        return int(legal_cuts(m, ranges))
    if m.phase == DRY:
        return int(legal_dry(m, ranges))
    if m.phase == BID:
        return int(legal_bids(m, ranges))
    return int(legal_calls(m, ranges))


@kernel
def legal_calls(m: Talon, ranges: Ranges) -> int:
    """Write the legal calls, names of a partner's card, and Magician's endings."""
    if m.phase == MISERY:
        return int(legal_misery(m, ranges))
    if m.phase == HANDFUL:
        return int(legal_handfuls(m, ranges))
    if m.phase == SHOW:
        return int(legal_shows(m, ranges))
    if m.phase == SLAM:
        return int(legal_slams(ranges))
    if m.phase == NAME:
        return int(legal_names(m, ranges))
    return int(legal_endings(ranges))


@kernel
def apply(m: Talon, action: int) -> None:
    """Play a legal action of the actor."""
    if m.phase == PLAY:
        apply_play(m, action)
    elif m.phase == LAY:
        apply_lay(m, action)
    elif m.phase == CUT:
        apply_cut(m, action)
    elif m.phase == DRY:
        apply_dry(m, action)
    elif m.phase == BID:
        apply_bid(m, action)
    else:
        apply_call(m, action)


@kernel
def apply_call(m: Talon, action: int) -> None:
    """Play a call, a name of a partner's card, or a Magician's ending."""
    if m.phase == MISERY:
        apply_misery(m, action)
    elif m.phase == HANDFUL:
        apply_handful(m, action)
    elif m.phase == SHOW:
        apply_show(m, action)
    elif m.phase == SLAM:
        apply_slam(m, action)
    elif m.phase == NAME:
        apply_name(m, action)
    else:
        apply_ending(m, action)
