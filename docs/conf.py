"""The documentation's site: `make docs` writes it into build/docs."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import game_pages

from shindig import __version__

project, author, release = "shindig", "", __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["generated/replays"]
myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
suppress_warnings = ["misc.highlighting_failure"]
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
html_theme = "furo"
html_title = "shindig"
html_static_path = ["generated/static"]
html_copy_source = False
html_show_copyright = False


def setup(app: object) -> None:
    """Pages of games and commands are made from what is installed; links into the source lead to them."""
    game_pages.write(Path(__file__).parent / "generated")
    app.connect("source-read", game_pages.relink)  # type: ignore[attr-defined]
