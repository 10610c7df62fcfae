"""Estimates of the bytes of code and stack that a model's kernels take, without a compiler.

The tables in ``targets/code`` hold what each kernel took in models of its own (``benchmarks/code_sizes.py``).  How many
copies of a kernel a compiler makes for its layers depends on the whole model, so that the code is known within a factor
of two, mostly, which is a tenth of the flash at most in the models that were compared.  Small float models consist of
little else than a few functions whose loops compilers unroll where they are short: of these the tables say how
(``Loops``), so that their flash is known within 1.3 (``benchmarks/check_estimates.py``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.targets.reader import Target
from edgec.targets.records import build_record
from edgec.targets.shipped import read_code_sizes

LAYERS = (1, 8, 24)  # of the models whose code a table states
MAX_COPIED_LAYERS = 8  # layers for which compilers still make copies
EACH_OF_FEW, EACH_OF_MANY = 120, 50  # bytes of a further layer at most, seen in the MLPerf nets
MOST_PASSES = 17  # of a loop that compilers unroll whole
SHORTEST = 4  # steps of loops that no compiler turns into vectors
RUN_STACK_BYTES = 8  # bytes of stack that <name>_run keeps between its layers
OUTER_PASS_STEPS = 2  # steps that one pass of an outer loop takes beside its inner steps, as compilers count
# functions of compilers' libraries that integers need, and edgec's own blocks
FOR_INTEGERS = re.compile(
    r"__aeabi_(u?idiv\w*|u?l\w+|mem\w+)|__(u?div|u?mod|mul|ash|lsh|clz|ctz|bswap|gnu_u?ldiv)\w*|mem\w+|edgec_\w+"
)
M_PROFILE = ("-mcpu=cortex-m", "-march=armv8.1-m.main")  # the second where a compiler has no name for the core
SAME_CODE = {"cortex-m7": "cortex-m4"}  # rates of their own, but the instructions of another core


@dataclass(frozen=True)
class Layer:
    """Properties of a layer on which its code depends: kernel, type, C function and size.

    ``integer``: none of its tensors is float; what the kernel calls for floats is not linked.  ``function`` is its C
    function where it is only one, ``trips`` the passes of that function's outer loops and of its inner one.
    ``called``: the only functions that it calls, of those that its kernel calls elsewhere; None: all.
    """

    kernel: str
    integer: bool = False
    function: str = ""
    trips: tuple[int, int] = (1, 1)
    called: re.Pattern[str] | None = None


@dataclass(frozen=True)
class Loops:
    """Bytes of one C function by the passes of its loops.

    ``rolled``: neither loop is unrolled.  Inner loops of up to ``most`` steps are: ``inner`` bytes, and ``step`` more
    for each.  Outer loops of few passes are too, while they have no more than ``whole`` steps in all
    (``OUTER_PASS_STEPS`` in each pass): ``start`` bytes, and in each pass ``each`` and its steps.  ``shared`` are
    functions and data that it links, ``stack`` what a model of one layer takes with inner loops of ``SHORTEST``,
    ``most`` and more steps.
    """

    rolled: int
    inner: int = 0
    step: int = 0
    most: int = 0
    start: int = 0
    each: int = 0
    whole: int = 0
    shared: tuple[str, ...] = ()
    stack: tuple[int, ...] = (0, 0, 0)

    def bytes(self, outer: int, inner: int) -> int:
        """The bytes of so many passes of the outer loops and steps of the inner one."""
        if inner > self.most:
            return self.rolled
        if outer == 1 or (outer <= MOST_PASSES and outer * (inner + OUTER_PASS_STEPS) <= self.whole):
            return self.start + outer * (self.each + self.step * inner)
        return self.inner + self.step * inner

    def frame(self, inner: int) -> int:
        """Bytes of stack of a model of one layer with so many steps of the inner loop."""
        return self.stack[(inner > SHORTEST) + (inner > max(SHORTEST, self.most))]


@dataclass(frozen=True)
class KernelCode:
    """One kernel's bytes of code with read-only data and of stack in models of ``LAYERS`` layers.

    ``shared`` names the functions that it calls and other kernels call too.
    ``stack`` may be one number, the largest of these models.
    """

    code: tuple[int, ...]
    stack: tuple[int, ...]
    shared: tuple[str, ...] = ()

    def bytes(self, layers: int, floats: bool = False) -> int:
        """The bytes of a model with so many of its layers.

        Models of a kernel alone bound what a further layer takes; beside other kernels compilers copy less.  Of
        float kernels (``floats``) they make a copy for each of few layers.
        """
        first, most = self.code[0], self.code[-1]
        if floats and layers <= MAX_COPIED_LAYERS:
            return max(first, layers * self.code[len(self.code) // 2] // MAX_COPIED_LAYERS)
        each = max(0.0, (most - first) / (LAYERS[-1] - 1))
        few, many = min(layers, MAX_COPIED_LAYERS) - 1, max(0, layers - MAX_COPIED_LAYERS)
        return first + round(few * min(each, EACH_OF_FEW) + many * min(each, EACH_OF_MANY))

    def frame(self, layers: int) -> int:
        """Bytes of stack in a model of so many of its layers, which are inlined into each other or not."""
        return round(float(np.interp(layers, LAYERS, self.stack))) if len(self.stack) > 1 else self.stack[0]


@dataclass(frozen=True)
class Estimate:
    """Bytes of code (with what layers keep in read-only data) and of stack."""

    code: int
    stack: int


@dataclass(frozen=True)
class CodeSizes:
    """Code sizes of kernels on one core, by ``Kernel.name``; ``shared`` are functions that several of them call.

    ``functions``: C functions of which more is known.  ``frame``: bytes of ``<name>_init`` and of ``<name>_run``
    without an arena and with one, beside the calls of layers, each ``call`` bytes.
    """

    kernels: Mapping[str, KernelCode] = field(default_factory=dict)
    shared: Mapping[str, int] = field(default_factory=dict)
    functions: Mapping[str, Loops] = field(default_factory=dict)
    frame: tuple[int, int] = (0, 0)
    call: int = 0

    def of(self, layers: Sequence[Layer], arena: bool = True) -> Estimate:
        """Estimate the code and stack of a model of these layers, in bytes.

        A kernel that the table does not know takes what the kernels of its library take on average.

        Args:
            layers: of the model, those that compute something.
            arena: whether it has one.
        """
        counts = count_layers([layer.kernel for layer in layers])
        known = {name: self.kernels.get(name) or self._average_code(name.partition("/")[0]) for name in counts}
        shared: set[str] = set()
        single: dict[str, list[int]] = {}
        for layer in layers:
            loops = self.functions.get(layer.function)
            if loops is not None:
                single.setdefault(layer.kernel, []).append(loops.bytes(*layer.trips) + self.call)
                shared |= {*loops.shared}
                continue
            shared |= {
                function
                for function in known[layer.kernel].shared
                if (not layer.integer or FOR_INTEGERS.fullmatch(function))
                and (layer.called is None or layer.called.fullmatch(function))
            }
        floats = {layer.kernel for layer in layers if not layer.integer}
        own = sum(_copies_bytes(sizes) for sizes in single.values())
        for name, count in counts.items():
            rest = count - len(single.get(name, ()))
            own += known[name].bytes(rest, name in floats) if rest else 0
        code = self.frame[arena] + own + sum(self.shared.get(name, 0) for name in shared)
        return Estimate(code, self._stack(layers, known))

    def _stack(self, layers: Sequence[Layer], kernels: Mapping[str, KernelCode]) -> int:
        """Bytes of stack of the layer that takes most."""
        single = [
            (self.functions[layer.function], layer.trips[1]) for layer in layers if layer.function in self.functions
        ]
        others = count_layers([layer.kernel for layer in layers if layer.function not in self.functions])
        frames = [kernels[name].frame(count) for name, count in others.items()]
        frames += [loops.frame(steps) + (RUN_STACK_BYTES if len(layers) > 1 else 0) for loops, steps in single]
        return max(frames, default=0)

    def _average_code(self, library: str) -> KernelCode:
        some = [k for name, k in self.kernels.items() if name.startswith(f"{library}/")] or [*self.kernels.values()]
        means = np.mean([kernel.code for kernel in some], axis=0) if some else np.zeros(len(LAYERS))
        return KernelCode(tuple(map(round, means.tolist())), (max((max(k.stack) for k in some), default=0),))


def _copies_bytes(sizes: Sequence[int]) -> int:
    """Bytes of layers of one kernel: copies for few of them."""
    return sum(sizes[:MAX_COPIED_LAYERS]) + sum(min(size, EACH_OF_MANY) for size in sizes[MAX_COPIED_LAYERS:])


def code_sizes(target: Target) -> CodeSizes | None:
    """The table for a target; None for a core of other instructions than those that were measured."""
    name = _core(target)
    table = read_code_sizes(name) if name is not None else None
    return build_record(CodeSizes, table, f"code sizes of '{name}'") if table is not None else None


def _core(target: Target) -> str | None:
    """The core whose code is the target's."""
    name = "cortex-m55" if target.has("mve-int") else SAME_CODE.get(target.rates_from, target.rates_from)
    computes = target.has("fpu-sp") or target.has("fpu-dp")
    if name == "cortex-m4" and (not computes or not target.has("dsp")):
        return None  # functions in the place of an FPU
    return name if any(flag.startswith(M_PROFILE) for flag in target.toolchain.flags) else None


def count_layers(kernels: Sequence[str]) -> dict[str, int]:
    """Return the number of layers of each kernel, from the kernels' names for each layer."""
    return {name: kernels.count(name) for name in sorted(set(kernels))}
