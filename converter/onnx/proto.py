"""Reading an ONNX file safely: bytes to a checked protobuf.  With ``importer``, the only code that imports onnx."""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Callable, Iterator, Sequence
from math import prod
from pathlib import Path

import numpy as np
import onnx
import onnx.checker
import onnx.inliner
from google.protobuf.message import DecodeError, Message
from onnx import numpy_helper

from edgec.converter.graph.errors import InvalidModel, UnsupportedModel, UsageError, printable
from edgec.converter.graph.errors import Refusal as Refusal
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.converter.graph.limits import Limits
from edgec.converter.onnx.class_names import class_names
from edgec.converter.onnx.classifiers import plain_outputs, without_names
from edgec.converter.onnx.order import sort_nodes
from edgec.converter.onnx.other_formats import folder_instead, other_format
from edgec.converter.onnx.registered import is_unregistered, nodes_of, set_aside
from edgec.converter.onnx.size import all_nodes, check_nodes

MAX_FILE_BYTES = 1 << 31
MIN_OPSET = 1
HALF_BYTES = (21, 22, 23)  # uint4, int4, float4e2m1: by number, for an older onnx has no name for them
PORT_REMEDY = "export the model with tensors as inputs and outputs"


@dataclass(frozen=True)
class ModelFile:
    """A parsed model: protobuf, hash of its file, bytes that stand alone, notices of edits, files of external data."""

    proto: onnx.ModelProto
    sha256: str
    standalone: bytes
    notices: tuple[str, ...] = ()
    external: tuple[Path, ...] = ()
    class_names: tuple[str, ...] = ()


def read_model(
    path: Path,
    edit: Callable[[onnx.ModelProto], Sequence[str]] = lambda _: (),
    others: Callable[[onnx.ModelProto], Sequence[Refusal]] = lambda _: (),
    limits: Limits | None = None,
) -> ModelFile:
    """Read, parse and check a model file.

    ``edit`` changes the model before it is checked and returns notices about it.  ``others`` gives what is not
    supported; it is listed when an input or output is refused, or an operator that the checker would call invalid.
    ``limits`` are for the nodes and bytes of the model.

    Raises:
        UsageError: the file cannot be read.
        InvalidModel: it is not a valid ONNX model.
        UnsupportedModel: its opset is too old or too new, or has not all operators.
        OverLimit: it has more nodes or bytes than the limits say.
    """
    limits = limits or Limits()
    data = _read_bytes(path, limits)
    model = onnx.ModelProto()
    try:
        model.ParseFromString(data)
    except DecodeError as error:
        raise _no_model(path, data, f"it cannot be parsed ({first_line(error)})") from None
    if not model.ir_version or not model.HasField("graph") or not model.opset_import:
        raise _no_model(path, data, "it has no IR version, opset or graph")
    _check_text(model, path.name)
    _check_opset(model)
    names = class_names(model)
    plain = plain_outputs(model)
    _check_ports(model, others)
    check_nodes(model, limits)
    tensors = list(all_tensors(model))
    files = _external_files(tensors, path.parent)
    for tensor in tensors:
        _check_size(tensor)
    external = _load_external(tensors, path.parent, limits)
    sort_nodes(model.graph)
    if plain:
        without_names(model.graph)
    notices = (*plain, *edit(model))
    standalone = model.SerializeToString(deterministic=True) if external or notices else data
    if any(is_unregistered(n, opsets) for _, n, opsets in nodes_of(model)) and (refusals := list(others(model))):
        raise UnsupportedModel(refusals)
    return ModelFile(_checked(model, path.name), hashlib.sha256(data).hexdigest(), standalone, notices, files, names)


def _no_model(path: Path, data: bytes, why: str) -> InvalidModel:
    other = other_format(path, data)
    return InvalidModel(f"'{printable(path.name)}' {other or f'is not an ONNX model: {why}'}")


