"""How many bytes of code and stack a model's kernels take, about, without a compiler.

The tables in ``targets/code`` hold what each kernel took in models of its own (``benchmarks/code_sizes.py``).  How many
copies of a kernel a compiler makes for its layers depends on the whole model, so that the code is known within a factor
of two, mostly, which is a tenth of the flash at most in the models that were compared.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from edgec.targets.reader import Target
from edgec.targets.records import build_record
from edgec.targets.shipped import read_code_sizes

LAYERS = (1, 8, 24)  # of the models whose code a table states
FEW = 8  # layers for which compilers still make copies
EACH_OF_FEW, EACH_OF_MANY = 120, 50  # bytes of a further layer at most, seen in the MLPerf nets
FRAME = 240  # bytes of <name>_init, and of <name>_run beside the calls of layers
# functions of compilers' libraries that integers need, and edgec's own blocks
FOR_INTEGERS = re.compile(
    r"__aeabi_(u?idiv\w*|u?l\w+|mem\w+)|__(u?div|u?mod|mul|ash|lsh|clz|ctz|bswap|gnu_u?ldiv)\w*|mem\w+|edgec_\w+"
)
M_PROFILE = ("-mcpu=cortex-m", "-march=armv8.1-m.main")  # the second where a compiler has no name for the core
SAME_CODE = {"cortex-m7": "cortex-m4"}  # rates of their own, but the instructions of another core


Called = Mapping[str, re.Pattern[str]]


@dataclass(frozen=True)
class KernelCode:
    """One kernel's bytes of code with read-only data and of stack in models of ``LAYERS`` layers.

    ``shared`` names the functions that it calls and other kernels call too.
    ``stack`` may be one number, the largest of these models.
    """

    code: tuple[int, ...]
    stack: tuple[int, ...]
    shared: tuple[str, ...] = ()

    def bytes(self, layers: int) -> int:
        """The bytes of a model with so many of its layers.

        Models of a kernel alone bound what a further layer takes; beside other kernels compilers copy less.
        """
        first, most = self.code[0], self.code[-1]
        each = max(0.0, (most - first) / (LAYERS[-1] - 1))
        few, many = min(layers, FEW) - 1, max(0, layers - FEW)
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
    """What kernels take on one core: by ``Kernel.name``; ``shared`` are functions that several of them call."""

    kernels: Mapping[str, KernelCode] = field(default_factory=dict)
    shared: Mapping[str, int] = field(default_factory=dict)

    def of(
        self, layers: Mapping[str, int], integer: Collection[str] = (), called: Called | None = None
    ) -> Estimate:
        """What a model takes.

        Args:
            layers: name of a kernel -> how many of the model's layers it computes.  One that the table does not know
                takes what the kernels of its library take on average.
            integer: kernels none of whose layers here has a float: what they call for floats elsewhere is not linked.
            called: kernel -> the only functions that its layers here call, of those that it calls elsewhere.
        """
        known = {name: self.kernels.get(name) or self._usual(name.partition("/")[0]) for name in layers}
        shared = {
            function
            for name, kernel in known.items()
            for function in kernel.shared
            if (name not in integer or FOR_INTEGERS.fullmatch(function))
            and (called is None or name not in called or called[name].fullmatch(function))
        }
        own = sum(known[name].bytes(count) for name, count in layers.items())
        code = FRAME + own + sum(self.shared.get(name, 0) for name in shared)
        return Estimate(code, max((known[name].frame(count) for name, count in layers.items()), default=0))

    def _usual(self, library: str) -> KernelCode:
        some = [k for name, k in self.kernels.items() if name.startswith(f"{library}/")] or [*self.kernels.values()]
        means = np.mean([kernel.code for kernel in some], axis=0) if some else np.zeros(len(LAYERS))
        return KernelCode(tuple(map(round, means.tolist())), (max((max(k.stack) for k in some), default=0),))


def code_sizes(target: Target) -> CodeSizes | None:
    """The table for a target; None for a core of other instructions than those that were measured."""
    name = _core(target)
    table = read_code_sizes(name) if name is not None else None
    return build_record(CodeSizes, table, f"code sizes of '{name}'") if table is not None else None


def _core(target: Target) -> str | None:
    """The core whose code is the target's."""
    name = SAME_CODE.get(target.rates_from, target.rates_from)
    computes = target.has("fpu-sp") or target.has("fpu-dp")
    if name == "cortex-m4" and (not computes or not target.has("dsp")):
        return None  # functions in the place of an FPU
    return name if any(flag.startswith(M_PROFILE) for flag in target.toolchain.flags) else None


def count_layers(kernels: Sequence[str]) -> dict[str, int]:
    """How many layers each kernel computes, of the kernels' names for each layer."""
    return {name: kernels.count(name) for name in sorted(set(kernels))}
