"""Tall Cards, the fan rules: clauses TF-1 to TF-54, and the expanded decks TC-50 and TC-51."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from shindig.core.layout_and_views import Numbers
from shindig.gamekit.betting.pots import count_money
from shindig.gamekit.betting.state import CHECK, FOLD, is_broke, is_out
from shindig.gamekit.five_cards.rank import Rank
from shindig.gamekit.five_cards.state import ORDERS
from shindig.gamekit.game_spec import Game, LateShow, Look, Rules, Services, Simultaneous, Table, Words
from shindig.gamekit.policies import GENTLE, STEADY
from shindig.messages import say

from .bots import MINDS
from .deck import EXPANDED_72, EXPANDED_96, EXPANDED_TALL, FRUIT, FRUIT_TALL
from .rules import between_hands, deal, phases, showdown, state
from .rules.hand_definition import HAND
from .words import actions, story
from .words.hints import hints, reasons
from .words.outcome import outcome
from .words.scene import moment, own, result, scene
from .worth import batch_strength, discard_odds, ranks
from .worth.hand_study import WORTH


@dataclass(frozen=True, eq=False)
class TallCardsGame(Game):
    """Tall Cards with functions for single hands."""

    def rank(
        self, hand: str, tall: str | None = None, claimed: bool = False, deck: str = "fruit", ace_low: bool = True
    ) -> Rank:
        """Return the Rank of five cards, `Dp 8p 2p 7h 7o`; `tall` is the Tall suit's letter. Raises CardError."""
        return ranks.rank(hand, tall, claimed, deck, ace_low)

    def strengths(
        self,
        hands: npt.NDArray[np.int8],
        tall: int = -1,
        claimed: bool = False,
        ace_low: bool = True,
        out: Numbers | None = None,
    ) -> Numbers:
        """Return int16[n] strengths of int8[n, 5] card ids, greater beats, equal splits; see batch_strength.py.
        Raises
        ValueError."""
        return batch_strength.strengths(hands, tall, claimed, ace_low, out)

    def draw_odds(
        self, hand: str, tall: str | None = None, seen: str = "", deck: str = "fruit", ace_low: bool = True
    ) -> dict[str, dict[str, float]]:
        """Return the exact chance of every Rank, by the cards discarded, and for `claim`; see discard_odds.py. Raises
        CardError."""
        return discard_odds.draw_odds(hand, tall, seen, deck, ace_low)


GAME = TallCardsGame(
    id="tall-cards",
    name="Tall Cards",
    blurb=say("tall-cards-blurb"),
    rules=Rules(
        version=2,
        earlier_versions=(1,),
        seats=range(2, state.MAX_SEATS + 1),
        layout=state.LAYOUT,
        options=state.OPTIONS,
        orders=ORDERS,
        num_actions=state.NUM_ACTIONS,
        max_ranges=40,
        max_order=state.DECK,
        start=deal.start,
        legal=phases.legal,
        apply=phases.apply,
        chance_items=deal.chance_items,
        chance_order=phases.chance_order,
        items_used=deal.used_of,
        secret=actions.is_secret,
        conserved=count_money,
        amounts=(state.BETS, state.RAISES, state.GIVES),
        check=state.check,
        late_show=LateShow(showdown.may_show_late, showdown.turn_up, story.show_late, "TF-18"),
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
        unit=say("unit-chips"),
    ),
    table=Table(
        decks=(FRUIT, EXPANDED_72, EXPANDED_96, FRUIT_TALL, EXPANDED_TALL),
        choose_deck=actions.deck_of,
        look=Look(
            cloth=("#5a1f38", "#35101f"),
            sample=("Ab", "7h", "Dr", "2p", "Aa"),
            faces=f"{__name__}.look.faces",
            sheet="look/table.css",
        ),
        scene=scene,
        own=own,
    ),
    services=Services(
        folder=Path(__file__).parent,
        lobby_place=2,
        like="poker",
        minutes=6,
        difficulty=2,
        clauses=("TF", "TC"),
        bots={"steady": STEADY, "gentle": GENTLE, "expert": f"{__name__}.bots.expert:act"},
        retired_bots={
            "steady-1": f"{__name__}.bots.steady_1:act",
            "steady-2": f"{__name__}.bots.steady_2:act",
            "expert-1": f"{__name__}.bots.expert_1:act",
        },
        timeout_actions=(CHECK, FOLD),
        quick_actions=(FOLD,),
        forced_phases=frozenset((state.GIFTS, state.DRAW)),
        simultaneous=(Simultaneous((state.GIFTS,), between_hands.still_to_be_ready, secret=False),),
        by_clock=between_hands.by_clock,
        is_out=is_out,
        is_broke=is_broke,
    ),
    policies=MINDS,
    worth=WORTH,
)
