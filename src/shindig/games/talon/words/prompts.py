"""Prompts of the viewer, with the controls that answer."""

from __future__ import annotations

from collections.abc import Callable

from shindig.gamekit.table_scene import Amount, Card, Control, Exchange, Pick, Press, Prompt

from ..deck import TALON
from ..rules.state import (
    ANY,
    APPROXIMATE,
    BID,
    BIDS,
    CUT,
    CUTS,
    DECK,
    DRY,
    ENDING,
    HANDFUL,
    HANDFUL_CALLS,
    HANDFULS,
    HONORS,
    IS_DRY,
    IS_MISERY,
    LAY,
    LAYS,
    LEAVE,
    MINUS,
    MISERY,
    NAME,
    NAMES,
    NO_MISERY,
    NOT_DRY,
    PLAYS,
    PLUS,
    RANKS,
    SHOW,
    SHOWS,
    SLAM,
    SLAMS,
    SUITED,
    Talon,
)
from ..rules.state import TALON as TALON_CARDS
from .actions import CONTRACTS, HANDFUL_NAMES, NAMED_CARDS, SLAM_NAMES

Ranges = list[tuple[int, int]]
BID_HELP = (
    "Out of the bidding.",
    "Times 1; you exchange with the talon.",
    "Times 2; you exchange with the talon.",
    "Times 4; the talon is yours, unseen.",
    "Times 6; the talon is theirs, unseen.",
)
SLAM_HELP = (
    "",
    "All tricks but three, or more: +300, or -150 if you miss it. You lead first.",
    "Every trick: +400, or -200 if you miss it. You lead first.",
)

MEANINGS = {
    DRY: "Whose only trump is the Magician, trump 1, is a little dry, and may have the hands dealt again. "
    "All are asked, so that nobody learns anything by it.",
    MISERY: "A hand without any trump, or without King, Queen, Knight and Knave, is a misery. "
    "Whoever announces one gets ten from each other player.",
    HANDFUL: "Many trumps in one hand are a handful; how many, hangs on how many play. "
    "Shown before the play, it is worth a bonus to the side that wins the hand, whoever showed it.",
    SLAM: "A grand slam is every trick, a little slam every trick but three at most. "
    "Promised, it counts most; missed, it costs.",
    NAME: "The card that you name makes its holder your partner, who knows it and says nothing until it is played.",
    ENDING: "The Magician in the last trick is worth ten more or ten less to the hand, as its player chooses.",
}
"""Explanations of rare questions with words that only this game has."""


def prompt(view: Talon, ranges: Ranges, hand: list[int]) -> Prompt:
    """Make the prompt of this phase. `hand` is the viewer's, in the order of the table."""
    legal = [action for first, last in ranges for action in range(first, last + 1)]
    question, controls = ASK.get(view.phase, ask_play)(view, legal, hand)
    swap = exchange(view, hand) if view.phase == LAY else None
    return Prompt(question, tuple(controls), swap, MEANINGS.get(view.phase, ""))


Asked = tuple[str, list[Control]]
Asker = Callable[[Talon, list[int], list[int]], Asked]


def picks(label: str, legal: list[int], hand: list[int], first: int, help: str = "") -> list[Control]:
    """Make a control to touch one card of the hand; action `first` + card plays it."""
    choices = tuple(((hand.index(a - first),), a, f"{label} {TALON.names[a - first]}") for a in legal)
    return [Pick(label, choices, help)] if choices else []


