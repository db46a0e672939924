"""Actions as text and back, and the refusals, each with its clause."""

from __future__ import annotations

from shindig.gamekit.action_parsing import parse_action as parse_text
from shindig.gamekit.game_spec import IllegalAction

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

NAMED_CARDS = tuple(suit * RANKS + rank for rank in (KING_RANK, QUEEN_RANK) for suit in range(4))
CONTRACTS = ("Pass", "Take", "Guard", "Guard without the Talon", "Guard against the Talon")
SHORTLY = ("Pass", "Take", "Guard", "Guard without", "Guard against")
SUIT_NAMES = ("Swords", "Cups", "Pentacles", "Wands", "trumps")
HANDFUL_NAMES = ("no handful", "single handful", "double handful", "triple handful")
SLAM_NAMES = ("no slam", "little slam", "grand slam")

TEXTS = (
    "tap",
    *(f"cut {k}" for k in range(1, DECK)),
    *("no dry", "little dry"),
    *("pass", "take", "guard", "without", "against"),
    *("no misery", "misery"),
    *HANDFUL_NAMES,
    *SLAM_NAMES,
    *(f"name {TALON.codes[card]}" for card in NAMED_CARDS),
    "leave",
    *(f"lay {code}" for code in TALON.codes),
    *(f"show {code}" for code in TALON.codes[SUITED:]),
    *(f"play {code}" for code in TALON.codes),
    *("minus", "plus"),
)
ACTIONS = {words.casefold(): action for action, words in enumerate(TEXTS)}
EXPECTED = {
    CUT: "tap, or cut with a number from 1 to 77, as in: cut 30",
    DRY: "little dry or no dry",
    BID: "pass, take, guard, without or against",
    MISERY: "misery or no misery",
    HANDFUL: "no handful, single handful, double handful or triple handful",
    SHOW: "show, with a trump, as in: show T21",
    SLAM: "no slam, little slam or grand slam",
    NAME: "name, with a king, as in: name KC",
    LAY: "leave, or lay with a card, as in: lay 3C",
    PLAY: "play, with a card, as in: play KS",
    ENDING: "plus or minus",
}
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


def spoken(card: int) -> str:
    """Name a card in a sentence: `the Queen of Cups`, `the Magician (1)`."""
    name = TALON.names[card]
    if card >= SUITED:
        return f"{name} ({card - SUITED})"
    return f"the {name}"


def opening_with(card: int) -> str:
    """Name a card at the beginning of a sentence."""
    name = spoken(card)
    return name[:1].upper() + name[1:]


def is_secret(action: int) -> bool:
    """Return True for the taker's actions with the talon."""
    return LEAVE <= action < SHOWS


def text(m: Talon, action: int) -> str:  # noqa: ARG001 - part of every game's interface
    """Write an action as text."""
    return TEXTS[action]


def parse(m: Talon, words: str) -> int:
    """Return the action of a text. Raises GameError."""
    return parse_text(m, words.casefold(), ACTIONS, {}, EXPECTED.get(int(m.phase), "nothing now"))


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
    return IllegalAction(CLAUSES[phase], f"{TEXTS[action]!r} has no place here; expected {EXPECTED[phase]}")


def refuse_tap(m: Talon, action: int) -> IllegalAction:  # noqa: ARG001
    return IllegalAction("TN-14", "After a mulligan the deck must be cut: a tap is not enough")


def refuse_dry(m: Talon, action: int) -> IllegalAction:  # noqa: ARG001
    return IllegalAction("TN-16", "A little dry is a hand whose only trump is the Magician")


def refuse_bid(m: Talon, action: int) -> IllegalAction:  # noqa: ARG001
    return IllegalAction("TN-20", f"{CONTRACTS[m.contract]} has been bid: bid higher, or pass")


def refuse_misery(m: Talon, action: int) -> IllegalAction:  # noqa: ARG001
    return IllegalAction("TN-31", "Misery is a hand with no trumps, or with no court cards")


def refuse_handful(m: Talon, action: int) -> IllegalAction:  # noqa: ARG001
    return IllegalAction("TN-32", "The hand has too few trumps for that handful")


def refuse_show(m: Talon, action: int) -> IllegalAction:
    card = SUITED + action - SHOWS
    if not holds(m, card):
        return refuse_card(card)
    if card == SUITED:
        return IllegalAction("TN-32", "The Fool may be shown only in a hand with no trump to spare")
    return IllegalAction("TN-32", "A handful is shown from high to low, with enough trumps left to finish it")


def refuse_name(m: Talon, action: int) -> IllegalAction:  # noqa: ARG001
    return IllegalAction("TN-40", "A queen may be named only by a taker who holds all four kings")


def refuse_lay(m: Talon, action: int) -> IllegalAction:
    card = action - LAYS
    if action != LEAVE and not holds(m, card):
        return refuse_card(card)
    if action != LEAVE and took(m, card):
        return IllegalAction("TN-50", f"You have just taken {spoken(card)} from the talon: it stays in your hand")
    if m.laid_open and (action == LEAVE or (card < SUITED and card % RANKS != KING_RANK)):
        return IllegalAction("TN-50", "Having laid a trump down you must keep nothing but trumps and kings")
    return IllegalAction("TN-50", "No king or honor may be laid down, and no trump while other cards would be kept")


def refuse_play(m: Talon, action: int) -> IllegalAction:
    card = action - PLAYS
    if not holds(m, card):
        return refuse_card(card)
    if m.led == NOBODY:
        suit = SUIT_NAMES[m.named // RANKS]
        return IllegalAction("TN-41", f"{suit} may not be led to the first trick: the taker has named {suit}")
    if m.led == TRUMP:
        return IllegalAction("TN-62", "A trump was led: play a higher trump, or else a trump")
    suit = SUIT_NAMES[m.led]
    if card >= SUITED and not int(m.suits[m.actor]) >> int(m.led) * RANKS & (1 << RANKS) - 1:
        return IllegalAction("TN-61", "At this table you must beat the trumps in the trick with a higher one")
    return IllegalAction("TN-61", f"{suit} was led: follow suit, or without that suit play a trump")


def refuse_card(card: int) -> IllegalAction:
    return IllegalAction("TN-60", f"{opening_with(card)} is not in your hand")


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
