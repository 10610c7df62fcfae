"""The rules every graph obeys between stages; the pass runner calls ``check_graph`` after every pass.

Beyond what the operators' own shape rules say:

* tensors: stored under their name, sizes positive, rank and bytes limited, constants hold what they declare;
* quantization: on integer tensors (and float32 ones that are still to be quantized), scales finite, positive and exact
  in float32, one per index of the axis (or one for the tensor), zero points that the type can hold;
* nodes: in topological order, every tensor written once (never a constant or a graph input), a known operator with the
  right number of inputs and attributes of its class, outputs recorded as the operator infers them;
* graph outputs are written by nodes, each once: a model that passes an input through keeps a node for it;
* states: a graph input and a graph output of one shape, each of one state only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import NoReturn

import numpy as np

from edgec.converter.graph.errors import EdgecError, InvalidModel, printable
from edgec.converter.graph.ir import DType, Graph, Node, Quant, StatePair, Tensor
from edgec.converter.graph.limits import extent
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.shape import ReshapeAttrs
from edgec.converter.ops.spec import OpSpec, TensorType

MAX_RANK = 8
MAX_TENSOR_BYTES = (1 << 31) - 1
MAX_TOTAL_BYTES = 1 << 30

_ZERO_POINT_RANGE = {
    DType.F32: (-(1 << 31), (1 << 31) - 1),  # a real tensor of a quantized model remembers the scale it must get
    DType.I4: (-8, 7),
    DType.I8: (-128, 127),
    DType.U8: (0, 255),
    DType.I16: (-32768, 32767),
    DType.U16: (0, 65535),
    DType.I32: (-(1 << 31), (1 << 31) - 1),
}


def check_graph(graph: Graph, ops: Mapping[str, OpSpec] | None = None) -> None:
    """Check a graph; ``ops`` defaults to all operators of edgec.

    Raises:
        InvalidModel: a rule is broken; the sentence names node and tensor.
    """
    if ops is None:
        from edgec.converter.ops.registry import OPS

        ops = OPS
    for key, tensor in graph.tensors.items():
        if key != tensor.name:
            _fail_tensor(tensor, f"it is stored under the name '{printable(key)}'; it must be its own")
        _check_tensor(tensor)
    _check_empty(graph)
    total = sum(t.nbytes for t in graph.tensors.values() if t.is_const)
    if total > MAX_TOTAL_BYTES:
        raise InvalidModel(f"the constants have {total} bytes, the limit is {MAX_TOTAL_BYTES}; use a smaller model")
    written = _check_inputs(graph)
    for node in graph.nodes:
        _check_node(graph, node, ops, written)
    _check_outputs(graph)
    _check_states(graph)


# -- tensors ------------------------------------------------------------------------------------------------------


def _fail_tensor(tensor: Tensor, rule: str) -> NoReturn:
    raise InvalidModel(f"tensor '{printable(tensor.name)}': {rule}")


def _check_tensor(t: Tensor) -> None:
    if not t.name:
        _fail_tensor(t, "it has no name; every tensor needs one")
    if len(t.shape) > MAX_RANK:
        _fail_tensor(t, f"it has {len(t.shape)} dimensions; at most {MAX_RANK} are supported")
    if any(isinstance(d, bool) or not isinstance(d, int) or d < 0 for d in t.shape):
        _fail_tensor(t, f"its shape is {list(t.shape)}; every size must be a positive integer")
    nbytes = extent(t.shape) * t.dtype.bytes
    if nbytes > MAX_TENSOR_BYTES:
        _fail_tensor(t, f"shape {list(t.shape)} of {t.dtype.value} is {nbytes} bytes; the limit is {MAX_TENSOR_BYTES}")
    if t.data is not None:
        _check_data(t)
    if t.quant is not None:
        _check_quant(t, t.quant)


def _check_empty(graph: Graph) -> None:
    """Nothing is computed from or into an empty tensor: only inputs nobody reads and copied outputs may be empty."""
    free = set(graph.inputs).difference(*(n.inputs for n in graph.nodes))
    takers = [n for n in graph.nodes if isinstance(n.attrs, (ReshapeAttrs, CastAttrs))]
    free.update(name for n in takers for name in (*n.inputs, *n.outputs))
    for t in graph.tensors.values():
        if t.size == 0 and t.name not in free:
            _fail_tensor(t, f"its shape is {list(t.shape)}; every size must be a positive integer")


def _check_data(t: Tensor) -> None:
    assert t.data is not None
    if tuple(t.data.shape) != t.shape or t.data.dtype != t.dtype.numpy:
        have = f"{t.data.dtype} of shape {list(t.data.shape)}"
        _fail_tensor(t, f"it is declared as {t.dtype.value} of shape {list(t.shape)} but its data are {have}")
    if t.dtype is DType.I4 and t.size and (int(t.data.min()) < -8 or int(t.data.max()) > 7):
        _fail_tensor(t, "it is declared int4 but holds values outside -8..7")


def _check_quant(t: Tensor, q: Quant) -> None:
    limits = _ZERO_POINT_RANGE.get(t.dtype)
    if limits is None:
        _fail_tensor(t, f"it is {t.dtype.value} and has scales; only float32 and integers of up to 32 bits may")
    if q.axis is not None and not 0 <= q.axis < len(t.shape):
        _fail_tensor(t, f"its quantization axis {q.axis} is outside its {len(t.shape)} dimensions")
    need = 1 if q.axis is None else t.shape[q.axis]
    if len(q.scale) != need or len(q.zero_point) != need:
        have = f"{len(q.scale)} scale(s) and {len(q.zero_point)} zero point(s)"
        _fail_tensor(t, f"it has {have} where {need} of each belong")
    for s in q.scale:
        if not isfinite(s) or s <= 0:
            _fail_tensor(t, f"its scale {s} is not a finite number above 0")
    with np.errstate(all="ignore"):
        rounded = np.asarray(q.scale, np.float32).astype(np.float64)
    if rounded.tolist() != list(q.scale):
        _fail_tensor(t, "a scale is not exact in float32; build it with Quant.per_tensor or Quant.per_axis")
    for z in q.zero_point:
        if not limits[0] <= z <= limits[1]:
            _fail_tensor(t, f"its zero point {z} is outside {limits[0]}..{limits[1]}, the range of {t.dtype.value}")


# -- nodes --------------------------------------------------------------------------------------------------------


def _fail_node(node: Node, rule: str) -> NoReturn:
    raise InvalidModel(f"node '{printable(node.name)}' ({printable(node.op)}): {rule}")


def _check_inputs(graph: Graph) -> set[str]:
    """Check the graph inputs; returns the tensors that have a value before the first node."""
    for name in graph.inputs:
        if name not in graph.tensors:
            raise InvalidModel(f"graph input '{printable(name)}': there is no such tensor")
        if graph.tensors[name].is_const:
            _fail_tensor(graph.tensors[name], "it is a graph input and a constant; it can only be one of them")
    _once(graph.inputs, "input")
    return {*graph.inputs, *(t.name for t in graph.tensors.values() if t.is_const)}


def _once(names: Sequence[str], role: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InvalidModel(f"graph {role} '{printable(name)}': it is listed twice, each may be listed once")
        seen.add(name)


def _check_node(graph: Graph, node: Node, ops: Mapping[str, OpSpec], written: set[str]) -> None:
    """Check a node against the tensors that have a value so far; adds its outputs to them."""
    spec = ops.get(node.op)
    if spec is None:
        _fail_node(node, "the graph has no such operator")
    if not isinstance(node.attrs, spec.attrs):
        _fail_node(node, f"its attributes are {type(node.attrs).__name__}, {spec.attrs.__name__} is needed")
    if not spec.min_inputs <= len(node.inputs) <= spec.max_inputs:
        _fail_node(node, f"it has {len(node.inputs)} inputs, {spec.min_inputs} to {spec.max_inputs} are allowed")
    for name in filter(None, node.inputs):
        if name not in graph.tensors:
            _fail_node(node, f"its input '{printable(name)}' is not a tensor of the graph")
        if name not in written:
            _fail_node(node, f"it reads tensor '{printable(name)}' before any node writes it (nodes must be in order)")
    for name in node.outputs:
        _check_written(graph, node, name, written)
        written.add(name)
    _check_types(graph, node, _inferred(graph, node, spec))


def _check_written(graph: Graph, node: Node, name: str, written: set[str]) -> None:
    tensor = graph.tensors.get(name)
    if tensor is None:
        _fail_node(node, f"its output '{printable(name)}' is not a tensor of the graph")
    if name in written:
        what = "a constant" if tensor.is_const else "a graph input" if name in graph.inputs else "written before"
        _fail_node(node, f"it writes tensor '{printable(name)}', which is {what}; every tensor is written once")


def _inferred(graph: Graph, node: Node, spec: OpSpec) -> list[TensorType]:
    try:
        return spec.infer(node.attrs, graph.ins(node))
    except EdgecError as error:
        _fail_node(node, printable(str(error), 400))
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        _fail_node(node, f"its attributes do not fit its inputs ({printable(str(error))})")


def _check_types(graph: Graph, node: Node, types: list[TensorType]) -> None:
    if len(types) != len(node.outputs):
        _fail_node(node, f"it has {len(node.outputs)} outputs, the operator has {len(types)}")
    for tensor, (shape, dtype) in zip(graph.outs(node), types, strict=True):
        if tensor.shape != tuple(shape) or tensor.dtype is not dtype:
            have, want = f"{tensor.dtype.value} {list(tensor.shape)}", f"{dtype.value} {list(shape)}"
            _fail_node(node, f"its output '{printable(tensor.name)}' is recorded as {have}, the operator gives {want}")


def _check_outputs(graph: Graph) -> None:
    producers = graph.producers()
    if not graph.outputs:
        raise InvalidModel("the graph has no outputs; a model must compute something")
    for name in graph.outputs:
        if name not in producers:
            raise InvalidModel(f"graph output '{printable(name)}': no node writes it; every output must be computed")
    _once(graph.outputs, "output")


def _check_states(graph: Graph) -> None:
    _once([s.input for s in graph.states], "input of a state")
    _once([s.output for s in graph.states], "output of a state")
    for s in graph.states:
        if s.input not in graph.inputs or s.output not in graph.outputs:
            _fail_state(s, "a state is a graph input and a graph output")
        x, y = graph.tensors[s.input], graph.tensors[s.output]
        if (x.shape, x.layout) != (y.shape, y.layout):
            _fail_state(s, f"the shapes are {list(x.shape)} and {list(y.shape)}; a state has one shape and layout")
        if s.initial and x.size % len(s.initial):
            _fail_state(s, f"{len(s.initial)} initial values do not repeat to {x.size} elements")
        if not all(isfinite(v) and float(np.float32(v)) == v for v in s.initial):
            _fail_state(s, "an initial value is not a finite float32")


def check_states_tied(graph: Graph) -> None:
    """Check that the bytes of each state mean the same where they are read as where they are written.

    Raises:
        InvalidModel: a state's input and output differ in type or quantization.
    """
    for s in graph.states:
        x, y = graph.tensors[s.input], graph.tensors[s.output]
        if x.dtype is not y.dtype or x.quant != y.quant:
            _fail_state(s, "its input and output differ in type or quantization; their bytes mean other values")


def _fail_state(s: StatePair, rule: str) -> NoReturn:
    raise InvalidModel(f"state '{printable(s.input)}' = '{printable(s.output)}': {rule}")
