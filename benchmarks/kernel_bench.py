"""Runs single kernels with their bindings, without a model: outputs (for tests) and instruction counts (for tuning).

One program holds any number of calls.  Each call gets its input, an output buffer and a scratch buffer, all guarded; a
fault in a guard is an error.  Under QEMU every call is timed by SysTick at a fixed number of instructions per tick.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path

import numpy as np

from edgec.codegen.build.compile import SANITIZERS, STRICT_WARNINGS, compile_files, link
from edgec.codegen.build.target import Target, load_target, support_text
from edgec.codegen.build.toolchain import find_qemu
from edgec.codegen.kernels import registry
from edgec.codegen.kernels.spec import CTYPES, Call, Const, Input, NodeView, Output, Params, Value
from edgec.codegen.literals import array_lines, float_literal, int_literal
from edgec.converter.errors import EdgecError
from edgec.converter.ir import Array, Attrs, DType, Node, Quant, Tensor, constant
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.spec import IntCall

GUARD = 64
TICK = 40


@dataclass(frozen=True)
class Trial:
    """A call with the activations it reads; ``inplace`` shares the buffer of input 0 with the output."""

    view: NodeView
    call: Call
    inputs: tuple[Array, ...]
    inplace: bool = False

    @property
    def out_bytes(self) -> int:
        """Bytes of the output."""
        return self.view.y.size * self.view.y.dtype.bytes

    @property
    def room(self) -> int:
        """Bytes of the output's buffer: those of the input too when it holds that first."""
        return max(self.out_bytes, self.inputs[0].nbytes if self.inplace else 0)

    @property
    def numbered(self) -> list[tuple[int, Array]]:
        """The activations with their places among the node's inputs."""
        places = [j for j, tensor in enumerate(self.view.ins) if tensor is not None and not tensor.is_const]
        return list(zip(places, self.inputs, strict=True))

    @property
    def expected(self) -> Array:
        """What the integer reference says."""
        return reference(self.view, self.inputs)


@dataclass(frozen=True)
class Outcome:
    """The output and, under QEMU, the instructions (to one tick)."""

    output: Array
    instructions: int


