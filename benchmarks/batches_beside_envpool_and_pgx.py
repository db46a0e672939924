"""Batches beside those of others: EnvPool's and Pgx's small poker games, which know no chance but a deal of two cards.

Usage: python -m benchmarks.batches_beside_envpool_and_pgx [seconds for each figure]
Every loop steps as many matches, draws legal actions uniformly, and begins matches anew when they are over. EnvPool has
one thread here, as our batch has; Pgx's steps are compiled by JAX, a hundred in one call. Rates are of processor time,
and the loops take turns of 0.03 seconds: medians of these. Ratios are to EnvPool's Leduc hold'em.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import envpool
import jax
import numpy as np
import pgx
from jax import numpy as jnp
from pgx.experimental import auto_reset

from benchmarks.batches import N, batch_loop, row
from benchmarks.random_match_loops import Count, in_turn

STEPS = 100
"""Steps of Pgx in one call; 20 of the others."""
Envs = tuple[Any, Any]
"""Pgx's state of all matches and the key of its chance."""
OURS = ("tall-card", "tall-cards")


def envpool_loop(name: str) -> Count:
    """Steps of EnvPool's matches: (steps, passes)."""
    envs, rng = envpool.make_gymnasium(name, num_envs=N, num_threads=1), np.random.default_rng(1)
    told = [envs.reset()[1]]

    def play() -> tuple[int, int]:
        for _ in range(20):
            mask = told[0]["legal_action_mask"]
            told[0] = envs.step((rng.random(mask.shape, np.float32) * mask).argmax(1).astype(np.int32))[4]
        return 20 * N, 20

    return play


def pgx_step(env: Any) -> Callable[[Envs, None], tuple[Envs, None]]:
    """One step of all matches, with actions drawn by the key."""
    step = jax.vmap(auto_reset(env.step, env.init))

    def onward(now: Envs, _: None) -> tuple[Envs, None]:
        state, key = now
        key, draw, luck = jax.random.split(key, 3)
        actions = jax.random.categorical(draw, jnp.log(state.legal_action_mask), axis=1)
        return (step(state, actions, jax.random.split(luck, N)), key), None

    return onward


def pgx_loop(name: str) -> Count:
    """Steps of Pgx's matches: (steps, passes)."""
    env = pgx.make(name)
    onward = jax.jit(lambda now: jax.lax.scan(pgx_step(env), now, length=STEPS)[0])
    key = jax.random.PRNGKey(1)
    now: list[Any] = [(jax.jit(jax.vmap(env.init))(jax.random.split(key, N)), key)]

    def play() -> tuple[int, int]:
        now[0] = onward(now[0])
        now[0][1].block_until_ready()
        return STEPS * N, STEPS

    return play


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    leduc = f"EnvPool LeducHoldem-v1, 2, batch of {N}"
    loops = {leduc: envpool_loop("LeducHoldem-v1")}
    loops[f"EnvPool KuhnPoker-v1, 2, batch of {N}"] = envpool_loop("KuhnPoker-v1")
    for name in ("leduc_holdem", "kuhn_poker"):
        loops[f"Pgx {name}, 2, batch of {N}"] = pgx_loop(name)
    for name in OURS:
        loops[f"shindig {name}, 2, batch of {N}, bytes"] = batch_loop(name, 2, "bytes")
    found = in_turn(loops, seconds)
    for name, steps in found.items():
        row(name, steps, found[leduc])


if __name__ == "__main__":
    main()
