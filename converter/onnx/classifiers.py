"""Outputs of classifiers that have no counterpart in C: maps of scores, lists of tensors, and labels that are texts."""

from __future__ import annotations

import onnx

from edgec.converter.graph.errors import printable
from edgec.converter.onnx.edit import drop_dead
from edgec.converter.onnx.order import node_reads

ML = "ai.onnx.ml"
LABELS = {"LinearClassifier": "classlabels_ints", "SVMClassifier": "classlabels_ints"}  # by operator; of others:
OTHER_LABELS = "classlabels_int64s"
TEXTS = "classlabels_strings"
MAX_SHOWN_CLASSES = 10  # class names that a notice lists


def plain_outputs(model: onnx.ModelProto) -> list[str]:
    """Give tensors of numbers in the place of what scikit-learn's converters add to a classifier by default.

    A ZipMap that makes an output goes: the scores that it reads, [N, classes], are the output, in the order of its keys
    (ai.onnx.ml, ZipMap).  A list of tensors, which several classifiers in one give, becomes an output for each of them.
    An output of texts goes where there are scores: its label is the name of the largest.

    Returns:
        Notices.
    """
    graph = model.graph
    if not any(n.domain == ML for n in graph.node):
        return []
    makers = {o: n for n in graph.node for o in n.output}
    notices: list[str] = []
    for value in list(graph.output):
        node = makers.get(value.name)
        if node is not None and (node.domain, node.op_type) == (ML, "ZipMap") and len(node.input) == 1:
            scores = printable(node.input[0])
            notices.append(
                f"output '{printable(value.name)}': in its place the scores '{scores}', by class{_listed(node)}"
            )
            value.CopyFrom(_scores(node.input[0]))
        elif node is not None and (node.domain, node.op_type) == ("", "SequenceConstruct"):
            notices += _each(graph, value, list(node.input))
    return notices + _without_texts(graph)


def _scores(name: str) -> onnx.ValueInfoProto:
    return onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None)


def _each(graph: onnx.GraphProto, value: onnx.ValueInfoProto, parts: list[str]) -> list[str]:
    """Tensors in the place of their list; returns notices."""
    declared = value.type.sequence_type.elem_type.tensor_type.elem_type
    known = {v.name for v in graph.output}
    if not parts or len(set(parts)) < len(parts) or known & set(parts):
        return []
    place = list(graph.output).index(value)
    after = [onnx.ValueInfoProto.FromString(v.SerializeToString()) for v in list(graph.output)[place + 1 :]]
    notice = f"output '{printable(value.name)}': in its place the tensors {', '.join(printable(p) for p in parts)}"
    del graph.output[place:]
    graph.output.extend([onnx.helper.make_tensor_value_info(p, declared, None) for p in parts] + after)
    return [notice]


def without_names(graph: onnx.GraphProto) -> None:
    """Remove what only texts were made from, and count classes instead of naming them; nodes are in order."""
    drop_dead(graph)
    _drop_unread(graph)
    _number_labels(graph)


def _listed(zip_map: onnx.NodeProto) -> str:
    """The class names of a ZipMap, for a sentence."""
    return next((_shown(a) for a in zip_map.attribute if a.name == TEXTS), "")


def _shown(texts: onnx.AttributeProto) -> str:
    keys = [printable(k.decode("utf-8", "replace"), 40) for k in texts.strings[:MAX_SHOWN_CLASSES]]
    return f": {', '.join(keys)}{', ...' if len(texts.strings) > MAX_SHOWN_CLASSES else ''}"


def _without_texts(graph: onnx.GraphProto) -> list[str]:
    """Leave out outputs of texts where others stay; returns notices."""
    texts = [v for v in graph.output if v.type.tensor_type.elem_type == onnx.TensorProto.STRING]
    if len(texts) == len(graph.output):
        return []
    for value in texts:
        graph.output.remove(value)
    listed = _names(graph)
    return [f"output '{printable(v.name)}' is left out: names of classes are texts{listed}" for v in texts]


def _names(graph: onnx.GraphProto) -> str:
    """The class names of the last classifier where no ZipMap lists them, for a sentence."""
    if any(n.op_type == "ZipMap" for n in graph.node):
        return ""
    lists = [a for n in graph.node if n.domain == ML for a in n.attribute if a.name == TEXTS]
    return _shown(lists[-1]) if lists else ""


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
