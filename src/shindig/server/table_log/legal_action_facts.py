"""Facts about legal actions: the only one, the one for a timeout, and whether all seats learn from an answer."""

from __future__ import annotations

from shindig.match import Match, View


def only_action(seen: View) -> int | None:
    """Return the action of a seat without a choice, or None."""
    ranges = seen.legal.ranges
    return ranges[0][0] if len(ranges) == 1 and ranges[0][0] == ranges[0][1] else None


def timeout_action(seen: Match | View) -> int:
    """Return the action for a timeout: the game's choice if it has one, else the first legal action."""
    legal = seen.legal
    return next((action for action in seen.game.services.timeout_actions if legal.allows(action)), legal.ranges[0][0])


def is_public_action(seen: View, action: int) -> bool:
    """Return True if an action tells all seats something: it is neither secret nor the mildest."""
    return not seen.game.rules.secret(action) and action != timeout_action(seen)
