"""Commands `shindig ranks`, `shindig sweep` and `shindig study`."""

from __future__ import annotations

from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated, cast

import typer
from rich.markup import escape

from shindig.compile_progress import compile_games
from shindig.gamekit import game

from ..analyse import plots
from ..analyse.hand_odds import get_worth, rarities
from ..analyse.study_report import StudyReport, choose_measures, format_measure, format_ranks, read_study
from ..run.campaign_parts import CampaignWork, On, run_campaign
from ..run.option_sweep import Sweep, Swept, check_shown, make_sweep
from ..run.part_store import Folder
from ..run.simulation import compile_part, make_part
from . import command_output


def ranks(
    game_id: command_output.GameId, option: command_output.Rules = None, plot: command_output.Plot = None
) -> None:
    """Print exactly how rare each Rank is, and which Ranks the rules do not put in order of rarity."""
    rules = game(game_id)
    names = get_worth(rules).ranks
    found = rarities(rules, rules.new(rules.rules.seats[0], command_output.parse_options(option))[0])
    for one in found:
        command_output.out.print(f"[bold]{escape('; '.join(one.cases))}[/]")
        table = command_output.make_table("Rank", "Hands", "Share", "One in", "Rarer and lower")
        for name, *cells in format_ranks(one, names):
            table.add_row(escape(name), *cells)
        command_output.out.print(table)
        command_output.out.print(
            f"{one.total:,} hands; {len(one.inverted)} pairs of Ranks are not in order of rarity. "
            "'Rarer and lower' counts the lower Ranks that are rarer.\n"
        )
    command_output.save_picture(plot, lambda: plots.plot_rarity(rules, found, command_output.parse_options(option)))


def sweep(
    game_id: command_output.GameId,
    bots: command_output.Bots = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", help="A game option and the values to compare, such as ante=1,2,5. Repeatable."),
    ] = None,
    matches: Annotated[int, typer.Option(help="How many matches to play with each setting, with equal deals.")] = 1000,
    players: command_output.Players = None,
    level: command_output.Level = "",
    by: Annotated[str, typer.Option(help="Measure hands apart by a named fact, such as how they ended.")] = "",
    only: Annotated[
        list[str] | None, typer.Option("--show", help="Only measures with this in their name. Repeatable.")
    ] = None,
    seed: command_output.Seed = None,
    processes: command_output.Processes = 1,
    on: command_output.Where = "processes",
    folder: command_output.Kept = None,
    plot: command_output.Plot = None,
) -> None:
    """Play the same matches with different rules, and print what changes, with 95 % confidence intervals."""
    grid: dict[str, list[object]] = {}
    for name, values in command_output.parse_options(option).items():
        grid[name] = [value.strip() for value in str(values).split(",")]
    kept = Folder(folder, "sweep") if folder is not None else None
    seed = kept.facts.get("seed") if seed is None and kept else seed
    work = make_sweep(
        make_part(game_id, players, matches, command_output.choose_bots(bots, level), seed, take_first_values(grid)),
        grid,
        by,
    )
    check_shown(work, only or [])
    if kept:
        kept.check_facts(work.facts)
    swept = run_sweep(work, kept, on, processes)
    print_sweep(work, swept, only or [])
    command_output.save_picture(plot, lambda: plots.plot_sweep(work, swept, only or []))


def take_first_values(grid: dict[str, list[object]]) -> dict[str, object]:
    """Return the first value of every option."""
    return {name: values[0] for name, values in grid.items()}


def run_sweep(work: Sweep, folder: Folder | None, on: str, processes: int, title: str = "Playing") -> Swept:
    """Run a sweep with a progress bar. Raises typer.Exit when interrupted."""
    compile_games([work.rules], lambda _: compile_part(work.settings[0]))
    swept = Swept(work.names)
    begun = folder.begin_work(work.facts) if folder else nullcontext()
    with (
        begun,
        command_output.make_progress_bar() as shown,
        closing(run_campaign(cast(CampaignWork, work), folder, cast(On, on), processes)) as coming,
    ):
        task = shown.add_task(escape(title), total=work.settings[0].count)
        try:
            for _, found in coming:
                swept.add_part(found)
                shown.update(task, completed=swept.matches)
        except KeyboardInterrupt:
            coming.close()
            command_output.end_interrupted(folder)
    return swept


def print_sweep(work: Sweep, swept: Swept, only: list[str]) -> None:
    """Print the measures of each setting, and their differences from the first."""
    table = command_output.make_table("What", *(escape(name) for name in swept.names))
    for column in table.columns[1:]:
        column.justify = "right"
    for name in choose_measures(swept, tuple(only)):
        cells = (format_measure(swept, setting, name) for setting in range(len(swept.names)))
        table.add_row(escape(name), *(cell.replace(" (", "\n(") for cell in cells))
    command_output.out.print(table)
    first = work.settings[0]
    command_output.out.print(
        f"{swept.matches:,} matches of {first.players} under each setting, {escape(' '.join(first.bots))}, seed "
        f"{first.seed}. 'of' counts the hands or matches. In brackets is the difference from the first setting, with * "
        "if its interval leaves out 0. 'always' is every match; ? is fewer than 3 matches."
    )


def study(
    file: Annotated[Path, typer.Argument(help="The study: a .toml file with your questions.")],
    report: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The report, an .html file. By default, it goes next to the study."),
    ] = None,
    processes: command_output.Processes = 1,
    on: command_output.Where = "processes",
) -> None:
    """Answer the questions of a study in a one-file report. Run this command again to continue."""
    asked = read_study(file)
    where = report or file.with_suffix(".html")
    written = StudyReport(where, asked)
    for number, part in enumerate(asked.parts):
        if part.work is None:
            written.add_answer(part, None)
            continue
        folder = Folder(written.folder / f"{number + 1}", "sweep")
        folder.check_facts(part.work.facts)
        written.add_answer(part, run_sweep(part.work, folder, on, processes, f"{number + 1}/{len(asked.parts)}"))
    written.finish()
    command_output.out.print(f"The report is in {where}.")
