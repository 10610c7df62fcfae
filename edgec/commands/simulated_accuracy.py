"""``edgec report --data``: scores, classes that are taken for others and errors of layers, measured in the simulator.

The generated code gives the simulator's bytes (``edgec verify`` shows it), so nothing is compiled.
"""

from __future__ import annotations

import re

import numpy as np

from edgec.commands.compared import compared
from edgec.commands.verdict import Bounds
from edgec.commands.verify import Sides, both_sides, on_samples
from edgec.converter.edge.write import shortened
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array, Graph, Layout
from edgec.converter.graph.work import Notify
from edgec.converter.onnx.importer import import_model
from edgec.folder.read import OutputFolder
from edgec.folder.source import needed
from edgec.quantize.judge.accuracy import judged_output
from edgec.quantize.judge.blame import layer_noise
from edgec.quantize.rewrite.rewrites import simplified
from edgec.reports.results import Confusion, LayerError, LayerErrors, Results, Scores
from edgec.samples.data import source_shape, to_device
from edgec.samples.loss import Measure, unlabelled_measure

MOST_CLASSES = 4096
NUMBERED = re.compile(r"~\d+$")


def simulated_results(out: OutputFolder, data: str, notify: Notify = lambda _: None) -> Results:
    """Run the source model in ONNX Runtime and the folder's graph in the simulator.

    Args:
        out: the folder.
        data: ``FILE.npz[:x[:y]]``.
        notify: called with messages for the user.

    Raises:
        UsageError: the data do not fit.
    """
    sides = both_sides(out, data, notify)
    bounds = Bounds.of(out.report.pruning is not None)
    on_data = on_samples(out.graph, sides.samples, bounds, sides.seen, sides.real, notify)
    runs = {"simulator": sides.simulated}
    comparison = compared(sides.outputs, runs, sides.real, sides.samples.labels, on_data=on_data)
    scores = Scores(
        samples=comparison.samples,
        metric=comparison.metric,
        accuracy=comparison.accuracy,
        max_error=comparison.max_error,
        byte_equal={},
        agree={},
        mismatches=comparison.mismatches,
        saturation=None if on_data is None else on_data.saturation,
        sqnr=comparison.sqnr,
    )
    graph = _source_graph(out, notify)
    return Results((scores,), _errors(out, graph, sides), _confusion(graph, sides))


def _source_graph(out: OutputFolder, notify: Notify) -> Graph | None:
    """The float graph of the folder's model, its inputs bound as they were; None when it cannot be made or is none."""
    inputs = [out.graph.tensors[name] for name in out.graph.inputs]
    try:
        imported = import_model(needed(out), {t.name: source_shape(t) for t in inputs})
        graph = simplified(imported.graph, any(t.layout is Layout.CHANNELS_LAST for t in inputs))
    except EdgecError as e:
        notify([f"errors of layers are not measured: the model is not imported ({e})"])
        return None
    if graph.is_quantized and out.graph.is_quantized:
        notify(["errors of layers are not measured: the model came quantized, so its layers have no float form"])
    return None if graph.is_quantized else graph


def _errors(out: OutputFolder, graph: Graph | None, sides: Sides) -> LayerErrors | None:
    """The errors of the layers that both graphs have, the noisiest first."""
    if graph is None or not out.graph.is_quantized:
        return None
    tensors = [graph.tensors[name] for name in graph.inputs]
    samples = [to_device(x, t) for x, t in zip(sides.samples.inputs, tensors, strict=True)]
    short = shortened(graph)  # names as the folder's graph has them
    noise = layer_noise(short, out.graph, samples, aligned=True)
    makers = {name: node for node, cut in zip(graph.nodes, short.nodes, strict=True) for name in cut.outputs}
    own = {(layer.name, layer.op) for layer in out.report.layers}
    layers = [
        LayerError(node.name, node.op, n.sqnr_db, n.saturation, n.range_use)
        for name, n in noise.items()
        if (node := makers.get(name)) is not None
        and (node.name, node.op) in own  # no rename of the same name
        and not NUMBERED.search(name)  # which of several that are cut to one name it is, each graph says for itself
    ]
    return LayerErrors(min(len(sides.simulated[0]), 64), tuple(sorted(layers, key=lambda e: e.sqnr_db)))


def _confusion(graph: Graph | None, sides: Sides) -> Confusion | None:
    """Return the confusion matrix of the judged output; None for a model that is no classifier."""
    one = judged_output([o.tensor for o in sides.outputs])
    classes = sides.simulated[one].shape[1]
    if not 2 <= classes <= MOST_CLASSES:
        return None
    given = sides.outputs[one].real(sides.simulated[one]).argmax(axis=1)
    labels = sides.samples.labels
    floats = sides.real[one].argmax(axis=1) if sides.real is not None else None
    if labels is not None:
        return Confusion(
            "label",
            _counts(labels, given, classes),
            () if floats is None else _counts(labels, floats, classes),
        )
    if floats is None or sides.real is None or graph is None:
        return None
    if unlabelled_measure(graph, sides.real[one]) is not Measure.CLASS:
        return None
    return Confusion("float model", _counts(floats, given, classes))


def _counts(truth: Array, given: Array, classes: int) -> tuple[tuple[int, ...], ...]:
    pairs = np.bincount(truth.reshape(-1).astype(np.int64) * classes + given, minlength=classes * classes)
    return tuple(tuple(int(n) for n in row) for row in pairs.reshape(classes, classes))
