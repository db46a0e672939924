"""Default words: an action is a verb, or a verb and an amount; the story tells actions, cards turned up, and wins."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from shindig.cards import Deck
from shindig.core.layout_and_views import CHANCE, OVER, UNKNOWN, Facts, Plain

from ..game_spec import GameError, IllegalAction, Line, ObservedStep, Outcome, Rules, Words
from .cards_by_place import CardField, CardLayout, get_display_name
from .cards_named_by_action import capitalize, parse_label


def words(
    rules: Rules,
    deck: Deck,
    verbs: Mapping[int, str],
    clauses: Mapping[int, str],
    outcome: Callable[[Facts], Outcome],
    **own: Any,
) -> Words:
    """Make words for a game whose actions are these verbs, and amounts as `bet 10`.

    `clauses` maps an action, or a family's first action, to the clause that says when it may be played. 0 is for all
    others, and is "" if no clauses are written. Codes of cards in a text, as in `play x`, appear as card names in the
    story. Kernels of `rules.hand` are also called with snapshots, so they read rows as `m.shown[seat][i]`. `own`
    replaces any of the default words. Raises GameError if `clauses` has no 0, or if an action has a verb and is an
    amount.
    """
    if 0 not in clauses:
        raise GameError("defaults.words takes the clause of all other actions under 0, like {0: 'LD-6'}")
    for family in rules.amounts:
        if both := [action for action in verbs if action in family]:
            amount = f"{family.name} {family.amount(both[0])}"
            raise GameError(
                f"action {both[0]} has the verb {verbs[both[0]]!r} and is {amount!r}: an action has one text"
            )
    usual = DefaultWords(rules, CardLayout.from_rules(rules, deck, own.get("item_codes")), verbs, clauses, outcome)
    made = {name: getattr(usual, name) for name in ("text", "parse", "refuse", "story", "result")}
    return Words(**{**made, "outcome": outcome, **own})


@dataclass(frozen=True)
class DefaultWords:
    """Default words of one game."""

    rules: Rules
    fields: CardLayout
    verbs: Mapping[int, str]
    clauses: Mapping[int, str]
    outcome: Callable[[Facts], Outcome]

    def text(self, _m: Facts, action: int) -> str:
        """Write a verb, or the name of a family and an amount."""
        for family in self.rules.amounts:
            if action in family:
                return f"{family.name} {family.amount(action)}"
        if action not in self.verbs:
            raise GameError(f"defaults.words has no verb for the action {action}; give it one, or make it an amount")
        return self.verbs[action]

    def parse(self, _m: Facts, written: str) -> int:
        """Return the action that a text means. Raises GameError."""
        tidy = " ".join(written.split())
        for action, verb in self.verbs.items():
            if tidy == verb:
                return action
        verb, _, amount = tidy.partition(" ")
        family = next((family for family in self.rules.amounts if verb == family.name and amount), None)
        if family is None:
            raise GameError(f"{written!r} is no action; expected {join_with_or(self._examples())}")
        if re.fullmatch("[1-9][0-9]{0,9}", amount) and family.action(int(amount)) in family:
            return family.action(int(amount))
        raise GameError(f"{family.name} takes a whole number from 1 to {family.amount(family.last)}, not {amount!r}")

    def _examples(self) -> list[str]:
        """Return one text of each kind, ignoring numbers and named cards."""
        kinds: dict[str, str] = {}
        for action, text in self.verbs.items():
            deed = parse_label(self.rules, self.fields.deck, action, text)
            kinds.setdefault(deed.verb if deed.cards else re.sub("[0-9]+", "", text), text)
        return [*kinds.values(), *(one.text(min(one.action(10), one.last)) for one in self.rules.amounts)]

    def refuse(self, m: Facts, action: int) -> IllegalAction:
        """Refuse an action as not possible now, with its clause."""
        family = next((family for family in self.rules.amounts if action in family), None)
        known = action in self.verbs or family is not None
        clause = self.clauses.get(family.first if family else action, self.clauses[0])
        return IllegalAction(clause, f"You cannot {self.text(m, action)} now" if known else "There is no such action")

    def story(self, event: ObservedStep[Any]) -> list[Line]:
        """Write lines about the action, cards turned up, the hand's results and the winners.

        A number that the action already tells, as `bid 2`, has no second line.
        """
        parts = (
            self._describe_begin,
            self._describe_action,
            self._describe_turned_cards,
            self._describe_revealed,
            self._describe_end,
        )
        return [*dict.fromkeys(line for part in parts for line in part(event))]

    def _describe_begin(self, event: ObservedStep[Any]) -> Iterator[Line]:
        if self._is_new(event):
            yield Line(f"Hand {self.rules.hand.number(event.after)}.", 2)

    def _describe_action(self, event: ObservedStep[Any]) -> Iterator[Line]:
        if event.seat != CHANCE:
            yield Line(f"{{{event.seat}}}: {self._write_action(event)[0]}.")

    def _write_action(self, event: ObservedStep[Any]) -> tuple[str, Counter[int]]:
        """Describe the action as far as this viewer knows it, and the cards named in it."""
        if event.action is None or event.seat == CHANCE:
            return "has chosen", Counter()
        deed = parse_label(self.rules, self.fields.deck, event.action, self.text(event.before, event.action))
        return deed.told, Counter(deed.cards)

    def _describe_turned_cards(self, event: ObservedStep[Any]) -> Iterator[Line]:
        """Write lines about cards that newly lie open and are not named in the action."""
        places = self.fields.list_open_places(event.after.seats)
        before = [self._count_open_cards(event.before, place) for place in places]
        after = [self._count_open_cards(event.after, place) for place in places]
        if self._is_new(event):
            before = [Counter() for _ in before]
        new = [now - was for was, now in zip(before, after, strict=True)]
        told = self._write_action(event)[1]
        if (
            event.seat != CHANCE
        ):  # An order takes open cards into the deck, so cards that lie open afterwards count as new.
            told += sum((was - now for was, now in zip(before, after, strict=True)), Counter[int]())
        for nth in sorted(range(len(new)), key=lambda nth: places[nth].seat == event.seat):
            new[nth], told = new[nth] - told, told - new[nth]
        for place, cards in zip(places, new, strict=True):
            if cards:
                who = capitalize(place.field.name) if place.seat is None else f"{{{place.seat}}} shows"
                yield Line(f"{who}: {self.fields.deck.name_cards(cards.elements())}.")

    def _count_open_cards(self, view: Plain, place: CardField) -> Counter[int]:
        return Counter(self.fields.cards(view, place))

    def _is_new(self, event: ObservedStep[Any]) -> bool:
        """Return True if a hand begins, so that all open cards are newly dealt."""
        return self.rules.hand.number(event.before) != self.rules.hand.number(event.after)

    def _describe_revealed(self, event: ObservedStep[Any]) -> Iterator[Line]:
        """Write lines about numbers of seats that were unknown before, such as revealed answers."""
        for field in self.fields.said if not self._is_new(event) else ():
            was, now = getattr(event.before, field.name), getattr(event.after, field.name)
            for seat in range(event.after.seats if field.shape else 0):
                if was[seat] == UNKNOWN != now[seat]:
                    yield Line(f"{{{seat}}}: {get_display_name(field)} {now[seat]}.")

    def _describe_end(self, event: ObservedStep[Any]) -> Iterator[Line]:
        if self.rules.hand.ended(event.after) and not self.rules.hand.ended(event.before):
            yield Line(self._describe_hand_winners(event.after), 2)
        if event.after.actor == OVER:
            yield Line(self._describe_match_winners(event.after), 2)

    def result(self, view: Plain) -> str:
        """Write the result of the hand or match while the table shows it."""
        if not self.rules.hand.ended(view):
            return ""
        return (
            f"{self._describe_hand_winners(view)} {self._describe_match_winners(view)}"
            if view.actor == OVER
            else self._describe_hand_winners(view)
        )

    def _describe_hand_winners(self, view: Plain) -> str:
        payoffs = [(seat, int(self.rules.hand.payoff(view, seat))) for seat in range(view.seats)]
        won = ", ".join(f"{{{seat}}} wins {payoff}" for seat, payoff in payoffs if payoff > 0)
        lost = ", ".join(f"{{{seat}}} loses {-payoff}" for seat, payoff in payoffs if payoff < 0)
        return f"{won or lost or 'Nobody wins anything'}."

    def _describe_match_winners(self, view: Plain) -> str:
        return f"{' and '.join(f'{{{seat}}}' for seat in self.outcome(view).winners) or 'Nobody'} won the game."


def join_with_or(words: list[str]) -> str:
    """Join words in a sentence, with `or` before the last."""
    return " or ".join((", ".join(words[:-1]), words[-1]) if len(words) > 1 else words)
