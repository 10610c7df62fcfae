"""Edits of an ONNX model that the user asks for, made before import so that the reference model is edited too."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

import numpy as np
import onnx
from onnx import numpy_helper

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Array
from edgec.converter.onnx.order import node_reads
from edgec.converter.onnx.raw_input import RawInput

PASSING = ("Identity", "QuantizeLinear", "DequantizeLinear", "Cast", "Reshape", "Flatten", "Squeeze")
SOFTMAX_OF_ONE_AXIS = 13  # the operator set; before, all axes from the attribute's on are one


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
        with np.errstate(all="ignore"):
            held = np.asarray(value).astype(dtype)
        stored = numpy_helper.from_array(held, name)
    except (KeyError, RuntimeError, TypeError, ValueError):  # strings, for one
        raise UsageError(f"--constant {printable(name)} has no numeric type in the model") from None
    if held.dtype.kind in "iu" and not np.array_equal(held, value):
        raise UsageError(
            f"--constant {printable(name)} has values that are no numbers of type {held.dtype}, which the model wants; "
            "give whole numbers of its range"
        )
    return stored


def take_raw_input(model: onnx.ModelProto, raw: RawInput) -> list[str]:
    """Put the preprocessing into the model: its input becomes the sensor's integers.  Returns notices.

    Raises:
        UsageError: the model has several inputs, its input is not float32, or the channels do not fit.
    """
    graph = model.graph
    stored = {t.name for t in graph.initializer}
    inputs = [i for i in graph.input if i.name not in stored]
    if len(inputs) != 1 or inputs[0].type.tensor_type.elem_type != onnx.TensorProto.FLOAT:
        raise UsageError("[input] describes the one float32 input of a model; this model's inputs are not so")
    value = inputs[0]
    declared = value.type.tensor_type
    rank = len(declared.shape.dim)
    sizes = [d.dim_value for d in declared.shape.dim]
    count = max(len(raw.mean), len(raw.std))
    axis = _channel_axis(sizes, count)
    scale = np.float32(raw.scale) / np.asarray(raw.std, np.float32)
    shift = -np.asarray(raw.mean, np.float32) / np.asarray(raw.std, np.float32)
    shape = [count if i == axis else 1 for i in range(rank)] if count > 1 else []
    name, real = value.name, f"{value.name}.real"
    for node in graph.node:
        node.input[:] = [real if i == name else i for i in node.input]
    steps = [onnx.helper.make_node("Cast", [name], [f"{name}.cast"], to=onnx.TensorProto.FLOAT)]
    if rank == 4 and raw.layout == "nhwc" and axis == 1:
        steps.append(onnx.helper.make_node("Transpose", [f"{name}.cast"], [f"{name}.order"], perm=[0, 3, 1, 2]))
        value.type.tensor_type.shape.CopyFrom(_ordered(declared.shape, (0, 2, 3, 1)))
    elif rank == 4 and raw.layout == "nchw" and axis == 3:
        steps.append(onnx.helper.make_node("Transpose", [f"{name}.cast"], [f"{name}.order"], perm=[0, 2, 3, 1]))
        value.type.tensor_type.shape.CopyFrom(_ordered(declared.shape, (0, 3, 1, 2)))
    for op, array, idle in (("Mul", scale, 1.0), ("Add", shift, 0.0)):
        if (array != idle).any():
            wide = np.broadcast_to(array, (count,)).reshape(shape) if count > 1 else array.reshape(())
            graph.initializer.append(numpy_helper.from_array(np.asarray(wide, np.float32), f"{name}.{op.lower()}"))
            before = steps[-1].output[0]
            steps.append(onnx.helper.make_node(op, [before, f"{name}.{op.lower()}"], [f"{name}.{op}"]))
    steps[-1].output[0] = real
    declared.elem_type = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(raw.dtype))
    for node in reversed(steps):
        graph.node.insert(0, node)
    return [f"input '{printable(name)}' takes {raw.dtype} as the sensor gives it; preprocessing is part of the model"]


def _channel_axis(sizes: list[int], count: int) -> int:
    """Return the axis of an image's channels: 1 or the last."""
    if len(sizes) < 2:
        return 0
    fits = [i for i in (1, len(sizes) - 1) if count in (1, sizes[i])]
    few = [i for i in fits if 0 < sizes[i] <= 4]
    if not fits:
        raise UsageError(f"[input] mean and std have {count} values, but the model's input has shape {sizes}")
    return (few or fits)[0]


def _ordered(shape: onnx.TensorShapeProto, order: tuple[int, ...]) -> onnx.TensorShapeProto:
    made = onnx.TensorShapeProto()
    made.dim.extend(shape.dim[i] for i in order)
    return made


def drop_final_softmax(model: onnx.ModelProto, opset: int) -> list[str]:
    """Make the scores before a last Softmax the output: the largest stays the largest.  Returns notices.

    Raises:
        UsageError: no output ends in a Softmax or LogSoftmax, or one is over a single element: its outputs are equal,
            the scores before it are not.
    """
    graph = model.graph
    producer = {o: n for n in graph.node for o in n.output}
    notices = []
    for value in graph.output:
        node = producer.get(value.name)
        for _ in graph.node:  # a damaged model may have a cycle, and nodes without inputs
            if node is None or node.op_type not in PASSING or not node.input:
                break
            node = producer.get(node.input[0])
        if node is None or node.op_type not in ("Softmax", "LogSoftmax") or not node.input:
            continue
        if node.output[0] == value.name and _over_one_element(value, node, opset):
            raise UsageError(
                f"--argmax: the softmax of output '{printable(value.name)}' runs along an axis of one element: all "
                "outputs are equal; correct its axis, or leave --argmax out"
            )
        before = producer.get(node.input[0])
        integers = value.type.tensor_type.elem_type not in (onnx.TensorProto.FLOAT, onnx.TensorProto.FLOAT16)
        dequantizes = before is not None and before.op_type == "DequantizeLinear"
        source = before.input[0] if before is not None and dequantizes and integers else node.input[0]
        notices.append(f"output '{printable(value.name)}': the scores before its softmax, '{printable(source)}'")
        value.name = source
    if not notices:
        raise UsageError("--argmax: no output of the model ends in a softmax; leave --argmax out")
    drop_dead(graph)
    return notices


def _over_one_element(value: onnx.ValueInfoProto, node: onnx.NodeProto, opset: int) -> bool:
    """Return whether a softmax, whose output is declared as ``value``, divides each of several elements by itself."""
    sizes = [d.dim_value for d in value.type.tensor_type.shape.dim]
    axis = next((a.i for a in node.attribute if a.name == "axis"), -1 if opset >= SOFTMAX_OF_ONE_AXIS else 1)
    if not -len(sizes) <= axis < len(sizes):
        return False
    axis %= len(sizes)
    summed = sizes[axis] if opset >= SOFTMAX_OF_ONE_AXIS else prod(sizes[axis:])
    return bool(summed == 1 and prod(sizes) > 1)


def drop_dead(graph: onnx.GraphProto) -> None:
    """Remove nodes that no output depends on."""
    needed = {o.name for o in graph.output}
    keep = []
    for node in reversed(graph.node):  # in topological order
        if needed & set(node.output):
            needed |= node_reads(node)
            keep.append(node)
    kept = [onnx.NodeProto.FromString(n.SerializeToString()) for n in reversed(keep)]
    del graph.node[:]
    graph.node.extend(kept)
