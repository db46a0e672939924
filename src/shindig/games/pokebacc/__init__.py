"""Pokebacc: Royal Pokebacc, Merchant's Bank, Farmers and Fishermen. Clauses PB-1 to PB-54."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from shindig.gamekit.array_rules_engine import Engine
from shindig.gamekit.game_spec import Game, Look, Rules, Services, Simultaneous, Table, Words
from shindig.gamekit.policies import EXPERT, GENTLE, STEADY
from shindig.messages import say

from .bots import MINDS
from .bots.draw_luck import LUCK
from .hand_study import OUTLOOK
from .rules import deal, phases, state
from .rules.hand_definition import HAND, is_broke, is_out
from .rules.melding import still_to_answer
from .rules.state import Pokebacc
from .rules.variants import MAX_CARDS, VARIANTS, Variant
from .words import actions
from .words.hints import hints, reasons
from .words.names import find_word
from .words.outcome import held, moment, outcome
from .words.scene import own, result, scene
from .words.story import story
from .worth import hand_melds
from .worth.meld_numbering import MAX_MELDS

MINUTES = {"royal-pokebacc": 3, "merchants-bank": 4, "farmers-and-fishermen": 3}

FACES, SHEET = f"{__name__}.look.faces", "look/table.css"
LOOKS = {
    "royal-pokebacc": Look(("#6a1426", "#3d0914"), ("3A", "KF", "QM", "SW", "War"), FACES, SHEET, "row"),
    "merchants-bank": Look(("#1f4d3a", "#10291f"), ("5F", "TW", "RA", "HM", "Flood"), FACES, SHEET, "row"),
    "farmers-and-fishermen": Look(("#6b4a2f", "#452c1a"), ("8M", "QA", "KF", "2W", "Storm"), FACES, SHEET, "row"),
}


@dataclass(frozen=True, eq=False)
class PokebaccGame(Game):
    """Pokebacc with functions for single hands."""

    variant: Variant = VARIANTS[0]

    def melds(self, cards: str) -> tuple[hand_melds.Meld, ...]:
        """Return every meld among the cards, the best first. Raises CardError."""
        return hand_melds.melds(self.variant, cards)

    def best_layout(self, cards: str) -> tuple[hand_melds.Meld, ...]:
        """Return the disjoint melds with the highest sum and, in a tie, the most cards. Raises CardError."""
        return hand_melds.layout(self.variant, cards)

    def compile(self) -> Engine:
        """Compile the entry points and the search for layouts."""
        self.layouts(np.zeros((1, 1), np.int8))
        return super().compile()

    def layouts(self, hands: npt.ArrayLike) -> npt.NDArray[np.int16]:
        """Return score and cards of each hand's best layout: int16[n, 2] from card ids int[n, k], -1 for none.

        Raises ValueError.
        """
        return hand_melds.layouts(self.variant, hands)


_engines: dict[str, Engine] = {}
"""Entry points, shared by all three games."""


def _game(variant: Variant) -> PokebaccGame:
    def start(m: Pokebacc) -> None:
        m.variant = variant.index
        deal.start(m)

    return PokebaccGame(
        id=variant.name,
        name=variant.title,
        blurb=say(f"pokebacc-blurb-{variant.name}"),
        rules=Rules(
            version=variant.version,
            earlier_versions=tuple(range(1, variant.version)),
            seats=range(3, state.MAX_SEATS + 1),
            layout=state.LAYOUT,
            picks=(state.PICKS,),
            options=state.options(variant),
            orders=state.ORDERS,
            num_actions=state.NUM_ACTIONS,
            max_ranges=MAX_MELDS + MAX_CARDS + 1,
            max_order=MAX_CARDS,
            start=start,
            legal=phases.legal,
            apply=phases.apply,
            chance_items=deal.chance_items,
            chance_order=deal.chance_order,
            secret=actions.is_secret,
            conserved=held,
            revealing_fields=("ended",),
            amounts=(state.amounts(variant),),
            hand=HAND,
        ),
        words=Words(
            text=actions.text,
            parse=actions.parse,
            item_codes=actions.item_codes,
            refuse=actions.refuse,
            outcome=outcome,
            story=story,
            result=result,
            highlight=moment,
            hints=hints,
            reasons=reasons,
            unit=find_word(variant.index, "hands"),
            hand=find_word(variant.index, "hand"),
        ),
        table=Table(
            decks=(variant.deck,),
            look=LOOKS[variant.name],
            scene=scene,
            own=own,
        ),
        services=Services(
            folder=Path(__file__).parent,
            lobby_place=4 + variant.index,
            like="rummy",
            minutes=MINUTES[variant.name],
            difficulty=2 if variant.name == "merchants-bank" else 1,
            clauses=("PB",),
            bots={"steady": STEADY, "gentle": GENTLE, "expert": EXPERT},
            retired_bots={"steady-1": f"{__name__}.bots.steady_1:act"},
            simultaneous=(Simultaneous((state.DISASTER,), still_to_answer, 10),),
            quick_actions=(state.PASS, state.LEAVE),
            short_match={"hands_to_win": 2},
            forced_phases=frozenset((state.TURN,)),
            timeout_actions=(state.PASS,),
            is_out=is_out,
            is_broke=is_broke,
        ),
        policies=MINDS,
        rollouts=OUTLOOK,
        luck=LUCK,
        _engines=_engines,
        variant=variant,
    )


ROYAL_POKEBACC, MERCHANTS_BANK, FARMERS_AND_FISHERMEN = (_game(variant) for variant in VARIANTS)
