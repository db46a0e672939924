"""A real SMTP server on a free port of this machine, which keeps the letters that it gets."""

from __future__ import annotations

import asyncio
import queue
import re
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword

from shindig.server.settings.room_settings import MailSecurity, RoomSettings

LOGIN, PASSWORD = "cards", "a secret of the room"


class Mailbox:
    """Letters that have come."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.refusal = ""
        """How all letters are refused, if they are."""
        self._more = threading.Condition()

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:  # noqa: N802 - its name there
        """Take a letter."""
        if self.refusal:
            return self.refusal
        assert isinstance(envelope.content, bytes)
        letter = message_from_bytes(envelope.content, policy=default)
        with self._more:
            self.letters.append(letter)
            self._more.notify_all()
        return "250 kept"

    def wait_for(self, count: int) -> EmailMessage:
        """Return the last of so many letters, once they are there."""
        with self._more:
            assert self._more.wait_for(lambda: len(self.letters) >= count, 60), f"{len(self.letters)} of {count} came"
            return self.letters[count - 1]


def link_in(letter: EmailMessage) -> str:
    """The path of the link in a letter."""
    found = re.search(r"https?://[^/\s]+(/\S+)", letter.get_content())
    assert found is not None
    return found[1]


def mailing(settings: RoomSettings, port: int) -> RoomSettings:
    """Settings of a room that sends its letters there."""
    return replace(
        settings,
        mail_server=f"127.0.0.1:{port}",
        mail_security=MailSecurity.NONE,
        mail_from="Card room <cards@example.org>",
        site_url="https://cards.example.org/",
    )


async def serve(box: Mailbox, how: dict[str, Any], begun: queue.SimpleQueue[int], end: asyncio.Event) -> None:
    """Serve until the end, and until all who are there have gone."""

    def meet() -> SMTP:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it would have TLS before a password
            return SMTP(box, **how)

    server = await asyncio.get_running_loop().create_server(meet, "127.0.0.1", 0)
    begun.put(server.sockets[0].getsockname()[1])
    await end.wait()
    server.close()
    if left := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(left, timeout=10)


@contextmanager
def smtp_server(asks: bool = False) -> Iterator[tuple[int, Mailbox]]:
    """The port of a server and its letters; it may ask for login and password."""
    box, begun, loop, end = Mailbox(), queue.SimpleQueue[int](), asyncio.new_event_loop(), asyncio.Event()

    def known(_server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
        assert isinstance(data, LoginPassword)
        return AuthResult(success=(data.login, data.password) == (LOGIN.encode(), PASSWORD.encode()))

    how = {"authenticator": known, "auth_required": asks, "auth_require_tls": False}
    thread = threading.Thread(target=loop.run_until_complete, args=(serve(box, how, begun, end),), daemon=True)
    thread.start()
    try:
        yield begun.get(timeout=60), box
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join(60)
        loop.close()
