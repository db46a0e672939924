"""Lessons over HTTP, without a script: where somebody stands is kept, for guests and accounts, and nobody is stuck."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from shindig.gamekit import game_ids
from shindig.lesson import Lesson, find_lesson
from tests.kits.web.running_server import CERTIFICATES, served

GAME = game_ids()[0]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("lessons")) as where:
        yield where


def browser(address: str) -> httpx.Client:
    """Somebody with a browser of their own."""
    headers = {"origin": address}
    return httpx.Client(base_url=address, follow_redirects=True, timeout=60, headers=headers, verify=CERTIFICATES)


@pytest.fixture
def learner(address: str) -> Iterator[httpx.Client]:
    with browser(address) as client:
        yield client


def lesson() -> Lesson:
    found = find_lesson(GAME)
    assert found is not None
    return found


def moment(page: str) -> str:
    """Which moment a page shows."""
    found = re.search(r'data-moment="([^"]+)"', page)
    assert found, page
    return found[1]


def do(learner: httpx.Client, deed: str, page: str = "", **form: str) -> str:
    """Do something on the page where the learner stands."""
    token = moment(page or learner.get(f"/learn/{GAME}").text)
    answer = learner.post(f"/learn/{GAME}/{deed}", data={"token": token, **form})
    assert answer.status_code == 200, answer.text
    return answer.text


def choose(learner: httpx.Client, at: int) -> str:
    """The right choice of a moment, or on where nothing is asked."""
    right = lesson().moments[at].right
    return do(learner, "move", press=str(right.action)) if right else do(learner, "onward")


def finish(learner: httpx.Client) -> str:
    page = ""
    for at in range(lesson().last):
        page = choose(learner, at)
    return page


def test_the_lobby_begins_with_a_lesson_until_it_is_done(learner: httpx.Client) -> None:
    assert f'href="/learn/{GAME}">Deal me in' in learner.get("/").text
    assert "New here?" in learner.get(f"/play/{GAME}").text
    choose(learner, 0)
    assert "half done" in learner.get("/").text
    finish_from = [choose(learner, at) for at in range(1, lesson().last)]
    assert "Play a hand yourself" in finish_from[-1]
    assert f'href="/learn/{GAME}"' not in learner.get("/").text
    assert "Play the lesson again" in learner.get(f"/play/{GAME}").text


def test_who_has_played_the_game_finds_another_lesson_next(learner: httpx.Client) -> None:
    learner.post("/play", data={"game": GAME, "bots": "2"})
    page = learner.get("/").text
    assert "Deal me in" not in page
    assert f'href="/learn/{GAME}"' not in page
    assert "Learn it in" in page
    assert "You haven’t finished any of the" in page


def test_a_short_match_has_the_options_that_its_game_names(learner: httpx.Client) -> None:
    for length, hands in (("short", 3), ("full", 6)):
        table = learner.post("/play", data={"game": "talon", "bots": "3", "length": length}).url.path
        assert learner.get(f"/api{table.replace('/t/', '/tables/')}").json()["table"]["options"]["hands"] == hands


def test_a_learner_who_leaves_finds_the_moment_again(learner: httpx.Client) -> None:
    first = learner.get(f"/learn/{GAME}").text
    choose(learner, 0)
    learner.get("/")
    again = learner.get(f"/learn/{GAME}").text
    assert (moment(first), moment(again)) == ("first-0", "first-1")


def test_another_device_of_an_account_goes_on_where_the_first_was(learner: httpx.Client, address: str) -> None:
    choose(learner, 0)
    learner.post("/me/register", data={"login": "learner", "password": "a long password"})
    with browser(address) as other:
        other.post("/me/login", data={"login": "learner", "password": "a long password"})
        assert moment(other.get(f"/learn/{GAME}").text) == "first-1"


def test_a_wrong_choice_is_told_its_reason_and_the_right_one_is_pointed_at(learner: httpx.Client) -> None:
    asked = next(one for one in lesson().moments if one.right)
    for at in range(asked.number):
        choose(learner, at)
    right = asked.right.action if asked.right else -1
    other = next(a for a in lesson().view(asked.number).legal.actions if a != right)
    page = do(learner, "move", press=str(other))
    assert moment(page) == f"first-{asked.number}"
    assert 'class="wrong"' in page
    assert page.count("<p>") == do(learner, "show", page).count("<p>"), "the explanation stays"
    assert f"&#34;press&#34;:&#34;{right}&#34;" in page
    assert moment(choose(learner, asked.number)) == f"first-{asked.number + 1}"


def test_what_is_sent_for_an_earlier_moment_changes_nothing(learner: httpx.Client) -> None:
    earlier = learner.get(f"/learn/{GAME}").text
    choose(learner, 0)
    assert moment(do(learner, "onward", earlier)) == "first-1"


def test_a_second_hand_goes_on_where_it_was_left_and_can_be_begun_again(learner: httpx.Client) -> None:
    finish(learner)
    second = do(learner, "second")
    assert moment(second).startswith("second-")
    assert moment(learner.get(f"/learn/{GAME}").text) == moment(second)
    assert moment(do(learner, "first")) == "first-0"


def test_nonsense_in_a_second_hand_is_told(learner: httpx.Client) -> None:
    do(learner, "second")
    while 'class="coach asked"' not in learner.get(f"/learn/{GAME}").text:
        do(learner, "second")
    assert 'class="wrong"' in do(learner, "move", press="999999999")
    assert 'class="wrong"' in do(learner, "move")


def test_advice_is_the_choice_of_the_moment_and_later_the_advisers(learner: httpx.Client) -> None:
    def advice() -> list[str]:
        return list(learner.get(f"/learn/{GAME}/advice").json()["advice"])

    assert advice()[0].startswith(("Pick ", "Make it "))
    finish(learner)
    assert advice() == ["No advice right now."]
    while 'class="coach asked"' not in do(learner, "second"):
        pass
    assert advice() != ["No advice right now."]


def test_a_game_that_is_not_there_has_no_lesson(learner: httpx.Client) -> None:
    assert learner.get("/learn/chess").status_code == 404
    assert learner.post(f"/learn/{GAME}/sing").status_code == 400
