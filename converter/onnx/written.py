"""Export of each operator of the graph to ONNX: one small function each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import DType, Node
from edgec.converter.onnx.resized import write_resample
from edgec.converter.onnx.writer import CODES, TO_FIRST, TO_LAST, OnnxWriter
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs, UnaryAttrs, UnaryFn
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.index import ArgReduceAttrs, CumulateAttrs, CumulateFn, ExpandAttrs
from edgec.converter.ops.logic import CompareAttrs, CompareFn, WhereAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, PadAttrs, ReshapeAttrs, SliceAttrs, TransposeAttrs

AXIS_FIRST = {last: first for first, last in enumerate(TO_FIRST)}  # axis of a tensor -> where it is with channels first


class NoExport(EdgecError):
    """A node that cannot be written; the message goes on from the node's name."""


export: Facet[Callable[[OnnxWriter, Node], None]] = Facet(
    "export",
    "form in ONNX that edgec writes",
    "leave the model as it is, or prune it while it is converted (edgec convert --prune, with --allow-float where "
    "operators have no integer form)",
)


def _attrs(node: Node, kind: type[Any]) -> Any:
    assert isinstance(node.attrs, kind)
    return node.attrs


def _in_order(w: OnnxWriter, node: Node) -> tuple[bool, list[str]]:
    """(whether channels come first, the inputs) of a node that takes its tensors in any order."""
    tensors = [w.graph.tensors[i] for i in node.inputs]
    out = w.graph.tensors[node.outputs[0]]
    four = all(len(t.shape) == 4 or t.is_const for t in tensors) and len(out.shape) == 4
    if not four or not w.any_first(node):
        return False, [w.plain(i) for i in node.inputs]
    return True, [_const_first(w, i) if w.graph.tensors[i].is_const else w.first(i) for i in node.inputs]


def _const_first(w: OnnxWriter, name: str) -> str:
    """A constant that is broadcast to a tensor of four dimensions, with its channels first."""
    data = w.graph.tensors[name].data
    assert data is not None
    if data.size == 1:
        return w.const(name, data.reshape(()))
    wide = data.reshape((1,) * (4 - data.ndim) + data.shape).transpose(TO_FIRST)
    return w.const(name, wide[0] if len(wide) == 1 else wide)


@export(ConvAttrs)
def _conv(w: OnnxWriter, node: Node) -> None:
    a, (x, weight, bias) = _attrs(node, ConvAttrs), node.inputs
    shape = w.graph.tensors[weight].shape
    w.finish(
        node.outputs[0], a.clamp, "Conv", [w.first(x), w.first(weight), w.plain(bias)], True, kernel_shape=shape[1:3],
        strides=a.strides, pads=a.pads, dilations=a.dilations, group=a.groups,
    )  # fmt: skip


@export(DenseAttrs)
def _dense(w: OnnxWriter, node: Node) -> None:
    a = _attrs(node, DenseAttrs)
    w.finish(node.outputs[0], a.clamp, "Gemm", [w.plain(i) for i in node.inputs], transB=1)


def _plainly(op: str) -> Callable[[OnnxWriter, Node], None]:
    def write(w: OnnxWriter, node: Node) -> None:
        w.put(node.outputs[0], op, [w.plain(i) for i in node.inputs])

    return write


export(MatMulAttrs)(_plainly("MatMul"))
export(WhereAttrs)(_plainly("Where"))

