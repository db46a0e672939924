"""Many matches of a game at once, stepped in compiled code, with observations written in place. Example:

    many = batch("leduc", 1024, seed=7)
    many.step(policy(many.observation, many.mask))  # as often as you like.

The n-th order of a name in match number k of a seed equals the one that
`shindig.match.fair(seed, k)` gives. So a match depends only on its number and the actions played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ...core.layout_and_views import Records
from ...gamekit import Game, GameError
from ...match import make_seed_key
from ..flat_actions import SLOTS, Actions
from ..house_policies import Opponent, seat_policies
from ..observation_planes import Planes
from ..observation_vector import Observation
from ..record_arrays import fit_array, name_arrays, refuse_shared
from .batch_memory import count_piece, make_laws, make_slot_dtype
from .pass_kernels import ACT, BY_NUMBER, CHECK, DO, LOOK, PASS_BY, SAMPLE, BatchOutputs
from .pass_runner import PassRunner

Observed = Literal["bytes", "planes", "exact", "none"]
OBSERVED = ("bytes", "planes", "exact", "none")
Array = npt.NDArray[Any]
MOST = 2**31 - 1
"""Largest number of an action."""


class Batch:
    """n matches of one game. Arrays are written in place: copy what you want to keep.

    `state` holds all data from which the matches go on, as one array of records (`pass_kernels.Slot`). Row i of
    `actor`, `rewards`, `terminated`, `hand_ended`, `ranges`, `counts`, `sizes`, `amounts`, `mask` and `observation`
    describes match i (`pass_kernels.BatchOutputs` documents each).
    """

    def __init__(
        self,
        rules: Game,
        n: int,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        seed: int | None = None,
        first: int = 0,
        observe: Observed = "bytes",
        auto_reset: bool = False,
        bots: Sequence[Opponent] = (),
        seat: int | None = None,
        threads: int = 1,
        slots: int = SLOTS,
        out: Mapping[str, Array] | None = None,
        plain: bool = False,
    ) -> None:
        """Begin matches number `first` to `first + n - 1` of a seed. Raises GameError.

        With `auto_reset`, match k + n begins in the step in which match k ends. `out` maps names to the caller's own
        arrays, which are written instead of new ones. They are C-contiguous, with the shape and dtype given in
        `BatchOutputs` (`observation`: int8[n, bytes] or float32[n, entries]). `plain` runs ordinary Python, for a
        debugger.

        `bots` take the seats after yours in turn: `steady`, `gentle`, `random`, a kernel, or `outside` for a seat whose
        actions you give as well. They play within a step. Your seat in match k is k modulo the players, or `seat`.
        """
        if not (is_whole(n) and is_whole(threads) and is_whole(first)) or n < 1 or threads < 1 or first < 0:
            raise GameError(
                f"expected n and threads from 1 on and first from 0 on, not {n!r}, {threads!r} and {first!r}"
            )
        self._given = (rules, n, players, dict(options or {}), observe, auto_reset, bots, seat, threads, slots, plain)
        self.rules, self.n, self.actions = rules, n, Actions(rules, slots)
        self.players = rules.rules.seats[0] if players is None else players
        self.state = np.zeros(n, make_slot_dtype(rules))
        self._raw = self.state.view(np.int8).reshape(n, -1)
        fresh: Records = np.zeros(1, self.state.dtype)
        fresh["match"] = match = rules.new(self.players, options)
        self._fresh = fresh
        self.planes = Planes(rules, match)
        """Encoder of planes, with their names."""
        self.seating = seat_policies(rules, self.players, bots, seat)
        self._arrays = self._make_arrays(observe, name_arrays(out))
        self._told = BatchOutputs(**{name: self._arrays[name] for name in BatchOutputs._fields})
        more: dict[str, Any] = {"policies": self.seating.policies, "seat": BY_NUMBER if seat is None else seat}
        piece = count_piece(self.state.itemsize + sum(one[0].nbytes for one in (self.mask, self.observation)))
        self._laws = make_laws(
            self.actions,
            self._fresh,
            make_seed_key(seed),
            n if auto_reset else 0,
            **more,
            skip=n if self.seating.kernels else 0,
            piece=piece,
            exact=int(observe == "exact"),
        )
        self._todo = np.full(n, ACT, np.int64)
        self._runner = PassRunner(self, threads, plain)
        self._do(np.arange(first, first + n))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the matches and their chance. The copy has arrays of its own also where `out` was given."""
        return restore_batch, (self._given, self.state.copy(), self._laws.copy(), {**self._arrays})

    def _make_arrays(self, observe: Observed, given: dict[str, Array]) -> dict[str, Array]:
        """Make all output arrays, or take the caller's. Raises GameError."""
        if observe not in OBSERVED:
            raise GameError(f"observe is {', '.join(OBSERVED[:-1])} or {OBSERVED[-1]}, not {observe!r}")
        size, families = self.rules.rules.layout.dtype.itemsize, len(self.rules.rules.amounts)
        self.encoder = Observation(self.rules) if observe == "exact" else self.planes
        """Encoder of vectors, with the names of their entries."""
        shapes: dict[str, tuple[tuple[int, ...], str]] = {
            "actor": ((), "i1"),
            "rewards": ((self.players,), "i4"),
            "terminated": ((), "u1"),
            "ranges": ((self.rules.rules.max_ranges, 2), "i4"),
            "counts": ((), "i4"),
            "sizes": ((), "i4"),
            "amounts": ((families, 2), "i4"),
            "mask": ((-(-self.actions.count // 8),), "u1"),
            "views": ((size if observe == "bytes" else 0,), "i1"),
            "hand_ended": ((), "u1"),
            "vectors": ((self.encoder.size if observe in ("planes", "exact") else 0,), "f4"),
            "shown": ((size if observe == "planes" else 0,), "i1"),
            "shown_to": ((), "i1"),
        }
        names = {"bytes": "views", "planes": "vectors", "exact": "vectors"}
        if "observation" in given and observe in names:
            given[names[observe]] = given.pop("observation")
        own = {*names.values(), "shown", "shown_to"}
        if unknown := given.keys() - (shapes.keys() - {"shown", "shown_to"}):
            there = [*(shapes.keys() - own), *["observation"] * (observe in names)]
            raise GameError(f"nothing is told in {', '.join(sorted(unknown))}; there are {', '.join(sorted(there))}")
        self._actions = np.zeros(self.n, np.int32)
        arrays = {
            name: fit_array(name, given.get(name), (self.n, *shape), kind) for name, (shape, kind) in shapes.items()
        }
        refuse_shared(arrays)
        self.actor, self.rewards, self.terminated = arrays["actor"], arrays["rewards"], arrays["terminated"]
        self.ranges, self.counts, self.sizes = arrays["ranges"], arrays["counts"], arrays["sizes"]
        self.amounts, self.hand_ended = arrays["amounts"], arrays["hand_ended"]
        self.mask, self.observation = arrays["mask"], arrays[names.get(observe, "views")]
        arrays["shown_to"][:] = -1
        if observe == "planes" and "vectors" not in given:
            self.observation = self.observation.view()
            self.observation.flags.writeable = False
        return arrays

    def __repr__(self) -> str:
        return f"<{self.n} matches of {self.rules.name} for {self.players}: {int((self.actor < 0).sum())} over>"

    @property
    def matches(self) -> Records:
        """A copy of the games' records, shape (n,)."""
        records: Records = np.ascontiguousarray(self.state["match"])
        return records

    def new_match(self) -> Any:
        """Return the record of a match before its first step."""
        return self._fresh["match"][0]

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """int64[n]: your seat in each match, in a batch with bots."""
        fixed = int(self._laws["seat"][0])
        found: npt.NDArray[np.int64] = (
            self.state["number"] % self.players if fixed == BY_NUMBER else np.full(self.n, fixed)
        )
        return found

    def step(self, actions: npt.ArrayLike | None = None) -> None:
        """Play a legal number of `Actions` in each match; entries of finished matches are ignored.

        Without actions it plays those that `sample()` returns. Raises GameError if any number is illegal, and then
        plays none.
        """
        if actions is None:
            self._runner.run(SAMPLE, self._todo, self._actions)
        else:
            self.play(self._todo, actions)

    def play(self, todo: npt.NDArray[np.int64], actions: npt.ArrayLike) -> None:
        """Do a task in each match: play its number of `actions`, or begin the match of a number from 0 on.

        `todo` is ACT, LOOK, PASS_BY or a number (pass_kernels.py). Raises GameError as `step` does.
        """
        given = self._check_numbers("actions", actions)
        chosen = np.ascontiguousarray(given if given.dtype == np.int32 else np.clip(given, -1, MOST), np.int32)
        wrong = self._runner.run(CHECK, todo, chosen)
        if wrong >= 0:
            raise GameError(f"{given[wrong]} is not legal now in match {wrong} of the batch")

    def reset(self, which: npt.ArrayLike | None = None, numbers: npt.ArrayLike | None = None) -> None:
        """Begin new matches where `which`, bool[n], is true; everywhere by default.

        `numbers`, int[n], gives the match numbers of the seed. By default each row takes its last number plus n.
        """
        chosen = np.ones(self.n, np.bool_) if which is None else np.asarray(which)
        begun = self.state["number"] + self.n if numbers is None else self._check_numbers("numbers", numbers)
        if chosen.shape != (self.n,) or not np.isin(chosen, (0, 1)).all() or (begun < 0).any():
            raise GameError(f"expected {self.n} truth values, and as many numbers from 0 on")
        self._do(np.where(chosen, begun, PASS_BY).astype(np.int64))

    def _check_numbers(self, what: str, given: npt.ArrayLike) -> Array:
        """Check for n whole numbers and return them as int32[n] or int64[n]. Raises GameError."""
        found = np.asarray(given)
        if found.shape != (self.n,):
            raise GameError(f"expected {self.n} {what}, not an array of shape {found.shape}")
        if found.dtype.kind not in "iu":
            raise GameError(f"{what} are whole numbers, not {found.dtype}")
        return found if found.dtype == np.int32 else found.astype(np.int64)

    def save(self) -> Records:
        """Return a copy of the state."""
        return self.state.copy()

    def load(self, state: Records) -> None:
        """Go on from a saved state. Raises GameError if its game, size or number of players differs."""
        alike = isinstance(state, np.ndarray) and state.dtype == self.state.dtype and state.shape == self.state.shape
        if not alike or (state["match"]["seats"] != self.players).any():
            raise GameError(f"expected a state of {self.n} matches of {self.rules.name} for {self.players}")
        self.state[:] = state
        self.look()

    def fork(self, source: npt.ArrayLike) -> None:
        """Make row i a copy of row `source[i]`, int[n]. Its chance stays that of the copied match number."""
        rows = self._check_numbers("rows", source)
        if (rows < 0).any() or (rows >= self.n).any():
            raise GameError(f"expected {self.n} rows from 0 to {self.n - 1}")
        self.state[:] = self.state[rows]
        self.look()

    def seed(self, seed: int) -> None:
        """Take the matches that begin from now on from another seed."""
        self._laws["key"][0] = make_seed_key(seed)

    def look(self) -> None:
        """Refresh all outputs after `state` was changed by hand."""
        self._arrays["shown_to"][:] = -1
        self._do(np.full(self.n, LOOK, np.int64))

    def sample(self, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
        """Return int32[n]: uniformly random legal numbers, -1 for a finished match. Seed, match and move are the key.

        The numbers are written to `out` if given. Raises GameError unless it is an array of n int32.
        """
        actions = fit_array("out", out, (self.n,), "i4")
        self._runner.pick(actions)
        return actions

    def legal(self) -> npt.NDArray[np.bool_]:
        """Return bool[n, actions]: the unpacked mask."""
        return np.unpackbits(self.mask, 1, self.actions.count, "little").view(np.bool_)

    def _do(self, todo: npt.NDArray[np.int64]) -> None:
        """Do tasks that play no actions."""
        self._runner.run(DO, todo, self._actions)


def restore_batch(given: tuple[Any, ...], state: Records, laws: Records, arrays: dict[str, Array]) -> Batch:
    """Make a batch again where it stood."""
    rules, n, players, options, observe, auto_reset, bots, seat, threads, slots, plain = given
    made = Batch(
        rules,
        n,
        players,
        options,
        seed=0,
        observe=observe,
        auto_reset=auto_reset,
        bots=bots,
        seat=seat,
        threads=threads,
        slots=slots,
        plain=plain,
    )
    made.state[:], made._laws[:] = state, laws
    for name, array in arrays.items():
        made._arrays[name][:] = array
    return made


def is_whole(number: object) -> bool:
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)
