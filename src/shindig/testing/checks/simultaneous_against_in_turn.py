"""Checks of simultaneous questions: they must agree with those that the rules ask in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from shindig.core.layout_and_views import Records
from shindig.gamekit.game_spec import Game, Simultaneous
from shindig.match import View
from shindig.server.table_log.legal_action_facts import timeout_action

from ..array_overrun_checks import copy_records, walk_match


def asked_at_once_as_in_turn(game: Game, seed: int, fixed: Mapping[str, object]) -> Iterator[str]:
    """Check that seats, order and choices are equal, and that they are read from public fields and the seat's own."""
    for one in walk_match(game, seed, fixed):
        group = game.services.simultaneous_by_phase.get(one.phase)
        if one.actor >= 0 and group is not None:
            yield from _compare_questions(game, one.array, group)


def _compare_questions(game: Game, before: Records, group: Simultaneous) -> Iterator[str]:
    """Answer in turn, always with the mildest action, and compare the questions with those announced."""
    match = copy_records(before)
    questions = group.questions(game.view(before)[0])
    for seat, phase in questions:
        if questions.count((seat, phase)) > 1:
            yield f"services.simultaneous asks seat {seat} in phase {phase} twice: `seats` are those still to be asked"
            return
        now, at = int(match["actor"][0]), int(match["phase"][0])
        if (now, at) != (seat, phase):
            if at in group.phases:
                yield (
                    f"services.simultaneous asks seat {seat} in phase {phase}, where the rules ask seat {now} "
                    f"in phase {at}"
                )
            return
        told, legal = (
            game.legal_ranges(_make_view_in_phase(game.view(before, seat), seat, phase)),
            game.legal_ranges(match),
        )
        if told != legal:
            yield (
                f"services.simultaneous: as all are asked at once, seat {seat} may choose of {told} in phase "
                f"{phase}; when "
                f"its turn comes, of {legal}. Only what hangs on no answer before it can be asked at once: ask "
                f"all for the first, then all for the next, and make two Simultaneous of it"
            )
        game.engine.apply(match, 0, timeout_action(View(game, game.view(match, seat))))


def _make_view_in_phase(view: Records, seat: int, phase: int) -> Records:
    """Return a seat's view as if it were its turn in a phase."""
    view["actor"], view["phase"] = seat, phase
    return view
