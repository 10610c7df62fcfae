"""``edgec inspect --operators``: which operators of the graph each stage has a rule for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edgec.codegen.kernels.catalog import asked_kernels, kernels
from edgec.console.tables import Table, columns
from edgec.converter.onnx.written import export
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.spec import OpSpec, QuantRule, Trait
from edgec.converter.passes.simplify import simplification
from edgec.converter.passes.sinking import sinking
from edgec.proof.by_forms import element_form
from edgec.proof.forms import proof
from edgec.proof.formulas import formula
from edgec.proof.products import sums_of_products
from edgec.quantize.prune.gradients import gradient
from edgec.quantize.prune.labels import channel_labels
from edgec.quantize.prune.surgery import surgery
from edgec.quantize.ranges.batch import batch_axis
from edgec.quantize.ranges.intervals import bounds
from edgec.quantize.rewrite.forms import integer_form
from edgec.quantize.stream.rules import streaming
from edgec.quantize.train.functions import training

FACETS: tuple[Facet[Any], ...] = (
    simplification,
    sinking,
    export,
    integer_form,
    bounds,
    streaming,
    batch_axis,
    channel_labels,
    surgery,
    gradient,
    training,
    proof,
    sums_of_products,
    formula,
    element_form,
)
"""All facets, from the import of a model to the proof of its code."""
HAS, LACKS = "x", "-"


def as_json() -> dict[str, Any]:
    """The facets, and of each operator what it declares and the names of the facets that it has."""
    libraries = _libraries()
    return {
        "facets": [{"name": f.name, "rule": f.what, "without": f.without} for f in FACETS],
        "operators": [
            {
                "name": name,
                "quantization": _rule(spec),
                "integer": spec.run_int is not None,
                "traits": [t.name.lower() for t in Trait if t in spec.traits and t.name is not None],
                "facets": [f.name for f in FACETS if name in f.rules],
                "kernels": libraries.get(name, []),
            }
            for name, spec in OPS.items()
        ],
    }


def tables() -> tuple[Table, Table]:
    """Operators by facets, and what the facets are."""
    libraries, marks = _libraries(), (LACKS, HAS)
    rows = tuple(
        (
            name,
            _rule(spec),
            marks[spec.run_int is not None],
            *(marks[name in f.rules] for f in FACETS),
            marks[name in libraries],
        )
        for name, spec in OPS.items()
    )
    heads = columns("operator", "numbers", "integer", *(f.name for f in FACETS), "C")
    legend = tuple((f.name, f.what, f.without) for f in FACETS)
    return (
        Table(heads, rows),
        Table(columns("facet", "a rule is its", "an operator without one"), legend),
    )


def _rule(spec: OpSpec) -> str:
    return spec.rule.value if isinstance(spec.rule, QuantRule) else "by attributes"


def _libraries() -> Mapping[str, list[str]]:
    """Names of the libraries that have kernels of an operator."""
    by_operator: dict[str, set[str]] = {}
    for kernel in (*kernels(), *asked_kernels()):
        by_operator.setdefault(kernel.op, set()).add(kernel.library.name)
    return {op: sorted(names) for op, names in by_operator.items()}
