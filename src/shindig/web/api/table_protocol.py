"""Routes of the JSON protocol for tables: POST a move, GET the stream.

Programs send their token as `Authorization: Bearer ...`. Names are those of version 1; `version_2.py` makes the routes
of version 2 from these.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import fields
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field, model_validator
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from shindig.gamekit import Game, game, games
from shindig.server.broadcast.json_encoding import encode_hand, encode_update
from shindig.server.broadcast.protocol_versions import ProtocolVersion, encode_as, find_version
from shindig.server.broadcast.table_broadcast import Broadcast
from shindig.server.errors import RoomError
from shindig.server.game_server import GameServer
from shindig.server.schemas import Agreement, Settings
from shindig.server.tables.commands import Choice

from ..http.event_stream import open_stream
from ..http.sessions import (
    admit_opener,
    check_talk,
    check_texts,
    find_person,
    make_device_id,
    require_person,
    site_of,
)

Json = dict[str, Any]
JSON: dict[int | str, Json] = {200: {"content": {"application/json": {}}}}
"""OpenAPI entry of a route that writes its JSON itself."""
REFUSALS: dict[int | str, Json] = {
    status: {"description": text}
    for status, text in {
        400: "Not what was expected; `error` says what was.",
        403: "Not for this person.",
        404: "No such table or match.",
        409: "The rules forbid it, `clause` says which; or the turn is over, `news` is the present state.",
        413: "Too large.",
        422: "A text with a NUL character.",
        429: "Too many requests; `Retry-After` says how many seconds to wait.",
        503: "Not just now; trying again may help.",
    }.items()
}
router = APIRouter(prefix="/api", responses=REFUSALS, tags=["protocol"])

TableId = Annotated[str, Path(description="The table's id, as in its link.", max_length=32)]
After = Annotated[int | None, Query(ge=0, le=2**53, description="Go on after this event.")]
MatchNumber = Annotated[int, Path(description="Matches of a table are counted from 1.", ge=1, le=1_000_000)]


class StrictBody(BaseModel):
    """A JSON object without unknown names, and without NUL characters in its texts."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _without_nul(cls, said: object) -> object:
        check_texts(said)
        return said


class NewTable(StrictBody):
    game: str = Field(
        description="A game's id, as /api/games lists them.",
        max_length=40,
        json_schema_extra=lambda schema: schema.update(examples=[game.id for game in games()]),
    )
    seats: int = Field(ge=1, le=20, examples=[4])
    options: dict[str, int | str] = Field(
        default={}, description="Rules by name, as /api/games lists them.", max_length=40
    )
    settings: dict[str, int | bool | str] = Field(default={}, description="The table's own settings.", max_length=40)
    begin: bool = Field(default=False, description="Fill the other seats with bots and begin at once.")


class SitBody(StrictBody):
    seat: int | None = Field(default=None, ge=0, le=20, description="The first free seat where none is named.")
    bot: str | None = Field(default=None, max_length=40, description="Host only: seat a bot of this name instead.")


class NewMove(StrictBody):
    do: str | int | list[int] = Field(
        description="An action as text or number, as `legal` lists them; the numbers of a whole exchange.",
        examples=["raise 10"],
    )
    token: str = Field(max_length=80, description="`table.token` of the news that the move answers.")
    key: str | None = Field(default=None, max_length=64, description="Makes a repeat harmless: same key, same answer.")

    @property
    def action(self) -> Choice:
        """The action to play. Raises RoomError."""
        do = self.do
        if isinstance(do, str) and len(do) > 400:
            raise RoomError("expected an action of at most 400 letters")
        return tuple(do) if isinstance(do, list) else do


class AgreeBody(StrictBody):
    to: Agreement
    match: int | None = Field(
        default=None, ge=1, le=1_000_000, description="To reveal: whose hands; the match at hand where none is named."
    )
    seat: int | None = Field(default=None, ge=0, le=20, description="To remove, from a rated match: the seat.")


class DeclineBody(StrictBody):
    to: str = Field(max_length=40, description="A proposal, as `table.agreed` names it.")


class SeatBody(StrictBody):
    seat: int = Field(ge=0, le=20)


class MuteBody(SeatBody):
    on: bool = True


