"""ONNX nodes -> graph operators: rules, bodies of ONNX functions, subgraphs of control flow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
import onnx
import onnx.defs

from edgec.converter.graph.errors import InvalidModel, Refusal, printable
from edgec.converter.graph.ir import Array, GraphEditor, Tensor
from edgec.converter.lower.context import AttrValue, Lowering, OnnxNode, Refused, RunGraph
from edgec.converter.lower.elementwise import ONNX_TYPES
from edgec.converter.lower.registry import RULES
from edgec.converter.lower.storage import computed_in, is_special
from edgec.converter.onnx.proto import first_line, to_array
from edgec.converter.onnx.registered import RUN_ANYWAY, first_opset, is_unregistered, nodes_of, opset_table
from edgec.converter.onnx.remedies import CUSTOM, remedy_for, unsettled
from edgec.converter.onnx.types import flag_fault, type_fault, type_name

WEIGHTED = frozenset({"Conv", "ConvTranspose", "Gemm", "MatMul", "BatchNormalization", "LSTM", "GRU", "RNN"})
MAX_DEPTH = 16
OLDEST_FORM = 7
UNFORESEEN = (ArithmeticError, LookupError, TypeError, ValueError)  # what numpy and Python say of a rule's bad operands


class NodeImporter:
    """Lowers nodes into one graph, collecting refusals and the graph inputs that would have to be constants."""

    def __init__(self, editor: GraphEditor, opsets: Mapping[str, int]) -> None:
        self.editor = editor
        self.opsets = dict(opsets)
        self.refusals: list[Refusal] = []
        self.needs_constant: set[str] = set()
        self.notices: list[str] = []
        self.stored: dict[str, int] = {}  # graph tensor -> the ONNX type it stands for, where that is another
        self._depth = 0
        self._lowered = 0

    def lower(self, nodes: Iterable[onnx.NodeProto], env: dict[str, str], prefix: str = "") -> None:
        """Lower nodes in order; values that could not be computed stay out of ``env``."""
        for index, proto in enumerate(nodes):
            self._lowered += 1
            self.editor.limits.check_nodes("the model, with its loops unrolled, has at least", self._lowered)
            self._lower_node(proto, index, env, prefix)

    def _lower_node(self, proto: onnx.NodeProto, index: int, env: dict[str, str], prefix: str) -> None:
        domain = "" if proto.domain == "ai.onnx" else proto.domain
        label = prefix + (proto.name or f"#{index}") if not prefix or proto.name else f"{prefix}{proto.op_type}"
        rule = RULES.get((domain, proto.op_type))
        if rule is None and not _has_function(proto, self.opsets.get(domain, 0)):
            self.refusals.append(unsupported(label, proto.op_type, domain))
            return
        if any(i not in env for i in proto.input):
            return  # a producer was refused; it is listed
        attrs = {a.name: _attribute(a) for a in proto.attribute}
        opset = self.opsets.get(domain, 0)
        name = label if prefix else proto.name
        inputs = tuple(i if env[i] else "" for i in proto.input)  # a function's argument may be absent
        node = OnnxNode(proto.op_type, domain, name, inputs, tuple(proto.output), attrs, opset, index)
        _check_node(node, self.editor, env)
        try:
            if rule is not None:
                _check_version(node)
                _check_finite(node, self.editor, env)
                run_graph = self._subgraph_runner(proto, env, label)
                rule(Lowering(node, self.editor, env, run_graph, self.stored, self.notices))
            elif fault := unsettled(node):
                self.refusals.append(fault)
            elif not self._lower_function(proto, label, env):
                self.refusals.append(unsupported(label, proto.op_type, domain))
        except Refused as refused:
            self.refusals.append(refused.refusal)
            self.needs_constant.update(refused.needs_constant)
        except UNFORESEEN as error:
            fact = f"its inputs and attributes do not fit each other ({first_line(error)})"
            raise InvalidModel(f"node '{printable(label)}' ({printable(proto.op_type)}): {fact}") from error

    # --- functions ------------------------------------------------------------------------------------------------

    def _lower_function(self, proto: onnx.NodeProto, label: str, env: dict[str, str]) -> bool:
        """Lower the body that ONNX itself defines for an operator; False when there is none."""
        types = [_type_proto(self.editor.tensors[env[i]]) if env[i] else onnx.TypeProto() for i in proto.input]
        body = function_body(proto, self.opsets.get(proto.domain, 0), types)
        if body is None or self._depth >= MAX_DEPTH:
            return False
        given = list(proto.input) + [""] * (len(body.input) - len(proto.input))
        inner = {"": "", **{formal: env[actual] for formal, actual in zip(body.input, given, strict=False)}}
        outer_opsets, self.opsets = self.opsets, {**self.opsets, **opset_table(body.opset_import)}
        self._depth += 1
        try:
            self.lower(_with_attributes(body, proto), inner, f"{label}/")
        finally:
            self.opsets = outer_opsets
            self._depth -= 1
        for formal, actual in zip(body.output, proto.output, strict=False):
            if actual and formal in inner:
                env[actual] = inner[formal]
        return True

    # --- subgraphs ------------------------------------------------------------------------------------------------

    def _subgraph_runner(self, proto: onnx.NodeProto, env: dict[str, str], label: str) -> RunGraph:
        graphs = {a.name: a.g for a in proto.attribute if a.HasField("g")}

        def run(attribute: str, arguments: Sequence[Tensor]) -> list[Tensor]:
            graph = graphs[attribute]
            inner = dict(env)
            for tensor in graph.initializer:
                self.add_constant(tensor, inner)
            for value, argument in zip(graph.input, arguments, strict=True):
                inner[value.name] = argument.name
            self._depth += 1
            if self._depth > MAX_DEPTH:
                raise InvalidModel(
                    f"node '{printable(label)}' ({proto.op_type}): subgraphs nest deeper than {MAX_DEPTH}"
                )
            self.lower(graph.node, inner, f"{label}/")
            self._depth -= 1
            missing = [o.name for o in graph.output if o.name not in inner]
            if missing and self.refusals:  # it depends on a refused node, which is listed
                raise Refused(self.refusals[-1])
            if missing:
                raise InvalidModel(f"node '{printable(label)}' ({proto.op_type}): '{missing[0]}' is never written")
            return [self.editor.tensors[inner[o.name]] for o in graph.output]

        return run

    def add_constant(self, tensor: onnx.TensorProto, env: dict[str, str]) -> None:
        """Add an initializer."""
        dtype = computed_in(tensor.data_type)
        self.editor.limits.check_shape(f"initializer '{printable(tensor.name)}'", tensor.dims)
        count = self.editor.constant_bytes + prod(tensor.dims) * (dtype.bytes if dtype else 0)
        self.editor.limits.check_bytes(f"with '{printable(tensor.name)}', the model's constants have", count)
        array = numeric(tensor)
        if array is None:
            reason = f"element type {type_name(tensor.data_type)} is not supported"
            self.refusals.append(Refusal(tensor.name, "initializer", "", reason))
            return
        env[tensor.name] = self.editor.const(tensor.name, array, dtype=computed_in(tensor.data_type))
        if is_special(tensor.data_type):
            self.stored[env[tensor.name]] = tensor.data_type


def numeric(tensor: onnx.TensorProto) -> Array | None:
    """A tensor's values in the type they are computed in, None for types the graph does not have."""
    dtype = computed_in(tensor.data_type)
    if dtype is None:
        return None
    with np.errstate(over="ignore"):
        return to_array(tensor).astype(dtype.numpy)


