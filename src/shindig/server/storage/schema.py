"""Schema of the database. `migrations/` builds it step by step; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    true,
)

metadata = MetaData()

TEXT_ID = String(32)

people = Table(
    "people",
    metadata,
    Column("id", TEXT_ID, primary_key=True),
    Column("name", String(64), nullable=False),
    Column("login", String(64), unique=True),
    Column("password", Text),
    Column("created", Float, nullable=False),
    Column("became", TEXT_ID, index=True),
    Column("face", String(32), nullable=False, server_default=""),
    Column("recovery", String(64)),
)
"""Guests and accounts. An account is a guest with a login (in normal form) and an Argon2 hash.

`recovery` is the SHA-256 hash of its recovery code. A merged guest `became` an account: logs still name the guest, all
else belongs to the account.
"""

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", TEXT_ID, ForeignKey("people.id"), nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False, server_default="0"),
    Index("sessions_by_end", "expires"),
    Index("sessions_by_person", "person"),
)
"""Hashed session tokens, the credentials of people, with their end."""

tables = Table(
    "tables",
    metadata,
    Column("id", TEXT_ID, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("closed", Boolean, nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("owner", TEXT_ID, nullable=False),
    Column("epoch", Integer, nullable=False),
)
"""Tables. `owner` is the server that writes the log; a table is free if it is none of `servers`. Each owner has a
higher `epoch`."""

events = Table(
    "events",
    metadata,
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
)
"""Logs: seq 1, 2, ... of a table, each a JSON object."""

answers = Table(
    "answers",
    metadata,
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), primary_key=True),
    Column("key", String(128), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("answer", Text, nullable=False),
)
"""Answers by idempotency key, written with their events."""

seatings = Table(
    "seatings",
    metadata,
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), primary_key=True),
    Column("person", TEXT_ID, ForeignKey("people.id"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Index("seatings_by_person", "person", "at"),
)
"""Seats that people ever had, for their history."""

exercises = Table(
    "exercises",
    metadata,
    Column("person", TEXT_ID, ForeignKey("people.id"), primary_key=True),
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("game", String(64), nullable=False),
    Column("weighed", Text, nullable=False),
    Column("cost", Float, nullable=False),
    Column("box", Integer, nullable=False),
    Column("due", Integer, nullable=False),
    Index("exercises_by_day", "person", "game", "due"),
)
"""Costly choices to be made again: the step of a match, and the result of the review. `box` counts good answers in a
row, `due` is the day since 1970 (UTC) of the next one."""

lessons = Table(
    "lessons",
    metadata,
    Column("person", TEXT_ID, ForeignKey("people.id"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("moment", Integer, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("second", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""Progress of people in lessons; `second` is the record of the hand after the lesson."""

