"""Pages about a finished match: replay, review, record, picture, and proofs of its shuffles."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from shindig.bots import levels
from shindig.bots import names as bot_names
from shindig.bots.amounts import count_wins, describe_amount, describe_score, is_share, round_amount
from shindig.bots.choice_review import BEST, GOOD, GRADES, UNSURE
from shindig.core.layout_and_views import ONLOOKER
from shindig.gamekit import game
from shindig.gamekit.game_spec import Line
from shindig.match import View
from shindig.messages import SeatNames, Seats, Text, join, name_seats, say
from shindig.record import RecordError, Replay
from shindig.scene_svg import draw_table
from shindig.server.errors import MissingError
from shindig.server.fair_queue import Bounds, FairWorkers
from shindig.server.fairness import record_verification
from shindig.server.fairness.fair_shuffle import FairnessError
from shindig.server.fairness.record_verification import Verdict
from shindig.server.matches.reviews import Review
from shindig.server.person import Person
from shindig.server.schemas import Origin, ReplayStep, SeatInfo

from ..html.card_texts import find_decks
from ..html.reveal_html import build_reveal_source
from ..html.seat_html import PlateFacts, render_plate
from ..html.shared_regions import render_centre, render_panels
from ..html.templating import render_template
from ..html.viewer_regions import render_past_own
from ..http.request_guard import RECORD_LIMIT
from ..http.sessions import (
    check_texts,
    find_person,
    find_visitor,
    parse_number,
    read_form,
    read_text,
    require_person,
    site_of,
)
from ..reader_language import get_language
from .card_and_static_files import SVG

router = APIRouter(include_in_schema=False)
LONGEST_STEPS = 20_000
"""Largest number of lines of a record to check."""
MOST_CHECKED = 8
"""Largest number of waiting checks of one address. The longest take seconds each."""
CHECK_BOUNDS = Bounds(64, MOST_CHECKED, MOST_CHECKED)
CHECK_WORKERS = FairWorkers("shindig-check", 1, CHECK_BOUNDS, say("busy-checks"))
EMPTY_VERDICT = Verdict([], False)
NO_RECORD = say("check-none")
PLAIN = {"content-disposition": "attachment"}
GRADES_SHOWN = (GOOD, *(grade for _, grade in reversed(GRADES)), UNSURE)
"""Grades in the order in which a review counts them; the best choice is among the good ones."""


@dataclass(frozen=True)
class MatchAccess:
    """A finished match as one person may see it."""

    seats: tuple[SeatInfo, ...]
    you: int
    game: str
    steps: list[ReplayStep]
    origin: Origin | None = None
    """Origin of a match that counts for nothing."""


def read_query_number(request: Request, name: str, default: int) -> int:
    """Read a number from the address. Raises RoomError."""
    return parse_number(request.query_params.get(name, str(default)), name)


async def load_match_access(request: Request, table: str, match: int, person: Person | None) -> MatchAccess:
    """Load a match as a person may see it."""
    room = site_of(request).room
    info, steps = (await room.build_bare_snapshot(table, person)).info, await room.build_replay(table, person, match)
    return MatchAccess(info.seats, info.you, info.game, steps, info.origin)


def find_step(found: MatchAccess, number: int, viewer: int | None) -> tuple[ReplayStep, int]:
    """Return a step and its viewer: the requested one if allowed, else the person's own."""
    if not found.steps:
        raise MissingError(say("refuse-match-empty"))
    step = found.steps[max(0, min(number, len(found.steps) - 1))]
    if viewer is not None and viewer not in step.views:
        raise MissingError(say("refuse-hand-closed"))
    usual = found.you if found.you in step.views else next(iter(step.views))
    chosen = usual if viewer is None else viewer
    return step, chosen


@router.get("/t/{table}/replay")
async def show_replay(request: Request, table: str) -> Response:
    """Show a match step by step."""
    person, match = await find_person(request), read_query_number(request, "match", 1)
    found = await load_match_access(request, table, match, person)
    first = find_first_deal(found.steps)
    number = max(0, min(read_query_number(request, "step", first), len(found.steps) - 1))
    asked = read_query_number(request, "seat", ONLOOKER) if "seat" in request.query_params else None
    step, viewer = find_step(found, number, asked)
    names = name_step(step, viewer)
    values = {
        "person": person,
        "table": table,
        "match": match,
        "number": number,
        "first": first,
        "last": len(found.steps) - 1,
        "names": names,
        "viewer": viewer,
        "viewers": sorted(step.views),
        "opening": await site_of(request).room.build_reveal_status(table, person, match),
        "asked": asked,
        "told": step.lines,
        "game": found.game,
        "name": game(found.game).name,
        "origin": found.origin,
        "going": await site_of(request).room.continued_matches.find_seat(table, person, match, number) is not None,
        "levels": levels(game(found.game)),
        "level": bot_names(game(found.game))[0],
        "dealt_anew": game(found.game).policies is not None,
    }
    work = partial(render_replay, found, step, viewer, values)
    return HTMLResponse(await site_of(request).room.match_cache.render(work))


