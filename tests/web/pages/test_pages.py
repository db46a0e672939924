"""The pages over HTTP, without a script: what a visitor finds, plays and is refused."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import httpx
import pytest
from sqlalchemy import delete

from shindig.bots.choice_review import ReviewedChoice
from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import game, game_ids, games
from shindig.gamekit.table_scene import Plate, Scene
from shindig.match import Match, fair
from shindig.messages import name_seats
from shindig.server.fairness.daily_secret import Terms
from shindig.server.matches.player_results import Statistics
from shindig.server.matches.reviews import Evidence, Review
from shindig.server.matches.weighed_decisions import Loss, WeighedDecision
from shindig.server.schemas import SeatInfo
from shindig.server.storage.schema import days
from shindig.web.html.asset_urls import make_asset_url, make_style_sheet_url
from shindig.web.html.card_texts import find_decks, name_cards
from shindig.web.html.templating import render_card_row, render_template
from shindig.web.html.viewer_regions import render_past_own
from shindig.web.pages import history_and_ladder_pages, lobby_pages
from shindig.web.pages.finished_match_pages import describe_grades, describe_loss
from shindig.web.pages.rules_pages import render_rules
from tests.kits.server.room_kit import seal_days
from tests.kits.web.in_process_app import application
from tests.kits.web.in_process_app import browser as in_process_browser
from tests.kits.web.running_server import CERTIFICATES, served


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("web")) as where:
        yield where


@pytest.fixture
def visitor(address: str) -> Iterator[httpx.Client]:
    with browser(address) as client:
        yield client


def browser(address: str) -> httpx.Client:
    """Somebody with a browser of their own."""
    headers = {"origin": address}
    return httpx.Client(base_url=address, follow_redirects=True, timeout=60, headers=headers, verify=CERTIFICATES)


def playing(visitor: httpx.Client, game_id: str = "tall-card", bots: int = 2) -> str:
    """The address of a table where a match against bots goes on."""
    page = visitor.post("/play", data={"game": game_id, "bots": str(bots)})
    assert page.status_code == 200, page.text
    return page.url.path


def turn(visitor: httpx.Client, table: str) -> str:
    """The page when it was just the visitor's turn, or when the match is over."""
    for line in lines(visitor, f"{table}/stream"):
        news = json.loads(line.removeprefix("data: "))
        if news["turn"] == news["you"] or news["state"] == "over":
            break
    return visitor.get(table).text


def lines(visitor: httpx.Client, path: str) -> Iterator[str]:
    with visitor.stream("GET", path) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                yield line


ASKED = 'class="asked"'


def token_in(page: str) -> str:
    """Of what is asked; what could be taken back has a token too."""
    found = re.search(r'name="token" value="([^"]+)"', page[page.index(ASKED) :])
    assert found, page
    return found[1]


def test_the_lobby_offers_every_game_at_once(visitor: httpx.Client) -> None:
    page = visitor.get("/").text
    first, *others = games()
    assert f'href="/learn/{first.id}">Deal me in</a>' in page
    for one in others:
        assert f'href="/play/{one.id}"' in page
        assert str(one.blurb).split(",")[0] in page
    for one in games():
        assert f'name="game" value="{one.id}"' in visitor.get(f"/play/{one.id}").text


