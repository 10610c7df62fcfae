"""``edgec inspect``: a graph as a table or as JSON; ``edgec targets``: what there is to generate for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from enum import Enum
from math import isfinite
from typing import Any

from edgec.console.tables import Column, Table, columns, full_name
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.ir import Graph, Tensor
from edgec.targets.own import own_targets
from edgec.targets.reader import Target, load_target
from edgec.targets.shipped import core_of, list_targets, matches


def as_json(graph: Graph) -> dict[str, Any]:
    """Inputs, outputs and nodes with their attributes; constants by shape and type."""
    return {
        "name": graph.name,
        "inputs": [_tensor(graph.tensors[i]) for i in graph.inputs],
        "outputs": [_tensor(graph.tensors[o]) for o in graph.outputs],
        "states": [{"input": s.input, "output": s.output, "initial": list(s.initial)} for s in graph.states],
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


def table(graph: Graph) -> Table:
    """The graph: inputs first, then one row per node."""
    rows: list[tuple[str, ...]] = [("-", "input", full_name(i), _type(graph.tensors[i])) for i in graph.free_inputs]
    for s in graph.states:
        rows.append(("-", "state", f"{full_name(s.input)}={full_name(s.output)}", _type(graph.tensors[s.input])))
    for k, n in enumerate(graph.nodes):
        outs = ", ".join(_type(t) for t in graph.outs(n))
        rows.append((str(k), n.op, full_name(n.name), outs))
    return Table(columns("#", "op", "name", "output"), tuple(rows))


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


def targets_json(words: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The stable keys of ``targets --json``, of the targets that ``words`` pick.

    Raises:
        UsageError: they pick none.
    """
    return [
        {
            "name": t.name,
            "description": t.description,
            "core": core_of(t.name),
            "clock_hz": t.clock_hz or None,
            "features": list(t.features),
            "memories": [{"name": m.name, "kind": m.kind, "bytes": m.bytes, "cost": m.cost} for m in t.memories],
            "emulator": t.qemu.machine if t.qemu else None,
            "stands_for": t.qemu.stands_for or None if t.qemu else None,
        }
        for t in _picked(words)
    ]


def targets_tables(words: Sequence[str] = ()) -> list[Table]:
    """The cores and the boards that ``words`` pick, each group as a table; a table without rows is left out.

    Raises:
        UsageError: they pick no target.
    """
    picked = _picked(words)
    cores = [t for t in picked if core_of(t.name) == t.name]
    own = own_targets()
    cores = [t for t in cores if t.name not in own]
    boards = [t for t in picked if core_of(t.name) != t.name or t.name in own]
    listings = (
        Table(
            (Column("core"), Column("description"), Column("features", spare=1), Column("runs on")),
            tuple((t.name, t.description, " ".join(t.features) or "-", _runs_on(t)) for t in cores),
            notes=tuple(f"* {t.name} runs on {t.qemu.stands_for}" for t in cores if t.qemu and t.qemu.stands_for),
        ),
        Table(
            columns("board", "description", "flash", "RAM"),
            tuple((t.name, t.description, _sizes(t, "flash"), _sizes(t, "ram")) for t in boards),
            notes=(*(f"{t.name} is {own[t.name]}" for t in boards if t.name in own), *_own()[1]),
        ),
    )
    return [listing for listing in listings if listing.rows]


def _picked(words: Sequence[str]) -> list[Target]:
    """Targets in whose name, core, description or features each of the words is, anywhere."""
    targets = (*map(load_target, list_targets()), *_own()[0])
    picked = [t for t in targets if matches(words, (t.name, core_of(t.name), t.description, *t.features))]
    if not picked:
        said = " ".join(printable(word) for word in words)
        raise UsageError(f"no core and no board has '{said}' in its name or description; 'edgec targets' lists all")
    return picked


def _own() -> tuple[list[Target], list[str]]:
    """The user's own targets, and a note for each file that is none."""
    targets, notes = [], []
    for file in own_targets().values():
        try:
            targets.append(load_target(str(file)))
        except UsageError:
            notes.append(f"{printable(str(file))} is no target; 'edgec targets --check' says why")
    return targets, notes


def _sizes(target: Target, kind: str) -> str:
    """The memories of a kind: ``128K``, with their names where there are several."""
    memories = [m for m in target.memories if m.kind == kind]
    return ", ".join(f"{m.name} {m.size}" if len(memories) > 1 else str(m.size) for m in memories) or "-"


def _runs_on(target: Target) -> str:
    """Name the place where tests of a target run; a star marks an emulator of another core, as the note below says."""
    if target.qemu is None:
        return "this computer"
    return target.qemu.machine + (" *" if target.qemu.stands_for else "")
