"""A short match whose orders come from cuts, with its record, and what a device saw of it live."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from shindig.games import game
from shindig.match import Match
from shindig.record import dumps
from shindig.room.fair import Secret, Voice, make_order, seal

Entry = dict[str, Any]
VOICES = [Voice(1, "given", seal(bytes(range(32))), bytes(range(32))), Voice(0)]


def fairly_played(
    voices: Sequence[Voice] = VOICES, secret: int = 0, numbers: Sequence[int] = (0, 1)
) -> tuple[list[str], list[Entry]]:
    """A match whose orders come from cuts: its lines, and its cuts opened."""
    cuts: list[Entry] = []

    def begin_cut() -> Secret:
        fresh = Secret("oak", numbers[len(cuts)], bytes([secret + len(cuts)]) * 64)
        opened = {"table": "oak", "cut": fresh.number, "commitment": fresh.commitment.hex()}
        told = [voice.as_json() for voice in voices]
        cuts.append(opened | {"voices": told, "orders": [], "secret": fresh.secret.hex()})
        return fresh

    match = Match(game("tall-card"), 2, {"deals_each": 1})
    while not match.over:
        if not match.needs:
            match.play(next(iter(match.legal)))
            continue
        bound = begin_cut()
        while match.needs:
            wanted = [match.game.item_codes(match.record, int(match.record.asks))[item] for item in match.wanted()]
            made = make_order(bound, voices, len(cuts[-1]["orders"]), match.needs, wanted)
            cuts[-1]["orders"].append(made.published())
            match.order(list(made.cards))
    return dumps(match).splitlines(), cuts


def with_cuts(lines: list[str], cuts: list[Entry]) -> list[str]:
    return [*lines, *(json.dumps({"cut": cut}) for cut in cuts)]


def live(cuts: Sequence[Entry], stage: str = "sealing") -> list[Entry]:
    """What a device at seat 1 saw of cuts while they were made."""
    seen: list[Entry] = []
    for cut in cuts:
        seals = {str(voice["seat"]): voice["sealed"] for voice in cut["voices"] if voice["sealed"]}
        coming = {"number": cut["cut"], "commitment": cut["commitment"], "stage": stage, "seals": seals}
        last = {name: cut[name] for name in ("cut", "commitment", "voices", "orders")}
        given = [{"cut": cut["cut"], "value": cut["voices"][0]["value"]}]
        seen.append({"id": "oak", "cut": coming, "last_cut": last, "values": given})
    return seen
