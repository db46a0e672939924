"""Tables drawn for environments: as text, as a picture, or printed."""

from __future__ import annotations

from io import StringIO

from ..gamekit import GameError
from ..match import View

RENDER_MODES = ("human", "ansi", "svg")
"""`human` prints the table, `ansi` returns it as text, and `svg` returns a picture."""
WIDTH = 100
"""Letters in a line."""


def check_render_mode(mode: str | None) -> str | None:
    """Return a render mode. Raises GameError for an unknown one."""
    if mode is not None and mode not in RENDER_MODES:
        raise GameError(f"render_mode is {', '.join(RENDER_MODES)} or None, not {mode!r}")
    return mode


def draw_view(view: View, mode: str | None) -> str | None:
    """Draw the table as a viewer sees it, and print it if the mode is `human`."""
    if mode == "svg":
        return view._repr_svg_()
    text = write_table(view) if mode else None
    if mode == "human":
        print(text)
        return None
    return text


def write_table(view: View) -> str:
    """Return the table as text."""
    from rich.console import Console

    from ..messages import name_seats
    from ..terminal.scene_text import draw_scene

    page = StringIO()
    seats = name_seats(names=tuple([f"seat {seat}" for seat in range(int(view.record.seats))]))
    Console(file=page, width=WIDTH, color_system=None).print(draw_scene(view.scene, seats))
    return page.getvalue().rstrip()
