"""Calls of the JSON protocol as a fuzzer makes them up from its description, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import schemathesis
from hypothesis import strategies as st
from schemathesis.core import NotSet
from schemathesis.core.result import Ok
from schemathesis.generation import hypothesis as theirs

from shindig.web.app import create_app

theirs.setup._is_patched = True  # type: ignore[attr-defined]
"""Schemathesis would keep Hypothesis from printing what any test failed with."""

TABLE = "TABLE"
"""Stands in a path for a table that there is."""


@dataclass
class Call:
    """A request: the path with what is asked, headers of its own, what is sent as JSON."""

    method: str
    path: str
    query: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None


def described() -> list[Any]:
    """The operations of the protocol's description."""
    schema = schemathesis.openapi.from_dict(create_app("sqlite:///unused").openapi())
    return [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]


OPERATIONS = described()


@st.composite
def calls(draw: st.DrawFn) -> Call:
    """Any operation; half of those on a table go to the one that there is, but for its stream, which has no end."""
    case = draw(st.sampled_from(OPERATIONS).flatmap(lambda operation: operation.as_strategy()))
    if "table" in (case.path_parameters or {}) and not case.path.endswith("/stream") and draw(st.booleans()):
        case.path_parameters["table"] = TABLE
    body = None if isinstance(case.body, NotSet) else case.body
    return Call(case.method, case.formatted_path, dict(case.query or {}), dict(case.headers or {}), body)
