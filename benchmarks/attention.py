"""Encoders of 64 tokens with attention whole and by rows: arena, instructions counted under QEMU, and equal bytes.

    python benchmarks/attention.py [WIDTHxHEADS ...] [--share 0.3]

converts encoders of two layers (int8, seeded weights) for a Cortex-M4, once for speed and once with a ``--max-ram``
that leaves ``share`` of that arena, and prints a row for each.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import edgec
from edgec.converter.graph.errors import EdgecError
from tests.builders.encoder_model import encoder

TOKENS, TARGET = 64, "cortex-m4"
SIZES = ("64x8", "48x6", "32x4", "64x4")  # width, heads
STACK = 256  # bytes that calls of rows may take more


def row(width: int, heads: int, share: float, folder: Path) -> str:
    """One encoder's figures."""
    model, x = folder / "encoder.onnx", np.random.default_rng(1).normal(0, 1, (16, TOKENS, width))
    onnx.save(encoder(TOKENS, width, heads, 4 * width), model)
    given = {"target": TARGET, "calibration": {"x": x.astype(np.float32)}, "calibrator": "minmax"}
    whole = edgec.convert(model, output=folder / "whole", force=True, **given)
    ram = whole.report.ram
    limit = ram.total - ram.arena + int(share * ram.arena) + STACK
    count = edgec.profile(whole).profile.total.instructions
    sizes = f"| {width} | {heads} | {ram.arena:,} | {count:,} |"
    try:
        made = edgec.convert(model, output=folder / "rows", force=True, max_ram=limit, **given)
    except EdgecError as error:
        return f"{sizes} - | - | {error} |"
    rows, found = made.report.ram.arena, edgec.profile(made).profile.total.instructions
    equal = edgec.verify(made).byte_equal
    share_of, more = rows / ram.arena, 100 * (found / count - 1)
    return f"{sizes} {rows:,} ({share_of:.2f}) | {found:,} (+{more:.1f} %) | {equal['host']}, {equal['qemu']} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=0.3)
    parser.add_argument("sizes", nargs="*", default=SIZES)
    given = parser.parse_args()
    print("| width | heads | arena | instructions | by rows | instructions | samples with equal bytes: host, QEMU |")
    print("|---|---|---|---|---|---|---|")
    for size in given.sizes:
        width, heads = map(int, size.split("x"))
        with tempfile.TemporaryDirectory() as folder:
            print(row(width, heads, given.share, Path(folder)), flush=True)


if __name__ == "__main__":
    main()
