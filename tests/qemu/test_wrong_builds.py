"""Folders with edgec's own kernels, built with other options than their target's: refused, or the same bytes."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen import generate
from edgec.converter.graph.ir import Graph
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.codegen_models import float_graph, int8_graph, options, write
from tests.builders.row_models import bottleneck
from tests.builders.wrong_builds import BUILDS, EQUAL, Folder, Wrong, generated, outcome

REFUSED = {
    ("cortex-m4", "-mcpu=cortex-m3"): "-mcpu=cortex-m4, -mcpu=cortex-m33 without +nodsp; Zephyr: CONFIG_ARMV8_M_DSP",
    ("cortex-m4", "-mcpu=cortex-m33+nodsp"): "or define EDGEC_ALLOW_NO_DSP for portable C",
    ("cortex-m4", "-mbig-endian"): "without -mbig-endian",
    ("cortex-m4", "-mno-unaligned-access"): "compile it without -mno-unaligned-access, or define EDGEC_PORTABLE",
    ("cortex-m55", "-mcpu=cortex-m55+nomve"): "with -mfloat-abi=hard or softfp, without +nomve; Zephyr: CONFIG_FPU=y",
    ("cortex-m55", "-mfloat-abi=soft"): "or convert for cortex-m33",
    ("cortex-m55", "-mcpu=cortex-m33"): "has kernels for Helium, which this build is without",
    ("cortex-m85", "-march without +mve"): "has kernels for Helium, which this build is without",
    ("cortex-a76", "-mcpu=cortex-a53"): "-march=armv8.2-a+dotprod",
    ("cortex-a76", "-mgeneral-regs-only"): "without -mgeneral-regs-only",
    ("cortex-a76", "-mbig-endian"): "without -mbig-endian",
    ("cortex-a7", "-mfpu=vfpv4-d16"): "-mfpu=neon-vfpv4",
    ("cortex-a7", "-mfloat-abi=soft"): "-mfloat-abi=hard or softfp",
}
TAKEN = (
    ("cortex-m4", "-mfloat-abi=soft"), ("cortex-m4", "-mcpu=cortex-m55"), ("cortex-m4", "-flto"),
    ("cortex-m55", "-mfloat-abi=softfp"), ("cortex-m85", "-march with +mve alone"), ("cortex-m3", "-mcpu=cortex-m0"),
    ("cortex-m3", "-mcpu=cortex-m4"), ("cortex-m0", "-mcpu=cortex-m3"), ("cortex-m0", "-fno-omit-frame-pointer"),
    ("cortex-a76", "-ffast-math"), ("cortex-a7", "-mthumb"),
    ("rv32imac", "-march=rv32i"), ("rv32imac", "-funsigned-char"),
)  # fmt: skip


def folder_of(graph: Graph, target: str, path: Path) -> Folder:
    if not available(load_target(target)):
        pytest.skip(f"no compiler or emulator for {target}")
    x = np.random.default_rng(3).integers(-128, 128, (2, *graph.tensors[graph.inputs[0]].shape)).astype(np.int8)
    return generated(graph, target, "own", [x], path)


def build_of(target: str, name: str) -> Wrong:
    return next(one for one in BUILDS[target] if one.name == name)


@pytest.mark.parametrize(("target", "name"), REFUSED)
def test_the_compiler_names_the_option(target: str, name: str, tmp_path: Path) -> None:
    folder = folder_of(bottleneck(True), target, tmp_path)
    assert outcome(folder, build_of(target, name))[0] == "#error"
    assert REFUSED[target, name] in (tmp_path / "net.c").read_text(encoding="ascii")


@pytest.mark.parametrize(("target", "name"), TAKEN)
def test_other_builds_give_the_same_bytes(target: str, name: str, tmp_path: Path) -> None:
    assert outcome(folder_of(bottleneck(True), target, tmp_path), build_of(target, name))[0] == EQUAL


@pytest.mark.parametrize("target", ["cortex-m4", "rv32imac"])
def test_addresses_in_a_table(target: str, tmp_path: Path) -> None:
    """With -fPIC constants are found through a table, which the start-up code has to copy to RAM."""
    assert outcome(folder_of(int8_graph(), target, tmp_path), Wrong("-fPIC", more=("-fPIC",)))[0] == EQUAL


@pytest.mark.parametrize("macro", ["EDGEC_ALLOW_NO_DSP", "EDGEC_PORTABLE"])
def test_portable_c_takes_over_where_that_is_asked_for(macro: str, tmp_path: Path) -> None:
    wrong = build_of("cortex-m4", "-mcpu=cortex-m3")
    allowed = Wrong(wrong.name, wrong.processor, (f"-D{macro}",))
    assert outcome(folder_of(bottleneck(True), "cortex-m4", tmp_path), allowed)[0] == EQUAL


@pytest.mark.parametrize("flag", ["-ffast-math", "-Ofast", "-ffinite-math-only"])
def test_floats_are_computed_as_written(flag: str, tmp_path: Path) -> None:
    """Integer models compile; float ones, and calls of the helper that rounds floats, say what is wrong."""
    write(generate(float_graph(), options()), tmp_path / "floats")
    write(generate(int8_graph(), options()), tmp_path / "integers")

    def said(folder: str, source: str) -> str:
        command = ["gcc", "-O2", flag, "-std=c99", "-c", source, "-o", "/dev/null"]
        return subprocess.run(command, cwd=tmp_path / folder, capture_output=True, text=True).stderr

    assert "tiny, made for host, computes in floats that must be rounded as written" in said("floats", "tiny.c")
    assert said("integers", "tiny.c") == ""
    call = '#include "tiny.h"\nvoid f(const float *, int8_t *);\nvoid f(const float *x, int8_t *q)\n{\n%s}\n'
    (tmp_path / "integers" / "app.c").write_text(call % "    tiny_quantize_input0(x, q);\n")
    (tmp_path / "integers" / "idle.c").write_text(call % "    (void)x;\n    (void)q;\n")
    told = said("integers", "app.c")
    assert "a helper of tiny.h computes in floats that must be rounded as written: compile the call without" in told
    assert said("integers", "idle.c") == ""


BIG = """\
#include "net.h"
void *memcpy(void *to, const void *from, size_t n)
{
    unsigned char *a = to;
    const unsigned char *b = from;
    while (n--) {
        *a++ = *b++;
    }
    return to;
}
void *memset(void *to, int value, size_t n)
{
    unsigned char *a = to;
    while (n--) {
        *a++ = (unsigned char)value;
    }
    return to;
}
#if __ARM_ARCH_ISA_THUMB == 1 /* arithmetic of two words is in a library, which GCC has for little-endian only */
typedef union {
    long long value;
    struct {
        unsigned high, low;
    } word;
} halves;
long long __aeabi_llsl(long long value, int n);
long long __aeabi_llsl(long long value, int n)
{
    const halves from = {value};
    halves to = from;
    if (n >= 32) {
        to.word.high = from.word.low << (n - 32);
        to.word.low = 0;
    } else if (n > 0) {
        to.word.high = from.word.high << n | from.word.low >> (32 - n);
        to.word.low = from.word.low << n;
    }
    return to.value;
}
long long __aeabi_lasr(long long value, int n);
long long __aeabi_lasr(long long value, int n)
{
    const halves from = {value};
    const int high = (int)from.word.high;
    halves to = from;
    if (n >= 32) {
        to.word.high = (unsigned)(high >> 31);
        to.word.low = (unsigned)(high >> (n - 32));
    } else if (n > 0) {
        to.word.high = (unsigned)(high >> n);
        to.word.low = from.word.low >> n | from.word.high << (32 - n);
    }
    return to.value;
}
long long __aeabi_lmul(long long a, long long b);
long long __aeabi_lmul(long long a, long long b)
{
    const halves x = {a}, y = {b};
    const unsigned low = (x.word.low & 0xffffu) * (y.word.low & 0xffffu);
    const unsigned left = (x.word.low >> 16) * (y.word.low & 0xffffu) + (low >> 16);
    const unsigned right = (x.word.low & 0xffffu) * (y.word.low >> 16) + (left & 0xffffu);
    halves to;
    to.word.low = right << 16 | (low & 0xffffu);
    to.word.high = (x.word.low >> 16) * (y.word.low >> 16) + (left >> 16) + (right >> 16);
    to.word.high += x.word.high * y.word.low + x.word.low * y.word.high;
    return to.value;
}
#endif
static const signed char given[] = {%s};
static const signed char wanted[] = {%s};
NET_DEFINE_ARENA(arena);
static net_t net;
static NET_INPUT0_DTYPE x[NET_INPUT0_SIZE];
static NET_OUTPUT0_DTYPE y[NET_OUTPUT0_SIZE];
static void leave(int status)
{
    register int r0 __asm__("r0") = status;
    register int r7 __asm__("r7") = 1;
    __asm__ volatile("svc 0" : : "r"(r0), "r"(r7));
}
void _start(void)
{
    unsigned i;
    memcpy(x, given, sizeof given);
    if (*(const unsigned char *)&(const int){1} != 0 || net_init(&net, arena, sizeof arena) || net_run(&net, x, y)) {
        leave(2);
    }
    for (i = 0; i < sizeof wanted; i++) {
        if (y[i] != wanted[i]) {
            leave(1);
        }
    }
    leave(0);
}
"""


@pytest.mark.skipif(
    not all(map(shutil.which, ("arm-none-eabi-gcc", "qemu-armeb"))), reason="no compiler or emulator of big-endian Arm"
)
@pytest.mark.parametrize("graph", [lambda: bottleneck(True), int8_graph], ids=["bottleneck", "dense"])
@pytest.mark.parametrize(
    ("target", "processor"),
    [
        ("generic-c", ("-marm", "-mcpu=cortex-a7")),
        ("cortex-m3", ("-mthumb", "-mcpu=cortex-m3")),
        ("cortex-m0", ("-mthumb", "-mcpu=cortex-m0", "-Wl,--be8")),
    ],
)
def test_portable_c_and_scalar_kernels_know_no_order_of_bytes(
    graph: object, target: str, processor: tuple[str, ...], tmp_path: Path
) -> None:
    assert callable(graph)
    folder = folder_of(graph(), target, tmp_path)
    lists = [", ".join(map(str, array[0].reshape(-1))) for array in (folder.inputs[0], folder.expected)]
    (tmp_path / "main.c").write_text(BIG % tuple(lists), encoding="ascii")
    libraries = sorted(path.relative_to(tmp_path) for path in (tmp_path / "edgec_kernels").glob("*.c"))
    command = ["arm-none-eabi-gcc", "-mbig-endian", *processor, "-O2", "-std=c99", "-ffreestanding"]
    command += ["-nostdlib", "-static", "main.c", "net.c", "net_weights.c", *libraries, "-o", "program"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert subprocess.run(["qemu-armeb", tmp_path / "program"]).returncode == 0
