"""Talon for three, four and five: clauses TN-1 to TN-94."""

from __future__ import annotations

from pathlib import Path

from shindig.gamekit.game_spec import Game, Look, Rules, Services, Simultaneous, Table, Words
from shindig.gamekit.policies import EXPERT, GENTLE, STEADY
from shindig.messages import say

from .bots import MINDS
from .deck import TALON
from .hand_study import OUTLOOK
from .rules import deal, phases, state
from .rules.calls import still_to_answer
from .rules.hand_definition import HAND, is_broke
from .rules.play import turn_kind
from .words import actions
from .words.hints import hints, reasons
from .words.outcome import held, outcome
from .words.scene import own, result, scene
from .words.story import story

GAME = Game(
    id="talon",
    name="Talon",
    blurb=say("talon-blurb"),
    rules=Rules(
        version=1,
        seats=range(3, state.MAX_SEATS + 1),
        layout=state.LAYOUT,
        options=state.OPTIONS,
        orders=state.ORDERS,
        num_actions=state.NUM_ACTIONS,
        max_ranges=state.MAX_RANGES,
        max_order=state.DECK,
        start=deal.start,
        legal=phases.legal,
        apply=phases.apply,
        chance_items=deal.chance_items,
        chance_order=deal.chance_order,
        secret=actions.is_secret,
        conserved=held,
        revealing_fields=("evasive",),  # announced (TN-33)
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
        hints=hints,
        reasons=reasons,
    ),
    table=Table(
        decks=(TALON,),
        look=Look(
            cloth=("#232a5c", "#12163a"),
            sample=("T1", "KS", "QC", "T21", "T0"),
            faces=f"{__name__}.look.faces",
            sheet="look/table.css",
            seating="tricks",
        ),
        scene=scene,
        own=own,
    ),
    services=Services(
        folder=Path(__file__).parent,
        lobby_place=3,
        like="tarot",
        minutes=6,
        difficulty=3,
        clauses=("TN",),
        bots={"steady": STEADY, "gentle": GENTLE, "expert": EXPERT},
        retired_bots={"steady-1": STEADY},
        silence_clause="TN-94",
        quick_actions=(state.CUTS, state.BIDS, state.SLAMS),
        short_match={"hands": 3},
        instant_phases=frozenset((state.SHOW, state.LAY)),
        simultaneous=(
            Simultaneous((state.DRY,), still_to_answer, 4),
            Simultaneous((state.MISERY, state.HANDFUL), still_to_answer, 5),
        ),
        turn_kind=turn_kind,
        is_broke=is_broke,
    ),
    policies=MINDS,
    rollouts=OUTLOOK,
)
