"""A match in the terminal: one person against bots."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

from ..bots import make
from ..gamekit import GameError
from ..match import Match, View, fair, write_story
from ..messages import SeatNames, name_seats
from .scene_text import draw_question, draw_scene

ME = 0
HELP = "Type an action, or: ? for what is legal, h for a hint, q to leave."
SHOWN = 40
"""Number of legal actions in the list."""


def play(match: Match, bot: str, seed: int | None, console: Console, ask: Callable[[], str]) -> None:
    """Play a match without chance of its own to its end, or until the person leaves.

    `ask` reads a line and raises EOFError at the end of input.
    """
    bots = {seat: make(match.game.id, bot, None if seed is None else seed + seat) for seat in range(match.seats)}
    names = name_seats(names=("Player", *(f"Bot {seat}" for seat in range(1, match.seats))), you=ME)
    chance = fair(seed)
    console.print(HELP, style="dim")
    while not match.over:
        before = match.view(ME)
        if match.needs:
            show_result(before, names, console)
            match.order(chance(match.needs, match.wanted()))
        else:
            view = match.view(match.to_act)
            action = ask_action(view, names, console, ask) if match.to_act == ME else bots[match.to_act].act(view)
            if action is None:
                return
            match.play(action)
        for line in write_story(match.game, before, match.steps[-1], match.view(ME)):
            console.print(names.write(line.text), style="bold" if line.weight > 1 else "")
    show_result(match.view(ME), names, console)


def show_result(view: View, names: SeatNames, console: Console) -> None:
    """Draw the table at the end of a hand or match."""
    if view.scene.result:
        console.print(draw_scene(view.scene, names))


def ask_action(view: View, names: SeatNames, console: Console, ask: Callable[[], str]) -> int | None:
    """Ask the person until the action is legal. Returns None to leave."""
    scene = view.scene
    console.print(draw_scene(scene, names))
    if scene.prompt:
        console.print(draw_question(scene.prompt, names))
    while True:
        try:
            words = ask().strip()
        except EOFError:
            return None
        if words in ("q", "quit"):
            return None
        if words in ("?", "h"):
            console.print(
                "\n".join(map(names.write, view.hints)) or "No advice here." if words == "h" else list_legal(view)
            )
            continue
        action = parse_input(view, words, console)
        if action is not None:
            return action


def list_legal(view: View) -> str:
    """List the legal actions as text, up to `SHOWN`."""
    shown = [view.legal[i] for i in range(min(len(view.legal), SHOWN))]
    more = len(view.legal) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def parse_input(view: View, words: str, console: Console) -> int | None:
    """Return the legal action that a text means. Prints the reason and returns None if there is none."""
    try:
        action = view.game.words.parse(view.record, words)
        if not view.legal.allows(action):
            raise view.game.words.refuse(view.record, action)
    except (GameError, ValueError) as error:
        console.print(str(error), style="red")
        return None
    return action
