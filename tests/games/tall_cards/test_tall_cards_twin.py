"""Whole random matches against the plain twin: the same seat is asked the same, and everybody has the same chips."""

from __future__ import annotations

import numpy as np

from shindig.core.layout_and_views import OVER
from shindig.games.tall_cards.worth.ranks import DECKS
from shindig.match import Match, Move, fair
from tests.kits.games.random_walks import some_action
from tests.kits.games.tall_cards_table import GAME
from tests.kits.suite.seeds import seeds
from tests.kits.twins.asks import Order, asked
from tests.kits.twins.tall_cards_match import Twin


def options(rng: np.random.Generator) -> dict[str, object]:
    """Rules by chance, short matches, amounts that make all-ins and odd chips likely."""
    ante, least = int(rng.integers(1, 6)), int(rng.choice([0, 0, 1, 7]))
    return {
        "deck": str(rng.choice(["fruit", "expanded-72", "expanded-96"])),
        "stack": int(rng.integers(1, 40)),
        "ante": ante,
        "min_bet": least,
        "limit": int(rng.choice([0, 0, least or ante, (least or ante) + 5])),
        "sit_out": int(rng.integers(2)),
        "muck": str(rng.choice(["auto", "ask"])),
        "ace_low": int(rng.integers(2)),
        "hands": int(rng.choice([-1, 0, 3])),
        "minutes": int(rng.integers(2)),
        "gifts": str(rng.choice(["always", "needed", "never"])),
    }


def choose(match: Match, rng: np.random.Generator) -> int:
    """A legal action by chance; folding and the like are not tried each time they may be."""
    action = some_action(match, rng)
    return some_action(match, rng) if GAME.words.text(match.record, action) in ("fold", "sit out") else action


@seeds(*range(60))
def test_a_match_goes_as_the_twin_says(seed: int) -> None:
    rng = np.random.default_rng(seed)
    chance = fair(seed)
    match = Match(GAME, int(rng.integers(2, 9)), options(rng))
    deck, tall = DECKS[str(match.options["deck"])]
    twin = Twin(match.seats, match.options, deck, tall.codes)
    play = twin.play()
    need = next(play)
    for _ in range(400):
        assert asked(match) == need
        if isinstance(need, Order):
            match.order(chance(need.of, match.wanted()))
            answer = list(match.steps[-1].items)  # type: ignore[union-attr]
        else:
            match.play(choose(match, rng))
            step = match.steps[-1]
            assert isinstance(step, Move)
            answer = step.do.split()
        try:
            need = play.send(answer)
        except StopIteration:
            assert match.to_act == OVER
            break
        assert match.record.chips[: match.seats].tolist() == twin.chips or isinstance(need, Order)
    else:
        return
    assert match.record.chips[: match.seats].tolist() == twin.chips
