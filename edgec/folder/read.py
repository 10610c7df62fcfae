"""A generated folder: what is written into one, and what the commands that read one see."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path

from edgec.codegen import identifier
from edgec.codegen.emit.naming import state_members
from edgec.codegen.emit.states import layout
from edgec.codegen.kernels.catalog import asked_kernels, kernels, kernels_of, sources_of
from edgec.codegen.kernels.library import Library
from edgec.codegen.kernels.spec import CTYPES
from edgec.converter.edge.file import load_edge
from edgec.converter.graph.errors import EdgecError, Exit, UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph, Tensor
from edgec.converter.graph.work import Notify
from edgec.folder.manifest import MARKER
from edgec.folder.report import compared_report, read_report
from edgec.reports import Report
from edgec.targets.machine.bench import BenchArena, BenchModel, BenchState, Port
from edgec.targets.reader import Target, load_target
from edgec.targets.recorded import GO_ON, recalled
from edgec.targets.shipped import list_targets

_ARENA_SIZE = re.compile(r"^#define \w+_ARENA\w*_SIZE (\d{1,20})u$", re.MULTILINE)


@dataclass(frozen=True)
class OutputFolder:
    """A folder that ``edgec convert`` wrote: the report, the graph in the ``.edge`` file.

    ``given`` is the target that the user named in the place of the report's; ``edited``: files are not as they were
    written, which the user allowed; ``vendor_folders``: where the sources of vendors' libraries lie, by their flags,
    where the user says so.
    """

    path: Path
    report: Report
    graph: Graph
    model: BenchModel
    given: Target | None = None
    edited: bool = False
    vendor_folders: Mapping[str, Path] = field(default_factory=dict)

    @cached_property
    def target(self) -> Target:
        """The target: as the user named it, else as the report holds it, with the programs of an installed one.

        Raises:
            UsageError: what the report holds may not be run; says how to go on.
        """
        if self.given is not None:
            return self.given
        where = f"{self.path / MARKER}: target '{printable(self.report.target)}'"
        if self.report.machine is not None:
            return recalled(self.report.machine, where)
        if self.report.target in list_targets():
            return load_target(self.report.target)
        raise UsageError(f"{where} is not installed here; {GO_ON}")

    @property
    def bench(self) -> BenchModel:
        """Describe the folder for the bench, which builds and runs it, with the sources of other vendors' kernels.

        Raises:
            ToolchainMissing: it is not known where these lie.
            UsageError: files are missing there.
        """
        return replace(self.model, libraries=sources_of(self.libraries))

    @contextmanager
    def running(self) -> Iterator[None]:
        """While the folder's code is compiled and run: a failure of code that was edited is no bug of edgec.

        Raises:
            UsageError: edited code does not compile, or does not run well.
        """
        try:
            yield
        except EdgecError as e:
            if self.edited and e.exit_code is Exit.INTERNAL:
                raise UsageError(f"{self.path}: was edited, and does not work so: {e}") from e
            raise

    @property
    def libraries(self) -> tuple[Library, ...]:
        """The libraries that the layers' kernels are of.

        Raises:
            UsageError: one is not installed and no target that the user named brings it.
        """
        used = {layer.library for layer in self.report.layers if layer.library}
        installed = (*kernels_of(self.target, asked=True), *kernels(), *asked_kernels())
        known = {k.library.name: k.library for k in installed}
        for name in sorted(used - set(known)):
            raise UsageError(
                f"{self.path}: has kernels of the library '{printable(name)}', which is not installed; "
                "give the file of the target that brings it with -t"
            )
        return tuple(self._placed(library) for name, library in known.items() if name in used)

    def _placed(self, library: Library) -> Library:
        """The library, with its sources where the user says that they lie."""
        vendor = library.vendor
        if vendor is None or vendor.flag not in self.vendor_folders or not library.asked:
            return library
        return replace(library, vendor=replace(vendor, root=self.vendor_folders[vendor.flag]))


def open_folder(folder: Path, target: str | None = None) -> OutputFolder:
    """Read a generated folder; ``target`` overrides the one it was made for (a target file of the user's own).

    Raises:
        UsageError: it is not one, or a file in it is missing.
        InvalidModel: its ``.edge`` file is damaged.
    """
    return _opened(folder, read_report(folder), target)


def open_checked(
    folder: Path, target: str | None = None, allow_edited: bool = False, notify: Notify = lambda _: None
) -> OutputFolder:
    """The same for commands that compile and run what is in the folder: nothing is, when a file was changed.

    Raises:
        UsageError: as ``open_folder``; or a file was changed, and ``allow_edited`` is not set.
        InvalidModel: its ``.edge`` file is damaged.
    """
    report, changed = compared_report(folder, allow_edited, notify)
    opened = _opened(folder, report, target)
    if not changed:
        _check_arena(opened)
    return replace(opened, edited=bool(changed))


def c_files(folder: Path) -> dict[str, bytes]:
    """Path and content of the C files and headers of a generated folder.

    Raises:
        UsageError: one cannot be read.
    """
    paths = [p for p in sorted(folder.rglob("*.[ch]")) if p.is_file()]
    try:
        return {p.relative_to(folder).as_posix(): p.read_bytes() for p in paths}
    except OSError as e:
        raise UsageError(f"{folder}: cannot be read ({e.strerror}); check its permissions") from e


def _check_arena(folder: OutputFolder) -> None:
    """Refuse a report whose arena is not the header's."""
    name = f"{folder.report.prefix}.h"
    stated = [int(size) for size in _ARENA_SIZE.findall((folder.path / name).read_text(encoding="utf-8"))]
    if [a.bytes for a in folder.model.all_arenas] != stated:
        raise UsageError(
            f"{folder.path / MARKER}: is damaged (its arena is not the {' and '.join(map(str, stated)) or 'none'} "
            f"bytes of {name}); run 'edgec convert' again"
        )


def _opened(folder: Path, report: Report, target: str | None) -> OutputFolder:
    name = report.prefix
    if identifier(name) != name or report.ram.arena < 0:
        raise UsageError(f"{folder / MARKER}: is damaged (prefix or arena); run 'edgec convert' again")
    for needed in (f"{name}.edge", f"{name}.c", f"{name}.h"):
        if not (folder / needed).is_file():
            raise UsageError(f"{folder}: has no {printable(needed)}; run 'edgec convert' again")
    graph = load_edge(folder / f"{name}.edge")[0]
    inputs, outputs = (tuple(_port(graph.tensors[t]) for t in names) for names in (graph.inputs, graph.outputs))
    used = [m for m in report.memories if m.arena]
    arenas = tuple(BenchArena(m.name, m.arena, named=len(used) > 1) for m in used)
    places = layout(graph)
    states = tuple(BenchState(fed, n, places[n]) for fed, n in zip(graph.fed, state_members(graph), strict=True))
    bench = BenchModel(
        name,
        inputs,
        outputs,
        report.ram.arena,
        arenas=arenas,
        states=states,
        slices=report.slices.least if report.slices is not None else 0,
    )
    return OutputFolder(folder, report, graph, bench, load_target(target) if target else None)


def _port(t: Tensor) -> Port:
    return Port(CTYPES[t.dtype], t.nbytes)
