"""The states of a model as the templates see them: a struct, its first values, the word that marks it."""

from __future__ import annotations

import zlib

from edgec.codegen.emit.literals import array_lines
from edgec.codegen.emit.naming import state_members
from edgec.codegen.emit.ports import PortView, ports_of, tensor_text
from edgec.codegen.kernels.spec import stored
from edgec.codegen.plan.plan import Plan
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.ranges.states import initial_value

FORMAT = 1
"""The version of what ``_state_save`` writes: raised when its bytes mean something else than before."""
READY, READY_BYTES = "ready", 4


@dataclass(frozen=True)
class StateView:
    """One state: its port, its member of the struct, and what ``_reset`` sets it to.

    ``first`` is the value of every element, "" where they differ; then ``lines`` are those of an array of ``period``
    of them, which repeat.
    """

    port: PortView
    member: str
    first: str
    lines: tuple[str, ...] = ()
    period: int = 0


@dataclass(frozen=True)
class StatesView:
    """All states of a model; without any ``each`` is empty and nothing of this is written.

    ``members`` are declarations in an order that leaves no gaps: larger elements come first.  ``ready`` marks a struct
    that was reset or restored, and is one number for all conversions whose states mean the same.
    """

    each: tuple[StateView, ...]
    members: tuple[str, ...]
    last: str
    size: int
    ready: str

    def __bool__(self) -> bool:
        """Return whether the model has states."""
        return bool(self.each)


NO_STATES = StatesView((), (), "", 0, "")


def states_view(plan: Plan) -> StatesView:
    """The states of a plan."""
    graph, prefix = plan.graph, plan.identity.prefix
    if not graph.states:
        return NO_STATES
    names = state_members(graph)
    ports = ports_of(plan.states, prefix, "state", "state", taken=("SIZE", "READY"))
    each = tuple(
        _view(port, name, initial_value(graph, s)) for port, name, s in zip(ports, names, graph.states, strict=True)
    )
    declared = {v.member: f"{v.port.ctype} {v.member}[{v.port.macro}_SIZE];" for v in each}
    declared[READY] = f"uint32_t {READY}; /* set by _reset and _restore; private */"
    places = layout(graph)
    return StatesView(
        each=each,
        members=tuple(declared[name] for name in places),
        last=[*places][-1],
        size=struct_size(graph),
        ready=f"0x{ready_word(graph, plan.identity.model_sha256):08x}u",
    )


def layout(graph: Graph) -> dict[str, int]:
    """The offset of each member of the struct, in their order."""
    tensors = [graph.tensors[s.input] for s in graph.states]
    members = [(READY_BYTES, READY_BYTES, READY)]
    members += [(t.dtype.bytes, t.nbytes, name) for t, name in zip(tensors, state_members(graph), strict=True)]
    offsets, at = {}, 0
    for _, size, name in sorted(members, key=lambda m: -m[0]):
        offsets[name] = at
        at += size
    return offsets


def struct_size(graph: Graph) -> int:
    """Bytes of all members of the struct; 0 of a model without states."""
    sizes = [graph.tensors[s.input].nbytes for s in graph.states]
    return READY_BYTES + sum(sizes) if sizes else 0


def alignment(graph: Graph) -> int:
    """The largest alignment of the struct's members."""
    return max([READY_BYTES, *(graph.tensors[s.input].dtype.bytes for s in graph.states)])


def ready_word(graph: Graph, sha256: str) -> int:
    """A non-zero word for all states that mean the same: of one model, with equal names, types and scales."""
    texts = [f"{s.input} {tensor_text(graph.tensors[s.input])}" for s in graph.states]
    return zlib.crc32("\n".join([f"edgec state {FORMAT} {sha256}", *texts]).encode()) | 1


def _view(port: PortView, member: str, first: Array) -> StateView:
    values = stored(first)
    if (values == values[:1]).all():
        return StateView(port, member, array_lines(values[:1])[0])
    divisors = (n for n in range(2, values.size + 1) if values.size % n == 0)
    period = next(n for n in divisors if (values.reshape(-1, n) == values[:n]).all())
    return StateView(port, member, "", tuple(array_lines(values[:period])), period)