def test_a_game_for_one_is_played_against_nobody(visitor: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    one = game("talon")
    alone = replace(one, rules=replace(one.rules, seats=range(1, 2)))
    monkeypatch.setattr(lobby_pages, "game", lambda _: alone)
    page = visitor.get("/play/talon").text
    assert '<input type="hidden" name="bots" value="0">' in page
    assert '<select name="bots"' not in page
    assert "1 player</p>" in page


@pytest.mark.parametrize(("game_id", "offered"), [("tall-card", True), ("gone-fishing", False)])
def test_a_deal_of_a_game_that_went_away_is_not_offered(game_id: str, offered: bool, tmp_path: Path) -> None:
    async def work() -> None:
        async with application(tmp_path) as (app, room), in_process_browser(app) as http:
            await room.services.store.write(lambda connection: connection.execute(delete(days)))
            await seal_days(room.services.store, room.daily_deals.today, Terms(game_id, 1, 3, "steady", 2))
            page = (await http.get("/")).text
            assert ('href="/day"' in page) == offered
            assert "gone-fishing" not in page

    asyncio.run(work())


@pytest.mark.parametrize("game_id", game_ids())
def test_every_page_of_a_game_is_there(visitor: httpx.Client, game_id: str) -> None:
    rules, form = visitor.get(f"/rules/{game_id}"), visitor.get(f"/open/{game_id}")
    assert rules.status_code == form.status_code == 200
    for option in next(one for one in games() if one.id == game_id).rules.options:
        assert f'name="o-{option.name}"' in form.text
        assert f'id="{option.clause}"' in rules.text, f"the rules page has no anchor for {option.clause}"


def test_the_page_about_the_shuffle_is_short_and_leads_to_the_protocol(visitor: httpx.Client) -> None:
    page = visitor.get("/fairness").text
    assert "<h1>How we shuffle</h1>" in page
    article = page.partition("<article")[2].partition("</article>")[0]
    assert len(re.sub("<[^>]+>", " ", article).split()) < 350
    links = re.findall(r'href="(/[^"]+)"', article)
    assert "/fairness/protocol" in links
    assert [link for link in links if visitor.get(link).status_code != 200] == []


def test_the_page_of_the_protocol_says_how_it_goes_and_leads_nowhere_that_is_not_there(visitor: httpx.Client) -> None:
    page = visitor.get("/fairness/protocol").text
    assert "<h1>The fair cut</h1>" in page
    assert 'id="the-deal-of-the-day"' in page
    assert ".md" not in re.sub(r"<code>.*?</code>", "", page)


@pytest.mark.parametrize("path", ["/fairness", "/fairness/protocol", *(f"/rules/{one}" for one in game_ids())])
def test_each_anchor_of_a_page_to_read_is_there_once(visitor: httpx.Client, path: str) -> None:
    anchors = re.findall(r' id="([^"]+)"', visitor.get(path).text)
    assert sorted(anchors) == sorted(set(anchors))


@pytest.mark.parametrize("game_id", game_ids())
def test_a_page_of_rules_has_the_title_of_its_game_once(game_id: str) -> None:
    body, headings = render_rules(game_id)
    assert re.findall("<h1>(.*?)</h1>", unescape(body)) == [game(game_id).name]
    assert game(game_id).name not in [text for _, text in headings]


def test_a_clause_is_an_anchor_once_and_a_link_elsewhere() -> None:
    body, headings = render_rules("tall-card")
    assert str(body).count('id="TC-13"') == 1
    assert str(body).count('href="#TC-33"') > 1
    assert ("a-round", "A round") in headings
    assert 'alt="6 of Plums"' in str(body)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_whole_turn_without_a_script(visitor: httpx.Client, game_id: str) -> None:
    table = playing(visitor, game_id)
    form: dict[str, str | list[str]] = {}
    after = httpx.Response(409)
    while after.status_code == 409:
        page = turn(visitor, table)
        if ASKED in page:  # else the room has played a turn without a choice meanwhile
            form = {"token": token_in(page), "key": token_in(page), **touched(page)}
            after = visitor.post(f"{table}/move", data=form)
    assert after.status_code == 200, re.findall(r'role="alert">(.*?)</div>', after.text)
    assert after.url.path == table
    assert visitor.post(f"{table}/move", data=form).status_code in (200, 409)


def touched(page: str) -> dict[str, str | list[str]]:
    """A button, or the first choice of cards, as a form would send it."""
    press = re.search(r'name="press" value="(\d+)"', page)
    if press:
        return {"press": press[1]}
    pick = re.search(r'data-index="(\d+)" data-choices="([^"]+)"', page)
    assert pick, page
    places, _, _ = json.loads(unescape(pick[2]))[0]
    return {"pick": pick[1], "card": [str(place) for place in places]}


def test_a_late_move_is_refused_and_the_table_shown(visitor: httpx.Client) -> None:
    table = playing(visitor)
    turn(visitor, table)
    late = visitor.post(f"{table}/move", data={"token": "long ago", "press": "0"})
    assert late.status_code == 409
    assert "The table has moved on" in late.text or "not yours" in late.text, "the room has played an only choice"


def test_what_comes_too_late_is_no_fault_to_a_pages_console(visitor: httpx.Client) -> None:
    """Its script gets an answer like any other: for a move, a part in a cut made by now, a hand that has begun."""
    table = playing(visitor)
    turn(visitor, table)
    late = {"move": {"token": "x"}, "cut": {"number": "0", "seal": "00" * 32}, "agree": {"to": "next"}}
    for deed, form in late.items():
        told = visitor.post(f"{table}/{deed}", data=form, headers={"accept": "application/json"})
        assert (deed, told.status_code, bool(told.json()["error"])) == (deed, 200, True)


def test_the_stream_brings_every_region_first(visitor: httpx.Client) -> None:
    table = playing(visitor)
    first = next(lines(visitor, f"{table}/stream"))
    for region in ("r-head", "r-centre", "r-ask", "seat-1", "seat-2"):
        assert f'"{region}"' in first


def test_a_friend_sits_down_by_the_link_and_the_host_begins(address: str) -> None:
    with browser(address) as host, browser(address) as friend:
        page = host.post("/open/tall-card", data={"name": "Ann", "seats": "3", "o-stack": "50"})
        table = page.url.path
        assert "qr.svg" in page.text
        assert host.get(f"{table}/qr.svg").text.startswith("<svg")
        assert "Sit here" in friend.get(table).text
        assert "<b>Ben</b>" in friend.post(f"{table}/sit", data={"name": "Ben"}).text
        assert friend.post(f"{table}/start").status_code == 403
        assert "A new match begins." in host.post(f"{table}/start").text


def test_which_way_play_goes_is_told_as_soon_as_there_is_a_match(visitor: httpx.Client) -> None:
    page = visitor.post("/open/talon", data={"seats": "3"})
    assert 'class="way"' not in page.text
    assert 'title="Play goes counter-clockwise"' in visitor.post(f"{page.url.path}/start").text


def shown_code(page: httpx.Response) -> str:
    """The recovery code on a page, which no cache keeps."""
    assert page.headers["cache-control"] == "no-store"
    assert "/language" not in page.text, "another page would have lost the code"
    found = re.search(r'class="recovery">([^<]+)<', page.text)
    assert found, page.text
    return found[1]


def test_a_guest_becomes_an_account_and_comes_back(address: str) -> None:
    with browser(address) as visitor, browser(address) as elsewhere:
        visitor.post("/me/name", data={"name": "Cleo"})
        account = {"login": "cleo", "password": "correct horse"}
        code = shown_code(visitor.post("/me/register", data=account))
        assert "Hi, <b>cleo</b>" in visitor.get("/me").text
        assert "Cleo" in elsewhere.post("/me/login", data=account).text
        wrong = elsewhere.post("/me/login", data=account | {"password": "wrong horse"})
        assert wrong.status_code == 400
        assert "don’t match" in wrong.text
        fresh = account | {"code": code.upper(), "password": "another horse"}
        assert shown_code(elsewhere.post("/me/recover", data=fresh)) != code
        assert elsewhere.post("/me/recover", data=fresh).status_code == 400, "a code works once"
        newer = shown_code(elsewhere.post("/me/code", data={"password": "another horse"}))
        assert newer not in elsewhere.get("/me").text, "it is shown once"
        words = {"old": "another horse", "new": "the last horse"}
        newest = shown_code(elsewhere.post("/me/password", data=words))
        assert visitor.post("/me/recover", data=fresh | {"code": newer}).status_code == 400, "it went with the password"
        assert shown_code(visitor.post("/me/recover", data=fresh | {"code": newest}))


def test_tn_94_words_at_a_talon_table_come_with_one_reminder(visitor: httpx.Client) -> None:
    table = playing(visitor, "talon")
    assert visitor.post(f"{table}/say", data={"phrase": "Hello!"}).status_code == 200
    assert "talk about your cards" not in visitor.get(table).text
    for words in ("What a night!", "And what a hand!"):
        assert visitor.post(f"{table}/say", data={"text": words}).status_code == 200
    assert visitor.get(table).text.count("talk about your cards") == 1


def test_a_match_seen_again_checked_and_pictured(visitor: httpx.Client) -> None:
    page = visitor.post("/open/tall-card", data={"seats": "2", "o-stack": "5", "o-deals_each": "1", "reveal": "always"})
    table = page.url.path
    visitor.post(f"{table}/start")
    for _ in range(40):
        page_text = turn(visitor, table)
        if "Rematch" in page_text:
            break
        if ASKED in page_text:
            visitor.post(f"{table}/move", data={"token": token_in(page_text), **touched(page_text)})
    replay = visitor.get(f"{table}/replay?match=1&step=2")
    assert replay.status_code == 200
    assert "Whose cards?" in replay.text
    begun = visitor.get(f"{table}/replay?match=1").text
    assert begun.partition('<section class="dock"')[2].count('class="card') >= 5
    record = visitor.get(f"{table}/record?match=1")
    assert record.status_code == 200
    good = visitor.post("/check", files={"file": ("a.jsonl", record.content)})
    assert "we made this alone" in good.text
    assert "make.</li>" in good.text
    lied = record.text.replace('"voices"', '"voice"')
    bad = visitor.post("/check", data={"record": lied})
    assert bad.status_code == 400
    assert "✗" in bad.text
    assert visitor.get(f"{table}/picture.svg?match=1").text.startswith("<svg")
    assert " of Plums, " in visitor.get(f"{table}/proofs?match=1").text, "cards by their names"
    assert visitor.get(f"{table}/proofs?match=1", headers={"accept": "application/json"}).json()["open"]


def test_a_seat_of_a_game_without_hands_is_shown_again_too() -> None:
    mine, hand = render_past_own(
        Scene("Hand 1", (Plate(0, said="wins 2"),)), SeatInfo(0, "person", "Ann"), name_seats(names=("Ann",))
    )
    assert "wins 2" in mine
    assert hand.startswith('<div id="r-hand"')


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/t/nowhere", 404),
        ("/t/nowhere/stream", 404),
        ("/t/nowhere/replay?match=x", 400),
        ("/rules/chess", 404),
        ("/open/chess", 404),
        ("/faces/1/tall-card/XX.svg", 404),
        ("/faces/1/nothing/8p.svg", 404),
        ("/static/1/../app.py", 404),
        ("/nothing/here", 404),
        ("/play", 405),
    ],
)
def test_what_is_not_there_is_said(visitor: httpx.Client, path: str, status: int) -> None:
    told = visitor.get(path)
    assert told.status_code == status
    assert '<p class="lead">' in told.text


