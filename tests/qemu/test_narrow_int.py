"""C for any compiler where int has 16 bits (AVR) and on Xtensa: no warning, and on AVR the simulator's bytes."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.codegen.emit.generate import generate
from edgec.converter.graph.ir import Graph
from edgec.folder.read import open_folder
from edgec.quantize.ranges.simulate import simulate
from edgec.reports.measure import write_files
from edgec.targets.machine.compile import STRICT_WARNINGS
from edgec.targets.reader import load_target
from tests.builders.codegen_models import aimed, int8_graph, options

SAMPLES = 2
MAIN = Path(__file__).with_name("avr_main.c")
FLASH = "-DEDGEC_FLASH=__flash"
RAM = 8192  # of an ATmega2560
STACK = 512  # of it, about what plain kernels take
SENSOR, DIGITS = "a fully connected net", "digits"
STRING_H = """\
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int v, size_t n);
"""


def need(*programs: str) -> None:
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")


def made(net: str, optimize: str, folder: Path, digits: Path) -> Graph:
    """A net's C for any compiler, of prefix "model"; its graph."""
    if net == DIGITS:
        wanted = ConvertOptions(
            target="generic-c", calibration=str(digits / "calibration.npz"), optimize=optimize, name="model"
        )
        return open_folder(convert(digits / "digits.onnx", wanted, folder).folder).graph
    graph = int8_graph()
    who = replace(aimed(options("model"), optimize), target=load_target("generic-c"))
    folder.mkdir()
    write_files(folder, generate(graph, who).files)
    return graph


def built(folder: Path, core: str, more: tuple[str, ...] = ()) -> Path:
    """The program of ``avr_main.c`` with a folder's C, for which a warning is an error."""
    sources = [*folder.glob("*.c"), *folder.glob("edgec_kernels/*.c")]
    flags = ["avr-gcc", f"-mmcu={core}", "-std=gnu99", "-Os", "-ffunction-sections", "-fdata-sections", *more]
    objects = []
    for source in (*sources, MAIN):
        objects.append(folder / f"{source.stem}.o")
        strict = STRICT_WARNINGS if source != MAIN else ()
        done = [*flags, *strict, f"-I{folder}", "-c", str(source), "-o", str(objects[-1])]
        subprocess.run(done, check=True, timeout=120)
    program = folder / "program.elf"
    subprocess.run([*flags, "-Wl,--gc-sections", *map(str, objects), "-o", str(program)], check=True, timeout=120)
    return program


def ram_of(program: Path) -> int:
    """Bytes of data, those of constants that are not in flash among them."""
    text = subprocess.run(["avr-size", "-A", str(program)], check=True, capture_output=True, text=True, timeout=60)
    return sum(int(size) for size in re.findall(r"^\.(?:data|bss) +(\d+)", text.stdout, re.M))


@pytest.mark.parametrize(
    ("net", "optimize", "core", "flags"),
    [
        (DIGITS, "size", "atmega2560", (FLASH,)),
        (SENSOR, "size", "atmega2560", (FLASH,)),
        (SENSOR, "speed", "atmega2560", ()),
        (DIGITS, "speed", "atmega1284p", ()),  # kernels of registers: constants and scratch in its 16 KB
    ],
)
def test_bytes_on_avr(net: str, optimize: str, core: str, flags: tuple[str, ...], tmp_path: Path, digits: Path) -> None:
    need("avr-gcc", "simavr")
    folder = tmp_path / "net"
    graph = made(net, optimize, folder, digits)
    shape = graph.tensors[graph.inputs[0]].shape
    x = np.random.default_rng(30).integers(-128, 128, (SAMPLES, *shape)).astype(np.int8)
    expected = simulate(graph, [x])[0].reshape(SAMPLES, -1)
    listed = ", ".join(map(str, x.reshape(-1)))
    (folder / "samples.h").write_text(
        f"#include <avr/pgmspace.h>\n#define SAMPLES {SAMPLES}\n#define INPUT {x[0].size}\n"
        f"#define OUTPUT {expected.shape[1]}\nstatic const signed char samples[] PROGMEM = {{{listed}}};\n",
        encoding="ascii",
    )
    program = built(folder, core, flags)
    ran = subprocess.run(
        ["simavr", "-m", core, "-f", "16000000", str(program)], capture_output=True, text=True, timeout=120, check=True
    )
    lines = re.findall(r"\b[0-9a-f]{2,}(?=\.)", re.sub(r"\x1b\[\d*m", "", ran.stdout + ran.stderr))
    assert lines == ["00", *(f"00{row.astype(np.uint8).tobytes().hex()}" for row in expected)]
    if flags:
        assert ram_of(program) + STACK < RAM / 4


@pytest.mark.parametrize(("core", "flags"), [("atxmega128a4u", (FLASH,)), ("avrxmega3", ())])
def test_no_warning_on_xmega(core: str, flags: tuple[str, ...], tmp_path: Path, digits: Path) -> None:
    """XMEGA, and the cores of an ATmega4809 with flash among the data, which no emulator of the distribution runs."""
    need("avr-gcc")
    folder = tmp_path / "net"
    made(DIGITS, "size", folder, digits)
    for source in (*folder.glob("*.c"), *folder.glob("edgec_kernels/*.c")):
        command = ["avr-gcc", f"-mmcu={core}", "-std=gnu99", "-Os", *flags, *STRICT_WARNINGS, f"-I{folder}"]
        subprocess.run([*command, "-c", str(source), "-o", str(tmp_path / "o.o")], check=True, timeout=120)


@pytest.mark.parametrize("optimize", ["size", "speed"])
def test_no_warning_on_xtensa(optimize: str, tmp_path: Path, digits: Path) -> None:
    compiler = "xtensa-lx106-elf-gcc"
    need(compiler)
    folder, headers = tmp_path / "net", tmp_path / "headers"
    made(DIGITS, optimize, folder, digits)
    headers.mkdir()
    (headers / "string.h").write_text(STRING_H, encoding="ascii")  # the package has no C library
    for source in (*folder.glob("*.c"), *folder.glob("edgec_kernels/*.c")):
        command = [compiler, "-std=c99", "-O2", "-ffreestanding", *STRICT_WARNINGS, f"-isystem{headers}", f"-I{folder}"]
        subprocess.run([*command, "-c", str(source), "-o", str(tmp_path / "o.o")], check=True, timeout=120)


def test_other_kernels_refuse_a_narrow_int(tmp_path: Path) -> None:
    need("avr-gcc")
    source = tmp_path / "kernel.c"
    source.write_text('#include "edgec_base.h"\nint nothing;\n', encoding="ascii")
    include = Path(__file__).resolve().parents[2] / "runtime_c" / "include"
    command = [
        "avr-gcc",
        "-mmcu=atmega2560",
        "-std=gnu99",
        f"-I{include}",
        "-c",
        str(source),
        "-o",
        str(tmp_path / "o"),
    ]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert refused.returncode != 0 and "int_has_32_bits" in refused.stderr
    subprocess.run([*command, "-DEDGEC_NARROW_INT=1"], check=True, timeout=120)
