"""The model of RV32IMC: every instruction on random operands, as QEMU executes it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from elftools.elf.elffile import ELFFile

from edgec.proof.isa import RV32, isa_of
from edgec.proof.rv32.core import RiscvCore
from edgec.proof.rv32.decode import NUMBERS, decoded
from edgec.proof.rv32.steps import BRANCHES, LOADS, OPERATIONS, STORES
from edgec.proof.thumb.machine import RAM, NotCovered
from edgec.proof.thumb.terms import Term, value
from edgec.targets.machine.compile import compile_files, link
from edgec.targets.machine.emulator import link_flags, write_support
from edgec.targets.machine.toolchain import available, find_compiler, find_qemu, run_tool
from edgec.targets.reader import load_target
from tests.proof.test_instructions import COUNT, MAIN, WORDS_IN, operands

TARGET = load_target("rv32imc")
NUMBERED = ("add", "and", "or", "xor", "slt", "sltu")  # operations that have a form with a number
TEXTS = [
    *(f"{n} s0, a2, a3" for n in OPERATIONS),
    *(f"{n if n != 'sltu' else 'slt'}i{'u' if n == 'sltu' else ''} s0, a2, {k}" for n in NUMBERED for k in (5, -1, 1)),
    *(f"{n}i s0, a2, {k}" for n in ("sll", "srl", "sra") for k in (1, 7, 31)),
    *(f"slli s0, a2, {k}\n{n}i s0, s0, {k}" for n in ("srl", "sra") for k in (8, 16, 24)),
    *(f"mv s0, a4\n{n} a2, a3, 1f\nmv s0, a5\n1:\naddi s0, s0, 3" for n in sorted(BRANCHES)),
    *(f"{n} s0, a2, zero" for n in ("slt", "sltu", "add", "sub")),
    *(f"{n} s0, zero, a2" for n in ("slt", "sltu", "add", "sub", "div")),
    *(f"li a3, 0\n{n} s0, a2, a3" for n in ("div", "divu", "rem", "remu")),
    "lui s0, 0x12345", "lui s0, 0xfffff", "add zero, a2, a3\nmv s0, zero", "c.nop\nc.mv s0, a2\nc.add s0, a3",
    "mv s0, a2\nc.and s0, a3", "mv s0, a2\nc.or s0, a3", "mv s0, a2\nc.xor s0, a3", "mv s0, a2\nc.sub s0, a3",
    "mv s0, a2\nc.srai s0, 3\nc.slli s0, 2", "mv s0, a2\nc.srli s0, 5\nc.andi s0, 15\nc.addi s0, -7", "c.li s0, -3",
    "mv s0, a2\nbeqz a3, 1f\nc.j 2f\n1:\nc.addi s0, 1\n2:\nbnez a3, 3f\nc.addi s0, 2\n3:\nnop",
    "auipc t1, 0\njal t0, 1f\n1:\nsub s0, t0, t1", "auipc t1, 0\njalr t0, 8(t1)\nsub s0, t0, t1", "auipc s0, 0x12",
    "fence\nmv s0, a2",
    "sw a2, 0(a1)\nlb s0, 1(a1)\nlbu s1, 3(a1)", "sw a2, 0(a1)\nlh s0, 2(a1)\nlhu s1, 0(a1)",
    "sw a2, 0(a1)\nsb a3, 2(a1)\nlw s0, 0(a1)", "sw a2, 0(a1)\nsh a3, 2(a1)\nc.lw s0, 0(a1)",
    "c.addi16sp sp, -32\nsw a2, 12(sp)\nc.lwsp s0, 12(sp)\nc.swsp a3, 4(sp)\nc.addi4spn a5, sp, 4\nlw s1, 0(a5)\n"
    "c.addi16sp sp, 32",
]  # fmt: skip
WORDS_OUT = 2 * len(TEXTS)
pytestmark = pytest.mark.skipif(not available(TARGET), reason="no toolchain for rv32imc")


def probe_text() -> str:
    parts = [".section .text.probe", ".global probe", ".type probe, @function", ".option norelax", "probe:"]
    parts += ["addi sp, sp, -16", "sw s0, 0(sp)", "sw s1, 4(sp)"]
    for text in TEXTS:
        parts += [*(f"lw a{k + 2}, {4 * k}(a0)" for k in range(WORDS_IN)), "mv s0, a4", "mv s1, a5"]
        parts += [*text.split("\n"), "sw s0, 0(a1)", "sw s1, 4(a1)", "addi a1, a1, 8"]
    parts += ["lw s0, 0(sp)", "lw s1, 4(sp)", "addi sp, sp, 16", "ret"]
    return "__asm__(\n" + "".join(f'    "{p}\\n"\n' for p in parts) + ");\n"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("probe")
    (folder / "main.c").write_text(MAIN)
    (folder / "probe.c").write_text(probe_text())
    support = write_support(TARGET, folder)
    flags = [f"-DIN={WORDS_IN}", f"-DOUT={WORDS_OUT}", f"-DCOUNT={COUNT}", "-std=gnu99"]
    objects = compile_files([folder / "main.c", folder / "probe.c", *support], TARGET, folder, extra_flags=flags)
    return link(objects, TARGET, folder / "probe.elf", link_flags(TARGET, folder))


def by_qemu(program: Path) -> np.ndarray:
    assert TARGET.qemu is not None
    (program.parent / "in.bin").write_bytes(operands().tobytes())
    command = [find_qemu(TARGET), *TARGET.qemu.args, "-kernel", str(program)]
    done = run_tool(command, program.parent, "running the probe", 60.0)
    assert done.returncode == 0, done.stderr
    return np.frombuffer((program.parent / "out.bin").read_bytes(), "<u4").reshape(COUNT, WORDS_OUT)


def by_core(program: Path, terms: bool) -> np.ndarray:
    tool = run_tool([find_compiler(TARGET), "-print-prog-name=objdump"], program.parent, "asking", 60.0).stdout.strip()
    listing = run_tool([tool, "-d", *RV32.shown, program.name], program.parent, "disassembling").stdout
    code = decoded(listing)
    with program.open("rb") as stream:
        table = ELFFile(stream).get_section_by_name(".symtab")
        start = next(s["st_value"] for s in table.iter_symbols() if s.name == "probe")
    found = []
    at_in, at_out = RAM + 64, RAM + 128
    for row in operands():
        m = RV32.machine(b"", bytearray(128 + 4 * WORDS_OUT + 256), {})
        m.regs[m.calling.stack] = RAM + len(m.ram)
        for i, byte in enumerate(row.tobytes()):
            m.store(at_in + i, 1, Term("leaf", (at_in + i,), byte) if terms else byte)
        RiscvCore(code, m).call(start, at_in, at_out)
        found.append([value(m.load(at_out + 4 * k, 4)) for k in range(WORDS_OUT)])
        assert m.regs[0] == 0
        assert m.regs[m.calling.stack] == RAM + len(m.ram)
    return np.array(found, np.uint32)


@pytest.mark.parametrize("terms", [False, True], ids=["integers", "terms"])
def test_every_instruction_does_what_qemu_does(program: Path, terms: bool) -> None:
    expected, found = by_qemu(program), by_core(program, terms)
    wrong = [TEXTS[k // 2] for k in sorted({int(c) for c in np.argwhere(expected != found)[:, 1]})]
    assert not wrong


def test_every_known_instruction_is_compared() -> None:
    said = {line.split()[0].removeprefix("c.") for text in TEXTS for line in text.split("\n")}
    immediates = {f"{n}i" for n in (*NUMBERED[:-1], "sll", "srl", "sra")} | {"sltiu"}
    assert {*OPERATIONS, *LOADS, *STORES, *BRANCHES, *immediates, "lui", "jal", "fence"} <= said


@pytest.mark.parametrize("text", ["csrr\ta0,mcycle", "fadd.s\tfa0,fa1,fa2", "ecall", "c.ebreak"])
def test_what_is_not_known_is_not_executed(text: str) -> None:
    (i,) = decoded(f"   0:\t00000073          \t{text}\n").values()
    assert not RV32.is_executable(i)
    core = RiscvCore({0: i}, RV32.machine(b"", bytearray(64), {}))
    with pytest.raises(NotCovered, match="not known"):
        core.call(0)


def test_targets_whose_code_is_executed() -> None:
    known = {name: isa_of(load_target(name)) for name in ("rv32imc", "rv32imac", "esp32-c3", "cortex-a53", "host")}
    assert [name for name, isa in known.items() if isa is RV32] == ["rv32imc", "rv32imac", "esp32-c3"]
    assert known["cortex-a53"] is known["host"] is None
    assert NUMBERS["a0"] == 10 and NUMBERS["t6"] == 31
