"""A normalization that no layer takes in: one rounding for factor and shift, a scale for each channel."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from edgec.codegen.choose.choice import Chooser, Selection
from edgec.codegen.kernels.spec import NodeView
from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.graph.ir import DType
from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.ranges.scheme import QuantizeOptions
from edgec.quantize.ranges.simulate import run_float, simulate, to_real
from edgec.targets.reader import load_target
from tests.builders.onnx_models import model, node, save

CHANNELS = 8
FACTORS = np.geomspace(0.02, 20.0, CHANNELS) * np.tile([1, -1], CHANNELS // 2)
SHAPES = {2: [1, CHANNELS], 3: [1, CHANNELS, 12], 4: [1, CHANNELS, 6, 8]}


def pre_activation(rank: int) -> onnx.ModelProto:
    """Relu(x * k + c) behind a pool: nothing takes in factor and shift."""
    shape = [CHANNELS] + [1] * (rank - 2)
    values = {"k": FACTORS, "c": np.linspace(-1.0, 1.0, CHANNELS)}
    nodes = [node("MaxPool", ["x"], ["p"], kernel_shape=[2] * (rank - 2))] if rank > 2 else []
    nodes.append(node("Mul", ["p" if rank > 2 else "x", "k"], ["scaled"]))
    nodes += [node("Add", ["scaled", "c"], ["moved"]), node("Relu", ["moved"], ["y"])]
    return model(nodes, {"x": SHAPES[rank]}, ["y"], {n: v.astype(np.float32).reshape(shape) for n, v in values.items()})


@pytest.mark.parametrize("rank", SHAPES)
def test_one_rounding(rank: int, tmp_path: Path) -> None:
    graph = run_default(import_model(save(pre_activation(rank), tmp_path), {}).graph)
    x = np.random.default_rng(0).standard_normal((64, *SHAPES[rank])).astype(np.float32)
    made = quantize_model(graph, [x], QuantizeOptions())
    layers = [n for n in made.nodes if n.op in ("Conv", "Binary")]
    assert [n.op for n in layers] == ["Conv"]
    chooser = Chooser(load_target("cortex-m4"), Selection())
    call = chooser.one(NodeView.of(made, layers[0]))
    assert call is not None and call.symbol == "edgec_scale_s8_armv7em"
    source, out = made.tensors[made.inputs[0]], made.tensors[made.outputs[0]]
    assert source.quant is not None
    given = quantize_array(x, source.quant, DType.I8)
    seen = to_real(given, source).astype(np.float32)  # the rounding of the input is not in question
    assert sqnr_db(run_float(graph, [seen])[0], to_real(simulate(made, [given])[0], out)) > 40
