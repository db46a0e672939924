"""Command `shindig simulate`: many matches, with hands written to a file."""

from __future__ import annotations

from contextlib import closing, nullcontext
from typing import Annotated, cast

import typer
from rich.markup import escape

from shindig.compile_progress import compile_games
from shindig.gamekit import game

from ..analyse import plots
from ..analyse.accumulators import Sums
from ..analyse.figure_format import format_mean
from ..export import hand_tables
from ..export.hand_export import Output, Simulation
from ..run.campaign_parts import On, run_campaign
from ..run.simulation import compile_part, make_part
from . import command_output


def simulate(
    game_id: command_output.GameId,
    bots: command_output.Bots = None,
    matches: Annotated[int, typer.Option(help="How many matches to play.")] = 1000,
    players: command_output.Players = None,
    option: command_output.Rules = None,
    seed: command_output.Seed = None,
    level: command_output.Level = "",
    processes: command_output.Processes = 1,
    on: command_output.Where = "processes",
    file: Annotated[
        str | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write every hand to a .parquet, .csv or .jsonl file. Run this command again to continue.",
            callback=command_output.check_first(hand_tables.check_table_file),
        ),
    ] = None,
    plot: command_output.Plot = None,
) -> None:
    """Play many matches, and print how each seat did. Can also write every hand to a file."""
    output = Output(file) if file else None
    if seed is None and output:
        seed = output.seed
    work = Simulation(
        make_part(
            game_id,
            players,
            matches,
            command_output.choose_bots(bots, level),
            seed,
            command_output.parse_options(option),
        )
    )
    sums = output.read_finished_sums(work) if output else None
    if sums is None:
        compile_games([game(game_id)], lambda _: compile_part(work.whole))
        with output.folder.begin_work(work.facts) if output else nullcontext():
            sums = run_simulation(work, output, on, processes)
    print_sums(sums, work)
    if output:
        command_output.out.print(f"All {sums.hands:,} hands are in {output.file}.")
    command_output.save_picture(plot, lambda: plots.plot_scores(sums, work.whole))


def run_simulation(work: Simulation, output: Output | None, on: str, processes: int) -> Sums:
    """Do the work with a progress bar, and write the table, also of an interrupted run."""
    sums, parts = Sums.empty(work.whole.players), 0
    with (
        command_output.make_progress_bar() as shown,
        closing(run_campaign(work, output.folder if output else None, cast(On, on), processes)) as coming,
    ):
        task = shown.add_task("Playing", total=work.whole.count)
        try:
            for part, found in coming:
                sums += Sums.from_json(found)
                parts = part + 1
                shown.update(task, completed=sums.matches, description=f"{sums.hands:,} hands")
        except KeyboardInterrupt:
            coming.close()
            report_stop(work, output, sums, parts)
    if output:
        output.finish(work, parts, sums)
    return sums


def report_stop(work: Simulation, output: Output | None, sums: Sums, parts: int) -> None:
    """Print the results so far, and how to continue. Raises typer.Exit."""
    if sums.matches:
        print_sums(sums, work)
        if output:
            output.finish(work, parts, sums)
            command_output.out.print(f"The hands of the first {sums.matches:,} matches are in {output.file}.")
    command_output.end_interrupted(output, f"With --seed {work.whole.seed} and --out FILE")


def print_sums(sums: Sums, work: Simulation) -> None:
    """Print the results of the seats, and the number of matches."""
    table = command_output.make_table("Seat", "Bot", "Score", "Matches", "Won", "Ended", "Paid/hand", "Hands")
    for seat, bot in enumerate(work.whole.bots):
        score, won, paid = sums.scores[seat], sums.won[seat], sums.paid[seat]
        won_of = format_mean(won.mean, won.error, percent=True) if sums.over else "-", f"{sums.over:,}"
        paid_of = format_mean(paid.mean, paid.error, sign=True) if sums.hands else "-", f"{sums.hands:,}"
        table.add_row(
            str(seat), escape(bot), format_mean(score.mean, score.error), f"{sums.matches:,}", *won_of, *paid_of
        )
    command_output.out.print(table)
    per_match = f"{sums.hands / sums.matches:.1f} hands and {sums.moves / sums.matches:.1f} actions each"
    command_output.out.print(
        f"{sums.matches:,} matches, {sums.hands:,} hands: {per_match}; {sums.matches - sums.over} unfinished. "
        f"Seed {work.whole.seed}."
    )
    command_output.out.print("The intervals are 95 %, over matches; ? is fewer than 3 matches.")
    if sums.seconds:
        matches, hands = (one / sums.seconds for one in sums.timed)
        rate = f"{matches:,.0f} matches and {hands:,.0f} hands per second of processor time, without compiling"
        among = "" if sums.timed[0] == sums.matches else f", in the {sums.timed[0]:,} matches of this run"
        command_output.out.print(f"{rate}{among}.")
