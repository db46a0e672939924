"""How many ways a fixed deal can go on, counted to a depth: the same numbers as written in `perft/*.tree.txt`.

A case in these files:

    game tall-card 2 first_dealer=0 ante=1     the game, the seats, the options
    order WhD b                                an order: these items first, the others as they come
    do claim                                   actions that lead to the root
    counts 6 24 96                             leaves at depth 1, 2, 3; a line that ends sooner is one leaf
    - bet 1: 40                                the deepest count by first action, all of them

A line ends where the match is over or chance must give an order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from shindig.core.layout_and_views import Records
from shindig.gamekit import Game, game
from shindig.match import Match

FOLDER = Path(__file__).parent / "perft"


@dataclass
class Case:
    """A position and what was counted from it."""

    match: Match
    counts: list[int] = field(default_factory=list)
    divided: dict[str, int] = field(default_factory=dict)


def cases(path: Path) -> Iterator[tuple[int, Case]]:
    """The cases of a file, with the line at which each begins."""
    case, first = None, 0
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        word, _, rest = line.partition(" ")
        if word == "game":
            if case:
                yield first, case
            case, first = Case(fresh(*rest.split())), number
        elif case and word == "order":
            give(case.match, rest.split())
        elif case and word == "do":
            case.match.play(rest)
        elif case and word == "counts":
            case.counts = [int(count) for count in rest.split()]
        elif case and word == "-":
            action, _, count = rest.rpartition(": ")
            case.divided[action] = int(count)
    if case:
        yield first, case


def fresh(game_id: str, seats: str, *options: str) -> Match:
    return Match(game(game_id), int(seats), dict(option.split("=") for option in options))


def give(match: Match, first: list[str]) -> None:
    """Hand in the order that is needed, these items first."""
    codes = match.game.item_codes(match.record, int(match.record.asks))
    rest = [codes[item] for item in match.wanted()]
    for code in first:
        rest.remove(code)
    match.order(first + rest)


def successors(rules: Game, match: Records) -> Iterator[tuple[int, Records]]:
    """Each legal action with the record after it; none where no seat is to act."""
    for first, last in rules.legal_ranges(match):
        for action in range(first, last + 1):
            after = match.copy()
            rules.engine.apply(after, 0, action)
            yield action, after


def leaves(rules: Game, match: Records, depth: int) -> int:
    """How many ways to go on for so many actions."""
    if depth == 0 or match["actor"][0] < 0:
        return 1
    return sum(leaves(rules, after, depth - 1) for _, after in successors(rules, match))


def divide(match: Match, depth: int) -> dict[str, int]:
    """The leaves by the text of the first action."""
    rules, record = match.game, match.record
    pairs = successors(rules, match.array)
    return {rules.words.text(record, action): leaves(rules, after, depth - 1) for action, after in pairs}


ALL = [(path.name, line, case) for path in sorted(FOLDER.glob("*.tree.txt")) for line, case in cases(path)]


@pytest.mark.parametrize(("line", "case"), [pytest.param(line, case, id=f"{name}:{line}") for name, line, case in ALL])
def test_the_tree_of_a_fixed_deal(line: int, case: Case) -> None:
    assert line
    rules, match = case.match.game, case.match.array
    *shallow, deepest = case.counts
    assert [leaves(rules, match, depth) for depth in range(1, len(case.counts))] == shallow
    assert divide(case.match, len(case.counts)) == case.divided
    assert sum(case.divided.values()) == deepest
