"""The test bench: run generated code on samples, natively or under QEMU, and take its output bytes.

One program runs all samples: it reads them from a file one at a time, so RAM holds a single sample.  It fills the
arena with a pattern before each sample, keeps guard bytes around every buffer, and gives buffers no more alignment than
the API promises; see ``templates/bench_main.c.j2``.
"""

from __future__ import annotations

import math
import re
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import IntFlag
from importlib import resources
from pathlib import Path

import jinja2
import numpy as np

from edgec.converter.graph.errors import EdgecError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.converter.graph.work import Progress, silent
from edgec.targets.machine.compile import (
    NO_SOURCES,
    PARALLEL_JOBS,
    SANITIZERS,
    KernelSources,
    compile_files,
    compile_model,
    link,
    of_vendor,
)
from edgec.targets.machine.emulator import (
    command_of,
    emulator_failed,
    link_flags,
    prepare_serial,
    write_support,
)
from edgec.targets.machine.toolchain import first_diagnostic, run_tool
from edgec.targets.machine.watch import watched
from edgec.targets.reader import Target, support_text

RUN_TIMEOUT_S = 900.0
RESULTS = "out.bin"  # what the program writes, a record for each sample
COUNTED = ("BENCH_COUNT", "BENCH_WORST")  # what needs exact instructions
LAYER_MEASURES = ("BENCH_MARKS", "BENCH_TICKS")  # what calls the hooks around every layer

_CTYPES = {
    "int8_t": "int8", "uint8_t": "uint8", "int16_t": "int16", "uint16_t": "uint16", "int32_t": "int32",
    "uint32_t": "uint32", "int64_t": "int64", "uint64_t": "uint64", "float": "float32", "double": "float64",
}  # fmt: skip
_FAULT = re.compile(r"ERROR: AddressSanitizer|runtime error:")
_SPOKEN = ("bench: ", "qemu: fatal: ", "qemu: uncaught target signal ")
"""Beginnings of lines in which the emulated program, or the emulator, reports a failure."""


@dataclass(frozen=True)
class Port:
    """An input or output of the C API: element type in C and size in bytes."""

    ctype: str
    bytes: int

    @property
    def dtype(self) -> np.dtype[np.generic]:
        """The numpy type of an element."""
        return np.dtype(_CTYPES[self.ctype])


@dataclass(frozen=True)
class BenchArena:
    """An arena: the memory it is made for ("": unknown), its size, and whether the API calls it by its memory."""

    memory: str
    bytes: int
    named: bool = True

    @property
    def suffix(self) -> str:
        """The memory's suffix in names of the C API; empty when there is only one arena."""
        return f"_{self.memory}" if self.memory and self.named else ""

    @property
    def buffer(self) -> str:
        """The name of its buffer, by which linker scripts place it."""
        return f"bench_arena_{self.memory}" if self.memory else "bench_arena"


@dataclass(frozen=True)
class BenchState:
    """A state: the positions of its input and output among the model's, its member of ``<name>_state_t`` and where."""

    ports: tuple[int, int]
    member: str
    offset: int


class Step(IntFlag):
    """Operations of a bench on the state before a sample; with none the state is as the sample before left it."""

    GIVEN = 1  # it is what the sample holds for the inputs of states
    RESET = 2
    SAVED = 4  # it is saved, overwritten and restored
    OTHER = 8  # it is that of a second instance


