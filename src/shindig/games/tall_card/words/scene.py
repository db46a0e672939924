"""The table as one viewer sees it."""

from __future__ import annotations

import numpy as np

from shindig.core.caches import RULE_PARTS, cached
from shindig.core.kernel_compiler import get_quickest
from shindig.core.layout_and_views import UNKNOWN
from shindig.gamekit.betting.state import FOLDED, IN, OUT
from shindig.gamekit.betting.words import (
    describe_biggest_win,
    describe_match_result,
    describe_result,
    list_occasions,
    list_pots,
    rank_shown,
)
from shindig.gamekit.five_cards.state import HAND
from shindig.gamekit.five_cards.words import (
    list_badges,
    list_mask_positions,
    make_discard_control,
    map_fronts,
    select_cards,
)
from shindig.gamekit.table_scene import (
    Card,
    Panel,
    Pick,
    Pile,
    Plate,
    Press,
    Prompt,
    Revealed,
    Scene,
    SeatScene,
    add_verdict,
)
from shindig.messages import Argument, Seat, Text, name_cards, say

from ..deck import TALL_CARD, TALL_CARD_TALL
from ..rules.state import (
    CLAIM,
    DECLARE,
    DECLARED,
    DECLINE,
    DISCARD,
    DRAW,
    RANKS,
    ROUND_OVER,
    TAKE,
    TallCard,
)
from ..worth.rank_ladder import DRAGON, VALUES
from ..worth.ranks import best_cards
from .actions import BETTING
from .hand_explanation import describe, lay_out, rank_hand, verdict
from .holding import holding
from .names import SUITS, call_rank, kind_of, name_many_of, name_rank, name_the_tall
from .outcome import outcome
from .rank_chart import CHART, HEAD

TYPES = 24
"""Card id of the first Dragon, less the number of the first Dragon among the Tall Cards."""
STATES = {OUT: "out", FOLDED: "folded"}


def scene(view: TallCard) -> Scene:
    """Make the public scene."""
    number, total = progress(view)
    return Scene(
        title=name_step(view.rounds, view.phase, number == total) if view.rounds else say("tall-card-title"),
        seats=tuple([plate_of(view, seat) for seat in range(view.seats)]),
        centre=centre(view),
        pots=list_pots(view, settled=view.phase == ROUND_OVER),
        panels=(chart(0),),
        result=result(view),
        match_result=describe_match_result(view, outcome),
        verdict=verdict(view, -1),
        to_act=view.actor if view.actor >= 0 else None,
        reveal=reveal(view),
        progress=(number, total),
        may_end_sooner=number < total,
        occasions=list_occasions(view, view.phase == ROUND_OVER),
    )


def progress(view: TallCard) -> tuple[int, int]:
    """Return the number of this round, and of all if nobody else goes out (TC-20)."""
    left = sum(max(0, view.deals_each - view.deals[seat]) for seat in range(view.seats) if view.status[seat] != OUT)
    return (view.rounds, view.rounds + left) if view.rounds else (0, 0)


def reveal(view: TallCard) -> tuple[Revealed, ...]:
    """Return the hands shown, from the Dealer's left (TC-17)."""
    seats = [(view.dealer + step) % view.seats for step in range(1, view.seats + 1)]
    shown = [seat for seat in seats if view.shown[seat][0] >= 0]
    places, taken = rank_shown(view.strength, shown), view.claimer >= 0
    return tuple(
        Revealed(
            seat,
            hand_of(view, seat),
            describe(view, seat).text,
            places[seat],
            view.won[seat],
            notes_on(lay_out(view, seat), view.tall, view.claimer == seat, taken, counting_mask(view, seat)),
        )
        for seat in shown
    )


@cached(4096)
def notes_on(hand: tuple[int, ...], tall: int, claims: bool, claimed: bool, ranked: int = 0) -> tuple[Text, ...]:
    """Return a word on each Dragon of a claimed type: it is wild, or cannot count (TC-43, TC-44).

    If all other cards of the mask `ranked` have one value, a wild Dragon of the mask stands for it.
    """
    word = say("reveal-wild" if claims else "reveal-blocked") if claimed and tall >= SUITS else ""
    made_of = {kind for place, kind in enumerate(hand) if ranked >> place & 1 and kind - TYPES != tall}
    values = {kind % VALUES + 1 if kind < DRAGON else DRAGON for kind in made_of}
    one_value = word and claims and len(values) == 1 and DRAGON not in values
    as_value = say("tall-card-note-as", value=min(values)) if one_value else word
    return tuple(
        (as_value if ranked >> place & 1 else word) if kind - TYPES == tall else "" for place, kind in enumerate(hand)
    )


@cached(256)
def name_step(rounds: int, phase: int, last: bool) -> Text:
    """Name a step of a round."""
    return say("tall-card-title-step", round=rounds, last=int(last), step=say(f"tall-card-step-{phase}"))


