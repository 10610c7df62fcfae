"""House rules that a tool can hold: one-way imports, sizes of files and functions, the list of packages."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.unit.house.trees import nodes

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

REPO = Path(__file__).resolve().parents[3]
FOLDERS = ("converter", "quantize", "targets", "codegen", "proof", "edgec")
"""Folders in the order of the data flow: each may import itself and those before it."""
DATA = ("runtime_c",)
MAX_FILE, MAX_FUNCTION, MAX_C_FUNCTION = 400, 50, 60
MADE_FROM_TEMPLATE = "/* Made from asm/"
ONNX_USERS = re.compile(r"converter/onnx/\w+\.py")


def python_files(*folders: str) -> list[Path]:
    return sorted(p for f in folders for p in (REPO / f).rglob("*.py") if "_generated" not in p.parts)


def c_files() -> list[Path]:
    return sorted(
        p for f in ("runtime_c", "targets", "examples") for p in (REPO / f).rglob("*.[ch]") if "out" not in p.parts
    )


@cache
def imported(path: Path, typing: bool = True) -> set[str]:
    """Full names of all modules a file imports, lazily or not; without those for ``typing`` only when it is false."""
    names: set[str] = set()
    every = nodes(path.read_text(encoding="utf-8"))
    checked = (n for n in every if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING")
    skipped = set() if typing else {id(inner) for block in checked for inner in ast.walk(block)}
    for node in (n for n in every if id(n) not in skipped):
        if isinstance(node, ast.Import):
            names.update(a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
            names.update(f"{node.module}.{a.name}" for a in node.names)
    return names


@pytest.mark.parametrize("folder", FOLDERS)
def test_imports_go_one_way(folder: str) -> None:
    later = FOLDERS[FOLDERS.index(folder) + 1 :]
    if folder == "edgec":
        return
    for path in python_files(folder):
        for name in imported(path):
            if name == "edgec" or not name.startswith("edgec."):
                assert name != "edgec", f"{path}: imports the front door"
                continue
            part = name.split(".")[1]
            if part in ("__version__",):
                pytest.fail(f"{path}: imports the front door ({name})")
            assert part in FOLDERS + DATA, f"{path}: imports the front door ({name})"
            assert part not in later, f"{path}: imports {name}, which comes after {folder}"


def module_of(path: Path) -> str:
    """The full name of a product file's module."""
    folder, *parts = path.relative_to(REPO).with_suffix("").parts
    names = ["edgec", *([] if folder == "edgec" else [folder]), *parts]
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def room_of(module: str, packages: set[str]) -> str:
    """The package that a module lies in; a module with packages beside it is a room of its own."""
    package = module if module in packages else module.rpartition(".")[0]
    alone = any(p.rpartition(".")[0] == package for p in packages)
    return module if alone else package


def rooms() -> dict[str, dict[str, str]]:
    """Room -> rooms that it imports, each with an import that does it.  Rooms are what lies in the folders."""
    files = {module_of(p): p for p in python_files(*FOLDERS)}
    packages = {m for m, p in files.items() if p.name == "__init__.py"}
    found: dict[str, dict[str, str]] = {}
    for module, path in files.items():
        here = found.setdefault(room_of(module, packages), {})
        for name in imported(path, typing=False):
            target = next((n for n in (name, name.rpartition(".")[0]) if n in files), None)
            if target is not None and room_of(target, packages) != room_of(module, packages):
                here.setdefault(room_of(target, packages), f"{module} imports {target}")
    return found


def test_imports_between_rooms_go_one_way() -> None:
    """No room can be reached from itself."""
    graph = rooms()
    assert len(graph) > 30
    done: set[str] = set()
    while len(done) < len(graph):
        free = [room for room, needs in graph.items() if room not in done and set(needs) <= done | {room}]
        stuck = {room: needs for room, needs in graph.items() if room not in done}
        facts = [fact for needs in stuck.values() for other, fact in needs.items() if other in stuck]
        assert free, "rooms import each other:\n" + "\n".join(sorted(facts))
        done.update(free)


def bases_of(library: str) -> set[str]:
    """The libraries that a library declares to be built on."""
    declared = importlib.import_module(f"edgec.codegen.kernels.{library}").LIBRARY.base
    return set() if declared is None else {declared.name} | bases_of(declared.name)


def imports_without_a_base() -> set[str]:
    """Imports of a library of kernels by one that does not declare it as its base."""
    found = set()
    for path in python_files("codegen/kernels"):
        library = path.parent.name
        if library in ("kernels", "shared"):
            continue
        known = {library, "plain", "shared"} | bases_of(library)
        for name in imported(path):
            part = name.removeprefix("edgec.codegen.kernels.").split(".")[0]
            if name.startswith("edgec.codegen.kernels.") and (REPO / "codegen" / "kernels" / part).is_dir():
                found |= {f"{module_of(path)} imports {part}"} if part not in known else set()
    return found


def test_libraries_import_what_they_are_built_on() -> None:
    """Bindings import the root of the kernels, ``plain``, ``shared``, and libraries that they declare as bases."""
    assert not imports_without_a_base()


def installed() -> dict[str, set[str]]:
    """Rooms directly in the installed package -> other rooms that each imports, for types only or not."""
    files = {module_of(p): p for p in python_files(*FOLDERS, *DATA)}
    found: dict[str, set[str]] = {}
    for module, path in files.items():
        here = found.setdefault(installed_room(module), set())
        for node in nodes(path.read_text(encoding="utf-8")):
            names = [a.name for a in node.names] if isinstance(node, (ast.Import, ast.ImportFrom)) else []
            if isinstance(node, ast.ImportFrom):
                inner = [f"{node.module}.{name}" for name in names]
                names = [name if name in files else node.module or "" for name in inner]
            here |= {installed_room(n) for n in names if n in files}
        here.discard(installed_room(module))
    return found


