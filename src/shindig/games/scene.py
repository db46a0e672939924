"""A picture of the table as data: what a view shows and what its seat may do now.

A game computes it from a view alone; the pages, the terminal and the notebook draw it, all in the same way.
In every text `{2}` stands for the name of seat 2.
"""

from __future__ import annotations

from typing import NamedTuple


class Card(NamedTuple):
    """A card on the table: face down where `code` is None. `marks` are words for its style and its reader."""

    deck: str
    code: str | None = None
    name: str = "face-down card"
    marks: tuple[str, ...] = ()


class Pile(NamedTuple):
    """Cards that lie together. `shape`: row (side by side), fan (overlapping), stack (only the top shows)."""

    name: str
    cards: tuple[Card, ...] = ()
    size: int | None = None
    """The number to show, where it is not the number of cards drawn."""
    shape: str = "row"
    note: str = ""
    seat: int | None = None
    """Whose card or pile it is, where it lies in the middle but belongs to a seat (a trick's card)."""


class Plate(NamedTuple):
    """What is drawn at a seat: the money, short words, the hand and what lies before it."""

    seat: int
    chips: int | None = None
    bet: int = 0
    """What lies before the seat in this step."""
    badges: tuple[str, ...] = ()
    """Short words: `dealer`, `claims Plum`, `all-in`, `folded`, `taker`."""
    said: str = ""
    """What the seat last did."""
    piles: tuple[Pile, ...] = ()
    """The hand first, then what lies before the seat."""
    state: str = "in"
    """in, folded, out."""

    def beside(self, own: Own) -> Plate:
        """The same with what its own player sees of it."""
        seat, chips, bet, badges, said, piles, state = self
        piles = (*own.piles, *piles[len(own.piles) :])
        return Plate(seat, chips, bet, badges if own.badges is None else own.badges, said, piles, state)


class Press(NamedTuple):
    """A button that plays an action."""

    action: int
    label: str
    help: str = ""
    weight: int = 1
    """2 the usual choice, 1 another, 0 a grave one (fold)."""
    rare: bool = False
    """Whether it is so seldom wanted that it may stand aside, under `More`."""


class Amount(NamedTuple):
    """A control for an amount from `low` to `high`: playing it is action `first + amount - low`."""

    label: str
    first: int
    low: int
    high: int
    presets: tuple[tuple[str, int], ...] = ()
    help: str = ""
    rare: bool = False
    """As a Press."""


class Pick(NamedTuple):
    """Cards of one's own hand (the first pile) to touch: each choice is (positions, action, label)."""

    label: str
    choices: tuple[tuple[tuple[int, ...], int, str], ...]
    help: str = ""


class Exchange(NamedTuple):
    """Cards that lie there, one a place, for each of which a card of one's own hand may be laid down instead.

    All at once: an action for each of the `places` in its turn. It stands beside the controls that ask for the first of
    them alone. A game offers it only where these actions, whatever they are, teach their seat nothing new.
    """

    label: str
    places: tuple[Card, ...]
    leave: int
    """The action that leaves the card of a place there."""
    lay: tuple[int, ...]
    """By position in the hand (the first pile), the action that lays the card there down; -1 where none ever does."""
    help: str = ""


Control = Press | Amount | Pick


class Prompt(NamedTuple):
    """What the viewer is asked, when it is the viewer's turn."""

    question: str
    controls: tuple[Control, ...]
    exchange: Exchange | None = None
    meaning: str = ""
    """What the question's own words mean, for who has not met them."""


class Holding(NamedTuple):
    """What a seat has, for its own eyes, and always in sight: what it is called, what is to be known of it."""

    name: str
    facts: tuple[tuple[str, str], ...] = ()
    """What it beats, what claiming or laying down would make of it: (a word or two, what it comes to)."""
    piles: tuple[Pile, ...] = ()
    """The cards in the way that makes most of them, drawn small."""


class Panel(NamedTuple):
    """A table of text beside the cloth: the pots, the rank chart, the score sheet. `marked` rows stand out."""

    name: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: tuple[int, ...] = ()
    open: bool = False


class Own(NamedTuple):
    """What only one seat sees, beside what everybody does or in its place; what is left out is as everybody sees it."""

    piles: tuple[Pile, ...] = ()
    """In the place of its plate's, as many as there are, from the first on: the hand."""
    prompt: Prompt | None = None
    holding: Holding | None = None
    panels: tuple[Panel, ...] | None = None
    centre: tuple[Pile, ...] | None = None
    badges: tuple[str, ...] | None = None
    """Those of its plate."""


class Scene(NamedTuple):
    """The whole table. Seats in order of their numbers; `clockwise` False seats them widdershins."""

    title: str
    seats: tuple[Plate, ...]
    centre: tuple[Pile, ...] = ()
    pots: tuple[tuple[str, int], ...] = ()
    prompt: Prompt | None = None
    panels: tuple[Panel, ...] = ()
    result: str = ""
    """What the hand or match came to, while that is what there is to see."""
    clockwise: bool = True
    to_act: int | None = None
    """The seat whose turn it is."""
    holding: Holding | None = None
    """What the viewer has, where there is something to say of it."""

    def seen_by(self, seat: int, own: Own) -> Scene:
        """The same as a seat's own player sees it."""
        plates = [*self.seats]
        plates[seat] = plates[seat].beside(own)
        return Scene(
            self.title,
            tuple(plates),
            self.centre if own.centre is None else own.centre,
            self.pots,
            own.prompt,
            self.panels if own.panels is None else own.panels,
            self.result,
            self.clockwise,
            self.to_act,
            own.holding,
        )


def deed(scene: Scene, action: int) -> str:
    """What the viewer is asked to do by an action, in words and with cards by their names; empty for no such thing."""
    for control in scene.prompt.controls if scene.prompt else ():
        if isinstance(control, Press) and control.action == action:
            return control.label
        if isinstance(control, Amount) and 0 <= action - control.first <= control.high - control.low:
            return f"{control.label} {action - control.first + control.low}"
        if isinstance(control, Pick):
            for positions, picked, label in control.choices:
                if picked == action:
                    return _touched(scene, control, positions, label) + _instead(scene.prompt, action)
    return ""


def _instead(prompt: Prompt | None, action: int) -> str:
    """For which place of an exchange a card is laid down: the first that is left."""
    swap = prompt.exchange if prompt else None
    return f" for {swap.places[0].name}" if swap and action in swap.lay else ""


def _touched(scene: Scene, pick: Pick, positions: tuple[int, ...], label: str) -> str:
    """A choice of cards: all of them by name, and what is made of them where there is a choice."""
    hand = next(plate for plate in scene.seats if plate.seat == scene.to_act).piles[0].cards
    names = ", ".join(hand[place].name for place in positions)
    alike = [other for other in pick.choices if other[0] == positions]
    return f"{pick.label} {names}{f' as {label}' if len(alike) > 1 else ''}" if names else label
