"""A program that runs calls between pages that nothing may touch: tensors end where such a page begins."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.kernel_program import instance
from edgec.codegen.arena.problem import ARENA_ALIGN
from edgec.codegen.emit.runtime import runtime_files
from edgec.codegen.kernels.spec import CTYPES, Arg, Call, Const, Input, NodeView, Output, stored
from edgec.converter.graph.ir import Array, DType
from edgec.targets.machine.compile import compile_files, link
from edgec.targets.machine.emulator import command_of, link_flags
from edgec.targets.reader import load_target
from tests.builders.c_data import array_text
from tests.kernels.layers import Made

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


def outputs(made: Sequence[Made], target_name: str, folder: Path) -> list[Array]:
    """The first output of each layer, as bytes.

    Raises:
        AssertionError: the program ends by a signal, because a kernel read or wrote where it must not.
    """
    target = load_target(target_name)
    calls = [call for m in made for call in m.trial.calls]
    for file in runtime_files(call.header for call in calls):
        (folder / file.name).write_text(file.text, encoding="ascii")
    headers = dict.fromkeys(call.header for call in calls)
    text = "#define _GNU_SOURCE\n#include <math.h>\n" + "".join(f'#include "{h}"\n' for h in headers) + HEAD
    body = ""
    for i, one in enumerate(made):
        size = one.trial.out_bytes
        tensors = {f"in{i}_{j}": a for j, a in one.trial.numbered}
        body += f"    {{\n        void *const y = guarded(NULL, {size});\n"
        for k, call in enumerate(one.trial.calls):
            tag = f"{i}_{k}"
            text += instance(f"run{tag}", call)
            tensors |= {f"c{tag}_{j}": a.array.data for j, a in enumerate(call.args) if isinstance(a, Const)}
            args = (_argument(i, k, j, a, call, one.trial.view) for j, a in enumerate(call.args))
            body += f"        run{tag}({', '.join(args)});\n"
        text += "".join(array_text(n, CTYPES[DType.of(d.dtype)], stored(d), ARENA_ALIGN) for n, d in tensors.items())
        body += f"        fwrite(y, 1, {size}, stdout);\n    }}\n"
    (folder / "guarded.c").write_text(f"{text}\nint main(void)\n{{\n{body}    return 0;\n}}\n", encoding="ascii")
    objects = compile_files([folder / "guarded.c"], target, folder, extra_flags=["-std=gnu99", "-DEDGEC_OWN_BLOCKS"])
    program = link(objects, target, folder / "guarded", link_flags(target, folder))
    done = subprocess.run(command_of(target, program.resolve()), capture_output=True, check=False, timeout=300)
    assert done.returncode == 0, f"ended with {done.returncode}"
    ends = np.cumsum([m.trial.out_bytes for m in made])
    return np.split(np.frombuffer(done.stdout, np.int8), ends[:-1])


def _argument(i: int, k: int, j: int, arg: Arg, call: Call, view: NodeView) -> str:
    if isinstance(arg, Output):
        out = view.outs[arg.index]
        return f"guarded(NULL, {out.size * out.dtype.bytes})" if arg.index else "y"
    if isinstance(arg, Const | Input):
        name = f"c{i}_{k}_{j}" if isinstance(arg, Const) else f"in{i}_{arg.index}"
        return f"guarded({name}, sizeof {name})"
    return f"guarded(NULL, {call.scratch_bytes})"
