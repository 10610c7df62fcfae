"""The header's macros and float helpers: compiled for this computer, and compared with the graph's scales.

A helper that rounds is compared at every boundary of rounding, on both sides of it, and at the ends of what floats
are; one that gives floats, for all values of its type.  Every position of the helper's array gets such values.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import jinja2
import numpy as np

from edgec.converter.arithmetic.fixed_point import dequantize_array, integer_limits, quantize_array
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array, DType, Tensor
from edgec.proof.findings import Proof
from edgec.proof.subject import Subject
from edgec.targets.machine.compile import compile_files, link
from edgec.targets.machine.toolchain import run_tool
from edgec.targets.reader import load_target

HELPED = frozenset({DType.I8, DType.U8, DType.I16, DType.U16})
CODES = (
    "OK", "ERROR_NULL", "ERROR_ARENA_SIZE", "ERROR_ARENA_ALIGN", "ERROR_NOT_INITIALIZED", "ERROR_LIBRARY",
    "ERROR_KERNEL",
)  # fmt: skip
ERROR_STATE = "ERROR_STATE"  # of models with states
SENTINEL = 0x5A
_PROGRAM = """\
#include <stdio.h>
#include <string.h>
#include "{{ prefix }}.h"
static unsigned char held_in[{{ most }}u], held_out[{{ most }}u + 16u];
static int convert(char **files, size_t in, size_t out, void (*run)(const void *, void *))
{
    FILE *from = fopen(files[0], "rb"), *to = fopen(files[1], "wb");
    size_t got, i;
    if (from == NULL || to == NULL) {
        return 4;
    }
    while ((got = fread(held_in, 1u, in, from)) == in) {
        memset(held_out, {{ sentinel }}, sizeof held_out);
        run(held_in, held_out);
        for (i = out; i < sizeof held_out; i++) {
            if (held_out[i] != {{ sentinel }}) {
                return 3;
            }
        }
        fwrite(held_out, 1u, out, to);
    }
    fclose(from);
    return fclose(to) != 0 || got != 0u ? 2 : 0;
}
{% for h in helpers %}
static void run_{{ loop.index0 }}(const void *in, void *out) { {{ prefix }}_{{ h.function }}(in, out); }
{% endfor %}
int main(int argc, char **argv)
{
{% for h in helpers %}
    if (argc == 4 && strcmp(argv[1], "{{ h.function }}") == 0) {
        return convert(argv + 2, {{ h.size * h.source }}u, {{ h.size * h.result }}u, run_{{ loop.index0 }});
    }
{% endfor %}
{% for name, _ in numbers %}
    printf("{{ name }} %lld\\n", (long long)({{ upper }}_{{ name }}));
{% endfor %}
{% for name, _ in scales %}
    printf("{{ name }} %a\\n", (double)({{ upper }}_{{ name }}));
{% endfor %}
{% for name, _ in types %}
    printf("{{ name }} %d\\n", 2 * (int)sizeof({{ upper }}_{{ name }}) + (({{ upper }}_{{ name }})-1 < 0));
{% endfor %}
{% for name, dims in shapes %}
    { const long long dims[] = {{ upper }}_{{ name }}; size_t i;
      printf("{{ name }}");
      for (i = 0u; i < sizeof dims / sizeof dims[0]; i++) { printf(" %lld", dims[i]); }
      printf("\\n"); }
{% endfor %}
    return argc == 1 ? 0 : 1;
}
"""


@dataclass(frozen=True)
class Helper:
    """A function of the header, from ``size`` elements of ``source`` bytes to ones of ``result`` bytes."""

    function: str
    tensor: Tensor
    quantizes: bool

    @property
    def size(self) -> int:
        """Elements of its arrays."""
        return self.tensor.size

    @property
    def source(self) -> int:
        """Bytes of an element that it reads."""
        return 4 if self.quantizes else self.tensor.dtype.bytes

    @property
    def result(self) -> int:
        """Bytes of an element that it writes."""
        return self.tensor.dtype.bytes if self.quantizes else 4

    def samples(self) -> Array:
        """Return the values that the helper is tried with, flat: whole arrays, with other values at each position."""
        t = self.tensor
        every = boundaries(t) if self.quantizes else np.arange(*_span(t.dtype), dtype=np.int64).astype(t.dtype.numpy)
        return np.resize(every, max(1, -(-len(every) // self.size)) * self.size)

    def right(self, x: Array) -> Array:
        """Return the results that the helper must give for values ``x``."""
        t = self.tensor
        assert t.quant is not None
        if not self.quantizes:
            return dequantize_array(x, t.quant)
        return np.where(np.isnan(x), t.quant.z, quantize_array(np.nan_to_num(x), t.quant, t.dtype)).astype(
            t.dtype.numpy
        )


def _span(dtype: DType) -> tuple[int, int]:
    lo, hi = integer_limits(dtype)
    return lo, hi + 1


def boundaries(t: Tensor) -> Array:
    """Floats next to every boundary of rounding, float32: the boundary and its neighbours, values of integers, ends."""
    assert t.quant is not None
    scale, (lo, end) = np.float32(t.quant.s), _span(t.dtype)
    steps = np.arange(lo - 2, end + 2, dtype=np.float64) - t.quant.z
    candidates = [(steps * np.float64(scale)).astype(np.float32)]
    middle = ((steps + 0.5) * np.float64(scale)).astype(np.float32)
    candidates.append(middle)
    for way in (np.float32(-np.inf), np.float32(np.inf)):
        at = middle
        for _ in range(3):
            at = np.nextafter(at, way)
            candidates.append(at)
    limits = np.finfo(np.float32)
    ends = [0.0, -0.0, np.inf, -np.inf, np.nan, limits.max, limits.min, limits.tiny, -limits.tiny]
    with np.errstate(over="ignore"):
        far = np.float32(2.0) ** np.arange(-149, 128, dtype=np.float32)
    return np.concatenate([*candidates, np.array(ends, np.float32), far, -far]).astype(np.float32)


def helpers_of(out: Subject) -> list[Helper]:
    """The helpers that a folder's header must have, and that convert anything."""
    helpers = []
    graph = out.graph
    states = tuple(s.input for s in graph.states)
    for kind, names, verb in (
        ("input", graph.free_inputs, "quantize"), ("output", graph.free_outputs, "dequantize"),
        ("state", states, "dequantize"),
    ):  # fmt: skip
        for i, name in enumerate(names):
            t = out.graph.tensors[name]
            if t.quant is not None and t.quant.axis is None and t.dtype in HELPED and t.size:
                helpers.append(Helper(f"{verb}_{kind}{i}", t, verb == "quantize"))
    return helpers


