"""Bets as the bots of this game see them: steps, amounts, and the equity by which to bet."""

from __future__ import annotations

from shindig.gamekit.five_cards.bets import bind_bets

from ..rules.bets import highest, smallest
from ..rules.state import BET, FIRST_BETS, RAISE, SECOND_BETS
from .equity import hope_of, made_hope_of

is_betting, is_second, amount_of, raise_by, betting_hope = bind_bets(
    "tall_cards",
    first_bets=FIRST_BETS,
    second_bets=SECOND_BETS,
    bet=BET,
    raise_bet=RAISE,
    smallest=smallest,
    highest=highest,
    hope_of=hope_of,
    made_hope_of=made_hope_of,
)
