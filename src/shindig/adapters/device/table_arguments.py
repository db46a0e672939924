"""Kernels whose large tables are arguments: a card has 64 kB for constants, and each use of a table takes a copy.

The source of every kernel that reads a large table, and of every kernel that calls one, gets a last parameter: a tuple
of these tables. The calls between them pass it on. All other kernels stay as they are.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from ...core.kernel_compiler import find_reached_kernels, is_kernel, list_global_names

Kernel = Callable[..., Any]
SMALL = 1 << 11
"""Bytes of a table up to which it stays a constant."""
TABLES = "_tables"
"""Name of the additional parameter."""


def list_tables(root: Kernel) -> list[npt.NDArray[Any]]:
    """Return the large tables that a kernel and those that it calls read."""
    found: dict[int, npt.NDArray[Any]] = {}
    for one in sorted(find_reached_kernels(root), key=lambda each: (each.__module__, each.__qualname__)):
        found |= {id(table): table for table in _own_tables(one).values()}
    return [*found.values()]


def _own_tables(function: FunctionType) -> dict[str, npt.NDArray[Any]]:
    """Return the large tables that a function itself reads, by name."""
    read = {name: function.__globals__.get(name) for name in list_global_names(function.__code__)}
    return {name: value for name, value in read.items() if isinstance(value, np.ndarray) and value.nbytes > SMALL}


def pass_tables(root: Kernel, form: Callable[[FunctionType], Any]) -> tuple[Any, list[npt.NDArray[Any]]]:
    """Return a kernel that takes its large tables as its last argument, and these tables.

    `form` is applied to every called kernel, for instance to compile it. The kernel itself always takes the argument.
    """
    tables = list_tables(root)
    places = {id(table): place for place, table in enumerate(tables)}
    taking = {one for one in find_reached_kernels(root) if one is root or list_tables(one)}
    made: dict[Any, Any] = {}

    def make(one: Any) -> Any:
        if one not in made:
            made[one] = form(_rewrite(one, make, taking, places))
        return made[one]

    return _rewrite(cast(FunctionType, root), make, taking, places), tables


def _rewrite(one: FunctionType, make: Callable[[Any], Any], taking: set[Any], places: dict[int, int]) -> FunctionType:
    """Return a kernel that calls made ones, with the tables as an argument if it needs them."""
    read = {name: one.__globals__.get(name) for name in list_global_names(one.__code__)}
    called = {name: value for name, value in read.items() if is_kernel(value)}
    names = {name: make(value) for name, value in called.items()}
    code = one.__code__
    if one in taking:
        passing = {name for name, value in called.items() if value in taking}
        code = _add_parameter(one, passing, {name: places[id(table)] for name, table in _own_tables(one).items()})
    twin = FunctionType(code, one.__globals__ | names, one.__name__, one.__defaults__)
    twin.__qualname__, twin.__module__ = one.__qualname__, one.__module__
    return twin


def _add_parameter(one: FunctionType, passing: set[str], places: dict[str, int]) -> Any:
    """Compile the source of a function anew, with the tables as its last parameter."""
    source = textwrap.dedent(inspect.getsource(one))
    tree = ast.parse(source)
    definition = cast(ast.FunctionDef, tree.body[0])
    definition.decorator_list, definition.returns = [], None
    for argument in definition.args.args:
        argument.annotation = None
    definition.args.args.append(ast.arg(TABLES))
    tree = ast.fix_missing_locations(_TablePasser(passing, places).visit(tree))
    space: dict[str, Any] = {}
    exec(compile(tree, inspect.getfile(one), "exec"), {}, space)
    return space[definition.name].__code__


class _TablePasser(ast.NodeTransformer):
    """Replaces the names of tables by places of the tuple, and passes the tuple on."""

    def __init__(self, passing: set[str], places: dict[str, int]) -> None:
        self._passing, self._places = passing, places

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._places:
            return node
        return ast.Subscript(ast.Name(TABLES, ast.Load()), ast.Constant(self._places[node.id]), ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self._passing:
            node.args.append(ast.Name(TABLES, ast.Load()))
        return node
