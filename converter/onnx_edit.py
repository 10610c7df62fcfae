"""Edits of an ONNX model that the user asks for, made before import so that the reference model is edited too."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

import numpy as np
import onnx
from onnx import numpy_helper

from edgec.converter.errors import UsageError, printable
from edgec.converter.ir import Array

PASSING = ("Identity", "QuantizeLinear", "DequantizeLinear", "Cast", "Reshape", "Flatten", "Squeeze")


def bind_constants(model: onnx.ModelProto, constants: Mapping[str, Array]) -> list[str]:
    """Turn graph inputs into initializers; returns notices about it.

    Raises:
        UsageError: there is no such input, or the value does not fit its type or shape.
    """
    graph = model.graph
    stored = {t.name for t in graph.initializer}
    inputs = {i.name: i for i in graph.input if i.name not in stored}
    for name, value in constants.items():
        if name not in inputs:
            names = ", ".join(f"'{printable(n)}'" for n in inputs)
            raise UsageError(f"--constant names '{printable(name)}', but the inputs are {names}")
        graph.initializer.append(_as_declared(name, inputs[name].type.tensor_type, value))
        graph.input.remove(inputs[name])
    return [f"input '{printable(name)}' is bound to a constant" for name in constants]


def _as_declared(name: str, declared: onnx.TypeProto.Tensor, value: Array) -> onnx.TensorProto:
    """The value as a stored tensor of the input's type."""
    dims = [d.dim_value if d.HasField("dim_value") else None for d in declared.shape.dim]
    if value.ndim <= 1 and None not in dims and prod(d or 0 for d in dims) == value.size:
        value = value.reshape([d or 0 for d in dims])
    fits = len(dims) == value.ndim and all(d in (None, s) for d, s in zip(dims, value.shape, strict=False))
    if declared.HasField("shape") and not fits:
        shown = [d if d is not None else "?" for d in dims]
        raise UsageError(f"--constant {printable(name)} has shape {list(value.shape)}, the model wants {shown}")
    try:
        dtype = onnx.helper.tensor_dtype_to_np_dtype(declared.elem_type)
        return numpy_helper.from_array(np.asarray(value).astype(dtype), name)
    except (KeyError, TypeError, ValueError):
        raise UsageError(f"--constant {printable(name)} has no numeric type in the model") from None


def drop_final_softmax(model: onnx.ModelProto) -> list[str]:
    """Make the scores before a last Softmax the output: the largest stays the largest.  Returns notices.

    Raises:
        UsageError: no output ends in a Softmax or LogSoftmax.
    """
    graph = model.graph
    producer = {o: n for n in graph.node for o in n.output}
    notices = []
    for value in graph.output:
        node = producer.get(value.name)
        while node is not None and node.op_type in PASSING:
            node = producer.get(node.input[0])
        if node is None or node.op_type not in ("Softmax", "LogSoftmax"):
            continue
        before = producer.get(node.input[0])
        integers = value.type.tensor_type.elem_type not in (onnx.TensorProto.FLOAT, onnx.TensorProto.FLOAT16)
        dequantizes = before is not None and before.op_type == "DequantizeLinear"
        source = before.input[0] if before is not None and dequantizes and integers else node.input[0]
        notices.append(f"output '{printable(value.name)}': the scores before its softmax, '{printable(source)}'")
        value.name = source
    if not notices:
        raise UsageError("--argmax: no output of the model ends in a softmax; leave --argmax out")
    _drop_dead(graph)
    return notices


def _drop_dead(graph: onnx.GraphProto) -> None:
    """Remove nodes that no output depends on."""
    needed = {o.name for o in graph.output}
    keep = []
    for node in reversed(graph.node):  # in topological order
        if needed & set(node.output):
            needed |= set(node.input)
            keep.append(node)
    kept = [onnx.NodeProto.FromString(n.SerializeToString()) for n in reversed(keep)]
    del graph.node[:]
    graph.node.extend(kept)
