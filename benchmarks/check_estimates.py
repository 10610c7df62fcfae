"""Flash and RAM that ``edgec check`` estimates for small float nets, beside builds of them.

    python benchmarks/check_estimates.py [--target cortex-m4] [--net relu]

Prints bytes of flash, estimated and built, and their ratios, and those of RAM.  Needs the targets' compilers.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import onnx

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from edgec.commands.prediction import check  # noqa: E402
from edgec.samples.binding import Bindings  # noqa: E402
from tests.builders.small_nets import NETS  # noqa: E402

TARGETS = ("cortex-m4", "cortex-m3", "cortex-m0", "cortex-m33", "cortex-m55")


def sizes(model: Path, target: str, measure: bool) -> tuple[int, int]:
    """Bytes of flash and RAM of a float net on a target, estimated or built."""
    found = check(model, target, Bindings(), "float32", None, lambda _: None, measure=measure).predicted
    assert found is not None and found.estimated != measure
    return found.flash, found.ram


def main() -> None:
    """Print a line for each net and target."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", action="append", help="only this one (may be repeated)")
    parser.add_argument("--net", action="append", choices=list(NETS), help="only this one (may be repeated)")
    options = parser.parse_args()
    print(f"{'target':<12} {'net':<20} {'estimated':>9} {'built':>7} {'flash':>6} {'RAM':>6}")
    worst = 1.0
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        for target in options.target or TARGETS:
            for name in options.net or NETS:
                path = Path(temp) / f"{name}.onnx"
                onnx.save(NETS[name](), path)
                about, made = sizes(path, target, False), sizes(path, target, True)
                flash, ram = (a / b for a, b in zip(about, made, strict=True))
                worst = max(worst, flash, 1 / flash)
                print(f"{target:<12} {name:<20} {about[0]:>9} {made[0]:>7} {flash:>6.2f} {ram:>6.2f}", flush=True)
    print(f"largest factor of flash: {worst:.2f}")


if __name__ == "__main__":
    main()
