"""Kernel calls as C: one function per kernel and set of parameters, and the calls of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from edgec.codegen.emit.literals import float_literal, int_literal
from edgec.codegen.emit.naming import free_number, function_name, state_members
from edgec.codegen.kernels.params import Initializer, Value
from edgec.codegen.kernels.spec import OPERAND, Arg, Call, Const, Cut, Input, Output
from edgec.codegen.plan.plan import (
    AtArena,
    AtSymbol,
    CallerInput,
    CallerOutput,
    Plan,
    PlannedCall,
    PlannedGroup,
    Pointer,
)
from edgec.codegen.plan.rows import PlannedRun, Shifted
from edgec.codegen.plan.slices import cut_of
from edgec.converter.graph.frozen import dataclass

WIDTH = 120
PART = ("first", "count")  # what a function of items takes beside parameters and arguments
OF_DATA = re.compile(rf"in\d+|{OPERAND}")  # names of parameters that point to what lies among the data
Varying: TypeAlias = "tuple[str, ...]"


@dataclass(frozen=True)
class InstanceView:
    """A kernel specialized to one set of parameters; ``varies``: some of them are arguments; ``fails``: it may."""

    name: str
    symbol: str
    signature: str
    params_type: str
    params: tuple[str, ...]
    arguments: str
    layers: str
    varies: bool
    fails: bool

    @property
    def called(self) -> str:
        """The beginning of a call of the function."""
        return f"failed |= {self.name}(" if self.fails else f"{self.name}("


@dataclass(frozen=True)
class Instance:
    """The key by which two calls use one function: kernel, parameters (``varying`` ones as names) and argument types.

    ``fails``: it gives 0u, or another uint32_t where it refuses its arguments.  ``part``: it takes the first item and
    how many (``kernels.spec.Cut``).
    """

    symbol: str
    params: Initializer | None
    parameters: tuple[tuple[str, str], ...]
    varying: tuple[str, ...] = ()
    fails: bool = False
    part: bool = False


def wrapped(head: str, items: Sequence[str], tail: str, indent: int) -> str:
    """``head`` + comma separated items + ``tail``, broken before ``WIDTH``; all but the first line are indented."""
    pad = " " * (indent + 4)
    line, lines = " " * indent + head, []
    for i, item in enumerate(items):
        piece = item + (tail if i == len(items) - 1 else ",")
        space = "" if line.endswith("(") or line == pad else " "
        if len(line) + len(space) + len(piece) > WIDTH:
            lines.append(line)
            line, space = pad, ""
        line += space + piece
    return "\n".join([*lines, line if items else line + tail])[indent:]


def instance_of(call: Call, cut: Cut | None = None) -> Instance:
    """The function of a call whose parameters are all constants; that of its items with ``cut``."""
    symbol = call.symbol if cut is None else cut.symbol
    return Instance(symbol, call.initializer, _parameters(call), fails=call.fails, part=cut is not None)


def _parameters(call: Call) -> tuple[tuple[str, str], ...]:
    return tuple(_parameter(a) for a in call.args)


def _parameter(arg: Arg) -> tuple[str, str]:
    """C type (with const) and base name of a kernel argument."""
    if isinstance(arg, Input):
        return f"const {arg.ctype}", f"in{arg.index}"
    if isinstance(arg, Output):
        return arg.ctype, f"out{arg.index}"
    if isinstance(arg, Const):
        return f"const {arg.array.ctype}", arg.array.role
    return arg.ctype, "scratch"


def row_instances(group: PlannedGroup) -> tuple[tuple[Instance, Varying], ...]:
    """The function of each run of a group, and the values of its varying parameters (of every run, in order).

    The runs of one layer share a function: parameters in which they differ become its arguments.
    """
    alike: dict[tuple[object, ...], list[PlannedRun]] = {}
    for run in group.runs:
        alike.setdefault(_kind(run), []).append(run)
    differing = {kind: _differing(runs) for kind, runs in alike.items()}
    return tuple(_with_arguments(run, differing[_kind(run)]) for run in group.runs)


def _kind(run: PlannedRun) -> tuple[object, ...]:
    return run.layer, run.call.symbol, _parameters(run.call)


def _elements(call: Call) -> Iterator[tuple[str, int, int | float | str]]:
    """All parameters one by one: field, index (-1 unless the field is an array), value."""
    for field, value in call.initializer.fields if call.initializer else ():
        if isinstance(value, tuple):
            yield from ((field, i, v) for i, v in enumerate(value))
        else:
            yield field, -1, value


def _differing(runs: Sequence[PlannedRun]) -> frozenset[tuple[str, int]]:
    first = list(_elements(runs[0].call))
    return frozenset(
        (field, i)
        for run in runs
        for (field, i, value), (_, _, expected) in zip(_elements(run.call), first, strict=True)
        if value != expected
    )


def _with_arguments(run: PlannedRun, differing: frozenset[tuple[str, int]]) -> tuple[Instance, Varying]:
    instance = instance_of(run.call)
    if run.call.initializer is None or not differing:
        return instance, ()
    names: dict[tuple[str, int], str] = {}
    values: list[str] = []
    for field, i, value in _elements(run.call):
        if (field, i) in differing:
            names[field, i] = field.replace(".", "_") + (f"_{i}" if i >= 0 else "")
            values.append(_value(value))
    fields = tuple((field, _named(field, value, names)) for field, value in run.call.initializer.fields)
    params = replace(run.call.initializer, fields=fields)
    return replace(instance, params=params, varying=tuple(names.values())), tuple(values)


def _named(field: str, value: Value, names: Mapping[tuple[str, int], str]) -> Value:
    if not isinstance(value, tuple):
        return names.get((field, -1), value)
    if not any((field, i) in names for i in range(len(value))):
        return value
    return "{" + ", ".join(names.get((field, i), int_literal(v)) for i, v in enumerate(value)) + "}"


def instances(plan: Plan, space: str = "") -> dict[Instance, InstanceView]:
    """The functions of all calls, in order of first use; ``space``: what their constants are qualified by."""
    users: dict[Instance, list[int]] = {}
    for at, step in enumerate(plan.steps):
        if isinstance(step, PlannedCall):
            users.setdefault(instance_of(step.call, cut_of(plan, at)), []).append(step.layer)
        elif isinstance(step, PlannedGroup):
            for run, (key, _) in zip(step.runs, row_instances(step), strict=True):
                users.setdefault(key, []).append(run.layer)
    views: dict[Instance, InstanceView] = {}
    taken = {symbol.name for symbol in plan.symbols}
    for key, layers in users.items():
        name = function_name(plan, layers[0], taken)
        taken.add(name)
        views[key] = _instance(name, key, sorted(set(layers)), space)
    return views


def _instance(name: str, key: Instance, layers: list[int], space: str) -> InstanceView:
    names: list[str] = []
    for _, base in key.parameters:
        count = sum(n == base or n.startswith(f"{base}_") for n in names)
        names.append(f"{base}_{count + 1}" if count else base)
    varying = (*PART, *key.varying) if key.part else key.varying
    signature = [f"int32_t {n}" for n in varying]
    signature += [f"{_spaced(*p, space)} *{n}" for p, n in zip(key.parameters, names, strict=True)]
    params = key.params
    how = "EDGEC_FLATTEN" if key.varying else "EDGEC_NOINLINE"
    return InstanceView(
        name=name,
        symbol=key.symbol,
        signature=wrapped(f"static {how} {'uint32_t' if key.fails else 'void'} {name}(", signature, ")", 0),
        params_type=params.ctype if params else "",
        params=tuple(f".{field} = {_value(value)}" for field, value in params.fields) if params else (),
        arguments=", ".join([*(["&p"] if params else []), *(PART if key.part else ()), *names]),
        layers=("layer " if len(layers) == 1 else "layers ") + ", ".join(map(str, layers)),
        varies=bool(key.varying),
        fails=key.fails,
    )


def _spaced(ctype: str, base: str, space: str) -> str:
    """A parameter's type; that of a constant array with its address space."""
    return ctype.replace("const ", f"const {space}", 1) if not OF_DATA.fullmatch(base) else ctype


