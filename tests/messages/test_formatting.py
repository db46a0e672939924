"""Names and words of people in sentences."""

from __future__ import annotations

import pytest

from shindig.messages import Seat, format_text, isolate, say

DANA, OMAR = "\u05d3\u05e0\u05d4", "\u0639\u0645\u0631 7"
"""Names that are read from right to left, as Hebrew and Arabic are."""
SIGNS = "\u2068", "\u2069"


@pytest.mark.parametrize("name", [DANA, OMAR, f"x{DANA}"])
def test_a_name_read_from_right_to_left_moves_nothing_beside_it(name: str) -> None:
    """Else the numbers after it would stand before it, and a name could change what a sentence seems to say."""
    shown = name.join(SIGNS)
    assert isolate(name) == shown
    assert shown in format_text(say("refuse-text-length", option=name, count=3))
    assert shown in format_text(say("room-host", who=Seat(1)), ("Ann", name))
    assert format_text("{1} wins 18.", ("Ann", name)) == f"{shown} wins 18."


@pytest.mark.parametrize("name", ["Ann", "Zo\u00eb", "\u0410\u043d\u043d\u0430", "\u592a\u90ce", "7"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert isolate(name) == name
    assert format_text("{0} wins 18.", (name,)) == f"{name} wins 18."
