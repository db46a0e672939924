"""Machine code on disk: each game's in folders of its own, whoever compiles beside it; no code of an older rule."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import shindig
from shindig.core.kernel_compiler import jit_disabled
from shindig.gamekit import game_ids

pytestmark = pytest.mark.skipif(jit_disabled(), reason="nothing is compiled")

AT_ONCE = """
import json, sys, threading
from shindig.core import kernel_compiler
from shindig.gamekit import game
from shindig.gamekit.array_rules_engine import Engine
games, whole = [game(one) for one in sys.argv[2:]], sys.argv[1] == "whole"
found, begin = {}, threading.Barrier(len(games))
def compile(one):
    begin.wait()
    engine = Engine(one, compiled=True)
    match, (ranges, items) = one.new(one.rules.seats[0]), engine.scratch()
    engine.warm() if whole else engine.chance_items(match, 0, items)
    twins = {name: getattr(engine, name) for name in ("legal", "apply", "chance_items", "chance_order")}
    found[one.id] = {
        name: [str(kernel_compiler.cache_directory(kernel_compiler._fingerprint(engine_of(one, name), False))),
               sum(twin.stats.cache_misses.values()), engine_of(one, name).__qualname__]
        for name, twin in twins.items()}
def engine_of(one, name):
    return getattr(Engine(one, compiled=False), name)
threads = [threading.Thread(target=compile, args=(one,)) for one in games]
[one.start() for one in threads]
[one.join() for one in threads]
print(json.dumps(found))
"""
"""Compile games at once in threads. Prints where the code of each entry point belongs, how often it compiled, and its
name."""

Found = dict[str, dict[str, tuple[str, int, str]]]


def started(cache: Path, *words: str, source: str = AT_ONCE, package: str = "") -> subprocess.Popen[str]:
    around = {**os.environ, "SHINDIG_CACHE": str(cache), **({"PYTHONPATH": package} if package else {})}
    return subprocess.Popen([sys.executable, "-c", source, *words], env=around, stdout=subprocess.PIPE, text=True)


def done(process: subprocess.Popen[str]) -> Found:
    told, _ = process.communicate()
    assert process.returncode == 0
    found: Found = json.loads(told)
    return found


def belongs(cache: Path, found: Found) -> None:
    """Look that each file of an entry point of a game is in that entry point's folder, and in no other."""
    for entries in found.values():
        kept = {name: {str(file.parent) for file in cache.rglob(f"*.{own}-*")} for name, (_, _, own) in entries.items()}
        assert kept["chance_items"]
        assert [name for name, (folder, _, _) in entries.items() if not kept[name] <= {folder}] == []


def compiled_again(found: Found) -> set[str]:
    return {game_id for game_id, entries in found.items() if any(count for _, count, _ in entries.values())}


def all_at_once(cache: Path, what: str, processes: int) -> None:
    """Compile all games in threads of several processes, and look at the folders; another start compiles nothing."""
    crowd = [started(cache, what, *game_ids()) for _ in range(processes)]
    for found in map(done, crowd):
        assert {*found} == {*game_ids()}
        belongs(cache, found)
    assert list(cache.rglob("*.nbc"))
    assert not list(cache.rglob("*.tmp"))
    assert compiled_again(done(started(cache, what, *game_ids()))) == set()


def test_games_compiled_at_once_leave_their_code_in_their_own_folders(tmp_path: Path) -> None:
    all_at_once(tmp_path, "chance_items", processes=2)


@pytest.mark.long
def test_all_rules_compiled_at_once_leave_their_code_in_their_own_folders(tmp_path: Path) -> None:
    all_at_once(tmp_path, "whole", processes=2)


BIDS = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from shindig.gamekit import game
from shindig.gamekit.array_rules_engine import Engine
from shindig.games.talon.rules.state import BID
def legal(game_id):
    one = game(game_id)
    engine, match = Engine(one, compiled=True), one.new(one.rules.seats[0])
    if game_id == "talon":
        match["phase"], match["actor"] = BID, 0
        return [engine.legal_ranges(match), sum(engine.legal.stats.cache_misses.values())]
    engine.chance_items(match, 0, engine.scratch()[1])
    return [[], sum(engine.chance_items.stats.cache_misses.values())]
with ThreadPoolExecutor() as pool:
    print(json.dumps(dict(zip(sys.argv[1:], pool.map(legal, sys.argv[1:])))))
"""
"""What may be bid at Talon, while other games compile; and how often each game was compiled."""


def test_an_edited_rule_is_compiled_again_and_plays_from_then_on(tmp_path: Path) -> None:
    package, cache = tmp_path / "package", tmp_path / "cache"
    shutil.copytree(Path(shindig.__file__).parent, package / "shindig")
    games = ["talon", "tall-card"]

    def start() -> dict[str, tuple[list[list[int]], int]]:
        process = started(cache, *games, source=BIDS, package=str(package))
        told: dict[str, tuple[list[list[int]], int]] = json.loads(process.communicate()[0])
        return told

    first = start()
    assert all(count for _, count in first.values()), "all were compiled"
    rules = package / "shindig/games/talon/rules/bidding.py"
    was = "ranges[1, 0] = BIDS + m.contract + 1"
    assert was in rules.read_text()
    rules.write_text(rules.read_text().replace(was, "ranges[1, 0] = BIDS + m.contract + 2  # the new rule"))
    restarts = [start() for _ in range(2)]
    lowest = first["talon"][0][1][0]
    assert [one["talon"][0][1][0] for one in restarts] == [lowest + 1] * 2
    assert [{name for name, (_, count) in one.items() if count} for one in restarts] == [{"talon"}, set()]


ONE = """
import sys
from shindig.core.kernel_compiler import compile_kernel
from shindig.gamekit.array_rules_engine import count_actions
import numpy as np
twin = compile_kernel(count_actions)
assert twin(np.array([[3, 5]], np.int32), 1) == 3
print("{}" if not sum(twin.stats.cache_misses.values()) else '{"compiled": {}}')
"""


def test_a_damaged_file_is_compiled_again(tmp_path: Path) -> None:
    assert done(started(tmp_path, source=ONE)) == {"compiled": {}}
    (file,) = tmp_path.rglob("*.nbc")
    for damage in (b"", pickle.dumps(("another key", None)), pickle.dumps(3)):
        file.write_bytes(damage)
        assert done(started(tmp_path, source=ONE)) == {"compiled": {}}
    assert done(started(tmp_path, source=ONE)) == {}


def test_rules_compile_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert done(started(tmp_path / "file" / "cache", source=ONE)) == {"compiled": {}}


UNSAVED = """
import sys
from shindig.core.kernel_compiler import compile_kernel, kernel
sys.modules["__main__"].__dict__.pop("__file__", None)
@kernel
def doubled(x: int) -> int:
    return 2 * x
assert compile_kernel(doubled)(4) == 8
print("{}")
"""


def test_code_without_a_source_file_is_not_kept(tmp_path: Path) -> None:
    assert done(started(tmp_path, source=UNSAVED)) == {}
    assert not list(tmp_path.rglob("*.nbc"))