def unsupported(label: str, op: str, domain: str) -> Refusal:
    """The refusal of an operator for which there is neither a rule nor a function."""
    custom = domain == "" and first_opset(op) is None
    return Refusal(label, op, domain, "the operator is not supported", CUSTOM if custom else remedy_for(domain, op))


def unknown_operators(model: onnx.ModelProto) -> list[Refusal]:
    """Nodes for which there is neither a rule nor a function, or which are newer than the model's opset."""
    local = {(f.domain, f.name) for f in model.functions}
    refusals = []
    for label, node, opsets in nodes_of(model):
        domain = "" if node.domain == "ai.onnx" else node.domain
        opset = opsets.get(domain, 0)
        if (domain, node.op_type) in local:
            continue
        if (domain, node.op_type) not in RULES and not _has_function(node, opset):
            refusals.append(unsupported(label, node.op_type, domain))
        elif node.op_type not in RUN_ANYWAY and is_unregistered(node, opsets):
            reason = f"ONNX has it from opset {first_opset(node.op_type)} on, and the model is of opset {opset}"
            refusals.append(Refusal(label, node.op_type, "", reason, "export the model with that opset or a later one"))
    return refusals


def _has_function(proto: onnx.NodeProto, opset: int) -> bool:
    """Return whether ONNX defines the operator by a function."""
    schema: Any
    try:
        schema = onnx.defs.get_schema(proto.op_type, opset or onnx.defs.onnx_opset_version(), proto.domain)
    except onnx.defs.SchemaError:
        return False
    return bool(schema.has_function or schema.has_context_dependent_function)