def _checked(model: onnx.ModelProto, file: str) -> onnx.ModelProto:
    """The model with its functions inlined, once it keeps the rules of ONNX."""
    for value in model.graph.output:  # the checker wants a shape; exporters leave it out and nothing here reads it
        value.type.tensor_type.shape.SetInParent()
    try:
        with set_aside(model):
            onnx.checker.check_model(model)
    except (onnx.checker.ValidationError, ValueError, RuntimeError) as error:
        raise InvalidModel(f"'{file}' breaks a rule of ONNX: {first_line(error)}") from None
    if model.functions:
        try:
            model = onnx.inliner.inline_local_functions(model)
        except (onnx.checker.ValidationError, ValueError, RuntimeError) as error:
            raise InvalidModel(f"'{file}': its functions cannot be inlined: {first_line(error)}") from None
    return model


def _external_files(tensors: Sequence[onnx.TensorProto], folder: Path) -> tuple[Path, ...]:
    """The files that hold values of tensors, by the names that the model gives them."""
    external = (t for t in tensors if t.data_location == onnx.TensorProto.EXTERNAL)
    names = (e.value for t in external for e in t.external_data if e.key == "location")
    return tuple(dict.fromkeys(folder / name for name in names))


def _check_text(message: Message, file: str) -> None:
    """Names must be UTF-8: protobuf hands out anything else as bytes."""
    for field, value in message.ListFields():
        values = [value] if isinstance(value, (str, bytes, int, float, Message)) else value
        if field.type == field.TYPE_MESSAGE:
            for v in values:
                _check_text(v, file)
        elif field.type == field.TYPE_STRING and not all(isinstance(v, str) for v in values):
            raise InvalidModel(f"'{file}' is damaged: its {field.name} is not UTF-8 text")


def _read_bytes(path: Path, limits: Limits) -> bytes:
    try:
        if path.is_dir():
            raise UsageError(f"'{path}' {folder_instead(path)}")
        size = path.stat().st_size
        if size == 0:
            raise InvalidModel(f"'{path}' is empty, an ONNX file is needed")
        if size > MAX_FILE_BYTES:
            raise UsageError(f"'{path}' has {size} bytes, more than an ONNX file can hold ({MAX_FILE_BYTES})")
        limits.check_bytes(f"'{path}' has", size)
        return path.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"'{path}' does not exist; give the path of an ONNX file") from None
    except OSError as error:
        raise UsageError(f"'{path}' cannot be read: {error.strerror or error}") from None


