"""Lessons without a browser: the learner's way through a script, the second hand, and scripts that are wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from shindig.bots import random_policy
from shindig.gamekit import Game, game, game_ids
from shindig.gamekit.table_scene import Amount, Pick, Press
from shindig.lesson import Lesson, LessonError, find_lesson
from shindig.lesson.lesson_script import LEARNER, has_lesson, read_lesson
from shindig.lesson.second_hand import SecondHand
from shindig.server.game_server import GameServer
from shindig.server.tables.controls_to_actions import action_of
from shindig.testing.checks.lessons import lesson_is_whole
from shindig.web.pages.coached_table_page import render_coach_regions
from shindig.web.pages.lesson_coach_panel import build_first_position, build_second_position, find_pointer
from tests.kits.server.room_kit import HandClock, guests, run

TAUGHT = [one for one in game_ids() if has_lesson(game(one))]
SOME = TAUGHT[0]


def lesson(game_id: str) -> Lesson:
    found = find_lesson(game_id)
    assert found is not None
    return found


@pytest.mark.parametrize("game_id", TAUGHT)
def test_the_right_choices_lead_to_the_end_of_the_record(game_id: str) -> None:
    one, at, seen = lesson(game_id), 0, [0]
    while at < one.last:
        right = one.moments[at].right
        at = (one.answer(at, right.action) if right else one.go_on(at)).at
        seen.append(at)
    assert seen == list(range(len(one.moments)))
    assert one.view(at).result, "at the end lies what the hand came to"


def test_the_german_lesson_speaks_of_the_same_moments_and_choices() -> None:
    english, german = (find_lesson("tall-card", language) for language in ("en", "de"))
    assert english is not None
    assert german is not None
    for ours, theirs in zip(english.notes.moments, german.notes.moments, strict=True):
        assert (ours.line, ours.look, [*ours.wrong]) == (theirs.line, theirs.look, [*theirs.wrong])
        assert ours.say != theirs.say
        assert find_clauses(ours.say) == find_clauses(theirs.say)
    assert [one.asked for one in english.notes.decisions] == [one.asked for one in german.notes.decisions]


def find_clauses(text: str) -> list[str]:
    return re.findall(r"[A-Z]{2}-\d+", text)


@pytest.mark.parametrize("game_id", TAUGHT)
def test_every_other_choice_is_told_a_reason_and_leads_nowhere(game_id: str) -> None:
    one = lesson(game_id)
    for moment in one.moments:
        if moment.right is None:
            assert one.answer(moment.number, 0).at == one.answer(moment.number, 10**6).at == moment.number
            continue
        legal = [action for pair in one.view(moment.number).legal.ranges for action in pair]
        for action in {*legal, *range(0, one.game.rules.num_actions, one.game.rules.num_actions // 40)} - {
            moment.right.action
        }:
            reply = one.answer(moment.number, action)
            assert reply.at == moment.number
            assert reply.said.endswith((".", "!", "?"))


@pytest.mark.parametrize("game_id", TAUGHT)
def test_going_on_does_not_pass_a_choice(game_id: str) -> None:
    one = lesson(game_id)
    for moment in one.moments:
        reached = one.go_on(moment.number).at
        assert reached == (moment.number if moment.right else min(moment.number + 1, one.last))


@pytest.mark.parametrize("game_id", TAUGHT)
def test_what_is_pointed_at_is_the_right_choice(game_id: str) -> None:
    one = lesson(game_id)
    for moment in one.moments:
        prompt = one.view(moment.number).scene.prompt
        if moment.right is None:
            continue
        assert prompt is not None
        pointer = find_pointer(prompt, moment.right.action)
        assert pointer is not None
        kinds = {Press: "press", Amount: "amount", Pick: "pick"}
        form = {"press": [pointer.press], "card": [str(place) for place in pointer.places]}
        if pointer.value is not None:
            number = next(n for n, one in enumerate(prompt.controls) if kinds[type(one)] == "amount")
            form = {"amount": [str(number)], f"value-{number}": [str(pointer.value)]}
        assert action_of(prompt, form) == moment.right.action


@pytest.mark.parametrize("game_id", TAUGHT)
def test_a_lesson_shows_a_newcomer_no_codes_of_cards(game_id: str) -> None:
    one = lesson(game_id)
    codes = {code for code in one.game.deck(one.records[0][0]).codes if len(code) > 1}
    notes = one.notes
    said = [text for note in notes.moments for text in (note.title, note.say, note.right, note.otherwise)]
    said += [text for note in notes.moments for text in note.wrong.values()] + [each.say for each in notes.decisions]
    words = {word.strip(".,:;!?()*“”") for text in said for word in text.split()}
    assert {code for code in words & codes if any(letter.isdigit() for letter in code)} == set()


# The second hand.


def play(hand: SecondHand, most: int = 500) -> list[str]:
    """Play a second hand by chance: what the learner was told, turn by turn."""
    rng = np.random.default_rng(1)
    told: list[str] = []
    hand.deal()
    for _ in range(most):
        if hand.to_act is None:
            return told
        if hand.to_act == LEARNER:
            told.append("\n".join(one.asked for one in hand.new_decisions))
        hand.match.play(random_policy(hand.match.view(hand.to_act), rng))
        hand.deal()
        hand = SecondHand(hand.lesson, hand.match)
    raise AssertionError(f"no end after {most} turns")


@pytest.mark.parametrize("game_id", TAUGHT)
def test_the_bots_of_a_second_hand_play_until_the_learner_is_asked(game_id: str, tmp_path: Path) -> None:
    async def work(room: GameServer, _: HandClock) -> None:
        (ann,), hand, rng = await guests(room, "Ann"), SecondHand.new(lesson(game_id)), np.random.default_rng(1)
        while (await room.lessons.play_bots(hand, ann)).to_act is not None:
            assert hand.to_act == LEARNER
            hand.match.play(random_policy(hand.view, rng))

    run(tmp_path, work)


@pytest.mark.parametrize("game_id", TAUGHT)
def test_a_kind_of_decision_is_explained_when_it_first_comes(game_id: str) -> None:
    told = [kind for kinds in play(SecondHand.new(lesson(game_id))) for kind in kinds.splitlines()]
    assert told, "the first decision is explained"
    assert len(told) == len(set(told)), "none twice"


def test_a_second_hand_that_is_kept_goes_on_as_it_was() -> None:
    hand = SecondHand.new(lesson(SOME))
    hand.deal()
    again = SecondHand.loads(hand.lesson, hand.dumps())
    assert again.match.array.tobytes() == hand.match.array.tobytes()
    assert again.list_log() == hand.list_log()


def test_a_second_hand_of_other_rules_is_given_up() -> None:
    hand = SecondHand.new(lesson(SOME))
    header = json.loads(hand.dumps().splitlines()[0]) | {"rules": 10**6}
    with pytest.raises(LessonError, match="cannot be played on"):
        SecondHand.loads(hand.lesson, json.dumps(header))


def shown(hand: SecondHand) -> dict[str, str]:
    stand = build_second_position(hand, None)
    return render_coach_regions(stand.news, stand.coach)


def test_the_page_of_a_second_hand_is_made_of_what_the_learner_sees() -> None:
    """It looks the same where the match knows no more than that."""
    hand = SecondHand.new(lesson(SOME))
    hand.deal()
    page = shown(hand)
    assert hand.match.array.tobytes() != hand.view.tobytes()
    hand.match.array[:] = hand.view.array
    assert shown(hand) == page


# Scripts that are wrong.


def wrong(tmp_path: Path, change: Callable[[str], str], ending: str = "toml") -> Game:
    """The first game, its lesson changed."""
    one = game(SOME)
    assert one.services.folder is not None
    (tmp_path / "lesson").mkdir()
    for path in (one.services.folder / "lesson").iterdir():
        text = path.read_text("utf-8")
        (tmp_path / "lesson" / path.name).write_text(change(text) if path.suffix == f".{ending}" else text, "utf-8")
    (tmp_path / "rules.md").write_text((one.services.folder / "rules.md").read_text("utf-8"), "utf-8")
    return replace(one, services=replace(one.services, folder=tmp_path))


CLAUSE = next(iter(game(SOME).services.clauses))
FAULTS: dict[str, tuple[Callable[[str], str], str]] = {
    "a clause that is nowhere": (
        lambda text: text.replace(f"({CLAUSE}-13)", f"({CLAUSE}-99)"),
        "no clause of rules.md",
    ),
    "a clause that is not at work": (lambda text: text.replace(f"({CLAUSE}-13)", f"({CLAUSE}-5)"), "is at work there"),
    "a pattern that meets nothing": (lambda text: text.replace('"check" =', '"chek" =', 1), "is like 'chek'"),
    "a question that nothing explains": (
        lambda text: text.replace("betting-ask-call*", "betting-ask-cell"),
        "the notes need a [[decision]]",
    ),
    "no answer to other choices": (lambda text: text.replace("otherwise =", "otherwize =", 1), "'otherwize'; expected"),
    "a text for other choices that nobody needs": (
        lambda text: 'otherwise = "No."\ntitle ='.join(text.rsplit("title =", 1)),
        "is no move of the learner's",
    ),
    "a line past the end": (lambda text: text.replace("line = 4\n", "line = 400\n", 1), "stands before line 400"),
    "no TOML": (lambda text: text + "[", "cannot be read"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_with_a_script_is_told(tmp_path: Path, fault: str) -> None:
    change, said = FAULTS[fault]
    assert said in "\n".join(lesson_is_whole(wrong(tmp_path, change)))


def test_a_package_without_a_lesson_offers_none(tmp_path: Path) -> None:
    one = replace(game(SOME), services=replace(game(SOME).services, folder=tmp_path))
    assert not has_lesson(one)
    assert list(lesson_is_whole(one)) == []


def test_a_record_that_breaks_a_rule_is_told(tmp_path: Path) -> None:
    one = wrong(tmp_path, lambda text: text.replace('"do": "call"', '"do": "sing"'), "jsonl")
    with pytest.raises(LessonError, match="line 6"):
        read_lesson(one)


def test_a_page_is_the_same_for_the_same_moment() -> None:
    one = lesson(SOME)
    asked = next(moment.number for moment in one.moments if moment.right)
    assert build_first_position(one, asked, None).coach == build_first_position(one, asked, None).coach
    assert build_first_position(one, asked, None).coach != build_first_position(one, asked, None, show=True).coach
