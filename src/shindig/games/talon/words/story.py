"""Story of a step, in a line or two, from one viewer's information."""

from __future__ import annotations

from shindig.core.record_layout import CHANCE, OVER
from shindig.gamekit.game_spec import Line, ObservedStep

from ..rules.state import (
    ALONE,
    APPROXIMATE,
    BID,
    BIDS,
    CUTS,
    DECK,
    DRAWN,
    DRY,
    HANDFUL_CALLS,
    HANDFULS,
    IS_DRY,
    LAYS,
    LEAVE,
    MAIN,
    MINUS,
    MISERY,
    NAMES,
    NO_MISERY,
    NOT_DRY,
    PLAYS,
    SHEET_ROWS,
    SHOWS,
    SLAMS,
    SUITED,
    Talon,
)
from .actions import CONTRACTS, HANDFUL_NAMES, NAMED_CARDS, SLAM_NAMES, opening_with, spoken
from .outcome import REASONS, outcome
from .score_sheet import made, sum_lines, team

MISERIES = ("", "no trumps", "no court cards", "neither trumps nor court cards")


def story(event: ObservedStep[Talon]) -> list[Line]:
    """Return the log lines of an event."""
    before, after = event.before, event.after
    lines = opening(event) if event.seat == CHANCE else deed(event)
    if after.phase == DRY and before.phase < DRY:
        lines.append(Line(f"Hand {after.scored + 1}. {{{after.dealer}}} deals.", 2))
    if after.mulligans > before.mulligans:
        lines.append(Line("A mulligan: the hands go on the talon, and the next dealer deals again.", 2))
    if before.phase == BID and after.phase == MISERY:
        lines.append(Line(f"{{{after.taker}}} is the taker: {CONTRACTS[after.contract]}.", 2))
    if after.evasive != before.evasive and after.evasive >= 0:
        lines.append(Line(f"{{{after.evasive}}} has an evasive Magician: it is an excuse in this hand.", 2))
    if after.trick > before.trick:
        lines += trick(after)
    lines += sides(before, after)
    if after.scored > before.scored:
        lines += scoring(before, after)
    return lines


def opening(event: ObservedStep[Talon]) -> list[Line]:
    """Describe an order."""
    after = event.after
    if event.before.asks == DRAWN:
        drawn = ", ".join(f"{{{seat}}} {spoken(after.drawn[seat])}" for seat in range(after.seats))
        return [Line(f"Cutting for the deal: {drawn}. {{{after.dealer}}} deals first.")]
    if event.before.asks == MAIN:
        return [Line("The deck is shuffled.")]
    return []


def deed(event: ObservedStep[Talon]) -> list[Line]:
    """Describe the action."""
    who, action = f"{{{event.seat}}}", event.action
    if action is None or LEAVE <= action < SHOWS:
        return laid(event)
    if action < DECK:
        about = "about " if event.after.cut == APPROXIMATE else ""
        return [Line(f"{who} cuts {about}{action - CUTS} cards." if action > CUTS else f"{who} taps the deck.", 0)]
    if action < BIDS:
        return [Line(f"{who} calls {'a' if action == IS_DRY else 'no'} little dry.", action - NOT_DRY)]
    if action < NO_MISERY:
        return [Line(f"{who} bids {CONTRACTS[action - BIDS]}." if action > BIDS else f"{who} passes.")]
    if action < NAMES:
        return call(event, action)
    if action < LEAVE:
        return [Line(f"{who} names {spoken(NAMED_CARDS[action - NAMES])}: whoever holds it is the partner.", 2)]
    if action < PLAYS:
        return [Line(f"{who} shows {spoken(SUITED + action - SHOWS)}.", 0)]
    if action < MINUS:
        verb = "leads" if event.before.played == 0 else "plays"
        return [Line(f"{who} {verb} {spoken(action - PLAYS)}.")]
    return [Line(f"The Magician's ending: {who} chooses {'minus' if action == MINUS else 'plus'} ten.", 2)]


def call(event: ObservedStep[Talon], action: int) -> list[Line]:
    """Describe misery, handful, slam, or none of it."""
    who, after = f"{{{event.seat}}}", event.after
    if action < HANDFUL_CALLS:
        if action == NO_MISERY:
            return [Line(f"{who} declares no misery.", 0)]
        kind = MISERIES[after.misery[event.seat]]
        return [Line(f"{who} declares misery, {kind}: everyone else pays ten.", 2)]
    if action < SLAMS:
        level = action - HANDFUL_CALLS
        if not level:
            return [Line(f"{who} calls no handful.", 0)]
        size = HANDFULS[after.players - 3][level - 1]
        return [Line(f"{who} calls a {HANDFUL_NAMES[level]}: {size} trumps.", 2)]
    slam = action - SLAMS
    return [Line(f"{who} calls {'a ' if slam else ''}{SLAM_NAMES[slam]}.", 2 if slam else 0)]


def laid(event: ObservedStep[Talon]) -> list[Line]:
    """Describe a step of the exchange: its cards only for the taker; openly laid trumps and the end for all."""
    who, before, after, action = f"{{{event.seat}}}", event.before, event.after, event.action
    lines = []
    if action is not None and action >= LAYS:
        taken = spoken(before.seen[event.seat][before.laying])
        lines.append(Line(f"{who} lays {spoken(action - LAYS)} down and takes {taken}.", 0))
    opened = after.laid_open & ~before.laid_open
    if opened and action is None:
        lines.append(Line(f"{who} lays {spoken(SUITED + opened.bit_length() - 1)} in the talon and must show it."))
    if after.phase != before.phase:
        lines.append(Line(f"{who} is done with the talon."))
    return lines


def trick(after: Talon) -> list[Line]:
    """Describe the winner of the trick, the cards given for excuses, and the debts."""
    lines = [Line(f"{{{after.winner}}} wins the trick.")]
    lines += [Line(f"{opening_with(card)} is given for an excuse.") for card in after.given if card >= 0]
    for debt in range(after.debts):
        card, seat = opening_with(after.debt_card[debt]), after.debt_seat[debt]
        lines.append(Line(f"{card} of {{{seat}}} lies beside its pile: a card is owed.", 0))
    return lines


def sides(before: Talon, after: Talon) -> list[Line]:
    """Announce the secret partner at the moment of discovery."""
    settled = after.suspects & (after.suspects - 1) == 0 and after.suspects
    if after.named < 0 or not settled or before.suspects == after.suspects:
        return []
    if after.suspects == ALONE:
        return [Line(f"{{{after.taker}}} has no partner and plays alone.", 2)]
    return [Line(f"{{{after.suspects.bit_length() - 1}}} is the partner of {{{after.taker}}}.", 2)]


def scoring(before: Talon, after: Talon) -> list[Line]:
    """Describe the sum, players out, and the end."""
    row = after.sheet[before.scored % SHEET_ROWS]
    lines = [Line(f"{team(row)} {'made' if made(row) else 'missed'} {CONTRACTS[after.contract]}.", 2)]
    lines += [Line(f"{what}: {amount}.", 0) for what, amount in sum_lines(row)]
    changes = ", ".join(f"{{{s}}} {after.paid[s]:+}" for s in range(after.seats) if before.inplay[s])
    lines.append(Line(f"This hand: {changes}.", 2))
    lines += [
        Line(f"{{{seat}}} has no tokens left and drops out.", 2)
        for seat in range(after.seats)
        if before.inplay[seat] and not after.inplay[seat]
    ]
    if after.actor == OVER:
        lines.append(Line(f"The match is over, {REASONS[after.reason]}: {outcome(after).who} won it.", 2))
    return lines
