"""Pages that are made from what is installed: one for each game, and one for the commands."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import typer
from typer.testing import CliRunner

from shindig.cli import app as command
from shindig.gamekit import Game, games
from shindig.lab.analyse.hand_odds import Rarity, rarities
from shindig.lab.analyse.hand_rollouts import deal_opening
from shindig.lesson.lesson_script import LEARNER
from shindig.match import write_story
from shindig.messages import format_text
from shindig.record import Replay
from shindig.scene_svg import draw_table
from shindig.web.pages.rules_pages import read_rules

CLAUSE = re.compile(r"^((?:- |\d+\. )?)(\*\*)?([A-Z]{2}-\d+)(?=\W)", re.MULTILINE)
"""A clause where it is told, as rules pages have them."""
LINK = re.compile(r"\]\(\.\./(src/shindig/games/(\w+)/rules\.md|[^)#]+)(#[^)]*)?\)")
"""A link from a page to somewhere outside of docs/."""
DEALS = 200
"""Of the other cards, around a hand."""
SCRIPT = """
for (const replay of document.querySelectorAll(".replay")) {
  const [picture, told, bar] = ["img", "p", "input"].map((one) => replay.querySelector(one));
  const lines = JSON.parse(replay.dataset.lines);
  const show = () => {
    picture.src = replay.dataset.folder + String(bar.value).padStart(3, "0") + ".svg";
    picture.alt = told.textContent = lines[bar.value];
  };
  replay.querySelectorAll("button").forEach((button, n) => button.addEventListener("click", () => {
    bar.value = Number(bar.value) + (n ? 1 : -1);
    show();
  }));
  bar.addEventListener("input", show);
  show();
}
"""

SHEET = ".shown svg { max-width: 100%; height: auto; }"
"""Pictures that notebooks show are as wide as the page, at most."""


def write(folder: Path, whole: bool = True) -> None:
    """Write all pages into a folder, in place of those that were there; unless `whole`, without what takes playing."""
    shutil.rmtree(folder, ignore_errors=True)
    static = folder / "static"
    for one in (folder / "games", static):
        one.mkdir(parents=True)
    (static / "replay.js").write_text(SCRIPT, "utf-8")
    (static / "shown.css").write_text(SHEET, "utf-8")
    for rules in games():
        page = "\n\n".join([*sections(rules, static), *(rollouts(rules, static) if whole else ())])
        (folder / "games" / f"{rules.id}.md").write_text(page + "\n", "utf-8")
    (folder / "commands.md").write_text("\n\n".join(commands()) + "\n", "utf-8")


def sections(rules: Game, static: Path) -> Iterator[str]:
    """A game's page: its rules, options, exact tables, and a hand to step through."""
    yield f"# {rules.name}"
    yield f"{rules.blurb} For {rules.rules.players}; its name in commands is `{rules.id}`."
    yield clauses(rules)
    yield from options(rules)
    yield from replay(rules, static)
    yield from rarity(rules, static)


def clauses(rules: Game) -> str:
    """The rules page, each clause an anchor."""
    text = re.sub(r"^# .*\n", "", read_rules(rules), count=1)
    return CLAUSE.sub(lambda found: f'{found[1]}<a id="{found[3]}"></a>{found[2] or ""}{found[3]}', text).strip()


def options(rules: Game) -> Iterator[str]:
    """Its options."""
    if rules.rules.options:
        yield "## Options in a table"
        kinds = [", ".join(one.choices) or f"{one.low} to {one.high}" for one in rules.rules.options]
        rows = [
            [f"`{one.name}`", f"`{one.default}`", kind, one.text, one.clause]
            for one, kind in zip(rules.rules.options, kinds, strict=True)
        ]
        yield table(["option", "default", "values", "", "clause"], rows)


def rarity(rules: Game, static: Path) -> Iterator[str]:
    """How many hands have each Rank, where hands are compared."""
    if rules.worth is None:
        return
    yield "## How rare the Ranks are"
    yield "Every hand counted, by"
    yield from plotted(f"shindig ranks {rules.id}", "How many hands have each Rank", static / f"{rules.id}-ranks.svg")
    for one in rarities(rules, rules.new(rules.rules.seats[0])[0]):
        pairs = f"{len(one.inverted)} pairs of Ranks are not in order of rarity."
        yield f"**{'; '.join(one.cases)}**: {pairs}"
        yield table(["Rank", "hands", "one in", "lower Ranks that are rarer"], rank_rows(rules.worth.ranks, one))


def rank_rows(names: tuple[str, ...], one: Rarity) -> list[list[str]]:
    """Ranks from the highest, each with its hands."""
    numbers = range(len(names) - 1, one.first - 1, -1)
    often = [f"{one.total / count:,.1f}" if (count := one.counts[number]) else "never" for number in numbers]
    return [
        [names[number], f"{one.counts[number]:,}", times, str(one.rarer_below(number) or "")]
        for number, times in zip(numbers, often, strict=True)
    ]


