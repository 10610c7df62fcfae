"""Run a profiled program under QEMU: executions of every block of instructions per layer, or exact counts by timer."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from edgec.converter.graph.errors import EdgecError, ToolchainMissing
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.targets.machine.arch.known import arch_of
from edgec.targets.machine.bench import (
    BenchModel,
    BenchOptions,
    bench_samples,
    build_bench,
    execute_bench,
)
from edgec.targets.machine.emulator import RAM_WEIGHTS, emulator_failed
from edgec.targets.machine.flash import Fetches, FlashTiming, flash_timing
from edgec.targets.machine.toolchain import find_compiler, first_diagnostic, run_tool
from edgec.targets.reader import Target, load_target, support_text

PLUGIN_SOURCE = "edgec_count_plugin.c"
_MARK = re.compile(r"edgec_(mark|jump)_(begin|end|run|done)_(\d+)_\d+$")
COUNTS = "counts.txt"
_ONE_RUN = BenchOptions(jobs=1)
BlockCounts = tuple[int, int, int, int, Fetches]
MOST_PADDING = 64  # bytes between sections of one flash
NO_FETCHES = Fetches()
OUTSIDE = -1  # the layer of what runs between the hooks


class NoPlugin(EdgecError):
    """The counting plugin cannot be built or loaded; says why."""


@dataclass(frozen=True)
class CodeBlock:
    """``count`` instructions from ``start`` on, executed ``runs`` times, ``jumps`` times not followed by the next.

    ``fetches`` are its reads of a flash that missed, where the caches of one were run.
    """

    layer: int
    start: int
    count: int
    runs: int
    jumps: int
    fetches: Fetches = NO_FETCHES


@dataclass(frozen=True)
class Counted:
    """Counts of the plugin in ``samples`` runs of ``<name>_run``; the program is ``image``.

    ``skipped`` are addresses of instructions that are not the model's: the jumps of the hooks, and ``bench``, the
    range of the function that calls ``<name>_run``.
    """

    blocks: tuple[CodeBlock, ...]
    skipped: frozenset[int]
    bench: range


def find_host_compiler() -> str:
    """Path of the compiler for the plugin.

    Raises:
        NoPlugin: there is none.
    """
    try:
        return find_compiler(load_target("host"))
    except ToolchainMissing as error:
        raise NoPlugin(str(error)) from error


def build_plugin(build: Path) -> Path:
    """Compile the counting plugin.

    Raises:
        NoPlugin: no compiler, or it fails.
    """
    compiler = find_host_compiler()
    (build / PLUGIN_SOURCE).write_text(support_text(PLUGIN_SOURCE), encoding="utf-8")
    flags = ["-O2", "-std=c99", "-shared", "-fPIC", "-fvisibility=hidden"]
    done = run_tool([compiler, *flags, PLUGIN_SOURCE, "-o", "plugin.so"], build, "compiling the counting plugin")
    if done.returncode != 0:
        raise NoPlugin(f"the counting plugin does not compile: {first_diagnostic(done.stderr)}")
    return build / "plugin.so"


def count_blocks(
    folder: Path, model: BenchModel, target: Target, inputs: Sequence[Array], build: Path
) -> tuple[Path, Counted]:
    """Build into ``build``, run all samples, and count blocks per layer; the program and the counts.

    Raises:
        NoPlugin: no host compiler, or this QEMU takes no plugin.
        EdgecError: as ``bench.run_bench``.
    """
    program = build_bench(folder, model, target, build, _ONE_RUN, "BENCH_MARKS")
    marks = read_marks(program)
    work = build / "run"
    work.mkdir()
    flash = flash_timing(target)
    arguments = write_plugin(program, marks, work, aligned=target.toolchain.strict_align, flash=flash)
    record = sum(p.bytes for p in model.outputs)
    try:
        execute_bench(program, model, target, work, bench_samples(model, inputs), record, _ONE_RUN, arguments)
    except EdgecError as error:
        if "plugin" in str(error):
            raise NoPlugin(f"QEMU does not load the counting plugin: {error}") from error
        raise
    try:
        blocks = tuple(_blocks_of_layers(read_counts(work, marks)))
    except (OSError, ValueError, LookupError) as error:
        raise emulator_failed(target, "the counts of its plugin cannot be read") from error
    return program, Counted(blocks, marks.jumps, marks.bench)


@dataclass(frozen=True)
class Marks:
    """Kind and number (layer) of each mark by its address, the jumps to them, and the function around the first run."""

    symbols: Mapping[int, tuple[str, int]]
    jumps: frozenset[int]
    bench: range


def write_plugin(
    program: Path, marks: Marks, work: Path, *, aligned: bool = False, flash: FlashTiming | None = None
) -> tuple[str, ...]:
    """Build the plugin and its list of marks in ``work``; the options of a QEMU that runs ``program`` there.

    ``aligned``: an unaligned access ends the program. ``flash``: the caches of this one are run.

    Raises:
        NoPlugin: no host compiler, or it fails.
    """
    plugin = build_plugin(work)
    (work / "marks.txt").write_text("".join(f"{address:x}\n" for address in marks.symbols), encoding="ascii")
    rest = f"marks=marks.txt,out={COUNTS},size={arch_of(program).plugin}"
    if flash is not None:
        rest += f",flash={constant_ranges(program)},{flash.options()}"
    return ("-plugin", f"./{plugin.name},{rest}{',align=on' if aligned else ''}")


def write_watcher(target: Target, work: Path) -> tuple[str, ...]:
    """Options of a QEMU, run in ``work``, that ends a program at an unaligned access; none for cores that make them.

    Raises:
        NoPlugin: no host compiler, or it fails.
    """
    return ("-plugin", f"./{build_plugin(work).name},align=on") if target.toolchain.strict_align else ()


def read_marks(program: Path) -> Marks:
    """The marks of a program."""
    arch = arch_of(program)
    marks: dict[int, tuple[str, int]] = {}
    jumps, functions = set(), []
    with program.open("rb") as stream:
        table = ELFFile(stream).get_section_by_name(".symtab")
        assert isinstance(table, SymbolTableSection)
        for symbol in table.iter_symbols():
            address = arch.address(int(symbol["st_value"]))
            match = _MARK.match(symbol.name)
            if match and match[1] == "mark":
                marks[address] = (match[2], int(match[3]))
            elif match:
                jumps.add(address)
            elif symbol["st_info"]["type"] == "STT_FUNC":
                functions.append(range(address, address + int(symbol["st_size"])))
    call = next(address for address, (kind, _) in marks.items() if kind == "run")
    return Marks(marks, frozenset(jumps), next(f for f in functions if call in f))


def constant_ranges(program: Path) -> str:
    """Return the address ranges of a program's code and constants (a firmware's flash), as the plugin takes them.

    Constants that the board keeps in RAM are none of them.
    """
    with program.open("rb") as stream:
        elf = ELFFile(stream)
        segments = [s for s in elf.iter_segments("PT_LOAD") if s["p_filesz"]]
        kept = [s for s in segments if s["p_paddr"] == s["p_vaddr"]]  # data are copied from elsewhere
        spans = sorted((s["p_vaddr"], s["p_vaddr"] + s["p_filesz"]) for s in kept)
        for section in elf.iter_sections():
            if section.name.startswith(RAM_WEIGHTS):
                spans = _without(spans, section["sh_addr"], section["sh_addr"] + section["sh_size"])
    ranges: list[tuple[int, int]] = []
    for low, high in spans:
        if ranges and low - ranges[-1][1] <= MOST_PADDING:
            ranges[-1] = (ranges[-1][0], high)
        else:
            ranges.append((low, high))
    return "+".join(f"{low:x}-{high:x}" for low, high in ranges)


def _without(spans: Sequence[tuple[int, int]], first: int, end: int) -> list[tuple[int, int]]:
    """The spans without the addresses from ``first`` to ``end``."""
    cut = [part for low, high in spans for part in ((low, min(high, first)), (max(low, end), high))]
    return [(low, high) for low, high in cut if low < high]


def read_counts(work: Path, marks: Marks) -> Iterator[tuple[str, int, list[BlockCounts]]]:
    """Parse the plugin's file: yield the mark that was passed last, and the blocks that ran up to the next mark.

    A block is start, instructions, runs, jumps and missed reads.
    """
    pending: list[BlockCounts] = []
    last: tuple[str, int] | None = None
    with (work / COUNTS).open(encoding="ascii") as lines:
        for line in lines:
            words = line.split()
            if words[0] != "mark":
                count, runs, jumps, *missed = map(int, words[1:])
                pending.append((int(words[0], 16), count, runs, jumps, Fetches(*missed)))
                continue
            if last is not None:
                yield (*last, pending)
            pending = []
            last = marks.symbols[int(words[1], 16)]


def _blocks_of_layers(counts: Iterable[tuple[str, int, list[BlockCounts]]]) -> Iterator[CodeBlock]:
    """Blocks with the layer they ran in; those outside of ``<name>_run`` are left out."""
    for kind, index, layer in counts:
        if kind != "done":
            yield from (CodeBlock(index if kind == "begin" else OUTSIDE, *one) for one in layer)


def count_by_timer(
    folder: Path, model: BenchModel, target: Target, inputs: Sequence[Array], layers: int
) -> tuple[int, tuple[int, ...]]:
    """Instructions of all samples together, by the timer alone: in ``<name>_run``, and in each layer.

    Every sample runs once per phase of the timer's ticks, which makes the sums exact; the cost of reading the timer is
    measured by two readings in a row and taken off.  (A pass of the 24-bit timer adds its interrupt, some 20
    instructions in 671 million.)

    Raises:
        EdgecError: as ``bench.run_bench``.
    """
    assert target.qemu is not None, "instructions are counted under QEMU only"
    tick = Fraction(target.qemu.instructions_per_tick)
    period = tick.numerator
    samples = np.repeat(bench_samples(model, inputs), period, axis=0)
    outputs = sum(p.bytes for p in model.outputs)
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        build = Path(temp)
        program = build_bench(folder, model, target, build, _ONE_RUN, "BENCH_TICKS")
        record = outputs + 4 * (2 * layers + 3)
        raw = execute_bench(program, model, target, build, samples, record, _ONE_RUN, target.qemu.icount_args)
    stamps = np.ascontiguousarray(raw[:, outputs:]).view("<u4").astype(np.int64).sum(axis=0)
    steps = np.diff(stamps) // tick.denominator  # one reading; to layer 0; layer 0; to layer 1; ...; to the end
    reading = int(steps[0])
    return int(steps[1:].sum()) - reading * (2 * layers + 1), tuple(int(s) - reading for s in steps[2::2])
