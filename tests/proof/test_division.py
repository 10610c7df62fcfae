"""Divisions of cores without an instruction for it: the library's function is tried, and then taken as a division."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from edgec.proof.thumb.core import Core
from edgec.proof.thumb.decode import Instruction, decoded
from edgec.proof.thumb.division import FUNCTIONS, difference, operands, take_divisions
from edgec.proof.thumb.lengths import lengths
from edgec.proof.thumb.machine import RAM, Machine, NotCovered, Step
from edgec.proof.thumb.steps import FLAGGED, NAMES
from edgec.proof.thumb.terms import Term
from edgec.targets.machine.toolchain import available, find_compiler, run_tool
from edgec.targets.reader import load_target

M0 = load_target("cortex-m0plus")
pytestmark = pytest.mark.skipif(not available(M0), reason="the Arm toolchain is missing")
TEXT = """unsigned part(unsigned a, unsigned b) { return a / b + 1; }
int whole(int a, int b) { return a / b; }
"""


Program = tuple[dict[int, Instruction], dict[str, int], dict[str, int]]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Instructions, symbols and sizes of two functions that divide, with what they call."""
    folder: Path = tmp_path_factory.mktemp("division")
    (folder / "a.c").write_text(TEXT)
    cc = find_compiler(M0)
    flags = ["-mcpu=cortex-m0plus", "-mthumb", "-O2", "-nostartfiles", "-Wl,--entry=part", "-Wl,--undefined=whole"]
    assert run_tool([cc, *flags, "a.c", "-o", "a.elf"], folder, "compiling").returncode == 0
    objdump = run_tool([cc, "-print-prog-name=objdump"], folder, "asking", 60.0).stdout.strip()
    listing = run_tool([objdump, "-d", "a.elf"], folder, "disassembling").stdout
    with (folder / "a.elf").open("rb") as stream:
        table = ELFFile(stream).get_section_by_name(".symtab")
        symbols = {s.name: int(s["st_value"]) for s in table.iter_symbols() if s.name}
        sizes = {s.name: int(s["st_size"]) for s in table.iter_symbols() if s.name}
    return decoded(listing, NAMES, FLAGGED), symbols, sizes


def test_operands_that_depend_on_inputs_give_a_division(program: Program) -> None:
    code, symbols, _ = program
    m = Machine(b"", bytearray(1024))
    core = Core(code, m)
    take_divisions(core, symbols, b"")
    for name, value, op in (("part", 200 // 7 + 1, "udiv"), ("whole", 200 // 7, "sdiv")):
        m.store(RAM, 4, Term("leaf", (RAM,), 200))
        m.regs[13] = RAM + 1024
        found = core.call(symbols[name], m.load(RAM, 4), 7)
        assert isinstance(found, Term) and found.v == value
        quotient = found.args[0] if name == "part" else found
        assert isinstance(quotient, Term) and quotient.op == op
        assert isinstance(m.regs[1], Term), "what a function may change is known no more"
        depth, core.depth = core.depth, 0
        assert core.call(symbols[name], 200, 7) == value, "numbers go by the code"
        assert core.depth == depth
        core.depth = 0


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_that_does_not_divide_is_not_taken(program: Program, name: str) -> None:
    """Every subtraction that is left out, one at a time, is noticed by the tried numbers."""
    code, symbols, sizes = program
    at = symbols[name] & ~1
    assert not difference(FUNCTIONS[name], at, code, b"")
    steps = [i for i in code.values() if at <= i.address < at + sizes[name] and i.name == "sub" and i.sets]
    assert len(steps) >= 16
    for i in steps:
        other = {**code, i.address: replace(i, name="nop", sets=False, operands=())}
        try:
            assert difference(FUNCTIONS[name], at, other, b""), hex(i.address)
        except NotCovered:  # it goes astray
            continue
    left_out = {**code, steps[5].address: replace(steps[5], name="nop", sets=False, operands=())}
    core = Core(left_out, Machine(b"", bytearray(1024)))
    take_divisions(core, symbols, b"")
    core.m.regs[13] = RAM + 1024
    core.m.store(RAM, 4, Term("leaf", (RAM,), 200))
    with pytest.raises(NotCovered, match="another"):
        core.call(symbols["part" if FUNCTIONS[name] == "udiv" else "whole"], core.m.load(RAM, 4), 7)


class _Counted(Core):
    """Counts what it executes."""

    executed = 0

    def step_of(self, i: Instruction) -> Step:
        inner = super().step_of(i)

        def counted(m: Machine) -> int:
            self.executed += 1
            return inner(m)

        return counted


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_range_of_a_division_holds_what_it_takes(program: Program, name: str) -> None:
    """For all operands that are tried; some come within a tenth of its ends."""
    code, symbols, _ = program
    at = symbols[name] & ~1
    least, most = lengths(code, at)
    core, taken = _Counted(code, Machine(b"", bytearray(1024))), []
    for a, b in operands():
        core.m.regs[13], before = RAM + 1024, core.executed
        core.call(at, a, b)
        taken.append(core.executed - before)
    assert least <= min(taken) <= least + 4
    assert 0.9 * most <= max(taken) <= most


def test_rounds_that_depend_on_operands_have_no_range(program: Program) -> None:
    code, symbols, sizes = program
    at = symbols["__udivsi3"] & ~1
    mark = next(i for i in code.values() if at <= i.address < at + sizes["__udivsi3"] and i.name == "rev")
    unmarked = {**code, mark.address: replace(mark, name="mvn")}  # what it leaves is not followed
    with pytest.raises(NotCovered, match="rounds of the loop"):
        lengths(unmarked, at)