class ReadmitBody(StrictBody):
    number: int = Field(ge=0, le=1_000, description="Whose, as `table.removed` counts them from 0.")


class NewName(StrictBody):
    name: str = Field(max_length=60)
    face: str | None = Field(default=None, max_length=40, description="A figure and a colour, as moon-plum; or none.")


class ContinueBody(StrictBody):
    step: int = Field(ge=0, le=1_000_000, description="After which step of the replay, counted from 0.")
    again: bool = Field(default=False, description="To your last choice up to there, to make it again.")
    bot: str = Field(default="", max_length=40, description="The level of the bots; the usual one where none is named.")


class EaseBody(StrictBody):
    on: bool = Field(description="Whether the room plays single cards for you, after as long as you usually take.")


class TempoBody(StrictBody):
    tempo: str = Field(max_length=20, description="hand, slow, usual or quick; end for who plays no more in the match.")


class TakeBackBody(StrictBody):
    token: str = Field(max_length=80, description="`table.alone.undo` of the news.")


class CoachSwitch(StrictBody):
    game: str = Field(max_length=40)
    enabled: bool = Field(description="Whether the coach explains each kind of decision once, at tables of the game.")


class CoachRead(StrictBody):
    token: str = Field(max_length=80, description="`table.token` of the turn whose notes were read.")


class SayBody(StrictBody):
    text: str = Field(max_length=400)
    key: str | None = Field(default=None, max_length=64, description="Makes a repeat harmless: it is said once.")


class CutMessage(StrictBody):
    number: int = Field(ge=0, le=1_000_000_000, description="`table.cut.number`.")
    seal: str | None = Field(default=None, max_length=200, description="Stage sealing: hexadecimal.")
    value: str | None = Field(default=None, max_length=200, description="Stages opening and cutting: hexadecimal.")


@router.get("/games")
async def list_games() -> list[Json]:
    """List all games with their options."""
    return [game_to_json(one) for one in games()]


def version_of(request: Request) -> ProtocolVersion:
    """Return the version of the protocol that a request speaks."""
    return find_version(request.scope["path"])


def game_to_json(one: Game) -> Json:
    options = [
        {
            "name": option.name,
            "default": option.default,
            "text": str(option.help),
            "clause": option.clause,
            **({"choices": option.choices} if option.choices else {"low": option.low, "high": option.high}),
        }
        for option in one.rules.options
    ]
    seats = {"low": one.rules.seats[0], "high": one.rules.seats[-1]}
    return {
        "id": one.id,
        "name": one.name,
        "rules": one.rules.version,
        "blurb": str(one.blurb),
        "seats": seats,
        "options": options,
    }


@router.get("/tables")
async def lobby(request: Request) -> list[Json]:
    """List open public tables."""
    await find_person(request)
    return [card.to_json() for card in site_of(request).room.list_public_tables()]


@router.post("/tables", status_code=201)
async def open_table(request: Request, body: NewTable) -> Json:
    """Open a table. You sit at seat 0 and are the host."""
    room, person = site_of(request).room, await require_person(request)
    start = room.play_now if body.begin else room.open_table
    settings = read_settings(body.settings, version_of(request))
    return {"table": await start(person, body.game, body.seats, body.options, settings, admit_opener(request, person))}


def read_settings(given: dict[str, int | bool | str], version: ProtocolVersion) -> Settings:
    """Build the table's settings from their names in a version. Raises RoomError."""
    known = {version.settings.get(field.name, field.name): field for field in fields(Settings)}
    for name, value in given.items():
        if name not in known:
            raise RoomError(f"there is no setting {name[:40]!r}; there are {', '.join(known)}")
        kind = type(known[name].default)
        if type(value) is not kind:
            raise RoomError(f"{name} is a {kind.__name__}, not {value!r}")
    return Settings(**{known[name].name: value for name, value in given.items()})  # type: ignore[arg-type]


@router.get("/tables/{table}", response_class=Response, responses=JSON)
async def look(request: Request, table: TableId) -> Response:
    """Return the table as you see it now."""
    news = await site_of(request).room.build_snapshot(table, await find_person(request))
    return Response(encode_update(news, version_of(request)), media_type="application/json")


