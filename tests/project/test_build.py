"""What is installed is what was locked, down to what builds the package."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[2]
TOOLS = ("build", "uv")
"""Locks of what builds and installs the package."""
LOCKED = sorted((ROOT / "requirements").glob("*.txt"))


def pins(path: Path) -> dict[str, str]:
    """Versions by name; every entry of the file has hashes."""
    entries = [one for one in re.split(r"\n(?=\S)", path.read_text().strip()) if not one.startswith("#")]
    found = {}
    for entry in entries:
        pinned = re.match(r"([\w.-]+)==(\S+)", entry)
        assert pinned, entry
        assert "--hash=sha256:" in entry
        found[pinned[1].lower()] = pinned[2]
    return found


@pytest.mark.parametrize("path", LOCKED, ids=lambda path: path.stem)
def test_what_is_locked_is_pinned_with_hashes_and_agrees_with_what_builds(path: Path) -> None:
    build, others = pins(ROOT / "requirements" / "build.txt"), pins(path)
    assert {name: others.get(name, version) for name, version in build.items()} == build


@pytest.mark.parametrize("path", [one for one in LOCKED if one.stem not in TOOLS], ids=lambda path: path.stem)
def test_each_lock_has_all_that_the_package_needs(path: Path) -> None:
    """A new dependency is locked for each use: `scripts/lock`."""
    from packaging.requirements import Requirement

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"].get(path.stem, [])]
    locked = pins(path)
    assert [one for one in needed if not locked.get(Requirement(one).name)] == []


def test_what_builds_the_package_is_locked() -> None:
    system = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]
    locked = pins(ROOT / "requirements" / "build.txt")
    assert system["requires"] == [f"hatchling=={locked['hatchling']}"]
    assert "editables" in locked


def test_make_installs_nothing_that_is_not_locked() -> None:
    """pip would fetch what builds the package by itself, and anew."""
    rules = [line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith("\t")]
    installs = [part for line in rules for part in line.split("||") if "$(PIP)" in part or "$(UV)" in part]
    assert len(installs) == 4
    assert all("--require-hashes" in part or "--no-deps --no-build-isolation" in part for part in installs)
    assert not any("pip install" in line for line in rules)


def test_the_wheel_bounds_what_it_needs_and_the_locked_versions_are_within() -> None:
    """A later major version may break what is installed without our locks."""
    from packaging.requirements import Requirement

    needed = [
        Requirement(one) for one in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    ]
    locked = pins(ROOT / "requirements" / "run.txt")
    assert [one.name for one in needed if not any(each.operator == "<" for each in one.specifier)] == ["argon2-cffi"]
    assert [one.name for one in needed if not one.specifier.contains(locked[one.name])] == []


def test_a_release_has_an_sbom_of_what_is_locked_and_a_hash_of_each_file(tmp_path: Path) -> None:
    pytest.importorskip("cyclonedx_py", reason="`make release` installs it")
    from scripts.release import make_release

    make_release(tmp_path)
    names = sorted(one.name for one in tmp_path.iterdir())
    assert [re.sub(r"-\d[\w.]*?(?=\.cdx|\.tar|-py3)", "", name) for name in names] == [
        "SHA256SUMS",
        "shindig-py3-none-any.whl",
        "shindig.cdx.json",
        "shindig.tar.gz",
    ]
    checked = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=tmp_path, check=False)
    assert checked.returncode == 0
    sbom = json.loads(next(tmp_path.glob("*.cdx.json")).read_text())
    assert {one["name"].lower(): one["version"] for one in sbom["components"]} == pins(
        ROOT / "requirements" / "run.txt"
    )
    assert sbom["metadata"]["component"]["version"]


def test_what_the_bots_read_is_in_the_package() -> None:
    shipped = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    read = [path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.npz")]
    assert read
    assert shipped.issuperset(read)
    assert sum((ROOT / "src" / path).stat().st_size for path in read) < 10_000_000


def test_the_page_of_the_fair_cut_is_in_the_package() -> None:
    packed = WheelBuilder(str(ROOT)).config.force_include
    assert packed == {
        str(ROOT / "docs" / name): f"shindig/web/docs/{name}" for name in ("fairness.md", "verify-cut.html")
    }


def test_the_attacks_run_by_their_command() -> None:
    """From the root of the repository: a line for each, and their number."""
    command = [sys.executable, "-m", "tests.attack", "-k", "test_no_json_holds_a_nul"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    first, last = run.stdout.splitlines()
    assert re.fullmatch(r"held     no json holds a nul \(\d+\.\d s\)", first)
    assert last == "1 attack, 0 broken."


class Ready(BaseHTTPRequestHandler):
    """A server that is ready."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/readyz" else 404)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_the_health_check_of_the_image_follows_the_port() -> None:
    lines = (ROOT / "deploy" / "Dockerfile").read_text().splitlines()
    (check,) = (line for line in lines if line.startswith("HEALTHCHECK"))
    command, *words = json.loads(check.partition(" CMD ")[2])
    assert command == "python"
    assert "8000" in words[1], "the port of `shindig serve`"
    with HTTPServer(("127.0.0.1", 0), Ready) as server:
        environment = os.environ | {"SHINDIG_PORT": str(server.server_port)}
        answering = threading.Thread(target=server.handle_request)
        answering.start()
        assert subprocess.run([sys.executable, *words], env=environment, check=False).returncode == 0
        answering.join()
    gone = subprocess.run([sys.executable, *words], env=environment, capture_output=True, check=False)
    assert gone.returncode == 1


@pytest.mark.parametrize("name", ["shindig", "shindig-nightly"])
def test_the_units_of_systemd_are_hardened(name: str) -> None:
    """`systemd-analyze security` rates 10 what may do anything; where it is not installed, its heaviest points."""
    unit = ROOT / "deploy" / f"{name}.service"
    text = unit.read_text()
    needed = ("UMask=0077", "NoNewPrivileges=yes", "CapabilityBoundingSet=\n", "SystemCallFilter=@system-service")
    assert [one for one in needed if one not in text] == []
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", unit],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    rated = re.search(rf"Overall exposure level for {name}\.service: (\d+\.\d)", told)
    assert rated is not None, told
    assert float(rated[1]) < 3
