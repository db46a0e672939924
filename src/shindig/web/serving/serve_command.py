"""Command `shindig serve`: settings are checked, the port and the browser opened, and one or several processes run."""

from __future__ import annotations

import tempfile
import webbrowser
from collections.abc import Callable

from shindig.server.accounts.accounts import make_id
from shindig.server.storage.database import StoreError, lock_database

from .server_process import (
    ServerSettings,
    WorkerSettings,
    check_proxy,
    check_settings,
    has_desktop,
    make_browser_address,
    make_unavailable_error,
    open_listener,
)
from .supervisor import supervise


def serve(place: ServerSettings, say: Callable[[str], None], open_browser: bool) -> None:
    """Serve until interrupted. Raises OSError or ValueError, one sentence, if the start fails."""
    check_settings(place)
    place = place._replace(proxies=tuple(map(check_proxy, place.proxies)))
    listening = open_listener(place.host, place.port)
    where = make_browser_address(place.host, listening.getsockname()[1])

    def ready() -> None:
        say(where)
        if open_browser and has_desktop():
            webbrowser.open(where)

    try:
        with lock_database(place.database), tempfile.TemporaryDirectory(prefix="shindig-") as folder:
            worker = WorkerSettings(place, listening, folder, make_id())
            supervise(worker, ready) if place.workers > 1 else worker.run(0, ready)
    except StoreError as error:
        raise make_unavailable_error(error) from None
