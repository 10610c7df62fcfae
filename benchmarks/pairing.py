"""Cycles of an in-order core beside instructions: every block of instructions that a net runs, scheduled by llvm-mca.

    python benchmarks/pairing.py              # prints
    python benchmarks/pairing.py --write      # writes docs/pairing.md
    python benchmarks/pairing.py --net kws    # one net alone

Shared int8 models are compiled and run under qemu-aarch64 with one random input; a plugin counts how often each block
of instructions (from the target of a jump to the next jump) runs.  llvm-mca, which holds models of the pipelines of
Cortex-A53 and Cortex-A55, says what a block takes when it runs again and again (`by llvm-mca`): two instructions a
cycle at most, fewer where one needs what another has not made yet, or where both need one unit.  Of the same
latencies and units scoreboard.py counts what is left when only readers wait for a load (`cycles`).  Neither knows
caches or branches that are predicted wrongly.  Inner loops are the blocks with products that take most of
a layer's cycles.

The last table asks whether cycles would choose as instructions do: each net is made again without one of its kernels,
and the layers that it computed are compared.
Needs the shared models (EDGEC_SHARED, or ../shared beside the checkout), aarch64-linux-gnu-gcc, qemu-aarch64 and
llvm-mca.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from accuracy import CASES, SHARED, split
from scoreboard import Times, cycles
from whole_models import have_shared

from edgec import ConvertOptions, convert
from edgec.codegen import GenerateOptions
from edgec.codegen.choose.choice import Selection
from edgec.folder.read import OutputFolder, open_folder
from edgec.reports.measure import write_files
from edgec.search.build import Measurements, build
from edgec.targets.machine.counting import CodeBlock, count_blocks

NETS = ("kws", "resnet8", "vww")
TARGETS = {"cortex-a53": "+neon", "cortex-a55": "+dotprod"}
TIMES = 100  # that a block runs one after the other, so that its first run does not count
TABLE = Path(__file__).resolve().parents[1] / "docs" / "pairing.md"
_LINE = re.compile(r"^\s*([0-9a-f]+):\t(.*?)(?:\s+//.*)?$")
_PLACE = re.compile(r"\b[0-9a-f]+ <[^>]*>")
_LANES = {"16b": 16, "8b": 8, "8h": 8, "4h": 4, "4s": 4, "2s": 2}
_PRODUCTS = re.compile(r"^(sdot|smmla|smull2?|smlal2?|mul|mla)\tv\d+\.\w+, v\d+\.(\w+), v")


@dataclass(frozen=True)
class Taken:
    """Cycles of a block: as the scoreboard counts them, as llvm-mca does, and by its busiest unit alone."""

    cycles: float
    llvm: float
    bound: float


@dataclass(frozen=True)
class Loop:
    """A block that a layer runs: instructions, products and cycles of one run, how often it runs."""

    instructions: int
    products: int
    taken: Taken
    runs: int


@dataclass(frozen=True)
class Layer:
    """A layer of a net: its kernel, multiply-accumulates, instructions counted and cycles by llvm-mca."""

    net: str
    name: str
    kernel: str
    macs: int
    instructions: int
    cycles: float
    loop: Loop
    id: str


def text_of(program: Path) -> dict[int, str]:
    """Instructions of a program by address, as llvm-mca reads them: places of jumps are of no interest to it."""
    done = subprocess.run(
        ["aarch64-linux-gnu-objdump", "-d", "--no-show-raw-insn", program], capture_output=True, text=True, check=True
    )
    found = {}
    for line in done.stdout.splitlines():
        if match := _LINE.match(line):
            found[int(match[1], 16)] = _PLACE.sub(".", match[2]).strip()
    return found


def cycles_of(bodies: Sequence[Sequence[str]], target: str) -> list[Taken]:
    """Cycles of one run of each body, where it runs again and again."""
    regions = "".join(f"# LLVM-MCA-BEGIN b{i}\n{chr(10).join(body)}\n# LLVM-MCA-END\n" for i, body in enumerate(bodies))
    command = [
        "llvm-mca",
        "-march=aarch64",
        f"-mcpu={target}",
        f"-mattr={TARGETS[target]}",
        f"-iterations={TIMES}",
        "-json",
    ]
    done = subprocess.run(command, input=regions, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)["CodeRegions"]
    assert len(found) == len(bodies), done.stderr
    taken = []
    for body, region in zip(bodies, found, strict=True):
        summary, listed = region["SummaryView"], region["InstructionInfoView"]["InstructionList"]
        times = [Times(one["Latency"], one["RThroughput"]) for one in listed]
        taken.append(Taken(cycles(body, times), summary["TotalCycles"] / TIMES, summary["BlockRThroughput"]))
    return taken


def products_of(body: Iterable[str]) -> int:
    """Multiply-accumulates of a body's vector instructions."""
    total = 0
    for line in body:
        if match := _PRODUCTS.match(line):
            lanes = _LANES[match[2]]
            total += 32 if match[1] == "smmla" else min(lanes, 8) if match[1][:2] == "sm" else lanes
    return total


