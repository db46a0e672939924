"""No house chooses among more orders than `verify` states, where its status is 0, whatever it tries."""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.kits.server.searching_house import TRICKS, House, chosen

CUTS = int(os.environ.get("SHINDIG_CUTS", "1500"))
"""In so many, the check refuses for each of its reasons under each threat; `make long` plays more."""
THREATS = {
    "the house alone": {1},
    "the house with seats": {1, 2, 4},
    "a network that loses and repeats": {0, 1, 2, 4},
}
"""Each with the bounds that are stated under it; 0 where the status is not 0."""


@pytest.mark.attack
@pytest.mark.parametrize("threat", THREATS)
def test_a_searching_house_chooses_no_more_than_is_stated(threat: str) -> None:
    rng, reached = Random(threat), set[int]()
    for _ in range(CUTS):
        house = House(rng, 0 if threat == "the house alone" else rng.randint(1, 2))
        sent = house.freeze(threat.startswith("a network"))
        orders, bound = chosen(house, 2)
        assert orders <= bound
        assert sent or bound == 0, "nothing is bounded where nothing was sent"
        reached.add(bound)
    assert reached == THREATS[threat], "every bound is met"


def test_the_house_reaches_what_is_stated_and_every_trick_makes_an_order() -> None:
    """Else the search would show nothing."""
    rng = Random(1)
    for trick in TRICKS:
        made = []
        for _ in range(50):
            house = House(rng, 2)
            house.freeze(lossy=False)
            made.append(trick(house, house.voices({*house.values})))
        assert any(made), trick
    house = House(rng, 2)
    house.cutter = next(iter(house.values))
    house.freeze(lossy=False)
    assert chosen(house, len(TRICKS)) in {(4, 4), (2, 2), (1, 1)}