def function_body(proto: onnx.NodeProto, opset: int, types: Sequence[onnx.TypeProto]) -> onnx.FunctionProto | None:
    """The function that defines an operator in its own specification, None when there is none."""
    schema: Any  # its function accessors are missing from onnx's type stubs
    try:
        schema = onnx.defs.get_schema(proto.op_type, opset or onnx.defs.onnx_opset_version(), proto.domain)
    except onnx.defs.SchemaError:
        return None
    fixed = [v for v in schema.function_opset_versions if v <= max(opset, schema.since_version)]
    dependent = [v for v in schema.context_dependent_function_opset_versions if v <= max(opset, schema.since_version)]
    if fixed:
        data = schema.get_function_with_opset_version(max(fixed))
    elif dependent:
        node = onnx.NodeProto()
        node.CopyFrom(proto)
        packed = [t.SerializeToString() for t in types]
        data = schema.get_context_dependent_function_with_opset_version(
            max(dependent), node.SerializeToString(), packed
        )
    else:
        return None
    body = onnx.FunctionProto()
    body.ParseFromString(data)
    return body if body.node else None


def _with_attributes(body: onnx.FunctionProto, proto: onnx.NodeProto) -> list[onnx.NodeProto]:
    """The body's nodes with the caller's attributes (or the schema's defaults) in place of references."""
    given = {a.name: a for a in proto.attribute}
    version = opset_table(body.opset_import).get(proto.domain, 0) or onnx.defs.onnx_opset_version()
    try:
        schema = onnx.defs.get_schema(proto.op_type, version, proto.domain)
        for name, attribute in schema.attributes.items():
            if name not in given and attribute.default_value.type:
                given[name] = attribute.default_value
    except onnx.defs.SchemaError:
        given = dict(given)
    given.update({a.name: a for a in body.attribute_proto if a.name not in given})
    return [_resolved(node, given) for node in body.node]


def _resolved(node: onnx.NodeProto, given: Mapping[str, onnx.AttributeProto]) -> onnx.NodeProto:
    out = onnx.NodeProto()
    out.CopyFrom(node)
    del out.attribute[:]
    for attribute in node.attribute:
        new = onnx.AttributeProto()
        if attribute.ref_attr_name:
            if attribute.ref_attr_name not in given:
                continue
            new.CopyFrom(given[attribute.ref_attr_name])
            new.name = attribute.name
        else:
            new.CopyFrom(attribute)
        if new.HasField("g"):
            inner = [_resolved(n, given) for n in new.g.node]
            del new.g.node[:]
            new.g.node.extend(inner)
        out.attribute.append(new)
    return out


def _type_proto(tensor: Tensor) -> onnx.TypeProto:
    code = next(c for c, dtype in ONNX_TYPES.items() if dtype is tensor.dtype)
    return onnx.helper.make_tensor_type_proto(code, tensor.shape)


def _check_version(node: OnnxNode) -> None:
    """Rules describe operators as of opset 7 and later; older forms that differ are refused."""
    if node.domain or node.opset >= OLDEST_FORM:
        return
    try:
        mine, oldest = (onnx.defs.get_schema(node.op, v).since_version for v in (node.opset, OLDEST_FORM))
    except onnx.defs.SchemaError:
        return
    if mine != oldest:
        reason = f"its form of opset {node.opset} differs from that of opset {OLDEST_FORM}, the oldest supported"
        raise Refused(Refusal(node.label, node.op, "", reason, "convert the model with onnx.version_converter"))


def _check_node(node: OnnxNode, editor: GraphEditor, env: dict[str, str]) -> None:
    """The inputs have the types that ONNX allows, and truth values among the attributes are some."""
    inputs = [editor.tensors[env[i]] if i else None for i in node.inputs]
    fault = type_fault(node.op, node.domain, node.opset, inputs) or flag_fault(node.attrs)
    if fault:
        raise InvalidModel(f"node '{printable(node.label)}' ({printable(node.op)}): {fault}")


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
        array = numeric(attr.t)
        return attr.t if array is None else array
    return attr


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")
