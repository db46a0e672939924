"""`check(game)`: test that a game keeps the promises of the game interface, by inspection and by play."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType

from ..gamekit.game_spec import Game
from .check_report import CheckError, Endless, ProblemReport
from .checks.compiled_against_python import compiled_does_the_same, compiles, luck_compiles, minds_compile
from .checks.decks_pages_and_bots import HOUSE, bots_answer_legally
from .checks.luck_kernels import luck_is_what_nobody_has_seen
from .checks.simultaneous_against_in_turn import asked_at_once_as_in_turn
from .checks.static_checks import RECORD, SHAPE
from .checks.view_leaks import unseen_cards_change_nothing
from .random_matches import check_longer_match, play_checked_match, replays_from_texts

NO_OPTIONS: Mapping[str, object] = MappingProxyType({})


def check(
    game: Game, *, seeds: Sequence[int] = (1, 2, 3), options: Mapping[str, object] = NO_OPTIONS, checking: bool = True
) -> None:
    """Inspect a game and play it. Raises CheckError, whose `problems` list all faults and how to mend them.

    Matches have random seats and options, one match for each of `seeds`; `options` fixes some, to keep matches short.
    With `checking`, the rules are also compiled with bounds checks, which is slow once per machine, and compared with
    plain Python step by step.
    """
    report = ProblemReport()
    with suppress(Endless), warnings.catch_warnings():
        if report.run_checks(RECORD, game):
            warnings.simplefilter("error", RuntimeWarning)
            _run_all_checks(report, game, tuple(seeds), options, checking)
    if report.problems:
        raise CheckError(game.id, report.problems)


def _run_all_checks(
    report: ProblemReport, game: Game, seeds: tuple[int, ...], options: Mapping[str, object], checking: bool
) -> None:
    """Run all checks of a game with a record. If matches cannot be played, skip the checks that need them."""
    sound, housed = report.run_checks(SHAPE, game), report.run_checks(HOUSE, game)
    played = [play_checked_match(report, game, seed, options) for seed in seeds] + [
        check_longer_match(report, game, seed) for seed in seeds
    ]
    if not all(played):
        return
    for seed in seeds:
        report.run_check(unseen_cards_change_nothing, game, seed, options, place=f"seed {seed}", phase=0)
        report.run_check(replays_from_texts, game, seed, options, place=f"seed {seed}", phase=0)
        report.run_check(luck_is_what_nobody_has_seen, game, seed, options, place=f"seed {seed}", phase=0)
    if housed:
        for seed in seeds:
            report.run_check(asked_at_once_as_in_turn, game, seed, options, place=f"seed {seed}", phase=0)
        report.run_check(bots_answer_legally, game, seeds[0], options)
    if checking and sound and report.run_check(compiles, game, ends=True):
        report.run_check(compiled_does_the_same, game, seeds, options, ends=True)
        report.run_check(minds_compile, game, ends=True)
        report.run_check(luck_compiles, game, ends=True)
