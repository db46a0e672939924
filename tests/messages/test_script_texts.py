"""Texts of the scripts in the browser: each is given to a page that has the script, in every language."""

from __future__ import annotations

import json
import re

import pytest

from shindig.web.html.asset_urls import STATIC
from shindig.web.html.script_texts import SCRIPT_TEXTS, render_script_texts

SAID = re.compile(r'"(script-[\w-]+)"')
KINDS = {
    "shell.js": "page",
    "push.js": "push",
    "group.js": "group",
    "fair.js": "cut",
    "seen.js": "cut",
    "proofs.js": "proofs",
    "passkeys.js": "passkey",
    "times.js": "times",
    "rules.js": "rules",
}
"""Kinds of pages by the script that only they have; other scripts belong to tables."""


def test_every_text_of_a_script_is_given_to_its_page() -> None:
    found: dict[str, set[str]] = {kind: set() for kind in SCRIPT_TEXTS}
    for script in STATIC.glob("*.js"):
        found[KINDS.get(script.name, "table")] |= {*SAID.findall(script.read_text("utf-8"))}
    assert found == {kind: {*texts} for kind, texts in SCRIPT_TEXTS.items()}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_page_has_the_texts_with_places_for_their_values(language: str) -> None:
    element = str(render_script_texts(language, *SCRIPT_TEXTS))
    texts = json.loads(element.removeprefix('<script type="application/json" id="texts">').removesuffix("</script>"))
    for kind in SCRIPT_TEXTS.values():
        for name, values in kind.items():
            assert {*re.findall(r"\{(\w+)\}", texts[name.removeprefix("script-")])} == {*values}, name


def test_languages_differ() -> None:
    assert render_script_texts("en", "page") != render_script_texts("de", "page")
