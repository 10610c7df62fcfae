"""Estimate what a model costs on a target: planned as ``edgec convert`` does, but neither calibrated nor compiled.

Constants and the arena are those of the plan; code and stack are added up from what each kernel took elsewhere
(``edgec.targets.code_sizes``).
"""

from __future__ import annotations

import re
from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen import GenerateOptions, Plan
from edgec.codegen.choose.choice import Selection
from edgec.codegen.emit.generate import make_model_plan
from edgec.codegen.kernels.armv7em.params_depthwise import Dwconv2dS8Armv7em
from edgec.codegen.kernels.blocked_f32.params import DenseF32Blocked
from edgec.codegen.kernels.mve.params import Conv2dMve, Conv2dS4Mve
from edgec.codegen.kernels.params import Record
from edgec.codegen.kernels.plain.params import Conv2dF32, DenseF32
from edgec.codegen.kernels.plain.params_elements import BinaryF32, Cast, SoftmaxF32, UnaryF32
from edgec.codegen.kernels.plain.params_sampled import SmallTrees, TreeAggregate, Trees
from edgec.codegen.kernels.price import kernel_of
from edgec.codegen.kernels.spec import Call
from edgec.converter.graph.errors import Refusal, UnsupportedModel
from edgec.converter.graph.ir import Array, Graph, Node, Tensor
from edgec.quantize.integers.ptq import to_integers
from edgec.quantize.ranges.scheme import QuantizeOptions, Rounding
from edgec.quantize.ranges.sketch import sketched
from edgec.quantize.rewrite.rewrites import prepared
from edgec.reports import Report
from edgec.reports.model import make_report
from edgec.reports.records import Measured
from edgec.targets.code_sizes import Layer, code_sizes
from edgec.targets.reader import Target

ONE_ROW = re.compile(r"edgec_line_f32_run|memcpy")  # what a blocked dense layer of one row calls
INLINE, NO_COPIES = 64, re.compile(r"(?!mem).*")  # bytes that compilers copy without a call
NO_AVERAGE = re.compile(r"(?!mem|.*(div|mul)).*")  # what trees call that are not averaged


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
    first = _report(make_model_plan(graph, base), target)
    most = target.memory_bytes("ram")
    if most is not None and first.ram.total > most:
        base = replace(base, max_arena=max(1, most - (first.ram.total - first.ram.arena)))
        first = _report(make_model_plan(graph, base), target)
    room = target.memory_bytes("flash")
    if room is None or first.flash.needed <= room:
        return first
    beside = first.flash.needed - first.flash.constants
    smaller = (Selection(max_constants=max(0, room - beside)), Selection(plain=True))
    others = [_report(make_model_plan(graph, replace(base, selection=s)), target) for s in smaller]
    fitting = [report for report in others if report.flash.needed <= room]
    return min(fitting or [first, *others], key=lambda r: r.instructions if fitting else r.flash.needed)


def _report(plan: Plan, target: Target) -> Report:
    """The report of a plan, with code and stack from the target's table, when there is one."""
    sizes = code_sizes(target)
    if sizes is None:
        return make_report(plan, None)
    layers = [_layer(plan.graph, layer.node, layer.calls) for layer in plan.layers if layer.calls]
    about = sizes.of(layers, arena=plan.arena_size > 0)
    measured = Measured(about.code, plan.table_bytes, plan.weight_bytes, 0, about.stack, "", ())
    return make_report(plan, measured)


def _blocks_of_planes(params: Dwconv2dS8Armv7em) -> re.Pattern[str]:
    """All blocks but those for other numbers of columns and for 3x3 taps that lie apart."""
    calls = {
        "edgec_dw_5x5_filters": params.out_cols == 3,
        "edgec_dw_raised_four": params.out_cols == 4,
        "edgec_dw_raised_s1": params.tap_rows == params.tap_cols == 3,
    }
    others = "|".join(name for name, called in calls.items() if not called)
    return re.compile(rf"(?!(?:{others})$).*" if others else ".*")


def _layer(graph: Graph, node: Node, calls: tuple[Call, ...]) -> Layer:
    """Return the properties that the code of a layer depends on."""
    name, integer = kernel_of(calls).name, not _has_floats(graph, node)
    params = calls[0].params
    called = ONE_ROW if isinstance(params, DenseF32Blocked) and params.rows == 1 else None
    if name.startswith("plain/") and all(graph.tensors[t].nbytes <= INLINE for t in node.outputs if t):
        averages = not isinstance(params, Trees) or params.aggregate == TreeAggregate.EDGEC_TREE_AVERAGE
        called = NO_COPIES if averages else NO_AVERAGE
    conv = params.conv if isinstance(params, Conv2dS4Mve) else params
    if isinstance(conv, Conv2dMve):  # columns have an inner product for each size of a cell
        called = re.compile(rf"(?!edgec_columns_).*|edgec_columns_s\d+_{conv.rows.geo.in_c}_mve")
    if isinstance(params, Dwconv2dS8Armv7em):
        called = _blocks_of_planes(params)
    trips = _trips(params) if len(calls) == 1 else None
    return Layer(name, integer, calls[0].symbol if trips else "", trips or (1, 1), called)


def _trips(params: Record | None) -> tuple[int, int] | None:
    """Passes of the outer loops and of the inner one of functions whose code depends on them."""
    if isinstance(params, UnaryF32 | Cast):
        return 1, params.n
    if isinstance(params, BinaryF32):
        return prod(params.shape.dims[:-1]), params.shape.dims[-1]
    if isinstance(params, SoftmaxF32):
        return params.outer * params.inner, params.n
    if isinstance(params, DenseF32):
        return params.out_c, params.in_c
    if isinstance(params, Conv2dF32):
        return params.geo.out_c, params.geo.in_c
    if isinstance(params, SmallTrees):
        return 1, params.targets
    return None


def _has_floats(graph: Graph, node: Node) -> bool:
    return any(graph.tensors[name].dtype.is_float for name in (*node.inputs, *node.outputs) if name)
