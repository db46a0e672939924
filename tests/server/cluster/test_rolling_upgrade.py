"""A rolling upgrade: servers of a new schema replace those of the one before, one after another, while people play."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import httpx
import pytest
from sqlalchemy import Engine, create_engine, make_url, select, text

from shindig.server.storage.migrations import NEWEST, STEPS
from shindig.server.storage.schema import events, servers, tables
from tests.kits.server.databases import postgres_database
from tests.kits.server.next_version import NEXT
from tests.kits.web.running_server import CERTIFICATES, SERVE, begun

ROOT = Path(__file__).parents[3]
SERVE_NEXT = ("-m", "tests.kits.server.next_version", "serve", "--port", "0", "--database")
RATES = ("talk_rate", "talk_burst", "address_talk_rate", "deed_rate", "deed_burst", "address_deed_rate")
FREELY = tuple(word for rate in RATES for word in ("--limit", f"{rate}=1000"))
"""Nobody has to wait with what they say."""
PAUSE = 0.5
"""Seconds between two words, so that the servers of a small machine find time to start."""
EARLIER = os.environ.get("SHINDIG_EARLIER_SOURCE", "")
"""The folder `src` of an earlier version, to try the upgrade from that one to this one.

Release 1.0 has no limits in its settings, so everybody keeps to its own there.
"""


class Versions(NamedTuple):
    """Two versions that follow each other: schemas, commands, and what is around these."""

    before: str
    after: str
    old_around: Mapping[str, str]
    old_words: tuple[str, ...]
    how: tuple[str, ...]


PAIRS = [Versions(NEWEST, NEXT, {}, FREELY, SERVE_NEXT)]
if EARLIER:
    PAIRS.append(Versions("", NEWEST, {"PYTHONPATH": EARLIER}, (), SERVE))


class Site:
    """Servers of one database, and how people reach whichever is there."""

    def __init__(self, url: str) -> None:
        self.addresses: list[str] = []
        self.engine: Engine = create_engine(make_url(url), pool_pre_ping=True)
        self.token = ""

    def ask(self, method: str, path: str, **body: object) -> httpx.Response:
        """A request to the first server that takes it, as a proxy makes it."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        for address in [*self.addresses]:
            with suppress(httpx.TransportError):
                answer = httpx.request(
                    method, f"{address}api/{path}", headers=headers, json=body or None, timeout=60, verify=CERTIFICATES
                )
                if answer.status_code != 503:
                    return answer
        return httpx.Response(503)

    def schema(self) -> str:
        with self.engine.connect() as connection:
            return str(connection.scalar(text("SELECT version_num FROM alembic_version")))

    def owners(self) -> dict[str, int]:
        """By table, the process that serves it."""
        query = select(tables.c.id, servers.c.process).join(servers, servers.c.id == tables.c.owner)
        with self.engine.connect() as connection:
            return {row.id: row.process for row in connection.execute(query)}

    def words(self, table: str) -> list[str]:
        """What was said at a table, as its log has it."""
        query = select(events.c.data).where(events.c.table_id == table).order_by(events.c.seq)
        with self.engine.connect() as connection:
            lines = [str(row.data) for row in connection.execute(query)]
        return [found[1] for line in lines if (found := re.search(r'"text": ?"(word \d+)"', line))]


class Talker(threading.Thread):
    """Somebody who says one thing after another, and remembers what was acknowledged."""

    def __init__(self, site: Site, table: str) -> None:
        super().__init__(daemon=True)
        self.site, self.table, self.said = site, table, list[str]()
        self.more, self.enough = threading.Condition(), threading.Event()
        self.start()

    def run(self) -> None:
        number = 0
        while not self.enough.is_set():
            answer = self.site.ask("POST", f"tables/{self.table}/words", text=f"word {number}")
            if answer.status_code == 204:
                with self.more:
                    self.said.append(f"word {number}")
                    self.more.notify_all()
            number += 1  # of what was not acknowledged, it is not known whether it was taken
            self.enough.wait(PAUSE)

    def wait_for_more(self) -> None:
        """Wait until something that is said from now on was acknowledged."""
        with self.more:
            count = len(self.said)
            assert self.more.wait_for(lambda: len(self.said) > count + 1, 60), f"{self.table} stands still"


@contextmanager
def one_server(
    site: Site,
    url: str,
    how: tuple[str, ...],
    around: Mapping[str, str] = MappingProxyType({}),
    words: tuple[str, ...] = FREELY,
) -> Iterator[subprocess.Popen[str]]:
    """A server of some version, which people find from now on."""
    with begun(url, *words, how=how, around=around) as (server, http):
        site.addresses.append(str(http.base_url))
        yield server


def end(site: Site, server: subprocess.Popen[str]) -> None:
    """End the server that was there first, in good order."""
    server.send_signal(signal.SIGTERM)
    server.wait(60)
    del site.addresses[0]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.before}-{pair.after}")
def test_servers_of_a_new_schema_replace_the_former_ones_while_people_play(pair: Versions) -> None:
    """Nothing that was acknowledged is lost or doubled, and in the end the new servers have all tables."""
    with postgres_database(empty=True) as url, ExitStack() as stack:
        site = Site(url)
        stack.callback(site.engine.dispose)
        old = SERVE, pair.old_around, pair.old_words
        first, second = (stack.enter_context(one_server(site, url, *old)) for _ in range(2))
        before = site.schema()
        site.token = site.ask("POST", "guests", name="Ann").json()["token"]
        opened = [site.ask("POST", "tables", game="tall-card", seats=2).json()["table"] for _ in range(4)]
        talkers = [Talker(site, table) for table in opened]
        for talker in talkers:
            talker.wait_for_more()

        third = stack.enter_context(one_server(site, url, pair.how))
        assert (before, site.schema()) == (pair.before or before, pair.after)
        assert before < site.schema()
        for talker in talkers:  # the former servers go on under the new schema
            talker.wait_for_more()
        assert site.ask("POST", "guests", name="Ben").status_code == 201
        end(site, first)
        fourth = stack.enter_context(one_server(site, url, pair.how))
        end(site, second)
        for talker in talkers:
            talker.wait_for_more()
        while {*site.owners()} != {*opened}:
            talkers[0].wait_for_more()
        assert {*site.owners().values()} <= {third.pid, fourth.pid}
        for talker in talkers:
            talker.enough.set()
            talker.join(60)
            told = site.words(talker.table)
            assert len(told) == len({*told}), "nothing twice"
            assert {*talker.said} <= {*told}, "nothing lost"


def test_a_server_of_the_former_version_does_not_start_on_the_new_schema() -> None:
    """It says so in a sentence, and its status tells whatever starts it that another try is of no use."""
    with postgres_database(empty=True) as url, ExitStack() as stack:
        site = Site(url)
        stack.callback(site.engine.dispose)
        stack.enter_context(one_server(site, url, SERVE_NEXT))
        words = ["-m", "shindig", "serve", "--port", "0", "--database", url]
        late = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
        assert late.returncode == 78
        told = " ".join(late.stderr.split())
        assert f"has schema '{NEXT}', and this version knows '{STEPS[0]}' to '{NEWEST}'" in told
