"""Checks of a game's scenes, results and stories for every viewer."""

from __future__ import annotations

from collections.abc import Iterator

from shindig.core.layout_and_views import CHANCE
from shindig.gamekit.game_spec import Line, Outcome
from shindig.gamekit.table_scene import Amount, Card, Pick, Press, Prompt, Scene, SeatScene
from shindig.match import Move, Order, View, write_story
from shindig.messages import ENGLISH, Message, Text, find_errors, find_seats

from ..array_overrun_checks import Pairs, Walk, WalkStep


def own_is_given(walk: Walk, views: list[View]) -> Iterator[str]:
    """Check that the private part of a scene is an Own, and that it depends only on its arguments."""
    for view in views[1:]:
        own = walk.game.table.own(view.plain, view.legal.ranges)
        if not isinstance(own, SeatScene):
            yield f"table.own gives seat {view.seat} a {type(own).__name__}: it gives an Own, what only that seat sees"
        elif own != view.own:
            yield (
                f"table.own gives seat {view.seat} another thing when it is asked again: it reads the view that it is "
                "given and the ranges, and nothing else"
            )


def tables_are_shown(walk: Walk, views: list[View]) -> Iterator[str]:
    """Check that every viewer has a scene with every seat in its place."""
    for view in views:
        scene = view.scene
        if not isinstance(scene, Scene):
            yield f"the scene of {name_viewer(view)} is {type(scene).__name__}: table.scene gives a Scene"
        elif [seat.seat for seat in scene.seats] != list(range(walk.seats)):
            yield (
                f"the scene of {name_viewer(view)} has the seats {[seat.seat for seat in scene.seats]}: all, in "
                f"their order"
            )


def scenes_can_be_kept(_walk: Walk, views: list[View]) -> Iterator[str]:
    """Check that scenes are immutable, since pages cache what they draw from them."""
    for view in views:
        for part in find_mutable_parts(view.scene):
            what = type(part).__name__
            yield (
                f"the scene of {name_viewer(view)} holds a {what}: a scene is made of tuples throughout, so "
                f"write a tuple"
            )


def find_mutable_parts(part: object) -> Iterator[object]:
    """Yield the mutable parts of a scene."""
    if isinstance(part, tuple):
        for one in part:
            yield from find_mutable_parts(one)
    elif getattr(part, "__hash__", None) is None:
        yield part


def name_viewer(view: View) -> str:
    return "an onlooker" if view.seat < 0 else f"seat {view.seat}"


def only_known_cards_are_shown(walk: Walk, views: list[View]) -> Iterator[str]:
    """Check that every card of a scene belongs to one of the game's decks."""
    decks = {deck.name: deck for deck in walk.game.table.decks}
    for view in views:
        for card in list_cards(view.scene):
            if card.deck not in decks:
                yield (
                    f"the scene of {name_viewer(view)} shows a card of {card.deck!r}, and table.decks has "
                    f"{', '.join(decks)}"
                )
            elif card.code is not None and card.code not in decks[card.deck].codes:
                yield f"the scene of {name_viewer(view)} shows {card.code!r}, which is no card of {card.deck}"


def list_cards(part: object) -> Iterator[Card]:
    """Yield all cards of a scene."""
    if isinstance(part, Card):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from list_cards(one)


def texts_name_seats(walk: Walk, views: list[View]) -> Iterator[str]:
    """Check that braces in texts hold seat numbers."""
    for view in views:
        for text in list_texts(view.scene):
            if isinstance(text, Message) or "{" in text or "}" in text:
                yield from names_seats(walk, text, f"the scene of {name_viewer(view)}")


def names_seats(walk: Walk, text: object, where: str) -> Iterator[str]:
    """Check that the names of seats can be filled into a text, and that a message is in the message files."""
    if isinstance(text, Message):
        yield from message_is_known(walk, text, where)
        return
    try:
        str(text).format(*[f"<{seat}>" for seat in range(walk.seats)])
    except (ValueError, IndexError, KeyError, AttributeError):
        yield f"{where} says {text!r}: in a text, {{2}} stands for the name of seat 2, and there are {walk.seats} seats"


def message_is_known(walk: Walk, message: Message, where: str) -> Iterator[str]:
    """Check that a message can be written for everybody, and names seats that there are."""
    if not find_seats(message) <= set(range(walk.seats)):
        yield f"{where} says {message.id}, which names seats {sorted(find_seats(message))} of {walk.seats}"
    for you in (None, *find_seats(message)):
        for error in find_errors(message, ENGLISH, you):
            yield f"{where} says {message.id}: {error}. Write it in the game's messages/en"


def list_texts(part: object) -> Iterator[Text]:
    """Yield all texts of a scene."""
    if isinstance(part, (str, Message)):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from list_texts(one)


def own_adds_to_everybodys(walk: Walk, views: list[View]) -> Iterator[str]:
    """Check that a scene drawn from a seat's view equals the public scene plus the seat's own part."""
    for view in views[1:]:
        if view.scene != walk.game.table.scene(view.plain).with_own(view.seat, view.own):
            yield (
                f"the scene of seat {view.seat} is another when table.scene reads that seat's view: what only a seat "
                "sees, "
                "table.own adds"
            )


