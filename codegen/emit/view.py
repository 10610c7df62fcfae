"""Views of a plan for the templates, as strings; all arithmetic and all escaping of untrusted text is here."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from edgec.codegen.emit.calls import (
    Instance,
    InstanceView,
    arena_suffix,
    instance_of,
    instances,
    pointer_text,
    wrapped,
)
from edgec.codegen.emit.conversion import PLACEHOLDER
from edgec.codegen.emit.intake import InsideView, inside, ports_bytes, taken
from edgec.codegen.emit.literals import array_lines, text_literal
from edgec.codegen.emit.names import comment_text
from edgec.codegen.emit.naming import block_names, free_number, macro_names
from edgec.codegen.emit.package import Package, is_raised, optimization_of, package_of
from edgec.codegen.emit.ports import PortView, ports_of, tensor_text
from edgec.codegen.emit.rows import group_comment, group_lines
from edgec.codegen.emit.runtime import SharedBlocks, in_order
from edgec.codegen.emit.slices import NO_SLICES, SlicesView, slices_view
from edgec.codegen.emit.states import NO_STATES, StatesView, states_view, struct_size
from edgec.codegen.emit.variant import Variant
from edgec.codegen.kernels.build import EXACT_FLOATS, BuildRule, LinkCheck
from edgec.codegen.kernels.library import Vendor
from edgec.codegen.kernels.narrow import NEAR_SPACE, leading_headers
from edgec.codegen.plan.constants import ConstantSymbol
from edgec.codegen.plan.plan import (
    CallerOutput,
    Identity,
    PlacedBlock,
    Plan,
    PlannedCall,
    PlannedCopy,
    PlannedGroup,
    PlannedIntake,
    layer_constants,
)
from edgec.codegen.schedule.liveness import ScratchOf, WindowOf
from edgec.codegen.schedule.steps import Part
from edgec.converter.graph.frozen import dataclass
from edgec.converter.ops.registry import quant_rule
from edgec.converter.ops.spec import QuantRule
from edgec.targets.machine.compile import KERNEL_FOLDER

FLASH = "EDGEC_FLASH "  # what constants are qualified by that may lie in an address space of their own


@dataclass(frozen=True)
class LayerView:
    """A layer in ``_run``: its comment and its calls.  ``id`` is None for a final copy into an output.

    ``fails``: a call may, so that what it gives is looked at.
    """

    id: int | None
    comment: tuple[str, ...]
    calls: tuple[str, ...]
    fails: bool = False


@dataclass(frozen=True)
class ConstantView:
    """A constant array."""

    name: str
    ctype: str
    count: int
    align: int
    comment: str
    lines: tuple[str, ...]
    memory: str = ""

    @property
    def in_flash(self) -> bool:
        """Whether it may lie in an address space of its own."""
        return self.ctype.startswith(FLASH)

    @property
    def not_finite(self) -> bool:
        """Whether a value is written as INFINITY or NAN, which need <math.h>."""
        real = "float" in self.ctype or "double" in self.ctype
        return real and any("INFINITY" in line or "NAN" in line for line in self.lines)


@dataclass(frozen=True)
class ArenaView:
    """An arena of the API: ``suffix`` is added to names when there are several, ``memory`` what it is made for."""

    memory: str
    suffix: str
    size: int


@dataclass(frozen=True)
class ModelView:
    """Everything the templates of one model use."""

    prefix: str
    upper: str
    banner: tuple[str, ...]
    inputs: tuple[PortView, ...]
    outputs: tuple[PortView, ...]
    arenas: tuple[ArenaView, ...]
    arena_align: int
    arena_map: tuple[str, ...]
    offsets: tuple[tuple[str, int], ...]
    ready: str
    headers: tuple[str, ...]
    instances: tuple[InstanceView, ...]
    layers: tuple[LayerView, ...]
    layer_count: int
    constants: tuple[ConstantView, ...]
    uses_copy: bool
    uses_rows: bool
    uses_math: bool
    level: str
    optimization: str
    raised: bool
    unaligned: bool
    tag: str
    sources: tuple[str, ...]
    externals: tuple[Vendor, ...]
    package: Package | None
    target: str
    rules: tuple[BuildRule, ...]
    links: tuple[LinkCheck, ...]
    float_rule: BuildRule = EXACT_FLOATS
    conversion: str = PLACEHOLDER
    variants: tuple[Variant, ...] = ()
    sha256: str = ""
    version: str = ""
    classes: tuple[tuple[str, int], ...] = ()
    class_names: tuple[str, ...] = ()
    states: StatesView = NO_STATES
    slices: SlicesView = NO_SLICES
    narrow_int: bool = False
    flash: bool = False
    flash_space: str = ""
    inside: tuple[InsideView, ...] = ()

    @property
    def fails(self) -> bool:
        """Whether a layer's call may."""
        return any(instance.fails for instance in self.instances)

    @property
    def ports(self) -> tuple[PortView, ...]:
        """Inputs, then outputs."""
        return (*self.inputs, *self.outputs)

    @property
    def described(self) -> tuple[tuple[int, PortView], ...]:
        """Inputs, outputs and states, each with its index among those of its kind."""
        kinds = (self.inputs, self.outputs, tuple(s.port for s in self.states.each))
        return tuple((i, port) for ports in kinds for i, port in enumerate(ports))

    @property
    def readable(self) -> tuple[PortView, ...]:
        """Ports that a caller reads after a run: outputs and states."""
        return (*self.outputs, *(s.port for s in self.states.each))

    @property
    def near_flash(self) -> bool:
        """Whether the addresses of constants reach only 64 KB of flash."""
        return self.flash_space == NEAR_SPACE

    @property
    def split(self) -> bool:
        """Whether there are several arenas."""
        return len(self.arenas) > 1

    @property
    def memories(self) -> tuple[str, ...]:
        """Memories that constants have a section for, in order of first use."""
        return tuple(dict.fromkeys(c.memory for c in self.constants if c.memory))


