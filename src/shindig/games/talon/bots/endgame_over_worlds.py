"""Planning of the last tricks for all worlds together: the seat acts alike in worlds it cannot distinguish.

A search that solves each world alone lets later choices depend on unknown cards. This is strategy fusion (Frank, Basin:
Search in games with incomplete information, Artificial Intelligence 100, 1998). Here worlds with equal observations of
the seat form one group, which has one choice. The best choice is found from the last trick backwards. Others play the
policy.
"""

from __future__ import annotations

from shindig.core.kernel_compiler import kernel
from shindig.core.layout_and_views import Numbers, Ranges, Records
from shindig.gamekit.policies.policy_spec import Actions, Generator

from ..rules.phases import apply
from ..rules.state import MINUS, PLAY, PLUS, Talon
from .policy import policy
from .search_candidates import choose_cards, settled
from .transposition_table import stir
from .unseen_card_places import PLANNED, CardBeliefs


@kernel
def near(m: Talon) -> bool:
    """Return True if so few cards are left that all future choices of a seat can be examined."""
    return bool(m.phase == PLAY and m.held[m.actor] <= PLANNED)


@kernel
def plan(
    k: CardBeliefs,
    worlds: Records,
    count: int,
    choices: Actions,
    values: Numbers,
    ranges: Ranges,
    rng: Generator,
) -> None:
    """Write the actor's result of each choice in each of the first `count` worlds to values[:count, 1:], float64.

    All worlds have one actor with equal observations. `worlds` has room for AHEAD times as many.
    """
    seat, depth = int(worlds[0].actor), 0
    gather_all(k, count, choices)
    while depth >= 0:
        if gather(k, worlds, count, depth, ranges, rng):
            depth += 1
        elif k.tried[depth] + 1 < k.options[depth]:
            k.tried[depth] += 1
            attempt(k, worlds, count, depth, seat, ranges, rng)
        else:
            decide(k, depth)
            depth -= 1
    for w in range(count):
        for c in range(len(choices)):
            values[w, 1 + c] = k.brings[0, c, w]


@kernel
def gather_all(k: CardBeliefs, count: int, choices: Actions) -> None:
    """Make the first group of all worlds, with nothing tried yet."""
    for w in range(count):
        k.group[0, w], k.seen[0, w] = w, 0
    for c in range(len(choices)):
        k.option[0, c] = choices[c]
    k.grouped[0], k.options[0], k.tried[0] = count, len(choices), -1


@kernel
def gather(k: CardBeliefs, worlds: Records, count: int, depth: int, ranges: Ranges, rng: Generator) -> bool:
    """Make a group, one deeper, of worlds with equal observations and a choice. Returns False if none is left."""
    seen, size = 0, 0
    for n in range(k.grouped[depth]):
        w = int(k.group[depth, n])
        seen = int(k.seen[depth, w]) if seen == 0 else seen
        if seen and k.seen[depth, w] == seen:
            k.group[depth + 1, size], k.seen[depth, w], k.seen[depth + 1, w] = w, 0, 0
            size += 1
    if size:
        m = worlds[(depth + 1) * count + int(k.group[depth + 1, 0])]
        k.options[depth + 1] = ask(m, int(policy(m, ranges, rng)), k.option[depth + 1])
        k.grouped[depth + 1], k.tried[depth + 1] = size, -1
    return size > 0


@kernel
def ask(m: Talon, likely: int, choices: Actions) -> int:
    """Write the actor's legal choices, the policy's first, and return their count."""
    choices[0] = likely
    if m.phase == PLAY:
        return int(choose_cards(m, choices))
    choices[1] = MINUS + PLUS - likely
    return 2


@kernel
def attempt(k: CardBeliefs, worlds: Records, count: int, depth: int, seat: int, ranges: Ranges, rng: Generator) -> None:
    """Play the next choice in every world of a group, up to the seat's next choice."""
    c = int(k.tried[depth])
    for n in range(k.grouped[depth]):
        w = int(k.group[depth, n])
        after = (depth + 1) * count + w
        worlds[after] = worlds[depth * count + w]
        k.seen[depth, w] = go_on(k, worlds[after], int(k.option[depth, c]), seat, ranges, rng)
        if k.seen[depth, w] == 0:
            k.brings[depth, c, w] = worlds[after].paid[seat]


@kernel
def go_on(k: CardBeliefs, m: Talon, action: int, seat: int, ranges: Ranges, rng: Generator) -> int:
    """Play an action, then the policy until the seat's next choice. Returns a hash of observations; 0 at the end."""
    seen = 1
    while True:
        apply(m, action)
        if settled(m):
            return 0
        if m.played == 0:
            seen = stir(stir(seen, int(m.given[0]) + 1), int(m.given[1]) + 1)
        action = int(policy(m, ranges, rng))
        if m.actor != seat:
            seen = stir(seen, action)
        elif ask(m, action, k.asked) > 1:
            return stir(stir(seen, int(m.debts)), int(m.suspects)) | 1


@kernel
def decide(k: CardBeliefs, depth: int) -> None:
    """Take the best choice of a group, the policy's in a tie, as the value of the choice before."""
    if depth == 0:
        return
    best, most, before = 0, 0.0, int(k.tried[depth - 1])
    for c in range(k.options[depth]):
        total = 0.0
        for n in range(k.grouped[depth]):
            total += k.brings[depth, c, k.group[depth, n]]
        if c == 0 or total > most:
            best, most = c, total
    for n in range(k.grouped[depth]):
        w = int(k.group[depth, n])
        k.brings[depth - 1, before, w] = k.brings[depth, best, w]