def own(view: TallCard, ranges: list[tuple[int, int]]) -> SeatScene:
    """Make a seat's private part of the scene: its hand, its Rank, its prompt."""
    seat = view.viewer
    taken = view.claimer >= 0
    may_claim, plays, shown = view.phase == CLAIM and not taken, holds(view, seat), view.shown[seat][0] >= 0
    mine = own_hand(view.hand[seat], view.tall, view.claimer == seat, taken, may_claim, plays, shown)
    mine = add_verdict(mine, verdict(view, seat)) if view.phase == ROUND_OVER else mine
    return mine._replace(prompt=prompt(view, ranges)) if ranges else mine


@cached(4096)
def own_hand(
    hand: tuple[int, ...], tall: int, claimed: bool, taken: bool, may_claim: bool, plays: bool, shown: bool
) -> SeatScene:
    """Show a hand until it is revealed, with its Rank in words and in the chart, and the Rank's cards marked."""
    if hand[0] < 0:
        return SeatScene()
    counts = plays and tall >= 0
    ranked = best_mask(hand, tall, claimed) if counts else 0
    mine = cards_of(hand, tall, ranked, "ranked")
    if taken and counts and tall >= SUITS:
        mine = mine._replace(notes=notes_on(hand, tall, claimed, True, ranked))
    return SeatScene(
        piles=() if shown else (mine,),
        holding=holding(hand, tall, claimed, may_claim) if counts else None,
        panels=(chart(rank_hand(hand, tall, claimed).number),) if tall >= 0 else None,
    )


@cached(RULE_PARTS)
def card(kind: int, tall: int = -1, *marks: str) -> Card:
    """Return a card face up with its name, marked if it is of the Tall Card's kind, or face down."""
    if kind < 0:
        return Card("tall-card")
    suit = kind // 9 if kind < 27 else kind - 24
    marks += ("tall",) if suit == tall else ()
    return Card("tall-card", TALL_CARD.codes[kind], TALL_CARD.names[kind], marks)


@cached(RULE_PARTS)
def turned(kind: int, in_play: bool = False) -> Card:
    """Return a Tall Card turned up: with a longer name while in play, else with its own."""
    name = say("tall-card-in-play", tall=name_the_tall(kind)) if in_play else TALL_CARD_TALL.names[kind]
    return Card("tall-card-tall", TALL_CARD_TALL.codes[kind], name, ("tall",) if in_play else ())


def plate_of(view: TallCard, seat: int) -> Plate:
    return Plate(
        seat=seat,
        chips=view.chips[seat],
        bet=view.step_paid[seat],
        badges=list_badges(view, seat, TALL_CARD_TALL),
        said=said(view, seat),
        piles=(hand_of(view, seat),),
        state=STATES.get(view.status[seat], "in"),
    )


def said(view: TallCard, seat: int) -> Text:
    """Describe a seat's shown hand and winnings, or the number of cards it drew."""
    won, drew = view.won[seat], view.drew[seat]
    if view.rank_number[seat] > 0:
        made = describe(view, seat).text
        return say("said-rank-wins", rank=made, amount=won) if won > 0 else made
    if won > 0:
        return say("said-wins", amount=won)
    return say("said-drew", count=drew) if drew >= 0 and view.phase != ROUND_OVER else ""


def hand_of(view: TallCard, seat: int) -> Pile:
    """Return a hand as everybody sees it: shown, with the cards of its Rank marked, or backs."""
    if view.shown[seat][0] >= 0:
        return cards_of(lay_out(view, seat), view.tall, counting_mask(view, seat))
    return BACKS if holds(view, seat) else NOTHING


def counting_mask(view: TallCard, seat: int) -> int:
    """Return the positions of the cards that make the Rank of a hand that is shown."""
    return view.rank_cards[seat] or best_mask(view.shown[seat], view.tall, view.claimer == seat)


def holds(view: TallCard, seat: int) -> bool:
    """Return True if a seat plays a hand."""
    return view.status[seat] == IN and view.rounds > 0 and view.phase != ROUND_OVER


@cached(4096)
def cards_of(kinds: tuple[int, ...], tall: int, counting: int = 0, mark: str = "counts") -> Pile:
    """Return the pile of a hand; the cards at the positions of the mask `counting` are marked."""
    marks = [(mark,) if counting >> i & 1 else () for i in range(HAND)]
    return Pile(say("five-cards-pile-hand"), tuple(card(kind, tall, *marks[i]) for i, kind in enumerate(kinds)))


BACKS, NOTHING = cards_of((UNKNOWN,) * HAND, UNKNOWN), cards_of((), UNKNOWN)