def reference(view: NodeView, inputs: Sequence[Array]) -> Array:
    """The integer reference of a node on activations ``inputs`` (constants come from the node)."""
    values = iter(inputs)
    ins = [None if t is None else t.data if t.data is not None else next(values) for t in view.ins]
    call = IntCall(
        view.node.attrs,
        ins,
        [t.quant if t else None for t in view.ins],
        [t.quant for t in view.outs],
        [(t.shape, t.dtype) for t in view.outs],
    )
    run_int = OPS[view.node.op].run_int
    assert run_int is not None
    return run_int(call)[0]


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
    flags: Sequence[str] = (), compiler: str | None = None, keep: Path | None = None,
) -> list[Outcome]:  # fmt: skip
    """Compile and run all trials in one program.

    Args:
        trials: the calls.
        target_name: where they run.
        sanitize: with address and undefined-behaviour sanitizers (native targets).
        shared: one function per kernel that reads its parameters at run time (compiles faster) instead of one per
            call, specialized as generated code is.
        flags: more compiler flags.
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
        text = program_text(trials, target.qemu is not None, shared)
        program = _build(trials, text, target, work, extra, compiler, SANITIZERS if sanitize else ())
        return _run(trials, target, program, work)


def code_size(call: Call, target_name: str = "cortex-m4") -> int:
    """Bytes of code of one specialized call with everything it uses (constants excluded)."""
    target = load_target(target_name)
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        work = Path(temp)
        for name, text in registry.runtime_files([call.header]):
            (work / name).write_text(text, encoding="ascii")
        function = _instance("one", call, 0).replace("static EDGEC_NOINLINE void one", "void one", 1)
        (work / "one.c").write_text(f'#include "{call.header}"\n{_constants(0, call)}{function}', encoding="ascii")
        (built,) = compile_files([work / "one.c"], target, work)
        done = subprocess.run(["arm-none-eabi-size", "-A", str(built)], capture_output=True, text=True, check=True)
        lines = [line.split() for line in done.stdout.splitlines() if line.startswith(".text")]
        return sum(int(words[1]) for words in lines)


def _build(
    trials: Sequence[Trial], text: str, target: Target, work: Path, extra: Sequence[str], compiler: str | None,
    link_extra: Sequence[str],
) -> Path:  # fmt: skip
    for name, header in registry.runtime_files([t.call.header for t in trials]):
        (work / name).write_text(header, encoding="ascii")
    sources = ("io_stdio.c",) if target.qemu is None else target.qemu.sources
    for name in ("edgec_bench_io.h", *sources):
        (work / name).write_text(support_text(name), encoding="utf-8")
    (work / "main.c").write_text(text, encoding="ascii")
    objects = [
        *compile_files([work / "main.c"], target, work, extra_flags=extra, compiler=compiler),
        *compile_files([work / s for s in sources], target, work, compiler=compiler),
    ]
    flags = list(link_extra)
    if target.qemu is not None:
        script = work / target.qemu.linker_script
        script.write_text(support_text(script.name), encoding="utf-8")
        flags += ["-T", str(script.resolve())]
    return link(objects, target, work / "program", flags, compiler)


def _run(trials: Sequence[Trial], target: Target, program: Path, work: Path) -> list[Outcome]:
    command = [str(program.resolve())]
    if target.qemu is not None:
        q = target.qemu
        command = [find_qemu(target), *q.args, *q.icount_args, "-kernel", *command]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode != 0:
        raise EdgecError(f"the kernels fail: {done.stderr.strip()[-600:] or done.returncode}")
    data = np.fromfile(work / "out.bin", np.uint8)
    found, at = [], 0
    for t in trials:
        size = t.out_bytes
        ticks = int(data[at : at + 4].view(np.uint32)[0])
        output = np.frombuffer(data[at + 4 : at + 4 + size].tobytes(), t.view.y.dtype.numpy)
        found.append(Outcome(output.reshape(t.view.y.shape), ticks * TICK))
        at += 4 + size
    return found


def _value(value: Value) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return "{" + ", ".join(map(int_literal, value)) + "}"
    return int_literal(int(value)) if isinstance(value, int | np.integer) else float_literal(value)


def _parameters(params: Params, name: str) -> str:
    fields = ", ".join(f".{field} = {_value(value)}" for field, value in params.fields)
    return f"static const {params.ctype} {name} = {{{fields}}};\n"


def _constants(i: int, call: Call) -> str:
    text = ""
    for j, a in enumerate(call.args):
        if isinstance(a, Const):
            body = "\n".join(array_lines(a.array.data))
            text += f"static const {a.array.ctype} c{i}_{j}[] __attribute__((aligned(4))) = {{\n{body}}};\n"
    return text


def _instance(name: str, call: Call, i: int | None) -> str:
    """The function of call ``i``, specialized; or, without ``i``, of all calls of its kernel."""
    signature, names = [], []
    for j, a in enumerate(call.args):
        if isinstance(a, Const) and i is not None:
            names.append(f"c{i}_{j}")
            continue
        ctype = a.array.ctype if isinstance(a, Const) else a.ctype
        signature.append(f"{'const ' if isinstance(a, Input | Const) else ''}{ctype} *a{j}")
        names.append(f"a{j}")
    head = ""
    if call.params and i is not None:
        head = f"    {_parameters(call.params, 'p')}"
        names.insert(0, "&p")
    elif call.params:
        signature.insert(0, f"const {call.params.ctype} *p")
        names.insert(0, "p")
    body = f"{head}    {call.symbol}({', '.join(names)});\n"
    return f"static EDGEC_NOINLINE void {name}({', '.join(signature)})\n{{\n{body}}}\n"


def _arguments(trial: Trial, i: int, shared: bool) -> str:
    call = trial.call
    found = [f"&p{i}"] if shared and call.params else []
    for j, a in enumerate(call.args):
        if isinstance(a, Const):
            found += [f"c{i}_{j}"] if shared else []
        elif isinstance(a, Input):
            found.append("(void *)(output + GUARD)" if trial.inplace and a.index == 0 else f"in{i}_{a.index}")
        else:
            found.append("(void *)(output + GUARD)" if isinstance(a, Output) else "(void *)(scratch + GUARD)")
    return ", ".join(found)


def program_text(trials: Sequence[Trial], timed: bool, shared: bool) -> str:
    """The C program."""
    out = max(t.room for t in trials)
    largest = max(t.call.scratch_bytes for t in trials)
    text = [
        *(f'#include "{h}"' for h in sorted({t.call.header for t in trials})),
        '#include "edgec_bench_io.h"',
        f"#define GUARD {GUARD}",
        f"static int8_t output[{out} + 2 * GUARD] __attribute__((aligned(16)));",
        f"static uint8_t scratch[{largest} + 2 * GUARD] __attribute__((aligned(16)));",
        _TIMER if timed else "#define BEGIN()\n#define END()\nstatic uint32_t ticks;",
        _CHECK,
    ]
    body = []
    kernels: dict[str, str] = {}
    for i, t in enumerate(trials):
        if shared:
            name = f"run_{t.call.symbol}"
            text += [] if name in kernels else [_instance(name, t.call, None)]
            kernels[name] = name
            text.append(_parameters(t.call.params, f"p{i}") if t.call.params else "")
        text.append(_constants(i, t.call))
        if not shared:
            name = f"k{i}"
            text.append(_instance(name, t.call, i))
        for j, a in t.numbered:
            ctype = CTYPES[DType.of(a.dtype)]
            text.append(f"static const {ctype} in{i}_{j}[] = {{\n" + "\n".join(array_lines(a)) + "};\n")
        body.append(f"    prepare({t.room}, {t.call.scratch_bytes});")
        if t.inplace:
            body.append(f"    memcpy(output + GUARD, in{i}_0, sizeof in{i}_0);")
        body.append(f"    BEGIN();\n    {name}({_arguments(t, i, shared)});\n    END();")
        body.append(f"    finish(file, {t.out_bytes}, {t.room}, {t.call.scratch_bytes});")
    text.append('int main(void)\n{\n    const int file = bench_open("out.bin", 1);\n' + "\n".join(body))
    text.append("    return bench_close(file);\n}\n")
    return "\n".join(text)


_TIMER = """
#define SYST_CSR (*(volatile uint32_t *)0xE000E010u)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018u)
static volatile uint32_t wraps;
static uint32_t ticks;
void SysTick_Handler(void);
void SysTick_Handler(void) { wraps++; }
#define BEGIN() (wraps = 0u, SYST_CSR = 0u, SYST_RVR = 0xFFFFFFu, SYST_CVR = 0u, SYST_CSR = 7u)
#define END() end()
static inline void end(void)
{
    const uint32_t now = SYST_CVR;
    SYST_CSR = 0u;
    ticks = wraps * 0x1000000u + ((now == 0u) ? 0u : 0x1000000u - now);
}
"""
_CHECK = """
static void prepare(size_t room, size_t used)
{
    memset(output, 0x5A, room + 2 * GUARD);
    memset(scratch, 0xA5, used + 2 * GUARD);
}

static void finish(int file, size_t out, size_t room, size_t used)
{
    size_t i;
    for (i = 0; i < GUARD; i++) {
        if (output[i] != 0x5A || output[GUARD + room + i] != 0x5A) {
            bench_puts("write outside the output\\n");
            bench_exit(1);
        }
        if (scratch[i] != 0xA5 || scratch[GUARD + used + i] != 0xA5) {
            bench_puts("write outside the scratch\\n");
            bench_exit(1);
        }
    }
    (void)bench_write(file, &ticks, sizeof ticks);
    (void)bench_write(file, output + GUARD, out);
}
"""
