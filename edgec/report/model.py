"""The report as dataclasses, and the stable JSON that CI users rely on (keys are only ever added within a schema)."""

from __future__ import annotations

import hashlib
import json
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from typing import Any

from edgec.codegen.kernels.price import Price, kernel_of
from edgec.codegen.plan.plan import Plan, layer_constants
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Shape, Tensor
from edgec.report.variants import VariantInfo
from edgec.targets.reader import Target
from edgec.targets.records import build_record

SCHEMA = 1


@dataclass(frozen=True)
class ModelInfo:
    """Where the model comes from; ``name`` is untrusted text."""

    name: str
    sha256: str


@dataclass(frozen=True)
class Flash:
    """Bytes of flash.

    ``weights`` are weights, biases and their per-channel factors; ``tables`` lookup tables and other read-only data.
    Measured on the linked objects (C library functions that the model needs are code) when ``measured``; otherwise
    ``code`` and ``total`` are None and the rest is what the plan holds.
    """

    code: int | None
    tables: int
    weights: int
    total: int | None
    measured: bool

    @property
    def constants(self) -> int:
        """Bytes of everything that is not code."""
        return self.weights + self.tables

    @property
    def needed(self) -> int:
        """Bytes in all: measured, or of the constants alone when there is no compiler."""
        return self.constants if self.total is None else self.total


@dataclass(frozen=True)
class Ram:
    """Bytes of RAM: the arena (scratch included), the caller's input and output buffers, the worst-case stack.

    ``stack`` is the deepest path below ``<name>_run`` (interrupts not counted), None with ``stack_note`` saying why.
    """

    arena: int
    input_output: int
    stack: int | None
    stack_note: str = ""

    @property
    def total(self) -> int:
        """Bytes in all, with the stack where it is known."""
        return self.arena + self.input_output + (self.stack or 0)


@dataclass(frozen=True)
class MemoryUse:
    """What a model takes of a memory of the target, of which ``room`` bytes may be used.

    ``constants`` are those that lie in it.  Those in RAM are copied there at start-up, from the flash that holds the
    code: there they are ``copied``.  ``code`` is None where it is not measured; it includes tables of the kernels.
    ``accesses`` is the estimated share of the memory in all accesses to arenas and constants.
    """

    name: str
    kind: str
    room: int
    arena: int
    constants: int
    copied: int = 0
    code: int | None = 0
    accesses: float = 0.0

    @property
    def used(self) -> int:
        """Bytes taken, as far as they are known."""
        return self.arena + self.constants + self.copied + (self.code or 0)


@dataclass(frozen=True)
class Alternative:
    """Kernels that could compute a layer: estimated instructions, bytes of constants and of scratch.

    ``plain``: small, portable C, which other kernels are given up for.  ``id`` names the kernel among all libraries.
    """

    kernel: str
    instructions: int
    flash: int
    scratch: int
    plain: bool = False
    id: str = ""
    library: str = ""


@dataclass(frozen=True)
class LayerCost:
    """One layer.  ``weight_bytes`` counts every constant it reads, shared ones too; ``kernel`` is its C functions.

    ``why`` says why this kernel; ``instructions`` is an estimate (None when the kernel was replaced to save RAM), and
    ``alternatives`` what the other kernels that fit would have cost, the fastest first.  ``plain``, ``id`` and
    ``library`` as there.
    """

    name: str
    op: str
    kernel: str
    output_shape: Shape
    macs: int
    weight_bytes: int
    scratch_bytes: int
    why: str = ""
    instructions: int | None = None
    alternatives: tuple[Alternative, ...] = ()
    plain: bool = False
    id: str = ""
    library: str = ""


@dataclass(frozen=True)
class SavingCost:
    """Layers (by number) that take less memory, and the price.

    ``rows`` of the last layer are made at a time through line buffers (0: one layer with less scratch).  Without this
    one saving the arena would be ``arena_saved`` bytes larger; ``instructions`` are the additional ones, estimated.
    """

    layers: tuple[int, ...]
    rows: int
    arena_saved: int
    instructions: int


@dataclass(frozen=True)
class GivenUpCost:
    """A kernel given up for the flash it takes, in these layers (by number): what is taken, and the price.

    ``instructions`` are the additional ones, estimated.
    """

    kernel: str
    layers: tuple[int, ...]
    taken: str
    instructions: int


@dataclass(frozen=True)
class PortInfo:
    """A graph input or output; ``scale`` and ``zero_point`` are None for real numbers."""

    name: str
    dtype: str
    shape: Shape
    scale: float | None
    zero_point: int | None


@dataclass(frozen=True)
class FileHash:
    """What a file of the folder held when it was written: ``path`` as in ``files``, ``sha256`` in hexadecimal."""

    path: str
    sha256: str