@cached(4096)
def best_mask(hand: tuple[int, ...], tall: int, claimed: bool) -> int:
    """Return the positions of the cards that make a hand's best Rank."""
    return int(get_quickest(best_cards)(np.array(hand, np.int8), tall, claimed))


def centre(view: TallCard) -> tuple[Pile, ...]:
    """Return the Tall Card with its claimer, the deck, and the past Tall Cards, which have a place from the start."""
    if view.tall < 0:
        return ()
    past = tuple(view.tall_past[: max(view.talls_gone - 1, 0)])
    return in_play(view.tall, view.claimer), deck(66 - view.dealt), gone_by(past)


@cached(RULE_PARTS)
def in_play(tall: int, claimer: int) -> Pile:
    """Return a Tall Card with its claimer."""
    note = say("tall-card-claimed", who=Seat(claimer)) if claimer >= 0 else say("tall-card-unclaimed")
    return Pile(say("tall-card-pile-tall"), (turned(tall, in_play=True),), note=note, shape="stack")


@cached(RULE_PARTS)
def deck(left: int) -> Pile:
    return Pile(say("tall-card-pile-deck"), (card(-1),), left, "stack")


@cached(4096)
def gone_by(kinds: tuple[int, ...]) -> Pile:
    """Return the Tall Cards that were in play."""
    past = tuple(turned(kind) for kind in kinds if kind >= 0)
    return Pile(say("tall-card-pile-used"), past, shape="fan" if past else "stack")


def prompt(view: TallCard, ranges: list[tuple[int, int]]) -> Prompt:
    """Make the viewer's prompt."""
    if view.phase == CLAIM:
        return claim_prompt(view, ranges)
    if view.phase == DRAW:
        return draw_prompt(view, ranges)
    if view.phase == DECLARE:
        return declare_prompt(view, ranges)
    return BETTING.make_prompt(view, ranges)


def claim_prompt(view: TallCard, ranges: list[tuple[int, int]]) -> Prompt:
    """Make the prompt of the step in which the Tall Card is claimed."""
    return ask_claim(view.tall, free=ranges[-1][1] == DECLINE)


@cached(RULE_PARTS)
def ask_claim(kind_of_card: int, free: bool) -> Prompt:
    """Make the prompt for a Tall Card; the dealer may not be free to decline."""
    tall = name_the_tall(kind_of_card)
    words: dict[str, Argument] = {"kind": kind_of(kind_of_card), "many": name_many_of(kind_of_card)}
    claim = Press(TAKE, say("tall-card-claim", tall=tall), say("tall-card-claim.help", **words))
    decline = Press(DECLINE, say("tall-card-decline"), say("tall-card-decline.help", **words))
    question = say("tall-card-ask-claim" if free else "tall-card-ask-must", tall=tall)
    return Prompt(question, (claim, decline) if free else (claim,))


def draw_prompt(view: TallCard, ranges: list[tuple[int, int]]) -> Prompt:
    """Make the prompt of the draw; either of two equal cards may be touched."""
    one = view.claimer == view.actor
    question = say("tall-card-ask-draw-one" if one else "tall-card-ask-draw")
    return Prompt(question, (make_discard_control(map_fronts(view.hand[view.actor]), tuple(ranges), DISCARD),))


def declare_prompt(view: TallCard, ranges: list[tuple[int, int]]) -> Prompt:
    """Make a choice for every Rank by its cards, the best first; either of two equal cards may be touched."""
    hand = view.hand[view.actor]
    legal = [action - DECLARED for first, last in ranges for action in range(first, last + 1)]
    best_first = sorted((divmod(declaration, RANKS) for declaration in legal), key=lambda pair: -pair[1])
    choices = tuple(
        (list_mask_positions(mask), DECLARED + named * RANKS + number, name_rank(number))
        for named, number in best_first
        for mask, same in enumerate(map_fronts(hand))
        if same == named
    )
    named, number = best_first[0]
    cards = name_cards(TALL_CARD, select_cards(hand, named))
    example = say("tall-card-declare.help", rank=call_rank(number), cards=cards)
    return Prompt(say("tall-card-ask-declare"), (Pick(say("tall-card-declare"), choices, example),))


@cached(RULE_PARTS)
def chart(held: int) -> Panel:
    """Make the chart of all Ranks; the held one, if any, is marked."""
    return Panel(say("tall-card-chart"), HEAD, CHART, (RANKS - 1 - held,) if held else ())


def moment(view: TallCard) -> tuple[int, Text]:
    """Return the largest gain of a round and the hand behind it."""

    def made(seat: int) -> Text:
        return describe(view, seat).text if view.rank_number[seat] > 0 else ""

    return describe_biggest_win(view, made)


def result(view: TallCard) -> Text:
    """Write the result of the round or the match while the table shows it."""
    return describe_result(view, view.phase == ROUND_OVER, outcome)
