"""Actions as text and back, and the refusals, each with its clause."""

from __future__ import annotations

from shindig.gamekit.action_parsing import parse_action as parse_text
from shindig.gamekit.game_spec import IllegalAction
from shindig.messages import say

from ..deck import TALON
from ..rules.state import (
    BID,
    BIDS,
    CUT,
    CUTS,
    DECK,
    DRY,
    ENDING,
    HANDFUL,
    HANDFUL_CALLS,
    IS_DRY,
    IS_MISERY,
    KING_RANK,
    LAY,
    LAYS,
    LEAVE,
    MISERY,
    NAME,
    NAMES,
    NOBODY,
    NUM_ACTIONS,
    PLAY,
    PLAYS,
    QUEEN_RANK,
    RANKS,
    SHOW,
    SHOWS,
    SLAM,
    SUITED,
    THICKNESS,
    TRUMP,
    Talon,
)
from .names import name_bid, name_card, name_suit

NAMED_CARDS = tuple(suit * RANKS + rank for rank in (KING_RANK, QUEEN_RANK) for suit in range(4))
TEXTS = (
    "tap",
    *(f"cut {k}" for k in range(1, DECK)),
    *("no dry", "little dry"),
    *("pass", "take", "guard", "without", "against"),
    *("no misery", "misery"),
    *("no handful", "single handful", "double handful", "triple handful"),
    *("no slam", "little slam", "grand slam"),
    *(f"name {TALON.codes[card]}" for card in NAMED_CARDS),
    "leave",
    *(f"lay {code}" for code in TALON.codes),
    *(f"show {code}" for code in TALON.codes[SUITED:]),
    *(f"play {code}" for code in TALON.codes),
    *("minus", "plus"),
)
ACTIONS = {words.casefold(): action for action, words in enumerate(TEXTS)}
ASKED = (CUT, DRY, BID, MISERY, HANDFUL, SHOW, SLAM, NAME, LAY, PLAY, ENDING)
"""Phases in which a seat acts."""
EXPECTED = {phase: say(f"talon-expected-{phase}") for phase in ASKED}
"""Actions that a phase takes, as they are typed."""
CLAUSES = {
    CUT: "TN-11",
    DRY: "TN-16",
    BID: "TN-20",
    MISERY: "TN-31",
    HANDFUL: "TN-32",
    SHOW: "TN-32",
    SLAM: "TN-34",
    NAME: "TN-40",
    LAY: "TN-50",
    PLAY: "TN-60",
    ENDING: "TN-75",
}


def is_secret(action: int) -> bool:
    """Return True for the taker's actions with the talon."""
    return LEAVE <= action < SHOWS


def text(m: Talon, action: int) -> str:  # noqa: ARG001 - part of every game's interface
    """Write an action as text."""
    return TEXTS[action]


def parse(m: Talon, words: str) -> int:
    """Return the action of a text. Raises GameError."""
    return parse_text(m, words.casefold(), ACTIONS, {}, EXPECTED.get(int(m.phase), say("talon-expected-nothing")))


def item_codes(m: Talon, order: int) -> tuple[str, ...]:  # noqa: ARG001 - part of every game's interface
    """Return the codes of the items of an order."""
    return tuple(str(depth) for depth in range(DECK)) if order == THICKNESS else TALON.codes


def holds(m: Talon, card: int) -> bool:
    """Return True if the actor holds a card."""
    if card < SUITED:
        return bool(m.suits[m.actor] >> card & 1)
    return bool(m.trumps[m.actor] >> (card - SUITED) & 1)


def took(m: Talon, card: int) -> bool:
    """Return True if the actor has taken a card from the talon."""
    if card < SUITED:
        return bool(m.taken_suits[m.actor] >> card & 1)
    return bool(m.taken_trumps[m.actor] >> (card - SUITED) & 1)


