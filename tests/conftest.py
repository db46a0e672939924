"""What makes every run of the tests the same, and the option that makes it another one: `--explore MINUTES`."""

from __future__ import annotations

import gc
import os
import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy.random  # noqa: F401 - it draws when it is loaded
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from shindig.server.accounts.passwords import PasswordThread
from tests.kits.suite.explorer import Explorer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TIMED = (HealthCheck.too_slow,)
"""Checks of Hypothesis that depend on how fast the machine is."""

settings.register_profile("fixed", derandomize=True, deadline=None, suppress_health_check=TIMED)
settings.register_profile(
    "explore",
    database=None,
    deadline=None,
    suppress_health_check=TIMED,
    print_blob=True,
    phases=(Phase.generate, Phase.shrink),
)

TERMINAL = ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS", "LINES")
"""What changes how a command prints; tests are told as a pipe is."""
CHANCE = random.Random()
"""Where all chance comes from that a test does not seed itself: a room's secrets, names and pauses."""
COSTLY = PasswordThread.memory
"""What a password costs in a room, in KiB."""
MEMORY, ENOUGH = Path("/dev/shm"), 2_000_000_000
"""A folder in memory, and the bytes that must be free there for all temporary files of a run."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--explore", type=float, metavar="MINUTES", help="search with fresh values for so long")


def pytest_configure(config: pytest.Config) -> None:
    minutes = config.getoption("--explore")
    settings.load_profile("fixed" if minutes is None else "explore")
    if minutes is None:
        freeze_constants()
    else:
        config.pluginmanager.register(Explorer(minutes * 60))
    write_into_memory()
    make_passwords_cheap()
    for name in TERMINAL:
        os.environ.pop(name, None)
    vars(random)["_urandom"] = CHANCE.randbytes


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Iterator[None]:
    """Collect no garbage while tests are loaded, and never look for it among them later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def write_into_memory() -> None:
    """Keep temporary files in memory, if nobody says where: each commit of a database waits for a disk."""
    if "TMPDIR" in os.environ or not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ENOUGH:
        return
    if os.access(MEMORY, os.W_OK) and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None


def make_passwords_cheap() -> None:
    """Hash passwords with 8 KiB in this process. `costly_passwords` is for tests of what happens meanwhile."""
    PasswordThread.memory = 8


@pytest.fixture
def costly_passwords() -> PasswordThread:
    """Passwords that cost what they cost in a room."""
    passwords = PasswordThread()
    passwords.memory = COSTLY
    return passwords


def freeze_constants() -> None:
    """Keep Hypothesis from trying numbers and words of whatever modules happen to be loaded by then."""
    assert callable(providers._get_local_constants)
    constants = Constants()
    vars(providers)["_get_local_constants"] = lambda: constants


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Begin each test, its fixtures included, with chance of its own, whatever ran before it and in whatever folder."""
    CHANCE.seed(f"tests/{item.path.name}::{item.nodeid.partition('::')[2]}")
    return (yield)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The machine's Chromium."""
    from tests.kits.web.browser_kit import chromium

    with chromium() as one:
        yield one


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A room that gives browsers the time that they need."""
    from tests.kits.web.browser_kit import PATIENT
    from tests.kits.web.running_server import served

    with served(tmp_path_factory.mktemp("browser"), pace=PATIENT) as where:
        yield where
