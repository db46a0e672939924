"""Rank chart: every Rank from the best down, with its needs and an example."""

from __future__ import annotations

from ..deck import TALL_CARD
from ..worth.ranks import RANK_NAMES

ABOUT = (
    ("five of one value", "4b 4b 4p 4d 4d"),
    ("three Dragons of one type, two of another", "GrD GrD GrD WhD WhD"),
    ("four Dragons of one type", "RdD RdD RdD RdD"),
    ("five consecutive values in one suit", "3d 4d 5d 6d 7d"),
    ("any five Dragons", "WhD GrD GrD RdD RdD"),
    ("three Dragons of one type, two of one value", "WhD WhD WhD 2b 2d"),
    ("four of one value", "7b 7p 7p 7d"),
    ("two Dragons of one type, two of another", "RdD RdD GrD GrD"),
    ("three of one value; two of another, or two Dragons of one type", "5b 5p 5d 8p 8d"),
    ("two couples, each of one value and one suit", "3b 3b 8d 8d"),
    ("three Dragons of one type", "GrD GrD GrD"),
    ("five of one suit", "1p 2p 4p 7p 9p"),
    ("any four Dragons", "WhD WhD GrD RdD"),
    ("five consecutive values", "2b 3p 4d 5d 6b"),
    ("two Dragons of one type, two of one value", "WhD WhD 6b 6p"),
    ("three of one value", "1b 1p 1d"),
    ("any three Dragons", "WhD GrD RdD"),
    ("two of one value, two of another", "9b 9d 4p 4d"),
    ("two Dragons of one type", "RdD RdD"),
    ("two of one value and suit", "5p 5p"),
    ("any two Dragons", "WhD RdD"),
    ("two of one value", "8b 8d"),
    ("a Dragon", "GrD"),
    ("any other card", "9d"),
)
CHART: tuple[tuple[str, str, str, str], ...] = tuple(
    (str(number), RANK_NAMES[number], TALL_CARD.text(TALL_CARD.parse(example)), meaning)
    for number, (meaning, example) in zip(range(len(ABOUT), 0, -1), ABOUT, strict=True)
)
"""Number, name, example and needs, row by row."""
HEAD = ("", "Rank", "Such as", "What it takes")