SAME: Mapping[UnaryFn, str] = {
    UnaryFn.SIGMOID: "Sigmoid", UnaryFn.TANH: "Tanh", UnaryFn.EXP: "Exp", UnaryFn.LOG: "Log", UnaryFn.SQRT: "Sqrt",
    UnaryFn.ABS: "Abs", UnaryFn.NEG: "Neg", UnaryFn.RECIPROCAL: "Reciprocal", UnaryFn.ERF: "Erf",
    UnaryFn.GELU: "Gelu", UnaryFn.SOFTPLUS: "Softplus", UnaryFn.SIN: "Sin", UnaryFn.COS: "Cos",
    UnaryFn.FLOOR: "Floor", UnaryFn.CEIL: "Ceil", UnaryFn.ROUND: "Round", UnaryFn.SIGN: "Sign", UnaryFn.TAN: "Tan",
    UnaryFn.ASIN: "Asin", UnaryFn.ACOS: "Acos", UnaryFn.ATAN: "Atan", UnaryFn.SINH: "Sinh", UnaryFn.COSH: "Cosh",
    UnaryFn.ASINH: "Asinh", UnaryFn.ACOSH: "Acosh", UnaryFn.ATANH: "Atanh", UnaryFn.SOFTSIGN: "Softsign",
    UnaryFn.MISH: "Mish",
}  # fmt: skip
"""Functions without parameters that are one operator."""
WITH_ALPHA: Mapping[UnaryFn, tuple[str, tuple[str, ...]]] = {
    UnaryFn.LEAKY_RELU: ("LeakyRelu", ("alpha",)),
    UnaryFn.HARD_SIGMOID: ("HardSigmoid", ("alpha", "beta")),
    UnaryFn.ELU: ("Elu", ("alpha",)),
    UnaryFn.SELU: ("Selu", ("alpha", "gamma")),
    UnaryFn.CELU: ("Celu", ("alpha",)),
    UnaryFn.THRESHOLDED_RELU: ("ThresholdedRelu", ("alpha",)),
    UnaryFn.SHRINK: ("Shrink", ("lambd", "bias")),
}
"""Functions whose parameters are attributes: their names, those of alpha and beta."""


@export(UnaryAttrs)
def _unary(w: OnnxWriter, node: Node) -> None:
    a, out = _attrs(node, UnaryAttrs), node.outputs[0]
    first, (x,) = _in_order(w, node)
    if a.fn in SAME:
        w.put(out, SAME[a.fn], [x], first)
    elif a.fn in WITH_ALPHA:
        op, names = WITH_ALPHA[a.fn]
        w.put(out, op, [x], first, **dict(zip(names, (a.alpha, a.beta), strict=False)))
    elif a.fn is UnaryFn.CLIP:
        w.put(out, *w.clip(a.alpha, a.beta, x, out), first=first)
    elif a.fn is UnaryFn.GELU_TANH:
        w.put(out, "Gelu", [x], first, approximate="tanh")
    elif a.fn is UnaryFn.HARD_SWISH:
        gate = w.emit("HardSigmoid", [x], f"{out}.gate", alpha=a.alpha, beta=a.beta)
        w.put(out, "Mul", [x, gate], first)
    elif a.fn is UnaryFn.SWISH:
        scaled = x if a.alpha == 1 else w.emit("Mul", [x, w.const(f"{out}.alpha", np.float32(a.alpha))], f"{out}.x")
        w.put(out, "Mul", [x, w.emit("Sigmoid", [scaled], f"{out}.gate")], first)
    else:
        assert a.fn is UnaryFn.POWER
        w.put(out, "Pow", [x, w.const(f"{out}.exponent", np.float32(a.alpha))], first)


BINARY: Mapping[BinaryFn, str] = {
    BinaryFn.ADD: "Add", BinaryFn.SUB: "Sub", BinaryFn.MUL: "Mul", BinaryFn.DIV: "Div", BinaryFn.MAX: "Max",
    BinaryFn.MIN: "Min", BinaryFn.POW: "Pow", BinaryFn.PRELU: "PRelu", BinaryFn.MOD: "Mod", BinaryFn.FMOD: "Mod",
    BinaryFn.AND: "And", BinaryFn.OR: "Or", BinaryFn.XOR: "Xor", BinaryFn.SHL: "BitShift", BinaryFn.SHR: "BitShift",
}  # fmt: skip


