"""Arena of bots: every seating gets equal cards, so that luck weighs less and skill more."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from math import inf

from shindig.bots import RANDOM
from shindig.bots.external_bots import close_programs
from shindig.core.confidence_intervals import LEVEL
from shindig.gamekit import Game, GameError, game
from shindig.observations import Budget

from ..analyse.bot_gains import Arena, Tally
from . import argument_checks
from .arena_store import ArenaStore, describe_meeting
from .duplicate_deals import PATIENCE, DuplicateDeal, Meeting, fill_seats, play_deal
from .process_pool import check_processes, choose_seed, prepare_game, run_in_processes


@dataclass(frozen=True)
class Stop:
    """Conditions for the end of an arena: a number of deals, or earlier."""

    deals: int = 100
    until: float | None = None
    """Confidence in percent, like 95, that the first bot is better or worse than the table, at which to stop."""
    within: float | None = None
    """Half the width of the first bot's interval at which to stop."""

    def __post_init__(self) -> None:
        """Raise GameError for impossible values."""
        argument_checks.check_whole(self.deals, "deals", 1, argument_checks.DEALS)
        if self.until is not None and not 50 <= self.until < 100:
            raise GameError(f"expected a certainty in percent, from 50 to less than 100, not {self.until:g}")
        if self.within is not None and not 0 < self.within < inf:
            raise GameError(f"expected a width of more than 0, not {self.within:g}")

    @property
    def level(self) -> float:
        """Confidence level of the intervals, 0 to 1."""
        return LEVEL if self.until is None else self.until / 100

    def find_reason(self, arena: Arena) -> str:
        """Return the boundary that is reached; empty if none is."""
        if self.until is not None and arena.clear:
            return "until"
        return "within" if self.within is not None and arena.within(self.within) else ""


def arena(
    game_id: str,
    bots: Sequence[str],
    players: int | None = None,
    deals: int = 100,
    seed: int | None = None,
    processes: int = 1,
    options: Mapping[str, object] | None = None,
    *,
    hands: int | None = None,
    budget: Budget = Budget(),  # noqa: B008 - it is frozen
    patience: float = PATIENCE,
    until: float | None = None,
    within: float | None = None,
    out: str | None = None,
    watch: Callable[[Arena], None] | None = None,
    luck: bool = False,
) -> Arena:
    """Let bots play `deals` matches, each once for every rotation of the seats, dealt alike.

    Bots are named as docs/bots.md says. Fewer names than seats take turns, so two bots of four seats have two each.
    With `hands` each match stops after so many; `budget` and `patience` (in seconds) are for each decision.
    Where the game tells the luck of draws, gains are without it; with `luck` it is left in.
    `until`, in percent, and `within` stop sooner (`Stop`), a folder `out` keeps what is done, `watch` is told after
    every deal. A bot that meets only itself plays under several names, `steady (1)` and `steady (2)`.
    The number of processes does not change the result. Raises GameError, also for a bot that fails.
    """
    stop = Stop(deals, until, within)
    check_processes(processes)
    meeting = make_meeting(game_id, bots, players, options, seed, budget, patience, hands, luck, out=out)
    folder = open_arena_folder(out, meeting)
    with folder.begin_work(describe_meeting(meeting, game(game_id))) if folder else nullcontext():
        found = collect_deals(meeting, stop, play_deals(meeting, deals, processes, folder), watch or (lambda _: None))
    if folder:
        folder.write_tables(found.deals)
    return found


def make_meeting(
    game_id: str,
    bots: Sequence[str],
    players: int | None,
    options: Mapping[str, object] | None,
    seed: int | None,
    budget: Budget,
    patience: float,
    hands: int | None,
    luck: bool,
    *,
    out: str | None,
) -> Meeting:
    """Build the meeting of the arena. The seed comes from the folder `out`, if there is one. Raises GameError."""
    if seed is None and out is not None:
        seed = ArenaStore(out).facts.get("seed")
    names, same = distinguish_names(seat_bots(game(game_id), bots, players, options), len(bots))
    return Meeting(game_id, options or {}, names, choose_seed(seed), budget, patience, hands, not luck, same)


def open_arena_folder(out: str | None, meeting: Meeting) -> ArenaStore | None:
    """Open the folder of an arena. Raises GameError if it holds another arena."""
    if out is None:
        return None
    folder = ArenaStore(out)
    folder.check_facts(describe_meeting(meeting, game(meeting.game_id)))
    return folder


def seat_bots(
    rules: Game, bots: Sequence[str], players: int | None, options: Mapping[str, object] | None
) -> tuple[str, ...]:
    """Return a bot for every seat. Raises GameError."""
    if rules.rules.seats[-1] < 2:
        raise GameError(f"{rules.name} is a game for one: bots meet in games for two or more")
    if "" in bots or len(bots) < 2:
        raise GameError(f"an arena takes at least two bots, not {' '.join(filter(None, bots)) or 'none'}")
    seats = max(rules.rules.seats[0], len(bots)) if players is None else players
    rules.new(seats, options)
    return fill_seats(rules, bots, seats)


def distinguish_names(seated: tuple[str, ...], count: int) -> tuple[tuple[str, ...], str]:
    """Return distinct names for the seats, and the bot behind all of them if it meets itself: `steady (1)`, `steady
    (2)`."""
    if len(set(seated)) > 1:
        return seated, ""
    return tuple(f"{name} ({seat % count + 1})" for seat, name in enumerate(seated)), seated[0]


def collect_deals(
    meeting: Meeting, stop: Stop, deals: Generator[DuplicateDeal, None, None], watch: Callable[[Arena], None]
) -> Arena:
    """Add deals until it is time to stop."""
    tally = Tally(meeting.names, stop.deals)
    with closing(deals):
        for deal in deals:
            tally.add(deal)
            found = tally.build_arena(meeting.seed, stop.level, stop.until is not None)
            found = replace(found, stopped=stop.find_reason(found) if found.deals < stop.deals else "")
            watch(found)
            if found.stopped:
                break
    close_programs()
    return found


def play_deals(
    meeting: Meeting, deals: int, processes: int, folder: ArenaStore | None
) -> Generator[DuplicateDeal, None, None]:
    """Yield the deals in order; finished ones come from the folder."""
    prepare_game(meeting.game_id, meeting.kinds != {RANDOM})
    done = folder.list_done() if folder else set()
    missing = [deal for deal in range(deals) if deal not in done]
    with closing(run_in_processes(partial(play_deal, meeting), missing, processes)) as fresh:
        for number in range(deals):
            if folder and number in done:
                yield folder.read_deal(number)
                continue
            deal = next(fresh)
            if folder:
                folder.write_deal(number, deal)
            yield deal
