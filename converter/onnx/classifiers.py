"""Outputs of classifiers that have no counterpart in C: maps of scores, and labels that are texts."""

from __future__ import annotations

import onnx

from edgec.converter.graph.errors import printable
from edgec.converter.onnx.edit import drop_dead
from edgec.converter.onnx.order import node_reads

ML = "ai.onnx.ml"
LABELS = {"LinearClassifier": "classlabels_ints", "SVMClassifier": "classlabels_ints"}  # by operator; of others:
OTHER_LABELS = "classlabels_int64s"
TEXTS = "classlabels_strings"
SHOWN = 10  # class names that a notice lists


def plain_outputs(model: onnx.ModelProto) -> list[str]:
    """Give tensors of numbers in the place of what scikit-learn's converters add to a classifier by default.

    A ZipMap that makes an output goes: the scores that it reads, [N, classes], are the output, in the order of its keys
    (ai.onnx.ml, ZipMap).  An output of texts goes where there are scores: its label is the name of the largest.

    Returns:
        Notices.
    """
    graph = model.graph
    notices: list[str] = []
    makers = {o: n for n in graph.node for o in n.output}
    for value in graph.output:
        node = makers.get(value.name)
        if node is not None and (node.domain, node.op_type) == (ML, "ZipMap") and len(node.input) == 1:
            scores = printable(node.input[0])
            notices.append(
                f"output '{printable(value.name)}': in its place the scores '{scores}', by class{_listed(node)}"
            )
            value.name = node.input[0]
            value.type.Clear()
            value.type.tensor_type.elem_type = onnx.TensorProto.FLOAT
    if not notices:
        return []
    return notices + _without_texts(graph)


def without_names(graph: onnx.GraphProto) -> None:
    """Remove what only texts were made from, and count classes instead of naming them; nodes are in order."""
    drop_dead(graph)
    _drop_unread(graph)
    _number_labels(graph)


def _listed(zip_map: onnx.NodeProto) -> str:
    """The class names of a ZipMap, for a sentence."""
    for attribute in zip_map.attribute:
        if attribute.name == TEXTS:
            keys = [printable(k.decode("utf-8", "replace"), 40) for k in attribute.strings[:SHOWN]]
            return f": {', '.join(keys)}{', ...' if len(attribute.strings) > SHOWN else ''}"
    return ""


def _without_texts(graph: onnx.GraphProto) -> list[str]:
    """Leave out outputs of texts where others stay; returns notices."""
    texts = [v for v in graph.output if v.type.tensor_type.elem_type == onnx.TensorProto.STRING]
    if len(texts) == len(graph.output):
        return []
    for value in texts:
        graph.output.remove(value)
    return [f"output '{printable(v.name)}' is left out: names of classes are texts" for v in texts]


def _drop_unread(graph: onnx.GraphProto) -> None:
    """Remove stored tensors that nothing reads."""
    read = _read(graph)
    kept = [onnx.TensorProto.FromString(t.SerializeToString()) for t in graph.initializer if t.name in read]
    del graph.initializer[:]
    graph.initializer.extend(kept)


def _number_labels(graph: onnx.GraphProto) -> None:
    """Count classes instead of naming them where no one reads the label."""
    read = _read(graph)
    for node in graph.node:
        texts = next((a for a in node.attribute if a.name == TEXTS), None)
        if node.domain == ML and texts is not None and node.output and node.output[0] not in read:
            numbers = onnx.helper.make_attribute(LABELS.get(node.op_type, OTHER_LABELS), range(len(texts.strings)))
            node.attribute.remove(texts)
            node.attribute.append(numbers)


def _read(graph: onnx.GraphProto) -> set[str]:
    """Names of all values that are read."""
    return {o.name for o in graph.output}.union(*(node_reads(n) for n in graph.node))
