"""Texts of the coach as HTML: paragraphs, with names, links to clauses and bold words."""

from __future__ import annotations

import re

from markupsafe import Markup

from shindig.messages import SeatNames, Text, find_seats

from .templating import fill_names, link_clauses

_BOLD = re.compile(r"\*\*(.+?)\*\*")


def split_paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def render_coach_text(text: Text, game: str, names: SeatNames) -> Markup:
    """Render the coach's text: names filled in, clauses linked, text between double stars bold."""
    if not isinstance(text, str):
        return fill_names(text, names)
    written = Markup(_BOLD.sub(r"<b>\1</b>", str(link_clauses(text, game))))
    for seat in find_seats(text):
        written = written.replace(f"{{{seat}}}", Markup("<b>{}</b>").format(names[seat]))
    return written
