"""Every measure of the laboratory beside a count of whole records that knows nothing of it (tests/kits/lab/)."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer import Exit

from shindig.bots import random_policy
from shindig.gamekit import game, game_ids
from shindig.gamekit.hand_fact_columns import build_fields
from shindig.gamekit.hand_study_interfaces import HandQuery
from shindig.lab import Arena, arena
from shindig.lab import simulate as simulate_matches
from shindig.lab.analyse.accumulators import Sums
from shindig.lab.analyse.hand_odds import Against, prospects, sample_deals
from shindig.lab.cli.simulate_command import run_simulation
from shindig.lab.export.hand_export import Output, Simulation
from shindig.lab.run.campaign_parts import PartResult
from shindig.lab.run.option_sweep import Swept, make_sweep
from shindig.lab.run.process_pool import derive_seed
from shindig.lab.run.simulation import SimulationPart, SimulationResult, play_bots, play_compiled
from shindig.match import Match, fair
from shindig.record import dumps
from tests.kits.lab.independent_count import READERS, Counted, driven, mean_and_error, recount, student

SHORT: dict[str, object] = {"deals_each": 1}
CASES = {
    "tall-card for two": SimulationPart("tall-card", 2, {"deals_each": 2}, ("random",) * 2, 0, 6, 5, 10_000),
    "tall-card for seven": SimulationPart("tall-card", 7, SHORT, ("random",) * 7, 0, 4, 5, 10_000),
    "tall-card, steady": SimulationPart("tall-card", 3, SHORT, ("steady", "random", "steady"), 0, 3, 5, 10_000),
    "tall-card, stopped": SimulationPart("tall-card", 3, SHORT, ("random",) * 3, 0, 4, 5, 12),
    "tall-cards for two": SimulationPart(
        "tall-cards", 2, {"hands": 3, "gifts": "never"}, ("random",) * 2, 0, 4, 5, 10_000
    ),
    "tall-cards for seven, with gifts": SimulationPart("tall-cards", 7, {"hands": 4}, ("random",) * 7, 0, 3, 5, 3_000),
    "tall-cards, antes asked": SimulationPart(
        "tall-cards", 4, {"hands": 4, "sit_out": 1}, ("random",) * 4, 0, 4, 5, 3_000
    ),
    "talon for three": SimulationPart("talon", 3, {"hands": 3}, ("random",) * 3, 0, 2, 5, 10_000),
    "talon for five, for tokens": SimulationPart(
        "talon", 5, {"hands": 3, "tokens": 100}, ("random",) * 5, 0, 2, 5, 10_000
    ),
    "talon, stopped": SimulationPart("talon", 4, {"hands": 3}, ("random",) * 4, 0, 2, 5, 150),
    "royal-pokebacc for three": SimulationPart("royal-pokebacc", 3, {}, ("random",) * 3, 0, 3, 5, 10_000),
    "royal-pokebacc for money": SimulationPart("royal-pokebacc", 4, {"stakes": "on"}, ("random",) * 4, 0, 3, 5, 10_000),
    "merchants-bank for money": SimulationPart("merchants-bank", 3, {"stakes": "on"}, ("random",) * 3, 0, 3, 5, 10_000),
    "farmers-and-fishermen for four": SimulationPart("farmers-and-fishermen", 4, {}, ("random",) * 4, 0, 3, 5, 10_000),
}
CASE = pytest.mark.parametrize("name", CASES)


@cache
def counted(name: str) -> list[Counted]:
    """The matches of a case, counted from their records."""
    return [recount(driven(CASES[name], nth)) for nth in range(CASES[name].count)]


@cache
def played(name: str) -> SimulationResult:
    """The same matches as the laboratory plays and counts them."""
    return play_compiled(plain(name))


@CASE
def test_matches_are_counted_as_their_records_tell(name: str) -> None:
    ours, theirs = played(name), counted(name)
    assert ours.moves.tolist() == [one.moves for one in theirs]
    assert ours.over.tolist() == [one.over for one in theirs]
    assert ours.busts.tolist() == [one.busts for one in theirs]
    for nth, one in enumerate(theirs):
        assert np.flatnonzero(ours.won[nth]).tolist() == sorted(one.winners)
        assert not one.over or ours.scores[nth].tolist() == one.scores


@CASE
def test_hands_are_counted_as_their_records_tell(name: str) -> None:
    hands = played(name).hands
    rows = [(nth, hand) for nth, one in enumerate(counted(name)) for hand in one.hands]
    assert hands.heads[:, 0].tolist() == [nth for nth, _ in rows]
    assert hands.heads[:, 2].tolist() == [hand.actions for _, hand in rows]
    assert hands.heads[:, 3].tolist() == [hand.first for _, hand in rows]
    assert hands.payoffs.tolist() == [hand.payoffs for _, hand in rows]
    for fact in rows[0][1].facts if rows else ():
        given = hands.facts[fact]
        told = given[:, : CASES[name].players] if given.ndim > 1 else given
        assert told.tolist() == [hand.facts[fact] for _, hand in rows], fact


OPEN = {"tall-card": {"tall", "paid"}, "tall-cards": {"tall", "paid"}}
"""Facts of each game that are not counted a second time yet; no measure may come from them alone."""


@pytest.mark.parametrize("game_id", game_ids())
def test_every_fact_is_counted_a_second_time(game_id: str) -> None:
    """A new fact needs a count in tests/kits/lab/independent_count.py."""
    rules = game(game_id).rules
    facts = {one.name for one in build_fields(rules.hand.facts, rules.layout.seats)}
    cases = [name for name, part in CASES.items() if part.game_id == game_id]
    found = {fact for name in cases for one in counted(name) for hand in one.hands for fact in hand.facts}
    assert facts - found == OPEN.get(game_id, set())


def test_somebody_is_bust_somewhere() -> None:
    """Also in the last hand of a match for two, which no later deal tells."""
    for name in ("tall-card for two", "tall-card for seven", "tall-cards for two"):
        assert played(name).busts.sum() > 0, name
    assert played("tall-card, stopped").busts.sum() == 0


@CASE
def test_what_simulate_prints_is_the_mean_of_its_matches(name: str) -> None:
    sums, theirs = played(name).sums(), counted(name)
    ended = [one for one in theirs if one.over]
    assert (sums.matches, sums.over) == (len(theirs), len(ended))
    assert sums.hands == sum(len(one.hands) for one in theirs)
    assert sums.moves == sum(one.moves for one in theirs)
    for seat in range(CASES[name].players):
        pairs = [(sum(hand.payoffs[seat] for hand in one.hands), len(one.hands)) for one in theirs]
        won = [(one.over and (seat in one.winners) / len(one.winners), one.over) for one in theirs]
        for ours, expected in ((sums.paid[seat], pairs), (sums.won[seat], won)):
            mean, error = mean_and_error([(float(x), float(n)) for x, n in expected])
            if mean == mean:
                assert (ours.mean, ours.error) == pytest.approx((mean, error), abs=1e-6)


def measures(name: str, m: int) -> dict[str, list[tuple[float, float]]]:
    """For each measure of a sweep that is counted here, (x, n) of each match."""
    found: dict[str, list[tuple[float, float]]] = {}
    for one in counted(name):
        hands, n = one.hands, float(len(one.hands))
        gains = [[paid - sum(hand.payoffs) / m for paid in hand.payoffs] for hand in hands]
        row: dict[str, tuple[float, float]] = {
            "hands a match": (n, 1),
            "actions a match": (one.moves, 1),
            "unfinished matches": (not one.over, 1),
            "busts a match": (one.busts, one.over),
            "actions a hand": (sum(hand.actions for hand in hands), n),
            "swing of a hand": (sum(max(map(abs, hand.payoffs)) for hand in hands), n),
            "gain of who acts first": (sum(gain[hand.first] for gain, hand in zip(gains, hands, strict=True)), n),
        }
        for fact in ("showdown", "left", "redrawn", "pot", "shown", "melds", "runs", "families", "disasters", "best"):
            if hands and fact in hands[0].facts:
                row[fact] = (sum(hand.facts[fact] for hand in hands), n)
        for seat in ("taker", "winner"):
            if hands and seat in hands[0].facts:
                named = [
                    (gain[hand.facts[seat]], 1)
                    for gain, hand in zip(gains, hands, strict=True)
                    if hand.facts[seat] >= 0
                ]
                row[f"gain of the {seat}"] = (sum(gain for gain, _ in named), len(named))
        for forced, label in ((True, "forced"), (False, "not forced")):
            if hands and "claimer" in hands[0].facts:
                of = [
                    gain[hand.facts["claimer"]]
                    for gain, hand in zip(gains, hands, strict=True)
                    if hand.facts["claimer"] >= 0 and hand.facts["forced"] is forced
                ]
                row[f"gain of the claimer, {label}"] = (sum(of), len(of))
        for measure, pair in row.items():
            found.setdefault(measure, []).append((float(pair[0]), float(pair[1])))
    return found


def plain(name: str, most: int = 0) -> SimulationPart:
    """A case as ordinary Python."""
    return replace(CASES[name], plain=True, most=most)


def swept(part: SimulationPart) -> Swept:
    work = make_sweep(part, {name: [value] for name, value in part.options.items()})
    found = Swept(work.names)
    for number in range(work.part_count):
        found.add_part(work.run_part(number, None))
    return found


@CASE
def test_what_sweep_prints_is_the_mean_of_its_matches(name: str) -> None:
    found = swept(plain(name))
    expected = measures(name, CASES[name].players)
    assert len(expected) > 6
    for measure, pairs in expected.items():
        mean, error = mean_and_error(pairs)
        if mean == mean and (measure in found.measures or measure != "busts a match"):
            assert found.mean(0, measure) == pytest.approx((mean, error), abs=1e-6), measure
            assert found.count_cases(0, measure) == sum(n for _, n in pairs)


def test_bots_that_are_asked_one_by_one_are_counted_alike() -> None:
    """Also the cut of a shuffled deck, which is an action that no bot is asked about."""
    part = SimulationPart("talon", 3, {"hands": 1}, ("tests.kits.lab.arena_bots:last",) * 3, 0, 1, 5, 10_000)
    one = play_bots(part)
    assert one.moves.tolist() == one.per_match(one.hands.heads[:, 2]).tolist()
    assert one.hands.heads[0, 3] >= 0


def output_of(work: Simulation, file: Path) -> tuple[Output, Sums]:
    output = Output(str(file))
    output.folder.open(work.facts)
    return output, run_simulation(work, output, "processes", 1)


@pytest.mark.parametrize("name", ["tall-card for two", "talon for three", "royal-pokebacc for three"])
def test_a_file_has_the_hands_of_its_records(name: str, tmp_path: Path) -> None:
    output_of(Simulation(plain(name)), tmp_path / "hands.csv")
    with (tmp_path / "hands.csv").open() as text:
        rows = [*csv.DictReader(text)]
    told = [(nth, place, hand) for nth, one in enumerate(counted(name)) for place, hand in enumerate(one.hands, 1)]
    for row, (nth, place, hand) in zip(rows, told, strict=True):
        assert [int(row[key]) for key in ("match", "hand", "actions", "first")] == [
            nth,
            place,
            hand.actions,
            hand.first,
        ]
        assert [int(row[f"payoff_{seat}"]) for seat in range(len(hand.payoffs))] == hand.payoffs


def test_the_rate_of_what_goes_on_is_that_of_the_matches_played_now(tmp_path: Path) -> None:
    work = Simulation(plain("tall-card for two", most=1))
    output = Output(str(tmp_path / "hands.csv"))
    output.folder.open(work.facts)
    for number in range(4):
        work.run_part(number, output.folder.get_part_path(number))
    sums = run_simulation(work, output, "processes", 1)
    theirs = counted("tall-card for two")
    assert (sums.matches, sums.timed) == (6, (2, sum(len(one.hands) for one in theirs[4:])))
    assert sums.to_json() == played("tall-card for two").sums().to_json()


def test_several_processes_count_alike() -> None:
    one, two = (simulate_matches("tall-card", 3, 300, seed=5, processes=n, options=SHORT) for n in (1, 2))
    assert one.sums().to_json() == two.sums().to_json()
    assert one.busts.tolist() == two.busts.tolist()
    assert [
        recount(driven(SimulationPart("tall-card", 3, SHORT, ("random",) * 3, 0, 300, 5, 10_000), nth)).busts
        for nth in (0, 299)
    ] == [int(two.busts[nth]) for nth in (0, 299)]


@dataclass(frozen=True)
class Interrupted(Simulation):
    """Ctrl-C comes before its third part."""

    def run_part(self, part: int, file: Path | None) -> PartResult:
        if part == 2:
            raise KeyboardInterrupt
        return super().run_part(part, file)


def test_an_interrupted_run_counts_what_is_done(tmp_path: Path) -> None:
    """The table and its sums are those of these matches alone."""
    work = Interrupted(plain("tall-card for two", most=1))
    output = Output(str(tmp_path / "hands.jsonl"))
    output.folder.open(work.facts)
    with pytest.raises(Exit):
        run_simulation(work, output, "processes", 1)
    theirs = counted("tall-card for two")[:2]
    rows = [json.loads(line) for line in output.file.read_text().splitlines()]
    assert [row["actions"] for row in rows] == [hand.actions for one in theirs for hand in one.hands]
    about = json.loads((tmp_path / "hands.jsonl.about.json").read_text())
    assert (about["sums"]["matches"], about["sums"]["hands"]) == (2, len(rows))
    assert not about["complete"]


def test_differences_are_paired_match_by_match() -> None:
    part = SimulationPart("tall-card", 3, SHORT, ("random",) * 3, 0, 8, 5, 10_000, plain=True)
    work = make_sweep(part, {"deals_each": [1], "ante": [1, 5]})
    found = Swept(work.names)
    for number in range(work.part_count):
        found.add_part(work.run_part(number, None))
    both = [[recount(driven(one, nth)) for nth in range(8)] for one in work.settings]
    for measure in ("actions a match", "pot"):
        first, second = ([of_match(one, measure) for one in matches] for matches in both)
        means = [mean_and_error([(float(x), float(n)) for x, n in pairs])[0] for pairs in (first, second)]
        counts = [sum(n for _, n in pairs) / 8 for pairs in (first, second)]
        parts = [
            (x - means[1] * n) / counts[1] - (y - means[0] * k) / counts[0]
            for (x, n), (y, k) in zip(second, first, strict=True)
        ]
        alike = min(int(sum(n for _, n in pairs) ** 2 / sum(n * n for _, n in pairs)) for pairs in (first, second))
        error = student(alike - 1) * (sum(one * one for one in parts) / 7) ** 0.5 / 8**0.5
        assert found.difference(1, measure) == pytest.approx((means[1] - means[0], error)), measure


def of_match(one: Counted, measure: str) -> tuple[int, int]:
    """x and n of a match."""
    if measure == "pot":
        return sum(hand.facts["pot"] for hand in one.hands), len(one.hands)
    return one.moves, 1


def met_plainly(met: Arena, game_id: str, bots: tuple[str, ...], deals: int, hands: int | None) -> list[Any]:
    """What a bot of each kind was paid more than the mean of the table, its hands and its matches won, by deal."""
    found = []
    for deal in range(deals):
        row = {name: [0.0, 0, 0.0] for name in met.names}
        turns = list(dict.fromkeys(bots[turn:] + bots[:turn] for turn in range(len(bots))))
        for seated in turns:
            one = recount(played_by(game_id, seated, met.seed, deal, hands))
            for seat, name in enumerate(seated):
                paid = [hand.payoffs for hand in one.hands]
                row[name][0] += sum(hand[seat] - sum(hand) / len(seated) for hand in paid)
                row[name][1] += len(paid)
                row[name][2] += (seat in one.winners) / max(1, len(one.winners)) / len(turns)
        found.append([row[name] for name in met.names])
    return found


def played_by(game_id: str, seated: tuple[str, ...], seed: int, deal: int, hands: int | None) -> str:
    """A match of an arena between random bots and some that play the lowest action, as a record."""
    match, chance = Match(game(game_id), len(seated), OPTIONS[game_id]), fair(seed, deal)
    own = [np.random.default_rng(derive_seed(seed, deal, seat)) for seat in range(len(seated))]
    lots = np.random.default_rng(derive_seed(seed, deal, len(seated)))
    reader, last, ended = READERS[game_id](match), 0, 0
    while not match.over and ended != hands:
        if match.needs is not None:
            of = match.needs
            match.order(chance(of, match.wanted()))
            reader.ordered(of)
        elif match.game.rules.hand.random_pick(match.record):
            match.play(int(random_policy(match.view(match.to_act), lots)))
        elif seated[match.to_act] == "random":
            match.play(int(random_policy(match.view(match.to_act), own[match.to_act])))
        else:
            match.play(match.legal.ranges[0][0])
        if (number := reader.ended()) not in (0, last):
            last, ended = number, ended + 1
    return dumps(match)


OPTIONS: dict[str, dict[str, object]] = {
    "tall-card": SHORT,
    "tall-cards": {"hands": 2, "gifts": "never"},
    "talon": {"hands": 1},
    "royal-pokebacc": {"hands_to_win": 1},
    "merchants-bank": {"hands_to_win": 1},
    "farmers-and-fishermen": {"hands_to_win": 1},
}


@pytest.mark.parametrize(
    ("game_id", "players", "hands"),
    [
        ("tall-card", 2, None),
        ("tall-card", 3, 1),
        ("tall-cards", 3, None),
        ("talon", 3, None),
        ("royal-pokebacc", 3, 1),
        ("merchants-bank", 3, 1),
        ("farmers-and-fishermen", 3, 1),
    ],
)
def test_an_arena_counts_what_its_records_tell(game_id: str, players: int, hands: int | None) -> None:
    bots = tuple(("random", "tests.kits.lab.arena_bots:first")[seat % 2] for seat in range(players))
    met = arena(game_id, bots[:2], players, 3, seed=4, options=OPTIONS[game_id], hands=hands, luck=True)
    theirs = met_plainly(met, game_id, bots, 3, hands)
    assert met.gains.tolist() == pytest.approx(np.array([[bot[0] for bot in deal] for deal in theirs]))
    assert met.hands.tolist() == [[bot[1] for bot in deal] for deal in theirs]
    assert met.won.tolist() == pytest.approx(np.array([[bot[2] for bot in deal] for deal in theirs]))
    for bot, one in enumerate(met.names):
        mean, error = mean_and_error([(deal[bot][0], float(deal[bot][1])) for deal in theirs])
        told = next(standing for standing in met.standings if standing.name == one)
        assert (told.gain, told.error, told.hands) == pytest.approx((mean, error, sum(d[bot][1] for d in theirs)))


def test_odds_say_from_how_many_deals_they_are() -> None:
    """With a range, those in which the others hold it: counted one hand at a time."""
    rules = game("tall-card")
    m, asked = rules.new(2)[0], HandQuery("8p 8d 8p 4d 3b", "p")
    against = Against(1, "2 Dancing Couples", 1500, 3)
    found = prospects(rules, m, asked, against)
    assert rules.worth is not None
    question = rules.worth.ask(m, asked)  # type: ignore[misc]
    _, others = sample_deals(question, against)
    least = list(rules.worth.ranks).index("2 Dancing Couples")
    fits = sum(int(question.numbers[question.others(hand[None])[0]]) >= least for hand in others[0])
    assert 100 <= fits < 1500
    assert {one.deals for one in found} == {fits}
    kept = next(one for one in found if one.name == "")
    assert kept.error < 1
