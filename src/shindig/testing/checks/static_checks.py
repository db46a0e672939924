"""Checks of a game without playing it: its record, numbers, options, kernels."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from shindig.core.kernel_compiler import find_reached_kernels, is_kernel, list_global_names
from shindig.core.layout_and_views import LayoutError, Record, See
from shindig.gamekit.game_spec import Game, Option

WHOLE = "iu"
"""NumPy's kind letters of whole numbers."""


def record_is_laid_out(game: Game) -> Iterator[str]:
    """Check that the record's class is a Record whose fields all have a shape and a type."""
    try:
        fields = game.rules.layout.fields
        for name, count in Counter(field.name for field in fields).items():
            if count > 1:
                yield f"field `{name}` is declared {count} times: give each field a name of its own"
        for field in fields:
            if np.dtype(field.kind).kind not in WHOLE:
                yield f"field `{field.name}` is {field.kind!r}: fields hold whole numbers, from 'i1' to 'i8' or 'u8'"
    except (LayoutError, TypeError) as error:
        yield f"the record cannot be laid out: {error}"


def fields_are_declared(game: Game) -> Iterator[str]:
    """Check that every annotation is a field: without a value it only informs the type checker."""
    record = game.rules.layout.record
    for kind in record.__mro__:
        if issubclass(kind, Record) and kind is not Record:
            for name in inspect.get_annotations(kind):
                if name not in game.rules.layout.names:
                    yield (
                        f'`{name}` is annotated in {kind.__name__} and is no field: write `{name}: int = public("i4")`'
                    )


def cards_are_declared(game: Game) -> Iterator[str]:
    """Check that fields declare the cards they hold, since leak checks, proofs and pictures depend on it."""
    fields, orders = game.rules.layout.fields, game.rules.orders
    for field in fields:
        if field.cards and field.cards.of not in orders:
            yield (
                f"field `{field.name}` holds cards of {field.cards.of!r}, which is no order of the game: "
                f"rules.orders are {', '.join(orders)}"
            )
    if any(field.see is not See.ALL for field in fields) and not any(field.cards for field in fields):
        yield (
            "no field says that it holds cards, so nothing can be said of what views give away: declare each that "
            "does, "
            f'private ones and public ones, as `hand: Numbers = private("i1", SEATS, 5, cards="{orders[0]}")`'
        )
    for name in game.rules.revealing_fields:
        if name not in game.rules.layout.names:
            yield f"rules.revealing_fields names `{name}`, which is no field"


def seats_fit(game: Game) -> Iterator[str]:
    """Check that the layout has a row for every seat."""
    seats, most = game.rules.seats, game.rules.layout.seats
    if not seats or seats.step != 1 or seats[0] < 1:
        yield f"rules.seats is {seats}: write range(2, 5) for two to four players"
    elif seats[-1] > most:
        yield f"rules.seats goes up to {seats[-1]} and the layout has {most} seats: write Layout(..., {seats[-1]})"


def numbers_fit(game: Game) -> Iterator[str]:
    """Check the sizes of arrays and the families of amounts."""
    rules = game.rules
    for name in ("num_actions", "max_ranges", "max_order"):
        value = getattr(rules, name)
        if not isinstance(value, int) or value < 1:
            yield f"rules.{name} is {value!r}: it is a whole number from 1"
            return
    end = rules.num_actions
    for family in reversed(rules.amounts):
        if not 0 <= family.first <= family.last == end - 1:
            yield (
                f"the amounts {family.name!r} have the ids {family.first} to {family.last}, and should end at "
                f"{end - 1}: "
                "families lie one behind another at the end of the ids, up to num_actions - 1"
            )
        end = family.first


def orders_have_names(game: Game) -> Iterator[str]:
    """Check that each order has a name of its own."""
    orders = game.rules.orders
    if len(set(orders)) < len(orders) or not all(isinstance(name, str) and name for name in orders):
        yield f"rules.orders is {orders}: each order needs a name of its own"


