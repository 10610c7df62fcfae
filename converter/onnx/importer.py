"""ONNX model file -> Graph."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx

from edgec.converter.graph.errors import InvalidModel, Refusal, UnsupportedModel, UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, DType, Graph, GraphEditor, Node, Shape, Tensor
from edgec.converter.graph.limits import Limits
from edgec.converter.lower.context import FEWER_AXES, RULES, Refused
from edgec.converter.lower.storage import FORMAT_CODES, computed_in, holder_of, is_special
from edgec.converter.onnx.dynamic import open_dynamic
from edgec.converter.onnx.edit import bind_constants, drop_final_softmax, take_raw_input
from edgec.converter.onnx.nodes import NodeImporter, unknown_operators
from edgec.converter.onnx.ports import PortType, port_types
from edgec.converter.onnx.proto import ModelFile, opset_of, read_model
from edgec.converter.onnx.raw_input import RawInput
from edgec.converter.onnx.registered import opset_table
from edgec.converter.onnx.types import type_name
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.check import MAX_RANK
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import ReshapeAttrs
from edgec.converter.ops.stored import DecodeAttrs, EncodeAttrs

SMALLER = "; export it with a float32 sample (scikit-learn: to_onnx(model, X[:1].astype(numpy.float32))) to halve it"
NUMERIC_REMEDY = "use tensors of float, integer or bool type"


@dataclass(frozen=True)
class Imported:
    """An imported model.

    ``notices`` are sentences the user should see; ``standalone`` is the ONNX file with external data inside.
    ``external`` are the files of external data, ``ports`` its inputs and outputs,
    ``class_names`` those that the file brings.
    """

    graph: Graph
    notices: tuple[str, ...]
    sha256: str
    standalone: bytes
    opset: int
    external: tuple[Path, ...] = ()
    ports: tuple[tuple[PortType, ...], tuple[PortType, ...]] = ((), ())
    class_names: tuple[str, ...] = ()


def import_model(
    path: Path | str,
    shapes: Mapping[str, Shape] | None = None,
    constants: Mapping[str, Array] | None = None,
    argmax: bool = False,
    raw: RawInput | None = None,
    limits: Limits | None = None,
) -> Imported:
    """Read an ONNX file.

    Args:
        path: the file; external data must lie in its folder.
        shapes: full input shapes by input name, for dynamic dimensions.
        constants: values of inputs that are fixed for this deployment; such inputs leave the model's interface.
        argmax: leave out a last Softmax, which does not change which score is the largest.
        raw: what the input looks like as the sensor gives it; its preprocessing becomes part of the model.
        limits: how much work the model may ask for.

    Raises:
        UsageError: unreadable file, or a wrong ``shapes`` or ``constants`` entry.
        InvalidModel: the file breaks a rule of ONNX.
        UnsupportedModel: valid, but not supported; lists every reason.
        OverLimit: it asks for more than the limits.
    """
    known = dict(shapes or {})
    file = read_model(Path(path), lambda m: _edits(m, constants or {}, argmax, raw, known), unknown_operators, limits)
    graph, editor = file.proto.graph, GraphEditor(name=Path(path).stem, limits=limits)
    env: dict[str, str] = {"": ""}
    importer = NodeImporter(editor, opset_table(file.proto.opset_import))
    for tensor in graph.initializer:
        importer.add_constant(tensor, env)
    if graph.sparse_initializer:
        importer.refusals.append(
            Refusal("model", "sparse_initializer", "", "sparse initializers are not supported", "store dense")
        )
    notices = [*file.notices]
    notices += _add_inputs(importer, env, graph, known)
    try:
        importer.lower(graph.node, env)
    except Refused as refused:
        importer.refusals.append(refused.refusal)
    if importer.refusals:
        raise UnsupportedModel(list(dict.fromkeys(importer.refusals)), tuple(sorted(importer.needs_constant)))
    for out in graph.output:
        if out.name not in env:
            raise InvalidModel(f"graph output '{printable(out.name)}' is never written")
        _add_output(editor, out, env[out.name])
    if not editor.outputs:
        raise InvalidModel("the model has no outputs")
    return _imported(editor, [*notices, *dict.fromkeys(importer.notices)], file)


def _edits(
    model: onnx.ModelProto, constants: Mapping[str, Array], argmax: bool, raw: RawInput | None,
    shapes: Mapping[str, Shape],
) -> list[str]:  # fmt: skip
    notices = bind_constants(model, constants)
    _give_shapes(model.graph, shapes)
    notices += drop_final_softmax(model, opset_of(model)) if argmax else []
    notices += take_raw_input(model, raw) if raw is not None else []
    return notices + open_dynamic(model)


def _give_shapes(graph: onnx.GraphProto, shapes: Mapping[str, Shape]) -> None:
    """Give inputs of unknown rank the shapes that were given.

    Raises:
        UsageError: there is none for one.
    """
    stored = {t.name for t in graph.initializer}
    for value in graph.input:
        if value.name in stored or not value.type.HasField("tensor_type") or value.type.tensor_type.HasField("shape"):
            continue
        if value.name not in shapes:
            name = printable(value.name)
            raise UsageError(f"input '{name}' has no shape in the model; give it with --shape {name}=1,3,32,32")
        for size in shapes[value.name]:
            value.type.tensor_type.shape.dim.add().dim_value = size
        value.type.tensor_type.shape.SetInParent()


def _imported(editor: GraphEditor, notices: list[str], file: ModelFile) -> Imported:
    opset, ports = opset_of(file.proto), port_types(file.proto)
    return Imported(
        editor.build(), tuple(notices), file.sha256, file.standalone, opset, file.external, ports, file.class_names
    )


def _add_output(editor: GraphEditor, value: onnx.ValueInfoProto, name: str) -> None:
    """Declare a graph output: converted to its declared type, and written by a node of its own.

    Raises:
        InvalidModel: the values are of another type than the declared one.
    """
    tensor = editor.tensors[name]
    code = value.type.tensor_type.elem_type
    holder = holder_of(code)
    if code and computed_in(code) is not tensor.dtype:
        raise InvalidModel(
            f"graph output '{printable(value.name)}' is declared as {_type_text(value)}, but the model computes "
            f"{tensor.dtype.value}; correct its type in the file"
        )
    if tensor.dtype is DType.F32 and code in FORMAT_CODES:
        source = next((n for n in editor.nodes if name in n.outputs), None)
        decoded = DecodeAttrs(FORMAT_CODES[code])
        if source is not None and source.attrs == decoded:
            tensor = editor.tensors[source.inputs[0]]  # its bits are there already
        else:
            tensor = _append(editor, "Encode", EncodeAttrs(FORMAT_CODES[code], False), tensor, value.name)
    elif tensor.dtype is DType.F32 and holder in (DType.F16, DType.F64):
        tensor = _append(editor, "Cast", CastAttrs(holder), tensor, value.name)
    if tensor.is_const or tensor.name in editor.inputs or tensor.name in editor.outputs:
        tensor = _append(editor, "Reshape", ReshapeAttrs(tensor.shape), tensor, value.name)
    editor.outputs.append(tensor.name)


def _append(editor: GraphEditor, op: str, attrs: Attrs, source: Tensor, hint: str) -> Tensor:
    (shape, dtype), *_ = OPS[op].infer(attrs, [source])
    out = editor.tensor(hint, shape, dtype)
    editor.nodes.append(Node(op, hint, (source.name,), (out,), attrs))
    return editor.tensors[out]


def supported_ops() -> list[tuple[str, str]]:
    """(domain, operator) of every lowering rule, sorted."""
    return sorted(RULES)


def _add_inputs(
    importer: NodeImporter, env: dict[str, str], graph: onnx.GraphProto, shapes: dict[str, Shape]
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
        if not value.type.HasField("tensor_type") or holder_of(value.type.tensor_type.elem_type) is None:
            reason = f"it is {_type_text(value)}"
            importer.refusals.append(Refusal(value.name, "input", "", reason, NUMERIC_REMEDY))
            continue
        shape = _static_shape(value, shapes.get(value.name), symbols, notices)
        if len(shape) > MAX_RANK:
            reason = f"it has {len(shape)} dimensions, at most {MAX_RANK} are supported"
            importer.refusals.append(Refusal(value.name, "input", "", reason, FEWER_AXES))
            continue
        importer.editor.limits.check_shape(f"input '{printable(value.name)}'", shape)
        env[value.name] = _add_input(importer, value, shape, notices)
    return notices


def _add_input(importer: NodeImporter, value: onnx.ValueInfoProto, shape: Shape, notices: list[str]) -> str:
    """Declare one input; returns the tensor that operators read: what it holds, in the type it is computed in."""
    editor, code = importer.editor, value.type.tensor_type.elem_type
    holder, kept = holder_of(code), computed_in(code)
    assert holder is not None and kept is not None
    name = editor.tensor(value.name, shape, holder)
    editor.inputs.append(name)
    read = name
    if 0 in shape:  # nothing to read: its value is known
        read = editor.const(value.name, np.zeros(shape, kept.numpy), dtype=kept)
    elif code in FORMAT_CODES:
        read = _append(editor, "Decode", DecodeAttrs(FORMAT_CODES[code]), editor.tensors[name], name).name
    elif holder is not kept:
        read = _append(editor, "Cast", CastAttrs(kept), editor.tensors[name], name).name
    if is_special(code):
        importer.stored[read] = code
        kind = type_name(code).lower()
        how = f"held in {holder.value}" if code in FORMAT_CODES or kept is holder else "stored as it is"
        remedy = SMALLER if holder is DType.F64 else ""
        notices.append(f"input '{printable(value.name)}': {kind} is {how} and computed in {kept.value}{remedy}")
    return read


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
            if dim.dim_value < 0:
                raise InvalidModel(f"input '{name}' has dimension {dim.dim_value} at axis {axis}, at least 0 is needed")
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


def _type_text(value: onnx.ValueInfoProto) -> str:
    """Name the type of an unsupported input."""
    if value.type.HasField("tensor_type"):
        return f"a tensor of {type_name(value.type.tensor_type.elem_type)}"
    return f"a {(value.type.WhichOneof('value') or 'value without type').removesuffix('_type')}, not a tensor"
