"""A match that is over, in a real browser: seen again, pictured, recorded, and its shuffles checked by the page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from shindig.web.pages.finished_match_pages import verify_record
from tests.kits.web.browser_kit import DESK, PHONE, friends, over, overflow, play_on, serious, visiting
from tests.kits.web.device_notes import read_notes, replace_notes

Change = Callable[[Any], None]
SIZES = [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk")]
TWO_DEALS = {"deals_each": 1}


@pytest.fixture(scope="module")
def closed(browser: Browser, address: str) -> Iterator[tuple[Page, str]]:
    """Ann's page and the path of a table where she and Ben have played a match that nobody opened."""
    with friends(browser, address, "tall-card", 2, TWO_DEALS) as (ann, ben, link):
        play_on([ann, ben], lambda: over(ann) and over(ben))
        yield ann, link.removeprefix(address)


@pytest.fixture(scope="module")
def opened(browser: Browser, address: str) -> Iterator[tuple[Page, str]]:
    """The same of a match that Ann and Ben have opened; Ann looked at it before Ben agreed."""
    with friends(browser, address, "tall-card", 2, TWO_DEALS) as (ann, ben, link):
        play_on([ann, ben], lambda: over(ann) and over(ben))
        for number, page in enumerate((ann, ben)):
            page.locator("#finale-more > summary").click()
            page.get_by_role("button", name="Ask to see all hands").click()
            expect(ann.locator("#log")).to_contain_text(
                f"{('Ann', 'Ben')[number]} is happy to show all hands of match 1."
            )
            if page is ann:
                page.goto(f"{link}/replay?match=1&step=5")
                expect(page.get_by_text("You can see everyone’s cards if everybody says yes")).to_be_visible()
                page.goto(link)
        yield ann, link.removeprefix(address)


def at(page: Page) -> tuple[int, int]:
    """The step that a replay shows, and the last one."""
    found = re.search(r"Move (\d+) of (\d+)", page.locator(".head .sub").inner_text())
    assert found
    return int(found[1]), int(found[2])


def test_a_replay_turns_by_buttons_keys_slider_and_log(closed: tuple[Page, str]) -> None:
    page, table = closed
    page.goto(f"{table}/replay?match=1")
    first, last = at(page)
    assert first > 1
    expect(page.locator(".hand .card")).to_have_count(5)
    for turn, step in (
        ("One move back", first - 1),
        ("First deal", first),
        ("One move on", first + 1),
        ("One move on", first + 2),
        ("One move back", first + 1),
        ("Last move", last),
    ):
        page.get_by_role("link", name=turn).click()
        expect(page.locator(".head .sub")).to_contain_text(f"Move {step} of {last}")
    for key, step in (("ArrowLeft", last - 1), ("ArrowRight", last), ("ArrowRight", last), ("Home", first)):
        page.wait_for_load_state()  # keys work once the page's script has run
        page.keyboard.press(key)
        expect(page.locator(".head .sub")).to_contain_text(f"Move {step} of {last}")
    page.get_by_role("slider").fill("4")
    expect(page.locator(".head .sub")).to_contain_text(f"Move 5 of {last}")
    line = page.locator(".log a").last
    line.click()
    expect(page.locator(".log .now a").last).to_have_text(line.inner_text())
    assert at(page)[0] > 5


def test_a_replay_shows_what_one_saw_and_no_more(closed: tuple[Page, str]) -> None:
    page, table = closed
    page.goto(f"{table}/replay?match=1&step=5")
    expect(page.locator(".hand .card[data-card]")).to_have_count(5)
    assert page.locator("#seat-1 .card").count() > 0
    assert page.locator("#seat-1 .card[data-card]").count() == 0
    assert page.get_by_role("link", name="Any", exact=True).count() == 0
    for path, why in (("replay?match=1&seat=1", "can’t see this hand yet"), ("record?match=1", "You get this once")):
        answer = page.context.request.get(f"{table}/{path}")
        assert answer.status in (403, 404)
        assert why in answer.text()


