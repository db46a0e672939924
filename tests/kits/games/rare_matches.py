"""Matches in which things happen that chance seldom brings: hands written out, and what is said there."""

from __future__ import annotations

from collections.abc import Iterator

from shindig.bots import make
from shindig.match import Match, Step
from tests.kits.games.talon_table import begun, bid, deal, endgame

Told = Iterator[tuple[Match, Step | None]]
"""A match as it begins, and after each of its steps."""
KINGS = "KS KC KP KW"


def played(match: Match, *texts: str) -> Told:
    """A match in which these are said, and then whatever a steady bot says, until cards are wanted or all is over."""
    bot, left = make(match.game.id, seed=0), list(texts)
    yield match, None
    while match.to_act >= 0 and not match.needs:
        match.play(left.pop(0) if left else bot.act(match.view(match.to_act)))
        yield match, match.steps[-1]


def talon_deals() -> Iterator[Told]:
    """Calls, shows, what is named, mulligans, an evasive Magician, and the end of tokens."""
    trumps = " ".join(f"T{n}" for n in range(10, 22))
    hands = {0: f"{KINGS} T0", 1: "T1 1S 2S 3S 4S 5S 6S 7S 8S 1C 2C 3C 4C 5C 6C", 2: trumps}
    yield played(bid(deal(5, hands), 0, "guard"))
    yield played(bid(deal(5, hands, lay_away="french", tricks="all"), 0, "take"), *["no misery", "no handful"] * 2)
    yield played(deal(4, {1: "T1", 2: trumps}), "no dry", "no dry", "little dry")
    yield played(deal(4, {3: "T1", 2: trumps}, tokens=10, on_broke="drop"), *["no dry"] * 4)
    yield played(begun(4, {}, 1, "against", tokens=10, on_broke="end"))


def talon() -> Iterator[Told]:
    """The same, then last tricks: the Magician's ending, excuses and what is given for them."""
    yield from talon_deals()
    for won in ("minus", "plus"):
        yield played(endgame(3, {0: "T1", 2: "KS", 1: "4S"}, attack="KC"), "play T1", "play KS", "play 4S", won)
    yield played(endgame(3, {0: "KS 2S", 2: "T1 3W", 1: "T0 6W"}, attack="9C", defence="7C 8C", evasive=2))
    yield played(endgame(3, {0: "T0 2S", 2: "KS 3W", 1: "T1 6W"}, leader=2, attack="9C", evasive=1))
    yield played(endgame(4, {0: "KS T0", 1: "T2 5C", 2: "T9 6C", 3: "T7 2C"}, leader=0, overruff="on"))
    yield played(endgame(3, {0: "T0", 2: "KS", 1: "T21"}, won=(23, 0, 0), rest=0), "play T0")


RARE, DEALS = {"talon": talon}, {"talon": talon_deals}
"""By game, such matches, and those of them that were played from their deal on."""
