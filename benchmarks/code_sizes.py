"""Bytes of code and stack of every kernel, as compilers give them: what ``edgec check`` estimates with.

    python benchmarks/code_sizes.py [--target cortex-m4] [--kernel ID] [--functions] [--write]

A kernel is compiled in models of 1, 8 and 24 layers of its grid: compilers make a copy of it for each of few layers,
and one for all of many.  C functions of which small float models consist are compiled in several sizes
(``function_sizes.py``).  ``--write`` keeps the table in ``targets/code``, with ``--kernel`` the rows of these kernels
only, with ``--functions`` those of functions.  Needs the targets' compilers.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

REPO = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(REPO), str(REPO / "benchmarks")]
from function_sizes import PREFIX, frame, functions, image_of, side_by_side, stack_of_run  # noqa: E402

from edgec.codegen.emit.generate import emit  # noqa: E402
from edgec.codegen.emit.package import measured_options  # noqa: E402
from edgec.codegen.kernels.catalog import kernels_of  # noqa: E402
from edgec.codegen.kernels.library import Kernel  # noqa: E402
from edgec.codegen.kernels.spec import Misfit, NodeView  # noqa: E402
from edgec.codegen.plan.plan import Identity, make_plan  # noqa: E402
from edgec.converter.ops.registry import has_trait  # noqa: E402
from edgec.converter.ops.spec import Trait  # noqa: E402
from edgec.reports.measure import write_files  # noqa: E402
from edgec.targets.code_sizes import Loops  # noqa: E402
from edgec.targets.machine.compile import CALL_GRAPH, compile_model  # noqa: E402
from edgec.targets.machine.elf import model_footprint  # noqa: E402
from edgec.targets.reader import Target, load_target  # noqa: E402
from tests.kernels.layers import node_of  # noqa: E402
from tests.kernels.variations import varied  # noqa: E402

TARGETS = ("cortex-m4", "cortex-m3", "cortex-m0", "cortex-m55")
FOLDER = REPO / "targets" / "code"
COUNTS = (1, 8, 24)
RUN = 24  # bytes of <name>_run beside the calls of layers, about


@dataclass(frozen=True)
class Found:
    """Bytes of one kernel in models of ``COUNTS`` layers: code with read-only data, stack, and all shared functions.

    ``shared`` are blocks, which the kernels of a library share, and functions of the C library, with their bytes.
    """

    kernel: str
    code: tuple[int, ...]
    stack: tuple[int, ...]
    shared: dict[str, int]

    def joined(self, other: Found) -> Found:
        """The larger figures of two of one name."""
        code, stack = tuple(map(max, self.code, other.code)), tuple(map(max, self.stack, other.stack))
        return Found(self.kernel, code, stack, self.shared | other.shared)


@dataclass(frozen=True)
class Functions:
    """Sizes of C functions: their rows, bytes of what these link, and what every model has (``function_sizes``)."""

    rows: dict[str, Loops]
    shared: dict[str, int]
    frame: tuple[int, int]
    call: int


def layers(kernel: Kernel) -> Iterator[NodeView]:
    """Layers of the kernel's grid and of other sizes that it takes, as many as the largest model has."""
    for i, layer in enumerate((*kernel.grid, *(made.layer for made in varied(kernel, max(COUNTS), 1)))):
        if not layer.frugal:
            view, _ = node_of(kernel, layer, np.random.default_rng(i))
            if kernel.takes(view) and not isinstance(kernel.calls(view), Misfit):
                yield view


def compiled(kernel: Kernel, views: Sequence[NodeView], target: Target) -> Found:
    """Bytes of a model of these layers."""
    graph = side_by_side(views)
    calls = [
        kernel.calls(replace(NodeView.of(graph, node), positive=view.positive))
        for node, view in zip(graph.nodes, views, strict=True)
    ]
    identity = Identity(PREFIX, "", "", "", target.name, "", "", options=measured_options(target, ""))
    plan = make_plan(graph, calls, identity)
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        folder, build = Path(temp) / "source", Path(temp) / "build"
        folder.mkdir()
        build.mkdir()
        write_files(folder, emit(plan))
        model = compile_model(folder, PREFIX, target, build, extra_flags=CALL_GRAPH)
        footprint = model_footprint(model, target, build)
        stack = stack_of_run(model, footprint.library_calls, target)
        image = image_of(build / "footprint.elf")
    planned = plan.weight_bytes + plan.table_bytes
    own = footprint.sizes.flash - planned - image.init - RUN - sum(image.shared.values())
    return Found(kernel.name, (max(0, own),), (stack,), image.shared)


