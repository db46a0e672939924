"""Request heads: the one parser of all requests. Ambiguous heads are refused, so that no proxy reads them otherwise."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser

from ..cluster.peer_client import RawHeaders

HEAD_LIMIT = 64 * 1024
"""Longest head in bytes."""
HEAD_END = b"\r\n\r\n"
"""The end of a head."""
CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
_ALLOWED = bytes(sorted({9, 10, 13, *range(32, 127), *range(128, 256)}))
_LENGTH = re.compile(rb"\d{1,15}", re.ASCII)
_VERSIONS = ("1.0", "1.1")


class HeadError(Exception):
    """A malformed request, with status and reason."""

    def __init__(self, text: str, status: str = "400 Bad Request") -> None:
        super().__init__(text)
        self.text, self.status = text, status


class RequestHead(NamedTuple):
    """A request without its body."""

    method: str
    path: str
    """Decoded path."""
    raw_path: bytes
    query: bytes
    version: str
    headers: RawHeaders
    """Headers: lower-case names, stripped values."""
    keep_alive: bool
    length: int
    """Length of the body in bytes."""
    awaits_continue: bool
    """True if the client sends the body only after `100 Continue`."""


class _Parsed:
    """Callbacks of the parser."""

    __slots__ = ("complete", "headers", "target")

    def __init__(self) -> None:
        self.target, self.headers, self.complete = b"", RawHeaders(), False

    def on_url(self, part: bytes) -> None:
        self.target += part

    def on_header(self, name: bytes, value: bytes) -> None:
        self.headers.append((name.lower(), value.strip(b" \t")))

    def on_message_complete(self) -> None:
        self.complete = True


def check_lines(data: bytes) -> None:
    """Raise HeadError unless every line ends with CR LF, and no other control characters stand in them."""
    ends = data.count(b"\r\n")
    if data.count(b"\n") != ends or data.count(b"\r") != ends:
        raise HeadError("Expected every line of the head to end with CR LF.")
    if data.translate(None, _ALLOWED):
        raise HeadError("Expected no control characters in the head.")


def parse_head(data: bytes) -> RequestHead:
    """Parse a whole head, with the empty line after it. Raises HeadError."""
    found = _Parsed()
    parser = HttpRequestParser(found)
    try:
        parser.feed_data(data)
    except HttpParserUpgrade:
        pass  # we stay with HTTP/1.1, as a server may
    except HttpParserError as error:
        raise HeadError("Expected an HTTP request.") from error
    version, headers = parser.get_http_version(), dict(found.headers)
    length = _body_length(found, headers)
    _check_host(found.headers, version)
    raw_path, _, query = found.target.partition(b"?")
    return RequestHead(
        parser.get_method().decode("ascii"),
        _decode_path(raw_path),
        raw_path,
        query,
        version,
        found.headers,
        version == "1.1" and b"close" not in headers.get(b"connection", b"").lower(),
        length,
        headers.get(b"expect", b"").lower() == b"100-continue",
    )


def _body_length(found: _Parsed, headers: dict[bytes, bytes]) -> int:
    """Read the length of the body, which is where the request ends. Raises HeadError."""
    if b"transfer-encoding" in headers:
        raise HeadError("Expected a Content-Length, not a Transfer-Encoding.", "411 Length Required")
    text = headers.get(b"content-length", b"0")
    if not _LENGTH.fullmatch(text) or sum(name == b"content-length" for name, _ in found.headers) > 1:
        raise HeadError("Expected one Content-Length, a number.")
    if not found.complete and text.strip(b"0") == b"":
        raise HeadError("Expected an HTTP request.")
    return int(text)


def _check_host(headers: RawHeaders, version: str) -> None:
    if version not in _VERSIONS:
        raise HeadError("Expected HTTP/1.1.", "505 HTTP Version Not Supported")
    hosts = sum(name == b"host" for name, _ in headers)
    if hosts > 1 or (hosts == 0 and version == "1.1"):
        raise HeadError("Expected one Host.")


def _decode_path(raw: bytes) -> str:
    """Decode a path. Raises HeadError for another form of target, as `http://host/path`, and for control characters."""
    if not raw.startswith(b"/") or b"#" in raw:
        raise HeadError("Expected a path as the target of the request.")
    path = raw.decode("ascii", "replace")
    if "%" in path:
        path = unquote(path)
        if CONTROLS.search(path):
            raise HeadError("Expected no control characters in the path.")
    return path
