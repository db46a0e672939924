"""Rules of access: the settings about guests and accounts, and a cache of the bans of addresses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from sqlalchemy import Connection

from shindig.messages import say

from ..accounts.name_and_password_rules import PeopleError
from ..admin.announcements import list_announcements
from ..background_tasks import BackgroundTasks
from ..errors import BusyError, ForbiddenError, SignInError
from ..settings.room_settings import Registration, RoomSettings
from ..storage.event_store import EventStore, StoreError
from .bans import Ban, load_bans
from .invitations import WRONG_CODE, is_valid_code, use_code
from .ip_networks import AddressList, parse_network, read_club_addresses

EVERY = 3.0
"""Seconds between two looks for new bans."""
NO_GUESTS, NO_ACCOUNTS, NEED_CODE = say("me-members"), say("me-no-accounts"), say("me-by-invitation")


def ignore_announcements(_: Sequence[str]) -> None:
    """Show no announcements."""


class AccessRules:
    """Rules of access of a room. `now` gives seconds since 1970."""

    def __init__(self, store: EventStore, settings: RoomSettings, now: Callable[[], float]) -> None:
        self.settings, self._store, self._now = settings, store, now
        self.clubs = read_club_addresses(settings.club_address)
        self._bans: dict[str, Ban] = {}
        """Bans of addresses, by network."""
        self._banned = AddressList()
        self.tell_announcements: Callable[[Sequence[str]], None] = ignore_announcements
        """Gets the texts of the present announcements."""
        self._changed = asyncio.Event()
        self._tasks = BackgroundTasks()

    async def begin(self) -> None:
        """Load the bans now, and again and again from now on."""
        with suppress(StoreError, BusyError):
            await self.refresh()
        self._tasks.start(self._refresh_forever(), "bans")

    async def close(self) -> None:
        await self._tasks.close()

    def note_changes(self, _: str = "") -> None:
        """Handle a notification of changed bans."""
        self._changed.set()

    async def _refresh_forever(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    await self._changed.wait()
            self._changed.clear()
            with suppress(StoreError, BusyError):
                await self.refresh()

    async def refresh(self) -> None:
        """Load the bans of addresses, and the announcements. Raises StoreError, BusyError."""
        now = self._now()
        found, told = await self._store.read(
            lambda connection: (load_bans(connection, now, ["address"]), list_announcements(connection, now))
        )
        self.tell_announcements([one.text for one in told])
        if {ban.value: ban for ban in found} != self._bans:
            self._bans = {ban.value: ban for ban in found}
            self._banned = AddressList(map(parse_network, self._bans))

    def find_address_ban(self, address: str) -> Ban | None:
        """Return the ban of an address, or None."""
        if not self._bans or not self._banned.includes(address):
            return None
        network = self._banned.find(address)
        ban = self._bans[str(network)]
        return ban if ban.expires is None or ban.expires > self._now() else None

    def is_club(self, address: str) -> bool:
        """Return True if limits of an address do not count for it."""
        return self.clubs.includes(address)

    def check_guest(self) -> None:
        """Raise SignInError if the room has no guests."""
        if not self.settings.guests:
            raise SignInError(NO_GUESTS)

    def check_registration(self, code: str) -> None:
        """Raise ForbiddenError if nobody may make an account, or only with an invitation."""
        if self.settings.registration is Registration.CLOSED:
            raise ForbiddenError(NO_ACCOUNTS)
        if self.settings.registration is Registration.INVITATION and not code:
            raise ForbiddenError(NEED_CODE)

    async def check_invitation(self, code: str) -> None:
        """Raise PeopleError for a code that cannot be used."""
        if not await self._store.read(lambda connection: is_valid_code(connection, code, self._now())):
            raise PeopleError(WRONG_CODE)

    def use_invitation(self, connection: Connection, code: str) -> None:
        """Use the invitation of a new account, if it needs one, in its transaction. Raises PeopleError."""
        needed = self.settings.registration is Registration.INVITATION
        if needed and not use_code(connection, code, self._now()):
            raise PeopleError(WRONG_CODE)