def test_an_open_replay_shows_all_hands_at_once(opened: tuple[Page, str]) -> None:
    page, table = opened
    page.goto(f"{table}/replay?match=1&step=5")
    own = cards_of_hand(page)
    page.get_by_role("link", name="Ben", exact=True).click()
    expect(page).to_have_url(re.compile("seat=1"))
    expect(page.locator(".hand .card[data-card]")).to_have_count(5)
    assert cards_of_hand(page) != own
    page.get_by_role("link", name="a spectator").click()
    expect(page.locator(".hand")).to_have_count(0)


def cards_of_hand(page: Page) -> list[str | None]:
    """What lies in the hand shown, card by card."""
    return [card.get_attribute("alt") for card in page.locator(".hand .card").all()]


def test_a_step_is_taken_along_as_a_picture(closed: tuple[Page, str], tmp_path: Path) -> None:
    page, table = closed
    page.goto(f"{table}/replay?match=1&step=5")
    held = [card.get_attribute("alt") or "" for card in page.locator(".hand .card").all()]
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as picture").click()
    download.value.save_as(tmp_path / "table.svg")
    drawn = (tmp_path / "table.svg").read_text()
    assert all(f"<title>{card.split(',')[0]}</title>" in drawn for card in held)
    page.goto(f"{table}/picture.svg?match=1&step=5")
    assert len(page.locator("svg").screenshot()) > 20_000, "cards on a cloth make a picture of some size"


def test_the_record_of_an_open_match_holds_where_it_is_checked(opened: tuple[Page, str], tmp_path: Path) -> None:
    page, table = opened
    page.goto(f"{table}/proofs?match=1")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the match").click()
    assert download.value.suggested_filename.endswith(".jsonl")
    record = tmp_path / "record.jsonl"
    download.value.save_as(record)
    found, bad = verify_record(record.read_text())
    assert (found.proven, bad) == (False, "")
    page.get_by_role("link", name="Check a saved match").click()
    page.set_input_files("input[name=file]", record)
    page.get_by_role("button", name="Check it").click()
    expect(page.locator(".verdict li")).to_have_text([*map(str, found.lines)])


@pytest.mark.parametrize("size", SIZES)
def test_a_changed_record_does_not_hold(
    browser: Browser, address: str, opened: tuple[Page, str], size: dict[str, int]
) -> None:
    page, table = opened
    record = page.context.request.get(f"{table}/record?match=1").text()
    with visiting(browser, address, size, known=["400"]) as other_page:
        other_page.goto("/check")
        other_page.fill("textarea", record.replace('"secret": "', '"secret": "00', 1))
        other_page.get_by_role("button", name="Check it").click()
        expect(other_page.get_by_role("alert")).to_contain_text("✗ Cut 1 of the record: the secret is not the one")
        assert overflow(other_page) == 0


def test_the_page_proves_the_cards_that_were_seen(closed: tuple[Page, str]) -> None:
    page, table = closed
    page.goto(f"{table}/proofs?match=1")
    expect(page.locator("#verdict.good")).to_have_text(re.compile(r"✓ All \d+ cards you saw"))
    cards, values = page.locator("[data-position]"), page.locator("[data-voice]:has-text('added a number')")
    assert cards.count() >= 5
    assert values.count() > 0
    for marks in (cards, values):
        expect(marks).to_have_text([re.compile("✓$")] * marks.count())
    assert "Secret" not in page.content()


def test_the_page_makes_every_open_shuffle_again(opened: tuple[Page, str]) -> None:
    page, table = opened
    page.goto(f"{table}/proofs?match=1")
    expect(page.locator("#verdict.good")).to_contain_text("✓ Your browser did every shuffle again")
    marks = page.locator("[data-commitment], [data-order-mark], [data-voice]:has-text('added')")
    assert marks.count() > page.locator("[data-order]").count() > 0
    expect(marks).to_have_text([re.compile("✓$")] * marks.count())


def other(digits: str) -> str:
    """Hexadecimal digits with the first one changed."""
    return f"{int(digits[0], 16) ^ 1:x}{digits[1:]}"


