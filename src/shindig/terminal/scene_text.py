"""A scene as text, for terminals of any size."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ..gamekit.table_scene import Amount, Card, Holding, Pick, Pile, Plate, Press, Prompt, Scene
from ..gamekit.table_scene import Panel as SidePanel
from ..messages import SeatNames, say
from ..messages import Text as Words

BACK = "░░"
MARKS = {"tall": "bold magenta", "counts": "bold green", "wild": "bold magenta"}


def draw_scene(scene: Scene, names: SeatNames) -> RenderableType:
    """Draw the whole table: seats, the middle, the question."""
    parts: list[RenderableType] = [draw_seats(scene, names)]
    parts += [draw_pile(one, names) for one in scene.centre if one.cards or one.size]
    if scene.pots:
        parts.append(Text("   ".join(f"{names.write(name)}: {amount}" for name, amount in scene.pots), "bold"))
    if scene.holding:
        parts.append(draw_holding(scene.holding, names))
    if scene.result:
        parts.append(Text(names.write(scene.result), "bold green"))
    return Panel(Group(*parts), title=names.write(scene.title), border_style="green")


def draw_seats(scene: Scene, names: SeatNames) -> Table:
    """Draw one line per seat, with an arrow at the seat to act."""
    table = Table(box=None, padding=(0, 1), show_header=False)
    for seat in scene.seats:
        arrow = "▶" if scene.to_act == seat.seat else ""
        chips = "" if seat.chips is None else str(seat.chips)
        bet = f"+{seat.bet}" if seat.bet else ""
        style = "" if seat.state == "in" else "dim"
        table.add_row(arrow, names[seat.seat], chips, bet, draw_hand(seat, names), draw_words(seat, names), style=style)
    return table


def draw_words(seat: Plate, names: SeatNames) -> Text:
    """Join the badges and the last action of a seat."""
    said = [*seat.badges, *([seat.said] if seat.said else [])]
    return Text(", ".join(map(names.write, said)), "italic")


def draw_hand(seat: Plate, names: SeatNames) -> Text:
    """Draw all piles of a seat, the hand first."""
    line = Text()
    for place, one in enumerate(seat.piles):
        if place:
            line.append(f"  {names.write(one.name)} ", "dim")
        line.append_text(draw_cards(one.cards))
        if one.note:
            line.append(f" {names.write(one.note)}", "dim")
    return line


def draw_pile(one: Pile, names: SeatNames) -> Text:
    """Draw a pile in the middle with its name, number and note."""
    line = Text(f"{names.write(one.name)}: ", "dim").append_text(draw_cards(one.cards))
    if one.seat is not None:
        line.append(f" {names[one.seat]}", "dim")
    if one.size is not None:
        line.append(f" ({one.size})", "dim")
    if one.note:
        line.append(f" {names.write(one.note)}", "dim")
    return line


def draw_holding(has: Holding, names: SeatNames) -> Text:
    """Draw the viewer's combination and the facts about it."""
    facts = (names.write(say("terminal-fact", name=name, fact=text)) for name, text in has.facts)
    return Text("; ".join((names.write(say("terminal-have", holding=has.name)), *facts)), "cyan")


def draw_cards(shown: Sequence[Card]) -> Text:
    """Draw cards as codes; many backs in a row as their number."""
    if len(shown) > 5 and all(card.code is None for card in shown):
        return Text(f"{BACK} x {len(shown)}")
    return Text(" ").join(draw_card(card) for card in shown)


def draw_card(card: Card) -> Text:
    style = next((MARKS[mark] for mark in card.marks if mark in MARKS), "")
    return Text(card.code or BACK, style)


def draw_question(prompt: Prompt, names: SeatNames) -> RenderableType:
    """Draw the question and the possible answers."""
    lines: list[RenderableType] = [Text(names.write(prompt.question), "bold cyan")]
    lines += [Text(f"  {describe_control(control, names)}", "cyan") for control in prompt.controls]
    return Group(*lines)


def describe_control(control: Press | Amount | Pick, names: SeatNames) -> str:
    """Describe a control in words."""
    if isinstance(control, Amount):
        return names.write(say("terminal-amount", verb=control.label, low=control.low, high=control.high))
    told: Words = control.label
    if isinstance(control, Pick):
        told = say("terminal-choices", verb=control.label, count=len(control.choices))
        return ". ".join(filter(None, (names.write(told), names.write(control.help))))
    return names.write(say("terminal-button", verb=told, help=control.help) if control.help else told)


def draw_panel(panel: SidePanel, names: SeatNames) -> Table:
    """Draw a table of text: the chart of ranks, the score sheet."""
    table = Table(title=names.write(panel.name), title_justify="left")
    for cell in panel.head:
        table.add_column(names.write(cell))
    for number, row in enumerate(panel.rows):
        style = "bold green" if number in panel.marked else ""
        table.add_row(*(Text(names.write(cell)) for cell in row), style=style)
    return table
