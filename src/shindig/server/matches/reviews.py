"""Reviews of finished matches. A person's choices are reviewed one by one, last in the bots' queue."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from shindig.bots.choice_review import BEST, GOOD, GRADES, UNSURE
from shindig.bots.external_bot_json import BotError
from shindig.gamekit.table_scene import Card, Pick, Pile
from shindig.match import View
from shindig.messages import Message, Text, find_errors, has_message, say

from ..background_tasks import end_tasks
from ..bot_pool.pool_interface import BotsLink
from ..broadcast.match_view_of_person import NO_TENURE, SeatHistory, SeatTenure, build_person_view
from ..errors import BusyError, ForbiddenError, RefusedError
from ..fair_queue import CURRENT_ASKER, Asker, Bounds, FairQueue
from ..recent_cache import RecentCache
from ..storage.database import StoreError
from ..table_log.events import Acted
from .archive import ArchivedMatch, take_judged_step
from .exercises import Exercises
from .player_results import PlayerResults
from .weighed_decisions import Loss, WeighedDecision

Key = tuple[str, int, str]
"""Table, match and person."""
MOST, OF_ADDRESS, OWN, KEPT = 64, 8, 2, 100
"""Largest number of running reviews, of one address, of one person, and of cached ones."""
BOUNDS = Bounds(MOST, OF_ADDRESS, OWN)
WORST_FIRST = (*(grade for _, grade in GRADES), UNSURE, GOOD, BEST)
"""Grades of choices."""
MOST_REASONS = 2
"""Number of reasons beside a choice."""
FULL = say("busy-reviews")


class ReviewedDecision(NamedTuple):
    """A choice of a person."""

    step: int
    """Number of the step in the match."""
    view: View
    """View of the person, with observations."""
    action: int
    held: SeatTenure = NO_TENURE
    """Tenure of the seat at that time."""


class Evidence(NamedTuple):
    """Knowledge of a seat when it made a choice."""

    title: Text = ""
    """Hand and step of the match."""
    cards: tuple[Card, ...] = ()
    """The cards to choose from, or its whole hand. Cards of the choice alone have the mark `worse`, those of the best
    one alone `better`."""
    middle: tuple[Pile, ...] = ()
    """Cards that lie open in the middle, such as the trick so far."""
    pots: tuple[tuple[Text, int], ...] = ()
    """Name and amount of each pot."""
    reasons: tuple[Text, ...] = ()
    """Why the best choice is better than the one made, in the game's words."""
    notes: tuple[Text, ...] = ()
    """A word on each card of the hand, empty for none; () if no card has one."""


def gather_evidence(view: View, action: int, best: int | None) -> Evidence:
    """Return what the seat of a view knows, and why the best choice is better than its action."""
    hand = [card for pile in view.own.piles[:1] for card in pile.cards]
    controls = view.own.prompt.controls if view.own.prompt else ()
    choices = [(places, one) for pick in controls if isinstance(pick, Pick) for places, one, _ in pick.choices]
    shown = {place for places, _ in choices for place in places} or {*range(len(hand))}
    worse, better = ({at for places, one in choices if one == which for at in places} for which in (action, best))
    marks = [("worse",) * (at in worse - better) + ("better",) * (at in better - worse) for at in range(len(hand))]
    cards = tuple(
        card._replace(marks=(*card.marks, *marks[at])) for at, card in enumerate(hand) if card.code and at in shown
    )
    reasons = tuple(view.list_reasons(action, best)[:MOST_REASONS]) if best is not None else ()
    notes = view.own.piles[0].notes if hand else ()
    notes = tuple(notes[at] for at in sorted(shown)) if len(notes) == len(hand) else ()
    return Evidence(view.scene.title, cards, list_open_piles(view), view.scene.pots, reasons, notes)


def list_open_piles(view: View) -> tuple[Pile, ...]:
    """Return the cards that lie open in the middle, without those out of play and a trick that is over."""
    piles = [pile for pile in view.scene.centre if pile.cards and pile.cards[-1].code and pile.shape != "fan"]
    over = any(pile.seat is not None and pile.note for pile in piles)
    return tuple(pile for pile in piles if not (over and pile.seat is not None))


_SEATS, _AMOUNTS = re.compile(r"\{-?\d+\}"), re.compile(r"\d+")


def find_decision_kind(view: View) -> str:
    """Return the kind of a decision: the id of the question's message, or its plain text without names and numbers."""
    question = view.scene.prompt.question if view.scene.prompt else ""
    if isinstance(question, Message):
        return question.id
    return _AMOUNTS.sub("…", _SEATS.sub("somebody", question))


def name_decision_kind(kind: str) -> Text:
    """Return a kind of decision in words: its message's `.kind`, or else the question itself."""
    if has_message(f"{kind}.kind"):
        return Message(f"{kind}.kind")
    if not has_message(kind):
        return kind or say("statistics-other")
    return say("statistics-other") if find_errors(Message(kind)) else Message(kind)


def sum_losses(made: Sequence[ReviewedDecision], found: Sequence[WeighedDecision]) -> dict[str, Loss]:
    """Sum the costs by kind of decision."""
    told: dict[str, Loss] = {}
    for decision, one in zip(made, found, strict=True):
        kind = find_decision_kind(decision.view)
        told[kind] = told.get(kind, Loss()).plus(Loss(1, one.weighed.lost))
    return told


