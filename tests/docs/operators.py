"""Table of what becomes of ONNX operators: models of each are imported, quantized and bound to kernels.

The models are ONNX's own tests of single operators, of which inputs behind the first are also given as constants, and
those of ``more_models``.  Nothing is compiled: bindings say whether a kernel takes a layer, ``tests/kernels`` that it
is right.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import numpy as np
import onnx
import onnx.defs

from edgec.codegen.kernels.catalog import asked_kernels, kernels
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array, DType, Graph
from edgec.converter.lower.registry import RULES
from edgec.converter.onnx.importer import import_model
from edgec.converter.onnx.supported import by_function
from edgec.quantize.integers.precision import weighted_nodes
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.scheme import Precision, QuantizeOptions, Scheme
from edgec.quantize.rewrite.q31 import with_q31
from edgec.quantize.rewrite.rewrites import simplified
from tests.conformance.onnx_cases import Case, load_cases
from tests.docs.more_models import more_models

Key = tuple[str, str]
SCHEMES = {"int8": Scheme.INT8, "int16x8": Scheme.INT16X8, "int4": Scheme.INT4}
FAMILIES = {
    "Cortex-M DSP": ("armv7em",),
    "Helium": ("mve", "mve_f32", "half"),
    "AArch64 NEON": ("neon", "neon_dot", "neon_i8mm", "neon_f32"),
    "Armv7-A NEON": ("neon_v7", "neon_f32_v7"),
    "CMSIS-NN": ("cmsis_nn", "cmsis_nn_mve"),
    "C in blocks": ("blocked_f32", "scalar", "avr"),
}
"""Columns of fast kernels, and their libraries; ``plain`` is what everything has."""
PLAIN = "plain"
NO, EXACT, FIXED, FLOAT = "-", "exact", "constant", "float32"
TRIED = 8  # models of an operator at most
RANK = (NO, FLOAT, FIXED, EXACT, "int8", "yes")  # what is kept of several models: the last of these


@dataclass
class Row:
    """An operator: how it is computed by scheme, and by family the schemes that have fast kernels."""

    key: Key
    cells: dict[str, str] = field(default_factory=lambda: dict.fromkeys(("float32", *SCHEMES), NO))
    fast: dict[str, set[str]] = field(default_factory=lambda: {family: set() for family in FAMILIES})

    def add(self, scheme: str, cell: str) -> None:
        self.cells[scheme] = max(self.cells[scheme], cell, key=RANK.index)

    @property
    def settled(self) -> bool:
        """Nothing more can be found."""
        return all(cell == "yes" for cell in self.cells.values()) and all(self.fast.values())


def libraries() -> tuple[Kernel, ...]:
    """All kernels; every library has a column.

    Raises:
        KeyError: one has none.
    """
    found = (*kernels(), *asked_kernels())
    known = {PLAIN, *(name for names in FAMILIES.values() for name in names)}
    missing = {k.library.name for k in found} - known
    if missing:
        raise KeyError(f"libraries without a column: {sorted(missing)}")
    return found


@cache
def cases() -> Mapping[Key, tuple[Case, ...]]:
    """Models by the one operator that they hold: ours first, then those with float inputs, the larger ones first."""
    found: dict[Key, list[Case]] = {}
    for case in load_cases():
        nodes = case.model.graph.node
        if len(nodes) == 1:
            domain = "" if nodes[0].domain == "ai.onnx" else nodes[0].domain
            found.setdefault((domain, nodes[0].op_type), []).append(as_float32(case))
    for key, made in more_models():
        found.setdefault(key, []).append(made)
    return {key: tuple(sorted(c, key=_order)) for key, c in found.items()}


def as_float32(case: Case) -> Case:
    """A test in double precision, in single precision."""
    if not any(getattr(v, "dtype", None) == np.float64 for v in case.inputs):
        return case
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    for info in (*model.graph.input, *model.graph.output):
        if info.type.tensor_type.elem_type == onnx.TensorProto.DOUBLE:
            info.type.tensor_type.elem_type = onnx.TensorProto.FLOAT
    inputs = tuple(v.astype(np.float32) if getattr(v, "dtype", None) == np.float64 else v for v in case.inputs)
    return replace(case, model=model, inputs=inputs)


def _order(case: Case) -> tuple[bool, bool, int, str]:
    first = case.inputs[0] if case.inputs else None
    real = isinstance(first, np.ndarray) and first.dtype == np.float32
    return (not case.name.startswith("more_"), not real, -first.size if isinstance(first, np.ndarray) else 0, case.name)


def graphs(case: Case) -> Iterator[tuple[Graph, list[Array]]]:
    """The graph with the inputs behind the first as constants, then with fewer, then with all."""
    values = dict(zip((i.name for i in case.model.graph.input), case.inputs, strict=False))
    arrays = {k: np.asarray(v) for k, v in values.items() if isinstance(v, np.ndarray | np.generic)}
    rest = dict(list(arrays.items())[1:])
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        path = Path(folder) / "model.onnx"
        path.write_bytes(case.model.SerializeToString())
        seen, took = [], False
        for constants in (rest, {k: v for k, v in rest.items() if v.dtype.kind not in "fc"}, {}, arrays):
            if sorted(constants) in seen or (constants is arrays and took):
                continue
            seen.append(sorted(constants))
            shapes = {k: v.shape for k, v in arrays.items() if k not in constants}
            try:
                graph = simplified(import_model(path, shapes, constants).graph, False)
            except EdgecError:
                continue
            names = [k for k in values if k not in constants]
            took = True
            if len(names) == len(graph.inputs):
                yield graph, [np.asarray(values[n])[None] for n in names]


def kernel_families(graph: Graph, found: tuple[Kernel, ...]) -> set[str]:
    """The families of which a kernel takes a layer of the graph."""
    of_library = {name: family for family, names in FAMILIES.items() for name in names}
    took = set()
    for asked, of in ((False, graph), (True, with_q31(graph))):  # vendors' kernels have factors of their own
        views = [v for n in graph.nodes if n.inputs and (v := NodeView.of(of, n)).ins[0] is not None]
        fast = [k for k in found if k.library.name != PLAIN and k.library.asked == asked]
        took |= {k.library.name for k in fast if any(k.takes(v) and not isinstance(k.calls(v), Misfit) for v in views)}
    return {of_library[name] for name in took}


def computed(graph: Graph) -> str:
    """Say how a graph computes: in integers for reals, in exact values of their own type, or not at run time."""
    if all(graph.tensors[name].is_const for node in graph.nodes for name in node.inputs if name):
        return FIXED
    tensors = [graph.tensors[name] for node in graph.nodes for name in (*node.inputs, *node.outputs) if name]
    if any(t.quant is not None and not t.is_const for t in tensors):
        return "yes"
    return FLOAT if any(t.dtype is DType.F32 for t in tensors) else EXACT


def quantized(graph: Graph, samples: list[Array], scheme: str) -> Graph | None:
    """The integer form, or None where there is none."""
    real = [s.astype(np.float32) if s.dtype.kind == "f" else s for s in samples]
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            layers = {n.name: Precision.INT4 for n in weighted_nodes(graph)} if scheme == "int4" else {}
            return quantize_model(graph, real, QuantizeOptions(SCHEMES[scheme], "minmax", layers=layers))
        except EdgecError:
            return None


def row(key: Key, found: tuple[Kernel, ...]) -> Row:
    """The row of an operator: of its models with real values where there are some, else of all."""
    real, other = Row(key), Row(key)
    for case in cases().get(key, ())[:TRIED]:
        for graph, samples in graphs(case):
            own = computed(graph)
            if own == FLOAT:
                _add_real(real, graph, samples, found)
                continue
            for scheme in ("int8",) if own == "yes" else other.cells:
                other.add(scheme, own)
            if own == "yes":
                for family in kernel_families(graph, found):
                    other.fast[family].add("int8")
        if real.settled:
            break
    return other if real.cells["float32"] == NO else real


def _add_real(out: Row, graph: Graph, samples: list[Array], found: tuple[Kernel, ...]) -> None:
    """Add to a row what a model of real values shows."""
    out.add("float32", "yes")
    for family in kernel_families(graph, found):
        out.fast[family].add("float32")
    for scheme in SCHEMES:
        made = quantized(graph, samples, scheme)
        cell = FLOAT if made is None else computed(made)
        packed = made is not None and any(t.dtype is DType.I4 for t in made.tensors.values())
        out.add(scheme, "int8" if cell == "yes" and scheme == "int4" and not packed else cell)
        if made is not None and cell == "yes" and (scheme != "int4" or packed):
            for family in kernel_families(made, found):
                out.fast[family].add(scheme)


def operators() -> list[Key]:
    """All operators: those of ONNX that are not deprecated, and those that edgec has rules for."""
    newest: dict[Key, onnx.defs.OpSchema] = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        key = (schema.domain, schema.name)
        if key not in newest or newest[key].since_version < schema.since_version:
            newest[key] = schema
    current = {k for k, s in newest.items() if not s.deprecated}
    return sorted(current | set(RULES))


@cache
def supported() -> frozenset[Key]:
    """Operators that a rule takes, or ONNX's definition of them."""
    return frozenset(RULES) | frozenset(by_function())


