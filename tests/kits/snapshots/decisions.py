"""What the bots of a game decide in fixed matches, as text: so that a change to a bot is seen, and is meant.

`python -m tests.kits.snapshots.decisions` writes the files of all games again; measure the strength of what changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np

from shindig.bots import make
from shindig.core.layout_and_views import Records, copy_records
from shindig.gamekit import Game, game, game_ids
from shindig.gamekit.policies.compiled_policy import CompiledPolicy
from shindig.gamekit.policies.policy_spec import MOST_CHOICES
from shindig.gamekit.policies.world_search import Search
from shindig.match import View
from tests.kits.games.random_walks import some_action, some_match
from tests.kits.games.rare_matches import DEALS

FOLDER = Path(__file__).parents[2] / "snapshots" / "decisions"
MATCHES, MANY = 8, {"talon": 20}
"""Matches with seats and options by chance; of a game whose bots think for no time there may be more."""
MOVES = 120
"""Of each match."""
ODD = 0.15
"""How often somebody does anything, so that what good players leave alone comes up too."""
LEARNT, DEALT, SEARCHED = 6, 18, 60
"""Of the decisions of a match each so manieth is looked at so."""
FEW, ASKED = 4, 10
"""Of the matches, those in which retired bots are asked too, and of their moves each so manieth."""
WORLDS, COMPARED = 2, 1
"""That are dealt from what is known, and in which a search compares."""
LONGER = {"hands": 2, "hands_to_win": 2, "deals_each": 1}
"""More than one hand where a game has such options."""
SHORTER = {"burn": 2}
"""What is known that only makes worlds take longer."""


def decisions(rules: Game) -> Iterator[str]:
    """A line a decision: what the policy does, what a beginner, and what else a search compares."""
    for seed in range(MANY.get(rules.id, MATCHES)):
        for move, (mind, view, action) in enumerate(walked(rules, seed)):
            if not move:
                yield heading(view)
            yield f"{view.seat} {text(view, action)}; {gently(mind, view, action)}; {compared(mind, view)}"


def worlds(rules: Game) -> Iterator[str]:
    """What bots know of the cards that they do not see, and what searches find, after some of the moves."""
    for seed in range(MATCHES):
        for move, (mind, view, _) in enumerate(walked(rules, seed)):
            if not move:
                yield heading(view)
            if move % LEARNT == 0:
                yield f"move {move}: {known(mind, view, WORLDS if move % DEALT == 0 else 0)}"
            if move % SEARCHED == seed:
                yield f"move {move}: {searched(mind, view)}"


def deals(rules: Game) -> Iterator[str]:
    """The same in deals of which chance seldom makes one like it, and wherever a phase begins."""
    assert rules.policies is not None
    mind = CompiledPolicy(rules, rules.policies)
    for deal in DEALS[rules.id]():
        phase = 0
        for move, (match, _) in enumerate(deal):
            begins, phase = bool(match.record.phase != phase), match.record.phase
            if match.to_act >= 0 and (begins or move % LEARNT == 0):
                yield f"move {move}: {known(mind, match.view(match.to_act), begins or move % DEALT == 0)}"


def retired(rules: Game) -> Iterator[str]:
    """What bots do that are kept to be measured against, after some of the moves."""
    for seed in range(FEW):
        bots = [make(rules.id, name, seed) for name in rules.services.retired_bots]
        for move, (_, view, _) in enumerate(walked(rules, seed)):
            if move % ASKED == seed:
                yield f"{seed}, move {move}: {', '.join(f'{bot.name} {text(view, bot.act(view))}' for bot in bots)}"


KINDS = {"": decisions, "-worlds": worlds, "-retired": retired, "-deals": deals}
"""What is written down, by the end of its file's name; deals of the games that have some written out."""


def kinds_of(game_id: str) -> list[str]:
    return [kind for kind in KINDS if kind != "-deals" or game_id in DEALS]


def text_of(game_id: str, kind: str = "") -> Path:
    return FOLDER / f"{game_id}{kind}.txt"


def walked(rules: Game, seed: int) -> Iterator[tuple[CompiledPolicy, View, int]]:
    """A match before each of its moves: the view of who is to act, and what the policy does."""
    assert rules.policies is not None
    mind = CompiledPolicy(rules, rules.policies)  # never compiled, whatever has been
    uncompiled = replace(rules, _engines={})  # by compiled rules steady-1 draws more
    match, rng = some_match(uncompiled, seed, LONGER)
    for move in range(MOVES):
        if match.over:
            return
        view = match.view(match.to_act)
        action = int(mind.policy(view.array, 0, mind.scratch()[0], np.random.default_rng(move)))
        yield mind, view, action
        match.play(action if rng.random() > ODD else some_action(match, rng))


def heading(view: View) -> str:
    named = {one.name: one.shown(int(view.record[one.name])) for one in view.game.rules.options}
    return f"{view.record.seats} players, {', '.join(f'{name} {value}' for name, value in named.items())}"


def gently(mind: CompiledPolicy, view: View, action: int) -> str:
    """What the gentle bot does there, where it is another thing."""
    other = int(mind.gentle(copy_records(view.array), 0, mind.scratch()[0], np.random.default_rng(0)))
    return text(view, other) if other != action else "gently so"


def compared(mind: CompiledPolicy, view: View) -> str:
    """The actions beside the policy's that are worth comparing."""
    choices = np.empty(MOST_CHOICES, np.int32)
    count = mind.candidate_actions(copy_records(view.array), 0, mind.scratch()[0], np.random.default_rng(0), choices)
    return ", ".join(text(view, action) for action in choices[1:count].tolist()) or "no other"


def known(mind: CompiledPolicy, view: View, count: int) -> str:
    """What is learnt from a history and the first worlds that are dealt from it, as digests, with their weights."""
    knows, seen = np.zeros(1, mind.known_type), (view.history.views, view.history.actors, view.history.actions)
    if not mind.update_beliefs(*seen, knows):
        return "knows too little"
    found = [f"knows {digest(knows)}"]
    for name in SHORTER.keys() & set(knows.dtype.names or ()):
        knows[name] = SHORTER[name]
    made, rng = view.game.rules.layout.empty(2 + mind.spec.depth), np.random.default_rng(0)
    for _ in range(count):
        weight = mind.sample_world(knows, *seen, made, 0, mind.scratch()[0], rng)
        found.append(f"{digest(made[:1]) if weight > 0 else 'none'} {weight:.4g}")
    return ", ".join(found)


def digest(rows: Records) -> str:
    return sha256(rows.tobytes()).hexdigest()[:8]


def text(view: View, action: int) -> str:
    return view.game.words.text(view.record, action)


def searched(mind: CompiledPolicy, view: View) -> str:
    """What each action worth comparing brings, by a few worlds."""
    search = Search(mind, view.history, np.random.default_rng(0))
    best = search.compare(COMPARED)
    means = search.means.tolist() if search.count else []
    brings = ", ".join(
        f"{text(view, action)} {mean:.3f}" for action, mean in zip(search.choices.tolist(), means, strict=False)
    )
    return f"{text(view, best)} of {brings}"


if __name__ == "__main__":
    for one in game_ids():
        for kind in kinds_of(one):
            text_of(one, kind).write_text("".join(line + "\n" for line in KINDS[kind](game(one))))