def model_view(
    plan: Plan, ready: int, uses_math: bool,
    libraries: Sequence[SharedBlocks] = (), rules: tuple[BuildRule, ...] = (), flash: bool = False,
) -> ModelView:  # fmt: skip
    """The view of a plan.

    ``ready`` marks an initialized model struct, ``libraries`` are those with shared blocks, ``rules`` what its C takes
    for granted of a build.  ``flash``: its constants may lie in an address space of their own.
    """
    prefix = plan.identity.prefix
    functions, blocks = instances(plan, FLASH if flash else ""), block_names(plan)
    return ModelView(
        prefix=prefix,
        upper=prefix.upper(),
        banner=_banner(plan),
        inputs=ports_of(plan.inputs, prefix, "input", "in"),
        outputs=ports_of(plan.outputs, prefix, "output", "out"),
        arenas=tuple(_arena(plan, i) for i in range(len(plan.arenas))),
        arena_align=plan.arena_align,
        arena_map=_arena_map(plan, blocks),
        offsets=tuple(zip(blocks, (b.offset for b in plan.blocks), strict=True)),
        ready=f"0x{ready:08x}u",
        headers=(*leading_headers(plan.identity.options), *in_order(plan.headers, libraries)),
        instances=tuple(functions.values()),
        layers=() if plan.pieces else _layers(plan, functions, blocks),
        layer_count=len(plan.layers),
        constants=tuple(_constant(s, FLASH if flash and not s.array.is_operand else "") for s in plan.symbols),
        uses_copy=any(isinstance(s, PlannedCopy | PlannedIntake) for s in plan.steps),
        uses_rows=any(loop.count > 1 for s in plan.steps if isinstance(s, PlannedGroup) for loop in s.loops),
        uses_math=uses_math,
        level=plan.identity.level,
        optimization=optimization_of(plan.identity),
        raised=is_raised(plan.identity),
        unaligned=any("dsp" in library.needs for library in plan.libraries),
        tag=libraries[0].tag if libraries else "",
        sources=tuple(f"{KERNEL_FOLDER}/{library.file}" for library in libraries),
        externals=tuple(library.vendor for library in plan.libraries if library.vendor is not None),
        package=package_of(plan.identity),
        target=comment_text(plan.identity.target),
        rules=rules,
        links=plan.links,
        sha256=text_literal(plan.identity.model_sha256),
        version=text_literal(plan.identity.tool_version),
        classes=_classes(plan.identity),
        class_names=tuple(map(text_literal, plan.identity.class_names)),
        states=states_view(plan),
        slices=slices_view(plan, functions, blocks),
        flash=flash,
        inside=inside(plan, blocks),
    )


