"""Checks of a game's words before every action: texts, refusals, nonsense, advice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit.game_spec import Game, IllegalAction
from shindig.messages import Text

from ..array_overrun_checks import Walk, draw_action
from .actor_and_legal_actions import results_are_alike

NONSENSE = ("", "  ", "sing", "raise", "raise -1", "raise 99999999999999999999", "play", "\0", "é" * 500)
MOST = 40
"""Number of legal actions per turn that are written and read back, and of illegal ones that are refused."""
ADVISED = 16
"""Interval in steps between checks of hints."""
MINUTES = (0.0, 10.0**6)


def sample_legal(walk: Walk) -> list[int]:
    """Return legal actions: all, or if there are many, the ends of each range and some random ones."""
    if sum(last - first + 1 for first, last in walk.ranges) <= MOST:
        return [action for first, last in walk.ranges for action in range(first, last + 1)]
    ends = [action for pair in walk.ranges for action in pair]
    return list(dict.fromkeys([*ends[:MOST], *(draw_action(walk.ranges, walk.rng) for _ in range(MOST // 2))]))


def sample_illegal(walk: Walk) -> list[int]:
    """Return illegal actions of all kinds: random ids below the amounts, and the edges and middles of these."""
    families, rng = walk.game.rules.amounts, walk.rng
    below = families[0].first if families else walk.game.rules.num_actions
    found = [int(action) for action in rng.integers(below, size=MOST // 2)]
    found += [action for family in families for action in (family.first, family.first + 500, family.last)]
    found += [action for first, last in walk.ranges[:4] for action in (first - 1, last + 1)]
    return [action for action in found if 0 <= action < walk.game.rules.num_actions and not is_legal(walk, action)]


def is_legal(walk: Walk, action: int) -> bool:
    return any(first <= action <= last for first, last in walk.ranges)


def texts_read_back(walk: Walk) -> Iterator[str]:
    """Check that each legal action has a text of its own that parses back to it."""
    words = walk.game.words
    for action in sample_legal(walk):
        text = words.text(walk.m, action)
        if not isinstance(text, str) or not text.strip():
            yield f"words.text writes action {action} as {text!r}: each action is written in words"
            continue
        read = words.parse(walk.m, text)
        if read != action:
            yield (
                f"words.text writes action {action} as {text!r}, and words.parse reads that as {read}: they go both "
                "ways"
            )


def texts_are_the_actors(walk: Walk) -> Iterator[str]:
    """Check that texts are equal from the record, its snapshot, and the actor's view."""
    words, plain = walk.game.words, walk.game.rules.layout.to_plain(walk.array)
    for action in sample_legal(walk):
        text = words.text(walk.m, action)
        yield from results_are_alike(walk, f"words.text of action {action}", partial(_flipped, words.text, action))
        yield from results_are_alike(walk, f"words.parse of {text!r}", partial(_flipped, words.parse, text))
        if (words.text(plain, action), words.parse(plain, text)) != (text, action):
            yield (
                f"words.text of action {action} is {text!r} from the record and {words.text(plain, action)!r} from its "
                "snapshot: write `m.hand[seat][i]`, which both know"
            )


def texts_at_once_are_the_same(walk: Walk) -> Iterator[str]:
    """Check that `words.texts`, if the game has it, writes a range of actions as `words.text` writes each."""
    words, plain = walk.game.words, walk.game.rules.layout.to_plain(walk.array)
    for first, last in walk.ranges if words.texts else ():
        last = min(last, first + MOST)
        texts = [words.text(plain, action) for action in range(first, last + 1)]
        if [*words.between(plain, first, last)] != texts:
            yield f"words.texts writes actions {first} to {last} otherwise than words.text: both write the same"


def _flipped(function: Callable[[Any, Any], object], given: object, m: Any) -> object:
    return function(m, given)


def _refusal(game: Game, action: int, m: Any) -> str:
    return str(game.words.refuse(m, action))


