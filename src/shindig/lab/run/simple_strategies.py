"""Simple strategies for any game: one habit each, over the play of the game's steady bot.

A habit looks only at the legal actions: their amounts, the cards that they name, and their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import sqrt

from shindig.bots import RANDOM, STEADY, Bot, make, names
from shindig.core.lazy_property import once
from shindig.gamekit import Game
from shindig.gamekit.defaults.cards_named_by_action import parse_label
from shindig.gamekit.game_spec import Amounts
from shindig.match import View


@dataclass
class SeatMemory:
    """Memory of a seat: the kinds of turns in which amounts were offered, and its draw in the current hand."""

    betting: set[int] = field(default_factory=set)
    hand: int = -1
    drawn: bool = False
    """True once the seat was asked for a draw in this hand."""


class Turn:
    """A turn as habits see it: the view, the action of the steady bot, and the memory of the seat."""

    def __init__(self, view: View, usual: int, memory: SeatMemory) -> None:
        self.view, self.usual = view, usual
        self.kind = int(view.game.services.turn_kind(view.record))
        hand = int(view.game.rules.hand.number(view.record))
        if hand != memory.hand:
            memory.hand, memory.drawn = hand, False
        if self.amounts:
            memory.betting.add(self.kind)
        self.bets, self.drawn = self.kind in memory.betting, memory.drawn
        memory.drawn |= bool(draws(self))

    @once
    def amounts(self) -> list[tuple[Amounts, int, int]]:
        """Return the families of amounts on offer, each with its first and last legal action."""
        families, spans = self.view.game.rules.amounts, self.view.legal.ranges
        return [(one, first, last) for one in families for first, last in spans if first in one]

    @once
    def plain(self) -> list[int]:
        """Return the legal actions that are no amounts."""
        spans = [span for span in self.view.legal.ranges if not any(span[0] in one for one, _, _ in self.amounts)]
        return [action for first, last in spans for action in range(first, last + 1)]

    @once
    def cards(self) -> dict[int, int]:
        """Return the number of cards of each plain action."""
        return {action: self.count_cards(action) for action in self.plain}

    @once
    def verbs(self) -> dict[int, str]:
        """Return the first word of each plain action."""
        m = self.view.record
        return {action: self.view.game.words.text(m, action).partition(" ")[0] for action in self.plain}

    def count_cards(self, action: int) -> int:
        """Count the cards that an action stands for."""
        rules, m = self.view.game.rules, self.view.record
        for one in rules.picks:
            if action in one:
                return len(list(one.cards(m, action)))
        return len(parse_label(rules, self.view.game.deck(m), action, self.view.game.words.text(m, action)).cards)

    @property
    def owes(self) -> bool:
        """True if staying in costs something."""
        action = stay_in(self)
        return action is not None and action not in self.view.game.services.timeout_actions

    @property
    def bids(self) -> bool:
        """True if no legal action names a card."""
        return not any(self.cards.values())


Habit = Callable[[Turn], int | None]
"""The action of a habit in a turn; None where it has nothing to say."""


def keep_cards(turn: Turn) -> int | None:
    """Give away as few cards as possible in a draw."""
    return choose_by_cards(turn, draws(turn), min)


def change_cards(turn: Turn) -> int | None:
    """Give away as many cards as possible in a draw."""
    return choose_by_cards(turn, draws(turn), max)


def draws(turn: Turn) -> dict[int, int]:
    """Return the actions that are alike but for the number of their cards, if one may also give away none."""
    verb = turn.verbs.get(turn.usual)
    found = {action: count for action, count in turn.cards.items() if turn.verbs[action] == verb}
    return found if 0 in found.values() and any(found.values()) else {}


def hoard_cards(turn: Turn) -> int | None:
    """Give away as few cards as possible; the first of them if all actions take as many."""
    return choose_by_cards(turn, {a: n for a, n in turn.cards.items() if n}, min) or pick_card(turn, 0)


def lay_cards(turn: Turn) -> int | None:
    """Give away as many cards as possible; the last of them if all actions take as many."""
    return choose_by_cards(turn, {a: n for a, n in turn.cards.items() if n}, max) or pick_card(turn, -1)


def choose_by_cards(turn: Turn, cards: dict[int, int], extreme: Callable[..., int]) -> int | None:
    """Return the action with an extreme number of cards, the usual one if it has it; None if all have as many."""
    if len(set(cards.values())) < 2:
        return None
    wanted = extreme(cards.values())
    return turn.usual if cards.get(turn.usual) == wanted else next(a for a, n in cards.items() if n == wanted)


def pick_card(turn: Turn, place: int) -> int | None:
    """Return the action at a place in the order of all actions that take cards."""
    found = [action for action, count in turn.cards.items() if count]
    return found[place] if found else None


def bet_most(turn: Turn) -> int | None:
    """Bet or raise the largest amount."""
    return turn.amounts[0][2] if turn.amounts else None


def bet_least(turn: Turn) -> int | None:
    """Bet or raise the smallest amount."""
    return turn.amounts[0][1] if turn.amounts else None


def bet_middle(turn: Turn) -> int | None:
    """Bet or raise the geometric mean of the smallest and the largest amount."""
    if not turn.amounts:
        return None
    one, first, last = turn.amounts[0]
    return one.action(round(sqrt(one.amount(first) * one.amount(last))))


def unless_owing(habit: Habit) -> Habit:
    """Return a habit that bets only where staying in is free, and gives up where it costs something."""

    def choose(turn: Turn) -> int | None:
        return give_up(turn) if turn.owes else habit(turn)

    return choose


def stay_in(turn: Turn) -> int | None:
    """Check or call, in turns of a kind in which amounts are bet."""
    if not turn.bets or not turn.plain:
        return None
    mild = turn.view.game.services.timeout_actions
    return next((action for action in turn.plain if action not in mild), turn.plain[0])


def give_up(turn: Turn) -> int | None:
    """Do what the server does for a player whose time is up: check, pass or fold."""
    if not turn.bets and not turn.bids:
        return None
    mild = turn.view.game.services.timeout_actions
    return next((action for action in mild if turn.view.legal.allows(action)), turn.view.legal.ranges[0][0])


def go_above(turn: Turn) -> int | None:
    """Bid the next thing above the usual bid; bet the most where it bets."""
    return go_beside(turn, bet_most, lambda usual: [action for action in turn.plain if action > usual][:1])


def go_below(turn: Turn) -> int | None:
    """Bid the next thing below the usual bid; bet the least where it bets."""
    return go_beside(turn, bet_least, lambda usual: [action for action in turn.plain if action < usual][-1:])


def go_beside(turn: Turn, amount: Habit, beside: Callable[[int], list[int]]) -> int | None:
    """Return another amount if the usual action is one, else the bid beside it."""
    if any(turn.usual in one for one, _, _ in turn.amounts):
        return amount(turn)
    found = beside(turn.usual) if turn.bids and not turn.bets else []
    return found[0] if found else None


def mirror(turn: Turn) -> int | None:
    """Repeat what another seat did last in this hand, with its amount."""
    told = turn.view.history
    for actor, action in zip(told.actors[::-1].tolist(), told.actions[::-1].tolist(), strict=True):
        if actor >= 0 and actor != turn.view.seat and action >= 0:
            return repeat(turn, action)
    return None


def repeat(turn: Turn, action: int) -> int | None:
    """Return this action, or its amount in a family on offer; None if neither is legal."""
    for one in turn.view.game.rules.amounts:
        if action in one:
            offers = [(family, family.action(one.amount(action))) for family, _, _ in turn.amounts]
            return next((same for _, same in offers if turn.view.legal.allows(same)), None)
    return action if turn.view.legal.allows(action) else None


def after_draw(habit: Habit, before: Habit) -> Habit:
    """Return a habit that changes to another once the seat was asked for a draw in this hand."""

    def choose(turn: Turn) -> int | None:
        return habit(turn) if turn.drawn else before(turn)

    return choose


HABITS: dict[str, Habit] = {
    "keep cards": keep_cards,
    "change cards": change_cards,
    "bet most": bet_most,
    "bet least": bet_least,
    "stay in": stay_in,
    "give up": give_up,
    "go above": go_above,
    "go below": go_below,
    "hoard cards": hoard_cards,
    "lay cards": lay_cards,
    "mirror": mirror,
}
"""Habits that a strategy may learn to choose from."""

STRATEGIES: dict[str, tuple[Habit, ...]] = {
    "never draw": (keep_cards,),
    "always draw": (change_cards,),
    "all in": (bet_most, stay_in),
    "smallest raise": (bet_least, stay_in),
    "always call": (stay_in,),
    "always pass": (give_up,),
    "overbid": (go_above,),
    "underbid": (go_below,),
    "hoard": (hoard_cards,),
    "lay at once": (lay_cards,),
    "mirror": (mirror,),
    "never draw, all in": (keep_cards, bet_most, stay_in),
    "never draw, then all in": (keep_cards, after_draw(bet_most, stay_in), stay_in),
    "never draw, then bet least": (keep_cards, after_draw(unless_owing(bet_least), stay_in), stay_in),
    "never draw, then bet some": (keep_cards, after_draw(unless_owing(bet_middle), stay_in), stay_in),
    "draw, then all in": (after_draw(bet_most, stay_in), stay_in),
}
"""The strategies: the first habit of each that has something to say decides, else the steady bot."""


@dataclass
class SimpleStrategy:
    """A bot with habits over the game's steady bot."""

    name: str
    habits: tuple[Habit, ...]
    usual: Bot
    memory: SeatMemory = field(default_factory=SeatMemory)
    changed: int = 0
    """Number of decisions that differ from the steady bot's."""

    def act(self, view: View) -> int:
        """Choose by the first habit that has something to say."""
        turn = Turn(view, self.usual.act(view), self.memory)
        action = next((found for found in self._ask(turn) if found is not None), turn.usual)
        self.changed += action != turn.usual
        return action

    def _ask(self, turn: Turn) -> Iterator[int | None]:
        return (habit(turn) for habit in self.habits)


def make_usual(rules: Game, seed: int) -> Bot:
    """Make the steady bot of a game, or else its first one, or a random one."""
    known = names(rules)
    return make(rules.id, STEADY if STEADY in known else known[0] if known else RANDOM, seed)
