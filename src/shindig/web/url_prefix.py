"""URL prefix: a proxy may show the server at https://example.org/cards/ as well as at a root.

Pages, forms and routes use addresses from the root. What leaves the server gets the prefix.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from jinja2 import Environment
from jinja2.ext import Extension
from starlette.requests import Request
from starlette.types import Scope

_PREFIX = re.compile(r"(?:/[A-Za-z0-9._~-]+)+")
_LINK = re.compile(r'(\b(?:href|action|formaction|src|data-share)=")(?=/)')
_prefix = ""


def clean_prefix(prefix: str) -> str:
    """Return a prefix in normal form: empty, or a slash and names. Raises ValueError."""
    found = prefix.rstrip("/")
    if found and not (_PREFIX.fullmatch(found) and {".", ".."}.isdisjoint(found.split("/"))):
        raise ValueError(f"--prefix expects a path such as /cards, not {prefix!r}")
    return found


def set_prefix(prefix: str) -> None:
    """Set the prefix of this process, once, before anything is rendered. Raises ValueError."""
    global _prefix
    _prefix = clean_prefix(prefix)


def add_prefix(address: str) -> str:
    """Add the prefix to an address from the root."""
    return _prefix + address


def make_full_address(request: Request, address: str) -> str:
    """Return the address with scheme and host, as the client sees it."""
    return str(request.base_url).rstrip("/") + add_prefix(address)


def strip_scope_prefix(scope: Scope) -> Scope:
    """Remove the prefix from a request's path."""
    asked = scope.get("path", "")
    path = strip_prefix(asked)
    return scope if path == asked else {**scope, "path": path, "raw_path": quote(path).encode()}


def strip_prefix(path: str) -> str:
    """Remove the prefix, which proxies leave or take off, and a slash at the end."""
    if _prefix and f"{path}/".startswith(f"{_prefix}/"):
        path = path.removeprefix(_prefix)
    return path.rstrip("/") or "/"


class PrefixLinks(Extension):
    """Jinja extension that adds the prefix to the links of templates."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        return _LINK.sub(rf"\g<1>{add_prefix('')}", source)


def install_prefix(env: Environment) -> None:
    """Add the extension and `at` to a Jinja environment."""
    env.add_extension(PrefixLinks)
    env.globals.update(at=add_prefix)