@pytest.mark.parametrize("way", ["play", "open", "rules", "ladder"])
def test_who_looks_for_a_game_that_is_not_there_is_offered_all_others(visitor: httpx.Client, way: str) -> None:
    told = visitor.get(f"/{way}/chess").text
    assert "We don’t have this game here." in told
    assert re.findall(rf'<a href="/{way}/([\w-]+)">', told.partition("<main")[2]) == list(game_ids())


def test_the_header_of_an_error_page_is_that_of_all_pages(visitor: httpx.Client) -> None:
    def header(path: str) -> str:
        return visitor.get(path).text.partition("</header>")[0].partition("<header")[2]

    assert header("/nothing/here") == header("/rules")
    playing(visitor)
    assert header("/nothing/here") == header("/t/nothing") == header("/rules")


@pytest.mark.parametrize(("found", "so_far"), [(1, True), (2, False)])
def test_a_review_says_while_it_still_counts(found: int, so_far: bool) -> None:
    """Of two choices one is weighed, or both."""
    review = Review(
        "tall-card",
        2,
        119,
        found=[WeighedDecision(0, 0, ReviewedChoice("Fold", "Call", 30.0, spread=50.0, worlds=100))] * found,
    )
    grades = describe_grades(Counter(one.weighed.grade for one in review.found), done=review.done)
    values = {"person": None, "table": "x", "match": 1, "names": name_seats(), "grades": grades}
    values |= {"lost": describe_loss(review), "fine": False}
    review.evidence[0] = Evidence()
    page = render_template("review.html", values | {"review": review})
    assert ("<h2>So far</h2>" in page) is so_far
    assert "Better: Call, by about 30 points on average." in page
    assert ("You finished with 119 credits." in page) is not so_far


