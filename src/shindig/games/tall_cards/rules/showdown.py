"""The showdown: order of showing, mucking, pots paid. TF-18, TF-19, TF-42."""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Ranges
from shindig.gamekit.array_and_bit_kernels import copy_array, fill
from shindig.gamekit.betting.pots import find_pot_winners, give_all_to, settle_pots
from shindig.gamekit.betting.state import IN, NOBODY
from shindig.gamekit.betting.steps import count_in, next_in
from shindig.gamekit.turn_and_range_kernels import next_seat, write_range

from ..worth.ranks import strength
from .between_hands import end_hand
from .hand_definition import ended
from .state import ASK, AUTO, MUCK, SHOW, SHOWDOWN, TallCards


@kernel
def begin_showdown(m: TallCards) -> None:
    """Show hands in turn until a player must be asked, or all is paid."""
    m.phase = SHOWDOWN
    show_on(m)


@kernel
def show_on(m: TallCards) -> None:
    """Go on with the showdown: show, muck, or ask about each hand in turn."""
    for _ in range(m.seats):
        seat = next_to_show(m)
        if seat == NOBODY:
            break
        if must_show(m, seat):
            show(m, seat)
        elif m.muck == ASK:
            m.actor = seat
            return
        else:
            throw_away(m, seat)
    pay_pots(m)


@kernel
def next_to_show(m: TallCards) -> int:
    """Return the next to show, from the last side pot down: from the last bettor, or the dealer's left (TF-18)."""
    first = m.raiser if m.raiser != NOBODY else next_in(m, m.dealer)
    for p in range(m.pots - 1, -1, -1):
        seat = first
        for _ in range(m.seats):
            if m.pot_members[p] >> seat & 1 and m.place[seat] == 0:
                return int(seat)
            seat = next_seat(seat, m.seats)
    return NOBODY


@kernel
def worth(m: TallCards, seat: int) -> int:
    """Return the strength of a seat's hand; the claimer's wild cards take their best values (TF-53)."""
    return int(strength(m.hand[seat], m.tall, m.claimer == seat, m.ace_low != 0))


@kernel
def must_show(m: TallCards, seat: int) -> bool:
    """Return True if a hand beats or ties the best one shown in some pot that it can still win."""
    own, open_pots = worth(m, seat), 0
    for p in range(m.pots):
        open_pots += m.pot_members[p] >> seat & 1 and find_pot_winners(m, p, m.strength)[1] <= own
    return open_pots > 0


@kernel
def place_next(m: TallCards, seat: int) -> None:
    """Record a seat as the next that has shown or mucked."""
    last = 0
    for other in range(m.seats):
        last = max(last, m.place[other])
    m.place[seat] = last + 1


@kernel
def show(m: TallCards, seat: int) -> None:
    """Show a hand in turn."""
    turn_up(m, seat)
    place_next(m, seat)


@kernel
def turn_up(m: TallCards, seat: int) -> None:
    """Turn a hand face up."""
    copy_array(m.hand[seat], m.shown[seat])
    m.strength[seat] = worth(m, seat)


@kernel
def may_show_late(m: TallCards, seat: int) -> bool:
    """Return True if an automatically mucked hand may still be shown, before the next deal (TF-18, TF-19)."""
    unseen = m.status[seat] == IN and m.hand[seat][0] >= 0 and m.shown[seat][0] < 0
    return bool(m.version > 1 and m.muck == AUTO and ended(m) and unseen)


@kernel
def throw_away(m: TallCards, seat: int) -> None:
    """Muck a beaten hand, or the hand of the last player left."""
    place_next(m, seat)


@kernel
def legal_shows(ranges: Ranges) -> int:
    """Write the choices: show or muck."""
    return write_range(ranges, MUCK, SHOW)


@kernel
def apply_show(m: TallCards, action: int) -> None:
    """Show or muck, and go on."""
    if action == SHOW:
        show(m, m.actor)
    else:
        throw_away(m, m.actor)
    if count_in(m) == 1:
        end_hand(m)
    else:
        show_on(m)


@kernel
def last_one(m: TallCards) -> None:
    """Give everything to the last player left, who may show (TF-19)."""
    seat = next_in(m, m.dealer)
    fill(m.tied, 0)
    give_all_to(m, seat)
    if m.muck == ASK:
        m.phase = SHOWDOWN
        m.actor = seat
    else:
        end_hand(m)


@kernel
def pay_pots(m: TallCards) -> None:
    """Pay every pot, side pots first, record the ties for indivisible rests (TF-42), and end the hand."""
    fill(m.tied, 0)
    settle_pots(m, m.strength)
    for p in range(m.pots):
        note_tied(m, p)
    end_hand(m)


@kernel
def note_tied(m: TallCards, p: int) -> None:
    """Record the shares in the rest of pot `p`, unit by unit from the dealer's left."""
    winners, best = find_pot_winners(m, p, m.strength)
    rest = m.pot[p] % winners
    seat = m.dealer
    for _ in range(m.seats):
        seat = next_seat(seat, m.seats)
        if rest > 0 and m.pot_members[p] >> seat & 1 and m.strength[seat] == best:
            m.tied[seat] += 1
            rest -= 1
