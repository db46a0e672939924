"""Checks of opened cuts in a record: each shuffle must follow from its secret and values."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from shindig.match import Match
from shindig.match import Order as Given
from shindig.messages import join, say

from .daily_secret import DailyCursor, SealedDeal
from .fair_shuffle import FairnessError, Secret, Voice, is_hash, list_entries, make_order
from .frozen_cut_inputs import FrozenList, FrozenListError, Transcript
from .merkle_tree import decode_hex, is_number

RecordedOrder = tuple[str, Sequence[str], Sequence[str]]
"""Name, items in the order of the rules, items in the dealt order."""
RecordedOrders = Sequence[RecordedOrder]
"""Orders without an action between them."""
KEYS = {"table", "cut", "commitment", "voices", "orders", "secret"}
"""Keys of a cut of release 1.0."""
FROZEN = KEYS | {"frozen"}
"""Keys of a cut with a frozen list."""
CALLED_OFF = FROZEN | {"called_off"}
"""Keys of the cut of a hand that all agreed to call off. Its orders are not in the record."""
ORDER_KEYS = {"index", "of", "count", "root"}
VOICE_KEYS = {"seat", "said", "sealed", "value"}
EXPECTED = say("fair-expected")


class CheckedCut(NamedTuple):
    """A cut that has made the orders of its record."""

    secret: Secret
    voices: tuple[Voice, ...]
    orders: list[dict[str, object]]
    """Orders as published."""
    frozen: FrozenList | None
    """Frozen list, or None for a cut of release 1.0."""
    called_off: bool = False
    """True if all agreed to call its hand off."""

    @property
    def table(self) -> str:
        return self.secret.table

    @property
    def number(self) -> int:
        return self.secret.number

    @property
    def commitment(self) -> str:
        return self.secret.commitment.hex()

    @property
    def opened_values(self) -> frozenset[str]:
        """Values that were opened."""
        return frozenset(voice.value.hex() for voice in self.voices if voice.said == "given")

    def find_seats(self, said: str) -> tuple[int, ...]:
        """Return the seats whose device did that."""
        return tuple(sorted({voice.seat for voice in self.voices if voice.said == said}))


def check_cuts(runs: Sequence[RecordedOrders], cuts: Sequence[dict[str, Any]], seats: int) -> list[CheckedCut]:
    """Check every cut from end to end, and that each made one run of orders. Raises FairnessError."""
    if not cuts:
        raise FairnessError(say("fair-no-cuts"))
    made = list(_check_each(runs, cuts, seats))
    counted = sum(not cut.called_off for cut in made)
    if counted < len(runs):
        raise FairnessError(say("fair-few-cuts", count=counted, total=len(runs)))
    for before, after in pairwise(made):
        if (after.table, after.number) != (before.table, before.number + 1):
            raise FairnessError(say("fair-gap", cut=before.number, table=before.table))
    first = made[0]
    if first.frozen is not None and first.frozen.match <= 1 and first.number:
        raise FairnessError(say("fair-not-first", cut=first.number))
    return made


def check_history(made: Sequence[CheckedCut], match: Match) -> None:
    """Check that each frozen list commits to the earlier course of this match. Raises FairnessError."""
    lists = [cut.frozen for cut in made if cut.frozen is not None]
    if not lists:
        return
    if len({one.match for one in lists}) > 1:
        raise FairnessError(say("fair-matches"))
    made = [cut for cut in made if not cut.called_off]
    transcript, cuts, dealt = Transcript.start(lists[0].table, lists[0].match, match), iter(made), False
    for step in match.steps:
        if isinstance(step, Given):
            if not dealt:
                _check_before(next(cuts), transcript)
            transcript.add_order(step.of, step.items)
        else:
            transcript.add_action(step.seat, step.action)
        dealt = isinstance(step, Given)


def _check_before(cut: CheckedCut, transcript: Transcript) -> None:
    if cut.frozen is None:
        return
    if transcript.compute_digest(cut.secret.secret) != cut.frozen.before:
        raise FairnessError(say("fair-other-moves", cut=cut.number))
    transcript.continue_from(cut.frozen.before)


def check_deal(match: Match, orders: RecordedOrders, lots: Sequence[tuple[int, list[int]]], daily: SealedDeal) -> None:
    """Check that all orders and random picks of a match follow from a sealed deal. Raises FairnessError."""
    terms, drawing = daily.terms, DailyCursor(daily)
    if (match.game.id, match.game.rules.version, match.seats) != (terms.game, terms.rules, terms.seats):
        raise FairnessError(say("fair-day-game"))
    if match.options != Match(match.game, match.seats).options:
        raise FairnessError(say("fair-day-options"))
    for of, wanted, given in orders:
        if list(drawing.build_next_order(of, wanted).cards) != list(given):
            raise FairnessError(say("fair-day-order", of=of))
        drawing.count_order(of)
    for nth, (action, legal) in enumerate(lots):
        if action != legal[daily.draw_lot(nth, len(legal))]:
            raise FairnessError(say("fair-day-lot"))


def _check_each(runs: Sequence[RecordedOrders], cuts: Sequence[dict[str, Any]], seats: int) -> Iterator[CheckedCut]:
    left = iter(runs)
    for number, cut in enumerate(cuts, 1):
        try:
            yield check_called_off(cut, seats) if "called_off" in cut else check_cut(cut, next(left, ()), seats)
        except (KeyError, TypeError, AttributeError, OverflowError, ValueError) as error:
            why = error.text if isinstance(error, (FairnessError, FrozenListError)) else EXPECTED
            raise FairnessError(say("fair-in-cut", cut=number, why=why)) from None


def check_called_off(cut: dict[str, Any], seats: int) -> CheckedCut:
    """Check the cut of a hand that was called off, as far as it goes without its cards. Raises FairnessError."""
    if set(cut) != CALLED_OFF or cut["called_off"] is not True:
        raise FairnessError(EXPECTED)
    secret, voices = _check_secret(cut), _decode_voices(cut["voices"], seats)
    frozen, orders = _build_frozen_list(secret, voices, cut["frozen"], seats), [*cut["orders"]]
    if not orders or any(set(one) != ORDER_KEYS or one["index"] != at for at, one in enumerate(orders)):
        raise FairnessError(EXPECTED)
    if (frozen.seats, frozen.of, frozen.count) != (seats, orders[0]["of"], orders[0]["count"]):
        raise FairnessError(say("fair-frozen-other"))
    return CheckedCut(secret, voices, orders, frozen, called_off=True)


def _check_secret(cut: dict[str, Any]) -> Secret:
    """Return the secret of a cut, which must agree with its commitment. Raises FairnessError."""
    if not isinstance(cut["table"], str) or not is_number(cut["cut"]):
        raise FairnessError(EXPECTED)
    secret = Secret(cut["table"], cut["cut"], decode_hex(cut["secret"]))
    if secret.commitment.hex() != cut["commitment"]:
        raise FairnessError(say("fair-secret"))
    return secret


def check_cut(cut: dict[str, Any], orders: RecordedOrders, seats: int) -> CheckedCut:
    """Check that a cut made these orders. Raises FairnessError, ValueError and the like."""
    if set(cut) not in (KEYS, FROZEN):
        raise FairnessError(EXPECTED)
    secret, voices = _check_secret(cut), _decode_voices(cut["voices"], seats)
    frozen = _build_frozen_list(secret, voices, cut["frozen"], seats) if "frozen" in cut else None
    if len(cut["orders"]) != len(orders) or not orders:
        raise FairnessError(say("fair-orders-told", told=len(cut["orders"]), count=len(orders)))
    if frozen is not None and (frozen.seats, frozen.of, frozen.count) != (seats, orders[0][0], len(orders[0][1])):
        raise FairnessError(say("fair-frozen-other"))
    for index, told in enumerate(cut["orders"]):
        _check_order(secret, voices, index, orders[index], told, frozen)
    return CheckedCut(secret, voices, [*cut["orders"]], frozen)


def _build_frozen_list(secret: Secret, voices: Sequence[Voice], head: dict[str, Any], seats: int) -> FrozenList:
    """Build the frozen list of a cut. Raises FairnessError, FrozenListError, ValueError and the like."""
    now = [voice.seat for voice in voices if voice.said != "left"]
    if now != [*range(seats)] or list(voices) != sorted(voices, key=lambda voice: (voice.seat, voice.sealed)):
        raise FairnessError(say("fair-voices-order"))
    return FrozenList.from_head(secret.table, secret.number, secret.commitment, head, list_entries(voices))


def _decode_voices(told: Sequence[dict[str, Any]], seats: int) -> tuple[Voice, ...]:
    """Read the voices of all seats. A seat that changed hands has several, with different seals."""
    if any(set(voice) != VOICE_KEYS for voice in told):
        raise FairnessError(say("fair-voice", keys=join(sorted(VOICE_KEYS))))
    voices = tuple(map(Voice.from_json, told))
    if any(voice.sealed != b"" if voice.said == "absent" else not is_hash(voice.sealed) for voice in voices):
        raise FairnessError(say("fair-absent"))
    alike = len({(voice.seat, voice.sealed) for voice in voices}) < len(voices)
    if alike or {voice.seat for voice in voices} != set(range(seats)):
        raise FairnessError(say("fair-seats", count=seats))
    return voices


def _check_order(
    secret: Secret, voices: Sequence[Voice], index: int, order: RecordedOrder, told: object, frozen: FrozenList | None
) -> None:
    """Compare an order of a record with the order that the cut makes. Raises FairnessError."""
    of, wanted, given = order
    made = make_order(secret, voices, index, of, wanted, frozen)
    if list(made.cards) != list(given):
        raise FairnessError(say("fair-order-made", of=of))
    if json.dumps(made.build_published(), sort_keys=True) != json.dumps(told, sort_keys=True):
        raise FairnessError(say("fair-order-published", of=of))
