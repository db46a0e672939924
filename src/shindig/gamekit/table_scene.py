"""The table as data: the contents of a view and the legal actions of its seat.

A game computes a scene from a view alone; pages, terminal and notebook draw it. A text is a message, or plain text in
one language, in which `{2}` stands for the name of seat 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shindig.core.caches import cached

from ..messages import Argument, Cards, Message, Text, join, say

FACE_DOWN = "face-down card"
"""Name of a card that nobody sees. It is plain text, since caches hash many of them in each update."""


class Card(NamedTuple):
    """A card on the table, face down if `code` is None. `marks` are words for its style and its reader."""

    deck: str
    code: str | None = None
    name: Text = FACE_DOWN
    marks: tuple[str, ...] = ()

    @property
    def label(self) -> Text:
        """Its name as a text in the reader's language."""
        if self.name == FACE_DOWN:
            return say("face-down-card")
        if isinstance(self.name, Message) or self.code is None:
            return self.name
        return say("words", words=Cards(self.deck, (self.code,), (self.name,)))


class Pile(NamedTuple):
    """A pile of cards. `shape`: row (side by side), fan (overlapping), stack (only the top is visible)."""

    name: Text
    cards: tuple[Card, ...] = ()
    size: int | None = None
    """Number to show, if it differs from the number of cards drawn."""
    shape: str = "row"
    note: Text = ""
    seat: int | None = None
    """Owner of a card or pile in the middle (a trick's card)."""
    notes: tuple[Text, ...] = ()
    """A word on each card of a hand, such as `wild`, empty for none; () if no card has one."""


class Plate(NamedTuple):
    """Drawing of a seat: chips, badges, the hand, and open cards before it."""

    seat: int
    chips: int | None = None
    bet: int = 0
    """Chips bet in this step."""
    badges: tuple[Text, ...] = ()
    """Short words: `dealer`, `claims Plum`, `all-in`, `folded`, `taker`."""
    said: Text = ""
    """Last action of the seat."""
    piles: tuple[Pile, ...] = ()
    """The hand first, then the cards before the seat."""
    state: str = "in"
    """in, folded, out."""

    def with_own(self, own: SeatScene) -> Plate:
        """Return the plate with its own player's private parts."""
        seat, chips, bet, badges, said, piles, state = self
        piles = (*own.piles, *piles[len(own.piles) :])
        return Plate(seat, chips, bet, badges if own.badges is None else own.badges, said, piles, state)


class Press(NamedTuple):
    """A button that plays an action."""

    action: int
    label: Text
    help: Text = ""
    weight: int = 1
    """2 for the usual choice, 1 for another, 0 for a grave one (fold). It depends on the question, never on the hand.

    A choice that spends money has 1: no key and no colour may make it by accident."""
    rare: bool = False
    """True for a rare choice, which is put under `More`."""


class Amount(NamedTuple):
    """A control for an amount from `low` to `high`: playing it is action `first + amount - low`."""

    label: Text
    first: int
    low: int
    high: int
    presets: tuple[tuple[Text, int], ...] = ()
    help: Text = ""
    rare: bool = False
    """True for a rare choice, which is put under `More`."""
    paid: int = 0
    """Part of the amount that the seat has paid already."""


class Pick(NamedTuple):
    """Cards of one's own hand (the first pile) to touch. Each choice is (positions, action, label)."""

    label: Text
    choices: tuple[tuple[tuple[int, ...], int, Text], ...]
    help: Text = ""
    swaps: bool = False
    """True if the cards are swapped for others: a choice is then named by the fewer cards, swapped or kept."""


class Exchange(NamedTuple):
    """Cards on the table, one per place, each of which may be replaced by a card of one's own hand.

    All are chosen together: one action for each of the `places` in turn. The control is shown beside those for the
    first place alone. A game offers it only if no such action reveals anything new to its seat.
    """

    label: Text
    places: tuple[Card, ...]
    leave: int
    """Action that leaves the card of a place."""
    lay: tuple[int, ...]
    """Action that lays a card down, by its position in the hand (the first pile); -1 if there is none."""
    help: Text = ""


Control = Press | Amount | Pick


class Prompt(NamedTuple):
    """Question to the viewer in the viewer's turn."""

    question: Text
    controls: tuple[Control, ...]
    exchange: Exchange | None = None
    meaning: Text = ""
    """Explanation of the question's words for newcomers."""


class Holding(NamedTuple):
    """The viewer's combination, always in sight and only for the viewer: its name and facts."""

    name: Text
    facts: tuple[tuple[Text, Text], ...] = ()
    """Facts about it, as the hands it beats or the result of a claim: (a word or two, value)."""
    piles: tuple[Pile, ...] = ()
    """The cards in their best arrangement, drawn small."""


class Panel(NamedTuple):
    """A table of text beside the cloth: the pots, the rank chart, the score sheet. `marked` rows are highlighted."""

    name: Text
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    marked: tuple[int, ...] = ()
    open: bool = False


class Revealed(NamedTuple):
    """A hand that everybody sees at the showdown."""

    seat: int
    hand: Pile
    """Its cards; those that count have the mark `counts`."""
    name: Text = ""
    """Name of its Rank."""
    place: int = 0
    """1 for the best hand; equal hands share a place. 0 before it is known."""
    gain: int = 0
    """Chips that it wins."""
    notes: tuple[Text, ...] = ()
    """A word on each card, such as `wild`; empty for none."""


