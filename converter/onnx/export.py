"""Graph -> ONNX model, with standard operators and convolutions as ONNX has them (channels first)."""

from __future__ import annotations

import onnx
from onnx import helper

from edgec.converter.graph.errors import Refusal, UnsupportedModel, UsageError
from edgec.converter.graph.ir import Graph, Tensor
from edgec.converter.onnx.writer import CODES, Writer
from edgec.converter.onnx.written import WRITTEN, NoExport

OPSET, IR_VERSION = 20, 9
REMEDY = (
    "leave the model as it is, or prune it while it is converted (edgec convert --prune, with --allow-float where "
    "operators have no integer form)"
)


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
    writer, refusals = Writer(graph), []
    for node in graph.nodes:
        try:
            if node.op not in WRITTEN:
                raise NoExport("has no form in ONNX that edgec writes")
            WRITTEN[node.op](writer, node)
        except NoExport as e:
            refusals.append(Refusal(node.name, node.op, "", str(e), REMEDY))
            for out in node.outputs:
                writer.is_at(out, out)
    if refusals:
        raise UnsupportedModel(refusals)
    for o in graph.outputs:
        writer.name_output(o)
    writer.drop_unread()
    return bytes(_model(graph, writer, producer).SerializeToString(deterministic=True))


def _model(graph: Graph, writer: Writer, producer: str) -> onnx.ModelProto:
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