def first_line(error: BaseException) -> str:
    """The first line of a foreign error message, made printable."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return printable(lines[0] if lines else type(error).__name__, 300)


def _check_opset(model: onnx.ModelProto) -> None:
    newest = onnx.defs.onnx_opset_version()
    for entry in model.opset_import:
        if entry.domain in ("", "ai.onnx") and not MIN_OPSET <= entry.version <= newest:
            reason = f"opset {entry.version} is outside {MIN_OPSET}..{newest}, which onnx {onnx.__version__} knows"
            remedy = "convert it with onnx.version_converter, or export it again"
            if entry.version > newest:
                remedy = f"install a newer onnx, or {remedy}"
            raise UnsupportedModel([Refusal("model", "opset_import", "", reason, remedy)])


def _check_ports(model: onnx.ModelProto, others: Callable[[onnx.ModelProto], Sequence[Refusal]]) -> None:
    """Inputs and outputs must be tensors; says so before the checker meets what it does not know well."""
    refusals = []
    for kind, values in (("input", model.graph.input), ("output", model.graph.output)):
        for value in values:
            what = value.type.WhichOneof("value")
            if what is not None and what != "tensor_type":
                reason = f"it is a {what.removesuffix('_type').replace('_', ' ')}, not a tensor"
                refusals.append(Refusal(value.name, kind, "", reason, PORT_REMEDY))
    if refusals:
        raise UnsupportedModel([*refusals, *others(model)])


def opset_of(model: onnx.ModelProto, domain: str = "") -> int:
    """The version of an operator set the model imports, 0 when it does not."""
    names = ("", "ai.onnx") if domain in ("", "ai.onnx") else (domain,)
    return next((int(e.version) for e in model.opset_import if e.domain in names), 0)


def all_tensors(model: onnx.ModelProto) -> Iterator[onnx.TensorProto]:
    """Every tensor stored in a model: initializers and attribute values, those of subgraphs and functions included."""
    yield from model.graph.initializer
    for nodes in (model.graph.node, *(f.node for f in model.functions)):
        for node in all_nodes(nodes):
            for attr in node.attribute:
                if attr.HasField("t"):
                    yield attr.t
                yield from attr.tensors
                for sub in [attr.g] if attr.HasField("g") else list(attr.graphs):
                    yield from sub.initializer


def _check_size(tensor: onnx.TensorProto) -> None:
    """The declared shape must match the stored bytes, before anything is allocated from it."""
    name = printable(tensor.name)
    if any(d < 0 for d in tensor.dims):
        raise InvalidModel(f"initializer '{name}' has a negative dimension {list(tensor.dims)}")
    if tensor.data_location == onnx.TensorProto.EXTERNAL or not tensor.HasField("raw_data"):
        count = prod(tensor.dims)
        if tensor.data_location != onnx.TensorProto.EXTERNAL and count > _typed_elements(tensor):
            raise InvalidModel(f"initializer '{name}' claims {count} elements but stores {_typed_elements(tensor)}")
        return
    bits = _element_bits(tensor.data_type)
    need = _bytes_of(tensor)
    if bits and need != len(tensor.raw_data):
        raise InvalidModel(f"initializer '{name}' claims {need} bytes but stores {len(tensor.raw_data)}")


def _typed_elements(tensor: onnx.TensorProto) -> int:
    """Elements that the typed fields can hold (packed small types hold more than one per entry)."""
    fields = (tensor.float_data, tensor.int32_data, tensor.int64_data, tensor.double_data, tensor.uint64_data)
    packed = 32 // max(min(_element_bits(tensor.data_type) or 32, 32), 1)
    return max(max(len(f) for f in fields) * max(packed, 1), len(tensor.string_data))


def _element_bits(code: int) -> int:
    """Bits of an ONNX element type, 0 for strings and unknown types."""
    if code in HALF_BYTES:
        return 4
    try:
        dtype = onnx.helper.tensor_dtype_to_np_dtype(code)
    except (KeyError, ValueError):
        return 0
    return 0 if dtype == np.dtype(object) else int(dtype.itemsize) * 8


def _bytes_of(tensor: onnx.TensorProto) -> int:
    return int(prod(tensor.dims) * _element_bits(tensor.data_type) + 7) // 8


def _load_external(tensors: Sequence[onnx.TensorProto], folder: Path, limits: Limits) -> bool:
    """Read external tensors from files inside the model's folder; returns whether there were any."""
    external = [t for t in tensors if t.data_location == onnx.TensorProto.EXTERNAL]
    limits.check_bytes("the external data of the model have", sum(map(_bytes_of, external)))
    for tensor in external:
        entries = {e.key: e.value for e in tensor.external_data}
        name, where, need = printable(tensor.name), entries.get("location", ""), _bytes_of(tensor)
        try:
            path = (folder / where).resolve()
            if not where or not path.is_relative_to(folder.resolve()):
                raise InvalidModel(f"initializer '{name}' points to '{printable(where)}', outside the model's folder")
            offset = int(entries.get("offset", "0"))
            length = int(entries.get("length", str(need)))
            about = path.stat()
            if not stat.S_ISREG(about.st_mode):
                raise InvalidModel(f"initializer '{name}' points to '{printable(where)}', which is not a regular file")
            size = about.st_size
            if length != need or offset < 0 or offset + length > size:
                raise InvalidModel(
                    f"initializer '{name}' needs {need} bytes at offset {offset} of '{printable(where)}', "
                    f"which offers {min(length, max(size - offset, 0))}"
                )
            with path.open("rb") as file:
                file.seek(offset)
                tensor.raw_data = file.read(length)
        except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: links that form a circle
            raise InvalidModel(f"external data '{printable(where)}' cannot be read: {first_line(error)}") from None
        tensor.data_location = onnx.TensorProto.DEFAULT
        del tensor.external_data[:]
    return bool(external)


def to_array(tensor: onnx.TensorProto) -> Array:
    """A stored tensor as numpy.

    Raises:
        InvalidModel: its content does not fit its type.
    """
    try:
        return np.asarray(numpy_helper.to_array(tensor))
    except (ValueError, TypeError, KeyError) as error:
        raise InvalidModel(f"tensor '{printable(tensor.name)}' cannot be read: {first_line(error)}") from None