@dataclass(frozen=True)
class Report:
    """Everything ``report.json`` says.

    ``prefix`` is the C prefix; ``parameters`` counts the elements of weights and biases, each constant once; ``files``
    are those of the folder beside the report itself; ``library_calls`` the functions its objects need from elsewhere;
    ``savings`` what RAM was saved and at which price, by ``--optimize ram`` or ``--max-ram``.
    ``memories`` are those of the target that may be used, the fastest first.  ``given_up`` are the kernels that a limit
    on flash did not allow; ``level`` is the compiler's optimization level that the files ask for ("": the build's own),
    and ``level_instructions`` what it costs, estimated; ``instructions`` are those of an inference in all, estimated.
    ``hashes`` are those of all ``files``, the copy of the model among them.  ``machine`` is all that is known of the
    target, as ``targets.recorded`` keeps it; ``seal`` the hash of the report itself without it (``seal_of``).
    ``variants`` are the processors that a folder chooses among when it runs; ``layers`` are those of the first.
    """

    schema: int
    edgec: str
    prefix: str
    model: ModelInfo
    target: str
    scheme: str
    optimize: str
    macs: int
    parameters: int
    flash: Flash
    ram: Ram
    inputs: tuple[PortInfo, ...]
    outputs: tuple[PortInfo, ...]
    layers: tuple[LayerCost, ...]
    library_calls: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    savings: tuple[SavingCost, ...] = ()
    memories: tuple[MemoryUse, ...] = ()
    given_up: tuple[GivenUpCost, ...] = ()
    level: str = ""
    level_instructions: int = 0
    instructions: int = 0
    hashes: tuple[FileHash, ...] = ()
    machine: Target | None = None
    seal: str = ""
    variants: tuple[VariantInfo, ...] = ()


@dataclass(frozen=True)
class Measured:
    """What only a compiler can tell."""

    code: int
    tables: int
    weights: int
    data: int
    stack: int | None
    stack_note: str
    library_calls: tuple[str, ...]


def make_report(plan: Plan, measured: Measured | None, files: Sequence[str] = ()) -> Report:
    """The report of a plan, ``measured`` when its target's compiler is there; ``files`` are those of its folder."""
    who = plan.identity
    if measured is None:
        flash = Flash(None, plan.table_bytes, plan.weight_bytes, None, measured=False)
    else:
        total = measured.code + measured.tables + measured.weights + measured.data
        flash = Flash(measured.code, measured.tables + measured.data, measured.weights, total, measured=True)
    io_bytes = sum(t.nbytes for t in (*plan.inputs, *plan.outputs))
    costs = [choice.cost for choice in plan.choices if choice.cost is not None]
    slower = round(sum(c.at_level - c.instructions for c in costs))
    saving = sum(s.instructions for s in plan.savings)
    stack = measured.stack if measured else None
    return Report(
        schema=SCHEMA,
        edgec=who.tool_version,
        prefix=who.prefix,
        model=ModelInfo(who.model_name, who.model_sha256),
        target=who.target,
        scheme=who.scheme,
        optimize=who.optimize,
        macs=plan.macs,
        parameters=count_parameters(plan),
        flash=flash,
        ram=Ram(plan.arena_size, io_bytes, stack, measured.stack_note if measured else "the compiler is missing"),
        inputs=tuple(map(_port, plan.inputs)),
        outputs=tuple(map(_port, plan.outputs)),
        layers=tuple(_layer(plan, i) for i in range(len(plan.layers))),
        library_calls=measured.library_calls if measured else (),
        files=tuple(sorted(files)),
        savings=tuple(SavingCost(s.layers, s.rows, s.arena, s.instructions) for s in plan.savings),
        memories=memory_uses(plan, flash),
        given_up=_given_up(plan),
        level=who.level,
        level_instructions=slower,
        instructions=sum(c.instructions for c in costs) + slower + saving,
    )


def with_hashes(report: Report, files: Iterable[tuple[str, bytes]]) -> Report:
    """The report with the hash of each file (path, content), in order of their paths, and its own."""
    found = (FileHash(path, hashlib.sha256(content).hexdigest()) for path, content in sorted(files))
    hashed = replace(report, hashes=tuple(found))
    return replace(hashed, seal=seal_of(to_json(hashed)))


