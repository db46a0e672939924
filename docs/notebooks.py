"""Notebooks (docs/notebooks/*.ipynb) run anew whenever the site is built: their pages show what came of it."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib import pyplot
from matplotlib.figure import Figure

from shindig.lab.analyse.study_report import render_svg

FOLDER = Path(__file__).parent / "notebooks"
Names = dict[str, Any]


def write(folder: Path, whole: bool = True) -> None:
    """A page for each notebook; unless `whole`, they do not run."""
    matplotlib.use("agg")
    folder.mkdir(parents=True)
    for file in sorted(FOLDER.glob("*.ipynb")):
        (folder / f"{file.stem}.md").write_text("\n\n".join(page(file, whole)) + "\n", "utf-8")


def page(file: Path, whole: bool) -> Iterator[str]:
    """What is told, the code, what came of it. Raises what a cell raises, with its number."""
    names: Names = {"__name__": "__main__"}
    for number, cell in enumerate(json.loads(file.read_text("utf-8"))["cells"]):
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield text
            continue
        yield f"```python\n{text}\n```"
        if whole:
            yield from run(text, names, f"{file.name}, cell {number}")
    yield f"{{download}}`The notebook <../../notebooks/{file.name}>` ran when this page was built."


def run(text: str, names: Names, where: str) -> Iterator[str]:
    """Run a cell: what it prints, what its last expression is, what it has drawn."""
    *statements, last = ast.parse(text).body
    shown = None
    with redirect_stdout(StringIO()) as printed:
        if not isinstance(last, ast.Expr):
            statements.append(last)
        exec(compile(ast.Module(statements, []), where, "exec"), names)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), where, "eval"), names)
    if printed.getvalue():
        yield f"```text\n{printed.getvalue().rstrip()}\n```"
    yield from told(shown)
    yield from map(told_figure, map(pyplot.figure, pyplot.get_fignums()))
    pyplot.close("all")


def told(shown: Any) -> Iterator[str]:
    """A value as notebooks show it."""
    if isinstance(shown, Figure):
        yield told_figure(shown)
    elif hasattr(shown, "_repr_svg_"):
        yield html(shown._repr_svg_())
    elif shown is not None:
        yield f"```text\n{shown!r}\n```"


def told_figure(figure: Figure) -> str:
    return html(render_svg(figure))


def html(text: str) -> str:
    """Part of a page as it is."""
    return f'```{{raw}} html\n<div class="shown">{text}</div>\n```'
