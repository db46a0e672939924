"""Verification of a record in sentences: the rules were kept, whose values made its shuffles, and what that proves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from shindig.messages import Argument, Message, Text, join, say, tell
from shindig.record import Replay

from .daily_secret import SealedDeal
from .device_cut_notes import WitnessedCuts
from .recorded_shuffle_check import CheckedCut, check_cuts, check_deal, check_history

MISSED = ("withheld", "left")
"""Kinds of devices that gave no value. The present owner of a seat may not be the one who left it."""


class Verdict(NamedTuple):
    """Result of a verification, sentence by sentence."""

    lines: list[Text]
    proven: bool
    """True if what was witnessed bounds the server's choice in every shuffle."""


def play_record(replay: Replay) -> Message:
    """Play a record to its last line. Raises RecordError."""
    count = sum(1 for _ in replay)
    return say("fair-rules", game=replay.match.game.name, count=count, end="yes" if replay.match.over else "no")


def verify_shuffles(replay: Replay, seen: Iterable[str] | None) -> Verdict:
    """Check the cuts of a played record against what was witnessed live. Raises FairnessError."""
    if replay.daily is not None:
        return _verify_daily(replay, SealedDeal.from_json(replay.daily))
    every = check_cuts(replay.runs, replay.cuts, len(replay.names))
    check_history(every, replay.match)
    off, made = [cut.number for cut in every if cut.called_off], [cut for cut in every if not cut.called_off]
    told: list[Text] = [_describe_values(list(group), replay.names) for _, group in groupby(made, _group_seats)]
    if off:
        told.append(say("fair-off", cuts=name_cuts(off)))
    told.append(say("fair-shuffles", count=sum(len(cut.orders) for cut in made)))
    if seen is None:
        return Verdict([*told, say("fair-unseen")], False)
    lines, bounded = _compare_witnessed(every, WitnessedCuts.from_lines(every[0].table, seen), replay.names)
    return Verdict([*told, *lines], bounded)


def _verify_daily(replay: Replay, daily: SealedDeal) -> Verdict:
    """Check an attempt at the deal of the day. Raises FairnessError."""
    check_deal(replay.match, [order for run in replay.runs for order in run], replay.lots, daily)
    made = say("fair-shuffles-day", count=sum(map(len, replay.runs)), day=daily.day)
    return Verdict([made, say("fair-compare", hash=daily.commitment.hex())], False)


def _compare_witnessed(
    made: Sequence[CheckedCut], seen: WitnessedCuts, names: Sequence[str]
) -> tuple[list[Text], bool]:
    """Compare the cuts with what was witnessed. Returns sentences, and True if all choices are bounded."""
    seen.check_all(made)
    late = [cut.number for cut in made if cut.number not in seen.bound]
    lines: list[Text] = [say("fair-live", seen=len(made) - len(late), count=len(made))]
    if late:
        lines.append(say("fair-late", cuts=name_cuts(late)))
    if seen.values:
        lines.append(say("fair-own", own=sum(seen.has_own_value(cut) for cut in made), count=len(made)))
    lines += [
        _describe_choice(list(group), seen, names)
        for _, group in groupby(made, lambda cut: (seen.find_free_seats(cut), cut.frozen is None))
    ]
    lines += _describe_matches(made, seen)
    known = all(seen.find_free_seats(cut) is not None and not cut.called_off for cut in made)
    bounded = known and not seen.find_tried_cuts(made)
    return [*lines, *([say("fair-honest")] if bounded else [])], bounded


def _describe_matches(made: Sequence[CheckedCut], seen: WitnessedCuts) -> list[Text]:
    """Name the match of the cuts, and cuts of other matches: one that was not played was another try."""
    match = next((cut.frozen.match for cut in made if cut.frozen is not None), None)
    if match is None:
        return []
    lines: list[Text] = [say("fair-match", match=match, table=seen.table)]
    if others := seen.find_other_cuts(made):
        lines.append(say("fair-others", cuts=name_cuts(others)))
    if tried := seen.find_tried_cuts(made):
        lines.append(say("fair-tried", cuts=name_cuts(tried)))
    return lines


def _describe_choice(cuts: Sequence[CheckedCut], seen: WitnessedCuts, names: Sequence[str]) -> Message:
    """Say among how many orders the server could choose in equivalent cuts."""
    where, others = name_cuts([cut.number for cut in cuts]), seen.find_free_seats(cuts[0])
    if cuts[0].frozen is None:
        return say("fair-old", cuts=where)
    if others is None:
        return say("fair-unsent", cuts=where)
    if not others:
        return say("fair-one-order", cuts=where)
    return say("fair-orders", cuts=where, names=join([names[seat] for seat in others]), count=2 ** len(others))


def _group_seats(cut: CheckedCut) -> list[tuple[int, ...]]:
    return [cut.find_seats(said) for said in ("given", *MISSED)]


def _describe_values(cuts: Sequence[CheckedCut], names: Sequence[str]) -> Text:
    """Say whose values went into equivalent cuts."""
    given, *missed = _group_seats(cuts[0])
    facts: dict[str, Argument] = {
        "cuts": name_cuts([cut.number for cut in cuts]),
        "count": sum(len(cut.orders) for cut in cuts),
    }
    if given:
        facts |= {"given": len(given), "total": len(names), "names": join([names[seat] for seat in given])}
    told = [
        say(f"fair-{said}", names=join([names[seat] for seat in seats]))
        for said, seats in zip(MISSED, missed, strict=True)
        if seats
    ]
    return tell(say("fair-values" if given else "fair-alone", **facts), *told)


def name_cuts(numbers: Sequence[int]) -> Message:
    """Name cuts by ascending numbers, with ranges: `cut 4`, `cuts 1 to 3 and 5`."""
    runs = [[row for _, row in group] for _, group in groupby(enumerate(numbers), lambda one: one[1] - one[0])]
    told: list[Text] = [
        str(run[0]) if len(run) == 1 else say("fair-range", first=str(run[0]), last=str(run[-1])) for run in runs
    ]
    return say("fair-cuts", count=len(numbers), numbers=join(told))
