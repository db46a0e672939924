"""Many matches of a game at once, stepped in compiled code, with observations written in place. Example:

    many = batch("leduc", 1024, seed=7)
    many.step(policy(many.observation, many.mask))  # as often as you like.

The n-th order of a name in match number k of a seed equals the one that
`shindig.match.fair(seed, k)` gives. So a match depends only on its number and the actions played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, Literal, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from ..core.kernel_compiler import bind_in_turn, compile_kernel, make_suffix
from ..core.record_layout import Records
from ..core.seeded_chance import name_key
from ..gamekit import Game, GameError, game
from ..match import make_seed_key
from . import batch_kernels
from .batch_kernels import ACT, KEPT, LOOK, PASS_BY, BatchOutputs, Laws, Scratch, Slot
from .flat_actions import SLOTS, Actions
from .observation_planes import Planes
from .plane_kernels import write_many
from .record_arrays import fit_array, make_row, name_arrays, refuse_shared

Observed = Literal["bytes", "planes", "none"]
Array = npt.NDArray[Any]
MOST = 2**31 - 1
"""Largest number of an action."""
SPAN = 32
"""Number of bytes that are masked in one vector operation."""
NEVER = (0, -1)
"""Empty family, for games without amounts."""


class Batch:
    """n matches of one game. Arrays are written in place: copy what you want to keep.

    `state` holds all data from which the matches go on, as one array of records (`batch_kernels.Slot`). Row i of
    `actor`, `rewards`, `terminated`, `ranges`, `counts`, `sizes`, `amounts`, `mask` and `observation` describes match i
    (`batch_kernels.BatchOutputs` documents each).
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
        """
        if not (is_whole(n) and is_whole(threads) and is_whole(first)) or n < 1 or threads < 1 or first < 0:
            raise GameError(
                f"expected n and threads from 1 on and first from 0 on, not {n!r}, {threads!r} and {first!r}"
            )
        self._given = (rules, n, players, dict(options or {}), observe, auto_reset, threads, slots, plain)
        self.rules, self.n, self.actions = rules, n, Actions(rules, slots)
        self.players = rules.rules.seats[0] if players is None else players
        self.state = np.zeros(n, make_slot_dtype(rules))
        self._raw = self.state.view(np.int8).reshape(n, -1)
        fresh: Records = np.zeros(1, self.state.dtype)
        fresh["match"] = match = rules.new(self.players, options)
        self.planes = Planes(rules, match)
        """Encoder of planes, with their names."""
        self._laws = make_laws(self.actions, fresh, make_seed_key(seed), n if auto_reset else 0)
        self._arrays = self._make_arrays(observe, name_arrays(out))
        self._told = BatchOutputs(**{name: self._arrays[name] for name in BatchOutputs._fields})
        self._work = BatchThreads(self, threads, plain)
        self._todo = np.full(n, ACT, np.int64)
        self._run_pass(np.arange(first, first + n), self._actions)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the matches and their chance. The copy has arrays of its own also where `out` was given."""
        return restore_batch, (self._given, self.state.copy(), self._laws.copy(), {**self._arrays})

    def _make_arrays(self, observe: Observed, given: dict[str, Array]) -> dict[str, Array]:
        """Make all output arrays, or take the caller's. Raises GameError."""
        if observe not in ("bytes", "planes", "none"):
            raise GameError(f"observe is bytes, planes or none, not {observe!r}")
        size, families = self.rules.rules.layout.dtype.itemsize, len(self.rules.rules.amounts)
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
            "planes": ((self.planes.size if observe == "planes" else 0,), "f4"),
        }
        names = {"bytes": "views", "planes": "planes"}
        if "observation" in given and observe in names:
            given[names[observe]] = given.pop("observation")
        if unknown := given.keys() - shapes.keys():
            there = [*(shapes.keys() - names.values()), *["observation"] * (observe in names)]
            raise GameError(f"nothing is told in {', '.join(sorted(unknown))}; there are {', '.join(sorted(there))}")
        self._actions = np.zeros(self.n, np.int32)
        arrays = {
            name: fit_array(name, given.get(name), (self.n, *shape), kind) for name, (shape, kind) in shapes.items()
        }
        refuse_shared(arrays)
        self.actor, self.rewards, self.terminated = arrays["actor"], arrays["rewards"], arrays["terminated"]
        self.ranges, self.counts, self.sizes = arrays["ranges"], arrays["counts"], arrays["sizes"]
        self.amounts = arrays["amounts"]
        self.mask, self.observation = arrays["mask"], arrays[names.get(observe, "views")]
        return arrays

    def __repr__(self) -> str:
        return f"<{self.n} matches of {self.rules.name} for {self.players}: {int((self.actor < 0).sum())} over>"

    @property
    def matches(self) -> Records:
        """A copy of the games' records, shape (n,)."""
        records: Records = np.ascontiguousarray(self.state["match"])
        return records

    def step(self, actions: npt.ArrayLike) -> None:
        """Play a legal number of `Actions` in each match; entries of finished matches are ignored.

        Raises GameError if any number is illegal, and then plays none.
        """
        given = self._check_numbers("actions", actions)
        chosen = np.ascontiguousarray(given if given.dtype == np.int32 else np.clip(given, -1, MOST), np.int32)
        wrong = self._work.first_illegal(self.actor, self.mask, chosen)
        if wrong >= 0:
            raise GameError(f"{given[wrong]} is not legal now in match {wrong} of the batch")
        self._run_pass(self._todo, chosen)

    def reset(self, which: npt.ArrayLike | None = None, numbers: npt.ArrayLike | None = None) -> None:
        """Begin new matches where `which`, bool[n], is true; everywhere by default.

        `numbers`, int[n], gives the match numbers of the seed. By default each row takes its last number plus n.
        """
        chosen = np.ones(self.n, np.bool_) if which is None else np.asarray(which)
        begun = self.state["number"] + self.n if numbers is None else self._check_numbers("numbers", numbers)
        if chosen.shape != (self.n,) or not np.isin(chosen, (0, 1)).all() or (begun < 0).any():
            raise GameError(f"expected {self.n} truth values, and as many numbers from 0 on")
        self._run_pass(np.where(chosen, begun, PASS_BY).astype(np.int64), self._actions)

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
        self._run_pass(np.full(self.n, LOOK, np.int64), self._actions)

    def sample(self, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
        """Return int32[n]: uniformly random legal numbers, -1 for a finished match. Seed, match and move are the key.

        The numbers are written to `out` if given. Raises GameError unless it is an array of n int32.
        """
        actions = fit_array("out", out, (self.n,), "i4")
        self._work.pick(self.state, self._told, self._laws, actions)
        return actions

    def legal(self) -> npt.NDArray[np.bool_]:
        """Return bool[n, actions]: the unpacked mask."""
        return np.unpackbits(self.mask, 1, self.actions.count, "little").astype(np.bool_)

    def _run_pass(self, todo: npt.NDArray[np.int64], actions: npt.NDArray[np.int32]) -> None:
        self._work.run(todo, actions)
        if self._arrays["planes"].shape[1]:
            self._work.write_planes(self.planes, self._told.actor, self._arrays["planes"])


def restore_batch(given: tuple[Any, ...], state: Records, laws: Records, arrays: dict[str, Array]) -> Batch:
    """Make a batch again where it stood."""
    rules, n, players, options, observe, auto_reset, threads, slots, plain = given
    made = Batch(
        rules,
        n,
        players,
        options,
        seed=0,
        observe=observe,
        auto_reset=auto_reset,
        threads=threads,
        slots=slots,
        plain=plain,
    )
    made.state[:], made._laws[:] = state, laws
    for name, array in arrays.items():
        made._arrays[name][:] = array
    return made


class BatchSlice(NamedTuple):
    """Share of a batch that one thread processes."""

    span: slice
    states: Records
    raw: Array
    """The bytes of the states, one row per match; each begins with the game's record."""
    told: BatchOutputs
    room: Records


class BatchThreads:
    """Passes over a batch, divided among threads. Each thread has its own matches and scratch memory."""

    def __init__(self, owner: Batch, threads: int, plain: bool) -> None:
        self._owner, count = owner, min(threads, owner.n)
        self._form: Callable[[Any], Any] = (lambda function: function) if plain else compile_kernel
        ends = [owner.n * part // count for part in range(count + 1)]
        self._parts = [self._part(slice(*two)) for two in pairwise(ends)]
        self._pool = ThreadPoolExecutor(count) if count > 1 else None

    def _part(self, span: slice) -> BatchSlice:
        owner = self._owner
        told = BatchOutputs(**{name: owner._arrays[name][span] for name in BatchOutputs._fields})
        return BatchSlice(span, owner.state[span], owner._raw[span], told, make_scratch(owner.actions))

    @cached_property
    def _pass(self) -> Callable[..., None]:
        one, owner = self._parts[0], self._owner
        return get_machine_code(self._form(bind_pass(owner.rules)), *self._with(one, owner._todo, owner._actions))

    @cached_property
    def first_illegal(self) -> Callable[..., int]:
        """Compiled `batch_kernels.first_illegal`."""
        owner = self._owner
        return get_machine_code(self._form(batch_kernels.first_illegal), owner.actor, owner.mask, owner._actions)

    @cached_property
    def pick(self) -> Callable[..., None]:
        """Compiled `batch_kernels.pick_actions`."""
        owner = self._owner
        return get_machine_code(
            self._form(batch_kernels.pick_actions), owner.state, owner._told, owner._laws, owner._actions
        )

    def run(self, todo: Array, actions: Array) -> None:
        """Run a pass over all matches."""
        self._run_in_threads(lambda part: self._pass(*self._with(part, todo, actions)))

    def _with(self, part: BatchSlice, todo: Array, actions: Array) -> tuple[Any, ...]:
        _, states, raw, told, room = part
        return states, raw, todo[part.span], actions[part.span], told, self._owner._laws, room

    def write_planes(self, how: Planes, viewers: Array, planes: Array) -> None:
        """Write the planes of all matches, each for its viewer: int8[n]."""
        write, raw = self._form(write_many), self._owner._raw

        def some(part: BatchSlice) -> None:
            write(raw, part.span.start, part.span.stop, viewers, how.players, how.codes, how.lists, planes)

        self._run_in_threads(some)

    def _run_in_threads(self, do: Callable[[BatchSlice], None]) -> None:
        if self._pool is None:
            do(self._parts[0])
        else:
            list(self._pool.map(do, self._parts))


def get_machine_code(twin: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """Return a kernel's machine code for these argument types, so that calls skip type dispatch."""
    import numba

    compile_for = getattr(twin, "compile", None)
    return compile_for(tuple(map(numba.typeof, arguments))) if compile_for else twin


def batch(
    rules: Game | str, n: int, players: int | None = None, options: Mapping[str, object] | None = None, **how: Any
) -> Batch:
    """Make a `Batch` of n matches of a game or of its id. Raises GameError.

    Keyword arguments are those of `Batch`. `seed` is a whole number, random by default. `first` is the match number of
    row 0. `observe` is bytes, planes or none. `auto_reset`, `threads` and `slots` (per family of amounts) follow. `out`
    holds the caller's own output arrays.
    """
    return Batch(game(rules) if isinstance(rules, str) else rules, n, players, options, **how)


def make_slot_dtype(rules: Game) -> np.dtype[Any]:
    """Return the record type of a batch's state: a match and the position of its chance."""
    orders = len(rules.rules.orders)
    parts: list[Any] = [("match", rules.rules.layout.dtype), ("number", "i8"), ("given", "i8", (orders,))]
    return np.dtype((Slot, np.dtype([*parts, ("hand", "i8"), ("moves", "i8")], align=True)))


def make_laws(actions: Actions, fresh: Records, key: tuple[int, int], stride: int) -> Records:
    """Make a record of `Laws`, array[1]."""
    rules = actions.game.rules
    families = [(family.first, family.last) for family in rules.amounts] or [NEVER]
    masks = rules.layout.masks
    told: dict[str, Any] = {
        "key": np.array(key),
        "names": np.array([name_key(name) for name in rules.orders]),
        "families": np.array(families),
        "plain": np.array(actions.plain),
        "slots": np.array(actions.slots),
        "stride": np.array(stride),
        "fresh": fresh.view(np.int8),
        "seen": np.array([seen for seen, _ in masks]).view(np.int8),
        "blank": np.array([blank for _, blank in masks]).view(np.int8),
        "spans": find_masked_spans(np.array([seen for seen, _ in masks])),
    }
    return make_row(Laws, told)


def make_scratch(actions: Actions) -> Records:
    """Make a record of `Room`, array[1]."""
    rules, families = actions.game.rules, max(1, len(actions.game.rules.amounts))
    items, spreads = np.zeros(rules.max_order), np.full((families, KEPT, 2 + actions.slots), -1)
    return make_row(Scratch, {"items": items, "spreads": spreads})


def find_masked_spans(seen: npt.NDArray[np.uint8]) -> Array:
    """Return int64[spans, 2]: start and length of the bytes that some viewer may not see, by masks uint8[viewers,
    bytes].

    Spans are multiples of the vector width, so that masking is vectorised.
    """
    size = seen.shape[1]
    hidden = [(seen[:, at : at + SPAN] != 255).any() for at in range(0, size, SPAN)]
    first, last = np.minimum(np.flatnonzero(np.diff([0, *hidden, 0])) * SPAN, size).reshape(-1, 2).T
    return np.stack([first, last - first], 1)


def is_whole(number: object) -> bool:
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


def bind_pass(rules: Game) -> Callable[..., None]:
    """Bind the pass over matches to a game. Games with equal kernels share it."""
    one = rules.rules
    return _bind_pass(
        one.legal, one.apply, one.chance_items, one.chance_order, one.hand.number, one.hand.ended, one.hand.payoff
    )


@cache
def _bind_pass(
    legal: Any, apply: Any, chance_items: Any, chance_order: Any, number: Any, ended: Any, payoff: Any
) -> Callable[..., None]:
    own = {"legal": legal, "apply": apply, "chance_items": chance_items, "chance_order": chance_order}
    own |= {"number": number, "ended": ended, "payoff": payoff}
    made = bind_in_turn(
        make_suffix(legal, apply),
        own,
        pay=batch_kernels.pay_of,
        give=batch_kernels.give_one,
        deal=batch_kernels.deal_on,
        begin=batch_kernels.begin_one,
        act=batch_kernels.act_in,
        tell=batch_kernels.tell_of,
        each=batch_kernels.pass_each,
        matches=batch_kernels.pass_matches,
    )
    return cast(Callable[..., None], made["matches"])
