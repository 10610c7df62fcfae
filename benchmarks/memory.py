"""Arena bytes of the shared models and of MobileNetV2-0.35 (int8, Cortex-M4), what less memory costs, and the stack.

    python benchmarks/memory.py [NAME ...]        or: make memory

prints Markdown; for all models it also writes docs/memory.md.  ``--widths`` prints only the arenas of int8 and int16x8,
``--whole`` only the RAM of vww in all.
Every figure is that of code that has been compiled and run under QEMU; the output bytes of all arrangements of a model
must be equal.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import accuracy
import mobilenet_v2
import numpy as np
import onnx

from edgec import ConvertOptions, convert
from edgec.codegen import GenerateOptions, make_model_plan
from edgec.codegen.choose.choice import Selection, choose_all
from edgec.codegen.emit.generate import emit
from edgec.codegen.kernels.spec import CTYPES
from edgec.codegen.plan.plan import Plan, make_plan
from edgec.converter.edge.file import load_edge
from edgec.converter.graph.ir import Graph
from edgec.reports.measure import measure, write_files
from edgec.search.requirements import Objective
from edgec.targets.machine.bench import BenchModel, Port, count_instructions, measure_stack, run_bench
from edgec.targets.reader import Target, load_target

REPORT = Path(__file__).resolve().parents[1] / "docs" / "memory.md"
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
APART, DEFAULT, RAM = "apart", Objective.SPEED.value, Objective.RAM.value
HEAD = """\
# Memory

Written by `make memory` (int8, Cortex-M4, compiled and run under QEMU; all memory plans are bit-identical).

*apart* is the default without in-place layers; *default* is `--optimize speed`; *ram* is `--optimize ram`. The arena
holds tensors between layers and all scratch; inputs and outputs are the caller's buffers. "With I/O" adds them, to
compare with an interpreter that keeps them in its arena, such as TensorFlow Lite Micro (TFLM). Goals are this project's
own. Percentages of *default* are against *apart*, those of *ram* against *default*; they include the cost of other
kernels in layers that are computed row by row (resnet8 cannot use Winograd there).
"""
ARENA = (
    "model", "TFLM arena", "apart", "default", "goal", "with I/O", "instructions", "ram", "goal", "with I/O",
    "instructions", "default / ram",
)  # fmt: skip
OVERWRITTEN = ("model", "default", "`--overwrite-input`", "ram", "ram, `--overwrite-input`")
MOST_RAM = 40_000  # of vww in all
IN_ALL = """
The whole RAM of vww, stack included, is at most 40 KB with `edgec convert mlperf_mobilenet_vww.onnx --calibration FILE
--overwrite-input --max-ram {limit}`: {ram:,} bytes (`edgec report`) for {more:.1%} more instructions, as estimated
(`python benchmarks/memory.py --whole`).
"""
PRICE = ("model", "layers", "how", "arena saved", "instructions (estimated)")
WIDE = "## Activations of 16 bits\n\nBytes of arena (`python benchmarks/memory.py --widths`).\n\n"
WIDTHS = ("model", "int8", "int16x8", "int16x8 / int8")
STACK = ("model", "numbers", "mode", "stack in the report", "painted under QEMU")


@dataclass(frozen=True)
class Measured:
    """One arrangement of a model."""

    arena: int
    with_io: int
    instructions: int
    outputs: bytes


def graph_of(name: str, folder: Path, numbers: str = "int8") -> Graph:
    """The graph of a model, "int8", "int16x8" or "float32"."""
    options = ConvertOptions(quantize="float32")
    if name in MOBILENETS:
        size = MOBILENETS[name]
        model, data = folder / f"{name}.onnx", folder / "random.npz"
        onnx.save(mobilenet_v2.build(size, 0.35), model)
        np.savez(data, x=np.random.default_rng(1).random((8, 3, size, size)).astype(np.float32))
        options = ConvertOptions(calibration=str(data), input_layout="nhwc")
    else:
        case = accuracy.CASES[name]
        model = accuracy.SHARED / "models" / f"{case.model}.onnx"
        if numbers != "float32":
            options = ConvertOptions(quantize=numbers, calibration=str(accuracy.split(case, folder)[0]))
    made = convert(model, options, folder / numbers, force=True)
    return load_edge(next(made.folder.glob("*.edge")))[0]


def plan_of(graph: Graph, kind: str, target: Target, overwrite: bool = False) -> Plan:
    """The plan of one arrangement: "apart" or a value of ``Objective``; ``overwrite``: inputs lie in the arena."""
    mode = Objective(DEFAULT if kind == APART else kind)
    selection = Selection(mode.exchange, level="Os" if mode is Objective.SIZE else "")
    arena = 0 if mode is Objective.RAM else None
    scheme = "int8" if graph.is_quantized else "float32"
    who = ("model", target, scheme, "model", "0" * 64, "benchmark", mode.value)
    plan = make_model_plan(graph, GenerateOptions(*who, selection, arena, overwrite_input=overwrite))
    if kind != APART:
        return plan
    choices = choose_all(graph, target)
    apart = [tuple(replace(c, inplace=(), window=None) for c in choice.calls) for choice in choices]
    return make_plan(graph, apart, plan.identity)


def written(plan: Plan, folder: Path) -> BenchModel:
    """Write a plan's files; what the bench must know of them."""
    folder.mkdir(parents=True, exist_ok=True)
    write_files(folder, emit(plan))
    ports = [tuple(Port(CTYPES[t.dtype], t.nbytes) for t in side) for side in (plan.inputs, plan.outputs)]
    return BenchModel(plan.identity.prefix, ports[0], ports[1], plan.arena_size, plan.arena_align)


