"""Batches on a card, without one: portable kernels, tables as arguments, arrays for other libraries, refusals."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import shindig
from shindig.adapters.batch import Batch
from shindig.adapters.batch.batch_memory import bind_pass, make_scratch
from shindig.adapters.batch.pass_kernels import ACT, SAMPLE
from shindig.adapters.device import device_batch, row_kernels
from shindig.adapters.device.cuda_kernels import bind_step
from shindig.adapters.device.device_array import CPU, DeviceArray
from shindig.adapters.device.device_batch import DeviceBatch
from shindig.adapters.device.portability import find_obstacles
from shindig.adapters.device.table_arguments import SMALL, list_tables, pass_tables
from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers
from shindig.gamekit import Game, GameError, game, game_ids
from tests.kits.games import swap_game
from tests.kits.games.short_options import options

SEED = 5
GAMES = [*map(game, game_ids()), swap_game.GAME]
SAME = """
import numpy as np, shindig, sys
from shindig.gamekit import game
from tests.kits.games.short_options import options
rules, observe = game(sys.argv[1]), sys.argv[2]
how = {"options": options(rules), "seed": 5, "observe": observe, "auto_reset": True}
here, there = shindig.batch(rules, 3, plain=True, **how), shindig.batch(rules, 3, device="cuda", **how)
for step in range(int(sys.argv[3])):
    for name in ("actor", "rewards", "terminated", "hand_ended", "counts", "sizes", "amounts", "mask", "observation"):
        assert (getattr(here, name) == np.asarray(getattr(there, name))).all(), (step, name)
    assert (here.state == there.save()).all(), step
    drawn = there.sample()
    assert (here.sample() == np.asarray(drawn)).all(), step
    here.step(here.sample())
    there.step(drawn if step % 2 else None)