@dataclass(frozen=True)
class BenchModel:
    """The bench's view of a generated folder: the C prefix (also the file name), ports and arena.

    ``arenas`` are in the order of the API; without them there is one of ``arena_bytes``.  ``libraries``
    are kernels that lie outside of the folder.  ``inputs`` and ``outputs`` have those of ``states`` among them.
    ``slices`` is the least budget of ``<name>_step``, 0 without: unless something is measured, a run is in such slices,
    killed after each and gone on with elsewhere.
    """

    name: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    arena_bytes: int
    arena_align: int = 16
    arenas: tuple[BenchArena, ...] = ()
    libraries: KernelSources = NO_SOURCES
    states: tuple[BenchState, ...] = ()
    slices: int = 0

    @property
    def state_bytes(self) -> int:
        """Bytes of the struct of states, with the word that marks it; 0 without."""
        return 4 + sum(self.inputs[s.ports[0]].bytes for s in self.states) if self.states else 0

    @property
    def state_ready_at(self) -> int:
        """Offset in the struct of the word that marks a ready state: behind elements of more bytes."""
        ports = [self.inputs[s.ports[0]] for s in self.states]
        return sum(p.bytes for p in ports if p.dtype.itemsize > 4)

    @property
    def free_inputs(self) -> tuple[int, ...]:
        """Positions of the inputs that a call takes."""
        fed = {s.ports[0] for s in self.states}
        return tuple(i for i in range(len(self.inputs)) if i not in fed)

    @property
    def free_outputs(self) -> tuple[int, ...]:
        """Positions of the outputs that a call gives."""
        fed = {s.ports[1] for s in self.states}
        return tuple(i for i in range(len(self.outputs)) if i not in fed)

    @property
    def all_arenas(self) -> tuple[BenchArena, ...]:
        """Every arena of the API."""
        return self.arenas or (BenchArena("", self.arena_bytes),)


@dataclass(frozen=True)
class BenchOptions:
    """Options of building and running a bench.

    ``compiler`` overrides the target's; ``sanitize`` adds ASan and UBSan (native targets only); ``extra_flags`` go to
    the model's own files (for example ``STRICT_WARNINGS``); ``jobs`` runs that many parts of the samples at once;
    ``timeout`` is in seconds for each.  ``progress`` is called now and then with how many samples are done.
    """

    compiler: str | None = None
    sanitize: bool = False
    extra_flags: tuple[str, ...] = ()
    jobs: int = PARALLEL_JOBS
    timeout: float = RUN_TIMEOUT_S
    progress: Progress = silent


DEFAULT = BenchOptions()


def run_bench(
    folder: Path, model: BenchModel, target: Target, inputs: Sequence[Array], options: BenchOptions = DEFAULT,
    steps: Sequence[Step] = (),
) -> list[Array]:  # fmt: skip
    """Outputs of the generated code for all samples.

    Args:
        folder: the generated folder.
        model: its description.
        target: without ``qemu`` the code runs natively.
        inputs: one array [n, ...] per input, of the device's element type.
        options: how to build and run.
        steps: for each sample what happens to the state of a model that has one; by default all are ``Step.GIVEN``.

    Returns:
        One array [n, elements] per output, of the type that C has for it (bool: uint8, float16: uint16).

    Raises:
        ToolchainMissing: no compiler or no QEMU.
        DoesNotFit: the emulated machine's memory is too small for the model.
        EdgecError: the code does not compile, crashes, reports an error, or writes outside its buffers (bugs).
    """
    return _run(folder, model, target, inputs, options, "", steps)[0]


def count_instructions(
    folder: Path, model: BenchModel, target: Target, inputs: Sequence[Array], options: BenchOptions = DEFAULT,
    budget: int = 0, worst: bool = False,
) -> tuple[int, ...]:  # fmt: skip
    """Instructions of one ``<name>_run`` per sample, exact to one timer tick (40 on the Cortex-M4 machine).

    With a ``budget`` the run is in slices of it; ``worst``: those of its longest slice.  Buffers are generously
    aligned, as in a benchmark.  Arguments and errors as ``run_bench``; the target needs QEMU.
    """
    assert target.qemu is not None, "instructions are counted under QEMU only"
    measure = COUNTED[worst] + (f" -DBENCH_BUDGET={budget}u" if budget else "")
    ticks = _run(folder, model, target, inputs, options, measure)[1]
    return tuple(round(int(t) * target.qemu.instructions_per_tick) for t in ticks)


def measure_stack(
    folder: Path, model: BenchModel, target: Target, inputs: Sequence[Array], options: BenchOptions = DEFAULT
) -> int:
    """Deepest stack, in bytes, that ``<name>_run`` really used over the samples (painted stack under QEMU).

    Arguments and errors as ``run_bench``; the target needs QEMU.
    """
    assert target.qemu is not None, "stack is measured under QEMU only"
    return int(_run(folder, model, target, inputs, options, "BENCH_STACK")[1].max())