def seen(told: Any) -> Any:
    """The first card that is proved, of an order of many."""
    return next(proof for cut in told["cuts"] for order in cut["orders"] for proof in order["proofs"] if proof["path"])


def main(told: Any) -> Any:
    return next(order for cut in told["cuts"] for order in cut["orders"] if order["of"] == "main")


def a_voice(told: Any) -> Any:
    return next(voice for cut in told["cuts"] for voice in cut["voices"] if voice["said"] == "given")


def exchange(cards: list[str]) -> None:
    cards[0], cards[-1] = cards[-1], cards[0]


LIES_OF_CARDS: dict[str, Change] = {
    "another card": lambda told: seen(told).update(card="XX"),
    "another position": lambda told: seen(told).update(position=seen(told)["position"] ^ 1),
    "another salt": lambda told: seen(told).update(salt=other(seen(told)["salt"])),
    "another neighbour": lambda told: seen(told)["path"].append(other(seen(told)["path"].pop())),
    "a shorter path": lambda told: seen(told)["path"].pop(),
    "another root": lambda told: main(told).update(root=other(main(told)["root"])),
    "another value": lambda told: a_voice(told).update(value=other(a_voice(told)["value"])),
}
LIES_OF_ORDERS: dict[str, Change] = {
    "another secret": lambda told: told["cuts"][0].update(secret=other(told["cuts"][0]["secret"])),
    "another commitment": lambda told: told["cuts"][0].update(commitment=other(told["cuts"][0]["commitment"])),
    "another value": lambda told: a_voice(told).update(value=other(a_voice(told)["value"])),
    "two cards exchanged": lambda told: exchange(main(told)["cards"]),
    "another card in the deck": lambda told: main(told)["cards"].__setitem__(0, main(told)["cards"][1]),
    "another root": lambda told: main(told).update(root=other(main(told)["root"])),
    "another number": lambda told: main(told).update(count=main(told)["count"] + 1),
}


