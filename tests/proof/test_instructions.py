"""The model of the machine: every instruction on random operands, as QEMU executes it; carriers agree with integers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from elftools.elf.elffile import ELFFile

z3 = pytest.importorskip("z3", reason="the extra 'prove' is not installed")

from edgec.proof.solver import BITS, Symbol  # noqa: E402
from edgec.proof.thumb.core import Core  # noqa: E402
from edgec.proof.thumb.decode import decoded  # noqa: E402
from edgec.proof.thumb.machine import RAM, Machine, byte_of  # noqa: E402
from edgec.proof.thumb.steps import FLAGGED, NAMES  # noqa: E402
from edgec.proof.thumb.terms import M32, SEMANTICS, Term, value  # noqa: E402
from edgec.targets.machine.compile import compile_files, link  # noqa: E402
from edgec.targets.machine.emulator import link_flags, write_support  # noqa: E402
from edgec.targets.machine.toolchain import available, find_compiler, find_qemu, run_tool  # noqa: E402
from edgec.targets.reader import load_target  # noqa: E402

M4 = load_target("cortex-m4")
COUNT = 24
EDGES = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0x80008000, 0xFFFFFFFF)
CONDITIONS = ("eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le")
THREE = [
    *("add", "sub", "and", "orr", "eor", "bic", "orn", "mul", "lsl", "lsr", "asr", "ror", "udiv", "sdiv", "pkhbt"),
    *("smmul", "smmulr", "smuad", "smuadx", "smusd", "smulbb", "smulbt", "smultb", "smultt", "smulwb", "smulwt"),
    *("sadd16", "ssub16", "sadd8", "ssub8", "uadd8", "usub8"),
    *("sxtab", "sxtah", "uxtab", "uxtah", "sxtab16", "uxtab16"),
]
FOUR = [
    *("mla", "mls", "smmla", "smmlar", "smlad", "smladx", "smlsd"),
    *("smlabb", "smlabt", "smlatb", "smlatt", "smlawb", "smlawt"),
]
LONG = ["smull", "umull", "smlal", "umlal", "umaal", "smlald"]
TEXTS = [
    *(f"{n} r8, r4, r5" for n in THREE),
    *(f"{n} r8, r4, r5, r6" for n in FOUR),
    *(f"{n} r8, r9, r4, r5" for n in LONG),
    *(f"{n} r8, r4, ror #8" for n in ("sxtb", "uxtb", "sxtb16", "uxtb16")),
    *(f"{n} r8, r4" for n in ("sxtb", "sxth", "uxtb", "uxth", "sxtb16", "clz", "rev", "mvn", "mov")),
    *(f"ssat r8, #{n}, r4, asr #3" for n in (1, 8, 16, 31)),
    *(f"usat r8, #{n}, r4" for n in (0, 8, 15)),
    *(f"{n} r8, r4, #5" for n in ("lsl", "lsr", "asr", "ror")),
    "add r8, r4, r5, lsl #7", "sub r8, r4, r5, asr #3", "orr r8, r4, r5, ror #9",
    "cmp r4, r5\nands r8, r4, #255\nadc r9, r6, r7", "pkhbt r8, r4, r5, lsl #16",
    "pkhtb r8, r4, r5, asr #16", "sbfx r8, r4, #7, #9", "ubfx r8, r4, #7, #9", "bfi r8, r4, #5, #11", "bfc r8, #3, #9",
    "rsb r8, r4, #77", "movw r8, #4660", "movt r8, #4660", "bic r8, r4, #255",
    "adds r8, r4, r5\nadc r9, r6, r7", "subs r8, r4, r5\nsbc r9, r6, r7", "rsbs r8, r4, r5\nadc r9, r6, r7",
    "adds r8, r4, r5\nadcs r8, r6, r7\nadc r9, r6, r7", "subs r8, r4, r5\nsbcs r8, r6, r7\nsbc r9, r6, r7",
    "lsls r8, r4, #5\nadc r9, r6, r7", "lsrs r8, r4, #5\nadc r9, r6, r7", "asrs r8, r4, #5\nadc r9, r6, r7",
    "ssub16 r8, r4, r5\nsel r8, r4, r5", "usub8 r8, r4, r5\nsel r8, r4, r5", "uadd8 r8, r4, r5\nsel r8, r6, r7",
    "sadd16 r8, r4, r5\nsel r8, r6, r7", "ssub8 r8, r4, r5\nsel r8, r6, r7", "sadd8 r8, r4, r5\nsel r8, r6, r7",
    *(f"cmp r4, r5\nit {c}\nmov{c} r8, r6" for c in CONDITIONS),
    *(f"cmn r4, r5\nit {c}\nmov{c} r8, r6" for c in CONDITIONS),
    "ands r8, r4, r5, lsr #3\nadc r9, r6, r7", "ands r8, r4, #0x80000000\nadc r9, r6, r7",
    "tst r4, r5\nit ne\nmovne r8, r6", "teq r4, r5\nit mi\nmovmi r8, r6",
    "cmp r4, r5\nbgt 1f\nmov r8, r7\n1:\nadd r8, r8, r6",
    "cmp r4, r5\nite gt\nadrgt.w r8, 1f\nmovle r8, r6\n.p2align 2\n1:\nadd r8, r8, r7",
    "mov r8, r6\ncmp r4, r5\nit gt\nadrgt.w r8, 1f\n.p2align 2\n1:\nadd r8, r8, r7",
    "strh r4, [r1]\nldrsh r8, [r1]",
    "str r4, [r1]\nldrsb r8, [r1, #1]\nldrb r9, [r1, #3]",
    "strd r4, r5, [r1]\nldr r8, [r1, #2]",
]  # fmt: skip
WORDS_IN, WORDS_OUT = 4, 2 * len(TEXTS)

MAIN = """#include "edgec_bench_io.h"
#include <stdint.h>
void probe(const uint32_t *in, uint32_t *out);
int main(void)
{
    static uint32_t in[IN], out[OUT];
    const int from = bench_open("in.bin", 0), to = bench_open("out.bin", 1);
    int i;
    for (i = 0; i < COUNT; i++) {
        if (bench_read(from, in, sizeof in) != 0) { return 2; }
        probe(in, out);
        if (bench_write(to, out, sizeof out) != 0) { return 3; }
    }
    bench_close(to);
    bench_exit(0);
    return 0;
}
"""


def probe_text() -> str:
    parts = [".syntax unified", ".thumb", ".section .text.probe", ".global probe", ".type probe, %function", "probe:"]
    parts.append("push {r4, r5, r6, r7, r8, r9, r10, lr}")
    for text in TEXTS:
        parts += ["ldm r0, {r4, r5, r6, r7}", "mov r8, r6", "mov r9, r7", text, "str r8, [r1], #4", "str r9, [r1], #4"]
    parts.append("pop {r4, r5, r6, r7, r8, r9, r10, pc}")
    return "__asm__(\n" + "".join(f'    "{line}\\n"\n' for p in parts for line in p.split("\n")) + ");\n"


def operands() -> np.ndarray:
    rng = np.random.default_rng(3)
    random = rng.integers(0, 1 << 32, (COUNT, WORDS_IN), dtype=np.uint64)
    edges = rng.choice(np.array(EDGES, np.uint64), (COUNT, WORDS_IN))
    return np.where(rng.random((COUNT, WORDS_IN)) < 0.4, edges, random).astype(np.uint32)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not available(M4):
        pytest.skip("the Arm toolchain or QEMU is missing (CI installs both)")
    folder = tmp_path_factory.mktemp("probe")
    (folder / "main.c").write_text(MAIN)
    (folder / "probe.c").write_text(probe_text())
    support = write_support(M4, folder)
    flags = [f"-DIN={WORDS_IN}", f"-DOUT={WORDS_OUT}", f"-DCOUNT={COUNT}", "-std=gnu99"]
    objects = compile_files([folder / "main.c", folder / "probe.c", *support], M4, folder, extra_flags=flags)
    return link(objects, M4, folder / "probe.elf", link_flags(M4, folder))


def by_qemu(program: Path) -> np.ndarray:
    assert M4.qemu is not None
    (program.parent / "in.bin").write_bytes(operands().tobytes())
    done = run_tool([find_qemu(M4), *M4.qemu.args, "-kernel", str(program)], program.parent, "running the probe", 60.0)
    assert done.returncode == 0, done.stderr
    return np.frombuffer((program.parent / "out.bin").read_bytes(), "<u4").reshape(COUNT, WORDS_OUT)


def by_core(program: Path, terms: bool) -> np.ndarray:
    tool = run_tool([find_compiler(M4), "-print-prog-name=objdump"], program.parent, "asking", 60.0).stdout.strip()
    listing = run_tool([tool, "-d", program.name], program.parent, "disassembling").stdout
    code = decoded(listing, NAMES, FLAGGED)
    with program.open("rb") as stream:
        start = next(
            s["st_value"] for s in ELFFile(stream).get_section_by_name(".symtab").iter_symbols() if s.name == "probe"
        )
    found = []
    at_in, at_out = RAM + 64, RAM + 128
    for row in operands():
        m = Machine(b"", bytearray(128 + 4 * WORDS_OUT + 256))
        m.regs[13] = RAM + len(m.ram)
        for i, byte in enumerate(row.tobytes()):
            m.store(at_in + i, 1, Term("leaf", (at_in + i,), byte) if terms else byte)
        Core(code, m).call(start, at_in, at_out)
        found.append([value(m.load(at_out + 4 * k, 4)) for k in range(WORDS_OUT)])
    return np.array(found, np.uint32)


@pytest.mark.parametrize("terms", [False, True], ids=["integers", "terms"])
def test_every_instruction_does_what_qemu_does(program: Path, terms: bool) -> None:
    expected, found = by_qemu(program), by_core(program, terms)
    wrong = [TEXTS[k // 2] for k in sorted({int(c) for c in np.argwhere(expected != found)[:, 1]})]
    assert not wrong


def test_terms_give_their_recorded_value_again(program: Path) -> None:
    """Evaluating a term gives the value that is recorded with it: branches that were joined included."""
    a, b = Term("leaf", (0,), 0xFF), Term("leaf", (1,), 0x12)
    packed = Term("bfi", (a, b, 8, 8), 0x12FF)
    assert byte_of(packed, 1) is b
    assert byte_of(packed, 0) is a


ARGUMENTS = {
    "ssat": (8, None),
    "usat": (7, None),
    "sbfx": (None, 3, 9),
    "ubfx": (None, 3, 9),
    "bfi": (None, None, 4, 8),
    "byte": (None, 1),
    "bit": (None, 9),
    "vrshl": (None, 0xFB),  # by -5
}


@pytest.mark.parametrize("op", [n for n in SEMANTICS if n not in ("look", "leaf")])
def test_arrays_and_symbols_compute_as_integers_do(op: str) -> None:
    fn = SEMANTICS[op]
    count = {"cat": 4}.get(op) or len(ARGUMENTS.get(op, ())) or fn.__code__.co_argcount
    rng = np.random.default_rng(5)
    for _ in range(6):
        limit = 2 if op in ("ite",) else 256 if op == "cat" else 1 << 32
        args = [int(rng.choice([int(rng.integers(0, limit)), limit - 1, 0])) for _ in range(count)]
        if op == "ite":
            args[1:] = [int(x) for x in rng.integers(0, 1 << 32, 2)]
        fixed = ARGUMENTS.get(op, (None,) * count)
        args = [a if f is None else f for a, f in zip(args, fixed, strict=True)]
        expected = int(fn(*args)) & M32
        arrays = [np.array([a]) if f is None else a for a, f in zip(args, fixed, strict=True)]
        assert int(np.asarray(fn(*arrays)).reshape(-1)[0]) & M32 == expected
        symbols = [Symbol(z3.BitVecVal(a, BITS)) if f is None else a for a, f in zip(args, fixed, strict=True)]
        made = fn(*symbols)
        assert (z3.simplify(made.e).as_long() if isinstance(made, Symbol) else int(made)) & M32 == expected
