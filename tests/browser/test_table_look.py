"""The look of the table: reference pictures, low phones, focus, keys that spend nothing, occasions, sound, search."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit.game_spec import Line
from shindig.games.talon.rules import state as talon
from shindig.match import new
from tests.browser.test_still_table import GEOMETRY
from tests.kits.web.browser_kit import visiting
from tests.kits.web.busy_tables import MOMENTS, Moment, Shelf, laid_out, match_over, shelf, show, talon_phase, tell
from tests.kits.web.reference_pictures import FOLDER, LEAST_LIKE, difference, pictures_of

LOW_PHONES = [(360, 560), (375, 553), (320, 568)]
HIDDEN = """() => [...document.querySelectorAll("#r-ask button, #r-ask summary")].filter((one) => {
  const box = one.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return one.checkVisibility() && !(box.bottom <= innerHeight && one.contains(hit));
}).map((one) => one.textContent)"""
"""What is offered and cannot be touched in this window."""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_components_and_busiest_moments_look_as_in_their_pictures(browser: Browser, scheme: str) -> None:
    found = {
        name: difference(picture, Image.open(FOLDER / f"{name}.png").convert("RGB"))
        for name, picture in pictures_of(browser, scheme)
    }
    assert max(found.values()) < LEAST_LIKE, found


def test_a_changed_component_is_noticed() -> None:
    known = Image.open(FOLDER / "buttons-dark.png").convert("RGB")
    assert difference(known, known) == 0
    assert difference(known, Image.open(FOLDER / "buttons-light.png").convert("RGB")) > LEAST_LIKE


def test_low_phones_show_all_that_may_be_chosen(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 560}) as (page, still):
        for name in ("talon, bidding", "tall card, bets", "tall card, draw", "talon, a slam", "tall cards, raised"):
            show(page, still, MOMENTS[name]())
            for width, height in LOW_PHONES:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(HIDDEN) == [], f"{name} at {width}x{height}"


def test_the_showdown_shows_every_hand_large_on_a_phone(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["tall cards, hands of 3 shown"]())
        assert page.evaluate(GEOMETRY) == []
        cards = page.locator(".reveal li:visible .cards .card")
        wide = cards.evaluate_all("all => all.map((one) => one.offsetWidth)")
        assert min(wide) >= 34
        assert max(wide) >= 1.39 * min(wide), "the winner's hand is the largest"


def bidding() -> Moment:
    return Moment(talon_phase(5, talon.BID))


SEATED = """(seats) => {
  const ring = document.querySelector(".cloth > .ring");
  ring.className = ring.className.replace(/of-\\d/, `of-${seats}`);
  const one = ring.querySelector(".place-1").outerHTML;
  const others = Array.from({ length: seats - 1 }, (_, at) => one.replace("place-1", `place-${at + 1}`));
  ring.innerHTML = others.join("");
  const cloth = document.querySelector(".cloth").getBoundingClientRect();
  const plates = [...ring.querySelectorAll(".plate")].map((plate) => plate.getBoundingClientRect());
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const inside = (a) => a.left >= cloth.left && a.right <= cloth.right && a.bottom <= cloth.bottom && a.width > 80;
  return plates.flatMap((a, at) => (inside(a) && plates.slice(at + 1).every((b) => apart(a, b)) ? [] : [at + 1]));
}"""
"""Which plates lie badly round a trick of that many seats."""


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, {"width": 1000, "height": 640}])
def test_any_number_of_seats_has_room_round_a_trick(browser: Browser, size: dict[str, int]) -> None:
    """Talon is for three to five; a package may have a game of tricks for any number."""
    with shelf(browser, size) as (page, still):
        for seats in range(2, 9):
            show(page, still, bidding())
            assert page.evaluate(SEATED, seats) == [], seats


def test_focus_stays_in_the_question(browser: Browser) -> None:
    """What had it is gone with the question; the next one has it, and not the top of the page."""
    with shelf(browser, {"width": 1366, "height": 768}) as (page, still):
        moment = bidding()
        show(page, still, moment)
        page.locator("#r-ask button").first.focus()
        moment.match.play("pass")
        tell(page, still, moment, 2)
        assert page.evaluate("document.activeElement.id") == "r-ask"


def test_enter_spends_nothing_that_nobody_chose(browser: Browser) -> None:
    sent: list[str] = []
    with shelf(browser, {"width": 1366, "height": 768}) as (page, still):
        page.on("request", lambda one: sent.append(one.post_data or "") if one.method == "POST" else None)
        page.context.route("**/move", lambda route: route.fulfill(status=204))
        show(page, still, MOMENTS["tall card, bets"]())
        page.locator("body").press("Enter")
        expect(page.get_by_role("button", name="Call")).to_be_enabled()
        assert sent == []
        page.locator(".presets .chipset").last.click()
        page.locator(".cloth").click(position={"x": 4, "y": 4})
        page.locator("body").press("Enter")
        page.wait_for_function("() => !document.querySelector('#move button:disabled')")
        assert len(sent) == 1
        assert "amount=" in sent[0]


def test_a_disabled_button_says_why(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["talon, last card"]())
        play = page.get_by_role("button", name="Play")
        expect(play).to_be_disabled()
        expect(play).to_have_accessible_description("tap a card first")


def test_a_touched_card_is_named_over_the_hand(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["royal-pokebacc for 3, 11 cards"]())
        card = page.locator(".hand li").last
        name = card.locator("img").get_attribute("alt")
        card.locator("img").click()
        expect(page.locator("#ticker")).to_have_text(name or "?")


def test_news_that_is_too_long_ends_before_its_list_of_cards(browser: Browser) -> None:
    cards = ", ".join(["7 of Metal"] * 9)
    lines = (Line(f"{{1}} laid down a run for 90: {cards}."), Line("{1} discarded: a 7."))
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        for line, told in zip(
            lines, ("Clever Badger laid down a run for 90.", "Clever Badger discarded: a 7."), strict=True
        ):
            show(page, still, replace(MOMENTS["royal-pokebacc, four melds"](), lines=(line,)))
            expect(page.locator("#ticker")).to_have_text(told, use_inner_text=True)


def test_the_head_says_how_many_wins_the_match_takes(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        for wins, words in ((1, "one win"), (3, "first to 3")):
            show(page, still, Moment(laid_out("royal-pokebacc", hands_to_win=wins)))
            expect(page.locator("#r-head .of-all")).to_have_text(words)


def struck(page: Page, still: Shelf) -> None:
    """A table at which a Disaster strikes while the page looks on."""
    match = laid_out("royal-pokebacc")
    match.record.spoiler[1, 1] = -1
    show(page, still, Moment(match))
    match.record.spoiler[1, 1] = 2
    tell(page, still, Moment(match), 2)


def test_an_occasion_has_its_moment_and_a_touch_ends_it(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}, motion="no-preference") as (page, still):
        struck(page, still)
        expect(page.locator(".occasion.is-disaster")).to_contain_text("strikes Clever Badger")
        shown = page.locator(".occasion p").inner_text()
        assert shown.count("strikes") == 1, "of the sentences for each seat only the viewer's is seen"
        page.mouse.click(180, 300)
        expect(page.locator(".occasion")).to_have_count(0)


def test_the_end_of_a_match_is_a_feast_for_its_winners_alone(browser: Browser) -> None:
    over = match_over("tall-cards", 3, stack=40, hands=2)
    winners = over.match.game.words.outcome(over.match.record).winners
    assert 0 < len(winners) < 3
    with shelf(browser, {"width": 360, "height": 740}, motion="no-preference") as (page, still):
        for viewer in (*range(3), ONLOOKER):
            show(page, still, Moment(new("tall-cards", 3, seed=1), viewer))
            tell(page, still, replace(over, viewer=viewer), 2)
            calm = ".calm" if viewer >= 0 and viewer not in winners else ":not(.calm)"
            expect(page.locator(f".occasion.is-end{calm}")).to_contain_text("won the match")


def test_with_reduced_motion_there_is_no_occasion(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        struck(page, still)
        expect(page.locator("#r-occasion li")).to_have_count(1)
        assert page.locator(".occasion").count() == 0


def test_sound_is_offered_once(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        page.add_init_script(
            "if (!sessionStorage.begun) { sessionStorage.begun = 1; localStorage.removeItem('sound-offered'); }"
        )
        show(page, still, Moment(talon_phase(5, talon.BID), 1))
        page.get_by_role("button", name="No", exact=True).click()
        expect(page.locator(".offer-sound")).to_have_count(0)
        show(page, still, Moment(talon_phase(5, talon.BID), 1))
        expect(page.locator(".offer-sound")).to_have_count(0)


def test_sound_is_not_offered_over_a_question(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        page.add_init_script("localStorage.removeItem('sound-offered')")
        show(page, still, bidding())
        expect(page.locator(".offer-sound")).to_have_count(1)
        expect(page.locator(".offer-sound")).to_be_hidden()


def test_the_log_talk_and_the_menu_are_one_touch_away_on_a_phone(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["royal-pokebacc, four melds"]())
        for name, seen in (("What happened", "#log"), ("Say something", "#talk"), ("Menu", "#tools")):
            page.locator(".bar-tools").get_by_role("button", name=name).click()
            expect(page.locator(seen)).to_be_visible()
            page.get_by_role("button", name="Close", exact=True).click()
            expect(page.locator("#side")).to_be_hidden()


def test_rules_are_searched(browser: Browser, address: str) -> None:
    with visiting(browser, address, {"width": 390, "height": 844}) as page:
        page.goto("/rules/tall-card")
        title, box = page.locator(".text h1").bounding_box(), page.locator("#find").bounding_box()
        assert title is not None
        assert box is not None
        assert title["y"] < box["y"], "the title is first"
        page.locator("#find").fill("all-in")
        expect(page.locator("#found")).to_contain_text("place")
        expect(page.locator("#TC-33")).to_be_visible()
        expect(page.locator("#TC-40")).to_be_hidden()
        assert page.locator(".text td code").count() == 0, "every example hand is drawn"