def rollouts(rules: Game, static: Path) -> Iterator[str]:
    """What comes of each way to begin with a hand, where hands are played out."""
    if rules.rollouts is None:
        return
    dealt = deal_opening(rules, rules.new(rules.rules.seats[0]), np.random.default_rng(0))
    codes = rules.deck(dealt.before[0]).codes
    hand = " ".join(codes[dealt.deck[place]] for place in dealt.places)
    yield "## What comes of a hand"
    yield "The other cards are dealt again and again, and bots play each deal to its end, once for each way to begin:"
    words = f'shindig odds {rules.id} "{hand}" --deals {DEALS}'
    yield from plotted(words, "What comes of each way to begin", static / f"{rules.id}-odds.svg")


def plotted(words: str, shows: str, file: Path) -> Iterator[str]:
    """A command that is run here, and the picture that it draws."""
    done = CliRunner().invoke(command, [*shlex.split(words)[1:], "--plot", str(file)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    yield f"    {words} --plot {file.name}"
    yield f'<img src="../../_static/{file.name}" alt="{shows}" width="100%">'


def replay(rules: Game, static: Path) -> Iterator[str]:
    """The first hand of its lesson, step by step, as the learner sees it."""
    file = rules.services.folder and rules.services.folder / "lesson" / f"{rules.id}.jsonl"
    if not file or not file.is_file():
        return
    folder = static / "replays" / rules.id
    folder.mkdir(parents=True)
    lines = [*drawn(file, folder)]
    where, data = f"../../_static/replays/{rules.id}/", escape(json.dumps(lines))
    yield "## A hand to step through"
    yield (
        f'<figure class="replay" data-folder="{where}" data-lines="{data}">'
        f'<img src="{where}000.svg" alt="" width="100%"><p></p><button>Back</button> <button>On</button> '
        f'<input type="range" value="0" max="{len(lines) - 1}" aria-label="Step"></figure>'
        '<script src="../../_static/replay.js"></script>'
    )
    yield "It is the hand of the first lesson, as the learner saw it. `shindig replay` tells any record in words."


def drawn(file: Path, folder: Path) -> Iterator[str]:
    """Draw every step of a record; what each told."""
    record = Replay(file.read_text("utf-8").splitlines())
    before = record.match.view(LEARNER)
    for number, step in enumerate(record):
        after = record.match.view(LEARNER)
        picture = draw_table(after.scene, record.names, LEARNER, after.game.table.look.cloth)
        (folder / f"{number:03}.svg").write_text(picture, "utf-8")
        lines = write_story(record.match.game, before, step, after)
        told = (format_text(line.text, record.names, you=LEARNER) for line in lines)
        yield " ".join(told) or "..."
        before = after


def commands() -> Iterator[str]:
    """All commands with what they take."""
    yield "# Commands\n\nWhat `shindig COMMAND --help` says."
    yield from of_group(typer.main.get_command(command), "shindig")


def of_group(group: Any, name: str) -> Iterator[str]:
    """The commands of a group, and those of groups in it."""
    for word, one in group.commands.items():
        if hasattr(one, "commands"):
            yield from of_group(one, f"{name} {word}")
            continue
        yield f"## {name} {word}\n\n{one.help}"
        rows = [[spelt(given), str(getattr(given, "help", "") or "")] for given in one.params if given.name != "help"]
        if rows:
            yield table(["", ""], rows)


def spelt(given: Any) -> str:
    """How an argument or an option is written."""
    names = ", ".join((*given.opts, *given.secondary_opts)) if given.param_type_name == "option" else given.name.upper()
    usual = given.default if isinstance(given.default, int | float | str) and given.default != "" else None
    return f"`{names}`" + (f" ({usual})" if usual is not None and not isinstance(usual, bool) else "")


def table(head: list[str], rows: Sequence[Sequence[object]]) -> str:
    """A table of texts."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in line) + " |" for line in lines
    )


def relink(_app: object, name: str, text: list[str]) -> None:
    """Have links out of docs/ lead to a game's page, or be no links: the site holds no sources."""
    pages = {rules.services.folder.name: rules.id for rules in reversed(games()) if rules.services.folder}

    def lead(found: re.Match[str]) -> str:
        page = pages.get(found[2] or "")
        return f"](/generated/games/{page}.md{found[3] or ''})" if page else "](#outside)"

    if not name.startswith("generated"):
        text[0] = re.sub(r"\[([^\]]*)\]\(#outside\)", r"\1", LINK.sub(lead, text[0]))
