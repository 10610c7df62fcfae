"""Mutants of a Python module: each is one small change of its syntax tree.

The changes are those of mutation tools for Python (mutmut, cosmic-ray): operators, comparisons, constants, conditions,
returned and assigned values, arguments, slices and statements are exchanged or left out.  Annotations, decorators,
docstrings, assertions and ``strict=`` of ``zip`` are left as they are: they do not change what correct code computes.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

BINARY = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd, ast.MatMult: ast.Mult,
}  # fmt: skip
COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
NEGATED = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn)  # exchanging these negates the comparison
FUNCTIONS = {
    "min": "max", "max": "min", "any": "all", "all": "any", "floor": "ceil", "ceil": "floor", "rint": "floor",
    "minimum": "maximum", "maximum": "minimum", "union": "intersection", "sorted": "list", "append": "count",
}  # fmt: skip
UNWRAPPED = ("astype", "copy")  # methods that are left out
UNTOUCHED = ("annotation", "returns", "decorator_list", "type_comment", "format_spec")


@dataclass(frozen=True, eq=False)
class Mutant:
    """``parent.field`` (its element ``index``, when it is a list and this is no -1) becomes ``new``.

    ``lines`` are those of the outermost function that is changed; ``name`` is made of the function, the statement and
    what it becomes.
    """

    function: str
    lines: range
    name: str
    parent: ast.AST
    field: str
    index: int
    new: object

    def apply(self) -> object:
        """Change the tree; returns what was there."""
        if self.index < 0:
            old = getattr(self.parent, self.field)
            setattr(self.parent, self.field, self.new)
        else:
            old = getattr(self.parent, self.field)[self.index]
            getattr(self.parent, self.field)[self.index] = self.new
        return old

    def undo(self, old: object) -> None:
        """Put back what ``apply`` returned."""
        if self.index < 0:
            setattr(self.parent, self.field, old)
        else:
            getattr(self.parent, self.field)[self.index] = old


def mutants(tree: ast.Module) -> list[Mutant]:
    """All mutants of a module, in the order of its text; names that occur twice get a number."""
    found: list[Mutant] = []
    counted: Counter[str] = Counter()
    lines = _functions(tree)
    for function, statement, (parent, field, index, new) in _changes(tree, "module", None):
        before = _head(statement)
        outermost = next((f for f in lines if f == function or function.startswith(f + ".")), "")
        mutant = Mutant(function, lines.get(outermost, range(0)), "", parent, field, index, new)
        kept = mutant.apply()
        after = _head(new) if kept is statement and isinstance(new, ast.stmt) else _head(statement)
        mutant.undo(kept)
        name = f"{function}: {before} => {after}"
        counted[name] += 1
        name += f" ({counted[name]})" if counted[name] > 1 else ""
        found.append(Mutant(function, mutant.lines, name, parent, field, index, new))
    return found


Change = tuple[ast.AST, str, int, object]


def _changes(node: ast.AST, function: str, statement: ast.stmt | None) -> Iterator[tuple[str, ast.stmt, Change]]:
    """Every change below a node, with the function and the statement it is in."""
    if statement is not None:
        for field, new in _within(node):
            yield function, statement, (node, field, -1, new)
    for field, value in ast.iter_fields(node):
        if field in UNTOUCHED:
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(-1, value)]:
            if not isinstance(child, ast.AST) or _is_left(child, node):
                continue
            name, inside = function, statement
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = child.name if function == "module" else f"{function}.{child.name}"
            if isinstance(child, ast.stmt):
                inside = child
            assert inside is not None
            for new in _instead(child, node):
                yield function, inside, (node, field, index, new)
            yield from _changes(child, name, inside)


def _is_left(child: ast.AST, parent: ast.AST) -> bool:
    if isinstance(child, ast.Import | ast.ImportFrom | ast.Assert):
        return True
    if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
        return True  # a docstring
    if isinstance(child, ast.Constant) and isinstance(parent, ast.JoinedStr):
        return True
    if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
        return True
    if isinstance(child, ast.Assign) and isinstance(parent, ast.Module) and isinstance(child.value, ast.Subscript):
        return True  # an alias of a type
    return isinstance(child, ast.keyword) and child.arg == "strict"


def _instead(node: ast.AST, parent: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that take the place of a node."""
    if isinstance(node, ast.Constant):
        yield from _constants(node.value)
    elif isinstance(node, ast.JoinedStr):
        yield ast.Constant("XX")
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.Break):
        yield ast.Continue()
    elif isinstance(node, ast.Continue):
        yield ast.Break()
    elif isinstance(node, ast.AugAssign):
        yield ast.Assign([node.target], node.value)
        yield ast.Pass()
    elif _can_be_left_out(node):
        yield ast.Pass()
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in UNWRAPPED:
        yield node.func.value