def _run(
    folder: Path, model: BenchModel, target: Target, inputs: Sequence[Array], options: BenchOptions, measure: str,
    steps: Sequence[Step] = (),
) -> tuple[list[Array], Array]:  # fmt: skip
    """Outputs, and one measured number per sample (empty when ``measure`` is "")."""
    samples = bench_samples(model, inputs, steps)
    one_by_one = any(not step & Step.GIVEN for step in steps)
    counting = target.qemu.icount_args if target.qemu and measure.startswith(COUNTED) else ()
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        build = Path(temp)
        program = build_bench(folder, model, target, build, options, measure)
        jobs = 1 if one_by_one else max(1, min(options.jobs, len(samples)))
        parts = [p for p in np.array_split(samples, jobs) if len(p)]
        record = sum(p.bytes for p in model.outputs) + (4 if measure else 0)

        def one(index: int) -> Array:
            work = build / f"part{index}"
            work.mkdir()
            return execute_bench(program, model, target, work, parts[index], record, options, counting)

        results = [build / f"part{i}" / RESULTS for i in range(len(parts))]
        with watched(results, record, len(samples), options.progress), ThreadPoolExecutor(max(1, len(parts))) as pool:
            raw = np.concatenate([np.empty((0, record), np.uint8), *pool.map(one, range(len(parts)))])
    outputs: list[Array] = []
    at = 0
    for port in model.outputs:
        outputs.append(np.ascontiguousarray(raw[:, at : at + port.bytes]).view(port.dtype))
        at += port.bytes
    measured = np.ascontiguousarray(raw[:, at:]).view("<u4").reshape(-1) if measure else np.empty(0, np.uint32)
    return outputs, measured


def bench_samples(model: BenchModel, inputs: Sequence[Array], steps: Sequence[Step] = ()) -> Array:
    """Return the bytes that the bench reads, one row per sample: the step of the states, where it has some, and inputs.

    Raises:
        EdgecError: the inputs are not what the model takes (a bug).
    """
    rows = sample_bytes(model, inputs)
    if not model.states:
        return rows
    words = np.array(steps or [Step.GIVEN] * len(rows), "<u4")
    return np.concatenate([words.view(np.uint8).reshape(len(rows), 4), rows], axis=1)


def sample_bytes(model: BenchModel, inputs: Sequence[Array]) -> Array:
    """All inputs as bytes, one row per sample.

    Raises:
        EdgecError: the inputs are not what the model takes (a bug).
    """
    if len(inputs) != len(model.inputs):
        raise EdgecError(
            f"the bench of '{model.name}' got {len(inputs)} input arrays, the model has {len(model.inputs)} inputs"
        )
    if not inputs:
        return np.empty((1, 0), np.uint8)
    rows: list[Array] = []
    for index, (array, port) in enumerate(zip(inputs, model.inputs, strict=True)):
        flat = _held(np.ascontiguousarray(array)).reshape(len(array), math.prod(array.shape[1:]))
        if flat.dtype != port.dtype or flat.shape[1] * flat.itemsize != port.bytes or len(flat) != len(inputs[0]):
            raise EdgecError(
                f"the bench of '{model.name}' got {flat.shape} {flat.dtype} for input {index}; "
                f"it takes [{len(inputs[0])}, {port.bytes // port.dtype.itemsize}] {port.dtype}"
            )
        rows.append(flat.view(np.uint8).reshape(len(flat), port.bytes))
    return np.concatenate(rows, axis=1)


def _held(array: Array) -> Array:
    """Return the elements as C holds them: bool as bytes, float16 as its bits."""
    if array.dtype == np.bool_:
        return array.view(np.uint8)
    return array.view(np.uint16) if array.dtype == np.float16 else array


