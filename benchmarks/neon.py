"""Instructions of the shared int8 models on AArch64, counted under qemu-user, as a Markdown table.

    python benchmarks/neon.py
    python benchmarks/neon.py --estimates    # and what the rates estimate, in relation to the count

Models are quantized with their calibration sets and profiled with one seeded random input, as `edgec profile` does.
Needs the shared models (EDGEC_SHARED, or ../shared beside the checkout), aarch64-linux-gnu-gcc and qemu-aarch64.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence

from whole_models import ModelResult, have_shared, int8_model

TARGETS = ("cortex-a53", "cortex-a55", "armv8-i8mm")
MODELS = ("kws", "resnet8", "vww", "ad", "str_ww")


def table(found: Mapping[str, Sequence[ModelResult]], cell: Callable[[ModelResult], str]) -> str:
    """A row for each target."""
    rows = ["| target | " + " | ".join(MODELS) + " |", "|---|" + "--:|" * len(MODELS)]
    rows += [f"| {target} | " + " | ".join(map(cell, models)) + " |" for target, models in found.items()]
    return "\n".join(rows)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--estimates", action="store_true", help="also what the rates estimate")
    asked = parser.parse_args()
    if not have_shared():
        raise SystemExit("the shared models are not there")
    found = {target: [int8_model(name, target=target) for name in MODELS] for target in TARGETS}
    print(table(found, lambda m: f"{m.instructions:,} ({m.instructions / m.macs:.3f})"))
    if asked.estimates:
        print(
            "\nestimated, in relation to the count\n\n" + table(found, lambda m: f"{m.estimated / m.instructions:.3f}")
        )


if __name__ == "__main__":
    main()