def compare_helpers(out: Subject) -> Proof:
    """Compare the header's macros and helpers with the graph.

    Raises:
        ToolchainMissing: this computer has no compiler.
    """
    helpers = helpers_of(out)
    count = sum(len(h.samples()) for h in helpers)
    method = f"{count:,} values at the boundaries of rounding" if helpers else "macros"
    names = ", ".join(h.function for h in helpers)
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        detail = next(_differences(out, helpers, Path(temp)), "")
    where = f"{out.model.name}.h" + (f": {names}" if names else "")
    return Proof("header", where, "boundaries", f"run here, {method}", not detail, 0.0, detail)


def _differences(out: Subject, helpers: Sequence[Helper], build: Path) -> Iterator[str]:
    """Yield the differences between header and graph, as clauses of a sentence."""
    prefix, host = out.model.name, load_target("host")
    m = _macros(out)
    most = max((h.size * max(h.source, h.result) for h in helpers), default=1)
    text = jinja2.Template(_PROGRAM, keep_trailing_newline=True).render(
        prefix=prefix, upper=prefix.upper(), helpers=helpers, most=most, sentinel=SENTINEL, numbers=m.numbers,
        scales=m.scales, types=m.types, shapes=m.shapes,
    )  # fmt: skip
    source = build.resolve() / "helpers.c"
    source.write_text(text, encoding="utf-8")
    try:
        objects = compile_files([source], host, build, extra_flags=(f"-I{out.path.resolve()}",))
        program = link(objects, host, build / "helpers")
    except EdgecError as e:
        yield f"the header does not compile: {e}"
        return
    told = run_tool([str(program.resolve())], build, "running the header's helpers").stdout.split("\n")
    wanted = [(n, str(v)) for n, v in (*m.numbers, *m.types)] + [(n, float.hex(v)) for n, v in m.scales]
    wanted += [(n, " ".join(map(str, dims))) for n, dims in m.shapes]
    held = dict(line.split(" ", 1) for line in told if " " in line)
    for name, value in wanted:
        got = held.get(name, "missing")
        if got != value and not (name.endswith("_SCALE") and float.fromhex(got) == float.fromhex(value)):
            yield f"{prefix.upper()}_{name} is {got}, and must be {value}"
    for h in helpers:
        yield from _tried(h, program, build)


