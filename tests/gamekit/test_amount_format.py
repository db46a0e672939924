"""Amounts: the thousands of each language, a true minus sign, and no sign of nothing."""

from __future__ import annotations

import pytest

from shindig.gamekit.amount_format import format_gain
from shindig.messages import format_text, say
from shindig.web.html.templating import render_chips


@pytest.mark.parametrize(
    ("amount", "english", "german"),
    [(0, "0", "0"), (450, "+450", "+450"), (1740, "+1,740", "+1.740"), (-1350, "−1,350", "−1.350")],
)
def test_gains_are_written_as_each_language_does(amount: int, english: str, german: str) -> None:
    assert (format_gain(amount), format_gain(amount, "de")) == (english, german)


@pytest.mark.parametrize("language", ["en", "de"])
def test_chips_and_sentences_have_one_style(language: str) -> None:
    told = format_text(say("seat-bet", amount=1740), language=language)
    assert told.rpartition(" ")[2] in render_chips(1740, language)
