"""Report of a check: problems, one sentence each with its place, collected until everything has been checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from traceback import FrameSummary, extract_tb
from typing import Any

from ..bots import bot_loader
from ..bots.bot_loader import WORK, BotTimeout, limit_time
from ..core.error_pickling import Portable

Check = Callable[..., Iterable[str]]
"""Function that yields a sentence for each problem it finds."""
PATIENCE = 20.0
"""Processor time in seconds after which a check of plain Python counts as endless. Shindig's own games take half a
second at most."""
_TOOLS = (str(Path(__file__).parent), bot_loader.__file__, "/numpy/", "/numba/", "/llvmlite/", "<")


class CheckError(Portable, AssertionError):
    """Failure of a game's check. `problems` are sentences, each with its place and how to mend it."""

    def __init__(self, game_id: str, problems: list[str]) -> None:
        self.problems = problems
        count = "one problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__("\n- ".join([f"{game_id}: {count}", *problems]))


class Endless(Exception):
    """Signal that a game never ends, so that further checks are pointless."""


class ProblemReport:
    """All problems found so far. Each check adds at most one problem per phase, since others there mostly repeat it.

    An equal sentence from several checks at one place also counts once.
    """

    def __init__(self) -> None:
        self.problems: list[str] = []
        self._said: set[tuple[object, ...]] = set()

    def run_check(
        self, check: Check, *given: Any, place: object = "", phase: int | None = None, ends: bool = False
    ) -> bool:
        """Run a check and return True if it finds nothing. Findings are added with the place; an exception counts too.

        Raises Endless if the check takes longer than PATIENCE, unless `ends` says that it is known to end.
        """
        found: list[str] = []
        try:
            with limit_time(0 if ends else PATIENCE, WORK):
                found.extend(check(*given))
        except BotTimeout as late:
            self._add_problem(describe_timeout(late), place, (Endless,))
            raise Endless from late
        except Exception as error:
            found.append(describe_error(error))
        for sentence in found:
            self._add_problem(sentence, place, (check.__name__, sentence if phase is None else phase))
        return not found

    def run_checks(self, checks: Iterable[Check], *given: Any, place: object = "", phase: int | None = None) -> bool:
        """Run all of some checks and return True if none finds anything."""
        return not [check for check in checks if not self.run_check(check, *given, place=place, phase=phase)]

    def _add_problem(self, sentence: str, place: object, key: tuple[object, ...]) -> None:
        said = f"{place}: {sentence}" if str(place) else sentence
        if key not in self._said and said not in self.problems:
            self.problems.append(said)
        self._said.add(key)


def describe_error(error: Exception) -> str:
    """Describe an error in a sentence, with the last line of the game's own code in its traceback."""
    said = f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
    return f"{said}, raised {at}" if (at := _describe_place(error)) else said


def describe_timeout(late: BotTimeout) -> str:
    """Describe the place of an endless check."""
    at = f" It stood {at}" if (at := _describe_place(late)) else ""
    return f"this never ends: after {PATIENCE:g} seconds of processor time it was still at work.{at}"


def _describe_place(error: BaseException) -> str:
    frame = _find_last_line(error)
    return f"at {Path(frame.filename).name}:{frame.lineno} by `{frame.line}`" if frame else ""


def _find_last_line(error: BaseException) -> FrameSummary | None:
    frames = [one for one in extract_tb(error.__traceback__) if not any(tool in one.filename for tool in _TOOLS)]
    return frames[-1] if frames else None
