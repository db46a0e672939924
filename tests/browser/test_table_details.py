"""Parts of a table that players of a small window depend on: cards in sight and in reach, melds shown large."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect

from shindig.web.html.sentence_html import shorten_name
from tests.browser.test_still_table import GEOMETRY
from tests.kits.games import pokebacc_table, tall_card_table
from tests.kits.games.pokebacc_table import BANK, FARM, ROYAL
from tests.kits.web.browser_kit import serious
from tests.kits.web.busy_tables import LINES, MOMENTS, Moment, several_hands, shelf, show, tell

HELD = """() => [...document.querySelectorAll(".hand li")].map((one) => {
  const { left, top, right, bottom } = one.querySelector("label, span").getBoundingClientRect();
  return { left, top, right, bottom };
})"""
"""Where the cards of one's own hand lie."""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (844, 390)])
def test_two_rows_of_a_hand_show_each_rank_and_suit(browser: Browser, width: int, height: int) -> None:
    """Of 24 cards each has 26 px to be touched, under a card of the lower row that stands up 12 px, too."""
    with shelf(browser, {"width": width, "height": height}) as (page, still):
        show(page, still, MOMENTS["talon for three, exchange"]())
        cards = page.evaluate(HELD)
        assert len(cards) == 24
        upper, lower = cards[:12], cards[12:]
        for row in (upper, lower):
            assert min(after["left"] - one["left"] for one, after in pairwise(row)) > 25.4
        seen = lower[0]["top"] - upper[0]["top"]
        assert seen >= 26
        assert seen - 12 >= 0.41 * (upper[0]["bottom"] - upper[0]["top"])


def test_broad_cards_of_a_hand_stand_side_by_side(browser: Browser) -> None:
    """Eleven in one row; of more, two rows without gaps between their columns."""
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["royal-pokebacc for 3, 11 cards"]())
        row = page.evaluate(HELD)
        assert len({round(one["top"]) for one in row}) == 1
        assert min(after["left"] - one["left"] for one, after in pairwise(row)) > 25.4
        show(page, still, MOMENTS["royal-pokebacc for 4, 13 cards"]())
        upper = page.evaluate(HELD)[:7]
        assert max(after["left"] - one["right"] for one, after in pairwise(upper)) < 5


@pytest.mark.parametrize("moment", ["for 3, 11 cards", "for 4, 13 cards", "for 5, 9 cards"])
def test_piles_use_the_room_of_the_middle(browser: Browser, moment: str) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS[f"royal-pokebacc {moment}"]())
        assert page.evaluate("() => document.querySelector('.piles .card').offsetWidth") >= 50


def test_a_touch_shows_melds_large_with_names_and_points(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["royal-pokebacc, four melds"]())
        button = page.get_by_role("button", name=re.compile("Show .*Bernadette.*’s cards large"))
        button.press("Enter")
        dialog = page.get_by_role("dialog", name="Bernadette · 365 points")
        expect(dialog).to_be_visible()
        assert dialog.locator("figcaption").all_inner_texts() == ["run 150", "set 50", "Family 75", "run 90"]
        assert min(dialog.locator(".card").evaluate_all("all => all.map((one) => one.offsetWidth)")) >= 56
        assert serious(page) == []
        page.keyboard.press("Escape")
        expect(button).to_be_focused()
        page.mouse.click(80, 100)
        expect(dialog).to_be_visible()
        page.mouse.click(80, 100)
        expect(dialog).to_be_hidden()


SHOWDOWN = """() => [...document.querySelectorAll(".reveal li")].filter((one) => one.checkVisibility()).map((one) => {
  const box = (of) => of.getBoundingClientRect();
  const [name, rank] = [one.querySelector(".name"), one.querySelector(".rank")];
  const cards = [...one.querySelectorAll(".card")].map(box);
  return {
    name: name.textContent,
    cut: name.scrollHeight - name.clientHeight,
    gap: Math.min(1, ...cards.filter((card) => card.left < box(rank).right).map((card) => card.top - box(rank).bottom)),
    seen: box(document.querySelector(".reveal .hands")).bottom - Math.max(...cards.map((card) => card.top)),
  };
})"""
"""Of each hand shown: how much of its name is cut, how far its cards are below its Rank, how much of them is seen."""


@pytest.mark.parametrize("moment", ["tall card, lost", "tall card, over", "tall cards, hands of 3 shown"])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (360, 560), (844, 390), (1366, 768)])
def test_at_a_showdown_names_are_whole_and_cards_clear_of_ranks(
    browser: Browser, width: int, height: int, moment: str
) -> None:
    with shelf(browser, {"width": width, "height": height}) as (page, still):
        show(page, still, MOMENTS[moment]())
        hands = page.evaluate(SHOWDOWN)
        assert hands
        for hand in hands:
            assert hand["cut"] <= 1, hand
            assert hand["gap"] >= 0, hand
            assert hand["seen"] >= 34, hand


