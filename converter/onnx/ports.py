"""Inputs and outputs of a model file by their ONNX types, and the same model with types that every program has."""

from __future__ import annotations

import onnx
from onnx import TensorProto

from edgec.converter.graph.errors import InvalidModel, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import DType
from edgec.converter.lower.elementwise import ONNX_TYPES
from edgec.converter.lower.storage import FORMAT_CODES, INT4, NARROW_CODES, Narrow
from edgec.converter.ops.stored import Stored


@dataclass(frozen=True)
class SourcePort:
    """An input or output of a source model.

    ``dtype`` is the type of its values as numpy has them: float32 for the small floats, whose bits the generated code
    takes (``stored``), 8 bits for integers of fewer, whose smallest and largest value are ``limits``.
    """

    name: str
    dtype: DType
    stored: Stored | None = None
    limits: tuple[int, int] | None = None

    @property
    def plain(self) -> bool:
        """Whether numpy has the type itself."""
        return self.stored is None and self.limits is None


@dataclass(frozen=True)
class PortType:
    """An input or output by its name and ONNX's name of its type ("FLOAT", "INT4")."""

    name: str
    type: str


@dataclass(frozen=True)
class PlainModel:
    """A model with inputs and outputs of types that numpy has; ``inputs`` and ``outputs`` are those of the source."""

    inputs: tuple[SourcePort, ...]
    outputs: tuple[SourcePort, ...]
    content: bytes


def plain_model(content: bytes) -> PlainModel:
    """Put casts behind inputs and before outputs of types that numpy does not have.

    Raises:
        InvalidModel: it is no model, or an input or output is no tensor of numbers.
    """
    try:
        model = onnx.load_model_from_string(content)
    except Exception as error:  # protobuf's errors depend on its version
        raise InvalidModel(f"the model cannot be read: {printable(str(error), 200)}") from error
    graph = model.graph
    sources = _sources(graph)
    inputs = tuple(_port(v) for v in sources)
    outputs = tuple(_port(v) for v in graph.output)
    if all(port.plain for port in (*inputs, *outputs)):
        return PlainModel(inputs, outputs, content)
    first, last = [], []
    for value, port in zip(sources, inputs, strict=True):
        if not port.plain:
            code, outer = value.type.tensor_type.elem_type, f"{value.name}.plain"
            first.append(onnx.helper.make_node("Cast", [outer], [value.name], to=code))
            value.name = outer
            value.type.tensor_type.elem_type = _code(port.dtype)
    for value, port in zip(graph.output, outputs, strict=True):
        if not port.plain:
            last.append(onnx.helper.make_node("Cast", [value.name], [f"{value.name}.plain"], to=_code(port.dtype)))
            value.name = f"{value.name}.plain"
            value.type.tensor_type.elem_type = _code(port.dtype)
    for node in reversed(first):
        graph.node.insert(0, node)
    graph.node.extend(last)
    return PlainModel(inputs, outputs, model.SerializeToString())


def port_types(model: onnx.ModelProto) -> tuple[tuple[PortType, ...], tuple[PortType, ...]]:
    """Inputs and outputs of a model."""
    inputs, outputs = _sources(model.graph), model.graph.output
    named = TensorProto.DataType.Name
    return (
        tuple(PortType(v.name, named(v.type.tensor_type.elem_type)) for v in inputs),
        tuple(PortType(v.name, named(v.type.tensor_type.elem_type)) for v in outputs),
    )


def source_port(port: PortType) -> SourcePort:
    """Return the meaning of an input or output.

    Raises:
        ValueError: ONNX has no such type.
        InvalidModel: it is none of numbers.
    """
    return _port(onnx.helper.make_tensor_value_info(port.name, TensorProto.DataType.Value(port.type), None))


def _sources(graph: onnx.GraphProto) -> list[onnx.ValueInfoProto]:
    stored = {t.name for t in graph.initializer}
    return [v for v in graph.input if v.name not in stored]


def _port(value: onnx.ValueInfoProto) -> SourcePort:
    code = value.type.tensor_type.elem_type
    if code in FORMAT_CODES:
        return SourcePort(value.name, DType.F32, FORMAT_CODES[code])
    narrow = Narrow(DType.I8, 4, signed=True) if code == INT4 else NARROW_CODES.get(code)
    if narrow is not None:
        return SourcePort(value.name, narrow.holder, limits=narrow.limits)
    if code not in ONNX_TYPES:
        raise InvalidModel(f"'{printable(value.name)}' is not a tensor of numbers, which edgec does not take")
    return SourcePort(value.name, ONNX_TYPES[code])


def _code(dtype: DType) -> int:
    codes = {DType.F32: TensorProto.FLOAT, DType.I8: TensorProto.INT8, DType.U8: TensorProto.UINT8}
    return int(codes[dtype])
