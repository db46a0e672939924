"""Tests of random walks, by `seed`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

FRESH = 3
"""Walks of a test in a round of `make explore`."""


def seeds(*known: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A test runs with these values of `seed`; under `make explore` with fresh ones."""
    phase = Phase.generate if settings.get_current_profile_name() == "explore" else Phase.explicit
    settled = settings(phases=[phase], max_examples=FRESH)

    def walked(test: Any) -> Callable[..., None]:
        for seed in reversed(known):
            test = example(seed=seed)(test)
        return settled(given(seed=st.integers(0, 2**32 - 1))(test))

    return walked
