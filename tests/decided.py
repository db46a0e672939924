"""What the bots of a game decide in a fixed match, as text: so that a change to a bot is seen, and is meant.

`PYTHONPATH=src:tests python -m decided` writes the files of all games again; measure the strength of what changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import numpy as np

from shindig.bots import make
from shindig.games import Game, game, game_ids
from shindig.games.layout import snapshot
from shindig.games.minds.search import Search
from shindig.match import Match, View, fair

FOLDER = Path(__file__).parent / "decisions"
MOVES, EVERY, WORLDS = 80, 5, 2
"""Moves of a match; of its decisions, which are searched; the worlds of each, and of each search."""


def text_of(game_id: str) -> Path:
    return FOLDER / f"{game_id}.txt"


def told(game_id: str) -> str:
    """Decisions in a match of the fewest, three and the most players."""
    rules = game(game_id)
    return "".join(
        line + "\n" for seats in sorted({rules.rules.seats[0], 3, rules.rules.seats[-1]}) for line in of(rules, seats)
    )


def of(rules: Game, seats: int) -> Iterator[str]:
    """A line a decision of the bot that tables offer first; below some, what a search finds."""
    match, bot = Match(rules, seats, {}, fair(seats)), make(rules.id, seed=seats)
    yield f"{seats} players"
    for move in range(MOVES):
        if match.over:
            return
        view = match.view(match.to_act)
        action = bot.act(view)
        yield f"{view.seat} {text(view, action)}; {gently(view, action)}; {worlds(view)}"
        if move % EVERY == 0:
            yield searched(view)
        match.play(action)


def gently(view: View, action: int) -> str:
    """What the gentle bot does there, where it is another thing."""
    mind = view.game.mind
    other = mind.gentle(snapshot(view.array), 0, mind.scratch()[0], np.random.default_rng(0))
    return text(view, other) if other != action else "gently so"


def worlds(view: View) -> str:
    """The first worlds that are dealt from a view, as a digest, with their weights."""
    mind, known = view.game.mind, np.zeros(1, view.game.mind.known_type)
    seen = view.history.views, view.history.actors, view.history.actions
    if not mind.learn(*seen, known):
        return "no worlds"
    made, digest, weights, rng = (
        view.game.rules.layout.empty(2 + mind.minds.depth),
        sha256(),
        [],
        np.random.default_rng(0),
    )
    for _ in range(WORLDS):
        weights.append(mind.deal(known, *seen, made, 0, mind.scratch()[0], rng))
        digest.update(snapshot(made[:1]).tobytes() if weights[-1] > 0 else b"")
    return " ".join([digest.hexdigest()[:8], *(f"{weight:.3g}" for weight in weights)])


def text(view: View, action: int) -> str:
    return view.game.words.text(view.record, action)


def searched(view: View) -> str:
    """What each action worth comparing brings, by a few worlds."""
    search = Search(view.game.mind, view.history, np.random.default_rng(0))
    best = search.compare(WORLDS)
    means = search.means.tolist() if search.count else []
    brings = ", ".join(
        f"{text(view, action)} {mean:.3f}" for action, mean in zip(search.choices.tolist(), means, strict=False)
    )
    return f"  {text(view, best)} of {brings}"


if __name__ == "__main__":
    for one in game_ids():
        text_of(one).write_text(told(one))
