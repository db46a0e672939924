"""A short match whose orders come from cuts, with its record, and what a device saw of it live."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from shindig.gamekit import game
from shindig.match import Match
from shindig.record import dumps
from shindig.server.fairness.fair_shuffle import Secret, Voice, list_entries, make_order, make_seal
from shindig.server.fairness.frozen_cut_inputs import FrozenList, Transcript

Entry = dict[str, Any]
OWN = bytes(range(32))
VOICES = [Voice(0), Voice(1, "given", make_seal(OWN), OWN)]
OLD = [VOICES[1], VOICES[0]]
"""The same in the order of release 1.0: the cutter the last."""


class Play:
    """A match whose orders come from cuts; `old` ones as release 1.0 made them. It is the table's match `nth`."""

    def __init__(
        self, secret: int = 0, numbers: Sequence[int] = (0, 1), old: bool = False, nth: int = 1, seats: int = 2
    ) -> None:
        self.secret, self.numbers, self.old, self.nth = secret, numbers, old, nth
        self.match = Match(game("tall-card"), seats, {"deals_each": 1})
        self.transcript = Transcript.start("oak", nth, self.match)
        self.cuts: list[Entry] = []

    def play(self, voices: Sequence[Voice]) -> None:
        """Play the match to its end."""
        while not self.match.over:
            if self.match.needs:
                self.cut(voices)
            else:
                action = next(iter(self.match.legal.actions))
                self.transcript.add_action(self.match.to_act, action)
                self.match.play(self.written(action))

    def written(self, action: int) -> int:
        """The action that the record has in place of one that was played."""
        return action

    def freeze(self, secret: Secret, voices: Sequence[Voice]) -> FrozenList:
        """The list of a cut that is to be made now."""
        of, before = str(self.match.needs), self.transcript.compute_digest(secret.secret)
        where = "oak", secret.number, secret.commitment, self.nth, self.match.seats
        return FrozenList(*where, 1, of, len(self.match.wanted()), before, list_entries(voices))

    def cut(self, voices: Sequence[Voice]) -> None:
        """Make the orders that are needed."""
        number = len(self.cuts)
        secret = Secret("oak", self.numbers[number], bytes([self.secret + number]) * 64)
        frozen = None if self.old else self.freeze(secret, voices)
        told = {"table": "oak", "cut": secret.number, "commitment": secret.commitment.hex()}
        if frozen is not None:
            told["frozen"] = frozen.build_head()
            self.transcript.continue_from(frozen.before)
        orders: list[Entry] = []
        while self.match.needs:
            orders.append(self.order(secret, voices, len(orders), frozen))
        made = {"voices": [voice.as_json() for voice in voices], "orders": orders, "secret": secret.secret.hex()}
        self.cuts.append(told | made)

    def order(self, secret: Secret, voices: Sequence[Voice], index: int, frozen: FrozenList | None) -> Entry:
        """Make one order, and hand it in."""
        match = self.match
        codes = match.game.item_codes(match.record, int(match.record.asks))
        wanted = [codes[item] for item in match.wanted()]
        of = str(match.needs)
        made = make_order(secret, voices, index, of, wanted, frozen)
        self.transcript.add_order(of, made.cards)
        match.order(list(made.cards))
        return made.build_published()


def fairly_played(
    voices: Sequence[Voice] = VOICES,
    secret: int = 0,
    numbers: Sequence[int] = (0, 1),
    old: bool = False,
    nth: int = 1,
) -> tuple[list[str], list[Entry]]:
    """A match whose orders come from cuts: its lines, and its cuts opened."""
    play = Play(secret, numbers, old, nth)
    play.play(OLD if old and voices is VOICES else voices)
    return dumps(play.match).splitlines(), play.cuts


def with_cuts(lines: list[str], cuts: list[Entry]) -> list[str]:
    return [*lines, *(json.dumps({"cut": cut}) for cut in cuts)]


def frozen_of(cut: Entry) -> FrozenList | None:
    """The list of a cut that is told of."""
    if "frozen" not in cut:
        return None
    voices = [Voice.from_json(voice) for voice in cut["voices"]]
    commitment = bytes.fromhex(cut["commitment"])
    return FrozenList.from_head("oak", cut["cut"], commitment, cut["frozen"], list_entries(voices))


def live(cuts: Sequence[Entry], stage: str = "sealing", own: int = 1) -> list[Entry]:
    """What a device at a seat saw of cuts while they were made, and what it gave."""
    seen: list[Entry] = []
    for cut in cuts:
        frozen = frozen_of(cut)
        seals = {str(voice["seat"]): voice["sealed"] for voice in cut["voices"] if voice["sealed"]}
        coming: Entry = {"number": cut["cut"], "commitment": cut["commitment"], "stage": stage, "seals": seals}
        last = {name: cut[name] for name in ("cut", "commitment", "voices")}
        last["orders"] = [{**one} for one in cut["orders"]]
        given = {"cut": cut["cut"], "value": next(one["value"] for one in cut["voices"] if one["seat"] == own)}
        if frozen is not None:
            coming["frozen"] = frozen.as_json()
            given |= {"list": frozen.digest.hex(), "stage": "opening", "opened": []}
        seen.append({"id": "oak", "cut": coming, "last_cut": last, "values": [given]})
    return seen


def given_by(seat: int, byte: int) -> Voice:
    """A voice that gave a value of one byte again and again."""
    value = bytes([byte]) * 32
    return Voice(seat, "given", make_seal(value), value)


def withheld(voice: Voice) -> Voice:
    """The same seal, not opened."""
    return replace(voice, said="withheld", value=bytes(32))
