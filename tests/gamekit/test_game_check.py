"""shindig.testing.check: a sound game passes; each fault is found, and told with its place and the way to mend it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shindig import cli
from shindig.cards import Deck
from shindig.core.kernel_compiler import cache_directory, compile_kernel, kernel
from shindig.core.layout_and_views import (
    SEATS,
    Facts,
    Items,
    Layout,
    LayoutError,
    Numbers,
    Plain,
    Ranges,
    Record,
    hidden,
    private,
    public,
)
from shindig.gamekit.game_spec import (
    Amounts,
    Game,
    GameError,
    IllegalAction,
    Line,
    Look,
    Option,
    Outcome,
    Services,
    Simultaneous,
)
from shindig.gamekit.luck_spec import Luck
from shindig.gamekit.policies import PolicySpec
from shindig.gamekit.policies.compiled_policy import CompiledPolicy
from shindig.gamekit.table_scene import Card, Holding, Pile, Prompt, Scene, SeatScene
from shindig.match import Match, View, fair
from shindig.testing import CheckError, check, check_report, random_matches
from shindig.testing.array_overrun_checks import Walk
from shindig.testing.check_report import ProblemReport
from shindig.testing.checks.compiled_against_python import minds_compile
from shindig.testing.checks.decks_pages_and_bots import page_tells_the_clauses
from shindig.testing.random_matches import MatchChecker
from tests.kits.games import swap_game
from tests.kits.games.swap_game import BET, DECK, FIRST, GAME, KEEP, OPTIONS, RAISE, SECOND, SWAP, Played, Swap


def problems(game: Game) -> list[str]:
    """What the check finds without compiling."""
    with pytest.raises(CheckError) as found:
        check(game, seeds=(1,), checking=False)
    return found.value.problems


def rules(**changed: Any) -> Game:
    """The sound game with other rules, and so with an engine of its own."""
    return replace(GAME, rules=replace(GAME.rules, **changed), _engines={})


def hand(**changed: Any) -> Game:
    return rules(hand=replace(GAME.rules.hand, **changed))


def words(**changed: Any) -> Game:
    return replace(GAME, words=replace(GAME.words, **changed))


def table(**changed: Any) -> Game:
    return replace(GAME, table=replace(GAME.table, **changed))


def house(**changed: Any) -> Game:
    return replace(GAME, services=replace(GAME.services, **changed))


def record(kind: Any, **changed: Any) -> Game:
    return rules(layout=Layout(kind, 2), **changed)


def test_a_sound_game_passes_compiled_too() -> None:
    check(GAME)


# The record.


class Transposed(Record):
    hand: Numbers = private("i1", 2, SEATS, cards="main")


class Loose:
    pot: int = public("i4")


class Floating(Swap):
    share: float = public("f4")


class Promised(Swap):
    pot: int


class Unheard(Swap):
    trump: int = public(cards="trumps")


class Carded(Record):
    """As Swap, with no word of cards."""

    ante: int = public("i4")
    hands: int = public("i4")
    dealt: int = public("i2")
    hand: Numbers = private("i1", SEATS, 2)
    stock: Numbers = hidden("i1", 3)
    board: int = public()
    swapped: Numbers = public("i1", SEATS)
    chips: Numbers = public("i4", SEATS)
    paid: Numbers = public("i4", SEATS)
    gain: Numbers = public("i4", SEATS)
    shown: Numbers = public("i1", SEATS, 2)


class Small(Record):
    ante: int = public("i1")
    hands: Numbers = public("i4", SEATS)
    board: int = public(cards="main")


def test_a_field_of_numpys_name_is_refused_where_it_is_written() -> None:
    with pytest.raises(LayoutError, match=r"Bad\.round: NumPy uses this name itself; choose another for the field"):
        type("Bad", (Record,), {"round": public("i2")})


RECORDS = {
    "rows not by seat": (record(Transposed), "hand is private: its first length is SEATS, a row a seat, not 2"),
    "no record": (record(Loose), "Loose is no record: write class Loose(Record)"),
    "floats": (record(Floating), "field `share` is 'f4': fields hold whole numbers"),
    "no value": (record(Promised), '`pot` is annotated in Promised and is no field: write `pot: int = public("i4")`'),
    "cards of no order": (record(Unheard), "field `trump` holds cards of 'trumps', which is no order of the game"),
    "no cards": (record(Carded), 'no field says that it holds cards*declare*cards="main"'),
    "option without a field": (
        rules(options=(*OPTIONS, Option("pot", 1, "The pot.", "SW-1"))),
        'option `pot` has no field: add `pot: int = public("i4")` to Swap',
    ),
    "option in a small field": (
        record(Small, options=(Option("ante", 1, "Paid.", "SW-1", 1, 1000),)),
        "field `ante` is 'i1', too small for the option's values up to 1000",
    ),
    "option in a row": (
        record(Small, options=(Option("hands", 1, "Hands.", "SW-1"),)),
        "field `hands` is an option, which is one number that all see",
    ),
    "option with a bad default": (
        rules(options=(Option("ante", 0, "Paid.", "SW-1", 1, 9), OPTIONS[1])),
        "the default of option `ante` is none of its values",
    ),
    "more seats than rows": (rules(seats=range(2, 6)), "rules.seats goes up to 5 and the layout has 2 seats"),
    "amounts": (rules(amounts=(Amounts("bet", 2, 4),)), "the amounts 'bet' have the ids 2 to 4, and should end at 5"),
    "no number": (rules(max_ranges=0), "rules.max_ranges is 0: it is a whole number from 1"),
    "orders": (rules(orders=("main", "main")), "each order needs a name of its own"),
}


@pytest.mark.parametrize("fault", RECORDS)
def test_a_fault_of_the_record_is_found(fault: str) -> None:
    found(*RECORDS[fault])


def found(game: Game, *expected: str) -> None:
    """Whether some problem says all that is expected, `*` standing for anything."""
    said = problems(game)
    pattern = ".*".join(re.escape(part) for one in expected for part in one.split("*"))
    assert any(re.search(pattern, one, re.S) for one in said), said


# The rules.


def with_legal(*ranges: tuple[int, int], count: int = -1) -> Callable[[Any, Any], int]:
    """Legal actions that are right in the first phase and these in the bets."""

    def legal(m: Any, rows: Any) -> int:
        if m.phase == SWAP:
            return swap_game.legal(m, rows)
        for n, pair in enumerate(ranges):
            rows[n] = pair
        return len(ranges) if count < 0 else count

    return kernel(legal)


@kernel
def legal_by_stock(m: Swap, ranges: Ranges) -> int:
    ranges[0, 0] = KEEP
    ranges[0, 1] = FIRST if m.stock[0] > 3 and m.phase == SWAP else SECOND
    return 1 if m.phase == SWAP else swap_game.legal(m, ranges)


@kernel
def legal_that_writes(m: Swap, ranges: Ranges) -> int:
    m.dealt += 0 if m.phase == SWAP else 1
    return swap_game.legal(m, ranges)


@kernel
def wanted_backwards(m: Swap, items: Items) -> int:
    count = swap_game.chance_items(m, items)
    items[0], items[7] = 7, 0
    return count


@kernel
def wanted_of_others(m: Swap, items: Items) -> int:
    count = swap_game.chance_items(m, items)
    items[7] = 8
    return count


@kernel
def wanted_none(m: Swap, items: Items) -> int:  # noqa: ARG001
    return 0


@kernel
def apply_out_of_bounds(m: Swap, action: int) -> None:
    swap_game.apply(m, action)
    m.chips[action] = 0


@kernel
def apply_nothing(m: Swap, action: int) -> None:
    if action != RAISE:
        swap_game.apply(m, action)


@kernel
def apply_to_nobody(m: Swap, action: int) -> None:
    swap_game.apply(m, action)
    if m.phase == BET:
        m.actor = 2


@kernel
def apply_with_a_small_number(m: Swap, action: int) -> None:
    swap_game.apply(m, action)
    m.chips[0] = m.swapped[0] * 100 + m.board * 100


@kernel
def apply_to_options(m: Swap, action: int) -> None:
    swap_game.apply(m, action)
    m.ante += 1


@kernel
def apply_that_asks_for_more(m: Swap, action: int) -> None:
    swap_game.apply(m, action)
    m.asks = 1


@kernel
def order_with_a_gift(m: Swap, items: Items) -> None:
    swap_game.chance_order(m, items)
    m.chips[1] += m.dealt


def plain_helper(m: Any) -> int:
    return int(m.phase)


@kernel
def legal_with_a_plain_helper(m: Swap, ranges: Ranges) -> int:
    return swap_game.legal(m, ranges) if plain_helper(m) >= 0 else 0


RULES: dict[str, tuple[Game, *tuple[str, ...]]] = {
    "num_actions": (rules(num_actions=5), "phase 2 (BET)*action 5 is legal*rules.num_actions is 5*make it at least 6"),
    "max_ranges": (
        rules(legal=with_legal((4, 4), (5, 5))),
        "phase 2 (BET)*`legal` writes 2 ranges and rules.max_ranges is 1: make it 2",
    ),
    "max_ranges far off": (
        rules(legal=with_legal(*((4, 4),) * 80)),
        "phase 2 (BET)*IndexError*out of bounds*raised at test_game_check.py:*rows[n] = pair",
    ),
    "max_order": (
        rules(max_order=7),
        "phase 0 (DEAL)*`chance_items` writes 8 items and rules.max_order is 7: make it 8",
    ),
    "amounts among others": (
        rules(legal=with_legal((3, 5)), amounts=(Amounts("raise", 5, 5),)),
        "phase 2 (BET), seat*`legal` writes amounts of 'raise' in [3, 5]: it writes those of a family as one range",
    ),
    "amounts with a gap": (
        rules(legal=with_legal((3, 3), (5, 5)), max_ranges=2, amounts=(Amounts("raise", 3, 5),)),
        "`legal` writes amounts of 'raise' in [3, 3] and [5, 5]: it writes",
    ),
    "descending": (rules(legal=with_legal((5, 4))), "phase 2 (BET), seat*range 0 of `legal` is [5, 4], which descends"),
    "overlapping": (
        rules(legal=with_legal((4, 5), (5, 5)), max_ranges=2),
        "range 1 of `legal` is [5, 5], not behind [4, 5] before it: write ranges ascending",
    ),
    "negative": (rules(legal=with_legal((-1, 4))), "action -1 is legal: actions are numbers from 0"),
    "no legal action": (
        rules(legal=with_legal()),
        "phase 2 (BET)*there is no legal action: `legal` returns 0 for seat",
    ),
    "more than written": (
        rules(legal=with_legal((4, 4), count=2), max_ranges=2),
        "`legal` returns 2 and writes 1 ranges",
    ),
    "legal reads hidden cards": (rules(legal=legal_by_stock), "phase 1 (SWAP)*`legal` says*it reads `stock`, of which"),
    "legal writes": (rules(legal=legal_that_writes), "`legal` changes `dealt`: it only writes to `ranges`"),
    "wanted backwards": (rules(chance_items=wanted_backwards), "`chance_items` writes its items out of order"),
    "wanted without codes": (
        rules(chance_items=wanted_of_others),
        "asks for items from 0 to 8, and item_codes has 8 codes",
    ),
    "wanted nothing": (rules(chance_items=wanted_none), "`chance_items` returns 0 items"),
    "out of bounds": (
        rules(apply=apply_out_of_bounds),
        "phase 1 (SWAP)*IndexError: index 2 is out of bounds*raised at test_game_check.py:*m.chips[action] = 0",
    ),
    "small integers": (rules(apply=apply_with_a_small_number), "overflow*raised at test_game_check.py:*m.board * 100"),
    "standing still": (rules(apply=apply_nothing), "phase 2 (BET)*action 5 changes nothing"),
    "nobody to act": (rules(apply=apply_to_nobody), "phase 2 (BET)*field `actor` is 2: it is a seat from 0 to 1"),
    "options changed": (rules(apply=apply_to_options), "field `ante` has changed from 1 to 2"),
    "no such order": (rules(apply=apply_that_asks_for_more), "field `asks` is 1: it is an index into rules.orders"),
    "money from nowhere": (
        rules(chance_order=order_with_a_gift),
        "rules.conserved was 0 when the match began and is 1",
    ),
    "plain helper": (
        rules(legal=legal_with_a_plain_helper),
        "the kernel `legal_with_a_plain_helper` calls `plain_helper`, which is no kernel: write @kernel above",
    ),
    "through a module": (
        rules(legal=legal_with_a_plain_helper),
        "calls `swap_game.legal`*by name, so write `from tests.kits.games.swap_game import legal`",
    ),
    "no kernel": (rules(apply=lambda m, action: swap_game.apply(m, action)), "rules.apply is*no kernel: write @kernel"),
}


@pytest.mark.parametrize("fault", RULES)
def test_a_fault_of_the_rules_is_found(fault: str) -> None:
    found(*RULES[fault])


# What a hand is.


@kernel
def always_first(m: Swap) -> int:
    return 1 if m.dealt < 3 else 0


@kernel
def never(m: Swap) -> bool:  # noqa: ARG001
    return False


@kernel
def turned_round(m: Swap, seat: int) -> int:
    return int(-m.gain[seat])


@kernel
def tell_the_board(m: Swap, row: Played) -> None:
    row.board = m.board


HANDS = {
    "number falls": (hand(number=always_first), "hand.number falls from 1 to 0"),
    "never ends": (hand(ended=never), "hand.number rises to 2, and hand.ended has not said that hand 1 has ended"),
    "no last hand": (hand(ended=never), "the match is over, and hand.ended has not said that hand 3 has ended"),
    "payoffs": (hand(payoff=turned_round), "phase 3 (RESULT)*hand.payoff gives*words.outcome has moved the scores by"),
    "no text of a hand": (
        words(highlight=lambda view: (view.gain[0], 5)),
        "words.highlight gives (*, 5): it gives a whole",
    ),
    "a moment that cannot be told": (
        words(highlight=lambda view: (view.gains[0], "A hand")),
        "phase 3 (RESULT)*AttributeError: 'Plain' object has no attribute 'gains', raised at test_game_check.py",
    ),
    "scores of records alone": (
        words(outcome=lambda m: Outcome.by_score(m.chips.tolist(), "all hands are played")),
        "AttributeError: 'tuple' object has no attribute 'tolist', raised at test_game_check.py",
    ),
    "facts": (
        hand(write_facts=tell_the_board),
        "hand.write_facts does not write `swaps`: it writes every column of Played",
    ),
}


@pytest.mark.parametrize("fault", HANDS)
def test_a_fault_of_what_a_hand_is_is_found(fault: str) -> None:
    found(*HANDS[fault])


# Words.


def text_of_the_stock(m: Facts, action: int) -> str:
    said = swap_game.text(m, action)
    return f"{said} for {DECK.codes[m.stock[1]]}" if action == FIRST else said


def parse_by_force(m: Facts, text: str) -> int:
    found = {"keep": KEEP, "fold": 3, "call": 4, "raise": 5}
    return found[text] if " " not in text else swap_game.parse(m, text)


def refuse_plainly(_m: Facts, action: int) -> Any:
    return f"action {action} is not for now"


def refuse_by_stock(m: Facts, action: int) -> IllegalAction:
    return IllegalAction("SW-2", f"action {action} is not for now, {m.stock[0]}")


def outcome_of_hidden(m: Facts) -> Outcome:
    return replace(swap_game.outcome(m), scores=tuple(int(m.hand[seat][0]) for seat in range(2)))


def outcome_of_losers(m: Facts) -> Outcome:
    whole = swap_game.outcome(m)
    worst = min(range(2), key=whole.scores.__getitem__)
    return replace(whole, winners=(worst,))


def outcome_of_nobody(m: Facts) -> Outcome:
    return replace(swap_game.outcome(m), winners=(), scores=(0,))


WORDS = {
    "text reads hidden cards": (
        words(text=text_of_the_stock),
        "phase 1 (SWAP), seat 0*`words.text of action 1` says*it reads `stock`, of which",
    ),
    "text twice": (
        words(text=lambda m, action: "bet" if action > 3 else swap_game.text(m, action)),
        "phase 2 (BET)*raised at swap_game.py",
    ),
    "text of another action": (
        words(parse=lambda m, text: min(swap_game.parse(m, text), 4)),
        "phase 2 (BET)*words.text writes action 5 as 'raise', and words.parse reads that as 4: they go both ways",
    ),
    "no text": (
        words(text=lambda _m, _action: ""),
        "words.text writes action 0 as '': each action is written in words",
    ),
    "parse raises": (words(parse=parse_by_force), "words.parse raises KeyError at '': it raises GameError, which says"),
    "parse guesses": (words(parse=lambda m, text: swap_game.parse(m, text or "call")), "words.parse reads '' as 4"),
    "refusal is none": (
        words(refuse=refuse_plainly),
        "words.refuse of action 3 is*it gives IllegalAction(clause, why)",
    ),
    "refusal tells": (words(refuse=refuse_by_stock), "`words.refuse of action*it reads `stock`"),
    "texts": (words(texts=lambda _m, first, last: ["swap"] * (last + 1 - first)), "otherwise than words.text"),
    "hints": (words(hints=lambda _view: "Go on."), "words.hints gives 'Go on.': it gives a list of lines"),
    "reasons": (
        words(reasons=lambda _view, _made, _best: "No."),
        "words.reasons gives 'No.': it gives a list of lines",
    ),
    "codes": (words(item_codes=lambda _m, _order: DECK.codes[:7]), "items from 0 to 7, and item_codes has 7 codes"),
    "same codes": (words(item_codes=lambda _m, _order: ["x"] * 8), "item_codes of the order 'main' has a code twice"),
    "scores of hidden cards": (words(outcome=outcome_of_hidden), "words.outcome tells an onlooker other scores"),
    "losers win": (words(outcome=outcome_of_losers), "phase 3 (RESULT)*a greater score is better, so the best win"),
    "no scores": (words(outcome=outcome_of_nobody), "it is an Outcome with a score for each of 2 seats"),
    "story names nobody": (
        words(story=lambda _step: [Line("{7} acts")]),
        "words.story says '{7} acts': in a text, {2}",
    ),
    "story is no line": (words(story=lambda _step: ["acts"]), "'list'|'str'"),
    "result": (words(result=lambda _view: None), "words.result gives None: it gives a text"),
    "clock": (
        house(by_clock=lambda _m, _minutes: 99),
        "services.by_clock answers 99 after 0 minutes, which is not legal",
    ),
}


@pytest.mark.parametrize("fault", WORDS)
def test_a_fault_of_the_words_is_found(fault: str) -> None:
    if fault == "story is no line":
        assert any("words.story" in one or "story" in one for one in problems(WORDS[fault][0]))
    else:
        found(*WORDS[fault])


def test_refusals_cite_clauses_of_the_rules_page(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("- **SW-1** Ante.\n- **SW-2** Swap.\n- **SW-4** Hands.\n", "utf-8")
    found(
        house(folder=tmp_path, clauses=("SW",)),
        "phase 2 (BET)*words.refuse of action*cites 'SW-3', which is no clause of the rules page",
    )
    (tmp_path / "rules.md").write_text(
        "- **SW-1** Ante.\n- **SW-2** Swap.\n- **SW-3** Bets.\n- **SW-4** Hands.\n", "utf-8"
    )
    check(house(folder=tmp_path, clauses=("SW",)), seeds=(1,), checking=False)


# The table.

ASKED = count()


def scene_of(**changed: Any) -> Callable[[Plain], Scene]:
    return lambda view: swap_game.scene(view)._replace(**changed)


def without_prompt(view: Plain, _ranges: list[tuple[int, int]]) -> SeatScene:
    return swap_game.own(view, [])


def with_half_a_prompt(view: Plain, ranges: list[tuple[int, int]]) -> SeatScene:
    full = swap_game.own(view, ranges)
    return full._replace(prompt=Prompt("What?", full.prompt.controls[:1])) if full.prompt else full


def with_listed_controls(view: Plain, ranges: list[tuple[int, int]]) -> SeatScene:
    full = swap_game.own(view, ranges)
    listed: Any = [*full.prompt.controls] if full.prompt else ()
    return full._replace(prompt=Prompt("What?", listed)) if full.prompt else full


def with_what_was_asked_before(view: Plain, ranges: list[tuple[int, int]]) -> SeatScene:
    return swap_game.own(view, ranges)._replace(holding=Holding(f"asked {next(ASKED)} times"))


def scene_of_hands(view: Plain) -> Scene:
    seats = tuple(swap_game.seat_of(view, seat, view.hand[seat]) for seat in range(2))
    return swap_game.scene(view)._replace(seats=seats, title=f"{view.hand}")


def with_the_dealt(view: Plain) -> Scene:
    return swap_game.scene(view)._replace(centre=(Pile("cut", (Card("swap", DECK.codes[view.stock[0] + 9]),)),))


TABLES = {
    "unknown card": (
        table(scene=scene_of(centre=(Pile("x", (Card("swap", "9m"),)),))),
        "shows '9m', which is no card of",
    ),
    "unknown deck": (table(scene=scene_of(centre=(Pile("x", (Card("skat", "9m"),)),))), "shows a card of 'skat', and"),
    "seats": (table(scene=lambda view: swap_game.scene(view)._replace(seats=())), "IndexError|seats"),
    "braces": (
        table(scene=scene_of(title="{3} deals")),
        "says '{3} deals': in a text, {2} stands for the name of seat 2",
    ),
    "raises": (
        table(scene=with_the_dealt),
        "phase 0 (DEAL)*IndexError: tuple index out of range, raised at test_game_check.py",
    ),
    "no prompt": (
        table(own=without_prompt),
        "phase 1 (SWAP), seat 0*seat 0 has no prompt, and it is the turn of seat 0",
    ),
    "a scene of one's own": (
        table(own=lambda view, _ranges: swap_game.scene(view)),
        "phase 1 (SWAP), seat 0*table.own gives seat 0 a Scene: it gives an Own, what only that seat sees",
    ),
    "what was asked before": (
        table(own=with_what_was_asked_before),
        "table.own gives seat 0 another thing when it is asked again: it reads the view that it is given and the",
    ),
    "half a prompt": (table(own=with_half_a_prompt), "the prompt of seat 0 offers the actions 0, and legal are 0 to 2"),
    "hands in the public scene": (
        table(scene=scene_of_hands),
        "the scene of seat 0 is another when table.scene reads that seat's view: what only a seat sees, table.own adds",
    ),
    "lists": (
        table(scene=scene_of(centre=[Pile("x")])),
        "the scene of an onlooker holds a list: a scene is made of tuples throughout",
    ),
    "lists among what is asked": (table(own=with_listed_controls), "the scene of seat 0 holds a list: a scene is"),
    "no scene": (table(scene=lambda _view: None), "NoneType"),
    "shared deck name": (table(decks=(DECK, replace(DECK, codes=DECK.codes[::-1]))), "two decks*are called 'swap'"),
    "name of another's deck": (
        table(decks=(DECK, Deck("talon", ("a",), ("a",), (1,)))),
        "the deck 'talon' has the name of a deck of Talon: give it another",
    ),
}


@pytest.mark.parametrize("fault", TABLES)
def test_a_fault_of_the_table_is_found(fault: str) -> None:
    game, expected = TABLES[fault]
    if "|" in expected or fault == "no scene":
        assert any(re.search(expected, one) for one in problems(game))
    else:
        found(game, expected)


# Who sees what.


class Leaky(Swap):
    """Everybody sees the sum of a hand, or the last action."""

    total: Numbers = public("i2", SEATS)
    last: int = public()


@kernel
def order_with_totals(m: Leaky, items: Items) -> None:
    swap_game.chance_order(m, items)
    for seat in range(2):
        m.total[seat] = m.hand[seat, 0] + m.hand[seat, 1]


@kernel
def apply_with_totals(m: Leaky, action: int) -> None:
    swap_game.apply(m, action)
    m.total[0] = m.stock[0]


@kernel
def apply_with_last(m: Leaky, action: int) -> None:
    swap_game.apply(m, action)
    m.last = action + 1


@kernel
def order_turned(m: Swap, items: Items) -> None:
    swap_game.chance_order(m, items)
    m.hand[0, 1], m.hand[1, 0] = m.hand[1, 0], m.hand[0, 1]


def text_turned(m: Facts, action: int) -> str:
    return (
        swap_game.text(m, action)
        if action in swap_game.WORDS
        else f"swap {DECK.codes[m.hand[action - FIRST][m.actor]]}"
    )


@kernel
def order_beyond_the_seats(m: Swap, items: Items) -> None:
    swap_game.chance_order(m, items)
    m.hand[2, 0] = m.hand[0, 1]


def test_a_public_field_that_depends_on_hidden_cards_is_found() -> None:
    leaky = record(Leaky, chance_order=order_with_totals)
    found(leaky, "learns of cards that it does not see: by `total`, in phase 1 (SWAP). Make that private or hidden")
    found(record(Leaky, apply=apply_with_totals), "learns of cards*by `total`")


def test_what_a_rule_tells_on_purpose_is_no_leak() -> None:
    assert not any(
        "`total`" in one for one in problems(record(Leaky, chance_order=order_with_totals, revealing_fields=("total",)))
    )
    found(rules(revealing_fields=("leader",)), "rules.revealing_fields names `leader`, which is no field")


def test_rows_that_are_not_by_seat_are_found() -> None:
    found(
        replace(rules(chance_order=order_turned), words=replace(GAME.words, text=text_turned)),
        "`words.text of action*it reads `hand`, of which that seat does not see all",
    )
    found(
        rules(layout=Layout(Swap, 3), chance_order=order_beyond_the_seats),
        "the private field `hand` is written in row 2 or behind it, and there are 2 seats: row s is what seat s alone",
    )


def own_turned(view: Plain, ranges: list[tuple[int, int]]) -> SeatScene:
    mine = swap_game.seat_of(view, view.viewer, [row[view.viewer] for row in view.hand])
    return swap_game.own(view, ranges)._replace(piles=mine.piles)


def parse_by_place(m: Facts, said: str) -> int:
    return FIRST + ("first", "second").index(said) if said in ("first", "second") else swap_game.parse(m, said)


def test_rows_that_are_not_by_seat_are_found_where_words_tell_no_cards() -> None:
    turned = replace(
        rules(chance_order=order_turned),
        words=replace(
            GAME.words,
            text=lambda _m, action: {FIRST: "first", SECOND: "second", **swap_game.WORDS}[action],
            parse=parse_by_place,
            story=lambda _step: [Line("Something happens.")],
        ),
        table=replace(GAME.table, own=own_turned),
    )
    found(
        turned, "the scene of seat 0 never shows the cards of `hand` that lie in its row at 1: what a seat alone knows"
    )


def test_an_action_that_others_should_not_see_is_found() -> None:
    found(
        rules(secret=lambda _action: False),
        "phase 1 (SWAP), seat 0*'swap*differ only in `hand`, which others do not see*True for the actions 1 and 2",
    )
    found(
        record(Leaky, apply=apply_with_last),
        "phase 1 (SWAP)*others do not see which action*can tell 0 from 1 by*`last`",
    )


def test_what_is_said_depends_on_views_alone() -> None:
    said: list[int] = []

    def forgetful(step: Any) -> list[Line]:
        said.append(1)
        return [*swap_game.story(step), Line(f"line {len(said)}")]

    found(words(story=forgetful), "words.story tells*more than its views: it depends on them alone")


# The house.


def answer_nonsense(_view: View, _rng: np.random.Generator) -> int:
    return 99


HOUSES = {
    "sheet": (
        table(look=Look(sheet="table.css")),
        "look.sheet is 'table.css', and there is no such file in services.folder",
    ),
    "faces": (table(look=Look(faces="nowhere.faces")), "look.faces names 'nowhere.faces', which is not there"),
    "no artist": (
        table(look=Look(faces="tests.kits.games.swap_game")),
        "tests.kits.games.swap_game has no body and no back and no STYLE",
    ),
    "sample": (table(look=Look(sample=("Jm", "9m"))), "look.sample has '9m', which is no card of swap"),
    "no page": (house(folder=Path(__file__).parent, clauses=("SW",)), "there is no rules.md in services.folder"),
    "mild": (house(timeout_actions=(4, 6)), "services.timeout_actions has 6, which is no action: they go from 0 to 5"),
    "quick": (
        house(quick_actions=(4, 6)),
        "services.quick_actions has 6, which is no action: they go from 0 to 5",
    ),
    "short match": (house(short_match={"rounds": 1}), "services.short_match does not fit: Swap has no option 'rounds'"),
    "brisk": (
        house(instant_phases=frozenset({-1})),
        "services.instant_phases has -1, which is no phase: they are*SWAP 1*BET 2",
    ),
    "together": (
        house(simultaneous=(Simultaneous((SWAP,), lambda _: [0, 1], 5),)),
        "services.simultaneous asks seat 0 in phase 1, where the rules ask seat 1 in phase 1",
    ),
    "together again": (
        house(simultaneous=(Simultaneous((SWAP,), lambda m: [int(m.actor), 0, 1], 5),)),
        "services.simultaneous asks seat * in phase 1 twice",
    ),
    "obvious": (house(forced_phases=frozenset({-2})), "services.forced_phases has -2, which is no phase"),
    "no bot": (
        house(bots={"good": "tests.kits.games.swap_game:act"}),
        "services.bots says that 'good' is 'tests.kits.games.swap_game:act', which is not there",
    ),
    "bad bot": (house(bots={"good": f"{__name__}:answer_nonsense"}), "the bot 'good' answers 99 in phase*legal are"),
}


@pytest.mark.parametrize("fault", HOUSES)
def test_a_fault_of_the_house_is_found(fault: str) -> None:
    found(*HOUSES[fault])


def test_clauses_that_are_cited_are_on_the_page(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("- **SW-2** Swap.\n- **SW-3** Bets.\n- **SW-4** Hands.\n", "utf-8")
    found(house(folder=tmp_path, clauses=("SW",)), "option `ante` cites 'SW-1', which is no clause of rules.md")
    found(house(folder=tmp_path, clauses=("XX",)), "rules.md has no clause XX-1")
    (tmp_path / "all.css").write_text(".card { color: red }", "utf-8")
    styled = replace(house(folder=tmp_path, clauses=("SW",)), table=replace(GAME.table, look=Look(sheet="all.css")))
    found(styled, 'all.css has no rule for [data-look="swap"]')


# Compiled.


@kernel
def beyond(m: Any) -> int:
    """Reads behind the end of a row that it counts wrongly."""
    total = 0
    for i in range(4):
        total += m[0].stock[i]
    return total


def test_a_checking_build_looks_at_bounds_and_is_kept_apart() -> None:
    match = GAME.new(2)
    for function in (beyond, compile_kernel(beyond, checking=True)):
        with pytest.raises(IndexError):
            function(match)
    assert compile_kernel(beyond, checking=True) is not compile_kernel(beyond)
    assert cache_directory().is_dir()


@kernel
def large(m: Any, action: int) -> int:
    """In Python a number of any size."""
    return int((action + int(m.dealt)) * 4611686018427387904 * 4 // 4611686018427387904 // 4)


_order = swap_game.chance_order
_apply = swap_game.apply


@kernel
def apply_by_large_numbers(m: Swap, action: int) -> None:
    _apply(m, action)
    m.swapped[0] = large(m, action)


@kernel
def legal_that_numba_does_not_take(m: Swap, ranges: Ranges) -> int:
    ranges[0, 0], ranges[0, 1] = (KEEP, SECOND) if m.phase == SWAP else (4, 5)
    return len({"a": 1, 2: 3}) - 1


def test_compiled_rules_that_do_otherwise_are_found() -> None:
    with pytest.raises(CheckError) as found:
        check(rules(apply=apply_by_large_numbers, conserved=lambda _m: 0), seeds=(1,))
    assert any(
        "compiled with bounds checked, field `swapped` is" in one and "in plain Python after action" in one
        for one in found.value.problems
    ), found.value.problems


def test_rules_that_do_not_compile_are_found() -> None:
    with pytest.raises(CheckError) as found:
        check(rules(legal=legal_that_numba_does_not_take), seeds=(1,))
    told = next(one for one in found.value.problems if one.startswith("Numba does not compile the rules:"))
    assert "at test_game_check.py:" in told
    assert "Failed in" not in told


def test_minds_that_do_not_compile_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    @kernel
    def policy(ranges: Ranges, rng: np.random.Generator) -> int:
        return int(ranges[rng.integers(1), 0])

    ranges, rng = np.zeros((1, 2), np.int32), np.random.default_rng(1)
    monkeypatch.setattr(CompiledPolicy, "compile", lambda _: compile_kernel(policy)(ranges, rng))
    (told,) = minds_compile(replace(GAME, policies=PolicySpec(lambda _m, _ranges, _rng: 0)))
    assert told.startswith("Numba does not compile the policies: ")
    assert told.endswith("in `return int(ranges[rng.integers(1), 0])`")


# Luck.


def items_left(m: Swap) -> int:
    return 3 if m.phase else 0


def mixed(m: Swap, rng: np.random.Generator) -> None:
    for i in (2, 1):
        j = int(rng.random() * (i + 1))
        m.stock[i], m.stock[j] = m.stock[j], m.stock[i]


def mixed_board(m: Swap, rng: np.random.Generator) -> None:
    m.board = m.stock[int(rng.random() * 3)]


def mixed_twice(m: Swap, _rng: np.random.Generator) -> None:
    m.stock[0] = m.stock[1]


def worth(m: Swap, seat: int) -> float:
    return float(m.chips[seat])


def worth_and_pledge(m: Swap, seat: int) -> float:
    m.chips[seat] += 1
    return 0.0


def first_left(m: Swap) -> int:
    return int(m.stock[0])


LUCKS: dict[str, tuple[str, Luck]] = {
    "seen": ("luck.mix changes what everybody has seen", Luck(items_left, mixed_board, worth)),
    "twice": ("luck.mix changes which items are left", Luck(items_left, mixed_twice, worth)),
    "by order": ("luck.left says otherwise after luck.mix", Luck(first_left, mixed, worth)),
    "no number": ("luck.value says [nan, nan]", Luck(items_left, mixed, lambda _m, _seat: float("nan"))),
    "writes": ("luck.left or luck.value changes the record", Luck(items_left, mixed, worth_and_pledge)),
    "negative": ("luck.left says less than 0", Luck(lambda _m: -1, mixed, worth)),
    "fails": ("worth", Luck(items_left, mixed, lambda m, _seat: float(m.worth))),
}


@pytest.mark.parametrize("fault", LUCKS)
def test_a_fault_of_luck_is_found(fault: str) -> None:
    expected, luck = LUCKS[fault]
    found(kernels_of(luck), expected)


def kernels_of(luck: Luck) -> Game:
    return replace(GAME, luck=Luck(kernel(luck.left), kernel(luck.mix), kernel(luck.value)))


def test_luck_that_is_luck_is_fine() -> None:
    check(kernels_of(Luck(items_left, mixed, worth)), seeds=(1,), checking=False)


# What never ends.


@kernel
def apply_for_ever(m: Swap, action: int) -> None:
    while m.phase == BET:
        m.gain[0] = 0
    swap_game.apply(m, action)


@kernel
def order_with_no_last_hand(m: Swap, items: Items) -> None:
    swap_game.chance_order(m, items)
    m.dealt = 1


@kernel
def order_and_order(m: Swap, items: Items) -> None:  # noqa: ARG001
    m.dealt = 1 - m.dealt


@kernel
def start_for_ever(m: Swap) -> None:
    swap_game.start(m)
    while m.actor < 0:
        m.gain[0] = 0


def hints_for_ever(view: Plain) -> list[str]:
    while view.phase == BET:
        pass
    return []


ENDLESS = {
    "a step": (
        rules(apply=apply_for_ever),
        "phase 2 (BET), seat 0 (seed 1, 2 seats, step 3): this never ends: after 0.3 seconds of "
        "processor time it was still at work. It stood at test_game_check.py:*",
    ),
    "the beginning": (rules(start=start_for_ever), "rules.start (seed 1): this never ends"),
    "a hint": (words(hints=hints_for_ever), "phase 2 (BET), seat 0 (seed 1, 2 seats, step*): this never ends: after"),
    "hands": (
        rules(chance_order=order_with_no_last_hand),
        "(seed 1, 2 seats, step 200): the match is not over after 200 steps by chance, *of them orders: it goes on",
    ),
    "orders": (
        rules(chance_order=order_and_order),
        "phase 0 (DEAL) (seed 1, 2 seats, step 200): the match is not over after 200 steps by chance, 200 of them",
    ),
}


@pytest.mark.parametrize("fault", ENDLESS)
def test_what_never_ends_is_given_up_and_told(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_report, "PATIENCE", 0.3)
    monkeypatch.setattr(random_matches, "FAR", 50)
    monkeypatch.setattr(random_matches, "MOST", 200)
    found(*ENDLESS[fault])


def test_what_several_checks_run_into_alike_is_told_once() -> None:
    said = problems(table(own=lambda view, _ranges: swap_game.scene(view)))
    assert any("'Scene' object has no attribute 'piles'" in one for one in said)
    assert len(said) == len(set(said))


def test_options_that_are_not_as_usual_are_told_with_the_place() -> None:
    one = Walk.begin(GAME, 1, {"ante": 2})
    assert MatchChecker(ProblemReport(), one).place == "phase 0 (DEAL) (seed 1, 2 seats, ante=2, step 0)"


def test_a_rules_page_may_do_without_clauses(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("# Swap\nHold more than the other.\n")
    assert list(page_tells_the_clauses(house(folder=tmp_path))) == []
    (tmp_path / "rules.md").write_text("# Swap\n- **SW-1** Hold more than the other.\n")
    (told,) = page_tells_the_clauses(house(folder=tmp_path))
    assert told == 'services.clauses is empty: name the letters of the clauses of rules.md, as ("SW",)'


def test_an_option_needs_no_clause() -> None:
    with pytest.raises(GameError) as refused:
        Option("ante", 1, "What all pay.", low=1, high=9).value(10)
    assert str(refused.value) == "ante is a whole number from 1 to 9, not 10."


def test_a_kernel_that_calls_itself_is_found() -> None:
    found(rules(legal=round_and_round), "the kernel `round_and_round` calls itself by `round_and_round`: write a loop")


@kernel
def round_and_round(m: Swap, ranges: Ranges) -> int:
    return round_and_round(m, ranges) if m.phase < 0 else swap_game.legal(m, ranges)


def test_all_problems_are_told_at_once() -> None:
    faulty = replace(
        rules(num_actions=5),
        services=Services(timeout_actions=(9,)),
        table=replace(GAME.table, look=Look(sample=("9m",))),
    )
    assert [one.partition(":")[0] for one in problems(faulty)] == [
        "look.sample has '9m', which is no card of swap; one is written like Jm",
        "services.timeout_actions has 9, which is no action",
        "phase 2 (BET), seat 0 (seed 1, 2 seats, step 3)",
    ]


@pytest.mark.parametrize("action", [3.9, 4.0, True, None, [4], np.float64(4), np.True_])
def test_an_action_that_is_no_whole_number_is_refused(action: Any) -> None:
    match = Match(GAME, 2, chance=fair(1))
    before = match.array.tobytes()
    with pytest.raises(ValueError, match="an action is a whole number or a text, not"):
        match.play(action)
    assert match.array.tobytes() == before
    match.play(np.int32(0))  # type: ignore[arg-type]


def test_the_command_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    installed = {"swap": GAME, "faulty": rules(num_actions=5)}
    monkeypatch.setattr(cli, "game", installed.__getitem__)
    assert [run("check", name, "--matches", "1", "--no-compiled") for name in installed] == [0, 1]
    said = capsys.readouterr()
    assert said.out == "swap: no faults found.\n"
    assert said.err.startswith("swap: one problem\n- phase 2 (BET)")


def run(*arguments: str) -> int:
    """The status with which the command ends."""
    with pytest.raises(SystemExit) as ended:
        cli.main([*map(str, arguments)])
    return ended.value.code if isinstance(ended.value.code, int) else 0
