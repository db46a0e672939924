"""Tall Cards, the fan rules: clauses TF-1 to TF-54, and the expanded decks TC-50 and TC-51."""

from __future__ import annotations

from ..betting import money
from ..game import Game
from . import between, deal, record, rules, story, words
from .hints import hints
from .outcome import outcome
from .scene import scene

GAME = Game(
    id="tall-cards",
    name="Tall Cards",
    version=1,
    blurb="Draw poker with six suits and no limit: claim the Tall Card, and your cards of its suit turn wild.",
    seats=range(2, record.MAX_SEATS + 1),
    layout=record.LAYOUT,
    options=record.OPTIONS,
    deck=words.deck_of,
    orders=record.ORDERS,
    num_actions=record.NUM_ACTIONS,
    max_ranges=40,
    max_order=record.DECK,
    start=deal.start,
    legal=rules.legal,
    apply=rules.apply,
    wanted=deal.wanted,
    order=rules.order,
    secret=words.is_secret,
    text=words.text,
    parse=words.parse,
    item_codes=words.item_codes,
    refuse=words.refuse,
    outcome=outcome,
    story=story.story,
    scene=scene,
    held=money,
    amounts=(record.BETS, record.RAISES, record.GIVES),
    check=record.check,
    by_clock=between.by_clock,
    hints=hints,
)
