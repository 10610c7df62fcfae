"""Runs single kernels with their bindings, without a model: outputs (for tests) and instruction counts (for tuning).

One program holds any number of calls.  Each call gets its input, an output buffer and a scratch buffer, all guarded; a
fault in a guard is an error.  Under QEMU every call is timed at a fixed number of instructions per tick, or, where
programs are Linux processes, counted by a plugin.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path

import numpy as np

from edgec.codegen.emit.runtime import in_order, runtime_files, shared_blocks
from edgec.codegen.kernels.catalog import sources_of
from edgec.codegen.kernels.spec import Call, NodeView
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array, Attrs, DType, Node, Quant, Tensor, constant
from edgec.converter.ops.registry import OPS
from edgec.targets.machine.compile import SANITIZERS, STRICT_WARNINGS, compile_files, link
from edgec.targets.machine.counting import Marks, read_counts, read_marks, write_plugin, write_watcher
from edgec.targets.machine.emulator import command_of, link_flags, write_support
from edgec.targets.reader import Target, load_target, support_text

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from benchmarks.kernel_program import STATIC, Trial, instance, program_files, timing  # noqa: E402

HOOKS = "edgec_profile_hooks.h"


@dataclass(frozen=True)
class Outcome:
    """The outputs and, under QEMU, the instructions (to one tick, exact when a plugin counts)."""

    outputs: tuple[Array, ...]
    instructions: int

    @property
    def output(self) -> Array:
        """The first output."""
        return self.outputs[0]


def view_of(op: str, attrs: Attrs, tensors: Sequence[Tensor], out: Quant) -> NodeView:
    """A node on ``tensors`` with an integer output of their type; constants carry data."""
    node = Node(op, op.lower(), tuple(t.name for t in tensors), ("y",), attrs)
    ((shape, dtype),) = OPS[op].infer(attrs, tensors)
    return NodeView(node, tuple(tensors), (Tensor("y", shape, dtype, out),))


def activation(name: str, shape: tuple[int, ...], scale: float, zero: int, dtype: DType = DType.I8) -> Tensor:
    """An activation, int8 unless said."""
    return Tensor(name, shape, dtype, Quant.per_tensor(scale, zero))


def weighted(
    op: str, attrs: Attrs, x: tuple[int, ...], w: tuple[int, ...], rng: np.random.Generator, *,
    in_zero: int = -128, out_zero: int = -128, gain: float = 1.0, extreme: bool = False, precision: str = "int8",
) -> NodeView:  # fmt: skip
    """A Conv or Dense node with random weights whose outputs cover their type (times ``gain``).

    ``precision``: int8, int4 (weights), or int16 (activations).
    """
    taps = prod(w[1:])
    top = 7 if precision == "int4" else 127
    weights = rng.integers(-top, top + 1, w) if not extreme else rng.choice([-top, top], w)
    bias = rng.integers(-2000, 2000, w[0]).astype(np.int32)
    scale = 127 * gain / (60.0 * top * np.sqrt(taps))
    w_scale = (rng.uniform(0.5, 1.5, w[0]) * scale).astype(np.float32)
    wide = precision == "int16"
    tensors = (
        activation("x", x, 0.05, 0 if wide else in_zero, DType.I16 if wide else DType.I8),
        constant("w", weights.astype(np.int8), Quant.per_axis(w_scale, 0), DType.I4 if top == 7 else DType.I8),
        constant("b", bias),
    )
    return view_of(op, attrs, tensors, Quant.per_tensor(0.05, 0 if wide else out_zero))


def trial(view: NodeView, call: Call, rng: np.random.Generator, *, inplace: bool = False) -> Trial:
    """A trial on random activations, extremes included."""
    active = [t for t in view.ins if t is not None and t.data is None]
    limits = [np.iinfo(t.dtype.numpy) for t in active]
    inputs = [rng.integers(i.min, i.max + 1, t.shape).astype(i.dtype) for t, i in zip(active, limits, strict=True)]
    return Trial(view, call, tuple(inputs), inplace)


def run_trials(
    trials: Sequence[Trial], target_name: str = "cortex-m4", *, sanitize: bool = False, shared: bool = False,
    alone: bool = False, flags: Sequence[str] = (), level: str = "", compiler: str | None = None,
    keep: Path | None = None,
) -> list[Outcome]:  # fmt: skip
    """Compile and run all trials in one program.

    Args:
        trials: the calls.
        target_name: where they run.
        sanitize: with address and undefined-behaviour sanitizers (native targets).
        shared: one function per kernel that reads its parameters at run time (compiles faster) instead of one per
            call, specialized as generated code is.
        alone: every call is a file of its own, so that the compiler sees no other call of its functions.
        flags: more compiler flags.
        level: the optimization level that the files ask the compiler for, as generated ones do ("": none).
        compiler: another compiler than the target's.
        keep: a folder for the files, to look at the assembly.

    Raises:
        EdgecError: it does not compile, crashes, or writes outside its buffers.
    """
    target = load_target(target_name)
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        work = keep or Path(temp)
        work.mkdir(parents=True, exist_ok=True)
        extra = [*flags, *STRICT_WARNINGS, *(SANITIZERS if sanitize else ())]
        files = program_files(trials, timing(target), shared, alone)
        program = _build(trials, files, target, work, extra, compiler, SANITIZERS if sanitize else (), level)
        return _run(trials, target, program, work)


def code_size(call: Call, target_name: str = "cortex-m4") -> int:
    """Bytes of code of one specialized call with everything it uses (constants excluded)."""
    target = load_target(target_name)
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        work = Path(temp)
        headers = write_runtime([call], [call.header], work)
        own = "#define EDGEC_OWN_BLOCKS\n"
        (work / "one.c").write_text(f"{own}{headers}{instance('one', call)[len(STATIC) :]}", encoding="ascii")
        (built,) = compile_files([work / "one.c"], target, work)
        done = subprocess.run(["arm-none-eabi-size", "-A", str(built)], capture_output=True, text=True, check=True)
        lines = [line.split() for line in done.stdout.splitlines() if line.startswith(".text")]
        return sum(int(words[1]) for words in lines)


def write_runtime(calls: Sequence[Call], headers: Collection[str], work: Path, level: str = "") -> str:
    """Write the kernels' files, of these headers; what a program says to include them."""
    found = {call.kernel.library.name: call.kernel.library for call in calls if call.kernel is not None}
    files = runtime_files(headers, found.values())
    libraries = shared_blocks(files, level)
    for name, text in (*((f.name, f.text) for f in files), *((b.file, b.text) for b in libraries)):
        (work / name).write_text(text, encoding="ascii")
    asked = f'#pragma GCC optimize("{level}")\n' if level else ""
    tag = f"#define EDGEC_TAG {libraries[0].tag}\n" if libraries else ""
    ordered = in_order(set(headers), libraries)
    return asked + tag + "".join(f'#include "{header}"\n' for header in ordered)


