"""The table stands still: nothing overlaps, is cut or covered at any size, and nothing moves while others play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from shindig.gamekit import game, game_ids
from shindig.gamekit.table_scene import Card
from shindig.games.pokebacc.worth.meld_numbering import TROVE, shapes
from shindig.games.talon.rules import state as talon
from shindig.match import Match
from shindig.web.html.page_diff import render_regions
from tests.kits.games.pokebacc_table import BANK
from tests.kits.web.browser_kit import serious
from tests.kits.web.busy_tables import (
    MOMENTS,
    Moment,
    Shelf,
    at_random,
    gathering,
    guarded_against,
    laid_out,
    last_card,
    news_of,
    shelf,
    show,
    talon_phase,
    tell,
)
from tests.kits.web.finished_hands import finished_hands

SIZES = {"1440x900": (1440, 900), "1366x768": (1366, 768), "360x740": (360, 740), "740x360": (740, 360)}
SIZES |= {"200 %": (720, 450), "200 % of 1366x768": (683, 384)}
"""And what two desks are at 200 % zoom."""
SOON = ("360x740", "1366x768")
BUSIEST = (
    "royal-pokebacc, four melds",
    "merchants-bank, a hand over",
    "talon, bidding",
    "talon, guarded against",
    "tall card, bets",
    "tall card, later",
    "tall card, out and by hand",
    "tall cards, hands of 3 shown",
    "tall cards, raised",
    "tall cards, gathering",
    "talon, invited",
)
GEOMETRY = (Path(__file__).parents[1] / "kits" / "web" / "geometry.js").read_text(encoding="utf-8")
LEAST_SHIFT = 0.02
WATCH = """
() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    const part = (node) => (node ? node.id || node.className || `${part(node.parentElement)} ${node.nodeName}` : "?");
  const name = ({ node }) => part(node);
    for (const one of list.getEntries()) window.shifts.push([one.value, one.sources.map(name).join()]);
  }).observe({ type: "layout-shift" });
}
"""
COUNTED = """
const begin = document.startViewTransition.bind(document);
window.flown = 0;
document.startViewTransition = (change) => {
  const flight = begin(change);
  flight.finished.then(() => window.flown++);
  return flight;
};
"""
RECORDED = """
window.takes = [];
window.AudioContext = class extends OfflineAudioContext {
  constructor() { super(1, 44_100, 44_100); window.takes.push(this); }
  resume() {}
};
window.trembled = 0;
navigator.vibrate = () => (window.trembled++, true);
window.touched = false;
addEventListener("pointerdown", () => (window.touched = true), true);
Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: window.touched }) });
"""
"""Sounds into a record instead of the machine's speaker. What a test evaluates counts to browsers as a touch, too."""
HEARD = """
async () => {
  const samples = window.takes.length ? (await window.takes[0].startRendering()).getChannelData(0) : [];
  const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return [loudest, samples.filter((one, at) => at && one > 0 !== samples[at - 1] > 0).length];
}
"""
"""The loudest sample of what was played, and how often the wave crosses zero: the tune's pitch."""
SHIFTS = """
() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(window.shifts.splice(0)))))
"""


def pages(browser: Browser, name: str) -> Iterator[tuple[Page, Shelf]]:
    width, height = SIZES[name]
    with shelf(browser, {"width": width, "height": height}) as found:
        yield found


@pytest.mark.parametrize(
    ("sizes", "names"),
    [
        pytest.param(SOON, BUSIEST, id="busiest"),
        pytest.param(tuple(SIZES), tuple(MOMENTS), id="all", marks=pytest.mark.long),
    ],
)
def test_nothing_is_cut_covered_or_out_of_its_place(
    browser: Browser, sizes: tuple[str, ...], names: tuple[str, ...]
) -> None:
    """A table is loaded once, and its window takes one size after another."""
    found: list[str] = []
    for page, still in pages(browser, sizes[0]):
        for name in names:
            show(page, still, MOMENTS[name]())
            for size in sizes:
                found += [f"{name}, {size}: {one}" for one in faults_at(page, size)]
    assert found == []