coaching = Table(
    "coaching",
    metadata,
    Column("person", TEXT_ID, ForeignKey("people.id"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("wanted", Boolean, nullable=False),
    Column("explained", Text, nullable=False),
)
"""Coach of a person at tables of a game. `explained` is JSON: kinds of decision, each with the turn of its
explanation."""

servers = Table(
    "servers",
    metadata,
    Column("id", TEXT_ID, primary_key=True),
    Column("address", String(255), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("machine", String(64), nullable=False),
    Column("process", Integer, nullable=False),
    Column("beat", Integer, nullable=False),
)
"""Live servers. `address` and `secret` are for other servers; a server whose `beat` stands still is dead."""

cards = Table(
    "cards",
    metadata,
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), primary_key=True),
    Column("data", Text, nullable=False),
)
"""Lobby cards of tables, as JSON, for servers that do not own them."""

PASSING = frozenset({"servers", "cards"})
"""Tables that backups leave out."""

results = Table(
    "results",
    metadata,
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("person", TEXT_ID, ForeignKey("people.id"), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("ended", Float, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("hands", Integer, nullable=False),
    Column("gained", Float, nullable=False),
    Column("squares", Float, nullable=False),
    Column("best", Integer, nullable=False),
    Column("against", String(64), nullable=False),
    Column("counts", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("day", String(10), nullable=False),
    Column("seats", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("lost", Text, nullable=False),
    Index("results_by_person", "person", "ended"),
)
"""Results of finished matches by person, written with the event `Settled`. `place` 0 means absent at the end. `hands`
counts the hands dealt to the person, `gained` and `squares` sum their payoffs and the squares of these, `best` is the
highest payoff. `seats`, `facts` and `lost` are JSON."""

days = Table(
    "days",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("terms", Text, nullable=False),
    Column("secret", String(128), nullable=False),
)
"""Daily deals: the terms, and the secret of all shuffles, which is opened at the end of the day."""

tries = Table(
    "tries",
    metadata,
    Column("day", String(10), ForeignKey("days.day"), primary_key=True),
    Column("person", TEXT_ID, ForeignKey("people.id"), primary_key=True),
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), nullable=False),
    Column("began", Float, nullable=False),
    Column("score", Integer),
    Column("ended", Float),
    Column("ranked", Boolean, nullable=False, server_default=true()),
    Index("tries_by_score", "day", "score"),
    Index("tries_by_person", "person"),
)
"""Attempts at daily deals: person, table, and the score after the match. One that a guest began is never `ranked`."""

ratings = Table(
    "ratings",
    metadata,
    Column("person", TEXT_ID, ForeignKey("people.id"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Index("ratings_by_game", "game"),
)
"""Ratings of people at games: mean, standard deviation and number of rated matches."""

reports = Table(
    "reports",
    metadata,
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), primary_key=True),
    Column("person", TEXT_ID, ForeignKey("people.id"), primary_key=True),
    Column("accused", TEXT_ID, ForeignKey("people.id"), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("lines", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("settled", Boolean, nullable=False),
    Index("reports_by_time", "settled", "at"),
)
"""Reports on people at a table, under their name there, with their last `lines` (JSON)."""

groups = Table(
    "groups",
    metadata,
    Column("id", TEXT_ID, primary_key=True),
    Column("code", String(32), nullable=False, unique=True),
    Column("founder", TEXT_ID, ForeignKey("people.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
)
"""Groups, with the code that can be said aloud."""

group_events = Table(
    "group_events",
    metadata,
    Column("group_id", TEXT_ID, ForeignKey("groups.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
)
"""Logs of groups: seq 1, 2, ... of a group, each a JSON object. Any server appends; the key decides between two."""

group_members = Table(
    "group_members",
    metadata,
    Column("group_id", TEXT_ID, ForeignKey("groups.id"), primary_key=True),
    Column("person", TEXT_ID, ForeignKey("people.id"), primary_key=True),
    Column("joined", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Index("group_members_by_person", "person", "seen"),
)
"""Members of groups, with the time of their last look."""

group_results = Table(
    "group_results",
    metadata,
    Column("group_id", TEXT_ID, ForeignKey("groups.id"), primary_key=True),
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("game", String(64), nullable=False),
    Column("ended", Float, nullable=False),
    Column("data", Text, nullable=False),
    Index("group_results_by_time", "group_id", "ended"),
)
"""Finished matches of groups, written with the event `Settled`. `data` is JSON: seats with gains, and a moment."""

push_addresses = Table(
    "push_addresses",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", TEXT_ID, ForeignKey("people.id"), nullable=False, index=True),
    Column("data", Text, nullable=False),
    Column("created", Float, nullable=False),
)
"""Addresses for Web Push by the hash of their endpoint. `data` is the browser's subscription as JSON."""

server_keys = Table("server_keys", metadata, Column("name", String(32), primary_key=True), Column("data", Text))
"""Keys that all servers of a database share, such as the one that signs Web Push."""

unwanted = Table("unwanted", metadata, Column("word", String(64), primary_key=True))
"""Words that names, titles and talk must not have, in normal form; a final * matches any ending."""

bans = Table(
    "bans",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("value", String(128), primary_key=True),
    Column("why", Text, nullable=False),
    Column("made_by", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float),
)
"""Bans of a `person` (id), a `login` (in normal form, a final * matches any ending) or an `address` (a network)."""

invitations = Table(
    "invitations",
    metadata,
    Column("id", TEXT_ID, primary_key=True),
    Column("code_hash", String(64), nullable=False, unique=True),
    Column("note", String(200), nullable=False),
    Column("made_by", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
    Column("uses_left", Integer, nullable=False),
)
"""Invitations to make an account. Only the hash of a code is stored."""

announcements = Table(
    "announcements",
    metadata,
    Column("id", TEXT_ID, primary_key=True),
    Column("text", Text, nullable=False),
    Column("made_by", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float),
)
"""Announcements of the person who runs the room, shown on its pages."""

deeds = Table(
    "deeds",
    metadata,
    Column("id", TEXT_ID, primary_key=True),
    Column("at", Float, nullable=False),
    Column("made_by", String(64), nullable=False),
    Column("deed", String(32), nullable=False),
    Column("about", Text, nullable=False),
    Index("deeds_by_time", "at"),
)
"""Log of what admins did. `made_by` is a login, or empty for the command line."""

contacts = Table(
    "contacts",
    metadata,
    Column("person", TEXT_ID, ForeignKey("people.id"), primary_key=True),
    Column("email", String(254), nullable=False, unique=True),
    Column("confirmed", Boolean, nullable=False),
)
"""E-mail addresses of accounts, for a new password."""

mail_tokens = Table(
    "mail_tokens",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", TEXT_ID, ForeignKey("people.id"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("email", String(254), nullable=False),
    Column("expires", Float, nullable=False),
    Index("mail_tokens_by_person", "person"),
)
"""Links that were sent by e-mail: to `confirm` an address, or to `reset` a password. Each works once."""

identities = Table(
    "identities",
    metadata,
    Column("issuer", String(255), primary_key=True),
    Column("subject", String(255), primary_key=True),
    Column("person", TEXT_ID, ForeignKey("people.id"), nullable=False),
    Index("identities_by_person", "person"),
)
"""Accounts that sign in at an OpenID provider, by the provider's name and its name for the person."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", TEXT_ID, ForeignKey("people.id"), nullable=False, index=True),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("host", String(253), nullable=False),
    Column("uses", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
)
"""Passkeys of accounts, by the hash of their credential id.

`credential` and `public_key` are base64url, `host` is the name of the room under which the passkey works, `uses` is the
sign counter of the device.
"""

answered_challenges = Table(
    "answered_challenges",
    metadata,
    Column("challenge_hash", String(64), primary_key=True),
    Column("expires", Float, nullable=False),
)
"""Challenges of passkeys that were answered, until they end. No challenge is answered twice."""
