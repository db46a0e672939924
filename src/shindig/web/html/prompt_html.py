"""HTML of a seat's prompt and its hand. It is written in Python, as `seat_html.py` is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from shindig.core.caches import RULE_PARTS, cached
from shindig.gamekit.amount_format import format_amount
from shindig.gamekit.game_registry import find_deck as deck_by_name
from shindig.gamekit.table_scene import Amount, Card, Control, Exchange, Pick, Pile, Press, Prompt
from shindig.messages import SeatNames, Text, has_message, say

from .sentence_html import (
    CACHED,
    escape_text,
    fill_names,
    fill_plain_names,
    fill_with_short_form,
    keep_used_names,
    write_words,
)
from .templating import describe_card, encode_json_text, get_macro, render_card

TWO_ROW_CARDS = 9
"""Number of cards from which a hand takes two rows on a phone."""
CONTROL_ORDER = Pick, Amount, Press
"""Order of controls: the usual choice is nearest to the thumb."""
RESERVED_KEYS = "hslm?"
"""Keys of the page itself."""


def render_prompt(prompt: Prompt, token: str, advised: bool, names: SeatNames) -> str:
    """Render the prompt of a seat. `advised` adds the button for advice."""
    said = [text for one in prompt.controls for text in (one.label, one.help)]
    usual, rare = render_controls(prompt.controls, keep_used_names(names, *said))
    more = render_rare_controls(rare, find_rare_label(prompt), token, names)
    return (
        f'<div id="r-ask" class="asked"{" data-advised" if advised else ""}>\n'
        f'<input type="hidden" name="token" value="{token}">\n<input type="hidden" name="key" value="{token}">\n'
        f'<fieldset class="ask" id="ask-{token}"><legend class="question">'
        f"{fill_names(prompt.question, names)}</legend>\n"
        f'{render_exchange(prompt.exchange, names) if prompt.exchange else ""}<div class="controls">\n'
        f"{usual}{more}{render_meaning(prompt.meaning, names)}</div>\n</fieldset>"
        f"\n</div>\n"
    )


def render_exchange(asked: Exchange, names: SeatNames) -> str:
    """Render the cards of an exchange, with the data for the page's script."""
    return get_macro("table/exchange.html", "exchange", names.language)(
        asked, encode_json_text({"leave": asked.leave, "lay": asked.lay}), names
    )


def find_rare_label(prompt: Prompt) -> Text:
    """Return the label of the first rare control, in the form for all of its kind (`.rare`); empty if there is none."""
    label = next((one.label for one in prompt.controls if not isinstance(one, Pick) and one.rare), "")
    rare = "" if isinstance(label, str) else f"{label.id}.rare"
    return say(rare) if rare and has_message(rare) else label


def render_rare_controls(rare: str, label: Text, token: str, names: SeatNames) -> str:
    """Render the rare controls, under one button, which names the first."""
    if not rare:
        return ""
    summary = f'<summary class="button w1">{fill_names(label, names)}</summary>'
    return f'<details class="more" id="more-{token}">{summary}<div class="controls">{rare}</div></details>\n'


def render_meaning(text: Text, names: SeatNames) -> str:
    """Render the explanation of a question."""
    if not text:
        return ""
    asks = write_words(names, "prompt-meaning")
    button = f'<button type="button" class="w1 what" popovertarget="meaning">{asks}</button>'
    return f'{button}<div id="meaning" class="meaning" popover><p>{fill_names(text, names)}</p></div>'


# Controls


@cached(CACHED)
def render_controls(asked: tuple[Control, ...], names: SeatNames) -> tuple[str, str]:
    """Render the visible controls and the rare ones: picks first, presses last."""
    usual: list[str] = []
    rare: list[str] = []
    drawn = [
        (one, CONTROL_RENDERERS[type(one)](one, number, key, names))
        for number, (one, key) in enumerate(assign_shortcuts(asked, names))
    ]
    for one, html in sorted(drawn, key=lambda pair: CONTROL_ORDER.index(type(pair[0]))):
        (rare if not isinstance(one, Pick) and one.rare else usual).append(html)
    return "".join(usual), "".join(rare)


def assign_shortcuts(asked: Sequence[Control], names: SeatNames) -> list[tuple[Control, str]]:
    """Assign each control the first free letter of its label as its key."""
    found, taken = [], set(RESERVED_KEYS)
    for one in asked:
        letters = (
            letter for letter in fill_plain_names(one.label, names).casefold() if letter.isascii() and letter.isalpha()
        )
        key = next((letter for letter in letters if letter not in taken), "")
        taken.add(key)
        found.append((one, f' data-key="{key}"' if key else ""))
    return found


def render_press(one: Press, _: int, key: str, names: SeatNames) -> str:
    label = f"{fill_names(one.label, names)}{render_help(one.help, names)}"
    return f'<button name="press" value="{one.action}" class="w{one.weight:d}"{key}>{label}</button>\n'


def render_pick(one: Pick, number: int, key: str, names: SeatNames) -> str:
    """Render a pick. Cards are touched through the page's script, which gets the possible sets."""
    label = escape_text(fill_plain_names(one.label, names))
    said = [(places, action, fill_plain_names(text, names)) for places, action, text in one.choices]
    choices = escape_text(encode_json_text(said))
    single = " data-single" if one.choices and all(len(places) == 1 for places, _, _ in one.choices) else ""
    button = f'<button name="pick" value="{number}" class="w2"{key} data-label="{label}">{label}</button>'
    told = f'data-index="{number}" data-choices="{choices}"{single}'
    return f'<div class="pick" {told}>\n{button}\n{render_help(one.help, names)}</div>\n'