def refusals_cite_clauses(walk: Walk) -> Iterator[str]:
    """Check that every refusal is an IllegalAction with a clause of the rules page, equal from the actor's view."""
    for action in sample_illegal(walk):
        refusal = walk.game.words.refuse(walk.m, action)
        if not isinstance(refusal, IllegalAction):
            yield f"words.refuse of action {action} is {refusal!r:.60}: it gives IllegalAction(clause, why)"
            return
        if list_clauses(walk.game) and refusal.clause not in list_clauses(walk.game):
            yield (
                f"words.refuse of action {action} cites {refusal.clause!r}, which is no clause of the rules page: "
                f"{refusal}"
            )
        yield from results_are_alike(walk, f"words.refuse of action {action}", partial(_refusal, walk.game, action))
        if str(walk.game.words.refuse(walk.game.rules.layout.to_plain(walk.array), action)) != str(refusal):
            yield f"words.refuse of action {action} says otherwise from the record's snapshot than from the record"


def nonsense_is_refused(walk: Walk) -> Iterator[str]:
    """Check that nonsense is refused with the expected form."""
    for words in NONSENSE:
        try:
            action = walk.game.words.parse(walk.m, words)
            if not isinstance(action, int) or not words.strip():
                yield f"words.parse reads {words!r} as {action!r}: it raises GameError where a text means nothing"
        except ValueError as error:
            if not str(error).strip():
                yield f"words.parse refuses {words!r} without a word: say what was expected"
        except Exception as error:
            yield (
                f"words.parse raises {type(error).__name__} at {words!r}: it raises GameError, which says what was "
                "expected"
            )


def nothing_is_changed_by_words(walk: Walk) -> Iterator[str]:
    """Check that words and pictures do not change the record."""
    before = walk.array.tobytes()
    for action in sample_legal(walk)[:3]:
        walk.game.words.text(walk.m, action)
    for action in sample_illegal(walk)[:3]:
        walk.game.words.refuse(walk.m, action)
    walk.game.words.outcome(walk.m)
    if walk.array.tobytes() != before:
        yield "words.text, refuse or outcome change the record: they only read it"


def advice_is_lines(walk: Walk) -> Iterator[str]:
    """Check that hints and reasons are texts. They may be slow, so only some turns are checked."""
    words = walk.game.words
    if len(walk.steps) % ADVISED or (words.hints is None and words.reasons is None):
        return
    view = walk.game.rules.layout.to_plain(walk.game.view(walk.array, walk.actor))
    legal = sample_legal(walk)
    told = {
        "hints": words.hints(view) if words.hints else [],
        "reasons": words.reasons(view, legal[0], legal[-1]) if words.reasons else [],
    }
    for name, lines in told.items():
        if not isinstance(lines, list) or not all(isinstance(line, Text) and line for line in lines):
            yield f"words.{name} gives {lines!r:.60}: it gives a list of lines"


def clock_answers_legally(walk: Walk) -> Iterator[str]:
    """Check that the server's answer about an agreed time is a legal action."""
    if walk.game.services.by_clock is not None:
        for minutes in MINUTES:
            answer = walk.game.services.by_clock(walk.m, minutes)
            if answer is not None and not is_legal(walk, answer):
                yield f"services.by_clock answers {answer} after {minutes:.0f} minutes, which is not legal now"


@cached(RULE_PARTS)
def list_clauses(game: Game) -> frozenset[str]:
    """Return the ids of the clauses on a game's rules page; none if it has no page."""
    page = game.services.folder / "rules.md" if game.services.folder else None
    text = page.read_text("utf-8") if page and page.is_file() else ""
    prefixes = "|".join(map(re.escape, game.services.clauses))
    return frozenset(re.findall(rf"\b(?:{prefixes})-\d+\b", text)) if prefixes else frozenset()


TURN = (
    texts_read_back,
    texts_are_the_actors,
    texts_at_once_are_the_same,
    refusals_cite_clauses,
    nonsense_is_refused,
    nothing_is_changed_by_words,
    advice_is_lines,
    clock_answers_legally,
)
"""Checks of the actor's words."""
