"""A generated folder: what is written into one, and what the commands that read one see."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from edgec.codegen import identifier
from edgec.codegen.kernels.catalog import kernels_of, sources_of
from edgec.converter.edge.file import EdgeMeta, load_edge, write_edge
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import DType, Graph, Tensor
from edgec.output import MARKER, recover
from edgec.report import Report, from_json, to_json, with_hashes
from edgec.report.measure import Files
from edgec.search.build import MODEL_COPY, Build
from edgec.targets.machine.bench import BenchArena, BenchModel, Port
from edgec.targets.reader import Target, load_target

CTYPES = {DType.F32: "float", DType.F64: "double", DType.BOOL: "uint8_t"}


@dataclass(frozen=True)
class OutputFolder:
    """What ``edgec convert`` wrote: the report, the graph in the ``.edge`` file, the copy of the source model."""

    path: Path
    report: Report
    graph: Graph
    target: Target
    model: BenchModel

    @property
    def bench(self) -> BenchModel:
        """What the bench must know to build and run the folder, the sources of other vendors' kernels included.

        Raises:
            UsageError: it is not known where these lie.
        """
        used = {layer.library for layer in self.report.layers}
        libraries = {k.library.name: k.library for k in kernels_of(self.target) if k.library.name in used}
        return replace(self.model, libraries=sources_of(libraries.values()))

    @property
    def onnx(self) -> Path:
        """The copy of the source model."""
        return self.path / MODEL_COPY


def folder_files(build: Build, source: bytes) -> tuple[Files, Report]:
    """The files of a build's folder, with its graph, its report and a copy of the model (``source``).

    Returns:
        Path and content of every file, and the report among them, with the hashes of the others.
    """
    who = build.plan.identity
    meta = EdgeMeta(f"edgec {who.tool_version}", who.model_name, who.model_sha256, who.target, who.scheme)
    edge = write_edge(build.graph, meta)
    files = (*build.files, (f"{who.prefix}.edge", edge), (MODEL_COPY, source))
    report = with_hashes(build.report, files)
    text = json.dumps(to_json(report), indent=2) + "\n"
    return (*files, (MARKER, text.encode())), report


def read_report(folder: Path) -> Report:
    """``report.json`` of a generated folder.

    Raises:
        UsageError: the folder has none, or it is damaged.
    """
    path = folder / MARKER
    if not folder.exists():  # as a run that was killed between two renames leaves it
        recover(folder.resolve())
    if not path.is_file():
        raise UsageError(f"{folder}: is not a folder made by edgec (no {MARKER}); make one with 'edgec convert'")
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as e:
        raise UsageError(f"{path}: is damaged ({printable(str(e))}); run 'edgec convert' again") from e
    if not isinstance(report, Mapping):
        raise UsageError(f"{path}: is not a report; run 'edgec convert' again")
    return from_json(report)


def open_folder(folder: Path, target: str | None = None) -> OutputFolder:
    """Read a generated folder; ``target`` overrides the one it was made for (a target file of the user's own).

    Raises:
        UsageError: it is not one, or a file in it is missing.
        InvalidModel: its ``.edge`` file is damaged.
    """
    report = read_report(folder)
    name = report.prefix
    if identifier(name) != name or report.ram.arena < 0:
        raise UsageError(f"{folder / MARKER}: is damaged (prefix or arena); run 'edgec convert' again")
    for needed in (f"{name}.edge", f"{name}.c", MODEL_COPY):
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
