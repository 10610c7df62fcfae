"""The report of a plan and of what a compiler measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from edgec.codegen.choose.choice import Choice
from edgec.codegen.emit.naming import state_members
from edgec.codegen.emit.states import struct_size
from edgec.codegen.kernels.library import COMPILERS, vendor_of
from edgec.codegen.kernels.price import Price, kernel_of
from edgec.codegen.plan.plan import Plan, layer_constants
from edgec.converter.graph.ir import Tensor
from edgec.reports.attributes import attributes_of
from edgec.reports.blocks import BlockLinks, arena_blocks, layer_links, step_layers
from edgec.reports.records import (
    SCHEMA,
    Alternative,
    Flash,
    GivenUpCost,
    LayerCost,
    Measured,
    MemoryUse,
    ModelInfo,
    PortInfo,
    Ram,
    Report,
    SavingCost,
)
from edgec.reports.sparsity import layer_sparsity
from edgec.reports.states import StateInfo


def make_report(plan: Plan, measured: Measured | None, files: Sequence[str] = ()) -> Report:
    """The report of a plan, ``measured`` when its target's compiler is there; ``files`` are those of its folder."""
    who = plan.identity
    flash = _flash(plan, measured)
    costs = [choice.cost for choice in plan.choices if choice.cost is not None]
    slower = round(sum(c.at_level - c.instructions for c in costs))
    layers = tuple(_layer(plan, i, links) for i, links in enumerate(layer_links(plan)))
    assembly = _assembly(plan)
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
        ram=Ram(
            plan.arena_size,
            plan.io_bytes,
            measured.stack if measured else None,
            measured.stack_note if measured else "the compiler is missing",
            struct_size(plan.graph),
            measured.data if measured and who.flash_space else 0,
        ),
        inputs=tuple(map(_port, plan.inputs)),
        outputs=tuple(map(_port, plan.outputs)),
        states=_states(plan),
        layers=layers,
        library_calls=measured.library_calls if measured else (),
        files=tuple(sorted(files)),
        savings=tuple(SavingCost(s.layers, s.rows, s.arena, s.instructions) for s in plan.savings),
        memories=memory_uses(plan, flash),
        given_up=_given_up(plan),
        level=who.level,
        level_instructions=slower,
        instructions=sum(layer.instructions or 0 for layer in layers),
        blocks=arena_blocks(plan),
        steps=step_layers(plan),
        flags=who.options,
        assembly=tuple(assembly),
        assembly_compilers=_compilers(assembly),
        sparsity=layer_sparsity(plan),
        class_names=who.class_names,
    )


def _flash(plan: Plan, measured: Measured | None) -> Flash:
    """The flash that a compiler measured, or what is known without one."""
    if measured is None:
        return Flash(None, plan.table_bytes, plan.weight_bytes, None, measured=False)
    total = measured.code + measured.tables + measured.weights + measured.data
    return Flash(measured.code, measured.tables + measured.data, measured.weights, total, measured=True)


def _assembly(plan: Plan) -> dict[str, tuple[str, ...]]:
    """Libraries of which the plan uses assembly, and the compilers that take it; others take portable C."""
    used = {c.kernel.library for layer in plan.layers for c in layer.calls if c.kernel is not None}
    by_library = {library.name: library.assembly_by(plan.identity.options) for library in used}
    return {name: by for name, by in sorted(by_library.items()) if by}


def _compilers(assembly: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The compilers that take all of this assembly."""
    return tuple(c for c in COMPILERS if all(c in by for by in assembly.values()))


def _given_up(plan: Plan) -> tuple[GivenUpCost, ...]:
    """The kernels that were given up for flash, in order of their first layers."""
    costs: dict[tuple[str, str], GivenUpCost] = {}
    for i, choice in enumerate(plan.choices):
        if choice.instead_of is None or choice.cost is None:
            continue
        pair = choice.instead_of.kernel, choice.cost.kernel
        known = costs.get(pair, GivenUpCost(pair[0], (), pair[1], 0))
        more = choice.cost.at_level - choice.instead_of.at_level
        costs[pair] = replace(known, layers=(*known.layers, i), instructions=known.instructions + more)
    return tuple(costs.values())


def memory_uses(plan: Plan, flash: Flash | None = None) -> tuple[MemoryUse, ...]:
    """Return the use of each memory of the target by a plan, in bytes; the code is known when ``flash`` is measured."""
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


def _states(plan: Plan) -> tuple[StateInfo, ...]:
    graph = plan.graph
    return tuple(
        StateInfo(s.input, s.output, member, p.dtype, p.shape, p.scale, p.zero_point, s.initial)
        for s, member, p in zip(graph.states, state_members(graph), map(_port, plan.states), strict=True)
    )


def _layer(plan: Plan, index: int, links: BlockLinks) -> LayerCost:
    layer = plan.layers[index]
    output = plan.graph.tensors[layer.node.outputs[0]]
    kernel = ", ".join(dict.fromkeys(c.symbol for c in layer.calls))
    kernels = [c.kernel for c in layer.calls if c.kernel is not None]
    choice = plan.choices[index] if plan.choices else None
    more = sum(n for saving in plan.savings for i, n in saving.shares if i == index)
    return LayerCost(
        name=layer.node.name,
        op=layer.node.op,
        kernel=kernel,
        output_shape=output.shape,
        macs=sum(c.macs for c in layer.calls),
        weight_bytes=sum(s.nbytes for s in layer_constants(plan, index)),
        scratch_bytes=max((c.scratch_bytes for c in layer.calls), default=0),
        why="; ".join(dict.fromkeys(c.why for c in layer.calls if c.why)),
        instructions=choice.cost.at_level + more if choice and choice.cost else None,
        plain=all(k.plain for k in kernels),
        id=kernel_of(layer.calls).name if kernels else "",
        library=kernel_of(layer.calls).library.name if kernels else "",
        alternatives=_alternatives(choice, kernel),
        after=links.after,
        inputs=links.inputs,
        outputs=links.outputs,
        vendor=vendor_of(layer.calls),
        output=_port(output),
        attributes=attributes_of(layer.node.attrs),
    )


def _alternatives(choice: Choice | None, kernel: str) -> tuple[Alternative, ...]:
    """Return the other kernels that could compute a layer, the fastest first: also one that less scratch replaced."""
    if choice is None or choice.cost is None:
        return ()
    others = choice.alternatives
    if choice.cost.kernel != kernel:
        others = (choice.cost, *(a for a in others if a.kernel != kernel))
    return tuple(map(_alternative, sorted(others, key=lambda a: a.at_level)))


def _alternative(price: Price) -> Alternative:
    return Alternative(price.kernel, price.at_level, price.flash, price.scratch, price.plain, price.name, price.library)