print("same")
"""


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_kernels_of_every_game_are_portable(rules: Game) -> None:
    assert not find_obstacles(bind_step(bind_pass(rules)))


def test_kernels_of_views_masks_and_vectors_are_portable() -> None:
    assert [each for one in row_kernels.ROW_KERNELS.values() for each in find_obstacles(one)] == []


LARGE = np.zeros(10_000)


@kernel
def allocate() -> int:
    """Allocate memory."""
    return int(np.zeros(3)[0])


@kernel
def refuse(number: int) -> int:
    """Raise an exception."""
    if number:
        raise ValueError
    return allocate()


@kernel
def read_large(number: int) -> float:
    """Read a table of 80 kB, and call itself."""
    return float(LARGE[number]) if number else read_large(number + 1)


def test_what_no_card_can_do_is_named() -> None:
    assert [one.partition("test_device_batch.")[2] for one in find_obstacles(refuse)] == [
        "allocate allocates memory by `zeros`",
        "refuse raises or catches an exception",
    ]
    assert [one.partition("test_device_batch.")[2] for one in find_obstacles(read_large)] == [
        "read_large reads LARGE, a table of 80000 bytes; a card takes 65536",
        "read_large calls itself",
    ]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_rows_stepped_one_by_one_equal_a_batch(rules: Game) -> None:
    """The kernels of a card as plain Python, with their tables as arguments."""
    how: dict[str, Any] = {"options": options(rules), "seed": SEED, "auto_reset": True, "plain": True}
    whole, rows = Batch(rules, 2, **how), Batch(rules, 2, **how)
    step, tables = pass_tables(bind_step(bind_pass(rules)), lambda one: one)
    rooms, todo = np.repeat(make_scratch(rows.actions), 2), np.full(2, ACT)
    actions, told = np.zeros(2, np.int32), rows._told
    for _ in range(25):
        for i in range(2):
            step(i, SAMPLE, rows.state, rows._raw, todo, actions, told, rows._laws[0], rooms[i], tuple(tables))
            for j in range(told.mask.shape[1]):
                row_kernels.mask_byte(i, j, told.ranges, told.counts, told.mask)
        whole.step()
        assert (rows.state == whole.state).all()
        for name in ("actor", "rewards", "terminated", "hand_ended", "counts", "sizes", "amounts", "mask"):
            assert (getattr(rows, name) == getattr(whole, name)).all(), name


@kernel
def look_up(number: int) -> float:
    """Read a table that is no constant on a card."""
    return float(LARGE[number] + 1)


@kernel
def add_looked_up(values: Numbers) -> float:
    """Add values of the table."""
    total = 0.0
    for value in values:
        total += look_up(int(value))
    return total


def test_large_tables_are_passed_on() -> None:
    made, tables = pass_tables(add_looked_up, lambda one: one)
    assert tables == [LARGE]
    other = np.arange(10_000.0)
    assert made(np.array([1, 2]), (other,)) == 5.0
    assert all(table.nbytes > SMALL for table in list_tables(bind_step(bind_pass(game("tall-card")))))


@pytest.mark.parametrize("kind", ["i1", "i4", "i8", "u1", "f4"])
def test_other_libraries_take_arrays_without_a_copy(kind: str) -> None:
    base = np.arange(12).astype(kind).reshape(3, 4)
    taken = np.from_dlpack(DeviceArray(base, (CPU, 0)))
    assert taken.dtype == base.dtype
    assert taken.tolist() == base.tolist()
    base[1, 2] = 99
    assert taken[1, 2] == 99
    columns = np.from_dlpack(DeviceArray(base[:, :2], (CPU, 0)))
    assert columns.tolist() == base[:, :2].tolist()
    address = base.ctypes.data
    del base
    assert taken.ctypes.data == address
    assert taken[1, 2] == 99


def test_a_missing_card_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GameError, match="a batch on a card needs an NVIDIA card and its driver; found no driver"):
        shindig.batch(swap_game.GAME, 2, device="cuda")
    with pytest.raises(GameError, match="device is cpu or cuda, not 'tpu'"):
        shindig.batch(swap_game.GAME, 2, device="tpu")
    with pytest.raises(GameError, match="takes no bots, seat, out, plain and threads"):
        shindig.batch(swap_game.GAME, 2, device="cuda", threads=2)
    with pytest.raises(GameError, match="expected n from 1 on"):
        shindig.batch(swap_game.GAME, 0, device="cuda")
    monkeypatch.setitem(sys.modules, "shindig.adapters.device.cuda_kernels", None)
    monkeypatch.delattr("shindig.adapters.device.cuda_kernels", raising=False)
    with pytest.raises(GameError, match=r"needs numba-cuda, which is not installed: pip install \"shindig\[cuda\]\""):
        shindig.batch(swap_game.GAME, 2, device="cuda")


def pretended(**how: Any) -> Any:
    """A card that has no memory, or only the processor's."""
    card = {"require_card": lambda: None, "count_free": lambda: None, "simulated": lambda: False, **how}
    return lambda: SimpleNamespace(**card)


def test_a_full_card_and_arrays_elsewhere_are_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_batch, "load_cuda", pretended(count_free=lambda: 10_000))
    with pytest.raises(GameError, match=r"1,000 matches of Swap take [\d,]+ bytes, and the card has 10,000 free: take"):
        shindig.batch(swap_game.GAME, 1000, device="cuda")
    batch = object.__new__(DeviceBatch)
    batch.n, batch._cuda = 3, pretended()()
    with pytest.raises(GameError, match="actions are a ndarray in the processor's memory, expected 3 whole numbers on"):
        batch._take("actions", np.zeros(3, np.int32))
    with pytest.raises(AttributeError, match="a batch on a card has no colour"):
        batch.colour  # noqa: B018


def simulate(game_id: str, observe: str, steps: int) -> str:
    """Play the same matches on the processor and in Numba's simulator of a card."""
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", SAME, game_id, observe, str(steps)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.mark.long
@pytest.mark.parametrize("observe", ["bytes", "planes", "exact"])
@pytest.mark.parametrize("game_id", game_ids())
def test_in_the_simulator_of_a_card_every_game_is_the_same(game_id: str, observe: str) -> None:
    assert simulate(game_id, observe, 40) == "same\n"