def _value(value: Value) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return "{" + ", ".join(map(int_literal, value)) + "}"
    if isinstance(value, bool | int | np.integer):
        return int_literal(int(value))
    return float_literal(value)


def arena_suffix(plan: Plan, index: int) -> str:
    """Return the suffix of one arena's names: "" when there is only one arena."""
    return f"_{plan.arenas[index].memory}" if len(plan.arenas) > 1 else ""


def arena_text(plan: Plan, blocks: Sequence[str], pointer: AtArena, behind: str = "") -> str:
    """A pointer into a block of the arena, by its name; ``behind`` is C in bytes that begins with " +", or ""."""
    suffix = arena_suffix(plan, plan.blocks[pointer.block].block.region)
    return f"{plan.identity.prefix.upper()}_AT{suffix.upper()}({blocks[pointer.block]}{behind})"


def pointer_text(plan: Plan, blocks: Sequence[str], pointer: Pointer) -> str:
    """A pointer as a C expression; ``blocks`` are the names of the arena's (``naming.block_names``)."""
    if isinstance(pointer, Shifted):
        return _shifted(plan, blocks, pointer)
    if isinstance(pointer, AtSymbol):
        return plan.symbols[pointer.index].name
    if isinstance(pointer, AtArena):
        return arena_text(plan, blocks, pointer)
    assert isinstance(pointer, CallerInput | CallerOutput)
    return _caller(plan, pointer)


def _caller(plan: Plan, pointer: CallerInput | CallerOutput) -> str:
    """The caller's buffer: a parameter, or a member of the state."""
    is_input = isinstance(pointer, CallerInput)
    fed = [ports[0 if is_input else 1] for ports in plan.graph.fed]
    if pointer.index in fed:
        return f"state->{state_members(plan.graph)[fed.index(pointer.index)]}"
    return f"{'in' if is_input else 'out'}{free_number(pointer.index, fed)}"


def _shifted(plan: Plan, blocks: Sequence[str], pointer: Shifted) -> str:
    """A pointer at an offset that may grow with the loop's ``row``."""
    base = pointer.base
    if isinstance(base, AtArena):
        offset = f" + {pointer.offset}" if pointer.offset else ""
        return arena_text(plan, blocks, base, offset + _growth(pointer.step))
    if isinstance(base, CallerInput | CallerOutput):
        names = plan.graph.inputs if isinstance(base, CallerInput) else plan.graph.outputs
        size = plan.graph.tensors[names[base.index]].dtype.bytes
        growth = _growth(pointer.step // size)
        text = pointer_text(plan, blocks, base)
        return f"{text} + {pointer.offset // size}{growth}" if pointer.offset or growth else text
    return pointer_text(plan, blocks, base)


def _growth(step: int) -> str:
    return f" + row * {step}u" if step else ""
