"""Many small models in one program: generated, compiled together, run once, their outputs read back."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from edgec.codegen import Generated, GenerateOptions, generate
from edgec.codegen.build.target import Target, support_text
from edgec.codegen.build.toolchain import find_compiler, find_qemu
from edgec.converter.errors import EdgecError
from edgec.converter.ir import Array
from tests.conformance.onnx_cases import Prepared

CONTAINED = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wdouble-promotion", "-Wundef", "-Werror")
TIMEOUT_S = 300.0


@dataclass(frozen=True)
class Member:
    """A model of a batch."""

    prepared: Prepared
    generated: Generated


def generated_member(prepared: Prepared, index: int, target: Target) -> Member:
    """C for a prepared test.

    Raises:
        EdgecError: no kernel takes one of its nodes.
    """
    options = GenerateOptions(f"t{index}", target, "float32", prepared.case.name, "0" * 64, "conformance")
    return Member(prepared, generate(prepared.graph, options))


def run_batch(members: Sequence[Member], target: Target, folder: Path, flags: Sequence[str] = ()) -> list[list[Array]]:
    """Outputs of every model.

    Raises:
        EdgecError: the code does not compile, or the program fails.
    """
    for m in members:
        for path, content in m.generated.files:
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_bytes(content)
    (folder / "batch.c").write_text(_main(members), encoding="utf-8")
    sources = target.qemu.sources if target.qemu else ("io_stdio.c",)
    for name in ("edgec_bench_io.h", *sources):
        (folder / name).write_text(support_text(name), encoding="utf-8")
    compiler = find_compiler(target, None)
    common = [compiler, *target.toolchain.compile_flags, "-O1", *flags, "-I."]
    _tool([*common, *CONTAINED, "-c", "batch.c", "-o", "batch.o"], folder)
    link = [*common, "batch.o", *sources, *target.toolchain.link_flags]
    if target.qemu:
        script = folder / target.qemu.linker_script
        script.write_text(support_text(script.name), encoding="utf-8")
        link += ["-T", script.name]
    _tool([*link, *target.toolchain.libraries, "-o", "batch.elf"], folder)
    data = b"".join(np.ascontiguousarray(x).tobytes() for m in members for x in m.prepared.inputs)
    (folder / "in.bin").write_bytes(data)
    command = ["./batch.elf"]
    if target.qemu:
        command = [find_qemu(target), *target.qemu.args, "-kernel", "batch.elf"]
    _tool(command, folder)
    return _outputs(members, (folder / "out.bin").read_bytes())


def _tool(command: Sequence[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if "error" in line or "bench:" in line or "ERROR" in line]
        raise EdgecError(f"{Path(command[0]).name} failed: {(lines or done.stderr.splitlines() or ['?'])[0]}")


def _outputs(members: Sequence[Member], raw: bytes) -> list[list[Array]]:
    found: list[list[Array]] = []
    at = 0
    for m in members:
        mine = []
        for t in m.generated.plan.outputs:
            mine.append(np.frombuffer(raw, t.dtype.numpy, t.size, at).reshape(t.shape))
            at += t.nbytes
        found.append(mine)
    if at != len(raw):
        raise EdgecError(f"the program wrote {len(raw)} bytes where {at} belong")
    return found


def _main(members: Sequence[Member]) -> str:
    """The program: models included whole, each run once on poisoned memory with guard bytes after every buffer."""
    lines = [f'#include "{m.generated.prefix}{part}"' for m in members for part in (".c", "_weights.c")]
    lines += [
        '#include "edgec_bench_io.h"',
        _HELPERS.replace("ARENA", str(max(m.generated.plan.arena_size for m in members))),
    ]
    for m in members:
        lines += _one(m)
    lines += ["int main(void)", "{", '    in = bench_open("in.bin", 0);', '    out = bench_open("out.bin", 1);']
    lines += [f"    run_{m.generated.prefix}();" for m in members]
    return "\n".join([*lines, "    bench_close(out);", "    bench_exit(0);", "    return 0;", "}", ""])


def _one(m: Member) -> list[str]:
    p, plan = m.generated.prefix, m.generated.plan
    lines = [f"static void run_{p}(void)", "{", f"    {p}_t model;"]
    names = []
    for kind, tensors in (("in", plan.inputs), ("out", plan.outputs)):
        for i, t in enumerate(tensors):
            names.append(f"(void *){kind}{i}")
            lines.append(f"    static uint64_t {kind}{i}[{(t.nbytes + 7) // 8 + 8}];")
    lines.append("    memset(arena, 0xA5, sizeof(arena));")
    lines += [f"    fill(in{i}, {t.nbytes}u, 1);" for i, t in enumerate(plan.inputs)]
    lines += [f"    fill(out{i}, {t.nbytes}u, 0);" for i, t in enumerate(plan.outputs)]
    size = f"{p.upper()}_ARENA_SIZE"
    lines.append(f'    check({p}_init(&model, arena, {size}) == 0, "{p} init");')
    lines.append(f'    check({p}_run(&model, {", ".join(names)}) == 0, "{p} run");')
    lines.append(f'    check(untouched((uint8_t *)arena + {size}), "{p} arena");')
    for i, t in enumerate(plan.outputs):
        lines.append(f'    check(untouched((uint8_t *)out{i} + {t.nbytes}u), "{p} output {i}");')
        lines.append(f"    bench_write(out, out{i}, {t.nbytes}u);")
    return [*lines, "}"]


_HELPERS = """
static uint64_t arena[ARENA / 8 + 16] __attribute__((aligned(16)));
static int in, out;

static void check(int ok, const char *what)
{
    if (!ok) {
        bench_puts("bench: ");
        bench_puts(what);
        bench_puts("\\n");
        bench_exit(2);
    }
}

/* A buffer of n bytes and its guard: the pattern, then for an input its data. */
static void fill(uint64_t *buffer, size_t n, int read)
{
    memset(buffer, 0xA5, n + 8u);
    if (read) {
        check(bench_read(in, buffer, n) == 0, "input data");
    }
}

static int untouched(const uint8_t *guard)
{
    int i;
    for (i = 0; i < 8; i++) {
        if (guard[i] != 0xA5u) {
            return 0;
        }
    }
    return 1;
}
"""
