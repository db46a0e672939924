"""Verification of a record in sentences: the rules were kept, whose values made its shuffles, and what that proves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from shindig.record import Replay

from .daily_secret import SealedDeal
from .device_cut_notes import WitnessedCuts
from .recorded_shuffle_check import CheckedCut, check_cuts, check_deal, check_history

SAID = {"withheld": "{} sealed a value and did not open it", "left": "who left the seat of {} had sealed a value"}
"""The present owner of a seat may not be the one who left it."""
ALONE = "made by the house alone, which could choose what came"
UNSEEN = (
    "That is all that a record shows by itself. Whoever wrote it may have tried one secret after another, "
    "or made the values up, until the cards suited them. Only what somebody saw live shows that they did not."
)
COMPARE = (
    "It was chosen beforehand, and is the same for all, if the room's page of that day, or of the day before, showed "
    "this hash:"
)
HONEST = (
    "If the device that saw this was honest, nobody chose these shuffles otherwise, neither the house nor any others "
    "with it."
)
OLD = "made as release 1.0 did, which leaves the house a choice that this check does not bound"
OFF = (
    "{}: all agreed to call that hand off; its cards are not in the record. "
    "If you did not agree to that, the house had another try, so nothing bounds the choice."
)
ANOTHER_TRY = "If one of them was not played where you saw it, the house had another try."
TRIED = "It did not see the match of {} end before, so this may have been another try, and nothing bounds the choice."
UNSENT = "the device that saw this did not open its value, so nothing bounds what the house could choose"


class Verdict(NamedTuple):
    """Result of a verification, sentence by sentence."""

    lines: list[str]
    proven: bool
    """True if what was witnessed bounds the server's choice in every shuffle."""


def play_record(replay: Replay) -> str:
    """Play a record to its last line. Raises RecordError."""
    count = sum(1 for _ in replay)
    end = "to the end" if replay.match.over else "as far as it goes"
    return f"{replay.match.game.name}, {count} step{'s' * (count != 1)}, all by the rules, {end}."


def verify_shuffles(replay: Replay, seen: Iterable[str] | None) -> Verdict:
    """Check the cuts of a played record against what was witnessed live. Raises FairnessError."""
    if replay.daily is not None:
        return _verify_daily(replay, SealedDeal.from_json(replay.daily))
    every = check_cuts(replay.runs, replay.cuts, len(replay.names))
    check_history(every, replay.match)
    off, made = [cut.number for cut in every if cut.called_off], [cut for cut in every if not cut.called_off]
    voiced = [_describe_values(list(group), replay.names) for _, group in groupby(made, _group_seats)]
    if off:
        voiced.append(OFF.format(name_numbers("Cut", off)))
    count = sum(len(cut.orders) for cut in made)
    whole = f"{_describe_all(count)} what the secrets and values in this record make."
    if seen is None:
        return Verdict([*voiced, whole, UNSEEN], False)
    lines, bounded = _compare_witnessed(every, WitnessedCuts.from_lines(every[0].table, seen), replay.names)
    return Verdict([*voiced, whole, *lines], bounded)


def _verify_daily(replay: Replay, daily: SealedDeal) -> Verdict:
    """Check an attempt at the deal of the day. Raises FairnessError."""
    check_deal(replay.match, [order for run in replay.runs for order in run], replay.lots, daily)
    count = sum(map(len, replay.runs))
    return Verdict(
        [
            f"{_describe_all(count)} what the secret of the deal of {daily.day} makes, {ALONE}.",
            f"{COMPARE} {daily.commitment.hex()}",
        ],
        False,
    )


def _compare_witnessed(made: Sequence[CheckedCut], seen: WitnessedCuts, names: Sequence[str]) -> tuple[list[str], bool]:
    """Compare the cuts with what was witnessed. Returns sentences, and True if all choices are bounded."""
    seen.check_all(made)
    late = [cut.number for cut in made if cut.number not in seen.bound]
    own = sum(seen.has_own_value(cut) for cut in made)
    lines = [f"{len(made) - len(late)} of {len(made)} commitments were seen live, before any value was opened."]
    if late:
        lines.append(f"Of {name_numbers('cut', late)} none was: of that the record shows no more than by itself.")
    if seen.values:
        lines.append(f"The value of the device that saw this is in {own} of {len(made)} cut{'s' * (len(made) > 1)}.")
    lines += [
        _describe_describe_choice(list(group), seen, names)
        for _, group in groupby(made, lambda cut: (seen.find_free_seats(cut), cut.frozen is None))
    ]
    lines += _describe_matches(made, seen)
    known = all(seen.find_free_seats(cut) is not None and not cut.called_off for cut in made)
    bounded = known and not seen.find_tried_cuts(made)
    return [*lines, *([HONEST] if bounded else [])], bounded


def _describe_matches(made: Sequence[CheckedCut], seen: WitnessedCuts) -> list[str]:
    """Name the match of the cuts, and cuts of other matches: one that was not played was another try."""
    match = next((cut.frozen.match for cut in made if cut.frozen is not None), None)
    if match is None:
        return []
    lines = [f"The record is of match {match} at table {seen.table}."]
    if others := seen.find_other_cuts(made):
        where = name_numbers("cut", others)
        lines.append(f"For other matches there the device opened its value in {where}. {ANOTHER_TRY}")
    if tried := seen.find_tried_cuts(made):
        lines.append(TRIED.format(name_numbers("cut", tried)))
    return lines


def _describe_describe_choice(cuts: Sequence[CheckedCut], seen: WitnessedCuts, names: Sequence[str]) -> str:
    """Say among how many orders the server could choose in equivalent cuts."""
    where, others = name_numbers("cut", [cut.number for cut in cuts]), seen.find_free_seats(cuts[0])
    where = f"{where[0].upper()}{where[1:]}"
    if cuts[0].frozen is None:
        return f"{where}: {OLD}."
    if others is None:
        return f"{where}: {UNSENT}."
    if not others:
        return f"{where}: when the device opened its value, only one order was left."
    who = _join_names(names, others)
    return f"{where}: a house that works with {who} could choose among {2 ** len(others)} orders, by what they open."


def _describe_all(shuffles: int) -> str:
    return "The one shuffle is" if shuffles == 1 else f"All {shuffles} shuffles are"


def _group_seats(cut: CheckedCut) -> list[tuple[int, ...]]:
    return [cut.find_seats(said) for said in ("given", *SAID)]


def _describe_values(cuts: Sequence[CheckedCut], names: Sequence[str]) -> str:
    """Say whose values went into equivalent cuts."""
    given, *missed = _group_seats(cuts[0])
    count = sum(len(cut.orders) for cut in cuts)
    what = f"values of {len(given)} of {len(names)} players, {_join_names(names, given)}" if given else ALONE
    told = [text.format(_join_names(names, seats)) for seats, text in zip(missed, SAID.values(), strict=True) if seats]
    where = name_numbers("cut", [cut.number for cut in cuts])
    return "; ".join([f"{where[0].upper()}{where[1:]} ({count} shuffle{'s' * (count > 1)}): {what}", *told]) + "."


def _join_names(names: Sequence[str], seats: Sequence[int]) -> str:
    *first, last = [names[seat] for seat in seats]
    return f"{', '.join(first)} and {last}" if first else last


def name_numbers(what: str, numbers: Sequence[int]) -> str:
    """Write ascending numbers with ranges: `cut 4`, `cuts 1 to 3, 5`."""
    runs = [[row for _, row in group] for _, group in groupby(enumerate(numbers), lambda one: one[1] - one[0])]
    told = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return f"{what}{'s' * (len(numbers) > 1)} {', '.join(told)}"
