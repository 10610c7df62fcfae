"""``edgec inspect``: a graph as a table or as JSON; ``edgec targets``: what there is to generate for."""

from __future__ import annotations

from dataclasses import asdict
from enum import Enum
from math import isfinite
from typing import Any

from edgec.converter.graph.errors import printable
from edgec.converter.graph.ir import Graph, Tensor
from edgec.targets.reader import Target, list_targets, load_target

MAX_CELL = 60


def as_json(graph: Graph) -> dict[str, Any]:
    """Inputs, outputs and nodes with their attributes; constants by shape and type."""
    return {
        "name": graph.name,
        "inputs": [_tensor(graph.tensors[i]) for i in graph.inputs],
        "outputs": [_tensor(graph.tensors[o]) for o in graph.outputs],
        "nodes": [
            {
                "name": n.name,
                "op": n.op,
                "attributes": _plain(asdict(n.attrs)),
                "inputs": [_tensor(graph.tensors[i]) if i else None for i in n.inputs],
                "outputs": [_tensor(t) for t in graph.outs(n)],
            }
            for n in graph.nodes
        ],
    }


def table(graph: Graph) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Columns and rows: inputs first, then one row per node."""
    rows: list[tuple[str, ...]] = [
        ("-", "input", printable(i, MAX_CELL), _type(graph.tensors[i])) for i in graph.inputs
    ]
    for k, n in enumerate(graph.nodes):
        outs = ", ".join(_type(t) for t in graph.outs(n))
        rows.append((str(k), n.op, printable(n.name, MAX_CELL), outs))
    return ("#", "op", "name", "output"), rows


def _type(t: Tensor) -> str:
    scale = f" scale {t.quant.s:.6g} zero {t.quant.z}" if t.quant is not None and t.quant.axis is None else ""
    return f"{t.dtype.value}{list(t.shape)}{scale}"


def _tensor(t: Tensor) -> dict[str, Any]:
    value: dict[str, Any] = {"name": t.name, "dtype": t.dtype.value, "shape": list(t.shape), "constant": t.is_const}
    if t.quant is not None:
        value["scale"] = list(t.quant.scale)
        value["zero_point"] = list(t.quant.zero_point)
        value["axis"] = t.quant.axis
    return value


def _plain(value: Any) -> Any:
    """Attribute values as JSON has them; infinities as text."""
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(v) for v in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value


def targets_json() -> list[dict[str, Any]]:
    """The stable keys of ``targets --json``."""
    return [
        {
            "name": t.name,
            "description": t.description,
            "features": list(t.features),
            "memories": [{"name": m.name, "kind": m.kind, "bytes": m.bytes, "cost": m.cost} for m in t.memories],
            "emulator": t.qemu.machine if t.qemu else None,
            "stands_for": t.qemu.stands_for or None if t.qemu else None,
        }
        for t in map(load_target, list_targets())
    ]


def targets_table() -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Columns and rows of all targets."""
    rows: list[tuple[str, ...]] = []
    for t in map(load_target, list_targets()):
        memories = ", ".join(f"{m.name} {m.size}" for m in t.memories)
        rows.append((t.name, t.description, " ".join(t.features) or "-", memories or "-", _runs_on(t)))
    return ("target", "description", "features", "memories", "runs on"), rows


def _runs_on(target: Target) -> str:
    """Where tests of a target run; a star marks an emulator of another core, which the note below the table names."""
    if target.qemu is None:
        return "this computer"
    return target.qemu.machine + (" *" if target.qemu.stands_for else "")


def targets_notes() -> list[str]:
    """Which cores are emulated in the place of others."""
    every = [t for t in map(load_target, list_targets()) if t.qemu and t.qemu.stands_for]
    return [f"* {t.name} runs on {t.qemu.stands_for}" for t in every if t.qemu]
