"""Settings of a room beside those of its sockets. Each is a line of the settings file, or a variable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, get_type_hints

SERVER_NAMES = (
    *("address", "allow-host", "database", "host", "limit", "log", "metrics", "port"),
    *("prefix", "trust-proxy", "workers"),
)
"""Settings that are flags of `shindig serve`."""
YES, NO = frozenset({"yes", "true", "on", "1"}), frozenset({"no", "false", "off", "0"})


class Registration(StrEnum):
    """Condition for making an account."""

    OPEN = "open"
    INVITATION = "invitation"
    CLOSED = "closed"


class LogLevel(StrEnum):
    """Least level of the lines in the log."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class MailSecurity(StrEnum):
    """Encryption between the room and its SMTP server."""

    STARTTLS = "starttls"
    TLS = "tls"
    NONE = "none"


@dataclass(frozen=True)
class RoomSettings:
    """Settings of a room. A name in the file has dashes where the field has underscores."""

    registration: Registration = Registration.OPEN
    """Accounts are for everybody, for those with an invitation, or for nobody new."""
    guests: bool = True
    """People without an account may look on and play."""
    club_address: tuple[str, ...] = ()
    """Addresses and networks that are one club: limits of guests, tables and requests of an address do not count."""
    site_url: str = ""
    """Address of the room as people write it, for links in invitations and e-mails."""
    admins: tuple[str, ...] = ()
    """Logins of the accounts that may see the page `/admin`."""
    audit_log: str = ""
    """File for sign-ins and refusals with the addresses of people; none if empty."""
    log_level: LogLevel = LogLevel.WARNING
    """Least level of the lines in the log."""

    brand_name: str = "shindig"
    """Name of the room on its pages."""
    brand_colour: str = ""
    """Colour of the main buttons and links."""
    contact: str = ""
    """Person who runs the room, and how to reach them, for people who cannot help themselves."""
    language: str = "en"
    """Language for browsers that prefer none of the room's languages."""
    imprint: str = ""
    """Markdown file of the imprint."""
    privacy: str = ""
    """Markdown file of the privacy page."""
    retain_events: int = 0
    """Days for which the log of a closed table stays: replays, talk, exercises."""
    retain_tables: int = 0
    """Days for which a closed table stays in people's lists."""
    retain_guests: int = 0
    """Days after which the name of an idle guest is removed."""
    retain_backups: int = 0
    """Days for which backups stay in the backup folder."""
    backup_folder: str = ""
    """Folder of backups that are named by their time."""
    database_password: str = field(default="", repr=False)
    """Password of the PostgreSQL that `database` names, with any characters."""
    mail_server: str = ""
    """SMTP server that sends the room's e-mails; none if empty."""
    mail_security: MailSecurity = MailSecurity.STARTTLS
    """Encryption between the room and its SMTP server."""
    mail_from: str = ""
    """Address from which the room writes, also with a name: `Card room <cards@example.org>`."""
    mail_login: str = ""
    """Login at the SMTP server; none if empty."""
    mail_password: str = field(default="", repr=False)
    """Password at the SMTP server."""
    oidc_issuer: str = ""
    """OpenID provider at which people may sign in; none if empty."""
    oidc_client: str = ""
    """Name by which the provider knows the room."""
    oidc_client_secret: str = field(default="", repr=False)
    """Secret of the room at the provider; none for a public client."""
    oidc_name: str = "OpenID"
    """Name of the provider on the button."""
    push_contact: str = ""
    """Address by which push services reach the person who runs the room, as `mailto:you@example.org`."""


def list_names() -> tuple[str, ...]:
    """Return the names of all settings that a file may have."""
    return tuple(sorted((*SERVER_NAMES, *(name_setting(one.name) for one in fields(RoomSettings)))))


def name_setting(field_name: str) -> str:
    return field_name.replace("_", "-")


def build_settings(given: Mapping[str, object]) -> RoomSettings:
    """Build the settings from values by name; names of other settings are ignored. Raises ValueError."""
    kinds, chosen = get_type_hints(RoomSettings), dict[str, Any]()
    for one in fields(RoomSettings):
        name = name_setting(one.name)
        if name in given:
            chosen[one.name] = read_value(name, kinds[one.name], given[name])
    return RoomSettings(**chosen)


def read_value(name: str, kind: Any, value: object) -> object:
    """Convert a value to the type of its setting. Raises ValueError that says what was expected."""
    convert = READERS.get(kind)
    if convert is not None:
        return convert(name, value)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _read_choice(name, kind, value)
    raise TypeError(f"{name} has a type that no reader knows")


def _read_text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"the setting {name} expects a text, not {value!r}")
    return value


def _read_texts(name: str, value: object) -> tuple[str, ...]:
    """Read a list. A text has its items separated by spaces."""
    if isinstance(value, str):
        return tuple(value.split())
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(f"the setting {name} expects a list of texts, not {value!r}")
    return tuple(value)


def _read_bool(name: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in YES | NO:
        return value.lower() in YES
    raise ValueError(f"the setting {name} expects true or false, not {value!r}")


def _read_number(name: str, value: object) -> int:
    """Read a whole number, 0 or more."""
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError(f"the setting {name} expects a whole number, not {value!r}")
    return int(text)


def _read_choice(name: str, kind: type[StrEnum], value: object) -> StrEnum:
    choices = [str(one) for one in kind]
    if value not in choices:
        raise ValueError(f"the setting {name} expects one of {', '.join(choices)}, not {value!r}")
    return kind(value)


READERS: dict[Any, Callable[[str, object], object]] = {
    str: _read_text,
    bool: _read_bool,
    int: _read_number,
    tuple[str, ...]: _read_texts,
}
