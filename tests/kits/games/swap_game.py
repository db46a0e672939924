"""A small game for tests: two cards each, one may be swapped in secret, a card is turned, one round of bets.

Two players and eight cards, `Jm` to `Ak`. Whoever's cards pair the board wins, else the higher sum of ranks.
"""

from __future__ import annotations

from typing import Any

from shindig.cards import Deck
from shindig.cards.deck import parse_kinds, suited
from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import (
    CHANCE,
    OVER,
    SEATS,
    Facts,
    Items,
    Layout,
    Numbers,
    Plain,
    Ranges,
    Record,
    Row,
    hidden,
    private,
    public,
)
from shindig.gamekit.game_spec import (
    Game,
    GameError,
    Hand,
    IllegalAction,
    Line,
    ObservedStep,
    Option,
    Outcome,
    Rules,
    Table,
    Words,
)
from shindig.gamekit.table_scene import Card, Pile, Plate, Press, Prompt, Scene, SeatScene

DECK: Deck = suited("swap", parse_kinds("J=Jack", "Q=Queen", "K=King", "A=Ace"), parse_kinds("m=Moons", "k=Knives"))
DEAL, SWAP, BET, RESULT = range(4)
KEEP, FIRST, SECOND, FOLD, CALL, RAISE = range(6)
WORDS = {KEEP: "keep", FOLD: "fold", CALL: "call", RAISE: "raise"}
SECRET = 3
"""Actions below it are secret."""


class Swap(Record):
    """The record of a match."""

    ante: int = public("i4")
    hands: int = public("i4")
    dealt: int = public("i2")  # hands dealt
    hand: Numbers = private("i1", SEATS, 2, cards="main")
    stock: Numbers = hidden("i1", 3, cards="main")  # the board, and a card for each seat that swaps
    board: int = public(cards="main")
    swapped: Numbers = public("i1", SEATS)
    chips: Numbers = public("i4", SEATS)
    paid: Numbers = public("i4", SEATS)
    gain: Numbers = public("i4", SEATS)  # what the last hand brought
    shown: Numbers = public("i1", SEATS, 2, cards="main")


class Played(Row):
    """The facts of a hand."""

    board: int = public()
    swaps: int = public()


@kernel
def start(m: Swap) -> None:
    """Nothing is known of any card."""
    m.actor, m.phase = CHANCE, DEAL
    clear(m)


@kernel
def clear(m: Swap) -> None:
    """Take all cards from the table."""
    m.board = -1
    for seat in range(m.seats):
        m.swapped[seat] = m.paid[seat] = 0
        for i in range(2):
            m.hand[seat, i] = m.shown[seat, i] = -1


@kernel
def chance_items(m: Swap, items: Items) -> int:  # noqa: ARG001
    """The whole deck."""
    for i in range(8):
        items[i] = i
    return 8


@kernel
def chance_order(m: Swap, items: Items) -> None:
    """Deal."""
    clear(m)
    m.dealt += 1
    for seat in range(m.seats):
        pay(m, seat, m.ante)
        for i in range(2):
            m.hand[seat, i] = items[2 * seat + i]
    for i in range(3):
        m.stock[i] = items[4 + i]
    m.phase, m.actor = SWAP, 0


@kernel
def pay(m: Swap, seat: int, amount: int) -> None:
    """Into the pot."""
    m.paid[seat] += amount
    m.chips[seat] -= amount


@kernel
def legal(m: Swap, ranges: Ranges) -> int:
    """Keep or swap; then fold where there is something to pay, call, and raise once each."""
    if m.phase == SWAP:
        ranges[0, 0], ranges[0, 1] = KEEP, SECOND
        return 1
    behind = m.paid[m.actor] < m.paid[1 - m.actor]
    ranges[0, 0] = FOLD if behind else CALL
    ranges[0, 1] = RAISE if m.paid[m.actor] == m.ante else CALL
    return 1


@kernel
def apply(m: Swap, action: int) -> None:
    """Play a legal action."""
    if m.phase == SWAP:
        swap(m, action)
    elif action == FOLD:
        finish(m, 1 - m.actor)
    else:
        bet(m, action)


@kernel
def swap(m: Swap, action: int) -> None:
    """Change a card, or keep both."""
    seat = int(m.actor)
    if action != KEEP:
        m.hand[seat, action - FIRST] = m.stock[1 + seat]
        m.swapped[seat] = 1
    m.actor = 1 - seat
    if seat == 1:
        m.phase, m.board = BET, m.stock[0]


@kernel
def bet(m: Swap, action: int) -> None:
    """Call or raise by 2; who is called after the other has spoken shows."""
    seat = int(m.actor)
    behind = int(m.paid[1 - seat]) - int(m.paid[seat])
    pay(m, seat, behind + (2 if action == RAISE else 0))
    if action == CALL and (behind > 0 or seat == 1):
        show(m)
    else:
        m.actor = 1 - seat


@kernel
def show(m: Swap) -> None:
    """Both hands lie open."""
    for seat in range(m.seats):
        for i in range(2):
            m.shown[seat, i] = m.hand[seat, i]
    worths = worth(m, 0), worth(m, 1)
    finish(m, -1 if worths[0] == worths[1] else int(worths[1] > worths[0]))


