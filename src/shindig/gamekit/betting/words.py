"""Texts of betting: actions, refusals, the control, the pots, the story. Shared by the games that bet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from shindig.core.record_layout import OVER, Numbers

from ..action_parsing import Verb, parse_amount
from ..game_spec import Amounts, IllegalAction, Line, ObservedStep, Outcome, named
from ..table_scene import Amount, Control, Occasion, Press, Prompt
from .state import CALL, CHECK, FOLD, Betting

WORDS = {CHECK: "check", CALL: "call", FOLD: "fold"}
EXPECTED = "check, bet 10, call, raise 10 or fold"
DEEDS = {CHECK: "checks", FOLD: "folds"}


@dataclass(frozen=True)
class Bets:
    """Betting of a game: its families of amounts, its unit, and the clauses that its refusals cite."""

    bets: Amounts
    raises: Amounts
    unit: str
    betting: str
    short: str
    """Clause about bets and raises under the minimum."""
    free_fold: bool

    @property
    def verbs(self) -> dict[str, Verb]:
        """The verbs `bet 10` and `raise 10`, for `parsing.parse`."""
        return {family.name: partial(self._parse, family) for family in (self.bets, self.raises)}

    def _parse(self, family: Amounts, _m: Betting, rest: str) -> int:
        return parse_amount(family, rest, self.unit, self.betting)

    def text(self, action: int) -> str:
        """Write a bet or raise as text."""
        family = self.bets if self.bets.first <= action <= self.bets.last else self.raises
        return f"{family.name} {action - family.first + 1}"

    def refuse(self, m: Betting, action: int, low: int, high: int) -> IllegalAction:
        """Explain why the actor may not play an action in a betting step whose bets go from `low` to `high`."""
        rest = int(m.chips[m.actor]) - get_call_price(m)
        if (action == CHECK or action in self.bets) and m.bet > 0:
            return IllegalAction(self.betting, f"There is a bet of {m.bet}: call, raise or fold")
        if action in self.raises and m.bet > 0 and (m.acted[m.actor] or rest <= 0):
            few = "the last raise was under the minimum and does not reopen the betting"
            why = few if rest > 0 else "calling takes all you have"
            return IllegalAction(self.short, f"You may only call or fold: {why}")
        if action in self.bets or (action in self.raises and m.bet > 0):
            return IllegalAction(self.betting, f"A bet or raise is from {min(low, rest)} to {min(high, rest)} here")
        if action in (CALL, FOLD) or action in self.raises:
            may = "check, bet or fold" if self.free_fold else "check or bet"
            return IllegalAction(self.betting, f"There is no bet yet: {may}")
        return IllegalAction(self.betting, "Now is the time to bet: check, bet, call, raise or fold")

    def describe_action(self, event: ObservedStep[Betting]) -> str:
        """Describe the betting action of an event, `bets 10 and is all-in`; empty for another action."""
        action, seat, before = event.action, event.seat, event.before
        if action is None:
            return ""
        if action in DEEDS:
            return DEEDS[action]
        family = self.bets if action in self.bets else self.raises if action in self.raises else None
        if action != CALL and family is None:
            return ""
        amount = family.amount(action) if family else 0
        all_in = " and is all-in" if before.bet - before.step_paid[seat] + amount >= before.chips[seat] else ""
        if family is None:
            return f"calls{all_in}"
        if family is self.bets:
            return f"bets {amount}{all_in}"
        return f"raises by {amount} to {before.bet + amount}{all_in}"

    def make_prompt(self, view: Betting, ranges: list[tuple[int, int]]) -> Prompt:
        """Make the prompt of the viewer in a betting step."""
        debt, chips = get_call_price(view), view.chips[view.actor]
        presses = {
            CHECK: Press(CHECK, "Check", "Stay in without betting.", 2),
            CALL: Press(CALL, f"Call {min(debt, chips)}" + (" (all-in)" if debt >= chips else "")),
            FOLD: Press(FOLD, "Fold", "Give up the hand and what you have paid.", 0, rare=not debt),
        }
        controls: list[Control] = [presses[first] for first, _ in ranges if first in presses]
        controls += [self._amount(view, first, last) for first, last in ranges if first not in presses]
        return Prompt(f"{debt} to call. Call, raise or fold?" if debt else "Check or bet?", tuple(controls))

    def _amount(self, view: Betting, first: int, last: int) -> Amount:
        family = self.bets if first in self.bets else self.raises
        low, high = family.amount(first), family.amount(last)
        pot = sum(view.paid) + view.carried + get_call_price(view)
        all_in = high == view.chips[view.actor] - get_call_price(view)
        labels = {
            low: "least",
            max(low, min(high, pot // 2)): "half pot",
            max(low, min(high, pot)): "pot",
            high: "all-in" if all_in else "most",
        }
        presets = tuple((label, value) for value, label in sorted(labels.items()))
        return Amount("Bet" if family is self.bets else "Raise by", first, low, high, presets)


def get_call_price(view: Betting) -> int:
    """Return the price of a call for the actor."""
    return int(view.bet - view.step_paid[view.actor])


def list_pots(view: Betting, settled: bool) -> tuple[tuple[str, int], ...]:
    """Return each pot's amount. Bets of the current step are still before the seats. `settled`: the hand is over."""
    total = sum(view.paid) - sum(view.step_paid) + view.carried
    if settled or view.pots < 2:
        return (("Pot", total),) if total else ()
    return tuple((pot_name(p), view.pot[p]) for p in range(view.pots))