@router.get("/tables/{table}/hand", response_class=Response, responses=JSON)
async def hand(request: Request, table: TableId) -> Response:
    """Return the current hand as you have seen it: views before each step and now, with the actors and actions."""
    game, seen = await site_of(request).room.build_hand_views(table, await find_person(request))
    return Response(encode_hand(game, seen), media_type="application/json")


@router.get("/tables/{table}/advice", response_class=Response, responses=JSON)
async def advice(request: Request, table: TableId) -> Response:
    """Return advice for your own turn, null outside it. Between people it is refused, unless the host allows it.

    `choices` has the best first, each with its loss per hand and the standard error; `worlds` is the number of sampled
    deals; `facts` explains. For an exchange, `then` has the choices for each further place, and `gained` the gain of
    the whole exchange over leaving all, with its standard error.
    """
    found = await site_of(request).room.advise(table, await require_person(request))
    return Response(encode_as(found, version_of(request)), media_type="application/json")


@router.post("/coaches", status_code=204)
async def switch_coach(request: Request, body: CoachSwitch) -> None:
    """Switch your coach on or off, at all tables of a game."""
    person = await require_person(request)
    await site_of(request).room.coaching.switch(person, game(body.game).id, body.enabled)


@router.get("/tables/{table}/coach")
async def read_coach_notes(request: Request, table: TableId) -> list[Json]:
    """Return what your coach explains about your own turn: kinds of decision that come for the first time.

    `kind` is a pattern of ids of questions, `text` is for people, and `table` adds what is so at tables only. There is
    nothing where people may not ask for advice.
    """
    notes = await site_of(request).room.find_coach_notes(table, await require_person(request))
    return [{"kind": one.asked, "text": one.say, "table": one.table} for one in notes]


@router.post("/tables/{table}/coach", status_code=204)
async def note_coached(request: Request, table: TableId, body: CoachRead) -> None:
    """Note that you have read what the coach explained about a turn, so that it does not come again."""
    await site_of(request).room.note_coached(table, await require_person(request), body.token)


@router.post("/tables/{table}/seats", status_code=201)
async def sit(request: Request, table: TableId, body: SitBody) -> Json:
    """Sit down, or seat a bot."""
    room, person = site_of(request).room, await require_person(request)
    if body.bot is not None:
        return {"seat": await room.add_bot(table, person, body.seat, body.bot)}
    return {"seat": await room.sit(table, person, body.seat, make_device_id(request))}


Run = Callable[..., Awaitable[object]]
COMMANDS: dict[str, Run] = {
    "start": GameServer.start_match,
    "leave": GameServer.leave,
    "pause": GameServer.pause,
    "resume": GameServer.resume,
    "poke": GameServer.poke,
    "back": GameServer.come_back,
    "close": GameServer.close_table,
    "show": GameServer.show_hand,
    "nudge": GameServer.nudge,
}
"""Commands without a body, by the last part of their path."""
COMMANDS_WITH_BODY: dict[str, tuple[Run, type[StrictBody]]] = {
    "decline": (GameServer.decline, DeclineBody),
    "hold": (GameServer.hold_seat, SeatBody),
    "remove": (GameServer.remove_player, SeatBody),
    "readmit": (GameServer.readmit_player, ReadmitBody),
    "mute": (GameServer.mute_player, MuteBody),
    "host": (GameServer.name_host, SeatBody),
    "ease": (GameServer.set_eased, EaseBody),
    "tempo": (GameServer.set_tempo, TempoBody),
    "undo": (GameServer.take_back, TakeBackBody),
}
"""Commands whose arguments are the fields of a body."""


def add_command(path: str, run: Run, kind: type[StrictBody] | None = None) -> None:
    """Add the route of a command."""

    async def endpoint(request: Request, table: TableId) -> None:
        await run(site_of(request).room, table, await require_person(request))

    async def endpoint_with_body(request: Request, table: TableId, body: StrictBody) -> None:
        await run(site_of(request).room, table, await require_person(request), **body.model_dump())

    chosen = endpoint_with_body if kind else endpoint
    chosen.__name__, chosen.__doc__ = path, run.__doc__
    chosen.__annotations__ |= {"body": kind} if kind else {}
    router.post(f"/tables/{{table}}/{path}", status_code=204)(chosen)