@kernel
def worth(m: Swap, seat: int) -> int:
    """Pairs with the board count more than any ranks."""
    total = 0
    for i in range(2):
        rank = int(m.hand[seat, i]) % 4
        total += rank + (10 if rank == int(m.board) % 4 else 0)
    return total


@kernel
def finish(m: Swap, winner: int) -> None:
    """Pay the pot; the next hand, or the end."""
    pot = m.paid[0] + m.paid[1]
    for seat in range(m.seats):
        won = m.paid[seat] if winner < 0 else pot * (seat == winner)
        m.gain[seat] = won - m.paid[seat]
        m.chips[seat] += won
        m.paid[seat] = 0
    m.phase = RESULT
    m.actor = OVER if m.dealt >= m.hands else CHANCE


@kernel
def held(m: Swap) -> int:
    """All money."""
    return int(m.chips[0] + m.chips[1] + m.paid[0] + m.paid[1])


@kernel
def number(m: Swap) -> int:
    """Hands dealt."""
    return int(m.dealt)


@kernel
def ended(m: Swap) -> bool:
    """Whether the hand's result lies there."""
    return bool(m.phase == RESULT)


@kernel
def payoff(m: Swap, seat: int) -> int:
    """Chips."""
    return int(m.gain[seat])


@kernel
def tell(m: Swap, row: Played) -> None:
    """The facts of the hand that has ended."""
    row.board = m.board
    row.swaps = m.swapped[0] + m.swapped[1]


def is_secret(action: int) -> bool:
    return action < SECRET


def text(m: Facts, action: int) -> str:
    """A swap names the card."""
    if action in WORDS:
        return WORDS[action]
    return f"swap {DECK.codes[m.hand[m.actor][action - FIRST]]}"


def parse(m: Facts, words: str) -> int:
    """Raises GameError."""
    actions: list[int] = [*WORDS, *([FIRST, SECOND] if m.phase == SWAP else [])]
    for action in actions:
        if text(m, action) == words.strip():
            return action
    raise GameError(f"{words!r} is no action; expected keep, swap with a card, fold, call or raise")


def refuse(m: Facts, action: int) -> IllegalAction:
    """Why not."""
    what = "a card is swapped or both are kept" if m.phase == SWAP else "bets are made"
    return IllegalAction("SW-2" if m.phase == SWAP else "SW-3", f"Now {what}; action {action} is not for now")


def outcome(m: Facts) -> Outcome:
    """Chips."""
    scores = tuple(int(m.chips[seat]) for seat in range(m.seats))
    return Outcome(scores, tuple(seat for seat in range(2) if scores[seat] == max(scores)), "all hands are played")


def story(step: ObservedStep[Any]) -> list[Line]:
    """Who did what."""
    if step.action is None:
        return [Line("Cards are dealt.") if step.seat < 0 else Line(f"{{{step.seat}}} swaps or keeps.")]
    return [Line(f"{{{step.seat}}}: {text(step.before, step.action)}.")]


def result(view: Plain) -> str:
    """Who has won how much."""
    return f"{{0}} has won {view.gain[0]}." if view.phase == RESULT else ""


def face(card: int) -> Card:
    return Card(DECK.name, DECK.codes[card], DECK.names[card]) if card >= 0 else Card(DECK.name)


def seat_of(view: Plain, seat: int, cards: Any) -> Plate:
    return Plate(seat, view.chips[seat], view.paid[seat], piles=(Pile("hand", tuple(map(face, cards))),))


def scene(view: Plain) -> Scene:
    """The table as everybody sees it."""
    seats = tuple(seat_of(view, seat, view.shown[seat]) for seat in range(view.seats))
    return Scene(f"Hand {view.dealt}", seats, centre=(Pile("board", (face(view.board),)),), result=result(view))


def own(view: Plain, ranges: list[tuple[int, int]]) -> SeatScene:
    """One's own cards, and what one is asked."""
    actions = [action for first, last in ranges for action in range(first, last + 1)]
    controls = tuple(Press(action, text(view, action)) for action in actions)
    hand = seat_of(view, view.viewer, view.hand[view.viewer]).piles
    return SeatScene(hand, Prompt("What now?", controls) if ranges else None)


OPTIONS = (Option("ante", 1, "Paid by each player.", "SW-1", 1, 9), Option("hands", 3, "Hands to play.", "SW-4", 1, 99))
GAME = Game(
    id="swap",
    name="Swap",
    blurb="Two cards, one of which may be swapped.",
    rules=Rules(
        version=1,
        seats=range(2, 3),
        layout=Layout(Swap, 2),
        num_actions=RAISE + 1,
        max_ranges=1,
        max_order=8,
        start=start,
        legal=legal,
        apply=apply,
        chance_items=chance_items,
        chance_order=chance_order,
        hand=Hand(number, ended, payoff, Played, tell),
        options=OPTIONS,
        secret=is_secret,
        conserved=held,
    ),
    words=Words(text=text, parse=parse, refuse=refuse, outcome=outcome, story=story, result=result),
    table=Table(decks=(DECK,), scene=scene, own=own),
)
