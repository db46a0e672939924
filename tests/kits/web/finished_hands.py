"""Pictures of finished hands for a reader: `python -m tests.kits.web.finished_hands FOLDER [GAME ...]`.

Ten of each game, as a phone shows them, with a text beside each: what every seat is told. Ask somebody who never saw
the games: "Who won, why, and what would have changed it?", and compare the answers with the texts.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterator
from pathlib import Path

from shindig.bots import make
from shindig.gamekit import game, game_ids
from shindig.match import Match, fair
from shindig.messages import format_text
from shindig.server.hand_summaries import HandSummary
from tests.kits.web.browser_kit import chromium
from tests.kits.web.busy_tables import NAMES, OVER, Moment, shelf, show

PHONE = {"width": 390, "height": 844}
HANDS = 10
SEATS = {"tall-card": (2, 4, 6), "tall-cards": (3, 5, 8), "talon": (3, 4, 5)}
SHORT = {"talon": {"hands": 3}}


def finished_hands(game_id: str) -> Iterator[Moment]:
    """Moments of a game at which a hand has just ended, each of another match between medium bots."""
    for seed in range(HANDS):
        seats = SEATS.get(game_id, (3, 4, 5))[seed % 3]
        moments = [*play(game_id, seats, seed)]
        yield moments[-1] if seed % 4 == 3 else moments[seed % len(moments)]


def play(game_id: str, seats: int, seed: int) -> Iterator[Moment]:
    """A match between medium bots, at the end of each hand."""
    match = Match(game(game_id), seats, SHORT.get(game_id), chance=fair(seed))
    bots = [make(game_id, "steady", seed + seat) for seat in range(seats)]
    hands: list[HandSummary] = []
    ended = match.game.rules.hand.ended
    while not match.over:
        match.play(bots[match.to_act].act(match.view(match.to_act)))
        if ended(match.record) and int(match.game.rules.hand.number(match.record)) > len(hands):
            hands.append(HandSummary.from_match(match.game, match, match.view()))
            facts = OVER | {"opening": None, "agreed": {"rematch": (1,)}} if match.over else {"rest": 20.0}
            yield Moment(copy.deepcopy(match), seed % seats, facts, hands=tuple(hands) if match.over else ())


def describe(moment: Moment) -> str:
    """What each seat and an onlooker are told of a hand."""
    lines = []
    for seat in range(-1, moment.match.seats):
        told = (format_text(text, NAMES, you=seat) for text in moment.match.view(seat).scene.verdict)
        lines.append(f"{NAMES[seat] if seat >= 0 else 'onlooker'}: {' '.join(told)}")
    return "\n".join(lines)


def write(folder: Path, games: list[str]) -> None:
    """Write all pictures and texts."""
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, shelf(browser, PHONE) as (page, still):
        for game_id in games:
            for index, moment in enumerate(finished_hands(game_id)):
                show(page, still, moment)
                if "rest" in moment.facts:  # nobody is asked anything yet
                    page.evaluate("() => document.getElementById('r-ask').replaceChildren()")
                name = folder / f"{game_id}-{index}"
                page.screenshot(path=f"{name}.png")
                Path(f"{name}.txt").write_text(describe(moment), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2:] or [*game_ids()])
