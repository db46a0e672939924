"""Plain twin of the settlement of layered pots, chip by chip: TF-40 to TF-42, TC-18, TC-33, TC-34."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass
class Pot:
    amount: int
    members: set[int]
    """Who can win it."""


def layers(paid: Sequence[int], staying: set[int], carried: int) -> list[Pot]:
    """Pots, the main pot first. The n-th chip of every payer lies in the n-th layer; layers that the same players
    can win are one pot; a layer that only folded players reached belongs to the pot below (TF-41)."""
    pots: list[Pot] = []
    for layer in range(1, max(paid) + 1):
        payers = {seat for seat, amount in enumerate(paid) if amount >= layer}
        members = payers & staying
        if pots and (members == pots[-1].members or not members):
            pots[-1].amount += len(payers)
        else:
            pots.append(Pot(len(payers), members))
    pots[0].amount += carried
    return pots


def settle(
    paid: Sequence[int], staying: set[int], strength: Sequence[int], carried: int = 0
) -> tuple[list[int], int, list[tuple[int, list[int]]]]:
    """What each seat wins, what is carried over, and (rest, tied seats) of each pot."""
    won = [0] * len(paid)
    rests = []
    for pot in layers(paid, staying, carried):
        best = max(strength[seat] for seat in pot.members)
        winners = sorted(seat for seat in pot.members if strength[seat] == best)
        share, rest = divmod(pot.amount, len(winners))
        for seat in winners:
            won[seat] += share
        rests.append((rest, winners))
    return won, sum(rest for rest, _ in rests), rests