def ask_cut(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    about = " about" if view.cut == APPROXIMATE else ""
    cut = Amount(f"Cut{about}", CUTS + 1, 1, DECK - 1, (("a third", 26), ("half", 39), ("two thirds", 52)))
    if legal[0] > CUTS:
        return "The deck must be cut after a mulligan. How many cards?", [cut]
    tap = Press(CUTS, "Tap", help="The deck stays as it lies.", weight=2)
    return "Cut the deck, or tap it?", [tap, cut]


def ask_dry(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    controls: list[Control] = [Press(NOT_DRY, "Go on", weight=2)]
    if IS_DRY in legal:
        controls.append(Press(IS_DRY, "A little dry", "The Magician is your only trump: the hands are dealt again."))
    return "A little dry?", controls


def ask_bid(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    controls: list[Control] = [Press(a, CONTRACTS[a - BIDS], BID_HELP[a - BIDS]) for a in legal]
    return f"{CONTRACTS[view.contract]} is bid: more, or pass?" if view.contract else "Your bid?", controls


def ask_misery(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    controls: list[Control] = [Press(NO_MISERY, "Go on", weight=2)]
    if IS_MISERY in legal:
        controls.append(Press(IS_MISERY, "Misery", "No trumps or no courts: everyone else pays you ten."))
    return "Misery?", controls


def ask_handful(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    sizes = HANDFULS[view.players - 3]
    controls: list[Control] = [Press(HANDFUL_CALLS, "No handful", weight=2)]
    for action in legal[1:]:
        level = action - HANDFUL_CALLS
        told = f"Show {sizes[level - 1]} trumps: {20 * level} to the side that wins the hand."
        controls.append(Press(action, HANDFUL_NAMES[level].capitalize(), told))
    return "A handful?", controls


def ask_show(view: Talon, legal: list[int], hand: list[int]) -> Asked:
    return f"Show your handful from high to low: {view.showing} more.", picks("Show", legal, hand, SHOWS - SUITED)


def ask_slam(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    names = [SLAM_NAMES[action - SLAMS].capitalize() for action in legal]
    controls: list[Control] = [Press(a, names[i], SLAM_HELP[i], 0 if i else 2) for i, a in enumerate(legal)]
    return "Do you promise a slam?", controls


def ask_name(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    cards = {action: NAMED_CARDS[action - NAMES] for action in legal}
    controls: list[Control] = [
        Press(a, TALON.names[card], "In your own hand: you would play alone." if card in hand else "")
        for a, card in cards.items()
    ]
    return "Name a card: whoever holds it is your partner, in secret.", controls


def ask_lay(view: Talon, legal: list[int], hand: list[int]) -> Asked:
    there = TALON.names[view.seen[view.viewer][view.laying]]
    place = f"card {view.laying + 1} of {TALON_CARDS[view.players - 3]} in the talon is {there}"
    controls: list[Control] = [Press(LEAVE, f"Leave {there}", weight=2)] if LEAVE in legal else []
    controls += picks("Lay down", [a for a in legal if a != LEAVE], hand, LAYS, f"You take {there} for it.")
    may = "Leave it, or touch" if LEAVE in legal else "Touch"
    return f"The talon: {place}. {may} the card to lay down for it; cards you took stay in your hand.", controls


def exchange(view: Talon, hand: list[int]) -> Exchange:
    """Make the exchange of the rest of the talon. Legal lays depend on each other (TN-50); most kings never are."""
    seat, places = view.viewer, range(view.laying, TALON_CARDS[view.players - 3])
    taken = view.taken_suits[seat] | view.taken_trumps[seat] << SUITED
    there = tuple(Card("talon", TALON.codes[card], TALON.names[card]) for card in (view.seen[seat][i] for i in places))
    lay = tuple(-1 if taken >> card & 1 or never_laid(view, card) else LAYS + card for card in hand)
    return Exchange("Done", there, LEAVE, lay, "Touch what you take from the talon, and what you lay down for it.")


def never_laid(view: Talon, card: int) -> bool:
    """Return True if a card may never be laid down: a king or an honor, by option."""
    if view.lay_away == ANY:
        return False
    honor = card >= SUITED and HONORS >> card - SUITED & 1
    return bool(honor) or (card < SUITED and card % RANKS == RANKS - 1)


def ask_ending(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    when = "" if not any(view.held) else ", if the Fool comes in the last trick"
    controls: list[Control] = [
        Press(MINUS, "Minus ten", "The hand is worth less, before the multiplier."),
        Press(PLUS, "Plus ten", "The hand is worth more, before the multiplier."),
    ]
    return f"The Magician's ending: plus or minus ten{when}?", controls


def ask_play(view: Talon, legal: list[int], hand: list[int]) -> Asked:
    question = "Lead a card." if view.played == 0 else "Play a card."
    return question, picks("Play", legal, hand, PLAYS)


ASK: dict[int, Asker] = {
    CUT: ask_cut,
    DRY: ask_dry,
    BID: ask_bid,
    MISERY: ask_misery,
    HANDFUL: ask_handful,
    SHOW: ask_show,
    SLAM: ask_slam,
    NAME: ask_name,
    LAY: ask_lay,
    ENDING: ask_ending,
}
