"""A match in the terminal: one person against bots."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.text import Text

from ..bots import make
from ..gamekit import GameError, IllegalAction
from ..gamekit.table_scene import Amount
from ..match import Match, View, fair, write_story
from ..messages import SeatNames, name_seats, say
from .scene_text import describe_control, draw_panel, draw_question, draw_scene
from .typed_actions import read_action

ME = 0
STYLES = ("dim", "", "bold")
"""Styles of lines by their weight."""
SHOWN = 40
"""Number of legal actions in the list."""


def play(match: Match, bot: str, seed: int | None, console: Console, ask: Callable[[], str]) -> None:
    """Play a match without chance of its own to its end, or until the person leaves.

    `ask` reads a line and raises EOFError at the end of input.
    """
    bots = {seat: make(match.game.id, bot, None if seed is None else seed + seat) for seat in range(match.seats)}
    names = name_seats(names=("You", *(f"Bot {seat}" for seat in range(1, match.seats))), you=ME)
    chance = fair(seed)
    console.print(names.write(say("terminal-help")), style="dim")
    while not match.over:
        before = match.view(ME)
        if match.needs:
            show_result(before, names, console)
            match.order(chance(match.needs, match.wanted()))
        else:
            view = match.view(match.to_act)
            action = choose_action(view, names, console, ask) if match.to_act == ME else bots[match.to_act].act(view)
            if action is None:
                return
            match.play(action)
        for line in write_story(match.game, before, match.steps[-1], match.view(ME)):
            console.print(names.write(line.text), style=STYLES[min(line.weight, 2)])
    show_result(match.view(ME), names, console)


def show_result(view: View, names: SeatNames, console: Console) -> None:
    """Draw the table at the end of a hand or match."""
    if view.scene.result:
        console.print(draw_scene(view.scene, names))


def choose_action(view: View, names: SeatNames, console: Console, ask: Callable[[], str]) -> int | None:
    """Ask the person, unless there is nothing to choose. Returns None to leave."""
    return next(iter(view.legal.actions)) if len(view.legal) == 1 else ask_action(view, names, console, ask)


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
        if not words:
            continue
        if words.lower() in ("q", "quit"):
            return None
        if words.lower() in ANSWERS:
            console.print(ANSWERS[words.lower()](view, names))
            continue
        action = parse_input(view, words, names, console)
        if action is not None:
            return action


def list_legal(view: View, names: SeatNames) -> RenderableType:
    """List the legal actions as text, up to `SHOWN`; amounts as the question shows them."""
    controls = view.scene.prompt.controls if view.scene.prompt else ()
    amounts = {one.first: one for one in controls if isinstance(one, Amount)}
    skipped = {one.first + more for one in amounts.values() for more in range(1, one.high - one.low + 1)}
    listed = [action for action in view.legal.actions if action not in skipped]
    shown = ", ".join(
        describe_control(amounts[action], names) if action in amounts else view.game.words.text(view.plain, action)
        for action in listed[:SHOWN]
    )
    more = len(listed) - SHOWN
    return Text(names.write(say("terminal-more", actions=shown, count=more)) if more > 0 else shown)


def list_hints(view: View, names: SeatNames) -> RenderableType:
    """Return the game's advice."""
    return Text("\n".join(map(names.write, view.hints)) or names.write(say("terminal-no-advice")))


def draw_charts(view: View, names: SeatNames) -> RenderableType:
    """Draw the panels beside the table, such as the chart of ranks or the score sheet."""
    drawn = [draw_panel(one, names) for one in view.scene.panels]
    return Group(*drawn) if drawn else Text(names.write(say("terminal-no-charts")))


def draw_rules(view: View, names: SeatNames) -> RenderableType:
    """Return the rules of the game."""
    file = view.game.services.folder and view.game.services.folder / "rules.md"
    if not file or not file.is_file():
        return Text(names.write(say("terminal-no-rules")))
    return Markdown(file.read_text(encoding="utf-8"))


ANSWERS: dict[str, Callable[[View, SeatNames], RenderableType]] = {
    "?": list_legal,
    "h": list_hints,
    "c": draw_charts,
    "r": draw_rules,
}
"""Questions that a person may ask instead of acting."""


def parse_input(view: View, words: str, names: SeatNames, console: Console) -> int | None:
    """Return the legal action that a text means. Prints the reason and returns None if there is none."""
    try:
        return read_action(view, words, names)
    except (GameError, ValueError) as error:
        clause = f" ({error.clause})" if isinstance(error, IllegalAction) and error.clause else ""
        told = names.write(error.text) if isinstance(error, GameError) else str(error)
        console.print(Text(told + clause, "red"))
        return None
