"""Lines of the log about events that are no step of a match: who sat down, paused, agreed."""

from __future__ import annotations

from shindig.bots import name_level
from shindig.gamekit.game_spec import Line
from shindig.messages import Clause, Seat, Text, say, unpack_text

from ..schemas import PHRASE_MESSAGES
from ..table_log import events

BEGUN, GOES_ON = Line(say("room-begins"), 2), Line(say("room-goes-on"), 2)
TABLE_LINES = {
    events.Paused: Line(say("room-paused")),
    events.Resumed: Line(say("room-resumed")),
    events.Closed: Line(say("room-closed"), 2),
    events.Ended: Line(say("room-ended"), 2),
    events.Led: Line(say("room-led"), 2),
    events.CalledOff: Line(say("room-called-off"), 2),
}
SeatEvent = events.Seated | events.Left | events.Held | events.Returned
PeopleEvent = (
    events.HostChanged
    | events.Muted
    | events.Renamed
    | events.Readmitted
    | events.Poked
    | events.Declined
    | events.TimeAdded
)


def describe_event(event: events.Event, viewer: int) -> tuple[str, int | None, tuple[Line, ...]]:
    """Return kind, seat and story lines of an event that is no step of a match."""
    if isinstance(event, events.ChatSaid):
        return "say", event.seat, build_said_lines(event, viewer)
    if isinstance(event, events.Shown):
        return "show", event.seat, (Line(describe_shown(event)),)
    if isinstance(event, SeatEvent):
        return "seat", event.seat, (Line(describe_seat_event(event), 0),)
    if isinstance(event, PeopleEvent):
        return build_people_entry(event)
    if isinstance(event, events.Paused) and event.seat is not None:
        return "table", event.seat, (Line(say("room-pauses", who=Seat(event.seat))),)
    if isinstance(event, events.Resumed) and event.seat is not None:
        return "table", event.seat, (Line(say("room-resumes", who=Seat(event.seat))),)
    if isinstance(event, events.Undone):
        return "undo", event.seat, (Line(say("room-undoes", who=Seat(event.seat))),)
    if isinstance(event, events.Agreed):
        return "table", event.seat, (Line(describe_agreement(event), 0),)
    if isinstance(event, events.Started):
        return "start", None, build_begun_lines(event, viewer)
    return "table", None, (TABLE_LINES[type(event)],) if type(event) in TABLE_LINES else ()


def build_people_entry(event: PeopleEvent) -> tuple[str, int | None, tuple[Line, ...]]:
    """Return kind, seat and line of an event about the people at the table."""
    if isinstance(event, events.TimeAdded):
        return "table", None, (Line(say("room-more-time", count=event.seconds // 60)),)
    if isinstance(event, events.Readmitted):
        return "readmit", None, (Line(say("room-readmits", person=event.name), 0),)
    who = Seat(event.seat)
    if isinstance(event, events.HostChanged):
        return "host", event.seat, (Line(say("room-host-away" if event.away else "room-host", who=who), 1),)
    if isinstance(event, events.Muted):
        return "seat", event.seat, (Line(say("room-mutes" if event.on else "room-unmutes", who=who), 0),)
    if isinstance(event, events.Renamed):
        if event.before == event.name:
            return "seat", event.seat, (Line(say("room-new-face", who=who), 0),)
        return "seat", event.seat, (Line(say("room-renamed", before=event.before, person=event.name), 0),)
    if isinstance(event, events.Declined):
        return "table", event.seat, (Line(say(f"room-declines-{name_proposal(event.to)}", who=who), 0),)
    return "poke", event.seat, (Line(say("room-pokes", who=Seat(event.by), other=who), 0),)


def name_proposal(to: str) -> str:
    """Return a proposal as a part of a message's id: `call-off`."""
    return to.partition(":")[0].replace("_", "-")


def build_said_lines(event: events.ChatSaid, viewer: int) -> tuple[Line, ...]:
    """Return what was said, and for the speaker the reminder that talk about hands is out of order."""
    phrase = PHRASE_MESSAGES.get(event.text)
    said = Line(
        f"{{{event.seat}}}: {event.text}" if phrase is None else say("talk", who=Seat(event.seat), words=phrase)
    )
    if not event.reminder or viewer != event.seat:
        return (said,)
    return said, Line(say("room-reminder", clause=Clause(event.reminder)))


def describe_shown(event: events.Shown) -> Text:
    """Describe a hand that a person shows after its end. A plain text follows the person's name."""
    if isinstance(event.text, str):
        return f"{{{event.seat}}} {event.text}."
    return unpack_text({**event.text})


def describe_seat_event(event: SeatEvent) -> Text:
    """Describe an event of a seat. A person who left is named, since the seat changes hands; a bot by its level."""
    who = Seat(event.seat)
    if isinstance(event, events.Left):
        gone = event.name or who
        if event.removed:
            return say("room-removes-bot" if event.bot else "room-removes", person=gone)
        return say("room-leaves-bot" if event.bot else "room-leaves", person=gone)
    if isinstance(event, events.Held):
        return say("room-away", who=who)
    if isinstance(event, events.Returned):
        return say("room-back", who=who)
    if event.bot:
        return say("room-sits-bot", person=event.name, level=name_level(event.bot))
    return say("room-sits", who=who)


def build_begun_lines(event: events.Started, viewer: int) -> tuple[Line, ...]:
    """Return the lines about the start of a match. A continued match has the known part of its hand for its seat."""
    if event.position is None:
        return (BEGUN,)
    before = [Line(unpack_text(text), weight) for text, weight in event.before] if viewer == event.seat else []
    return *before, GOES_ON


def describe_agreement(event: events.Agreed) -> Text:
    """Describe an agreement, with the name of a person who has no seat."""
    who = event.name if event.seat is None else Seat(event.seat)
    to, _, target = event.to.partition(":")
    if target:
        return say("room-agrees-remove", who=who, other=Seat(int(target)))
    if to == "reveal":
        return say("room-agrees-reveal", who=who, number=event.match)
    return say(f"room-agrees-{name_proposal(to)}", who=who)
