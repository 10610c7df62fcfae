"""ONNX model file -> Graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx

from edgec.converter.errors import InvalidModel, Refusal, UnsupportedModel, UsageError, printable
from edgec.converter.ir import Array, DType, Graph, GraphEditor, Shape
from edgec.converter.lower.context import RULES, AttrValue, Lowering, OnnxNode, Refused
from edgec.converter.lower.elementwise import ONNX_TYPES
from edgec.converter.lower.registry import FAMILIES
from edgec.converter.onnx_proto import opset_of, read_model, to_array

WEIGHTED = frozenset({"Conv", "ConvTranspose", "Gemm", "MatMul", "BatchNormalization", "LSTM", "GRU", "RNN"})


@dataclass(frozen=True)
class Imported:
    """An imported model.

    ``notices`` are sentences the user should see; ``standalone`` is the ONNX file with external data inside.
    """

    graph: Graph
    notices: tuple[str, ...]
    sha256: str
    standalone: bytes
    opset: int


def import_model(path: Path | str, shapes: Mapping[str, Shape] | None = None) -> Imported:
    """Read an ONNX file.

    Args:
        path: the file; external data must lie in its folder.
        shapes: full input shapes by input name, for dynamic dimensions.

    Raises:
        UsageError: unreadable file, or a wrong ``shapes`` entry.
        InvalidModel: the file breaks a rule of ONNX.
        UnsupportedModel: valid, but not supported; lists every reason.
    """
    path = Path(path)
    file = read_model(path)
    graph = file.proto.graph
    editor = GraphEditor(name=path.stem)
    env: dict[str, str] = {"": ""}
    refusals: list[Refusal] = []
    for tensor in graph.initializer:
        _add_constant(editor, env, tensor, refusals)
    if graph.sparse_initializer:
        refusals.append(
            Refusal("model", "sparse_initializer", "", "sparse initializers are not supported", "store dense")
        )
    notices = _add_inputs(editor, env, graph, dict(shapes or {}), refusals)
    for index, proto in enumerate(graph.node):
        _lower(proto, index, opset_of(file.proto, proto.domain), editor, env, refusals)
    if refusals:
        raise UnsupportedModel(list(dict.fromkeys(refusals)))
    for out in graph.output:
        if out.name not in env:
            raise InvalidModel(f"graph output '{printable(out.name)}' is never written")
        editor.outputs.append(env[out.name])
    if not editor.outputs:
        raise InvalidModel("the model has no outputs")
    return Imported(editor.build(), tuple(notices), file.sha256, file.standalone, opset_of(file.proto))


def supported_ops() -> list[tuple[str, str]]:
    """(domain, operator) of every lowering rule, sorted."""
    assert FAMILIES
    return sorted(RULES)


def _add_constant(editor: GraphEditor, env: dict[str, str], tensor: onnx.TensorProto, refusals: list[Refusal]) -> None:
    array = _numeric(tensor)
    if array is None:
        code = onnx.TensorProto.DataType.Name(tensor.data_type) if tensor.data_type else "UNDEFINED"
        refusals.append(Refusal(tensor.name, "initializer", "", f"element type {code} is not supported"))
        return
    env[tensor.name] = editor.const(tensor.name, *array)


def _numeric(tensor: onnx.TensorProto) -> tuple[Array, None, DType] | None:
    """Array and type of a tensor, None for types the graph does not have."""
    dtype = ONNX_TYPES.get(tensor.data_type)
    if dtype is None:
        return None
    return to_array(tensor).astype(dtype.numpy), None, dtype


def _add_inputs(
    editor: GraphEditor,
    env: dict[str, str],
    graph: onnx.GraphProto,
    shapes: dict[str, Shape],
    refusals: list[Refusal],
) -> list[str]:
    """Declare graph inputs with static shapes; returns notices about what was bound."""
    notices: list[str] = []
    real = [i for i in graph.input if i.name not in env]
    unknown = sorted(set(shapes) - {i.name for i in real})
    if unknown:
        names = ", ".join(f"'{printable(i.name)}'" for i in real)
        raise UsageError(f"--shape names '{printable(unknown[0])}', but the inputs are {names}")
    symbols: dict[str, int] = {}
    for value in real:  # explicit shapes first: they also bind symbols of other inputs
        if value.name in shapes:
            _bind_symbols(value, shapes[value.name], symbols)
    for value in real:
        dtype = ONNX_TYPES.get(value.type.tensor_type.elem_type)
        if not value.type.HasField("tensor_type") or dtype is None:
            refusals.append(Refusal(value.name, "input", "", "it is not a tensor of a numeric type"))
            continue
        shape = _static_shape(value, shapes.get(value.name), symbols, notices)
        env[value.name] = editor.tensor(value.name, shape, dtype)
        editor.inputs.append(env[value.name])
    return notices


def _bind_symbols(value: onnx.ValueInfoProto, shape: Shape, symbols: dict[str, int]) -> None:
    dims = value.type.tensor_type.shape.dim
    if value.type.tensor_type.HasField("shape") and len(dims) != len(shape):
        raise UsageError(f"--shape {value.name}={list(shape)} has {len(shape)} dimensions, the model has {len(dims)}")
    for dim, given in zip(dims, shape, strict=False):
        if given < 1:
            raise UsageError(f"--shape {value.name}={list(shape)} has a dimension below 1")
        if dim.HasField("dim_value") and dim.dim_value != given:
            raise UsageError(f"--shape {value.name}={list(shape)} contradicts the model's fixed size {dim.dim_value}")
        if dim.dim_param:
            symbols[dim.dim_param] = given


def _static_shape(
    value: onnx.ValueInfoProto, given: Shape | None, symbols: dict[str, int], notices: list[str]
) -> Shape:
    """The input's shape; a dynamic first dimension (batch) becomes 1."""
    name = printable(value.name)
    if given is not None:
        return given
    if not value.type.tensor_type.HasField("shape"):
        raise UsageError(f"input '{name}' has no shape; give it with --shape {name}=1,...")
    shape: list[int] = []
    open_dims: list[str] = []
    for axis, dim in enumerate(value.type.tensor_type.shape.dim):
        if dim.HasField("dim_value"):
            if dim.dim_value < 1:
                raise InvalidModel(f"input '{name}' has dimension {dim.dim_value} at axis {axis}, at least 1 is needed")
            shape.append(dim.dim_value)
        elif dim.dim_param in symbols:
            shape.append(symbols[dim.dim_param])
        elif axis == 0:
            symbols[dim.dim_param or f"{value.name}:0"] = 1
            notices.append(f"input '{name}': dynamic batch dimension '{printable(dim.dim_param or '?')}' is bound to 1")
            shape.append(1)
        else:
            open_dims.append(f"axis {axis} ('{printable(dim.dim_param or '?')}')")
            shape.append(-1)
    if open_dims:
        example = ",".join("?" if d < 0 else str(d) for d in shape)
        raise UsageError(
            f"input '{name}' has dynamic dimensions: {', '.join(open_dims)}; give them with --shape {name}={example}"
        )
    return tuple(shape)