def samples(plan: Plan) -> list[np.ndarray]:
    """Random inputs."""
    rng = np.random.default_rng(0)
    shapes = [(SAMPLES, *t.shape) for t in plan.inputs]
    if plan.graph.is_quantized:
        return [rng.integers(-128, 128, shape).astype(np.int8) for shape in shapes]
    return [rng.random(shape).astype(np.float32) for shape in shapes]


def arrangement(plan: Plan, folder: Path, target: Target) -> Measured:
    """Compile and run one plan."""
    model, x = written(plan, folder), samples(plan)
    outputs = b"".join(y.tobytes() for y in run_bench(folder, model, target, x))
    instructions = count_instructions(folder, model, target, [a[:1] for a in x])[0]
    io = sum(t.nbytes for t in (*plan.inputs, *plan.outputs))
    return Measured(plan.arena_size, plan.arena_size + io, instructions, outputs)


def stack_row(name: str, graph: Graph, mode: str, folder: Path, target: Target) -> list[str]:
    """The stack that the report states, and that which the code used."""
    plan = plan_of(graph, mode, target)
    model = written(plan, folder)
    measured = measure(plan.identity.prefix, emit(plan), target).measured
    stated = measured.stack if measured else None
    painted = measure_stack(folder, model, target, [x[:1] for x in samples(plan)])
    assert stated is not None and painted <= stated, f"{name}, {mode}: the report states {stated}, {painted} are used"
    return [name, plan.identity.scheme, mode, f"{stated:,}", f"{painted:,} ({stated - painted:+d})"]


def arena_row(name: str, plans: dict[str, Plan], folder: Path, target: Target) -> list[str]:
    """The arrangements of one model side by side."""
    apart, default, ram = (arrangement(p, folder / kind, target) for kind, p in plans.items())
    assert apart.outputs == default.outputs == ram.outputs, f"{name}: the bytes differ"
    cells = [name, f"{TFLM[name]:,}" if name in TFLM else "-", f"{apart.arena:,}"]
    goals = [f"{goal:,}" for goal in TARGETS[name]] if name in TARGETS else ["-", "-"]
    for one, before, goal in ((default, apart, goals[0]), (ram, default, goals[1])):
        price = 100 * (one.instructions / before.instructions - 1)
        cells += [f"{one.arena:,}", goal, f"{one.with_io:,}", f"{one.instructions:,} ({price:+.1f} %)"]
    return [*cells, f"{default.arena / ram.arena:.1f}"]


def price_rows(name: str, plan: Plan) -> list[list[str]]:
    """Return the rows of a plan's savings: what each group of layers saves and costs."""
    return [
        [name, f"{s.layers[0]} to {s.layers[-1]}" if len(s.layers) > 1 else str(s.layers[0]),
         f"{s.rows} row{'s' if s.rows > 1 else ''} at a time" if s.rows else "less scratch",
         f"{s.arena:,}", f"{s.instructions:,}"]
        for s in plan.savings
    ]  # fmt: skip


