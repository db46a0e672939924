"""Limits of scarce actions: passwords, new tables, talk, and reviews for a person."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from shindig.messages import say
from shindig.server.access.ip_networks import AddressList
from shindig.server.accounts.accounts import PeopleError

from .request_guard import NO_CLUBS, Limits, RateLimit, TokenBuckets, TooOftenError

TURN_SECONDS = 2.0
"""Seconds after which a turn is usually over."""


class PasswordAttempts:
    """Attempts at passwords, counted by login name and by address. Only wrong ones count in the end."""

    def __init__(self, limits: Limits) -> None:
        self._names = TokenBuckets(limits.login_rate, limits.login_burst, limits.clients)
        self._addresses = TokenBuckets(limits.address_rate, limits.address_burst, limits.clients)

    @contextmanager
    def start_attempt(self, login: str, address: str) -> Iterator[None]:
        """Make an attempt. Raises TooOftenError before too many. It counts if it ends with a PeopleError."""
        counted = ((self._addresses, address), (self._names, login))
        for buckets, client in counted:
            wait = buckets.take_token(client)
            if wait:
                raise TooOftenError(say("too-often-passwords"), wait)
        wrong = False
        try:
            yield
        except PeopleError:
            wrong = True
            raise
        finally:
            for buckets, client in () if wrong else counted:
                buckets.return_token(client)


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

    def take_token(self, mailbox: str, person: str, address: str) -> None:
        """Count an e-mail that is asked for. Raises TooOftenError after many.

        The mailbox counts as it was typed, whether it belongs to an account or not, so the refusal tells nothing.
        """
        counted = ((self._addresses, address), (self._one, f"to {mailbox}"), (self._one, f"by {person or address}"))
        for buckets, client in counted[: 3 if person else 2]:
            if wait := buckets.take_token(client):
                raise TooOftenError("Many e-mails were asked for.", wait)


class PersonTurns:
    """One task at a time for each person. Further ones are told to wait."""

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
