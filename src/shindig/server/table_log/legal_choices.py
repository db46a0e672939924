"""What the room reads from legal actions: the only one, the mildest one, and whether an answer is heard by all."""

from __future__ import annotations

from shindig.match import Match, View


def only_action(seen: View) -> int | None:
    """The action of a seat that has no choice."""
    ranges = seen.legal.ranges
    return ranges[0][0] if len(ranges) == 1 and ranges[0][0] == ranges[0][1] else None


def timeout_action(seen: Match | View) -> int:
    """The mildest legal action of the seat to act: the game says which; else the first."""
    legal = seen.legal
    return next((action for action in seen.game.services.timeout_actions if legal.allows(action)), legal.ranges[0][0])


def is_public_action(seen: View, action: int) -> bool:
    """Whether an action of the seat to act tells all of them something: it is neither secret nor the mildest."""
    return not seen.game.rules.secret(action) and action != timeout_action(seen)
