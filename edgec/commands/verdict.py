"""Verdict on integers for the user's samples: the loss against the float model, the layers that saturate, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgec.converter.graph.errors import printable
from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.judge.accuracy import lost_beyond_chance, top1
from edgec.quantize.judge.saturation import Saturated, SaturatedActivations, Saturation, saturated_input
from edgec.samples.advice import OtherScale, quantized_ranges, scales_of_data

MAX_DROP, PRUNED_MAX_DROP = 5.0, 20.0  # points of top-1
MIN_SQNR, PRUNED_MIN_SQNR = 10.0, 3.0  # dB
MAX_SATURATED_SHARE = 0.05  # of an activation's values, beyond which saturation is named as the cause
MOST_NAMED = 5  # activations that saturate


@dataclass(frozen=True)
class Bounds:
    """The largest loss of integers against the float model on the user's samples.

    ``max_drop`` is in points of top-1, with labels; ``min_sqnr`` in dB, without.  The usual bounds allow for chance and
    for rounding; ``exact_drop``, ``exact_sqnr``: the user set the bound, which holds as it is.
    """

    max_drop: float = MAX_DROP
    min_sqnr: float = MIN_SQNR
    exact_drop: bool = False
    exact_sqnr: bool = False

    @staticmethod
    def of(pruned: bool, max_drop: float | None = None, min_sqnr: float | None = None) -> Bounds:
        """The bounds that are set, else the usual ones, which are wider for pruned models."""
        drop, sqnr = (PRUNED_MAX_DROP, PRUNED_MIN_SQNR) if pruned else (MAX_DROP, MIN_SQNR)
        return Bounds(
            drop if max_drop is None else max_drop,
            sqnr if min_sqnr is None else min_sqnr,
            max_drop is not None,
            min_sqnr is not None,
        )

    def of_top1(self, reference: Array, values: Array, labels: Array) -> str:
        """Say what is wrong with the top-1 of ``values`` [N, classes], or ""."""
        was, now = (scores.argmax(axis=1) == labels.reshape(-1) for scores in (reference, values))
        lost, won, count = int((was & ~now).sum()), int((now & ~was).sum()), len(labels)
        drop = round(100 * (lost - won) / count, 9)
        if drop <= self.max_drop:
            return ""
        if not self.exact_drop and not lost_beyond_chance(lost, won, count, self.max_drop / 100):
            return ""
        return (
            f"top-1 {top1(values, labels):.4f} is {drop:.2f} points below ONNX Runtime's {top1(reference, labels):.4f} "
            f"on {count} samples, at most {self.max_drop:g}{'' if self.exact_drop else ' beyond chance'} are allowed "
            "(--max-drop)"
        )

    def of_sqnr(self, sqnr: float, count: int) -> str:
        """Say what is wrong with an SQNR, or ""."""
        if sqnr >= self.min_sqnr:
            return ""
        return (
            f"SQNR {sqnr:.1f} dB against ONNX Runtime's outputs on {count} samples; required: "
            f"{self.min_sqnr:g} dB (--min-sqnr)"
        )


@dataclass(frozen=True)
class OnData:
    """The behaviour of an integer model on the user's samples.

    ``scales`` are the inputs whose values are on another scale than the calibration.
    """

    bounds: Bounds
    saturation: Saturation
    scales: tuple[OtherScale, ...]

    @property
    def cause(self) -> str:
        """The likely cause of a loss."""
        if self.scales:
            return self.scales[0].cause
        most = next(iter(self.saturation.activations), None)
        if most is not None and most.share > MAX_SATURATED_SHARE:
            return (
                f"{most.percent} of activation '{printable(most.name)}' saturate: the calibration samples are too "
                "small or not like these"
            )
        return "not the scale of the inputs: 'edgec accuracy' shows which layers lose it"

    def broken(self, fact: str) -> tuple[str, ...]:
        """The sentence of a bound that is broken."""
        return (f"the integers lose too much: {fact}; likely cause: {self.cause}",)


def on_data(graph: Graph, samples: Sequence[Array], bounds: Bounds, seen: SaturatedActivations) -> OnData:
    """Measure an integer model on samples.

    Args:
        graph: the integer graph.
        samples: as the float model takes them, one array [N, ...] per input.
        bounds: what may be lost.
        seen: the activations of the simulator.
    """
    ranges, data = quantized_ranges(graph), dict(zip(graph.inputs, samples, strict=True))
    scales = scales_of_data(ranges, data)
    inputs = tuple(
        Saturated(name, saturated_input(graph.tensors[name], data[name]))
        for name in ranges
        if data[name].dtype.kind == "f"
    )
    return OnData(bounds, Saturation(inputs, seen.worst(MOST_NAMED)), scales)
