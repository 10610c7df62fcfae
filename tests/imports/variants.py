"""Quantized files as several tools write them, made of the shared models: what the import is compared on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime as ort
from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from tests.imports.exact import Rule, quantize
from tests.imports.styles import Style, quantized

Array: TypeAlias = npt.NDArray[Any]
CALIBRATION = 50


@dataclass(frozen=True)
class Net:
    """A shared float model, its samples to calibrate with and to compare on."""

    model: str
    calibration: Callable[[Path], Array]
    evaluation: Callable[[Path], Array]


@dataclass(frozen=True)
class Variant:
    """A file: the tool whose style it has, the net, what it varies, and why it is not equal where it is not."""

    tool: str
    net: str
    what: str
    write: Callable[[Path, Path], Path]
    rules: tuple[Rule, ...] = ()


def _array(file: str, key: str = "x", divide: float = 1.0, start: int = 0) -> Callable[[Path], Array]:
    def load(shared: Path) -> Array:
        with np.load(shared / "data" / file) as data:
            return np.asarray(data[key][start:].astype(np.float32) / np.float32(divide))

    return load


NETS = {
    "kws": Net("mlperf_kws_dscnn", _array("kws01.npz", "x_float"), _array("kws01.npz", "x_float", start=CALIBRATION)),
    "resnet8": Net("mlperf_resnet8_cifar", _array("cifar10_calib.npz"), _array("cifar10_test_lossless.npz")),
    "vww": Net("mlperf_mobilenet_vww", _array("vww_calib.npz", divide=255), _array("vww01.npz", divide=255)),
}


def shaped(model: onnx.ModelProto, x: Array) -> Array:
    """Samples [N, *input shape] of a model's input, as integers where it takes them."""
    source = model.graph.input[0]
    x = x.reshape(len(x), *(d.dim_value or 1 for d in source.type.tensor_type.shape.dim))
    if source.type.tensor_type.elem_type == onnx.TensorProto.FLOAT:
        return x
    constants = {t.name: onnx.numpy_helper.to_array(t) for t in model.graph.initializer}
    reader = next(n for n in model.graph.node if n.input[0] == source.name)
    while reader.op_type != "DequantizeLinear":
        reader = next(n for n in model.graph.node if n.input[0] == reader.output[0])
    return quantize(x, *(constants[i] for i in reader.input[1:3]))


class _Reader:
    def __init__(self, name: str, samples: Array) -> None:
        self.feeds = iter([{name: x} for x in samples])

    def get_next(self) -> dict[str, Array] | None:
        """One sample, None at the end."""
        return next(self.feeds, None)


def onnx_runtime(net: str, **settings: Any) -> Callable[[Path, Path], Path]:
    """Return the function that quantizes a net by ``quantize_static``."""

    def write(shared: Path, folder: Path) -> Path:
        logging.getLogger().setLevel(logging.ERROR)
        source, prepared, out = _source(net, shared), folder / "prepared.onnx", folder / "quantized.onnx"
        quant_pre_process(str(source), str(prepared), skip_symbolic_shape=True)
        model = onnx.load(prepared)
        samples = shaped(model, NETS[net].calibration(shared)[:CALIBRATION])
        with redirect_stdout(None):  # it prints
            quantize_static(prepared, out, _Reader(model.graph.input[0].name, samples), **settings)
        return out

    return write


def styled(net: str, style: Style) -> Callable[[Path, Path], Path]:
    """Return the function that writes a net in a style of ``styles``."""

    def write(shared: Path, folder: Path) -> Path:
        source = _source(net, shared)
        samples = shaped(onnx.load(source), NETS[net].calibration(shared)[:CALIBRATION])
        return quantized(source, samples, style, folder / "quantized.onnx")

    return write


def _source(net: str, shared: Path) -> Path:
    return shared / "models" / f"{NETS[net].model}.onnx"


def _stored(name: str) -> Callable[[Path, Path], Path]:
    return lambda shared, _: shared / "models" / f"{name}.onnx"


QDQ, QOPERATOR = QuantFormat.QDQ, QuantFormat.QOperator
S8, U8, S16, U16 = QuantType.QInt8, QuantType.QUInt8, QuantType.QInt16, QuantType.QUInt16
SYMMETRIC = {"extra_options": {"ActivationSymmetric": True}}


