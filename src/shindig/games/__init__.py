"""The games that come with shindig, a package for each.

Packages written for release 1.0 import their parts from here; these are in `shindig.gamekit` now.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """Return a name of release 1.0. Raises AttributeError for an unknown one."""
    if name.startswith("__"):
        raise AttributeError(name)
    from ..gamekit.renamed_since_release_1 import find_name

    return find_name(name)
