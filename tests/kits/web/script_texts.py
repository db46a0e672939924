"""Texts of the scripts for tests that run a script without its page."""

from __future__ import annotations

import json
import re

from shindig.messages.catalog import SHARED
from shindig.web.html.script_texts import render_script_texts

ALL_KINDS = sorted(file.stem.removeprefix("script-") for file in (SHARED / "en").glob("script-*.ftl"))


def page_texts() -> str:
    """The English texts of all scripts, as JSON in a string of JavaScript."""
    found = re.search(r">(\{.*\})<", str(render_script_texts("en", *ALL_KINDS)), re.DOTALL)
    assert found is not None
    return json.dumps(found[1])