@pytest.mark.parametrize(("lost", "said"), [(2.0, "Small slips"), (30.0, "Where you went wrong")])
def test_a_review_names_slips_and_shows_what_is_hard_to_judge(lost: float, said: str) -> None:
    choices = ReviewedChoice("Fold", "Call", lost, spread=50.0, worlds=100), ReviewedChoice("Check", "")
    review = Review("tall-card", 2, 119, found=[WeighedDecision(step, 0, one) for step, one in enumerate(choices)])
    review.evidence |= {0: Evidence(), 1: Evidence("Round 2")}
    values = {"person": None, "table": "x", "match": 1, "names": name_seats(), "grades": "", "lost": "", "fine": False}
    page = render_template("review.html", values | {"review": review})
    assert re.findall(r"<h2>(.*?)</h2>", page)[1:] == [said]
    hard = page.partition("<summary>Hard to judge</summary>")[2]
    assert "Round 2" in hard
    assert "still can’t tell how good that was" in hard


@pytest.mark.parametrize(
    ("won", "said"),
    [
        ("yes", "Well played!"),
        ("no", "Just bad luck! We tried your other choices in hundreds of deals, and none did clearly better."),
        ("", "Well played!"),
    ],
)
def test_a_review_without_a_mistake_says_who_won(won: str, said: str) -> None:
    values = {"person": None, "table": "x", "match": 1, "names": name_seats(), "grades": "", "lost": ""}
    one = WeighedDecision(0, 0, ReviewedChoice("Fold", "Fold"))
    for fine, found in ((True, [one]), (False, [one]), (True, [])):
        review = Review("talon", len(found), 5, won, found=found)
        page = render_template("review.html", values | {"review": review, "fine": fine})
        assert (f"<p>{said}</p>" in page) is (fine and found != []), "not if a choice is hard to judge, nor without any"


