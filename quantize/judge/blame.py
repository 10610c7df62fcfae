"""Blame of layers for lost accuracy: each one's noise, its use of the range, and the gain without its error."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits, quantize_array
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Graph, Node
from edgec.converter.graph.work import Progress, silent
from edgec.converter.ops.registry import quant_rule
from edgec.converter.ops.spec import QuantRule
from edgec.quantize.integers.plan import QuantPlan, make_plan
from edgec.quantize.integers.precision import is_depthwise
from edgec.quantize.integers.ptq import quantize_calibrated
from edgec.quantize.judge.accuracy import SQNR_LIMIT_DB, sqnr_db
from edgec.quantize.ranges.calibrate import Calibration
from edgec.quantize.ranges.replay import Replay
from edgec.quantize.ranges.scheme import Precision, QuantizeOptions
from edgec.quantize.ranges.simulate import Evaluator

MAX_SATURATED_PERCENT = 0.5  # percent of values at the ends beyond which the range is called too narrow
MIN_RANGE_PERCENT = 35.0  # percent of the range below which it is called too wide
MIN_CORRELATION = 0.9  # correlation of a channel in floats and integers
TRIED = (Precision.FLOAT, Precision.INT16)
NOISY_BELOW_DB = 20.0  # dB below which a layer is called noisy


@dataclass(frozen=True)
class LayerBlame:
    """One layer.

    ``sqnr_db`` compares its output in the integer model with the real one; ``saturation`` and ``range_use`` are in
    percent; ``recovered_float`` and ``recovered_int16`` say what the model's score gains when this layer alone computes
    in float32 or int16 (None where that was not tried).  ``setting`` is the value of ``--layer`` that the remedy names.
    """

    name: str
    op: str
    sqnr_db: float
    saturation: float
    range_use: float
    recovered_float: float | None
    recovered_int16: float | None
    remedy: str
    setting: str = ""


Score = Callable[[Graph], float]
"""The accuracy of an integer graph; higher is better."""


def blame(
    graph: Graph,
    calibration: Calibration,
    inputs: Sequence[Array],
    samples: Sequence[Array],
    options: QuantizeOptions,
    score: Score,
    progress: Progress = silent,
) -> tuple[LayerBlame, ...]:
    """Every layer that computes in integers, the one whose error costs most first.

    Args:
        graph: the float graph.
        calibration: its ranges.
        inputs: calibration samples (for rounding).
        samples: what noise is measured on, one array per graph input.
        options: the scheme.
        score: measures an integer graph.
        progress: called after every layer.
    """
    plan = make_plan(graph, calibration, options)
    made = quantize_calibrated(graph, calibration, inputs, options)
    base = score(made)
    noise = layer_noise(graph, made, samples)
    blamed = []
    for i, node in enumerate(graph.nodes):
        progress(i, len(graph.nodes))
        out = node.outputs[0]
        if out not in plan.integer or out not in noise or quant_rule(node) is QuantRule.SAME:
            continue
        gains = [
            score(quantize_calibrated(graph, calibration, inputs, _without(options, node, p))) - base
            for p in TRIED
            if _worth_trying(node, plan, p)
        ]
        floating, wide = (*gains, None, None)[:2]
        n = noise[out]
        remedy = _remedy(graph, node, plan, n, floating, wide)
        setting = next((f"{node.name}={p.value}" for p in TRIED if f"--layer {node.name}={p.value}" in remedy), "")
        blamed.append(
            LayerBlame(node.name, node.op, n.sqnr_db, n.saturation, n.range_use, floating, wide, remedy, setting)
        )
    progress(len(graph.nodes), len(graph.nodes))
    return tuple(sorted(blamed, key=lambda b: (-(b.recovered_float or 0.0), b.sqnr_db)))


def _without(options: QuantizeOptions, node: Node, precision: Precision) -> QuantizeOptions:
    return replace(options, layers={**options.layers, node.name: precision})


def _worth_trying(node: Node, plan: QuantPlan, precision: Precision) -> bool:
    if quant_rule(node) is not QuantRule.WEIGHTED:
        return False
    return precision is not Precision.INT16 or plan.type_of(node.outputs[0]) is not DType.I16


@dataclass(frozen=True)
class Noise:
    """One tensor's signal to noise ratio, percent of values at the ends, percent of the steps that values span."""

    sqnr_db: float
    saturation: float
    range_use: float


