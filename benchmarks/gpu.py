"""Batches on a graphics card: equal numbers, and speed beside Pgx. One run on a machine with a card:

    pip install -e ".[cuda]" pgx "jax[cuda12]"
    python -m benchmarks.gpu [matches] [seconds]

For every game it plays some hundred random steps of a few thousand matches on the processor and on the card, and
compares every array bit for bit. Then it prints the card, and million steps a second with masks and views, with
planes, and the ratio to Pgx's games on the same card, which are left out where Pgx is not installed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

import shindig
from benchmarks.__main__ import machine
from shindig.gamekit import GameError, game_ids

COMPARED, STEPS, WARM, PEER_STEPS = 4096, 300, 20, 100
PLAYERS = {"tall-card": 2, "tall-cards": 2}
OTHERS = 4
"""Players of the other games."""
OUTPUTS = ("actor", "rewards", "terminated", "hand_ended", "counts", "sizes", "amounts", "mask", "observation")
PEERS = {"leduc_holdem": "Pgx leduc_holdem", "sparrow_mahjong": "Pgx sparrow_mahjong"}


def compare(game_id: str, players: int) -> str:
    """Return the first array that differs between processor and card, or that all are equal."""
    how: dict[str, Any] = {"seed": 7, "auto_reset": True}
    here, there = (shindig.batch(game_id, COMPARED, players, device=kind, **how) for kind in ("cpu", "cuda"))
    for step in range(STEPS):
        here.step()
        there.step()
        if step % 50 == 0 or step == STEPS - 1:
            different = [name for name in OUTPUTS if (getattr(here, name) != np.asarray(getattr(there, name))).any()]
            if different or (here.state != there.save()).any():
                return f"DIFFERENT after {step + 1} steps: {', '.join(different) or 'state'}"
    return f"equal after {STEPS} steps"


def rate(game_id: str, players: int, observe: str, n: int, seconds: float) -> float:
    """Million steps a second of a batch on the card."""
    from shindig.adapters.device.cuda_kernels import synchronize

    many: Any = shindig.batch(game_id, n, players, seed=1, auto_reset=True, observe=observe, device="cuda")

    def play() -> None:
        many.step()

    return n * count(play, synchronize, seconds) / 1e6


def count(play: Callable[[], Any], wait: Callable[[], Any], seconds: float) -> float:
    """Calls a second, once it is warm, waiting for the card at the end of each of three runs; the best."""
    for _ in range(WARM):
        play()
    wait()
    best = 0.0
    for _ in range(3):
        calls, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            for _ in range(WARM):
                play()
            wait()
            calls += WARM
        best = max(best, calls / (time.perf_counter() - start))
    return best


def pgx_loop(name: str, n: int) -> Callable[[], Any]:
    """A hundred steps of n matches of Pgx in one compiled call, with random legal actions."""
    jax, jnp, pgx = (import_module(module) for module in ("jax", "jax.numpy", "pgx"))
    auto_reset = import_module("pgx.experimental").auto_reset
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def onward(now: Any, _: None) -> Any:
        state, key = now
        key, draw, luck = jax.random.split(key, 3)
        actions = jax.random.categorical(draw, jnp.log(state.legal_action_mask), axis=1)
        return (step(state, actions, jax.random.split(luck, n)), key), None

    run = jax.jit(lambda now: jax.lax.scan(onward, now, length=PEER_STEPS)[0])
    key = jax.random.PRNGKey(1)
    now = [(jax.jit(jax.vmap(env.init))(jax.random.split(key, n)), key)]

    def play() -> None:
        now[0] = run(now[0])
        now[0][1].block_until_ready()

    return play


def peers(n: int, seconds: float) -> dict[str, float]:
    """Million steps a second of Pgx's games on the same card."""
    found = {}
    for name, title in PEERS.items():
        try:
            play = pgx_loop(name, n)
        except ImportError as missing:
            print(f"left out: {title} needs {missing.name}")
            continue
        found[title] = PEER_STEPS * n * count(play, lambda: None, seconds) / 1e6
    return found


def main(n: str = str(1 << 18), seconds: str = "2") -> None:
    try:
        shindig.batch("tall-card", 1, device="cuda")
    except GameError as error:
        raise SystemExit(str(error)) from None
    from shindig.adapters.device.cuda_kernels import cuda

    print(machine(), str(cuda.get_current_device().name), f"{int(n):,} matches", sep="\n", flush=True)
    for game_id in game_ids():
        print(f"{game_id:24} {compare(game_id, PLAYERS.get(game_id, OTHERS))}", flush=True)
    theirs = peers(int(n), float(seconds))
    for title, million in theirs.items():
        print(f"{title:24} {million:10.1f} million steps/s", flush=True)
    for game_id in game_ids():
        for observe in ("none", "bytes", "planes"):
            million = rate(game_id, PLAYERS.get(game_id, OTHERS), observe, int(n), float(seconds))
            ratios = ", ".join(f"{million / other:.1f} x {title}" for title, other in theirs.items())
            print(f"{game_id:24} {observe:8} {million:10.1f} million steps/s  {ratios}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