def _static(
    what: str, activation: QuantType, weight: QuantType, per_channel: bool, form: QuantFormat = QDQ,
    nets: Sequence[str] = ("kws", "resnet8"), rules: tuple[Rule, ...] = (), **settings: Any,
) -> list[Variant]:  # fmt: skip
    settings |= {"quant_format": form, "activation_type": activation, "weight_type": weight, "per_channel": per_channel}
    return [Variant("ONNX Runtime", net, what, onnx_runtime(net, **settings), rules) for net in nets]


def _styled(tool: str, net: str, what: str, style: Style, *rules: Rule) -> Variant:
    return Variant(tool, net, what, styled(net, style), rules)


BIAS, HALF, BYTES, TABLE = Rule.BIAS_STEPS, Rule.HALF_UP, Rule.BYTE_WEIGHTS, Rule.SOFTMAX_TABLE
VARIANTS: tuple[Variant, ...] = (
    *_static("QDQ, int8, per channel", S8, S8, True),
    *_static("QDQ, int8, per tensor", S8, S8, False),
    *_static("QDQ, int8, symmetric", S8, S8, True, **SYMMETRIC),
    *_static("QDQ, int8, entropy", S8, S8, True, nets=("kws",), calibrate_method=CalibrationMethod.Entropy),
    *_static("QDQ, int8, percentile", S8, S8, True, nets=("kws",), rules=(TABLE,),
             calibrate_method=CalibrationMethod.Percentile),
    *_static("QDQ, uint8, per channel", U8, S8, True),
    *_static("QDQ, uint8, reduced range", U8, S8, True, reduce_range=True),
    *_static("QDQ, uint8, weights uint8", U8, U8, False),
    *_static("QOperator, int8, per channel", S8, S8, True, QOPERATOR),
    *_static("QOperator, uint8, per channel", U8, S8, True, QOPERATOR),
    *_static("QOperator, uint8, weights uint8", U8, U8, False, QOPERATOR),
    *_static("QDQ, int16", S16, S8, True),
    *_static("QDQ, int16, symmetric", S16, S8, True, **SYMMETRIC),
    *_static("QDQ, uint16", U16, S8, True),
    _styled("PPQ", "kws", "float bias, uint8", Style(unsigned=True), BIAS),
    _styled("PPQ", "vww", "int32 bias, weights by nodes", Style(bias="int32", weights_as_float=True)),
    _styled("PPQ", "resnet8", "float bias, pairs on every edge", Style(symmetric=True, every_edge=True), BIAS, TABLE),
    _styled("PPQ", "kws", "powers of two, float bias", Style(power_of_two=True, symmetric=True, per_channel=False)),
    _styled("PPQ", "kws", "powers of two, int32 bias", Style(power_of_two=True, symmetric=True, bias="int32"), HALF),
    Variant("TFLite", "kws", "tf2onnx", _stored("mlperf_kws_dscnn_qdq")),
    Variant("TFLite", "resnet8", "tf2onnx", _stored("mlperf_resnet8_cifar_qdq")),
    _styled("TFLite", "vww", "int8 ends, int32 bias", Style(bias="int32", integer_ends=True)),
    _styled("Brevitas", "kws", "QCDQ, 8 bits, narrow", Style(bias="int32", narrow=True, weights_as_float=True), TABLE),
    _styled("Brevitas", "kws", "QCDQ, 4 bits", Style(bias="int32", bits=4, weight_bits=4, weights_as_float=True)),
    _styled("Brevitas", "resnet8", "QCDQ, uint6, weights of 4 bits",
            Style(bias="int32", bits=6, unsigned=True, weight_bits=4, narrow=True, weights_as_float=True)),
    _styled("any", "kws", "a weight of -128 in every channel", Style(bias="int32", lowest=True)),
    _styled("any", "resnet8", "a weight of -128 in every channel", Style(bias="int32", lowest=True)),
    _styled("any", "kws", "weights of 16 bits", Style(weight_bits=16), BYTES, BIAS),
)  # fmt: skip


def runtime_outputs(file: Path, samples: Array) -> Array:
    """The first output of ONNX Runtime without graph optimizations, as it gives it: [N, elements]."""
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads, options.log_severity_level = 1, 4
    session = ort.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return np.stack([session.run(None, {name: x})[0].reshape(-1) for x in samples])
