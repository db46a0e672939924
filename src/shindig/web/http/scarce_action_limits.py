"""Limits of scarce actions: passwords, new tables, talk, and reviews for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum

from shindig.messages import say
from shindig.server.access.ip_networks import AddressList
from shindig.server.accounts.accounts import PeopleError
from shindig.server.accounts.email_addresses import find_mailbox

from .request_guard import NO_CLUBS, Limits, RateLimit, TokenBuckets, TooOftenError

TURN_SECONDS = 2.0
"""Seconds after which a turn is usually over."""


class AttemptKind(StrEnum):
    """Kind of an attempt. Names of different kinds never share a count."""

    ACCOUNT = "account"
    JOIN = "join"
    LINK = "link"
    NEW = "new"
    OPENID = "openid"
    PASSKEY = "passkey"


def take_tokens(counted: Sequence[tuple[TokenBuckets, str]]) -> float:
    """Take a token of each bucket. Returns 0.0, or the seconds until there is one; then none is taken."""
    for count, (buckets, client) in enumerate(counted):
        if wait := buckets.take_token(client):
            return_tokens(counted[:count])
            return wait
    return 0.0


def return_tokens(counted: Sequence[tuple[TokenBuckets, str]]) -> None:
    """Put a token of each bucket back."""
    for buckets, client in counted:
        buckets.return_token(client)


class PasswordAttempts:
    """Attempts at passwords, counted by login name and by address. Only wrong ones count in the end."""

    def __init__(self, limits: Limits) -> None:
        self._names = TokenBuckets(limits.login_rate, limits.login_burst, limits.clients)
        self._addresses = TokenBuckets(limits.address_rate, limits.address_burst, limits.clients)

    @contextmanager
    def start_attempt(self, name: str, address: str, kind: AttemptKind = AttemptKind.ACCOUNT) -> Iterator[None]:
        """Make an attempt. Raises TooOftenError before too many. It counts if it ends with a PeopleError.

        `name` is the login of an account; or, for attempts of another kind, what they are counted by.
        """
        counted = (self._addresses, address), (self._names, f"{kind} {name}")
        if wait := take_tokens(counted):
            raise TooOftenError(say("too-often-passwords"), wait)
        wrong = False
        try:
            yield
        except PeopleError:
            wrong = True
            raise
        finally:
            if not wrong:
                return_tokens(counted)


def make_table_rate(limits: Limits, clubs: AddressList = NO_CLUBS) -> RateLimit:
    """Build the limit of new tables."""
    person = limits.person_table_rate, limits.person_table_burst
    return RateLimit(person, (limits.table_rate, limits.table_burst), limits.clients, clubs)


def make_talk_rate(limits: Limits, clubs: AddressList = NO_CLUBS) -> RateLimit:
    """Build the limit of talk."""
    address = limits.address_talk_rate, limits.address_talk_burst
    return RateLimit((limits.talk_rate, limits.talk_burst), address, limits.clients, clubs)


class MailRate:
    """Limits of e-mails: for each mailbox, for the person who asks, and for their address."""

    def __init__(self, limits: Limits) -> None:
        self._one = TokenBuckets(limits.mail_rate, limits.mail_burst, limits.clients)
        self._addresses = TokenBuckets(limits.address_mail_rate, limits.address_mail_burst, limits.clients)

    def admit(self, email: str, address: str, person: str = "") -> bool:
        """Count an e-mail that a person, or a stranger, asks for. Returns False if the mailbox had many.

        The answer must not reveal it, since that would reveal who asked for some. Raises TooOftenError after many from
        the address or by the person, to any mailbox.
        """
        counted = [(self._addresses, address), *([(self._one, f"by {person}")] if person else [])]
        if wait := take_tokens(counted):
            raise TooOftenError(say("too-often-mails"), wait)
        return not self._one.take_token(f"to {find_mailbox(email)}")


class PersonTurns:
    """One task at a time for each person. A further one is refused."""

    def __init__(self) -> None:
        self._now: set[str] = set()

    @contextmanager
    def take_turn(self, person: str) -> Iterator[None]:
        """Begin a person's task. Raises TooOftenError while another one runs."""
        if person in self._now:
            raise TooOftenError(say("too-often-review"), TURN_SECONDS)
        self._now.add(person)
        try:
            yield
        finally:
            self._now.remove(person)
