"""The plan: everything decided about a model's C code, before a line of it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from edgec.codegen.arena.problem import ARENA_ALIGN, Block, Placement
from edgec.codegen.choose.choice import Choice
from edgec.codegen.kernels.build import LinkCheck
from edgec.codegen.kernels.library import Library
from edgec.codegen.kernels.narrow import OWN_BLOCKS
from edgec.codegen.kernels.spec import Call, Scratch
from edgec.codegen.plan import constants
from edgec.codegen.plan import proof as arena_check
from edgec.codegen.plan.constants import ConstantPool, ConstantSymbol, StepSymbols
from edgec.codegen.plan.pieces import Piece
from edgec.codegen.plan.regions import Arena, Places, locate
from edgec.codegen.plan.rows import AtArena, AtSymbol, PlannedGroup, Pointer, Shifted, plan_group
from edgec.codegen.schedule.best import best_schedule
from edgec.codegen.schedule.liveness import ArenaProblem, Owner, ScratchOf, arena_problem
from edgec.codegen.schedule.states import states_in_place
from edgec.codegen.schedule.steps import (
    ArenaTensor,
    CallerInput,
    CallerOutput,
    CallStep,
    GroupStep,
    IntakeStep,
    Layer,
    Part,
    Saving,
    Schedule,
    Step,
    Storage,
)
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph, Tensor


@dataclass(frozen=True)
class Identity:
    """The origin of a generated file, as the file states it.

    ``prefix`` is the C prefix; ``scheme`` the arithmetic ("int8", "float32"); ``model_name`` is untrusted text;
    ``level`` the compiler's optimization that the files ask for ("Os", "O2"), empty for that of the build; ``flags``
    are the options of the compiler that an installed library carries, empty where none is installed; ``options`` those
    that its figures are measured with.  ``class_names`` are untrusted texts, in the order of the scores.
    ``flash_space`` is the address space of constants in C ("": that of data).
    """

    prefix: str
    tool_version: str
    model_name: str
    model_sha256: str
    target: str
    scheme: str
    optimize: str
    level: str = ""
    flags: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    class_names: tuple[str, ...] = ()
    flash_space: str = ""


@dataclass(frozen=True)
class PlannedCall:
    """A kernel call with its pointers (parallel to ``call.args``)."""

    layer: int
    call: Call
    pointers: tuple[Pointer, ...]


@dataclass(frozen=True)
class PlannedCopy:
    """A copy of ``size`` bytes into a graph output."""

    source: Pointer
    target: CallerOutput
    size: int


@dataclass(frozen=True)
class PlannedIntake:
    """Inputs that lie in the arena: each with its block and its bytes, copied unless the caller's buffer is there."""

    inputs: tuple[tuple[CallerInput, AtArena, int], ...]


PlannedStep: TypeAlias = "PlannedCall | PlannedCopy | PlannedGroup | PlannedIntake"


@dataclass(frozen=True)
class PlacedBlock:
    """A block of the arena with its place and what lives there."""

    owner: Owner
    block: Block
    offset: int