@dataclass(frozen=True)
class Macros:
    """Names of macros and what they must be: numbers, scales, types (twice the bytes, and 1 if signed), shapes."""

    numbers: list[tuple[str, int]]
    scales: list[tuple[str, float]]
    types: list[tuple[str, int]]
    shapes: list[tuple[str, tuple[int, ...]]]


def _macros(out: Subject) -> Macros:
    graph, model = out.graph, out.model
    states = tuple(s.input for s in graph.states)
    numbers = [(code, k) for k, code in enumerate((*CODES, ERROR_STATE) if states else CODES)]
    numbers += [("LAYERS", len(out.report.layers))]
    numbers += [("INPUTS", len(graph.free_inputs)), ("OUTPUTS", len(graph.free_outputs))]
    numbers += [("STATES", len(states)), ("STATE_SIZE", model.state_bytes)] if states else []
    numbers += [(f"ARENA{a.suffix.upper()}_SIZE", a.bytes) for a in model.all_arenas]
    m = Macros([*numbers, ("ARENA_ALIGN", model.arena_align)], [], [], [])
    ports = dict(zip((*graph.inputs, *graph.outputs), (*model.inputs, *model.outputs), strict=True))
    for kind, names in (("INPUT", graph.free_inputs), ("OUTPUT", graph.free_outputs), ("STATE", states)):
        for i, (name, port) in enumerate((n, ports[n]) for n in names):
            t, at = graph.tensors[name], f"{kind}{i}"
            m.numbers.extend([(f"{at}_SIZE", t.size), (f"{at}_BYTES", t.nbytes), (f"{at}_RANK", len(t.shape))])
            m.types.append((f"{at}_DTYPE", 2 * port.dtype.itemsize + (port.dtype.kind != "u")))
            m.shapes.append((f"{at}_DIMS", t.shape or (1,)))
            if t.quant is not None and t.quant.axis is None:
                m.scales.append((f"{at}_SCALE", float(np.float32(t.quant.s))))
                m.numbers.append((f"{at}_ZERO_POINT", t.quant.z))
    return m


def _tried(h: Helper, program: Path, build: Path) -> Iterator[str]:
    samples = h.samples()
    given, taken = build / "given", build / "taken"
    given.write_bytes(samples.tobytes())
    command = [str(program.resolve()), h.function, str(given.resolve()), str(taken.resolve())]
    if run_tool(command, build, f"running {h.function}").returncode != 0:
        yield f"{h.function} writes beside its array"
        return
    right = h.right(samples)
    raw = taken.read_bytes()
    got = np.frombuffer(raw, right.dtype) if len(raw) == right.nbytes else np.zeros(0, right.dtype)
    wrong = np.flatnonzero(got != right) if len(got) else np.zeros(1, np.int64)
    if len(wrong):
        k = int(wrong[0])
        value = f"gives {got[k]}" if len(got) else "gives nothing"
        yield f"{h.function} {value} for {samples[k]!s} (element {k % h.size}), and must give {right[k]}"
