"""Checks in environments of their own: `nox` runs all, `nox -s tests-3.11 -- tests/web` one folder of the tests."""

from __future__ import annotations

import nox

PYTHONS = ["3.11"]
"""Python versions on which the tests run. The classifiers of the package name these."""
nox.options.default_venv_backend = "venv"


@nox.session(python=PYTHONS[0])
def check(session: nox.Session) -> None:
    """Check style, types, imports and messages."""
    session.install("-e", ".[test,research]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")
    session.run("lint-imports", "--no-cache")
    session.run("python", "scripts/missing_messages.py")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests, or those that are named."""
    session.install("-e", ".[test,research]")
    session.run("pytest", "-n", "auto", *session.posargs)


@nox.session(python=PYTHONS[0])
def docs(session: nox.Session) -> None:
    """Build the site; any warning is an error."""
    session.install("-e", ".[docs,research]")
    session.run("python", "-m", "sphinx", "-W", "--keep-going", "docs", "build/docs")


@nox.session(python=PYTHONS[0], default=False)
def release(session: nox.Session) -> None:
    """Make the files of a release: sources, wheel, SBOM and hashes."""
    session.install("--require-hashes", "-r", "requirements/release.txt")
    session.run("python", "scripts/release.py")


@nox.session(python=PYTHONS[0], default=False)
def audit(session: nox.Session) -> None:
    """Look for known vulnerabilities of the locked dependencies."""
    session.install("--require-hashes", "-r", "requirements/release.txt")
    session.run("pip-audit", "--strict", "--require-hashes", "--disable-pip", "--requirement", "requirements/run.txt")
