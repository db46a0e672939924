"""The arena: the same deals for all, gains a hand, when it stops, and how it goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet
from typer.testing import CliRunner

import shindig.cli
from shindig.core.confidence_intervals import mean_width
from shindig.core.kernel_compiler import bind
from shindig.gamekit import GameError, game
from shindig.gamekit.luck_adjustment import luck_at
from shindig.gamekit.policies.compiled_policy import make_first_turn
from shindig.games.pokebacc.rules.state import Pokebacc
from shindig.lab import Arena, arena
from shindig.lab.analyse import draw_luck
from shindig.lab.analyse.bot_gains import FEWEST, Tally, compute_sequence_width, find_time_quantile
from shindig.lab.run.duplicate_deals import (
    DuplicateDeal,
    HandCounter,
    Meeting,
    SeatResult,
    find_time_kind,
    get_kind_seconds,
    play_rotation,
)
from shindig.lab.run.process_pool import derive_seed
from shindig.match import Order
from shindig.observations import Budget

FIRST, LAST = "tests.kits.lab.arena_bots:first", "tests.kits.lab.arena_bots:last"
SHORT: dict[str, object] = {"deals_each": 1, "stack": 20}


def played(deals: int = 3, **more: object) -> Arena:
    """A short arena in Tall Card for two."""
    return arena("tall-card", [FIRST, LAST], deals=deals, seed=2, options=SHORT, **more)  # type: ignore[arg-type]


def made(gains: list[list[float]], hands: list[list[float]], **more: object) -> Arena:
    """An arena as it came out."""
    tables = np.array(gains), np.array(hands), np.zeros((len(gains), 2))
    return Arena(("a", "b"), *tables, {"a": {}, "b": {}}, np.zeros(2), **more)  # type: ignore[arg-type]


def test_what_is_won_in_the_arena_is_lost_there() -> None:
    found = played()
    assert found.gains.shape == found.hands.shape == found.won.shape == (3, 2)
    assert np.allclose(found.gains.sum(axis=1), 0)
    assert found.gains.any()
    assert np.allclose(found.won.sum(axis=1), 1)
    assert (found.hands >= 2).all()


def test_hands_are_dealt_alike_in_all_rotations_whatever_is_played() -> None:
    """The stock and the hands of the first deal, and of the second where the bots fold or bet all that they have."""
    dealt = []
    for bots in ((FIRST, LAST), (LAST, FIRST), (FIRST, FIRST)):
        meeting = Meeting("tall-card", {"stack": 1000}, bots, 7, Budget(), 60, hands=2)
        match, watch, _ = play_rotation(meeting, 5, 0, bots)
        assert watch.count == 2
        dealt.append([step for step in match.steps if isinstance(step, Order) and step.of == "main"])
    assert len(dealt[0]) == 2
    assert dealt[0] == dealt[1] == dealt[2]


def test_a_cut_of_a_shuffled_deck_is_the_same_whoever_makes_it() -> None:
    """Bots that would tap, and cut as deep as they may."""
    dealt = []
    for bots in ((FIRST,) * 3, (LAST,) * 3):
        meeting = Meeting("talon", {}, bots, 7, Budget(), 60, hands=1)
        match, _, players = play_rotation(meeting, 5, 0, bots, 2)
        assert sum(len(one.times) for one in players) == 1, "a bot is asked after the deal for the first time"
        dealt.append([step for step in match.steps if isinstance(step, Order)])
    assert [order.of for order in dealt[0]] == ["draw", "main", "cut"]
    assert dealt[0] == dealt[1]


def test_a_hand_counts_once_however_long_its_result_lies_there() -> None:
    meeting = Meeting("tall-card", SHORT, (FIRST, FIRST), 1, Budget(), 60)
    match, watch, players = play_rotation(meeting, 0, 0, meeting.bots)
    assert watch.count == 2
    again = HandCounter(watch.hand, [0, 0])
    for _ in range(3):
        again.count_end(match.record)
    assert again.count == 1
    scores = match.result.scores if match.result else ()
    assert [20 + paid for paid in watch.paid] == list(scores)
    assert all(one.times for one in players)


def test_a_bot_has_chance_of_its_own_that_is_the_same_in_all_rotations() -> None:
    assert derive_seed(1, 2, 0) != derive_seed(1, 2, 1) != derive_seed(1, 3, 1)
    assert derive_seed(1, 2, 0) == derive_seed(1, 2, 0)


def test_seatings_that_make_no_difference_are_played_once() -> None:
    meeting = Meeting("leduc", {}, ("a", "b", "a", "b"), 1, Budget(), 60)
    assert meeting.rotations == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert len(Meeting("leduc", {}, ("a", "b", "b"), 1, Budget(), 60).rotations) == 3


def test_gains_are_what_a_bot_was_paid_more_than_the_mean_of_the_table() -> None:
    """Three hands of which the first bot won two: a share of 2/3 at a table of three."""
    rows = tuple(SeatResult(0, seat, "abb"[seat], 3, 2 - seat, seat == 0, 1, 0.5) for seat in range(3))
    tally = Tally(("a", "b"), 1)
    tally.add(DuplicateDeal(rows, {"a": {3: 1}, "b": {3: 2}}))
    found = tally.build_arena(0, 0.95, False)
    assert found.means == pytest.approx([2 / 3 - 1 / 3, 1 / 6 - 1 / 3])
    assert found.won.tolist() == [[1, 0]]
    assert {one.name: one.mean for one in found.standings} == {"a": 0.5, "b": 0.5}


def test_standings_are_means_with_intervals_that_narrow() -> None:
    gains, hands = [[1.0, -1.0], [2.0, -2.0], [3.0, -3.0]], [[1.0, 1.0]] * 3
    first, last = made(gains, hands).standings
    assert (first.name, first.gain, last.name) == ("a", 2, "b")
    assert first.low == pytest.approx(2 - 4.302653 / 3**0.5), "Student's t with two degrees of freedom"
    assert last.high == pytest.approx(-2 + 4.302653 / 3**0.5)
    longer = made(gains * 10, hands * 10).standings[0]
    assert longer.gain == 2
    assert longer.low > first.low
    assert made(gains[:2], hands[:2]).standings[0].low == -np.inf, "no interval from fewer than three deals"


def test_a_gain_a_hand_that_never_differs_is_certain_however_many_hands_a_deal_has() -> None:
    found = made([[2.0, -2.0], [6.0, -6.0], [2.0, -2.0], [4.0, -4.0]], [[1.0, 1.0], [3.0, 3.0], [1.0, 1.0], [2.0, 2.0]])
    assert found.means.tolist() == [2, -2]
    assert found.errors.tolist() == [0, 0]


def test_a_sequence_holds_at_all_times_at_once_where_an_interval_for_one_time_does_not() -> None:
    walks = np.random.default_rng(1).standard_normal((2000, 1000)).cumsum(axis=1)
    deals = np.arange(1, 1001)
    means = np.abs(walks / deals)[:, FEWEST - 1 :]
    left = {
        width: float((means > [width(int(n)) for n in deals[FEWEST - 1 :]]).any(axis=1).mean())
        for width in (compute_sequence_width, mean_width)
    }
    assert left[compute_sequence_width] < 0.05
    assert left[mean_width] > 0.15


def test_it_stops_as_soon_as_the_first_bot_is_clear_and_not_before_the_first_look() -> None:
    sure: dict[str, object] = {"level": 0.95, "always": True}
    assert made([[5.0, -5.0], [5.1, -5.1]] * FEWEST, [[1.0, 1.0]] * 2 * FEWEST, **sure).clear
    assert not made([[5.0, -5.0], [-5.0, 5.0]] * FEWEST, [[1.0, 1.0]] * 2 * FEWEST, **sure).clear
    assert not made([[5.0, -5.0], [5.1, -5.1]], [[1.0, 1.0]] * 2, **sure).clear
    found = played(FEWEST + 9, within=1000.0)
    assert found.deals == FEWEST


def test_times_are_told_by_kinds() -> None:
    for seconds in (2e-6, 0.001, 0.03, 2.5):
        assert get_kind_seconds(find_time_kind(seconds)) == pytest.approx(seconds, rel=0.03)
    assert find_time_quantile({find_time_kind(0.01): 99, find_time_kind(1.0): 1}, 0.99) == pytest.approx(0.01, rel=0.03)
    assert find_time_quantile({find_time_kind(0.01): 98, find_time_kind(1.0): 2}, 0.99) == pytest.approx(1, rel=0.03)


def test_any_number_of_processes_finds_the_same() -> None:
    one, two = played(4), played(4, processes=2)
    assert one.gains.tolist() == two.gains.tolist()
    assert one.won.tolist() == two.won.tolist()


def test_an_interrupted_arena_goes_on_and_its_table_is_the_same_to_the_byte(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    played(4, out=str(whole))

    def interrupt(met: Arena) -> None:
        if met.deals == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played(4, out=str(broken), watch=interrupt)
    assert len(list((broken / "deals").iterdir())) == 2
    (broken / "deals" / "00000000.json").unlink()
    (broken / "deals" / "00000003.json.99").write_text('{"rows": [')
    kept = (broken / "deals" / "00000001.json").stat().st_mtime_ns
    arena("tall-card", [FIRST, LAST], deals=4, options=SHORT, out=str(broken))
    assert (broken / "deals" / "00000001.json").stat().st_mtime_ns == kept
    assert (broken / "results.parquet").read_bytes() == (whole / "results.parquet").read_bytes()


def test_a_game_that_tells_no_luck_has_none_taken_out() -> None:
    assert played().luck is None
    assert played().lucky.gains.tolist() == played(luck=True).gains.tolist()


def test_luck_is_taken_off_what_a_seat_was_paid() -> None:
    rows = tuple(SeatResult(0, seat, "abb"[seat], 1, seat == 0, 0, 1, 0.5, 0.6 * (seat == 0)) for seat in range(3))
    tally = Tally(("a", "b"), 1)
    tally.add(DuplicateDeal(rows, {"a": {3: 1}, "b": {3: 2}}))
    found = tally.build_arena(0, 0.95, False)
    assert found.means == pytest.approx([0.4 * 2 / 3, -0.4 / 3])
    assert found.lucky.means == pytest.approx([2 / 3, -1 / 3])


@pytest.mark.parametrize("value", ["nan", "raises", "writes"])
def test_a_value_that_is_no_number_ends_an_arena_and_none_can_change_a_match(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = game("royal-pokebacc")
    assert rules.luck is not None

    def wrong(m: Pokebacc, seat: int) -> float:
        m.score[seat] += 100
        assert value != "raises", "no value"
        return float("nan" if value == "nan" else 0)

    own = {"apply": rules.rules.apply, "left": rules.luck.left, "mix": rules.luck.mix, "value": wrong}
    monkeypatch.setattr(draw_luck, "compile_luck", lambda _: bind(luck_at, "wrong", **own))
    if value == "writes":
        plain = arena("royal-pokebacc", ["random", FIRST], 3, 2, seed=2, hands=1, luck=True)
        assert arena("royal-pokebacc", ["random", FIRST], 3, 2, seed=2, hands=1).gains.tolist() == plain.gains.tolist()
        return
    said = "is no number, but" if value == "nan" else r"failed \(AssertionError: no value"
    with pytest.raises(GameError, match=f"^the luck of royal-pokebacc {said}"):
        arena("royal-pokebacc", ["random", FIRST], 3, 2, seed=2, hands=1)


@pytest.mark.parametrize("sign", [1, -1])
def test_any_value_leaves_luck_without_bias(sign: int) -> None:
    """Over many orders of one draw pile the luck of a draw is 0 within its error, also by a value of nonsense."""
    rules, rng = game("royal-pokebacc"), np.random.default_rng(4)
    before = make_first_turn(rules)[0]
    assert rules.luck is not None
    whose = int(before["actor"][0] + 1) % 3

    def nonsense(m: Pokebacc, seat: int) -> float:
        return sign * float(int(m.held[seat]) * (seat + 3) % 101)

    entry = bind(luck_at, "nonsense", apply=rules.rules.apply, left=rules.luck.left, mix=rules.luck.mix, value=nonsense)
    ranges = rules.engine.scratch()[0]
    last = int(ranges[rules.engine.legal(before, 0, ranges) - 1, 1])
    found = np.zeros((400, 3))
    for one in found:
        rules.luck.mix(before[0], rng)
        after = before.copy()
        rules.rules.apply(after[0], last)
        entry(before, after, before.copy(), last, rng, one)
    assert found[:, whose].std() > 10, "the next player has drawn"
    assert np.allclose(np.delete(found, whose, axis=1), 0), "nobody else has"
    assert abs(found[:, whose].mean()) < 3 * found[:, whose].std() / len(found) ** 0.5


@pytest.mark.long
@pytest.mark.parametrize("game_id", ["merchants-bank", "farmers-and-fishermen", "royal-pokebacc"])
def test_luck_comes_to_nothing_and_narrows_intervals(game_id: str) -> None:
    met = arena(game_id, ["steady", "steady-1", "steady-1"], 3, 150, seed=11, hands=1)
    assert met.luck is not None
    mean, spread = met.luck[:, 0].mean(), met.luck[:, 0].std()
    assert abs(mean) < 2 * spread / met.deals**0.5
    assert met.errors[0] < 0.95 * met.lucky.errors[0]


def test_luck_is_the_same_for_any_number_of_processes_and_goes_on(tmp_path: Path) -> None:
    def met(deals: int, **more: Any) -> Arena:
        return arena("royal-pokebacc", ["random", FIRST], 3, deals, seed=2, hands=1, out=str(tmp_path / "a"), **more)

    short, whole = met(1), met(3)
    alone = arena("royal-pokebacc", ["random", FIRST], 3, 3, seed=2, hands=1, processes=2)
    assert short.luck is not None
    assert whole.luck is not None
    assert alone.luck is not None
    assert whole.luck.tolist() == alone.luck.tolist()
    assert whole.gains.tolist() == alone.gains.tolist()
    with pytest.raises(GameError, match="luck"):
        met(3, luck=True)


def test_the_tables_hold_a_row_a_seat(tmp_path: Path) -> None:
    found = played(2, out=str(tmp_path / "arena"))
    table = parquet.read_table(tmp_path / "arena" / "results.parquet")
    assert table.column_names == [
        "deal",
        "rotation",
        "seat",
        "bot",
        "hands",
        "payoff",
        "luck",
        "won",
        "over",
        "decisions",
    ]
    rows = table.to_pylist()
    assert [(row["deal"], row["rotation"], row["seat"]) for row in rows] == [
        (deal, rotation, seat) for deal in range(2) for rotation in range(2) for seat in range(2)
    ]
    assert sum(row["payoff"] for row in rows if row["bot"] == FIRST) == found.gains[:, 0].sum()
    about = {name.decode(): json.loads(value) for name, value in table.schema.metadata.items()}
    assert about["shindig.seed"] == 2
    assert about["shindig.bots"] == [FIRST, LAST]
    assert set(about) >= {"shindig.game", "shindig.options", "shindig.version", "shindig.code"}
    times = parquet.read_table(tmp_path / "arena" / "times.parquet")
    assert times.column_names == ["deal", "rotation", "seat", "bot", "decisions", "seconds"]


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "arena"
    played(1, out=str(folder))
    for other, asked in (
        ("seed", {"seed": 3}),
        ("options", {"options": {"deals_each": 2}}),
        ("bots", {"bots": [FIRST, "random"]}),
        ("hands", {"hands": 1}),
        ("iterations", {"budget": Budget(iterations=5)}),
    ):
        wanted = {"bots": [FIRST, LAST], "deals": 1, "seed": 2, "options": SHORT, "out": str(folder)} | asked
        with pytest.raises(GameError, match=f"holds an arena with other {other} "):
            arena("tall-card", **wanted)  # type: ignore[arg-type]
    facts = json.loads((folder / "arena.json").read_text())
    (folder / "arena.json").write_text(json.dumps(facts | {"code": "0123"}))
    with pytest.raises(GameError, match="other code"):
        played(1, out=str(folder))
    (folder / "arena.json").write_text(json.dumps(facts))
    (folder / "deals" / "00000000.json").write_text("half a de")
    with pytest.raises(GameError, match="is no JSON: remove it"):
        played(1, out=str(folder))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a file").touch()
    with pytest.raises(GameError, match="is no folder of an arena"):
        played(1, out=str(tmp_path / "full"))


@pytest.mark.parametrize(
    ("refused", "asked"),
    [
        ("expected deals, a whole number from 1", {"deals": 0}),
        ("a certainty in percent, from 50 to less than 100, not 0.95", {"until": 0.95}),
        ("a certainty in percent", {"until": 100}),
        ("a certainty in percent", {"until": float("nan")}),
        ("a width of more than 0", {"within": 0}),
        ("a width of more than 0", {"within": float("nan")}),
        ("time to wait for an answer, 0.01 seconds or more", {"patience": float("inf")}),
        ("expected hands of a match, a whole number from 1", {"hands": 0}),
        ("a width of more than 0", {"within": float("inf")}),
        ("at least two bots", {"bots": ["", "steady"]}),
        ("cannot be made: SystemExit", {"bots": ["steady", "tests.kits.lab.arena_bots:leaving"]}),
        ("expected a seed, a whole number", {"seed": -1}),
        ("expected processes, a whole number", {"processes": 0}),
        ("at least two bots", {"bots": []}),
        ("at least two bots", {"bots": ["steady"]}),
        ("there is no bot 'clever'", {"bots": ["steady", "clever"]}),
        ("cannot be made: ModuleNotFoundError", {"bots": ["steady", "no_module:bot"]}),
        ("expected a bot with", {"bots": ["steady", "tests.kits.lab.arena_bots:nothing"]}),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_work(refused: str, asked: dict[str, object]) -> None:
    with pytest.raises(GameError, match=refused):
        arena("tall-card", **{"bots": [FIRST, LAST], **asked})  # type: ignore[arg-type]


def command(*words: str, bot: str = LAST) -> tuple[int, str]:
    """The status of a command, and what it prints."""
    short = ("--option", "deals_each=1", "--option", "stack=20", "--seed", "1")
    done = CliRunner().invoke(shindig.cli.app, ["arena", "tall-card", FIRST, bot, *words, *short])
    return done.exit_code, done.output


def test_the_command_prints_gains_and_times(tmp_path: Path) -> None:
    status, printed = command("--deals", "2", "--hands", "1", "--out", str(tmp_path / "arena"))
    assert status == 0
    for told in (
        "Gain/hand",
        "Hands",
        "95 % confidence intervals",
        "An interval needs at least 3 deals",
        "Mean ms",
        "p99 ms",
        FIRST[:18],
        "2 deals, seed 1",
        "The tables are saved in",
    ):
        assert told in printed


def test_an_interrupted_command_says_how_to_go_on() -> None:
    status, printed = command("--deals", "9", bot="tests.kits.lab.arena_bots:interrupting")
    assert status == 130
    assert "1 deals, seed 1" in printed
    assert "you could run this command again to continue" in printed
