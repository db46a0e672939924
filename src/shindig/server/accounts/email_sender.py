"""E-mail by the room's SMTP server, one letter after another, in a thread of its own."""

from __future__ import annotations

import logging
import smtplib
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr

from shindig.messages import say

from ..metrics import LETTERS
from ..settings.room_settings import MailSecurity, RoomSettings
from ..worker_threads import Workers

LOG = logging.getLogger(__name__)
TIMEOUT = 5.0
"""Seconds for each answer of the SMTP server. A server that ends waits for the letter on its way."""
MOST_WAITING = 200
FULL = say("busy-mails")
PORTS = {MailSecurity.TLS: 465, MailSecurity.STARTTLS: 587, MailSecurity.NONE: 25}


@dataclass(frozen=True)
class Letter:
    """An e-mail to one address."""

    to: str
    subject: str
    text: str


@dataclass(frozen=True)
class MailServer:
    """An SMTP server and the address from which the room writes."""

    host: str
    port: int
    security: MailSecurity
    sender: str
    login: str = ""
    password: str = field(default="", repr=False)

    def deliver(self, letter: Letter) -> None:
        """Deliver a letter. Raises OSError, smtplib.SMTPException."""
        context = ssl.create_default_context()
        direct = self.security is MailSecurity.TLS
        connection = (
            smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT, context=context)
            if direct
            else smtplib.SMTP(self.host, self.port, timeout=TIMEOUT)
        )
        with connection:
            if self.security is MailSecurity.STARTTLS:
                connection.starttls(context=context)
            if self.login:
                connection.login(self.login, self.password)
            connection.send_message(self.write_message(letter))

    def write_message(self, letter: Letter) -> EmailMessage:
        """Return a letter as it is sent. Raises ValueError for a line break in a header."""
        message, (name, address) = EmailMessage(), parseaddr(self.sender)
        user, _, domain = address.rpartition("@")
        message["From"] = Address(name, user, domain)
        message["To"] = letter.to
        message["Subject"] = letter.subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=domain)
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.text)
        return message


def read_mail_server(settings: RoomSettings) -> MailServer | None:
    """Read the SMTP server from the settings; None if there is none. Raises ValueError."""
    if not settings.mail_server:
        return None
    host, colon, port = settings.mail_server.rpartition(":")
    if not colon:
        host, port = settings.mail_server, str(PORTS[settings.mail_security])
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ValueError(f"the setting mail-server expects HOST or HOST:PORT, not {settings.mail_server!r}")
    user, mark, domain = parseaddr(settings.mail_from)[1].rpartition("@")
    if not (user and mark and domain):
        raise ValueError(f"the setting mail-from expects an address, not {settings.mail_from!r}")
    if not settings.site_url.startswith(("https://", "http://")):
        raise ValueError("mail-server needs site-url, such as https://cards.example.org, for the links in e-mails")
    if settings.mail_login and settings.mail_security is MailSecurity.NONE:
        raise ValueError('mail-login needs mail-security "starttls" or "tls", or the password would be readable')
    login, password = settings.mail_login, settings.mail_password
    return MailServer(host.strip("[]"), int(port), settings.mail_security, settings.mail_from, login, password)


class EmailSender:
    """Sender of letters. What the server refuses is counted and logged, without the address."""

    def __init__(self, deliver: Callable[[Letter], None]) -> None:
        self._deliver = deliver
        self._workers = Workers("shindig-mail", 1, MOST_WAITING, FULL)

    async def send(self, letter: Letter) -> bool:
        """Send a letter. Returns False if it could not be sent. Raises BusyError if many wait."""
        try:
            await self._workers.run(lambda: self._deliver(letter))
        except (OSError, ValueError, smtplib.SMTPException) as error:
            LETTERS.of["failed"] += 1
            LOG.error("an e-mail could not be sent: %s", describe_failure(error))
            return False
        LETTERS.of["sent"] += 1
        return True

    def close(self) -> None:
        self._workers.close()


def describe_failure(error: Exception) -> str:
    """Return the kind of an error and the server's code. Its text could have the address."""
    code = getattr(error, "smtp_code", None)
    return f"{type(error).__name__}{f' {code}' if code else ''}"
