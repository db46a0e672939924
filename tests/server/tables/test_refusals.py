"""Every refusal of a table: what it is for, its kind, which is its HTTP status, and its sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from shindig.gamekit import GameError, IllegalAction, game
from shindig.games.tall_card.rules.state import DECLINE, TAKE
from shindig.server.broadcast.presence import Presence
from shindig.server.errors import ForbiddenError, LateError, RefusedError, RoomError
from shindig.server.fairness.daily_secret import SealedDeal, Terms
from shindig.server.fairness.fair_shuffle import make_seal
from shindig.server.person import Person
from shindig.server.schemas import PHRASES, Answer
from shindig.server.table_log.events import (
    ChatSaid,
    Eased,
    Held,
    Left,
    Nudged,
    Paced,
    Resumed,
    Returned,
    Seated,
    Undone,
)
from shindig.server.table_log.table_state import TableState, UndoPoint
from shindig.server.tables import commands as c
from shindig.server.tables.commands import MAX_KEY
from shindig.server.tables.decide import decide
from shindig.server.tables.decide.action_check import check_action
from shindig.server.tables.decide.table_commands import MAX_SAID
from tests.kits.server.decide_kit import (
    ANN,
    BOB,
    PACE,
    VALUES,
    begun,
    carry_out,
    dealt,
    given,
    moment,
    opened,
    over,
    sat,
)

CYD = Person("c", "Cyd")
ANNA, BOBO = Person("a", "Ann", "ann"), Person("b", "Bob", "bob")
TALL_CARD = game("tall-card")
DAILY = SealedDeal("2023-11-26", Terms("tall-card", TALL_CARD.rules.version, 3, "steady", 2), bytes(range(64)))


def after(state: TableState, *commands: c.Command[Any]) -> TableState:
    """The same when these were done."""
    for command in commands:
        carry_out(state, command, moment(101))
    return state


def a_try() -> TableState:
    """Ann's at the deal of a day, its cards dealt."""
    return given(begun(ANN, seats=3, daily=DAILY))


def cut() -> TableState:
    """Ann and Bob have sealed, and values are being opened, the cutter's last."""
    state = after(opened(), *(c.Seal(who, 0, make_seal(value)) for who, value in VALUES.items()))
    return after(state, c.NextStage("opening"))


def move(state: TableState, person: Person = BOB, choice: Any = TAKE, **more: Any) -> c.PlayMove:
    return c.PlayMove(person, choice, state.token, **more)


