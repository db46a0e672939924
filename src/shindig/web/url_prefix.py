"""Where the room is below its host: a proxy may show it at https://example.org/cards/ as well as at its root.

Pages, forms and the room's own routes write addresses from the root; what leaves the room has the prefix before them.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from jinja2 import Environment
from jinja2.ext import Extension
from starlette.requests import Request
from starlette.types import Scope

_PREFIX = re.compile(r"(?:/[A-Za-z0-9._~-]+)+")
_LINK = re.compile(r'(\b(?:href|action|src|data-share)=")(?=/)')
_prefix = ""


def clean_prefix(prefix: str) -> str:
    """A prefix as it stands before addresses: empty, or a slash and names. Raises ValueError."""
    found = prefix.rstrip("/")
    if found and not (_PREFIX.fullmatch(found) and {".", ".."}.isdisjoint(found.split("/"))):
        raise ValueError(f"--prefix expects a path such as /cards, not {prefix!r}")
    return found


def set_prefix(prefix: str) -> None:
    """Say once, before anything is drawn, under which prefix this process is seen. Raises ValueError."""
    global _prefix
    _prefix = clean_prefix(prefix)


def add_prefix(address: str) -> str:
    """An address from the root, as others see it."""
    return _prefix + address


def make_full_address(request: Request, address: str) -> str:
    """The same with scheme and host, as whoever asks sees them."""
    return str(request.base_url).rstrip("/") + add_prefix(address)


def strip_scope_prefix(scope: Scope) -> Scope:
    """Write a request's path as the room's routes have it."""
    asked = scope.get("path", "")
    path = strip_prefix(asked)
    return scope if path == asked else {**scope, "path": path, "raw_path": quote(path).encode()}


def strip_prefix(path: str) -> str:
    """Take the prefix off a path, which proxies leave there or take off, and a slash at the end, which says nothing."""
    if _prefix and f"{path}/".startswith(f"{_prefix}/"):
        path = path.removeprefix(_prefix)
    return path.rstrip("/") or "/"


class PrefixLinks(Extension):
    """Links that templates write from the root."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        return _LINK.sub(rf"\g<1>{add_prefix('')}", source)


def install_prefix(env: Environment) -> None:
    """Have an environment's templates write links with the prefix, and give them `at`."""
    env.add_extension(PrefixLinks)
    env.globals.update(at=add_prefix)