SHORT = {"float32": "f", "int8": "8", "int16x8": "16", "int4": "4", "yes": "8", "exact": "", "constant": ""}
HEAD = """\
# Operator support by data type

Written by `make written` with onnx {onnx}, on whose version the operators and their tests depend; a test
keeps it current. Every operator is tried on ONNX's own tests of it and on layers of usual sizes: imported, quantized,
and offered to each library of kernels. What an operator takes, and what to do in place of one that is not supported:
[SUPPORTED_OPS.md](../../SUPPORTED_OPS.md).

| cell | meaning |
|---|---|
| yes | computed in these numbers |
| int8 | under int4: it has no weights that int4 could hold; computed as in int8 |
| float32 | it has no integer form: refused with exit code 3, unless `--allow-float` keeps it in float32 |
| exact | it has no real values: integers and bools in their own type, whatever the scheme |
| constant | computed at compile time |
| - | not supported, or not in these numbers |

The columns on the right name the numbers for which a layer that the operator becomes has a kernel beside the plain C,
which every layer has on every target: `8` int8, `16` int16x8, `4` int4, `f` float32. A layer takes it where its sizes
fit and nothing else is cheaper; `edgec report` says what each took, and why.

"""
EXPLAINED = {
    "Cortex-M DSP": "Cortex-M4, M7, M33, M55, M85",
    "Helium": "Cortex-M55, M85",
    "AArch64 NEON": "64-bit Cortex-A; with dot products and products of int8 matrices where the processor has them",
    "Armv7-A NEON": "Cortex-A7, A9",
    "CMSIS-NN": "Arm's library, where it is asked for: `--kernels cmsis-nn`",
    "C in blocks": "portable C for float32, computed in registers, for every target",
}
APART = frozenset({"If", "Loop", "Scan"})  # what is in them counts


