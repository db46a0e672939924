"""What the example of self-play learns needs only NumPy to play. Here it has learnt nothing: its weights are chance."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

import numpy as np
import pytest

import shindig
from shindig.bots import PolicyBot

EXAMPLES = Path(__file__).parents[2] / "examples"
EXAMPLE = run_path(str(EXAMPLES / "self_play.py"))


def test_a_net_plays_legally_also_where_it_knows_no_action(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    many = shindig.batch("tall-card", 64, 2, seed=1, observe="planes", auto_reset=True, slots=EXAMPLE["SLOTS"])
    sight, rng = EXAMPLE["Sight"].find(many), np.random.default_rng(1)
    inputs = sight.inputs(many.observation, EXAMPLE["Hints"].find(many.rules).compute(many.matches))
    weights = [rng.normal(size=(before, after)) for before, after in ((inputs.shape[1], 8), (8, len(sight.actions)))]
    EXAMPLE["Net"](sight, [(weight, np.zeros(weight.shape[1])) for weight in weights]).save(tmp_path / "net.npz")
    monkeypatch.setenv("SELF_PLAY", str(tmp_path / "net.npz"))
    bots = [PolicyBot("learnt", EXAMPLE["learnt"]("tall-card", 0), seat) for seat in range(2)]
    for declare in ("auto", "manual"):
        match = shindig.new("tall-card", 2, seed=1, declare=declare)
        while not match.over:
            match.play(bots[match.to_act].act(match.view(match.to_act)))
        assert match.record.rounds > 1


def test_a_turn_is_judged_by_what_its_hand_brought_its_seat() -> None:
    none = np.zeros(2)
    turns = [
        {"actors": np.array([seat]), "ended": np.array([ended]), "rewards": np.array([paid])}
        for seat, ended, paid in (
            (0, False, none),
            (1, False, none),
            (0, True, np.array([20.0, -20.0])),
            (1, False, none),
        )
    ]
    better = EXAMPLE["judge"](turns, np.array([[0.5], [0.0], [0.25], [0.0]], np.float32))
    assert better[:3, 0] == pytest.approx([0.25 - 0.5 + EXAMPLE["LAMBDA"] * 0.75, -1.0, 0.75])
    assert np.isnan(better[3, 0])


def test_inputs_of_tall_card_tell_nothing_of_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    compute = EXAMPLE["Hints"].find(shindig.game("tall-card")).compute
    met, rng = set[int](), np.random.default_rng(1)
    for seed in range(20):
        match = shindig.new("tall-card", 2, seed=seed)
        while not match.over and match.record.rounds < 2:
            view = match.view(match.to_act)
            assert compute(match.array) == pytest.approx(compute(view.array))
            met.add(int(view.record.phase))
            match.play(view.legal[int(rng.integers(min(len(view.legal), 3)))])
    assert met >= {1, 2, 3, 4}