@pytest.mark.parametrize(
    ("grades", "said"),
    [
        (["best"], "You made one choice, and it was fine."),
        (["best", "good"], "You made two choices, and both of them were fine."),
        (["good"] * 13, "You made 13 choices, and all of them were fine."),
        (["best", "good", "blunder"], "2 of your 3 choices were fine and 1 was a blunder."),
        (["best", "mistake", "blunder"], "1 of your 3 choices was fine, 1 was a mistake and 1 was a blunder."),
        (["mistake"], "You made one choice: 1 was a mistake."),
        (["good", "unsure"], "1 of your 2 choices was fine and 1 is hard to judge."),
        (["unsure"] * 2, "You made 2 choices: 2 are hard to judge."),
    ],
)
def test_a_review_counts_choices_as_one_says_it(grades: list[str], said: str) -> None:
    assert str(describe_grades(Counter(grades), done=True)) == said


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/rules/talon", "/api/games", "/nothing/here"])
def test_a_head_is_told_of_a_page_without_its_body(visitor: httpx.Client, path: str) -> None:
    page, head = visitor.get(path), visitor.head(path)
    told = [(one.status_code, one.headers["content-type"], one.headers["content-length"]) for one in (page, head)]
    assert told[0] == told[1]
    assert page.content
    assert not head.content


@pytest.mark.parametrize("path", ["{}/stream", "{}/stream?a=b", "/api/tables/{}/stream"])
def test_a_stream_has_no_head_alone(visitor: httpx.Client, path: str) -> None:
    table = playing(visitor)
    told = visitor.head(path.format(table if path.startswith("{") else table.rpartition("/")[2]))
    assert (told.status_code, told.headers["allow"]) == (405, "GET")


@pytest.mark.parametrize(
    "form",
    [{}, {"game": "chess", "bots": "3"}, {"game": "tall-card", "bots": "77"}, {"game": "tall-card", "bots": "many"}],
)
def test_a_bad_form_is_refused_with_what_was_expected(visitor: httpx.Client, form: dict[str, str]) -> None:
    told = visitor.post("/play", data=form)
    assert told.status_code == 400
    assert '<p class="lead">' in told.text


def test_faces_are_kept_for_good(visitor: httpx.Client) -> None:
    page = visitor.get("/").text
    src = re.search(r'src="(/faces/[^"]+)"', page)
    assert src
    face = visitor.get(src[1])
    assert face.headers["content-type"] == "image/svg+xml"
    assert "immutable" in face.headers["cache-control"]


