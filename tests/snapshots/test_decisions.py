"""The bots decide as they did when they were measured.

`python -m tests.kits.snapshots.decisions` writes down what is meant to change.

A test a game, so that each is quick by itself.
"""

from __future__ import annotations

from shindig.gamekit import game, game_ids
from tests.kits.snapshots.decisions import FOLDER, KINDS, kinds_of, text_of
from tests.kits.snapshots.snapshot_lines import as_written


def as_written_down(game_id: str, kind: str) -> None:
    as_written(text_of(game_id, kind), KINDS[kind](game(game_id)))


def test_bots_of_tall_card_decide_as_when_they_were_measured() -> None:
    as_written_down("tall-card", "")


def test_bots_of_tall_card_know_and_find_what_they_did_then() -> None:
    as_written_down("tall-card", "-worlds")


def test_bots_of_tall_cards_decide_as_when_they_were_measured() -> None:
    as_written_down("tall-cards", "")


def test_bots_of_tall_cards_know_and_find_what_they_did_then() -> None:
    as_written_down("tall-cards", "-worlds")


def test_bots_of_talon_decide_as_when_they_were_measured() -> None:
    as_written_down("talon", "")


def test_bots_of_talon_know_and_find_what_they_did_then() -> None:
    as_written_down("talon", "-worlds")


def test_bots_of_royal_pokebacc_decide_as_when_they_were_measured() -> None:
    as_written_down("royal-pokebacc", "")


def test_bots_of_royal_pokebacc_know_and_find_what_they_did_then() -> None:
    as_written_down("royal-pokebacc", "-worlds")


def test_bots_of_merchants_bank_decide_as_when_they_were_measured() -> None:
    as_written_down("merchants-bank", "")


def test_bots_of_merchants_bank_know_and_find_what_they_did_then() -> None:
    as_written_down("merchants-bank", "-worlds")


def test_bots_of_farmers_and_fishermen_decide_as_when_they_were_measured() -> None:
    as_written_down("farmers-and-fishermen", "")


def test_bots_of_farmers_and_fishermen_know_and_find_what_they_did_then() -> None:
    as_written_down("farmers-and-fishermen", "-worlds")


def test_bots_of_talon_know_what_rare_deals_tell() -> None:
    as_written_down("talon", "-deals")


def test_retired_bots_decide_as_they_did() -> None:
    for game_id in game_ids():
        as_written_down(game_id, "-retired")


def test_the_decisions_of_every_game_are_written_down() -> None:
    assert {*FOLDER.iterdir()} == {text_of(game_id, kind) for game_id in game_ids() for kind in kinds_of(game_id)}