def build_bench(
    folder: Path, model: BenchModel, target: Target, build: Path, options: BenchOptions = DEFAULT, measure: str = ""
) -> Path:
    """Compile model, bench and support code into ``build``; the linked program.

    ``measure`` is the macro of ``templates/bench_main.c.j2`` that says what to measure ("": nothing).  Raises as
    ``run_bench``.
    """
    assert not (options.sanitize and target.qemu), "sanitizers run natively only"
    sanitize = SANITIZERS if options.sanitize else ()
    bench = build / "bench"  # a folder of its own: the model may have any name
    bench.mkdir()
    hooks = _write_hooks(bench, measure)
    compiled = compile_model(
        folder, model.name, target, build,
        compiler=options.compiler, extra_flags=(*sanitize, *hooks, *options.extra_flags), libraries=model.libraries,
    )  # fmt: skip
    (bench / "bench_main.c").write_text(_bench_source(model), encoding="utf-8")
    support = write_support(target, bench)
    flags = [*sanitize, "-I", str(folder.resolve())]
    if options.sanitize:
        flags.append("-DBENCH_GUARD=0u")  # the sanitizer's own red zones catch reads too
    if measure:
        flags += [*f"-D{measure}".split(), "-DBENCH_SKEW=0u"]
    sources = [bench / "bench_main.c", *support]
    objects = compile_files(sources, target, bench, compiler=options.compiler, extra_flags=flags)
    linking = (*sanitize, *link_flags(target, build))
    with of_vendor(bool(model.libraries.sources)):
        return link((*objects, *compiled.objects), target, build / "bench.elf", linking, options.compiler)


def _write_hooks(bench: Path, measure: str) -> tuple[str, ...]:
    """Flags that put the profiler's hooks into the model's code; none unless layers are measured."""
    if measure not in LAYER_MEASURES:
        return ()
    header = bench.resolve() / "edgec_profile_hooks.h"
    header.write_text(support_text(header.name), encoding="utf-8")
    return (f"-D{measure}", "-include", str(header))


def _bench_source(model: BenchModel) -> str:
    text = (
        resources.files("edgec.targets.machine")
        .joinpath("templates")
        .joinpath("bench_main.c.j2")
        .read_text(encoding="utf-8")
    )
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False, keep_trailing_newline=True)  # noqa: S701
    return environment.from_string(text).render(m=model, upper=model.name.upper())


def execute_bench(
    program: Path, model: BenchModel, target: Target, work: Path, samples: Array, record: int,
    options: BenchOptions = DEFAULT, qemu_args: Sequence[str] = (),
) -> Array:  # fmt: skip
    """Run the program in ``work`` on ``samples`` (``bench_samples``); its records, [n, record] bytes.

    ``qemu_args`` are added to the emulator's.

    Raises:
        ToolchainMissing: no QEMU.
        ToolFailed: it fails, or leaves no results, and says nothing of the program.
        EdgecError: the program fails, or runs too long.
    """
    with (work / "in.bin").open("wb") as stream:
        stream.write(np.array([len(samples)], "<u4").tobytes())
        stream.write(np.ascontiguousarray(samples).tobytes())
    if target.qemu and target.qemu.serial:
        prepare_serial(target, program, work)
    command = command_of(target, program, qemu_args)
    what = f"'{model.name}' on target '{target.name}'"
    done = run_tool(command, work, f"running {what}", options.timeout)
    spoke = any(line.startswith(_SPOKEN) for line in done.stderr.splitlines())
    if done.returncode != 0 or spoke:
        told = _crash(done.stderr, done.returncode)
        if target.qemu and not spoke:
            raise emulator_failed(target, told)
        raise EdgecError(f"{what} failed: {told}")
    results = work / RESULTS
    raw = results.read_bytes() if results.is_file() else b""
    if len(raw) != record * len(samples):
        told = f"{len(raw)} bytes of results for {len(samples)} samples of {record} bytes"
        raise emulator_failed(target, told) if target.qemu else EdgecError(f"{what} wrote {told}")
    return np.frombuffer(raw, np.uint8).reshape(len(samples), record)


def _crash(stderr: str, status: int) -> str:
    """The most telling line of a failed run."""
    for line in stderr.splitlines():
        if line.startswith("bench: "):
            return printable(line[len("bench: ") :], 300)
        if _FAULT.search(line) or line.startswith("qemu"):
            return printable(line, 300)
    return f"{first_diagnostic(stderr)} (exit status {status})"