def test_a_hand_that_lost_unseen_has_its_counting_cards_marked(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["tall cards, hands of 3 shown"]())
        marked = page.locator(".hand .m-counts").evaluate_all("all => all.map((one) => one.alt)")
        assert [name.partition(" of ")[0] for name in marked] == ["Unicorn", "Unicorn"]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1366, 768)])
def test_the_talon_lies_once_where_it_is_swapped(browser: Browser, width: int, height: int) -> None:
    with shelf(browser, {"width": width, "height": height}) as (page, still):
        show(page, still, MOMENTS["talon for three, exchange"]())
        expect(page.locator(".places .card")).to_have_count(6)
        assert not [one for one in page.locator(".piles .card").all() if one.is_visible()]


def test_the_tag_of_the_led_card_lies_on_it(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["talon, trick over"]())
        tag, card = page.locator(".led"), page.locator(".trick .pile").first.locator(".card")
        expect(tag).to_have_text("led")
        inner, outer = tag.bounding_box(), card.bounding_box()
        assert inner is not None
        assert outer is not None
        assert outer["x"] <= inner["x"] + inner["width"] / 2 <= outer["x"] + outer["width"]
        assert outer["y"] <= inner["y"] + inner["height"] / 2 <= outer["y"] + outer["height"] / 2


def test_log_titles_and_claims_are_whole_on_a_phone(browser: Browser) -> None:
    table = tall_card_table.Table(7, stack=1000).deal()
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, Moment(table, table.to_act))
        title = page.get_by_role("heading", name="Round 1: Who claims?")
        assert title.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
        show(page, still, replace(MOMENTS["tall card, bets"](), lines=LINES * 20))
        claim = page.locator(".b-claims .brief")
        assert claim.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
        page.locator("[data-side=log]").click()
        last = page.locator("#log li").last.bounding_box()
        assert last is not None
        assert last["y"] + last["height"] <= 740


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann", "Bold Otter", "Bernadette", "Cy"), ["A", "BO", "Be", "C"]),
        (("Ann", "Ben", "", "Cy"), ["A", "B", "", "C"]),
    ],
)
def test_faces_of_one_initial_differ_by_more_than_colour(names: tuple[str, ...], shown: list[str]) -> None:
    assert [shorten_name(seat, names) for seat in range(4)] == shown


def test_without_a_figure_no_colour_looks_chosen(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["royal-pokebacc, looked on"]())
        figures, colours = page.locator("#join .worn").all()
        expect(colours).to_be_hidden()
        figures.get_by_role("radio").nth(1).check()
        expect(colours).to_be_visible()


CUT = """() => {
  const all = [...document.querySelectorAll(":is(.plate, .mine, .reveal) *:not(.fit, .fit *)")];
  const seen = all.filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.clientWidth > 1);
  const dotted = seen.filter((one) => getComputedStyle(one).textOverflow === "ellipsis");
  return dotted.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent);
}"""
"""What ends in an ellipsis at the seats and at the showdown."""


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 740), (740, 360)])
def test_names_and_badges_are_whole_or_short(browser: Browser, width: int, height: int) -> None:
    with shelf(browser, {"width": width, "height": height}) as (page, still):
        for name in (
            "tall card, draw",
            "tall card, match over",
            "talon, guarded against",
            "talon, match over",
            "royal-pokebacc, a hand over",
        ):
            show(page, still, MOMENTS[name]())
            assert page.evaluate(CUT) == [], name


@pytest.mark.parametrize(("width", "short"), [(320, True), (390, False)])
def test_a_name_is_short_where_the_whole_has_no_space(browser: Browser, width: int, short: bool) -> None:
    with shelf(browser, {"width": width, "height": 740}) as (page, still):
        show(page, still, MOMENTS["talon, last card"]())
        name = page.locator("#seat-3 .name")
        assert name.get_attribute("data-short") == "Gentle M."
        second = name.evaluate("(one) => one.firstElementChild.offsetTop - one.offsetTop >= one.clientHeight")
        assert second is short


def test_four_digits_of_five_keep_to_their_columns(browser: Browser) -> None:
    match = several_hands(3)
    match.record.score[:5] = -1944, 12004, -1944, 1944, -10060
    with shelf(browser, {"width": 320, "height": 568}) as (page, still):
        show(page, still, Moment(match))
        page.locator("[data-side=log]").click()
        page.get_by_text("Score sheet", exact=True).click()
        cells = page.locator("#panel-1 td:nth-child(n + 3)")
        expect(cells.last).to_be_visible()
        assert cells.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0


def test_a_raise_says_its_total_and_what_it_adds(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["tall cards, raised"]())
        page.get_by_role("spinbutton").fill("100")
        expect(page.get_by_role("button", name="Raise to 100")).to_contain_text("60 more")