def pot_name(p: int) -> str:
    return f"Side pot {p}" if p else "Main pot"


def describe_winners(after: Betting, strength: Numbers) -> list[Line]:
    """Write the lines about a settled hand's winners: by pot if there are several, side pots first.

    `strength` is the deciding value by seat.
    """
    lines = [Line(f"{{{seat}}} wins {after.won[seat]}.", 2) for seat in range(after.seats) if after.won[seat] > 0]
    if after.pots > 1:
        lines = [Line(describe_pot(after, p, strength), 0) for p in reversed(range(after.pots))] + lines
    if after.carried:
        lines.append(Line(f"{after.carried} left over goes into the next main pot.", 0))
    return lines


def describe_pot(after: Betting, p: int, strength: Numbers) -> str:
    members = [seat for seat in range(after.seats) if after.pot_members[p] >> seat & 1]
    best = max(strength[seat] for seat in members)
    return f"{pot_name(p)} of {after.pot[p]}: {named(seat for seat in members if strength[seat] == best)}."


def list_occasions(view: Betting, settled: bool) -> tuple[Occasion, ...]:
    """Return an occasion for each seat that lost its last chip in the settled hand."""
    broke = [seat for seat in range(view.seats) if settled and view.chips[seat] == 0 and view.brought[seat] > 0]
    return tuple(Occasion("broke", f"{{{seat}}} has lost the last chip") for seat in broke)


def rank_shown(strength: Numbers, shown: Sequence[int]) -> dict[int, int]:
    """Return the place of each seat among those whose hands are shown: 1 for the best, equal ones alike."""
    return {seat: 1 + sum(strength[other] > strength[seat] for other in shown) for seat in shown}


def describe_biggest_win(view: Betting, made: Callable[[int], str]) -> tuple[int, str]:
    """Return the largest gain of a hand and a text about it. `made` names a seat's shown hand; empty if it mucked."""
    best = max(range(view.seats), key=lambda seat: view.net[seat])
    shown = made(best)
    return int(view.net[best]), f"{{{best}}} gains {view.net[best]} " + (f"with {shown}." if shown else "unseen.")


def describe_result(view: Betting, settled: bool, outcome: Callable[[Any], Outcome]) -> str:
    """Write the winners of a settled hand, and of the match if it is over."""
    won = describe_wins(view) if settled else ""
    return f"{won}{outcome(view).who} won the game." if view.actor == OVER else won.rstrip()


def describe_wins(view: Betting) -> str:
    """Write each seat's winnings of the hand."""
    won = ", ".join(f"{{{seat}}} wins {view.won[seat]}" for seat in range(view.seats) if view.won[seat] > 0)
    return f"{won}. " if won else ""
