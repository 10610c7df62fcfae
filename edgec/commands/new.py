"""``edgec new``: a project that runs a generated folder, to begin a firmware from."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from edgec.codegen.emit.ports import is_scores
from edgec.codegen.emit.project import PredictedClass, ProjectKind, Sample, SampleInOut, machine_files, project_files
from edgec.codegen.emit.project_port import ProgramKind, port_files
from edgec.codegen.emit.runner import runner_constants, runner_ports
from edgec.codegen.kernels.spec import CTYPES
from edgec.commands.verify import device_samples
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Array, DType, Graph
from edgec.converter.graph.work import Notify
from edgec.folder.read import OutputFolder, c_files, open_checked
from edgec.folder.version import __version__
from edgec.quantize.ranges.simulate import simulate
from edgec.quantize.ranges.states import initial_value
from edgec.samples.data import DataSource


@dataclass(frozen=True)
class Project:
    """A project that was written: its folder, its files, the model's folder in it."""

    folder: Path
    files: tuple[str, ...]
    model: str
    kind: ProjectKind
    program: ProgramKind = ProgramKind.SAMPLE

    @property
    def next_step(self) -> str:
        """The command that builds and runs the project."""
        folder = shlex.quote(str(self.folder))
        build = f"cmake -S {folder} -B {folder}/build && cmake --build {folder}/build"
        return {
            ProjectKind.QEMU: f"make -C {folder} run",
            ProjectKind.CMAKE: f"{build} --target run",
            ProjectKind.ZEPHYR: f"west build -b BOARD {folder}",
            ProjectKind.PICO: f"{build}, with PICO_SDK_PATH set",
            ProjectKind.ARDUINO: f"arduino-cli compile -b BOARD {folder}",
        }[self.kind]

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``new --json``."""
        return {"project": str(self.folder), "model": self.model, "files": list(self.files)}


def new(
    project: Path, folder: Path, kind: ProjectKind | str = ProjectKind.QEMU, data: str | DataSource | None = None,
    number: int = 0, notify: Notify = lambda _: None, program: ProgramKind | str = ProgramKind.SAMPLE,
) -> Project:  # fmt: skip
    """Write a project around a copy of a generated folder.

    Args:
        project: the folder to make; it must not exist, or be empty.
        folder: made by ``edgec convert``.
        kind: how the project is built and where it runs, or the word for it on the command line.
        data: ``FILE.npz[:x[:y]]`` of which the program runs a sample; None: zeros.
        number: which sample, from 0.
        notify: called with messages for the user.
        program: what it does: run a sample, or what comes over a serial line.

    Raises:
        UsageError: the folder, the data or the project's place are unusable, or the kind is not for the target.
    """
    kind, program = ProjectKind(kind), ProgramKind(program)
    if program is not ProgramKind.SAMPLE and (data is not None or kind is not ProjectKind.QEMU):
        raise UsageError(
            f"--program {program.value}: needs --for qemu and no --data; for other projects use "
            f"'edgec convert --package {program.value}'"
        )
    if project.exists() and (not project.is_dir() or any(project.iterdir())):
        raise UsageError(f"{printable(str(project))}: is not empty; name a folder that does not exist yet")
    out = open_checked(folder, None, False, notify)
    if out.report.variants:
        raise UsageError(f"{folder}: is for several processors (--also); convert it for one of them")
    if any(library.vendor for library in out.libraries):
        raise UsageError(
            f"{folder}: calls functions of another vendor, whose sources are not in it; convert it with '--kernels own'"
        )
    prefix = out.report.prefix
    name, place = project.resolve().name, kind.model_folder(prefix)
    if program is ProgramKind.SAMPLE:
        sample = _sample(out, data, number, notify)
        arenas = [f"{prefix.upper()}_ARENA{a.suffix.upper()}_SIZE" for a in out.bench.all_arenas]
        files = project_files(kind, name, prefix, arenas, sample, out.target, __version__)
    else:
        files = port_files(program, _line_values(out), out.target, machine_files(out.target))
    try:
        shutil.copytree(folder, project / place)
        for name, text in files.items():
            (project / name).write_text(text, encoding="utf-8")
    except OSError as e:
        raise UsageError(f"{project}: cannot be written ({printable(str(e.strerror))}); name another place") from e
    return Project(project, tuple(sorted(files)), place, kind, program)


def _line_values(out: OutputFolder) -> dict[str, object]:
    """Return the values for templates of programs that are driven over a line."""
    prefix = out.report.prefix
    return {
        "prefix": prefix,
        "upper": prefix.upper(),
        "header": f"{prefix}.h",
        "target": out.target.name,
        "version": __version__,
        "runner": runner_constants(c_files(out.path)),
        "arena_suffixes": [a.suffix for a in out.bench.all_arenas],
        **runner_ports(out.graph),
    }


def _sample(out: OutputFolder, data: str | DataSource | None, number: int, notify: Notify) -> Sample:
    graph = out.graph
    inputs, label, about = _inputs(out, data, number, notify)
    integers = graph.is_quantized
    for (at, _), state in zip(graph.fed, graph.states, strict=True):
        inputs[at] = initial_value(graph, state)
    outputs = simulate(graph, [x[None] for x in inputs]) if integers else _zeros(graph, graph.outputs)
    taken, given = (dict(zip(n, x, strict=True)) for n, x in ((graph.inputs, inputs), (graph.outputs, outputs)))
    return Sample(
        _ports(graph, graph.free_inputs, [taken[name] for name in graph.free_inputs]),
        _ports(graph, graph.free_outputs, [np.asarray(given[name]) for name in graph.free_outputs]),
        about,
        expected=integers,
        answer=_answer(graph),
        label=label,
        named=bool(out.report.class_names),
        states=bool(graph.states),
    )


def _answer(graph: Graph) -> PredictedClass | None:
    """Find the output that holds the class: one whole number, else the first scores, of which the largest counts."""
    outputs = [graph.tensors[name] for name in graph.free_outputs]
    whole = (i for i, t in enumerate(outputs) if t.dtype is DType.I64 and t.size == 1)
    scores = (i for i, t in enumerate(outputs) if is_scores(t))
    at = next(whole, None)
    if at is not None:
        return PredictedClass(at, scores=False)
    at = next(scores, None)
    return None if at is None else PredictedClass(at, scores=True)


def _inputs(
    out: OutputFolder, data: str | DataSource | None, number: int, notify: Notify
) -> tuple[list[Array], int | None, str]:
    """A sample in the types of the device, its label, and where it is from."""
    graph = out.graph
    if data is None:
        return _zeros(graph, graph.inputs), None, "Zeros: give a sample of yours by --data FILE.npz."
    samples, device = device_samples(out, data, number + 1, notify)
    name = printable(DataSource.parse(data).path.name)
    if samples.count <= number:
        raise UsageError(f"--sample {number}: {name} holds {samples.count} samples, numbered from 0")
    label = None if samples.labels is None else int(samples.labels[number])
    return [x[number] for x in device], label, f"Sample {number} of {name}."


def _zeros(graph: Graph, names: Sequence[str]) -> list[Array]:
    return [np.zeros(graph.tensors[name].shape, graph.tensors[name].dtype.numpy) for name in names]


def _ports(graph: Graph, names: Sequence[str], arrays: Sequence[Array]) -> tuple[SampleInOut, ...]:
    pairs = zip(names, arrays, strict=True)
    return tuple(SampleInOut(CTYPES[graph.tensors[name].dtype], np.asarray(x).reshape(-1)) for name, x in pairs)
