"""Kernels: what their machine code depends on, what they are told of types, how they are bound."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from sys import getrefcount
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import shindig.gamekit
import shindig.games
from shindig.core import kernel_compiler
from shindig.core.kernel_compiler import bind, is_kernel, kernel
from shindig.gamekit import Game, games
from shindig.gamekit.array_rules_engine import legal_at

SOURCE = kernel_compiler._source


def our_kernels() -> Iterator[FunctionType]:
    """Every kernel in a module of the games."""
    for package in (shindig.games, shindig.gamekit):
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            for value in vars(import_module(found.name)).values():
                if is_kernel(value) and value.__module__ == found.name:
                    yield value


def sources(game: Game) -> frozenset[str]:
    """Hashes of all that a game's compiled rules depend on."""
    rules = (game.rules.legal, game.rules.apply, game.rules.chance_items, game.rules.chance_order)
    modules = {one.__module__ for rule in rules for one in kernel_compiler.find_reached_kernels(rule)}
    return frozenset[str]().union(*(kernel_compiler.hash_sources.__wrapped__(module) for module in modules))


@pytest.mark.parametrize(
    ("edited", "compiled_again"),
    [
        ("games.tall_card.deck", {"tall_card"}),
        ("games.tall_cards.deck", {"tall_cards"}),
        ("games.pokebacc.deck", {"pokebacc"}),
        ("games.talon.deck", set()),  # its rules know cards by their ids alone
        ("games.talon.rules.state", {"talon"}),
        ("games.talon.words.scene", set()),
        ("gamekit.betting.pots", {"tall_card", "tall_cards", "pokebacc"}),
    ],
)
def test_an_edit_compiles_only_the_games_that_use_it_again(
    edited: str, compiled_again: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(name: str, package: str) -> tuple[str, tuple[str, ...]]:
        text, imports = SOURCE(name, package)
        return text + "edited" * (name == f"shindig.{edited}"), imports

    before = {game.id: sources(game) for game in games()}
    monkeypatch.setattr(kernel_compiler, "_source", other)
    again = [game for game in games() if sources(game) != before[game.id]]
    assert {game.services.folder.name for game in again if game.services.folder} == compiled_again


def test_every_kernel_names_what_it_takes() -> None:
    found = list(our_kernels())
    assert len(found) > 250
    vague = {one.__qualname__ for one in found if {"Any", "Facts", "Plain"} & {*one.__annotations__.values()}}
    assert vague == set()
    assert {one.__qualname__ for one in found if len(one.__annotations__) <= one.__code__.co_argcount} == set()


@kernel
def one(m: int) -> int:
    return m + 1


@kernel
def two(m: int) -> int:
    return m + 2


step = one


@kernel
def twice(m: int) -> int:
    return step(step(m))


def test_a_template_is_bound_to_other_kernels_and_stays_as_it_is() -> None:
    bound = bind(twice, "two-steps", step=two)
    assert (bound(0), twice(0)) == (4, 2)
    assert bound.__qualname__ == "twice_two_steps"
    assert kernel_compiler.compile_kernel(bound)(0) == 4
    assert kernel_compiler.compile_kernel(twice)(0) == 2


def test_a_template_that_nobody_bound_says_so() -> None:
    with pytest.raises(AssertionError, match="must be bound"):
        legal_at([None], 0, None)  # type: ignore[arg-type]


@kernel
def one_number(rng: np.random.Generator) -> float:
    """A number from 0 to 1."""
    return rng.random()


@pytest.mark.skipif(kernel_compiler.jit_disabled(), reason="nothing is compiled")
def test_a_generator_given_to_compiled_code_is_let_go() -> None:
    rng = np.random.default_rng(1)
    draw = kernel_compiler.compile_kernel(one_number)
    draw(rng)
    before = getrefcount(rng)
    for _ in range(10):
        draw(rng)
    assert getrefcount(rng) == before


def test_the_modules_of_ours_that_a_module_imports_are_its_sources() -> None:
    _, imports = SOURCE("shindig.games.tall_card.bots.sampled_worlds", "shindig")
    below = {"gamekit.betting.equity_betting", "gamekit.five_cards.sampled_worlds", "gamekit.array_rules_engine"}
    below |= {"games.tall_card.rules.phases", "games.tall_card.bots.policy"}
    assert {f"shindig.{name}" for name in below} <= set(imports)
    assert all(name.startswith("shindig.") for name in imports)


@kernel
def chosen(rng: np.random.Generator, count: int) -> int:
    return int(rng.integers(0, count))


@kernel
def chosen_within(rng: np.random.Generator, count: int) -> int:
    return chosen(rng, count) + chosen(rng, count)


def test_a_kernel_that_others_call_may_draw_whole_numbers() -> None:
    compiled, plain = kernel_compiler.compile_kernel(chosen_within), np.random.default_rng(3)
    twin = np.random.default_rng(3)
    assert [compiled(plain, 9) for _ in range(20)] == [chosen_within(twin, 9) for _ in range(20)]


@kernel
def below_five(n: int) -> int:
    if n >= 5:
        raise IndexError
    return n


@kernel
def raised(n: int) -> int:
    return below_five(n) + 1


@kernel
def doubled(n: int) -> int:
    return below_five(n) * 2


@kernel
def raised_and_doubled(n: int) -> int:
    return raised(n) * doubled(n)


@pytest.mark.skipif(kernel_compiler.jit_disabled(), reason="nothing is compiled")
def test_kernels_are_optimized_once_with_their_entry_point(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from numba.core.codegen import CPUCodeLibrary

    optimized: list[str] = []
    optimize: Any = CPUCodeLibrary._optimize_final_module

    def noted(library: CPUCodeLibrary) -> None:
        optimized.append(library.name)
        optimize(library)

    monkeypatch.setattr(CPUCodeLibrary, "_optimize_final_module", noted)
    monkeypatch.setenv("SHINDIG_CACHE", str(tmp_path))
    compiled = kernel_compiler.compile_kernel(bind(raised_and_doubled, "optimized"))
    assert [compiled(n) for n in range(5)] == [raised_and_doubled(n) for n in range(5)]
    with pytest.raises(IndexError):
        compiled(5)
    assert not {"below_five", "raised", "doubled"} & {*optimized}
    assert optimized.count("raised_and_doubled_optimized") == 1


def test_bindings_to_other_kernels_of_one_module_have_other_names() -> None:
    names = {kernel_compiler.make_suffix(one, chosen) for one in (chosen, chosen_within)}
    assert len(names) == 2
    assert all(len(name) < 60 for name in names)
