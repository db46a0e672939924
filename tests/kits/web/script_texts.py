"""Texts of the scripts for tests that run a script without its page."""

from __future__ import annotations

import json
import re

from shindig.web.html.script_texts import SCRIPT_TEXTS, render_script_texts


def page_texts() -> str:
    """The English texts of all scripts, as JSON in a string of JavaScript."""
    found = re.search(r">(\{.*\})<", str(render_script_texts("en", *SCRIPT_TEXTS)), re.DOTALL)
    assert found is not None
    return json.dumps(found[1])
