"""Review of a beginner's match, as `docs/reviews.md` has one of each game.

Usage: python scripts/review.py tall-card deals_each=1 --seed 1
A gentle bot sits at seat 0, steady bots elsewhere. Each of its choices is reviewed as the server reviews a person's, by
what the seat knew. Prints the page's section: the command, the number of choices of each grade, the time, and the
choices that cost something, the largest loss first, with the evidence.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from time import process_time
from typing import NamedTuple

from shindig.bots import GENTLE, STEADY, make
from shindig.bots.advice import WITHIN
from shindig.bots.choice_review import ReviewedChoice, review_choice
from shindig.gamekit import game
from shindig.match import Match, View, fair
from shindig.messages import ENGLISH
from shindig.messages.locale_formats import write_figure

PLAYERS = 3


class Choice(NamedTuple):
    """A choice of the beginner: the step of the match from 1, the seat's view, the action."""

    step: int
    view: View
    action: int


def choices(name: str, seed: int, options: Mapping[str, object]) -> Iterator[Choice]:
    """Yield every choice of the beginner in a match."""
    rules = game(name)
    rules.compiled_policies.compile()
    match = Match(rules, PLAYERS, options, fair(seed))
    bots = [make(name, STEADY if seat else GENTLE, seed + seat) for seat in range(PLAYERS)]
    while not match.over:
        view = match.view(match.to_act)
        action = bots[view.seat].act(view)
        if view.seat == 0 and len(view.legal) > 1:
            yield Choice(len(match.steps) + 1, view, action)
        match.play(action)


def hands(name: str, made: list[Choice]) -> int:
    """Count the hands with choices."""
    return len({int(game(name).rules.hand.number(one.view.record)) for one in made})


def section(name: str, seed: int, options: Mapping[str, object]) -> str:
    """Make the page's section of a match."""
    made = [*choices(name, seed, options)]
    began = process_time()
    found = [review_choice(one.view, one.action) for one in made]
    took = process_time() - began
    told = " ".join([name, *(f"{option}={value}" for option, value in options.items()), f"--seed {seed}"])
    count = hands(name, made)
    return "\n".join(
        [
            f"## {game(name).name}",
            f"`python scripts/review.py {told}`",
            "",
            f"{len(made)} choices: {graded(found)}. They cost {write_figure(sum(one.lost for one in found), ENGLISH)} "
            f"{game(name).words.unit} in all. The review took {took:.2g} s of processor time, "
            f"{took / count:.2g} s a hand.",
            "",
            *table(made, found),
        ]
    )


def graded(found: list[ReviewedChoice]) -> str:
    """Write the number of choices of each grade."""
    counts = Counter(one.grade for one in found)
    return ", ".join(f"{count} {grade}" for grade, count in counts.most_common())


def table(made: list[Choice], found: list[ReviewedChoice]) -> Iterator[str]:
    """Yield a table of the choices that cost something, the largest loss first."""
    yield "| step | choice | better | grade | cost | give or take |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for one, weighed in sorted(zip(made, found, strict=True), key=lambda both: -both[1].lost):
        if weighed.lost:
            cost, error = (write_figure(value, ENGLISH) for value in (weighed.lost, WITHIN * weighed.error))
            yield f"| {one.step} | {weighed.made} | {weighed.best} | {weighed.grade} | {cost} | {error} |"


def chosen(told: list[str]) -> dict[str, object]:
    """Parse options of the form `name=value`."""
    found = dict(one.split("=", 1) for one in told)
    return {name: int(value) if value.lstrip("-").isdigit() else value for name, value in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("options", nargs="*", metavar="option=value")
    given = parser.parse_args()
    print(section(given.game, given.seed, chosen(given.options)))


if __name__ == "__main__":
    main()