def render_amount(one: Amount, number: int, key: str, names: SeatNames) -> str:
    label, first = escape_text(fill_plain_names(one.label, names)), find_first_amount(one)
    paid = f' data-paid="{one.paid}"' if one.paid else ""
    within = write_words(names, "prompt-range", verb=one.label, low=one.low, high=one.high)
    presets = [
        f'<button type="button" class="chipset" data-value="{value}">{fill_names(name, names)} <b>'
        f"{format_amount(value, names.language)}</b></button>"
        for name, value in one.presets
    ]
    return (
        f'<div class="amount" role="group" aria-label="{label}"{paid}>\n'
        f'<span class="line"><label for="v-{number}" class="sr">{within}</label>\n'
        f'<input type="number" inputmode="numeric" id="v-{number}" name="value-{number}" '
        f'min="{one.low}" max="{one.high}" step="1" value="{first}">\n'
        f'<input type="range" class="slide" min="0" max="1000" value="0" aria-label="{label}" hidden>\n'
        f'<button name="amount" value="{number}" class="w1"{key} data-label="{label}">{label}</button></span>\n'
        f'<span class="presets" hidden>{"".join(presets)}</span>\n</div>\n'
    )


def find_first_amount(one: Amount) -> int:
    """Return the amount that a control shows first: its first preset, but never all that may be spent."""
    first = one.presets[0][1] if one.presets else one.low
    return first if first < one.high else one.low


def render_help(text: Text, names: SeatNames) -> str:
    return f'<small class="help">{fill_with_short_form(text, names)}</small>' if text else ""


CONTROL_RENDERERS: Mapping[type, Callable[[Any, int, str, SeatNames], str]] = {
    Press: render_press,
    Pick: render_pick,
    Amount: render_amount,
}


# One's own hand


def find_touchable_places(prompt: Prompt) -> frozenset[int] | None:
    """Return the places of the hand that may be touched; None if nothing is picked."""
    picks = [control for control in prompt.controls if isinstance(control, Pick)]
    if not picks:
        return None
    lay = prompt.exchange.lay if prompt.exchange else ()
    laid = {place for place, action in enumerate(lay) if action >= 0}
    return frozenset(laid.union(*[places for pick in picks for places, _, _ in pick.choices]))


def render_hand(pile: Pile, touch: frozenset[int] | None, names: SeatNames) -> str:
    """Render the viewer's hand. It is cached by its cards and touchable places."""
    cards, may, picking = pile.cards, touch or (), touch is not None
    codes, whose = (
        [card.code for card in cards],
        keep_used_names(names, *[text for card in cards for text in (card.name, *card.marks)]),
    )
    notes = pile.notes or ("",) * len(cards)
    items = [
        render_hand_card(place, card, codes[: place + 1].count(card.code), place in may, picking, whose, notes[place])
        for place, card in enumerate(cards)
    ]
    rows = f" rows c{-(-len(items) // 2)}" if len(items) > TWO_ROW_CARDS else ""
    listed = f'<ol class="hand n{len(items)}{rows}">{"".join(items)}</ol>'
    legend = write_words(names, "hand-yours")
    box = f'<fieldset class="hand-box"><legend class="sr">{legend}</legend>\n{listed}</fieldset>' if items else ""
    return f'<div id="r-hand">{box}</div>'


@cached(4 * CACHED)
def render_hand_card(
    place: int, card: Card, nth: int, touch: bool, picking: bool, names: SeatNames, note: Text = ""
) -> str:
    """Render a card of the hand, as a form control if it may be touched. `nth` numbers equal cards."""
    key, image = escape_text(f"h-{card.code or 'back'}-{nth}"), render_card(card, names)
    image += Markup(f'<small class="note">{fill_with_short_form(note, names)}</small>') if note else ""
    by_suit, by_rank = find_sort_keys(card.deck, card.code)
    style = "touch" if touch else "still dim" if picking else "still"
    sorts = f'data-suit="{by_suit}" data-rank="{by_rank}"'
    shown = f"<span>{image}</span>"
    if touch:
        spoken = escape_text(
            ", ".join([describe_card(card, names), *([fill_plain_names(note, names)] if note else [])])
        )
        box = f'<input type="checkbox" id="i-{key}" name="card" value="{place}" aria-label="{spoken}">'
        shown = f'{box}\n<label for="i-{key}">{image}</label>'
    return f'<li id="{key}" class="{style}" {sorts} data-place="{place}">\n{shown}</li>'


@cached(RULE_PARTS)
def find_sort_keys(deck_name: str, code: str | None) -> tuple[int, int]:
    """Return the positions of a card in a hand sorted by suit, and in one sorted by rank."""
    if code is None:
        return (0, 0)
    deck = deck_by_name(deck_name)
    ranks = list(dict.fromkeys(other[:-1] for other in deck.codes))
    number = deck.card(code)
    return number, ranks.index(code[:-1]) * len(deck.codes) + number
