"""What people read in fixed matches: of each kind of line the first few, as text.

`python -m tests.kits.snapshots.spoken` writes the files of all games again. Lines are of a kind that differ in numbers
and cards alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from shindig.bots import make
from shindig.cards import CardError
from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import Game, GameError, game, game_ids
from shindig.gamekit.hand_fact_reading import read_facts as facts_of
from shindig.gamekit.table_scene import Pick, Pile, Plate, Prompt, Scene
from shindig.match import Match, Step, View
from shindig.messages import format_text
from tests.kits.games.random_walks import some_action, some_match
from tests.kits.games.rare_matches import RARE, Told
from tests.kits.games.written_texts import written
from tests.kits.snapshots.playthroughs import replayed

FOLDER = Path(__file__).parents[2] / "snapshots" / "spoken"
MATCHES, MOVES = 10, 120
ODD = 0.3
"""How often somebody does anything."""
ALIKE = 3
"""Lines of a kind that are written down."""
ADVISED = 12
"""Every so many moves advice is read too."""
COUNTS = ("version", "seats", "usual_players", "num_actions", "max_ranges", "max_order", "orders", "revealing_fields")
MISREAD = ("", " 0", " 1", " 99999999", " x")
"""What is written after a verb that may be said."""
WORD = re.compile("[A-Za-z0-9]+")
LONGER = {"hands": 2, "hands_to_win": 2, "tokens": 300, "stack": 20, "stacks": 60, "gifts": "always", "minutes": 10}
"""Options of every other match: more than one hand, little to lose, much to be asked."""


def text_of(game_id: str) -> Path:
    return FOLDER / f"{game_id}.txt"


def spoken(rules: Game) -> Iterator[str]:
    """The first lines of each kind, in the order in which they come up."""
    yield from declared(rules)
    kinds, cards, seen = Counter[str](), of_cards(rules), set[str]()
    for line in (line for match in matches(rules) for line in read(match)):
        if line not in seen:
            seen.add(line)
            kinds[kind := kind_of(line, cards)] += 1
            yield from [line] * (kinds[kind] <= ALIKE)


def declared(rules: Game) -> Iterator[str]:
    """What a game says of itself before anybody plays."""
    yield f"{rules.name}: {rules.blurb}"
    yield from (f"{name}: {getattr(rules.rules, name)}" for name in COUNTS)
    for option in rules.rules.options:
        yield f"option: {replace(option, text=str(option.text))}"
        yield f"  {option.help} ({option.describe(option.default)})"
    yield from (f"family: {one}" for one in rules.rules.amounts)
    yield from (f"family: {one.first} to {one.last}, cards of {one.of}" for one in rules.rules.picks)
    yield from (f"deck: {deck}" for deck in rules.table.decks)
    yield f"{rules.table.look}"
    services = rules.services
    yield (
        f"house: {services.clauses}, {services.timeout_actions}, {services.silence_clause}, "
        f"{sorted(services.instant_phases)}, {sorted(services.forced_phases)}"
    )
    yield f"place {services.lobby_place}, together: {[(one.phases, one.seconds) for one in services.simultaneous]}"


def of_cards(rules: Game) -> frozenset[str]:
    """The words in the codes and names of a game's cards."""
    return frozenset(WORD.findall(" ".join(" ".join((*deck.codes, *deck.names)) for deck in rules.table.decks)))


def kind_of(line: str, cards: frozenset[str]) -> str:
    """The line without numbers and cards."""
    return WORD.sub(lambda found: "#" if found[0].isdigit() or found[0] in cards else found[0], line)


def matches(rules: Game) -> Iterator[Told]:
    """Matches by chance, then those in which rare things happen."""
    yield from (replayed(made(rules, seed)) for seed in range(MATCHES))
    yield from RARE.get(rules.id, tuple)()


def made(rules: Game, seed: int) -> Match:
    """A match between steady bots that now and then do anything."""
    match, rng = some_match(rules.id, seed, LONGER if seed % 2 else {})
    bot = make(rules.id, seed=seed)
    for _ in range(MOVES):
        if not match.over:
            match.play(some_action(match, rng) if rng.random() < ODD else bot.act(match.view(match.to_act)))
    return match


