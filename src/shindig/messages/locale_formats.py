"""Dates and numbers as each language writes them, through Babel. Times are in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime

from babel import Locale
from babel.dates import format_date, format_skeleton, format_time

from shindig.core.caches import cached

from .catalog import ENGLISH, find_locale
from .pseudo import PSEUDO


@cached(16)
def find_date_locale(language: str) -> Locale:
    """Return the locale for dates and lists: English as most of the world writes it, `23 November 2026`."""
    return find_locale("en-GB" if language in (ENGLISH, PSEUDO) else language)


@cached(16)
def find_group_sign(language: str) -> str:
    """Return the sign between thousands."""
    return str(find_locale(language).number_symbols["latn"]["group"])


def write_moment(seconds: float, language: str) -> str:
    """Write a time, in seconds since 1970: `23 November 2026, 14:05`."""
    moment, locale = datetime.fromtimestamp(seconds, UTC), find_date_locale(language)
    return f"{format_date(moment.date(), 'long', locale)}, {format_time(moment, 'short', locale=locale)}"


def write_day(iso: str, language: str) -> str:
    """Write a day, `2026-11-23`: `23 November 2026`."""
    return str(format_date(date.fromisoformat(iso), "long", find_date_locale(language)))


def write_day_of_year(seconds: float, language: str) -> str:
    """Write a day without its year, from seconds since 1970: `23 November`."""
    return str(format_skeleton("MMMMd", datetime.fromtimestamp(seconds, UTC), locale=find_date_locale(language)))


def write_month(iso: str, language: str) -> str:
    """Write a month, `2026-11`: `November 2026`."""
    return str(format_skeleton("yMMMM", date.fromisoformat(f"{iso}-01"), locale=find_date_locale(language)))


def write_figure(value: float, language: str) -> str:
    """Write a number with two significant digits, never as a power of ten: `0.35`, `12`."""
    return localize_digits(f"{float(f'{value:.2g}'):.9f}".rstrip("0").rstrip("."), language)


def localize_digits(text: str, language: str) -> str:
    """Return a number with the decimal sign of a language instead of a point."""
    return text.replace(".", str(find_locale(language).number_symbols["latn"]["decimal"]))
