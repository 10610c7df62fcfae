"""Arena bytes of the shared models and of MobileNetV2-0.35 (int8, Cortex-M4), and what less memory costs.

    python benchmarks/memory.py [NAME ...]

prints a Markdown table.  "apart" is the arena when no layer's output may overlap its input; "default" and "ram" are
``--optimize balanced`` and ``ram``.  Inputs and outputs are the caller's buffers; in "with input" the bytes of the
inputs are added, which is what an interpreter that keeps them in its arena needs.  Scratch is included everywhere.
Instructions are those of one inference under QEMU, and the bytes of all three must be equal.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import accuracy
import mobilenet_v2
import numpy as np
import onnx

from edgec import ConvertOptions, convert
from edgec.codegen import GenerateOptions, make_model_plan
from edgec.codegen.build.bench import BenchModel, Port, count_instructions, run_bench
from edgec.codegen.build.target import Target, load_target
from edgec.codegen.emit import emit
from edgec.codegen.kernels import registry
from edgec.codegen.kernels.spec import CTYPES
from edgec.codegen.plan import Plan, make_plan
from edgec.converter.edge_file import load_edge
from edgec.converter.ir import Graph

TFLM = {"kws": 22_820, "resnet8": 54_996, "vww": 100_708, "ad": 2_580, "str_ww": 16_596}
TARGETS = {  # bytes of arena: default, ram
    "kws": (10_000, 9_000),
    "resnet8": (38_000, 22_000),
    "vww": (42_000, 32_000),
    "ad": (1_100, 900),
    "str_ww": (7_000, 5_000),
}
MOBILENETS = {"mobilenet_v2_96": 96, "mobilenet_v2_144": 144}
SAMPLES = 2


@dataclass(frozen=True)
class Measured:
    """One arrangement of a model."""

    arena: int
    inputs: int
    instructions: int
    outputs: bytes


def graph_of(name: str, folder: Path) -> Graph:
    """The int8 graph of a model."""
    if name in MOBILENETS:
        size = MOBILENETS[name]
        model, data = folder / f"{name}.onnx", folder / "random.npz"
        onnx.save(mobilenet_v2.build(size, 0.35), model)
        np.savez(data, x=np.random.default_rng(1).random((8, 3, size, size)).astype(np.float32))
        options = ConvertOptions(calibration=str(data), input_layout="nhwc")
    else:
        case = accuracy.CASES[name]
        model = accuracy.SHARED / "models" / f"{case.model}.onnx"
        options = ConvertOptions(calibration=str(accuracy.split(case, folder)[0]))
    made = convert(model, options, folder / "out", force=True)
    return load_edge(next(made.folder.glob("*.edge")))[0]


def plan_of(graph: Graph, kind: str, target: Target) -> Plan:
    """The plan of one arrangement: "apart", "balanced" or "ram"."""
    options = GenerateOptions(
        "model", target, "int8", "model", "0" * 64, "benchmark", "ram" if kind == "ram" else "balanced"
    )
    plan = make_model_plan(graph, options)
    if kind != "apart":
        return plan
    calls = registry.select_all(graph, target.features)
    apart = [tuple(replace(c, inplace=(), window=None) for c in some) for some in calls]
    return make_plan(graph, apart, plan.identity)


def measure(plan: Plan, folder: Path, target: Target) -> Measured:
    """Compile and run one plan."""
    for path, content in emit(plan):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    ports = [tuple(Port(CTYPES[t.dtype], t.nbytes) for t in side) for side in (plan.inputs, plan.outputs)]
    model = BenchModel(plan.identity.prefix, ports[0], ports[1], plan.arena_size, plan.arena_align)
    rng = np.random.default_rng(0)
    x = [rng.integers(-128, 128, (SAMPLES, *t.shape)).astype(np.int8) for t in plan.inputs]
    outputs = b"".join(y.tobytes() for y in run_bench(folder, model, target, x))
    instructions = count_instructions(folder, model, target, [a[:1] for a in x])[0]
    return Measured(plan.arena_size, sum(t.nbytes for t in plan.inputs), instructions, outputs)


def row(name: str, target: Target) -> str:
    """The line of one model."""
    with tempfile.TemporaryDirectory() as temp:
        folder = Path(temp)
        graph = graph_of(name, folder)
        found = {k: measure(plan_of(graph, k, target), folder / k, target) for k in ("apart", "balanced", "ram")}
    apart, default, ram = found.values()
    assert apart.outputs == default.outputs == ram.outputs, f"{name}: the bytes differ"
    wanted = TARGETS.get(name)
    cells = [name, f"{TFLM[name]:,}" if name in TFLM else "-", f"{apart.arena:,}"]
    for i, one in enumerate((default, ram)):
        price = 100 * (one.instructions / (apart, default)[i].instructions - 1)
        goal = f" (goal {wanted[i]:,})" if wanted else ""
        cells += [f"{one.arena:,}{goal}", f"{one.arena + one.inputs:,}", f"{one.instructions:,} ({price:+.1f} %)"]
    return "| " + " | ".join(cells) + " |"


def main(names: list[str]) -> None:
    """Print the table."""
    target = load_target("cortex-m4")
    print("| model | TFLM | apart | default | with input | instructions | ram | with input | instructions |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in names or (*TARGETS, *MOBILENETS):
        print(row(name, target), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
