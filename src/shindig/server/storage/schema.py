"""What the database holds. `migrations/` builds it step by step; a test compares the two."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

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
)
"""Guests and accounts; an account is a guest with a login (folded to one case) and an Argon2 hash.

A guest who logged in to an account `became` it: logs go on to name the guest, all else is the account's.
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
"""The secret tokens that are people's credentials, hashed, and when they end."""

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
"""`owner` is the server that writes a table's log, free where that is none of `servers`. Each has a greater `epoch`"""

events = Table(
    "events",
    metadata,
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
)
"""The log: seq 1, 2, ... of a table, each a JSON object."""

answers = Table(
    "answers",
    metadata,
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), primary_key=True),
    Column("key", String(128), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("answer", Text, nullable=False),
)
"""Answers already given, by idempotency key; written with the events they answer for."""

seatings = Table(
    "seatings",
    metadata,
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), primary_key=True),
    Column("person", TEXT_ID, ForeignKey("people.id"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Index("seatings_by_person", "person", "at"),
)
"""Who ever sat at which table, for people's histories."""

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
"""Choices that cost somebody something, to be made again: after which step of which match, and what the review found.

`box` is how often in a row it was answered well, `due` the day since 1970 (UTC) on which it comes again.
"""

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
"""How far people are in the lesson of a game; `second` is the record of the hand that they play after it."""

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
"""Those who serve: `address` and `secret` are for other servers; whose `beat` stands still is dead."""

cards = Table(
    "cards",
    metadata,
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), primary_key=True),
    Column("data", Text, nullable=False),
)
"""What lobbies tell of a table, as JSON, for servers that do not serve it."""

PASSING = frozenset({"servers", "cards"})
"""Tables that say nothing worth keeping: backups go without them."""

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
"""What a match that is over brought each person who sat in it, written with the event that settles it.

`place` 0: they were not there at the end. `hands` are those dealt to them, `gained` and `squares` the sums of what
these brought and of its squares, `best` the most that one brought. `seats`, `facts` and `lost` are JSON.
"""

days = Table(
    "days",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("terms", Text, nullable=False),
    Column("secret", String(128), nullable=False),
)
"""The deals of the day: what is played, and the secret that all its shuffles are made of, which opens at its end."""

tries = Table(
    "tries",
    metadata,
    Column("day", String(10), ForeignKey("days.day"), primary_key=True),
    Column("person", TEXT_ID, ForeignKey("people.id"), primary_key=True),
    Column("table_id", TEXT_ID, ForeignKey("tables.id"), nullable=False),
    Column("began", Float, nullable=False),
    Column("score", Integer),
    Column("ended", Float),
    Index("tries_by_score", "day", "score"),
    Index("tries_by_person", "person"),
)
"""Who tries a day's deal at which table; the score once the match is over."""

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
"""How good somebody is at a game among people: mean and standard deviation, after so many rated matches."""

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
"""What somebody reports at a table of whom, under the name they had there: the last `lines` they said (JSON)."""

unwanted = Table("unwanted", metadata, Column("word", String(64), primary_key=True))
"""Words that no name, title or talk may have, plain; with * at the end, all that begin so."""
