"""Figures of operators, kernels and data: what is stated once, and how much is stated."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from edgec.codegen.kernels.catalog import kernels
from edgec.codegen.kernels.params import members, records
from tests.unit.house import test_assembly as assembly
from tests.unit.house import test_operators as operators
from tests.unit.house.sources import REPO, sources
from tests.unit.house.test_architecture import imports_without_a_base, unlike_the_order
from tests.unit.house.trees import nodes

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

OF_TEXT = (
    "endswith",
    "find",
    "index",
    "partition",
    "removeprefix",
    "removesuffix",
    "rpartition",
    "split",
    "startswith",
)
MATCHED = ("findall", "finditer", "fullmatch", "match", "search", "split", "sub")


def symbols_parsed() -> int:
    """Expressions that look into the text of a C symbol (``call.symbol``): ``in``, slices, methods, patterns."""
    return sum(looks_into_a_symbol(node) for node in _nodes("codegen", "proof", "edgec"))


def looks_into_a_symbol(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        pairs = zip(node.ops, node.comparators, strict=True)
        return any(isinstance(op, (ast.In, ast.NotIn)) and _is_symbol(side) for op, side in pairs)
    if isinstance(node, ast.Subscript):
        return _is_symbol(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        of_text = node.func.attr in OF_TEXT and _is_symbol(node.func.value)
        return of_text or (node.func.attr in MATCHED and any(_is_symbol(a) for a in node.args))
    return False


def _is_symbol(node: ast.AST) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "symbol") or (
        isinstance(node, ast.Name) and node.id == "symbol"
    )


def parameters_by_name() -> int:
    """Calls in ``codegen`` that take a call, parameters or an initializer, and a text that is the path of a member."""
    assert kernels()  # their records are imported
    paths = {path for record in records().values() for path in _paths(record)}
    return sum(reads_by_name(node, paths) for node in _nodes("codegen"))


def reads_by_name(node: ast.AST, paths: Collection[str]) -> bool:
    """Return whether an expression reads a member of a call's parameters by one of its paths in C."""
    if not isinstance(node, ast.Call) or len(node.args) < 2 or not isinstance(node.args[0], (ast.Name, ast.Attribute)):
        return False
    read = ast.unparse(node.args[0]).rpartition(".")[2] in ("c", "call", "found", "initializer", "p", "params")
    return read and any(isinstance(a, ast.Constant) and a.value in paths for a in node.args[1:])


def _paths(record: Any) -> Iterator[str]:
    for member in members(record):
        yield member.cname
        if member.record is not None:
            yield from (f"{member.cname}.{inner}" for inner in _paths(member.record))


def operator_tables() -> int:
    """Tables by names of operators or by classes of their attributes that are no facet."""
    return len(operators.tables())


def operators_compared() -> int:
    """Comparisons of ``node.op`` with names of operators, outside of the importer."""
    return len(operators.compared())


def assembly_in_strings() -> int:
    """Lines of several instructions in a C string, in files that people write."""
    return len(assembly.strings_of_assembly())


def longest_macro() -> int:
    """Lines of the longest macro in C that people write."""
    return max(lines for lines, _ in assembly.macros())


def imports_of_other_libraries() -> int:
    """Imports of a library of kernels by one that does not declare it as its base."""
    return len(imports_without_a_base())


def upward_arrows() -> int:
    """Imports between folders against the order of the data flow."""
    return len(unlike_the_order())


def _nodes(*folders: str) -> Iterator[ast.AST]:
    for _, text in sources(*folders):
        yield from nodes(text)


def tables_of(folder: str) -> list[Mapping[str, Any]]:
    """The TOML files of a folder in ``targets``."""
    files = sorted((REPO / "targets" / folder).glob("*.toml"))
    return [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]


def price_terms() -> int:
    """Rates at -O3 in ``targets/rates``, and factors of those that stand in another file."""
    factors = (f for table in tables_of("rates") for f in table.get("factors", {}).values())
    return sum(1 for _ in _rates("terms")) + sum(map(len, factors))


def price_zeros() -> int:
    """Rates that are zero, at all levels, and factors that are."""
    factors = (
        f for table in tables_of("rates") for kernels in table.get("factors", {}).values() for f in kernels.values()
    )
    return sum(rate == 0 for rate in (*_rates("terms"), *_rates("at"), *factors))


def _rates(kind: str) -> Iterator[float]:
    for table in tables_of("rates"):
        levels = [table.get("terms", {})] if kind == "terms" else table.get(kind, {}).values()
        for libraries in levels:
            yield from (rate for kernels in libraries.values() for terms in kernels.values() for rate in terms.values())


def stack_entries() -> int:
    """Functions of C libraries with a figure in a TOML file."""
    listed = sum(len(table.get("toolchain", {}).get("library_stack", ())) for table in _lists_of_cores())
    return listed + sum(len(table["bytes"]) for table in tables_of("stacks"))


def _lists_of_cores() -> list[Mapping[str, Any]]:
    """The files of cores and boards that list functions themselves."""
    found = [*tables_of("."), *tables_of("boards")]
    return [t for t in found if isinstance(t.get("toolchain", {}).get("library_stack"), list)]


def glossary_words() -> int:
    """Words of ``GLOSSARY.md``."""
    lines = (REPO / "GLOSSARY.md").read_text(encoding="utf-8").splitlines()
    return sum(line.startswith("|") for line in lines) - 2


def bytes_of(name: str) -> int:
    """Bytes of a text."""
    return (REPO / name).stat().st_size


RETIRED_FILES = re.compile(
    r"(^|/)(lean|floor|floors|several|together|squares|goals|borders|newton|given|unchanged|kept|scored|pruned"
    r"|pruned_auto|pruning)\.py$|^edgec/wording\.py$|^quantize/ranges/choose\.py$"
)
RETIRED_NAMES = re.compile(
    r"\b(Told|_One|won_back|_won_back|trimmed|usual\(\)|closed\(code\)|search\.asked|edgec_apart_neon\w*"
    r"|EDGEC_(HELD|CELL|KNOWN|EACH|PART))\b|^_?(SURE|HELD|MOVED|QUICK|ENOUGH|FEWEST) ?[:=]",
    re.M,
)


def retired_names() -> list[str]:
    """Files, classes and constants that have a name of the dialect that the list of renames gave another one."""
    found = [path.as_posix() for path, _ in sources(*FOLDERS) if RETIRED_FILES.search(path.as_posix())]
    for path, text in sources(*FOLDERS):
        found += [f"{path.as_posix()}: {name[0]}" for name in RETIRED_NAMES.finditer(text)]
    return found


FOLDERS = ("converter", "quantize", "targets", "codegen", "proof", "edgec")
