"""The whole flow, on one screen: ONNX -> graph -> passes -> search (integers, C, report) -> folder.

``convert`` is what ``edgec convert`` and ``edgec.convert`` run; each step is one function of the package that owns it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from html import escape
from pathlib import Path

from edgec.codegen import GenerateOptions, identifier
from edgec.codegen.emit.integrate import Packaging, packagings
from edgec.codegen.emit.release import release_of
from edgec.codegen.emit.variant import features_of, variant_prefix
from edgec.codegen.kernels.catalog import sources_of
from edgec.console.clock import within
from edgec.converter.edge.file import load_edge
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph
from edgec.converter.graph.work import Notify, Work, unseen
from edgec.converter.onnx.importer import Imported, import_model
from edgec.converter.passes.port_names import with_port_names
from edgec.folder.contents import Described, folder_files
from edgec.folder.destination import Destination
from edgec.folder.read import open_folder
from edgec.folder.source import copy_folder, model_files, source_info
from edgec.folder.version import __version__
from edgec.quantize.rewrite.rewrites import simplified
from edgec.reports import Report, render
from edgec.reports.measure import Files
from edgec.samples.binding import Bindings
from edgec.samples.labels import names_for
from edgec.search.multi_target import for_several, others_of
from edgec.search.requirements import check_target
from edgec.search.search import Search
from edgec.search.slices import with_slices
from edgec.settings.table import option_of
from edgec.settings.values import ConvertOptions
from edgec.targets.own import files_of
from edgec.targets.reader import Target, load_target

__all__ = ["Conversion", "ConvertOptions", "Converted", "convert", "described", "front_end", "load_graph"]

OBJECTIVE = option_of("convert", "optimize").default


@dataclass(frozen=True)
class Converted:
    """Result of a conversion: the folder and its report."""

    folder: Path
    report: Report

    @cached_property
    def text(self) -> str:
        """The report as text, of any width."""
        return render(self.report)

    def __fspath__(self) -> str:
        """The folder, so that what takes a path takes this."""
        return str(self.folder)

    def _repr_html_(self) -> str:
        """Return the report as HTML, for notebooks."""
        return f"<pre>{escape(self.text)}</pre>"


def convert(
    model: Path,
    options: ConvertOptions,
    output: Path | None = None,
    force: bool = False,
    notify: Notify = lambda _: None,
    work: Work = unseen,
    reads: Sequence[Path] = (),
) -> Converted:
    """Generate a folder of C from an ONNX model.

    Args:
        model: the ``.onnx`` file.
        options: what to generate.
        output: the folder to make, by default ``./<name>``; it appears whole or not at all.
        force: replace ``output`` even when edgec did not make it, or it was edited since.
        notify: called with messages for the user.
        work: shows how far calibration, rounding and compilation are.
        reads: files beside those of the options that must not be replaced, a settings file for example.

    Raises:
        EdgecError: any of ``edgec.converter.graph.errors``; nothing is written then.
    """
    conversion = Conversion.of(model, options)
    folder = output or Path(conversion.name)
    given = [*conversion.inputs, *reads]
    destination = Destination.at(folder, force, given)
    copy = None if options.keep_model else Destination.at(copy_folder(folder), force, given)
    places = [destination] if copy is None else [destination, copy]
    notify([note for place in places for note in place.notes])

    def spare(files: Sequence[Path]) -> None:
        for place in places:
            place.spare(files)

    files, report, source = conversion.run(notify, work, spare)
    notify(destination.write(files))
    notify(copy.write(model_files(source)) if copy is not None else ())
    return Converted(folder, report)


@dataclass(frozen=True)
class Conversion:
    """A conversion whose options are parsed; ``run`` does it, in memory."""

    model: Path
    options: ConvertOptions
    name: str
    target: Target
    search: Search
    others: tuple[Target, ...]
    packages: tuple[Packaging, ...]

    @staticmethod
    def of(model: Path, options: ConvertOptions) -> Conversion:
        """The conversion of the file ``model``.

        Raises:
            UsageError: an option is not of its form, or contradicts another.
        """
        name, target = _c_name(options.name, model), load_target(options.target)
        release_of(options.release, "")
        if options.also and options.overwrite_input:
            raise UsageError("--overwrite-input: each target of --also has an arena of its own; leave one of them out")
        others, packages = tuple(others_of(options, target)), packages_of(options.package, target)
        return Conversion(model, options, name, target, Search(options, target), others, packages)

    @property
    def inputs(self) -> tuple[Path, ...]:
        """The files that are read, as far as they are known before the model is."""
        data = [file for s in (self.search.calibration, self.search.data) if s is not None for file in s.file]
        targets = [file for one in (self.options.target, *self.options.also) for file in files_of(one)]
        labels = [] if self.options.labels is None else [self.options.labels]
        return (self.model, *data, *labels, *self.options.bind.files, *targets)

    def run(
        self, notify: Notify = lambda _: None, work: Work = unseen,
        spare: Callable[[Sequence[Path]], None] = lambda _: None,
    ) -> tuple[Files, Report, bytes]:  # fmt: skip
        """Every file of the folder, the report among them, and the model as it is kept beside it.

        Args:
            notify: called with messages for the user.
            work: see ``convert``.
            spare: called with further files that are read, as soon as they are known; may raise.

        Raises:
            EdgecError: any of ``edgec.converter.graph.errors``.
        """
        options, target = self.options, self.target
        own = variant_prefix(self.name, features_of(target)) if self.others else self.name
        bind = options.bind
        with within(bind.limits):
            imported = import_model(self.model, bind.shapes, bind.constants, options.argmax, options.raw, bind.limits)
            spare(imported.external)
            graph = front_end(imported, notify, channels_last=options.input_layout == "nhwc")

            names = names_for(graph, options.labels, imported.class_names)

            def describe(prefix: str, machine: Target) -> GenerateOptions:
                base = described(prefix, machine, self.model, imported, options.optimize)
                return replace(
                    base, class_names=names, overwrite_input=options.overwrite_input, slices=options.slices or 0
                )

            build = self.search.run(graph, describe(own, target), notify, work)
            if options.slices is not None:
                build = with_slices(build, options.slices)
            if self.others:
                build = for_several(self.name, target, build, self.others, options, describe, notify)
        check_target(target, build.report)
        vendors = sources_of(build.plan.libraries)
        spare((*vendors.sources, *vendors.include_dirs))
        source = imported.standalone
        kept = source if options.keep_model else None
        release = release_of(options.release, imported.sha256)
        files, report = folder_files(build, source_info(imported), target, kept, Described(self.packages, release))
        return files, report, source


def front_end(imported: Imported, notify: Notify, channels_last: bool = False) -> Graph:
    """The graph after the passes, float or with the numbers it brings; ``channels_last``: its inputs are."""
    notify(imported.notices)
    inputs, outputs = ([port.name for port in ports] for ports in imported.ports)
    return with_port_names(simplified(imported.graph, channels_last), inputs, outputs)


def described(name: str, target: Target, model: Path, imported: Imported, optimize: str = OBJECTIVE) -> GenerateOptions:
    """Return the options that all builds of a model have in common: names and target."""
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


def packages_of(names: Sequence[str], target: Target) -> tuple[Packaging, ...]:
    """Return the build systems that a folder is described for, by the names of ``--package``.

    Raises:
        UsageError: there is none of a name, or no firmware is made for the target.
    """
    known = packagings()
    unknown = next((name for name in names if name not in known), None)
    if unknown is not None:
        raise UsageError(f"--package {printable(unknown)}: is none of {', '.join(known)}")
    if names and target.hosted:
        raise UsageError(
            f"--package {names[0]}: target '{target.name}' runs programs of an operating system, and the package is "
            "for firmware; its folder is a CMake package already, leave --package out"
        )
    return tuple(known[name] for name in names)


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
