"""Packages written for release 1.0: they still load, and a command rewrites them to today's names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import shindig
from shindig.cli import app
from shindig.gamekit.renamed_since_release_1 import upgrade_source

PACKAGE = Path(__file__).parents[1] / "released" / "1.0.0" / "package"
CHECK = "from shindig_leduc import GAME; from shindig.testing import check; check(GAME, seeds=(1,), checking=False)"


def run_check(folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    """Check the game of the package in a folder, in a process of its own."""
    path = os.pathsep.join([str(folder), str(Path(shindig.__file__).parents[1])])
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, *flags, "-c", CHECK]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def test_a_package_of_release_1_loads_and_is_warned() -> None:
    done = run_check(PACKAGE, "-W", "default::DeprecationWarning")
    assert done.returncode == 0, done.stderr
    assert "shindig.games.House is shindig.gamekit.Services now" in done.stderr


def test_a_rewritten_package_loads_without_a_warning(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "new")
    listed = CliRunner().invoke(app, ["upgrade-package", str(tmp_path / "new")])
    assert listed.output.count("to be rewritten: ") == 3
    assert run_check(tmp_path / "new", "-W", "error::DeprecationWarning").returncode == 1, "nothing is rewritten yet"
    written = CliRunner().invoke(app, ["upgrade-package", str(tmp_path / "new"), "--write"])
    assert written.output.count("rewritten: ") == 3
    done = run_check(tmp_path / "new", "-W", "error::DeprecationWarning")
    assert done.returncode == 0, done.stderr
    again = CliRunner().invoke(app, ["upgrade-package", str(tmp_path / "new")])
    assert "nothing to rewrite" in again.output


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from shindig.games import House as Own", "from shindig.gamekit import Services as Own"),
        ("import shindig.games.tall_card", "import shindig.games.tall_card"),
        ("x = replace(GAME, house=f(GAME.house))", "x = replace(GAME, services=f(GAME.services))"),
        ("x = replace(GAME.house, mild=(1,))", "x = replace(GAME.services, timeout_actions=(1,))"),
        ("x = replace(GAME.rules, wanted=f, order=g)", "x = replace(GAME.rules, chance_items=f, chance_order=g)"),
        ("x = GAME.rules.hand.tell", "x = GAME.rules.hand.write_facts"),
        ("x = own.house, own.order", "x = own.house, own.order"),
        ("x = game.mind.rollout", "x = game.compiled_policies.rollout"),
    ],
)  # fmt: skip
def test_each_use_of_an_old_name_is_rewritten(old: str, new: str) -> None:
    assert upgrade_source(old) == new


def test_old_names_work_beside_new_ones() -> None:
    import shindig.games

    with pytest.warns(DeprecationWarning, match="upgrade-package"):
        made = shindig.games.House(mild=(1,), by_clock=None)
    assert made.timeout_actions == (1,)
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        shindig.games.Nothing  # noqa: B018
