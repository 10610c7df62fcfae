"""Small graphs and helpers for the tests of code generation."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen import Generated, GenerateOptions, generate
from edgec.codegen.choose.choice import Selection
from edgec.codegen.kernels.spec import CTYPES
from edgec.converter.graph.ir import Array, Clamp, DType, Graph, GraphEditor, Node, Quant
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import ReshapeAttrs
from edgec.converter.ops.spec import IntCall
from edgec.search.requirements import Objective
from edgec.targets.machine.bench import BenchArena, BenchModel, BenchOptions, Port, run_bench
from edgec.targets.reader import load_target
from tests.builders.chosen import target_with

HOSTILE = (
    "*/ int evil(){} /*",
    "??/",
    "back\\",
    "x-1",
    "x_1",
    "int",
    "模型",
    "",
    "a" * 300,
    '"quote"',
    "new\nline",
    "%s",
)


def options(name: str = "tiny", scheme: str = "float32", model_name: str = "tiny.onnx") -> GenerateOptions:
    return aimed(GenerateOptions(name, target_with(), scheme, model_name, "0123abcd" * 8, "1.2.3"), "balanced")


def aimed(base: GenerateOptions, optimize: str) -> GenerateOptions:
    """Options with which ``--optimize`` begins its search; for size, at the level that is usually the smallest."""
    objective = Objective(optimize)
    selection = Selection(objective.exchange, level="Os" if objective is Objective.SIZE else "")
    max_arena = 0 if objective is Objective.RAM else None
    return replace(base, optimize=optimize, selection=selection, max_arena=max_arena)


def float_graph(names: tuple[str, ...] = ("x", "conv", "add", "dense")) -> Graph:
    """Conv -> relu; added to itself; reshaped; dense; two outputs."""
    rng = np.random.default_rng(1)
    e = GraphEditor(name=names[0])
    x = e.tensor(names[0], (1, 6, 5, 3), DType.F32)
    w = e.const(names[1], rng.standard_normal((4, 3, 3, 3)).astype(np.float32))
    b = e.const(names[1], rng.standard_normal(4).astype(np.float32))
    c = e.tensor(names[1], (1, 6, 5, 4), DType.F32)
    u = e.tensor(names[2], (1, 6, 5, 4), DType.F32)
    s = e.tensor(names[2], (1, 6, 5, 4), DType.F32)
    r = e.tensor(names[2], (1, 120), DType.F32)
    v = e.const(names[3], rng.standard_normal((7, 120)).astype(np.float32))
    d = e.const(names[3], np.zeros(7, np.float32))
    y = e.tensor(names[3], (1, 7), DType.F32)
    e.nodes += [
        Node("Conv", names[1], (x, w, b), (c,), ConvAttrs(pads=(1, 1, 1, 1), clamp=Clamp(0.0))),
        Node("Unary", names[2], (c,), (u,), UnaryAttrs(UnaryFn.TANH)),
        Node("Binary", names[2], (c, u), (s,), BinaryAttrs(BinaryFn.ADD)),
        Node("Reshape", names[2], (s,), (r,), ReshapeAttrs((1, 120))),
        Node("Dense", names[3], (r, v, d), (y,), DenseAttrs()),
    ]
    e.inputs, e.outputs = [x], [y, s]
    return e.build()


def int8_graph(dtype: DType = DType.I8, sizes: Sequence[int] = (9, 8, 5)) -> Graph:
    """Dense -> sigmoid table -> dense -> sigmoid table, all int8; ``sizes``: of other numbers of values and layers."""
    rng = np.random.default_rng(2)
    e = GraphEditor(name="ints")
    h = e.tensor("x", (1, sizes[0]), dtype, Quant.per_tensor(0.05, 7))
    e.inputs = [h]
    scale = 0.05
    for i, (columns, rows) in enumerate(pairwise(sizes)):
        w = e.const(f"w{i}", rng.integers(-127, 128, (rows, columns)).astype(np.int8),
                    Quant.per_axis(rng.uniform(0.001, 0.02, rows), 0))  # fmt: skip
        weight_scales = np.array(e.tensors[w].quant.scale)
        b = e.const(f"b{i}", rng.integers(-999, 999, rows).astype(np.int32), Quant.per_axis(scale * weight_scales, 0))
        y = e.tensor(f"y{i}", (1, rows), DType.I8, Quant.per_tensor(0.11, -3))
        e.nodes.append(Node("Dense", f"dense{i}", (h, w, b), (y,), DenseAttrs()))
        t = e.tensor(f"t{i}", (1, rows), DType.I8, Quant.per_tensor(1 / 256, -128))
        e.nodes.append(Node("Unary", f"sigmoid{i}", (y,), (t,), UnaryAttrs(UnaryFn.SIGMOID)))
        h, scale = t, 1 / 256
    e.outputs = [h]
    return e.build()


def reference(graph: Graph, inputs: list[Array]) -> list[Array]:
    """The outputs by the operators' own references."""
    values = dict(zip(graph.inputs, inputs, strict=True))
    values |= {name: t.data for name, t in graph.tensors.items() if t.data is not None}
    for node in graph.nodes:
        ins, spec = [values[i] for i in node.inputs], OPS[node.op]
        if graph.is_quantized:
            call = IntCall(
                node.attrs,
                ins,
                [graph.tensors[i].quant for i in node.inputs],
                [graph.tensors[o].quant for o in node.outputs],
                [(graph.tensors[o].shape, graph.tensors[o].dtype) for o in node.outputs],
            )
            assert spec.run_int is not None
            outs = spec.run_int(call)
        else:
            outs = spec.run(node.attrs, ins)
        values.update(zip(node.outputs, outs, strict=True))
    return [values[o] for o in graph.outputs]


def write(generated: Generated, folder: Path) -> Path:
    for path, content in generated.files:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def run(generated: Generated, folder: Path, inputs: list[Array], flags: tuple[str, ...] = ()) -> list[Array]:
    """Build for the host with sanitizers and run; inputs are [samples, ...].

    Without flags nothing is optimized away, and compiling takes a fifth of the time.
    """
    quick = ("-g0",) if flags else ("-g0", "-O0", "-DEDGEC_UNOPTIMIZED")
    plan = generated.plan
    model = BenchModel(
        generated.prefix,
        tuple(Port(CTYPES[t.dtype], t.nbytes) for t in plan.inputs),
        tuple(Port(CTYPES[t.dtype], t.nbytes) for t in plan.outputs),
        plan.arena_size,
        plan.arena_align,
        arenas=tuple(BenchArena(a.memory, a.size) for a in plan.arenas) if len(plan.arenas) > 1 else (),
    )
    checked = BenchOptions(sanitize=True, extra_flags=(*quick, *flags))
    return run_bench(folder, model, load_target("host"), inputs, checked)


def need(*programs: str) -> None:
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")


def generated_folder(graph: Graph, folder: Path, **changes: str) -> tuple[Generated, Path]:
    made = generate(graph, options(**changes))
    return made, write(made, folder)
