"""Instructions of the shared int8 models on Armv7-A and AArch64, counted under qemu-user, as a Markdown table.

    python benchmarks/neon.py

Models are quantized with their calibration sets and profiled with one seeded random input, as `edgec profile` does.
Needs the shared models (EDGEC_SHARED, or ../shared beside the checkout), arm-linux-gnueabihf-gcc,
aarch64-linux-gnu-gcc and qemu-user.
"""

from __future__ import annotations

from whole_models import have_shared, int8_model

TARGETS = ("cortex-a7", "cortex-a53", "cortex-a55", "armv8-i8mm")
MODELS = ("kws", "resnet8", "vww", "ad", "str_ww")


def main() -> None:
    """Print the table."""
    if not have_shared():
        raise SystemExit("the shared models are not there")
    print("| target | " + " | ".join(MODELS) + " |")
    print("|---|" + "--:|" * len(MODELS))
    for target in TARGETS:
        found = [int8_model(name, target=target) for name in MODELS]
        cells = [f"{m.instructions:,} ({m.instructions / m.macs:.3f})" for m in found]
        print(f"| {target} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