def overwritten_row(name: str, graph: Graph, plans: dict[str, Plan], target: Target) -> list[str]:
    """Bytes of arena, inputs and outputs, without and with inputs that lie in the arena."""
    pairs = [(plans[kind], plan_of(graph, kind, target, overwrite=True)) for kind in (DEFAULT, RAM)]
    return [name, *(f"{plan.arena_size + plan.io_bytes:,}" for pair in pairs for plan in pair)]


def whole_ram() -> str:
    """The sentence on the whole RAM of vww, within a limit and without one."""
    case = accuracy.CASES["vww"]
    with tempfile.TemporaryDirectory() as temp:
        data = str(accuracy.split(case, Path(temp))[0])
        made = [
            convert(
                accuracy.SHARED / "models" / f"{case.model}.onnx",
                ConvertOptions(calibration=data, overwrite_input=True, max_ram=limit),
                Path(temp) / f"out{limit}",
            ).report
            for limit in (None, MOST_RAM)
        ]
    free, limited = made
    more = limited.instructions / free.instructions - 1
    return IN_ALL.format(limit=MOST_RAM, ram=limited.ram.total, more=more)


def widths_row(name: str, graph: Graph, folder: Path, target: Target) -> list[str]:
    """Bytes of arena of the default mode, in int8 and with activations of 16 bits."""
    small, wide = (plan_of(g, DEFAULT, target).arena_size for g in (graph, graph_of(name, folder, "int16x8")))
    return [name, f"{small:,}", f"{wide:,}", f"{wide / small:.2f}"]


def widths(names: Sequence[str], target: Target) -> str:
    """The table of arenas of both widths."""
    rows = []
    for name in names:
        with tempfile.TemporaryDirectory() as temp:
            rows.append(widths_row(name, graph_of(name, Path(temp)), Path(temp), target))
    return f"{WIDE}{table(WIDTHS, rows)}"


def table(columns: tuple[str, ...], rows: list[list[str]]) -> str:
    """A Markdown table."""
    rule = ["---"] * len(columns)
    return "\n".join("| " + " | ".join(row) + " |" for row in (list(columns), rule, *rows)) + "\n"


def main(names: list[str]) -> None:
    """Print the tables."""
    target = load_target("cortex-m4")
    if "--whole" in names:
        print(whole_ram())
        return
    if "--widths" in names:
        print(widths([name for name in names if name != "--widths"] or [*TARGETS], target))
        return
    arenas, overwritten, prices, stacks = [], [], [], []
    for name in names or (*TARGETS, *MOBILENETS):
        with tempfile.TemporaryDirectory() as temp:
            folder = Path(temp)
            graph = graph_of(name, folder)
            plans = {kind: plan_of(graph, kind, target) for kind in (APART, DEFAULT, RAM)}
            arenas.append(arena_row(name, plans, folder, target))
            overwritten.append(overwritten_row(name, graph, plans, target))
            prices += price_rows(name, plans[RAM])
            if name in TARGETS:
                floats = graph_of(name, folder, "float32")
                todo = [*((graph, mode.value) for mode in Objective), (floats, DEFAULT), (floats, RAM)]
                stacks += [stack_row(name, g, mode, folder / f"stack{i}", target) for i, (g, mode) in enumerate(todo)]
        print(f"{name} done", file=sys.stderr, flush=True)
    text = (
        f"{HEAD}\n{table(ARENA, arenas)}\n## Inputs that may be overwritten\n\nBytes of arena, inputs and outputs.\n\n"
    )
    text += f"{table(OVERWRITTEN, overwritten)}{whole_ram()}\n## The price of `ram`, by group of layers\n\n"
    text += table(PRICE, prices)
    text += f"\n{widths([n for n in names or TARGETS if n in TARGETS], target)}"
    text += f"\n## Worst-case stack\n\nBytes below `<name>_run`, without interrupts.\n\n{table(STACK, stacks)}"
    print(text)
    if not names:
        REPORT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