def test_five_bids_stand_in_two_even_rows(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["talon, bidding"]())
        boxes = page.locator("#move .controls > button").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect()).map(({ top, width }) => [top, Math.round(width)])"
        )
        assert len(boxes) == 5
        for row in (boxes[:3], boxes[3:]):
            assert len({top for top, _ in row}) == 1
            assert max(width for _, width in row) - min(width for _, width in row) <= 1


def test_the_hand_has_the_place_of_melds_until_there_are_any(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        wide = []
        for name in ("royal-pokebacc for 5, 9 cards", "royal-pokebacc, four melds"):
            show(page, still, MOMENTS[name]())
            wide.append(page.locator(".hand .card").first.evaluate("(one) => one.offsetWidth"))
        assert wide[0] > 1.2 * wide[1]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1366, 768)])
def test_who_cuts_reads_the_result_apart_from_the_question(browser: Browser, width: int, height: int) -> None:
    with shelf(browser, {"width": width, "height": height}) as (page, still):
        show(page, still, MOMENTS["talon, the sheet"]())
        question = "We don’t shuffle between hands. Want to cut the deck?"
        expect(page.get_by_role("group", name=question)).to_be_visible()
        expect(page.locator(".sides")).to_be_visible()
        assert page.evaluate(GEOMETRY) == []


def test_the_seats_at_both_sides_of_a_desk_are_as_far_from_its_edges(browser: Browser) -> None:
    with shelf(browser, {"width": 1440, "height": 900}) as (page, still):
        for name in ("tall card, bets", "talon, bidding"):
            show(page, still, MOMENTS[name]())
            cloth = page.locator(".cloth").bounding_box()
            faces = [face.bounding_box() for face in page.locator(".ring .face").all()]
            assert cloth is not None
            left = min(face["x"] for face in faces if face) - cloth["x"]
            right = cloth["x"] + cloth["width"] - max(face["x"] + face["width"] for face in faces if face)
            assert abs(left - right) < 4, name


def test_rows_of_the_log_fade_where_there_are_more(browser: Browser) -> None:
    with shelf(browser, {"width": 1366, "height": 768}) as (page, still):
        show(page, still, replace(MOMENTS["tall card, bets"](), lines=LINES * 20))
        log = page.locator("#log")
        expect(log).to_have_class("log more-above")
        log.evaluate("(one) => (one.scrollTop = 0)")
        expect(log).to_have_class("log more-below")


def test_the_number_of_rounds_is_the_most_while_somebody_may_go_out(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        show(page, still, MOMENTS["tall card, bets"]())
        expect(page.locator("#r-head h1")).to_have_text("Round 1: First bets")
        expect(page.locator(".of-all")).to_have_text(re.compile(r"^up to \d+ rounds$"))


def test_a_seat_is_asked_nothing_that_its_window_cuts(browser: Browser) -> None:
    with shelf(browser, {"width": 1440, "height": 900}) as (page, still):
        show(page, still, MOMENTS["talon, bidding"]())
        assert page.evaluate(GEOMETRY) == []
        bid = page.get_by_role("button", name="Guard against")
        expect(bid).to_contain_text("no swap, they score the talon, ×6")
        bid.hover()
        expect(page.get_by_text("the others get its points")).to_be_in_viewport()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1366, 768)])
def test_the_number_of_cards_stands_beside_the_name_of_their_owner(browser: Browser, width: int, height: int) -> None:
    with shelf(browser, {"width": width, "height": height}) as (page, still):
        show(page, still, MOMENTS["royal-pokebacc for 3, 11 cards"]())
        for seat in (1, 2):
            name, held = (page.locator(f"#seat-{seat} {one}").bounding_box() for one in (".name", ".held"))
            assert name is not None
            assert held is not None
            assert 0 <= held["x"] - name["x"] - name["width"] < 12


@pytest.mark.parametrize(("width", "height"), [(390, 844), (740, 360)])
def test_every_seat_shows_how_many_tricks_it_took(browser: Browser, width: int, height: int) -> None:
    with shelf(browser, {"width": width, "height": height}) as (page, still):
        show(page, still, MOMENTS["talon, match over"]())
        taken = page.locator(".plate .held.tally:not(.k0) figcaption")
        assert taken.count() > 2
        for one in taken.all():
            expect(one).to_be_visible()


LAST = "all => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"


