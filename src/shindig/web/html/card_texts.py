"""Cards in plain texts of games: their codes, and the names that people read instead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit import game
from shindig.gamekit.table_scene import Scene, SeatScene
from shindig.messages import Text

from .sentence_html import CACHED

Decks = tuple[str, ...]
"""Names of the decks on a table, for games with several decks that write other cards alike."""


@cached(RULE_PARTS)
def _has_ambiguous_codes(game_id: str) -> bool:
    """Return True if two decks of a game write different cards alike."""
    decks = game(game_id).table.decks
    return len({one for deck in decks for one in zip(deck.codes, deck.names, strict=True)}) > len(
        {code for deck in decks for code in deck.codes}
    )


def find_decks(game_id: str, scene: Scene) -> Decks:
    """Return the decks by which a table's texts are read; none if all decks of the game agree."""
    if not _has_ambiguous_codes(game_id):
        return ()
    piles = [*scene.centre, *(pile for plate in scene.seats for pile in plate.piles)]
    return tuple(sorted({card.deck for pile in piles for card in pile.cards}))


def find_own_decks(game_id: str, decks: Decks, own: SeatScene) -> Decks:
    """Return the decks for a seat that sees more cards of its own."""
    if not _has_ambiguous_codes(game_id):
        return ()
    return tuple(sorted({*decks, *(card.deck for pile in (*own.piles, *(own.centre or ())) for card in pile.cards)}))


@cached(RULE_PARTS)
def _compile_card_pattern(game_id: str, decks: Decks) -> tuple[re.Pattern[str], dict[str, tuple[str, str]]]:
    """Compile the pattern of a game's cards in texts; for each code, its deck and name. Bare numbers are no cards."""
    ordered = sorted(game(game_id).table.decks, key=lambda deck: deck.name not in decks)
    meant = {
        code: (deck.name, name) for deck in reversed(ordered) for code, name in zip(deck.codes, deck.names, strict=True)
    }
    codes = sorted((code for code in meant if len(code) > 1 and not code.isdigit()), key=len, reverse=True)
    one = f"(?:{'|'.join(map(re.escape, codes))})" if codes else "(?!)"
    return re.compile(rf"(?<![\w{{]){one}(?: {one})*(?![\w}}])"), meant


@cached(CACHED)
def name_cards(text: Text, game_id: str, decks: Decks) -> Text:
    """Replace the codes of cards in a game's plain text by their names. A message names them itself."""
    if not isinstance(text, str):
        return text
    written, meant = _compile_card_pattern(game_id, decks)
    return written.sub(lambda found: ", ".join(meant[code][1] for code in found[0].split()), text)


def split_cards(text: Text, game_id: str, decks: Decks) -> list[tuple[str, str, str]]:
    """Return deck, code and name of each card of a text that consists of cards; none for any other."""
    if not isinstance(text, str):
        return []
    written, meant = _compile_card_pattern(game_id, decks)
    codes = text.split() if written.fullmatch(text) else ()
    return [(meant[code][0], code, meant[code][1]) for code in codes]


def describe_order(codes: Sequence[str], game_id: str, decks: Decks) -> str:
    """Return the names of the cards of an order; other items unchanged."""
    meant = _compile_card_pattern(game_id, decks)[1]
    return ", ".join(code if code.isdigit() else meant.get(code, ("", code))[1] for code in codes)