def measured(kernel: Kernel, target: Target) -> Found | None:
    """Compile models of the kernel's layers; None when its grid has none."""
    every = list(layers(kernel))
    if not every or has_trait(every[0].node, Trait.RENAMES):
        return None
    made = [compiled(kernel, [every[i % len(every)] for i in range(n)], target) for n in COUNTS]
    shared = {name: size for one in made for name, size in one.shared.items()}
    return Found(kernel.name, tuple(one.code[0] for one in made), tuple(one.stack[0] for one in made), shared)


def text(target: str, found: Mapping[str, Found], made: Functions | None = None) -> str:
    """The table, as ``targets/code`` holds it; ``made``: functions that were measured anew."""
    made = recorded_functions(target) if made is None else made
    sizes: dict[str, int] = {}
    for name, size in (item for one in found.values() for item in one.shared.items()):
        sizes[name] = max(size, sizes.get(name, 0))
    sizes |= made.shared
    lines = [
        f"# Bytes that kernels take on {target} at -O3.  Written by benchmarks/code_sizes.py --write.",
        f"# In models of {', '.join(map(str, COUNTS))} layers: code with read-only data, stack below <name>_run "
        "(one number: the largest); "
        "shared: functions that other kernels have too.",
        "# frame: bytes of <name>_init and <name>_run without an arena and with one; call: of a layer in <name>_run.",
        f"frame = {list(made.frame)}",
        f"call = {made.call}",
        "",
        "[kernels]",
    ]
    for name in sorted(found):
        one = found[name]
        shared = ", ".join(f'"{n}"' for n in sorted(one.shared))
        lines.append(f'"{name}" = {{ code = {list(one.code)}, stack = {list(one.stack)}, shared = [{shared}] }}')
    lines += ["", "[functions]"]
    for name, row in sorted(made.rows.items()):
        values = (f"{f.name} = {json.dumps(getattr(row, f.name))}" for f in fields(row) if getattr(row, f.name))
        lines.append(f'"{name}" = {{ {", ".join(values)} }}')
    return "\n".join([*lines, "", "[shared]", *(f'"{n}" = {sizes[n]}' for n in sorted(sizes)), ""])


def measured_functions(name: str) -> Functions:
    """Measure the code and stack of the functions of a target."""
    target = load_target(name)
    rows, shared = functions(target)
    return Functions(rows, shared, *frame(target))


def recorded_functions(target: str) -> Functions:
    """Read the sizes of functions from the target's table."""
    table = _table(target, FOLDER)
    rows = {
        name: Loops(**row | {"shared": tuple(row.get("shared", ())), "stack": tuple(row["stack"])})
        for name, row in table.get("functions", {}).items()
    }
    shared = {n: table["shared"][n] for row in rows.values() for n in row.shared}
    return Functions(rows, shared, tuple(table.get("frame", (0, 0))), table.get("call", 0))


def _table(target: str, folder: Path) -> dict[str, Any]:
    path = folder / f"{target}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"kernels": {}, "shared": {}}


def merged(target: str, found: Mapping[str, Found], folder: Path = FOLDER) -> dict[str, Found]:
    """The rows of the target's table, those that were measured now in their places, with what they share."""
    table = _table(target, folder)
    shared = {**table["shared"], **{n: size for one in found.values() for n, size in one.shared.items()}}
    old = {
        name: Found(name, tuple(row["code"]), tuple(row["stack"]), {n: shared[n] for n in row["shared"]})
        for name, row in table["kernels"].items()
    }
    return old | found


def measured_all(name: str, names: Collection[str] | None = None) -> dict[str, Found]:
    """The kernels of a target, or those of some ids or names."""
    target = load_target(name)
    found: dict[str, Found] = {}
    for kernel in kernels_of(target):
        if names is not None and not {kernel.id, kernel.name} & {*names}:
            continue
        one = measured(kernel, target)
        if one is not None:
            found[one.kernel] = one.joined(found[one.kernel]) if one.kernel in found else one
    return found


def table(name: str) -> str:
    """The file of a target, all of its kernels measured."""
    return text(name, measured_all(name), measured_functions(name))


def main() -> None:
    """Print or write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", action="append", help="only this one (may be repeated)")
    parser.add_argument("--kernel", action="append", help="only kernels of this id or name (may be repeated)")
    parser.add_argument("--functions", action="store_true", help="only C functions in several sizes")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    for name in options.target or TARGETS:
        some = options.kernel is not None or options.functions
        found = measured_all(name, options.kernel or ()) if some else measured_all(name)
        made = None if options.kernel is not None and not options.functions else measured_functions(name)
        if options.kernel is not None and not found:
            parser.error(f"--kernel {', '.join(options.kernel)}: {name} has no such kernel that is measured")
        if options.write and some:
            found = merged(name, found)
        table = text(name, found, made)
        if options.write:
            (FOLDER / f"{name}.toml").write_text(table, encoding="utf-8")
        else:
            print(table)


if __name__ == "__main__":
    main()
