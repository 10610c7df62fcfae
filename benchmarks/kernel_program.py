"""The C program that runs kernels, call after call, between guards; under QEMU each trial is timed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from edgec.codegen.arena.problem import ARENA_ALIGN
from edgec.codegen.emit.literals import float_literal, int_literal
from edgec.codegen.emit.runtime import runtime_files
from edgec.codegen.kernels.library import Library
from edgec.codegen.kernels.params import Initializer, Value
from edgec.codegen.kernels.spec import CTYPES, Call, Const, Cut, Input, NodeView, Output, stored
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.spec import IntCall
from edgec.targets.reader import Target
from tests.builders.c_data import ALLOW_LONG_STRINGS, array_text

GUARD = 64
WORD = 8
STATIC = "static INSTANCE "  # what functions begin with that are in one file


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


@dataclass(frozen=True)
class Trial:
    """A call with the activations it reads; ``inplace`` shares the buffer of input 0 with the output.

    The output then begins ``ahead`` bytes before the input.  ``more`` are further calls of a node that takes several.
    ``cut``: the call is done in parts of ``together`` items, with the C statement ``between`` behind each.
    """

    view: NodeView
    call: Call
    inputs: tuple[Array, ...]
    inplace: bool = False
    more: tuple[Call, ...] = ()
    ahead: int = 0
    cut: Cut | None = None
    together: int = 1
    between: str = ""

    @property
    def headers(self) -> tuple[str, ...]:
        """The headers of all calls, and of parts."""
        return (*(c.header for c in self.calls), *([self.cut.header] if self.cut is not None else []))

    @property
    def calls(self) -> tuple[Call, ...]:
        """All calls."""
        return self.call, *self.more

    @property
    def scratch_bytes(self) -> int:
        """Bytes of the scratch buffer."""
        return max(c.scratch_bytes for c in self.calls)

    @property
    def places(self) -> list[int]:
        """Offsets of the outputs in the output's buffer, aligned for any type."""
        found, at = [], 0
        for t in self.view.outs:
            found.append(at)
            at += -(-t.size * t.dtype.bytes // WORD) * WORD
        return found

    @property
    def out_bytes(self) -> int:
        """Bytes of the outputs."""
        last = self.view.outs[-1]
        return self.places[-1] + last.size * last.dtype.bytes

    @property
    def room(self) -> int:
        """Bytes of the output's buffer: those of the input too when it holds that first."""
        return max(self.out_bytes, self.ahead + self.inputs[0].nbytes if self.inplace else 0)

    @property
    def numbered(self) -> list[tuple[int, Array]]:
        """The activations with their places among the node's inputs."""
        places = [j for j, tensor in enumerate(self.view.ins) if tensor is not None and not tensor.is_const]
        return list(zip(places, self.inputs, strict=True))

    @cached_property
    def expected(self) -> Array:
        """Output of the integer reference."""
        return reference(self.view, self.inputs)


def _value(value: Value) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return "{" + ", ".join(map(int_literal, value)) + "}"
    return int_literal(int(value)) if isinstance(value, int | np.integer) else float_literal(value)


def _parameters(params: Initializer, name: str) -> str:
    fields = ", ".join(f".{field} = {_value(value)}" for field, value in params.fields)
    return f"static const {params.ctype} {name} = {{{fields}}};\n"


def _constants(tag: str, call: Call) -> str:
    text = ""
    for j, a in enumerate(call.args):
        if isinstance(a, Const):
            text += array_text(f"c{tag}_{j}", a.array.ctype, a.array.data, 4)
    return text


def instance(name: str, call: Call, specialized: bool = True, cut: Cut | None = None) -> str:
    """The function of a call, whose parameters are literals in it; or, not specialized, of all calls of its kernel.

    With ``cut`` that of its items.
    """
    signature, names = [], []
    if cut is not None:
        signature, names = ["int32_t first", "int32_t count"], ["first", "count"]
    for j, a in enumerate(call.args):
        ctype = a.array.ctype if isinstance(a, Const) else a.ctype
        signature.append(f"{'const ' if isinstance(a, Input | Const) else ''}{ctype} *a{j}")
        names.append(f"a{j}")
    head = ""
    if call.initializer and specialized:
        head = f"    {_parameters(call.initializer, 'p')}"
        names.insert(0, "&p")
    elif call.initializer:
        signature.insert(0, f"const {call.initializer.ctype} *p")
        names.insert(0, "p")
    body = f"{head}    {call.symbol if cut is None else cut.symbol}({', '.join(names)});\n"
    return f"{STATIC}void {name}({', '.join(signature)})\n{{\n{body}}}\n"


def _arguments(trial: Trial, i: int, k: int, shared: bool) -> str:
    call = trial.calls[k]
    found = [f"&p{i}_{k}"] if shared and call.initializer else []
    for j, a in enumerate(call.args):
        if isinstance(a, Const):
            found.append(f"c{i}_{k}_{j}")
        elif isinstance(a, Input):
            shared_one = trial.inplace and a.index == 0
            found.append(f"(void *)(output + GUARD + {trial.ahead})" if shared_one else f"in{i}_{a.index}")
        elif isinstance(a, Output):
            found.append(f"(void *)(output + GUARD + {trial.places[a.index]})")
        else:
            found.append("(void *)(scratch + GUARD)")
    return ", ".join(found)


def _called(trial: Trial, name: str, arguments: str) -> str:
    """The call, or those of all parts; the parameters, where there are any among the arguments, come first."""
    if trial.cut is None:
        return f"    {name}({arguments});\n"
    items, some = trial.cut.items, trial.together
    head, _, rest = arguments.partition(", ") if arguments.startswith("&p") else ("", "", arguments)
    passed = ", ".join(filter(None, [head, "part", f"(part + {some} < {items}) ? {some} : {items} - part", rest]))
    each = f"{name}({passed});\n        {trial.between}"
    return f"    for (part = 0; part < {items}; part += {some}) {{\n        {each}\n    }}\n"


@cache
def _shares(header: str, library: Library) -> bool:
    """Return whether a kernel calls functions that layers share: what these take depends on all callers of a model."""
    return any("EDGEC_SHARED_CODE" in f.text for f in runtime_files([header], [library]) if f.name != "edgec_base.h")


def timing(target: Target) -> str:
    """The C by which a program counts the instructions between BEGIN and END of a trial."""
    if target.qemu is None:
        return "#define BEGIN(i)\n#define END(i)\nstatic uint32_t ticks;\n"
    return _TIMER if target.qemu.timed else _MARKS


def program_files(trials: Sequence[Trial], timed: str, shared: bool, alone: bool = False) -> dict[str, str]:
    """The C files, by name: main.c, and with ``alone`` one for each call of functions that layers share.

    ``timed`` as ``timing`` says.
    """
    out = max(t.room for t in trials)
    largest = max(t.scratch_bytes for t in trials)
    text = [
        ALLOW_LONG_STRINGS,
        "#include <math.h>",
        '#include "edgec_bench_io.h"',
        f"#define GUARD {GUARD}",
        f"static int8_t output[{out} + 2 * GUARD] __attribute__((aligned(16)));",
        f"static uint8_t scratch[{largest} + 2 * GUARD] __attribute__((aligned(16)));",
        timed,
        _CHECK,
    ]
    body = []
    instances: dict[str, str] = {}
    files: dict[str, str] = {}
    for i, t in enumerate(trials):
        run = ""
        for k, call in enumerate(t.calls):
            tag = f"{i}_{k}"
            text.append(_constants(tag, call))
            name = f"run_{call.symbol if t.cut is None else t.cut.symbol}" if shared else f"k{tag}"
            if shared and call.initializer:
                text.append(_parameters(call.initializer, f"p{tag}"))
            if name not in instances:
                instances[name] = instance(name, call, not shared, t.cut)
                own = instances[name][len(STATIC) :]
                apart = alone and call.kernel is not None and _shares(call.header, call.kernel.library)
                text.append(own.partition("\n")[0] + ";" if apart else instances[name])
                if apart:
                    files[f"{name}.c"] = f"#include <math.h>\n{text[-1]}\n{own}"
            run += _called(t, name, _arguments(t, i, k, shared))
        for j, a in t.numbered:
            ctype = CTYPES[DType.of(a.dtype)]
            text.append(array_text(f"in{i}_{j}", ctype, stored(a), ARENA_ALIGN))
        body.append(f"    prepare({t.room}, {t.scratch_bytes});")
        if t.inplace:
            body.append(f"    memcpy(output + GUARD + {t.ahead}, in{i}_0, sizeof in{i}_0);")
        body.append(f"    BEGIN({i});\n{run}    END({i});")
        body.append(f"    finish(file, {t.out_bytes}, {t.room}, {t.scratch_bytes});")
    text.append(
        'int main(void)\n{\n    const int file = bench_open("out.bin", 1);\n    int32_t part;\n    (void)part;\n'
        + "\n".join(body)
    )
    text.append("    return bench_close(file);\n}\n")
    return {"main.c": "\n".join(text), **files}


_TIMER = """
#define BENCH_TIMER
#include "edgec_bench_core.h"
static uint32_t ticks;
#define BEGIN(i) bench_timer_start()
#define END(i) end()
static inline void end(void)
{
    const uint32_t now = bench_timer_value();
    bench_timer_stop();
    ticks = bench_timer_ticks(now);
}
"""
_MARKS = """
#include "edgec_profile_hooks.h"
static uint32_t ticks;
#define BEGIN(i) EDGEC_PROFILE_MARK(run, i)
#define END(i) EDGEC_PROFILE_MARK(done, i)
"""
_CHECK = """
/* Where tensors lie is not known when a layer is compiled. */
#if defined(__clang__)
#define INSTANCE EDGEC_NOINLINE
#else
#define INSTANCE EDGEC_NOINLINE __attribute__((noipa))
#endif

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