def layers_of(net: str, out: OutputFolder, target: str) -> list[Layer]:
    """Return the layers of a folder with the cycles that they take on a target."""
    rng = np.random.default_rng(0)
    inputs = [rng.integers(-128, 128, (1, p.bytes)).astype(np.int8) for p in out.bench.inputs]
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        program, counted = count_blocks(out.path, out.bench, out.target, inputs, Path(temp))
        code = text_of(program)
    blocks: dict[tuple[int, int], list[CodeBlock]] = defaultdict(list)
    for block in counted.blocks:
        if block.layer >= 0:
            blocks[block.start, block.count].append(block)
    bodies = [[code[start + 4 * i] for i in range(count)] for start, count in blocks]
    costs = dict(zip(blocks, zip(bodies, cycles_of(bodies, target), strict=True), strict=True))
    by_layer: dict[int, list[tuple[CodeBlock, Sequence[str], Taken]]] = defaultdict(list)
    for place, some in blocks.items():
        for block in some:
            by_layer[block.layer].append((block, *costs[place]))
    found = []
    for i, about in enumerate(out.report.layers):
        run = by_layer[i]
        block, body, least = max(run, key=lambda one: (products_of(one[1]) > 0, one[0].runs * one[2].cycles))
        loop = Loop(len(body), products_of(body), least, block.runs)
        counted_here = sum(b.count * b.runs for b, _, _ in run)
        total = sum(b.runs * taken.cycles for b, _, taken in run)
        found.append(Layer(net, about.name, about.kernel, about.macs, counted_here, total, loop, about.id))
    return found


def without(out: OutputFolder, kernel: str, folder: Path) -> OutputFolder:
    """The same model made without a kernel (its ``id``)."""
    r = out.report
    names = GenerateOptions(
        r.prefix, out.target, r.scheme, r.model.name, r.model.sha256, r.edgec,
        selection=Selection(given_up=frozenset({kernel})),
    )  # fmt: skip
    made = build(out.graph, names, Measurements(out.target, lambda _: None))
    write_files(folder, made.files)
    model = replace(out.model, arena_bytes=made.plan.arena_size, arenas=())
    return replace(out, path=folder, report=made.report, model=model)


def choices(net: str, out: OutputFolder, layers: Sequence[Layer], target: str) -> Iterator[str]:
    """A row for each kernel of a net: its layers with it and with what is taken in its place."""
    for kernel, name in sorted({(layer.id, layer.kernel) for layer in layers if layer.macs}):
        with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
            others = layers_of(net, without(out, kernel, Path(temp)), target)
        pairs = [(a, b) for a, b in zip(layers, others, strict=True) if a.id == kernel != b.id]
        taken = ", ".join(sorted({f"`{b.kernel}`" for _, b in pairs}))
        if pairs:
            instructions = sum(b.instructions for _, b in pairs) / sum(a.instructions for a, _ in pairs)
            cycles_more = sum(b.cycles for _, b in pairs) / sum(a.cycles for a, _ in pairs)
            against = sum((b.instructions > a.instructions) != (b.cycles > a.cycles) for a, b in pairs)
            times = f"{instructions:.2f} | {cycles_more:.2f}"
            yield f"| {net} | `{name}` | {taken} | {len(pairs)} | {times} | {against} |"