def lied_to(page: Page, path: str, change: Change) -> None:
    """Visit the page of proofs as a house would send it that changed something."""

    def lie(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        found = re.search(r'data-proofs="([^"]*)"', text)
        assert found
        told = json.loads(unescape(found[1]))
        change(told)
        route.fulfill(response=answer, body=text.replace(found[1], escape(json.dumps(told))))

    page.route("**/proofs?*", lie)
    page.goto(path)
    page.unroute("**/proofs?*")


@pytest.mark.parametrize(
    ("match", "lie"),
    [*(("closed", lie) for lie in LIES_OF_CARDS), *(("opened", lie) for lie in LIES_OF_ORDERS)],
)
def test_what_was_changed_does_not_hold(request: pytest.FixtureRequest, match: str, lie: str) -> None:
    page, table = request.getfixturevalue(match)
    lied_to(page, f"{table}/proofs?match=1", (LIES_OF_CARDS if match == "closed" else LIES_OF_ORDERS)[lie])
    expect(page.locator("#verdict.bad")).to_have_text(re.compile(r"✗ \d+ of \d+ checks failed\."))
    expect(page.get_by_text("✗ doesn’t hold").first).to_be_visible()


def named(table: str) -> str:
    """The name of a table by its address."""
    return table.split("/")[-1]


def test_a_value_of_this_browser_that_was_never_sent_is_told(closed: tuple[Page, str]) -> None:
    page, table = closed
    page.goto(f"{table}/proofs?match=1")
    expect(page.locator("#left-out")).to_be_empty()
    kept = read_notes(page, named(table))
    (seal,) = kept["1"]["values"]
    replace_notes(page, named(table), kept | {"1": kept["1"] | {"values": {seal: "00" * 32}, "sent": None}})
    page.reload()
    expect(page.locator("#left-out")).to_contain_text("own number isn’t in shuffle 2: it was never sent")
    expect(page.locator("#live")).to_contain_text("Shuffle 2: your browser’s number didn’t tie our hands")
    expect(page.locator("#verdict.good")).to_be_visible()
    replace_notes(page, named(table), kept)


def test_what_was_seen_live_is_compared_saved_and_proves_the_record(
    opened: tuple[Page, str], tmp_path: Path, browser: Browser, address: str
) -> None:
    """Who saw every cut is told so; another browser is told that it saw none; the saved file goes with the record."""
    page, table = opened
    page.goto(f"{table}/proofs?match=1")
    cuts = page.locator("details.cut").count()
    expect(page.locator("#live")).to_contain_text(
        f"Your browser had a hand in all {cuts} shuffles. Each time, our number was locked in before it gave its own."
    )
    expect(page.locator("[data-live]")).to_have_text([re.compile("✓$")] * cuts)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the proof").click()
    download.value.save_as(tmp_path / "seen.jsonl")
    record = page.context.request.get(f"{table}/record?match=1").text()
    found, bad = verify_record(record, (tmp_path / "seen.jsonl").read_text())
    assert (found.proven, bad) == (True, "")
    assert not verify_record(record)[0].proven
    with visiting(browser, address) as other_page:
        other_page.goto(f"{table}/proofs?match=1")
        expect(other_page.locator("#live")).to_contain_text("Your browser didn’t help with these shuffles")
        expect(other_page.locator("#live")).to_contain_text("may have tried shuffles until we liked one")


def test_news_of_earlier_orders_that_is_read_late_is_no_lie(opened: tuple[Page, str]) -> None:
    """What both tell of must be the same, whichever of them is longer."""
    page, table = opened
    page.goto(f"{table}/proofs?match=1")
    compare = """async () => {
        const { differs } = await import(new URL("seen.js", document.querySelector("script[src*=proofs]").src));
        const order = (index, root) => ({ index, of: "main", count: 6, root });
        const cut = (...orders) => ({ cut: 0, commitment: "c", voices: [], orders });
        const seen = { cut: { commitment: "c", seals: {} }, last_cut: cut(order(0, "a"), order(1, "b")) };
        const told = [cut(order(0, "a")), cut(order(0, "a"), order(1, "b"), order(2, "c")), cut(order(0, "x"))];
        return told.map((made) => differs(seen, made));
    }"""
    said = page.evaluate(compare)
    assert said[:2] == ["", ""]
    assert said[2].startswith("Other numbers or roots")


def test_a_house_that_tells_of_another_match_than_was_seen_is_found_out(opened: tuple[Page, str]) -> None:
    """What it tells fits together; the browser had seen another commitment, voice or list, or had sent a value."""
    page, table = opened
    page.goto(f"{table}/proofs?match=1")
    kept = read_notes(page, named(table))
    zeros = "'00'.repeat(32)"
    for change in (
        f"seen[0].cut.commitment = {zeros}",
        f"seen[0].cut.seals[1] = {zeros}",
        f"seen[0].cut.frozen.before = {zeros}",
        "seen[0].cut.frozen.entries.reverse()",
        f"seen[0].sent.value = {zeros}",
        f"seen[0].sent.opened = [{zeros}]",
    ):
        lie = f"seen => {{ {change}; return seen; }}"
        replace_notes(page, named(table), page.evaluate(lie, kept))
        page.reload()
        expect(page.locator("#verdict.bad")).to_have_text(re.compile(r"✗ 1 of \d+ checks failed\."))
    replace_notes(page, named(table), kept)


@pytest.mark.parametrize("size", SIZES)
def test_no_page_afterwards_is_too_wide_or_hard_to_use(opened: tuple[Page, str], size: dict[str, int]) -> None:
    page, table = opened
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    for path in (*(f"{table}/replay?match=1&step={step}" for step in (0, 5, 999)), f"{table}/proofs?match=1", "/me"):
        page.goto(path)
        for summary in page.locator("summary").all():
            summary.click()
        assert overflow(page) == 0, path
        assert serious(page) == [], path


def test_a_match_goes_on_by_itself_until_it_is_stopped(closed: tuple[Page, str]) -> None:
    page, table = closed
    page.goto(f"{table}/replay?match=1&step=2")
    page.get_by_role("button", name="Play by itself").click()
    page.wait_for_url("**step=4#run")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play by itself")).to_be_visible()
