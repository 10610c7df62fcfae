"""No run-time error for any input: the plain C of a folder, analysed by Frama-C's EVA (abstract interpretation).

What is analysed is the folder's own C when all its kernels are plain, else the same graph with plain kernels.  A driver
calls the whole API with inputs of which nothing is known (floats may be infinite or NaN), an arena that holds anything
and whose tensors are objects of their own, and weights that may be any values of their type; biases, factors, shifts
and tables are the folder's.  EVA follows every position of a window and every product of a sum, but all output channels
at once: the bound of a sum is then that of the worst weights, which int32 holds for all but enormous layers, so that no
relation between values has to be proven.

EVA looks for: accesses outside of objects, reads of uninitialized variables, division by zero, shifts by the width of
the type or more, signed overflow, floats converted to integers that cannot hold them, reads and writes without order in
an expression, and functions of which nothing is known.  Not for: alignment, aliasing that ``restrict`` forbids; and
that the arena is written before it is read is what the plan's proof says.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from edgec.codegen import GenerateOptions, generate
from edgec.codegen.choose.choice import Selection
from edgec.converter.graph.errors import EdgecError, ToolchainMissing, ToolFailed, printable
from edgec.proof.findings import Alarm, Runtime
from edgec.proof.subject import Subject
from edgec.targets.machine.bench import BenchModel, Port
from edgec.targets.machine.toolchain import run_tool
from edgec.targets.reader import load_target

TOOL = "Frama-C EVA"
MAX_UNROLLED_ITERATIONS = 100_000
"""Iterations of a loop that are followed one by one; the rest of a longer one is followed together."""
JOINED = ("o", "c")
"""Loops over channels: their iterations are independent of each other, and are followed together."""
MAX_KNOWN_WEIGHTS = 512
"""Elements of the largest array of weights whose values are given to EVA: an access to larger ones is any value."""
PLACES = ("_shift", "_gaps")
"""Ends of the names of bytes that are no weights: how far sums are shifted, and where the weights of blocks belong."""
ENVIRONMENT = "edgec_eva.h"
DRIVER = "edgec_eva.c"
_ENDED = "Frama_C_show_each_edgec_ended"

_LOOP = re.compile(r"(?P<before>(?:^|(?<=\n))[ \t]*)(?P<loop>for \((?P<variable>\w*)|while \()")
_CONSTANT = re.compile(r"^[^\n]*\bconst (?P<type>\w+) (?P<name>\w+)\[(?P<count>\d+)\] = \{\n.*?\n\};\n", re.M | re.S)
_BLOCK = re.compile(r"^ \* +\d+ +\d+ +(?P<bytes>\d+)  \d+\.\.\d+ +(?P<name>[A-Z_]\w*) ", re.M)
_AT = re.compile(r"^(?P<head>#define \w+_AT\(block\) )\(\(void \*\)\(arena \+ \(\w+_OFFSET_##block\)\)\)$", re.M)
_PARAMETER = re.compile(r"^ {8}\.[\w.]+ = (?P<value>\d{1,9}),$", re.M)
_HELPER = re.compile(r"^static inline void (?P<name>\w+_(?:de)?quantize_(?P<port>input|output)(?P<number>\d+))\(", re.M)
_ALARM = re.compile(r"^\[eva:alarm\] (?P<file>[^\n:]+):(?P<line>\d+): Warning: *\n(?P<text>(?:  [^\n]*\n)+)", re.M)
_UNKNOWN = re.compile(
    r"^\[(?:kernel|eva)[^\]]*\] (?P<file>[^\n:]+):(?P<line>\d+): Warning: *\n"
    r"(?P<text>(?:  [^\n]*\n)*?  [^\n]*(?:[Nn]either code nor|no code|assembl)[^\n]*\n)",
    re.M,
)
_FUNCTIONS = re.compile(r"^ +(\d+) functions? analyzed", re.M)


def run_time_errors(out: Subject, timeout: float) -> Runtime:
    """Every line of the plain C of a folder that may have a run-time error.

    Args:
        out: the folder.
        timeout: seconds for the analysis; one that does not end is an alarm.

    Raises:
        ToolchainMissing: Frama-C is not installed.
        ToolFailed: it cannot analyse the C.
        UnsupportedModel: no plain kernel computes a layer.
    """
    if shutil.which("frama-c") is None:
        raise ToolchainMissing("run-time errors are looked for by 'frama-c', which is not on PATH; "
                               "on Debian: apt-get install frama-c-base")  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="edgec_eva_") as name:
        work = Path(name)
        model = _plain_form(out, work)
        sources = _prepare(work, model)
        started = time.monotonic()
        try:
            done = run_tool(_command(work, model.name, sources), work, "'frama-c'", timeout)
        except ToolFailed:
            raise
        except EdgecError as e:
            ended = Alarm(f"{model.name}.c", 0, "not finished", f"{e}; give it more time with --timeout")
            return Runtime(TOOL, (ended,), 0, time.monotonic() - started, _replaced(out))
        runtime = read_log(done.stdout + done.stderr, time.monotonic() - started)
        return replace(runtime, replaced=_replaced(out))


def _plain_form(out: Subject, work: Path) -> BenchModel:
    """Write the plain C of the folder to ``work``; what its API is like."""
    own = len(out.bench.arenas) <= 1
    if not _replaced(out) and own and not any(m.constants for m in out.report.memories[1:]):
        for file in (*out.path.glob("*.[ch]"), *out.path.glob("edgec_kernels/*.[ch]")):
            _write(work / file.relative_to(out.path), file.read_bytes())
        return out.bench
    r = out.report
    settings = GenerateOptions(
        r.prefix, load_target("host"), r.scheme, r.model.name, r.model.sha256, r.edgec, selection=Selection(plain=True)
    )
    for path, content in generate(out.graph, settings).files:
        _write(work / path, content)
    return out.bench


def _replaced(out: Subject) -> tuple[str, ...]:
    """The libraries in whose place plain kernels are looked at."""
    return tuple(sorted(library.name for library in out.libraries if library.name != "plain"))


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _prepare(work: Path, model: BenchModel) -> list[str]:
    """Make the C in ``work`` ready for EVA, lines unmoved; the files to analyse."""
    for file in (*work.glob("*.[ch]"), *work.glob("edgec_kernels/*.h")):
        text = file.read_text(encoding="utf-8")
        file.write_text(unknown_weights(text) if file.name.endswith("_weights.c") else followed(text), encoding="utf-8")
    header = (work / f"{model.name}.h").read_text(encoding="utf-8")
    source = work / f"{model.name}.c"
    text, blocks = separate_blocks(source.read_text(encoding="utf-8"))
    source.write_text(text, encoding="utf-8")
    (work / DRIVER).write_text(driver(model, header, bounds(text)), encoding="utf-8")
    # Of compilers' extensions, which standard C does not need, EVA knows some only.
    environment = ["#undef __GNUC__", "#define EDGEC_ALIGN(bytes)", *blocks, ""]
    (work / ENVIRONMENT).write_text("\n".join(environment), encoding="utf-8")
    weights = f"{model.name}_weights.c"
    return [DRIVER, f"{model.name}.c", *([weights] if (work / weights).exists() else [])]


def followed(text: str) -> str:
    """C whose loops say how EVA is to follow them: one by one, but all channels together."""
    return _LOOP.sub(_annotated, text)


def _annotated(loop: re.Match[str]) -> str:
    if loop["variable"] in JOINED:
        return loop[0]
    return f"{loop['before']}/*@ loop unroll {MAX_UNROLLED_ITERATIONS}; */ {loop['loop']}"


def separate_blocks(text: str) -> tuple[str, list[str]]:
    """A model's C with an object of its own for each block of the arena, and the declarations of these.

    An access outside of a tensor is one outside of an object then, even where it hits another tensor.
    """
    blocks = [(m["name"], max(int(m["bytes"]), 1)) for m in _BLOCK.finditer(text)]
    declarations = [f"extern unsigned char edgec_block_{name}[{size}];" for name, size in blocks]
    return _AT.sub(r"\g<head>((void *)(edgec_block_##block))", text), declarations


def unknown_weights(text: str) -> str:
    """Definitions of constants without those of large arrays of weights, which are then any values of their type."""

    def kept(constant: re.Match[str]) -> str:
        weights = constant["type"] in ("int8_t", "uint8_t", "float") and not constant["name"].endswith(PLACES)
        return "" if weights and int(constant["count"]) > MAX_KNOWN_WEIGHTS else constant[0]

    return _CONSTANT.sub(kept, text)


def bounds(text: str) -> list[int]:
    """Return the values at which loops' counters may end: the parameters of a model's kernels, less one."""
    return sorted({int(m["value"]) - 1 for m in _PARAMETER.finditer(text) if int(m["value"]) > 1})


def driver(model: BenchModel, header: str, ends: Sequence[int] = ()) -> str:
    """A program that calls everything that the header of a model declares, with arguments of which nothing is known.

    Args:
        model: the ports of the API.
        header: the text of ``<name>.h``.
        ends: values that EVA tries before it gives a growing number no bound.
    """
    name, upper = model.name, model.name.upper()
    inputs, outputs = [model.inputs[i] for i in model.free_inputs], [model.outputs[i] for i in model.free_outputs]
    ports = [*_buffers("in", inputs), *_buffers("out", outputs)]
    state = [("&state", f"{name}_state_t state")] if model.states else []
    arguments = ", ".join(("&m", *(p for p, _ in (*state, *ports))))
    lines = [f'#include "{name}.h"', *(f"extern {declaration};" for _, declaration in (*state, *ports))]
    lines += [f"extern unsigned char arena[{upper}_ARENA_SIZE + 1u];", "int main(void)", "{", f"    {name}_t m;",
              f"    //@ widen_hints global:\"all\", {', '.join(map(str, ends)) or 0};",
              f"    if ({name}_init(&m, arena, sizeof arena) != {upper}_OK) {{", "        return 1;", "    }",
              *([f"    (void){name}_reset(&state);"] if state else []),
              f"    if ({name}_run({arguments}) != {upper}_OK) {{", "        return 1;", "    }"]  # fmt: skip
    helpers: list[str] = []
    for helper in _HELPER.finditer(header):
        kind, number = helper["port"], int(helper["number"])
        port, real = ("in" if kind == "input" else "out") + str(number), f"real_{kind}{number}"
        lines.insert(1, f"extern float {real}[{upper}_{kind.upper()}{number}_SIZE];")
        order = (real, port) if "_quantize_" in helper["name"] else (port, real)
        helpers.append(f"    {helper['name']}({', '.join(order)});")
    return "\n".join([*lines, *helpers, f"    {_ENDED}(1);", "    return 0;", "}", ""])


def _buffers(prefix: str, ports: Sequence[Port]) -> list[tuple[str, str]]:
    """Name and declaration of the buffer of each port; an empty one has an element all the same."""
    return [
        (f"{prefix}{i}", f"{p.ctype} {prefix}{i}[{max(p.bytes // p.dtype.itemsize, 1)}]") for i, p in enumerate(ports)
    ]


def _command(work: Path, name: str, sources: list[str]) -> list[str]:
    return [
        "env", f"PWD={work}", "frama-c",  # it looks for files where the variable says
        "-machdep", "x86_32",  # 32 bits, low byte first; extensions are undefined anyway
        f"-cpp-extra-args=-CC -include {ENVIRONMENT} -I.",  # -CC: macros keep the notes on their loops
        "-warn-special-float", "none", "-eva", "-main", "main", "-eva-no-results",
        "-eva-plevel", str(MAX_KNOWN_WEIGHTS),
        "-eva-widening-delay", "1", "-eva-widening-period", "1",
        "-eva-slevel-function", f"main:50,{name}_init:50,{name}_run:50",  # errors returned are cases of their own
        "-eva-split-return-function", f"{name}_init:0", *sources,
    ]  # fmt: skip


def read_log(log: str, seconds: float) -> Runtime:
    """Parse the log of Frama-C's EVA.

    Args:
        log: all that Frama-C printed.
        seconds: the time it took.

    Raises:
        ToolFailed: it ended early.
    """
    counted = _FUNCTIONS.search(log)
    if counted is None:
        broken = next((line for line in log.splitlines() if "Error" in line or "Failure" in line), "no summary")
        raise ToolFailed(f"'frama-c' did not analyse the C: {printable(broken, 300)}; report it with the model")
    reported = {(_alarm(m), int(m.start())) for m in (*_ALARM.finditer(log), *_UNKNOWN.finditer(log))}
    alarms = tuple(dict.fromkeys(alarm for alarm, _ in sorted(reported, key=lambda pair: pair[1])))
    if f"{_ENDED}: {{1}}" not in log:
        what = "EVA found no way through it without a run-time error, and did not look at what is behind"
        alarms = (*alarms, Alarm(DRIVER, 0, "no end", what))
    return Runtime(TOOL, alarms, int(counted[1]), seconds)


def _alarm(match: re.Match[str]) -> Alarm:
    text = " ".join(match["text"].split())
    kind, _, condition = text.partition(". ")
    return Alarm(match["file"], int(match["line"]), kind if condition else "not known", condition or text)
