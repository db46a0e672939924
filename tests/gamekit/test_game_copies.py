"""Games that are made from others with `dataclasses.replace`, as a package may do."""

from __future__ import annotations

from dataclasses import replace

from shindig.games.tall_card import GAME


def test_a_copy_of_a_game_has_versions_of_its_own_and_they_know_each_other() -> None:
    newest = GAME.rules.version
    assert GAME.at_version(newest) is GAME
    copy = replace(GAME, id="copy", name="Copy")
    assert copy.at_version(newest) is copy
    for version in copy.rules.earlier_versions:
        assert copy.at_version(version).id == "copy"
        assert copy.at_version(version).at_version(newest) is copy
