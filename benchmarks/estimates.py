"""Estimated instructions of whole nets beside those counted under QEMU, in every mode of optimization.

    python benchmarks/estimates.py [--target cortex-m4] [--net kws] [--optimize size] [--layers]

Prints what ``edgec report`` and ``--max-instructions`` go by, what was counted, and their ratio, int8.  ``--layers``
adds the layers whose estimate lies outside of the band.  Exit code 1: a net does.  Needs the shared models.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from accuracy import CASES, SHARED, split
from matrix import MODELS

from edgec import ConvertOptions, convert
from edgec.commands.profile import profile
from edgec.folder.read import open_folder
from edgec.search.requirements import Objective
from tests.kernels.rates import BAND

MIN_LAYER = 2000  # instructions of a layer that is looked at


def outside(estimate: float, counted: float) -> bool:
    """Return whether an estimate lies outside of the band."""
    return not BAND[0] * counted <= estimate <= BAND[1] * counted


def measured(name: str, target: str, optimize: str, layers: bool) -> bool:
    """Print the line of a net; return whether its estimate lies in the band."""
    case = CASES[name]
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        calibration, _ = split(case, Path(temp))
        options = ConvertOptions(target=target, calibration=str(calibration), quantize="int8", optimize=optimize)
        made = convert(SHARED / "models" / f"{case.model}.onnx", options, Path(temp) / "out")
        report = open_folder(made.folder).report
        counted = profile(made.folder).profile
    whole, exact = report.instructions, counted.total.instructions
    print(f"{target:<14} {name:<8} {optimize:<9} {whole:>12,} {exact:>12,} {whole / exact:>6.2f}", flush=True)
    for layer, cost in zip(report.layers, counted.layers, strict=True) if layers else ():
        about = layer.instructions
        if about is not None and cost.instructions > MIN_LAYER and outside(about, cost.instructions):
            told = f"{about:>10,} {cost.instructions:>10,} {about / cost.instructions:.2f}"
            print(f"    {layer.name:<40} {layer.kernel:<40} {told}")
    return not outside(whole, exact)


def main() -> int:
    """Print a line for each net and mode."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", action="append", help="only this one (may be repeated)  [default: cortex-m4]")
    parser.add_argument("--net", action="append", choices=MODELS, help="only this one (may be repeated)")
    parser.add_argument("--optimize", action="append", choices=[o.value for o in Objective], help="only this one")
    parser.add_argument("--layers", action="store_true", help="name the layers outside of the band")
    given = parser.parse_args()
    print(f"{'target':<14} {'net':<8} {'optimize':<9} {'estimated':>12} {'counted':>12} {'ratio':>6}")
    modes = given.optimize or [o.value for o in Objective]
    todo = [(t, n, o) for t in given.target or ["cortex-m4"] for n in given.net or MODELS for o in modes]
    found = [measured(net, target, mode, given.layers) for target, net, mode in todo]
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
