"""Texts that a page gives to its scripts, in its language."""

from __future__ import annotations

import json
import re

from markupsafe import Markup

from shindig.core.caches import RULE_PARTS, cached
from shindig.messages import ENGLISH, format_text, say
from shindig.messages.catalog import SHARED

ENTRY = re.compile(r"^(script-[\w-]+) =(.*(?:\n +.*)*)", re.MULTILINE)
VALUE = re.compile(r"\$(\w+)")


@cached(RULE_PARTS)
def find_script_texts(kind: str) -> dict[str, tuple[str, ...]]:
    """Return the messages of a kind of script, with the values that the script puts in."""
    source = (SHARED / ENGLISH / f"script-{kind}.ftl").read_text(encoding="utf-8")
    return {name: tuple(VALUE.findall(text)) for name, text in ENTRY.findall(source)}


@cached(RULE_PARTS)
def render_script_texts(language: str, *kinds: str) -> Markup:
    """Return the element with the texts of a page's scripts, by their ids without `script-`.

    A value to be put in stands as `{name}`.
    """
    texts = {
        name.removeprefix("script-"): write_text(name, values, language)
        for kind in kinds
        for name, values in find_script_texts(kind).items()
    }
    written = json.dumps(texts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return Markup(f'<script type="application/json" id="texts">{written}</script>')


def write_text(name: str, values: tuple[str, ...], language: str) -> str:
    """Write a message with the names of its values in their places."""
    return format_text(say(name, **{value: f"{{{value}}}" for value in values}), language=language)