def test_the_style_of_the_package_stays_in_the_package() -> None:
    templates = Path(__file__).parents[3] / "src" / "shindig" / "web" / "templates"
    for path in templates.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?! type=\"module\" src=)", text), path


@pytest.mark.parametrize("file", [make_asset_url("table.css"), make_asset_url("table.js"), make_style_sheet_url("all")])
def test_style_sheets_and_scripts_come_pressed_for_whoever_reads_that(visitor: httpx.Client, file: str) -> None:
    plain = visitor.get(file, headers={"accept-encoding": "identity"})
    pressed = visitor.get(file, headers={"accept-encoding": "gzip"})
    assert pressed.content == plain.content
    assert "content-encoding" not in plain.headers
    assert int(pressed.headers["content-length"]) < len(plain.content) / 2
    assert pressed.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize("game_id", game_ids())
def test_a_table_weighs_little(visitor: httpx.Client, game_id: str) -> None:
    """The page, its style sheets and scripts as they travel; pictures beside."""
    page = visitor.get(playing(visitor, game_id))
    files = set(re.findall(r'(?:href|src)="(/(?:static|looks)/[^"]+\.(?:css|js))"', page.text))
    loaded = {file: visitor.get(file) for file in files}
    more = {
        f"{file.rsplit('/', 1)[0]}/{name}"
        for file, got in loaded.items()
        for name in re.findall(r'from "\./(.+?)"', got.text)
    }
    loaded |= {file: visitor.get(file) for file in more}
    weight = len(page.content) + sum(int(got.headers["content-length"]) for got in loaded.values())
    assert len(loaded) > 8
    assert weight < 80_000


@pytest.mark.parametrize(
    ("game_id", "text", "told"),
    [
        (
            "tall-card",
            "{0} shows 1b 9d WhD: 1 Dancing Couple.",
            "{0} shows 1 of Bamboo, 9 of Diamonds, White Dragon: 1 Dancing Couple.",
        ),
        ("farmers-and-fishermen", "{1} answers: Famine.", "{1} answers: Famine."),
        ("talon", "{2} wins 21 points with 10 cards.", "{2} wins 21 points with 10 cards."),
    ],
)
def test_in_the_log_cards_have_their_names(game_id: str, text: str, told: str) -> None:
    assert name_cards(text, game_id, ()) == told


@pytest.mark.parametrize(("deck", "named"), [("fruit", "2 of Bananas"), ("expanded-72", "2 of Bamboo")])
def test_what_a_code_means_is_what_it_means_in_the_deck_on_the_table(deck: str, named: str) -> None:
    match = Match(game("tall-cards"), 2, {"deck": deck})
    while match.needs:
        match.order(fair(1)(match.needs, match.wanted()))
    decks = find_decks("tall-cards", match.view(ONLOOKER).scene)
    assert name_cards("{0} discards 2b.", "tall-cards", decks) == f"{{0}} discards {named}."
    assert f'alt="{named}"' in render_card_row("2b 3b", "tall-cards", decks)
    assert not render_card_row("2b or nothing", "tall-cards", decks)


def test_the_second_checker_of_cuts_is_linked_and_runs_its_own_script_alone(tmp_path: Path) -> None:
    with served(tmp_path) as address, httpx.Client(base_url=address) as http:
        for path in ("/fairness", "/fairness/protocol"):
            assert 'href="/fairness/verify.html"' in http.get(path).text
        page = http.get("/fairness/verify.html")
        assert page.text == (Path(__file__).parents[3] / "docs" / "verify-cut.html").read_text("utf-8")
        policy = page.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "script-src 'sha256-" in policy
        assert "unsafe" not in policy


@pytest.mark.parametrize(("latest", "offered"), [(["talon", "tall-card"], "talon"), (["gone"], games()[0].id)])
def test_the_lobby_offers_the_latest_game_to_who_knows_all(latest: list[str], offered: str) -> None:
    start = lobby_pages.choose_start(games(), {}, {}, set(), latest)
    assert start is not None
    assert (start.game.id, start.lesson) == (offered, 0)


