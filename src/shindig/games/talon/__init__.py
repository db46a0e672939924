"""Talon for three, four and five: clauses TN-1 to TN-94."""

from __future__ import annotations

from ...cards.decks import TALON
from ..game import Game
from . import deal, record, rules, words
from .hints import hints
from .outcome import held, outcome
from .scene import own, result, scene
from .story import story

GAME = Game(
    id="talon",
    name="Talon",
    version=1,
    blurb="Tarot tricks widdershins: bid alone against the table, or with a secret partner, for points and honors.",
    seats=range(3, record.MAX_SEATS + 1),
    layout=record.LAYOUT,
    options=record.OPTIONS,
    deck=lambda m: TALON,  # noqa: ARG005
    orders=record.ORDERS,
    num_actions=record.NUM_ACTIONS,
    max_ranges=record.MAX_RANGES,
    max_order=record.DECK,
    start=deal.start,
    legal=rules.legal,
    apply=rules.apply,
    wanted=deal.wanted,
    order=deal.order,
    secret=words.is_secret,
    text=words.text,
    parse=words.parse,
    item_codes=words.item_codes,
    refuse=words.refuse,
    outcome=outcome,
    story=story,
    scene=scene,
    own=own,
    result=result,
    held=held,
    hints=hints,
    quiet=True,
    brisk=frozenset((record.DRY, record.MISERY, record.HANDFUL, record.SHOW, record.LAY)),
)
