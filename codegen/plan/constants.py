"""Constant arrays of a model: equal ones get one symbol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from edgec.codegen.kernels.spec import CTYPES, OPERAND, Const, ConstArray, stored
from edgec.codegen.plan.rows import run_steps
from edgec.codegen.schedule.steps import CallStep, GraphConstant, GroupStep, IntakeStep, Schedule
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Tensor

StepSymbols: TypeAlias = "tuple[tuple[int | None, ...], ...]"
TABLE_ROLES = frozenset({"table", "index"})


@dataclass(frozen=True)
class ConstantSymbol:
    """A constant array as a C object.

    Weights, biases and what belongs to them per channel (factors, shifts, scales) are ``<prefix>_w_<layer>_<role>``;
    lookup and index tables are ``<prefix>_table_<layer>``.  ``layers`` are the layers that read it, in order.
    ``memory`` is the one it is to lie in, "" for where read-only data lie.
    """

    name: str
    array: ConstArray
    layers: tuple[int, ...]
    memory: str = ""

    @property
    def is_table(self) -> bool:
        """True for lookup and index tables, false for the parameters of the network."""
        return self.array.role in TABLE_ROLES

    @property
    def nbytes(self) -> int:
        """Bytes in flash."""
        return int(self.array.data.nbytes)

    @property
    def aligned_bytes(self) -> int:
        """Bytes with what the next one of the same alignment is moved on by."""
        return -(-self.nbytes // self.array.align) * self.array.align


class ConstantPool:
    """Gives constant arrays their symbols while a plan is made.

    ``apart``: flash may have an address space of its own, so that operands share symbols with operands alone.
    """

    def __init__(self, prefix: str, *, apart: bool = False) -> None:
        self._prefix = prefix
        self._apart = apart
        self._index: dict[tuple[str, bytes, bool], int] = {}
        self._symbols: list[ConstantSymbol] = []
        self._names: set[str] = set()

    def add(self, layer: int, array: ConstArray) -> int:
        """The index of the symbol that holds ``array`` (of an equal one when there is one)."""
        key = (array.ctype, np.ascontiguousarray(array.data).tobytes(), self._apart and array.is_operand)
        at = self._index.get(key)
        if at is None:
            at = self._index[key] = len(self._symbols)
            self._symbols.append(ConstantSymbol(self._fresh(layer, array.role), array, (layer,)))
            return at
        old = self._symbols[at]
        layers = old.layers if layer in old.layers else (*old.layers, layer)
        self._symbols[at] = replace(
            old, array=replace(old.array, align=max(old.array.align, array.align)), layers=layers
        )
        return at

    @property
    def symbols(self) -> tuple[ConstantSymbol, ...]:
        """All symbols in order of first use."""
        return tuple(self._symbols)

    def _fresh(self, layer: int, role: str) -> str:
        base = f"{self._prefix}_table_{layer}" if role in TABLE_ROLES else f"{self._prefix}_w_{layer}_{role}"
        name, count = base, 1
        while name in self._names:
            count += 1
            name = f"{base}_{count}"
        self._names.add(name)
        return name


def as_array(tensor: Tensor) -> ConstArray:
    """A graph constant that a kernel reads as it is."""
    assert tensor.data is not None
    return ConstArray(OPERAND, CTYPES[tensor.dtype], stored(tensor.data))


def symbol_indices(schedule: Schedule, pool: ConstantPool) -> tuple[StepSymbols, ...]:
    """Per step, call (a group has many) and argument, the symbol of a constant (None where it is no constant)."""
    indices: list[StepSymbols] = []
    for step in schedule.steps:
        if isinstance(step, GroupStep):
            indices.append(tuple(_call_symbols(s, schedule, pool) for s in run_steps(step)))
        elif isinstance(step, CallStep):
            indices.append((_call_symbols(step, schedule, pool),))
        elif isinstance(step, IntakeStep):
            indices.append(((),))
        else:
            source = step.source
            indices.append(((_symbol(None, source, len(schedule.layers), schedule, pool),),))
    return tuple(indices)


def _call_symbols(step: CallStep, schedule: Schedule, pool: ConstantPool) -> tuple[int | None, ...]:
    pairs = zip(step.call.args, step.storage, strict=True)
    return tuple(_symbol(a, s, step.layer, schedule, pool) for a, s in pairs)


def _symbol(arg: object, storage: object, layer: int, schedule: Schedule, pool: ConstantPool) -> int | None:
    if isinstance(arg, Const):
        return pool.add(layer, arg.array)
    if isinstance(storage, GraphConstant):
        return pool.add(layer, as_array(schedule.graph.tensors[storage.tensor]))
    return None


def total_bytes(symbols: Sequence[ConstantSymbol], tables: bool) -> int:
    """Bytes of all tables, or of everything else."""
    return sum(s.nbytes for s in symbols if s.is_table == tables)