Case = tuple[Callable[[], TableState], Callable[[TableState], c.Command[Any]], type[RoomError], str]
REMATCH = "You can agree to a rematch when the match is over"
NO_SEAT = "You don’t have a seat at this table"
ACTIONS = f"actions are numbers from 0 to {TALL_CARD.rules.num_actions - 1}, not"
CUTS = "cut 0"
CASES: dict[str, Case] = {
    "a stranger's move": (dealt, lambda one: move(one, CYD), ForbiddenError, NO_SEAT),
    "a move in a pause": (
        lambda: after(dealt(), c.Pause(ANN)),
        move,
        RefusedError,
        "The table is paused",
    ),
    "a newcomer's move": (
        lambda: after(given(begun(ANN)), c.Sit(BOB)),
        move,
        RefusedError,
        "You’re in from the next deal on",
    ),
    "another's turn": (dealt, lambda one: move(one, ANN), LateError, "It’s Bob’s turn, not yours"),
    "nobody's turn": (
        opened,
        lambda one: move(one, ANN),
        LateError,
        "It’s nobody’s turn right now",
    ),
    "a turn that is over": (
        dealt,
        lambda _: c.PlayMove(BOB, TAKE, "0.0"),
        LateError,
        "The table has moved on. Look again",
    ),
    "less than an action": (dealt, lambda one: move(one, choice=-1), RoomError, f"{ACTIONS} -1"),
    "more than an action": (
        dealt,
        lambda one: move(one, choice=TALL_CARD.rules.num_actions),
        RoomError,
        f"{ACTIONS} {TALL_CARD.rules.num_actions}",
    ),
    "several actions": (
        dealt,
        lambda one: move(one, choice=(TAKE, TAKE)),
        RoomError,
        "one action is expected here, not several",
    ),
    "a second seat": (
        lambda: sat(ANN, seats=3),
        lambda _: c.Sit(ANN, 1),
        RefusedError,
        "You already have a seat here",
    ),
    "a taken seat": (lambda: sat(ANN, seats=3), lambda _: c.Sit(BOB, 0), RefusedError, "That seat is taken"),
    "no free seat": (lambda: sat(ANN, BOB), lambda _: c.Sit(CYD), RefusedError, "No seat is free"),
    "a seat past the last": (
        lambda: sat(ANN),
        lambda _: c.Sit(BOB, 2),
        RoomError,
        "there are seats 0 to 1, no seat 2",
    ),
    "a seat before the first": (
        lambda: sat(ANN),
        lambda _: c.Sit(BOB, -1),
        RoomError,
        "there are seats 0 to 1, no seat -1",
    ),
    "a guest at a rated table": (
        lambda: sat(ANNA, rated=True),
        lambda _: c.Sit(BOB),
        ForbiddenError,
        "You need an account at a ranked table. Create one: you keep everything you’ve done so far",
    ),
    "a seat at a table that is closed": (
        lambda: after(sat(ANN), c.Close(ANN)),
        lambda _: c.Sit(BOB),
        RefusedError,
        "This table is closed",
    ),
    "a bot that there is not": (
        lambda: sat(ANN),
        lambda _: c.AddBot(ANN, bot="nobody"),
        RoomError,
        "there is no bot 'nobody'; there are ",
    ),
    "a bot in a person's place": (
        lambda: sat(ANN, BOB, seats=3),
        lambda _: c.AddBot(ANN, 1),
        RefusedError,
        "No seat is free for a bot",
    ),
    "a bot where all is taken": (
        lambda: sat(ANN, BOB),
        lambda _: c.AddBot(ANN),
        RefusedError,
        "No seat is free for a bot",
    ),
    "another bot in a match": (
        lambda: begun(ANN),
        lambda _: c.AddBot(ANN, 1, "steady"),
        RefusedError,
        "Choose the bots before a match",
    ),
    "a bot where no seat is": (
        lambda: sat(ANN),
        lambda _: c.AddBot(ANN, 2),
        RoomError,
        "there are seats 0 to 1, no seat 2",
    ),
    "who removes themselves": (
        lambda: sat(ANN, BOB),
        lambda _: c.Remove(ANN, 0),
        RefusedError,
        "You can’t remove yourself, but you can leave",
    ),
    "nobody to be removed": (
        lambda: sat(ANN),
        lambda _: c.Remove(ANN, 1),
        RefusedError,
        "Nobody else sits there",
    ),
    "a bot to be removed from a match": (
        lambda: begun(ANN),
        lambda _: c.Remove(ANN, 1),
        RefusedError,
        "Nobody else sits there",
    ),
    "a bot for a bot": (
        lambda: begun(ANN),
        lambda _: c.Hold(ANN, 1),
        RefusedError,
        "That seat is empty, so a bot can’t play for anyone there",
    ),
    "a bot for somebody before the match": (
        lambda: sat(ANN, BOB),
        lambda _: c.Hold(ANN, 1),
        RefusedError,
        "That seat is empty, so a bot can’t play for anyone there",
    ),
    "a match that has begun": (
        opened,
        lambda _: c.Begin(ANN),
        RefusedError,
        "The match has begun. You can agree to a rematch after it",
    ),
    "a pause before the match": (
        lambda: sat(ANN, BOB),
        lambda _: c.Pause(ANN),
        RefusedError,
        "There’s no match to pause",
    ),
    "a pause in a pause": (
        lambda: after(opened(), c.Pause(ANN)),
        lambda _: c.Pause(ANN),
        RefusedError,
        "There’s no match to pause",
    ),
    "an end of no pause": (opened, lambda _: c.Resume(ANN), RefusedError, "The table isn’t paused"),
    "a rematch in a match": (opened, lambda _: c.Agree(BOB, "rematch"), RefusedError, REMATCH),
    "the next hand in a hand": (
        dealt,
        lambda _: c.Agree(BOB, "next"),
        RefusedError,
        "There’s no next hand to wait for",
    ),
    "another agreement": (
        dealt,
        lambda _: c.Agree(BOB, "something that nobody here knows"),  # type: ignore[arg-type]
        RoomError,
        "expected one of rematch, reveal, next, time, undo, end, call_off, close, remove, not 'something that nobod'",
    ),
    "hands of a match under way": (
        dealt,
        lambda _: c.Agree(BOB, "reveal"),
        RefusedError,
        "You can all show your hands after a match, if the table’s settings allow it",
    ),
    "hands that never open": (
        lambda: over(ANN, BOB, reveal="never"),
        lambda _: c.Agree(BOB, "reveal"),
        RefusedError,
        "You can all show your hands after a match, if the table’s settings allow it",
    ),
    "hands of others": (
        lambda: over(ANN, BOB),
        lambda _: c.Agree(CYD, "reveal"),
        ForbiddenError,
        "Only those who played in this match can show its hands",
    ),
    "too much said": (
        lambda: sat(ANN),
        lambda _: c.Say(ANN, "x" * (MAX_SAID + 1)),
        RoomError,
        "Write 1 to 200 letters",
    ),
    "nothing said": (
        lambda: sat(ANN),
        lambda _: c.Say(ANN, " "),
        RoomError,
        "Write 1 to 200 letters",
    ),
    "what cannot be seen said": (
        lambda: sat(ANN),
        lambda _: c.Say(ANN, "a\u200bb"),
        RoomError,
        "Write 1 to 200 letters",
    ),
    "own words where phrases are said": (
        lambda: sat(ANN, chat="phrases"),
        lambda _: c.Say(ANN, "Hm."),
        RefusedError,
        "Only quick phrases here: Hello! Good luck.",
    ),
    "a pace among people": (
        opened,
        lambda _: c.SetTempo(ANN, "slow"),
        RefusedError,
        "You can only do this alone against bots",
    ),
    "a pace that there is not": (
        lambda: begun(ANN),
        lambda _: c.SetTempo(ANN, "as slow as a snail in winter"),
        RoomError,
        "expected one of hand, slow, usual, quick, end, not 'as slow as a snail i'",
    ),
    "the end of a match that one is in": (
        lambda: begun(ANN),
        lambda _: c.SetTempo(ANN, "end"),
        RefusedError,
        "You can skip to the end once you’re out",
    ),
    "a nudge where nobody is to act": (
        lambda: begun(ANN),
        lambda _: c.Nudge(ANN),
        RefusedError,
        "No bot is thinking right now",
    ),
    "a nudge in a pause": (
        lambda: after(given(begun(ANN)), c.Pause(ANN)),
        lambda _: c.Nudge(ANN),
        RefusedError,
        "No bot is thinking right now",
    ),
    "a nudge in one's own turn": (
        lambda: after(given(begun(ANN)), c.PlayFor(1, DECLINE, "bot")),
        lambda _: c.Nudge(ANN),
        RefusedError,
        "No bot is thinking right now",
    ),
    "a choice taken back late": (
        lambda: given(begun(ANN)),
        lambda _: c.TakeBack(ANN, "0.0"),
        LateError,
        "The table has moved on. Look again",
    ),
    "no choice to be taken back": (
        lambda: given(begun(ANN)),
        lambda one: c.TakeBack(ANN, one.token),
        RefusedError,
        "You can take a choice back until another seat acts or a card is shown",
    ),
    "another cut": (
        opened,
        lambda _: c.Seal(ANN, 1, make_seal(b"")),
        RefusedError,
        "the next cut is number 0, not 1",
    ),
    "a seal that is short": (
        opened,
        lambda _: c.Seal(ANN, 0, bytes(31)),
        RefusedError,
        "a seal is a hash of 32 bytes, written as 64 hexadecimal digits",
    ),
    "a seal that is long": (
        opened,
        lambda _: c.Seal(ANN, 0, bytes(33)),
        RefusedError,
        "a seal is a hash of 32 bytes, written as 64 hexadecimal digits",
    ),
    "another’s seal": (
        lambda: after(opened(), c.Seal(ANN, 0, bytes(32))),
        lambda _: c.Seal(BOB, 0, bytes(32)),
        RefusedError,
        "this is another’s seal; each device draws a value of its own",
    ),
    "another seal": (
        lambda: after(opened(), c.Seal(ANN, 0, bytes(32))),
        lambda _: c.Seal(ANN, 0, b"1" * 32),
        RefusedError,
        f"seat 0 has sealed another value for {CUTS}",
    ),
    "a late seal": (
        lambda: after(opened(), c.Seal(ANN, 0, make_seal(VALUES[ANN])), c.NextStage("opening")),
        lambda _: c.Seal(BOB, 0, make_seal(VALUES[BOB])),
        RefusedError,
        f"{CUTS} is being opened: it takes no more seals",
    ),
    "another value": (
        cut,
        lambda _: c.Reveal(BOB, 0, VALUES[ANN]),
        RefusedError,
        f"this is not the value that seat 1 sealed for {CUTS}",
    ),
    "the cutter's value before the others'": (
        cut,
        lambda _: c.Reveal(ANN, 0, VALUES[ANN]),
        RefusedError,
        f"{CUTS}: it is not yet, or no more, time for seat 0 to open its seal",
    ),
    "somebody else at a try": (
        a_try,
        lambda _: c.Sit(BOB),
        RefusedError,
        "You play the deal of the day alone, against the same bots as everyone else",
    ),
    "who leaves a try": (
        a_try,
        lambda _: c.Leave(ANN),
        RefusedError,
        "Your try waits for you until the day is over: come and go as you like",
    ),
    "a choice taken back at a try": (
        a_try,
        lambda one: c.TakeBack(ANN, one.token),
        RefusedError,
        "There’s no undo in the deal of the day",
    ),
    "another try": (
        a_try,
        lambda _: c.Agree(ANN, "rematch"),
        RefusedError,
        "You have one try at the deal of the day",
    ),
    "an end to a rated match": (
        lambda: begun(ANNA, BOBO, rated=True),
        lambda _: c.Close(ANNA),
        RefusedError,
        "A ranked match is played to its end. If you leave early, you come last",
    ),
    "a rival removed": (
        lambda: begun(ANNA, BOBO, rated=True),
        lambda _: c.Remove(ANNA, 1),
        RefusedError,
        "At a ranked table the host can’t do this. A bot plays for people who are away",
    ),
    "a pause in a rated match": (
        lambda: begun(ANNA, BOBO, rated=True),
        lambda _: c.Pause(ANNA),
        RefusedError,
        "At a ranked table the clock keeps running",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_is_refused_in_a_sentence(name: str) -> None:
    table, command, kind, said = CASES[name]
    state = table()
    with pytest.raises(RoomError) as refused:
        decide(state, command(state), moment(105))
    assert type(refused.value) is kind
    assert str(refused.value).startswith(said)


Done = tuple[Callable[[], TableState], Callable[[TableState], c.Command[Any]], tuple[Any, ...]]
DONE: dict[str, Done] = {
    "the seat that one has": (lambda: sat(ANN), lambda _: c.Sit(ANN, 0), ()),
    "any seat, where one has one": (lambda: sat(ANN), lambda _: c.Sit(ANN), ()),
    "the last seat": (lambda: sat(ANN, seats=3), lambda _: c.Sit(BOB, 2), (Seated(2, "Bob", "b"),)),
    "the first free seat": (lambda: sat(ANN, seats=3), lambda _: c.Sit(BOB), (Seated(1, "Bob", "b"),)),
    "another bot before a match": (
        lambda: after(sat(ANN), c.AddBot(ANN)),
        lambda _: c.AddBot(ANN, 1, "steady"),
        (Seated(1, "Juniper", bot="steady"),),
    ),
    "the same bot": (lambda: after(sat(ANN), c.AddBot(ANN)), lambda _: c.AddBot(ANN, 1, "random"), ()),
    "a bot on the last seat": (
        lambda: sat(ANN, seats=3),
        lambda _: c.AddBot(ANN, 2, "steady"),
        (Seated(2, "Juniper", bot="steady"),),
    ),
    "a bot sent away": (
        lambda: after(sat(ANN), c.AddBot(ANN)),
        lambda _: c.Remove(ANN, 1),
        (Left(1, "", True, "Juniper"),),
    ),
    "somebody sent away": (lambda: sat(ANN, BOB), lambda _: c.Remove(ANN, 1), (Left(1, "", True, "Bob"),)),
    "who goes of their own": (lambda: sat(ANN, BOB), lambda _: c.Leave(BOB), (Left(1, "", False, "Bob"),)),
    "who goes in a match": (opened, lambda _: c.Leave(BOB), (Left(1, "random", False, "Bob"),)),
    "eased": (opened, lambda _: c.Ease(BOB, True), (Eased(1, True),)),
    "eased as before": (opened, lambda _: c.Ease(BOB, False), ()),
    "back though never away": (opened, lambda _: c.Back(BOB), ()),
    "back": (lambda: after(opened(), c.StandIn(1)), lambda _: c.Back(BOB), (Returned(1),)),
    "welcome, and gone again": (lambda: after(opened(), c.StandIn(1)), lambda _: c.Welcome(1), ()),
    "a bot for somebody": (opened, lambda _: c.Hold(ANN, 1), (Held(1),)),
    "the end of a pause": (lambda: after(opened(), c.Pause(ANN)), lambda _: c.Resume(BOB), (Resumed(1),)),
    "a pause that was long enough": (lambda: after(opened(), c.Pause(ANN)), lambda _: c.GoOn(), (Resumed(),)),
    "a letter": (lambda: sat(ANN), lambda _: c.Say(ANN, "7"), (ChatSaid(0, "7"),)),
    "as much as can be said": (
        lambda: sat(ANN),
        lambda _: c.Say(ANN, "x" * MAX_SAID),
        (ChatSaid(0, "x" * MAX_SAID),),
    ),
    "a phrase": (lambda: sat(ANN, chat="phrases"), lambda _: c.Say(ANN, PHRASES[-1]), (ChatSaid(0, PHRASES[-1]),)),
    "another pace": (lambda: begun(ANN), lambda _: c.SetTempo(ANN, "slow"), (Paced(0, "slow"),)),
    "the same pace": (lambda: begun(ANN), lambda _: c.SetTempo(ANN, "usual"), ()),
    "a nudge": (lambda: given(begun(ANN)), lambda _: c.Nudge(ANN), (Nudged(0),)),
    "the same nudge again": (lambda: after(given(begun(ANN)), c.Nudge(ANN)), lambda _: c.Nudge(ANN), ()),
    "a yes twice": (
        lambda: after(over(ANN, BOB), c.Agree(ANN, "reveal")),
        lambda _: c.Agree(ANN, "reveal"),
        (),
    ),
    "a rematch twice": (
        lambda: after(over(ANN, BOB), c.Agree(ANN, "rematch")),
        lambda _: c.Agree(ANN, "rematch"),
        (),
    ),
    "a seal again": (lambda: after(opened(), c.Seal(ANN, 0, bytes(32))), lambda _: c.Seal(ANN, 0, bytes(32)), ()),
    "a value again": (
        lambda: after(cut(), c.Reveal(BOB, 0, VALUES[BOB])),
        lambda _: c.Reveal(BOB, 0, VALUES[BOB]),
        (),
    ),
}


@pytest.mark.parametrize("name", DONE)
def test_what_may_be_brings_about_just_this(name: str) -> None:
    table, command, events = DONE[name]
    state = table()
    assert decide(state, command(state), moment(105)).events == events


@pytest.mark.parametrize("key", ["", "k" * (MAX_KEY + 1), "a\n"], ids=["no letters", "too long", "not to be printed"])
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(RoomError, match="an idempotency key has 1 to 64 printable letters"):
        _ = move(dealt(), key=key).idempotency_key


def test_a_key_is_its_persons_own() -> None:
    keys = [move(dealt(), who, key="k" * MAX_KEY).idempotency_key for who in (ANN, BOB)]
    assert keys == ["a:" + "k" * MAX_KEY, "b:" + "k" * MAX_KEY]
    assert move(dealt()).idempotency_key is None


def test_a_seat_is_answered_to_who_sits_down() -> None:
    state = sat(ANN, seats=3)
    assert [decide(state, c.Sit(who, seat), moment(96)).answer for who, seat in ((ANN, None), (BOB, 2))] == [0, 2]
    assert decide(state, c.AddBot(ANN), moment(96)).answer == 1


def test_who_comes_back_to_a_match_has_their_own_seat_and_no_other() -> None:
    state = after(opened(), c.Leave(BOB))
    with pytest.raises(RefusedError, match="That seat is taken"):
        decide(state, c.Sit(BOB, 0), moment(105))
    assert decide(state, c.Sit(BOB), moment(105)).answer == 1
    elsewhere = after(begun(ANN, BOB, seats=3), c.Leave(BOB))
    with pytest.raises(RefusedError, match="That seat is taken"):
        decide(elsewhere, c.Sit(BOB, 2), moment(105))
    assert decide(elsewhere, c.Sit(CYD, 2), moment(105)).answer == 2, "others may have a bot's"


def test_the_last_who_leaves_closes_the_table_and_not_a_rated_match() -> None:
    kinds = [type(one).__name__ for one in decide(begun(ANN), c.Leave(ANN), moment(105)).events]
    assert kinds == ["Left", "Closed"]
    rated = after(begun(ANNA, BOBO, rated=True), c.Leave(BOBO))
    assert [type(one).__name__ for one in decide(rated, c.Leave(ANNA), moment(105)).events] == ["Left"]


def test_a_try_that_is_over_is_left_like_any_table() -> None:
    state = over(ANN, seats=3, daily=DAILY)
    assert decide(state, c.Leave(ANN), moment(105)).events[0] == Left(0, "", False, "Ann")


def test_who_is_alone_at_a_rated_table_ends_the_match_as_they_like() -> None:
    state = begun(ANNA, rated=True)
    assert len(decide(state, c.Close(ANNA), moment(105)).events) == 1


@pytest.mark.parametrize("misses", [1, 2, 3])
def test_a_bot_steps_in_after_as_many_misses_in_a_row_as_the_table_says(misses: int) -> None:
    state = given(begun(ANN, BOB, misses=misses, bank=0))
    held = list[bool]()
    for _ in range(misses):
        state.seats[1].misses = len(held)
        held.append(Held(1) in decide(state, c.RunOut(1), moment(200)).events)
    assert held == [False] * (misses - 1) + [True]


def test_welcome_is_who_reads_along() -> None:
    state = after(opened(), c.StandIn(1))
    there = moment(105, presence=Presence(viewers=frozenset({1})))
    assert decide(state, c.Welcome(1), there).events == (Returned(1),)


@pytest.mark.parametrize(
    ("fault", "kind"), [(IllegalAction("TC-99", "not so"), RefusedError), (GameError("what?"), RoomError)]
)
def test_what_a_game_does_not_understand_is_refused_as_it_says(fault: GameError, kind: type[RoomError]) -> None:
    def parse(_: object, text: str) -> int:
        assert text == "nonsense"
        raise fault

    state = dealt()
    view = state.view(1)
    view.game = replace(TALL_CARD, words=replace(TALL_CARD.words, parse=parse))
    with pytest.raises(RoomError) as refused:
        check_action(view, "nonsense")
    assert type(refused.value) is kind
    assert str(refused.value) == str(fault)
    assert getattr(refused.value, "clause", None) == getattr(fault, "clause", None)


def test_several_actions_are_no_answer_where_one_is_judged() -> None:
    with pytest.raises(RoomError, match="one action is expected here, not several"):
        check_action(dealt().view(1), (TAKE,))


def test_what_is_answered_is_where_the_action_came_to_lie() -> None:
    state = dealt()
    held = after(dealt(), c.StandIn(1))
    assert decide(state, move(state), moment(105)).answer == Answer(state.seq + 1, "claim")
    assert decide(held, move(held), moment(105)).answer == Answer(held.seq + 2, "claim")


def test_a_cut_ends_when_who_is_asked_has_had_the_time_that_devices_have() -> None:
    staged = decide(opened(), c.NextStage("sealing"), moment(105)).events[0]
    assert staged.due == 105 + PACE.device  # type: ignore[attr-defined]


@pytest.mark.parametrize("quiet", ["", "TN-7"])
def test_own_words_are_refused_by_the_clause_of_a_game_where_talk_tells(quiet: str) -> None:
    state = sat(ANN, chat="phrases")
    state.game = replace(state.game, services=replace(state.game.services, silence_clause=quiet))
    with pytest.raises(RefusedError) as refused:
        decide(state, c.Say(ANN, "Hm."), moment(105))
    assert refused.value.clause == (quiet or None)


def test_the_last_choice_but_one_stays_when_the_last_is_taken_back() -> None:
    state = given(begun(ANN))
    state.past.extend(replace(UndoPoint.from_state(state), steps=steps) for steps in (3, 5))
    assert decide(state, c.TakeBack(ANN, state.token), moment(105)).events == (Undone(0, 5),)