@dataclass(frozen=True)
class Plan:
    """A model ready to be written as C.

    ``blocks`` are in order of first use, each in the arena that ``block.region`` counts; sizes of ``arenas`` are exact
    (the last byte used plus one); ``accesses`` is the share of each memory in all of them, ``reads`` are bytes
    read of each symbol (``regions.Located``).
    ``pieces``: what a run in slices may do at once; none when it is not asked for.
    ``choices`` run parallel to ``layers``: what was weighed for each (its kernel may have been replaced later, to save
    RAM).
    """

    identity: Identity
    graph: Graph
    layers: tuple[Layer, ...]
    steps: tuple[PlannedStep, ...]
    symbols: tuple[ConstantSymbol, ...]
    blocks: tuple[PlacedBlock, ...]
    arenas: tuple[Arena, ...]
    arena_align: int
    arena_method: str
    places: Places
    accesses: Mapping[str, float]
    reads: tuple[float, ...] = ()
    choices: tuple[Choice, ...] = ()
    savings: tuple[Saving, ...] = ()
    parts: tuple[tuple[str, Part], ...] = ()
    pieces: tuple[Piece, ...] = ()

    @property
    def inputs(self) -> tuple[Tensor, ...]:
        """Tensors of the graph inputs that are given at each call."""
        return tuple(self.graph.tensors[n] for n in self.graph.free_inputs)

    @property
    def outputs(self) -> tuple[Tensor, ...]:
        """Tensors of the graph outputs that each call gives."""
        return tuple(self.graph.tensors[n] for n in self.graph.free_outputs)

    @property
    def intake(self) -> tuple[tuple[CallerInput, AtArena, int], ...]:
        """Inputs that lie in the arena, each with its block and its bytes."""
        return tuple(one for s in self.steps if isinstance(s, PlannedIntake) for one in s.inputs)

    @property
    def io_bytes(self) -> int:
        """Bytes of the caller's inputs and outputs; inputs in the arena are no others."""
        return sum(t.nbytes for t in (*self.inputs, *self.outputs)) - sum(size for _, _, size in self.intake)

    @property
    def states(self) -> tuple[Tensor, ...]:
        """Tensors of the states, as calls read them."""
        return tuple(self.graph.tensors[s.input] for s in self.graph.states)

    @cached_property
    def constants(self) -> Mapping[int, tuple[ConstantSymbol, ...]]:
        """The constants each layer reads, shared ones included."""
        by_step: dict[int, list[ConstantSymbol]] = {}
        for s in self.symbols:
            for layer in dict.fromkeys(s.layers):
                by_step.setdefault(layer, []).append(s)
        return {layer: tuple(some) for layer, some in by_step.items()}

    @property
    def arena_size(self) -> int:
        """Bytes of all arenas."""
        return sum(a.size for a in self.arenas)

    @property
    def instructions(self) -> int:
        """Instructions of one inference, as the kernels' cost model estimates them; 0 where nothing was weighed."""
        return sum(c.cost.at_level for c in self.choices if c.cost) + sum(s.instructions for s in self.savings)

    @property
    def macs(self) -> int:
        """Multiply-accumulates of one inference."""
        return sum(c.macs for layer in self.layers for c in layer.calls)

    @property
    def weight_bytes(self) -> int:
        """Bytes of weights, biases and their per-channel factors."""
        return constants.total_bytes(self.symbols, tables=False)

    @property
    def table_bytes(self) -> int:
        """Bytes of lookup and index tables."""
        return constants.total_bytes(self.symbols, tables=True)

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every kernel call, in order; the rows of groups among them."""
        made: list[Call] = []
        for step in self.steps:
            if isinstance(step, PlannedCall):
                made.append(step.call)
            elif isinstance(step, PlannedGroup):
                made += [run.call for run in step.runs]
        return tuple(made)

    @property
    def libraries(self) -> tuple[Library, ...]:
        """The libraries of kernels that the calls are of, by name."""
        by_name = {c.kernel.library.name: c.kernel.library for c in self.calls if c.kernel is not None}
        return tuple(by_name[name] for name in sorted(by_name))

    @property
    def links(self) -> tuple[LinkCheck, ...]:
        """Checks by which ``<name>_init`` makes sure that the linked libraries are those that were planned for."""
        used = frozenset(c.kernel for c in self.calls if c.kernel is not None)
        of = {lib.name: frozenset(k.id for k in used if k.library.name == lib.name) for lib in self.libraries}
        return tuple(lib.linked(of[lib.name]) for lib in self.libraries if lib.linked is not None)

    @property
    def headers(self) -> tuple[str, ...]:
        """Kernel headers that the calls need, sorted."""
        calls = {s.call.header for s in self.steps if isinstance(s, PlannedCall)}
        groups = {h for s in self.steps if isinstance(s, PlannedGroup) for h in s.headers}
        parts = {p.cut.header for p in self.pieces if p.cut is not None}
        return tuple(sorted(calls | parts | groups | {link.header for link in self.links}))


def make_plan(
    graph: Graph,
    calls: Sequence[tuple[Call, ...]],
    identity: Identity,
    arrange: Callable[[Schedule], Schedule] = lambda schedule: schedule,
    places: Places | None = None,
    overwrite: bool = False,
) -> Plan:
    """Schedule, place and verify; ``calls`` runs parallel to ``graph.nodes``, ``arrange`` may regroup the steps.

    ``overwrite``: inputs lie in the arena.

    Raises:
        UsageError: ``places`` names a tensor or a layer that does not exist.
        EdgecError: the validator found the arena plan unsafe (a bug).
    """
    places = places or Places()
    schedule = states_in_place(arrange(best_schedule(graph, calls, overwrite=overwrite)))
    pool = ConstantPool(identity.prefix, apart=OWN_BLOCKS in identity.options)
    indices = constants.symbol_indices(schedule, pool)
    located = locate(schedule, arena_problem(schedule), pool.symbols, indices, places)
    problem, placement = located.problem, located.placement
    arena_check.check_all(schedule, problem, placement)
    blocks = _placed(problem, placement)
    where = {b.owner: i for i, b in enumerate(blocks)}
    steps = tuple(
        _planned(graph, at, step, symbols, where)
        for at, (step, symbols) in enumerate(zip(schedule.steps, indices, strict=True))
    )
    return Plan(
        identity=identity,
        graph=graph,
        layers=schedule.layers,
        steps=steps,
        symbols=located.symbols,
        blocks=blocks,
        arenas=located.arenas,
        arena_align=max((b.block.align for b in blocks), default=ARENA_ALIGN),
        arena_method=placement.method,
        savings=schedule.savings,
        places=places,
        parts=schedule.parts,
        accesses=located.accesses,
        reads=located.reads,
    )


def _placed(problem: ArenaProblem, placement: Placement) -> tuple[PlacedBlock, ...]:
    placed = [
        PlacedBlock(owner, block, offset)
        for owner, block, offset in zip(problem.owners, problem.problem.blocks, placement.offsets, strict=True)
    ]
    return tuple(sorted(placed, key=lambda b: (b.block.first, b.block.last, b.offset)))


def _planned(graph: Graph, at: int, step: Step, symbols: StepSymbols, where: dict[Owner, int]) -> PlannedStep:
    if isinstance(step, GroupStep):
        return plan_group(at, step, symbols, where, lambda storage: _pointer(storage, None, where))
    if isinstance(step, IntakeStep):
        sizes = [graph.tensors[t.tensor].nbytes for t in step.tensors]
        blocks = [AtArena(where[t]) for t in step.tensors]
        return PlannedIntake(tuple(zip(step.sources, blocks, sizes, strict=True)))
    (of_call,) = symbols
    if not isinstance(step, CallStep):
        return PlannedCopy(_pointer(step.source, of_call[0], where), step.target, step.size)
    pointers = []
    for arg, storage, symbol in zip(step.call.args, step.storage, of_call, strict=True):
        if isinstance(arg, Scratch):
            pointers.append(_pointer(ScratchOf(at), None, where))
        else:
            pointers.append(_pointer(storage, symbol, where))
    return PlannedCall(step.layer, step.call, tuple(pointers))


def _pointer(storage: Storage | ScratchOf | None, symbol: int | None, where: dict[Owner, int]) -> Pointer:
    if symbol is not None:
        return AtSymbol(symbol)
    if isinstance(storage, ArenaTensor | ScratchOf):
        return AtArena(where[storage])
    if isinstance(storage, Part):
        return Shifted(_pointer(storage.whole, None, where), storage.offset)
    assert isinstance(storage, CallerInput | CallerOutput)
    return storage


def layer_constants(plan: Plan, layer: int) -> tuple[ConstantSymbol, ...]:
    """The constants a layer reads, shared ones included."""
    return plan.constants.get(layer, ())


__all__ = [
    "Arena",
    "AtArena",
    "AtSymbol",
    "CallerInput",
    "CallerOutput",
    "Identity",
    "PlacedBlock",
    "Places",
    "Plan",
    "PlannedCall",
    "PlannedCopy",
    "PlannedGroup",
    "PlannedIntake",
    "PlannedStep",
    "Pointer",
    "layer_constants",
    "make_plan",
]
