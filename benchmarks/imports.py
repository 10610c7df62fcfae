"""Quantized files of several tools: edgec's outputs beside ONNX Runtime's and beside real numbers.

    python benchmarks/imports.py [--samples 100] [--write] [WORD ...]

prints a Markdown table of the variants whose description holds every word; ``--write`` writes docs/imports.md.  Models
and data come from the folder that EDGEC_SHARED names, or from ../shared.  Exit 1: a row without a reason.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("EDGEC_SHARED") or REPO.parent / "shared")
PAGE = REPO / "docs" / "imports.md"
sys.path.insert(0, str(REPO))
from tests.imports.compare import Distances, compare  # noqa: E402
from tests.imports.variants import NETS, VARIANTS, Variant  # noqa: E402

COLUMNS = ("tool", "net", "file", "edgec to ONNX Runtime", "edgec to exact", "ONNX Runtime to exact", "reason")
TEXT = """# Import of quantized models

Written by `python benchmarks/imports.py --write` from the models and data of the shared folder; do not edit.

Signal-to-noise ratios in dB of the dequantized outputs, over all outputs of {samples} samples: 10 log10 of the sum of
squares over the sum of squared differences. "equal": bit-identical integers. "ONNX Runtime" runs without graph
optimizations, operator by operator in float32. "exact" is the same file computed in float64, without edgec's importer,
by `tests/imports/exact.py`; its QuantizeLinear rounds halves to even. edgec's outputs are the simulator's, which are
bit-identical to the device's.

Read "edgec to exact" first. A sum near the middle of two integers rounds to either side in float32, and one integer
that differs in an early layer changes a tenth of a late one, so a ratio below 60 dB between two computations says that
a few sums differed, not how many. A reason names a rule that ONNX does not have; the ratio behind it is edgec's against
float64 arithmetic with this rule.

`tests/imports` writes the files: those of ONNX Runtime with its `quantize_static`; those of `tf2onnx` are stored; the
others imitate the tool's output (`tests/imports/styles.py`). PPQ leaves biases in float32, which a layer with int32
sums rounds to its own steps; where scales are powers of two this loses nothing. int32 biases then put sums exactly on
halves, which ONNX rounds to even and edgec rounds up.

{table}"""


def figure(value: float) -> str:
    """A ratio as text."""
    return "equal" if math.isinf(value) else f"{value:.1f}"


def reason(variant: Variant, found: Distances) -> str:
    """Say why a row is not at 60 dB; empty when it is, "?" when nothing explains it."""
    if found.runtime >= 60:
        return ""
    if variant.rules and found.by_rule is not None:
        return f"{', '.join(rule.value for rule in variant.rules)}: {figure(found.by_rule)}"
    return "float32 of ONNX Runtime" if found.explained else "?"


def row(variant: Variant, samples: int) -> tuple[str, bool]:
    """A line of the table, and whether it is explained."""
    with tempfile.TemporaryDirectory() as folder:
        file = variant.write(SHARED, Path(folder))
        found = compare(file, NETS[variant.net].evaluation(SHARED)[:samples], variant.rules)
    ratios = [figure(v) for v in (found.runtime, found.exact, found.runtime_exact)]
    cells = (variant.tool, variant.net, variant.what, *ratios, reason(variant, found))
    return "| " + " | ".join(cells) + " |\n", found.explained


def main(arguments: Sequence[str]) -> int:
    """Print the table, and write the page when asked; 1 when a row has no reason."""
    parser = argparse.ArgumentParser(description="quantized files of several tools")
    parser.add_argument("--samples", type=int, default=100)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args(arguments)
    table = "| " + " | ".join(COLUMNS) + " |\n| --- | --- | --- | --: | --: | --: | --- |\n"
    print(table, end="")
    sound = True
    for variant in VARIANTS:
        if all(word in f"{variant.tool} {variant.net} {variant.what}" for word in options.words):
            line, explained = row(variant, options.samples)
            sound &= explained
            table += line
            print(line, end="", flush=True)
    if options.write:
        PAGE.write_text(TEXT.format(samples=options.samples, table=table))
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
