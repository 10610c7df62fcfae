"""The model of Helium: every vector instruction on extreme and random operands, as QEMU executes it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from elftools.elf.elffile import ELFFile

pytest.importorskip("z3", reason="the extra 'prove' is not installed")

from edgec.proof.thumb.core import Core
from edgec.proof.thumb.decode import decoded
from edgec.proof.thumb.machine import RAM, Machine
from edgec.proof.thumb.steps import FLAGGED, NAMES
from edgec.proof.thumb.terms import Term, value
from edgec.proof.thumb.v8_1 import ALIASES, LONG_SHIFTS, LOOPS, SELECTS
from edgec.proof.thumb.vectors import VECTORS
from edgec.targets.machine.arch.arm import HELIUM
from edgec.targets.machine.compile import compile_files, link
from edgec.targets.machine.emulator import link_flags, write_support
from edgec.targets.machine.toolchain import available, find_compiler, find_qemu, run_tool
from edgec.targets.reader import load_target
from tests.proof.test_instructions import CONDITIONS, EDGES, MAIN

M55 = load_target("cortex-m55")
COUNT = 24
AT = "movw r2, #0x0602\nmovt r2, #0x0401\nvdup.32 q1, r2\nmovw r2, #0x0307\nmovt r2, #0x0900\nvmov.32 d2[1], r2"
"""q1: small offsets, of bytes."""
PLACES = "mov r2, #9\nvdup.32 q1, r2\nmov r2, #32\nvmov.32 d2[1], r2\nmov r2, #3\nvmov.32 d3[0], r2"
HALVES = "\n".join(
    f"movw r2, #{low}\nmovt r2, #{high}\nvmov.32 d{2 + k // 2}[{k % 2}], r2"
    for k, (low, high) in enumerate(((6, 0), (22, 8), (2, 28), (18, 12)))
)
"""q1: eight offsets of halfwords, in no order."""
LANES = [
    *("vadd.i16", "vadd.i32", "vqadd.s16", "vmul.i32", "vqdmulh.s32", "vmullb.s16", "vmullt.s16"),
    *("vmulh.s32", "vhadd.u32"),
    *(f"v{n}.s{size}" for n in ("max", "min") for size in (8, 16, 32)),
]
SCALAR = [
    *("vadd.i16", "vadd.i32", "vqadd.s16", "vsub.i32", "vmul.i32", "vqdmulh.s32", "vqrdmulh.s32"),
    *("vmla.s32", "vmlas.s32", "vqdmlash.s32"),
]
NARROW = ["vqmovnb.s32", "vqmovnt.s32", "vqmovnb.s16"]
STORED = ["vstrb.8", "vstrb.16", "vstrb.32", "vstrh.16", "vstrh.32", "vstrw.32"]
LOADED = ["vldrb.u8", "vldrb.s16", "vldrb.u16", "vldrb.s32", "vldrb.u32", "vldrh.u16", "vldrh.u32", "vldrw.u32"]
SHIFTS = [
    *("vshl.i32 q0, q1, #24", "vshl.i8 q0, q1, #4", "vshr.s32 q0, q1, #8", "vshr.s8 q0, q1, #4"),
    *("vshr.u16 q0, q1, #15", "vshr.u32 q0, q1, #31", "vshllb.s16 q0, q1, #8", "vshllt.s16 q0, q1, #8"),
    *("vqshlu.s16 q0, q1, #0", "vqshlu.s16 q0, q1, #3", "vmovlb.s16 q0, q1", "vmovlt.s16 q0, q1"),
    *(f"mvn r2, #{n}\nvdup.16 q1, r2\nvshl.s16 q0, q2, q1" for n in (0, 6, 14)),
    *(f"mov r2, #{n}\nvdup.{size} q1, r2\nvshl.s{size} q0, q2, q1" for n in (1, 13) for size in (16, 32)),
]
TEXTS = [
    *(f"{n} q0, q1, q2" for n in (*LANES, "vorr")),
    "vorr q0, q1, q1",
    *(f"{n} q0, q1, r4" for n in SCALAR),
    *(f"mov r2, #{n}\nvctp.{size} r2\nvpst\n{op.replace('.', 't.')} q0, q1, q2" for n, size, op in
      ((5, 8, "vmax.s8"), (3, 16, "vadd.i16"), (2, 32, "vqdmulh.s32"), (3, 32, "vmin.s32"), (0, 16, "vmullb.s16"))),
    *(f"movw r2, #{n}\nvmsr p0, r2\nvpst\nvaddt.i32 q0, q1, q2" for n in (0, 0x0F33, 0xC00F, 0xFFFF)),
    *(f"{n} q0, q1" for n in NARROW),
    *(f"mov r2, #9\nvctp.8 r2\nvpst\n{n.replace('.', 't.')} q0, q1" for n in NARROW),
    *(f"vqrshrn{half}.s32 q0, q1, #{n}" for half in "bt" for n in (1, 7, 16)),
    "mov r2, #9\nvctp.8 r2\nvpst\nvqrshrntt.s32 q0, q1, #16", "vmovlb.u16 q0, q1",
    "mov r2, #9\nvctp.8 r2\nvpst\nvmovlbt.u16 q0, q1",
    "vaddva.s8 r8, q0", "mov r2, #11\nwlstp.8 lr, r2, 2f\n1:\nvaddva.s8 r8, q0\nletp lr, 1b\n2:",
    "mov r2, #21\nwlstp.8 lr, r2, 2f\n1:\nvmlava.s8 r8, q0, q1\nletp lr, 1b\n2:",
    "mov r2, #13\nwlstp.16 lr, r2, 2f\n1:\nvmlava.s16 r8, q0, q1\nletp lr, 1b\n2:",
    "vmlav.s8 r8, q0, q1", "vmlava.s8 r8, q0, q1", "vmlava.s16 r8, q0, q1", *SHIFTS,
    *(f"mvn r2, #{n}\nvrshl.s32 q0, r2" for n in (0, 5, 21, 30, 31, 40)), "mov r2, #3\nvrshl.s32 q0, r2",
    "mvn r2, #7\nvdup.32 q1, r2\nmov r2, #2\nvmov.32 d2[1], r2\nvrshl.s32 q0, q2, q1",
    *(f"mov r2, #{n}\nvshl.s32 q0, r2" for n in (0, 3, 31)), "mvn r2, #4\nvshl.s32 q0, r2",
    "vdup.8 q0, r4", "vdup.16 q0, r4", "vdup.32 q0, r4", "vmov.i16 q0, #0", "vmov.i32 q0, #255", "vmov.i8 q0, #7",
    "vmov q0, q1", "vmov q0[2], q0[0], r4, r5", "vmov q0[3], q0[1], r4, r5", "vmov.32 d1[1], r4", "vmov.32 r8, d3[0]",
    "vmov r8, s5", "vmov s2, r4",
    *(f"{n} q0, [r1]\nvldrb.u8 q1, [r1]" for n in STORED),
    *(f"mov r2, #11\nvctp.8 r2\nvpst\n{n.replace('.', 't.')} q0, [r1]\nvldrb.u8 q1, [r1]" for n in STORED),
    *(f"vstrw.32 q0, [r1]\n{n} q1, [r1]" for n in LOADED),
    *(f"mov r2, #3\nvctp.16 r2\nvstrw.32 q0, [r1]\nvpst\n{n.replace('.', 't.')} q1, [r1]" for n in LOADED),
    "vstrw.32 q0, [r1], #16\nvstrw.32 q1, [r1], #-16\nvldrw.u32 q2, [r1, #16]!\nsub r1, r1, #16",
    f"vstrw.32 q0, [r1]\n{AT}\nvldrb.u8 q2, [r1, q1]",
    f"vstrw.32 q0, [r1]\n{AT}\nmov r2, #8\nvctp.8 r2\nvpst\nvldrbt.u8 q2, [r1, q1]",
    "vstrw.32 q0, [r1]\nmov r2, #3\nvdup.16 q1, r2\nmovw r2, #9\nvmov.32 d2[1], r2\nvldrb.s16 q2, [r1, q1]",
    f"vstrw.32 q0, [r1]\nvstrw.32 q2, [r1, #16]\n{PLACES}\nvstrb.32 q3, [r1, q1]\nvldrw.u32 q0, [r1]\n"
    "vldrw.u32 q3, [r1, #32]",
    *(f"vstrw.32 q0, [r1]\nvstrw.32 q2, [r1, #16]\n{HALVES}\n{n} q2, [r1, q1]" for n in ("vldrh.u16", "vldrb.u16")),
    *(f"vstrw.32 q0, [r1]\nvstrw.32 q2, [r1, #16]\n{HALVES}\n{n} q3, [r1, q1]\nvldrw.u32 q0, [r1]\n"
      "vldrw.u32 q3, [r1, #16]" for n in ("vstrh.16", "vstrb.16")),
    "vstrw.32 q0, [r1]\nvdup.32 q1, r1\nadd r2, r1, #8\nvmov.32 d2[1], r2\nvldrw.u32 q2, [q1, #4]!\n"
    "vmov r8, s5\nsub r8, r8, r1\nvmov q1, q0",
    "vstrw.32 q0, [r1]\nvdup.32 q1, r1\nadd r2, r1, #4\nvmov.32 d2[1], r2\nadd r2, r1, #256\nvdup.32 q2, r2\n"
    "vldrw.u32 q3, [q2, #-256]!\nvmov r8, s9\nsub r8, r8, r1\nvmov q1, q0\nvmov q2, q0",
    "vst40.8 {q0, q1, q2, q3}, [r1]\nvst41.8 {q0, q1, q2, q3}, [r1]\nvst42.8 {q0, q1, q2, q3}, [r1]\n"
    "vst43.8 {q0, q1, q2, q3}, [r1]!\nsub r1, r1, #64\nvldrw.u32 q0, [r1]\nvldrw.u32 q1, [r1, #16]\n"
    "vldrw.u32 q2, [r1, #32]\nvldrw.u32 q3, [r1, #48]",
    *(f"vst4{k}.8 {{q0, q1, q2, q3}}, [r1]\nvldrw.u32 q2, [r1]\nvldrw.u32 q3, [r1, #48]" for k in range(4)),
    "mov r2, #5\ndls lr, r2\n1:\nadd r8, r8, r4\nle lr, 1b",
    "mov r2, #0\nwls lr, r2, 2f\n1:\nadd r8, r8, r4\nle lr, 1b\n2:",
    *(f"mov r2, #{n}\nvmov q3, q0\nwlstp.{size} lr, r2, 2f\n1:\nvadd.i32 q3, q3, q1\nletp lr, 1b\n2:"
      for n, size in ((3, 32), (6, 32), (16, 8), (5, 8), (11, 16), (0, 8))),
    "mov r2, #21\nvstrw.32 q0, [r1]\nvstrw.32 q1, [r1, #16]\nadd r3, r1, #32\nwlstp.8 lr, r2, 2f\n1:\n"
    "vldrb.u8 q2, [r1], #16\nvstrb.8 q2, [r3], #16\nletp lr, 1b\n2:\nsub r1, r1, #32\nvldrw.u32 q2, [r1, #32]\n"
    "vldrw.u32 q3, [r1, #48]",
    *(f"cmp r4, r5\n{n} r8, r6, r7, {c}" for n, c in zip(sorted(SELECTS) * 4, CONDITIONS, strict=False)),
    *(f"cmp r4, r5\n{n} r8, {c}" for n, c in (("cset", "lt"), ("csetm", "hi"))),
    *(f"cmp r4, r5\n{n} r8, r6, {c}" for n, c in (("cinc", "eq"), ("cinv", "ge"), ("cneg", "lt"))),
    *(f"{n} r8, r9, #{k}" for n in sorted(LONG_SHIFTS) for k in (1, 13, 32)),
    *(f"mvn r2, #{k}\n{n} r8, r9, r2" for n in ("asrl", "lsll") for k in (4, 31, 39)),
    *(f"mov r2, #{k}\n{n} r8, r9, r2" for n in ("asrl", "lsll") for k in (0, 4, 32, 40)),
]  # fmt: skip
NUMBERS_ONLY = [
    "vrshl.s32 q0, q1, q2", "vshlc q0, r4, #8", "vshlc q0, r4, #32\nmov r8, r4", "vrshl.s32 q0, r4", "vshl.s32 q0, r4",
]  # fmt: skip
"""Instructions that are not covered when their operands depend on inputs."""
WORDS_IN, EACH = 20, 18


def texts(terms: bool) -> list[str]:
    return TEXTS if terms else [*TEXTS, *NUMBERS_ONLY]


def probe_text() -> str:
    parts = [".syntax unified", ".thumb", ".section .text.probe", ".global probe", ".type probe, %function", "probe:"]
    parts += ["push {r4, r5, r6, r7, r8, r9, r10, lr}", "vpush {d4, d5, d6, d7}"]
    for text in texts(False):
        parts += [f"vldrw.u32 q{k}, [r0, #{16 * k}]" for k in range(4)]
        parts += [f"vstrw.32 q2, [r1, #{16 * k}]" for k in range(5)]  # what stores leave alone is known
        parts += ["add r2, r0, #64", "ldm r2, {r4, r5, r6, r7}"]
        parts += ["mov r8, r6", "mov r9, r7", text, *(f"vstrw.32 q{k}, [r1], #16" for k in range(4))]
        parts += ["str r8, [r1], #4", "str r9, [r1], #4"]
    parts += ["vpop {d4, d5, d6, d7}", "pop {r4, r5, r6, r7, r8, r9, r10, pc}"]
    return "__asm__(\n" + "".join(f'    "{line}\\n"\n' for p in parts for line in p.split("\n")) + ");\n"


def operands() -> np.ndarray:
    rng = np.random.default_rng(3)
    random = rng.integers(0, 1 << 32, (COUNT, WORDS_IN), dtype=np.uint64)
    edges = rng.choice(np.array([*EDGES, 0x80808080, 0x7F7F7F7F, 0x7FFF8000], np.uint64), (COUNT, WORDS_IN))
    return np.where(rng.random((COUNT, WORDS_IN)) < 0.4, edges, random).astype(np.uint32)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not available(M55):
        pytest.skip("the Arm toolchain or QEMU is missing (CI installs both)")
    folder = tmp_path_factory.mktemp("probe")
    (folder / "main.c").write_text(MAIN)
    (folder / "probe.c").write_text(probe_text())
    support = write_support(M55, folder)
    words = EACH * len(texts(False)) + 32
    flags = [f"-DIN={WORDS_IN}", f"-DOUT={words}", f"-DCOUNT={COUNT}", "-std=gnu99"]
    objects = compile_files([folder / "main.c", folder / "probe.c", *support], M55, folder, extra_flags=flags)
    return link(objects, M55, folder / "probe.elf", link_flags(M55, folder))


def by_qemu(program: Path) -> np.ndarray:
    assert M55.qemu is not None
    (program.parent / "in.bin").write_bytes(operands().tobytes())
    done = run_tool(
        [find_qemu(M55), *M55.qemu.args, "-kernel", str(program)], program.parent, "running the probe", 60.0
    )
    assert done.returncode == 0, done.stderr
    found = np.frombuffer((program.parent / "out.bin").read_bytes(), "<u4").reshape(COUNT, -1)
    return found[:, :-32].reshape(COUNT, -1, EACH)


def by_core(program: Path, terms: bool) -> np.ndarray:
    tool = run_tool([find_compiler(M55), "-print-prog-name=objdump"], program.parent, "asking", 60.0).stdout.strip()
    listing = run_tool([tool, "-d", *HELIUM.shown, program.name], program.parent, "disassembling").stdout
    code = decoded(listing, NAMES, FLAGGED)
    with program.open("rb") as stream:
        names = ELFFile(stream).get_section_by_name(".symtab").iter_symbols()
        start = next(s["st_value"] for s in names if s.name == "probe")
    words = EACH * len(texts(False))
    at_in, at_out = RAM + 64, RAM + 256
    found = []
    for row in operands():
        m = Machine(b"", bytearray(1024 + 4 * words))
        m.regs[13] = RAM + len(m.ram)
        for i, byte in enumerate(row.tobytes()):
            m.store(at_in + i, 1, Term("leaf", (at_in + i,), byte) if terms else byte)
        core = Core(code, m)
        if terms:
            _stop_before_numbers(core, code, m)
        core.call(start, at_in, at_out)
        found.append([value(m.load(at_out + 4 * k, 4)) for k in range(EACH * len(texts(terms)))])
    return np.array(found, np.uint32).reshape(COUNT, -1, EACH)


class _Reached(Exception):
    """The instructions that need numbers."""


def _stop_before_numbers(core: Core, code: dict, m: Machine) -> None:
    """With terms the rest of the probe is done on zeros."""
    first = next(a for a, i in sorted(code.items()) if i.name == "vrshl.s32" and i.operands == ("q0", "q1", "q2"))

    def numbers() -> None:
        for at in range(RAM + 64, RAM + 64 + 4 * WORDS_IN):
            m.store(at, 1, 0)
        m.floats[:16], m.regs[4:10] = [0] * 16, [0] * 6

    core.hooks[first] = numbers


@pytest.mark.parametrize("terms", [False, True], ids=["integers", "terms"])
def test_every_vector_instruction_does_what_qemu_does(program: Path, terms: bool) -> None:
    found = by_core(program, terms)
    expected = by_qemu(program)[:, : found.shape[1]]
    wrong = [texts(terms)[k] for k in sorted({int(c) for c in np.argwhere(expected != found)[:, 1]})]
    assert not wrong


def test_every_form_is_compared(program: Path) -> None:
    tool = run_tool([find_compiler(M55), "-print-prog-name=objdump"], program.parent, "asking", 60.0).stdout.strip()
    listing = run_tool([tool, "-d", *HELIUM.shown, program.name], program.parent, "disassembling").stdout
    used = {i.name for i in decoded(listing, NAMES, FLAGGED).values()}
    base = {n for n in VECTORS if n.replace("t.", ".", 1) not in VECTORS or n in used or "t." not in n}
    unused = base - used - {"vpstt", "vpsttt", "vpstttt", "vctp.8", "vmov.32"}
    assert not unused
    assert (LOOPS | SELECTS | LONG_SHIFTS | ALIASES.keys()) - used <= {"dlstp.8", "dlstp.16", "dlstp.32"}
