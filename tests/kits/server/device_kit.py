"""An honest device at a table: it seals and opens a value for each cut, and keeps what it is shown."""

from __future__ import annotations

import json
from typing import Any

from shindig.server.broadcast.json_encoding import encode_update
from shindig.server.fairness.fair_shuffle import make_seal
from shindig.server.fairness.frozen_cut_inputs import FrozenList
from shindig.server.game_server import GameServer
from shindig.server.person import Person
from tests.kits.server.room_kit import settle

VALUES = {0: b"a" * 32, 1: b"b" * 32, 2: b"c" * 32}
"""For each seat, the value of its device for the first cut of a table."""


class Device:
    """The device of a person at a seat. `seen` is what it kept, for `shindig verify --seen`."""

    def __init__(self, room: GameServer, table: str, person: Person, seat: int) -> None:
        self.room, self.table, self.person, self.seat = room, table, person, seat
        self.stream = room.stream_updates(table, person, device=True)
        self.seen: list[dict[str, Any]] = []

    def value(self, cut: int) -> bytes:
        """Return the value that it seals for a cut."""
        return bytes([100 * self.seat + cut]) * 32 if cut else VALUES[self.seat]

    async def act(self) -> bool:
        """Keep the table as it is. Return whether the device was asked for something, and sent it."""
        shown = json.loads(encode_update(await self.room.build_snapshot(self.table, self.person)))["table"]
        self.seen.append(shown)
        cut = shown["cut"]
        if not cut or self.seat not in cut["asked"]:
            return False
        number, value = cut["number"], self.value(cut["number"])
        if cut["stage"] == "sealing":
            await self.room.seal_cut_value(self.table, self.person, number, make_seal(value).hex())
        else:
            self._keep(cut, value)
            await self.room.open_cut_value(self.table, self.person, number, value.hex())
        await settle(self.room, self.table)
        return True

    def _keep(self, cut: dict[str, Any], value: bytes) -> None:
        """Keep the value with the list for which it is sent; a cut of release 1.0 has none."""
        own: dict[str, Any] = {"cut": cut["number"], "value": value.hex()}
        if cut["frozen"]:
            frozen = FrozenList.from_json(self.table, cut["number"], cut["commitment"], cut["frozen"])
            own |= {"list": frozen.digest.hex(), "stage": cut["stage"], "opened": list(cut["opened"].values())}
        self.seen.append({"id": self.table, "values": [own]})
