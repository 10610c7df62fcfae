"""kws for Arduino: files of the library, flash and RAM of a sketch as Arduino compiles it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import edgec

CPU = ("-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard", "-mthumb")
SKETCH = ("-Os", "-ffunction-sections", "-fdata-sections", "-fno-exceptions", "-fno-unwind-tables")
SKETCH += ("-fno-asynchronous-unwind-tables", "-fstack-usage")
MAX_FLASH, MAX_RAM, MAX_FILES = 35 * 1024, 12 * 1024, 10
MAIN = """\
#include <kws.h>
KWS_DEFINE_ARENA(arena);
static kws_t model;
static int8_t in[KWS_INPUT0_SIZE], out[KWS_OUTPUT0_SIZE];
int main(void) { return kws_init(&model, arena, sizeof arena) + kws_run(&model, in, out); }
"""


@pytest.mark.skipif(shutil.which("arm-none-eabi-gcc") is None, reason="the Arm compiler is missing")
def test_kws_fits(shared: Path, tmp_path: Path) -> None:
    data = f"{shared / 'data' / 'kws01.npz'}:x_float"
    model = shared / "models" / "mlperf_kws_dscnn.onnx"
    out = tmp_path / "kws"
    settings = {"target": "cortex-m4", "name": "kws", "calibration": data, "package": ("arduino",)}
    made = edgec.convert(model, output=out, **settings)
    library = out / "arduino"
    files = [p for p in library.rglob("*") if p.is_file()]
    (tmp_path / "main.c").write_text(MAIN)
    sources = (tmp_path / "main.c", library / "src" / "kws.c")
    objects = [tmp_path / f"{source.stem}.o" for source in sources]
    for source, built in zip(sources, objects, strict=True):
        command = ["arm-none-eabi-gcc", *CPU, *SKETCH, f"-I{library / 'src'}", "-c", str(source), "-o", str(built)]
        subprocess.run(command, check=True)
    link = ["-nostartfiles", "--specs=nano.specs", "--specs=nosys.specs", "-Wl,--gc-sections,-emain"]
    image = tmp_path / "a.elf"
    subprocess.run(["arm-none-eabi-gcc", *CPU, *link, *map(str, objects), "-o", str(image)], check=True)
    said = subprocess.run(["arm-none-eabi-size", str(image)], capture_output=True, text=True, check=True).stdout
    text, initialized, zeroed = map(int, re.findall(r"\d+", said.splitlines()[1])[:3])
    stack = made.report.ram.stack
    assert stack is not None
    flash, ram = text + initialized, initialized + zeroed + stack
    print(f"{flash} bytes of flash, {ram} of RAM with {stack} of stack, {len(files)} files")
    assert flash <= MAX_FLASH and ram <= MAX_RAM and len(files) <= MAX_FILES
