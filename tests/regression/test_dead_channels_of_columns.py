"""A vector made a column: its elements were channels, and are rows then."""

from __future__ import annotations

import numpy as np

from edgec.converter.onnx.importer import import_model
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.prune.dead_channels import eliminate_dead_channels
from edgec.quantize.ranges.scheme import QuantizeOptions
from edgec.quantize.ranges.simulate import simulate
from edgec.quantize.rewrite.rewrites import simplified
from tests.fuzz.run import CORPUS


def test_elements_of_a_vector_do_not_die_with_its_column() -> None:
    graph = simplified(import_model(CORPUS / "found_vector_column.onnx").graph)
    quantized = quantize_model(graph, None, QuantizeOptions(allow_float=True))
    less = eliminate_dead_channels(quantized)
    rng = np.random.default_rng(1)
    inputs = [
        rng.integers(-128, 128, (16, *t.shape)).astype(t.dtype.numpy)
        for t in (quantized.tensors[i] for i in quantized.inputs)
    ]
    assert np.array_equal(simulate(quantized, inputs)[0], simulate(less.graph, inputs)[0])
