"""What people read is as it was written down: `python -m tests.kits.snapshots.spoken` writes what is meant to change.

A test a game, so that each is quick by itself.
"""

from __future__ import annotations

import re

import pytest

from shindig.gamekit import game, game_ids
from tests.kits.snapshots.snapshot_lines import as_written
from tests.kits.snapshots.spoken import FOLDER, spoken, text_of


def reads_as_written_down(game_id: str) -> None:
    as_written(text_of(game_id), spoken(game(game_id)))


def test_tall_card_reads_as_written_down() -> None:
    reads_as_written_down("tall-card")


def test_tall_cards_reads_as_written_down() -> None:
    reads_as_written_down("tall-cards")


def test_talon_reads_as_written_down() -> None:
    reads_as_written_down("talon")


def test_royal_pokebacc_reads_as_written_down() -> None:
    reads_as_written_down("royal-pokebacc")


def test_merchants_bank_reads_as_written_down() -> None:
    reads_as_written_down("merchants-bank")


def test_farmers_and_fishermen_reads_as_written_down() -> None:
    reads_as_written_down("farmers-and-fishermen")


@pytest.mark.parametrize("game_id", game_ids())
def test_no_sentence_has_two_articles_or_two_ends(game_id: str) -> None:
    """A card, a hand or a player that a sentence takes brings its own article, and a comma only where it goes on."""
    text = text_of(game_id).read_text(encoding="utf-8")
    assert re.findall(r".*(?:[,:;]\.|\b(?:your|an?|the) (?:an?|the)\b|’s’s).*", text, re.IGNORECASE) == []


def test_every_game_is_written_down() -> None:
    assert {*FOLDER.iterdir()} == {text_of(game_id) for game_id in game_ids()}
