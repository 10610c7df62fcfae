"""Folders built with other options than their target's, run under QEMU: what each build does, as a Markdown table.

    python benchmarks/builds.py [--cmsis-nn FOLDER] [--models kws,ad] [--targets cortex-m55] [--kernels own]
                                [--builds WORD] [--samples N] [--write]

Every model is made for every target with each kind of kernels and built once with each wrong set of options
(tests/builders/wrong_builds.py).  A build refuses to compile with a sentence that names the option ("#error"), or the
compiler, the linker or ``<name>_init`` refuses it, or it gives the simulator's bytes ("equal"); "DIFFERS" is a
wrong result without a word, and ends the program with exit code 1.

FOLDER holds the sources of CMSIS-NN (default: CMSIS_NN_DIR); without it ``own`` is tried alone.  ``--write`` puts the
table into docs/builds.md.  Needs the shared models, the cross compilers and QEMU.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(Path(__file__).resolve().parent), str(REPO)]
from accuracy import CASES, SHARED, folds, input_shape  # noqa: E402
from cmsis_nn import VARIABLE, everything  # noqa: E402
from whole_models import have_shared  # noqa: E402

from edgec.converter.arithmetic.fixed_point import quantize_array  # noqa: E402
from edgec.converter.graph.ir import Array, Graph  # noqa: E402
from edgec.converter.onnx.importer import import_model  # noqa: E402
from edgec.converter.passes import run_default  # noqa: E402
from edgec.quantize import QuantizeOptions, quantize_model  # noqa: E402
from tests.builders.wrong_builds import BUILDS, EQUAL, SILENT, generated, outcome  # noqa: E402

WITH_VENDOR = ("cortex-m4", "cortex-m55")  # where CMSIS-NN has forms of its own; a Cortex-M85 runs a Cortex-M55's
MODELS = ("kws", "resnet8", "vww", "ad", "str_ww")
CALIBRATION = 50
DOCUMENT, MARK, END = REPO / "docs" / "builds.md", "<!-- python benchmarks/builds.py -->", "<!-- end -->"


def quantized(name: str, samples: int) -> tuple[Graph, list[Array]]:
    """A model in int8, and samples as the device takes them."""
    model = SHARED / "models" / f"{CASES[name].model}.onnx"
    graph = run_default(import_model(model).graph)
    device = graph.tensors[graph.inputs[0]].shape
    data = folds(CASES[name], input_shape(model))[0]
    made = quantize_model(graph, [data.calibration[:CALIBRATION].reshape(-1, *device)], QuantizeOptions())
    port = made.tensors[made.inputs[0]]
    assert port.quant is not None
    return made, [quantize_array(everything(name)[:samples].reshape(-1, *port.shape), port.quant, port.dtype)]


def rows(
    models: Sequence[str], targets: Sequence[str], asked: Sequence[str], vendor: bool, words: str, samples: int
) -> Iterator[list[str]]:
    """A row for each target, build and kind of kernels that is asked for: what it does with each model."""
    graphs = {name: quantized(name, samples) for name in models}
    with tempfile.TemporaryDirectory() as temp:
        for target in targets:
            kinds = tuple(k for k in asked if k == "own" or (vendor and target in WITH_VENDOR))
            folders = {
                (kind, name): generated(graph, target, kind, inputs, Path(temp) / target / kind / name, name)
                for kind in kinds
                for name, (graph, inputs) in graphs.items()
            }
            for wrong in BUILDS[target]:
                for kind in kinds:
                    if words not in wrong.name or (wrong.library is not None and kind == "own"):
                        continue
                    found = [outcome(folders[kind, name], wrong) for name in models]
                    for told in dict.fromkeys(said for _, said in found if said):
                        print(f"    {told}", file=sys.stderr, flush=True)
                    yield [target, f"`{wrong.name}`", kind, *(word for word, _ in found)]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cmsis-nn", default=os.environ.get(VARIABLE))
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--targets", default=",".join(BUILDS))
    parser.add_argument("--kernels", default="own,cmsis-nn,auto")
    parser.add_argument("--builds", default="", help="those whose name holds this word")
    parser.add_argument("--samples", type=int, default=4)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if not have_shared():
        raise SystemExit("the shared models are not there")
    if options.cmsis_nn:
        os.environ[VARIABLE] = options.cmsis_nn
    models = options.models.split(",")
    lines = [f"| target | built with | kernels | {' | '.join(models)} |", "|---|---|---|" + "---|" * len(models)]
    print("\n".join(lines), flush=True)
    targets, kinds = options.targets.split(","), options.kernels.split(",")
    for row in rows(models, targets, kinds, bool(options.cmsis_nn), options.builds, options.samples):
        lines.append("| " + " | ".join(row) + " |")
        print(lines[-1], flush=True)
    cells = [cell for line in lines[2:] for cell in line.split(" | ")[3:]]
    wrong = sum(SILENT in cell or "FAILS" in cell for cell in cells)
    print(f"{len(cells)} builds: {sum(EQUAL in cell for cell in cells)} equal, {wrong} wrong", file=sys.stderr)
    if options.write:
        before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(MARK)
        after = rest.partition(END)[2]
        DOCUMENT.write_text("\n".join([before + MARK, *lines, END + after]), encoding="utf-8")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
