"""Graphs and engines for the tests of the search; every build is compiled for a Cortex-M4."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec.converter.graph.ir import DType, Graph, GraphEditor
from edgec.converter.onnx.importer import import_model
from edgec.pipeline import front_end
from edgec.reports import Report
from edgec.samples.data import DataSource
from edgec.search.build import FixedGraph, Numbers, Settings
from edgec.search.engine import Engine
from edgec.search.schemes import Integers, read_samples
from edgec.search.search import Search
from edgec.settings.values import ConvertOptions
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.codegen_models import options
from tests.builders.row_models import Net

M4 = load_target("cortex-m4")
with_compiler = pytest.mark.skipif(not available(M4), reason="no toolchain for cortex-m4")
ALL = ("speed", "balanced", "size", "ram")
NUMBERS = Numbers("int8")


def network() -> Graph:
    """3x3 of 16 and of 32 channels, with a layer of stride 2 between: both may be done by Winograd."""
    net = Net(True, 5, (16, 16, 16))
    x = net.conv(net.x, 16)
    x = net.conv(x, 32, stride=2)
    x = net.conv(x, 32)
    return net.done(x)


def packed(graph: Graph) -> Graph:
    """The same with int4 weights."""
    editor = GraphEditor(graph)
    for name, tensor in graph.tensors.items():
        if tensor.data is not None and tensor.dtype is DType.I8:
            editor.update(name, data=np.clip(tensor.data // 16, -7, 7), dtype=DType.I4)
    return editor.build()


def engine_for(graph: Graph, notes: list[str] | None = None, **asked: Any) -> tuple[Engine, Settings]:
    """The engine of a conversion with these options, and where it starts."""
    search = Search(ConvertOptions(**asked), M4)
    base = replace(options(), target=M4, optimize=search.objective.value)
    notify = (lambda _: None) if notes is None else notes.extend
    return search.engine(FixedGraph(graph), base, notify), search.start(NUMBERS)


def report_of(graph: Graph, notes: list[str] | None = None, **asked: Any) -> Report:
    """Search from a graph, and return the report of the best build."""
    engine, start = engine_for(graph, notes, **asked)
    return engine.report(engine.best(start))


def int8_of(model: Path, calibration: Path, channels_last: bool = False) -> Graph:
    """The int8 graph of a model, as a conversion makes it."""
    imported = import_model(model)
    graph = front_end(imported, lambda _: None, channels_last)
    samples = read_samples(graph, DataSource(calibration), lambda _: None)
    return Integers(graph, samples, Search(ConvertOptions(), M4).scheming).graph(NUMBERS)
