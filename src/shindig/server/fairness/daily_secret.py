"""The deal of the day, equal for all players: every order, random pick and bot's seed comes from one committed secret.

The n-th order of a name does not depend on the play before it. `docs/fairness.md` has the bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

import orjson

from shindig.messages import say

from . import fair_shuffle
from .fair_shuffle import SECRET_BYTES, FairnessError, Secret, ShuffledOrder, make_secret
from .merkle_tree import digest

KEYS = {"day", "terms", "secret"}


class Terms(NamedTuple):
    """Terms of a deal: game, options, bots and length."""

    game: str
    rules: int
    """Version of the game's rules."""
    seats: int
    bot: str
    """Bot at all seats but the first."""
    hands: int
    """Number of hands after which the match is over."""

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Terms:
        """Read terms from JSON. Raises TypeError, ValueError."""
        terms = cls(**told)
        if [type(one) for one in terms] != [str, int, int, str, int] or not terms.text:
            raise ValueError
        return terms

    @property
    def text(self) -> str:
        """Terms as text, for the commitment."""
        return orjson.dumps(self._asdict(), option=orjson.OPT_SORT_KEYS).decode()


class SealedDeal(NamedTuple):
    """The deal of a day."""

    day: str
    """Day in UTC, `2026-11-23`."""
    terms: Terms
    secret: bytes

    @classmethod
    def make(cls, day: str, terms: Terms) -> SealedDeal:
        return cls(day, terms, make_secret())

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> SealedDeal:
        """Read a deal from JSON. Raises FairnessError."""
        try:
            if set(told) != KEYS:
                raise ValueError
            day, secret = told["day"], bytes.fromhex(told["secret"])
            if len(secret) != SECRET_BYTES or date.fromisoformat(day).isoformat() != day:
                raise ValueError
            return cls(day, Terms.from_json(told["terms"]), secret)
        except (TypeError, ValueError):
            raise FairnessError(say("fair-day-expected")) from None

    def as_json(self) -> dict[str, Any]:
        return {"day": self.day, "terms": self.terms._asdict(), "secret": self.secret.hex()}

    @property
    def commitment(self) -> bytes:
        """Hash that is published before the day begins."""
        return digest("day", self.day.encode(), self.terms.text.encode(), self.secret)

    def derive_secret(self, of: str, nth: int) -> Secret:
        """Return the secret of order number `nth` of a name, from 0."""
        own = digest("day order", self.secret, of.encode(), encode_number(nth), length=SECRET_BYTES)
        return Secret(f"day {self.day}", nth, own)

    def build_order(self, of: str, nth: int, cards: Sequence[str]) -> ShuffledOrder:
        """Make order number `nth` of a name, over the cards in the order of the rules."""
        return fair_shuffle.make_order(self.derive_secret(of, nth), (), 0, of, cards)

    def draw_lot(self, nth: int, count: int) -> int:
        """Return the random pick number `nth` among `count` actions, from 0."""
        return int.from_bytes(digest("day lot", self.secret, encode_number(nth)), "big") % count

    def derive_seed(self, seat: int, nth: int, phase: int) -> int:
        """Return the seed of a bot's decision number `nth` in the match."""
        return int.from_bytes(
            digest("day bot", self.secret, encode_number(seat), encode_number(nth), encode_number(phase))[:8], "big"
        )


def encode_number(one: int) -> bytes:
    return one.to_bytes(4, "big")


@dataclass
class DailyCursor:
    """Position of a match in a daily deal: how much it has drawn."""

    daily: SealedDeal
    orders: Counter[str] = field(default_factory=Counter)
    lots: int = 0
    decisions: Counter[int] = field(default_factory=Counter)
    """Number of actions by seat."""

    def build_next_order(self, of: str, cards: Sequence[str]) -> ShuffledOrder:
        """Make the next order of a name."""
        return self.daily.build_order(of, self.orders[of], cards)

    def draw_next_lot(self, legal: Sequence[int]) -> int:
        """Return the next random pick among legal actions, ascending."""
        return legal[self.daily.draw_lot(self.lots, len(legal))]

    def derive_next_seed(self, seat: int, phase: int) -> int:
        """Return the seed of a seat's next decision."""
        return self.daily.derive_seed(seat, self.decisions[seat], phase)

    def count_order(self, of: str) -> None:
        self.orders[of] += 1

    def count_action(self, seat: int, lot: bool) -> None:
        self.decisions[seat] += 1
        self.lots += lot
