"""A Talon table with cards dealt as a test wants them: hands and piles written out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from shindig.gamekit import game
from shindig.games.talon.deck import TALON
from shindig.games.talon.rules.state import ATTACK, DEFENCE, HAND, NOBODY, PACKET, PLAY, SUITED, Talon
from shindig.games.talon.rules.state import TALON as TALON_CARDS
from shindig.match import Match

CODES = TALON.codes


def cards(text: str) -> list[int]:
    return TALON.parse(text)


def codes(numbers: Sequence[int]) -> str:
    return TALON.text(int(card) for card in numbers)


def right(seats: int, seat: int) -> int:
    return (seat - 1) % seats


def filled(seats: int, hands: Mapping[int, str], talon: str = "") -> tuple[list[list[int]], list[int]]:
    """Whole hands and talon: what is written, made up with the other cards, low suit cards first to low seats."""
    given = [cards(hands.get(seat, "")) for seat in range(seats)]
    under = cards(talon)
    used = {card for hand in [*given, under] for card in hand}
    rest = [card for card in range(78) if card not in used]
    for hand in given:
        while len(hand) < HAND[seats - 3]:
            hand.append(rest.pop(0))
    while len(under) < TALON_CARDS[seats - 3]:
        under.append(rest.pop(0))
    return given, under


def stacked(seats: int, dealer: int, hands: Sequence[Sequence[int]], talon: Sequence[int]) -> list[int]:
    """The deck, top card first, that deals these hands and this talon from the dealer's left."""
    left, under = [list(hand) for hand in hands], list(talon)
    packet, deck = PACKET[seats - 3], []
    while any(left):
        for step in range(seats):
            hand = left[(dealer + 1 - step) % seats]
            deck += hand[:packet]
            del hand[:packet]
        if under:
            deck.append(under.pop(0))
    return deck


def deal(seats: int, given: Mapping[int, str], /, talon: str = "", dealer: int = 0, **options: Any) -> Match:
    """A match in which the first hand has been dealt so, everybody having been asked for a little dry next."""
    match = Match(game("talon"), seats, options)
    draw = [card for card in range(78) if card != 77]
    draw.insert(dealer, 77)
    match.order(draw)
    match.order(stacked(seats, dealer, *filled(seats, given, talon)))
    return tap(match)


def tap(match: Match) -> Match:
    """The deck stays as it lies and is dealt."""
    match.play("tap")
    match.order([0])
    return match


def say(match: Match, *texts: str) -> Match:
    """Play these actions, whoever's turn it is."""
    for text in texts:
        match.play(text)
    return match


def refuse_all(match: Match, until: int) -> Match:
    """Give the first legal answer (no, none, pass, leave) until a phase begins."""
    while match.record.phase != until:
        match.play(match.legal[0])
    return match


def bid(match: Match, taker: int, contract: str = "guard") -> Match:
    """Nobody is dry; one seat bids, all others pass."""
    for _ in range(match.seats):
        match.play("no dry")
    while match.record.taker < 0 or any(match.record.bid[s] < 0 for s in range(match.seats)):
        match.play(contract if match.to_act == taker else "pass")
        if contract == "against" and match.record.taker == taker:
            break
    return match


def begun(
    seats: int, given: Mapping[int, str], /, taker: int, contract: str = "without", talon: str = "", **options: Any
) -> Match:
    """A match whose first trick is about to be led; among five the taker names the King of Swords."""
    match = bid(deal(seats, given, talon, **options), taker, contract)
    while match.record.phase != PLAY:
        match.play("name KS" if "name KS" in match.legal else match.legal[0])
    return match


def endgame(
    seats: int,
    given: Mapping[int, str],
    /,
    taker: int = 0,
    leader: int = 0,
    partner: int = NOBODY,
    attack: str = "",
    defence: str = "",
    won: Sequence[int] = (),
    evasive: int = NOBODY,
    contract: str = "without",
    rest: int | None = DEFENCE,
    **options: Any,
) -> Match:
    """The last tricks of a hand: hands and piles (from the bottom up) as written, all other cards at the bottom of
    one side's pile (or nowhere), and all tricks so far won by the taker's right if nothing else is said."""
    match = begun(seats, {}, taker, contract, hands=1, **options)
    m = match.record
    held = [cards(given[seat]) for seat in range(seats)]
    piles = [cards(attack), cards(defence)]
    known = {card for some in [*held, *piles] for card in some}
    if rest is not None:
        piles[rest] = [card for card in range(78) if card not in known] + piles[rest]
    m.trick = HAND[seats - 3] - len(held[0])
    m.leader = m.actor = leader
    m.evasive = evasive
    m.gone_suits = m.gone_trumps = 0
    for pile in piles:
        for card in pile:
            mark(m, "gone", card)
    for side, pile in enumerate(piles):
        m.piled[side] = len(pile)
        m.pile[side, : len(pile)] = pile
    for seat, hand in enumerate(held):
        put_in_hand(m, seat, hand)
        m.side[seat] = ATTACK if seat in (taker, partner) else DEFENCE
        m.won[seat] = won[seat] if won else 0
    if not won:
        m.won[right(seats, taker)] = m.trick
    return match


def mark(m: Talon, what: str, card: int) -> None:
    if card < SUITED:
        m[f"{what}_suits"] = int(m[f"{what}_suits"]) | 1 << card
    else:
        m[f"{what}_trumps"] = int(m[f"{what}_trumps"]) | 1 << card - SUITED


def put_in_hand(m: Talon, seat: int, hand: Sequence[int]) -> None:
    m.suits[seat] = sum(1 << card for card in hand if card < SUITED)
    m.trumps[seat] = sum(1 << card - SUITED for card in hand if card >= SUITED)
    m.held[seat] = len(hand)


def hand(match: Match, seat: int) -> set[str]:
    """The codes of a seat's cards."""
    m = match.record
    both = int(m.suits[seat]) | int(m.trumps[seat]) << SUITED
    return {CODES[card] for card in range(78) if both >> card & 1}


def pile(match: Match, side: int) -> str:
    """A pile from the bottom to the top."""
    return codes(match.record.pile[side, : match.record.piled[side]])


def deck(match: Match) -> list[int]:
    """The deck from its top."""
    return [int(card) for card in np.roll(match.record.deck, -int(match.record.top))]


def legal(match: Match) -> set[str]:
    """The cards that may be played."""
    return {text.removeprefix("play ") for text in match.legal}