def find_first_deal(steps: Sequence[ReplayStep]) -> int:
    """Return the number of the first step after which somebody has cards; 0 if nobody ever has."""
    for step in steps:
        scene = next(iter(step.views.values())).scene
        if any(plate.piles and plate.piles[0].cards for plate in scene.seats):
            return step.number
    return 0


def render_replay(found: MatchAccess, step: ReplayStep, viewer: int, values: Mapping[str, object]) -> str:
    """Render the page of a step."""
    lines, regions = list_lines(found.steps, viewer), render_step(found, step, viewer, name_step(step, viewer))
    return render_template("replay.html", {**values, **regions, "lines": lines})


def name_step(step: ReplayStep, viewer: int) -> SeatNames:
    """Return the names at a step, for the one who sees it."""
    return name_seats(get_language(), step.names, you=viewer if viewer != ONLOOKER else None)


def list_lines(steps: Sequence[ReplayStep], viewer: int) -> list[tuple[int, SeatNames, Line]]:
    """Return all lines with the numbers of their steps, and the names at that time."""
    return [(each.number, name_step(each, viewer), line) for each in steps for line in each.lines]


@router.get("/t/{table}/review")
async def show_review(request: Request, table: str) -> Response:
    """Show the review of the person's choices."""
    person, match = await require_person(request), read_query_number(request, "match", 1)
    room = site_of(request).room
    found = await room.review_match(table, person, match)
    counts = Counter(one.weighed.grade for one in found.found) if found else Counter[str]()
    values = {
        "person": person,
        "table": table,
        "match": match,
        "review": found,
        "names": name_seats(get_language(), (await room.build_bare_snapshot(table, person)).public.names),
        "grades": describe_grades(counts, done=not found or found.done),
        "lost": describe_loss(found) if found and found.lost else "",
        "fine": not counts.keys() - {BEST, GOOD},
    }
    return HTMLResponse(render_template("review.html", values))


def describe_loss(found: Review) -> Text:
    """Say what the mistakes cost, as the sum of the rounded amounts beside them: an amount, or where hands are won or
    lost, the wins in 100 hands or matches."""
    unit, count = game(found.game).words.unit, len(found.costly)
    losses = [one.weighed.lost for one in found.costly]
    lost = sum(round(one, 2) if is_share(one, unit) else round_amount(one) for one in losses)
    score = describe_score(found.score, unit) if found.done else ""
    if is_share(lost, unit):
        return say("review-lost-chance", count=count, wins=count_wins(lost), unit=unit, score=score)
    return say("review-lost", count=count, amount=describe_amount(lost, unit), score=score)


def describe_grades(counts: Counter[str], done: bool) -> Text:
    """Say how many choices have each grade. The best choice and one that is as good are both fine."""
    fine, total = counts[BEST] + counts[GOOD], counts.total() if done else 0
    if fine == total > 0:
        return say("review-grades.fine", total=total)
    told = counts | Counter({GOOD: fine})
    found = [say(f"grade-count-{one}", count=told[one], total=total) for one in GRADES_SHOWN if told[one]]
    return say("review-grades", total=total, fine=fine, grades=join(found)) if found else ""


def render_step(found: MatchAccess, step: ReplayStep, viewer: int, names: SeatNames) -> dict[str, object]:
    """Render the regions of a step."""
    scene, count = step.views[viewer].scene, len(step.names)
    infos = [SeatInfo(seat, found.seats[seat].kind, names[seat]) for seat in range(count)]
    plates = []
    for offset in range(count):
        seat = (max(viewer, 0) + offset) % count
        if seat != viewer:
            facts = PlateFacts("", False, "", "")
            plates.append((offset, render_plate(scene.seats[seat], infos[seat], facts, names)))
    own = render_past_own(scene, infos[viewer], names) if viewer >= 0 else ()
    middle = render_centre(scene.centre, scene.pots, scene.result, names, "")
    _, draw, *of = build_reveal_source(scene, infos, names)
    return {
        "scene": scene,
        "turn": scene.to_act,
        "plates": plates,
        "centre": middle,
        "reveal": draw(*of),
        "own": own,
        "decks": find_decks(found.game, scene),
        "panels": render_panels(scene.panels, names, found.game, find_decks(found.game, scene)),
    }


