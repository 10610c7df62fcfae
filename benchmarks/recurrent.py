"""Recurrent layers in integers: instructions for each product under QEMU, and SQNR over sequences.

    python benchmarks/recurrent.py [--target CORE ...] [--scheme S ...] [--sqnr]

Without --sqnr, layers of each size are compiled for the cores, a column each, and their instructions counted.
With it, the nets of ``tests/regression/test_recurrent_integers.py`` are run over 200 steps beside their float form.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
import edgec  # noqa: E402
from edgec.quantize import QuantizeOptions, quantize_model  # noqa: E402
from edgec.quantize.judge.accuracy import sqnr_db  # noqa: E402
from edgec.quantize.ranges.scheme import Scheme  # noqa: E402
from edgec.quantize.ranges.simulate import run_float, simulate, to_real  # noqa: E402
from tests.builders.recurrent_models import Net, signal  # noqa: E402
from tests.regression.test_recurrent_integers import NETS, QUARTERS, data_of, graph_of, integers_of  # noqa: E402

CORES = ("cortex-m4", "cortex-m55", "cortex-a53")
STEPS = 20
SIZES = ((16, 32), (40, 64), (64, 128))
SCHEMES = ("int8", "int4", "int16x8")
KINDS = {"LSTM": {}, "GRU": {"linear_before_reset": 1}}


def counted(core: str, op: str, size: tuple[int, int], scheme: str) -> tuple[bool, float]:
    """Return (plain, each): a recurrent layer of a size is left to plain C, and its instructions for each product."""
    values, hidden = size
    net = Net(op, steps=STEPS, values=values, hidden=hidden, attrs=KINDS[op])
    with tempfile.TemporaryDirectory() as temp:
        folder = Path(temp)
        onnx.save(net.model(), folder / "net.onnx")
        np.savez(folder / "cal.npz", x=signal(4, STEPS, values, 1))
        given = {"calibration": folder / "cal.npz", "calibrator": "minmax", "quantize": scheme, "target": core}
        made = edgec.convert(folder / "net.onnx", output=folder / "out", **given)
        costs = edgec.profile(made).profile.layers
    layer, cost = next((x, c) for x, c in zip(made.report.layers, costs, strict=True) if x.op.upper() == op)
    return layer.plain, cost.instructions / layer.macs


def row(cores: Sequence[str], op: str, size: tuple[int, int], scheme: str) -> str:
    """A row: instructions for each product on every core; those of plain C in brackets."""
    cells = []
    for core in cores:
        plain, each = counted(core, op, size, scheme)
        cells.append(f"({each:.2f})" if plain else f"{each:.2f}")
    return f"| {op} | {scheme} | {size[0]} | {size[1]} | " + " | ".join(cells) + " |"


def near(name: str, scheme: Scheme) -> str:
    """One row: a net over 200 steps beside its float form, all of them and the last quarter."""
    net = NETS[name]
    with tempfile.TemporaryDirectory() as temp:
        graph = graph_of(net, Path(temp))
    made = quantize_model(graph, data_of(graph, net, 3, 1), QuantizeOptions(scheme))
    inputs = data_of(graph, net, 2, 2)
    real, values = run_float(graph, inputs)[0], simulate(made, integers_of(made, inputs))[0]
    found = to_real(values, made.tensors[made.outputs[0]])
    part = net.steps // QUARTERS
    last = sqnr_db(real[:, -part:], found[:, -part:])
    return f"| {name} | {scheme.value} | {sqnr_db(real, found):.1f} | {last:.1f} |"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", nargs="*", default=CORES)
    parser.add_argument("--scheme", nargs="*", default=SCHEMES)
    parser.add_argument("--sqnr", action="store_true")
    given = parser.parse_args()
    if given.sqnr:
        print("| net | scheme | SQNR, dB | last quarter |\n|---|---|---|---|")
        for name in NETS:
            for scheme in (Scheme.INT8, Scheme.INT16X8):
                print(near(name, scheme), flush=True)
        return
    print("| layer | scheme | values | hidden | " + " | ".join(given.target) + " |")
    print("|---|---|---|---|" + "---|" * len(given.target))
    for op in KINDS:
        for scheme in given.scheme:
            for size in SIZES:
                print(row(given.target, op, size, scheme), flush=True)


if __name__ == "__main__":
    main()