def _classes(identity: Identity) -> tuple[tuple[str, int], ...]:
    """A macro for each class, and its index; ``_CLASS_NAMES`` is that of all names."""
    macros = macro_names(identity.class_names, f"{identity.prefix.upper()}_CLASS_", taken=("NAMES",))
    return tuple((macro, i) for i, macro in enumerate(macros))


def ready_word(identity: Identity) -> int:
    """A non-zero word that marks a struct initialized for this very model."""
    return zlib.crc32(f"{identity.prefix} {identity.model_sha256}".encode()) | 1


def _banner(plan: Plan) -> tuple[str, ...]:
    who = plan.identity
    flags = (f"flags   {comment_text(' '.join(who.options))}",) if who.options else ()
    return (
        f"Generated by edgec {comment_text(who.tool_version)}; do not edit.",
        f"model   '{comment_text(who.model_name)}', sha256 {comment_text(who.model_sha256)}",
        f"target  {comment_text(who.target)}, {comment_text(who.scheme)}, optimized for {comment_text(who.optimize)}",
        *flags,
        f"MACs    {plan.macs} per inference",
        f"flash   {plan.weight_bytes} bytes of weights, {plan.table_bytes} bytes of tables, and code (see report.json)",
        f"RAM     {plan.arena_size} bytes of arena{_by_memory(plan)}, {ports_bytes(plan)} bytes",
        *_state_lines(plan),
    )


def _state_lines(plan: Plan) -> tuple[str, ...]:
    if not plan.states:
        return ()
    size = struct_size(plan.graph)
    return (f"state   {size} bytes that a call leaves for the next, the caller's: {plan.identity.prefix}_state_t",)


def _arena(plan: Plan, index: int) -> ArenaView:
    arena = plan.arenas[index]
    return ArenaView(arena.memory if plan.places.named else "", arena_suffix(plan, index), arena.size)


def _by_memory(plan: Plan) -> str:
    if len(plan.arenas) < 2:
        return ""
    return " (" + " + ".join(f"{a.memory} {a.size}" for a in plan.arenas) + ")"


def _arena_map(plan: Plan, names: Sequence[str]) -> tuple[str, ...]:
    if not plan.blocks:
        return ("Arena: not used.",)
    lines: list[str] = []
    width = max(6, *map(len, names))
    for region, arena in enumerate(plan.arenas):
        best = f"lower bound: {arena.bound}"
        if arena.bound == arena.size:
            best = "optimal for this schedule"
        where = f" in {arena.memory}" if len(plan.arenas) > 1 else ""
        lines += [
            f"Arena{where}: {arena.size} bytes; placement: {plan.arena_method}, {best}.",
            f"   first    past   bytes  layers     {'offset':{width}s}  what",
        ]
        for name, b in zip(names, plan.blocks, strict=True):
            if b.block.region == region:
                lines += _block_lines(plan, b, name, width)
    return tuple(lines)


def _block_lines(plan: Plan, b: PlacedBlock, name: str, width: int) -> list[str]:
    steps = f"{_layer_of(plan, b.block.first)}..{_layer_of(plan, b.block.last)}"
    inside = [(tensor, p) for tensor, p in plan.parts if p.whole == b.owner]
    parts = [
        (p.offset, p.end - p.offset, "", "", f"  {_share(p)}: '{comment_text(tensor, 40)}'") for tensor, p in inside
    ]
    lines = []
    for offset, size, when, of, what in ((0, b.block.size, steps, name, _owner_text(plan, b)), *parts):
        start = b.offset + offset
        lines.append(f"{start:8d}{start + size:8d}{size:8d}  {when:9s}  {of:{width}s}  {what}")
    return lines


def _share(part: Part) -> str:
    return f"{part.run} of every {part.pitch} bytes" if part.pitch else "part of it"


def _layer_of(plan: Plan, step: int) -> int:
    planned = plan.steps[step]
    if isinstance(planned, PlannedIntake):
        return 0
    return len(plan.layers) if isinstance(planned, PlannedCopy) else planned.layer


