"""Texts of betting: actions, refusals, the control, the pots, the story. Shared by the games that bet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from shindig.core.caches import cached
from shindig.core.layout_and_views import OVER, Numbers
from shindig.messages import Message, Seat, Seats, Text, say, tell

from ..action_parsing import Verb, parse_amount
from ..game_spec import Amounts, IllegalAction, Line, ObservedStep, Outcome
from ..table_scene import Amount, Control, Occasion, Press, Prompt
from .state import CALL, CHECK, FOLD, Betting

WORDS = {CHECK: "check", CALL: "call", FOLD: "fold"}
EXPECTED = say("betting-expected")


@dataclass(frozen=True)
class Bets:
    """Betting of a game: its families of amounts, and the clauses that its refusals cite."""

    bets: Amounts
    raises: Amounts
    betting: str
    short: str
    """Clause about bets and raises under the minimum."""
    free_fold: bool

    @property
    def verbs(self) -> dict[str, Verb]:
        """The verbs `bet 10` and `raise 10`, for `parsing.parse`."""
        return {family.name: partial(self._parse, family) for family in (self.bets, self.raises)}

    def _parse(self, family: Amounts, _m: Betting, rest: str) -> int:
        return parse_amount(family, rest, self.betting)

    def text(self, action: int) -> str:
        """Write a bet or raise as text."""
        family = self.bets if self.bets.first <= action <= self.bets.last else self.raises
        return f"{family.name} {action - family.first + 1}"

    def refuse(self, m: Betting, action: int, low: int, high: int) -> IllegalAction:
        """Explain why the actor may not play an action in a betting step whose bets go from `low` to `high`."""
        rest = int(m.chips[m.actor]) - get_call_price(m)
        if (action == CHECK or action in self.bets) and m.bet > 0:
            return IllegalAction(self.betting, say("betting-refuse-bet", amount=int(m.bet)))
        if action in self.raises and m.bet > 0 and (m.acted[m.actor] or rest <= 0):
            return IllegalAction(self.short, say("betting-refuse-reopen" if rest > 0 else "betting-refuse-short"))
        if action in self.bets or (action in self.raises and m.bet > 0):
            limits = say("betting-refuse-amount", low=min(low, rest), high=min(high, rest))
            return IllegalAction(self.betting, limits)
        if action in (CALL, FOLD) or action in self.raises:
            may = "betting-refuse-no-bet-fold" if self.free_fold else "betting-refuse-no-bet"
            return IllegalAction(self.betting, say(may))
        return IllegalAction(self.betting, say("betting-refuse-step"))

    def describe_action(self, event: ObservedStep[Betting]) -> Text:
        """Describe the betting action of an event; empty for another action."""
        action, before, who = event.action, event.before, Seat(event.seat)
        if action is None:
            return ""
        if action == CHECK:
            return say("betting-checks", who=who)
        if action == FOLD:
            return say("betting-folds", who=who)
        family = self.bets if action in self.bets else self.raises if action in self.raises else None
        if action != CALL and family is None:
            return ""
        return self._describe_payment(family, family.amount(action) if family else 0, before, who)

    def _describe_payment(self, family: Amounts | None, amount: int, before: Betting, who: Seat) -> Text:
        """Describe a call, bet or raise."""
        price, chips = before.bet - before.step_paid[who.number] + amount, before.chips[who.number]
        all_in = price >= chips
        if family is None:
            return say("betting-calls-all-in" if all_in else "betting-calls", who=who, amount=int(min(price, chips)))
        if family is self.bets:
            return say("betting-bets-all-in" if all_in else "betting-bets", who=who, amount=amount)
        total = int(before.bet) + amount
        return say("betting-raises-all-in" if all_in else "betting-raises", who=who, total=total)

    def make_prompt(self, view: Betting, ranges: list[tuple[int, int]]) -> Prompt:
        """Make the prompt of the viewer in a betting step."""
        debt, chips = get_call_price(view), view.chips[view.actor]
        presses = make_presses(debt, int(chips), *find_all_in_share(view))
        controls: list[Control] = [presses[first] for first, _ in ranges if first in presses]
        controls += [self._amount(view, first, last) for first, last in ranges if first not in presses]
        raises = any(first in self.raises for first, _ in ranges)
        all_in = any(isinstance(one, Press) and one.action in self.raises for one in controls)
        question = ask_to_call(debt, int(chips), raises, all_in) if debt else ASK_BET
        return Prompt(question, tuple(controls))

    def _amount(self, view: Betting, first: int, last: int) -> Amount | Press:
        """Make the control of a bet or raise. It counts in totals, as the story does.

        Where the only amount is all that the seat has left, it is a button.
        """
        family = self.bets if first in self.bets else self.raises
        if first == last and family.amount(first) == view.chips[view.actor] - get_call_price(view):
            return Press(first, say("betting-call-all-in", amount=int(view.chips[view.actor])))
        low, high, before = family.amount(first), family.amount(last), int(view.bet)
        pot = sum(view.paid) + view.carried + get_call_price(view)
        all_in = high == view.chips[view.actor] - get_call_price(view)
        labels = {
            low: LEAST,
            max(low, min(high, pot // 2)): HALF_POT,
            max(low, min(high, pot)): WHOLE_POT,
            high: ALL_IN if all_in else MOST,
        }
        presets = tuple((label, before + value) for value, label in sorted(labels.items()))
        paid = int(view.step_paid[view.actor])
        return Amount(BET if family is self.bets else RAISE, first, before + low, before + high, presets, paid=paid)


def ask_to_call(debt: int, chips: int, raises: bool, all_in: bool) -> Message:
    """Ask for a call of `debt` chips, for a raise where one is possible, or a fold.

    `all_in`: the only raise is all that is left.
    """
    if debt >= chips:
        return say("betting-ask-call-all-in", amount=debt)
    if not raises:
        return say("betting-ask-call-only", amount=debt)
    return say("betting-ask-call", amount=debt, all=chips if all_in else 0)


ASK_BET, BET, RAISE = say("betting-ask-bet"), say("betting-bet"), say("betting-raise")
LEAST, HALF_POT, WHOLE_POT = say("betting-least"), say("betting-half-pot"), say("betting-whole-pot")
ALL_IN, MOST = say("betting-all-in"), say("betting-most")
CHECK_PRESS = Press(CHECK, say("betting-check"), say("betting-check.help"), 2)
FOLD_PRESS = Press(FOLD, say("betting-fold"), say("betting-fold.help"), 0)


@cached(256)
def make_presses(debt: int, chips: int, share: int, pot: int) -> dict[int, Press]:
    """Return the buttons of a betting step, for the price of a call and the chips that are left.

    With its last chips a seat can win `share` of the `pot`.
    """
    if debt < chips:
        call = Press(CALL, say("betting-call", amount=debt))
    else:
        gain = say("betting-all-in-share", amount=share, pot=pot) if share < pot else say("betting-all-in-whole")
        call = Press(CALL, say("betting-call-all-in", amount=chips), gain)
    return {CHECK: CHECK_PRESS, CALL: call, FOLD: FOLD_PRESS._replace(rare=not debt)}


def find_all_in_share(view: Betting) -> tuple[int, int]:
    """Return how much of the pots the actor can win with its last chips, and what is in them now; 0 if it has more."""
    price, chips = get_call_price(view), int(view.chips[view.actor])
    if chips > price:
        return 0, 0
    paid = [int(amount) for amount in view.paid[: view.seats]]
    paid[view.actor] += chips
    others = view.carried - chips
    return sum(min(amount, paid[view.actor]) for amount in paid) + others, sum(paid) + others


def get_call_price(view: Betting) -> int:
    """Return the price of a call for the actor."""
    return int(view.bet - view.step_paid[view.actor])


def list_pots(view: Betting, settled: bool) -> tuple[tuple[Text, int], ...]:
    """Return each pot's amount. Bets before the seats count in the last pot, whose members alone can bet.

    `settled`: the hand is over.
    """
    total = sum(view.paid) + view.carried
    if settled or view.pots < 2:
        return ((POT, total),) if total else ()
    *below, last = range(view.pots)
    closed = [(name_pot(p, view.pots), view.pot[p]) for p in below]
    return (*closed, (name_pot(last, view.pots), view.pot[last] + sum(view.step_paid)))


POT = say("betting-pot")


def name_pot(p: int, pots: int) -> Text:
    """Return the name of one of several pots. A lone side pot has no number."""
    return say("betting-side-pot", number=p, count=int(pots) - 1) if p else say("betting-main-pot")


def describe_returned(event: ObservedStep[Betting]) -> list[Line]:
    """Write which part of a bet goes back to its seat when a betting step ends, because nobody called it."""
    before, paid = event.before, [int(amount) for amount in event.before.step_paid[: event.before.seats]]
    if sum(event.after.step_paid) or event.action not in (CALL, FOLD):
        return []
    if event.action == CALL:
        paid[event.seat] += min(get_call_price(before), int(before.chips[event.seat]))
    second, first = sorted(paid)[-2:]
    back = say("betting-returned", who=Seat(paid.index(first)), amount=first - second)
    return [Line(back, 0)] if first > second else []


def describe_winners(after: Betting, strength: Numbers, verdict: Sequence[Text]) -> list[Line]:
    """Write the lines about a settled hand's winners: by pot if there are several, side pots first; then why.

    `strength` is the deciding value by seat. `verdict` has the result in a sentence for everybody, then its reasons.
    """
    lines = [Line(text, 2) for text in describe_wins(after)]
    if verdict and len(lines) == 1:
        lines = [Line(verdict[0], 2)]
    lines += [Line(reason) for reason in verdict[1:]]
    if after.pots > 1:
        lines = [Line(describe_pot(after, p, strength), 0) for p in reversed(range(after.pots))] + lines
    if after.carried:
        lines.append(Line(say("betting-carried", amount=int(after.carried)), 0))
    return lines


def describe_pot(after: Betting, p: int, strength: Numbers) -> Text:
    """Name the winners of a pot."""
    members = [seat for seat in range(after.seats) if after.pot_members[p] >> seat & 1]
    best = max(strength[seat] for seat in members)
    winners = Seats(tuple(seat for seat in members if strength[seat] == best))
    return say("betting-pot-goes", pot=name_pot(p, after.pots), amount=int(after.pot[p]), seats=winners)


def list_occasions(view: Betting, settled: bool) -> tuple[Occasion, ...]:
    """Return an occasion for each seat that lost its last chip in the settled hand."""
    broke = [seat for seat in range(view.seats) if settled and view.chips[seat] == 0 and view.brought[seat] > 0]
    return tuple(Occasion("broke", say("betting-broke", who=Seat(seat))) for seat in broke)


def rank_shown(strength: Numbers, shown: Sequence[int]) -> dict[int, int]:
    """Return the place of each seat among those whose hands are shown: 1 for the best, equal ones alike."""
    return {seat: 1 + sum(strength[other] > strength[seat] for other in shown) for seat in shown}


def describe_biggest_win(view: Betting, made: Callable[[int], Text]) -> tuple[int, Text]:
    """Return the largest gain of a hand and a text about it. `made` names a seat's shown hand; empty if it mucked."""
    best = max(range(view.seats), key=lambda seat: view.net[seat])
    shown, amount = made(best), int(view.net[best])
    if not shown:
        return amount, say("betting-gains-unseen", who=Seat(best), amount=amount)
    return amount, say("betting-gains-with", who=Seat(best), amount=amount, made=shown)


def describe_result(view: Betting, settled: bool, outcome: Callable[[Any], Outcome]) -> Text:
    """Write the winners of a settled hand, and of the match if it is over."""
    won = describe_wins(view) if settled else []
    if match := describe_match_result(view, outcome):
        won.append(match)
    return tell(*won) if won else ""


def describe_match_result(view: Betting, outcome: Callable[[Any], Outcome]) -> Text:
    """Name the winners of a match that is over; empty before."""
    return describe_match_winners(outcome(view)) if view.actor == OVER else ""


def describe_match_winners(outcome: Outcome) -> Text:
    """Name the winners of a match, and their chips."""
    return say("betting-won-match", seats=Seats(outcome.winners), amount=max(outcome.scores))


def describe_wins(view: Betting) -> list[Text]:
    """Write each seat's winnings of the hand."""
    return [
        say("betting-wins", who=Seat(seat), amount=int(view.won[seat]))
        for seat in range(view.seats)
        if view.won[seat] > 0
    ]


def is_bolder(action: int, other: int) -> bool:
    """Return True if one betting action risks more than another: fold, then check and call, then bets by amount."""
    risks = {FOLD: -1, CHECK: 0, CALL: 0}
    return risks.get(action, action) > risks.get(other, other)
