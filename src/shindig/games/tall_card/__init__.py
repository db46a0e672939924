"""Tall Card, the published rules: clauses TC-1 to TC-47."""

from __future__ import annotations

from ...cards.decks import TALL_CARD
from ..betting import money
from ..game import Game
from . import deal, record, rules, story, words
from .hints import hints
from .outcome import outcome
from .scene import scene

GAME = Game(
    id="tall-card",
    name="Tall Card",
    version=1,
    blurb="Draw and bet; claim the Tall Card and its suit or Dragon works for you and against all others.",
    seats=range(2, record.MAX_SEATS + 1),
    layout=record.LAYOUT,
    options=record.OPTIONS,
    deck=lambda _: TALL_CARD,
    orders=record.ORDERS,
    num_actions=record.NUM_ACTIONS,
    max_ranges=32 * record.RANKS,
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
    story=story.story,
    scene=scene,
    held=money,
    amounts=(record.BETS, record.RAISES),
    check=record.check,
    hints=hints,
)
