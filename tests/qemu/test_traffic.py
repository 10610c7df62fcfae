"""The estimated share of each memory in all accesses, against what QEMU counts."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from elftools.elf.elffile import ELFFile

from edgec.converter.graph.errors import EdgecError
from edgec.folder.read import OutputFolder, open_folder
from edgec.targets.machine.bench import BenchOptions, build_bench, execute_bench, sample_bytes
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

POINTS = 0.12  # largest difference of a share that is accepted: it ranks, it does not predict


def counted(out: OutputFolder, work: Path) -> dict[str, int]:
    """Bytes accessed by one inference, by symbol: the arenas and the constants."""
    program = build_bench(out.path, out.bench, out.target, work, BenchOptions(jobs=1))
    with program.open("rb") as stream:
        found = [
            (s.name, int(s["st_value"]) & ~1, int(s["st_size"]), s["st_info"]["type"])
            for s in ELFFile(stream).get_section_by_name(".symtab").iter_symbols()
        ]
    bench = [(at, at + size) for name, at, size, _ in found if name in ("one_sample", "main")]
    prefixes = (f"{out.report.prefix}_", "bench_arena")
    data = sorted(
        (at, at + n, name) for name, at, n, kind in found if kind == "STT_OBJECT" and name.startswith(prefixes)
    )
    ranges = [(min(a for a, _ in bench), max(b for _, b in bench)), *((a, b) for a, b, _ in data)]
    run = work / "run"
    run.mkdir()
    (run / "ranges.txt").write_text("".join(f"{a:x} {b:x}\n" for a, b in ranges))
    source = Path(__file__).with_name("memory_plugin.c")
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", source, "-o", run / "plugin.so"], check=True)
    inputs = [np.zeros((1, p.bytes // p.dtype.itemsize), p.dtype) for p in out.bench.inputs]
    record = sum(p.bytes for p in out.bench.outputs)
    arguments = ("-plugin", "./plugin.so")
    try:
        execute_bench(program, out.bench, out.target, run, sample_bytes(out.bench, inputs), record, qemu_args=arguments)
    except EdgecError as error:
        pytest.skip(f"QEMU loads no plugin: {error}")
    counts = [int(line) for line in (run / "counts.txt").read_text().split()]
    return {name: n for (_, _, name), n in zip(data, counts, strict=True)}


@pytest.mark.parametrize(("optimize", "room"), [("speed", 700), ("ram", 500)])
def test_the_estimate_ranks_memories_as_qemu_counts(
    edgec: Callable[..., Any], digits: Path, tmp_path: Path, optimize: str, room: int
) -> None:
    if not available(load_target("stm32h743")) or shutil.which("gcc") is None:
        pytest.skip("no compilers or no emulator")
    ran = edgec(
        "convert", digits / "digits.onnx", "--calibration", digits / "calibration.npz", "-t", "stm32h743",
        "--optimize", optimize, "--place", f"arena=dtcm:{room},axi_sram", "-o", tmp_path / "out",
    )  # fmt: skip
    assert ran.code == 0, ran.err
    out = open_folder(tmp_path / "out")
    assert len(out.bench.arenas) == 2
    work = tmp_path / "work"
    work.mkdir()
    found = counted(out, work)
    total = sum(found.values())
    for memory in out.report.memories:
        arena = found.get(f"bench_arena_{memory.name}", 0)
        constants = sum(n for name, n in found.items() if name.startswith("digits_")) if memory.kind == "flash" else 0
        assert (arena + constants) / total == pytest.approx(memory.accesses, abs=POINTS), memory.name
