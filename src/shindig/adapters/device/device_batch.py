"""A batch on a graphics card: `shindig.batch(game, n, device="cuda")`, with the numbers of a batch on the processor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core.layout_and_views import Records
from ...gamekit import Game, GameError
from ..batch.batch_memory import bind_pass, make_scratch
from ..batch.match_batch import Batch, is_whole
from ..batch.pass_kernels import ACT, CHECK, DO, LOOK, SAMPLE, BatchOutputs
from ..house_policies import Opponent
from .device_array import DeviceArray

Array = npt.NDArray[Any]
MISSING = 'a batch on a card needs numba-cuda, which is not installed: pip install "shindig[cuda]"'


def load_cuda() -> Any:
    """Import the compiler for cards. Raises GameError if it is not installed."""
    try:
        from . import cuda_kernels
    except ImportError:
        raise GameError(MISSING) from None
    return cuda_kernels


class DeviceBatch:
    """n matches of one game on a card, with the arrays and methods of `Batch`.

    Arrays are `DeviceArray`, which torch, JAX and CuPy take without a copy. All numbers equal those of a `Batch` with
    the same arguments.
    """

    def __init__(
        self,
        rules: Game,
        n: int,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        bots: Sequence[Opponent] = (),
        seat: int | None = None,
        threads: int = 1,
        out: Mapping[str, Any] | None = None,
        plain: bool = False,
        first: int = 0,
        seed: int | None = None,
        **how: Any,
    ) -> None:
        """Begin matches number `first` to `first + n - 1` of a seed; see `Batch`. Raises GameError."""
        if bots or seat is not None or out or plain or threads != 1:
            raise GameError("a batch on a card takes no bots, seat, out, plain and threads: leave them out")
        if not is_whole(n) or n < 1:
            raise GameError(f"expected n from 1 on, not {n!r}")
        self._cuda = load_cuda()
        self._cuda.require_card()
        self._model = Batch(rules, 1, players, options, seed=seed, first=first, plain=True, **how)
        self.rules, self.n, self.players = rules, n, self._model.players
        self.actions, self.planes, self.encoder = self._model.actions, self._model.planes, self._model.encoder
        self._check_memory()
        self._make_arrays()
        self._kernels = self._cuda.compile_game(bind_pass(rules))
        self._tables = {name: tuple(map(self._cuda.to_card, found)) for name, found in self._kernels.tables.items()}
        self._run(DO, self._cuda.to_card(np.arange(first, first + n)), self._actions)

    def _count_bytes(self) -> int:
        """Return the bytes that a match takes on the card."""
        told = sum(array[0].nbytes for array in self._model._arrays.values())
        return int(told + 2 * self._model.state.itemsize + make_scratch(self.actions).itemsize + 16)

    def _check_memory(self) -> None:
        """Raise GameError if the card has no room for so many matches."""
        free, each = self._cuda.count_free(), self._count_bytes()
        if free is not None and each * self.n > free:
            wanted = f"{self.n:,} matches of {self.rules.name} take {each * self.n:,} bytes"
            raise GameError(f"{wanted}, and the card has {free:,} free: take up to {free // each:,} matches")

    def _make_arrays(self) -> None:
        """Make all arrays on the card, and views of them for the threads' words."""
        model, n, put = self._model, self.n, self._cuda.to_card
        laws = model._laws.copy()
        laws["stride"] = n if laws["stride"][0] else 0
        self._laws, self._rooms = put(laws), put(np.repeat(make_scratch(self.actions), n))
        state = np.zeros(n, model.state.dtype)
        self._state = put(state.view(np.int64).reshape(n, -1))
        shapes = {name: array.shape[1:] for name, array in model._arrays.items()} | {"shown": (0,)}
        made = {name: put(np.zeros((n, *shapes[name]), array.dtype)) for name, array in model._arrays.items()}
        self._told = BatchOutputs(**made)
        self._todo, self._actions = put(np.full(n, ACT, np.int64)), put(np.zeros(n, np.int32))
        self._look_up = put(np.full(n, LOOK, np.int64))
        size, width = model._raw.shape[1], -(-self.rules.rules.layout.dtype.itemsize // 8)
        masks = [np.zeros((laws[name][0].shape[0], 8 * width), np.int8) for name in ("seen", "blank")]
        for mask, name in zip(masks, ("seen", "blank"), strict=True):
            mask[:, : laws[name][0].shape[1]] = laws[name][0]
        self._seen, self._blank = (put(mask.view(np.int64)) for mask in masks)
        self._views, self._size = put(np.zeros((n, width), np.int64)), size
        self._codes, self._lists = put(model.encoder.codes), put(getattr(model.encoder, "lists", np.zeros(1, np.int32)))
        self._wrong = put(np.zeros(1, np.int64))

    def _as_records(self) -> Any:
        """Return the state as an array of records over the same memory."""
        return self._state.view(self._model.state.dtype).reshape(self.n)

    def _as_bytes(self) -> Any:
        """Return the state as int8[n, bytes] over the same memory."""
        return self._state.view(np.int8)

    def __getattr__(self, name: str) -> DeviceArray:
        """Return an output as an array on the card."""
        told = self.__dict__.get("_told")
        if name == "observation" and told is not None:
            return DeviceArray(told.vectors if told.vectors.shape[1] else self._view_bytes())
        if told is None or name not in BatchOutputs._fields:
            raise AttributeError(f"a batch on a card has no {name}")
        return DeviceArray(getattr(told, name))

    def _view_bytes(self) -> Any:
        """Return the views as int8[n, bytes]."""
        return self._views.view(np.int8)[:, : self._told.views.shape[1]]

    def __repr__(self) -> str:
        return f"<{self.n} matches of {self.rules.name} for {self.players} on a card>"

    def step(self, actions: Any = None) -> None:
        """Play a legal number in each match, or random ones; see `Batch.step`. Raises GameError."""
        if actions is None:
            self._run(SAMPLE, self._todo, self._actions)
        else:
            self._run(CHECK, self._todo, self._take("actions", actions))

    def _take(self, what: str, given: Any) -> Any:
        """Return n numbers on the card as int32[n] or int64[n]. Raises GameError."""
        base = given.base if isinstance(given, DeviceArray) else given
        if isinstance(base, np.ndarray) or not hasattr(base, "__cuda_array_interface__"):
            if not (self._cuda.simulated() and hasattr(base, "copy_to_host")):
                raise GameError(
                    f"{what} are a {type(given).__name__} in the processor's memory, expected {self.n} whole numbers "
                    "on the card: move them there, as with torch.as_tensor(..., device='cuda') or many.to_card(...)"
                )
        elif not hasattr(base, "copy_to_host"):
            base = self._cuda.cuda.as_cuda_array(base)
        if tuple(base.shape) != (self.n,) or np.dtype(base.dtype).kind not in "iu":
            raise GameError(f"expected {self.n} whole numbers as {what}, not {base.dtype}{list(base.shape)}")
        return base

    def to_card(self, array: npt.ArrayLike) -> DeviceArray:
        """Copy an array to the card."""
        return DeviceArray(self._cuda.to_card(np.asarray(array)))

    def sample(self) -> DeviceArray:
        """Return int32[n]: uniformly random legal numbers; see `Batch.sample`."""
        drawn = self._cuda.to_card(np.zeros(self.n, np.int32))
        tables = self._tables["sample_row"]
        self._cuda.launch(self._kernels.sample, self.n, self._as_records(), self._told, self._laws, drawn, tables)
        return DeviceArray(drawn)

    def legal(self) -> DeviceArray:
        """Return uint8[n, actions]: the unpacked mask."""
        found = self._cuda.to_card(np.zeros((self.n, self.actions.count), np.uint8))
        self._cells("unpack_number", self.actions.count, self._told.mask, found)
        return DeviceArray(found)

    def look(self) -> None:
        """Refresh all outputs."""
        self._run(DO, self._look_up, self._actions)

    def seed(self, seed: int) -> None:
        """Take the matches that begin from now on from another seed."""
        self._model.seed(seed)
        laws = self._laws.copy_to_host()
        laws["key"] = self._model._laws["key"]
        self._laws = self._cuda.to_card(laws)

    def reset(self, which: Any = None, numbers: Any = None) -> None:
        """Begin new matches where `which`, bool[n], is true; see `Batch.reset`."""
        chosen = np.ones(self.n, np.uint8) if which is None else np.asarray(which)
        begun = np.full(self.n, -1) if numbers is None else np.asarray(numbers)
        wrong = numbers is not None and (begun.dtype.kind not in "iu" or (begun < 0).any())
        if chosen.shape != (self.n,) or begun.shape != (self.n,) or not np.isin(chosen, (0, 1)).all() or wrong:
            raise GameError(f"expected {self.n} truth values, and as many numbers from 0 on")
        put, todo = self._cuda.to_card, self._cuda.to_card(np.zeros(self.n, np.int64))
        given = put(chosen.astype(np.uint8)), put(begun.astype(np.int64)), self.n, self._as_records(), todo
        self._cuda.launch(self._kernels.plan_reset, self.n, self.n, given, self._tables["plan_reset"])
        self._run(DO, todo, self._actions)

    def save(self) -> Records:
        """Return a copy of the state in the processor's memory, as `Batch.save` does."""
        state: Records = self._state.copy_to_host().view(self._model.state.dtype)[:, 0]
        return state

    def load(self, state: Records) -> None:
        """Go on from a saved state, also one of a `Batch`. Raises GameError."""
        alike = isinstance(state, np.ndarray) and state.dtype == self._model.state.dtype and state.shape == (self.n,)
        if not alike or (state["match"]["seats"] != self.players).any():
            raise GameError(f"expected a state of {self.n} matches of {self.rules.name} for {self.players}")
        self._state = self._cuda.to_card(np.ascontiguousarray(state).view(np.int64).reshape(self.n, -1))
        self.look()

    def fork(self, source: Any) -> None:
        """Make row i a copy of row `source[i]`; see `Batch.fork`."""
        rows = np.asarray(source)
        if rows.shape != (self.n,) or rows.dtype.kind not in "iu" or (rows < 0).any() or (rows >= self.n).any():
            raise GameError(f"expected {self.n} rows from 0 to {self.n - 1}")
        target = self._cuda.to_card(np.zeros(self._state.shape, np.int64))
        self._cells("copy_word", self._state.shape[1], self._cuda.to_card(rows.astype(np.int64)), self._state, target)
        self._state = target
        self.look()

    def _run(self, kind: int, todo: Any, actions: Any) -> None:
        """Do tasks, and write all outputs. Raises GameError for an illegal action, and then does nothing."""
        if kind == CHECK:
            self._check(todo, actions)
        cuda, told = self._cuda, self._told
        arguments = kind, self._as_records(), self._as_bytes(), todo, actions, told, self._laws, self._rooms
        cuda.launch(self._kernels.step, self.n, *arguments, self._tables["step"])
        self._cells("mask_byte", told.mask.shape[1], told.ranges, told.counts, told.mask)
        if told.views.shape[1]:
            words = self._state, told.actor, self._seen, self._blank, self._views
            self._cells("view_word", self._views.shape[1], *words)
        if told.vectors.shape[1]:
            self._write_vectors()

    def _check(self, todo: Any, actions: Any) -> None:
        """Raise GameError if an action is illegal."""
        self._wrong = self._cuda.to_card(np.array([self.n]))
        tables = self._tables["check_row"]
        self._cuda.launch(self._kernels.check, self.n, todo, self._told, actions, self._wrong, tables)
        wrong = int(self._wrong.copy_to_host()[0])
        if wrong < self.n:
            raise GameError(f"{actions.copy_to_host()[wrong]} is not legal now in match {wrong} of the batch")

    def _write_vectors(self) -> None:
        """Write planes or exact numbers."""
        told, raw = self._told, self._as_bytes()
        self._cells("clear_entry", told.vectors.shape[1], told.vectors)
        if int(self._model._laws["exact"][0]):
            exact = raw, told.actor, self._codes, told.vectors
            self._cuda.launch(self._kernels.exact_row, self.n, self.n, exact, self._tables["exact_row"])
        else:
            planes = raw, told.actor, self.players, self._codes, self._lists, told.vectors
            self._cells("plane_field", len(self._codes), *planes)

    def _cells(self, name: str, width: int, *arguments: Any) -> None:
        """Run a kernel with a thread a cell."""
        kernel = getattr(self._kernels, name)
        self._cuda.launch(kernel, self.n * width, self.n, width, arguments, self._tables[name])
