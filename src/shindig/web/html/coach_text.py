"""Texts of the coach as HTML: paragraphs, with names, links to clauses and bold words."""

from __future__ import annotations

import re

from markupsafe import Markup

from shindig.messages import SeatNames, Text, find_seats, say

from .sentence_html import fill_names, link_clauses, read_text

_BOLD = re.compile(r"\*\*(.+?)\*\*")


def split_paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def render_coach_text(text: Text, game: str, names: SeatNames) -> Markup:
    """Render the coach's text: names filled in, clauses as links to the rules, text between double stars bold."""
    if not isinstance(text, str):
        return fill_names(text, names)
    linked = link_clauses(text, game, read_text(names.language, say("coach-rule")))
    written = Markup(_BOLD.sub(r"<b>\1</b>", str(linked)))
    for seat in find_seats(text):
        written = written.replace(f"{{{seat}}}", Markup("<b>{}</b>").format(names[seat]))
    return written
