"""Contents of a generated folder: C files, graph, report, and descriptions for build systems."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from edgec.codegen.emit.integrate import Packaging, compiled_files, descriptions
from edgec.codegen.emit.release import Release
from edgec.converter.edge.file import EdgeMeta, write_edge
from edgec.converter.graph.frozen import dataclass
from edgec.folder.manifest import MARKER
from edgec.reports import Report, to_json, with_hashes
from edgec.reports.measure import Files
from edgec.reports.records import CompiledInfo
from edgec.reports.source import SourceInfo
from edgec.search.build import MODEL_COPY, Build
from edgec.targets.reader import Target
from edgec.targets.recorded import recorded


@dataclass(frozen=True)
class Described:
    """The build systems that a folder is described for, and what is said of the model there."""

    packages: Sequence[Packaging]
    release: Release


def folder_files(
    build: Build, source: SourceInfo, target: Target, kept: bytes | None = None, described: Described | None = None
) -> tuple[Files, Report]:
    """The files of a build's folder, with its graph and its report, which tells of the model (``source``).

    ``kept`` is the model where a copy of it is to be among the files; ``described``: whose descriptions are.

    Returns:
        Path and content of every file, and the report among them, with the hash of every other file and all values of
        the ``target`` it was made for.
    """
    who = build.plan.identity
    meta = EdgeMeta(f"edgec {who.tool_version}", who.model_name, who.model_sha256, who.target, who.scheme)
    edge = write_edge(build.graph, meta)
    model = () if kept is None else ((MODEL_COPY, kept),)
    made = () if described is None else descriptions(build.plan, build.files, described.packages, described.release)
    more = (*model, *made)
    files = (*build.files, (f"{who.prefix}.edge", edge), *more)
    names = tuple(sorted((*build.report.files, *(path for path, _ in more))))
    compiled = compiled_files(build.plan.libraries, (path for path, _ in build.files))
    sources = tuple(CompiledInfo(file.path, file.variable) for file in compiled)
    told = replace(build.report, machine=recorded(target), source=source, files=names, sources=sources)
    report = with_hashes(told, files)
    text = json.dumps(to_json(report), indent=2) + "\n"
    return (*files, (MARKER, text.encode())), report