@router.get("/t/{table}/picture.svg")
async def get_picture(request: Request, table: str) -> Response:
    """Return a step as a picture to share."""
    person = await find_person(request)
    found = await load_match_access(request, table, read_query_number(request, "match", 1), person)
    asked = read_query_number(request, "seat", ONLOOKER) if "seat" in request.query_params else None
    step, viewer = find_step(found, read_query_number(request, "step", len(found.steps) - 1), asked)
    scene, look = step.views[viewer].scene, game(found.game).table.look
    if "title" in request.query_params:
        scene = scene._replace(title=make_headline(step.views[viewer]))
    return Response(await asyncio.to_thread(draw_table, scene, step.names, viewer, look.cloth), media_type=SVG)


def make_headline(view: View) -> Text:
    """Return a headline with the winners, for pictures, on which each seat has its score."""
    outcome, name = view.game.words.outcome(view.plain), view.game.name
    if not outcome.winners:
        return name
    return say("headline", game=name, seats=Seats(outcome.winners))


@router.get("/t/{table}/record")
async def download_record(request: Request, table: str) -> Response:
    """Return the record of a revealed match as a file."""
    match = read_query_number(request, "match", 1)
    text = await site_of(request).room.build_record(table, await find_person(request), match)
    name = f'attachment; filename="shindig-{table}-{match}.jsonl"'
    return PlainTextResponse(text, headers={"content-disposition": name})


@router.get("/t/{table}/proofs")
async def show_proofs(request: Request, table: str) -> Response:
    """Show the published part of each cut with proofs of own and shown cards, as a page that checks them or as JSON."""
    match, person = read_query_number(request, "match", 1), await find_person(request)
    found = await site_of(request).room.build_proofs(table, person, match)
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse(found)
    archived, sight, _ = await site_of(request).room.load_match(table, person, match)
    last = archived.match
    values = {
        "person": person,
        "table": table,
        "match": match,
        "proofs": found,
        "names": name_seats(get_language(), tuple(archived.names), you=sight.last_seat),
        "had_say": [describe_shufflers(cut) for cut in found.get("cuts", ())],
        "game": last.game.id,
        "decks": find_decks(last.game.id, last.view().scene),
    }
    return HTMLResponse(await site_of(request).room.match_cache.render(partial(render_template, "proofs.html", values)))


def describe_shufflers(cut: Mapping[str, Any]) -> Text:
    """Say whose devices had a say in a shuffle."""
    seats = sorted({one["seat"] for one in cut["voices"] if one["said"] == "given"})
    return say("proofs-values", who=Seats(tuple(seats))) if seats else say("proofs-alone")


@router.get("/check")
async def show_check_form(request: Request) -> Response:
    """Show the form that checks a record."""
    return HTMLResponse(
        render_template(
            "check.html", {"person": await find_visitor(request), "text": "", "good": (), "proven": False, "bad": ""}
        )
    )


@router.post("/check")
async def check_uploaded_record(request: Request) -> Response:
    """Check a record: its rules from the first line to the last, and its shuffles."""
    person, form = await find_person(request), await read_form(request, RECORD_LIMIT, files=2)
    try:
        text = await _read_upload(form, "file") or read_text(form, "record", most=RECORD_LIMIT)
        seen = await _read_upload(form, "seen")
    finally:
        await form.close()
    plain = "plain" in form
    found, bad = (
        await CHECK_WORKERS.run(partial(verify_record, text, seen, plain))
        if text.strip()
        else (EMPTY_VERDICT, NO_RECORD)
    )
    values = {"person": person, "text": text[:20_000], "good": found.lines, "proven": found.proven, "bad": bad}
    return HTMLResponse(render_template("check.html", values), 200 if not bad else 400)


async def _read_upload(form: FormData, name: str) -> str:
    """Read the text of an uploaded file. Raises NulError."""
    upload = form.get(name)
    data = await upload.read() if upload is not None and not isinstance(upload, str) else b""
    text = data.decode("utf-8", "replace")
    check_texts(text)
    return text


def verify_record(text: str, seen: str = "", plain: bool = False) -> tuple[Verdict, Text]:
    """Verify a record against witnessed cuts. Returns the verdict and the first fault."""
    good: list[Text] = []
    lines = text.splitlines()
    if not text.lstrip().startswith("{"):
        return Verdict(good, False), say("check-no-match")
    if len(lines) > LONGEST_STEPS:
        return Verdict(good, False), say("fair-longest", count=LONGEST_STEPS)
    try:
        again = Replay(lines)
        good.append(record_verification.play_record(again))
        found = (
            Verdict([], True)
            if plain
            else record_verification.verify_shuffles(again, seen.splitlines() if seen else None)
        )
    except RecordError as error:
        return Verdict(good, False), say("fair-fault", why=str(error))
    except FairnessError as error:
        return Verdict(good, False), say("fair-fault", why=error.text)
    return Verdict([*good, *found.lines], found.proven), ""
