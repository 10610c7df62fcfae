"""A program that runs calls between pages that nothing may touch: tensors end where such a page begins."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.kernel_bench import write_runtime
from benchmarks.kernel_program import Trial, instance
from edgec.codegen.arena.problem import ARENA_ALIGN
from edgec.codegen.kernels.spec import CTYPES, Arg, Call, Const, Input, NodeView, Output, stored
from edgec.converter.graph.ir import Array, DType
from edgec.targets.machine.compile import compile_files, link
from edgec.targets.machine.emulator import command_of, link_flags
from edgec.targets.reader import load_target
from tests.builders.c_data import array_text

HEAD = """
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#define INSTANCE EDGEC_NOINLINE __attribute__((noipa))
#define PAGE 4096u

static void *guarded(const void *data, size_t bytes)
{
    const size_t room = (bytes + 2u * PAGE - 1u) / PAGE * PAGE;
    char *const pages = mmap(NULL, room + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + room, PAGE, PROT_NONE) != 0) {
        exit(2);
    }
    if (data != NULL) {
        memcpy(pages + room - bytes, data, bytes);
    }
    return pages + room - bytes;
}
"""


def outputs(trials: Sequence[Trial], target_name: str, folder: Path) -> list[Array]:
    """The first output of each call, as bytes; ``folder`` takes the program's files.

    Raises:
        AssertionError: the program ends by a signal, because a kernel read or wrote where it must not.
    """
    target = load_target(target_name)
    calls = [call for t in trials for call in t.calls]
    includes = write_runtime(calls, [call.header for call in calls], folder)
    text = f"#define _GNU_SOURCE\n#include <math.h>\n{includes}{HEAD}"
    body = ""
    for i, one in enumerate(trials):
        size = one.out_bytes
        tensors = {f"in{i}_{j}": a for j, a in one.numbered}
        body += f"    {{\n        void *const y = guarded(NULL, {size});\n"
        for k, call in enumerate(one.calls):
            tag = f"{i}_{k}"
            text += instance(f"run{tag}", call)
            tensors |= {f"c{tag}_{j}": a.array.data for j, a in enumerate(call.args) if isinstance(a, Const)}
            args = (_argument(i, k, j, a, call, one.view) for j, a in enumerate(call.args))
            body += f"        run{tag}({', '.join(args)});\n"
        text += "".join(array_text(n, CTYPES[DType.of(d.dtype)], stored(d), ARENA_ALIGN) for n, d in tensors.items())
        body += f"        fwrite(y, 1, {size}, stdout);\n    }}\n"
    (folder / "guarded.c").write_text(f"{text}\nint main(void)\n{{\n{body}    return 0;\n}}\n", encoding="ascii")
    sources = [folder / "guarded.c", *sorted(folder.glob("edgec_*.c"))]
    objects = compile_files(sources, target, folder, extra_flags=["-std=gnu99"])
    program = link(objects, target, folder / "guarded", link_flags(target, folder))
    done = subprocess.run(command_of(target, program.resolve()), capture_output=True, check=False, timeout=300)
    assert done.returncode == 0, f"ended with {done.returncode}"
    ends = np.cumsum([t.out_bytes for t in trials])
    return np.split(np.frombuffer(done.stdout, np.int8), ends[:-1])


def _argument(i: int, k: int, j: int, arg: Arg, call: Call, view: NodeView) -> str:
    if isinstance(arg, Output):
        out = view.outs[arg.index]
        return f"guarded(NULL, {out.size * out.dtype.bytes})" if arg.index else "y"
    if isinstance(arg, Const | Input):
        name = f"c{i}_{k}_{j}" if isinstance(arg, Const) else f"in{i}_{arg.index}"
        return f"guarded({name}, sizeof {name})"
    return f"guarded(NULL, {call.scratch_bytes})"