def read(told: Told) -> Iterator[str]:
    """All that is to be read in a match, after every step."""
    before: list[View] = []
    for number, (match, step) in enumerate(told):
        after = [match.view(seat) for seat in range(ONLOOKER, match.seats)]
        if step:
            yield from stories(match, before, step, after)
            yield from facts(before[0], match)
        yield from shown(after[0].scene)
        if match.to_act >= 0:
            yield from at_turn(after[1 + match.to_act], number)
        before = after
    outcome = match.result and replace(match.result, why=str(match.result.text))
    yield f"outcome: {outcome}; {match.game.rules.conserved(match.record)} held"


def stories(match: Match, before: list[View], step: Step, after: list[View]) -> Iterator[str]:
    """What a step adds to each log."""
    for earlier, later in zip(before, after, strict=True):
        for line in match.story(earlier, step, later):
            yield f"told: {format_text(line.text, you=later.seat)} ({line.weight})"


def facts(before: View, match: Match) -> Iterator[str]:
    """What is kept of a hand that has ended."""
    ended = match.game.rules.hand.ended
    if ended(match.record) and not ended(before.record):
        yield from (f"fact: {name} {value}" for name, value in facts_of(match.game, match.array).items())
        if match.game.words.highlight:
            yield f"moment: {written(match.game.words.highlight(match.view().plain))}"


def at_turn(view: View, number: int) -> Iterator[str]:
    """What a seat reads on its turn: its table, now and then advice, and refusals."""
    yield from shown(view.scene)
    yield from (f"hint: {line}" for line in (view.hints if number % ADVISED == 0 else ()))
    yield from refused(view)
    words = {view.game.words.text(view.plain, action).split()[0] for one in view.legal.ranges for action in one}
    yield from (
        misread(view, f"{word}{rest}") for word in sorted(words) for rest in ("", " 0", " 99999999", " x", " 1")
    )


def misread(view: View, written: str) -> str:
    """What a text comes to."""
    try:
        return f"{written!r}: {view.game.words.text(view.plain, view.game.words.parse(view.record, written))}"
    except (GameError, CardError) as error:
        return f"{written!r}: {error}"


def refused(view: View) -> Iterator[str]:
    """Why not what is next to what is legal, and a few others."""
    near = {action for first, last in view.legal.ranges for action in (first - 1, last + 1)}
    far = np.random.default_rng(len(near)).integers(view.game.rules.num_actions, size=8).tolist()
    for action in sorted({one for one in near if 0 <= one < view.game.rules.num_actions} | set(far)):
        if action not in view.legal:
            yield f"action {action}: {view.game.words.refuse(view.record, action)}"


def shown(scene: Scene) -> Iterator[str]:
    """A scene, part by part."""
    scene = written(scene)
    yield f"{scene.title}; {scene.result or 'no result'}; clockwise {scene.clockwise}; to act: {scene.to_act}"
    yield from (f"pot: {pot}" for pot in scene.pots)
    for plate in scene.seats:
        yield from at_seat(plate)
    yield from (f"middle: {pile(one)}" for one in scene.centre)
    for panel in scene.panels:
        yield f"panel: {panel._replace(rows=())}"
        yield from (f"{panel.name}: {' | '.join(map(str, row))}" for row in panel.rows)
    if scene.holding:
        yield f"holds: {scene.holding.name}; {scene.holding.facts}; {[pile(one) for one in scene.holding.piles]}"
    yield from asked(scene.prompt) if scene.prompt else ()


def at_seat(plate: Plate) -> Iterator[str]:
    yield f"seat: {plate._replace(seat=0, piles=())}"
    yield from (f"at the seat: {pile(one)}" for one in plate.piles)


def pile(one: Pile) -> str:
    """Its cards by their codes, marked, unknown ones as a dot, and all else of it."""
    cards = " ".join((card.code or ".") + "".join(f"({mark})" for mark in card.marks) for card in one.cards)
    return f"{one.name}, {one.shape}, {one.size}, {one.note}, {one.seat}: {cards}"


def asked(prompt: Prompt) -> Iterator[str]:
    """The question, and what it may be answered with."""
    yield f"asked: {prompt.question} {prompt.meaning}"
    for control in prompt.controls:
        yield f"  {control._replace(choices=()) if isinstance(control, Pick) else control}"
        yield from picked(control)
    if prompt.exchange:
        yield f"  {prompt.exchange._replace(places=(), lay=())}; {prompt.exchange.lay}"


def picked(control: Any) -> Iterable[str]:
    return (f"  {choice}" for choice in control.choices) if isinstance(control, Pick) else ()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for one in game_ids():
        text_of(one).write_text("".join(line + "\n" for line in spoken(game(one))))
