"""``edgec verify``: one model run four ways, every output compared.

ONNX Runtime on the source model bounds the accuracy; the simulator defines the bytes; the generated C gives the same
bytes compiled for this computer and under QEMU for the target.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from edgec.commands.on_host import host_form
from edgec.converter.graph.errors import AccuracyGate, ToolchainMissing, UsageError
from edgec.converter.graph.ir import Array, Graph, Layout, Tensor
from edgec.folder import OutputFolder, open_folder
from edgec.quantize.judge.accuracy import max_abs_error, sqnr_db, top1
from edgec.quantize.ranges.simulate import simulate, to_real
from edgec.samples.data import DataSource, InputSpec, Samples, load, random_samples, source_shape, to_device
from edgec.samples.reference import Reference
from edgec.targets.machine.bench import run_bench
from edgec.targets.reader import Target, load_target

FLOAT_TOLERANCE = 1e-4  # of the largest magnitude of the output
RANDOM_SAMPLES = 16
SQNR_LIMIT_DB = 200.0  # what equal outputs are given: JSON has no infinity
PLACES = ("onnxruntime", "simulator", "host", "qemu")

Notify = Callable[[Sequence[str]], None]


@dataclass(frozen=True)
class Found:
    """The outcome.

    ``accuracy``, ``max_error`` and the counts of samples are by place; a place that did not run is absent.  ``agree``
    counts the samples whose outputs are what they must be: integers the simulator's, floats near the reference's.
    """

    samples: int
    metric: str
    accuracy: dict[str, float]
    max_error: dict[str, float]
    byte_equal: dict[str, int]
    agree: dict[str, int]
    floats: bool  # an output is float
    mismatches: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``verify --json``."""
        return {
            "samples": self.samples,
            "byte_equal": {p: self.byte_equal.get(p) for p in ("host", "qemu")},
            "agree": {p: self.agree.get(p) for p in PLACES[1:]},
            "metric": self.metric,
            "accuracy": {p: self.accuracy.get(p) for p in PLACES},
            "max_error": {p: self.max_error.get(p) for p in PLACES[1:]},
            "mismatches": list(self.mismatches),
        }

    def table(self) -> tuple[tuple[str, ...], list[tuple[str, ...]], tuple[int, ...]]:
        """Columns, rows and right-aligned columns of the text form."""
        rows: list[tuple[str, ...]] = []
        shown = self.agree if self.floats else self.byte_equal
        for place in PLACES:
            if place in self.accuracy or place in self.byte_equal:
                score = self.accuracy.get(place)
                error = self.max_error.get(place)
                equal = shown.get(place)
                rows.append(
                    (
                        place,
                        "-" if score is None else f"{score:.4f}" if self.metric == "top1" else f"{score:.1f}",
                        "-" if error is None else f"{error:.3g}",
                        "-" if equal is None else f"{equal} of {self.samples}",
                    )
                )
        last = f"agree within {FLOAT_TOLERANCE:g}" if self.floats else "bytes equal to simulator"
        columns = ("run", "top-1" if self.metric == "top1" else "SQNR dB", "max error", last)
        return columns, rows, (1, 2, 3)

    def raise_on_mismatch(self) -> None:
        """Raise when any output differs.

        Raises:
            AccuracyGate: names the first sample and element of each difference.
        """
        if self.mismatches:
            raise AccuracyGate("; ".join(self.mismatches))


@dataclass
class _Runs:
    """Outputs by place: per output one array ``[N, elements]`` in the element type of the device."""

    graph: Graph
    outputs: dict[str, list[Array]] = field(default_factory=dict)
    reference: list[Array] | None = None  # ONNX Runtime's, as real values


