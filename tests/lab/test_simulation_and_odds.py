"""Many matches, bots against bots, odds: the laboratory and its commands."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher
from typer.testing import CliRunner

import shindig.cli
from shindig.core.kernel_compiler import jit_disabled
from shindig.core.layout_and_views import Records
from shindig.gamekit import GameError, game, game_ids
from shindig.gamekit.array_rules_engine import Engine
from shindig.games.tall_card import GAME as TALL_CARD
from shindig.lab import Arena, simulate
from shindig.lab.analyse import plots
from shindig.lab.export.hand_export import Simulation
from shindig.lab.run.compiled_matches import CompiledTable
from shindig.lab.run.option_sweep import make_sweep
from shindig.lab.run.simulation import SimulationPart, make_part, play_bots, play_compiled, play_part
from tests.kits.games.short_options import options


def shell(*words: str) -> str:
    """What a command prints."""
    done = CliRunner().invoke(shindig.cli.app, words, catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


@pytest.mark.parametrize("game_id", game_ids())
def test_random_matches_end_with_a_winner(game_id: str) -> None:
    rules = game(game_id)
    seats = rules.rules.seats[0]
    played = play_bots(SimulationPart(game_id, seats, options(rules), ("random",) * seats, 0, 3, 1, 10_000))
    assert len(played) == 3
    assert played.scores.shape == played.won.shape == (3, rules.rules.seats[0])
    assert played.over.all()
    assert played.won.any(axis=1).all()
    assert (played.moves > 0).all()


def test_the_same_seed_gives_the_same_matches_in_any_number_of_processes() -> None:
    one, two = (simulate("tall-card", 3, 150, seed=5, processes=processes) for processes in (1, 2))
    assert np.array_equal(one.scores, two.scores)
    assert np.array_equal(one.moves, two.moves)
    assert not np.array_equal(one.scores, simulate("tall-card", 3, 150, seed=6).scores)


@pytest.mark.parametrize("game_id", game_ids())
def test_many_random_matches_are_one_after_another(game_id: str) -> None:
    """Their actions are those of as many single ones with the same chance, and the last lies there."""
    rules = game(game_id)
    engine, fresh = Engine(rules, compiled=False), rules.new(rules.rules.seats[0], options(rules))
    many, single = fresh.copy(), fresh.copy()
    ranges, items = engine.scratch()
    played = engine.random_matches(many, fresh, 3, np.random.default_rng(7), ranges, items, 10_000)
    rng, moves = np.random.default_rng(7), []
    for _ in range(3):
        single[0] = fresh[0]
        moves.append(engine.playout(single, 0, rng, ranges, items, 10_000))
    assert played == sum(moves)
    assert min(moves) > 0
    assert (many == single).all()


@pytest.mark.skipif(jit_disabled(), reason="nothing is compiled")
@pytest.mark.parametrize("game_id", game_ids())
def test_simulations_and_sweeps_of_all_games_call_compiled_code(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never the rules as plain Python, whoever plays."""
    called: list[object] = []

    def seen(table: CompiledTable, *_: int) -> tuple[Records, int]:
        called.append(table._play)
        return table.fresh.copy(), 0

    monkeypatch.setattr(CompiledTable, "play_match", seen)
    monkeypatch.setattr(import_module("shindig.lab.run.simulation"), "compile_part", lambda part: game(part.game_id))
    for bot in ("random", "gentle", "steady"):
        part = make_part(game_id, None, 1, (bot,), 1, None)
        Simulation(part).run_part(0, None)
        make_sweep(part, {}).run_part(0, None)
    assert len(called) == 6
    assert all(isinstance(play, Dispatcher) for play in called)


def test_a_match_stops_after_the_most_moves() -> None:
    for play, bots in ((play_compiled, ("random",) * 2), (play_bots, ("random", "steady"))):
        played = play(SimulationPart("tall-card", 2, {}, bots, 0, 2, 1, 3))
        assert played.moves.tolist() == [3, 3]
        assert not played.over.any()


