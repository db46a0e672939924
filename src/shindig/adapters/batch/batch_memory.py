"""Tables of a batch: its state, constants and scratch memory, and its pass bound to a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from shindig.core.caches import COMPILED, cached

from ...core.kernel_compiler import bind, bind_in_turn, make_suffix
from ...core.keyed_generator import KeyedGenerator
from ...core.layout_and_views import Records
from ...core.seeded_chance import name_key
from ...gamekit import Game
from ..flat_actions import Actions
from ..record_arrays import make_row
from . import bot_kernels, pass_kernels
from .bot_kernels import MOST_POLICIES, BotScratch
from .pass_kernels import BY_NUMBER, KEPT, OUTSIDE, Laws, Scratch, Slot

Array = npt.NDArray[Any]
Kernel = Callable[..., Any]
SPAN = 32
"""Number of bytes that are masked in one vector operation."""
NEVER = (0, -1)
"""Empty family, for games without amounts."""
CACHE = 1 << 18
"""Bytes of a piece: about half of a second cache."""


def make_slot_dtype(rules: Game) -> np.dtype[Any]:
    """Return the record type of a batch's state: a match and the position of its chance."""
    orders = len(rules.rules.orders)
    parts: list[Any] = [("match", rules.rules.layout.dtype), ("number", "i8"), ("given", "i8", (orders,))]
    return np.dtype((Slot, np.dtype([*parts, ("hand", "i8"), ("moves", "i8")], align=True)))


def make_laws(
    actions: Actions, fresh: Records, key: tuple[int, int], stride: int, **more: int | Sequence[int]
) -> Records:
    """Make a record of `Laws`, array[1]. `more` gives fields that are not as in a batch without bots."""
    rules = actions.game.rules
    families = [(family.first, family.last) for family in rules.amounts] or [NEVER]
    masks = rules.layout.masks
    told: dict[str, Any] = {
        "key": key,
        "names": [name_key(name) for name in rules.orders],
        "families": families,
        "plain": actions.plain,
        "slots": actions.slots,
        "stride": stride,
        "fresh": fresh.view(np.int8),
        "seen": np.array([seen for seen, _ in masks]).view(np.int8),
        "blank": np.array([blank for _, blank in masks]).view(np.int8),
        "spans": find_masked_spans(np.array([seen for seen, _ in masks])),
        "exact": 0,
        "piece": 1,
        "seat": BY_NUMBER,
        "skip": 0,
        "policies": [OUTSIDE] * max(rules.seats),
    }
    return make_row(Laws, {name: np.array(value) for name, value in {**told, **more}.items()})


def make_scratch(actions: Actions) -> Records:
    """Make a record of `Scratch`, array[1]."""
    rules, families = actions.game.rules, max(1, len(actions.game.rules.amounts))
    items, spreads = np.zeros(rules.max_order), np.full((families, KEPT, 2 + actions.slots), -1)
    return make_row(Scratch, {"items": items, "spreads": spreads, "ended": np.array(0)})


def make_bot_scratch(rules: Game) -> BotScratch:
    """Make the generator and the scratch memory of bots."""
    made, views = KeyedGenerator(), rules.rules.layout.empty(1)
    raw = views.view(np.int8).reshape(1, -1)
    return BotScratch(made.generator, made.counter, made.key, made.buffer, views, raw, rules.plain.scratch()[0])


def find_masked_spans(seen: npt.NDArray[np.uint8]) -> Array:
    """Return int64[spans, 2]: start and length of the bytes that some viewer may not see, by masks uint8[viewers,
    bytes].

    Spans are multiples of the vector width, so that masking is vectorised.
    """
    size = seen.shape[1]
    hidden = [(seen[:, at : at + SPAN] != 255).any() for at in range(0, size, SPAN)]
    first, last = np.minimum(np.flatnonzero(np.diff([0, *hidden, 0])) * SPAN, size).reshape(-1, 2).T
    return np.stack([first, last - first], 1)


def count_piece(bytes_per_match: int) -> int:
    """Return the number of matches in a piece."""
    return min(max(CACHE // bytes_per_match, 8), 1024)


@dataclass(frozen=True, eq=False)
class BoundPass:
    """The kernels of a pass, bound to a game."""

    suffix: str
    """Suffix of their names, for machine code."""
    kernels: dict[str, Any]
    """The kernels by name; `alone` is the whole pass on one thread."""


def bind_pass(rules: Game, policies: Sequence[Kernel] = ()) -> BoundPass:
    """Bind the pass over matches to a game and to the policies of bots. Games with equal kernels share it."""
    one = rules.rules
    kernels = one.legal, one.apply, one.chance_items, one.chance_order, one.hand.number, one.hand.ended, one.hand.payoff
    return _bind_pass(kernels, tuple(policies))


@cached(COMPILED)
def _bind_pass(kernels: tuple[Kernel, ...], policies: tuple[Kernel, ...]) -> BoundPass:
    names = "legal", "apply", "chance_items", "chance_order", "number", "ended", "payoff"
    suffix = make_suffix(*kernels[:2], *policies)
    own = bind_in_turn(
        suffix, dict(zip(names, kernels, strict=True)), pay=pass_kernels.pay_of, give=pass_kernels.give_one
    )
    made = bind_in_turn(
        suffix,
        own | _bind_bots(suffix, own, policies),
        begin=pass_kernels.begin_one,
        act=pass_kernels.act_in,
        tell=pass_kernels.tell_of,
        piece=pass_kernels.pass_piece,
        alone=pass_kernels.pass_alone,
    )
    return BoundPass(suffix, made)


def _bind_bots(suffix: str, own: dict[str, Any], policies: tuple[Kernel, ...]) -> dict[str, Any]:
    """Return the kernels that deal, and find the viewer, with bots if there are policies."""
    if not policies:
        return {"deal": bind(pass_kernels.deal_on, suffix, **own), "find_viewer": pass_kernels.find_viewer_of}
    all_four = [*policies, *[bot_kernels.no_policy] * (MOST_POLICIES - len(policies))]
    numbered = {f"policy_{number}": one for number, one in enumerate(all_four, 1)}
    made = bind_in_turn(
        suffix,
        own | numbered,
        choose=bot_kernels.choose_action,
        play_bot=bot_kernels.play_bot_at,
        deal=bot_kernels.deal_and_play,
    )
    return {"deal": made["deal"], "find_viewer": bot_kernels.find_caller_of}