@export(BinaryAttrs)
def _binary(w: OnnxWriter, node: Node) -> None:
    a, out = _attrs(node, BinaryAttrs), node.outputs[0]
    first, ins = _in_order(w, node)
    x, y = (w.graph.tensors[i] for i in node.inputs)
    op = BINARY[a.fn]
    more: dict[str, Any] = {}
    if a.fn is BinaryFn.PRELU and x.shape != w.graph.tensors[out].shape:  # the slope may not be the larger one
        low = w.emit("Less", [ins[0], w.const(f"{out}.zero", np.float32(0))], f"{out}.low")
        op, ins = "Where", [low, w.emit("Mul", ins, f"{out}.scaled"), ins[0]]
    elif a.fn is BinaryFn.MOD and x.dtype.is_float:
        whole = w.emit("Floor", [w.emit("Div", ins, f"{out}.quotient")], f"{out}.whole")
        op, ins = "Sub", [ins[0], w.emit("Mul", [whole, ins[1]], f"{out}.multiple")]
    elif a.fn in (BinaryFn.MOD, BinaryFn.FMOD):
        more = {"fmod": int(a.fn is BinaryFn.FMOD)}
    elif a.fn in (BinaryFn.SHL, BinaryFn.SHR):
        more = {"direction": "LEFT" if a.fn is BinaryFn.SHL else "RIGHT"}
    elif op in ("And", "Or", "Xor") and y.dtype is not DType.BOOL:
        op = f"Bitwise{op}"
    w.finish(out, a.clamp, op, ins, first, **more)


@export(SoftmaxAttrs)
def _softmax(w: OnnxWriter, node: Node) -> None:
    a = _attrs(node, SoftmaxAttrs)
    first, ins = _in_order(w, node)
    axis = AXIS_FIRST[a.axis] if first else a.axis
    w.put(node.outputs[0], "LogSoftmax" if a.log else "Softmax", ins, first, axis=axis)


@export(NormalizeAttrs)
def _normalize(w: OnnxWriter, node: Node) -> None:
    a, out, x = _attrs(node, NormalizeAttrs), node.outputs[0], node.inputs[0]
    shape = w.graph.tensors[x].shape
    scale, bias = (w.graph.tensors[i] for i in node.inputs[1:])
    if scale.data is not None and bias.data is not None and len(shape) == 4 and a.axes == (1, 2):
        if scale.size == shape[3]:
            constants = [w.const(t.name, t.data.reshape(-1)) for t in (scale, bias) if t.data is not None]
            w.put(out, "InstanceNormalization", [w.first(x), *constants], True, epsilon=a.epsilon)
            return
    if scale.data is not None and bias.data is not None and a.axes[-1] == len(shape) - 1:
        inner = shape[a.axes[0] :]
        rows = [(t.name, t.data.reshape(t.shape[a.axes[0] :])) for t in (scale, bias) if t.data is not None]
        constants = [w.const(name, np.broadcast_to(row, inner)) for name, row in rows]
        w.put(out, "LayerNormalization", [w.plain(x), *constants], axis=a.axes[0], epsilon=a.epsilon)
        return
    axes = w.const(f"{out}.axes", np.asarray(a.axes, np.int64))
    mean = w.emit("ReduceMean", [w.plain(x), axes], f"{out}.mean")
    centered = w.emit("Sub", [w.plain(x), mean], f"{out}.centered")
    squares = w.emit("Mul", [centered, centered], f"{out}.squares")
    variance = w.emit("ReduceMean", [squares, axes], f"{out}.variance")
    shifted = w.emit("Add", [variance, w.const(f"{out}.epsilon", np.float32(a.epsilon))], f"{out}.shifted")
    unit = w.emit("Div", [centered, w.emit("Sqrt", [shifted], f"{out}.deviation")], f"{out}.unit")
    scaled = w.emit("Mul", [unit, w.plain(node.inputs[1])], f"{out}.scaled")
    w.put(out, "Add", [scaled, w.plain(node.inputs[2])])


