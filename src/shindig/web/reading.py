"""A request that has come whole, read in one go: what a parser would tell of it, piece by piece, without the pieces.

Only what is written as nearly everybody writes it is read, letter by letter the same as the parser reads it
(`tests/test_web_moves.py`). All else is left to the parser, and so is the judgement of what is no request.
"""

from __future__ import annotations

import re

LONGEST = 8192
"""Bytes of what is read in one go."""
MOST = 1024
"""Names of headers that are remembered."""
UNUSUAL = {"", "transfer-encoding", "expect", "upgrade", "te", "trailer", "proxy-connection"}
"""Headers that change how a request is read and answered, beside what is none."""
PROXIES = {"x-forwarded-for", "x-forwarded-proto"}
"""Headers that may change who is taken to ask."""
LEFT = UNUSUAL | PROXIES
KEPT = "keep-alive"
"""All that may be said of the connection."""
BLANK = b"\r\n\r\n"
"""The end of a head."""
_FIRST = re.compile(rb"POST ([!-~]+) HTTP/1\.1\r\n")
_NAME = re.compile("[A-Za-z0-9-]{1,40}")
Posted = tuple[str, dict[str, str], bytes]
"""The address, the headers by their names in small letters, the body."""


class Names(dict[str, str]):
    """Names of headers in small letters, by how they were written; empty for what is no name."""

    def __missing__(self, name: str) -> str:
        if not _NAME.fullmatch(name):
            return ""
        if len(self) >= MOST:
            self.clear()
        self[name] = small = name.lower()
        return small


NAMES = Names()


def posted(data: bytes) -> Posted | None:
    """A POST that is whole, and nothing beside it; None where it is left to the parser."""
    asked = _FIRST.match(data) if len(data) <= LONGEST else None
    if asked is None:
        return None
    head, blank, body = data[asked.end() :].partition(BLANK)
    headers = read(head.decode().split("\r\n")) if blank and head.isascii() else {}
    return (asked[1].decode(), headers, body) if headers.get("content-length") == str(len(body)) else None


def read(lines: list[str]) -> dict[str, str]:
    """Headers by their names; none where they are left to the parser."""
    found = dict[str, str]()
    for line in lines:
        name, _, value = line.partition(": ")
        found[NAMES[name]] = value
    usual = len(found) == len(lines) and LEFT.isdisjoint(found) and found.get("connection", KEPT) == KEPT
    return found if usual and "" not in found.values() and plain("\n".join(lines)) else {}


def plain(text: str) -> bool:
    """Whether lines are in letters that are printed, with no spaces that a parser would take away."""
    spaced = "  " in text or " \n" in text or text.endswith(" ")
    return not spaced and text.replace("\n", "").isprintable()
