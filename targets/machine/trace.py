"""Block traces: what another tool saw of a program that ran, from which its cycles are estimated as ``profile`` does.

A trace is text, a record a line; ``#`` begins a comment.  Addresses and code are hexadecimal, other numbers decimal.

    edgec-trace 1                              the first line: format and version
    inferences 2                               the figures are divided by it (1 where it is not said)
    phase NAME                                 what follows belongs to this part of the program
    block ADDRESS RUNS JUMPS CODE              executed RUNS times, JUMPS times not followed by what lies behind it;
                                               CODE are its bytes as they lie in memory
    reads REGION sequential COUNT BYTES STREAMS [EXTENT]    loads of BYTES each, in STREAMS that take turns, each in
                                               order; EXTENT bytes in all, which a cache that holds them reads once
    reads REGION scattered COUNT BYTES [EXTENT]    loads that each leave what was read before
    reads flash missed COUNT                   loads that a model of the caches saw miss
    fetches ORDER TARGET                       reads of instructions that such a model saw miss: after those before
                                               them, and at the target of a jump

REGION is ``flash`` or ``ram``; the RAM has no wait states.  Counts of blocks do not say their order, so without
``fetches`` the misses of code are estimated from its loops (``locality``).
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from elftools.elf.elffile import ELFFile

from edgec.converter.graph.errors import UsageError, printable
from edgec.targets.cycles import Cache
from edgec.targets.machine.arch.known import arch_of
from edgec.targets.machine.arch.spec import Arch, MachineInstruction
from edgec.targets.machine.counting import CodeBlock
from edgec.targets.machine.flash import Fetches, FlashTiming, flash_timing
from edgec.targets.machine.locality import Locality
from edgec.targets.machine.mix import Mix, disassemble_raw, instructions_of, mix_of
from edgec.targets.machine.toolchain import find_compiler, first_diagnostic, run_tool
from edgec.targets.reader import Target

HEAD = "edgec-trace 1"
FORMS: Mapping[str, str] = {  # of each record
    "inferences": "inferences COUNT, from 1",
    "phase": "phase NAME",
    "block": "block ADDRESS RUNS JUMPS CODE, with at most as many jumps as runs",
    "reads": "reads flash|ram sequential COUNT BYTES STREAMS [EXTENT], scattered COUNT BYTES [EXTENT] or missed COUNT",
    "fetches": "fetches ORDER TARGET",
}
REGIONS = ("flash", "ram")
NO_CACHE = Cache(0, 1)


@dataclass(frozen=True)
class TracedBlock:
    """Code from ``start`` on that ran ``runs`` times, ``jumps`` times followed by other code than the next."""

    start: int
    runs: int
    jumps: int
    code: bytes


@dataclass(frozen=True)
class Reads:
    """``count`` loads of ``bytes`` each from the flash, in ``streams`` that take turns; 0 streams: scattered.

    ``extent`` is how many bytes of the flash they read, often more than once; 0 where that is not known.
    """

    count: int
    bytes: int
    streams: int
    extent: int = 0

    def missed(self, timing: FlashTiming) -> int:
        """Return the number of reads that the flash's cache of data does not hold."""
        reads, cache = timing.reads, timing.reads.data
        shared = reads.code if reads.shared else None
        lines = (held := cache or shared or NO_CACHE).lines
        if 0 < self.extent <= lines * held.line_bytes:
            return min(self.count, math.ceil(self.extent / reads.bytes))
        if not self.streams or lines < self.streams:
            return self.count * max(1, self.bytes // reads.bytes)
        return math.ceil(self.count * self.bytes / reads.bytes)


@dataclass
class Phase:
    """A part of the program: its blocks, its reads of the flash, and the misses that the trace itself states."""

    name: str
    blocks: list[TracedBlock] = field(default_factory=list)
    reads: list[Reads] = field(default_factory=list)
    missed: int = 0
    fetches: Fetches | None = None


@dataclass(frozen=True)
class Trace:
    """A program that ran: its phases, and how many inferences they were."""

    phases: tuple[Phase, ...]
    inferences: int


def read_trace(path: Path) -> Trace:
    """Read a trace.

    Raises:
        UsageError: the file is missing or no trace; says the line and what is wrong with it.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise UsageError(f"trace '{printable(str(path))}' does not exist") from None
    except OSError as error:
        raise UsageError(f"trace '{printable(str(path))}' cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"trace '{printable(str(path))}' cannot be read: it is not text in UTF-8") from error
    records = list(_records(lines))
    if not records or " ".join(records[0][1]) != HEAD:
        raise UsageError(f"'{printable(str(path))}' is no block trace: its first line must be '{HEAD}'")
    phases, inferences = [Phase("")], 1
    for number, words in records[1:]:
        try:
            if words[0] == "inferences":
                inferences = _number(words, 1, least=1)
            elif words[0] == "phase":
                phases.append(Phase(" ".join(words[1:])))
            else:
                _RECORDS[words[0]](phases[-1], words)
        except (KeyError, IndexError, ValueError) as error:
            line, form = printable(" ".join(words), 60), FORMS.get(words[0], f"one of {', '.join(FORMS)}")
            where = f"line {number} of '{printable(str(path))}'"
            raise UsageError(f"{where} is no record of a trace: '{line}'; give {form}") from error
    measured = tuple(phase for phase in phases if phase.blocks)
    if not measured:
        raise UsageError(f"trace '{printable(str(path))}' holds no block")
    return Trace(measured, inferences)


def _records(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        if words:
            yield number, words


def _number(words: Sequence[str], index: int, least: int = 0) -> int:
    number = int(words[index])
    if number < least:
        raise ValueError(words[index])
    return number


def _block(phase: Phase, words: Sequence[str]) -> None:
    _, address, _, _, code = words
    one = TracedBlock(int(address, 16), _number(words, 2), _number(words, 3), bytes.fromhex(code))
    if not one.code or one.jumps > one.runs or one.start < 0:
        raise ValueError(address)
    if one.runs:
        phase.blocks.append(one)


def _reads(phase: Phase, words: Sequence[str]) -> None:
    region, pattern, count = words[1], words[2], _number(words, 3)
    wanted = {"sequential": 6, "scattered": 5, "missed": 4}[pattern]
    extends = len(words) == wanted + 1 and pattern != "missed"
    if region not in REGIONS or len(words) != wanted + extends:
        raise ValueError(region)
    if pattern == "missed":
        phase.missed += count if region == "flash" else 0
        return
    streams = _number(words, 5, least=1) if pattern == "sequential" else 0
    one = Reads(count, _number(words, 4, least=1), streams, _number(words, wanted, least=1) if extends else 0)
    if region == "flash":
        phase.reads.append(one)


def _fetches(phase: Phase, words: Sequence[str]) -> None:
    if len(words) != 3:
        raise ValueError(words[-1])
    before = phase.fetches or Fetches()
    ordered, jumped = _number(words, 1), _number(words, 2)
    phase.fetches = Fetches(before.in_order + ordered, before.after_jumps + jumped)


_RECORDS: Mapping[str, Callable[[Phase, Sequence[str]], None]] = {
    "block": _block,
    "reads": _reads,
    "fetches": _fetches,
}


def write_blocks(
    program: Path, blocks: Iterable[CodeBlock], code: Mapping[int, MachineInstruction]
) -> Iterator[str]:  # fmt: skip
    """The records of blocks that the counting plugin saw in ``program``, with the constants that it saw miss."""
    with program.open("rb") as stream:
        loaded = [(s["p_vaddr"], s.data()) for s in ELFFile(stream).iter_segments("PT_LOAD") if s["p_filesz"]]
    missed = 0
    for block in blocks:
        last = instructions_of(block, code)[-1]
        end = last.address + last.size
        at, data = next((at, data) for at, data in loaded if at <= block.start < at + len(data))
        yield f"block {block.start:x} {block.runs} {block.jumps} {data[block.start - at : end - at].hex()}"
        missed += block.fetches.constants
    if missed:
        yield f"reads flash missed {missed}"


def price_trace(trace: Trace, target: Target) -> tuple[Mix, ...]:
    """The instructions and estimated cycles of each phase, for all inferences.

    Raises:
        UsageError: the target states no costs of instructions, or code of the trace is none of its core.
        ToolchainMissing: the target's compiler, whose disassembler is used, is not installed.
    """
    costs, timing = target.cycles, flash_timing(target)
    if costs is None:
        raise UsageError(f"target '{target.name}' states no costs of instructions, so no cycles can be estimated")
    code = _disassembled(trace, target)
    mixes = []
    for phase in trace.phases:
        blocks = [_counted(one, code) for one in phase.blocks]
        if timing is not None and phase.fetches is None:
            blocks = _fetched(blocks, code, timing)
        mix = mix_of(blocks, code, costs, frozenset(), range(0), timing)[0]
        if timing is not None:
            if phase.fetches is not None:
                size = sum(len(one.code) * one.runs for one in phase.blocks)
                cycles = sum(mix.cycles.values())
                mix.fetch += timing.fetching(phase.fetches, cycles, max(1, size))
            mix.constants += timing.reading(Fetches(constants=phase.missed + _missed(phase, timing)))
        mixes.append(mix)
    return tuple(mixes)


def _missed(phase: Phase, timing: FlashTiming) -> int:
    return sum(one.missed(timing) for one in phase.reads)


def _disassembled(trace: Trace, target: Target) -> dict[int, MachineInstruction]:
    pieces = sorted({(one.start, one.code) for phase in trace.phases for one in phase.blocks})
    known: dict[int, int] = {}
    for start, code in pieces:
        for at, byte in enumerate(code, start):
            if known.setdefault(at, byte) != byte:
                raise UsageError(f"the trace holds two kinds of code at 0x{at:x}; split it where code was replaced")
    compiler = find_compiler(target)
    return disassemble_raw(pieces, _arch(target, compiler), compiler)


def _arch(target: Target, compiler: str) -> Arch:
    """The instruction set that the target's compiler makes."""
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        source = Path(temp) / "nothing.c"
        source.write_text("int edgec_nothing;\n", encoding="ascii")
        command = [compiler, *target.toolchain.flags, "-c", source.name, "-o", "nothing.o"]
        done = run_tool(command, Path(temp), "asking the compiler for its instruction set")
        if done.returncode != 0:
            raise UsageError(f"the compiler of target '{target.name}' fails: {first_diagnostic(done.stderr)}")
        return arch_of(Path(temp) / "nothing.o")


def _counted(one: TracedBlock, code: Mapping[int, MachineInstruction]) -> CodeBlock:
    at, count = one.start, 0
    while at < one.start + len(one.code):
        at += code[at].size
        count += 1
    return CodeBlock(0, one.start, count, one.runs, one.jumps)


def _fetched(
    blocks: Sequence[CodeBlock], code: Mapping[int, MachineInstruction], timing: FlashTiming
) -> list[CodeBlock]:
    """The blocks of a phase with their misses, by what the cache of code holds of the loops around them."""
    cache, width = timing.reads.code or NO_CACHE, timing.reads.bytes
    local = Locality(blocks, code, width, cache.lines * cache.line_bytes // width)
    jumped = sum(one.jumps for one in blocks) / sum(one.runs for one in blocks)
    fetched = []
    for one in blocks:
        reads, times = len(local.reads(one)), local.readings(one)
        targets = round(times * jumped)
        begins = times - targets if one.start % width == 0 else 0  # else the code before it brought the first read
        fetched.append(replace(one, fetches=Fetches(times * (reads - 1) + begins, targets)))
    return fetched
