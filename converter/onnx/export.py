"""Graph -> ONNX model, with standard operators and convolutions as ONNX has them (channels first)."""

from __future__ import annotations

import onnx
from onnx import helper

from edgec.converter.graph.errors import Refusal, UnsupportedModel, UsageError
from edgec.converter.graph.ir import Graph, Node, Tensor
from edgec.converter.onnx.writer import CODES, OnnxWriter
from edgec.converter.onnx.written import NoExport, export

OPSET, IR_VERSION = 20, 9


def export_model(graph: Graph, producer: str = "edgec") -> bytes:
    """A float graph as the bytes of an ONNX file: the same inputs and outputs, and the same values up to rounding.

    Args:
        graph: as the passes leave it (``converter.passes``).
        producer: the file's ``producer_name``.

    Raises:
        UsageError: the graph is quantized.
        UnsupportedModel: operators that no standard operator of ONNX stands for; all are named.
    """
    if graph.is_quantized:
        raise UsageError(f"model '{graph.name}' is quantized, and only float models are written as ONNX; give that one")
    writer, refusals = OnnxWriter(graph), []
    for node in graph.nodes:
        refusal = _refusal(writer, node)
        if refusal is not None:
            refusals.append(refusal)
            for out in node.outputs:
                writer.is_at(out, out)
    if refusals:
        raise UnsupportedModel(refusals)
    for o in graph.outputs:
        writer.name_output(o)
    writer.drop_unread()
    return bytes(_model(graph, writer, producer).SerializeToString(deterministic=True))


def _refusal(writer: OnnxWriter, node: Node) -> Refusal | None:
    """Write a node; why that is refused, if it is."""
    write = export.get(node)
    if write is None:
        return export.refusal(node)
    try:
        write(writer, node)
    except NoExport as e:
        return Refusal(node.name, node.op, "", str(e), export.without)
    return None


def _model(graph: Graph, writer: OnnxWriter, producer: str) -> onnx.ModelProto:
    made = helper.make_graph(
        writer.nodes,
        graph.name,
        [_port(graph.tensors[i]) for i in graph.inputs],
        [_port(graph.tensors[o]) for o in graph.outputs],
        writer.constants,
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], producer_name=producer)
    model.ir_version = IR_VERSION
    onnx.checker.check_model(model, full_check=True)
    return model


def _port(t: Tensor) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(t.name, CODES[t.dtype], list(t.shape))
