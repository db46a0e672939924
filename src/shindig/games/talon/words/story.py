"""Story of a step, in a line or two, from one viewer's information."""

from __future__ import annotations

from shindig.core.layout_and_views import CHANCE, OVER
from shindig.gamekit.amount_format import format_gain
from shindig.gamekit.game_spec import Line, ObservedStep
from shindig.messages import Seat, Text, join, say

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
    PLAYS,
    SHEET_ROWS,
    SHOWS,
    SLAMS,
    SUITED,
    Talon,
)
from .actions import NAMED_CARDS
from .hand_explanation import describe_result
from .names import name_bid, name_card, name_excuse
from .outcome import describe_match_result, outcome
from .score_sheet import sum_lines


def story(event: ObservedStep[Talon]) -> list[Line]:
    """Return the log lines of an event."""
    before, after = event.before, event.after
    lines = opening(event) if event.seat == CHANCE else deed(event)
    if after.phase == DRY and before.phase < DRY:
        lines.append(Line(say("talon-hand", number=after.scored + 1, who=Seat(after.dealer)), 2))
    if after.mulligans > before.mulligans and before.phase == BID:
        lines.append(Line(say("talon-passed-out"), 2))
    if before.phase == BID and after.phase == MISERY:
        lines.append(Line(say("talon-taker", who=Seat(after.taker), bid=name_bid(after.contract)), 2))
    if after.evasive != before.evasive and after.evasive >= 0:
        lines.append(Line(say("talon-evasive", who=Seat(after.evasive)), 2))
    if after.trick > before.trick:
        lines += trick(event.before, after)
    lines += sides(before, after)
    if after.scored > before.scored:
        lines += scoring(before, after)
    return lines


def opening(event: ObservedStep[Talon]) -> list[Line]:
    """Describe an order."""
    after = event.after
    if event.before.asks == DRAWN:
        cards = [say("talon-cut-card", who=Seat(s), card=name_card(after.drawn[s])) for s in range(after.seats)]
        return [Line(say("talon-first-dealer", cards=join(cards, ""), who=Seat(after.dealer)))]
    if event.before.asks == MAIN:
        return [Line(say("talon-shuffled"))]
    return []


def deed(event: ObservedStep[Talon]) -> list[Line]:
    """Describe the action."""
    who, action = Seat(event.seat), event.action
    if action is None or LEAVE <= action < SHOWS:
        return laid(event)
    if action < DECK:
        return [Line(cut(event, action - CUTS), 0)]
    if action < BIDS:
        return [Line(say("talon-dry", who=who), 2)] if action == IS_DRY else []
    if action == BIDS:
        return [Line(say("talon-passes", who=who))]
    if action < NO_MISERY:
        return [Line(say("talon-bids", who=who, bid=name_bid(action - BIDS)))]
    if action < NAMES:
        return call(event, action)
    if action < LEAVE:
        return [Line(say("talon-names", who=who, card=name_card(NAMED_CARDS[action - NAMES])), 2)]
    if action < PLAYS:
        return [Line(say("talon-shows", who=who, card=name_card(SUITED + action - SHOWS)), 0)]
    if action < MINUS:
        plays = "talon-leads" if event.before.played == 0 else "talon-plays"
        return [Line(say(plays, who=who, card=name_card(action - PLAYS)))]
    return [Line(say("talon-ending-minus" if action == MINUS else "talon-ending-plus", who=who), 2)]


def cut(event: ObservedStep[Talon], count: int) -> Text:
    """Describe a cut, or that there is none."""
    who = Seat(event.seat)
    if not count:
        return say("talon-taps", who=who)
    return say("talon-cuts-about" if event.after.cut == APPROXIMATE else "talon-cuts", who=who, count=count)


def call(event: ObservedStep[Talon], action: int) -> list[Line]:
    """Describe misery, handful, slam; no line for none of it."""
    who, after = Seat(event.seat), event.after
    if action in (NO_MISERY, HANDFUL_CALLS, SLAMS):
        return []
    if action < HANDFUL_CALLS:
        kind = say(f"talon-misery-{after.misery[event.seat]}")
        return [Line(say("talon-misery", who=who, kind=kind), 2)]
    if action < SLAMS:
        level = action - HANDFUL_CALLS
        called, count = say(f"talon-handful-a-{level}"), HANDFULS[after.players - 3][level - 1]
        return [Line(say("talon-calls-handful", who=who, call=called, count=count), 2)]
    return [Line(say("talon-promises-slam", who=who, call=say(f"talon-slam-a-{action - SLAMS}")), 2)]


def laid(event: ObservedStep[Talon]) -> list[Line]:
    """Describe a step of the exchange: its cards only for the taker; openly laid trumps and the end for all."""
    who, before, after, action = Seat(event.seat), event.before, event.after, event.action
    lines = []
    if action is not None and action >= LAYS:
        taken = name_card(before.seen[event.seat][before.laying])
        lines.append(Line(say("talon-swaps", who=who, card=name_card(action - LAYS), taken=taken), 0))
    opened = after.laid_open & ~before.laid_open
    if opened and action is None:
        lines.append(Line(say("talon-puts-trump", who=who, card=name_card(SUITED + opened.bit_length() - 1))))
    if after.phase != before.phase:
        lines.append(Line(say("talon-exchanged", who=who)))
    return lines


def trick(before: Talon, after: Talon) -> list[Line]:
    """Describe the winner of the trick, the cards given for excuses, and the debts."""
    lines = [Line(say("talon-wins-trick", who=Seat(after.winner)))]
    excuse, id = name_excuse(after), "talon-pays-debt" if before.debts else "talon-pays-excuse"
    given = [name_card(card) for card in after.given if card >= 0]
    lines += [Line(say(id, who=Seat(after.winner), card=card, excuse=excuse)) for card in given]
    debts = ((Seat(after.debt_seat[debt]), name_card(after.debt_card[debt])) for debt in range(after.debts))
    return [*lines, *(Line(say("talon-owes", who=who, card=card), 0) for who, card in debts)]


def sides(before: Talon, after: Talon) -> list[Line]:
    """Announce the secret partner at the moment of discovery."""
    settled = after.suspects & (after.suspects - 1) == 0 and after.suspects
    if after.named < 0 or not settled or before.suspects == after.suspects:
        return []
    taker = Seat(after.taker)
    if after.suspects == ALONE:
        return [Line(say("talon-alone", who=taker), 2)]
    return [Line(say("talon-partner", partner=Seat(after.suspects.bit_length() - 1), who=taker), 2)]


def scoring(before: Talon, after: Talon) -> list[Line]:
    """Describe the sum, players out, and the end."""
    row = after.sheet[before.scored % SHEET_ROWS]
    played = [seat for seat in range(after.seats) if before.inplay[seat]]
    changes = [say("talon-change", who=Seat(seat), amount=format_gain(after.paid[seat])) for seat in played]
    return [
        Line(describe_result(row), 2),
        *(Line(say("talon-sum-line", what=what, amount=amount), 0) for what, amount in sum_lines(row)),
        Line(say("talon-changes", changes=join(changes, "")), 2),
        *(Line(say("talon-drops-out", who=Seat(seat)), 2) for seat in played if not after.inplay[seat]),
        *ending(after),
    ]


def ending(after: Talon) -> list[Line]:
    """Describe the end of the match, if it is over."""
    if after.actor != OVER:
        return []
    return [Line(say("talon-over", why=outcome(after).text, winners=describe_match_result(after)), 2)]
