"""Bytes of C functions by the passes of their loops, and of what every model has: part of ``benchmarks/code_sizes.py``.

Compilers unroll loops that are short and whose lengths they know.  A small float model consists of little else, so that
the functions of which it is made are compiled in several sizes.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, permutations
from pathlib import Path

import numpy as np
from elftools.elf.elffile import ELFFile

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from edgec.codegen.emit.generate import emit  # noqa: E402
from edgec.codegen.emit.package import measured_options  # noqa: E402
from edgec.codegen.kernels.catalog import kernels_of  # noqa: E402
from edgec.codegen.kernels.grids import conv, dense  # noqa: E402
from edgec.codegen.kernels.library import GridLayer, Kernel  # noqa: E402
from edgec.codegen.kernels.plain.elementwise import FLOAT_BINARY  # noqa: E402
from edgec.codegen.kernels.plain.tree import forest  # noqa: E402
from edgec.codegen.kernels.spec import Misfit, NodeView  # noqa: E402
from edgec.codegen.plan.plan import Identity, make_plan  # noqa: E402
from edgec.converter.graph.ir import Clamp, DType, Graph, GraphEditor, Node  # noqa: E402
from edgec.converter.ops.boundary import CastAttrs  # noqa: E402
from edgec.converter.ops.elementwise import (  # noqa: E402
    BinaryAttrs,
    BinaryFn,
    SoftmaxAttrs,
    UnaryAttrs,
    UnaryFn,
)
from edgec.converter.ops.tree import TreeSum  # noqa: E402
from edgec.reports.measure import write_files  # noqa: E402
from edgec.targets.code_sizes import MOST_PASSES, OUTER_PASS_STEPS, Loops  # noqa: E402
from edgec.targets.machine.branches import read_branches  # noqa: E402
from edgec.targets.machine.compile import CALL_GRAPH, CompiledModel, compile_model  # noqa: E402
from edgec.targets.machine.elf import model_footprint  # noqa: E402
from edgec.targets.machine.stack import worst_stack  # noqa: E402
from edgec.targets.reader import Target  # noqa: E402
from tests.kernels.layers import node_of  # noqa: E402

PREFIX = "m"
SHORT, LONG = (2, 4, 8, 12, 16, 17), 64  # steps of loops of one level; LONG is never unrolled
STACKS = (SHORT.index(4), SHORT.index(16), len(SHORT))
TAPS = (1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 52, 56, 60, LONG)
SURELY = (12, 16, 20, 24, 32)  # steps of an inner loop that compilers unroll
FEW, MANY = (1, 2, 3, 4, 6, 8, 10, 12, 16), 32  # outputs of dense layers
UNARY = (
    *(UnaryFn.CLIP, UnaryFn.LEAKY_RELU, UnaryFn.SIGMOID, UnaryFn.TANH, UnaryFn.HARD_SIGMOID, UnaryFn.HARD_SWISH),
    *(UnaryFn.ELU, UnaryFn.EXP, UnaryFn.LOG, UnaryFn.SQRT, UnaryFn.ABS, UnaryFn.NEG, UnaryFn.RECIPROCAL, UnaryFn.ERF),
    *(UnaryFn.GELU, UnaryFn.SOFTPLUS, UnaryFn.SWISH),
)
CASTS = tuple(permutations((DType.F32, DType.I32, DType.I64), 2))
Flat, Nested = Callable[[int], GridLayer], Callable[[int, int], GridLayer]
NESTED: dict[str, Nested] = {
    "plain/dense_f32": lambda k, o: dense(1, k, o, Clamp()),
    "plain/conv2d_f32_1x1": lambda k, o: conv((1, 6, 6, k), o, clamp=Clamp()),
}
_INDEX = re.compile(rf"{PREFIX}_\w*?_(\d+)(\.|$)")
_TAG = re.compile(r"_k[0-9a-f]{8}$")


@dataclass(frozen=True)
class Image:
    """A linked model: bytes of its layers' functions by number, of <name>_init and <name>_run, and of what is shared.

    ``shared`` are functions that models share, by their names without edgec's tag; ``data`` are a C library's.
    ``stack`` is what <name>_run takes.
    """

    layers: dict[int, int] = field(default_factory=dict)
    init: int = 0
    run: int = 0
    shared: dict[str, int] = field(default_factory=dict)
    data: dict[str, int] = field(default_factory=dict)
    stack: int = 0


def compiled(graph: Graph, kernels: Sequence[Kernel], target: Target) -> Image:
    """The image of a graph whose nodes these kernels compute."""
    calls = [kernel.calls(NodeView.of(graph, node)) for kernel, node in zip(kernels, graph.nodes, strict=True)]
    options = measured_options(target, "")
    plan = make_plan(graph, calls, Identity(PREFIX, "", "", "", target.name, "", "", options=options))
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        folder, build = Path(temp) / "source", Path(temp) / "build"
        folder.mkdir()
        build.mkdir()
        write_files(folder, emit(plan))
        model = compile_model(folder, PREFIX, target, build, extra_flags=CALL_GRAPH)
        footprint = model_footprint(model, target, build)
        stack = stack_of_run(model, footprint.library_calls, target)
        return replace(image_of(build / "footprint.elf"), stack=stack)


def stack_of_run(model: CompiledModel, undefined: Sequence[str], target: Target) -> int:
    """Bytes of stack that <name>_run takes; 0 where there is no bound."""
    branches = read_branches(model.objects)
    return worst_stack(model.call_graphs, f"{PREFIX}_run", target, undefined, branches).bytes or 0


def image_of(path: Path) -> Image:
    """Sizes of functions and data of a linked model."""
    layers: dict[int, int] = {}
    shared: dict[str, int] = {}
    data: dict[str, int] = {}
    ends = {"init": 0, "run": 0}
    counted: set[int] = set()
    for name, kind, start, size in _symbols(path):
        own = name.removeprefix(f"{PREFIX}_")
        if kind == "STT_FUNC" and own in ends and own != name:
            ends[own] = size
        elif kind == "STT_FUNC" and (found := _INDEX.match(name)):
            layers[int(found.group(1))] = layers.get(int(found.group(1)), 0) + size
        elif kind == "STT_FUNC" and (_TAG.search(name) or (own == name and not name.startswith("edgec_"))):
            more = {*range(start, start + size)} - counted  # functions have several names, and entries
            shared[_TAG.sub("", name)] = len(more)
            counted |= more
        elif kind == "STT_OBJECT" and own == name and not name.startswith(("edgec_", "p.")) and size:
            data[name] = size
    return Image(layers, ends["init"], ends["run"], shared, data)


def _symbols(path: Path) -> list[tuple[str, str, int, int]]:
    """Name, type, address and bytes of each symbol, the largest first."""
    with path.open("rb") as stream:
        found = [
            (s.name, s["st_info"]["type"], s["st_value"] & ~1, s["st_size"])
            for table in ELFFile(stream).iter_sections(type="SHT_SYMTAB")
            for s in table.iter_symbols()
        ]
    return sorted(found, key=lambda symbol: (-symbol[3], symbol[0]))


def side_by_side(views: Sequence[NodeView]) -> Graph:
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


def in_a_row(kernel: Kernel, sizes: Sequence[int]) -> Graph:
    """Dense layers of these sizes, each on the output of the one before."""
    e = GraphEditor(name=PREFIX)
    at = ""
    for i, (taps, outputs) in enumerate(pairwise(sizes)):
        view = _views(kernel, [dense(1, taps, outputs)])[0]
        names = [at or "x", f"w_{i}", f"b_{i}"]
        for name, t in zip(names, view.ins, strict=True):
            assert t is not None
            e.tensors[name] = replace(t, name=name) if name != at else e.tensors[at]
        at = f"y_{i}"
        e.tensors[at] = replace(view.y, name=at)
        e.nodes.append(Node(view.node.op, f"layer_{i}", tuple(names), (at,), view.node.attrs))
    e.inputs, e.outputs = ["x"], [at]
    return e.build()


def _views(kernel: Kernel, layers: Sequence[GridLayer]) -> list[NodeView]:
    views = [node_of(kernel, layer, np.random.default_rng(i))[0] for i, layer in enumerate(layers)]
    assert not any(isinstance(kernel.calls(view), Misfit) for view in views)
    return views


@dataclass(frozen=True)
class _Sizes:
    """Bytes of each layer, of what they link, and of stack of models of one layer (``Loops.stack``)."""

    layers: list[int]
    shared: dict[str, int]
    stack: tuple[int, ...]


def _sizes(kernel: Kernel, layers: Sequence[GridLayer], target: Target, typical: Sequence[int]) -> _Sizes:
    """The sizes of a kernel's layers in one model; ``typical``: those whose stack is that of short and long loops."""
    views = _views(kernel, layers)
    image = compiled(side_by_side(views), [kernel] * len(views), target)
    stack = tuple(compiled(side_by_side([views[i]]), [kernel], target).stack for i in typical)
    # memset and memcpy are of long layers
    linked = {name: size for name, size in (image.shared | image.data).items() if not name.startswith("mem")}
    return _Sizes([image.layers.get(i, 0) for i in range(len(views))], linked, stack)


