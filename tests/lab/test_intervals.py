"""Intervals: Student's t, how often they cover the truth, and how figures are written."""

from __future__ import annotations

from importlib import import_module
from itertools import count

import numpy as np
import numpy.typing as npt
import pytest
from typer.testing import CliRunner

import shindig.cli
from shindig.core.confidence_intervals import FEWEST, count_effective_units, mean_width, student_quantile
from shindig.lab import Arena, arena
from shindig.lab.analyse.figure_format import format_mean
from shindig.lab.cli.arena_command import explain_figures
from shindig.lab.run.option_sweep import measure_part
from shindig.lab.run.simulation import compile_part, make_part, simulate
from shindig.match import View

SHORT: dict[str, object] = {"deals_each": 1, "stack": 20}
FIRST = "tests.kits.lab.arena_bots:first"
Floats = npt.NDArray[np.float64]


@pytest.mark.parametrize(
    ("freedom", "level", "quantile"),
    [
        (1, 0.95, 12.706205),
        (2, 0.95, 4.302653),
        (3, 0.95, 3.182446),
        (4, 0.99, 4.604095),
        (9, 0.95, 2.262157),
        (30, 0.9, 1.697261),
        (100, 0.95, 1.983972),
        (101, 0.95, 1.983731),
        (1000, 0.95, 1.962339),
        (10**6, 0.95, 1.959966),
    ],
)
def test_quantiles_are_those_of_the_tables(freedom: int, level: float, quantile: float) -> None:
    assert student_quantile(freedom, level) == pytest.approx(quantile, abs=1e-6)


def test_few_values_have_no_interval() -> None:
    assert [mean_width(units) == np.inf for units in range(1, 5)] == [True, True, False, False]
    assert FEWEST == 3
    assert mean_width(100, count_effective_units(5.0, 11.0)) == np.inf, "as if two of them counted"
    assert count_effective_units(6.0, 12.0) == 3


@pytest.mark.parametrize(
    ("mean", "error", "told"),
    [
        (3.6612, 0.7134, "3.66 ± 0.71"),
        (33.52, 8.04, "33.5 ± 8.0"),
        (1234.5, 613.0, "1,230 ± 610"),
        (9.96, 0.0996, "9.96 ± 0.10"),
        (0.00123, 0.00045, "0.00123 ± 0.00045"),
        (-0.001, 0.05, "-0.001 ± 0.050"),
        (3.66123, np.inf, "3.66 ± ?"),
        (12345.0, np.inf, "12,345 ± ?"),
        (100.0, 0.0, "always 100"),
        (0.0, 0.0, "always 0"),
        (np.nan, 1.0, "-"),
    ],
)
def test_a_mean_has_as_many_digits_as_its_error_allows(mean: float, error: float, told: str) -> None:
    assert format_mean(mean, error) == told


def test_a_figure_has_its_count_its_sign_or_percent() -> None:
    assert format_mean(0.4337, 0.0163, 3491, percent=True) == "43.4 ± 1.6 % of 3,491"
    assert format_mean(3.6612, 0.7134, sign=True) == "+3.66 ± 0.71"


def between(bots: list[str], deals: int, **more: object) -> Arena:
    return arena("tall-card", bots, 2, deals, seed=2, options=SHORT, **more)  # type: ignore[arg-type]


def test_a_bot_meets_itself_under_two_names() -> None:
    met = between(["random", "random"], 4)
    assert met.names == ("random (1)", "random (2)")
    assert np.allclose(met.gains.sum(axis=1), 0)
    assert met.gains.any(), "each has chance of its own"
    four = arena("tall-card", ["random"] * 2, 4, 1, seed=2, options=SHORT)
    assert four.names == ("random (1)", "random (2)")


def test_a_bot_that_meets_itself_and_others_keeps_its_name() -> None:
    assert arena("tall-card", ["random", "random", FIRST], 3, 1, seed=2, options=SHORT).names == ("random", FIRST)


def test_stopped_matches_tell_no_share_of_matches_won() -> None:
    met = between([FIRST, "random"], 3, hands=1)
    assert met.ended < met.matches == 6
    assert all(one.won != one.won for one in met.standings)
    assert "were stopped before their end" in "".join(explain_figures(met))
    whole_matches = between([FIRST, "random"], 3)
    assert whole_matches.ended == whole_matches.matches == 6
    assert sum(one.won for one in whole_matches.standings) == pytest.approx(1)


