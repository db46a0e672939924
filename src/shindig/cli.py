"""The command `shindig`."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from . import __version__
from .core.layout_and_views import CHANCE
from .gamekit import game, game_ids
from .gamekit.error_attribution import find_numba_message, format_error
from .gamekit.game_registry import describe_fault, list_problems
from .gamekit.game_spec import Game, Line
from .lab.cli import arena_command, exploit_command, odds_command
from .lab.cli import simulate_command as lab
from .lab.cli import study_commands as lab_answers
from .lab.cli.command_output import GameId, Rules, parse_options
from .lab.run.part_store import describe_disk_error
from .match import Match, make_seed_key, write_story
from .messages import format_text
from .record import MAX_LINE, Replay
from .server.admin import admin_commands
from .server.settings.cli_options import Config, Database, choose_database, read_settings
from .web.serving.log_format import LogFormat, configure_log

app = typer.Typer(no_args_is_help=True, add_completion=False)
out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)

for command in (
    lab.simulate,
    arena_command.arena,
    exploit_command.exploit,
    lab_answers.ranks,
    odds_command.odds,
    lab_answers.sweep,
    lab_answers.study,
):
    app.command()(command)

app.add_typer(admin_commands.app, name="admin")

UNPROVEN = 3
"""The status where a record holds, and nothing bounds what the house could choose."""
SETTINGS, LATER = 78, 75
"""The statuses of a server that cannot begin (EX_CONFIG, EX_TEMPFAIL): by its settings, or what may have gone later."""

RecordFile = Annotated[Path, typer.Argument(help="A record, with one JSON object on each line.")]
Seat = Annotated[int, typer.Option(help="The seat whose view of the match to tell; -1 is a spectator's.")]


@app.command()
def upgrade_package(
    folder: Annotated[Path, typer.Argument(help="The folder of a package of games.", exists=True, file_okay=False)],
    write: Annotated[bool, typer.Option("--write", help="Rewrite the files, not just list them.")] = False,
) -> None:
    """Rewrite a package of games from the names of release 1.0."""
    from .gamekit.renamed_since_release_1 import upgrade_package

    found = list(upgrade_package(folder, write))
    for file in found:
        out.print(f"{'rewritten' if write else 'to be rewritten'}: {file}", markup=False)
    if not found:
        out.print("nothing to rewrite: no file uses a name of release 1.0")


@app.command()
def games() -> None:
    """List the games and their options."""
    say_what_is_left_out()
    for game_id in game_ids():
        one = game(game_id)
        players = one.rules.players
        out.print(Text.assemble((one.id, "bold"), f"  {one.name}, {players}. {one.blurb}"))
        for option in one.rules.options:
            kinds = " | ".join(option.choices) or f"{option.low} to {option.high}"
            out.print(Text(f"    {option.name} = {option.default}  ({kinds})  {option.help} {option.clause}".rstrip()))


@app.command()
def check(
    game_id: GameId,
    matches: Annotated[int, typer.Option(help="Matches to play.", min=1)] = 3,
    compiled: Annotated[bool, typer.Option(help="Also compile the rules, with bounds checked, and compare.")] = True,
) -> None:
    """Check a game against what every game must do, and say what is wrong and how to fix it."""
    from .testing import CheckError
    from .testing import check as look

    try:
        look(game(game_id), seeds=range(1, matches + 1), checking=compiled)
    except CheckError as found:
        err.print(Text(str(found)))
        raise typer.Exit(1) from found
    out.print(Text(f"{game_id}: no faults found."))


@app.command()
def replay(file: RecordFile, seat: Seat = -1) -> None:
    """Print what happened in a recorded match, and its result."""
    record = Replay(read_lines(file))
    before = record.match.view(seat)
    for step in record:
        after = record.match.view(seat)
        print_story(record.names, write_story(record.match.game, before, step, after))
        before = after
    print_result(record.match, record.names)


@app.command()
def verify(
    file: RecordFile,
    seen: Annotated[Path | None, typer.Option(help="The proof that a page or a program saved during play.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Check the moves only, and skip the shuffles.")] = False,
) -> None:
    """Check that every move of a record was legal, and that its shuffles were fair.

    The exit status is 0 if every check passed and a player's device took part in each shuffle (or with --plain), 3 if
    every check passed but no device took part, so that the house could have chosen the cards, and 2 if a check failed.
    """
    from .server.fairness import device_cut_notes as seen_live
    from .server.fairness import record_verification

    record = Replay(read_lines(file))
    out.print(Text(f"{file}: {record_verification.play_record(record)}"))
    if plain:
        out.print("Its shuffles were not checked.")
        return
    found = record_verification.verify_shuffles(record, read_lines(seen, seen_live.MAX_LINE) if seen else None)
    for line in found.lines:
        out.print(Text(str(line)))
    if not seen:
        out.print("To compare it with the proof you saved: shindig verify RECORD --seen FILE.")
    if not found.proven:
        raise typer.Exit(UNPROVEN)


@app.command(name="compile")
def compile_rules(
    ids: Annotated[list[str] | None, typer.Argument(help="The games to compile. By default, all of them.")] = None,
) -> None:
    """Compile games, bots and simulation now, so that nothing has to wait for it later."""
    from .compile_progress import compile_games

    compile_games([game(game_id) for game_id in ids or game_ids()], compile_everything)


def compile_everything(game: Game) -> None:
    """Compile all kernels of a game that server, arena and simulation call."""
    from .lab.run.process_pool import prepare_game

    for thinking in (False, True):
        prepare_game(game.id, thinking, hands=True)
    prepare_game(game.id)


@app.command()
def play(
    game_id: GameId,
    players: Annotated[int | None, typer.Option(help="Players, including you. By default 4, if possible.")] = None,
    bot: Annotated[str, typer.Option(help="The bot in the other seats. By default, the usual one.")] = "",
    seed: Annotated[int | None, typer.Option(help="A number that deals the same cards each time.")] = None,
    option: Rules = None,
) -> None:
    """Play against bots here in the terminal."""
    from . import terminal

    one = game(game_id)
    make_seed_key(seed)
    match = Match(one, players or one.rules.usual_players, parse_options(option))
    console = Console(highlight=False)
    terminal.play(match, bot, seed, console, lambda: console.input("[bold]> [/]"))


@app.command(context_settings={"auto_envvar_prefix": "SHINDIG"})
def serve(
    port: Annotated[int, typer.Option(help="The port to listen on; 0 picks a free one.", min=0, max=65535)] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets other devices in.")] = "127.0.0.1",
    database: Annotated[str, typer.Option(help="The database's URL. By default, SQLite in your data folder.")] = "",
    trust_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="The address or network of a trusted proxy, which says who asks and whether over HTTPS. Repeatable.",
        ),
    ] = None,
    metrics: Annotated[str, typer.Option(help="Where to serve Prometheus metrics, such as 127.0.0.1:9100.")] = "",
    workers: Annotated[int, typer.Option(help="Processes. More than one needs PostgreSQL.", min=1, max=256)] = 1,
    address: Annotated[
        str, typer.Option(help="Where other servers of this room reach it, such as 10.0.0.5:9200.")
    ] = "",
    prefix: Annotated[str, typer.Option(help="The path under which a proxy shows the room, such as /cards.")] = "",
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER", help="A different value for a limit (docs/room.md lists them). Repeatable."
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A host name that the room answers to, such as cards.example.org; * allows all. Repeatable.",
        ),
    ] = None,
    log: Annotated[LogFormat, typer.Option(help="The format of the log.")] = LogFormat.TEXT,
    more: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any other setting (docs/host.md lists them). Repeatable."),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the room in a browser, if there is one.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Check these settings, without opening the room.")] = False,
    _config: Config = None,
) -> None:
    """Open the card room for browsers and programs.

    Environment variables (SHINDIG_PORT, SHINDIG_DATABASE, ...) or a settings file can set every option too.
    """
    # The server's modules stay for as long as it runs: no garbage is among them, now or later.
    gc.disable()
    from .web.serving import server_process as web
    from .web.serving.serve_command import serve as serve_web

    gc.freeze()
    gc.enable()
    say_what_is_left_out()
    base, proxies = choose_database(database, more or ()), tuple(trust_proxy or ())
    hosts, room = tuple(allow_host or ()), read_settings(more or ())
    where = web.ServerSettings(
        host, port, base, proxies, metrics, workers, address, log, prefix, tuple(limit or ()), hosts, room
    )
    if check:
        for line in web.describe_serving(where):
            out.print(line)
        return
    configure_log(log, room.log_level)
    serve_web(where, lambda address: out.print(f"The card room is open: [bold]{address}[/]"), open_page)


@app.command()
def backup(
    file: Annotated[
        Path | None,
        typer.Argument(help="The file to write. By default, a new one in the backup-folder of your settings."),
    ] = None,
    database: Database = "",
    _config: Config = None,
) -> None:
    """Back up everything in a room to one file. The room may be open meanwhile."""
    from .server.storage.backup import back_up
    from .server.storage.database import describe_url

    where, folder = choose_database(database), read_settings().backup_folder
    if file is None:
        file = make_backup_name(folder)
    count = back_up(where, file)
    out.print(f"{count:,} rows of {describe_url(where)} are now in {file}.", markup=False)


def make_backup_name(folder: str) -> Path:
    """Return a new file in the backup folder, which is made if need be. Raises ValueError without a folder."""
    if not folder:
        raise ValueError("expected a file, or a backup-folder in the settings")
    Path(folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    return Path(folder) / f"shindig-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.backup"


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `shindig backup` wrote.")],
    database: Annotated[
        str,
        typer.Option(envvar="SHINDIG_DATABASE", help="The URL of an empty database, which may be of a different kind."),
    ] = "",
    _config: Config = None,
) -> None:
    """Restore a room from a backup into an empty database."""
    from .server.storage.backup import restore as back
    from .server.storage.database import describe_url

    where = choose_database(database)
    out.print(f"{back(where, file):,} rows are now in {describe_url(where)}.", markup=False)


@app.command()
def version() -> None:
    """Print the version, and that of its database schema."""
    from .server.storage.migrations import NEWEST

    kind = f" ({', '.join(('development version', *find_commit()))})" if ".dev" in __version__ else ""
    out.print(f"shindig {__version__}{kind}, database schema {NEWEST}", markup=False)


def find_commit() -> list[str]:
    """Return the commit of the sources, if they are a checkout and git is installed."""
    import subprocess

    root = Path(__file__).parents[2]
    if not (root / ".git").exists():
        return []
    try:
        asked = subprocess.run(["git", "-C", root, "rev-parse", "--short", "HEAD"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return [f"commit {asked.stdout.decode().strip()}"]


def print_version(asked: bool) -> None:
    """Print the version for the flag `--version`, and end."""
    if asked:
        version()
        raise typer.Exit


@app.callback()
def begin(
    _version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=print_version, help="Print the version.")
    ] = False,
) -> None:
    """A card room for games from imagined worlds."""  # noqa: D401 - the help of the command itself


def read_lines(file: Path, longest: int = MAX_LINE) -> Iterator[str]:
    """Yield the lines of a text file; of an overlong one, a part that is too long."""
    with file.open(encoding="utf-8-sig", errors="surrogateescape") as source:
        yield from iter(lambda: source.readline(longest + 2), "")


def say_what_is_left_out() -> None:
    """Name the packages whose games do not load, a line each."""
    for problem in list_problems():
        err.print(Text.assemble(("shindig: ", "yellow"), problem))


def print_story(names: Sequence[str], lines: list[Line]) -> None:
    """Print lines of the story: details dim, headlines bold."""
    for line in lines:
        out.print(Text(format_text(line.text, names), ("dim", "", "bold")[line.weight]))


def print_result(match: Match, names: Sequence[str]) -> None:
    """Print how a match ended, or whose turn it is."""
    if match.result is None:
        needed = f"the order of {match.needs!r}" if match.to_act == CHANCE else f"{names[match.to_act]}'s turn"
        out.print(Text(f"Not over: next is {needed}."))
        return
    width, scores = max(map(len, names)), match.result.scores
    for seat, name in enumerate(names):
        won = "  won" if seat in match.result.winners else ""
        out.print(Text(f"{name:{width}}  {scores[seat]:>8}{won}"))
    out.print(Text(f"Over: {match.result.text}."))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command with arguments, or those of the process.

    Every bad input ends in one clear line and a status of 2, or of 75 and 78 for a server.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        app(arguments)
    except SystemExit as ended:
        if ended.code == 2 and is_serving():
            sys.exit(SETTINGS)
        raise
    except OSError as error:
        fail(describe_disk_error(error), LATER if hasattr(error, "later") else 2)
    except ValueError as error:
        fail(str(error))
    except Exception as error:
        from .server.storage.database import StoreError

        if isinstance(error, StoreError):
            fail(str(error))
        if said := find_numba_message(error):
            fail(f"Numba does not compile {said}")
        why = describe_fault(error)
        if not why:
            raise
        fail(f"{why} ({format_error(error)})")


def fail(why: str, status: int = 2) -> None:
    """End with a reason."""
    err.print(Text.assemble(("shindig: ", "red"), why))
    sys.exit(SETTINGS if status == 2 and is_serving() else status)


def is_serving() -> bool:
    """Return True if the command is the one that serves; a supervisor watches it and starts it again."""
    return sys.argv[1:2] == ["serve"]
