"""All benchmarks in one run, on one core: `python -m benchmarks [seconds for each figure]`.

Prints the machine and the versions first, then every part's own table. The room's has its own command,
`make bench-room`, because it needs two cores.
"""

from __future__ import annotations

import os
import platform
import sys
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PARTS = {
    "batches": "Many matches at once",
    "batches_beside_envpool_and_pgx": "Many matches at once, beside batches of others",
    "tall_card_beside_openspiel": "Tall Card: random matches",
    "ranking": "Tall Card: hands ranked",
    "tall_cards_beside_pokerkit": "Tall Cards",
    "talon_beside_openspiel": "Talon",
    "pokebacc_beside_gin_rummy": "Pokebacc",
    "minds": "What bots are made of",
}
PACKAGES = (
    "numpy",
    "numba",
    "open-spiel",
    "phevaluator",
    "eval7",
    "treys",
    "pokerkit",
    "rlcard",
    "pettingzoo",
    "envpool",
    "pgx",
    "jax",
)


def machine() -> str:
    """The processor, the core, the versions, the load, and when this was."""
    models = [line.partition(": ")[2] for line in cpu_lines() if line.startswith("model name")]
    load = " ".join(f"{part:.1f}" for part in os.getloadavg())
    versions = ", ".join(f"{name} {found(name)}" for name in PACKAGES)
    return (
        f"{models[0] if models else platform.processor()}, {os.cpu_count()} cores; load {load}\n"
        f"Python {platform.python_version()}, {versions}\n{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    )


def cpu_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def found(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not here"


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(machine())
    for part, title in PARTS.items():
        print(f"\n## {title}\n", flush=True)
        try:
            import_module(f"benchmarks.{part}").main()
        except ModuleNotFoundError as missing:
            print(f"left out: {missing.name} is not installed; `make bench` installs it", file=sys.stderr)


if __name__ == "__main__":
    main()