def verify(
    folder: Path,
    data: str | None = None,
    place: str | None = None,
    count: int | None = None,
    notify: Notify = lambda _: None,
    target: str | None = None,
) -> Found:
    """Run a generated folder on samples and compare.

    Args:
        folder: made by ``edgec convert``.
        data: ``FILE.npz[:x[:y]]``; None for seeded random samples.
        place: "host" or "qemu" to run only there; None for both.
        count: use the first ``count`` samples; None for all.
        notify: called with messages for the user.
        target: name or file of the target to run for; None for the one the folder was made for.

    Raises:
        UsageError: the folder or the data are unusable.
        ToolchainMissing: nothing can be run, or not what ``place`` asks for.
    """
    out = open_folder(folder, target)
    reference = Reference(out.onnx)
    specs = _input_specs(out.graph, reference)
    samples = _samples(data, specs, count, notify)
    notify((*samples.notices, *samples.about_labels))
    runs = _Runs(out.graph)
    _check_labels(out.graph, samples)
    runs.reference = _real_reference(out.graph, reference.run(samples.inputs))
    inputs = [to_device(x, t) for x, t in zip(samples.inputs, _tensors(out.graph, out.graph.inputs), strict=True)]
    runs.outputs["simulator"] = [_flat(y) for y in simulate(out.graph, inputs)]
    for name, machine in _machines(out, place, notify):
        with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
            path, bench = host_form(out, Path(temp)) if machine.qemu is None else (folder, out.bench)
            runs.outputs[name] = run_bench(path, bench, machine, inputs)
    return _compare(runs, samples)


def _check_labels(graph: Graph, samples: Samples) -> None:
    """Every label must be the index of an element of the first output.

    Raises:
        UsageError: one is not.
    """
    classes = graph.tensors[graph.outputs[0]].size
    if samples.labels is None or classes < 2:
        return
    low, high = int(samples.labels.min()), int(samples.labels.max())
    if low < 0 or high >= classes:
        raise UsageError(
            f"labels are {low} to {high}, but the first output has {classes} elements, counted from 0; "
            "give the labels the model was trained on, or data without labels"
        )


def _samples(data: str | None, specs: Sequence[InputSpec], count: int | None, notify: Notify) -> Samples:
    if data is not None:
        return load(DataSource.parse(data), specs).first(count)
    notify(["no --data is given: seeded random input is used, which shows equality but not accuracy"])
    return random_samples(specs, count or RANDOM_SAMPLES)


def _machines(out: OutputFolder, place: str | None, notify: Notify) -> list[tuple[str, Target]]:
    """Where to run: this computer, and the target's emulator; what is missing is told, or an error when asked for."""
    from edgec.targets.machine.toolchain import find_compiler, find_qemu

    wanted = [("host", load_target("host"))]
    if out.target.qemu is not None:
        wanted.append(("qemu", out.target))
    elif place == "qemu":
        raise UsageError(f"--on qemu: target '{out.target.name}' is not emulated; leave --on out")
    machines: list[tuple[str, Target]] = []
    missing: list[ToolchainMissing] = []
    for name, target in wanted:
        if place not in (None, name):
            continue
        try:
            find_compiler(target)
            if target.qemu is not None:
                find_qemu(target)
            machines.append((name, target))
        except ToolchainMissing as e:
            missing.append(e)
    if not machines:
        raise missing[0]
    notify([f"{e}; verified on {machines[0][0]} only" for e in missing])
    return machines


def _input_specs(graph: Graph, reference: Reference) -> list[InputSpec]:
    """The inputs as the source model has them; shapes are the ones that were bound at conversion."""
    tensors = _tensors(graph, graph.inputs)
    if len(reference.inputs) != len(tensors):
        raise UsageError(
            f"model.onnx has {len(reference.inputs)} inputs but the generated code has {len(tensors)}; convert it again"
        )
    return [
        InputSpec(name, source_shape(t), dtype, None if dtype.is_float else t.quant)
        for (name, dtype), t in zip(reference.inputs, tensors, strict=True)
    ]


def _real_reference(graph: Graph, outputs: Sequence[Array]) -> list[Array]:
    """ONNX Runtime's outputs in the device's order, ``[N, elements]``, as real values."""
    tensors = _tensors(graph, graph.outputs)
    found = []
    for y, t in zip(outputs, tensors, strict=True):
        moved = _flat(np.moveaxis(y, 2, -1) if t.layout is Layout.CHANNELS_LAST else y)
        real = moved if moved.dtype.kind == "f" else to_real(moved, t)
        found.append(real.astype(np.float64))
    return found