def _function(kernel: Kernel, layer: GridLayer) -> str:
    """The C function that computes a layer."""
    calls = kernel.calls(_views(kernel, [layer])[0])
    assert not isinstance(calls, Misfit)
    return calls[0].symbol


def _flat(sizes: _Sizes) -> Loops:
    """Fit a loop of one level to sizes of SHORT steps and LONG ones."""
    *short, rolled = sizes.layers
    shared = tuple(sorted(sizes.shared))
    unrolled = [(n, size) for n, size in zip(SHORT, short, strict=True) if size > rolled]
    if len(unrolled) < 2:
        return Loops(rolled, shared=shared, stack=sizes.stack)
    step, start = np.polyfit(*zip(*unrolled, strict=True), 1).round().astype(int).tolist()
    most = max(n for n, _ in unrolled)
    return Loops(rolled, start, step, most, start=start, shared=shared, stack=sizes.stack)


def _nested(kernel: Kernel, layer: Nested, target: Target) -> tuple[Loops, dict[str, int]]:
    """Fit loops of two levels to layers of so many taps and outputs."""
    known: dict[tuple[int, int], int] = {}
    for o in (*FEW, MANY):  # of more layers in a model compilers inline less
        sizes = _sizes(kernel, [layer(k, o) for k in TAPS], target, [TAPS.index(k) for k in (4, 16, LONG)])
        known |= {(k, o): size for k, size in zip(TAPS, sizes.layers, strict=True)}
    rolled = known[LONG, MANY]
    step, inner = np.polyfit(SURELY, [known[k, MANY] for k in SURELY], 1)
    partly = [(k, known[k, MANY]) for k in TAPS if TAPS[2] < k < LONG]
    partly = [(k, size) for k, size in partly if abs(size / (inner + step * k) - 1) < 0.2]
    most = max(k for k, _ in partly)
    step, inner = np.polyfit(*zip(*partly, strict=True), 1).round().astype(int).tolist()
    passes = [(k, o) for k, o in known if 1 < o <= MOST_PASSES and k <= most]
    # an outer loop is unrolled where that takes clearly more than the inner one alone
    kept = min(o * (k + OUTER_PASS_STEPS) for k, o in passes if known[k, o] <= 1.25 * (inner + step * k))
    whole = max(o * (k + OUTER_PASS_STEPS) for k, o in passes if o * (k + OUTER_PASS_STEPS) < kept)
    rows = [(o, k * o) for k, o in passes if o * (k + OUTER_PASS_STEPS) <= whole]
    matrix = np.array([[1, o, ko] for o, ko in rows])
    start, each, _ = np.linalg.lstsq(matrix, [known[ko // o, o] for o, ko in rows], rcond=None)[0]
    shared = tuple(sorted(sizes.shared))
    return Loops(rolled, inner, step, most, round(start), round(each), whole, shared, sizes.stack), sizes.shared


def functions(target: Target, only: Collection[str] | None = None) -> tuple[dict[str, Loops], dict[str, int]]:
    """Functions of one or two float tensors, softmax, small trees, dense layers; and bytes of what they link.

    ``only``: C functions; others are left out.
    """
    kernels = {kernel.name: kernel for kernel in kernels_of(target)}
    rows: list[tuple[str, Flat]] = [
        *(("plain/unary_f32", lambda n, fn=fn: GridLayer(UnaryAttrs(fn, 0.5, 2.0), ((1, n),))) for fn in UNARY),
        *(
            ("plain/binary_f32", lambda n, fn=fn: GridLayer(BinaryAttrs(BinaryFn(fn)), ((1, n), (1, n))))
            for fn in sorted(FLOAT_BINARY - {"mod", "fmod"})
        ),
        *(
            ("plain/softmax_f32", lambda n, log=log: GridLayer(SoftmaxAttrs(1, log), ((1, n),)))
            for log in (False, True)
        ),
        *(("plain/cast", lambda n, a=a, b=b: GridLayer(CastAttrs(b), ((1, n),), dtype=a)) for a, b in CASTS),
        ("plain/tree_small_f32", lambda n: forest((1, 8), 4, 3, n, TreeSum.SUM)),
    ]
    found: dict[str, Loops] = {}
    shared: dict[str, int] = {}
    for name, layer in rows:
        function = _function(kernels[name], layer(1))
        if only is None or function in only:
            sizes = _sizes(kernels[name], [layer(n) for n in (*SHORT, LONG)], target, STACKS)
            found[function] = _flat(sizes)
            shared |= sizes.shared
    for name, nested in NESTED.items():
        function = _function(kernels[name], nested(1, 1))
        if only is None or function in only:
            found[function], linked = _nested(kernels[name], nested, target)
            shared |= linked
    return found, shared


def frame(target: Target) -> tuple[tuple[int, int], int]:
    """Bytes of <name>_init and <name>_run beside the calls of layers, without an arena and with one; of a call."""
    kernel = next(k for k in kernels_of(target) if k.name == "plain/dense_f32")
    one, three, five = (
        compiled(in_a_row(kernel, sizes), [kernel] * (len(sizes) - 1), target)
        for sizes in ((8, 3), (8, 6, 4, 3), (8, 6, 7, 5, 4, 3))
    )
    call = round((five.run - three.run) / 2)
    return (one.init + one.run - call, three.init + three.run - 3 * call), call
