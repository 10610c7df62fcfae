"""A generated folder as the commands that read one see it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edgec.codegen import identifier
from edgec.codegen.build.bench import BenchArena, BenchModel, Port
from edgec.codegen.build.target import Target, load_target
from edgec.codegen.report import Report, from_json
from edgec.converter.edge_file import load_edge
from edgec.converter.errors import UsageError, printable
from edgec.converter.ir import DType, Graph, Tensor
from edgec.output import MARKER

CTYPES = {DType.F32: "float", DType.F64: "double", DType.BOOL: "uint8_t"}


@dataclass(frozen=True)
class OutputFolder:
    """What ``edgec convert`` wrote: the report, the graph in the ``.edge`` file, the copy of the source model."""

    path: Path
    report: Report
    graph: Graph
    target: Target
    bench: BenchModel

    @property
    def onnx(self) -> Path:
        """The copy of the source model."""
        return self.path / "model.onnx"


def read_report(folder: Path) -> Mapping[str, Any]:
    """``report.json`` of a generated folder.

    Raises:
        UsageError: the folder has none, or it is damaged.
    """
    path = folder / MARKER
    if not path.is_file():
        raise UsageError(f"{folder}: is not a folder made by edgec (no {MARKER}); make one with 'edgec convert'")
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as e:
        raise UsageError(f"{path}: is damaged ({printable(str(e))}); run 'edgec convert' again") from e
    if not isinstance(report, Mapping):
        raise UsageError(f"{path}: is not a report; run 'edgec convert' again")
    from_json(report)
    return report


def open_folder(folder: Path, target: str | None = None) -> OutputFolder:
    """Read a generated folder; ``target`` overrides the one it was made for (a target file of the user's own).

    Raises:
        UsageError: it is not one, or a file in it is missing.
        InvalidModel: its ``.edge`` file is damaged.
    """
    report = from_json(read_report(folder))
    name = report.prefix
    if identifier(name) != name or report.ram.arena < 0:
        raise UsageError(f"{folder / MARKER}: is damaged (prefix or arena); run 'edgec convert' again")
    for needed in (f"{name}.edge", f"{name}.c", "model.onnx"):
        if not (folder / needed).is_file():
            raise UsageError(f"{folder}: has no {printable(needed)}; run 'edgec convert' again")
    graph = load_edge(folder / f"{name}.edge")[0]
    inputs, outputs = (tuple(_port(graph.tensors[t]) for t in names) for names in (graph.inputs, graph.outputs))
    used = [m for m in report.memories if m.arena]
    arenas = tuple(BenchArena(m.name, m.arena, named=len(used) > 1) for m in used)
    bench = BenchModel(name, inputs, outputs, report.ram.arena, arenas=arenas)
    return OutputFolder(folder, report, graph, load_target(target or report.target), bench)


def _port(t: Tensor) -> Port:
    return Port(CTYPES.get(t.dtype, f"{t.dtype.value}_t"), t.nbytes)