def test_a_run_that_stops_at_its_own_boundary_says_so() -> None:
    met = between([FIRST, "random"], 60, within=1000.0)
    assert met.stopped == "within"
    assert "too narrow" in "".join(explain_figures(met))
    whole_run = between([FIRST, "random"], 30, within=1000.0)
    assert (whole_run.deals, whole_run.stopped) == (30, ""), "all deals were played"
    assert "too narrow" not in "".join(explain_figures(whole_run))
    words = [
        "arena",
        "tall-card",
        "tests.kits.lab.arena_bots:last",
        "tests.kits.lab.arena_bots:folding",
        "--deals",
        "200",
        "--until",
        "95",
    ]
    done = CliRunner().invoke(shindig.cli.app, [*words, "--seed", "1", "--option", "deals_each=1"])
    assert done.exit_code == 0, done.output
    assert "the mean gain is probably further from 0" in done.output
    found = arena(
        "tall-card",
        ["tests.kits.lab.arena_bots:last", "tests.kits.lab.arena_bots:folding"],
        deals=200,
        seed=1,
        options={"deals_each": 1},
        until=95,
    )
    assert found.stopped == "until"
    assert f"{found.deals:,} deals, seed 1; 95 % confidence intervals" in done.output, (
        "the same in Python and in the shell"
    )


_salt = count()


def salted(_game: str, seed: int) -> object:
    """A random bot with chance of its own, whatever the seat."""
    rng = np.random.default_rng((seed, next(_salt)))

    def policy(view: View, _rng: np.random.Generator) -> int:
        actions = [*view.legal.actions]
        return int(actions[int(rng.integers(len(actions)))])

    return policy


def coverage(x: Floats, n: Floats, units: int, tries: int, rng: np.random.Generator) -> float:
    """How often an interval for the ratio of sums covers that of all, where there is one."""
    truth, drawn = x.sum() / n.sum(), rng.integers(0, len(x), (tries, units))
    x, n = x[drawn], n[drawn]
    mean = x.sum(axis=1) / np.maximum(n.sum(axis=1), 1)
    spread = (x - mean[:, None] * n).std(axis=1, ddof=1) / np.maximum(n.mean(axis=1), 1e-9)
    alike = n.sum(axis=1) ** 2 / np.maximum((n**2).sum(axis=1), 1e-9)
    width = np.array([mean_width(units, one) for one in alike])
    told = (width < np.inf) & (spread > 0)
    return float((abs(mean - truth) <= spread * np.where(told, width, 0))[told].mean())


def gains(game_id: str, players: int, bots: tuple[str, ...], matches: int) -> tuple[Floats, Floats]:
    """What seat 0 gained in each match, and its hands."""
    found = simulate(game_id, players, matches, bots, seed=7)
    paid = found.hands.payoffs - found.hands.payoffs.mean(axis=1, keepdims=True)
    return found.per_match(paid)[:, 0], found.per_match(np.ones(len(found.hands)))


@pytest.mark.long
@pytest.mark.parametrize(
    ("game_id", "players", "bots"),
    [
        ("tall-card", 2, ("random",)),
        ("tall-card", 3, ("steady",)),
        ("tall-cards", 4, ("random",)),
        ("talon", 4, ("random",)),
        ("royal-pokebacc", 3, ("random",)),
        ("farmers-and-fishermen", 4, ("random",)),
    ],
)
def test_intervals_of_real_payoffs_cover_the_truth(game_id: str, players: int, bots: tuple[str, ...]) -> None:
    x, n = gains(game_id, players, bots, 2000)
    rng = np.random.default_rng(1)
    for units in (5, 10, 30, 100):
        assert 0.925 <= coverage(x, n, units, 4000, rng) <= 0.985, units


@pytest.mark.long
def test_skewed_payoffs_are_covered_from_thirty_matches_on() -> None:
    """At a table of seven where one takes all: too few matches hold no winner at all, and no method would know."""
    x, n = gains("tall-card", 7, ("random",), 2000)
    rng = np.random.default_rng(1)
    assert coverage(x, n, 30, 4000, rng) >= 0.91
    assert coverage(x, n, 100, 4000, rng) >= 0.93


@pytest.mark.long
def test_intervals_between_equal_bots_cover_nothing_gained() -> None:
    """Where the normal quantile covered 89 % at 5 deals."""
    met = between([f"{__name__}:salted", "random"], 1500)
    x, n = met.gains[:, 0], met.hands[:, 0]
    rng = np.random.default_rng(1)
    for deals in (5, 30, 100):
        assert 0.935 <= coverage(x, n, deals, 6000, rng) <= 0.98, deals


@pytest.mark.long
def test_measures_of_a_sweep_are_covered() -> None:
    """Nine of ten measures of every kind, from thirty matches on; skewed ones less, as the docs say."""
    rng, found = np.random.default_rng(1), []
    for game_id, players in (("tall-card", 3), ("talon", 4), ("royal-pokebacc", 3)):
        part = make_part(game_id, players, 1500, ("random",), 7, None)
        played = import_module("shindig.lab.run.simulation").play_part(part)
        for x, n in measure_part(compile_part(part), played, part).values():
            x, n = np.asarray(x, float), np.asarray(n, float)
            if n.sum() and np.ptp(x - x.sum() / n.sum() * n) > 1e-9 and (n > 0).mean() > 0.2:
                found.append(coverage(x, n, 30, 2000, rng))
    assert np.quantile(found, 0.1) >= 0.92
    assert 0.94 <= np.mean(found) <= 0.965
