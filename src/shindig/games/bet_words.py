"""Betting as people read it: texts, refusals, the control, the pots, the story. Shared by the games that bet."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .betting import CALL, CHECK, FOLD
from .game import Amounts, Event, GameError, IllegalAction, Line
from .record import Facts, Plain
from .scene import Amount, Pick, Press, Prompt

WORDS = {CHECK: "check", CALL: "call", FOLD: "fold"}
DEEDS = {CHECK: "checks", FOLD: "folds"}


@dataclass(frozen=True)
class Bets:
    """How a game bets: its families of amounts, its unit, and the clauses that its refusals cite."""

    bets: Amounts
    raises: Amounts
    unit: str
    betting: str
    short: str
    """The clause about bets and raises under the minimum."""
    free_fold: bool

    def parse(self, verb: str, rest: str) -> int | None:
        """The action behind `bet 10` or `raise 10`; None for another verb. Raises GameError."""
        if verb not in ("bet", "raise"):
            return None
        return parse_amount(self.bets if verb == "bet" else self.raises, rest, self.unit, self.betting)

    def refuse(self, m: Facts, action: int, low: int, high: int) -> IllegalAction:
        """Why the actor may not play an action in a betting step whose bets go from `low` to `high`."""
        rest = int(m.chips[m.actor]) - owed(m)
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

    def deed(self, event: Event) -> str:
        """What a betting action of an event was, `bets 10 and is all-in`; empty for another action."""
        action, seat, before = event.action, event.seat, event.before
        if action is None:
            return ""
        if action in DEEDS:
            return DEEDS[action]
        family = next((one for one in (self.bets, self.raises) if action in one), None)
        if action != CALL and family is None:
            return ""
        amount = family.amount(action) if family else 0
        all_in = " and is all-in" if before.bet - before.step_paid[seat] + amount >= before.chips[seat] else ""
        if family is None:
            return f"calls{all_in}"
        if family is self.bets:
            return f"bets {amount}{all_in}"
        return f"raises by {amount} to {before.bet + amount}{all_in}"

    def prompt(self, view: Plain, ranges: list[tuple[int, int]]) -> Prompt:
        """What the viewer is asked in a betting step."""
        debt, chips = owed(view), view.chips[view.actor]
        presses = {
            CHECK: Press(CHECK, "Check", "Stay in without betting.", 2),
            CALL: Press(CALL, f"Call {min(debt, chips)}" + (" (all-in)" if debt >= chips else ""), weight=2),
            FOLD: Press(FOLD, "Fold", "Give up the hand and what you have paid.", 0),
        }
        controls: list[Press | Amount | Pick] = [presses[first] for first, _ in ranges if first in presses]
        controls += [self._amount(view, first, last) for first, last in ranges if first not in presses]
        return Prompt(f"{debt} to call. Call, raise or fold?" if debt else "Check or bet?", tuple(controls))

    def _amount(self, view: Plain, first: int, last: int) -> Amount:
        family = self.bets if first in self.bets else self.raises
        low, high = family.amount(first), family.amount(last)
        pot = sum(view.paid) + view.carried + owed(view)
        all_in = high == view.chips[view.actor] - owed(view)
        labels = {
            low: "least",
            max(low, min(high, pot // 2)): "half pot",
            max(low, min(high, pot)): "pot",
            high: "all-in" if all_in else "most",
        }
        presets = tuple((label, value) for value, label in sorted(labels.items()))
        return Amount(family.name.capitalize(), first, low, high, presets)


def parse_amount(family: Amounts, rest: str, unit: str, clause: str) -> int:
    """The action of a family for an amount in digits. Raises GameError."""
    most = family.last - family.first + 1
    if not re.fullmatch("[1-9][0-9]{0,6}", rest) or int(rest) > most:
        raise GameError(
            f"{family.name} takes a whole number of {unit}, as in: {family.name} 10; not {rest!r} ({clause})"
        )
    return family.action(int(rest))


def owed(view: Facts) -> int:
    """What the actor must pay to call."""
    return int(view.bet - view.step_paid[view.actor])


def pots(view: Plain, settled: bool) -> tuple[tuple[str, int], ...]:
    """What lies in each pot; bets of the step under way are still before the seats. `settled`: the hand is over."""
    total = sum(view.paid) - sum(view.step_paid) + view.carried
    if settled or view.pots < 2:
        return (("Pot", total),) if total else ()
    return tuple((pot_name(p), view.pot[p]) for p in range(view.pots))


def pot_name(p: int) -> str:
    return f"Side pot {p}" if p else "Main pot"


def winning(after: Plain) -> list[Line]:
    """Who wins what when a hand has been settled: by pot where there are several, side pots first."""
    lines = [Line(f"{{{seat}}} wins {after.won[seat]}.", 2) for seat in range(after.seats) if after.won[seat] > 0]
    if after.pots > 1:
        lines = [Line(pot_line(after, p), 0) for p in reversed(range(after.pots))] + lines
    if after.carried:
        lines.append(Line(f"{after.carried} left over goes into the next main pot.", 0))
    return lines


def pot_line(after: Plain, p: int) -> str:
    members = [seat for seat in range(after.seats) if after.pot_members[p] >> seat & 1]
    best = max(after.strength[seat] for seat in members)
    winners = " and ".join(f"{{{seat}}}" for seat in members if after.strength[seat] == best)
    return f"{pot_name(p)} of {after.pot[p]}: {winners}."
