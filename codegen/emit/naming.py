"""Names of what a plan holds: kernel functions after their layers, blocks of the arena after their tensors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import count

from edgec.codegen.emit.names import is_reserved, macro_text, word
from edgec.codegen.plan.plan import PlacedBlock, Plan, PlannedCopy, PlannedGroup, PlannedIntake
from edgec.codegen.schedule.liveness import ScratchOf, WindowOf
from edgec.converter.graph.ir import Graph, Node
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.pool import PoolAttrs

SIGNIFICANT = 63  # first characters of a name by which every C99 compiler tells it from others
MAX_TENSOR_CHARS = 32  # of a tensor's part of a name
_MACROS = frozenset({"i386", "linux", "stderr", "stdin", "stdout", "sun", "unix"})  # of compilers and <stdio.h>


def operation(graph: Graph, node: Node) -> str:
    """Name what a node computes, in a word: ``conv1x1``, ``dw3x3``, ``maxpool2x2``, ``add``."""
    attrs = node.attrs
    if isinstance(attrs, ConvAttrs):
        *_, kernel_h, kernel_w, channels = graph.tensors[node.inputs[1]].shape
        kind = "conv" if attrs.groups == 1 else "dw" if channels == 1 else "group"
        return f"{kind}{kernel_h}x{kernel_w}"
    if isinstance(attrs, PoolAttrs):
        return word(node.op) + "x".join(map(str, attrs.kernel))
    function = getattr(attrs, "fn", None)
    return word(node.op if function is None else str(function.value))


def function_name(plan: Plan, layer: int, taken: Collection[str]) -> str:
    """A name for a kernel function that ``layer`` is the first to use."""
    base = f"{plan.identity.prefix}_{operation(plan.graph, plan.layers[layer].node)}_{layer}"
    return next(name for name in _numbered(base, None) if name not in taken)


def block_names(plan: Plan) -> tuple[str, ...]:
    """A name for each block of the arena, in capitals: of its tensor, ``SCRATCH_3`` or ``ROWS_3`` of layer 3.

    With the model's prefix and ``_OFFSET_`` each differs from the others within ``SIGNIFICANT`` characters.
    """
    longest = min(MAX_TENSOR_CHARS, SIGNIFICANT - len(f"{plan.identity.prefix}_OFFSET_"))
    names: dict[str, None] = {}
    for block in plan.blocks:
        base = _block_name(plan, block, longest)
        names[next(name for name in _numbered(base, longest) if name not in names)] = None
    return tuple(names)


def macro_names(texts: Sequence[str], before: str, taken: Collection[str] = ()) -> tuple[str, ...]:
    """A name for each text as the end of a macro that starts with ``before``; none is in ``taken``."""
    longest = max(8, min(MAX_TENSOR_CHARS, SIGNIFICANT - len(before)))
    names: dict[str, None] = {}
    for text in texts:
        base = macro_text(text, longest)
        names[next(name for name in _numbered(base, longest) if name not in names and name not in taken)] = None
    return tuple(f"{before}{name}" for name in names)


def state_members(graph: Graph) -> tuple[str, ...]:
    """A name for each state as a member of the C struct, after the input."""
    names = macro_names([s.input for s in graph.states], "", taken=("READY",))
    return tuple(_member(name.lower()) for name in names)


def free_number(index: int, fed: Collection[int]) -> int:
    """The number of an input or output among those that are none of states, whose positions are ``fed``."""
    return index - sum(other < index for other in fed)


def _member(name: str) -> str:
    return f"{name}_" if is_reserved(name) or name in _MACROS else name


def _block_name(plan: Plan, placed: PlacedBlock, longest: int) -> str:
    owner = placed.owner
    if isinstance(owner, ScratchOf):
        step = plan.steps[owner.step]
        assert not isinstance(step, PlannedCopy | PlannedIntake)
        return f"SCRATCH_{step.layer}"
    if isinstance(owner, WindowOf):
        group = plan.steps[owner.step]
        assert isinstance(group, PlannedGroup)
        return f"ROWS_{group.layers[owner.stage]}"
    return macro_text(owner.tensor, longest)


def _numbered(base: str, longest: int | None) -> Iterator[str]:
    yield base[:longest].rstrip("_")
    for n in count(2):
        end = f"_{n}"
        yield base[: None if longest is None else longest - len(end)].rstrip("_") + end
