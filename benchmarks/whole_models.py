"""Whole models: converted, compiled and profiled as a user would."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import prod
from pathlib import Path

import numpy as np
import onnx
from accuracy import CASES, SHARED, split
from onnx import helper, numpy_helper

from edgec import ConvertOptions, convert
from edgec.commands.profile import profile
from edgec.folder.read import open_folder

FLOAT_MODELS = {"kws": "mlperf_kws_dscnn", "resnet8": "mlperf_resnet8_cifar", "vww": "mlperf_mobilenet_vww"}
AUTOENCODER = (640, 128, 128, 8, 128, 640)


@dataclass(frozen=True)
class ModelResult:
    """Cost of one generated model.  ``cycles`` and ``estimated`` (instructions) are estimates."""

    instructions: int
    cycles: int | None
    macs: int
    code: int
    flash: int
    arena: int
    stack: int
    estimated: int = 0


def have_shared() -> bool:
    """Return whether the shared models are there."""
    return (SHARED / "models").is_dir()


def int8_model(name: str, optimize: str = "speed", target: str = "cortex-m4") -> ModelResult:
    """A shared model quantized with its calibration set."""
    return integer_model(name, "int8", optimize, None, target)


@cache
def integer_model(
    name: str, quantize: str, optimize: str, exchange: int | None, target: str = "cortex-m4"
) -> ModelResult:
    """The same in another scheme, at another rate of instructions for a byte."""
    case = CASES[name]
    with tempfile.TemporaryDirectory() as folder:
        calibration, _ = split(case, Path(folder))
        options = ConvertOptions(
            target=target, calibration=str(calibration), quantize=quantize, optimize=optimize, exchange_rate=exchange
        )
        return _measure(SHARED / "models" / f"{case.model}.onnx", options, Path(folder) / "out")


def float_model(name: str, target: str = "cortex-m4") -> ModelResult:
    """A shared model in float32, or the autoencoder with random weights."""
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "autoencoder.onnx"
        if name == "autoencoder":
            onnx.save(_autoencoder(), str(model))
        else:
            model = SHARED / "models" / f"{FLOAT_MODELS[name]}.onnx"
        return _measure(model, ConvertOptions(target=target, quantize="float32"), Path(folder) / "out")


def real_model(name: str, target: str) -> ModelResult:
    """A shared model of ``CASES`` in float32."""
    with tempfile.TemporaryDirectory() as folder:
        options = ConvertOptions(target=target, quantize="float32")
        return _measure(SHARED / "models" / f"{CASES[name].model}.onnx", options, Path(folder) / "out")


def float_ports(name: str) -> tuple[Path, int, int]:
    """A shared float model, and the numbers of values of its one input and its one output."""
    model = SHARED / "models" / f"{FLOAT_MODELS[name]}.onnx"
    graph = onnx.load(str(model)).graph
    sizes = [prod(d.dim_value or 1 for d in p.type.tensor_type.shape.dim) for p in (graph.input[0], graph.output[0])]
    return model, sizes[0], sizes[1]


def example_model(quantize: str, target: str = "cortex-m4") -> ModelResult:
    """The digits example, "int8" or "float32"."""
    digits = Path(__file__).resolve().parents[1] / "examples" / "digits"
    calibration = str(digits / "calibration.npz") if quantize == "int8" else None
    options = ConvertOptions(target=target, quantize=quantize, calibration=calibration)
    with tempfile.TemporaryDirectory() as folder:
        return _measure(digits / "digits.onnx", options, Path(folder) / "out")


def _measure(model: Path, options: ConvertOptions, folder: Path) -> ModelResult:
    made = convert(model, options, folder)
    report = open_folder(made.folder).report
    cost = profile(made.folder).profile.total
    flash = report.flash
    return ModelResult(
        instructions=cost.instructions,
        cycles=cost.cycles,
        macs=report.macs,
        code=(flash.code or 0) + flash.tables,
        flash=flash.total or 0,
        arena=report.ram.arena,
        stack=report.ram.stack or 0,
        estimated=report.instructions,
    )


def _autoencoder() -> onnx.ModelProto:
    """Fully connected layers with ReLU between them."""
    rng = np.random.default_rng(0)
    nodes, constants = [], []
    for i, (k, n) in enumerate(pairwise(AUTOENCODER)):
        last = i == len(AUTOENCODER) - 2
        weights = rng.normal(0, k**-0.5, (k, n)).astype(np.float32)
        constants.append(numpy_helper.from_array(weights, f"w{i}"))
        constants.append(numpy_helper.from_array(np.zeros(n, np.float32), f"b{i}"))
        nodes.append(helper.make_node("Gemm", [f"x{i}", f"w{i}", f"b{i}"], ["y" if last else f"h{i}"]))
        if not last:
            nodes.append(helper.make_node("Relu", [f"h{i}"], [f"x{i + 1}"]))
    ports = [
        helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1, size])
        for name, size in (("x0", AUTOENCODER[0]), ("y", AUTOENCODER[-1]))
    ]
    graph = helper.make_graph(nodes, "autoencoder", ports[:1], ports[1:], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
