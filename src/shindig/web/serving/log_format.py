"""Format of the log: lines for people or JSON for programs, without tokens, cards or addresses of people.

Packages for logs in JSON, such as python-json-logger, write the text of an error, which may name people or cards.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from enum import StrEnum

from shindig.server.settings.room_settings import LogLevel


class LogFormat(StrEnum):
    """Format of the log."""

    TEXT = "text"
    JSON = "json"


class JsonLines(logging.Formatter):
    """One JSON object per line: time, level, logger, message; for errors also type and traceback."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            way = traceback.extract_tb(error.__traceback__)
            told |= {"error": type(error).__name__, "way": [f"{one.filename}:{one.lineno} {one.name}" for one in way]}
        return json.dumps(told, ensure_ascii=False)


def configure_log(form: LogFormat, level: LogLevel = LogLevel.WARNING) -> None:
    """Write the log of this process to standard error.

    The level holds for our own lines. Those of libraries could tell of requests and people, so of them only warnings
    and errors are written.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonLines() if form is LogFormat.JSON else logging.Formatter("%(levelname)s %(name)s: %(message)s")
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("shindig").setLevel(level.upper())