def only_the_actor_is_asked(walk: Walk, views: list[View]) -> Iterator[str]:
    """Check that only the actor has a prompt."""
    for view in views:
        if (view.scene.prompt is not None) != view.my_turn:
            has = "has a" if view.scene.prompt else "has no"
            turn = f"it is the turn of seat {walk.actor}" if walk.actor >= 0 else "nobody is to act"
            yield f"the scene of {name_viewer(view)} {has} prompt, and {turn}: table.own asks where it is given ranges"


def prompts_offer_what_is_legal(walk: Walk, views: list[View]) -> Iterator[str]:
    """Check that the controls of a prompt play all legal actions and no others."""
    prompt = views[walk.actor + 1].scene.prompt if walk.actor >= 0 else None
    if prompt is not None and list_offered_ranges(prompt) != merge_ranges(walk.ranges):
        yield (
            f"the prompt of seat {walk.actor} offers the actions "
            f"{describe_ranges(list_offered_ranges(prompt))}, and legal are "
            f"{describe_ranges(merge_ranges(walk.ranges))}: table.own makes a control for each"
        )


def list_offered_ranges(prompt: Prompt) -> Pairs:
    """Return the actions behind a prompt's controls as merged ranges."""
    found: Pairs = []
    for control in prompt.controls:
        match control:
            case Press(action):
                found.append((action, action))
            case Amount(_, first, low, high):
                found.append((first, first + high - low))
            case Pick(_, choices):
                found += [(action, action) for _, action, _ in choices]
    return merge_ranges(found)


def merge_ranges(ranges: Pairs) -> Pairs:
    """Sort ranges and join those that touch."""
    joined: Pairs = []
    for first, last in sorted(ranges):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = joined[-1][0], max(last, joined[-1][1])
        else:
            joined.append((first, last))
    return joined


def describe_ranges(ranges: Pairs) -> str:
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in ranges[:6]) or "none"


def scores_are_everybodys(walk: Walk, views: list[View]) -> Iterator[str]:
    """Check that there is one score per seat, equal from every view."""
    outcome = walk.game.words.outcome(walk.m)
    if not isinstance(outcome, Outcome) or len(outcome.scores) != walk.seats:
        yield f"words.outcome is {outcome!r:.80}: it is an Outcome with a score for each of {walk.seats} seats"
        return
    for view in views:
        if {walk.game.words.outcome(facts).scores for facts in (view.record, view.plain)} != {outcome.scores}:
            yield f"words.outcome tells {name_viewer(view)} other scores than the record: it reads public fields only"
    if walk.over:
        yield from winners_have_won(walk, outcome)


def winners_have_won(walk: Walk, outcome: Outcome) -> Iterator[str]:
    """Check that a finished match has a reason, and winners who have the best score."""
    if not outcome.reason:
        yield "the match is over and words.outcome gives no reason"
    if not outcome.winners or not set(outcome.winners) <= set(range(walk.seats)):
        yield f"the match is over and words.outcome names the winners {outcome.winners}: some of the seats"
    elif {outcome.scores[seat] for seat in outcome.winners} != {max(outcome.scores)}:
        yield (
            f"seats {outcome.winners} have won with the scores {outcome.scores}: a greater score is better, so the "
            "best win"
        )


def results_are_texts(walk: Walk, views: list[View]) -> Iterator[str]:
    """Check that the result is a text, empty while there is none."""
    for view in views:
        if not isinstance(view.result, Text):
            yield f"words.result gives {view.result!r:.60}: it gives a text, empty until the hand or the match is over"
        else:
            yield from names_seats(walk, view.result, "words.result")


def stories_are_told(walk: Walk, before: list[View], step: WalkStep, after: list[View]) -> Iterator[str]:
    """Check that every viewer gets a story of every step, in lines that name seats only."""
    happened = make_story_step(walk, step)
    for earlier, later in zip(before, after, strict=True):
        for line in write_story(walk.game, earlier, happened, later):
            if not isinstance(line, Line) or not str(line.text).strip() or line.weight not in (0, 1, 2):
                yield f"words.story tells {line!r:.80}: it gives Lines of some text with a weight from 0 to 2"
            else:
                yield from names_seats(walk, line.text, "words.story")


def make_story_step(walk: Walk, step: WalkStep) -> Move | Order:
    """Return a step as stories expect it."""
    if step.seat == CHANCE:
        return Order(walk.game.rules.orders[0], ())
    return Move(step.seat, step.what[0], "")


VIEWS = (
    own_is_given,
    tables_are_shown,
    scenes_can_be_kept,
    only_known_cards_are_shown,
    texts_name_seats,
    own_adds_to_everybodys,
    only_the_actor_is_asked,
    prompts_offer_what_is_legal,
    scores_are_everybodys,
    results_are_texts,
)
"""Checks of all viewers' scenes and results."""