class Side(NamedTuple):
    """A side of a hand that has just ended, where seats play as two sides."""

    name: Text
    points: Text
    members: tuple[tuple[int, int, int], ...]
    """Seats, what the hand brought each of them, and their scores after it."""


class Occasion(NamedTuple):
    """A rare moment that a page celebrates once, when it comes."""

    kind: str
    """royal, disaster, slam, bluff, broke or end: it selects the picture."""
    text: Text


class SeatScene(NamedTuple):
    """Private part of a scene for one seat; parts that are None stay public."""

    piles: tuple[Pile, ...] = ()
    """Piles that replace the first ones of its plate: the hand."""
    prompt: Prompt | None = None
    holding: Holding | None = None
    panels: tuple[Panel, ...] | None = None
    centre: tuple[Pile, ...] | None = None
    badges: tuple[Text, ...] | None = None
    """Badges of its plate."""
    verdict: tuple[Text, ...] = ()
    """Sentences that explain the finished hand to this seat: the result, then the reasons."""


@cached(4096)
def add_verdict(own: SeatScene, verdict: tuple[Text, ...]) -> SeatScene:
    """Return a seat's private part with the explanation of the finished hand; equal ones are one object."""
    return own._replace(verdict=verdict)


class Scene(NamedTuple):
    """The whole table, with seats in numerical order; `clockwise` False seats them the other way round."""

    title: Text
    seats: tuple[Plate, ...]
    centre: tuple[Pile, ...] = ()
    pots: tuple[tuple[Text, int], ...] = ()
    prompt: Prompt | None = None
    panels: tuple[Panel, ...] = ()
    result: Text = ""
    """Result of the hand or match, while it is shown."""
    match_result: Text = ""
    """The winner of the match in a sentence of its own, once it is over."""
    clockwise: bool = True
    to_act: int | None = None
    """The seat to act."""
    holding: Holding | None = None
    """The viewer's combination, if there is something to say about it."""
    reveal: tuple[Revealed, ...] = ()
    """Hands of the showdown, in the order in which the rules show them."""
    progress: tuple[int, int] = (0, 0)
    """Number of the current hand, and of all hands of the match; (0, n) if n wins end it; else (0, 0)."""
    occasions: tuple[Occasion, ...] = ()
    """Rare moments that have come, while the table shows them."""
    verdict: tuple[Text, ...] = ()
    """Sentences that explain the finished hand, while its result is shown: the result, then the reasons."""
    sides: tuple[Side, ...] = ()
    """The sides of the finished hand, while its result is shown; empty where everybody plays alone."""
    may_end_sooner: bool = False
    """True if the match may have fewer hands than `progress` tells."""
    past_title: Text = ""
    """Title to show beside the result of a hand, if `title` tells of the next one."""
    past_progress: tuple[int, int] = (0, 0)
    """`progress` to show beside that title."""

    def with_own(self, seat: int, own: SeatScene) -> Scene:
        """Return the scene with a seat's private parts."""
        plates = [*self.seats]
        plates[seat] = plates[seat].with_own(own)
        return self._replace(
            seats=tuple(plates),
            centre=self.centre if own.centre is None else own.centre,
            prompt=own.prompt,
            panels=self.panels if own.panels is None else own.panels,
            holding=own.holding,
            verdict=own.verdict or self.verdict,
        )


def describe_action(scene: Scene, action: int) -> Text:
    """Return the viewer's action in words, with card names; empty if the prompt has no such action."""
    for control in scene.prompt.controls if scene.prompt else ():
        if isinstance(control, Press) and control.action == action:
            return control.label
        if isinstance(control, Amount) and 0 <= action - control.first <= control.high - control.low:
            return say("choice-amount", verb=control.label, amount=action - control.first + control.low)
        if isinstance(control, Pick):
            for positions, picked, label in control.choices:
                if picked == action:
                    return _describe_pick(scene, control, positions, label, action)
    return ""


def _describe_pick(scene: Scene, pick: Pick, positions: tuple[int, ...], label: Text, action: int) -> Text:
    """Describe a choice of cards: their names, the label if several choices have equal cards, and the place of an
    exchange for which a card is laid down."""
    hand = next(plate for plate in scene.seats if plate.seat == scene.to_act).piles[0].cards
    if pick.swaps:
        return describe_swap([card.label for card in hand], positions)
    chosen = join([hand[place].label for place in positions])
    if not positions:
        return label
    said: dict[str, Argument] = {"verb": pick.label, "cards": chosen, "label": label}
    swap = scene.prompt.exchange if scene.prompt else None
    if swap and action in swap.lay:
        return say("choice-exchange", **said, place=swap.places[0].label)
    alike = [other for other in pick.choices if other[0] == positions]
    return say("choice-cards-as" if len(alike) > 1 else "choice-cards", **said)


def describe_swap(hand: Sequence[Text], swapped: Sequence[int]) -> Message:
    """Name a choice of cards to swap, by their positions in a hand: by these cards, or by those kept if they are fewer.

    Each card is named with its article.
    """
    kept = [place for place in range(len(hand)) if place not in swapped]
    if not swapped:
        return say("choice-keep-all")
    if not kept:
        return say("choice-swap-all")
    if len(kept) < len(swapped):
        return say("choice-keep", cards=join([say("the-card", card=hand[place]) for place in kept]))
    return say("choice-swap", cards=join([say("the-card", card=hand[place]) for place in swapped]))
