"""Pruning: points lost by rankings and repairs, with training, beside int4, and what the device gains.

    python benchmarks/pruning.py [--way WAY] [--budget BUDGET] [--write FILE] [NAME ...]        or: make pruning

measures the cases of ``pruning_cases.py``, those that there are data for, and prints Markdown tables; ``--write`` puts
them into a page, whose other tables stay.  What was measured is kept in build/pruning, row by row; remove that folder
to measure anew.  A training that is interrupted goes on from where it was.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
from pruning_cases import CASES, REPO, Case
from pruning_page import Row, table, update

from edgec import ConvertOptions, convert
from edgec.codegen.choose.choice import Selection
from edgec.commands.profile import profile
from edgec.converter.edge.file import load_edge
from edgec.converter.graph.errors import DoesNotFit
from edgec.converter.graph.ir import Graph
from edgec.converter.onnx.export import export_model
from edgec.converter.onnx.importer import import_model
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.judge.accuracy import mean_squared_error, top1
from edgec.quantize.prune.groups import Budget, Costs, Kind, Weighed
from edgec.quantize.prune.prune import prune
from edgec.quantize.prune.rank import Chance, Magnitude, Ranking
from edgec.quantize.ranges.simulate import run_float
from edgec.quantize.rewrite.rewrites import simplified
from edgec.quantize.train.fit import TrainOptions, fit
from edgec.samples.loss import simulated
from edgec.search.prune.budget import Paying
from edgec.search.prune.prices import Prices, parse_budget
from edgec.targets.reader import load_target

KEPT = REPO / "build" / "pruning"
INT8_CALIBRATION = 100  # samples that ranges are taken from
TIGHT = 0.4  # of the unpruned int8 build's flash, in which int4, pruning and both are compared
BASELINES: dict[str, Ranking] = {"L1": Magnitude(), "random": Chance()}
INT4, PRUNED, BOTH = (f"{what} {TIGHT} of the flash" for what in ("int4 within", "pruned to", "both within"))
FLASH_WAYS = (INT4, PRUNED, BOTH)
TARGET = "cortex-m4"
WAYS = ("unpruned", "repair", *BASELINES, "training", *FLASH_WAYS)
TIGHT_CASES = ("fashion", "resnet8")


def file_of(case: str, way: str) -> Path:
    """Return the file that keeps a row."""
    return KEPT / f"{case}-{way.replace(' ', '_')}.json"


def cached_row(case: str, way: str, measure: Callable[[], Row]) -> Row:
    """A row that was measured before, else ``measure``."""
    file = file_of(case, way)
    if not file.exists():
        row = measure()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(row)), encoding="utf-8")
    return Row(**json.loads(file.read_text(encoding="utf-8")))


class Measuring:
    """The rows of one case."""

    def __init__(self, name: str, case: Case) -> None:
        self.name, self.case = name, case
        self.graph = simplified(import_model(case.model).graph)
        self.repaired = KEPT / f"{name}-repair.onnx"  # what ``convert`` pruned and repaired, in float32

    def row(self, way: str) -> Row:
        """One row, kept or measured."""
        return cached_row(self.name, way, lambda: self._measured(way))

    def _measured(self, way: str) -> Row:
        if way == "unpruned":
            return self._built(way, self.graph)
        if way in BASELINES:  # at the MACs of the repaired net
            budget = Budget(Kind.MACS, self.row("repair").macs / self.row("unpruned").macs)
            return self._float(way, prune(self.graph, [self.case.calibration], budget, ranking=BASELINES[way],
                                          repair=False).graph)  # fmt: skip
        if way in FLASH_WAYS:
            return self._tight(way)
        if way == "training":
            return self._trained(simplified(import_model(self._repaired()).graph))
        return self._built(way, simplified(import_model(self._repaired()).graph))

    def _repaired(self) -> Path:
        if not self.repaired.exists():
            budget = self.case.budget
            small = prune(self.graph, [self.case.calibration], budget, costs=self._costs(budget)).graph
            self.repaired.parent.mkdir(parents=True, exist_ok=True)
            self.repaired.write_bytes(export_model(small))
        return self.repaired

    def _costs(self, budget: Budget) -> Costs:
        """Return the costs that shares are counted in, as by ``convert``: kernels estimated, flash with the code."""
        whole, target = self.row("unpruned"), load_target(TARGET)
        integers = quantize_model(self.graph, [self.case.calibration[:INT8_CALIBRATION]], QuantizeOptions())
        if budget.kind is Kind.MACS:
            return Paying(Prices(integers, target, Selection(), Kind.INSTRUCTIONS))
        return Prices(integers, target, Selection(), budget.kind, whole.flash - whole.weights)

    def _float(self, way: str, graph: Graph) -> Row:
        macs, parameters = int(Weighed(Kind.MACS).whole(graph)), sum(t.size for t in graph.constants())
        return Row(way, macs, parameters, self._score(run_float(graph, [self.case.x])[0]))

    def _built(self, way: str, graph: Graph, beside: Row | None = None) -> Row:
        """With the figures of the int8 build."""
        with tempfile.TemporaryDirectory() as folder:
            model = Path(folder) / "model.onnx"
            model.write_bytes(export_model(graph))
            samples = self.case.calibration[:INT8_CALIBRATION].reshape(-1, *graph.tensors[graph.inputs[0]].shape[1:])
            row = self._converted(model, samples, ConvertOptions(target=TARGET), Path(folder) / "out")
        figures = asdict(beside or self._float(way, graph))
        deployed = {k: getattr(row, k) for k in ("int8", "instructions", "flash", "weights")}
        return Row(**{**figures, **deployed})

    def _converted(self, model: Path, samples: np.ndarray, options: ConvertOptions, out: Path) -> Row:
        """The integers, flash and instructions (QEMU) of a conversion."""
        file = out.parent / "calibration.npz"
        out.parent.mkdir(parents=True, exist_ok=True)
        np.savez(file, x=samples)
        made = convert(model, replace(options, calibration=str(file), name="model"), out, True)
        graph, _ = load_edge(made.folder / "model.edge")
        score = self._score(simulated(graph, [self.case.x])[0])
        flash, counted = made.report.flash, profile(made.folder).profile.total.instructions
        parameters = sum(t.size for t in graph.constants())
        return Row("", made.report.macs, parameters, 0.0, score, counted, flash.needed, flash.weights)

    def _tight(self, way: str) -> Row:
        """int4, pruning or both, as a limit on flash asks for."""
        limit = int(TIGHT * self.row("unpruned").flash)
        options = ConvertOptions(target=TARGET, max_flash=limit)
        if way == BOTH:  # whatever it loses is measured
            options = replace(options, prune="auto", max_drop=100.0)
        if way == PRUNED:
            options = ConvertOptions(target=TARGET, prune=f"flash={TIGHT}")
        samples = self.case.calibration[:300]
        samples = samples.reshape(-1, *self.graph.tensors[self.graph.inputs[0]].shape[1:])
        try:
            with tempfile.TemporaryDirectory() as folder:
                model = Path(folder) / "model.onnx"
                model.write_bytes(export_model(self.graph))
                return replace(self._converted(model, samples, options, Path(folder) / "out"), name=way)
        except DoesNotFit as error:
            nearest = str(error).rpartition("the nearest is --max-flash ")[2].split()[0]
            return Row(way, note=f"does not fit: {int(nearest):,} bytes at least")

    def _trained(self, small: Graph) -> Row:
        case, spent = self.case, KEPT / f"{self.name}-training.seconds"
        assert case.training is not None
        options = TrainOptions(steps=case.steps)
        state, start = KEPT / f"{self.name}-training.npz", time.process_time()
        before = float(spent.read_text()) if spent.exists() and state.exists() else 0.0
        try:
            done = fit(small, [case.training], options, case.labels, self.graph, show, state, case.augment)
        finally:  # an interrupted training goes on
            seconds = before + time.process_time() - start
            spent.write_text(str(seconds))
        row = replace(self._float("training", done.graph), steps=done.steps, seconds=round(seconds, 1))
        return self._built("training", done.graph, row)

    def _score(self, outputs: np.ndarray) -> float:
        y = self.case.y
        made = outputs.reshape(len(outputs) if y is None else len(y), -1)
        if y is None:
            return round(mean_squared_error(self.case.x, made.reshape(self.case.x.shape)), 3)
        return round(100 * top1(made, y), 2)


def show(done: int, total: int) -> None:
    """The progress, in percent, on stderr."""
    if done % 50 == 0:
        print(f"{100 * done // total} %", end="\r", file=sys.stderr, flush=True)


def ways_of(name: str, case: Case) -> list[str]:
    """The rows of a case."""
    gone = set() if case.steps else {"training"}
    gone |= set() if name in TIGHT_CASES else set(FLASH_WAYS)
    gone |= set() if name != "ad" else set(BASELINES)
    return [w for w in WAYS if w not in gone]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CASES))
    parser.add_argument("--way", choices=WAYS, action="append", help="only these rows; no table")
    parser.add_argument("--budget", type=parse_budget, help="instead of the cases' own; no page is written")
    parser.add_argument("--kept", action="store_true", help="only rows that were measured before")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the tables into a page, its others stay")
    given = parser.parse_args()
    for name in given.names or CASES:
        case = CASES[name]()
        if case is None:
            print(f"{name}: its data are absent", file=sys.stderr)
            continue
        if given.budget is not None:
            name, case = f"{name}-{given.budget.text()}", replace(case, budget=given.budget)
        measuring = Measuring(name, case)
        ways = given.way or ways_of(name, case)
        rows = [measuring.row(way) for way in ways if not given.kept or file_of(name, way).exists()]
        if given.way:
            print(*rows, sep="\n")
            continue
        made = table(name, case, rows)
        print(made)
        if given.write is not None and given.budget is None:
            update(given.write, name, made, tuple(CASES))


if __name__ == "__main__":
    main()
