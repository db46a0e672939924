"""Vector environments: each row is a match as `SeatEnv` plays it, and resets as Gymnasium defines it."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from shindig.adapters.gymnasium import SeatEnv
from shindig.adapters.gymnasium_vector import SeatVectorEnv
from shindig.adapters.pettingzoo import MatchEnv
from shindig.adapters.pettingzoo_vector import MatchVectorEnv
from shindig.gamekit import GameError, game, game_ids
from tests.kits.games.short_options import options

SEED, ROWS = 5, 3


def envs(game_id: str = "tall-card", **how: Any) -> SeatVectorEnv:
    given = {"num_envs": ROWS, "options": options(game(game_id)), "plain": True, **how}
    return SeatVectorEnv(game_id, **given)


def single(game_id: str = "tall-card", **how: Any) -> SeatEnv:
    return SeatEnv(game_id, options=options(game(game_id)), plain=True, **how)


def first_legal(mask: Any) -> Any:
    return mask.argmax(axis=-1)


def drawn(mask: Any, rng: np.random.Generator) -> Any:
    """A random legal number in each row."""
    return (mask * rng.random(mask.shape)).argmax(axis=-1)


@pytest.mark.parametrize(
    ("game_id", "bot"),
    [
        *((game_id, "steady") for game_id in game_ids()),
        ("tall-card", "gentle"),
        ("talon", "gentle"),
        ("talon", "random"),
    ],
)
def test_each_row_is_a_match_of_the_single_environment(game_id: str, bot: str) -> None:
    how: dict[str, Any] = {"opponents": [bot], "max_moves": 8}
    many, twins = envs(game_id, **how), [single(game_id, **how) for _ in range(2)]
    seen, infos = many.reset(seed=SEED)
    rng, ended = np.random.default_rng(1), 0
    for row, twin in enumerate(twins):
        one, info = twin.reset(seed=SEED, options={"match": row})
        assert (seen[row] == one).all()
        assert (infos["action_mask"][row] == info["action_mask"]).all()
    done = np.zeros(2, bool)
    for _ in range(11):
        actions = drawn(infos["action_mask"], rng)
        seen, rewards, terminated, truncated, infos = many.step(actions)
        for row, twin in enumerate(twins):
            if done[row]:
                one, info = twin.reset(options={"match": twin._number + ROWS})
                told: tuple[float, bool, bool] = (0.0, False, False)
            else:
                one, reward, over, late, info = twin.step(int(actions[row]))
                told = reward, over, late
            assert (seen[row] == one).all()
            assert (infos["action_mask"][row] == info["action_mask"]).all()
            assert (rewards[row], terminated[row], truncated[row]) == told
            done[row] = told[1] or told[2]
            ended += done[row]
    assert ended


def test_exact_numbers_and_bytes_are_observed_too() -> None:
    exact, one = envs(observe="exact"), single(observe="exact")
    assert (exact.reset(seed=SEED)[0][0] == one.reset(seed=SEED)[0]).all()
    raw = envs(observe="bytes")
    seen, infos = raw.reset(seed=SEED)
    assert seen in raw.observation_space
    assert seen[0].tobytes() == raw.game.view(raw.many.matches[:1], int(infos["seat"][0])).tobytes()


def test_same_step_tells_the_end_and_shows_the_next_match() -> None:
    same, following = envs(autoreset_mode="SameStep"), envs()
    (_, infos), (_, later) = same.reset(seed=SEED), following.reset(seed=SEED)
    assert same.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    for _ in range(200):
        actions = first_legal(infos["action_mask"])
        seen, rewards, terminated, _, infos = same.step(actions)
        last, won, over, _, later = following.step(actions)
        assert (over == terminated).all()
        assert (won == rewards).all()
        if over.any():
            break
    row = int(over.argmax())
    assert (infos["final_obs"][row] == last[row]).all()
    assert infos["final_info"]["payoffs"].tolist() == later["payoffs"].tolist()
    assert not infos["final_info"]["action_mask"][row].any()
    assert infos["_final_obs"].tolist() == over.tolist()
    fresh, *_ = following.step(first_legal(later["action_mask"]))
    assert (fresh[row] == seen[row]).all()


def test_without_autoreset_the_caller_resets_rows() -> None:
    many = envs(autoreset_mode=AutoresetMode.DISABLED, max_moves=2)
    _, infos = many.reset(seed=SEED)
    for _ in range(2):
        _, _, _, truncated, infos = many.step(first_legal(infos["action_mask"]))
    assert truncated.all()
    with pytest.raises(GameError, match="the episode in row 0 has ended"):
        many.step(first_legal(infos["action_mask"]))
    mask = np.array([True, False, True])
    many.reset(options={"reset_mask": mask})
    assert many.many.state["number"].tolist() == [3, 1, 5]
    with pytest.raises(GameError, match="row 1 has ended"):
        many.step(first_legal(infos["action_mask"]))
    wrong: Any
    for wrong in ([True] * 3, np.zeros(3, bool), np.ones(2, bool), np.ones(3, int)):
        with pytest.raises(GameError, match="reset_mask is an array of 3 truth values"):
            many.reset(options={"reset_mask": wrong})
    with pytest.raises(GameError, match="leave out either"):
        many.reset(seed=1, options={"reset_mask": mask})


def test_seeds_repeat_and_rows_do_not_depend_on_their_number() -> None:
    def play(many: SeatVectorEnv) -> list[float]:
        _, infos = many.reset(seed=SEED)
        total = []
        for _ in range(6):
            _, rewards, _, _, infos = many.step(first_legal(infos["action_mask"]))
            total.append(float(rewards[0]))
        assert not many.episodes.done[0]
        return [*total, many.many.state["moves"][0]]

    many = envs(opponents=["steady"])
    one, in_place = envs(num_envs=1, opponents=["steady"]), envs(copy=False, opponents=["steady"])
    assert play(many) == play(many) == play(one) == play(in_place)


def test_illegal_numbers_raise_and_play_nothing() -> None:
    many = envs()
    _, infos = many.reset(seed=SEED)
    before = many.many.state.copy()
    legal = first_legal(infos["action_mask"])
    for wrong in (-1, 9999, int(np.flatnonzero(infos["action_mask"][2] == 0)[0])):
        with pytest.raises(GameError, match=f"{wrong} is not legal now in match 2"):
            many.step([*legal[:2], wrong])
    with pytest.raises(GameError, match="expected 3 actions"):
        many.step(legal[:2])
    assert (many.many.state == before).all()


def test_spaces_hold_all_that_is_seen_and_draw_what_is_legal() -> None:
    many = envs()
    seen, infos = many.reset(seed=SEED)
    assert seen in many.observation_space
    assert many.single_action_space == gymnasium.spaces.Discrete(many.many.actions.count)
    many.action_space.seed(1)
    for _ in range(5):
        actions = many.action_space.sample()
        assert infos["action_mask"][np.arange(ROWS), actions].all()
        _, _, _, _, infos = many.step(actions)


def test_seats_outside_are_played_by_the_caller() -> None:
    many = envs(players=3, opponents=["outside", "random"], seat=0)
    _, infos = many.reset(seed=SEED)
    asked = set()
    for _ in range(20):
        asked |= set(infos["seat"].tolist())
        _, _, _, _, infos = many.step(first_legal(infos["action_mask"]))
    assert asked == {0, 1}


def test_a_kernel_of_the_caller_plays_other_seats() -> None:
    many = envs(opponents=[game("tall-card").policies.policy])  # type: ignore[union-attr]
    named = envs(opponents=["steady"])
    for one in (many, named):
        _, infos = one.reset(seed=SEED)
        for _ in range(10):
            _, _, _, _, infos = one.step(first_legal(infos["action_mask"]))
    assert (many.many.state == named.many.state).all()


def test_rewards_of_an_episode_add_up_to_its_result() -> None:
    many = envs("tall-cards", opponents=["random"])
    _, infos = many.reset(seed=SEED)
    start = game("tall-cards").words.outcome(many.many.new_match()).scores
    won, over, rng = np.zeros(ROWS), np.zeros(ROWS, bool), np.random.default_rng(1)
    while not over.all():
        _, rewards, terminated, _, infos = many.step(drawn(infos["action_mask"], rng))
        won += rewards * ~over
        for row in np.flatnonzero(terminated & ~over):
            scores = game("tall-cards").words.outcome(many.many.state["match"][row]).scores
            assert won[row] == scores[row % 2] - start[row % 2]
        over |= terminated


def test_hands_that_end_are_told() -> None:
    many = envs()
    _, infos = many.reset(seed=SEED)
    ended = 0
    for _ in range(40):
        _, _, _, _, infos = many.step(first_legal(infos["action_mask"]))
        ended += int(infos["hand_ended"].sum())
        assert not infos["payoffs"][~infos["hand_ended"]].any()
    assert ended


def test_gymnasium_makes_it_and_its_wrappers_take_it() -> None:
    how: dict[str, Any] = {"opponents": ["steady"], "plain": True, "options": {"deals_each": 1}, "max_moves": 5}
    many = gymnasium.make_vec("shindig/TallCard-v0", num_envs=2, **how)
    assert isinstance(many.unwrapped, SeatVectorEnv)
    counted = RecordEpisodeStatistics(many)
    _, infos = counted.reset(seed=1)
    for _ in range(5):
        _, _, _, truncated, infos = counted.step(first_legal(infos["action_mask"]))
    assert truncated.all()
    assert infos["episode"]["l"].tolist() == [5, 5]
    listed = DictInfoToList(gymnasium.make_vec("shindig/TallCard-v0", num_envs=2, **how))
    told: Any = listed.reset(seed=1)[1]
    assert len(told) == 2
    assert told[1]["action_mask"].shape == (many.unwrapped.many.actions.count,)


def test_tables_are_drawn() -> None:
    many = envs(render_mode="ansi")
    many.reset(seed=1)
    texts = many.render()
    assert len(texts) == ROWS
    assert "seat 1" in texts[0]


def test_a_copy_goes_on_where_it_stood() -> None:
    many = envs()
    _, infos = many.reset(seed=SEED)
    many.step(first_legal(infos["action_mask"]))
    twin = pickle.loads(pickle.dumps(many))
    actions = many.action_space.sample()
    assert (many.step(actions)[0] == twin.step(actions)[0]).all()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(
        GameError, match=r"'expert' is no compiled policy of Tall Card; expected steady, gentle, random"
    ):
        envs(opponents=["expert"])
    with pytest.raises(GameError, match="a name or a function marked with @kernel"):
        envs(opponents=[len])
    with pytest.raises(GameError, match="at most 1 bots"):
        envs(opponents=["steady", "gentle"])
    with pytest.raises(GameError, match="a seat from 0 to 1"):
        envs(seat=2)
    with pytest.raises(GameError, match="expected opponents"):
        envs(opponents=[])
    with pytest.raises(GameError, match="max_moves from 1 on"):
        envs(max_moves=0)
    many = envs()
    with pytest.raises(GameError, match="has no option"):
        many.reset(options={"rules": {"anty": 1}})
    many.reset(seed=1, options={"rules": {"ante": 3}})
    assert (many.many.state["match"]["ante"] == 3).all()


@pytest.mark.parametrize("game_id", ["tall-card", "talon"])
def test_in_a_vector_of_matches_each_match_has_its_own_agent(game_id: str) -> None:
    how: dict[str, Any] = {"options": options(game(game_id)), "max_moves": 60, "plain": True}
    many, one = MatchVectorEnv(game_id, 2, **how), MatchEnv(game_id, **how)
    seen, infos = many.reset(seed=SEED)
    one.reset(seed=SEED)
    rng = np.random.default_rng(1)
    for _ in range(60):
        told, reward, terminated, truncated, _ = one.last()
        if terminated or truncated:
            break
        assert one.agent_selection == many.possible_agents[infos["agent"][0]]
        assert (seen[0] == told["observation"]).all()
        assert (infos["action_mask"][0] == told["action_mask"]).all()
        assert many.last()[1][0] == reward
        actions = drawn(infos["action_mask"], rng)
        seen, rewards, over, late, infos = many.step(actions)
        one.step(int(actions[0]))
        assert rewards[0].tolist() == list(one.rewards.values())
    assert over[0] or late[0]
    with pytest.raises(GameError, match="is not legal now"):
        MatchVectorEnv(game_id, 2, **how).step([-1, -1])
