"""One C program for many generated models: written, compiled, run on the host or under QEMU; the outputs it wrote."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from edgec.codegen import Generated
from edgec.codegen.kernels.spec import CTYPES
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array, Tensor
from edgec.targets.machine.compile import STRICT_WARNINGS, compile_files, link
from edgec.targets.machine.emulator import command_of, link_flags, write_support
from edgec.targets.machine.toolchain import run_tool
from edgec.targets.reader import Target

GUARD = 32  # bytes of a pattern around every buffer, checked after the run
ALIGN = 16
ON_HOST, UNDER_QEMU = ("-O0", "-DEDGEC_UNOPTIMIZED"), ("-O1",)
"""After the target's own flags: compiling takes most of the time.  Optimized are the kernels' own tests, and models."""
TIMEOUT_S = 120.0


@dataclass(frozen=True)
class Job:
    """A generated model and the values of its inputs."""

    generated: Generated
    inputs: tuple[Array, ...]

    @property
    def prefix(self) -> str:
        """The C prefix."""
        return self.generated.prefix

    @property
    def ports(self) -> tuple[Tensor, ...]:
        """Inputs, then outputs."""
        return (*self.generated.plan.inputs, *self.generated.plan.outputs)


class ProgramError(EdgecError):
    """A batch does not compile, crashes, or writes outside a buffer."""


def run_jobs(jobs: Sequence[Job], target: Target, folder: Path, flags: Sequence[str] = ()) -> list[list[Array]]:
    """The outputs of each model, as arrays of their types; ``flags`` (sanitizers) go to the compiler and the linker.

    Raises:
        EdgecError: the program does not compile, or fails when it runs; which model is to blame is not known.
    """
    program = _build(jobs, target, folder, flags)
    (folder / "in.bin").write_bytes(b"".join(_bytes(x) for job in jobs for x in job.inputs))
    done = run_tool(command_of(target, program), folder, "the program", TIMEOUT_S)
    if done.returncode != 0:
        raise ProgramError(f"the program ended with {done.returncode}: {(done.stderr or done.stdout)[-300:]}")
    return _read((folder / "out.bin").read_bytes(), jobs)


def _bytes(x: Array) -> bytes:
    return np.ascontiguousarray(x).tobytes()


def _read(written: bytes, jobs: Sequence[Job]) -> list[list[Array]]:
    at, found = 0, []
    for job in jobs:
        arrays = []
        for t in job.generated.plan.outputs:
            arrays.append(np.frombuffer(written, t.dtype.numpy, t.size, at).reshape(t.shape))
            at += t.nbytes
        found.append(arrays)
    assert at == len(written)
    return found


def _build(jobs: Sequence[Job], target: Target, folder: Path, flags: Sequence[str]) -> Path:
    for job in jobs:
        for path, content in job.generated.files:
            if path != "CMakeLists.txt":
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(content)
    # one file for all models: static blocks, all of them before the first kernel that asks which there are
    headers = sorted({path for job in jobs for path, _ in job.generated.files if path.endswith(".h") and "/" in path})
    blocks = [h for h in headers if "EDGEC_TAGGED(" in (folder / h).read_text(encoding="ascii")]
    head = "#define EDGEC_OWN_BLOCKS\n" + "".join(f'#include "{h}"\n' for h in blocks)
    sources = {
        "batch.c": head + "".join(f'#include "{j.prefix}.c"\n' for j in jobs) + _main(jobs),
        "batch_weights.c": "".join(f'#include "{j.prefix}_weights.c"\n' for j in jobs),
    }
    for name, text in sources.items():
        (folder / name).write_text(text, encoding="ascii")
    support = write_support(target, folder)
    paths = [folder / name for name in sources]
    level = UNDER_QEMU if target.qemu else ON_HOST
    objects = compile_files(paths, target, folder, extra_flags=(*level, *flags, *STRICT_WARNINGS))
    objects += compile_files(support, target, folder)
    return link(objects, target, folder / "batch.elf", (*flags, *link_flags(target, folder)))


def _entry(job: Job) -> str:
    """The function that initializes and runs a model, and the sizes of its buffers."""
    p, count = job.prefix, len(job.generated.plan.inputs)
    ctypes = [f"{'const ' if i < count else ''}{CTYPES[t.dtype]} *" for i, t in enumerate(job.ports)]
    arguments = "".join(f", ({c})buffer[{i}]" for i, c in enumerate(ctypes))
    sizes = ", ".join(str(t.nbytes) for t in job.ports)
    return (
        f"static int go_{p}(void *arena, void *const *buffer)\n{{\n    {p}_t m;\n"
        f"    const int status = {p}_init(&m, arena, {p.upper()}_ARENA_SIZE);\n"
        f"    return status != 0 ? status : {p}_run(&m{arguments});\n}}\n"
        f"static const size_t sizes_{p}[] = {{{sizes}}};\n"
    )


def _room(job: Job) -> int:
    """Bytes for the arena and all buffers of a model, guards included."""
    sizes = (job.generated.plan.arena_size, *(t.nbytes for t in job.ports))
    return sum(-(-s // ALIGN) * ALIGN + 2 * GUARD for s in sizes)


_MAIN = """
#include "edgec_bench_io.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#define CLOSE(from, bytes) __asan_poison_memory_region((from), (bytes))
#define OPEN() __asan_unpoison_memory_region(memory, sizeof memory)
#else
#define CLOSE(from, bytes) ((void)0)
#define OPEN() ((void)0)
#endif

