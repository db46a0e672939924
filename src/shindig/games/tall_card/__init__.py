"""Tall Card, the published rules: clauses TC-1 to TC-47."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from shindig.core.kernel_compiler import quicken
from shindig.core.layout_and_views import Numbers
from shindig.gamekit.array_rules_engine import Engine
from shindig.gamekit.betting.pots import count_money
from shindig.gamekit.betting.state import CHECK, FOLD, is_broke, is_out
from shindig.gamekit.five_cards.rank import Rank
from shindig.gamekit.five_cards.state import ORDERS
from shindig.gamekit.game_spec import Game, Look, Rules, Services, Table, Words
from shindig.gamekit.policies import GENTLE, STEADY
from shindig.messages import say

from .bots import MINDS
from .deck import TALL_CARD, TALL_CARD_TALL
from .rules import deal, phases, state
from .rules.hand_definition import HAND
from .words import actions, story
from .words.hints import hints, reasons
from .words.outcome import outcome
from .words.scene import moment, own, result, scene
from .worth import discard_odds, ranks, strength_tables
from .worth.hand_study import WORTH


@dataclass(frozen=True, eq=False)
class TallCardGame(Game):
    """Tall Card with functions for single hands."""

    def compile(self) -> Engine:
        """Compile the entry points and the hand evaluation."""
        for worth in (ranks.strength, ranks.best_cards):
            quicken(worth, np.zeros(5, np.int8), 0, False)
        return super().compile()

    def rank(self, hand: str, tall: str | None = None, claimed: bool = False) -> Rank:
        """Return the Rank of five cards, `8p 8d 8p 4d 3b`; `tall` is a Tall Card, `p` or `RdD`, or None. Raises
        CardError."""
        return ranks.rank(hand, tall, claimed)

    def strengths(
        self, hands: npt.NDArray[np.int8], tall: int = -1, claimed: bool = False, out: Numbers | None = None
    ) -> Numbers:
        """Return int16[n] strengths of int8[n, 5] card ids, greater beats, equal splits; see strength_tables.py. Raises
        ValueError."""
        return strength_tables.strengths(hands, tall, claimed, out)

    def draw_odds(
        self, hand: str, tall: str | None = None, claimed: bool = False, seen: str = ""
    ) -> dict[str, dict[str, float]]:
        """Return the exact chance of every Rank, by the cards discarded; see discard_odds.py. Raises CardError."""
        return discard_odds.draw_odds(hand, tall, claimed, seen)


GAME = TallCardGame(
    id="tall-card",
    name="Tall Card",
    blurb=say("tall-card-blurb"),
    rules=Rules(
        version=2,
        earlier_versions=(1,),
        seats=range(2, state.MAX_SEATS + 1),
        layout=state.LAYOUT,
        options=state.OPTIONS,
        orders=ORDERS,
        num_actions=state.NUM_ACTIONS,
        max_ranges=32 * state.RANKS,
        max_order=state.DECK,
        start=deal.start,
        legal=phases.legal,
        apply=phases.apply,
        chance_items=deal.chance_items,
        chance_order=deal.chance_order,
        items_used=deal.used_of,
        secret=actions.is_secret,
        conserved=count_money,
        amounts=(state.BETS, state.RAISES),
        check=state.check,
        hand=HAND,
    ),
    words=Words(
        text=actions.text,
        texts=actions.texts,
        parse=actions.parse,
        item_codes=actions.item_codes,
        refuse=actions.refuse,
        outcome=outcome,
        story=story.story,
        result=result,
        highlight=moment,
        hints=hints,
        reasons=reasons,
        unit=say("unit-credits"),
        hand=say("word-round"),
    ),
    table=Table(
        decks=(TALL_CARD, TALL_CARD_TALL),
        look=Look(
            cloth=("#3d4a4f", "#232c31"),
            sample=("RdD", "8p", "1b", "9d", "WhD"),
            faces=f"{__name__}.look.faces",
            sheet="look/table.css",
        ),
        scene=scene,
        own=own,
    ),
    services=Services(
        folder=Path(__file__).parent,
        lobby_place=1,
        like="poker",
        minutes=3,
        difficulty=1,
        clauses=("TC",),
        bots={"steady": STEADY, "gentle": GENTLE, "expert": f"{__name__}.bots.expert:act"},
        retired_bots={
            "steady-1": f"{__name__}.bots.steady_1:act",
            "steady-2": f"{__name__}.bots.steady_2:act",
            "expert-1": f"{__name__}.bots.expert:act_1",
        },
        timeout_actions=(CHECK, FOLD, state.DECLINE),
        quick_actions=(FOLD, state.DECLINE),
        forced_phases=frozenset((state.CLAIM, state.FIRST_BETS, state.SECOND_BETS)),
        is_out=is_out,
        is_broke=is_broke,
    ),
    policies=MINDS,
    worth=WORTH,
)