def selected(page: str, name: str) -> str:
    """The value that a select of a page shows."""
    field = page.partition(f'<select name="{name}">')[2].partition("</select>")[0]
    found = re.search(r'(?:value="([^"]*)")? selected>([^<]*)', field)
    assert found, name
    return found[1] or found[2]


def test_a_table_offers_what_the_page_to_play_offers_and_later_what_was_chosen_last(visitor: httpx.Client) -> None:
    play, form = visitor.get("/play/talon").text, visitor.get("/open/talon").text
    assert (selected(play, "level"), selected(play, "bots")) == ("gentle", "3")
    assert (selected(form, "bot"), selected(form, "seats")) == ("gentle", "4")
    visitor.post("/play", data={"game": "talon", "bots": "4", "level": "expert", "length": "full"})
    play, form = visitor.get("/play/talon").text, visitor.get("/open/talon").text
    assert (selected(play, "level"), selected(play, "bots"), selected(play, "length")) == ("expert", "4", "full")
    assert (selected(form, "bot"), selected(form, "seats")) == ("expert", "5")
    table = visitor.post("/play", data={"game": "talon"}).url.path.replace("/t/", "/tables/")
    assert len(visitor.get(f"/api{table}").json()["table"]["seats"]) == 5
    assert selected(visitor.get("/play/tall-cards").text, "level") == "gentle"


@pytest.mark.parametrize(
    "kept", ["", "talon:9:gentle:short", "talon:4:gone:short", "talon:4", "talon:44444:gentle:short~"]
)
def test_a_choice_that_no_longer_fits_is_forgotten(kept: str, visitor: httpx.Client) -> None:
    visitor.cookies.set("shindig-choices", kept)
    page = visitor.get("/play/talon").text
    assert (selected(page, "level"), selected(page, "bots")) == ("gentle", "3")


def test_the_lengths_of_a_match_are_those_of_its_options(visitor: httpx.Client) -> None:
    page = visitor.get("/play/royal-pokebacc").text
    assert ">Short: 2 wins</option>" in page
    assert ">Full: 3 wins</option>" in page


def test_a_stranger_is_sent_to_sign_in_and_comes_back(address: str) -> None:
    with browser(address) as stranger:
        asked = stranger.get("/turns", headers={"accept": "text/html"})
        assert (asked.status_code, asked.url.path, asked.url.query) == (200, "/me", b"back=/turns")
        assert "We don’t know you yet." in asked.text
        assert stranger.post("/me/name", data={"name": "Ann", "back": "/turns"}).url.path == "/turns"


def test_a_ladder_marks_its_game_among_all(visitor: httpx.Client) -> None:
    assert '<a href="/ladder/talon" aria-current=page>' in visitor.get("/ladder/talon").text


def test_statistics_leave_out_what_is_zero() -> None:
    known = {"talon": Statistics(3, 0, 6, -5), "tall-card": Statistics(2, 1, 4, 12, lost={"": Loss(1, 4.0)})}
    values = {"person": None, "statistics": known, "few": True, "ratings": {}, "days": 0, "any": 0, "levels": {}}
    told = values | {"units": {}, "describe_loss": history_and_ladder_pages.describe_loss}
    cards = render_template("statistics.html", told).split('<section class="sheet">')[1:]
    shown = [dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", card)) for card in cards]
    assert shown[0] == {"Matches": "3", "Hands": "6"}
    assert shown[1] == {"Matches": "2", "Came first": "1", "Hands": "4", "Most won in a hand": "+12"}
    assert ["Other choices: about" in card for card in cards] == [False, True]


@pytest.mark.parametrize(
    ("game_id", "length"),
    [
        ("royal-pokebacc", "first to 2"),
        ("talon", "3 hands"),
        ("tall-cards", "four deals each"),
        ("tall-card", "up to 8 rounds"),
    ],
)
def test_a_table_that_waits_says_how_long_its_match_is(game_id: str, length: str, visitor: httpx.Client) -> None:
    chosen = {"royal-pokebacc": {"o-hands_to_win": "2"}, "talon": {"o-hands": "3"}}.get(game_id, {})
    page = visitor.post(f"/open/{game_id}", data={"seats": "4", **chosen}).text
    assert f'<b class="of-all">{length}</b>' in page
