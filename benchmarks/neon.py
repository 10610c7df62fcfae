"""Instructions of the shared models on AArch64, counted under qemu-user, as a Markdown table.

    python benchmarks/neon.py [--scheme float32]

Models are quantized with their calibration sets, or kept in float32, and profiled with one seeded random input, as
`edgec profile` does.  Behind the float32 ones stands the least of LiteRT, ONNX Runtime and ncnn (one thread, batch 1,
under the same QEMU), and what part of it the model takes.  Needs the shared models (EDGEC_SHARED, or ../shared beside
the checkout), aarch64-linux-gnu-gcc and qemu-aarch64.
"""

from __future__ import annotations

import argparse

from whole_models import have_shared, int8_model, real_model

TARGETS = ("cortex-a53", "cortex-a55", "armv8-i8mm")
MODELS = ("kws", "resnet8", "vww", "ad", "str_ww")
LEAST = {  # instructions of the others in float32, in the order of MODELS
    "cortex-a53": (1_899_000, 4_558_000, 5_116_000, 182_000, 562_000),
    "cortex-a76": (1_187_000, 3_176_000, 3_175_000, 133_000, 362_000),
}


def int8_row(target: str) -> list[str]:
    """Instructions, and those for a MAC that is left."""
    found = [int8_model(name, target=target) for name in MODELS]
    return [f"{m.instructions:,} ({m.instructions / m.macs:.3f})" for m in found]


def float32_row(target: str) -> list[str]:
    """Instructions, the least of the others, the ratio."""
    found = [real_model(name, target) for name in MODELS]
    pairs = zip(found, LEAST[target], strict=True)
    return [f"{m.instructions:,} of {least:,} ({m.instructions / least:.2f})" for m, least in pairs]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scheme", choices=("int8", "float32"), default="int8")
    real = parser.parse_args().scheme == "float32"
    if not have_shared():
        raise SystemExit("the shared models are not there")
    print("| target | " + " | ".join(MODELS) + " |")
    print("|---|" + "--:|" * len(MODELS))
    for target in LEAST if real else TARGETS:
        print(f"| {target} | " + " | ".join((float32_row if real else int8_row)(target)) + " |")


if __name__ == "__main__":
    main()
