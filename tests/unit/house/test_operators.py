"""House rules for operators: rules are facets, and kinds of operators are traits or types, not names in comparisons.

``python -m tests.unit.house.test_operators`` prints the figures.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from edgec.commands.operators import FACETS
from edgec.converter.ops.registry import OPS
from tests.unit.house.test_architecture import FOLDERS, REPO, python_files
from tests.unit.house.trees import parsed

HOMES = ("converter/ops/", "converter/lower/")  # what an operator is, and what ONNX's operators become
IMPORTER = ("converter/onnx/", "converter/lower/")  # where names are those of ONNX
MOST_COMPARED = 30
CLASSES = {spec.attrs.__name__ for spec in OPS.values()}


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Product files by their path in the repository."""
    for path in python_files(*FOLDERS):
        yield Path(path).relative_to(REPO).as_posix(), parsed(path.read_text(encoding="utf-8"))


def named(node: ast.AST) -> set[str]:
    """Operators that a constant expression names: a string, or a tuple or set of them."""
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and n.value in OPS}


def constants(files: Mapping[str, ast.Module]) -> set[str]:
    """Names of module-level constants that hold names of operators."""
    found = set()
    for tree in files.values():
        for node in tree.body:
            value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
            if isinstance(value, (ast.Tuple, ast.Set, ast.Constant, ast.Call)) and named(value):
                if not isinstance(value, ast.Call) or ast.unparse(value.func) in ("frozenset", "set", "tuple"):
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]  # type: ignore[attr-defined]
                    found |= {t.id for t in targets if isinstance(t, ast.Name)}
    return found


def compared() -> list[str]:
    """Comparisons of a node's operator with names of operators, in a constant or on the spot."""
    files = {path: tree for path, tree in trees() if not path.startswith(IMPORTER)}
    known, found = constants(files), []
    for path, tree in files.items():
        for node in (n for n in ast.walk(tree) if isinstance(n, ast.Compare)):
            sides = [node.left, *node.comparators]
            if not any(isinstance(s, ast.Attribute) and s.attr == "op" for s in sides):
                continue
            names = {n.id for s in sides for n in ast.walk(s) if isinstance(n, ast.Name)}
            if names & known or any(named(s) for s in sides):
                found.append(f"{path}:{node.lineno} {ast.unparse(node)}")
    return found


def tables() -> list[str]:
    """Module-level tables by operators' names or classes of attributes, beside the list of operators itself."""
    found = []
    for path, tree in trees():
        if path.startswith(HOMES):
            continue
        for node in tree.body:
            value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
            if isinstance(value, ast.Dict):
                keys = {k.value if isinstance(k, ast.Constant) else getattr(k, "id", "") for k in value.keys}
                if keys & {*OPS, *CLASSES}:
                    found.append(f"{path}:{node.lineno}")
    return found


def test_operators_are_compared_by_traits_and_types() -> None:
    found = compared()
    assert len(found) <= MOST_COMPARED, "\n".join(found)


def test_tables_of_operators_are_facets() -> None:
    assert tables() == []


def test_all_facets_are_listed() -> None:
    """Every facet that a module states is a column of ``edgec inspect --operators``."""
    made = [
        ast.unparse(node.target)
        for _, tree in trees()
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith("Facet[")
    ]
    assert len(made) == len(FACETS) == len({f.name for f in FACETS}), made


if __name__ == "__main__":
    print(*compared(), *tables(), sep="\n")
    print(f"node.op compared with names: {len(compared())}; tables that are no facet: {len(tables())}")