def _build(
    trials: Sequence[Trial], files: dict[str, str], target: Target, work: Path, extra: Sequence[str],
    compiler: str | None, link_extra: Sequence[str], level: str = "",
) -> Path:  # fmt: skip
    named = {header for t in trials for header in t.headers}
    headers = write_runtime([c for t in trials for c in t.calls], named, work, level)
    sources = write_support(target, work)
    (work / HOOKS).write_text(support_text(HOOKS), encoding="utf-8")
    for name, text in files.items():
        (work / name).write_text(headers + text, encoding="ascii")
    own = [*(work / name for name in files), *sorted(work.glob("edgec_*.c"))]
    vendors = sources_of({c.kernel.library for t in trials for c in t.calls if c.kernel is not None})
    system = [flag.replace("-I", "-isystem", 1) for flag in vendors.flags]  # whose warnings are not ours
    objects = [
        *compile_files(own, target, work, extra_flags=[*system, *extra], compiler=compiler),
        *compile_files(vendors.sources, target, work, extra_flags=vendors.flags, compiler=compiler),
        *compile_files(sources, target, work, compiler=compiler),
    ]
    return link(objects, target, work / "program", (*link_extra, *link_flags(target, work)), compiler)


def _run(trials: Sequence[Trial], target: Target, program: Path, work: Path) -> list[Outcome]:
    q = target.qemu
    marks = read_marks(program) if q is not None and q.user else None
    arguments = write_plugin(program, marks, work) if marks is not None else q.icount_args if q is not None else ()
    command = command_of(target, program.resolve(), (*arguments, *write_watcher(target, work)))
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode != 0:
        raise EdgecError(f"the kernels fail: {done.stderr.strip()[-600:] or done.returncode}")
    marked = _marked(work, marks) if marks is not None else {}
    data = np.fromfile(work / "out.bin", np.uint8)
    found, at = [], 0
    for i, t in enumerate(trials):
        size = t.out_bytes
        ticks = int(data[at : at + 4].view(np.uint32)[0])
        written = data[at + 4 : at + 4 + size].tobytes()
        outputs = tuple(
            np.frombuffer(written, y.dtype.numpy, y.size, place).reshape(y.shape)
            for place, y in zip(t.places, t.view.outs, strict=True)
        )
        counted = marked.get(i, round(ticks * q.instructions_per_tick) if q is not None else 0)
        found.append(Outcome(outputs, counted))
        at += 4 + size
    return found


def _marked(work: Path, marks: Marks) -> dict[int, int]:
    """Instructions of each trial, between its marks; the jump to the second is not one of them."""
    totals: dict[int, int] = {}
    for kind, index, blocks in read_counts(work, marks):
        if kind == "run":
            totals[index] = sum(count * runs for _, count, runs, _, _ in blocks) - 1
    return totals