def _lower(
    proto: onnx.NodeProto, index: int, opset: int, editor: GraphEditor, env: dict[str, str], refusals: list[Refusal]
) -> None:
    domain = "" if proto.domain == "ai.onnx" else proto.domain
    rule = RULES.get((domain, proto.op_type))
    label = proto.name or f"#{index}"
    if rule is None:
        remedy = "replace it by supported operators before export (see SUPPORTED_OPS.md)"
        refusals.append(Refusal(label, proto.op_type, domain, "the operator is not supported", remedy))
        return
    if any(i not in env for i in proto.input):
        return  # a producer was refused; it is listed
    attrs = {a.name: _attribute(a) for a in proto.attribute}
    inputs, outputs = tuple(proto.input), tuple(proto.output)
    node = OnnxNode(proto.op_type, domain, proto.name, inputs, outputs, attrs, opset, index)
    _check_finite(node, editor, env)
    try:
        rule(Lowering(node, editor, env))
    except Refused as refused:
        refusals.append(refused.refusal)


def _check_finite(node: OnnxNode, editor: GraphEditor, env: dict[str, str]) -> None:
    """Weights must be finite, and no arithmetic constant may be NaN."""
    for name in node.inputs:
        data = editor.tensors[env[name]].data if name else None
        if data is None or not np.issubdtype(data.dtype, np.floating):
            continue
        bad = ~np.isfinite(data) if node.op in WEIGHTED else np.isnan(data)
        if bad.any():
            raise InvalidModel(
                f"node '{printable(node.label)}' ({node.op}): constant '{printable(name)}' has {int(bad.sum())} NaN or "
                "infinite value(s), weights must be finite; train or export the model again"
            )


def _attribute(attr: onnx.AttributeProto) -> AttrValue:
    kind = attr.type
    if kind == onnx.AttributeProto.FLOAT:
        return float(attr.f)
    if kind == onnx.AttributeProto.INT:
        return int(attr.i)
    if kind == onnx.AttributeProto.STRING:
        return _text(attr.s)
    if kind == onnx.AttributeProto.FLOATS:
        return tuple(float(v) for v in attr.floats)
    if kind == onnx.AttributeProto.INTS:
        return tuple(int(v) for v in attr.ints)
    if kind == onnx.AttributeProto.STRINGS:
        return tuple(_text(v) for v in attr.strings)
    if kind == onnx.AttributeProto.TENSOR:
        array = _numeric(attr.t)
        return attr.t if array is None else array[0]
    return attr


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")