def options_have_fields(game: Game) -> Iterator[str]:
    """Check that each option is a public number of the record that can hold all its values."""
    fields = {field.name: field for field in game.rules.layout.fields}
    record = game.rules.layout.record.__name__
    for option in game.rules.options:
        field = fields.get(option.name)
        low, high = find_bounds(option)
        if field is None:
            yield f'option `{option.name}` has no field: add `{option.name}: int = public("i4")` to {record}'
        elif field.shape or field.see is not See.ALL:
            yield (
                f'field `{option.name}` is an option, which is one number that all see: write `public("{field.kind}")`'
            )
        elif not np.iinfo(field.kind).min <= low <= high <= np.iinfo(field.kind).max:
            yield f"field `{option.name}` is {field.kind!r}, too small for the option's values up to {high}: take 'i4'"


def find_bounds(option: Option) -> tuple[int, int]:
    """Return the lowest and the highest number of an option."""
    return (0, len(option.choices) - 1) if option.choices else (option.low, option.high)


def options_have_good_defaults(game: Game) -> Iterator[str]:
    """Check that each default is a value of its option, and that each option has a text."""
    for option in game.rules.options:
        try:
            option.value(option.default)
        except ValueError as error:
            yield f"the default of option `{option.name}` is none of its values: {error}"
        if not str(option.text).strip():
            yield f"option `{option.name}` has no text: say what it means, for the form that opens a table"


def kernels_are_marked(game: Game) -> Iterator[str]:
    """Check that compiled functions are kernels, and that kernels call only kernels, each by its own name."""
    rules = game.rules
    for name, function in {**list_kernels(game), **list_hand_functions(game)}.items():
        if not is_kernel(function):
            yield f"rules.{name} is {_name(function)}, which is no kernel: write @kernel above it"
    starts = [rules.start, *list_kernels(game).values(), *list_hand_functions(game).values()]
    seen = {kernel for start in starts if is_kernel(start) for kernel in find_reached_kernels(start)}
    for one in sorted(seen, key=lambda kernel: kernel.__qualname__):
        yield from calls_only_kernels(one)


def list_kernels(game: Game) -> dict[str, Callable[..., Any]]:
    """Return the compiled functions of the rules."""
    return {name: getattr(game.rules, name) for name in ("legal", "apply", "chance_items", "chance_order")}


def list_hand_functions(game: Game) -> dict[str, Callable[..., Any]]:
    """Return the functions that describe a hand."""
    hand = game.rules.hand
    return {
        "hand.number": hand.number,
        "hand.ended": hand.ended,
        "hand.payoff": hand.payoff,
        "hand.write_facts": hand.write_facts,
    }


def calls_only_kernels(one: FunctionType) -> Iterator[str]:
    """Report plain functions that a kernel names, itself or through a module, and calls of itself, which Numba cannot
    cache."""
    for name in dict.fromkeys(list_global_names(one.__code__)):
        value = one.__globals__.get(name)
        if callable(value) and is_kernel(value) and one in find_reached_kernels(value):
            yield f"the kernel `{one.__qualname__}` calls itself by `{name}`: write a loop"
        elif isinstance(value, FunctionType) and not is_kernel(value):
            yield (
                f"the kernel `{one.__qualname__}` calls `{name}`, which is no kernel: write @kernel above "
                f"{_name(value)}"
            )
        elif isinstance(value, ModuleType):
            yield from _through(one, name, value)


def _through(one: FunctionType, name: str, module: ModuleType) -> Iterator[str]:
    for attribute in one.__code__.co_names:
        if is_kernel(getattr(module, attribute, None)):
            yield (
                f"the kernel `{one.__qualname__}` calls `{name}.{attribute}`: kernels call one another by name, "
                f"so write `from {module.__name__} import {attribute}`"
            )


def _name(function: Any) -> str:
    return f"{getattr(function, '__module__', '?')}.{getattr(function, '__qualname__', function)}"


RECORD = (record_is_laid_out,)
"""Checks on which all others depend."""
SHAPE = (
    fields_are_declared,
    cards_are_declared,
    seats_fit,
    numbers_fit,
    orders_have_names,
    options_have_fields,
    options_have_good_defaults,
    kernels_are_marked,
)
