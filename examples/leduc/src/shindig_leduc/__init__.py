"""Leduc hold'em, a two-player poker of six cards, as a game of shindig."""

from pathlib import Path

from shindig.gamekit import Facts, Game, Outcome, Services, defaults

from .record import DECK, VERBS
from .rules import RULES


def outcome(m: Facts) -> Outcome:
    """The most chips win (LD-9)."""
    return Outcome.by_score(m.chips, "all hands are played" if m.number == m.hands else "a player is short of chips")


WORDS = defaults.words(RULES, DECK, VERBS, {0: "LD-6"}, outcome)
GAME = Game(
    id="leduc",
    name="Leduc Hold'em",
    blurb="Six cards, two players, two rounds of bets: poker at its smallest.",
    rules=RULES,
    words=WORDS,
    table=defaults.table(RULES, DECK, WORDS),
    services=Services(folder=Path(__file__).parent, clauses=("LD",), bots={"steady": "shindig_leduc.bot:act"}),
)
