"""Instructions with all channels, and without the dead channels that go: counted under QEMU, as a Markdown table.

    python benchmarks/dead_channels.py [--targets cortex-m4,cortex-a53] [--nets person,vww] [--jobs N] [--write]

``--write`` puts the rows into docs/benchmarks.md; rows there of other nets and targets stay.  Nets of chosen shapes
have seeded random weights; some of their channels never rise above zero.  ``vww`` is of the shared folder
(EDGEC_SHARED, or ../shared beside the checkout) and left out without it.  The last line names the nets that are slower
without the channels that went, and the exit code is then 1.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

REPO = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(Path(__file__).resolve().parent), str(REPO)]
from accuracy import CASES, SHARED, split  # noqa: E402
from mobilenet_v2 import Builder  # noqa: E402
from mobilenet_v2 import build as mobilenet_v2  # noqa: E402
from whole_models import have_shared  # noqa: E402

from edgec import ConvertOptions, convert  # noqa: E402
from edgec.commands.profile import profile  # noqa: E402

TARGETS = ("cortex-m4", "cortex-m7", "cortex-m0plus", "cortex-m55", "rv32imc", "cortex-a53", "cortex-a76")
DOCUMENT = REPO / "docs" / "benchmarks.md"
MARK, END = "<!-- python benchmarks/dead_channels.py -->", "<!-- end -->"
HEAD = "| net | target | all channels | without the dead channels that go | ratio |\n|---|---|--:|--:|--:|"
NEVER = -1000.0  # a bias that no sum rises above
TICK = 0.001  # of the instructions, which machines count in steps of 40 and more
SAMPLES = 8
PERSON = ((16, 1), (32, 2), (32, 1), (64, 2), (64, 1), (128, 2), *((128, 1),) * 5, (256, 2), (256, 1))


def network(builder: Builder, x: str, c: int, shape: tuple[int, int, int]) -> onnx.ModelProto:
    """The network up to ``x``, of ``c`` channels, with a mean and a classifier behind it."""
    b = builder
    x = b.node("Flatten", [b.node("GlobalAveragePool", [x])])
    y = b.node("Gemm", [x, b.constant(b.rng.standard_normal((4, c)) * 0.1), b.constant(np.zeros(4))], transB=1)
    graph = helper.make_graph(
        b.nodes,
        "net",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, *shape])],
        [helper.make_tensor_value_info(y, TensorProto.FLOAT, [1, 4])],
        b.weights,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def new_builder(seed: int = 0) -> Builder:
    """Without nodes yet."""
    b = Builder(np.random.default_rng(seed))
    b.weights += [numpy_helper.from_array(np.float32(v), n) for v, n in ((0, "zero"), (6, "six"))]
    return b


def person(size: int = 96, blocks: tuple[tuple[int, int], ...] = PERSON) -> onnx.ModelProto:
    """A MobileNetV1 of a quarter of the width, as for detecting persons; 7 of its first 8 channels live."""
    b, c = new_builder(), 8
    x = b.conv("image", 1, c, 3, 2)
    for out, stride in blocks:
        x = b.conv(b.conv(x, c, c, 3, stride, group=c), c, out, 1, 1)
        c = out
    return killed(network(b, x, c, (1, size, size)), {8: 1})


def residual(size: int = 32) -> onnx.ModelProto:
    """Three stages of residual blocks of 16, 32 and 64 channels, of which 1, 3 and 17 are dead in each layer."""
    b, c = new_builder(1), 16
    x = b.conv("image", 3, c, 3, 1)
    for out, stride in ((16, 1), (32, 2), (64, 2)):
        y = b.conv(b.conv(x, c, out, 3, stride), out, out, 3, 1)
        x = b.node("Add", [y, x if out == c else b.conv(x, c, out, 1, stride)])
        c = out
    return killed(network(b, x, c, (3, size, size)), {16: 1, 32: 3, 64: 17})


def joined(size: int = 32) -> onnx.ModelProto:
    """Concatenations of branches of 8, 12 and 24 channels, of which 1, 5 and 9 are dead in each layer."""
    b, c = new_builder(2), 16
    x = b.conv("image", 3, c, 3, 1)
    for stride in (2, 2):
        branches = [b.conv(b.conv(x, c, n, 1, 1), n, n, 3, stride, group=n) for n in (8, 12, 24)]
        x, c = b.node("Concat", branches, axis=1), 44
    return killed(network(b, x, c, (3, size, size)), {8: 1, 12: 5, 24: 9})


def inverted() -> onnx.ModelProto:
    """A MobileNetV2 of a third of the width, with a few dead channels wherever a layer has many."""
    return killed(mobilenet_v2(96, 0.35), {48: 1, 96: 5, 144: 13, 192: 33, 336: 3})


def killed(model: onnx.ModelProto, dead: Mapping[int, int]) -> onnx.ModelProto:
    """The model with ``dead[c]`` channels that are always zero in each dense convolution of ``c`` with a ReLU."""
    rng = np.random.default_rng(3)
    clipped = {node.input[0] for node in model.graph.node if node.op_type == "Clip"}
    weights = {tensor.name: tensor for tensor in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type != "Conv" or node.output[0] not in clipped:
            continue
        group = next(a.i for a in node.attribute if a.name == "group")
        bias = numpy_helper.to_array(weights[node.input[2]]).copy()
        if group == 1:
            bias[rng.permutation(len(bias))[: dead.get(len(bias), 0)]] = NEVER
        weights[node.input[2]].CopyFrom(numpy_helper.from_array(bias, node.input[2]))
    return model


NETS: dict[str, Callable[[], onnx.ModelProto]] = {
    "person": person,
    "residual": residual,
    "joined": joined,
    "inverted": inverted,
}


def sources(names: list[str], place: Path) -> dict[str, tuple[Path, Path]]:
    """Models and calibration sets by name."""
    found: dict[str, tuple[Path, Path]] = {}
    for name in names:
        folder = place / name
        folder.mkdir()
        if name in CASES:
            found[name] = SHARED / "models" / f"{CASES[name].model}.onnx", split(CASES[name], folder)[0]
            continue
        model = NETS[name]()
        onnx.save(model, folder / "net.onnx")
        shape = [d.dim_value for d in model.graph.input[0].type.tensor_type.shape.dim]
        samples = np.random.default_rng(4).standard_normal((SAMPLES, *shape)).astype(np.float32)
        np.savez(folder / "calibration.npz", x=samples)
        found[name] = folder / "net.onnx", folder / "calibration.npz"
    return found


def counted(model: Path, calibration: Path, target: str, keep: bool, place: Path) -> int:
    """Instructions of an inference."""
    options = ConvertOptions(target=target, calibration=str(calibration), quantize="int8", keep_dead_channels=keep)
    folder = convert(model, options, place / f"{target}-{keep}").folder
    return profile(folder).profile.total.instructions


def write(rows: Sequence[str]) -> None:
    """Put rows into their place in the document; rows there of other nets and targets stay."""
    before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(MARK)
    old, _, after = rest.partition(END)
    kept = {tuple(row.split("|")[1:3]): row for row in (*old.splitlines()[3:], *rows)}
    lines = sorted(kept.values(), key=_place)
    DOCUMENT.write_text("\n".join([before + MARK, HEAD, *lines, END + after]), encoding="utf-8")


def _place(row: str) -> tuple[int, int]:
    """Sort key of a row: by net, then by target."""
    net, target = (cell.strip() for cell in row.split("|")[1:3])
    return [*NETS, "vww"].index(net), TARGETS.index(target)


def main() -> int:
    """Print the table, and write it where asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--nets", default=",".join([*NETS, *(["vww"] if have_shared() else [])]))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows, slower = [], []
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp, ThreadPoolExecutor(options.jobs) as pool:
        place = Path(temp)
        print(HEAD)
        for name, (model, calibration) in sources(options.nets.split(","), place).items():
            for target in options.targets.split(","):
                home = place / name
                whole, less = pool.map(lambda keep: counted(model, calibration, target, keep, home), (True, False))  # noqa: B023
                rows.append(f"| {name} | {target} | {whole:,} | {less:,} | {less / whole:.3f} |")
                print(rows[-1], flush=True)
                slower += [f"{name} on {target}"] if less > whole * (1 + TICK) else []
    if options.write:
        write(rows)
    print("\nslower without dead channels: " + (", ".join(slower) or "none"))
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
