"""Bytes of code and stack of every kernel, as compilers give them: what ``edgec check`` estimates with.

    python benchmarks/code_sizes.py [--target cortex-m4] [--kernel ID] [--write]

A kernel is compiled in models of 1, 8 and 24 layers of its grid: compilers make a copy of it for each of few layers,
and one for all of many.  ``--write`` keeps the table in ``targets/code``, with ``--kernel`` the
rows of these kernels only.  Needs the targets' compilers.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from elftools.elf.elffile import ELFFile

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from edgec.codegen.emit.generate import emit  # noqa: E402
from edgec.codegen.emit.package import measured_options  # noqa: E402
from edgec.codegen.kernels.catalog import kernels_of  # noqa: E402
from edgec.codegen.kernels.library import Kernel  # noqa: E402
from edgec.codegen.kernels.spec import Misfit, NodeView  # noqa: E402
from edgec.codegen.plan.plan import Identity, make_plan  # noqa: E402
from edgec.converter.graph.ir import Graph, GraphEditor, Node  # noqa: E402
from edgec.converter.ops.registry import has_trait  # noqa: E402
from edgec.converter.ops.spec import Trait  # noqa: E402
from edgec.reports.measure import write_files  # noqa: E402
from edgec.targets.machine.branches import read_branches  # noqa: E402
from edgec.targets.machine.compile import CALL_GRAPH, compile_model  # noqa: E402
from edgec.targets.machine.elf import model_footprint  # noqa: E402
from edgec.targets.machine.stack import worst_stack  # noqa: E402
from edgec.targets.reader import Target, load_target  # noqa: E402
from tests.kernels.layers import node_of  # noqa: E402
from tests.kernels.variations import varied  # noqa: E402

TARGETS = ("cortex-m4", "cortex-m3", "cortex-m0")
VECTORS = {"cortex-m4": "cortex-m55"}  # the core that runs more kernels, whose rows stand in the table of the first
FOLDER = REPO / "targets" / "code"
PREFIX = "m"
COUNTS = (1, 8, 24)
RUN = 24  # bytes of <name>_run beside the calls of layers, about
_TAG = re.compile(r"_k[0-9a-f]{8}$")


@dataclass(frozen=True)
class Found:
    """Of one kernel: bytes of code and read-only data and of stack in models of ``COUNTS`` layers, and all functions.

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


def layers(kernel: Kernel) -> Iterator[NodeView]:
    """Layers of the kernel's grid and of other sizes that it takes, as many as the largest model has."""
    for i, layer in enumerate((*kernel.grid, *(made.layer for made in varied(kernel, max(COUNTS), 1)))):
        if not layer.frugal:
            view, _ = node_of(kernel, layer, np.random.default_rng(i))
            if kernel.takes(view) and not isinstance(kernel.calls(view), Misfit):
                yield view


def graph_of(views: Sequence[NodeView]) -> Graph:
    """The nodes beside each other, each with inputs and outputs of its own."""
    e = GraphEditor(name=PREFIX)
    for i, view in enumerate(views):
        names = [f"{t.name}_{i}" if t is not None else "" for t in view.ins]
        for name, t in zip(names, view.ins, strict=True):
            if t is not None:
                e.tensors[name] = replace(t, name=name)
                e.inputs += [name] if t.data is None else []
        outs = tuple(f"{t.name}_out_{i}" for t in view.outs)
        for name, t in zip(outs, view.outs, strict=True):
            e.tensors[name] = replace(t, name=name)
        e.outputs += outs
        e.nodes.append(Node(view.node.op, f"layer_{i}", tuple(names), outs, view.node.attrs))
    return e.build()


def compiled(kernel: Kernel, views: Sequence[NodeView], target: Target) -> Found:
    """Bytes of a model of these layers."""
    graph = graph_of(views)
    calls = [kernel.calls(NodeView.of(graph, node)) for node in graph.nodes]
    identity = Identity(PREFIX, "", "", "", target.name, "", "", options=measured_options(target, ""))
    plan = make_plan(graph, calls, identity)
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        folder, build = Path(temp) / "source", Path(temp) / "build"
        folder.mkdir()
        build.mkdir()
        write_files(folder, emit(plan))
        model = compile_model(folder, PREFIX, target, build, extra_flags=CALL_GRAPH)
        footprint = model_footprint(model, target, build)
        branches = read_branches(model.objects)
        stack = worst_stack(model.call_graphs, f"{PREFIX}_run", target, footprint.library_calls, branches)
        shared, init = functions_of(build / "footprint.elf")
    planned = plan.weight_bytes + plan.table_bytes
    own = footprint.sizes.flash - planned - init - RUN - sum(shared.values())
    return Found(kernel.name, (max(0, own),), (stack.bytes or 0,), shared)