for path, run in COMMANDS.items():
    add_command(path, run)
for path, (run, kind) in COMMANDS_WITH_BODY.items():
    add_command(path, run, kind)


@router.post("/tables/{table}/moves", status_code=201)
async def move(request: Request, table: TableId, body: NewMove) -> Json:
    """Play an action. It is stored before it is answered."""
    person = await require_person(request)
    return vars(await site_of(request).room.move(table, person, body.action, body.token, body.key))


@router.post("/tables/{table}/agreements", status_code=204)
async def agree(request: Request, table: TableId, body: AgreeBody) -> None:
    """Agree to a proposal, or make it.

    It is a rematch, the next hand, or to reveal the hands of a match that you played in; more time, taking back the
    last move, ending now, calling the hand off, closing the table, or removing a person from a rated match.
    """
    await site_of(request).room.agree(table, await require_person(request), body.to, body.match, body.seat)


@router.post("/tables/{table}/name", status_code=204)
async def rename(request: Request, table: TableId, body: NewName) -> None:
    """Change your name and face, also at this table; between matches where it is rated."""
    room, person = site_of(request).room, await require_person(request)
    await room.rename_player(table, await room.accounts.rename(person, body.name, body.face))


@router.post("/tables/{table}/words", status_code=204)
async def say(request: Request, table: TableId, body: SayBody) -> None:
    """Say something to the table."""
    person = await require_person(request)
    check_talk(request, person)
    await site_of(request).room.say(table, person, body.text, body.key)


@router.post("/tables/{table}/cuts", status_code=204)
async def cut(request: Request, table: TableId, body: CutMessage) -> None:
    """Send a device's part of the fair cut: its seal, later the sealed value."""
    room, person = site_of(request).room, await require_person(request)
    if (body.seal is None) == (body.value is None):
        raise RoomError("expected either a seal or a value")
    if body.seal is not None:
        await room.seal_cut_value(table, person, body.number, body.seal)
    else:
        await room.open_cut_value(table, person, body.number, body.value or "")


@router.get("/tables/{table}/stream", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def stream(
    request: Request,
    table: TableId,
    after: After = None,  # noqa: ARG001  (`after_of` reads it)
) -> Response:
    """Stream server-sent events, with sequence numbers as ids. `Last-Event-ID` or `after` continues from one.

    They are named `news` in version 1, `update` in version 2.
    """
    version = version_of(request)
    return await open_stream(request, table, partial(Broadcast.encode_event, version=version))


@router.get("/tables/{table}/matches/{match}/opening", response_class=Response, responses=JSON)
async def opening(request: Request, table: TableId, match: MatchNumber) -> Response:
    """Return whether the hands of a finished match are revealed, and whose consent is missing."""
    told = await site_of(request).room.build_reveal_status(table, await find_person(request), match)
    return Response(encode_as(told, version_of(request)), media_type="application/json")


@router.post("/tables/{table}/matches/{match}/again", status_code=201)
async def again(request: Request, table: TableId, match: MatchNumber, body: ContinueBody) -> Json:
    """Open a table where a finished match that you sat in continues with bots; it counts for nothing.

    If all hands are revealed, its cards are those of the match. Otherwise the cards that you had not seen are dealt
    again.
    """
    person, room = await require_person(request), site_of(request).room
    where = body.step, body.again, body.bot
    return {
        "table": await room.continued_matches.continue_match(
            table, person, match, *where, admit_opener(request, person)
        )
    }


@router.get("/tables/{table}/matches/{match}/record", response_class=PlainTextResponse)
async def record(request: Request, table: TableId, match: MatchNumber) -> Response:
    """Return a finished, revealed match as a record."""
    text = await site_of(request).room.build_record(table, await find_person(request), match)
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{table}-{match}.jsonl"'})


@router.get("/tables/{table}/matches/{match}/proofs")
async def proofs(request: Request, table: TableId, match: MatchNumber) -> Json:
    """Return the proofs with which you check the cuts of a finished match."""
    return await site_of(request).room.build_proofs(table, await find_person(request), match)