struct entry {{
    int (*go)(void *arena, void *const *buffer);
    size_t arena, inputs, outputs;
    const size_t *sizes;
}};

static const struct entry entries[] = {{
{entries}
}};

static unsigned char memory[{room}] __attribute__((aligned({align}), section(".bss.bench_arena")));

static void stop(const char *what, const char *which)
{{
    bench_puts(what);
    bench_puts(which);
    bench_exit(2);
}}

static void check(const unsigned char *guard, const char *which)
{{
    size_t i;
    for (i = 0u; i < {guard}u; i++) {{
        if (guard[i] != 0xA5u) {{
            stop("bytes outside a buffer were written: ", which);
        }}
    }}
}}

static void run(const struct entry *e, const char *which, int in, int out)
{{
    void *buffer[{ports}];
    size_t size[{ports} + 1];
    unsigned char *at = memory;
    size_t i, room;
    memset(memory, 0xA5, sizeof memory);
    CLOSE(memory, {guard}u);
    for (i = 0u; i <= e->inputs + e->outputs; i++) {{ /* the arena comes last */
        const int is_arena = i == e->inputs + e->outputs;
        size[i] = is_arena ? e->arena : e->sizes[i];
        at += {guard}u;
        room = (size[i] + {align}u - 1u) / {align}u * {align}u;
        CLOSE(at + size[i], room - size[i] + {guard}u);
        if (is_arena) {{
            if (e->go(at, buffer) != 0) {{
                stop("an error code was returned: ", which);
            }}
            OPEN();
            check(at + size[i], which);
        }} else {{
            buffer[i] = at;
            if (i < e->inputs && bench_read(in, at, size[i]) != 0) {{
                stop("cannot read: ", which);
            }}
        }}
        at += room + {guard}u;
    }}
    for (i = 0u; i < e->inputs + e->outputs; i++) {{
        check((const unsigned char *)buffer[i] - {guard}, which);
        check((const unsigned char *)buffer[i] + size[i], which);
        if (i >= e->inputs && bench_write(out, buffer[i], size[i]) != 0) {{
            stop("cannot write: ", which);
        }}
    }}
}}

int main(void)
{{
    static const char *const names[] = {{{names}}};
    const int in = bench_open("in.bin", 0);
    const int out = bench_open("out.bin", 1);
    size_t i;
    if (in < 0 || out < 0) {{
        stop("cannot open files", "");
    }}
    for (i = 0u; i < sizeof entries / sizeof entries[0]; i++) {{
        run(&entries[i], names[i], in, out);
    }}
    return bench_close(out);
}}
"""


def _main(jobs: Sequence[Job]) -> str:
    entries = []
    for j in jobs:
        counts = f"{len(j.generated.plan.inputs)}u, {len(j.generated.plan.outputs)}u"
        entries.append(f"    {{go_{j.prefix}, {j.generated.plan.arena_size}u, {counts}, sizes_{j.prefix}}},")
    return "".join(_entry(j) for j in jobs) + _MAIN.format(
        entries="\n".join(entries),
        room=max(_room(j) for j in jobs),
        ports=max(len(j.ports) for j in jobs),
        names=", ".join(f'"{j.prefix}"' for j in jobs),
        guard=GUARD,
        align=ALIGN,
    )