def seal_of(value: Mapping[str, Any]) -> str:
    """SHA-256 of a report as JSON values, without its key ``seal``; white space and the order of keys do not count."""
    text = json.dumps({key: v for key, v in value.items() if key != "seal"}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _given_up(plan: Plan) -> tuple[GivenUpCost, ...]:
    """The kernels that were given up for flash, in order of their first layers."""
    found: dict[tuple[str, str], GivenUpCost] = {}
    for i, choice in enumerate(plan.choices):
        if choice.instead_of is None or choice.cost is None:
            continue
        pair = choice.instead_of.kernel, choice.cost.kernel
        known = found.get(pair, GivenUpCost(pair[0], (), pair[1], 0))
        more = choice.cost.instructions - choice.instead_of.instructions
        found[pair] = replace(known, layers=(*known.layers, i), instructions=known.instructions + more)
    return tuple(found.values())


def memory_uses(plan: Plan, flash: Flash | None = None) -> tuple[MemoryUse, ...]:
    """What a plan takes of each memory; the code is known when ``flash`` is measured."""
    home = plan.places.home.name if plan.places.home else ""
    constants = dict.fromkeys(("", *(r.name for r in plan.places.memories)), 0)
    for symbol in plan.symbols:
        constants[symbol.memory or home] += symbol.nbytes
    copied = sum(constants[r.name] for r in plan.places.memories if r.kind == "ram")
    measured = flash.total if flash is not None else None
    code = None if measured is None else measured - sum(constants.values())
    arenas = {a.memory: a.size for a in plan.arenas}
    uses = (
        MemoryUse(
            r.name, r.kind, r.room, arenas.get(r.name, 0), constants[r.name], accesses=plan.accesses.get(r.name, 0.0)
        )
        for r in plan.places.memories
    )
    return tuple(replace(m, copied=copied, code=code) if m.name == home else m for m in uses)


def count_parameters(plan: Plan) -> int:
    """Elements of all real or quantized constants that the network reads (indices and the like do not count)."""
    return sum(t.size for t in plan.graph.constants() if t.dtype.is_float or t.quant is not None)


def _port(tensor: Tensor) -> PortInfo:
    q = tensor.quant if tensor.quant is not None and tensor.quant.axis is None else None
    return PortInfo(tensor.name, tensor.dtype.value, tensor.shape, q.s if q else None, q.z if q else None)


def _layer(plan: Plan, index: int) -> LayerCost:
    layer = plan.layers[index]
    kernel = ", ".join(dict.fromkeys(c.symbol for c in layer.calls))
    kernels = [c.kernel for c in layer.calls if c.kernel is not None]
    choice = plan.choices[index] if plan.choices else None
    chosen = choice.cost if choice is not None and choice.cost and choice.cost.kernel == kernel else None
    others = choice.alternatives if choice is not None else ()
    return LayerCost(
        name=layer.node.name,
        op=layer.node.op,
        kernel=kernel,
        output_shape=plan.graph.tensors[layer.node.outputs[0]].shape,
        macs=sum(c.macs for c in layer.calls),
        weight_bytes=sum(s.nbytes for s in layer_constants(plan, index)),
        scratch_bytes=max((c.scratch_bytes for c in layer.calls), default=0),
        why="; ".join(dict.fromkeys(c.why for c in layer.calls if c.why)),
        instructions=chosen.instructions if chosen else None,
        plain=all(k.plain for k in kernels),
        id=kernel_of(layer.calls).name if kernels else "",
        library=kernel_of(layer.calls).library.name if kernels else "",
        alternatives=tuple(_alternative(a) for a in others),
    )


def _alternative(price: Price) -> Alternative:
    return Alternative(
        price.kernel, price.instructions, price.flash, price.scratch, price.plain, price.name, price.library
    )


def to_json(report: Report) -> dict[str, Any]:
    """The report as JSON values (lists, not tuples); key order is that of the dataclasses."""
    value: dict[str, Any] = json.loads(json.dumps(asdict(report)))
    return value


def from_json(value: Mapping[str, Any]) -> Report:
    """A report read back; keys it does not know are left out.

    Raises:
        UsageError: no report, another schema, or a key is missing or has the wrong form.
    """
    if value.get("schema") != SCHEMA:
        raise UsageError(
            f"report.json has schema {value.get('schema')!r}, this edgec reads {SCHEMA}; convert the model again"
        )
    return build_record(Report, _known(Report, value), "report.json")


def _known(kind: Any, value: Any) -> Any:
    """The value without keys its dataclass does not have, at every depth; what does not fit is left to the caller."""
    if isinstance(kind, types.UnionType):
        return next((_known(k, value) for k in typing.get_args(kind) if is_dataclass(k)), value)
    if isinstance(value, list):
        return [_known(typing.get_args(kind)[0], v) for v in value] if typing.get_origin(kind) is tuple else value
    if not is_dataclass(kind) or not isinstance(value, Mapping):
        return value
    hints = typing.get_type_hints(kind)
    return {f.name: _known(hints[f.name], value[f.name]) for f in fields(kind) if f.name in value}