def _owner_text(plan: Plan, b: PlacedBlock) -> str:
    if isinstance(b.owner, ScratchOf):
        return f"scratch of layer {_layer_of(plan, b.owner.step)}"
    if isinstance(b.owner, WindowOf):
        group = plan.steps[b.owner.step]
        assert isinstance(group, PlannedGroup)
        if group.program.places:
            more = ", and scratch" if group.program.desks else ""
            return f"rows of layers {group.layers[0]} to {group.layers[-2]}{more}"
        return f"rows of layer {group.layers[b.owner.stage]}"
    return f"'{comment_text(b.owner.tensor, 48)}'"


def _layers(plan: Plan, functions: Mapping[Instance, InstanceView], blocks: Sequence[str]) -> tuple[LayerView, ...]:
    """Layers in order of execution; the calls of one layer follow each other."""
    layers: list[LayerView] = []
    for step in plan.steps:
        if isinstance(step, PlannedGroup):
            about = [line for i in step.layers for line in _layer_comment(plan, i)]
            fails = any(run.call.fails for run in step.runs)
            lines = group_lines(plan, step, functions, blocks)
            layers.append(LayerView(None, (*group_comment(step), *about), lines, fails))
        elif isinstance(step, PlannedCall):
            pointers = [pointer_text(plan, blocks, p) for p in step.pointers]
            call = wrapped(functions[instance_of(step.call)].called, pointers, ");", 4)
            if layers and layers[-1].id == step.layer:
                both = layers[-1].fails or step.call.fails
                layers[-1] = replace(layers[-1], calls=(*layers[-1].calls, call), fails=both)
            else:
                layers.append(LayerView(step.layer, _layer_comment(plan, step.layer), (call,), step.call.fails))
        elif isinstance(step, PlannedIntake):
            lines = tuple(line for one in step.inputs for line in taken(plan, blocks, *one))
            layers.append(LayerView(None, ("inputs lie in the arena: others are copied there",), lines))
        else:
            target, source = pointer_text(plan, blocks, step.target), pointer_text(plan, blocks, step.source)
            comment = _copy_comment(plan, step.target)
            layers.append(LayerView(None, (comment,), (f"(void)memcpy({target}, {source}, {step.size}u);",)))
    return tuple(layers)


def _copy_comment(plan: Plan, target: CallerOutput) -> str:
    fed = [output for _, output in plan.graph.fed]
    if target.index not in fed:
        return f"output {free_number(target.index, fed)} is a copy: no layer computes it in place"
    return f"state '{comment_text(plan.graph.outputs[target.index], 48)}': the old value was needed until here"


def _layer_comment(plan: Plan, index: int) -> tuple[str, ...]:
    layer = plan.layers[index]
    ins = [plan.graph.tensors[n] for n in layer.node.inputs if n]
    lines = [f"Layer {index}: {layer.node.op} '{comment_text(layer.node.name, 80)}'"]
    named = ("input", "weight", "bias") if quant_rule(layer.node) is QuantRule.WEIGHTED else ("const",) * len(ins)
    lines += [f"input   {tensor_text(t)}" for t in ins if not t.is_const]
    lines += [f"{name:<7} {tensor_text(t)}" for t, name in zip(ins, named, strict=False) if t.is_const and t.shape]
    lines += [f"output  {tensor_text(plan.graph.tensors[n])}" for n in layer.node.outputs]
    kernels = dict.fromkeys((c.symbol, c.why) for c in layer.calls)
    lines += [f"kernel  {symbol}: {comment_text(why, 200)}" if why else f"kernel  {symbol}" for symbol, why in kernels]
    macs = sum(c.macs for c in layer.calls)
    const = sum(s.nbytes for s in layer_constants(plan, index))
    scratch = max((c.scratch_bytes for c in layer.calls), default=0)
    lines.append(f"cost    {macs} MACs, {const} bytes of constants, {scratch} bytes of scratch")
    return tuple(lines)


def _constant(symbol: ConstantSymbol, space: str) -> ConstantView:
    readers = ("layer " if len(symbol.layers) == 1 else "layers ") + ", ".join(map(str, symbol.layers))
    holds = f" with {symbol.array.holds}" if symbol.array.holds else ""
    return ConstantView(
        name=symbol.name,
        ctype=space + symbol.array.ctype,
        count=max(symbol.array.data.size, 1),
        align=symbol.array.align,
        comment=f"{readers}: {symbol.array.role}{holds}, {symbol.nbytes} bytes",
        lines=tuple(array_lines(symbol.array.data)),
        memory=symbol.memory,
    )