def _can_be_left_out(node: ast.AST) -> bool:
    """Return whether a statement changes something that others read, or raises."""
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], ast.Attribute | ast.Subscript)
    return isinstance(node, ast.Raise) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))


def _constants(value: object) -> Iterator[ast.AST]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int | float):
        yield ast.Constant(value + 1)
        yield ast.Constant(value - 1)
    elif isinstance(value, str) and value:
        yield ast.Constant("XX")


def _within(node: ast.AST) -> Iterator[tuple[str, object]]:
    """Fields of a node that change, with what they become."""
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in BINARY:
        yield "op", BINARY[type(node.op)]()
    elif isinstance(node, ast.BoolOp):
        yield "op", ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    elif isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            yield "ops", [*node.ops[:i], COMPARED[type(op)](), *node.ops[i + 1 :]]
    elif isinstance(node, ast.Call):
        yield from _called(node)
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        yield from (("test", new) for new in _negated(node.test))
    elif isinstance(node, ast.comprehension):
        for i, test in enumerate(node.ifs):
            yield "ifs", [*node.ifs[:i], *node.ifs[i + 1 :]]
            yield from (("ifs", [*node.ifs[:i], new, *node.ifs[i + 1 :]]) for new in _negated(test))
    elif isinstance(node, ast.For):
        yield "iter", ast.List([], ast.Load())
    elif isinstance(node, ast.Slice):
        yield from ((field, None) for field in ("lower", "upper", "step") if getattr(node, field) is not None)
    elif isinstance(node, ast.Return | ast.Assign | ast.AnnAssign) and node.value is not None:
        if not (isinstance(node.value, ast.Constant) and node.value.value is None):
            yield "value", ast.Constant(None)


def _negated(test: ast.expr) -> Iterator[ast.expr]:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return  # leaving out the operator does the same
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], NEGATED):
        return
    yield ast.UnaryOp(ast.Not(), test)


def _called(node: ast.Call) -> Iterator[tuple[str, object]]:
    for i, keyword in enumerate(node.keywords):
        if keyword.arg != "strict":
            yield "keywords", [*node.keywords[:i], *node.keywords[i + 1 :]]
    if len(node.args) > 1:
        for i in range(len(node.args)):
            yield "args", [*node.args[:i], *node.args[i + 1 :]]
    func = node.func
    if isinstance(func, ast.Name) and func.id in FUNCTIONS:
        yield "func", ast.Name(FUNCTIONS[func.id], ast.Load())
    elif isinstance(func, ast.Attribute) and func.attr in FUNCTIONS:
        yield "func", ast.Attribute(func.value, FUNCTIONS[func.attr], ast.Load())


def _head(statement: ast.stmt) -> str:
    """A statement on one line; of a compound one only what stands before its block."""
    lines = ast.unparse(ast.fix_missing_locations(statement)).splitlines()
    return next(line for line in lines if not line.startswith("@"))


def _functions(tree: ast.Module) -> dict[str, range]:
    """The lines of the functions of a module and of its classes, decorators included; inner ones count as theirs."""
    found: dict[str, range] = {}
    for outer in tree.body:
        for node in (outer, *(outer.body if isinstance(outer, ast.ClassDef) else ())):
            if isinstance(node, ast.FunctionDef):
                name = node.name if node is outer else f"{getattr(outer, 'name', '')}.{node.name}"
                first = min(line.lineno for line in (node, *node.decorator_list))
                found[name] = range(first, (node.end_lineno or first) + 1)
    return found
