"""What a record shows, in sentences: that it keeps the rules, whose values made its shuffles, and what that proves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from ..record import Replay
from .daily import Daily
from .opened import Made, check_cuts, check_deal, check_history
from .seen import Seen

SAID = {"withheld": "{} sealed a value and did not open it", "left": "who left the seat of {} had sealed a value"}
"""Who has a seat now may not be who left it."""
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
ANOTHER_TRY = "If one of them was not played where you saw it, the house had another try."
UNSENT = "the device that saw this did not open its value, so nothing bounds what the house could choose"


class Verdict(NamedTuple):
    """What a record shows, sentence by sentence."""

    lines: list[str]
    proven: bool
    """Whether what was seen bounds, for every shuffle, what the house could choose."""


def played(replay: Replay) -> str:
    """Play a record to its last line. Raises RecordError."""
    count = sum(1 for _ in replay)
    end = "to the end" if replay.match.over else "as far as it goes"
    return f"{replay.match.game.name}, {count} step{'s' * (count != 1)}, all by the rules, {end}."


def shuffled(replay: Replay, seen: Iterable[str] | None) -> Verdict:
    """What its cuts show of a record that was played, beside the lines of what was seen live. Raises FairnessError."""
    if replay.daily is not None:
        return _daily(replay, Daily.of(replay.daily))
    made = check_cuts(replay.runs, replay.cuts, len(replay.names))
    check_history(made, replay.match)
    voiced = [_voiced(list(group), replay.names) for _, group in groupby(made, _said)]
    count = sum(len(cut.orders) for cut in made)
    whole = f"{_all(count)} what the secrets and values in this record make."
    if seen is None:
        return Verdict([*voiced, whole, UNSEEN], False)
    lines, bounded = _compared(made, Seen.read(made[0].table, seen), replay.names)
    return Verdict([*voiced, whole, *lines], bounded)


def _daily(replay: Replay, daily: Daily) -> Verdict:
    """What a try at the deal of a day shows. Raises FairnessError."""
    check_deal(replay.match, [order for run in replay.runs for order in run], replay.lots, daily)
    count = sum(map(len, replay.runs))
    return Verdict(
        [
            f"{_all(count)} what the secret of the deal of {daily.day} makes, {ALONE}.",
            f"{COMPARE} {daily.commitment.hex()}",
        ],
        False,
    )


def _compared(made: Sequence[Made], seen: Seen, names: Sequence[str]) -> tuple[list[str], bool]:
    """What was seen live says of the cuts, and whether it bounds what the house could choose in all of them."""
    seen.check_all(made)
    late = [cut.number for cut in made if cut.number not in seen.bound]
    own = sum(seen.own(cut) for cut in made)
    lines = [f"{len(made) - len(late)} of {len(made)} commitments were seen live, before any value was opened."]
    if late:
        lines.append(f"Of {named('cut', late)} none was: of that the record shows no more than by itself.")
    if seen.values:
        lines.append(f"The value of the device that saw this is in {own} of {len(made)} cut{'s' * (len(made) > 1)}.")
    lines += [
        _choice(list(group), seen, names)
        for _, group in groupby(made, lambda cut: (seen.others(cut), cut.frozen is None))
    ]
    lines += _matches(made, seen)
    bounded = all(seen.others(cut) is not None for cut in made)
    return [*lines, *([HONEST] if bounded else [])], bounded


def _matches(made: Sequence[Made], seen: Seen) -> list[str]:
    """Name the match that the cuts were made for, and cuts of others: a match that was not played was another try."""
    match = next((cut.frozen.match for cut in made if cut.frozen is not None), None)
    if match is None:
        return []
    lines = [f"The record is of match {match} at table {seen.table}."]
    if others := seen.elsewhere(made):
        where = named("cut", others)
        lines.append(f"For other matches there the device opened its value in {where}. {ANOTHER_TRY}")
    return lines


def _choice(cuts: Sequence[Made], seen: Seen, names: Sequence[str]) -> str:
    """Among how many orders the house could choose in cuts that are alike in this."""
    where, others = named("cut", [cut.number for cut in cuts]), seen.others(cuts[0])
    where = f"{where[0].upper()}{where[1:]}"
    if cuts[0].frozen is None:
        return f"{where}: {OLD}."
    if others is None:
        return f"{where}: {UNSENT}."
    if not others:
        return f"{where}: when the device opened its value, only one order was left."
    who = _list(names, others)
    return f"{where}: a house that works with {who} could choose among {2 ** len(others)} orders, by what they open."


def _all(shuffles: int) -> str:
    return "The one shuffle is" if shuffles == 1 else f"All {shuffles} shuffles are"


def _said(cut: Made) -> list[tuple[int, ...]]:
    return [cut.seats(said) for said in ("given", *SAID)]


def _voiced(cuts: Sequence[Made], names: Sequence[str]) -> str:
    """Whose values went into cuts that are alike in this."""
    given, *missed = _said(cuts[0])
    count = sum(len(cut.orders) for cut in cuts)
    what = f"values of {len(given)} of {len(names)} players, {_list(names, given)}" if given else ALONE
    told = [text.format(_list(names, seats)) for seats, text in zip(missed, SAID.values(), strict=True) if seats]
    where = named("cut", [cut.number for cut in cuts])
    return "; ".join([f"{where[0].upper()}{where[1:]} ({count} shuffle{'s' * (count > 1)}): {what}", *told]) + "."


def _list(names: Sequence[str], seats: Sequence[int]) -> str:
    *first, last = [names[seat] for seat in seats]
    return f"{', '.join(first)} and {last}" if first else last


def named(what: str, numbers: Sequence[int]) -> str:
    """`cut 4`, `cuts 1 to 3, 5`: ascending numbers, those in a row together."""
    runs = [[row for _, row in group] for _, group in groupby(enumerate(numbers), lambda one: one[1] - one[0])]
    told = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return f"{what}{'s' * (len(numbers) > 1)} {', '.join(told)}"