def faults_at(page: Page, size: str) -> list[str]:
    """What is wrong with a page in a window of this size."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
    found: list[str] = page.evaluate(GEOMETRY)
    return found


@pytest.mark.parametrize(("taken", "said"), [(5, True), (8, False)])
def test_empty_seats_are_spoken_of_where_there_are_any(taken: int, said: bool) -> None:
    start = render_regions(news_of(gathering("tall-cards", taken)))["r-start"]
    assert ("bots will take the empty seats." in start) is said
    assert ("Add a bot" in start) is said
    assert 'id="levels"' in start


def test_who_is_out_reads_it_where_the_end_is_offered() -> None:
    told = render_regions(news_of(MOMENTS["tall card, out"]()))
    assert "You’re out. The others play on." in told["r-ask"]
    assert "Skip to the end" in told["r-go"]


def test_a_match_ends_with_its_winner_all_places_and_a_rematch() -> None:
    told = render_regions(news_of(MOMENTS["talon, match over"]()))["r-next"]
    parts = ['class="headline"', 'class="result"', '<ol class="standing n5"', ">Rematch<", ">Replay<"]
    assert sorted(parts, key=told.index) == parts
    assert told.count('<span class="nth">') == 5
    assert told.count('class="w2"') == 1
    onlooker = render_regions(news_of(MOMENTS["talon, match over, looked on"]()))["r-next"]
    assert 'class="headline"' in onlooker
    assert "standing" not in onlooker


def test_after_a_hand_of_talon_both_sides_are_told_with_what_it_brought_everybody() -> None:
    moment = next(finished_hands("talon"))
    taker, defenders = moment.match.view().scene.sides
    brought = [change for side in (taker, defenders) for _, change, _ in side.members]
    assert sum(brought) == 0
    assert sorted(seat for side in (taker, defenders) for seat, *_ in side.members) == [*range(moment.match.seats)]
    told = render_regions(news_of(moment))["r-next"]
    assert told.count("<section>") == 2
    assert f"<b>{taker.points}</b>" in told


TOO_LONG = """
(all) => all.filter((html) => {
  document.getElementById("r-have").outerHTML = html;
  const now = document.getElementById("r-have");
  return now.scrollHeight > now.clientHeight + 2 || now.scrollWidth > now.clientWidth + 1;
})
"""


def told_of_hands(game_id: str, most: int) -> tuple[Match, list[str]]:
    """What a seat is told that it has, in a match for the fewest and one for the most: a table, and each text."""
    told, table = dict[str, None](), None
    for seats in {game(game_id).rules.seats[0], game(game_id).rules.seats[-1]}:
        for match in islice(at_random(game_id, seats), most):
            news = news_of(Moment(match))
            table = table or match.copy()
            told[render_regions(news)["r-have"]] = None
    assert table is not None
    return table, [*told]


@pytest.mark.parametrize(
    ("size", "most"), [("360x740", 60)] + [pytest.param(size, 700, marks=pytest.mark.long) for size in SIZES]
)
@pytest.mark.parametrize("game_id", game_ids())
def test_what_one_has_is_never_cut(browser: Browser, game_id: str, size: str, most: int) -> None:
    table, told = told_of_hands(game_id, most)
    for page, still in pages(browser, size):
        show(page, still, Moment(table))
        assert page.evaluate(TOO_LONG, told) == []


def test_a_pile_that_is_pushed_out_is_noticed(browser: Browser) -> None:
    for page, still in pages(browser, "1366x768"):
        show(page, still, MOMENTS["talon, bidding"]())
        page.evaluate("() => { document.querySelector('.middle .pile').style.translate = '0 -240px'; }")
        told = page.evaluate(GEOMETRY)
        assert any("pile" in one and "is out of" in one for one in told), told


def hand_of(match: Match) -> list[Card]:
    """What the viewer holds, whoever acted."""
    return [card for pile in match.view(0).scene.seats[0].piles[:1] for card in pile.cards]


def shifts(browser: Browser, game_id: str, seats: int, size: str, most: int) -> list[tuple[float, str]]:
    """What moved at each step of a match: how much, and what; but for one's own hand when it is dealt or played."""
    found: list[tuple[float, str]] = []
    for page, still in pages(browser, size):
        matches = islice(at_random(game_id, seats), most)
        show(page, still, Moment(next(matches)))
        page.evaluate(WATCH)
        held: list[Card] = []
        for number, match in enumerate(matches, start=2):
            tell(page, still, Moment(match), number)
            before, held = held, hand_of(match)
            found += [(value, what) for value, what in page.evaluate(SHIFTS) if held == before or "h-" not in what]
    return found


