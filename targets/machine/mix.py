"""Estimated cycles: every executed instruction is classified and weighted with the target's costs.

It knows the mix and the order of instructions and, where the board's file says how its flash is read, wait states and
caches of the flash; no bus contention.  A condition that fails inside an IT block counts like one that holds.  What a
class alone does not say is in ``single_issue`` and, of cores that issue two instructions at once, ``dual_issue``.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from edgec.converter.graph.errors import EdgecError, UsageError
from edgec.targets.cycles import CycleCosts
from edgec.targets.machine.arch.known import arch_of
from edgec.targets.machine.arch.spec import Arch, MachineInstruction, OpKind
from edgec.targets.machine.counting import CodeBlock
from edgec.targets.machine.dual_issue import issue_cycles, mispredicted
from edgec.targets.machine.flash import FlashTiming
from edgec.targets.machine.single_issue import cycles_in_order, cycles_of_leaving
from edgec.targets.machine.toolchain import first_diagnostic, run_tool

# An instruction in objdump's output: address, its bytes (Thumb: in halves; AVR: one by one), mnemonic, operands.
_LINE = re.compile(
    r"^\s*([0-9a-f]+):\t((?:[0-9a-f]{4})(?: ?[0-9a-f]{4})?|(?:[0-9a-f]{2} ){1,3}[0-9a-f]{2})\s*\t(\S+)(?:\t([^;@/<]*))?"
)


def disassemble(program: Path, compiler: str) -> Listing:
    """Instructions of a linked program by address; ``compiler`` is the GCC whose objdump is used.

    Raises:
        EdgecError: no objdump, or it fails.
    """
    arch = arch_of(program)
    return _instructions_of(arch, program, compiler, "-d", *arch.shown)


def disassemble_raw(code: Sequence[tuple[int, bytes]], arch: Arch, compiler: str) -> dict[int, MachineInstruction]:
    """Instructions of pieces of code, each with its address, that no program is around.

    Raises:
        UsageError: a piece does not consist of whole instructions, or of those of another core.
        EdgecError: no objdump, or it fails.
    """
    instructions: dict[int, MachineInstruction] = {}
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        path = Path(temp) / "code.bin"
        path.write_bytes(b"".join(piece for _, piece in code))
        listed = _instructions_of(arch, path, compiler, "-Dz", "-bbinary", *arch.raw)
    at = 0
    for start, piece in code:
        end, here = at + len(piece), start - at
        while at < end:
            one = listed.get(at)
            if one is None or at + one.size > end:
                raise UsageError(f"the code at 0x{start:x} does not consist of whole instructions")
            if not listed.knows(at):
                code_there = piece[at - end :][: one.size].hex()
                raise UsageError(f"the code {code_there} at 0x{at + here:x} is no instruction of the target's core")
            goes = None if one.target is None else one.target + here
            instructions[at + here] = replace(one, address=at + here, target=goes)
            at += one.size
    return instructions


class Listing(Mapping[int, MachineInstruction]):
    """The instructions that objdump lists, by address.

    Each is classified when it is asked for: a program on Linux holds the C library, of which little runs.
    """

    def __init__(self, arch: Arch, text: str) -> None:
        self._arch = arch
        self._lines = {int(m[1], 16): m for m in map(_LINE.match, text.splitlines()) if m}
        self._known: dict[int, MachineInstruction] = {}

    def __getitem__(self, address: int) -> MachineInstruction:
        one = self._known.get(address)
        if one is None:
            match = self._lines[address]
            size = len(match[2].replace(" ", "")) // 2
            one = self._known[address] = self._arch.classify(address, size, match[3], match[4] or "")
        return one

    def knows(self, address: int) -> bool:
        """Return whether objdump names what lies there: else it prints a directive or a comment."""
        return self._lines[address][3][0] not in ".@"

    def __iter__(self) -> Iterator[int]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


def _instructions_of(arch: Arch, path: Path, compiler: str, *options: str) -> Listing:
    tool = run_tool([compiler, "-print-prog-name=objdump"], path.parent, "asking for objdump", 60.0).stdout.strip()
    done = run_tool([tool or "objdump", *options, path.name], path.parent, "disassembling the program")
    if done.returncode != 0:
        raise EdgecError(f"the program cannot be disassembled: {first_diagnostic(done.stderr)}")
    return Listing(arch, done.stdout)


@dataclass
class Mix:
    """Executed instructions and estimated cycles by class; cycles that the flash adds to them.

    ``fetch`` are cycles in which the core waits for instructions, ``constants`` those in which it waits for data of the
    flash.
    """

    instructions: dict[OpKind, int]
    cycles: dict[OpKind, float]
    fetch: float = 0.0
    constants: float = 0.0

    @staticmethod
    def empty() -> Mix:
        """Nothing executed."""
        return Mix({}, {})

    def add(self, kind: OpKind, instructions: int, cycles: float) -> None:
        """Count executions of one instruction."""
        self.instructions[kind] = self.instructions.get(kind, 0) + instructions
        self.cycles[kind] = self.cycles.get(kind, 0.0) + cycles

    @staticmethod
    def total_of(mixes: Iterable[Mix]) -> Mix:
        """The sum of several."""
        total = Mix.empty()
        for mix in mixes:
            total.merge(mix)
        return total

    def merge(self, other: Mix) -> None:
        """Add another mix."""
        for kind, count in other.instructions.items():
            self.add(kind, count, other.cycles[kind])
        self.fetch += other.fetch
        self.constants += other.constants

    @property
    def total(self) -> int:
        """Executed instructions."""
        return sum(self.instructions.values())

    @property
    def total_cycles(self) -> float:
        """Estimated cycles."""
        return sum(self.cycles.values()) + self.fetch + self.constants


def mix_of(
    blocks: Iterable[CodeBlock], code: Mapping[int, MachineInstruction], costs: CycleCosts | None,
    skipped: frozenset[int], outside: range, flash: FlashTiming | None = None,
) -> dict[int, Mix]:  # fmt: skip
    """The mix of each layer; instructions at ``skipped`` or in ``outside`` are left out.

    Without ``costs`` all cycles are 0, without ``flash`` it has no wait states.

    Raises:
        EdgecError: a block holds an address that is no instruction (a bug).
    """
    mixes: dict[int, Mix] = {}
    for block in blocks:
        mix = mixes.setdefault(block.layer, Mix.empty())
        run = instructions_of(block, code)
        spent = _spent(run, block, code, costs) if costs else [(one.kind, 0.0) for one in run]
        kept = [one.address not in skipped and one.address not in outside for one in run]
        for (kind, cycles), keep in zip(spent, kept, strict=True):
            if keep:
                mix.add(kind, block.runs, cycles)
        if flash is not None and costs is not None and any(kept):
            each = sum(c for _, c in spent) / block.runs
            mix.fetch += flash.fetching(block.fetches, each, run[-1].address + run[-1].size - block.start)
            mix.constants += flash.reading(block.fetches)
    return mixes


def instructions_of(block: CodeBlock, code: Mapping[int, MachineInstruction]) -> list[MachineInstruction]:
    """The instructions of a block.

    Raises:
        EdgecError: an address holds none (a bug).
    """
    instructions, address = [], block.start
    for _ in range(block.count):
        one = code.get(address)
        if one is None:
            raise EdgecError(f"the profiler found no instruction at 0x{address:x}")
        instructions.append(one)
        address += one.size
    return instructions


def _spent(
    run: Sequence[MachineInstruction], block: CodeBlock, code: Mapping[int, MachineInstruction], costs: CycleCosts
) -> list[tuple[OpKind, float]]:
    """Class of each instruction in its place, and the cycles that all its executions take."""
    if costs.dual_issue is not None:
        return _issued(run, block, code, costs)
    spent = [(kind, block.runs * cycles) for kind, cycles in cycles_in_order(run, costs)]
    kind, cycles = spent[-1]
    spent[-1] = (kind, cycles + block.jumps * cycles_of_leaving(run[-1], code, costs))
    return spent


def _issued(
    run: Sequence[MachineInstruction], block: CodeBlock, code: Mapping[int, MachineInstruction], costs: CycleCosts
) -> list[tuple[OpKind, float]]:
    """The same for a core that issues two at once."""
    assert costs.dual_issue is not None
    last = run[-1]
    mostly = 2 * block.jumps > block.runs
    then = None if mostly else code.get(last.address + last.size)
    each = issue_cycles(run, mostly and last.target == block.start, then, costs)
    spent = [(one.kind, block.runs * cycles) for one, cycles in zip(run, each, strict=True)]
    kind, cycles = spent[-1]
    spent[-1] = (kind, cycles + mispredicted(last, block.runs, block.jumps, costs.dual_issue))
    return spent