def _pool(op: str) -> Callable[[OnnxWriter, Node], None]:
    def write(w: OnnxWriter, node: Node) -> None:
        a, out = _attrs(node, PoolAttrs), node.outputs[0]
        more: dict[str, Any] = {}
        pads, sizes = list(a.pads), w.graph.tensors[node.inputs[0]].shape[1:3]
        counted = op == "AveragePool" and a.count_include_pad
        for i, size in enumerate(sizes):
            end = (a.out[i] - 1) * a.strides[i] + a.dilations[i] * (a.kernel[i] - 1) + 1 - a.pads[i] - size
            if end > pads[i + 2] and counted:  # cells beyond the padding do not count
                more["ceil_mode"] = 1
            elif end > pads[i + 2]:
                pads[i + 2] = end
        if counted:
            more["count_include_pad"] = 1
        w.put(
            out, op, [w.first(node.inputs[0])], True, kernel_shape=a.kernel, strides=a.strides, pads=pads,
            dilations=a.dilations, **more,
        )  # fmt: skip

    return write


export("MaxPool")(_pool("MaxPool"))
export("AvgPool")(_pool("AveragePool"))


@export(ReduceAttrs)
def _reduce(w: OnnxWriter, node: Node) -> None:
    a, out, x = _attrs(node, ReduceAttrs), node.outputs[0], node.inputs[0]
    rank = len(w.graph.tensors[x].shape)
    left = [AXIS_FIRST[i] for i in range(4) if i not in a.axes] if rank == 4 else []
    first = w.any_first(node) and (a.keepdims or left == sorted(left))
    if first and a.fn is ReduceFn.MEAN and a.axes == (1, 2) and a.keepdims:
        w.put(out, "GlobalAveragePool", [w.first(x)], True)
        return
    axes = sorted(AXIS_FIRST[i] for i in a.axes) if first else list(a.axes)
    ins = [w.first(x) if first else w.plain(x), w.const(f"{out}.axes", np.asarray(axes, np.int64))]
    w.put(out, f"Reduce{a.fn.value}", ins, first and a.keepdims, keepdims=int(a.keepdims), noop_with_empty_axes=1)


@export(ReshapeAttrs)
def _reshape(w: OnnxWriter, node: Node) -> None:
    out = node.outputs[0]
    w.is_at(out, w.reshaped(node.inputs[0], _attrs(node, ReshapeAttrs).shape, out))


@export(TransposeAttrs)
def _transpose(w: OnnxWriter, node: Node) -> None:
    a, out, x = _attrs(node, TransposeAttrs), node.outputs[0], node.inputs[0]
    if a.perm == TO_LAST:
        w.is_at(out, w.plain(x), first=True)
    elif a.perm == TO_FIRST and w.any_first(node):
        w.is_at(out, w.first(x))
    else:
        w.put(out, "Transpose", [w.plain(x)], perm=a.perm)


def _indices(w: OnnxWriter, hint: str, *values: Sequence[int]) -> list[str]:
    return [w.const(hint, np.asarray(v, np.int64)) for v in values]


@export(SliceAttrs)
def _slice(w: OnnxWriter, node: Node) -> None:
    a, out = _attrs(node, SliceAttrs), node.outputs[0]
    first, (x,) = _in_order(w, node)
    shape = w.graph.tensors[node.inputs[0]].shape
    order = TO_FIRST if first else range(len(shape))
    taken = [(a.starts[i], a.steps[i], a.shape[i], shape[i]) for i in order]
    cut = [(axis, *t) for axis, t in enumerate(taken) if (t[0], t[1], t[2]) != (0, 1, t[3])]
    if not cut:
        w.put(out, "Identity", [x], first)
        return
    ends = [start + step * size for _, start, step, size, _ in cut]
    ends = [e if e >= 0 else np.iinfo(np.int64).min for e in ends]
    parts = _indices(w, f"{out}.cut", [c[1] for c in cut], ends, [c[0] for c in cut], [c[2] for c in cut])
    w.put(out, "Slice", [x, *parts], first)