@pytest.mark.parametrize(
    ("refused", "arguments"),
    [
        ("there is no game", {"game_id": "whist"}),
        ("is for 2 to 7 players", {"players": 1}),
        ("there is no bot", {"bots": ("clever",)}),
        ("expected from 1 to 2 bots", {"bots": ()}),
        ("expected from 1 to 2 bots", {"bots": ("random",) * 3}),
        ("expected matches, a whole number from 1 to", {"matches": 0}),
        ("expected processes, a whole number from 1 to 256, not 0", {"processes": 0}),
        ("expected a seed, a whole number from 0", {"seed": -1}),
        ("has no option", {"options": {"trump": 1}}),
    ],
)
def test_bad_input_is_refused_with_what_was_expected(refused: str, arguments: dict[str, object]) -> None:
    wanted: dict[str, object] = {"game_id": "tall-card", "players": 2, "matches": 1} | arguments
    with pytest.raises(GameError, match=refused):
        simulate(**wanted)  # type: ignore[arg-type]


def test_the_commands_print_what_they_found() -> None:
    words = "simulate tall-card --matches 2 --players 3 --option deals_each=1 --seed 1".split()
    printed = CliRunner().invoke(shindig.cli.app, words).stdout
    assert "2 matches" in printed
    assert "Rules compiled" not in printed, "that goes to stderr"
    assert printed.count("random") == 3


def test_the_odds_of_every_discard_are_printed() -> None:
    printed = shell("odds", "tall-card", "8p 8d 8p 4d 3b", "--tall", "p")
    assert printed.count("100.00%") == 1, "only keeping all five is certain"
    assert "4d 3b" in printed
    claimed = shell("odds", "tall-card", "8p 8d 8p 4d 3b", "--tall", "p", "--claimed")
    assert "4d 3b" not in claimed


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        ("has 24 cards here, not 1", ("odds", "talon", "1S")),
        ("takes the place of a discard", ("odds", "tall-cards", "Dp 8p 2p 7h 7o", "--tall", "p", "--claimed")),
        ("5 cards", ("odds", "tall-card", "8p")),
        ("name=value", ("simulate", "tall-card", "--option", "ante")),
    ],
)
def test_commands_refuse_bad_input(refused: str, words: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=refused):
        CliRunner().invoke(shindig.cli.app, words, catch_exceptions=False)


def test_odds_are_drawn_with_the_best_rank_first() -> None:
    odds = TALL_CARD.draw_odds("8p 8d 4d 3b WhD", tall="p", claimed=True)
    ladder = TALL_CARD.worth.ranks if TALL_CARD.worth else ()
    names = plots.sort_ranks(odds.values(), ladder)
    assert names == sorted(names, key=ladder.index, reverse=True)
    for found in odds.values():
        came = [name for name, chance in found.items() if chance > 0]
        assert came == [name for name in names if name in came]
    (axes,) = plots.plot_chances(odds, ladder).axes
    widths = [sum(bars[row].get_width() for bars in axes.containers) for row in range(len(odds))]
    assert widths == pytest.approx([1.0] * len(odds))
    assert [label.get_text() for label in axes.get_yticklabels()] == ["nothing", *list(odds)[1:]]


def test_standings_and_scores_are_drawn_as_they_came() -> None:
    gains, won = np.array([[1.0, -1.0], [3.0, -3.0]]), np.array([[1.0, 0.0], [1.0, 0.0]])
    met = Arena(("a", "b"), gains, np.ones((2, 2)), won, {"a": {}, "b": {}}, np.zeros(2))
    (axes,) = plots.plot_standings(met).axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["b, won 0%", "a, won 100%"]
    assert [text.get_text() for text in axes.texts] == ["-2.00 ± ?", "+2.00 ± ?"]
    part = make_part("tall-card", 3, 20, ("random",), 5, None)
    played = play_part(part)
    (axes,) = plots.plot_scores(played.sums(), part).axes
    for seat, line in enumerate(axes.get_lines()):
        assert np.array_equal(np.asarray(line.get_xdata()), np.unique(played.scores[:, seat]))


@pytest.mark.parametrize(("ending", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_a_picture_is_a_file_of_the_kind_that_was_named(ending: str, begins: bytes, tmp_path: Path) -> None:
    picture = tmp_path / f"odds.{ending}"
    shell("odds", "tall-card", "8p 8d 4d 3b WhD", "--plot", str(picture))
    assert picture.read_bytes().startswith(begins)


def test_a_picture_that_cannot_be_drawn_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusal(path: str) -> str:
        words = ("simulate", "tall-card", "--matches", "1000000000", "--plot", path)
        return str(CliRunner().invoke(shindig.cli.app, words).exception)

    assert refusal("scores.doc") == "expected a file that ends in .png, .svg, .pdf, not 'scores.doc'"
    assert refusal(f"{tmp_path}/none/scores.png") == f"there is no folder '{tmp_path}/none' for the picture"
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "need matplotlib: pip install" in refusal("scores.png")