def page() -> str:
    """The table of all operators."""
    found = libraries()
    lines = [HEAD.format(onnx=onnx.__version__), "| kernels | of |\n|---|---|\n"]
    lines += [f"| {family} | {EXPLAINED[family]} |\n" for family in FAMILIES]
    lines.append("\n")
    rows = {key: row(key, found) for key in operators()}
    unseen = [k for k in rows if k[1] in APART or (k in supported() and set(rows[k].cells.values()) == {NO})]
    for domain in sorted({d for d, _ in rows}):
        lines.append(f"## {domain or 'ai.onnx'}\n\n")
        lines.append(f"| operator | float32 | {' | '.join(SCHEMES)} | {' | '.join(FAMILIES)} |\n")
        lines.append("|---|" + "---|" * (1 + len(SCHEMES) + len(FAMILIES)) + "\n")
        for key in [k for k in rows if k[0] == domain and k not in unseen]:
            fast = [" ".join(SHORT[n] for n in SHORT if n in rows[key].fast[f]) for f in FAMILIES]
            lines.append(f"| {key[1]} | {' | '.join((*rows[key].cells.values(), *fast))} |\n")
        lines.append("\n")
    names = ", ".join(f"{d}.{n}" if d else n for d, n in unseen)
    lines.append(f"Supported as parts of models, not tried alone: {names}. If, Loop and Scan are unrolled.\n")
    return "".join(lines)
