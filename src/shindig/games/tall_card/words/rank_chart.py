"""Rank chart: every Rank from the best down, with an example."""

from __future__ import annotations

from shindig.messages import Text, say

from ..deck import TALL_CARD
from .names import name_rank

EXAMPLES = (
    "4b 4b 4p 4d 4d",
    "GrD GrD GrD WhD WhD",
    "RdD RdD RdD RdD",
    "3d 4d 5d 6d 7d",
    "WhD GrD GrD RdD RdD",
    "WhD WhD WhD 2b 2d",
    "7b 7p 7p 7d",
    "RdD RdD GrD GrD",
    "5b 5p 5d 8p 8d",
    "3b 3b 8d 8d",
    "GrD GrD GrD",
    "1p 2p 4p 7p 9p",
    "WhD WhD GrD RdD",
    "2b 3p 4d 5d 6b",
    "WhD WhD 6b 6p",
    "1b 1p 1d",
    "WhD GrD RdD",
    "9b 9d 4p 4d",
    "RdD RdD",
    "5p 5p",
    "WhD RdD",
    "8b 8d",
    "GrD",
    "9d",
)
CHART: tuple[tuple[Text, ...], ...] = tuple(
    (str(number), name_rank(number), TALL_CARD.text(TALL_CARD.parse(example)))
    for number, example in zip(range(len(EXAMPLES), 0, -1), EXAMPLES, strict=True)
)
"""Number, name and example, row by row."""
HEAD: tuple[Text, ...] = ("", *(say(f"tall-card-chart.{part}") for part in ("rank", "example")))
