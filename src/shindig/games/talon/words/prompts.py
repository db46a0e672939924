"""Prompts of the viewer, with the controls that answer."""

from __future__ import annotations

from collections.abc import Callable

from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit.table_scene import Amount, Card, Control, Exchange, Pick, Press, Prompt
from shindig.messages import Argument, Message, Seat, Text, name_cards, say

from ..deck import TALON
from ..rules.score import HANDFUL_VALUE
from ..rules.state import (
    ANY,
    APPROXIMATE,
    BID,
    BIDS,
    CUT,
    CUTS,
    DECK,
    DRY,
    EACH_HAND,
    ENDING,
    GRAND,
    HANDFUL,
    HANDFUL_CALLS,
    HANDFULS,
    HONORS,
    IS_DRY,
    IS_MISERY,
    LAY,
    LAYS,
    LEAVE,
    LITTLE,
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
from .actions import NAMED_CARDS
from .names import name_bid, name_card

Ranges = list[tuple[int, int]]
BID_PRESSES = tuple(Press(BIDS + b, say(f"talon-bid-short-{b}"), say(f"talon-bid-help-{b}")) for b in range(5))
SLAM_PRESSES = (
    Press(SLAMS, say("talon-slam-0"), weight=2),
    *(Press(SLAMS + slam, say(f"talon-slam-{slam}"), say(f"talon-slam-help-{slam}"), 0) for slam in (LITTLE, GRAND)),
)
TAP_PRESS, NEXT_PRESS = (Press(CUTS, say(f"talon-{press}"), weight=2) for press in ("tap", "next"))
PARTS = tuple((say(f"talon-cut.{part}"), count) for part, count in (("third", 26), ("half", 39), ("two-thirds", 52)))
NOT_DRY_PRESS = Press(NOT_DRY, say("talon-continue"), weight=2)
DRY_PRESS = Press(IS_DRY, say("talon-call-dry"), say("talon-call-dry.help"))
NO_MISERY_PRESS = Press(NO_MISERY, say("talon-continue"), weight=2)
MISERY_PRESS = Press(IS_MISERY, say("talon-call-misery"), say("talon-call-misery.help"))
ENDING_PRESSES = (
    Press(MINUS, say("talon-minus"), say("talon-minus.help")),
    Press(PLUS, say("talon-plus"), say("talon-plus.help")),
)
NO_HANDFUL_PRESS = Press(HANDFUL_CALLS, say("talon-handful-0"), weight=2)
ASK_CUT, ASK_CUT_AGAIN, ASK_MUST_CUT = say("talon-ask-cut"), say("talon-ask-cut-again"), say("talon-ask-must-cut")
PLAY_CARD, SHOW_CARD, LAY_CARD = say("talon-play"), say("talon-show"), say("talon-lay")
CARD_LABELS = {PLAY_CARD: "talon-play-card", SHOW_CARD: "talon-show-card", LAY_CARD: "talon-lay-card"}
"""Ids of the labels of cards, by the verb of the control."""
MEANINGS = {
    DRY: say("talon-ask-dry.meaning"),
    MISERY: say("talon-ask-misery.meaning"),
    HANDFUL: say("talon-ask-handful.meaning"),
    SLAM: say("talon-ask-slam.meaning"),
    NAME: say("talon-ask-name.meaning"),
    ENDING: say("talon-ask-ending.meaning"),
}
"""Explanations of rare questions with words that only this game has."""


def prompt(view: Talon, ranges: Ranges, hand: list[int]) -> Prompt:
    """Make the prompt of this phase. `hand` is the viewer's, in the order of the table."""
    legal = [action for first, last in ranges for action in range(first, last + 1)]
    question, controls = ASK.get(view.phase, ask_play)(view, legal, hand)
    swap = exchange(view, hand) if view.phase == LAY else None
    return Prompt(question, tuple(controls), swap, MEANINGS.get(view.phase, ""))


Asked = tuple[Text, list[Control]]
Asker = Callable[[Talon, list[int], list[int]], Asked]


def picks(verb: Message, legal: list[int], hand: list[int], first: int, help: Text = "") -> list[Control]:
    """Make a control to touch one card of the hand; action `first` + card plays it."""
    choices = tuple(((hand.index(a - first),), a, label_card(verb, a - first)) for a in legal)
    return [Pick(verb, choices, help)] if choices else []


@cached(RULE_PARTS)
def label_card(verb: Message, card: int) -> Text:
    """Name a choice of one card: `Play the Tower`."""
    return say(CARD_LABELS[verb], card=name_cards(TALON, (card,)), the=name_card(card))


def ask_cut(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    label = say("talon-cut-about" if view.cut == APPROXIMATE else "talon-cut")
    may_pass = legal[0] == CUTS
    cut = Amount(label, CUTS + 1, 1, DECK - 1, PARTS, rare=may_pass)
    if not may_pass:
        return ASK_MUST_CUT, [cut]
    question = ASK_CUT_AGAIN if view.scored and view.shuffle != EACH_HAND else ASK_CUT
    return question, [NEXT_PRESS if view.scored else TAP_PRESS, cut]


def ask_dry(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    return say("talon-ask-dry"), [NOT_DRY_PRESS, *([DRY_PRESS] if IS_DRY in legal else [])]


def ask_bid(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    controls: list[Control] = [BID_PRESSES[action - BIDS] for action in legal]
    if not view.contract:
        return say("talon-ask-bid"), controls
    highest = next(seat for seat in range(view.seats) if view.bid[seat] == view.contract)
    return say("talon-ask-bid-more", who=Seat(highest), bid=name_bid(view.contract)), controls


def ask_misery(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    return say("talon-ask-misery"), [NO_MISERY_PRESS, *([MISERY_PRESS] if IS_MISERY in legal else [])]


def ask_handful(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    calls = [press_handful(action - HANDFUL_CALLS, view.players) for action in legal[1:]]
    return say("talon-ask-handful"), [NO_HANDFUL_PRESS, *calls]


@cached(RULE_PARTS)
def press_handful(level: int, players: int) -> Press:
    """Make the button of a handful, 1 for a single one to 3."""
    count, amount = HANDFULS[players - 3][level - 1], HANDFUL_VALUE * level
    help = say("talon-handful-help", count=count, amount=amount)
    return Press(HANDFUL_CALLS + level, say(f"talon-handful-{level}"), help)


def ask_show(view: Talon, legal: list[int], hand: list[int]) -> Asked:
    return say("talon-ask-show", count=view.showing), picks(SHOW_CARD, legal, hand, SHOWS - SUITED)


def ask_slam(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    return say("talon-ask-slam"), [SLAM_PRESSES[action - SLAMS] for action in legal]


def ask_name(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    own = say("talon-name-own")
    named = ((action, NAMED_CARDS[action - NAMES]) for action in legal)
    presses: list[Control] = [Press(one, label_named(card), own if card in hand else "") for one, card in named]
    return say("talon-ask-name"), presses


@cached(RULE_PARTS)
def label_named(card: int) -> Text:
    """Name a card that can be named."""
    return say("talon-name-card", card=name_cards(TALON, (card,)), the=name_card(card))


def ask_lay(view: Talon, legal: list[int], hand: list[int]) -> Asked:
    there = view.seen[view.viewer][view.laying]
    may_leave = LEAVE in legal
    leave = say("talon-leave", card=name_cards(TALON, (there,)), the=name_card(there))
    controls: list[Control] = [Press(LEAVE, leave, weight=2)] if may_leave else []
    help = say("talon-lay.help", card=name_card(there))
    controls += picks(LAY_CARD, [a for a in legal if a != LEAVE], hand, LAYS, help)
    place: dict[str, Argument] = {"number": view.laying + 1, "total": TALON_CARDS[view.players - 3]}
    return say("talon-ask-lay" if may_leave else "talon-ask-must-lay", **place, card=name_card(there)), controls


def exchange(view: Talon, hand: list[int]) -> Exchange:
    """Make the exchange of the rest of the talon. Legal lays depend on each other (TN-50); most kings never are."""
    seat, places = view.viewer, range(view.laying, TALON_CARDS[view.players - 3])
    taken = view.taken_suits[seat] | view.taken_trumps[seat] << SUITED
    there = tuple(Card("talon", TALON.codes[card], TALON.names[card]) for card in (view.seen[seat][i] for i in places))
    lay = tuple(-1 if taken >> card & 1 or never_laid(view, card) else LAYS + card for card in hand)
    return Exchange(say("talon-exchange"), there, LEAVE, lay, say("talon-exchange.help"))


def never_laid(view: Talon, card: int) -> bool:
    """Return True if a card may never be laid down: a king or an honor, by option."""
    if view.lay_away == ANY:
        return False
    honor = card >= SUITED and HONORS >> card - SUITED & 1
    return bool(honor) or (card < SUITED and card % RANKS == RANKS - 1)


def ask_ending(view: Talon, legal: list[int], hand: list[int]) -> Asked:  # noqa: ARG001
    return say("talon-ask-ending-fool" if any(view.held) else "talon-ask-ending"), [*ENDING_PRESSES]


def ask_play(view: Talon, legal: list[int], hand: list[int]) -> Asked:
    question = say("talon-ask-lead" if view.played == 0 else "talon-ask-play")
    return question, picks(PLAY_CARD, legal, hand, PLAYS)


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
