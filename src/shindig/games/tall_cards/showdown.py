"""The showdown: who shows first, who may throw away, pots paid. TF-18, TF-19, TF-42."""

from __future__ import annotations

from typing import Any

from ..betting import NOBODY, count_in, next_in, pot_winners, settle, take_all
from ..hands import after, copy, fill
from ..kernels import kernel
from .between import end_hand
from .ranks import strength
from .record import ASK, MUCK, SHOW, SHOWDOWN


@kernel
def begin_showdown(m: Any) -> None:
    """Hands are shown in turn until somebody is to be asked, or all is paid."""
    m.phase = SHOWDOWN
    show_on(m)


@kernel
def show_on(m: Any) -> None:
    """Go on with the showdown: show what must be shown, throw away or ask about what need not."""
    seat = next_to_show(m)
    while seat != NOBODY:
        if must_show(m, seat):
            show(m, seat)
        elif m.muck == ASK:
            m.actor = seat
            return
        else:
            throw_away(m, seat)
        seat = next_to_show(m)
    pay_pots(m)


@kernel
def next_to_show(m: Any) -> int:
    """From the last side pot down, who is next of those in it: from the last bettor, or the dealer's left (TF-18)."""
    first = m.raiser if m.raiser != NOBODY else next_in(m, m.dealer)
    for p in range(m.pots - 1, -1, -1):
        seat = first
        for _ in range(m.seats):
            if m.pot_members[p] >> seat & 1 and m.place[seat] == 0:
                return int(seat)
            seat = after(seat, m.seats)
    return NOBODY


@kernel
def worth(m: Any, seat: int) -> int:
    """The strength of a seat's hand."""
    return int(strength(m.hand[seat], m.tall, m.claimer == seat, m.ace_low != 0))


@kernel
def must_show(m: Any, seat: int) -> bool:
    """Whether a hand beats or ties the best one shown in some pot that it can still win."""
    own, open_pots = worth(m, seat), 0
    for p in range(m.pots):
        open_pots += m.pot_members[p] >> seat & 1 and pot_winners(m, p, m.strength)[1] <= own
    return open_pots > 0


@kernel
def place_next(m: Any, seat: int) -> None:
    """Count a seat as the next that has shown or thrown away."""
    last = 0
    for other in range(m.seats):
        last = max(last, m.place[other])
    m.place[seat] = last + 1


@kernel
def show(m: Any, seat: int) -> None:
    """Turn a hand face up."""
    copy(m.hand[seat], m.shown[seat])
    m.strength[seat] = worth(m, seat)
    place_next(m, seat)


@kernel
def throw_away(m: Any, seat: int) -> None:
    """A beaten hand goes away unseen, or the last player left keeps theirs to themselves."""
    place_next(m, seat)


@kernel
def legal_shows(ranges: Any) -> int:
    """Show or throw away."""
    ranges[0, 0] = MUCK
    ranges[0, 1] = SHOW
    return 1


@kernel
def apply_show(m: Any, action: int) -> None:
    """Show or throw away, and go on."""
    if action == SHOW:
        show(m, m.actor)
    else:
        throw_away(m, m.actor)
    if count_in(m) == 1:
        end_hand(m)
    else:
        show_on(m)


@kernel
def last_one(m: Any) -> None:
    """All others have folded: the last takes everything and may show (TF-19)."""
    seat = next_in(m, m.dealer)
    fill(m.tied, 0)
    take_all(m, seat)
    if m.muck == ASK:
        m.phase = SHOWDOWN
        m.actor = seat
    else:
        end_hand(m)


@kernel
def pay_pots(m: Any) -> None:
    """Pay every pot, side pots first, note who tied for what does not divide (TF-42), and end the hand."""
    fill(m.tied, 0)
    settle(m, m.strength)
    for p in range(m.pots):
        note_tied(m, p)
    end_hand(m)


@kernel
def note_tied(m: Any, p: int) -> None:
    """Unit by unit from the dealer's left: who would get the rest of pot `p`."""
    winners, best = pot_winners(m, p, m.strength)
    rest = m.pot[p] % winners
    seat = m.dealer
    for _ in range(m.seats):
        seat = after(seat, m.seats)
        if rest > 0 and m.pot_members[p] >> seat & 1 and m.strength[seat] == best:
            m.tied[seat] += 1
            rest -= 1