def installed_room(module: str) -> str:
    """``edgec.search.build`` lies in ``search``, ``edgec`` itself in ``edgec``."""
    return module.partition(".")[2].partition(".")[0] or "edgec"


def unlike_the_order() -> list[str]:
    """Imports between what is installed that are part of a circle, or against the order of the folders."""
    graph, order = installed(), list(FOLDERS[:-1])
    front = [name for name in graph if name not in (*FOLDERS, *DATA)]
    found = [f"{a} imports {b}" for a in order for b in graph[a] if b in front or order.index(b) > order.index(a)]
    done: set[str] = set()
    while free := [room for room, needs in graph.items() if room not in done and needs <= done]:
        done.update(free)
    return found + [f"{a} imports {b}" for a in graph for b in graph[a] if a not in done and b not in done]


def test_no_private_names_cross_modules() -> None:
    found = []
    for path in python_files(*FOLDERS):
        for node in nodes(path.read_text(encoding="utf-8")):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("edgec"):
                names = [a.name for a in node.names if a.name.startswith("_") and not a.name.startswith("__")]
                found += [f"{path}: {name} of {node.module}" for name in names if name != "_generated"]
    assert not found


def test_data_packages_import_nothing() -> None:
    for path in python_files(*DATA):
        assert not imported(path) - {"__future__", "__future__.annotations"}, path


def test_only_the_importer_knows_onnx() -> None:
    users = {
        p.relative_to(REPO).as_posix()
        for p in python_files(*FOLDERS)
        if any(n == "onnx" or n.startswith("onnx.") for n in imported(p))
    }
    assert not [u for u in users if not ONNX_USERS.fullmatch(u)]


def test_files_are_short() -> None:
    """Headers of assembly are as long as their unrolled loops; their templates are short."""
    written = [p for p in c_files() if MADE_FROM_TEMPLATE not in p.read_text(encoding="utf-8")]
    files = [*python_files(*FOLDERS), *written, *(REPO / "runtime_c").rglob("*.j2")]
    sizes = sorted(((p.read_text(encoding="utf-8").count("\n"), str(p.relative_to(REPO))) for p in files), reverse=True)
    print("longest files:", *(f"  {n} {p}" for n, p in sizes[:5]), sep="\n")
    assert not [(n, p) for n, p in sizes if n > MAX_FILE]


def test_python_functions_are_short() -> None:
    sizes = sorted(
        (
            ((node.end_lineno or 0) - node.lineno + 1, f"{p.relative_to(REPO)}:{node.lineno} {node.name}")
            for p in python_files(*FOLDERS)
            for node in nodes(p.read_text(encoding="utf-8"))
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        ),
        reverse=True,
    )
    print("longest Python functions:", *(f"  {n} {f}" for n, f in sizes[:5]), sep="\n")
    assert not [(n, f) for n, f in sizes if n > MAX_FUNCTION]


def test_c_functions_are_short() -> None:
    """A function starts at a name in column 0 with a parenthesis and ends at the next ``}`` in column 0."""
    sizes = []
    for path in c_files():
        start, head = 0, ""
        lines = path.read_text(encoding="utf-8").splitlines()
        for i, line in enumerate(lines, 1):
            if not start and re.match(r"[A-Za-z_].*\(", line):
                start, head = i, line
            if start and (
                line.startswith("}") or (line.rstrip().endswith(";") and "{" not in "".join(lines[start - 1 : i]))
            ):
                sizes.append((i - start + 1, f"{path.relative_to(REPO)}:{start} {head[:60]}"))
                start = 0
    sizes.sort(reverse=True)
    print("longest C functions:", *(f"  {n} {f}" for n, f in sizes[:5]), sep="\n")
    assert not [(n, f) for n, f in sizes if n > MAX_C_FUNCTION]


def test_every_package_is_listed() -> None:
    """pyproject.toml lists each folder that holds Python code, so that the wheel has it."""
    setup = tomllib.loads((REPO / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    roots = {v: k for k, v in setup["package-dir"].items()}
    found = set()
    for folder in (*FOLDERS, *DATA):
        for path in (REPO / folder).rglob("*.py"):
            parts = path.parent.relative_to(REPO / folder).parts
            found.add(".".join((roots[folder], *parts)))
            assert (path.parent / "__init__.py").is_file(), f"{path.parent} has no __init__.py"
    assert sorted(setup["packages"]) == sorted(found)


def test_no_unfinished_work_and_no_machine_paths() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=REPO, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    bad = re.compile("TO" + "DO|FIX" + r"ME|NotImplemented" + "Error|/ro" + "ot/|/wo" + "rk/")
    for name in listed.stdout.splitlines():
        path = REPO / name
        if not path.is_file() or path.suffix not in {".py", ".c", ".h", ".j2", ".md", ".toml", ".sh", ""}:
            continue
        found = bad.search(path.read_text(encoding="utf-8"))
        assert found is None, f"{name}: {found.group() if found else ''}"


def test_names_of_test_files_are_their_own() -> None:
    """pytest imports them by their names: of two that are called alike one would not run."""
    names = [p.name for p in (REPO / "tests").rglob("test_*.py")]
    assert sorted(n for n in set(names) if names.count(n) > 1) == []
