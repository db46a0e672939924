"""Prompts of the viewer, with the controls that answer."""

from __future__ import annotations

from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit.table_scene import Amount, Pick, Press, Prompt
from shindig.messages import Seat, Text, say

from ..rules.state import ANSWER, DISASTER, DISCARD, INFLICT, LAY, LEAVE, PASS, PAY, PROPOSE, RAISE, SPARE, Pokebacc
from ..rules.variants import SUITS, VARIANTS
from ..worth.hand_melds import cards_in, layout_numbers
from ..worth.meld_numbering import shapes
from .holding import at_once
from .names import find_word, kind_of, name_a_kind, name_card, name_kind, name_those, variant_of


def prompt(view: Pokebacc, ranges: list[tuple[int, int]]) -> Prompt:
    """Make the viewer's prompt."""
    if view.phase == DISASTER:
        return disaster_prompt(view, ranges)
    if view.phase == ANSWER:
        return reply_prompt(view)
    between = view.phase == RAISE
    controls = [amount(view, first, last)._replace(rare=not between) for first, last in ranges if first >= PROPOSE]
    if between:
        return Prompt(say("pokebacc-ask-raise"), (PASS_PRESS, *controls, *retiring(view, ranges)))
    return turn_prompt(view, ranges, controls)


PASS_PRESS = Press(PASS, say("pokebacc-pass"), weight=2)
SPARE_PRESS = Press(SPARE, say("pokebacc-spare"), weight=2)
LAY_DOWN, DROP = say("pokebacc-lay"), say("pokebacc-discard")


@cached(RULE_PARTS)
def press_leave(index: int) -> Press:
    """Make the button to retire, withdraw or flee."""
    game = VARIANTS[index].name
    help = say("pokebacc-leave.help", game=game, hand=find_word(index, "hand"))
    return Press(LEAVE, say("pokebacc-leave", game=game), help, 0)


def retiring(view: Pokebacc, ranges: list[tuple[int, int]]) -> list[Press]:
    """Return the control to retire without a proposal, if that is legal (PB-50)."""
    return [press_leave(view.variant)._replace(rare=True)] if ranges[0][0] == LEAVE else []


def turn_prompt(view: Pokebacc, ranges: list[tuple[int, int]], controls: list[Amount]) -> Prompt:
    """Make the prompt of a turn: lay down, discard, invite. The melds of the best layout come first."""
    index = int(view.variant)
    places = {kind: place for place, kind in enumerate(cards_in(view.held[view.actor]))}
    actions = [action for first, last in ranges if last < SPARE for action in range(first, last + 1)]
    best = layout_numbers(VARIANTS[index], view.held[view.actor])
    melds = sorted(
        (action - LAY for action in actions if action < DISCARD),
        key=lambda one: (one not in best, -shapes(index)[one].score),
    )
    lays = tuple(
        (tuple(places[kind] for kind in shapes(index)[number].cards), LAY + number, label_meld(index, number))
        for number in melds
    )
    discards = tuple(
        ((places[action - DISCARD],), action, label_discard(index, action - DISCARD))
        for action in actions
        if action >= DISCARD
    )
    picks = [Pick(LAY_DOWN, lays)] if lays else []
    question = say("pokebacc-ask-turn" if lays else "pokebacc-ask-discard")
    return Prompt(question, (*picks, Pick(DROP, discards), *controls))


@cached(RULE_PARTS)
def label_meld(index: int, number: int) -> Text:
    """Name a meld that may be laid down: `Lay run: 30`."""
    kind = name_kind(index, kind_of(index, number))
    if at_once(index, number):
        return say("pokebacc-lay-winning", kind=kind)
    return say("pokebacc-lay-meld", kind=kind, points=shapes(index)[number].score)


@cached(RULE_PARTS)
def label_discard(index: int, card: int) -> Text:
    """Name a card that may be discarded."""
    return say("pokebacc-discard-card", card=name_those(index, (card,)), the=name_card(index, card))


def disaster_prompt(view: Pokebacc, ranges: list[tuple[int, int]]) -> Prompt:
    """Make the prompt about a Disaster, with one question for all, whether or not they hold any (PB-31)."""
    index = int(view.variant)
    laid = view.laid[view.turn][view.melds[view.turn] - 1]
    kind, named = name_a_kind(index, kind_of(index, laid)), name_kind(index, kind_of(index, laid))
    presses = tuple(SPARE_PRESS if first == SPARE else press_disaster(index, first, named) for first, _ in ranges)
    return Prompt(say("pokebacc-ask-disaster", who=Seat(view.turn), kind=kind), presses)


@cached(RULE_PARTS)
def press_disaster(index: int, action: int, kind: Text) -> Press:
    """Make the button of a Disaster that may strike a kind of meld."""
    card = name_those(index, (SUITS * VARIANTS[index].stride + action - INFLICT,))
    return Press(action, say("pokebacc-play-disaster", card=card), say("pokebacc-play-disaster.help", kind=kind))


def reply_prompt(view: Pokebacc) -> Prompt:
    """Make the prompt to pay or leave."""
    variant, paying = variant_of(view), min(view.proposed, view.chips[view.actor])
    pays_all = paying == view.chips[view.actor]
    question = say("pokebacc-ask-pay", game=variant.name, who=Seat(view.proposer), amount=view.proposed)
    pay = say("pokebacc-pay-all" if pays_all else "pokebacc-pay", amount=paying)
    return Prompt(question, (Press(PAY, pay, say("pokebacc-pay.help")), press_leave(variant.index)))


def amount(view: Pokebacc, first: int, last: int) -> Amount:
    """Make the control for an amount to propose."""
    index, game = int(view.variant), variant_of(view).name
    low, high = first - PROPOSE + 1, last - PROPOSE + 1
    middle = max(low, min(high, view.buy_in))
    labels = {low: say("pokebacc-least"), middle: find_word(index, "buy-in"), high: say("pokebacc-most")}
    presets = tuple((label, value) for value, label in labels.items())
    help = say("pokebacc-propose.help", game=game, hand=find_word(index, "hand"))
    return Amount(say("pokebacc-propose", game=game), first, low, high, presets, help)
