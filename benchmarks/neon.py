"""Instructions of the shared models on AArch64, counted under qemu-user, as a Markdown table.

    python benchmarks/neon.py [--scheme int4|int16x8] [--target T] [--model M]

Models are quantized with their calibration sets and profiled with one seeded random input, as `edgec profile` does.
``--scheme`` counts int8 and another scheme, and prints the ratio of both; ``--target`` and ``--model`` may be repeated.
Needs the shared models (EDGEC_SHARED, or ../shared beside the checkout), aarch64-linux-gnu-gcc and qemu-aarch64.
"""

from __future__ import annotations

import argparse

from whole_models import have_shared, int8_model, integer_model

TARGETS = ("cortex-a53", "cortex-a55", "armv8-i8mm")
MODELS = ("kws", "resnet8", "vww", "ad", "str_ww")
SCHEMES = ("int4", "int16x8")


def cell(name: str, target: str, scheme: str | None) -> str:
    """Instructions and those for a MAC; of another scheme instructions and their ratio to those of int8."""
    int8 = int8_model(name, target=target)
    if scheme is None:
        return f"{int8.instructions:,} ({int8.instructions / int8.macs:.3f})"
    other = integer_model(name, scheme, "speed", None, target)
    return f"{other.instructions:,} ({other.instructions / int8.instructions:.3f})"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scheme", choices=SCHEMES)
    parser.add_argument("--target", action="append", choices=TARGETS)
    parser.add_argument("--model", action="append", choices=MODELS)
    options = parser.parse_args()
    if not have_shared():
        raise SystemExit("the shared models are not there")
    models = options.model or MODELS
    print("| target | " + " | ".join(models) + " |")
    print("|---|" + "--:|" * len(models))
    for target in options.target or TARGETS:
        print(f"| {target} | " + " | ".join(cell(name, target, options.scheme) for name in models) + " |", flush=True)


if __name__ == "__main__":
    main()
