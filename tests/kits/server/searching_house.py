"""A house that searches: it knows every value, and tries whatever makes another order that the check lets pass."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from shindig.server.fairness.device_cut_notes import WitnessedCuts
from shindig.server.fairness.fair_shuffle import FairnessError, Said, Secret, Voice, list_entries, make_order, make_seal
from shindig.server.fairness.frozen_cut_inputs import FrozenList, FrozenListError
from shindig.server.fairness.recorded_shuffle_check import CheckedCut, check_cut

CARDS = ["a", "b", "c", "d", "e"]
Cut = dict[str, Any]


class Device:
    """An honest device: it opens its value for one list a cut, and only where its own seal is there (`fair.js`)."""

    def __init__(self, rng: Random) -> None:
        self.value = rng.randbytes(32)
        self.seen = WitnessedCuts("oak")
        self.kept: FrozenList | None = None

    def sees(self, secret: Secret, seals: dict[int, str], stage: str, frozen: FrozenList | None = None) -> None:
        """Keep what the house publishes."""
        told: Cut = {"number": secret.number, "commitment": secret.commitment.hex(), "stage": stage}
        told["seals"] = {str(seat): sealed for seat, sealed in seals.items()}
        self.seen._add_line({"id": "oak", "cut": told | ({"frozen": frozen.as_json()} if frozen else {})})

    def opens(self, frozen: FrozenList, stage: str, opened: set[bytes]) -> bytes | None:
        """The value, or None where it is refused."""
        own = [one for one in frozen.entries if one.sealed == make_seal(self.value) and not one.left]
        if (
            len(own) != 1
            or self.kept not in (None, frozen)
            or frozen.commitment.hex() != self.seen.bound[frozen.number]
        ):
            return None
        self.kept = frozen
        told = {"cut": frozen.number, "value": self.value.hex(), "list": frozen.digest.hex(), "stage": stage}
        self.seen._add_line({"id": "oak", "values": [told | {"opened": sorted(value.hex() for value in opened)}]})
        return self.value


class House:
    """A house with the devices of `others` in its hands, at a table of up to five."""

    def __init__(self, rng: Random, others: int) -> None:
        self.rng, self.seats = rng, 1 + others + rng.randrange(2)
        self.secret = Secret("oak", 4, rng.randbytes(64))
        self.device = Device(rng)
        self.own = rng.randrange(self.seats)
        seats = [seat for seat in range(self.seats) if seat != self.own]
        self.values = {seat: rng.randbytes(32) for seat in rng.sample(seats, others)}
        if self.values and rng.random() < 0.2:
            self.values[min(self.values)] = bytes(32)
        self.cutter = rng.choice([self.own, *self.values])
        self.frozen: FrozenList

    def voices(self, opened: dict[int, bytes] | set[int]) -> list[Voice]:
        """The voices where these seats opened, and this device's own."""
        values = self.values | {self.own: self.device.value}
        voices = [Voice(seat) for seat in range(self.seats) if seat not in values]
        for seat, value in values.items():
            given = Voice(seat, "given", make_seal(value), value)
            voices.append(
                given if seat in opened or seat == self.own else replace(given, said="withheld", value=bytes(32))
            )
        return sorted(voices, key=lambda voice: (voice.seat, voice.sealed))

    def list_of(self, **more: Any) -> FrozenList:
        """The list as it is, or with something else in it."""
        where: Cut = {"table": "oak", "number": 4, "commitment": self.secret.commitment, "match": 1}
        rest: Cut = {"seats": self.seats, "cutter": self.cutter, "of": "main", "count": 5, "before": bytes(32)}
        return FrozenList(**where | rest | {"entries": list_entries(self.voices({*self.values}))} | more)

    def freeze(self, lossy: bool) -> bool:
        """Freeze the list, and have the device open its value; a network may lose or repeat what it is shown."""
        seals = {voice.seat: voice.sealed.hex() for voice in self.voices(set()) if voice.sealed}
        self.device.sees(self.secret, {self.own: seals[self.own]} if lossy else seals, "sealing")
        self.frozen = self.list_of()
        last = self.cutter == self.own
        early = set(self.rng.sample(sorted(self.values), self.rng.randint(0, len(self.values))))
        self.opened = early if last or self.rng.random() < 0.5 else set()
        for _ in range(1 + lossy):
            if not lossy or self.rng.random() < 0.8:
                self.device.sees(self.secret, seals, "cutting" if last else "opening", self.frozen)
        known = {self.values[seat] for seat in self.opened}
        if lossy and self.rng.random() < 0.2:
            return False
        assert self.device.opens(self.frozen, "cutting" if last else "opening", known) is not None
        assert self.device.opens(self.list_of(count=6), "opening", known) is None, "one list a cut"
        return True

    def told(self, voices: list[Voice], secret: Secret, frozen: FrozenList | None, index: int = 0) -> Cut | None:
        """A cut as a record tells it; None where it cannot even be made."""
        try:
            made = make_order(secret, voices, index, "main", CARDS, frozen)
        except (FairnessError, FrozenListError):
            return None
        cut = {"table": secret.table, "cut": secret.number, "commitment": secret.commitment.hex()}
        cut |= {
            "voices": [voice.as_json() for voice in voices],
            "orders": [made.build_published()],
            "secret": secret.secret.hex(),
        }
        self.cards = list(made.cards)
        return cut | ({"frozen": frozen.build_head()} if frozen else {})

    def tries(self, some: int) -> Iterator[tuple[Cut, list[str]]]:
        """Every way to open and withhold, and some of all other tricks: a cut to be told of, and its order."""
        for wanted in product((False, True), repeat=len(self.values)):
            opened = {seat for seat, opens in zip(self.values, wanted, strict=True) if opens}
            voices = self.voices(opened)
            if (cut := self.told(voices, self.secret, self.frozen)) is not None:
                yield cut, self.cards
        for trick in self.rng.sample(TRICKS, some):
            if (cut := trick(self, self.voices({*self.values}))) is not None:
                yield cut, self.cards

    def passes(self, cut: Cut, cards: list[str]) -> CheckedCut | None:
        """The cut, where the check lets it pass."""
        try:
            made = check_cut(cut, [("main", CARDS, cards)], self.seats)
            self.device.seen.check_all([made])
        except (FairnessError, FrozenListError, ValueError, KeyError):
            return None
        return made


