"""Reports and results without a compiler: of a long chain, of names that nobody should have given."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen import make_model_plan
from edgec.converter.graph.ir import DType, Graph, GraphEditor, Node
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.reports import Report
from edgec.reports.checks import Check
from edgec.reports.model import make_report
from edgec.reports.results import Confusion, LayerError, LayerErrors, Results, Scores
from tests.builders.codegen_models import float_graph, options

SCRIPT = "<script>alert(1)</script>"
NASTY = (SCRIPT, '"\' onmouseover="alert(2)', "=cmd|' /C calc'!A0", "</script><img src=x onerror=alert(3)>")


def nasty_report() -> Report:
    """All text that a model brings tries to be something else."""
    plan = make_model_plan(float_graph(NASTY), options(model_name="]]>--><!--" + SCRIPT + "{{ 7 * 7 }}"))
    report = make_report(plan, None)
    layers = tuple(replace(layer, op=SCRIPT, kernel=SCRIPT, why=SCRIPT) for layer in report.layers)
    return replace(report, layers=layers, target=SCRIPT, scheme=SCRIPT, edgec=SCRIPT)


def nasty_results() -> Results:
    """Results with names as hostile."""
    errors = tuple(LayerError(n, SCRIPT, 30.0, 0.1, 90.0, 1.0, 0.5, SCRIPT) for n in NASTY)
    scores = Scores(10, "top1", {SCRIPT: 0.5}, {SCRIPT: 1.0}, {SCRIPT: 3}, {SCRIPT: 3}, 0.9, (SCRIPT,))
    return Results((scores,), LayerErrors(10, errors), Confusion("label", ((3, 1), (0, 6)), ((4, 0), (0, 6))))


def chain(layers: int) -> Graph:
    """Convolutions of which every fourth result is added to one before: ``layers`` layers."""
    rng = np.random.default_rng(3)
    e = GraphEditor(name="chain")
    x = e.tensor("x", (1, 8, 8, 4), DType.F32)
    e.inputs = [x]
    before = at = x
    for i in range(layers):
        name = f"network/block_{i // 4}/a_layer_with_a_rather_long_name_{i}"
        out = e.tensor(name, (1, 8, 8, 4), DType.F32)
        if i % 4 == 3:
            e.nodes.append(Node("Binary", name, (at, before), (out,), BinaryAttrs(BinaryFn.ADD)))
            before = out
        else:
            w = e.const(name, rng.standard_normal((4, 3, 3, 4)).astype(np.float32))
            b = e.const(name, np.zeros(4, np.float32))
            e.nodes.append(Node("Conv", name, (at, w, b), (out,), ConvAttrs(pads=(1, 1, 1, 1))))
        at = out
    e.outputs = [at]
    return e.build()


def chain_report(layers: int = 100) -> Report:
    """The report of ``chain``, as if it had been measured."""
    report = make_report(make_model_plan(chain(layers), options()), None)
    flash = replace(report.flash, code=4000, total=4000 + report.flash.constants, measured=True)
    return replace(report, flash=flash, ram=replace(report.ram, stack=200))


def chain_results(report: Report, classes: int = 10) -> Results:
    """Results that such a report could have."""
    errors = tuple(LayerError(layer.name, layer.op, 20.0 + i % 40, 0.0, 80.0) for i, layer in enumerate(report.layers))
    counts = tuple(tuple(90 if i == j else (i * j) % 3 for j in range(classes)) for i in range(classes))
    scores = Scores(
        1000, "top1", {"onnxruntime": 0.91, "simulator": 0.905}, {"simulator": 0.1}, {"host": 1000}, {"host": 1000}
    )
    return Results((scores,), LayerErrors(64, errors), Confusion("label", counts, counts))


CHECKS = (Check("max_flash", True, "5,000 bytes of flash; at most 6,000 are allowed"), Check("max_drop", False, SCRIPT))
