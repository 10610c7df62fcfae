"""Kernels of the DSP library on a layer of their grids each: what the proof covers, it proves."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("z3", reason="the extra 'prove' is not installed")

from edgec.codegen import GenerateOptions, generate
from edgec.codegen.choose.choice import Selection
from edgec.codegen.kernels.catalog import kernels
from edgec.codegen.kernels.library import Kernel
from edgec.converter.graph.ir import Graph, Tensor
from edgec.proof.findings import Proof
from edgec.proof.forms import prove_forms
from edgec.targets.machine.bench import BenchModel, Port
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.kernels.layers import Made, make

TARGET = "cortex-m4"
LARGEST = 1500
"""Elements of an input or output of the layers that are taken."""
pytestmark = pytest.mark.skipif(not available(load_target(TARGET)), reason="the Arm toolchain is missing")
OPEN = {
    ("normalize_s8", "Normalize"), ("normalize_s16", "Normalize"),  # a square root
    # a step's outputs are operands of the next one's sums
    ("rnn_s8", "Rnn"), ("gru_s8", "Gru"), ("lstm_s8", "Lstm"),
    ("rnn_s4", "Rnn"), ("gru_s4", "Gru"), ("lstm_s4", "Lstm"),
    ("gru_s8_fours", "Gru"), ("lstm_s8_fours", "Lstm"),
    ("scale_s8", "Conv"),  # one product for each element: the zero points are in it, so that no word is the sum
}  # fmt: skip
"""Kernels that the proof does not cover."""
MINE = [k for k in kernels() if k.library.name == "armv7em"]
KERNELS = [k for k in MINE if (k.name.partition("/")[2], k.op) not in OPEN]


@dataclass(frozen=True)
class Layer:
    """A graph of one node, as ``prove_forms`` takes a folder of it."""

    made: Made
    path: Path

    @contextmanager
    def running(self) -> Any:
        yield


def smallest(kernel: Kernel) -> Made | None:
    """The layer of the grid with fewest elements; None when all are large."""
    made = [make(kernel, layer, i) for i, layer in enumerate(kernel.grid)]
    fit = [m for m in made if max(t.size for t in tensors(m) if not t.is_const) <= LARGEST]
    return min(fit, key=lambda m: sum(t.size for t in tensors(m)), default=None)


def tensors(made: Made) -> list[Tensor]:
    view = made.trial.view
    return [t for t in (*view.ins, *view.outs) if t is not None]


def proofs(made: Made, path: Path, change: Callable[[Path], None] = lambda _: None) -> tuple[Proof, ...] | None:
    """Proofs of the kernel's code for a layer, after a ``change``; None when another kernel would be taken for it."""
    view, target = made.trial.view, load_target(TARGET)
    inputs = tuple(dict.fromkeys(t.name for t in view.ins if t is not None and not t.is_const))
    graph = Graph("m", inputs, tuple(t.name for t in view.outs), {t.name: t for t in tensors(made)}, (view.node,))
    others = frozenset(k.name for k in kernels() if k.op == made.kernel.op and k.name != made.kernel.name)
    options = GenerateOptions("m", target, "int8", "m", "0" * 64, "0", selection=Selection(given_up=others))
    built = generate(graph, options)
    for file, content in built.files:
        (path / file).parent.mkdir(parents=True, exist_ok=True)
        (path / file).write_bytes(content)
    change(path)
    library, _, name = made.kernel.name.partition("/")
    if f"* kernel  edgec_{name}_{library}:" not in (path / "m.c").read_text():
        return None
    ports = [tuple(Port("int8_t", graph.tensors[n].nbytes) for n in names) for names in (graph.inputs, graph.outputs)]
    model = BenchModel("m", ports[0], ports[1], sum(a.size for a in built.plan.arenas))
    layers = (SimpleNamespace(name=view.node.name, op=view.node.op, library="armv7em"),)
    folder = SimpleNamespace(
        path=path, report=SimpleNamespace(layers=layers), graph=graph, model=model, bench=model, target=target,
        libraries=(made.kernel.library,), running=Layer(made, path).running,
    )  # fmt: skip
    return prove_forms(folder, None, 120.0, lambda _done, _total: None)  # type: ignore[arg-type]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: f"{k.name} {k.op}")
def test_a_kernel_is_proven(kernel: Kernel, tmp_path: Path) -> None:
    made = smallest(kernel)
    found = proofs(made, tmp_path) if made else None
    if found is None:
        pytest.skip("no small layer that this kernel computes")
    assert [f"{p.where}: {p.detail}" for p in found if not p.proven] == []
