"""The rules page of Tall Card says what the rules do: every clause, the chart, the examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import shindig
from shindig.gamekit.five_cards.rank import Rank
from shindig.gamekit.game_spec import Option
from shindig.games.tall_card.rules.state import OPTIONS
from shindig.games.tall_card.words.names import name_rank
from shindig.games.tall_card.worth.ranks import RANK_NAMES, rank
from tests.kits.games.tall_card_table import Table

TEXT = (Path(shindig.__file__).parent / "games" / "tall_card" / "rules.md").read_text(encoding="utf-8")
CLAUSES = [*range(1, 7), *range(10, 21), 33, 34, *range(40, 48)]
ROWS = re.findall(r"^\| (\d+) \| (.+?) \| .+ \| `(.+?)` \|$", TEXT, re.M)
FILLERS = ("1b", "3d", "5p", "8b", "9p", "2d", "4b", "6p", "7d")


def filled(cards: str) -> Rank:
    """The Rank of an example, with other cards that add nothing to it."""
    hand = cards.split()
    values = {card[0] for card in hand}
    hand += [card for card in FILLERS if card[0] not in values][: 5 - len(hand)]
    return rank(" ".join(hand))


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_its_anchor_once(clause: int) -> None:
    assert len(re.findall(rf"^- \*\*TC-{clause}\*\* \S", TEXT, re.M)) == 1


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_is_named_where_its_clause_is(option: Option) -> None:
    paragraph = next(part for part in re.split(r"\n(?=[-#])", TEXT) if f"**{option.clause}**" in part)
    assert f"`{option.name}" in paragraph


def test_tc_40_the_chart_names_all_ranks_from_the_best_down() -> None:
    assert [(int(number), name) for number, name, _ in ROWS] == [(n, str(name_rank(n))) for n in range(24, 0, -1)]


@pytest.mark.parametrize(("number", "name", "cards"), ROWS)
def test_tc_45_the_charts_examples_make_their_ranks(number: str, name: str, cards: str) -> None:
    found = filled(cards) if int(number) > 1 else rank("9d 7b 5p 3b 1d")
    assert (found.number, str(name_rank(found.number))) == (int(number), name)
    assert sorted(found.cards.split()) == sorted(cards.split())


def test_tc_40_heavy_boats() -> None:
    assert rank("9b 9p 4b 4p 4d") > rank("8b 8p 8d 7b 7d")


def test_tc_41_and_tc_42_the_examples() -> None:
    def mine(hand: str) -> Rank:
        return rank(hand, "d", claimed=True)

    def theirs(hand: str) -> Rank:
        return rank(hand, "d", claimed=False)

    assert mine("2d 2b 4p 6b 8p") > theirs("9b 9p 1b 3p 5b")
    assert theirs("9d 9b 3p 5b 7p") < theirs("1b 1p 3b 5p 7b")
    assert theirs("9d 9b 3p 5b 7p") == theirs("2d 2b 4p 6b 8p")
    assert theirs("9d 8b 6b 4p 1p").cards == "8b"


def test_tc_43_and_tc_44_the_examples() -> None:
    wild = rank("WhD 7b 7p 7d 1d", tall="WhD", claimed=True)
    assert wild.number == 18
    assert wild < rank("1b 1b 1p 1d 3d", tall="WhD")
    assert rank("WhD WhD 3b 6p 7d", tall="WhD").cards == "7d"


def test_the_round_told_as_an_example() -> None:
    table = Table(3).deal({1: "6p 6d 2p 9b 1d", 2: "7b 7p 4d 4b 8d", 0: "GrD GrD 3b 5b 9p"}, "p", "6b 7d 1b 2b 8p")
    table.do("1: claim", "1: bet 10", "2: call", "0: call")
    assert table.pots == [45]
    table.do("1: discard 1d", "2: discard 8d", "0: discard 3b 5b 9p", "1: bet 15", "2: raise 25", "0: fold", "1: call")
    assert table.won == [0, 0, 125]
    assert RANK_NAMES[table.record.rank_number[1]] == "3 Pretty Sisters"
    assert table.record.strength[2] < rank("1b 1d 1d 2b 2d", tall="p").strength


def test_tc_33_the_pots_told_as_an_example() -> None:
    table = Table(3, ante=0, stack=20)
    table.array["chips"][0, :3] = 50, 8, 50
    table.deal().claimed(0)
    table.do("1: check", "2: check", "0: bet 20", "1: call", "2: call")
    assert table.pots == [24, 24]
