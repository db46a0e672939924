"""Policy: bids by a calibrated hand value, lays points away, plays simple tarot.

It uses only the actor's information, and nothing of earlier hands.
"""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.policies.policy_spec import Generator

from ..rules.bidding import legal_dry
from ..rules.calls import legal_handfuls, legal_misery, legal_shows
from ..rules.partner_card import legal_names
from ..rules.state import BID, CUT, CUTS, DRY, HANDFUL, LAY, MINUS, MISERY, NAME, PLAY, PLUS, SHOW, SLAM, Talon
from .bidding import choose_bid, choose_handful, choose_name, choose_slam
from .card_play import choose_play, friends
from .exchange_choice import choose_lay

TAPS = 0.25
"""Probability of a tap."""
FIRST_CUT, LAST_CUT = 20, 58
ATTACK_SHARE, DEFENCE_SHARE = 0.45, 0.55
"""Parts of the tricks from which a side expects to have won."""


@kernel
def policy(m: Talon, ranges: Ranges, rng: Generator) -> int:
    """Choose a legal action for the seat to act."""
    if m.phase == PLAY:
        return int(choose_play(m))
    if m.phase == LAY:
        return int(choose_lay(m))
    if m.phase == BID:
        return int(choose_bid(m))
    if m.phase == CUT:
        return int(cut(m, rng))
    return int(call(m, ranges))


@kernel
def cut(m: Talon, rng: Generator) -> int:
    """Tap sometimes if it is legal; otherwise cut somewhere in the middle."""
    if not m.redeal and rng.random() < TAPS:
        return CUTS
    return int(CUTS + FIRST_CUT + int(rng.random() * (LAST_CUT - FIRST_CUT + 1)))


@kernel
def call(m: Talon, ranges: Ranges) -> int:
    """Call a little dry, declare misery, or show the highest trump by the last legal action; weigh other calls."""
    if m.phase == DRY:
        return last(ranges, legal_dry(m, ranges))
    if m.phase == MISERY:
        return last(ranges, legal_misery(m, ranges))
    if m.phase == SHOW:
        return last(ranges, legal_shows(m, ranges))
    if m.phase == HANDFUL:
        return choose_handful(m, last(ranges, legal_handfuls(m, ranges)))
    if m.phase == SLAM:
        return choose_slam(m)
    if m.phase == NAME:
        return choose_name(m, last(ranges, legal_names(m, ranges)))
    return choose_ending(m)


@kernel
def last(ranges: Ranges, count: int) -> int:
    """Return the last action of `count` ranges."""
    return int(ranges[count - 1, 1])


@kernel
def choose_ending(m: Talon) -> int:
    """Choose plus for the side that has won more tricks than its share, minus for the other."""
    mine, won = friends(m), 0
    for seat in range(m.seats):
        if m.inplay[seat] and mine >> seat & 1:
            won += m.won[seat]
    share = ATTACK_SHARE if mine >> int(m.taker) & 1 else DEFENCE_SHARE
    return PLUS if won / max(int(m.trick), 1) > share else MINUS
