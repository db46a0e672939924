"""A deal that is the same for all: every order, lot and bot's chance comes from one secret, committed to beforehand.

The n-th order of a name is the same whatever was played, cut or drawn before. `docs/fairness.md` has the bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

import orjson

from . import fair_shuffle
from .fair_shuffle import SECRET_BYTES, FairnessError, Secret, ShuffledOrder, make_secret
from .merkle_tree import digest

KEYS = {"day", "terms", "secret"}


class Terms(NamedTuple):
    """What is played."""

    game: str
    rules: int
    """The version of the game's rules."""
    seats: int
    bot: str
    """Who plays at all seats but the first."""
    hands: int
    """After so many the match is over, if it was not before."""

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Terms:
        """From what JSON makes of them. Raises TypeError, ValueError."""
        terms = cls(**told)
        if [type(one) for one in terms] != [str, int, int, str, int] or not terms.text:
            raise ValueError
        return terms

    @property
    def text(self) -> str:
        """As it is committed to."""
        return orjson.dumps(self._asdict(), option=orjson.OPT_SORT_KEYS).decode()


class SealedDeal(NamedTuple):
    """The deal of a day."""

    day: str
    """`2026-11-23`, in UTC."""
    terms: Terms
    secret: bytes

    @classmethod
    def make(cls, day: str, terms: Terms) -> SealedDeal:
        return cls(day, terms, make_secret())

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> SealedDeal:
        """From what JSON makes of one. Raises FairnessError."""
        try:
            if set(told) != KEYS:
                raise ValueError
            day, secret = told["day"], bytes.fromhex(told["secret"])
            if len(secret) != SECRET_BYTES or date.fromisoformat(day).isoformat() != day:
                raise ValueError
            return cls(day, Terms.from_json(told["terms"]), secret)
        except (TypeError, ValueError):
            raise FairnessError("expected the day, its terms and its secret, and nothing else") from None

    def as_json(self) -> dict[str, Any]:
        return {"day": self.day, "terms": self.terms._asdict(), "secret": self.secret.hex()}

    @property
    def commitment(self) -> bytes:
        """What is published before the day begins."""
        return digest("day", self.day.encode(), self.terms.text.encode(), self.secret)

    def derive_secret(self, of: str, nth: int) -> Secret:
        """The secret of order number `nth` of a name, from 0: each has its own, as every cut has."""
        own = digest("day order", self.secret, of.encode(), encode_number(nth), length=SECRET_BYTES)
        return Secret(f"day {self.day}", nth, own)

    def build_order(self, of: str, nth: int, cards: Sequence[str]) -> ShuffledOrder:
        """Order number `nth` of a name, over the cards as the rules list them."""
        return fair_shuffle.make_order(self.derive_secret(of, nth), (), 0, of, cards)

    def draw_lot(self, nth: int, count: int) -> int:
        """Which of so many actions a mere lot is, from 0."""
        return int.from_bytes(digest("day lot", self.secret, encode_number(nth)), "big") % count

    def derive_seed(self, seat: int, nth: int, phase: int) -> int:
        """The seed of a bot's decision number `nth` in the match."""
        return int.from_bytes(
            digest("day bot", self.secret, encode_number(seat), encode_number(nth), encode_number(phase))[:8], "big"
        )


def encode_number(one: int) -> bytes:
    return one.to_bytes(4, "big")


@dataclass
class DailyCursor:
    """How much a match has drawn of a daily deal."""

    daily: SealedDeal
    orders: Counter[str] = field(default_factory=Counter)
    lots: int = 0
    decisions: Counter[int] = field(default_factory=Counter)
    """By seat, how many actions it has taken."""

    def build_next_order(self, of: str, cards: Sequence[str]) -> ShuffledOrder:
        """The next order of a name."""
        return self.daily.build_order(of, self.orders[of], cards)

    def draw_next_lot(self, legal: Sequence[int]) -> int:
        """What the next lot is, of the legal actions ascending."""
        return legal[self.daily.draw_lot(self.lots, len(legal))]

    def derive_next_seed(self, seat: int, phase: int) -> int:
        """The seed of a seat's next decision."""
        return self.daily.derive_seed(seat, self.decisions[seat], phase)

    def count_order(self, of: str) -> None:
        self.orders[of] += 1

    def count_action(self, seat: int, lot: bool) -> None:
        self.decisions[seat] += 1
        self.lots += lot
