"""The figures of the studies in the docs are those that their commands print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from shindig.gamekit import game
from shindig.lab.analyse.hand_odds import Rarity, rarities
from shindig.lab.analyse.study_report import read_study
from shindig.lab.run.option_sweep import Sweep, Swept, make_sweep
from shindig.lab.run.simulation import compile_part, make_part

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "study-a-rule.md").read_text("utf-8")
FIGURE = re.compile(r"([+-]?[\d,]*\.?\d+)( %)?(?: ± ([\d.]+))?")
TABLE = re.compile(r"(?:^\|.*\|\n)+", re.MULTILINE)
SHARE = re.compile(r"(\d+) of (\d+)")


class Figure(NamedTuple):
    """A figure of a table: what the page says, and what in a study it is."""

    row: str
    said: str
    question: int
    setting: int
    measure: str
    scale: float = 1.0


def rows(heading: str, number: int = 0) -> Iterator[tuple[str, list[str]]]:
    """The rows of a table below a heading, without its head."""
    text = PAGE.partition(f"### {heading}\n")[2].partition("\n### ")[0]
    lines = TABLE.findall(text)[number].splitlines()[2:]
    return ((name, cells) for name, *cells in ([cell.strip() for cell in line[1:-1].split("|")] for line in lines))


def price_of_take() -> Iterator[Figure]:
    asked = [(0, 1000.0), (1, 500.0)]
    for name, cells in rows("Is Take overpriced?"):
        for (question, matches), three in zip(asked, (cells[:3], cells[3:]), strict=True):
            measures = (("hands a match", matches), ("made", 1.0), ("gain of the taker", 1.0))
            for said, (measure, scale) in zip(three, measures, strict=True):
                yield Figure(name, said, question, 0, f"{name}: {measure}", scale)


def exhaustion() -> Iterator[Figure]:
    places = [(0, 0), (0, 1), (1, 0), (1, 1)]
    for name, cells in rows("What does each reading of exhaustion do?"):
        for said, (question, setting) in zip(cells, places, strict=True):
            yield Figure(name, said, question, setting, MEASURES.get(name, name))


def exhaustion_at_random() -> Iterator[Figure]:
    for name, cells in rows("What does each reading of exhaustion do?", 1):
        yield from (Figure(name, cells[setting], 0, setting, name) for setting in (0, 1))


MEASURES = {"melds a hand": "melds", "Disasters a hand": "disasters", "best score of a hand": "best"}
STUDIES = {
    "price-of-take": [*price_of_take()],
    "exhaustion": [*exhaustion()],
    "exhaustion-at-random": [*exhaustion_at_random()],
}


def asked(study: str) -> list[Sweep]:
    """What is played for a study of examples/, or for the sweep that the page shows."""
    if study == "exhaustion-at-random":
        assert "sweep royal-pokebacc --players 3 --option exhaustion=quiet,referee --matches 60 --seed 16 " in PAGE
        return [
            make_sweep(make_part("royal-pokebacc", 3, 60, ["random"], 16, {}), {"exhaustion": ["quiet", "referee"]})
        ]
    parts = read_study(ROOT / "examples" / "studies" / f"{study}.toml").parts
    return [part.work for part in parts if part.work is not None]


def played(work: Sweep) -> Swept:
    """What comes of it."""
    compile_part(work.settings[0])
    found = Swept(work.names)
    for part in range(work.part_count):
        found.add_part(work.run_part(part, None))
    return found


def rounded(text: str, percent: str) -> tuple[float, float]:
    """A number as it is written, and by how much rounding may have moved it."""
    unit = 0.01 if percent else 1.0
    return float(text.replace(",", "")) * unit, 0.51 * unit * 10.0 ** -len(text.partition(".")[2])


def agree(said: str, mean: float, width: float) -> bool:
    """Whether a cell says this mean, and half the width of this interval."""
    if shared := SHARE.fullmatch(said):
        return mean == int(shared[1]) / int(shared[2])
    found = FIGURE.fullmatch(said)
    assert found, said
    value, off = rounded(found[1], found[2])
    error, by = rounded(found[3] or "inf", found[2])
    return abs(mean - value) <= off and (not found[3] or abs(width - error) <= by)


@pytest.mark.long
@pytest.mark.parametrize("study", STUDIES)
def test_the_whole_study_prints_the_figures_of_its_tables(study: str) -> None:
    found = [played(work) for work in asked(study)]
    for one in STUDIES[study]:
        mean, width = found[one.question].mean(one.setting, one.measure)
        assert agree(one.said, one.scale * mean, one.scale * width), one


def test_a_figure_is_what_its_digits_say() -> None:
    assert agree("43.4 % ± 1.6", 0.4337, 0.0163)
    assert not agree("43.4 % ± 1.6", 0.4347, 0.0163)
    assert not agree("-12.9 ± 3.5", -12.93, 3.6)
    assert agree("4 of 4", 1.0, 0.0)
    assert agree("3,491", 3491.0, 72.4)


def count(one: Rarity, game_id: str, name: str) -> int:
    worth = game(game_id).worth
    assert worth is not None
    return int(one.counts[worth.ranks.index(name)])


def test_what_is_said_of_the_order_of_ranks_is_counted() -> None:
    (card, against, claimed), cards = (rarities(game(one), game(one).new(2)[0]) for one in ("tall-card", "tall-cards"))
    told = " ".join(PAGE.partition("### Is the order of Ranks")[2].partition("\n### ")[0].split())
    assert f"In Tall Card {len(card.inverted)} pairs of Ranks" in told
    assert (
        f"{len(against.inverted)} against a claimed Dragon, {len(claimed.inverted)} for the player who claimed" in told
    )
    names = ("Pair", "High Card", "Five of a Kind", "Straight Flush")
    pair, high, five, straight = (f"{count(cards[0], 'tall-cards', name):,}" for name in names)
    assert f"a Pair ({pair} of {cards[0].total:,} hands) is more frequent than a High Card ({high})" in told
    assert f"Five of a Kind ({five}) is more frequent than a Straight Flush ({straight})" in told
    assert f"After a claim of a suit it is {len(cards[1].inverted)} pairs" in told