@dataclass
class Review:
    """Review of a person's choices in a match, as far as it has come."""

    game: str
    decisions: int
    score: int
    """Result of the match."""
    won: str = ""
    """`yes` or `no`; empty if the person left before the end."""
    counts: bool = True
    found: list[WeighedDecision] = field(default_factory=list)
    evidence: dict[int, Evidence] = field(default_factory=dict)
    """Knowledge of the seat at each choice that cost something or is hard to judge, by its step."""
    failed: Text = ""
    """Reason why the review stopped."""

    @property
    def done(self) -> bool:
        return bool(self.failed) or len(self.found) == self.decisions

    @property
    def costly(self) -> list[WeighedDecision]:
        """Choices that lost something, those of the worst grade first, then the most costly."""
        costly = [one for one in self.found if one.weighed.lost]
        return sorted(costly, key=lambda one: (WORST_FIRST.index(one.weighed.grade), -one.weighed.lost))

    @property
    def unsure(self) -> list[WeighedDecision]:
        """Choices that no deals can judge."""
        return [one for one in self.found if one.weighed.grade == UNSURE]

    @property
    def lost(self) -> float:
        """Total loss by choices. The rest of the result is luck and the others' play."""
        return sum(one.weighed.lost for one in self.found)


def find_decisions(found: ArchivedMatch, sight: SeatHistory) -> list[ReviewedDecision]:
    """Return a person's choices in a match, with their views: each action of an exchange is one."""
    again, made = found.begins.build_match(), list[ReviewedDecision]()
    for number, event in enumerate(found.events):
        if isinstance(event, Acted) and event.by in ("person", "plan"):
            for held in [one for one in sight.before[number] if one.seat == event.seat]:
                view = build_person_view(again, held, number)
                made += [ReviewedDecision(number, view, event.action, held)] if len(view.legal) > 1 else []
        take_judged_step(again, event)
    return made


class Reviews:
    """Reviews by table, match and person, computed once and cached."""

    def __init__(
        self,
        bots: BotsLink,
        exercises: Exercises,
        results: PlayerResults,
        bounds: Bounds = BOUNDS,
        kept: int = KEPT,
    ) -> None:
        """`bounds` limits running reviews, and `kept` cached ones."""
        self._bots, self._exercises, self._results = bots, exercises, results
        self._own = bounds.of_person
        self._queue = FairQueue(0, bounds, FULL)
        """Queue of running reviews. None has a turn here; their choices take turns in the pool of bots."""
        self._kept: RecentCache[Key, tuple[Review, asyncio.Task[None]]] = RecentCache("reviews", kept)

    def find_review(self, key: Key) -> Review | None:
        """Return a review that was begun, unless it failed."""
        review, _ = self._kept.find(key) or (None, None)
        return review if review is not None and not review.failed else None

    async def get_review(self, key: Key, found: ArchivedMatch, sight: SeatHistory) -> Review | None:
        """Return the review of a person's choices in a match, as far as it has come; None while bots are compiled.

        Raises ForbiddenError for a person who did not sit there, RefusedError for a game without policies.
        """
        game = found.match.game
        if not sight.sat:
            raise ForbiddenError(say("refuse-review-strangers"))
        if game.policies is None:
            raise RefusedError(say("refuse-no-reviews", game=game.name))
        if not self._bots.is_ready(game.id):
            await self._bots.request_compilation(game.id)
            return None
        made = await asyncio.to_thread(find_decisions, found, sight)
        last = sight.last_seat
        outcome = game.words.outcome(found.match.record)
        score, won = (outcome.scores[last], "yes" if last in outcome.winners else "no") if last is not None else (0, "")
        begun = Review(game.id, len(made), score, won, found.origin is None)
        return self.find_review(key) or self._start_review(key, begun, made)

    def _start_review(self, key: Key, review: Review, made: Sequence[ReviewedDecision]) -> Review:
        """Review one choice after another. Raises BusyError if too many reviews are running."""
        under_way = [person for (_, _, person), (_, task) in self._kept.items() if not task.done()]
        if under_way.count(key[2]) >= self._own:
            raise BusyError(say("busy-own-reviews", count=self._own))
        ticket = self._queue.enter(Asker(key[2], CURRENT_ASKER.get().address), lambda: self._cancel_review(key, review))
        task = asyncio.create_task(self._weigh_decisions(key, review, made), name=f"review {key[0]}")
        task.add_done_callback(lambda _: ticket.leave())
        for _, oldest in self._kept.keep(key, (review, task)):
            oldest.cancel()
        return review

    def _cancel_review(self, key: Key, review: Review) -> None:
        """End a review, so that another address gets one too."""
        review.failed = FULL
        self._kept[key][1].cancel()

    async def _weigh_decisions(self, key: Key, review: Review, made: Sequence[ReviewedDecision]) -> None:
        """Review all choices. Then store their costs, and the costly ones as exercises if the match counts."""
        try:
            for one in made:
                weighed = await self._bots.review(one.view, one.action)
                if weighed.lost or weighed.grade == UNSURE:
                    known = one.view, one.action, weighed.best_action
                    review.evidence[one.step] = await asyncio.to_thread(gather_evidence, *known)
                review.found.append(WeighedDecision(one.step, one.view.seat, weighed))
            if review.counts:
                await self._exercises.store_exercises(*key, review.game, review.costly)
                await self._results.store_losses(*key, await asyncio.to_thread(sum_losses, made, review.found))
        except (BotError, BusyError, StoreError) as error:
            review.failed = say("busy-review") if isinstance(error, BotError) else error.text

    async def close(self) -> None:
        await end_tasks(*(task for _, task in self._kept.values()))
