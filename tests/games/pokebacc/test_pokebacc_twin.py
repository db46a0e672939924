"""Whole matches against the plain referee of the twins, with options by chance."""

from __future__ import annotations

from random import Random

import pytest

from shindig.gamekit.betting.state import IN, OUT
from shindig.games.pokebacc.worth.hand_melds import cards_in, meld
from shindig.match import Match, fair
from tests.kits.games.pokebacc_table import ALL, game
from tests.kits.suite.seeds import seeds
from tests.kits.twins.pokebacc_game import Referee

LONGEST = 1200
"""Orders and actions after which a match is left."""


def options(rnd: Random) -> dict[str, int | str]:
    return {
        "stakes": rnd.choice(["off", "on", "on"]),
        "exhaustion": rnd.choice(["quiet", "quiet", "referee"]),
        "tie_break": rnd.choice(["cards", "drawn"]),
        "hands_to_win": rnd.choice([1, 2, 3, 8]),
        "quiet_turns": rnd.choice([0, 0, 1, 5, 30]),
        "stacks": rnd.choice([3, 20, 100]),
        "buy_in": rnd.choice([1, 7, 30]),
    }


def some_action(match: Match, rnd: Random) -> int:
    """Melds, discards and small amounts are likely; leaving is not, so that matches go on."""
    text = {match.game.words.text(match.record, first): (first, last) for first, last in match.legal.ranges}
    melds = [pair for name, pair in text.items() if name.startswith("lay")]
    if melds and rnd.random() < 0.6:
        return rnd.choice(melds)[0]
    first, last = rnd.choice(list(text.values()))
    if last - first > 64:
        return min(last, first + int(rnd.expovariate(0.1)))
    leave = match.game.variant.words.leave  # type: ignore[attr-defined]
    action = rnd.randint(first, last)
    stays = match.game.words.text(match.record, action) == leave and rnd.random() < 0.6
    return next(one for one in match.legal.actions if one > action) if stays else action


def compare(match: Match, twin: Referee) -> None:
    m = match.record
    codes = game(match.game.id).variant.deck.codes
    assert (match.needs, match.to_act if match.to_act >= 0 else None) == (twin.needs, twin.to_act)
    assert (int(m.match_winner) if match.over else None) == twin.winner
    if twin.dealer >= 0 and not match.over:
        assert m.dealer == twin.dealer
    for player in twin.players:
        seat = player.seat
        assert {codes[card] for card in cards_in(int(m.held[seat]))} == player.hand
        assert m.cards[seat] == len(player.hand)
        laid = [frozenset(meld(game(match.game.id).variant, int(m.laid[seat, i])).cards) for i in range(m.melds[seat])]
        assert laid == [one.cards for one in player.laid]
        spoilers = [int(m.spoiler[seat, i]) if m.spoiler[seat, i] >= 0 else None for i in range(m.melds[seat])]
        assert spoilers == [one.spoiler for one in player.laid]
        waits = twin.doing == "disasters" and player is twin.current
        assert m.score[seat] == player.score - (player.laid[-1].score if waits else 0)
        assert (m.won[seat], m.chips[seat]) == (player.won, player.chips)
        assert (m.status[seat] == OUT, m.status[seat] == IN) == (
            not player.in_match,
            player.in_hand and player.in_match,
        )
    assert (m.stock, m.pile_count) == (len(twin.stock) if m.hands else m.stock, len(twin.pile))
    assert m.fund == twin.fund
    sides = {sum(1 << seat for seat in members): amount for members, amount in twin.sides.items()}
    assert {members: amount for members, amount in enumerate(m.side.tolist()) if amount} == sides


@pytest.mark.parametrize("name", ALL)
@seeds(*range(14))
def test_matches_go_as_the_twin_says(name: str, seed: int) -> None:
    rnd = Random(f"{name} {seed}")
    chosen = options(rnd)
    seats = rnd.randint(3, 6)
    match, twin = Match(game(name), seats, chosen), Referee(name, seats, chosen)
    chance = fair(seed)
    codes = game(name).variant.deck.codes
    for _ in range(LONGEST):
        compare(match, twin)
        if match.over:
            break
        if match.needs:
            order = [codes[item] for item in chance(match.needs, match.wanted())]
            match.order(order)
            twin.order(order)
        else:
            action = some_action(match, rnd)
            text = match.game.words.text(match.record, action)
            match.play(action)
            twin.do(text)
