"""Many matches of a game at once, stepped in compiled code; what is told of them is written in place.

    many = batch("leduc", 1024, seed=7)
    while True:
        many.step(policy(many.observation, many.mask))

The n-th order of a name in match number k of a seed is the one that `shindig.match.fair(seed, k)` gives: what comes of
a match depends on its number and the actions played, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations, pairwise
from typing import Any, Literal, cast

import numpy as np
import numpy.typing as npt

from ..games import Game, GameError, game
from ..games.chance import name_key
from ..games.kernels import bind_in_turn, compiled, suffix_of
from ..games.layout import Records
from ..match import seeded
from . import passes
from .actions import SLOTS, Actions
from .entries import write_many
from .passes import ACT, KEPT, LOOK, PASS_BY, Laws, Slot, Told
from .planes import Planes

Observed = Literal["bytes", "planes", "none"]
Array = npt.NDArray[Any]
MOST = 2**31 - 1
"""The greatest number of an action."""
NEVER = (0, -1)
"""A family of no actions, for games that have none."""


class Batch:
    """n matches of one game. Arrays are written in place: copy what is to be kept.

    `state` is all that decides how the matches go on, one array of records (`passes.Slot`). What is told of match i
    stands in row i of `actor`, `rewards`, `terminated`, `ranges`, `counts`, `amounts`, `mask` and `observation`
    (`passes.Told` says what each holds).
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

        With `auto_reset`, where match k ends match k + n begins in the same step. `out` has arrays of the caller's own
        by name, to be written instead of new ones. `plain` runs ordinary Python, for a debugger.
        """
        if not (is_whole(n) and is_whole(threads) and is_whole(first)) or n < 1 or threads < 1 or first < 0:
            raise GameError(
                f"expected n and threads from 1 on and first from 0 on, not {n!r}, {threads!r} and {first!r}"
            )
        self.rules, self.n, self.actions = rules, n, Actions(rules, slots)
        self.players = rules.rules.seats[0] if players is None else players
        self.state = np.zeros(n, slot_type(rules))
        self._raw = self.state.view(np.int8).reshape(n, -1)
        fresh = self.state[:1].copy()
        fresh["match"] = match = rules.new(self.players, options)
        self.planes = Planes(rules, match)
        """How planes are made of views: their names among other things."""
        self._laws = laws_of(self.actions, fresh, seeded(seed), n if auto_reset else 0)
        self._arrays = self._made(observe, dict(out or {}))
        self._told = Told(**{name: self._arrays[name] for name in Told._fields})
        self._work = Work(self, threads, plain)
        self._todo = np.full(n, ACT, np.int64)
        self._go(np.arange(first, first + n), self._actions)

    def _made(self, observe: Observed, given: dict[str, Array]) -> dict[str, Array]:
        """All arrays that are told, the caller's where there are some. Raises GameError."""
        if observe not in ("bytes", "planes", "none"):
            raise GameError(f"observe is bytes, planes or none, not {observe!r}")
        size, families = self.rules.rules.layout.dtype.itemsize, len(self.rules.rules.amounts)
        shapes: dict[str, tuple[tuple[int, ...], str]] = {
            "actor": ((), "i1"),
            "rewards": ((self.players,), "i4"),
            "terminated": ((), "u1"),
            "ranges": ((self.rules.rules.max_ranges, 2), "i4"),
            "counts": ((), "i4"),
            "amounts": ((families, 2), "i4"),
            "mask": ((-(-self.actions.count // 8),), "u1"),
            "views": ((size if observe == "bytes" else 0,), "i1"),
            "planes": ((self.planes.size if observe == "planes" else 0,), "f4"),
        }
        names = {"bytes": "views", "planes": "planes"}
        if "observation" in given and observe in names:
            given[names[observe]] = given.pop("observation")
        if unknown := given.keys() - shapes.keys():
            raise GameError(f"nothing is told in {', '.join(sorted(unknown))}; there are {', '.join(shapes)}")
        self._actions = np.zeros(self.n, np.int32)
        arrays = {
            name: fitting(name, given.get(name), (self.n, *shape), kind) for name, (shape, kind) in shapes.items()
        }
        refuse_shared(arrays)
        self.actor, self.rewards, self.terminated = arrays["actor"], arrays["rewards"], arrays["terminated"]
        self.ranges, self.counts, self.amounts = arrays["ranges"], arrays["counts"], arrays["amounts"]
        self.mask, self.observation = arrays["mask"], arrays[names.get(observe, "views")]
        return arrays

    @property
    def matches(self) -> Records:
        """A copy of the games' records, shape (n,)."""
        records: Records = np.ascontiguousarray(self.state["match"])
        return records

    def step(self, actions: npt.ArrayLike) -> None:
        """Play a legal number of `Actions` in each match; it is passed over where a match is over.

        Raises GameError where one is not legal, and then nothing is played at all.
        """
        given = self._whole("actions", actions)
        chosen = np.ascontiguousarray(given if given.dtype == np.int32 else np.clip(given, -1, MOST), np.int32)
        wrong = self._work.first_illegal(self.actor, self.mask, chosen)
        if wrong >= 0:
            raise GameError(f"{given[wrong]} is not legal now in match {wrong} of the batch")
        self._go(self._todo, chosen)

    def reset(self, which: npt.ArrayLike | None = None, numbers: npt.ArrayLike | None = None) -> None:
        """Begin new matches where `which`, bool[n], is true; without it, everywhere.

        `numbers`, int[n], says which of the seed; by default in each row the one n after the last.
        """
        chosen = np.ones(self.n, np.bool_) if which is None else np.asarray(which)
        begun = self.state["number"] + self.n if numbers is None else self._whole("numbers", numbers)
        if chosen.shape != (self.n,) or not np.isin(chosen, (0, 1)).all() or (begun < 0).any():
            raise GameError(f"expected {self.n} truth values, and as many numbers from 0 on")
        self._go(np.where(chosen, begun, PASS_BY), self._actions)

    def _whole(self, what: str, given: npt.ArrayLike) -> Array:
        """n whole numbers, int32[n] or int64[n]. Raises GameError."""
        found = np.asarray(given)
        if found.shape != (self.n,):
            raise GameError(f"expected {self.n} {what}, not an array of shape {found.shape}")
        if found.dtype.kind not in "iu":
            raise GameError(f"{what} are whole numbers, not {found.dtype}")
        return found if found.dtype == np.int32 else found.astype(np.int64)

    def save(self) -> Records:
        """A copy of the state."""
        return self.state.copy()

    def load(self, state: Records) -> None:
        """Go on from a state that was saved. Raises GameError for one of another game or size, or of other players."""
        alike = isinstance(state, np.ndarray) and state.dtype == self.state.dtype and state.shape == self.state.shape
        if not alike or (state["match"]["seats"] != self.players).any():
            raise GameError(f"expected a state of {self.n} matches of {self.rules.name} for {self.players}")
        self.state[:] = state
        self.look()

    def fork(self, source: npt.ArrayLike) -> None:
        """Make row i a copy of row `source[i]`, int[n]; it has the same chance before it, as long as its number is."""
        rows = self._whole("rows", source)
        if (rows < 0).any() or (rows >= self.n).any():
            raise GameError(f"expected {self.n} rows from 0 to {self.n - 1}")
        self.state[:] = self.state[rows]
        self.look()

    def seed(self, seed: int) -> None:
        """The matches that begin from now on are those of another seed."""
        self._laws["key"][0] = seeded(seed)

    def look(self) -> None:
        """Tell everything anew, after `state` was changed by hand."""
        self._go(np.full(self.n, LOOK, np.int64), self._actions)

    def sample(self, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
        """int32[n]: uniformly random legal numbers, -1 where a match is over; keyed as chance is, by seed and match."""
        actions = np.empty(self.n, np.int32) if out is None else out
        numbers, moves, key = self.state["number"], self.state["moves"], self._laws["key"][0]
        self._work.pick(numbers, moves, 0, self.n, key, self._told, actions)
        return actions

    def legal(self) -> npt.NDArray[np.bool_]:
        """bool[n, actions]: the mask, unpacked."""
        return np.unpackbits(self.mask, 1, self.actions.count, "little").astype(np.bool_)

    def _go(self, todo: npt.NDArray[np.int64], actions: npt.NDArray[np.int32]) -> None:
        self._work.run(self.state, self._raw, todo, actions, self._told, self._laws)
        if self._arrays["planes"].shape[1]:
            self._work.observe(self._raw, self.planes, self._told.actor, self._arrays["planes"])


class Work:
    """The passes of a batch, shared among threads: each has some of the matches, and room of its own to work in."""

    def __init__(self, owner: Batch, threads: int, plain: bool) -> None:
        rules, count = owner.rules, min(threads, owner.n)
        form: Callable[[Any], Any] = (lambda function: function) if plain else compiled
        self._pass = form(bound(rules))
        self.first_illegal, self.pick, self._write = map(form, (passes.first_illegal, passes.pick_actions, write_many))
        ends = [owner.n * part // count for part in range(count + 1)]
        self._parts = list(pairwise(ends))
        self._rooms = [self._room(owner) for _ in self._parts]
        self._pool = ThreadPoolExecutor(count) if count > 1 else None

    @staticmethod
    def _room(owner: Batch) -> tuple[Array, Array]:
        """Arrays for items, and for the amounts behind slots."""
        rules, families = owner.rules.rules, max(1, len(owner.rules.rules.amounts))
        spreads = np.full((families, KEPT, 2 + owner.actions.slots), -1, np.int64)
        return np.empty(rules.max_order, np.int16), spreads

    def run(self, states: Records, raw: Array, todo: Array, actions: Array, told: Told, laws: Records) -> None:
        """A pass over all matches; `raw` are their bytes, a row a match, which begins with the game's record."""

        def part(number: int) -> None:
            ends, room = self._parts[number], self._rooms[number]
            self._pass(states, raw, *ends, todo, actions, told, laws, *room)

        self._share(part)

    def observe(self, raw: Array, how: Planes, viewers: Array, planes: Array) -> None:
        """Write the planes of all matches, of each for its viewer: int8[n]."""

        def part(number: int) -> None:
            self._write(raw, *self._parts[number], viewers, how.players, how.codes, how.lists, planes)

        self._share(part)

    def _share(self, part: Callable[[int], None]) -> None:
        if self._pool is None:
            part(0)
        else:
            list(self._pool.map(part, range(len(self._parts))))


def batch(
    rules: Game | str, n: int, players: int | None = None, options: Mapping[str, object] | None = None, **how: Any
) -> Batch:
    """A `Batch` of a game or of its id. Also `seed`, `first`, `observe`, `auto_reset`, `threads`, `slots` and `out`."""
    return Batch(game(rules) if isinstance(rules, str) else rules, n, players, options, **how)


def slot_type(rules: Game) -> np.dtype[Any]:
    """The records of a batch's state: a match and where its chance stands."""
    orders = len(rules.rules.orders)
    parts: list[Any] = [("match", rules.rules.layout.dtype), ("number", "i8"), ("given", "i8", (orders,))]
    return np.dtype((Slot, np.dtype([*parts, ("hand", "i8"), ("moves", "i8")], align=True)))


def laws_of(actions: Actions, fresh: Records, key: tuple[int, int], stride: int) -> Records:
    """A record of `Laws`, array[1]."""
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
    }
    parts = [(field.name, field.kind, told[field.name].shape) for field in Laws.declared]
    laws = np.zeros(1, np.dtype((Laws, np.dtype(parts, align=True))))
    for name, values in told.items():
        laws[name] = values
    return laws


def fitting(name: str, given: Array | None, shape: tuple[int, ...], kind: str) -> Array:
    """An array to be written: the caller's where it is as it must be. Raises GameError where it is not."""
    if given is None:
        return np.zeros(shape, kind)
    if not isinstance(given, np.ndarray):
        raise GameError(f"{name} is an array that is written in place, not a {type(given).__name__}")
    fits = given.shape == shape and given.dtype == np.dtype(kind)
    if not (fits and given.flags.c_contiguous and given.flags.writeable):
        raise GameError(
            f"{name} is {np.dtype(kind)}{list(shape)}, in rows, to be written; not {given.dtype}{list(given.shape)}"
        )
    return given


def refuse_shared(arrays: Mapping[str, Array]) -> None:
    """Raise GameError where two arrays share memory: one would be written over the other."""
    for (one, first), (other, second) in combinations(arrays.items(), 2):
        if np.may_share_memory(first, second):
            raise GameError(f"{one} and {other} share memory: each needs an array of its own")


def is_whole(number: object) -> bool:
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


def bound(rules: Game) -> Callable[..., None]:
    """The pass over matches, bound to a game: the same one for all games that have the same kernels."""
    one = rules.rules
    return _bound(one.legal, one.apply, one.wanted, one.order, one.hand.number, one.hand.ended, one.hand.payoff)


@cache
def _bound(
    legal: Any, apply: Any, wanted: Any, order: Any, number: Any, ended: Any, payoff: Any
) -> Callable[..., None]:
    own = {"legal": legal, "apply": apply, "wanted": wanted, "order": order}
    own |= {"number": number, "ended": ended, "payoff": payoff}
    made = bind_in_turn(
        suffix_of(legal, apply),
        own,
        pay=passes.pay_of,
        deal=passes.deal_on,
        begin=passes.begin_one,
        act=passes.act_in,
        each=passes.pass_each,
        matches=passes.pass_matches,
    )
    return cast(Callable[..., None], made["matches"])