def test_buttons_and_bets_have_one_place_on_a_phone(browser: Browser) -> None:
    with shelf(browser, {"width": 360, "height": 740}) as (page, still):
        for name in ("tall card, bets", "tall card, draw", "talon, last card", "talon, bidding", "talon, the sheet"):
            show(page, still, MOMENTS[name]())
            foot = page.locator("#r-ask button:not(.more *)").evaluate_all(LAST)
            assert 728 <= foot <= 736, name
        show(page, still, MOMENTS["tall cards, bets"]())
        assert page.locator(".plate .bet").count() > 4
        assert len(set(page.locator(".plate .bet").evaluate_all("all => all.map((one) => one.offsetTop)"))) == 1


def test_the_question_has_one_place_on_a_phone(browser: Browser) -> None:
    with shelf(browser, {"width": 390, "height": 844}) as (page, still):
        tops = []
        for name in ("tall card, bets", "tall card, draw", "tall card, later"):
            show(page, still, MOMENTS[name]())
            tops += [page.locator("#r-ask .question").evaluate("(one) => one.getBoundingClientRect().top")]
        assert max(tops) - min(tops) <= 8


@pytest.mark.parametrize("game", ["tall card", "tall cards"])
def test_the_chart_has_each_rank_in_columns_with_its_cards(browser: Browser, game: str) -> None:
    with shelf(browser, {"width": 1366, "height": 768}) as (page, still):
        show(page, still, MOMENTS[f"{game}, bets"]())
        rows = page.evaluate("""() => [...document.querySelectorAll(".panels tr:has(.pictured)")].map((row) =>
          [...row.cells].map((cell) => cell.getBoundingClientRect()).filter((cell) => cell.width)
            .map((cell) => [cell.left, cell.right]))""")
        assert len(rows) > 5
        for row in rows:
            assert len(row) > 1
            assert all(cell[1] <= after[0] for cell, after in pairwise(row))
            assert row[-1][1] - row[-1][0] > 10


WATCH = """(button) => {
  button.focus();
  window.named = [];
  new MutationObserver(() => named.push(button.name)).observe(button, { attributes: true });
}"""
"""Focus a button, and note its name whenever it changes."""
AWAY = {2: {"here": False}}


@pytest.mark.parametrize("changes", [[AWAY, {}], [AWAY, {2: {"held": True}}]])
def test_a_focused_button_about_somebody_never_becomes_another_one(
    browser: Browser, changes: list[dict[int, dict[str, object]]]
) -> None:
    """Mute stood beside Remove: a list drawn anew between focus and key is no reason to press the other one."""
    before = MOMENTS["talon, last card"]()
    with shelf(browser, {"width": 1366, "height": 768}) as (page, still):
        show(page, still, before)
        page.locator("#tools > summary").click()
        remove = page.get_by_role("button", name="Remove Bernadette")
        remove.evaluate(WATCH)
        for seq, seats in enumerate(changes, 2):
            tell(page, still, replace(before, seats=seats), seq)
        assert set(page.evaluate("named")) <= {"remove"}
        expect(remove).to_be_focused()


def test_a_button_about_somebody_is_gone_with_them(browser: Browser) -> None:
    before = MOMENTS["talon, last card"]()
    with shelf(browser, {"width": 1366, "height": 768}) as (page, still):
        show(page, still, before)
        page.locator("#tools > summary").click()
        page.get_by_role("button", name="Remove Bernadette").focus()
        tell(page, still, replace(before, seats={2: {"name": "Eve"}}), 2)
        expect(page.get_by_role("button", name="Remove Eve")).to_be_visible()
        assert page.evaluate("document.activeElement === document.body")


def with_melds(name: str) -> Moment:
    """The viewer's turn with three 7s, a run from the 2 to the 5 in the last suit, and another 3 that fits it."""
    match, stride = pokebacc_table.Table(name, 3).deal(), pokebacc_table.game(name).variant.stride
    kinds = [*(suit * stride + 6 for suit in range(3)), 2 * stride + 2, *(3 * stride + rank for rank in (1, 2, 3, 4))]
    match.record.held[0] = sum(1 << kind for kind in kinds)
    return Moment(match)


@pytest.mark.parametrize("name", [ROYAL, BANK, FARM])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (1366, 768)])
def test_a_meld_is_a_button_that_picks_its_cards(browser: Browser, name: str, width: int, height: int) -> None:
    """No meld is offered that shares a card with a better one."""
    with shelf(browser, {"width": width, "height": height}) as (page, still):
        show(page, still, with_melds(name))
        offers, picked = page.locator(".offers button"), page.locator(".hand input:checked")
        expect(offers).to_have_count(2)
        run = offers.filter(has_text="run: 60")
        run.focus()
        run.press("Enter")
        expect(picked).to_have_count(4)
        expect(page.locator(".pick > button[name=press]:not(:disabled)")).to_have_text("Lay run: 60")
        expect(run).to_have_attribute("aria-pressed", "true")
        expect(run).to_be_focused()
        assert page.evaluate(GEOMETRY) == []
        assert serious(page) == []
        run.press("Enter")
        expect(picked).to_have_count(0)
