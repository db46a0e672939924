"""Default prompt: cards of the hand are touched, amounts are set, all other actions are buttons."""

from __future__ import annotations

from dataclasses import dataclass, field

from shindig.cards import Deck
from shindig.core.layout_and_views import Plain

from ..game_spec import Rules, Words
from ..table_scene import Amount, Control, Pick, Press, Prompt
from .cards_named_by_action import capitalize, find_positions, parse_label


@dataclass
class PromptBuilder:
    """Controls of a seat's turn, being collected."""

    hand: tuple[int, ...]
    picks: dict[str, list[tuple[tuple[int, ...], int, str]]] = field(default_factory=dict)
    """Choices of cards to touch, by verb."""
    others: list[Control] = field(default_factory=list)

    def add_action(self, rules: Rules, deck: Deck, action: int, text: str) -> None:
        """Add an action: cards of one's own hand are touched; the first other action is the main button."""
        deed = parse_label(rules, deck, action, text)
        if at := find_positions(self.hand, deed.cards):
            self.picks.setdefault(deed.verb, []).append((at, action, deed.label))
        else:
            self.others.append(Press(action, deed.label, weight=1 if self.others or self.picks else 2))

    @property
    def controls(self) -> tuple[Control, ...]:
        return (*(Pick(capitalize(verb), tuple(choices)) for verb, choices in self.picks.items()), *self.others)


def build_prompt(
    rules: Rules, deck: Deck, words: Words, view: Plain, ranges: list[tuple[int, int]], hand: tuple[int, ...]
) -> Prompt:
    """Make a control for every legal action."""
    asking = PromptBuilder(hand)
    for first, last in ranges:
        action = first
        while action <= last:
            family = next((family for family in rules.amounts if action in family), None)
            until = min(last, family.last) if family else action
            if family:
                asking.others.append(
                    Amount(capitalize(family.name), action, family.amount(action), family.amount(until))
                )
            else:
                asking.add_action(rules, deck, action, words.text(view, action))
            action = until + 1
    return Prompt("What will you do?", asking.controls)
