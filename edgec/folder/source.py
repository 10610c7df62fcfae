"""The source model of a generated folder.

Its float weights are no part of a firmware: the copy lies in a folder of its own beside the generated one,
``OUT.model``, unless ``--keep-model`` asks for it inside.  ``verify`` finds it there, by its hash, and does without it
where it is not.
"""

from __future__ import annotations

import json
from pathlib import Path

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import DType, Graph
from edgec.converter.onnx.importer import Imported
from edgec.converter.onnx.ports import PortType, SourcePort, source_port
from edgec.folder.integrity import file_sha256, sha256_of
from edgec.folder.manifest import MARKER
from edgec.folder.read import OutputFolder
from edgec.folder.version import __version__
from edgec.reports import seal_of
from edgec.reports.measure import Files
from edgec.reports.records import SCHEMA, SourceInfo, SourcePortInfo
from edgec.samples.reference import NoReference, Reference
from edgec.search.build import MODEL_COPY

SUFFIX = ".model"


def copy_folder(folder: Path) -> Path:
    """Return the folder of the copy of a folder's model, which lies beside it."""
    own = folder.resolve()
    return own.with_name(own.name + SUFFIX)


def source_info(imported: Imported) -> SourceInfo:
    """Describe the model for the report: enough to know it again, and what its inputs and outputs mean."""
    inputs, outputs = (tuple(SourcePortInfo(p.name, p.type) for p in ports) for ports in imported.ports)
    return SourceInfo(sha256_of(imported.standalone), inputs, outputs)


def model_files(source: bytes) -> Files:
    """The files of the folder that holds the copy (``source``), with a report by which edgec knows it as its own."""
    value = {
        "schema": SCHEMA,
        "edgec": __version__,
        "files": [MODEL_COPY],
        "hashes": [{"path": MODEL_COPY, "sha256": sha256_of(source)}],
    }
    text = json.dumps(value | {"seal": seal_of(value)}, indent=2) + "\n"
    return ((MODEL_COPY, source), (MARKER, text.encode()))


def find(out: OutputFolder, named: Path | None = None) -> Path | str:
    """The source model of a folder, or why there is none.

    Args:
        out: the folder.
        named: the file that the user says it is.

    Raises:
        UsageError: ``named`` is not it.
    """
    inside = out.path / MODEL_COPY
    about = out.report.source
    if named is not None:
        return _named(out, named)
    if any(h.path == MODEL_COPY for h in out.report.hashes) or about is None:
        if not inside.is_file():
            raise UsageError(f"{out.path}: has no {MODEL_COPY}; run 'edgec convert' again")
        return inside
    copy = copy_folder(out.path) / MODEL_COPY
    if not copy.is_file():
        return f"the source model is not in '{printable(copy.parent.name)}' beside the folder"
    if file_sha256(copy) != about.sha256:
        return f"the model in '{printable(copy.parent.name)}' is not the one that the folder was made from"
    return copy


def _named(out: OutputFolder, named: Path) -> Path:
    if not named.is_file():
        raise UsageError(f"{named}: there is no such model")
    digest = file_sha256(named)
    if digest == (out.report.source.sha256 if out.report.source is not None else out.report.model.sha256):
        return named
    if digest == out.report.model.sha256:
        raise UsageError(
            f"{named}: was changed while it was converted (constants bound, external data, --argmax, --raw); give the "
            f"copy that 'edgec convert' left in {copy_folder(out.path).name}"
        )
    raise UsageError(f"{named}: is not the model that {out.path} was made from (its SHA-256 differs)")


def needed(out: OutputFolder) -> Path:
    """The source model of a folder.

    Raises:
        UsageError: it is not there.
    """
    source = find(out)
    if isinstance(source, str):
        raise UsageError(f"{out.path}: {source}; give the model instead of the folder")
    return source


def reference(out: OutputFolder, named: Path | None = None) -> Reference | NoReference:
    """ONNX Runtime on the source model, or what stands in its place where the model is not there.

    Raises:
        UsageError: the user's model is not the folder's, or ONNX Runtime does not load it.
        InvalidModel: it is no model.
    """
    if out.report.stream is not None:
        return _of_stream(out.graph)
    source = find(out, named)
    if isinstance(source, Path):
        return Reference(source)
    about = out.report.source
    assert about is not None
    try:
        inputs, outputs = (
            tuple(source_port(PortType(p.name, p.type)) for p in ports) for ports in (about.inputs, about.outputs)
        )
    except ValueError as e:
        raise UsageError(f"{out.path / MARKER}: is damaged ({printable(str(e))}); run 'edgec convert' again") from e
    return NoReference(inputs, outputs, source)


def _of_stream(graph: Graph) -> NoReference:
    """The ports of a stream, which the source model has in part: it takes whole windows."""
    inputs, outputs = (
        tuple(
            SourcePort(t.name, t.dtype if t.quant is None else DType.F32) for t in map(graph.tensors.__getitem__, names)
        )
        for names in (graph.inputs, graph.outputs)
    )
    why = "the model takes whole windows, and this code new columns"
    return NoReference(inputs, outputs, why, "; 'edgec convert' without --stream makes what can be compared")
