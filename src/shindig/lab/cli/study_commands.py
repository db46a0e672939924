"""The laboratory's commands that answer: `shindig ranks`, `shindig sweep`, `shindig study`."""

from __future__ import annotations

from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated, cast

import typer
from rich.markup import escape

from shindig.compile_progress import compile_games
from shindig.gamekit import game

from ..analyse import plots
from ..analyse.hand_odds import rarities, worth_of
from ..analyse.study_report import Report, chosen, read, told
from ..run.campaign_parts import On, Work, campaign
from ..run.option_sweep import Sweep, Swept, check_shown, sweep_of
from ..run.part_store import Folder
from ..run.simulation import ready, whole
from . import command_output

Folders = Annotated[
    str | None,
    typer.Option("--out", metavar="FOLDER", help="Keep what is done; the same command goes on from there."),
]


def ranks(
    game_id: command_output.GameId, option: command_output.Rules = None, plot: command_output.Plot = None
) -> None:
    """Print how rare every Rank is, exactly, and where the order of the rules is not the order of rarity."""
    rules = game(game_id)
    names = worth_of(rules).ranks
    found = rarities(rules, rules.new(rules.rules.seats[0], command_output.options_of(option))[0])
    for one in found:
        command_output.out.print(f"[bold]{escape('; '.join(one.cases))}[/]")
        table = command_output.columns("Rank", "Hands", "Share", "One in", "Rarer below")
        for number in range(len(names) - 1, one.first - 1, -1):
            count, below = one.counts[number], one.rarer_below(number)
            often = f"{one.total / count:,.1f}" if count else "never"
            share = command_output.percent(count / one.total, 4)
            table.add_row(escape(names[number]), f"{count:,}", share, often, str(below) if below else "")
        command_output.out.print(table)
        command_output.out.print(
            f"{one.total:,} hands; {len(one.inverted)} pairs of Ranks stand in another order than their rarity: "
            "'Rarer below' counts the lower Ranks that are rarer.\n"
        )
    command_output.draw(plot, lambda: plots.rarity(rules, found, command_output.options_of(option)))


def sweep(
    game_id: command_output.GameId,
    bots: Annotated[
        list[str] | None, typer.Argument(help="Bots by name, for the seats in turn; all random if none.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", help="A rule with the values to compare, like ante=1,2,5; again for more."),
    ] = None,
    matches: Annotated[int, typer.Option(help="Matches under each setting, the same for all.")] = 1000,
    players: command_output.Players = None,
    level: command_output.Level = "",
    by: Annotated[str, typer.Option(help="A fact of hands with names, like how they ended: measure each alone.")] = "",
    only: Annotated[
        list[str] | None, typer.Option("--show", help="Print only measures with this in their name; again for more.")
    ] = None,
    seed: command_output.Seed = None,
    processes: command_output.Processes = 1,
    on: command_output.Where = "processes",
    folder: Folders = None,
    plot: command_output.Plot = None,
) -> None:
    """Play the same matches under several settings of the rules, and print what differs, with 95 % confidence."""
    grid: dict[str, list[object]] = {}
    for name, values in command_output.options_of(option).items():
        grid[name] = [value.strip() for value in str(values).split(",")]
    kept = Folder(folder, "sweep") if folder is not None else None
    seed = kept.facts.get("seed") if seed is None and kept else seed
    work = sweep_of(whole(game_id, players, matches, command_output.bots_of(bots, level), seed, one_of(grid)), grid, by)
    check_shown(work, only or [])
    if kept:
        kept.agree(work.facts)
    swept = run_sweep(work, kept, on, processes)
    print_sweep(work, swept, only or [])
    command_output.draw(plot, lambda: plots.sweep(work, swept, only or []))


def one_of(grid: dict[str, list[object]]) -> dict[str, object]:
    """The first value of every option."""
    return {name: values[0] for name, values in grid.items()}


def run_sweep(work: Sweep, folder: Folder | None, on: str, processes: int, title: str = "Playing") -> Swept:
    """Do it with a bar. Raises typer.Exit where it is interrupted."""
    compile_games([work.rules], lambda _: ready(work.settings[0]))
    swept = Swept(work.names)
    begun = folder.begun(work.facts) if folder else nullcontext()
    with (
        begun,
        command_output.bar() as shown,
        closing(campaign(cast(Work, work), folder, cast(On, on), processes)) as coming,
    ):
        task = shown.add_task(escape(title), total=work.settings[0].count)
        try:
            for _, found in coming:
                swept.add(found)
                shown.update(task, completed=swept.matches)
        except KeyboardInterrupt:
            coming.close()
            command_output.err.print(
                f"Interrupted. {'The' if folder else 'With --out FOLDER the'} same command goes on."
            )
            raise typer.Exit(command_output.INTERRUPTED) from None
    return swept


def print_sweep(work: Sweep, swept: Swept, only: list[str]) -> None:
    """What was measured, setting by setting, and the differences from the first."""
    table = command_output.columns("What", *(escape(name) for name in swept.names))
    for column in table.columns[1:]:
        column.justify = "right"
    for name in chosen(swept, tuple(only)):
        cells = (told(swept, setting, name) for setting in range(len(swept.names)))
        table.add_row(escape(name), *(cell.replace(" (", "\n(") for cell in cells))
    command_output.out.print(table)
    first = work.settings[0]
    command_output.out.print(
        f"{swept.matches:,} matches of {first.players} under each setting, {escape(' '.join(first.bots))}, seed "
        f"{first.seed}; of so many hands or matches; ? where fewer than 3 matches tell; in brackets the difference "
        "from the first, * where its interval leaves out 0; always: so in every match."
    )


def study(
    file: Annotated[Path, typer.Argument(help="A study: questions in a .toml file.")],
    report: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The report, an .html file; beside the study if not said."),
    ] = None,
    processes: command_output.Processes = 1,
    on: command_output.Where = "processes",
) -> None:
    """Answer the questions of a study, and write a report of one file; the same command goes on where it stopped."""
    asked = read(file)
    where = report or file.with_suffix(".html")
    written = Report(where, asked)
    for number, part in enumerate(asked.parts):
        if part.work is None:
            written.add(part, None)
            continue
        folder = Folder(written.folder / f"{number + 1}", "sweep")
        folder.agree(part.work.facts)
        written.add(part, run_sweep(part.work, folder, on, processes, f"{number + 1}/{len(asked.parts)}"))
    written.finish()
    command_output.out.print(f"The report is in {where}.")
