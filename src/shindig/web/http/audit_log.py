"""Audit log: sign-ins and refusals with the addresses of people, for fail2ban. It is written only if a setting says so.

A line is a time, an event, `from`, the address, and facts as JSON: no text of a client can look like another line.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from logging.handlers import WatchedFileHandler
from pathlib import Path

from starlette.types import Scope

from shindig.server.errors import ForbiddenError

LOG = logging.getLogger(__name__)
FILE_MODE = 0o600


def check_audit_log(file: str) -> None:
    """Raise ValueError for an audit log that cannot be written; an empty name is none."""
    path = Path(file)
    if file and not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ValueError(f"the audit log {file} cannot be written; make its folder, or choose another with audit-log")


class PrivateFileHandler(WatchedFileHandler):
    """A handler whose file only its owner may read. It opens the file again after a rotation."""

    def _open(self):  # type: ignore[no-untyped-def]
        with suppress(FileExistsError):
            os.close(os.open(self.baseFilename, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))
        return super()._open()


class AuditLog:
    """Audit log in a file, made at once, since fail2ban does not start without it; none for an empty name."""

    def __init__(self, file: str = "") -> None:
        self._handler = PrivateFileHandler(Path(file), encoding="utf-8") if file else None

    def note(self, event: str, scope: Scope, **facts: str) -> None:
        """Write an event of a request. If the file cannot be written, the log tells, and the request goes on."""
        if self._handler is None:
            return
        address = scope["client"][0] if scope.get("client") else "local"
        when = datetime.now(UTC).isoformat(timespec="seconds")
        line = f"{when} {event} from {address} {json.dumps(facts)}"
        try:
            self._handler.handle(logging.LogRecord("shindig.audit", logging.INFO, "", 0, "%s", (line,), None))
        except OSError as error:
            LOG.error("the audit log cannot be written: %s", error.strerror)

    def close(self) -> None:
        if self._handler is not None:
            self._handler.close()

    @contextmanager
    def watch(self, event: str, scope: Scope, **facts: str) -> Iterator[None]:
        """Write the outcome of an attempt: the event, or the event with `-failed`."""
        try:
            yield
        except (ValueError, ForbiddenError):
            self.note(f"{event}-failed", scope, **facts)
            raise
        self.note(event, scope, **facts)
