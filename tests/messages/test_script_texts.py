"""Texts of the scripts in the browser: each is given to a page that has the script, in every language."""

from __future__ import annotations

import json
import re
from collections import defaultdict

import pytest

from shindig.web.html.asset_urls import STATIC
from shindig.web.html.script_texts import find_script_texts, render_script_texts
from tests.kits.web.script_texts import ALL_KINDS

SAID = re.compile(r'"(script-[\w-]+)"')
KINDS = {
    "shell.js": "page",
    "push.js": "push",
    "group.js": "copy",
    "fair.js": "cut",
    "seen.js": "cut",
    "proofs.js": "proofs",
    "passkeys.js": "passkey",
    "times.js": "times",
    "rules.js": "rules",
}
"""Kinds of texts by the script that alone says them; other scripts belong to tables."""
COPY = "script-copied"
"""Text of the kind `copy`, which pages of tables and of groups have."""


def test_every_text_of_a_script_is_given_to_its_page() -> None:
    found = defaultdict[str, set[str]](set)
    for script in STATIC.glob("*.js"):
        found[KINDS.get(script.name, "table")] |= {*SAID.findall(script.read_text("utf-8"))}
    found["table"].remove(COPY)
    assert found == {kind: {*find_script_texts(kind)} for kind in ALL_KINDS}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_page_has_the_texts_with_places_for_their_values(language: str) -> None:
    element = str(render_script_texts(language, *ALL_KINDS))
    texts = json.loads(element.removeprefix('<script type="application/json" id="texts">').removesuffix("</script>"))
    for kind in ALL_KINDS:
        for name, values in find_script_texts(kind).items():
            assert {*re.findall(r"\{(\w+)\}", texts[name.removeprefix("script-")])} == {*values}, name


def test_languages_differ() -> None:
    assert render_script_texts("en", "page") != render_script_texts("de", "page")