MATCHES = [("royal-pokebacc", 6, "1366x768"), ("talon", 5, "360x740")]


@pytest.mark.parametrize(
    ("game_id", "seats", "size", "most"),
    [pytest.param(*one, 30) for one in MATCHES]
    + [
        pytest.param(one, game(one).rules.seats[-1], size, 300, marks=pytest.mark.long)
        for one in game_ids()
        for size in SIZES
    ],
)
def test_nothing_moves_while_a_match_goes_on(browser: Browser, game_id: str, seats: int, size: str, most: int) -> None:
    """Over the whole match, but for the cards of one's own hand: they make room for those that come and close up."""
    found = shifts(browser, game_id, seats, size, most)
    worst = sorted(found, reverse=True)[:8]
    assert not found or worst[0][0] < LEAST_SHIFT, worst
    assert sum(value for value, what in found if "h-" not in what) < LEAST_SHIFT, worst


def test_a_trick_lies_until_it_is_touched_and_its_winner_is_named(browser: Browser) -> None:
    for page, still in pages(browser, "1366x768"):
        page.add_init_script("localStorage.trick = 1e6")
        match = last_card(5)
        show(page, still, Moment(match))
        match.play(match.legal[0])
        tell(page, still, Moment(match), 2)
        expect(page.locator(".trick.done .card")).to_have_count(5)
        expect(page.locator(".trick.done .pile:has(.m-winning)")).to_contain_text("wins")
        match.play(match.legal[0])
        tell(page, still, Moment(match), 3)
        expect(page.locator(".trick.done .card")).to_have_count(5)
        page.mouse.click(5, 5)
        expect(page.locator(".trick .card")).to_have_count(1)


def test_cards_fly_and_nothing_is_left_of_it(browser: Browser) -> None:
    """With motion: each change is a view transition, and no card keeps a name or a mark of it; one that lies still has
    none, for with one it would count as moved wherever it is laid out anew, as all is in a low window.
    """
    width, height = SIZES["740x360"]
    with shelf(browser, {"width": width, "height": height}, motion="no-preference") as (page, still):
        page.add_init_script(COUNTED)
        match = talon_phase(5, talon.PLAY)
        show(page, still, Moment(match))
        page.evaluate(WATCH)
        for number in range(2, 8):
            match.play(match.legal[0])
            tell(page, still, Moment(match), number)
            page.wait_for_function("number => window.flown >= number - 1", arg=number)
        found = page.evaluate(SHIFTS)
        assert sum(value for value, what in found if "h-" not in what) < LEAST_SHIFT / 4, found
        assert page.evaluate("() => document.querySelectorAll('.mark').length") == 0
        assert page.evaluate("() => document.querySelectorAll('.card[style*=transition]').length") == 0


def bid() -> Match:
    return talon_phase(5, talon.BID)


def passed() -> Match:
    match = bid()
    match.play("pass")
    return match


def trick() -> Match:
    match = last_card(5)
    match.play(match.legal[0])
    return match


OCCASIONS: dict[str, tuple[Callable[[], Match], Callable[[], Match], int]] = {
    "turn": (bid, passed, 4),
    "trick": (lambda: last_card(5), trick, 2),
    "deal": (guarded_against, bid, 2),
    "win": (bid, guarded_against, 2),
}
"""What is heard: the table before and after, and whose page it is."""


def heard(page: Page, still: Shelf, occasion: str, wishes: dict[str, str], touch: bool = True) -> tuple[float, int]:
    """What is heard on an occasion, and how high, by somebody with these wishes who has touched the page, or not."""
    before, after, viewer = OCCASIONS[occasion]
    show(page, still, Moment(before(), viewer))
    page.evaluate("wishes => Object.entries(wishes).forEach(one => localStorage.setItem(...one))", wishes)
    if touch:
        page.mouse.click(2, 2)
    tell(page, still, Moment(after(), viewer), 2)
    loudest, crossings = page.evaluate(HEARD)
    return float(loudest), int(crossings)