def layer_noise(graph: Graph, made: Graph, samples: Sequence[Array], aligned: bool = False) -> dict[str, Noise]:
    """Noise of every tensor that both graphs have in one shape, by name; of 64 samples at most, evenly spread.

    ``aligned``: channels of ``made`` may have been divided by powers of two (equalization); then those of the float
    graph are, too.
    """
    replay = Replay(graph, samples, 64)
    evaluator = Evaluator(made)
    integers: dict[str, list[Array]] = {}

    def observe(name: str, values: Array) -> None:
        integers.setdefault(name, []).append(values.reshape(-1))

    chosen = [x[(np.arange(replay.samples) * len(x)) // replay.samples] for x in samples]
    ins = [
        quantize_array(x, t.quant, t.dtype) if t.quant is not None and x.dtype.kind == "f" else x
        for x, t in zip(chosen, (made.tensors[i] for i in made.inputs), strict=True)
    ]
    for group, count in evaluator.groups(ins, None if evaluator.exact else 1):
        evaluator.run(group, count, observe)
    noises = {}
    for name, parts in integers.items():
        t = made.tensors[name]
        if t.quant is None or t.dtype.is_float or name not in replay.groups[0][0]:
            continue
        if t.shape != graph.tensors[name].shape:
            continue  # channels were left out
        q = np.concatenate(parts).astype(np.float64)
        real = np.concatenate([v[name].reshape(-1) for v, _ in replay.groups])
        if aligned and t.shape:
            rows = (q - t.quant.z).reshape(-1, t.shape[-1]) * t.quant.s
            real = brought_to(real.reshape(rows.shape), rows).reshape(-1)
        noises[name] = _noise(q, real, t.quant.s, t.quant.z, t.dtype)
    return noises


def brought_to(real: Array, values: Array) -> Array:
    """``real`` ([N, channels]) with its channels divided by the powers of two by which those of ``values`` were.

    A channel counts as divided only where both go together (correlation above ``MIN_CORRELATION``): noise alone makes
    the factor of least squares smaller, too.
    """
    real = real.astype(np.float64)
    both, energy = np.sum(real * values, axis=0), np.sum(values**2, axis=0)
    sure = both > MIN_CORRELATION * np.sqrt(energy * np.sum(real**2, axis=0))
    power = np.round(np.log2(np.divide(both, energy, out=np.ones_like(both), where=sure)))
    return np.asarray(real * 2.0**-power)


def _noise(q: Array, real: Array, scale: float, zero: int, dtype: DType) -> Noise:
    lo, hi = integer_limits(dtype)
    ratio = float(np.clip(sqnr_db(real, (q - zero) * scale), -SQNR_LIMIT_DB, SQNR_LIMIT_DB))
    beyond = np.mean((real > (hi - zero + 0.5) * scale) | (real < (lo - zero - 0.5) * scale))
    return Noise(ratio, 100 * float(beyond), 100 * float(q.max() - q.min()) / (hi - lo))


def _remedy(graph: Graph, node: Node, plan: QuantPlan, noise: Noise, floating: float | None, wide: float | None) -> str:
    """Name what helps most often, from the cheapest on; nothing that the measured gains speak against.

    ``floating``, ``wide``: points won with the layer in float32 and with int16 activations, where these were tried.
    """
    gains = [g for g in (floating, wide) if g is not None]
    best = max(gains, default=0.0)
    if noise.saturation > MAX_SATURATED_PERCENT and quant_rule(node) is not QuantRule.PROBABILITY:
        return "its range is too narrow: use more, or more representative, calibration samples, or --calibrator minmax"
    if best <= 0.0 and noise.sqnr_db > NOISY_BELOW_DB:
        return "none needed"
    if plan.precision.get(node.outputs[0]) is Precision.INT4:
        return "keep its weights in int8"
    if noise.range_use < MIN_RANGE_PERCENT:
        return "its range is too wide: outliers in the calibration data; --calibrator mse or percentile"
    if wide is not None and wide > 0.0 and wide >= best / 2:
        why = "channels of very different ranges: " if is_depthwise(graph, node) else ""
        return f"{why}int16 activations (--layer {node.name}=int16)"
    if floating is not None and floating > 0.0:
        return f"its weights lose it, which int16 does not mend: --layer {node.name}=float32 --allow-float"
    return "none: neither int16 nor float32 here wins anything" if gains else "none needed"


def as_records(blamed: Sequence[LayerBlame]) -> list[Mapping[str, object]]:
    """Return the records of JSON."""
    return [dict(vars(b)) for b in blamed]
