"""What a check says: problems, each a sentence with its place, gathered until all has been looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from traceback import FrameSummary, extract_tb
from typing import Any

from ..bots import anybody
from ..bots.anybody import WORK, Late, limit

Check = Callable[..., Iterable[str]]
"""Looks at something and yields a sentence for each thing that is wrong."""
PATIENCE = 20.0
"""Seconds of processor time until a check of plain Python counts as one that never ends; those of shindig's own games
take half a second at most."""
_TOOLS = (str(Path(__file__).parent), anybody.__file__, "/numpy/", "/numba/", "/llvmlite/", "<")


class CheckError(AssertionError):
    """What is wrong with a game; `problems` are sentences, each with its place and how to mend it."""

    def __init__(self, game_id: str, problems: list[str]) -> None:
        self.problems = problems
        count = "one problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__("\n- ".join([f"{game_id}: {count}", *problems]))


class Endless(Exception):
    """Something never ends, so that there is no use in going on."""


class Report:
    """All problems found so far. Of what one check says of one phase, the first is kept: the rest is the same again.

    So is what several checks run into alike, at one place.
    """

    def __init__(self) -> None:
        self.problems: list[str] = []
        self._said: set[tuple[object, ...]] = set()

    def fine(self, check: Check, *given: Any, place: object = "", phase: int | None = None, ends: bool = False) -> bool:
        """Whether a check finds nothing. What it finds is kept, with the place; what it raises is a problem too.

        Raises Endless where it takes longer than PATIENCE, unless it is known to end.
        """
        found: list[str] = []
        try:
            with limit(0 if ends else PATIENCE, WORK):
                found.extend(check(*given))
        except Late as late:
            self._keep(stuck(late), place, (Endless,))
            raise Endless from late
        except Exception as error:
            found.append(raised(error))
        for sentence in found:
            self._keep(sentence, place, (check.__name__, sentence if phase is None else phase))
        return not found

    def all_fine(self, checks: Iterable[Check], *given: Any, place: object = "", phase: int | None = None) -> bool:
        """Whether all of some checks find nothing; all of them look."""
        return not [check for check in checks if not self.fine(check, *given, place=place, phase=phase)]

    def _keep(self, sentence: str, place: object, key: tuple[object, ...]) -> None:
        said = f"{place}: {sentence}" if str(place) else sentence
        if key not in self._said and said not in self.problems:
            self.problems.append(said)
        self._said.add(key)


def raised(error: Exception) -> str:
    """An error in a sentence: what it says, and the last line of the game's own code that it went through."""
    said = f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
    return f"{said}, raised {at}" if (at := _where(error)) else said


def stuck(late: Late) -> str:
    """Where something was that never ends."""
    at = f" It stood {at}" if (at := _where(late)) else ""
    return f"this never ends: after {PATIENCE:g} seconds of processor time it was still at work.{at}"


def _where(error: BaseException) -> str:
    frame = _last_line(error)
    return f"at {Path(frame.filename).name}:{frame.lineno} by `{frame.line}`" if frame else ""


def _last_line(error: BaseException) -> FrameSummary | None:
    frames = [one for one in extract_tb(error.__traceback__) if not any(tool in one.filename for tool in _TOOLS)]
    return frames[-1] if frames else None
