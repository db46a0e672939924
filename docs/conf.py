"""The documentation's site: `make docs` writes it into build/docs; with `-t quick`, no hand is played for it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import game_pages
import notebooks

from shindig import __version__

GENERATED = Path(__file__).parent / "generated"
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
html_css_files = ["shown.css"]
html_copy_source = False
html_show_copyright = False


def setup(app: object) -> None:
    """Make pages of what is installed, run notebooks, and have links into the source lead to them."""
    whole = not tags.has("quick")  # type: ignore[name-defined]  # noqa: F821 - it is Sphinx's
    game_pages.write(GENERATED, whole)
    notebooks.write(GENERATED / "notebooks", whole)
    app.connect("source-read", game_pages.relink)  # type: ignore[attr-defined]
