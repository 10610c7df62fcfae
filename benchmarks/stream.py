"""Streams of models of the shared folder beside runs on whole windows: counted under QEMU, every byte compared.

    python benchmarks/stream.py SHARED

SHARED holds ``models`` and ``data``.  Each model is converted for whole windows and for each number of new columns, and
run over 200 hops of its own samples on a Cortex-M4; instructions are those of one run in the middle.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import edgec
from edgec.commands.places import run_there
from edgec.converter.graph.ir import Array
from edgec.folder.read import OutputFolder, open_folder
from edgec.quantize.ranges.simulate import simulate
from edgec.reports import Report
from edgec.targets.machine.bench import Step

TARGET, HOPS = "cortex-m4", 200


@dataclass(frozen=True)
class Case:
    """A model, its samples, the axis of time, and numbers of new columns, each with a limit on RAM or None."""

    model: str
    data: str
    key: str
    axis: int
    runs: tuple[tuple[int, int | None], ...]


KWS = ((2, None), (4, None), (8, None), (2, 24_000), (2, 13_600))
CASES = (
    Case("mlperf_kws_dscnn", "kws01.npz", "x_float", 1, KWS),
    Case("mlperf_str_ww", "str_ww_calib.npz", "x", 1, ((1, None), (2, None), (4, None))),
)


def wrong_hops(whole: OutputFolder, part: OutputFolder, sound: Array, axis: int, hop: int) -> int:
    """Hops of 200 at which a byte of the outputs is not the whole net's; ``sound``: int8, along ``axis``."""
    t = whole.graph.tensors[whole.graph.inputs[0]]
    length, graph = t.shape[axis], part.graph
    before = np.full(t.shape, t.quant.z if t.quant is not None else 0, np.int8)
    sound = np.concatenate([before, sound.take(range(HOPS * hop), axis, mode="wrap")], axis)
    ends = [length + hop * (k + 1) for k in range(HOPS)]
    expected = simulate(whole.graph, [np.stack([sound.take(range(e - length, e), axis) for e in ends])])
    new = np.stack([sound.take(range(e - hop, e), axis) for e in ends])
    states = {i: np.zeros((HOPS, *graph.tensors[i].shape), graph.tensors[i].dtype.numpy) for i in graph.inputs}
    inputs = [new if i in graph.free_inputs else states[i] for i in graph.inputs]
    steps = [Step.RESET, *[Step(0)] * (HOPS - 1)]
    found = run_there(part, part.target, inputs, lambda *_: None, steps)
    outputs = [y for name, y in zip(graph.outputs, found, strict=True) if name in graph.free_outputs]
    pairs = zip(expected, outputs, strict=True)
    wrong = [a.reshape(HOPS, -1) != b.reshape(HOPS, -1).view(a.dtype) for a, b in pairs]
    return int(np.concatenate(wrong, axis=1).any(axis=1).sum())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    shared = parser.parse_args().shared
    print("| model | new columns | instructions | of the whole | RAM | of the whole | states | flash | wrong hops |")
    print("|---|---|---|---|---|---|---|---|---|")
    for case in CASES:
        with tempfile.TemporaryDirectory() as folder:
            rows(case, shared, Path(folder))


def rows(case: Case, shared: Path, folder: Path) -> None:
    """Print the rows of one model."""
    with np.load(shared / "data" / case.data) as data:
        samples = data[case.key][:100]
    np.savez(folder / "cal.npz", x=samples)
    model = shared / "models" / f"{case.model}.onnx"
    given = {"calibration": folder / "cal.npz", "calibrator": "minmax", "target": TARGET}
    base = edgec.convert(model, output=folder / "whole", **given)
    whole = open_folder(base.folder)
    quant = whole.graph.tensors[whole.graph.inputs[0]].quant
    assert quant is not None
    sound = np.concatenate(list(samples), axis=case.axis - 1)[None] / quant.s
    sound = np.clip(np.rint(sound) + quant.z, -128, 127).astype(np.int8)
    count = edgec.profile(base).profile.total.instructions
    row(case, f"{base.report.inputs[0].shape[case.axis]} (whole)", base.report, count, base.report, count, "")
    for number, (hop, ram) in enumerate(case.runs):
        limit = {} if ram is None else {"max_ram": ram}
        made = edgec.convert(model, output=folder / f"part{number}", stream=case.axis, hop=hop, **limit, **given)
        wrong = wrong_hops(whole, open_folder(made.folder), sound, case.axis, hop)
        said = f"{hop}{'' if ram is None else f', `--max-ram {ram}`'}"
        counted = edgec.profile(made).profile.total.instructions
        row(case, said, made.report, counted, base.report, count, f"{wrong} of {HOPS}")


def row(case: Case, hop: str, report: Report, count: int, whole: Report, most: int, wrong: str) -> None:
    """Print one row."""
    ram = f"{report.ram.total:,} | {report.ram.total / whole.ram.total:.2f} | {report.ram.state:,}"
    counts = f"{hop} | {count:,} | {count / most:.3f} | {ram} | {report.flash.total:,} | {wrong}"
    print(f"| {case.model} | {counts} |", flush=True)


if __name__ == "__main__":
    main()