def test_each_occasion_has_a_soft_sound_of_its_own_for_who_wished_it(browser: Browser) -> None:
    """Nothing until it is switched on, nor before the page was touched: browsers keep it back, to play it then."""
    for page, still in pages(browser, "360x740"):
        page.add_init_script(RECORDED)
        wish = {"sense-sound": "on", "sense-volume": "100", "sense-tremor": "on"}
        assert heard(page, still, "turn", wish, touch=False) == (0, 0)
        assert heard(page, still, "turn", dict.fromkeys(wish, "")) == (0, 0)
        assert page.evaluate("window.trembled") == 0
        tunes = {occasion: heard(page, still, occasion, wish) for occasion in OCCASIONS}
        assert all(0.1 < loudest < 0.6 for loudest, _ in tunes.values()), tunes
        assert len({crossings for _, crossings in tunes.values()}) == len(tunes), tunes
        assert heard(page, still, "turn", wish | {"sense-volume": "10"})[0] == pytest.approx(tunes["turn"][0] / 10)
        assert page.evaluate("window.trembled") == 1


NOTED = """
window.noted = [];
const note = (from) => (title) => { window.noted.push(`${from}: ${title}`); };
window.Notification = class { static permission = "granted"; constructor(title) { note("page")(title); } };
Object.defineProperty(document, "hidden", { value: true });
const worker = { getRegistration: async () => ({ active: true, showNotification: note("worker") }) };
"""


@pytest.mark.parametrize(("worker", "noted"), [("worker", "worker"), ("undefined", "page")])
def test_a_notice_comes_from_the_worker_where_there_is_one(browser: Browser, worker: str, noted: str) -> None:
    """Phones take none from a page."""
    for page, still in pages(browser, "360x740"):
        page.add_init_script(f"{NOTED} Object.defineProperty(navigator, 'serviceWorker', {{ value: {worker} }});")
        match = talon_phase(5, talon.BID)
        show(page, still, Moment(match, 4))
        page.evaluate("localStorage.setItem('sense-notice', 'on')")
        match.play("pass")
        tell(page, still, Moment(match, 4), 2)
        page.wait_for_function("() => window.noted.length")
        assert page.evaluate("window.noted") == [f"{noted}: It’s your turn."]


def test_a_hand_that_wins_at_once_is_told_whole(browser: Browser) -> None:
    """The longest of what Pokebacc tells: a Treasure Trove in the hand, and points on the table."""
    match = laid_out(BANK, 3, 1)
    trove = next(one.cards for one in shapes(1) if one.kind == TROVE)
    match.record.held[0] = sum(1 << card for card in trove)
    for size in ("360x740", "740x360"):
        for page, still in pages(browser, size):
            show(page, still, Moment(match))
            expect(page.locator("#r-have")).to_contain_text("wins now")
            assert not [one for one in page.evaluate(GEOMETRY) if "r-have" in one]


OUT_OF_SIGHT = """() => {
  const all = [...document.querySelectorAll(".finale button, .finale .button, .headline, .standing li")];
  const out = ({ bottom, left, right }) => bottom > innerHeight + 1 || right > innerWidth + 1 || left < -1;
  return all.filter((one) => one.checkVisibility() && out(one.getBoundingClientRect())).map((one) => one.textContent);
}"""
"""Of the end of a match, what is outside of the window."""
ENDS = ("tall card, match over", "talon, match over", "royal-pokebacc, match over", "tall cards, match over")


@pytest.mark.parametrize(("width", "height"), [(360, 560), (844, 390), (1440, 900)])
def test_the_end_of_a_match_moves_nothing_and_is_read_by_all(browser: Browser, width: int, height: int) -> None:
    """From the last hand's result to the end of the match, whose places and steps are all in the window. The column
    beside the table has one closed panel more then. The viewer's own hand joins those at a showdown.
    """
    for name in ENDS:
        with shelf(browser, {"width": width, "height": height}) as (page, still):
            over = MOMENTS[name]()
            show(page, still, replace(over, facts={"state": "playing", "rest": 5.0}))
            page.add_style_tag(content=".reveal { visibility: hidden; }")
            page.evaluate(WATCH)
            tell(page, still, over, 2)
            expect(page.locator(".finale")).to_have_count(1)
            found = page.evaluate(SHIFTS)
            assert sum(value for value, _ in found) < LEAST_SHIFT, (name, sorted(found, reverse=True)[:8])
            page.evaluate("() => document.querySelectorAll('style').forEach((one) => one.remove())")
            assert serious(page) == [], name
            assert page.evaluate(OUT_OF_SIGHT) == [], name
