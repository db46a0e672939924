"""What may be said at a table."""

from __future__ import annotations

from ..room.told import RoomError

PHRASES = ("Hello!", "Good luck.", "Well played!", "Thank you.", "One moment, please.", "That was close!", "Goodbye.")
"""Quick things to say."""
QUIET_GAMES = ("talon",)
"""Where only these are said, since talk could tell of hands (TN-94)."""


def check_words(game_id: str, text: str) -> None:
    """Raises RoomError for words that this game's tables do not take."""
    if game_id in QUIET_GAMES and text not in PHRASES:
        raise RoomError(f"at this table only quick phrases are said (TN-94): {', '.join(PHRASES)}")
