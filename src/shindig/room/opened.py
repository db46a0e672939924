"""Opened cuts in a record, checked against its orders: that the shuffles are what secret and values make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .fair import FairnessError, Secret, Voice, make_order

Orders = Sequence[tuple[str, Sequence[str], Sequence[str]]]
"""Name, items as the rules list them, items as they came; in the order of the match."""
EXPECTED = "expected a table, its number, commitment, secret, voices and orders"


def check_cuts(orders: Orders, cuts: Sequence[dict[str, Any]]) -> None:
    """Check every cut from end to end, and that together they made all the orders. Raises FairnessError."""
    left = list(orders)
    for number, cut in enumerate(cuts, 1):
        try:
            taken = check_cut(cut, left)
        except (KeyError, TypeError, AttributeError, OverflowError, ValueError) as error:
            why = str(error) if isinstance(error, FairnessError) else EXPECTED
            raise FairnessError(f"cut {number} of the record: {why}") from None
        del left[:taken]
    if cuts and left:
        raise FairnessError(f"the cuts of the record made {len(orders) - len(left)} of its {len(orders)} orders")


def check_cut(cut: dict[str, Any], orders: Orders) -> int:
    """Check that a cut made the first of these orders; how many. Raises FairnessError, ValueError and the like."""
    secret = Secret(str(cut["table"]), int(cut["cut"]), bytes.fromhex(cut["secret"]))
    if secret.commitment.hex() != cut["commitment"]:
        raise FairnessError("the secret is not the one that the house committed to")
    voices = [Voice.from_json(voice) for voice in cut["voices"]]
    for index, told in enumerate(cut["orders"]):
        if index >= len(orders):
            raise FairnessError("it tells of more orders than there are")
        of, wanted, given = orders[index]
        made = make_order(secret, voices, index, of, wanted)
        if list(made.cards) != list(given):
            raise FairnessError(f"the order of {of!r} is not the one that secret and values make")
        if made.published() != told:
            raise FairnessError(f"the order of {of!r} is not the one that was published")
    return len(cut["orders"])
