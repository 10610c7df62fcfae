"""What a model will cost on a target, about: planned as ``edgec convert`` does, but not calibrated and not compiled.

Constants and the arena are those of the plan; code and stack are added up from what each kernel took elsewhere
(``edgec.targets.code_sizes``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from edgec.codegen import GenerateOptions, Plan
from edgec.codegen.choose.choice import Selection
from edgec.codegen.emit.generate import make_model_plan
from edgec.codegen.kernels.price import kernel_of
from edgec.converter.graph.errors import Refusal, UnsupportedModel
from edgec.converter.graph.ir import Array, Graph, Node, Tensor
from edgec.converter.ops.elementwise import UnaryFn
from edgec.quantize.integers.ptq import to_integers
from edgec.quantize.ranges.scheme import QuantizeOptions, Rounding
from edgec.quantize.ranges.sketch import sketched
from edgec.quantize.rewrite.rewrites import prepared
from edgec.reports import Report
from edgec.reports.model import make_report
from edgec.reports.records import Measured
from edgec.targets.code_sizes import Called, code_sizes, count_layers
from edgec.targets.reader import Target

ALL, NOTHING = ".*", "$^"
EXP = r"expf|__ieee754_expf|__math_oflowf|xflowf.*|with_errnof|__errno|finitef"
LIBM: Mapping[UnaryFn, str] = {
    **dict.fromkeys(
        (UnaryFn.CLIP, UnaryFn.LEAKY_RELU, UnaryFn.HARD_SIGMOID, UnaryFn.HARD_SWISH, UnaryFn.NEG, UnaryFn.ABS,
         UnaryFn.RECIPROCAL, UnaryFn.SIGN, UnaryFn.THRESHOLDED_RELU, UnaryFn.SHRINK, UnaryFn.SOFTSIGN),
        NOTHING,
    ),
    **dict.fromkeys((UnaryFn.SIGMOID, UnaryFn.EXP, UnaryFn.SWISH), EXP),
    UnaryFn.TANH: r"tanhf|expm1f|fabsf|__errno",
    UnaryFn.SQRT: r"sqrtf|__ieee754_sqrtf|__errno",
}  # fmt: skip
"""What functions of one value call of the C library; others are taken to call all that their kernel does."""


def without_samples(graph: Graph, options: QuantizeOptions) -> tuple[Graph, tuple[Refusal, ...]]:
    """The integer graph of a float one, with ranges that are made up, and what has no integer form.

    What has none stays in float32, as ``--allow-float`` lets it.

    Raises:
        UnsupportedModel: that would not help.
    """
    rng = np.random.default_rng(0)
    samples = [made_up(graph.tensors[i], rng) for i in graph.inputs]
    real = prepared(graph, samples, sizes_only=True)
    ranges = sketched(real, samples)
    quick = replace(options, calibrator="minmax", rounding=Rounding.NEAREST)
    try:
        return to_integers(real, ranges, quick), ()
    except UnsupportedModel as refused:
        return to_integers(real, ranges, replace(quick, allow_float=True)), tuple(refused.refusals)


def made_up(tensor: Tensor, rng: np.random.Generator, count: int = 1) -> Array:
    """Samples for sizes only: [count, *shape]."""
    return rng.uniform(-1, 1, (count, *tensor.shape)).astype(tensor.dtype.numpy)


def estimated(graph: Graph, base: GenerateOptions, target: Target) -> Report:
    """The report of a graph in its numbers, as far as it can be known without a compiler.

    Where the RAM of a board does not suffice, layers are computed row by row; where its flash does not, kernels of
    fewer constants are tried, and then plain ones.

    Raises:
        UnsupportedModel: with every node no kernel takes.
    """
    found = _report(make_model_plan(graph, base), target)
    most = target.memory_bytes("ram")
    if most is not None and found.ram.total > most:
        base = replace(base, max_arena=max(0, most - (found.ram.total - found.ram.arena)))
        found = _report(make_model_plan(graph, base), target)
    room = target.memory_bytes("flash")
    if room is None or found.flash.needed <= room:
        return found
    beside = found.flash.needed - found.flash.constants
    smaller = (Selection(max_constants=max(0, room - beside)), Selection(plain=True))
    others = [_report(make_model_plan(graph, replace(base, selection=s)), target) for s in smaller]
    fitting = [report for report in others if report.flash.needed <= room]
    return min(fitting or [found, *others], key=lambda r: r.instructions if fitting else r.flash.needed)


def _report(plan: Plan, target: Target) -> Report:
    """The report of a plan, with code and stack from the target's table, when there is one."""
    sizes = code_sizes(target)
    if sizes is None:
        return make_report(plan, None)
    layers = [(kernel_of(layer.calls).name, layer.node) for layer in plan.layers if layer.calls]
    floats = {name for name, node in layers if _has_floats(plan.graph, node)}
    kernels = [name for name, _ in layers]
    about = sizes.of(count_layers(kernels), {*kernels} - floats, _called(layers))
    measured = Measured(about.code, plan.table_bytes, plan.weight_bytes, 0, about.stack, "", ())
    return make_report(plan, measured)


def _called(layers: Sequence[tuple[str, Node]]) -> Called:
    """What kernels of functions of one value call, where each of their layers computes one that is listed."""
    found: dict[str, set[str]] = {}
    for name, node in layers:
        if name.endswith("unary_f32"):
            function = getattr(node.attrs, "fn", None)
            found.setdefault(name, set()).add(LIBM.get(function, ALL) if isinstance(function, UnaryFn) else ALL)
    return {name: re.compile("|".join(sorted(patterns))) for name, patterns in found.items()}


def _has_floats(graph: Graph, node: Node) -> bool:
    return any(graph.tensors[name].dtype.is_float for name in (*node.inputs, *node.outputs) if name)