def functions_of(image: Path) -> tuple[dict[str, int], int]:
    """Bytes of each function that models share, by its name without edgec's tag, and those of <name>_init."""
    found: dict[str, int] = {}
    init = 0
    with image.open("rb") as stream:
        for table in ELFFile(stream).iter_sections(type="SHT_SYMTAB"):
            for symbol in table.iter_symbols():
                name = symbol.name
                if symbol["st_info"]["type"] != "STT_FUNC":
                    continue
                if name == f"{PREFIX}_init":
                    init = symbol["st_size"]
                elif _TAG.search(name) or not name.startswith(("edgec_", f"{PREFIX}_")):
                    found[_TAG.sub("", name)] = symbol["st_size"]
    return found, init


def measured(kernel: Kernel, target: Target) -> Found | None:
    """Compile models of the kernel's layers; None when its grid has none."""
    every = list(layers(kernel))
    if not every or has_trait(every[0].node, Trait.RENAMES):
        return None
    made = [compiled(kernel, [every[i % len(every)] for i in range(n)], target) for n in COUNTS]
    shared = {name: size for one in made for name, size in one.shared.items()}
    return Found(kernel.name, tuple(one.code[0] for one in made), tuple(one.stack[0] for one in made), shared)


def text(target: str, found: Mapping[str, Found]) -> str:
    """The table, as ``targets/code`` holds it."""
    sizes = {name: size for one in found.values() for name, size in one.shared.items()}
    lines = [
        f"# Bytes that kernels take on {target} at -O3.  Written by benchmarks/code_sizes.py --write.",
        f"# In models of {', '.join(map(str, COUNTS))} layers: code with read-only data, stack below <name>_run "
        "(one number: the largest); "
        "shared: functions that other kernels have too.",
        "",
        "[kernels]",
    ]
    for name in sorted(found):
        one = found[name]
        shared = ", ".join(f'"{n}"' for n in sorted(one.shared))
        lines.append(f'"{name}" = {{ code = {list(one.code)}, stack = {list(one.stack)}, shared = [{shared}] }}')
    return "\n".join([*lines, "", "[shared]", *(f'"{n}" = {sizes[n]}' for n in sorted(sizes)), ""])


def merged(target: str, found: Mapping[str, Found], folder: Path = FOLDER) -> dict[str, Found]:
    """The rows of the target's table, those that were measured now in their places."""
    path = folder / f"{target}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"kernels": {}, "shared": {}}
    old = {
        name: Found(name, tuple(row["code"]), tuple(row["stack"]), {n: table["shared"][n] for n in row["shared"]})
        for name, row in table["kernels"].items()
    }
    return old | found


def measured_all(name: str, names: Collection[str] | None = None) -> dict[str, Found]:
    """The kernels of a target, or those of some ids or names."""
    target = load_target(name)
    vectors = load_target(VECTORS.get(name, name))
    found: dict[str, Found] = {}
    own = kernels_of(target)
    for kernel in (*own, *(k for k in kernels_of(vectors) if k not in own)):
        if names is not None and not {kernel.id, kernel.name} & {*names}:
            continue
        one = measured(kernel, target if kernel in own else vectors)
        if one is not None:
            found[one.kernel] = one.joined(found[one.kernel]) if one.kernel in found else one
    return found


def table(name: str) -> str:
    """The file of a target, all of its kernels measured."""
    return text(name, measured_all(name))


def main() -> None:
    """Print or write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", action="append", help="only this one (may be repeated)")
    parser.add_argument("--kernel", action="append", help="only kernels of this id or name (may be repeated)")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    for name in options.target or TARGETS:
        found = measured_all(name, options.kernel)
        if options.kernel is not None and not found:
            parser.error(f"--kernel {', '.join(options.kernel)}: {name} has no such kernel that is measured")
        if options.write and options.kernel is not None:
            found = merged(name, found)
        made = text(name, found)
        if options.write:
            (FOLDER / f"{name}.toml").write_text(made, encoding="utf-8")
        else:
            print(made)


if __name__ == "__main__":
    main()
