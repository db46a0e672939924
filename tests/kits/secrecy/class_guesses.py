"""Guesses, from numbers that everybody knows, to which of two classes a case belongs; small learners in NumPy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Guesser = Callable[[Floats, Bools, Floats], Bools]
"""(features of known cases, their classes, features of others) -> guesses for the others."""
BINS, NEIGHBOURS, ROUNDS = 24, 75, 300


def accuracies(features: Floats, classes: Bools) -> dict[str, float]:
    """How often each learner is right about the second half of the cases, having seen the first."""
    half = len(classes) // 2
    scaled = _scaled(features, half)
    return {
        name: float((guess(scaled[:half], classes[:half], scaled[half:]) == classes[half:]).mean())
        for name, guess in GUESSERS.items()
    }


def _scaled(features: Floats, half: int) -> Floats:
    """The same with mean 0 and spread 1 in the first half."""
    mean, spread = features[:half].mean(0), features[:half].std(0)
    scaled: Floats = (features - mean) / np.where(spread > 0, spread, 1.0)
    return scaled


def logistic(known: Floats, classes: Bools, others: Floats) -> Bools:
    """Logistic regression over the features, their squares and products with the first one."""
    ours, theirs = _expanded(known), _expanded(others)
    weights = np.zeros(ours.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(ours @ weights, -30, 30)))
        weights -= 0.5 * (ours.T @ (chance - classes) / len(classes) + 1e-3 * weights)
    return np.asarray(theirs @ weights > 0)


def _expanded(features: Floats) -> Floats:
    bounded = np.clip(features, -4, 4)
    return np.hstack([np.ones((len(features), 1)), bounded, bounded**2 / 4, bounded * bounded[:, :1] / 4])


def neighbours(known: Floats, classes: Bools, others: Floats) -> Bools:
    """What most of the nearest known cases are."""
    guesses = np.empty(len(others), np.bool_)
    sizes = (known**2).sum(1)
    for first in range(0, len(others), 500):
        part = others[first : first + 500]
        near = np.argpartition(sizes - 2 * part @ known.T, NEIGHBOURS, axis=1)[:, :NEIGHBOURS]
        guesses[first : first + 500] = classes[near].mean(1) > 0.5
    return guesses


def histograms(known: Floats, classes: Bools, others: Floats) -> Bools:
    """What the features say one by one: the logarithms of how much likelier each makes a class, added up."""
    said = np.zeros(len(others))
    for ours, theirs in zip(known.T, others.T, strict=True):
        said += _said(ours, classes, theirs)
    return said > 0


def best_histogram(known: Floats, classes: Bools, others: Floats) -> Bools:
    """What the one feature says that told most of the known cases."""
    told = [((_said(one, classes, one) > 0) == classes).mean() for one in known.T]
    best = int(np.argmax(told))
    return _said(known[:, best], classes, others[:, best]) > 0


def _said(ours: Floats, classes: Bools, theirs: Floats) -> Floats:
    """How much likelier a feature makes a class, by bins with like many cases."""
    edges = np.unique(np.quantile(ours, np.linspace(0, 1, BINS + 1)[1:-1]))
    mine = np.searchsorted(edges, ours)
    many = [np.bincount(mine[classes == which], minlength=len(edges) + 1) + 1.0 for which in (True, False)]
    said: Floats = np.log(many[0] / many[0].sum()) - np.log(many[1] / many[1].sum())
    return said[np.searchsorted(edges, theirs)]


GUESSERS: dict[str, Guesser] = {
    "logistic regression": logistic,
    "nearest neighbours": neighbours,
    "all histograms": histograms,
    "best histogram": best_histogram,
}
