"""What our games are played by where nothing is said: written down a second time, as the rulebook means it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from shindig.gamekit import Game, game

MEANT = {
    "tall-card": """
        seats 2 to 7, usually 4
        stack TC-4: 100 (1 to 1000000)
        ante TC-10: 5 (0 to 1000000)
        min_bet TC-13: 1 (1 to 1000000)
        max_bet TC-13: 25 (1 to 1000000)
        first_dealer TC-6: -1 (-1 to 6)
        deals_each TC-20: 2 (1 to 100)
        declare TC-17: auto (auto/manual)
    """,
    "tall-cards": """
        seats 2 to 8, usually 4
        deck TF-3: fruit (fruit/expanded-72/expanded-96)
        stack TF-4: 100 (1 to 1000000)
        ante TF-4: 1 (1 to 1000000)
        min_bet TF-4: 0 (0 to 1000000)
        limit TF-12: 0 (0 to 8000000)
        sit_out TF-11: 0 (0 to 1)
        muck TF-18: auto (auto/ask)
        ace_low TF-52: 1 (0 to 1)
        hands TF-21: -1 (-1 to 10000)
        minutes TF-21: 0 (0 to 10000)
        gifts TF-22: always (always/needed/never)
        first_dealer TF-5: -1 (-1 to 7)
        together: 0.0 s
    """,
    "talon": """
        seats 3 to 5, usually 4
        hands TN-93: 6 (0 to 1000)
        tokens TN-93: 0 (0 to 1000000)
        on_broke TN-93: end (end/drop)
        first_packet TN-12: left (left/right)
        cut TN-11: approximate (approximate/exact)
        shuffle TN-13: never (never/each-hand)
        lay_away TN-50: any (any/french)
        overruff TN-61: off (off/on)
        tricks TN-65: last (last/all)
        together: 4 s
        together: 5 s
    """,
    "royal-pokebacc": """
        seats 3 to 6, usually 4
        hands_to_win PB-44: 3 (1 to 20)
        exhaustion PB-42: quiet (quiet/referee)
        quiet_turns PB-42: 0 (0 to 100)
        tie_break PB-43: cards (cards/drawn)
        stakes PB-50: off (off/on)
        stacks PB-53: 100 (1 to 1000000)
        buy_in PB-50: 10 (1 to 1000000)
        together: 10 s
    """,
    "merchants-bank": """
        seats 3 to 6, usually 4
        hands_to_win PB-44: 3 (1 to 20)
        exhaustion PB-42: quiet (quiet/referee)
        quiet_turns PB-42: 0 (0 to 100)
        tie_break PB-43: cards (cards/drawn)
        stakes PB-50: off (off/on)
        stacks PB-53: 100 (1 to 1000000)
        buy_in PB-51: 10 (1 to 1000000)
        together: 10 s
    """,
    "farmers-and-fishermen": """
        seats 3 to 6, usually 4
        hands_to_win PB-44: 3 (1 to 20)
        exhaustion PB-42: quiet (quiet/referee)
        quiet_turns PB-42: 0 (0 to 100)
        tie_break PB-43: cards (cards/drawn)
        stakes PB-50: off (off/on)
        stacks PB-53: 100 (1 to 1000000)
        buy_in PB-52: 10 (1 to 1000000)
        together: 10 s
    """,
}


def told(one: Game) -> Iterator[str]:
    """Seats, options (name, clause, what is usual, what else may be), and how long all have who are asked at once."""
    yield f"seats {one.rules.seats.start} to {one.rules.seats.stop - 1}, usually {one.rules.usual_players}"
    for option in one.rules.options:
        may_be = "/".join(option.choices) or f"{option.low} to {option.high}"
        yield f"{option.name} {option.clause}: {option.default} ({may_be})"
    for group in one.services.simultaneous:
        yield f"together: {group.seconds} s"


@pytest.mark.parametrize("game_id", MEANT)
def test_a_game_is_played_as_usual_where_nothing_is_said(game_id: str) -> None:
    assert [*told(game(game_id))] == [line.strip() for line in MEANT[game_id].strip().splitlines()]