@export(ConcatAttrs)
def _concat(w: OnnxWriter, node: Node) -> None:
    a, tensors = _attrs(node, ConcatAttrs), [w.graph.tensors[i] for i in node.inputs]
    if len(tensors[0].shape) == 4 and w.any_first(node):
        w.put(node.outputs[0], "Concat", [w.first(i) for i in node.inputs], True, axis=AXIS_FIRST[a.axis])
    else:
        w.put(node.outputs[0], "Concat", [w.plain(i) for i in node.inputs], axis=a.axis)


@export(PadAttrs)
def _pad(w: OnnxWriter, node: Node) -> None:
    a, out = _attrs(node, PadAttrs), node.outputs[0]
    first, (x,) = _in_order(w, node)
    order = TO_FIRST if first else range(len(a.before))
    (pads,) = _indices(w, f"{out}.pads", [*(a.before[i] for i in order), *(a.after[i] for i in order)])
    dtype = w.graph.tensors[out].dtype.numpy
    w.put(out, "Pad", [x, pads, w.const(f"{out}.value", np.asarray(a.value, dtype))], first, mode=a.mode.value)


@export(GatherAttrs)
def _gather(w: OnnxWriter, node: Node) -> None:
    w.put(node.outputs[0], "Gather", [w.plain(i) for i in node.inputs], axis=_attrs(node, GatherAttrs).axis)


@export(ResampleAttrs)
def _resample(w: OnnxWriter, node: Node) -> None:
    if not write_resample(w, node):
        raise NoExport("is a resize with weights that edgec does not write as ONNX's")


@export(ExpandAttrs)
def _expand(w: OnnxWriter, node: Node) -> None:
    shape = _indices(w, f"{node.outputs[0]}.shape", _attrs(node, ExpandAttrs).shape)
    w.put(node.outputs[0], "Expand", [w.plain(node.inputs[0]), *shape])


@export(CompareAttrs)
def _compare(w: OnnxWriter, node: Node) -> None:
    a, out = _attrs(node, CompareAttrs), node.outputs[0]
    ins = [w.plain(i) for i in node.inputs]
    names = {
        CompareFn.EQ: "Equal", CompareFn.LT: "Less", CompareFn.LE: "LessOrEqual", CompareFn.GT: "Greater",
        CompareFn.GE: "GreaterOrEqual",
    }  # fmt: skip
    if a.fn is CompareFn.NE:
        w.put(out, "Not", [w.emit("Equal", ins, f"{out}.equal")])
    else:
        w.put(out, names[a.fn], ins)


@export(CastAttrs)
def _cast(w: OnnxWriter, node: Node) -> None:
    a = _attrs(node, CastAttrs)
    if a.to is DType.I4 or a.to not in CODES:
        raise NoExport(f"converts to {a.to.value}, which edgec does not write")
    w.put(node.outputs[0], "Cast", [w.plain(node.inputs[0])], to=CODES[a.to])


@export(ArgReduceAttrs)
def _argreduce(w: OnnxWriter, node: Node) -> None:
    a = _attrs(node, ArgReduceAttrs)
    w.put(
        node.outputs[0], "ArgMin" if a.smallest else "ArgMax", [w.plain(node.inputs[0])], axis=a.axis,
        keepdims=int(a.keepdims), select_last_index=int(a.last),
    )  # fmt: skip


@export(CumulateAttrs)
def _cumulate(w: OnnxWriter, node: Node) -> None:
    a, out = _attrs(node, CumulateAttrs), node.outputs[0]
    if a.fn is not CumulateFn.SUM:
        raise NoExport("multiplies along an axis, which no operator of ONNX does")
    axis = w.const(f"{out}.axis", np.asarray(a.axis, np.int64))
    ins = [w.plain(node.inputs[0]), axis]
    w.put(out, "CumSum", ins, exclusive=int(a.exclusive), reverse=int(a.reverse))
