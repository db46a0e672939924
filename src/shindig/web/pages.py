"""Jinja's environment for our templates: what stands on many pages is escaped once, and attributes are read at once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import escape

ESCAPED = 4096
"""Values of which what they are on a page is kept."""
TABLES = ("table/", "cards.html")
"""Templates of which parts are drawn at every move: what stands behind a dot there is an attribute, never a key."""


class Writer(CodeGenerator):
    """Has values escaped by the environment, and attributes read, without the calls that Jinja's own makes for each."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        if not (self.name or "").startswith(TABLES):
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        assert frame.eval_ctx.autoescape, "every template is escaped"
        self.write(f"environment.escaped({finalize.src or ''}")


class Pages(Environment):
    """Where all values are escaped."""

    code_generator_class = Writer
    escaped = staticmethod(lru_cache(ESCAPED, typed=True)(escape))
    """A value as it stands on a page; text that is markup already is of another type, and stays as it is."""