def converted(net: str, target: str, folder: Path) -> OutputFolder:
    """A shared model in int8 for a target."""
    case = CASES[net]
    calibration, _ = split(case, folder)
    options = ConvertOptions(target=target, calibration=str(calibration))
    return open_folder(convert(SHARED / "models" / f"{case.model}.onnx", options, folder / "out").folder)


def loop_rows(layers: Iterable[Layer]) -> list[str]:
    """One row for each kernel: the loop of the layer that takes most cycles."""
    largest: dict[str, Layer] = {}
    for layer in layers:
        known = largest.get(layer.kernel)
        if known is None or layer.cycles > known.cycles:
            largest[layer.kernel] = layer
    rows = []
    for kernel, layer in sorted(largest.items()):
        loop, taken = layer.loop, layer.loop.taken
        if loop.products:
            share = 100 * taken.cycles * loop.runs / layer.cycles
            rows.append(
                f"| `{kernel}` | {layer.net} | {loop.instructions} | {loop.products} | {taken.cycles:.0f} "
                f"| {taken.llvm:.0f} | {taken.bound:.0f} | {loop.instructions / taken.cycles:.2f} "
                f"| {taken.cycles / loop.products:.3f} | {share:.0f} % |"
            )
    return rows


def net_rows(layers: Sequence[Layer]) -> list[str]:
    """One row for each net: instructions, cycles, and what the kernels' cycles for an instruction range over."""
    rows = []
    for net in dict.fromkeys(layer.net for layer in layers):
        some = [layer for layer in layers if layer.net == net]
        instructions, cycles = sum(x.instructions for x in some), sum(x.cycles for x in some)
        rates = sorted(x.cycles / x.instructions for x in some if x.macs)
        macs = sum(x.macs for x in some)
        rows.append(
            f"| {net} | {instructions:,} | {cycles:,.0f} | {instructions / macs:.3f} | {cycles / macs:.3f} "
            f"| {cycles / instructions:.2f} | {rates[0]:.2f} to {rates[-1]:.2f} |"
        )
    return rows


def report(found: Mapping[str, Sequence[Layer]], chosen: Mapping[str, Sequence[str]]) -> str:
    """The tables of every target."""
    lines = []
    for target, layers in found.items():
        lines += [
            f"## {target}", "",
            "| kernel | net | instructions | products | cycles | by llvm-mca | busiest unit | instructions a cycle "
            "| cycles a product | of the layer |",
            "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|", *loop_rows(layers), "",
            "| net | instructions | cycles | instructions a MAC | cycles a MAC | cycles an instruction | by layer |",
            "|---|--:|--:|--:|--:|--:|--:|", *net_rows(layers), "",
            "| net | without | taken in its place | layers | instructions, times | cycles, times | chosen otherwise |",
            "|---|---|---|--:|--:|--:|--:|", *chosen[target], "",
        ]  # fmt: skip
    return "\n".join(lines)


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the tables into docs/pairing.md")
    parser.add_argument("--net", choices=NETS, action="append", help="only these nets")
    asked = parser.parse_args()
    if not have_shared() or not shutil.which("llvm-mca"):
        raise SystemExit("the shared models or llvm-mca are not there")
    found: dict[str, list[Layer]] = {target: [] for target in TARGETS}
    chosen: dict[str, list[str]] = {target: [] for target in TARGETS}
    for target in TARGETS:
        for net in asked.net or NETS:
            with tempfile.TemporaryDirectory() as temp:
                out = converted(net, target, Path(temp))
                layers = layers_of(net, out, target)
                found[target] += layers
                chosen[target] += choices(net, out, layers, target)
    text = report(found, chosen)
    print(text)
    if asked.write:
        before = TABLE.read_text(encoding="utf-8").partition("\n## ")[0]
        TABLE.write_text(f"{before}\n{text}", encoding="utf-8")


if __name__ == "__main__":
    main()
