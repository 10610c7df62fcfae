"""One C program for many kernel calls: written, compiled, run on the host or under QEMU, its outputs compared."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from edgec.codegen.emit.literals import float_literal, int_literal
from edgec.codegen.emit.runtime import SharedBlocks, in_order, runtime_files, shared_blocks
from edgec.codegen.kernels.params import Value
from edgec.codegen.kernels.spec import CTYPES, Call, Const, ConstArray, Input, Output, Scratch, stored
from edgec.converter.graph.ir import Array, DType, Graph
from edgec.targets.machine.compile import SANITIZERS, STRICT_WARNINGS, compile_files, link
from edgec.targets.machine.emulator import command_of, link_flags, write_support
from edgec.targets.reader import Target, load_target
from tests.builders.c_data import ALLOW_LONG_STRINGS, array_text
from tests.builders.chosen import calls_of

GUARD = 32
POISON = 0xA5
WORD = 8


@dataclass(frozen=True)
class Trial:
    """One node, its input values (None for constants of the graph) and the outputs its reference gives."""

    name: str
    graph: Graph
    inputs: tuple[Array | None, ...]
    expected: Array
    calls: tuple[Call, ...] = field(default=())
    more: tuple[Array, ...] = ()

    @staticmethod
    def of(
        name: str, graph: Graph, inputs: Sequence[Array | None], expected: Array, more: Sequence[Array] = ()
    ) -> Trial:
        (calls,) = calls_of(graph, plain=True)
        rest = tuple(np.ascontiguousarray(a) for a in more)
        return Trial(name, graph, tuple(inputs), np.ascontiguousarray(expected), calls, rest)

    @property
    def outputs(self) -> tuple[tuple[int, Array], ...]:
        """All outputs with their offsets in the program's buffer, each aligned for any type."""
        found, at = [], 0
        for array in (self.expected, *self.more):
            found.append((at, array))
            at += -(-array.nbytes // WORD) * WORD
        return tuple(found)

    @property
    def nbytes(self) -> int:
        """Bytes of the buffer."""
        at, last = self.outputs[-1]
        return at + last.nbytes

    @property
    def shared(self) -> tuple[int, ...]:
        """Inputs the output may overwrite (of a node with one call)."""
        return self.calls[0].inplace if len(self.calls) == 1 else ()

    @property
    def held(self) -> int:
        """Bytes of the input that the output may overwrite; 0 without one."""
        array = self.inputs[self.shared[0]] if self.shared else None
        return 0 if array is None else array.nbytes


def value_text(value: Value) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return "{" + ", ".join(map(int_literal, value)) + "}"
    return float_literal(value) if isinstance(value, float) else int_literal(value)


class Writer:
    """The text of the program.

    ``specialize``: every call has its own function with literal parameters, as generated code has; otherwise calls
    share one function per kernel, which compiles much faster.
    """

    def __init__(self, specialize: bool) -> None:
        self.specialize = specialize
        self.lines: list[str] = []
        self.kernels: dict[str, str] = {}

    def instance(self, call: Call, name: str) -> str:
        """The function that runs a call's kernel; its text is added when it is new."""
        types = [self.ctype(a) for a in call.args]
        key = name if self.specialize else " ".join((call.symbol, *types))
        if key in self.kernels:
            return self.kernels[key]
        names = [f"a{i}" for i in range(len(types))]
        listed = [f"{t} *{n}" for t, n in zip(types, names, strict=True)]
        function = f"run_{name}" if self.specialize else f"run_{len(self.kernels)}_{call.symbol}"
        self.kernels[key] = function
        assert call.initializer is not None
        if self.specialize:
            head = f"static const {call.initializer.ctype} p = {{{self.fields(call)}}};\n    "
            arguments = ["&p", *names]
        else:
            head = ""
            listed.insert(0, f"const {call.initializer.ctype} *p")
            arguments = ["p", *names]
        self.lines.append(
            f"static EDGEC_NOINLINE void {function}({', '.join(listed)})\n"
            f"{{\n    {head}{call.symbol}({', '.join(arguments)});\n}}\n"
        )
        return function

    @staticmethod
    def ctype(arg: object) -> str:
        if isinstance(arg, Input):
            return f"const {arg.ctype}"
        if isinstance(arg, Const):
            return f"const {arg.array.ctype}"
        assert isinstance(arg, (Output, Scratch))
        return arg.ctype

    @staticmethod
    def fields(call: Call) -> str:
        assert call.initializer is not None
        return ", ".join(f".{name} = {value_text(value)}" for name, value in call.initializer.fields)

    def trial(self, index: int, trial: Trial) -> None:
        """The function ``trial<i>(const void *shared, void *out)``: input ``shared`` is replaced when not null."""
        names = {}
        for i, data in enumerate(trial.inputs):
            if data is not None:
                ctype = CTYPES[DType.of(data.dtype)]
                names[i] = f"t{index}_in{i}"
                self.lines.append(array_text(names[i], ctype, stored(data), data.dtype.itemsize))
        body = []
        for c, call in enumerate(trial.calls):
            pointers = []
            for a, arg in enumerate(call.args):
                if isinstance(arg, Input):
                    source = names[arg.index]
                    swap = trial.shared and arg.index == trial.shared[0]
                    pointers.append(f"(shared ? shared : (const void *){source})" if swap else source)
                elif isinstance(arg, Const):
                    pointers.append(self.constant(f"t{index}_{c}_{a}", arg.array))
                elif isinstance(arg, Scratch):
                    assert call.scratch_bytes % arg.align == 0
                    pointers.append(f"(void *)(scratch + SCRATCH_BYTES - {call.scratch_bytes})")  # ends at the guard
                else:
                    at = trial.outputs[arg.index][0]
                    pointers.append(f"(void *)((uint8_t *)out + {at})" if at else "out")
            function = self.instance(call, f"t{index}_{c}")
            if not self.specialize:
                assert call.initializer is not None
                name = f"t{index}_{c}_p"
                self.lines.append(f"static const {call.initializer.ctype} {name} = {{{self.fields(call)}}};\n")
                pointers.insert(0, f"&{name}")
            body.append(f"    {function}({', '.join(pointers)});")
        shared = "" if trial.shared else "    (void)shared;\n"
        text = "\n".join(body)
        self.lines.append(f"static void trial{index}(const void *shared, void *out)\n{{\n{shared}{text}\n}}\n")

    def constant(self, name: str, array: ConstArray) -> str:
        self.lines.append(array_text(name, array.ctype, array.data, max(array.align, array.data.dtype.itemsize)))
        return name


MAIN = """
struct entry {{
    void (*run)(const void *shared, void *out);
    uint32_t bytes;
    const uint8_t *shared; /* not null: run again with the output in this input's place */
    uint32_t held;         /* its bytes */
}};

static const struct entry entries[] = {{
{entries}
}};

static uint8_t buffer[{largest} + 2 * {guard}] __attribute__((aligned(16)));

static void fail(const char *what)
{{
    bench_puts(what);
    bench_exit(2);
}}

static void run(int file, const struct entry *e, int shared)
{{
    uint8_t *out = buffer + {guard};
    const uint32_t end = (shared && e->held > e->bytes) ? e->held : e->bytes;
    uint32_t i;
    memset(buffer, {poison}, sizeof buffer);
    memset(scratch, {poison}, sizeof scratch);
    if (shared) {{
        memcpy(out, e->shared, e->held);
    }}
    e->run(shared ? out : NULL, out);
    if (end > e->bytes && memcmp(out + e->bytes, e->shared + e->bytes, end - e->bytes) != 0) {{
        fail("a kernel wrote to the input behind its output\\n");
    }}
    for (i = 0; i < {guard}u; i++) {{
        if (buffer[i] != {poison}u || out[end + i] != {poison}u) {{
            fail("a kernel wrote outside its output\\n");
        }}
        if (scratch[SCRATCH_BYTES + i] != {poison}u) {{
            fail("a kernel wrote behind its scratch\\n");
        }}
    }}
    if (bench_write(file, out, e->bytes) != 0) {{
        fail("cannot write\\n");
    }}
}}

int main(void)
{{
    const int file = bench_open("out.bin", 1);
    size_t i;
    if (file < 0) {{
        fail("cannot open\\n");
    }}
    for (i = 0; i < sizeof entries / sizeof entries[0]; i++) {{
        run(file, &entries[i], 0);
        if (entries[i].shared != NULL) {{
            run(file, &entries[i], 1);
        }}
    }}
    return bench_close(file);
}}
"""


def program_text(trials: Sequence[Trial], specialize: bool, libraries: Sequence[SharedBlocks]) -> str:
    """The whole C file."""
    headers = in_order({c.header for t in trials for c in t.calls}, libraries)
    writer = Writer(specialize)
    entries = []
    for i, trial in enumerate(trials):
        writer.trial(i, trial)
        shared, held = (f"(const uint8_t *)t{i}_in{trial.shared[0]}", trial.held) if trial.shared else ("NULL", 0)
        entries.append(f"    {{trial{i}, {trial.nbytes}u, {shared}, {held}u}},")
    largest = max(max(t.nbytes, t.held) for t in trials)
    main = MAIN.format(entries="\n".join(entries), largest=largest, guard=GUARD, poison=POISON)
    head = ALLOW_LONG_STRINGS + (f"#define EDGEC_TAG {libraries[0].tag}\n" if libraries else "")
    includes = head + "#include <math.h>\n" + "".join(f'#include "{h}"\n' for h in (*headers, "edgec_bench_io.h"))
    scratch = -(-max(c.scratch_bytes for t in trials for c in t.calls) // 16) * 16
    buffer = (
        f"\n#define SCRATCH_BYTES {scratch}\n"
        f"static uint8_t scratch[SCRATCH_BYTES + {GUARD}] __attribute__((aligned(16)));\n"
    )
    return includes + buffer + "\n".join(writer.lines) + main


def build_and_run(folder: Path, sources: dict[str, str], target: Target, flags: Sequence[str] = ()) -> bytes:
    """Compile C files (name -> text, all headers included), run the program, return what it wrote to out.bin."""
    support = write_support(target, folder)
    for name, text in sources.items():
        (folder / name).write_text(text, encoding="utf-8")
    own = [folder / name for name in sources if name.endswith(".c")]
    objects = compile_files(own, target, folder, extra_flags=(*flags, *STRICT_WARNINGS))
    sanitizers = [f for f in flags if "sanitize" in f]
    objects += compile_files(support, target, folder, extra_flags=sanitizers)
    program = link(objects, target, folder / "program.elf", (*sanitizers, *link_flags(target, folder)))
    command = command_of(target, program)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-4000:] or done.stdout[-4000:]
    return (folder / "out.bin").read_bytes()


def run_trials(
    trials: Sequence[Trial], folder: Path, target: str = "host", specialize: bool = False, sanitize: bool = False
) -> None:
    """Run all trials in one program and compare every output; all differences are reported at once."""
    headers = runtime_files(c.header for t in trials for c in t.calls)
    libraries = shared_blocks(headers)
    sources = {file.name: file.text for file in headers} | {library.file: library.text for library in libraries}
    sources["trials.c"] = program_text(trials, specialize, libraries)
    flags = ("-O0", *SANITIZERS) if sanitize else ()  # compiles in a third of the time, and nothing is optimized away
    written = build_and_run(folder, sources, load_target(target), flags)
    at = 0
    wrong: list[str] = []
    for trial in trials:
        for mode in ("", " in place")[: 2 if trial.shared else 1]:
            for offset, expected in trial.outputs:
                got = np.frombuffer(written, expected.dtype, expected.size, at + offset)
                wrong += differences(f"{trial.name}{mode} ({trial.calls[0].symbol})", got, expected.reshape(-1))
            at += trial.nbytes
    assert at == len(written)
    assert not wrong, f"{len(wrong)} of {len(trials)} differ:\n" + "\n".join(wrong[:40])


def differences(what: str, got: Array, expected: Array) -> list[str]:
    """One line when the arrays disagree."""
    if agrees(got, expected):
        return []
    bad = np.flatnonzero(got != expected)[:5]
    return [f"{what}: " + ", ".join(f"[{i}] {got[i]} for {expected[i]}" for i in bad)]


def agrees(got: Array, expected: Array) -> bool:
    """Equal values, NaN for NaN; float32 within 1e-5 relative or 1e-6 of the largest value."""
    if expected.dtype == np.float32:
        largest = np.abs(expected[np.isfinite(expected)]).max(initial=1.0)
        return bool(np.allclose(got, expected, rtol=1e-5, atol=1e-6 * largest, equal_nan=True))
    return bool(np.array_equal(got, expected, equal_nan=expected.dtype.kind == "f"))