def _compare(runs: _Runs, samples: Samples) -> Found:
    """Scores and differences of all runs."""
    tensors = _tensors(runs.graph, runs.graph.outputs)
    real = {
        p: [to_real(y, t).astype(np.float64) for y, t in zip(ys, tensors, strict=True)]
        for p, ys in runs.outputs.items()
    }
    reference = runs.reference or real["simulator"]
    labels = samples.labels if reference[0].shape[1] > 1 else None
    metric = "top1" if labels is not None else "sqnr_db"
    accuracy = {p: _score(ys, reference, labels) for p, ys in real.items()}
    if labels is not None:
        accuracy = {"onnxruntime": _score(reference, reference, labels), **accuracy}
    errors = {p: max(map(max_abs_error, reference, ys)) for p, ys in real.items()}
    expected = runs.outputs["simulator"]
    equal = {p: _equal_samples(ys, expected) for p, ys in runs.outputs.items() if p != "simulator"}
    bound = reference if not runs.graph.is_quantized else real["simulator"]
    found = {p: _differences(p, runs, real[p], bound, tensors) for p in runs.outputs}
    agree = {p: int(right.sum()) for p, (right, _) in found.items()}
    mismatches = tuple(m for _, sentences in found.values() for m in sentences)
    floats = any(t.dtype.is_float for t in tensors)
    return Found(samples.count, metric, accuracy, errors, equal, agree, floats, mismatches)


def _score(outputs: Sequence[Array], reference: Sequence[Array], labels: Array | None) -> float:
    """Top-1 of the first output, or the signal to noise ratio of all outputs in dB."""
    if labels is not None:
        return top1(outputs[0], labels)
    ratio = sqnr_db(np.concatenate(reference, axis=1), np.concatenate(outputs, axis=1))
    return float(np.clip(ratio, -SQNR_LIMIT_DB, SQNR_LIMIT_DB))


def _equal_samples(outputs: Sequence[Array], expected: Sequence[Array]) -> int:
    """Samples whose outputs are all the same bytes."""
    equal = np.ones(len(expected[0]), bool)
    for y, e in zip(outputs, expected, strict=True):
        equal &= (y.view(np.uint8) == e.view(np.uint8)).all(axis=1)
    return int(equal.sum())


def _differences(
    place: str, runs: _Runs, real: Sequence[Array], bound: Sequence[Array], tensors: Sequence[Tensor]
) -> tuple[Array, list[str]]:
    """Which samples of one place are what they must be (bool ``[N]``); a sentence per output that is not."""
    found = []
    right = np.ones(len(real[0]), bool)
    for i, t in enumerate(tensors):
        y, expected = runs.outputs[place][i], runs.outputs["simulator"][i]
        if t.dtype.is_float:
            limit = FLOAT_TOLERANCE * np.abs(bound[i]).max(initial=1e-30)
            wrong = ~(np.abs(real[i] - bound[i]) <= limit)
            rule = f"must be within {FLOAT_TOLERANCE:g} of the largest magnitude of the reference"
            a, b = real[i], bound[i]
        else:
            wrong = y != expected
            rule = "must be the simulator's byte"
            a, b = y, expected
        right &= ~wrong.any(axis=1)
        if wrong.any():
            n, k = (int(v) for v in np.argwhere(wrong)[0])
            bad = int(wrong.any(axis=1).sum())
            found.append(
                f"{place}: {bad} of {len(wrong)} samples differ in output {i}, first at sample {n} element {k}: "
                f"{a[n, k]:g} {rule}, {b[n, k]:g}"
            )
    return right, found


def _flat(y: Array) -> Array:
    """``[N, ...]`` as contiguous ``[N, elements]``; bool as uint8."""
    flat = np.ascontiguousarray(y.reshape(len(y), -1))
    return flat.view(np.uint8) if flat.dtype == np.bool_ else flat


def _tensors(graph: Graph, names: Sequence[str]) -> list[Tensor]:
    return [graph.tensors[name] for name in names]
