"""Changes of a source: what a line could say instead."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple


class Mutation(NamedTuple):
    """A part of a line, and what comes in its place."""

    path: str
    line: int
    start: int
    end: int
    new: str

    def of(self, source: str) -> str:
        """The source with the change."""
        lines = source.encode().splitlines(keepends=True)
        at = lines[self.line - 1]
        lines[self.line - 1] = at[: self.start] + self.new.encode() + at[self.end :]
        return b"".join(lines).decode()


COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


def changed(node: ast.AST) -> Iterator[ast.AST | str]:
    """What may stand in a node's place."""
    match node:
        case ast.Compare(left, [op], [right]):
            yield from (ast.Compare(left, [new()], [right]) for new in COMPARED[type(op)])
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            yield from (
                ast.BoolOp(op, [one for one in values if one is not left]) for left in values if len(values) > 2
            )
            yield from values if len(values) == 2 else ()
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            yield operand
        case ast.BinOp(left, op, right) if type(op) in COUNTED:
            yield ast.BinOp(left, COUNTED[type(op)](), right)
        case ast.IfExp(test, body, orelse):
            yield from (ast.IfExp(test, orelse, body), body, orelse)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Call(ast.Name("min" | "max" as name), args, keywords) if len(args) > 1:
            yield ast.Call(ast.Name("max" if name == "min" else "min"), args, keywords)
        case ast.Call(ast.Name("any" | "all" as name), args, keywords):
            yield ast.Call(ast.Name("all" if name == "any" else "any"), args, keywords)
        case ast.Continue() | ast.Break():
            yield "pass"
        case ast.Raise() | ast.AugAssign() | ast.Expr(ast.Call()):
            yield "pass"
        case ast.Assign([ast.Attribute() | ast.Subscript()], _):
            yield "pass"
        case ast.Return(value) if value is not None and not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))


def negated(node: ast.AST) -> Iterator[ast.expr]:
    """The conditions of a node: they may be turned round."""
    match node:
        case ast.If(test) | ast.While(test):
            yield test
        case ast.comprehension():
            yield from node.ifs


def live(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all in it but annotations, docstrings and declarations."""
    match node:
        case ast.Expr(ast.Constant(str())) | ast.Import() | ast.ImportFrom() | ast.arg():
            return
        case ast.AnnAssign():
            yield from live(node.value) if node.value else ()
            return
        case ast.Call(ast.Name("cast"), [_, value]):
            yield from live(value)
            return
        case ast.Assert() | ast.If(ast.Name("TYPE_CHECKING")):
            return
    yield node
    for name, inner in ast.iter_fields(node):
        if name not in ("returns", "decorator_list", "annotation"):
            for one in inner if isinstance(inner, list) else [inner]:
                yield from live(one) if isinstance(one, ast.AST) else ()


def mutations(path: str, source: str) -> Iterator[Mutation]:
    """Every change that we know of a file, each on one line."""
    for node in live(ast.parse(source)):
        found: list[tuple[ast.AST, ast.AST | str]] = [(node, new) for new in changed(node)]
        found += [(test, ast.UnaryOp(ast.Not(), test)) for test in negated(node)]
        for old, new in found:
            if isinstance(old, ast.expr | ast.stmt) and old.lineno == old.end_lineno:
                text = new if isinstance(new, str) else ast.unparse(new)
                text = f"({text})" if isinstance(new, ast.expr) else text
                yield Mutation(path, old.lineno, old.col_offset, old.end_col_offset or 0, text)


def named_at(source: str, line: int) -> set[str]:
    """The names that get their values in a statement which stands, with others, on a line."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.lineno <= line <= (node.end_lineno or 0):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
    return found


def in_function(source: str, line: int) -> bool:
    """Whether a line is run by calls alone, and not when its module is imported."""
    functions = (
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return any(node.body[0].lineno <= line <= (node.end_lineno or 0) for node in functions)
