"""The whole flow, on one screen: ONNX -> graph -> passes -> search (integers, C, report) -> folder.

``convert`` is what ``edgec convert`` and ``edgec.convert`` run; each step is one function of the package that owns it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from edgec.clock import within
from edgec.codegen import GenerateOptions, identifier
from edgec.codegen.emit.variant import features_of, variant_prefix
from edgec.codegen.kernels.catalog import sources_of
from edgec.converter.edge.file import load_edge
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Graph
from edgec.converter.onnx.importer import Imported, import_model
from edgec.folder import folder_files, open_folder
from edgec.options import ConvertOptions
from edgec.output import Destination
from edgec.quantize.ranges.calibrate import Progress, silent
from edgec.quantize.rewrite.rewrites import simplified
from edgec.report import Report, render
from edgec.samples.binding import Bindings
from edgec.search.build import Notify
from edgec.search.requirements import check_target
from edgec.search.search import Search
from edgec.search.several import for_several, others_of
from edgec.source import beside, model_files, source_info
from edgec.targets.own import files_of
from edgec.targets.reader import Target, load_target
from edgec.version import __version__

__all__ = ["ConvertOptions", "Converted", "convert", "described", "front_end", "load_graph"]


@dataclass(frozen=True)
class Converted:
    """What a conversion made."""

    folder: Path
    report: Report
    text: str


def convert(
    model: Path,
    options: ConvertOptions,
    output: Path | None = None,
    force: bool = False,
    notify: Notify = lambda _: None,
    progress: Progress = silent,
    reads: Sequence[Path] = (),
) -> Converted:
    """Generate a folder of C from an ONNX model.

    Args:
        model: the ``.onnx`` file.
        options: what to generate.
        output: the folder to make, by default ``./<name>``; it appears whole or not at all.
        force: replace ``output`` even when edgec did not make it, or it was edited since.
        notify: called with messages for the user.
        progress: called with the samples or layers done and how many there are in all.
        reads: files beside those of the options that must not be replaced, a settings file for example.

    Raises:
        EdgecError: any of ``edgec.converter.graph.errors``; nothing is written then.
    """
    name, target = _c_name(options.name, model), load_target(options.target)
    search, folder, bind = Search(options, target), output or Path(name), options.bind
    others = others_of(options, target)
    own = variant_prefix(name, features_of(target)) if others else name
    data = [s.path for s in (search.calibration, search.data) if s is not None]
    targets = [file for one in (options.target, *options.also) for file in files_of(one)]
    given = [model, *data, *bind.files, *targets, *reads]
    destination, *copies = places = _places(folder, options.keep_model, force, given, notify)
    with within(bind.limits):
        imported = import_model(model, bind.shapes, bind.constants, options.argmax, options.raw, bind.limits)
        for place in places:
            place.spare(imported.external)
        graph = front_end(imported, notify, channels_last=options.input_layout == "nhwc")

        def describe(prefix: str, machine: Target) -> GenerateOptions:
            return described(prefix, machine, model, imported, options.optimize)

        build = search.run(graph, describe(own, target), notify, progress)
        if others:
            build = for_several(name, target, build, others, options, describe, notify)
    check_target(target, build.report)
    vendors = sources_of(build.plan.libraries)
    destination.spare((*vendors.sources, *vendors.include_dirs))
    files, report = folder_files(build, source_info(imported), target, imported.standalone if not copies else None)
    for place, content in zip(places, (files, model_files(imported.standalone)), strict=False):
        notify(place.write(content))
    return Converted(folder, report, render(report))


def _places(
    folder: Path, keep_model: bool, force: bool, given: Sequence[Path], notify: Notify
) -> tuple[Destination, ...]:
    """The folder, and the one beside it for a copy of the model, unless that is kept in the first."""
    found = tuple(Destination.at(f, force, given) for f in ((folder,) if keep_model else (folder, beside(folder))))
    notify([note for place in found for note in place.notes])
    return found


def front_end(imported: Imported, notify: Notify, channels_last: bool = False) -> Graph:
    """The graph after the passes, float or with the numbers it brings; ``channels_last``: its inputs are."""
    notify(imported.notices)
    return simplified(imported.graph, channels_last)


def described(
    name: str, target: Target, model: Path, imported: Imported, optimize: str = ConvertOptions.optimize
) -> GenerateOptions:
    """What all builds of a model have in common: names and target."""
    return GenerateOptions(
        name=name,
        target=target,
        scheme="",
        model_name=model.stem,
        model_sha256=imported.sha256,
        tool_version=__version__,
        optimize=optimize,
    )


def load_graph(file: Path, bind: Bindings, notify: Notify) -> Graph:
    """The graph of an ``.onnx`` file (after the passes), an ``.edge`` file or a generated folder.

    Raises:
        EdgecError: it is none of these, or damaged.
    """
    if file.is_dir():
        return open_folder(file).graph
    if file.suffix == ".edge":
        return load_edge(file)[0]
    return front_end(import_model(file, bind.shapes, bind.constants, limits=bind.limits), notify)


def _c_name(name: str | None, model: Path) -> str:
    """The prefix of the C API: as given, else made from the file's name."""
    if name is None:
        return identifier(model.stem)
    if identifier(name) != name:
        raise UsageError(
            f"--name {printable(name)}: cannot be the prefix of a C API (lower case letters, digits and single _, no "
            f"word of C, C++ or their libraries); '{identifier(name)}' can"
        )
    return name
