"""Messages as English text, for comparison in tests."""

from __future__ import annotations

from typing import Any

from shindig.messages import Message


def written(part: Any) -> Any:
    """A message, or a part of a scene, with English texts for its messages; `{2}` names seat 2."""
    if isinstance(part, Message):
        return str(part)
    if isinstance(part, tuple) and hasattr(part, "_make"):
        return part._make(map(written, part))
    return type(part)(map(written, part)) if isinstance(part, (tuple, list)) else part
