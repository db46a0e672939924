"""Format of figures: a mean with as many digits as its error allows, and its count."""

from __future__ import annotations

from math import floor, inf, isfinite, log10

DIGITS = 2
"""Significant digits of an error; its mean is rounded to the place of the last one."""
ALONE = 3
"""Significant digits of a mean without an interval."""
TINY = 1e-9
"""Relative error that counts as rounding."""


def format_mean(
    mean: float, error: float, count: float | None = None, *, sign: bool = False, percent: bool = False
) -> str:
    """Format a mean with its error, `3.66 ± 0.71`, and with a count `3.66 ± 0.71 of 200`.

    `always 3` means all values are equal, `3.66 ± ?` too few values, `-` none.
    """
    if mean != mean:
        return "-"
    of = "" if count is None else f" of {count:,.0f}"
    return (
        f"{_format_figure(100 * mean, 100 * error, sign) + ' %' if percent else _format_figure(mean, error, sign)}{of}"
    )


def _format_figure(mean: float, error: float, sign: bool) -> str:
    if is_constant(mean, error):
        return f"always {mean:{'+' if sign else ''},.6g}"
    if not isfinite(error):
        return f"{_format_value(mean, max(0, _count_places(mean, ALONE)), sign)} ± ?"
    places = _count_places(error, DIGITS)
    return f"{_format_value(mean, places, sign)} ± {_format_value(error, places)}"


def is_constant(mean: float, error: float) -> bool:
    """Return True if an error shows that all values are equal."""
    return error <= TINY * max(1.0, abs(mean))


def _count_places(value: float, digits: int) -> int:
    """Return the decimal places for so many significant digits; negative to round before the point."""
    if value == 0 or not isfinite(value):
        return 0
    places = digits - 1 - floor(log10(abs(value)))
    return places - (abs(round(value, places)) >= 10.0 ** (digits - places))


def _format_value(value: float, places: int, sign: bool = False) -> str:
    rounded = round(value, places) or 0.0
    return f"{rounded:{'+' if sign else ''},.{max(0, places)}f}"


def clip_error(error: float) -> float:
    """Return an error for a plot: 0 without an interval."""
    return error if error < inf else 0.0