def permuted(house: House, voices: list[Voice]) -> Cut | None:
    """Voices in another order, as release 1.0 let pass."""
    house.rng.shuffle(voices)
    return house.told(voices, house.secret, house.rng.choice([None, house.frozen]))


def invented(house: House, voices: list[Voice]) -> Cut | None:
    """Somebody who is said to have left."""
    left = Voice(house.rng.randrange(house.seats), "left", house.rng.randbytes(32))
    more = sorted([*voices, left], key=lambda voice: (voice.seat, voice.sealed))
    return house.told(more, house.secret, house.list_of(entries=list_entries(more)))


def exchanged(house: House, voices: list[Voice]) -> Cut | None:
    """Another value and its seal, chosen when this device's value was known."""
    value, at = house.rng.randbytes(32), house.rng.randrange(len(voices))
    voices[at] = Voice(voices[at].seat, "given", make_seal(value), value)
    return house.told(voices, house.secret, house.list_of(entries=list_entries(voices)))


def dropped(house: House, voices: list[Voice]) -> Cut | None:
    """This device's value left out, with or without its seal."""
    at = next(at for at, voice in enumerate(voices) if voice.seat == house.own)
    said: Said = house.rng.choice(("withheld", "absent", "left"))
    voices[at] = replace(voices[at], said=said, value=bytes(32), sealed=b"" if said == "absent" else voices[at].sealed)
    return house.told(voices, house.secret, house.list_of(entries=list_entries(voices)))


def renumbered(house: House, voices: list[Voice]) -> Cut | None:
    """Another number or table, with the same secret or another one."""
    changes: list[Cut] = [{"number": 5}, {"table": "elm"}, {"secret": house.rng.randbytes(64)}]
    change = house.rng.choice(changes)
    other = replace(house.secret, **change)
    head = {"table": other.table, "number": other.number, "commitment": other.commitment}
    return house.told(voices, other, house.list_of(**head))


def reheaded(house: House, voices: list[Voice]) -> Cut | None:
    """Something else in the list."""
    other: Cut = {"cutter": house.rng.randrange(9), "before": house.rng.randbytes(32), "match": 2}
    what = house.rng.choice([*other])
    return house.told(voices, house.secret, house.list_of(**{what: other[what]}))


def another_index(house: House, voices: list[Voice]) -> Cut | None:
    """The second order in place of the first."""
    cut = house.told(voices, house.secret, house.frozen, 1)
    if cut is not None and house.rng.random() < 0.5:
        cut["orders"][0]["index"] = 0
    return cut


def replayed(house: House, voices: list[Voice]) -> Cut | None:
    """An old cut with the values of this one, or this one's list with old values."""
    old = replace(house.secret, number=house.rng.choice([3, 4]), secret=bytes(64))
    frozen = house.rng.choice([house.frozen, house.list_of(number=old.number, commitment=old.commitment)])
    return house.told(voices, old, frozen)


def as_release_1(house: House, voices: list[Voice]) -> Cut | None:
    """The formula of release 1.0."""
    return house.told(voices, house.secret, None)


def written_over(house: House, voices: list[Voice]) -> Cut | None:
    """Another order than was made, or a said that is not."""
    cut = house.told(voices, house.secret, house.frozen)
    if cut is not None:
        cut = deepcopy(cut)
        house.rng.choice([house.cards.reverse, cut["voices"].reverse, lambda: cut["voices"][0].update(said="left")])()
    return cut


TRICKS = [
    *(permuted, invented, exchanged, dropped, renumbered),
    *(reheaded, another_index, replayed, as_release_1, written_over),
]


def chosen(house: House, some: int) -> tuple[int, int]:
    """How many orders the house can choose with status 0, and the least that is stated of any of them.

    A record that states less than all that the house could choose is false, whatever the others state.
    """
    orders, bounds = set(), set()
    for cut, cards in house.tries(some):
        made = house.passes(cut, cards)
        others = None if made is None else house.device.seen.find_free_seats(made)
        if others is not None:
            orders.add(tuple(cards))
            bounds.add(2 ** len(others))
    return len(orders), min(bounds, default=0)
