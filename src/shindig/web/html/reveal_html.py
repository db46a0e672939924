"""HTML of the showdown, and of the occasions that a page celebrates, over the cloth."""

from __future__ import annotations

from collections.abc import Sequence

from shindig.core.caches import cached
from shindig.gamekit.table_scene import Card, Occasion, Pile, Plate, Revealed, Scene
from shindig.messages import SeatNames, Seats, Text, has_message, say
from shindig.server.schemas import PublicTable, SeatInfo

from .region import RegionSource
from .sentence_html import CACHED
from .templating import get_macro

NO_REVEAL = "r-reveal", str, '<div id="r-reveal"></div>'


def build_reveal_source(scene: Scene, infos: Sequence[SeatInfo], names: SeatNames) -> RegionSource:
    """Return the source of the showdown; of an empty region while no hand is shown."""
    if not scene.reveal:
        return NO_REVEAL
    shown = {one.seat for one in scene.reveal}
    idle = describe_idle_seats([seat for seat in scene.seats if seat.seat not in shown])
    chips = tuple(seat.chips for seat in scene.seats)
    return "r-reveal", render_reveal, scene.reveal, idle, scene.centre[:1], chips, find_player_faces(infos), names


def find_player_faces(infos: Sequence[SeatInfo]) -> tuple[str, ...]:
    """Return the avatars of the players of the latest hand."""
    return tuple("" if info.played_by else info.face for info in infos)


def describe_idle_seats(seats: Sequence[Plate]) -> tuple[Text, ...]:
    """Say of the seats that show no hand why they don't, together of those with one reason."""
    found: dict[Text, tuple[int, ...]] = {}
    for seat in seats:
        why = seat.said or (say(f"reveal-{seat.state}") if seat.state in ("folded", "out") else "")
        found[why] = (*found.get(why, ()), seat.seat)
    return tuple(describe_absence(why, Seats(absent)) for why, absent in found.items())


def describe_absence(why: Text, seats: Seats) -> Text:
    """Say why seats show no hand: in the sentence of the reason (`.seats`), if it has one."""
    sentence = "" if isinstance(why, str) else f"{why.id}.seats"
    return say(sentence, seats=seats) if has_message(sentence) else say("reveal-idle", seats=seats, why=why)


BLOCKED = say("reveal-blocked")
"""Note on a card that cannot count."""


def list_cards(one: Revealed) -> list[tuple[Card, Text, bool]]:
    """Return the cards of a hand with their notes, and whether a note says that its card cannot count."""
    notes = one.notes or ("",) * len(one.hand.cards)
    return [(card, note, note == BLOCKED) for card, note in zip(one.hand.cards, notes, strict=True)]


def rank(shown: Sequence[Revealed]) -> list[tuple[int, Revealed]]:
    """Return the hands with their indices, the best first."""
    return sorted(enumerate(shown), key=lambda at: (not at[1].gain, at[1].place or len(shown) + 1))


@cached(CACHED)
def render_reveal(
    shown: tuple[Revealed, ...],
    idle: tuple[Text, ...],
    centre: tuple[Pile, ...],
    chips: tuple[int | None, ...],
    faces: tuple[str, ...],
    names: SeatNames,
) -> str:
    """Render the hands, the best first, and a strip of the seats that show none.

    Each has its index in the order of the rules, in which they appear.
    """
    told = [(at, one, list_cards(one)) for at, one in rank(shown)]
    return get_macro("table/reveal.html", language=names.language)(told, idle, centre, chips, faces, names)


# Occasions


def build_occasion_source(public: PublicTable, scene: Scene, names: SeatNames) -> RegionSource:
    """Return the source of the occasions: those of the game, and the end of the match."""
    found = scene.occasions
    if public.info.state == "over" and public.view is not None and scene.seats:
        winners = public.view.game.words.outcome(public.view.plain).winners
        found = (*found, Occasion("end", say("occasion-end", seats=Seats(winners))))
    return "r-occasion", render_occasions, found, names


@cached(CACHED)
def render_occasions(found: tuple[Occasion, ...], names: SeatNames) -> str:
    """Render the occasions as a list that the page's script celebrates. The log tells them to everybody else."""
    return get_macro("table/small.html", "occasions", names.language)(found, names)