def refuse(m: Talon, action: int) -> IllegalAction:
    """Explain why the actor may not play an action now."""
    phase = int(m.phase)
    for (at, first, last), reason in REASONS.items():
        if at == phase and first <= action <= last:
            return reason(m, action)
    expected = say("talon-refuse-step", written=TEXTS[action], expected=EXPECTED[phase])
    return IllegalAction(CLAUSES[phase], expected)


def refuse_tap(m: Talon, action: int) -> IllegalAction:  # noqa: ARG001
    return IllegalAction("TN-14", say("talon-refuse-tap"))


def refuse_dry(m: Talon, action: int) -> IllegalAction:  # noqa: ARG001
    return IllegalAction("TN-16", say("talon-refuse-dry"))


def refuse_bid(m: Talon, action: int) -> IllegalAction:  # noqa: ARG001
    return IllegalAction("TN-20", say("talon-refuse-bid", bid=name_bid(int(m.contract))))


def refuse_misery(m: Talon, action: int) -> IllegalAction:  # noqa: ARG001
    return IllegalAction("TN-31", say("talon-refuse-misery"))


def refuse_handful(m: Talon, action: int) -> IllegalAction:  # noqa: ARG001
    return IllegalAction("TN-32", say("talon-refuse-handful"))


def refuse_show(m: Talon, action: int) -> IllegalAction:
    card = SUITED + action - SHOWS
    if not holds(m, card):
        return refuse_card(card)
    return IllegalAction("TN-32", say("talon-refuse-show-fool" if card == SUITED else "talon-refuse-show"))


def refuse_name(m: Talon, action: int) -> IllegalAction:  # noqa: ARG001
    return IllegalAction("TN-40", say("talon-refuse-name"))


def refuse_lay(m: Talon, action: int) -> IllegalAction:
    card = action - LAYS
    if action != LEAVE and not holds(m, card):
        return refuse_card(card)
    if action != LEAVE and took(m, card):
        return IllegalAction("TN-50", say("talon-refuse-lay-taken", card=name_card(card)))
    if m.laid_open and (action == LEAVE or (card < SUITED and card % RANKS != KING_RANK)):
        return IllegalAction("TN-50", say("talon-refuse-lay-trumps"))
    return IllegalAction("TN-50", say("talon-refuse-lay"))


def refuse_play(m: Talon, action: int) -> IllegalAction:
    card = action - PLAYS
    if not holds(m, card):
        return refuse_card(card)
    if m.led == NOBODY:
        return IllegalAction("TN-41", say("talon-refuse-lead", suit=name_suit(int(m.named) // RANKS)))
    if m.led == TRUMP:
        return IllegalAction("TN-62", say("talon-refuse-trump"))
    if card >= SUITED and not int(m.suits[m.actor]) >> int(m.led) * RANKS & (1 << RANKS) - 1:
        return IllegalAction("TN-61", say("talon-refuse-overruff"))
    return IllegalAction("TN-61", say("talon-refuse-suit", suit=name_suit(int(m.led))))


def refuse_card(card: int) -> IllegalAction:
    return IllegalAction("TN-60", say("talon-refuse-card", card=name_card(card)))


REASONS = {
    (CUT, CUTS, CUTS): refuse_tap,
    (DRY, IS_DRY, IS_DRY): refuse_dry,
    (BID, BIDS + 1, BIDS + 4): refuse_bid,
    (MISERY, IS_MISERY, IS_MISERY): refuse_misery,
    (HANDFUL, HANDFUL_CALLS + 1, HANDFUL_CALLS + 3): refuse_handful,
    (SHOW, SHOWS, SHOWS + 21): refuse_show,
    (NAME, NAMES + 4, NAMES + 7): refuse_name,
    (LAY, LEAVE, SHOWS - 1): refuse_lay,
    (PLAY, PLAYS, PLAYS + DECK - 1): refuse_play,
}
"""Refusals of actions that belong to a phase, by phase and first and last action."""

assert len(TEXTS) == NUM_ACTIONS
